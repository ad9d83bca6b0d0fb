import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import { hashMembers, parseAmount, toAmount } from '#protocol'
import { type Member, newMember, newTeam, sees, signing, type Team, watching } from '../support/cosigners.ts'
import { BTC, order } from '../support/localnet.ts'
import { coded, sharedNetwork } from '../support/wallet.ts'
import { foreignRequest } from './foreign-request.ts'

/* What the service says of a request anew while a person agrees to it: nothing is signed but what was shown. */

const network = sharedNetwork()
let team: Team<[Member, Member]>
let ana: Member
let ben: Member
let shop: Member
/** What happens while Ben's key signs. */
let whileSigning: (() => void) | undefined

beforeAll(async () => {
  const signed: string[] = []
  const wrapVault = watching((hash) => {
    signed.push(hash)
    whileSigning?.()
  })
  team = await newTeam(network, ['Ana', 'Ben'], 2, Array<string>(4).fill('1'), [{}, { wrapVault }])
  ana = team.members[0]
  ben = { ...team.members[1], signed: () => signed.length }
  shop = await newMember(network, 'Shop')
})
beforeEach(() => {
  ben.line.faults.length = 0
})

/** A request of another program whose keys nothing confirms, which Ben has accepted by name. */
async function asked(): Promise<RequestId> {
  const members = team.members.map(({ account }) => account)
  const { id } = await foreignRequest(ana, {
    ...{ network, holder: team.holder, members, senders: true },
    hint: () => randomUUID(),
    outputs: (spent) => [
      { amount: parseAmount('0.1'), to: [shop.account] },
      { amount: toAmount(spent - parseAmount('0.1')), to: members, threshold: 2 },
    ],
  })
  await sees(ben, id)
  return id
}

interface Told {
  readonly receivers: { members: readonly UserId[]; members_hash: string }[]
}

describe('between the look and the signature', () => {
  const refused = async (requestId: RequestId, meanwhile: () => unknown) => {
    const { wallet, account } = ben
    const review = await wallet.calls['approvals.review']({ account, requestId })
    expect(review.canSign).toBe(true)
    await meanwhile()
    const before = ben.signed()
    for (const way of ['approvals.sign', 'approvals.signOffline'] as const) {
      await expect(wallet.calls[way](signing(account, review))).rejects.toThrow(coded('wallet.review_changed'))
    }
    expect(ben.signed()).toBe(before)
    ben.line.faults.length = 0
    await wallet.calls['approvals.unlock']({ account, requestId, passphrase: null })
  }

  it('another recipient of the same keys is named', async () => {
    const members = [ana.account]
    await refused(await asked(), () =>
      ben.line.faults.push({
        path: /^\/safe\/multisigs\/[0-9a-f-]+$/,
        times: Number.POSITIVE_INFINITY,
        act: ({ receivers: [first, ...others], ...record }: Told) => ({
          ...record,
          receivers: [{ ...first, members, members_hash: hashMembers(members) }, ...others],
        }),
      }),
    )
  })

  it('another purpose is named', async () => {
    const id = await asked()
    const address = 'bc1qc7ndtvmq0cuj9wqg2n37vkqqdlqcfy8a9y9zpw'
    const transaction = { asset_id: BTC, recipients: [{ address, amount: '0.75' }], note: '' }
    const safe = { id: randomUUID(), name: 'Cold', address, role: 'member', operation: { transaction } }
    await refused(id, () => order(network, 'proposals', { request_id: id, safe }))
  })

  it('a coin of it is frozen while the service is asked for the last time', async () => {
    const requestId = await asked()
    const { wallet, account } = ben
    const review = await wallet.calls['approvals.review']({ account, requestId })
    const outputs = review.transaction.inputs.map(({ outputId }) => outputId)
    let frozen: Promise<unknown> | undefined
    ben.line.faults.push({
      path: /^\/safe\/outputs\/[0-9a-f-]+$/,
      act: (output: object) => {
        frozen = wallet.calls['coins.freeze']({ account, holder: team.holder, outputs, reason: 'kept' })
        return output
      },
      times: 1,
    })
    const before = ben.signed()
    await expect(wallet.calls['approvals.sign'](signing(account, review))).rejects.toThrow(
      coded('wallet.review_changed'),
    )
    await frozen
    expect(ben.signed()).toBe(before)
    expect(await wallet.calls['payments.open']({ account, holder: team.holder })).toEqual([])
    await wallet.calls['coins.unfreeze']({ account, holder: team.holder, outputs })
  })

  it('a coin of it is frozen while it is being signed: what was made is neither kept nor sent', async () => {
    const requestId = await asked()
    const { wallet, account } = ben
    const review = await wallet.calls['approvals.review']({ account, requestId })
    const outputs = review.transaction.inputs.map(({ outputId }) => outputId)
    let frozen: Promise<unknown> | undefined
    whileSigning = () => {
      frozen = wallet.calls['coins.freeze']({ account, holder: team.holder, outputs, reason: 'kept' })
    }
    await expect(wallet.calls['approvals.sign'](signing(account, review))).rejects.toThrow(
      coded('wallet.review_changed'),
    )
    whileSigning = undefined
    await frozen
    expect(await wallet.calls['payments.open']({ account, holder: team.holder })).toEqual([])
    expect((await wallet.calls['approvals.review']({ account, requestId })).request.signedByMe).toBe(false)
    await wallet.calls['coins.unfreeze']({ account, holder: team.holder, outputs })
  })
})
