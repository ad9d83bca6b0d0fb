import { formatTime, MINUTE, type Nanos, parseTime, type Snapshot, type SnapshotId } from '#contract/domain'
import { broken } from '#contract/errors'
import {
  barrenPages,
  historyOffset,
  PAGE_SIZE,
  type PageLengths,
  pageLengths,
  type Step,
  stepSnapshots,
} from './paging.ts'
import { eachPage, inPieces, type RoundDeps, readPage } from './readers.ts'

/** Hex digits of a memo that is not worth reading again in each round. */
const LONG_MEMO = 100_000

/** So much later than others of the same time a movement may come into the service's list. */
const LATE: bigint = 10n * MINUTE

/**
 * History since the last known time. The last known snapshot is asked for again each time, in case an offset is exclusive
 * and another one has its time; when its memo is long, only if `again` says so. That also asks for what came late, before the last known time.
 * `foreign` hears of each page that tells of a spend made elsewhere, whatever becomes of the pages after it.
 */
export async function readHistory(deps: RoundDeps, again: boolean, foreign: () => void): Promise<void> {
  const { snapshots } = deps.cache
  const newest = newestIn(deps)
  const long = newest !== undefined && newest.memo.length > LONG_MEMO
  const lengths = pageLengths(long && again)
  const begin = beginOf(deps, { again, long, newest: newest?.created_at ?? null })
  const barren = barrenPages()
  await eachPage(
    deps,
    async (before: HistoryPage | null) => {
      const read =
        before === null ? await askFirst(deps, lengths, begin, again) : await askOn(deps, lengths, before, again)
      return barren.areEnough() ? { ...read, step: { ...read.step, more: false } } : read
    },
    async ({ page, step }, shared) => {
      let bringsOurs = false
      await inPieces(deps, page, (piece, isLast) => {
        const own = ownIn(deps, piece)
        bringsOurs ||= own.some((snapshot) => isInPlace(deps, snapshot))
        const last = own.at(-1)
        // Where a time goes on behind a piece, what is left of it is asked for again: history is read from before the last known time.
        const cursor = isLast && last === piece.at(-1) ? step.cursor : (last?.created_at ?? null)
        if (cursor === null || own.length === 0) return
        const inserted = snapshots.applyPage({ snapshots: own, cursor: formatTime(cursor), shared })
        if (hasForeignSpend(deps, own, inserted)) foreign()
      })
      barren.saw(bringsOurs)
    },
  )
}

/** New, or known with this very time: one that is told of with later and later times says nothing, and would never end. */
function isInPlace({ cache: { snapshots } }: RoundDeps, { snapshot_id: id, created_at: at }: Snapshot): boolean {
  const known = snapshots.get(id)
  return known === undefined || known.created_at === at
}

/** What somebody else received or sent is no history of this account. */
function ownIn({ account, suspicious }: RoundDeps, piece: readonly Snapshot[]): readonly Snapshot[] {
  const own = piece.filter(({ user_id }) => user_id === account)
  if (own.length < piece.length) suspicious('sync.history_foreign', { count: piece.length - own.length })
  return own
}

const newestIn = ({ cache }: RoundDeps, to: Nanos | null = null): Snapshot | undefined =>
  cache.snapshots.list({ filter: { to }, cursor: null, limit: 1 }).snapshots[0]

/** Where history is asked for: behind the last known time, and nanoseconds added to the usual offset. */
interface HistoryPlace {
  readonly cursor: Nanos | null
  readonly past: bigint
  /** The last that is known, which a list from here on cannot begin behind. */
  readonly known: Nanos | null
}

/** More movements than so many that are still to come show that the clock here is behind, not that the service is wrong. */
const AHEAD_MOST = 20

/** A time that is still to come is not believed to be the last: what is read goes on before it. */
function beginOf(
  deps: RoundDeps,
  { again, long, newest }: { readonly again: boolean; readonly long: boolean; readonly newest: Nanos | null },
): HistoryPlace {
  const text = deps.cache.snapshots.cursor()
  const stored = text === null ? null : parseTime(text)
  const isAhead = stored !== null && hasFewAhead(deps, stored)
  const cursor = isAhead ? (newestIn(deps, deps.now())?.created_at ?? null) : stored
  // Behind one that is still to come a list begins wherever it begins.
  const known = isAhead ? cursor : newest
  if (!again || cursor === null) return { cursor, past: long && !isAhead ? 1n : 0n, known }
  return { cursor: (cursor - LATE) as Nanos, past: 0n, known } // a span before a time
}

