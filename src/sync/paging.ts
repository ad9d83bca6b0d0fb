import type { Nanos, Output, OutputId, PendingDeposit, Snapshot } from '#contract/domain'
import { broken, type ErrorCode } from '#contract/errors'

/** Largest page that the service gives. */
export const PAGE_SIZE = 500
export const MAX_PAGES = 10_000
/** A page of this length fits an answer whatever its rows carry, and holds more than the row that an offset repeats. */
export const SHORTEST_PAGE = 2
/** By how much a page becomes shorter at a time. */
const SHORTER = 8

export type PageLengths = ReturnType<typeof pageLengths>

/**
 * How many rows of a list to ask for. After a page that was too large come shorter ones, until as many rows are read as it
 * would have held; so a few long memos do not make the rest of a list slow. `short`: the first rows are known to be long.
 */
export function pageLengths(short = false) {
  const stretches = short ? [{ limit: SHORTEST_PAGE, left: SHORTEST_PAGE }] : []
  const limit = (): number => stretches.at(-1)?.limit ?? PAGE_SIZE
  let shortened = false
  return {
    limit,
    /** Answers whether there is a shorter page to ask for. */
    shorten(): boolean {
      const left = limit()
      if (left <= SHORTEST_PAGE) return false
      stretches.push({ limit: Math.max(SHORTEST_PAGE, Math.ceil(left / SHORTER)), left })
      shortened = true
      return true
    },
    read(rows: number): void {
      for (const stretch of stretches) stretch.left -= rows
      while ((stretches.at(-1)?.left ?? 1) <= 0) stretches.pop()
    },
    /** Whether any page was too large. */
    wasShortened: (): boolean => shortened,
  }
}

/** Full ones have 5,000 rows: nobody tells so much of others, or again and again of the same, before there is more of one's own. */
const BARREN_MOST = 10

export type BarrenPages = ReturnType<typeof barrenPages>

/** Pages of a list one after the other that brought nothing of ours: a list that goes on and on like that is left, wherever it would end. */
export function barrenPages() {
  let inARow = 0
  return {
    saw(bringsOurs: boolean): void {
      inARow = bringsOurs ? 0 : inARow + 1
    },
    areEnough: (): boolean => inARow >= BARREN_MOST,
  }
}

export interface Step<Row, Cursor> {
  readonly fresh: readonly Row[]
  readonly cursor: Cursor
  /** Whether another page may hold more. */
  readonly more: boolean
}

/**
 * What a page of outputs in ascending sequence adds to a cursor. Rows up to the cursor are repeats of an inclusive offset. A page that is short is
 * not the last: rows may have been left out of it, or the service gives fewer than it was asked for. The one that adds nothing is.
 * Throws `remote.malformed` when sequences do not rise, since a cursor over such a list could pass an output by.
 */
export function stepOutputs(cursor: number, page: readonly Output[]): Step<Output, number> {
  const seen = new Set<OutputId>()
  const unique = page.filter((output) => !seen.has(output.output_id) && seen.add(output.output_id))
  let last = -1
  for (const { sequence } of unique) {
    if (sequence <= last) throw broken('outputs-order', 'sequences of outputs do not rise')
    last = sequence
  }
  const fresh = unique.filter((output) => output.sequence > cursor)
  return { fresh, cursor: Math.max(cursor, last), more: fresh.length > 0 }
}

/** Where to ask for history from: a nanosecond before the last known, because an offset may be exclusive. */
export function historyOffset(cursor: Nanos | null): Nanos | null {
  return cursor === null ? null : ((cursor - 1n) as Nanos)
}

/** What a page of history in ascending time adds. Throws `remote.malformed` when times fall. */
export function stepSnapshots(cursor: Nanos | null, page: readonly Snapshot[]): Step<Snapshot, Nanos | null> {
  let last = cursor
  for (const [at, { created_at }] of page.entries()) {
    if (at > 0 && created_at < (page[at - 1]?.created_at ?? created_at)) {
      throw broken('snapshots-order', 'times of snapshots fall')
    }
    if (last === null || created_at > last) last = created_at
  }
  // A page that does not move the time is read on only by repeating the same question, so it ends here.
  return { fresh: page, cursor: last, more: last !== cursor }
}

/** Where deposits are asked for: a nanosecond before the last known, and where that adds nothing, from it on. */
export interface DepositPlace {
  readonly last: Nanos
  readonly past: -1n | 0n
}

/** Deposits of one address in ascending time, joined over pages. Several can have one time, and an offset may be exclusive. */
export function stepDeposits(
  known: { has(id: string): boolean },
  page: readonly PendingDeposit[],
  before: DepositPlace | null = null,
): Step<PendingDeposit, DepositPlace | null> {
  const fresh = page.filter((deposit) => !known.has(deposit.deposit_id))
  const last = page.at(-1)?.created_at
  if (last === undefined) return { fresh, cursor: before, more: false }
  const moves = fresh.length > 0 && last !== before?.last
  // What does not move the time even from there on would only be asked for again.
  return { fresh, cursor: { last, past: moves ? -1n : 0n }, more: moves || before?.past === -1n }
}

const LINE_FAILURES = [
  'remote.unreachable',
  'remote.timeout',
  'remote.clock',
  'remote.unauthorized',
  'remote.rate_limited',
  'remote.redirect',
  'remote.unproved',
  'remote.insecure',
] as const satisfies readonly ErrorCode[]

/** What went wrong with the line or the session rather than with the one thing that was asked for. */
export function isLineFailure(code: ErrorCode): boolean {
  return LINE_FAILURES.some((each) => each === code)
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** How long to wait after so many failures in a row. */
export function backoffMs(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(10, Math.max(0, failures - 1)))
}
