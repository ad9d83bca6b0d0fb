import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import type { Hash, RequestId } from '#contract/domain'
import { failure } from '#contract/errors'
import { parseAmount } from '#protocol'
import type { Remote } from '#remote'
import type { AccountStore, Json } from '#store'
import type { Request } from '../../src/wallet/approvals/request.ts'
import type { Actual } from '../../src/wallet/approvals/review.ts'
import {
  currentFee,
  feeIds,
  nextFeeId,
  ownFees,
  sharedKeys,
  withdrawalFeeOf,
} from '../../src/wallet/approvals/withdrawal-fee.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  anOutput,
  aPayment,
  aPlan,
  hashOf,
  openAccount,
  outputId,
  request,
  spendOf,
  user,
} from '../support/store.ts'
import { BTC } from '../support/wallet.ts'
import { intent } from './payment-records.ts'

/* What counts as the fee of a group's withdrawal, what is said of it, and under which id it is paid. */

const hash = hashOf('withdrawal')
const fees = user('fees')
const [FIRST, SECOND, THIRD] = ids(hash)
const feeOf = { request: request('withdrawal'), assetId: BTC, amount: parseAmount('1') }

function ids(of: Hash): [RequestId, RequestId, RequestId] {
  const each = feeIds(of, ACCOUNT)
  return [each.next().value, each.next().value, each.next().value]
}

let store: AccountStore
beforeEach(() => {
  store = openAccount(newFolder('store'))
})
afterEach(() => store.close())

const parts = () => {
  const { cache, intents } = store
  const directory = createDirectory({ table: assets, cache, account: ACCOUNT, groups: intents.groups })
  return { account: ACCOUNT, feeUser: fees, store, directory }
}

type End = 'written' | 'shown' | 'signed' | 'final' | 'cancelled' | 'shown and cancelled'
let made = 0
/** A payment of the account's own. */
function pay(id: RequestId, end: End, { to = fees, detail = {} as object, references = [hash] } = {}): RequestId {
  made += 1
  const { payments } = store.intents
  const input = anOutput(`coin ${made}`, { output_id: outputId(`coin ${made}`) })
  const { raw, spentBy } = spendOf(anOutput(`bytes ${made}`))
  const rows = [{ payee: { kind: 'user', userId: to }, amount: parseAmount('0.1') }]
  const draft = aPayment(`fee ${made}`, {
    ...{ id, holder: holderOf([ACCOUNT], 1).id },
    detail: { ...intent, rows, references, ...detail } as unknown as Json,
  })
  payments.create({ ...draft, transactions: draft.transactions.map((each) => ({ ...each, requestId: id })) })
  if (end !== 'written' && end !== 'cancelled') {
    payments.reserve(id, [{ ...aPlan(`fee ${made}`, [input]), requestId: id }])
    payments.storeRaw(id, [{ requestId: id, raw, hash: spentBy }])
  }
  if (end === 'cancelled' || end === 'shown and cancelled') payments.cancel(id)
  if (end === 'signed' || end === 'final') {
    payments.markVerified(id, [{ requestId: id, record: null }])
    payments.approve(id, hashOf('digest'))
    payments.storeSigned(id, [{ requestId: id, raw }])
  }
  if (end === 'final') payments.markFinal(id)
  return id
}
const byButton = (id: RequestId, end: End) => pay(id, end, { detail: { feeOf } })
const found = () => ownFees(hash, parts()).map(({ id, byHand }) => [id, byHand])

describe('the fee of a withdrawal is', () => {
  it('what the button pays under the id that follows from it, once', () => {
    byButton(FIRST, 'written')
    expect(found()).toEqual([[FIRST, false]])
  })

  it('what refers to it and pays who takes fees, written by hand', () => {
    const id = pay(request('by hand'), 'written')
    expect(found()).toEqual([[id, true]])
  })

  it('nothing that pays somebody else, refers to nothing, or to another withdrawal', () => {
    pay(request('else'), 'written', { to: user('shop') })
    pay(request('nothing'), 'written', { references: [] })
    pay(request('another'), 'written', { references: [hashOf('another')] })
    expect(found()).toEqual([])
  })

  it('nothing that a link had paid under its id', () => {
    pay(FIRST, 'signed', { to: user('shop'), references: [] })
    expect(found()).toEqual([])
  })

  it('found once it is there, and behind however many others by its id', () => {
    expect(found()).toEqual([])
    byButton(FIRST, 'signed')
    expect(found()).toEqual([[FIRST, false]])
    for (let at = 0; at < 205; at += 1) pay(request(`other ${at}`), 'cancelled', { to: user('shop') })
    expect(found()).toEqual([[FIRST, false]])
  })

  it('the one that was signed, before one that only waits, and none that came to nothing', () => {
    byButton(FIRST, 'cancelled')
    expect(currentFee(hash, parts())).toBeUndefined()
    byButton(SECOND, 'signed')
    pay(request('by hand'), 'written')
    expect(currentFee(hash, parts())?.id).toBe(SECOND)
  })
})

