import type { Snapshot } from '#contract/domain'
import type { AccountStore } from '#store'

type Snapshots = Pick<AccountStore['cache']['snapshots'], 'list'>
type Filter = Parameters<Snapshots['list']>[0]['filter']

const PAGE = 200

/** The movements of a history, newest first; a page of them is read once it is wanted, so whoever takes no more has no more read. */
export function* movements(snapshots: Snapshots, filter: Exclude<Filter, undefined>): Generator<Snapshot> {
  let cursor: string | null = null
  do {
    const page: ReturnType<Snapshots['list']> = snapshots.list({ filter, cursor, limit: PAGE })
    yield* page.snapshots
    cursor = page.cursor
  } while (cursor !== null)
}