/** Whether some movements are still to come, few enough to be read again in each round. */
function hasFewAhead({ cache, now }: RoundDeps, stored: Nanos): boolean {
  const from = now()
  if (stored <= from) return false
  const { snapshots } = cache.snapshots.list({ filter: { from }, cursor: null, limit: AHEAD_MOST + 1 })
  return snapshots.length <= AHEAD_MOST
}

interface HistoryPage {
  readonly page: readonly Snapshot[]
  readonly step: Step<Snapshot, Nanos | null>
  readonly next: HistoryPlace
  /** What was asked for holds what is known last, and this does not. */
  readonly isLost: boolean
}

const passesBy = () => broken('snapshots-offset', 'a list of history begins too late')

/** Behind what was read a list may end, but not begin later. */
async function askOn(deps: RoundDeps, lengths: PageLengths, before: HistoryPage, again: boolean): Promise<HistoryPage> {
  const read = await askHistory(deps, lengths, before.next, again)
  if (read.isLost && read.page.length > 0) throw passesBy()
  return read
}

/** So many movements further back it is asked where what is known last is not there any more. */
const FURTHER_BACK = [1, 20, PAGE_SIZE]

/**
 * The first page. Where what is known last is not in it, its time was false, then or now, and what is new may be passed by: then it is read from an
 * earlier movement that is there, in the end from the very first. An empty answer may only be late, so that is asked for only with what is compared.
 */
async function askFirst(deps: RoundDeps, lengths: PageLengths, begin: HistoryPlace, again: boolean) {
  const first = await askHistory(deps, lengths, begin, again)
  if (!first.isLost || (first.page.length === 0 && !again)) return first
  let last = begin.known
  for (const count of FURTHER_BACK) {
    const earlier = deps.cache.snapshots
      .list({ filter: { to: begin.known }, cursor: null, limit: count })
      .snapshots.at(-1)
    if (earlier === undefined || earlier.created_at === last) break
    last = earlier.created_at
    const read = await askHistory(deps, lengths, { cursor: last, past: 0n, known: last }, again)
    if (!read.isLost) return read
  }
  const whole = await askHistory(deps, lengths, { cursor: null, past: 0n, known: null }, again)
  const [oldest] = whole.page
  if (oldest !== undefined && newestIn(deps, oldest.created_at) === undefined) return whole
  if (first.page.length > 0) throw passesBy()
  return first
}

async function askHistory(
  deps: RoundDeps,
  lengths: PageLengths,
  place: HistoryPlace,
  again: boolean,
): Promise<HistoryPage> {
  const { cursor, past, known } = place
  const from = historyOffset(cursor)
  const { page, limit } = await readPage(deps, lengths, (length, line) =>
    deps.remote.call(
      'snapshots.list',
      { query: { limit: length, order: 'ASC', ...(from === null ? {} : { offset: (from + past) as Nanos }) } },
      line,
    ),
  )
  const isLost = past === 0n && known !== null && page.every(({ created_at }) => created_at > known)
  const step = stepSnapshots(cursor, page)
  lengths.read(Math.min(page.length, limit))
  if (step.more) return { page, step, isLost, next: { cursor: step.cursor, past: 0n, known: step.cursor } }
  // Behind the time that is passed over nothing of that time can be: who tells of it all the same answers the same to whatever is asked.
  const isFull = page.length >= limit && past <= 1n
  // More of one time than a page or an answer holds: the rest of that time cannot be asked for, what comes after can.
  const passesOver = isFull && lengths.limit() <= limit
  if (passesOver) deps.suspicious('sync.history_passed_over', { count: limit })
  // What is known last may be all that a page is given: what comes after it is asked for alone, though not in each round.
  const asksBehind = again && past <= 1n && page.length > 0 && !isFull
  return {
    ...{ page, isLost },
    step: { ...step, more: isFull || asksBehind },
    next: { ...place, cursor: step.cursor, past: past + (passesOver || asksBehind ? 1n : 0n) },
  }
}

/** Whether new snapshots tell of money that went out and that this journal did not send. */
function hasForeignSpend({ ownAmong }: RoundDeps, page: readonly Snapshot[], inserted: readonly SnapshotId[]): boolean {
  const fresh = new Set(inserted)
  const spends = page.filter(({ snapshot_id, amount }) => amount < 0n && fresh.has(snapshot_id))
  if (spends.length === 0) return false
  const hashes = spends.map(({ transaction_hash: hash }) => hash)
  const own = ownAmong(hashes)
  return hashes.some((hash) => !own.has(hash))
}