describe('what is said of it', () => {
  const judged = (leaves: boolean, index = 1) =>
    ({ outputs: [{ leaves: leaves ? {} : null, index }] }) as unknown as Actual
  const asked = (state: Request['state'], more: object = {}, chainHash?: string) =>
    ({
      ...{ id: request('withdrawal'), hash, state },
      detail: {
        record: { receivers: [{ chainHash: 'change' }, chainHash === undefined ? {} : { chainHash }] },
        ...more,
      },
    }) as unknown as Request
  const said = (of: Request, actual = judged(true)) => {
    const told = withdrawalFeeOf(of, actual, parts())
    if (!('withdrawal' in told)) return null
    const { fee, feePayment, paidBy, chainHash } = told.withdrawal ?? {}
    return [fee, feePayment, paidBy?.userId ?? null, chainHash]
  }
  const [me, ana] = [ACCOUNT, user('ana')]

  it('is nothing where nothing leaves, or where it came to nothing', () => {
    expect(said(asked('final'), judged(false))).toBeNull()
    for (const state of ['revoked', 'dead'] as const) expect(said(asked(state))).toBeNull()
  })

  it('is that it comes later until the withdrawal is final', () => {
    byButton(FIRST, 'signed')
    for (const state of ['open', 'complete'] as const) expect(said(asked(state))).toEqual(['later', null, null, null])
  })

  it('is that it waits, with what was written for it and not signed', () => {
    expect(said(asked('final'))).toEqual(['waits', null, null, null])
    byButton(FIRST, 'written')
    expect(said(asked('final'))).toEqual(['waits', FIRST, null, null])
  })

  it('is whoever paid it: oneself once that is final, and until then it is being paid', () => {
    byButton(FIRST, 'signed')
    expect(said(asked('final'))).toEqual(['paying', FIRST, me, null])
    expect(said(asked('final', { feePaidBy: me }))).toEqual(['paying', FIRST, me, null])
    store.intents.payments.markFinal(FIRST)
    expect(said(asked('final'))).toEqual(['paid', FIRST, me, null])
  })

  it('is who was quicker, beside what was signed here, which is still to be ended', () => {
    const quicker = { feePaidBy: ana }
    expect(said(asked('final', quicker))).toEqual(['paid', null, ana, null])
    byButton(FIRST, 'written')
    expect(said(asked('final', quicker))).toEqual(['paid', null, ana, null])
    byButton(SECOND, 'signed')
    expect(said(asked('final', quicker))).toEqual(['paid', SECOND, ana, null])
  })

  it('is that it is paid, by nobody who is known, once the other chain has it', () => {
    expect(said(asked('final', {}, 'ff'))).toEqual(['paid', null, null, 'ff'])
    expect(said(asked('final', { feePaidBy: ana }, 'ff'))).toEqual(['paid', null, ana, 'ff'])
  })
})

describe('it is paid under', () => {
  /** The ids of which the service has something. */
  const next = (...known: readonly RequestId[]) => {
    const call = async (_: string, { params: { id } }: { readonly params: { readonly id: RequestId } }) => {
      if (!known.includes(id)) throw failure('remote.not_found', 'none')
      return { request_id: id, state: 'unspent' }
    }
    return nextFeeId(hash, { ...parts(), remote: { call } as unknown as Remote })
  }

  it('the first id until something was shown under it', async () => {
    expect(await next()).toBe(FIRST)
    byButton(FIRST, 'cancelled')
    expect(await next(FIRST)).toBe(FIRST)
  })

  it('the same id where the service has not what was shown under it, and else the next', async () => {
    byButton(FIRST, 'shown and cancelled')
    expect(await next()).toBe(FIRST)
    expect(await next(FIRST)).toBe(SECOND)
    byButton(SECOND, 'shown and cancelled')
    expect(await next(FIRST, SECOND)).toBe(THIRD)
  })

  it('no id under which something was signed, whatever the service says', async () => {
    byButton(FIRST, 'signed')
    expect(await next()).toBe(SECOND)
  })

  it('a key that follows from the withdrawal alone, or else another one', () => {
    const members = [ACCOUNT, user('ana')]
    const keysFor = (of: Hash) => sharedKeys({ hash: of, detail: { members } } as unknown as Request)
    const keys = keysFor(hash)
    expect(new Set(keys.map(({ hint }) => hint)).size).toBe(2)
    expect(keys.map((key) => key.members)).toEqual([members, members])
    const others = new Set(keysFor(hashOf('another')).map(({ hint }) => hint))
    expect(keys.some(({ hint }) => others.has(hint))).toBe(false)
  })
})
