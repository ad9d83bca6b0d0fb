import type { Nanos, Output, OutputId, PendingDeposit, Snapshot } from '#contract/domain'
import { failure } from '#contract/errors'

/** Largest page that the service gives. */
export const PAGE_SIZE = 500
export const MAX_PAGES = 10_000

export interface Step<Row, Cursor> {
  readonly fresh: readonly Row[]
  readonly cursor: Cursor
  /** Whether another page may hold more. */
  readonly more: boolean
}

/**
 * What a page of outputs in ascending sequence adds to a cursor. Rows up to the cursor are repeats of an inclusive offset.
 * Throws `remote.malformed` when sequences do not rise, since a cursor over such a list could pass an output by.
 */
export function stepOutputs(cursor: number, page: readonly Output[]): Step<Output, number> {
  const seen = new Set<OutputId>()
  const unique = page.filter((output) => !seen.has(output.output_id) && seen.add(output.output_id))
  let last = -1
  for (const { sequence } of unique) {
    if (sequence <= last) throw failure('remote.malformed', 'sequences of outputs do not rise')
    last = sequence
  }
  const fresh = unique.filter((output) => output.sequence > cursor)
  return { fresh, cursor: Math.max(cursor, last), more: page.length >= PAGE_SIZE && fresh.length > 0 }
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
      throw failure('remote.malformed', 'times of snapshots fall')
    }
    if (last === null || created_at > last) last = created_at
  }
  // A full page that does not move the time is read on only by repeating the same question, so it ends here.
  return { fresh: page, cursor: last, more: page.length >= PAGE_SIZE && last !== cursor }
}

/** Deposits of one address in ascending time, joined over pages. */
export function stepDeposits(
  known: ReadonlySet<string>,
  page: readonly PendingDeposit[],
): Step<PendingDeposit, Nanos | null> {
  const fresh = page.filter((deposit) => !known.has(deposit.deposit_id))
  return { fresh, cursor: page.at(-1)?.created_at ?? null, more: page.length >= PAGE_SIZE && fresh.length > 0 }
}

/** Outputs that are open here and that the service's list of open outputs does not name any more. */
export function missingOutputs(open: readonly OutputId[], listed: readonly Output[]): OutputId[] {
  const named = new Set(listed.map((output) => output.output_id))
  return open.filter((id) => !named.has(id))
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** How long to wait after so many failures in a row. */
export function backoffMs(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(10, Math.max(0, failures - 1)))
}
