import type { HolderId, RequestId } from '#contract/domain'
import {
  decodeTransaction,
  encodeScript,
  encodeTransaction,
  parseAmount,
  type Transaction,
  toAmount,
  transactionHash,
} from '#protocol'
import { signing } from '../support/cosigners.ts'
import { groupOf } from '../support/group.ts'
import { BTC, ETH } from '../support/localnet.ts'
import { approve, prepare, released, rounds, type Victim, type VictimOptions } from '../support/victim.ts'
import { has, paying, toUser } from '../support/wallet.ts'
import type { RequestReview } from '../support/worded.ts'
import { told } from './paying.ts'
import { type Attack, hold, type Stage, sameId } from './stage.ts'

/* What a service tells a member of a group about a request that he is asked to sign. */

export const RECORD = /^GET \/safe\/multisigs\/[^/]+$/
export const SIGN = /^POST \/safe\/multisigs\/[^/]+\/sign$/
export const STATUS = /^GET \/safe\/transactions\/[^/]+$/
const HASH = 'ab'.repeat(32)
const KEY = '5866666666666666666666666666666666666666666666666666666666666666'

export type Wire = Record<string, unknown> & {
  request_id: string
  transaction_hash: string
  raw_transaction: string
  receivers: { members: string[]; members_hash: string; threshold: number }[]
  views: string[]
  signers: string[]
  amount: string
}

export interface Pair {
  readonly ana: Victim
  readonly bob: Victim
  readonly holder: HolderId
}

/** Two who hold money together; Ana is on an honest line, Bob is the one who is lied to. */
export async function pair(stage: Stage, bobs: Partial<VictimOptions> = {}): Promise<Pair> {
  const [ana, bob] = [
    await stage.victim({ name: 'Ana', coins: [] }),
    await stage.victim({ name: 'Bob', coins: [], ...bobs }),
  ]
  const group = await groupOf(stage.net, [ana.person, bob.person], 2, BTC)
  await group.fund('1')
  let holder: HolderId | undefined
  for (const { wallet, account } of [ana, bob]) {
    const made = await wallet.calls['groups.create']({
      account,
      name: 'Treasury',
      members: [ana.account, bob.account],
      threshold: 2,
    })
    holder = made.holder
  }
  if (holder === undefined) throw new Error('no group')
  for (const { wallet, account } of [ana, bob]) await has(wallet, account, BTC, '1', holder)
  return { ana, bob, holder }
}

export async function ask(stage: Stage, { ana, holder }: Pair, amount = '0.4'): Promise<RequestId> {
  const input = paying(ana.account, BTC, [toUser(stage.shop.id, amount)], { holder })
  const review = await prepare(ana, input)
  await approve(ana, review)
  await ana.wallet.until(
    () => ana.wallet.calls['payments.read']({ account: ana.account, paymentId: review.paymentId }),
    ({ state }) => state === 'accepted',
  )
  return review.paymentId
}

export async function seen({ bob }: Pair, requestId: RequestId): Promise<boolean> {
  for (let times = 0; times < 15; times += 1) {
    await rounds(bob, 1)
    const { requests: list } = await bob.wallet.calls['approvals.list']({ account: bob.account, holder: null })
    if (list.some((each) => each.requestId === requestId)) return true
  }
  return false
}

export async function reviewed({ bob }: Pair, requestId: RequestId): Promise<RequestReview | undefined> {
  try {
    return await bob.wallet.calls['approvals.review']({ account: bob.account, requestId })
  } catch (error) {
    told(error)
    return undefined
  }
}

/** What a request may do to the money of the group. */
export function judgeGroup({ ledger, shop }: Stage, { ana, bob }: Pair, wishes: number): void {
  const group = [ana.account, bob.account]
  const sent = ledger.sentBy(group, 2)
  hold(sent.length <= wishes, `the group paid ${sent.length} times`)
  for (const { outputs } of sent) {
    for (const { members } of outputs) {
      hold(
        sameId(members, group) || sameId(members, [shop.id]),
        'money of the group reached somebody who was not meant',
      )
    }
  }
}

type Alter = (record: Wire, stage: Stage) => Partial<Wire>

const bytes =
  (change: (transaction: Transaction) => Transaction, adjust = true): Alter =>
  ({ raw_transaction }) => {
    const raw = encodeTransaction(change(decodeTransaction(raw_transaction)))
    return { raw_transaction: raw, ...(adjust ? { transaction_hash: transactionHash(raw) } : {}) }
  }
const output = (at: number, change: Partial<Transaction['outputs'][number]>, adjust = true) =>
  bytes(
    (transaction) => ({
      ...transaction,
      outputs: transaction.outputs.map((each, index) => (index === at ? { ...each, ...change } : each)),
    }),
    adjust,
  )
const receiver =
  (at: number, change: (stage: Stage) => object): Alter =>
  ({ receivers }, stage) => ({
    receivers: receivers.map((each, index) => (index === at ? { ...each, ...change(stage) } : each)),
  })

