import { Coins, Image, Layers } from 'lucide-react'
import { useState } from 'react'
import { isolated, say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { userName } from '../../components/group.tsx'
import { Page } from '../../components/Page.tsx'
import { mostDecimals } from '../../components/pays-model.ts'
import { shorten } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { spoken } from '../../lib/spoken.ts'
import { usePages } from '../../state/pages.ts'
import { go } from '../../state/routes.ts'
import type { Group, LegacyOutput } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Choice.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Empty, Skeleton } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'

type State = LegacyOutput['state'] | 'any'

const STATES: readonly { readonly value: State; readonly label: string }[] = [
  { value: 'unspent', label: say('accounts.unspent') },
  { value: 'signed', label: say('accounts.signed') },
  { value: 'spent', label: say('accounts.spent') },
  { value: 'any', label: say('accounts.all') },
]
const STATE_WORDS = {
  unspent: say('accounts.unspent'),
  signed: say('accounts.signed-not-sent'),
  spent: say('accounts.spent'),
} as const
const KIND_WORDS = { multisig: say('accounts.coin'), collectible: say('accounts.collectible') } as const

/** The group that holds an output, where it was added here. */
export function groupOf(
  { members, threshold }: Pick<LegacyOutput, 'members' | 'threshold'>,
  groups: readonly Pick<Group, 'name' | 'members' | 'threshold'>[],
): Pick<Group, 'name'> | undefined {
  const ids = new Set(members.map(({ userId }) => userId))
  return groups.find(
    (group) =>
      group.threshold === threshold &&
      group.members.length === ids.size &&
      group.members.every(({ userId }) => ids.has(userId)),
  )
}

/** What the older interface of the service lists for this account. To be seen, not to be spent from here. */
export function LegacyOutputs() {
  const { account } = useWallet()
  const [state, setState] = useState<State>('unspent')
  const list = usePages('legacy.outputs', { account: account.account, state: state === 'any' ? null : state })
  const decimals = mostDecimals(list.rows.flatMap(({ asset, amount }) => (asset === null ? [] : amount)))
  return (
    <Page
      title={say('accounts.legacy-outputs')}
      under={{ text: say('shell.settings'), onPress: () => go({ name: 'settings', section: 'accounts' }) }}
      actions={<Segmented label={say('accounts.state')} options={STATES} value={state} onChange={setState} small />}
    >
      <p className="mb-4 max-w-190 text-pretty text-ink-2">{say('accounts.coins-and-collectibles-as-the-older')}</p>
      <ErrorNotice error={list.error} onRetry={list.reload} />
      <section aria-label={say('accounts.outputs')}>
        {list.rows.length > 0 ? (
          <table className="w-full table-fixed">
            <caption className="sr-only">{say('accounts.legacy-outputs')}</caption>
            <thead>
              <tr className="border-line border-b text-left text-ink-2 text-xs [&_th]:h-9 [&_th]:pr-3 [&_th]:font-normal">
                <th scope="col" className="w-[15%] max-[62.5rem]:w-[18%]">
                  {say('accounts.kind')}
                </th>
                <th scope="col" className="w-[25%] max-[62.5rem]:w-[28%]">
                  {say('accounts.what')}
                </th>
                <th scope="col" className="w-[29%] max-[62.5rem]:w-[26%]">
                  {say('accounts.held-by')}
                </th>
                <th scope="col" className="w-[14%]">
                  {say('accounts.state')}
                </th>
                <th scope="col" className="w-[17%] !pr-0 max-[62.5rem]:w-[14%] text-right">
                  {say('accounts.since')}
                </th>
              </tr>
            </thead>
            <tbody>
              {list.rows.map((output) => (
                <Row key={output.outputId} output={output} decimals={decimals} />
              ))}
            </tbody>
          </table>
        ) : list.loading ? (
          <div role="status" aria-label={say('accounts.reading-legacy-outputs')} className="grid gap-3 py-4">
            {[0, 1, 2].map((at) => (
              <Skeleton key={at} className="h-9 w-full" />
            ))}
          </div>
        ) : (
          list.error === null && (
            <Empty icon={<Layers />} title={say('accounts.no-outputs-in-this-state')}>
              {say('accounts.the-older-interface-lists-nothing-here')}
            </Empty>
          )
        )}
      </section>
      {list.hasMore && (
        <div className="mt-4 flex justify-center">
          <Button pending={list.loading} onPress={list.more}>
            {say('accounts.show-later-ones')}
          </Button>
        </div>
      )}
    </Page>
  )
}

function Row({ output, decimals }: { readonly output: LegacyOutput; readonly decimals: number }) {
  const { groups } = useWallet()
  const Icon = output.kind === 'collectible' ? Image : Coins
  const names = output.members.map(userName)
  const known = groupOf(output, groups)
  const signers = say('accounts.of', { threshold: output.threshold, names: names.length })
  return (
    <tr className="border-line border-b last:border-0 [&>*]:h-[3.125rem] [&>*]:py-1 [&>*]:pr-3 [&>*]:text-left">
      <td>
        <span className="flex items-center gap-2">
          <Icon className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
          {KIND_WORDS[output.kind]}
        </span>
      </td>
      <th scope="row" className="font-normal">
        {output.asset === null ? (
          <span className="code flex items-center gap-1">
            {output.tokenId === null ? say('accounts.asset-not-named') : shorten(output.tokenId)}
            {output.tokenId !== null && <CopyButton text={output.tokenId} what={say('accounts.token-id')} />}
          </span>
        ) : (
          <span className="flex items-center gap-2">
            <AssetIcon asset={output.asset} size="sm" />
            <span className="min-w-30 whitespace-nowrap text-right max-[62.5rem]:min-w-24">
              <Figure value={output.amount} decimals={decimals} className="font-medium" />
              {/* Units differ in width; the marks of the amounts stand below each other all the same. */}
              <span className="inline-block min-w-11 text-left text-ink-2 text-sm">
                {`\u00a0${isolated(output.asset.symbol)}`}
              </span>
            </span>
          </span>
        )}
      </th>
      <td>
        <span dir="auto" className="block truncate" title={spoken(names.join(say('lib.separator')))}>
          {names.length === 1 ? names[0] : (known?.name ?? signers)}
        </span>
        {names.length > 1 && (
          <span className="block break-words text-ink-3 text-sm">
            {heard(
              [...(known === undefined ? [] : [signers]), names.map(isolated).join(say('lib.separator'))].join(' · '),
            )}
          </span>
        )}
      </td>
      <td>{STATE_WORDS[output.state]}</td>
      <td className="!pr-0 break-keep !text-right text-ink-2">
        <Time at={output.createdAt} />
      </td>
    </tr>
  )
}
