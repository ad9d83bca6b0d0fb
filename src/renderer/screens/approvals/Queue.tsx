import { Split } from 'lucide-react'
import { say } from '#words'
import { userName } from '../../components/group.tsx'
import { Paying } from '../../components/requests.tsx'
import { signedWords } from '../../components/signature-count.ts'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { go } from '../../state/routes.ts'
import type { RequestRow } from '../../state/types.ts'
import { selectAccount, useWallet } from '../../state/wallet.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { neededMore } from './model.ts'
import { Opens } from './Opens.tsx'
import { isAlone, queueOf, type Tied } from './queue.ts'

/** What else the group has open; requests that spend the same coin are tied. At the side of a wide window, one line in others. */
export function Queue(props: {
  readonly rows: readonly RequestRow[]
  readonly current: string
  readonly wide: boolean
}) {
  const tied = queueOf(props.rows, props.current)
  const all = tied.flatMap(({ rows }) => rows)
  const count = all.filter(({ state }) => state === 'open').length
  if (isAlone(tied)) return null
  return props.wide ? (
    <section aria-label={say('approvals.queue-of-the-group')} className="pl-4">
      <div className="flex items-baseline justify-between gap-3">
        <SectionTitle>{say('approvals.queue-of-the-group')}</SectionTitle>
        <span className="figure text-ink-2 text-sm">{rich('approvals.open-count', { count })}</span>
      </div>
      <List tied={tied} current={props.current} />
    </section>
  ) : (
    <Line tied={tied} current={props.current} count={count} />
  )
}

function Line(props: { readonly tied: readonly Tied[]; readonly current: string; readonly count: number }) {
  const rival = props.tied[0]?.rows[1]
  const conflict = props.tied[0]?.tied === true && rival !== undefined
  return (
    <Opens
      label={say('approvals.queue-of-the-group')}
      icon={
        <Split
          className={cx('size-4.5 shrink-0', conflict ? 'text-warn' : 'text-ink-2')}
          strokeWidth={1.75}
          aria-hidden="true"
        />
      }
      line={
        conflict ? (
          <>
            <span className="font-[550]">{say('approvals.another-spends-the-same-coin')}</span>{' '}
            <span className="text-ink-2">
              <Paying request={rival} plain />
              {heard(` · ${say('approvals.in-the-queue', { count: props.count })}`)}
            </span>
          </>
        ) : (
          <span className="font-[550]">{rich('approvals.in-the-queue-of-the-group', { count: props.count })}</span>
        )
      }
      className="pb-3 pl-4"
    >
      <List tied={props.tied} current={props.current} />
    </Opens>
  )
}

function List({ tied, current }: { readonly tied: readonly Tied[]; readonly current: string }) {
  const { account } = useWallet()
  const holder = tied[0]?.rows[0]?.holder
  return (
    <>
      <ul className="mt-1">
        {tied.map(({ rows, tied: isTied }, at) => (
          <li key={rows[0]?.requestId ?? at} className="relative">
            {isTied && <Bracket />}
            <ul>
              {rows.map((row, place) => (
                <li key={row.requestId} className="border-line border-b">
                  <Item row={row} isCurrent={row.requestId === current} tie={isTied && place > 0 ? at === 0 : null} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <LinkButton
        className="mt-2.5 px-3 py-1 text-sm"
        onPress={() => {
          if (holder !== undefined) selectAccount(account.account, holder)
          go({ name: 'approvals' })
        }}
      >
        {say('approvals.all-requests-of-the-group')}
      </LinkButton>
    </>
  )
}

/** Ties what spends the same coin, from the first of them to the last. */
const Bracket = () => (
  <span
    aria-hidden="true"
    className="-left-3 pointer-events-none absolute top-7 bottom-9 w-2.5 rounded-l-md border-2 border-warn border-r-0"
  />
)

/** `tie`: after one that spends the same coin; true where that is the request on screen. */
function Item(props: { readonly row: RequestRow; readonly isCurrent: boolean; readonly tie: boolean | null }) {
  const { row, isCurrent, tie } = props
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => go({ name: 'request', requestId: row.requestId })}
      className={cx(
        'block w-full rounded-field px-3 py-2.5 text-left outline-offset-[-2px]',
        isCurrent ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span className="block break-words text-ink-2">
        <Paying request={row} />
      </span>
      <span className="mt-0.5 block text-ink-2 text-xs">{standing(row, isCurrent)}</span>
      {tie !== null && (
        <span className="mt-1 flex items-start gap-1.5 font-[550] text-warn text-xs">
          <Split className="mt-px size-3.5 shrink-0" aria-hidden="true" />
          {tie ? say('approvals.spends-the-same-coin-as-this') : say('approvals.spends-the-same-coin')}
        </span>
      )}
    </button>
  )
}

function standing(row: RequestRow, isCurrent: boolean): string {
  const count = signedWords(row.signers.length, row.group.threshold)
  if (isCurrent) return say('approvals.this-one-and', { count })
  if (row.signedByMe) return say('approvals.you-signed-waits', { more: neededMore(row) })
  return row.by === null ? count : say('approvals.by-and', { userName: userName(row.by), count })
}
