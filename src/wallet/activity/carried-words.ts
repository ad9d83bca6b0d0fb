import type { Hash, HolderId, Nanos, PendingDeposit } from '#contract/domain'
import { tagsOf } from '#contract/tags'
import type { RequestStore } from '../approvals/request-store.ts'
import type { Desk } from '../shared/desk.ts'
import { type DepositPlace, subjectOfDeposit, subjectOfRequest } from '../shared/label-keys.ts'
import { movements } from '../shared/movements.ts'

/*
 * What moves may be named anew: a deposit has one id while it arrives and another one once it has come, and what a group paid is named by its
 * transaction until the request for it is known. What its owner wrote about the one is about the other.
 */

const PAGE = 500
const DAY: bigint = 86_400_000_000_000n
/** Words may have been brought here from a computer where they were written some time before. */
const WRITTEN_BEFORE = 30n * DAY

type Kept = Pick<Desk, 'store'>

/** A deposit that has been confirmed. */
interface Confirmed {
  /** Under what its words were kept until now. */
  readonly subject: string
  /** The movement that it became. */
  readonly id: string
}

const confirmedAs = (place: DepositPlace | null, id: string): Confirmed[] =>
  place === null ? [] : [{ subject: subjectOfDeposit(place), id }]

/** Deposits of the account itself that have come since, newest first. */
function* ofAccount({ store }: Kept, from: Nanos): Generator<Confirmed> {
  for (const { deposit, snapshot_id: id } of movements(store.cache.snapshots, { kind: 'deposit', from }))
    yield* confirmedAs(deposit, `s:${id}`)
}

/** Those of a group, whose history is its coins. */
function* ofGroup({ store }: Kept, holder: HolderId, from: Nanos): Generator<Confirmed> {
  let before: number | undefined
  for (;;) {
    const page = store.cache.outputs.list({ holder, limit: PAGE, before })
    for (const { deposit, output_id: id } of page) yield* confirmedAs(deposit, `o:${id}`)
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE || last.created_at < from) return
    before = last.sequence
  }
}

function* confirmedSince(desk: Kept, from: Nanos): Generator<Confirmed> {
  yield* ofAccount(desk, from)
  for (const { id } of desk.store.intents.groups.list()) yield* ofGroup(desk, id, from)
}

const placeOf = ({ transaction_hash, output_index }: PendingDeposit): DepositPlace => ({
  deposit_hash: transaction_hash,
  deposit_index: output_index,
})

/** Under what the words of a deposit on its way are kept. */
export const subjectOfPending = (deposit: PendingDeposit): string => subjectOfDeposit(placeOf(deposit))

/** The deposit that an id names, on its way or come lately. */
export const depositAt = ({ store }: Kept, id: string): PendingDeposit | undefined =>
  id.startsWith('d:') ? store.cache.deposits.get(id.slice(2) as PendingDeposit['deposit_id']) : undefined // unknown ids give nothing

/** The id of the movement that a deposit became, by the one that it had before; null for anything else. */
export function confirmedId(desk: Kept, id: string): string | null {
  const deposit = depositAt(desk, id)
  if (deposit === undefined) return null
  const subject = subjectOfPending(deposit)
  for (const confirmed of confirmedSince(desk, (deposit.created_at - DAY) as Nanos))
    if (confirmed.subject === subject) return confirmed.id
  return null
}

/** Under what words are kept that are given to a movement. */
export function subjectAt(desk: Kept, id: string): string {
  const deposit = depositAt(desk, id)
  return deposit === undefined ? id : (confirmedId(desk, id) ?? subjectOfPending(deposit))
}

/** Carries words along. */
export function createCarriedWords(desk: Kept, requestStore: Pick<RequestStore, 'findByHash'>): { round(): void } {
  const { labels, requests } = desk.store.intents
  const { snapshots, outputs } = desk.store.cache
  let seen = ''

  function carry(subject: string, id: string): void {
    const [from, to] = [labels.get(subject), labels.get(id)]
    if (from === undefined) return
    // What was written there since stays.
    labels.set(id, to?.label || from.label, to?.note || from.note)
    labels.setTags(id, tagsOf([...(to?.tags ?? []), ...from.tags]))
    labels.set(subject, '', '')
    labels.setTags(subject, [])
  }

  /** Earlier versions kept words under the id that the service gives a deposit while it arrives. */
  function keptByPlace(subject: string): string {
    const deposit = depositAt(desk, subject)
    if (deposit === undefined) return subject
    carry(subject, subjectOfPending(deposit))
    return subjectOfPending(deposit)
  }

  function carryToRequests(): void {
    for (const { subject } of labels.ofKind('t')) {
      const request = requestStore.findByHash(subject.slice(2) as Hash) // what is kept under `t:` is one
      if (request !== undefined) carry(subject, subjectOfRequest(request.id))
    }
  }

  function carryToConfirmed(): void {
    const waiting = labels.ofKind('d')
    if (waiting.length === 0) return
    const oldest = waiting.reduce(
      (least, { updatedAt }) => (updatedAt < least ? updatedAt : least),
      waiting[0]?.updatedAt ?? 0n,
    )
    const left = new Set(waiting.map(({ subject }) => keptByPlace(subject)))
    for (const { subject, id } of confirmedSince(desk, (oldest - WRITTEN_BEFORE) as Nanos)) {
      if (left.delete(subject)) carry(subject, id)
      if (left.size === 0) break
    }
  }

  const versions = (): string => [labels, requests, snapshots, outputs].map((each) => each.version()).join(' ')

  return {
    /** Called when history and coins have just been read. */
    round() {
      if (versions() === seen) return
      carryToRequests()
      carryToConfirmed()
      seen = versions()
    },
  }
}
