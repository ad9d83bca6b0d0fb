import { formatAmountShort, toAmount } from '#protocol/text'
import { isolated, say } from '#words'
import { Figure } from '../../components/figures.tsx'
import { readAmount } from '../../lib/amount-input.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { Segmented } from '../../ui/Choice.tsx'
import { Input } from '../../ui/Input.tsx'
import type { Shared } from './share.ts'

/** What rows share out between them, and how the last units of it fall. */
export function ShareLine(props: {
  readonly shared: Shared | null
  readonly symbol: string
  /** A total that was typed; undefined for the whole balance. */
  readonly total: string | undefined
  readonly max: { readonly available: string; readonly inOne: string } | undefined
  readonly onTotal: (total: string | undefined) => void
}) {
  const { shared, symbol, total, max } = props
  const reading = total === undefined ? null : readAmount(total)
  const isLimited = total === undefined && max !== undefined && max.available !== max.inOne
  return (
    <section aria-label={say('send.share-out')} className="mt-3 grid gap-2 rounded-lg bg-sunken px-4 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          small
          label={say('send.share-out')}
          options={[
            { value: 'balance', label: say('send.share-balance') },
            { value: 'total', label: say('send.share-total') },
          ]}
          value={total === undefined ? 'balance' : 'total'}
          onChange={(of) => props.onTotal(of === 'total' ? '' : undefined)}
        />
        {total !== undefined && (
          <Input
            className="w-48"
            label={say('send.share-total')}
            value={total}
            onChange={props.onTotal}
            inputMode="decimal"
            error={reading?.kind === 'invalid' ? reading.reason : undefined}
            trailing={<span className="pointer-events-none pr-2 text-ink-3 text-sm">{symbol}</span>}
          />
        )}
      </div>
      <p role="status" className="text-ink-2 text-sm">
        {shared === null
          ? say('send.nothing-to-share')
          : rich('send.share-remains', {
              figure: <Figure value={formatAmountShort(shared.rest)} symbol={symbol} plain />,
              shares: shared.shares,
            })}
        {isLimited && ` ${say('send.of-256-coins')}`}
        {shared !== null &&
          shared.extra > 0 &&
          heard(
            ` ${say('send.share-extra', { rows: shared.extra, unit: `${formatAmountShort(toAmount(1n))} ${isolated(symbol)}` })}`,
          )}
      </p>
      <p className="text-ink-3 text-sm">{say('send.share-hint')}</p>
    </section>
  )
}
