import { Users } from 'lucide-react'
import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { Cut } from '../../components/Cut.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { userName } from '../../components/group.tsx'
import { cx } from '../../lib/cx.ts'
import { usePages } from '../../state/pages.ts'
import type { SubUserRow } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Empty, Skeleton } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'

function lineOf(row: SubUserRow): string {
  const name = userName(row.user)
  if (row.kind === 'deposit') return say('activity.deposited', { name })
  if (row.kind === 'withdrawal') return say('activity.withdrew', { name })
  const party = row.opponent === null ? say('activity.somebody-unknown') : userName(row.opponent)
  return row.amount.startsWith('-')
    ? say('activity.sent-to-party', { name, party })
    : say('activity.received-from-party', { name, party })
}

/** Movements of all users that a bot made, as the service tells them to the bot; newest first, and nothing of it is kept. */
export function SubUsers({ account }: { readonly account: string }) {
  const list = usePages('subusers.activity', { account })
  return (
    <>
      <ErrorNotice error={list.error} className="mb-4" onRetry={list.reload} />
      <Card label={say('activity.movements-of-all-users')}>
        {list.rows.length > 0 ? (
          <ul>
            {list.rows.map((row) => (
              <li
                key={row.snapshotId}
                className="flex items-center gap-3.5 border-line border-b px-6 py-3 last:border-0"
              >
                <AssetIcon asset={row.asset} />
                <span className="min-w-0 flex-1">
                  <Cut text={lineOf(row)} className="font-medium" />
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
          <div role="status" aria-label={say('activity.reading-movements-of-all-users')} className="grid gap-3 p-6">
            {[0, 1, 2].map((at) => (
              <Skeleton key={at} className="h-10 w-full" />
            ))}
          </div>
        ) : (
          list.error === null && (
            <Empty icon={<Users />} title={say('activity.no-movements-of-users')}>
              {say('activity.what-the-users-that-this-bot')}
            </Empty>
          )
        )}
      </Card>
      {list.hasMore && (
        <div className="mt-4 flex justify-center">
          <Button pending={list.loading} onPress={list.more}>
            {say('activity.show-earlier-ones')}
          </Button>
        </div>
      )}
    </>
  )
}
