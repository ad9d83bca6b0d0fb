import type { ReactNode } from 'react'
import { isolated, say } from '#words'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { rich } from '../lib/rich.tsx'
import { spoken } from '../lib/spoken.ts'
import { GroupedCode } from '../ui/Code.tsx'
import { Figure } from './figures.tsx'
import { ProofMark } from './ProofMark.tsx'
import { PartyAvatar, partyId, partyName, ThisIsYou } from './party.tsx'
import { mostDecimals, type PaidRow } from './pays-model.ts'
import { useToldRows } from './seen-rows.tsx'

/** Whoever one payment pays, each with the whole id and the own sum; what has to be ticked stands in its row. */
export function PaysRows(props: {
  readonly rows: readonly PaidRow[]
  readonly symbol: string
  readonly plain?: boolean | undefined
  readonly asked?: ((at: number) => ReactNode) | undefined
  readonly end?: ReactNode
}) {
  const list = useToldRows(props.rows.length)
  const decimals = mostDecimals(props.rows.map(({ amount }) => amount))
  const ticks = props.rows.map((_, at) => props.asked?.(at) ?? null)
  // Amounts differ in width; what is ticked stands below each other all the same.
  const isAsked = ticks.some((asked) => asked !== null)
  return (
    <ol
      ref={list}
      className={cx(
        'border-line border-t',
        // The first track holds the rows' own margin as well.
        isAsked && 'gap-x-3.5 min-[62.5rem]:grid min-[62.5rem]:grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,0.62fr)_auto]',
      )}
      aria-label={spoken(say('shared.recipients', { count: props.rows.length }))}
    >
      {props.rows.map((row, at) => {
        const asked = ticks[at] ?? null
        return (
          <li
            key={at}
            className={cx(
              'grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-1 border-line border-b px-6 py-1.5 last:border-0 max-[25rem]:gap-x-2 max-[25rem]:px-2.5',
              isAsked && 'min-[62.5rem]:col-span-full min-[62.5rem]:grid-cols-subgrid',
              asked !== null && 'bg-warn-soft',
            )}
          >
            <PartyAvatar party={row.party} />
            <Who row={row} isWide={isAsked && asked === null} />
            {asked !== null && (
              <div className="text-sm max-[62.5rem]:order-last max-[62.5rem]:col-span-2 max-[62.5rem]:col-start-2">
                {heard(asked)}
              </div>
            )}
            <span className="flex items-center gap-4 justify-self-end">
              <span className="whitespace-nowrap text-row">
                <Figure value={row.amount} decimals={decimals} {...(props.plain === true ? { plain: true } : {})} />
                <span className="font-normal text-ink-2 text-sm">{` ${isolated(props.symbol)}`}</span>
              </span>
              {props.end}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Who({ row, isWide }: { readonly row: PaidRow; readonly isWide: boolean }) {
  const { party, paidBefore } = row
  const id = partyId(party)
  return (
    <div className={cx('min-w-0', isWide && 'min-[62.5rem]:col-span-2')}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 break-words text-row">{partyName(party)}</span>
        <ThisIsYou party={party} />
        {paidBefore !== undefined && party.kind !== 'self' && (
          <span className="text-ink-3 text-xs">
            {paidBefore === null ? say('shared.first-time') : rich('shared.paid-times', { times: paidBefore.times })}
          </span>
        )}
      </p>
      {row.proof === 'unknown' && <ProofMark proof={row.proof} party={party} />}
      {id !== null && <GroupedCode text={id} className="block text-ink-2 text-xs" />}
      {party.kind === 'chain' && party.tag !== '' && (
        <p className="text-ink-2 text-sm">{rich('send.tag-3', { tag: party.tag })}</p>
      )}
    </div>
  )
}
