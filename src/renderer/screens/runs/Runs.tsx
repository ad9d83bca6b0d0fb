import { ListOrdered } from 'lucide-react'
import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { Figure } from '../../components/figures.tsx'
import { Page } from '../../components/Page.tsx'
import { Unread } from '../../components/Unread.tsx'
import { rich } from '../../lib/rich.tsx'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { RunScreen } from './RunScreen.tsx'

/** One run of payments, or all there are. */
export function Runs({ runId }: { readonly runId?: string }) {
  return runId === undefined ? <RunList /> : <RunScreen key={runId} runId={runId} />
}

function RunList() {
  const { owner } = useWallet()
  const list = useQuery('runs.list', owner)
  return (
    <Page title={say('runs.many-payments')} under={{ text: say('send.send'), onPress: () => go({ name: 'send' }) }}>
      <Unread of={list} rows={say('runs.many-payments')} />
      {list.value?.length === 0 && (
        <Empty
          icon={<ListOrdered />}
          title={say('runs.no-run-yet')}
          actions={<Button onPress={() => go({ name: 'send' })}>{say('send.send')}</Button>}
        >
          {say('runs.paste-a-list-in-send')}
        </Empty>
      )}
      <ul>
        {list.value?.map((run) => (
          <li key={run.runId} className="border-line border-b last:border-0">
            <button
              type="button"
              onClick={() => go({ name: 'runs', runId: run.runId })}
              className="-mx-3 flex min-h-[3.375rem] w-[calc(100%+1.5rem)] items-center gap-3.5 rounded-field px-3 py-1.5 text-left outline-offset-[-2px] hover:bg-hover"
            >
              {run.paid.amounts.length === 1 && run.paid.amounts[0] !== undefined ? (
                <AssetIcon asset={run.paid.amounts[0].asset} />
              ) : (
                <span className="grid size-8 shrink-0 place-items-center rounded-full bg-pressed text-ink-2">
                  <ListOrdered className="size-4" aria-hidden="true" />
                </span>
              )}
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate text-row">
                  {run.name}
                </span>
                <span className="block text-ink-3 text-xs">
                  {rich('runs.paid-of-rows', { paid: run.paid.rows, rows: run.rows })} · <Time at={run.savedAt} />
                </span>
              </span>
              <span className="grid justify-items-end">
                {run.paid.amounts.map(({ asset, amount }) => (
                  <Figure key={asset.assetId} value={amount} symbol={asset.symbol} className="font-medium" />
                ))}
                {/* Not what the whole run comes to. */}
                {run.paid.amounts.length > 0 && <span className="text-ink-3 text-xs">{say('runs.paid')}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Page>
  )
}
