import type { Snapshot } from '#contract/domain'
import type { Answer } from '#contract/ipc'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { shortMemo } from '../shared/memo.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import { nextCursor, readCursor } from '../shared/time-pages.ts'

type Row = Answer<'subusers.activity'>['rows'][number]

const PAGE = 100

function rowOf(snapshot: Snapshot, runtime: ApprovalsDesk): Row {
  return {
    snapshotId: snapshot.snapshot_id,
    user: runtime.directory.user(snapshot.user_id),
    opponent: snapshot.opponent_id === null ? null : runtime.directory.user(snapshot.opponent_id),
    kind: snapshot.deposit !== null ? 'deposit' : snapshot.withdrawal !== null ? 'withdrawal' : 'transfer',
    asset: runtime.directory.asset(snapshot.asset_id),
    amount: snapshot.amount,
    memoText: shortMemo(snapshot.memo),
    hash: snapshot.transaction_hash,
    at: snapshot.created_at,
  }
}

/**
 * What the users that a bot made have received and sent. The service tells only the bot itself. Read page by page and kept
 * nowhere.
 */
export function subUserCalls(runtimes: Runtimes<ApprovalsDesk>): CallsOf<'subusers'> {
  return {
    async 'subusers.activity'({ account, cursor }) {
      const runtime = runtimes.ready(account)
      const at = readCursor(cursor)
      const page = await runtime.remote.call('snapshots.list', {
        query: {
          ...{ app: account, limit: PAGE, order: 'DESC' as const },
          ...(at.offset === undefined ? {} : { offset: at.offset }),
        },
      })
      const fresh = page.filter((snapshot) => !at.shown.has(snapshot.snapshot_id))
      await fetchMissingUsers(
        runtime,
        fresh.flatMap(({ user_id, opponent_id }) => (opponent_id === null ? [user_id] : [user_id, opponent_id])),
      )
      const places = page.map((snapshot) => ({ id: snapshot.snapshot_id, at: snapshot.created_at }))
      return { rows: fresh.map((snapshot) => rowOf(snapshot, runtime)), cursor: nextCursor(places, at, PAGE, 'DESC') }
    },
  }
}
