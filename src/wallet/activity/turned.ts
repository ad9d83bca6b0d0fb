import { type Hash, type Holder, isPaidBy, type Nanos, type Output } from '#contract/domain'
import type { ActivityFilter, ActivityRow } from '#contract/ipc'
import { tagsOf } from '#contract/tags'
import { type Amount, decodeInscription, toAmount } from '#protocol'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { shownIntent } from '../payments/intent.ts'
import { estimate } from '../shared/fiat.ts'
import { subjectOfTurned } from '../shared/label-keys.ts'
import { assetOf } from './groups.ts'
import { labelOf, noteOf } from './rows.ts'
import { searchOf } from './search.ts'
import { paymentSubject } from './subject.ts'

/*
 * What an item gave back when it was released, and what it took when it was occupied: money that came and went although nobody paid anybody, so that
 * the service's history has no line of it. The coins tell it.
 */

type Turn = Extract<ActivityRow['kind'], 'release' | 'occupy'>

/** Money that an item turned into, or that turned into one. */
export interface Turned {
  readonly kind: Turn
  readonly hash: Hash
  /** The output that carried the item. */
  readonly output: Output
  /** Negative for what the item took. */
  readonly amount: Amount
  readonly at: Nanos
}

const PAGE = 500

/** All outputs that ever carried an item, newest first. */
function carriersOf({ store }: ApprovalsDesk, holder: Holder): Output[] {
  const found: Output[] = []
  for (let before: number | undefined; ; ) {
    const query = { holder: holder.id, isSpentToo: true, limit: PAGE }
    const page = store.cache.outputs.inscribed(before === undefined ? query : { ...query, before })
    found.push(...page)
    before = page.at(-1)?.sequence
    if (page.length < PAGE || before === undefined) return found
  }
}

interface Kept {
  readonly version: string
  readonly turned: readonly Turned[]
}
/** What was found for the holders of each open cache, while nothing that it depends on has changed. */
const kept = new WeakMap<ApprovalsDesk['store']['cache'], Map<Holder['id'], Kept>>()

/** Every time that money of a holder came of an item or became one. */
export function turnedOf(desk: ApprovalsDesk, holder: Holder): readonly Turned[] {
  const { cache, intents } = desk.store
  const version = [cache.outputs.version(), cache.snapshots.version(), intents.payments.version()].join(' ')
  const holders = kept.get(cache) ?? new Map<Holder['id'], Kept>()
  kept.set(cache, holders)
  const before = holders.get(holder.id)
  if (before?.version === version) return before.turned
  const turned = readTurned(desk, holder)
  holders.set(holder.id, { version, turned })
  return turned
}

function readTurned(desk: ApprovalsDesk, holder: Holder): Turned[] {
  const carriers = carriersOf(desk, holder)
  /** Items that transactions spent. */
  const spent = new Set(carriers.map((each) => `${each.signed_by} ${each.inscription_hash}`))
  return carriers.flatMap((carrier) => {
    const isCarriedOn = spent.has(`${carrier.transaction_hash} ${carrier.inscription_hash}`)
    const occupied = isCarriedOn ? undefined : occupiedBy(desk, holder, carrier)
    return [occupied, releasedFrom(desk, holder, carrier)].filter((each) => each !== undefined)
  })
}

/** A release makes more than the one output that an item goes on in, or an output that is money. */
function releasedFrom(desk: ApprovalsDesk, holder: Holder, carrier: Output): Turned | undefined {
  const { signed_by: hash, amount } = carrier
  if (carrier.state !== 'spent' || hash === null || !couldBe(desk, hash, 'release')) return undefined
  const moved = moneyIn(desk, hash)
  if (moved.some((each) => each > 0n)) return undefined
  const [made] = [0, 1].flatMap((index) => {
    const output = desk.store.cache.outputs.byTransaction(hash, index)
    return output !== undefined && isOf(output, holder) && output.inscription_hash === null ? output : []
  })
  // What was released into the hands of others came and left at once.
  if (made === undefined && !moved.some((each) => each < 0n)) return undefined
  const at = made?.created_at ?? carrier.spent_at ?? carrier.updated_at
  return { kind: 'release', hash, output: carrier, amount, at }
}