const FIELDS: readonly (readonly [string, Alter, quick?: boolean])[] = [
  ['a smaller amount', () => ({ amount: '0.01' }), true],
  ['one unit more', () => ({ amount: '0.40000001' })],
  ['another asset id', () => ({ asset_id: ETH })],
  ['another kernel asset', () => ({ kernel_asset_id: HASH })],
  ['a memo', () => ({ extra: 'beef' })],
  ['other senders', () => ({ senders_hash: HASH })],
  ['a threshold of one', () => ({ senders_threshold: 1 })],
  ['another hash', () => ({ transaction_hash: HASH })],
  ['another request id', () => ({ request_id: '7d3f6c1e-2f5b-4a53-8a55-0d3c1f1e9a01' })],
  ['the thief as receiver', receiver(0, ({ thief }) => ({ members: [thief.id] }))],
  ['a receiver of another hash', receiver(0, () => ({ members_hash: HASH })), true],
  ['a receiver who needs two', receiver(0, () => ({ threshold: 2 }))],
  ['change to one alone', receiver(1, () => ({ threshold: 1 }))],
  ['change of another hash', receiver(1, () => ({ members_hash: HASH }))],
  ['receivers turned around', ({ receivers }) => ({ receivers: receivers.toReversed() })],
  ['no scalars', () => ({ views: [] })],
  ['the scalar one', ({ views }) => ({ views: views.map(() => `01${'00'.repeat(31)}`) })],
  ['a scalar of all ones', ({ views }) => ({ views: views.map(() => 'ff'.repeat(32)) })],
  ['an item', () => ({ inscription_hash: HASH })],
  ['bytes that pay more', output(0, { amount: toAmount(parseAmount('0.9')) })],
  ['bytes that pay more under the old hash', output(0, { amount: toAmount(parseAmount('0.9')) }, false)],
  ['bytes that pay another key', output(0, { keys: [KEY] })],
  ['bytes that pay another key under the old hash', output(0, { keys: [KEY] }, false), true],
  ['bytes with another mask', output(0, { mask: KEY })],
  ['bytes whose change is one key', output(1, { keys: [KEY] })],
  ['bytes whose change needs one signature', output(1, { script: encodeScript(1) })],
  ['bytes whose change needs 64 signatures', output(1, { script: encodeScript(64) })],
  [
    'bytes that give the change away',
    bytes((transaction) => ({ ...transaction, outputs: transaction.outputs.slice(0, 1) })),
  ],
  ['bytes with a memo', bytes((transaction) => ({ ...transaction, extra: 'beef' }))],
  ['bytes with a reference', bytes((transaction) => ({ ...transaction, references: [HASH] }))],
  ['bytes of another asset', bytes((transaction) => ({ ...transaction, asset: HASH }))],
  [
    'bytes with outputs turned around',
    bytes((transaction) => ({ ...transaction, outputs: transaction.outputs.toReversed() })),
  ],
  [
    'bytes that spend another coin',
    bytes((transaction) => ({ ...transaction, inputs: transaction.inputs.map((each) => ({ ...each, hash: HASH })) })),
  ],
  ['bytes that are cut', ({ raw_transaction }) => ({ raw_transaction: raw_transaction.slice(0, -8) })],
  ['no bytes', () => ({ raw_transaction: '' })],
]

/** Bob knows the request as it is; then the record comes back altered, and he signs whatever lets itself be signed. */
const field = ([name, alter, quick = false]: (typeof FIELDS)[number]): Attack => ({
  name: `request: the record comes back with ${name}`,
  point: '2',
  quick,
  async run(stage) {
    const team = await pair(stage)
    const requestId = await ask(stage, team)
    hold(await seen(team, requestId), 'an honest request is not found')
    const { bob } = team
    bob.proxy.lies.push({ at: RECORD, tell: (record: Wire) => ({ ...record, ...alter(record, stage) }) })
    const review = await reviewed(team, requestId)
    if (review !== undefined) await sign(team, review)
    const before = new Set(released(bob))
    const true_ = review?.transaction.hash
    hold(before.size === 0 || (before.size === 1 && review?.request.hash === true_), 'signed what is not on the record')
    judgeGroup(stage, team, 1)
    bob.proxy.lies.length = 0
    await rounds(bob, 2)
    const after = await reviewed(team, requestId)
    hold(after !== undefined, 'the request cannot be read any more although the service is honest again')
  },
})

export async function sign({ bob }: Pair, review: RequestReview): Promise<boolean> {
  try {
    await bob.wallet.calls['approvals.sign'](signing(bob.account, review))
    return true
  } catch (error) {
    told(error)
    return false
  }
}

/** Two requests over one coin: one can be paid, and Bob, who signed it, does not sign the other. */
const twice: Attack = {
  name: 'request: the coin of one that Bob reads is spent by another that he signs first',
  point: '2.4',
  async run(stage) {
    const team = await pair(stage)
    const group = await groupOf(stage.net, [team.ana.person, team.bob.person], 2, BTC)
    const first = await ask(stage, team)
    // Another member's program asks over the same coin, since nothing holds it before somebody signed at the service.
    const other = await group.ask('0.3', stage.thief.id).catch(() => undefined)
    hold(await seen(team, first), 'an honest request is not found')
    const review = await reviewed(team, first)
    if (review !== undefined) hold(await sign(team, review), 'an honest request cannot be signed')
    await stage.net.blocks(1)
    if (other !== undefined && (await seen(team, other.request_id))) {
      const second = await reviewed(team, other.request_id)
      if (second !== undefined) await sign(team, second)
    }
    await stage.net.blocks(1)
    judgeGroup(stage, team, 1)
    hold(released(team.bob).size <= 1, 'signed for one coin twice')
  },
}

export const groupAttacks: readonly Attack[] = [...FIELDS.map(field), twice]
