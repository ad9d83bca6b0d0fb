import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { fillFromLink } from '../../src/renderer/screens/send/form.ts'
import { prepareInput } from '../../src/renderer/screens/send/model.ts'
import { EMPTY_FORM } from '../../src/renderer/state/send-form.ts'
import { asset } from '../renderer/fake-data.ts'
import { MAYA } from '../support/residents.ts'
import {
  approving,
  BTC,
  coded,
  ETH,
  fund,
  newAccount,
  type OpenWallet,
  paying,
  sharedNetwork,
} from '../support/wallet.ts'

/* What a link asked for was changed in the form; its trace is still what whoever asked will look for. */

const network = sharedNetwork()
let wallet: OpenWallet
let account: UserId

beforeAll(async () => {
  wallet = await network.open()
  account = (await newAccount(wallet, 'Ana')).account
  await fund(wallet, account, BTC, '1')
  await fund(wallet, account, ETH, '1')
})

/** Memo "order" under a trace of its own. */
const ORDER = '6f72646572'

/** The review of a payment under the trace of a link that asked for 0.1 BTC, or for what else is given. */
async function review({ assetId = BTC, amount = '0.1', memoHex = ORDER, asked = '0.1' as string | null } = {}) {
  const found = await wallet.calls['payments.prepare'](
    paying(account, assetId, [{ payee: { kind: 'user', userId: MAYA }, amount }], {
      ...{ memoHex, requestId: randomUUID() as RequestId },
      asked: { assetId: BTC, amount: asked === null ? null : parseAmount(asked), memoHex: ORDER },
    }),
  )
  await wallet.calls['payments.cancel']({ account, paymentId: found.paymentId })
  return found.checks.filter(({ id }) => id.startsWith('asked')).map(({ id, result, text }) => [id, result, text])
}

describe('a payment under the trace of a link', () => {
  it('is looked at by a person where its amount is another one', async () => {
    expect(await review({ amount: '0.2' })).toEqual([
      ['asked', 'attention', expect.stringContaining('asked for as 0.1 BTC')],
    ])
  })

  it('is looked at where its asset or its memo is another one', async () => {
    expect(await review({ assetId: ETH })).toEqual([['asked', 'attention', expect.stringContaining('0.1 BTC')]])
    expect(await review({ assetId: ETH, asked: null })).toEqual([
      ['asked', 'attention', expect.stringContaining('asked for in BTC')],
    ])
    expect(await review({ memoHex: '' })).toEqual([
      ['asked:memo', 'attention', expect.stringContaining('another memo')],
    ])
  })

  it('is not held up where it is what was asked for, or the amount was left to whoever pays', async () => {
    expect(await review()).toEqual([])
    expect(await review({ asked: null, amount: '0.3' })).toEqual([])
  })

  it('is not approved before that was looked at', async () => {
    const asked = { assetId: BTC, amount: parseAmount('0.1'), memoHex: null }
    const found = await wallet.calls['payments.prepare'](
      paying(account, BTC, [{ payee: { kind: 'user', userId: MAYA }, amount: '0.2' }], {
        ...{ requestId: randomUUID() as RequestId, asked },
      }),
    )
    await expect(
      wallet.calls['payments.approve']({ ...approving(account, found), accepted: ['first:0'] }),
    ).rejects.toThrow(coded('wallet.review_changed', { warning: 'new' }))
    await wallet.calls['payments.cancel']({ account, paymentId: found.paymentId })
  })

  it('is told of what was asked for by a form that a link filled, also one that was put away', async () => {
    const trace = randomUUID() as RequestId
    const link = { assetId: BTC, amount: '0.1', memo: 'order', memoHex: ORDER, trace, returnTo: null, references: [] }
    const payee = { kind: 'user', userId: MAYA } as const
    const view = { payee, party: { kind: 'unknown' }, asked: link, standing: 'open', problem: null } as const
    const known = { ...view, paidBefore: null, warnings: [] }
    const form = fillFromLink({ ...EMPTY_FORM, rows: [{ to: 'a link', amount: '' }] }, known)
    const asked = { assetId: BTC, amount: '0.1', memoHex: ORDER }
    expect(form).toMatchObject({ trace, asked })
    const context = {
      asset: asset('BTC'),
      balance: undefined,
      inOne: undefined,
      fees: [],
      noTag: false,
      watchOnly: false,
    }
    const resolutions = [{ kind: 'known', view: known, payee }] as const
    expect(prepareInput(form, { ...context, resolutions }, { account, holder: null })).toMatchObject({
      ...{ requestId: trace, asked },
    })
    const { listed: _, ...empty } = EMPTY_FORM
    const kept = {
      ...empty,
      ...{ assetId: BTC, coins: null, feeAssetId: null, references: [], again: null, rows: [] },
    }
    const { draftId } = await wallet.calls['drafts.save']({
      ...{ account, holder: null, draftId: null, form: { ...kept, memo: 'order', trace, asked } },
    })
    const drafts = await wallet.calls['drafts.list']({ account, holder: null })
    expect(drafts.find((one) => one.draftId === draftId)?.form).toMatchObject({ trace, asked })
  })
})