/** An item is taken by the first output of a transaction that says so, with money of whoever made it. */
function occupiedBy(desk: ApprovalsDesk, holder: Holder, carrier: Output): Turned | undefined {
  const { transaction_hash: hash, output_index: index, amount, created_at: at } = carrier
  if (index !== 0 || !isPaidBy(carrier, holder) || !saysOccupy(carrier) || !couldBe(desk, hash, 'occupy'))
    return undefined
  if (moneyIn(desk, hash).some((each) => each < 0n)) return undefined
  return { kind: 'occupy', hash, output: carrier, amount: toAmount(-amount), at }
}

/** What this wallet asked for itself is that, whatever its coins are said to be since. Who only signs for a group keeps no such word of it. */
function couldBe({ store }: ApprovalsDesk, hash: Hash, kind: Turn): boolean {
  const payment = store.intents.payments.summaryByTransaction(hash)
  const act = payment === undefined ? undefined : shownIntent(payment).act
  return act === undefined ? payment === undefined || payment.kind === 'multisig' : act.kind === kind
}

/** What of a transaction the history has as money already. */
const moneyIn = ({ store }: ApprovalsDesk, hash: Hash): bigint[] =>
  store.cache.snapshots.byTransaction(hash).flatMap((each) => (each.inscription_hash === null ? each.amount : []))

const isOf = (output: Output, { membersHash, threshold }: Holder): boolean =>
  output.receivers_hash === membersHash && output.receivers_threshold === threshold

function saysOccupy({ extra }: Output): boolean {
  try {
    return decodeInscription(extra)?.operation === 'occupy'
  } catch {
    return false
  }
}

/** The same as movements of an account, as far as a filter wants them. A group's history has them of its coins. */
export function turnedRows(desk: ApprovalsDesk, turned: readonly Turned[], filter: ActivityFilter): ActivityRow[] {
  const { passes } = searchOf(filter, (row) => noteOf(desk, row))
  return turned.map((each) => turnedRow(desk, each)).filter((row) => passes(row))
}

const labelsOf = (desk: ApprovalsDesk, { id, hash }: Pick<ActivityRow, 'id' | 'hash'>) =>
  labelOf(desk, subjectOfTurned(id), paymentSubject(desk, hash))

/** Those of an account's own that its journal did not make, newest first: what it made has a line of its own. */
export const turnedElsewhere = (desk: ApprovalsDesk): ActivityRow[] =>
  turnedOf(desk, desk.self)
    .filter(({ hash }) => desk.store.intents.payments.summaryByTransaction(hash) === undefined)
    .map((each) => turnedRow(desk, each))

function turnedRow(desk: ApprovalsDesk, { kind, hash, output, amount, at }: Turned): ActivityRow {
  const asset = assetOf(output, desk)
  // One output may be occupied and released; a transaction occupies one item.
  const id = kind === 'occupy' ? `i:${hash}` : `i:${output.output_id}`
  const { labels } = desk.store.intents
  const subjects = [subjectOfTurned(id), paymentSubject(desk, hash)]
  return {
    ...{ id, kind, direction: amount > 0n ? 'in' : 'out', asset, amount },
    fiat: estimate(amount, asset.priceUsd, desk.rate()),
    party: { kind: 'self' },
    memoText: null,
    label: labelsOf(desk, { id, hash }).label,
    tags: tagsOf(subjects.flatMap((subject) => (subject === null ? [] : (labels.get(subject)?.tags ?? [])))),
    ...{ at, money: 'final', hash, confirmations: null, inscription: null },
  }
}
