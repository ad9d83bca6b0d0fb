import type { Snapshot } from '#contract/domain'
import type { Answer } from '#contract/ipc'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { shortMemo } from '../shared/memo.ts'
import { assetOfRecord } from '../shared/names.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import { readByTime } from '../shared/time-pages.ts'

type Row = Answer<'subusers.activity'>['rows'][number]

const PAGE = 100

function rowOf(snapshot: Snapshot, runtime: ApprovalsDesk): Row {
  return {
    snapshotId: snapshot.snapshot_id,
    user: runtime.directory.user(snapshot.user_id),
    opponent: snapshot.opponent_id === null ? null : runtime.directory.user(snapshot.opponent_id),
    kind: snapshot.deposit !== null ? 'deposit' : snapshot.withdrawal !== null ? 'withdrawal' : 'transfer',
    asset: assetOfRecord(runtime.directory, snapshot),
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
      const page = await readByTime(cursor, {
        ...{ limit: PAGE, order: 'DESC' },
        ask: (from) =>
          runtime.remote.call('snapshots.list', { query: { app: account, limit: PAGE, order: 'DESC', ...from } }),
        placeOf: ({ snapshot_id, created_at }) => ({ id: snapshot_id, at: created_at }),
      })
      await fetchMissingUsers(
        runtime,
        page.rows.flatMap(({ user_id, opponent_id }) => (opponent_id === null ? [user_id] : [user_id, opponent_id])),
      )
      return { rows: page.rows.map((snapshot) => rowOf(snapshot, runtime)), cursor: page.cursor }
    },
  }
}
