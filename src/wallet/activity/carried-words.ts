import type { Hash, HolderId, Nanos, PendingDeposit } from '#contract/domain'
import { tagsOf } from '#contract/tags'
import { kernelAssetId } from '#protocol'
import type { RequestStore } from '../approvals/request-store.ts'
import type { Desk } from '../shared/desk.ts'
import { type DepositPlace, subjectOfDeposit, subjectOfPlace, subjectOfRequest } from '../shared/label-keys.ts'
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
type Waited = Pick<Desk, 'store' | 'self'>

/** A deposit that has been confirmed. */
interface Confirmed {
  /** Under what its words were kept until now. */
  readonly subject: string
  /** Under what earlier versions kept them. */
  readonly early: string
  /** The movement that it became. */
  readonly id: string
}

interface Come {
  readonly deposit: DepositPlace | null
  readonly kernel_asset_id: Hash
}

const confirmedAs = ({ deposit, kernel_asset_id: asset }: Come, id: string): Confirmed[] =>
  deposit === null ? [] : [{ subject: subjectOfDeposit(deposit, asset), early: subjectOfPlace(deposit), id }]

/** Deposits of the account itself that have come since, newest first. */
function* ofAccount({ store }: Kept, from: Nanos): Generator<Confirmed> {
  for (const snapshot of movements(store.cache.snapshots, { kind: 'deposit', from }))
    yield* confirmedAs(snapshot, `s:${snapshot.snapshot_id}`)
}

/** Those of a group, whose history is its coins. */
function* ofGroup({ store }: Kept, holder: HolderId, from: Nanos): Generator<Confirmed> {
  let before: number | undefined
  for (;;) {
    const page = store.cache.outputs.list({ holder, limit: PAGE, before })
    for (const output of page) yield* confirmedAs(output, `o:${output.output_id}`)
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

/** Under what the words of a deposit on its way are kept: as the asset that it is counted as. */
const subjectOfPending = (deposit: PendingDeposit): string =>
  subjectOfDeposit(placeOf(deposit), deposit.kernel_asset_id ?? (kernelAssetId(deposit.asset_id) as Hash)) // a formula

/** Where its words are looked for, which may be where an earlier version kept them. */
export const subjectsOfPending = (deposit: PendingDeposit): readonly [now: string, early: string] => [
  subjectOfPending(deposit),
  subjectOfPlace(placeOf(deposit)),
]

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
export function createCarriedWords(desk: Waited, requestStore: Pick<RequestStore, 'findByHash'>): { round(): void } {
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

  /** Those on their way, by where an earlier version kept their words. Of several that it held for one, nobody knows which was meant. */
  function byPlace(): ReadonlyMap<string, string> {
    const holders = [desk.self, ...desk.store.intents.groups.list()]
    const pending = holders.flatMap(({ id }) => desk.store.cache.deposits.listPending(id)).map(subjectsOfPending)
    const places = Map.groupBy(pending, ([, early]) => early)
    return new Map(
      [...places].flatMap(([early, found]) => {
        const [only, ...others] = new Set(found.map(([now]) => now))
        return only === undefined || others.length > 0 ? [] : [[early, only] as const]
      }),
    )
  }

  /** Earlier versions kept words under the id that the service gives a deposit while it arrives, or under its place alone. */
  function keptNow(subject: string, places: ReadonlyMap<string, string>): string {
    const deposit = depositAt(desk, subject)
    const now = deposit === undefined ? places.get(subject) : subjectOfPending(deposit)
    if (now === undefined) return subject
    carry(subject, now)
    return now
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
    const places = byPlace()
    const left = new Set(waiting.map(({ subject }) => keptNow(subject, places)))
    for (const { subject, early, id } of confirmedSince(desk, (oldest - WRITTEN_BEFORE) as Nanos)) {
      for (const from of [subject, early]) if (left.delete(from)) carry(from, id)
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
