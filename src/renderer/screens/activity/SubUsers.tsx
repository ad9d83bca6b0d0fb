import { Users } from 'lucide-react'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { cx } from '../../lib/cx.ts'
import { shorten } from '../../lib/digits.ts'
import { usePages } from '../../state/pages.ts'
import type { SubUserRow, User } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Empty, Skeleton } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'

const nameOf = (user: User): string => user.name || user.identityNumber || shorten(user.userId)
const ACTS = {
  transfer: { in: 'received from', out: 'sent to' },
  deposit: { in: 'deposited', out: 'deposited' },
  withdrawal: { in: 'withdrew', out: 'withdrew' },
} as const

function lineOf(row: SubUserRow): string {
  const act = ACTS[row.kind][row.amount.startsWith('-') ? 'out' : 'in']
  if (row.kind !== 'transfer') return `${nameOf(row.user)} ${act}`
  return `${nameOf(row.user)} ${act} ${row.opponent === null ? 'somebody unknown' : nameOf(row.opponent)}`
}

/** Movements of all users that a bot made, as the service tells them to the bot; newest first, and nothing of it is kept. */
export function SubUsers({ account }: { readonly account: string }) {
  const list = usePages('subusers.activity', { account })
  return (
    <>
      {list.error !== null && (
        <ErrorNotice
          error={list.error}
          className="mb-4"
          action={
            <Button size="sm" onPress={list.reload}>
              Try again
            </Button>
          }
        />
      )}
      <Card label="Movements of all users">
        {list.rows.length > 0 ? (
          <ul>
            {list.rows.map((row) => (
              <li
                key={row.snapshotId}
                className="flex items-center gap-3.5 border-line border-b px-6 py-3 last:border-0"
              >
                <AssetIcon asset={row.asset} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{lineOf(row)}</span>
                  <span className="block truncate text-ink-3 text-sm">
                    <Time at={row.at} />
                    {row.memoText !== null && ` · ${row.memoText}`}
                  </span>
                </span>
                <Figure
                  value={row.amount}
                  symbol={row.asset.symbol}
                  sign
                  className={cx('font-medium', !row.amount.startsWith('-') && 'text-ok')}
                />
              </li>
            ))}
          </ul>
        ) : list.loading ? (
          <div role="status" aria-label="Reading movements of all users" className="grid gap-3 p-6">
            {[0, 1, 2].map((at) => (
              <Skeleton key={at} className="h-10 w-full" />
            ))}
          </div>
        ) : (
          list.error === null && (
            <Empty icon={<Users />} title="No movements of users">
              What the users that this bot made receive and send appears here.
            </Empty>
          )
        )}
      </Card>
      {list.hasMore && (
        <div className="mt-4 flex justify-center">
          <Button pending={list.loading} onPress={list.more}>
            Show earlier ones
          </Button>
        </div>
      )}
    </>
  )
}
