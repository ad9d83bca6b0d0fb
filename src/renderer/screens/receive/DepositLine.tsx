import { say, wording } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { Figure } from '../../components/figures.tsx'
import { formatFigure, shorten } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { useNow } from '../../lib/hooks.ts'
import { spoken } from '../../lib/spoken.ts'
import type { IncomingDeposit } from '../../state/types.ts'
import { CopyButton } from '../../ui/Copy.tsx'
import { Ring, shareOf } from '../../ui/Ring.tsx'
import { Time } from '../../ui/Time.tsx'
import { arrival } from './model.ts'

/** A deposit that was seen, with the confirmations that it has. */
export function DepositLine({ deposit }: { readonly deposit: IncomingDeposit }) {
  const { text, missing, late } = arrival(deposit, useNow())
  const { asset } = deposit
  return (
    <li className="flex items-center gap-4 border-line border-b py-3">
      {missing === 0 ? (
        <span className="grid size-11.5 shrink-0 place-items-center">
          <AssetIcon asset={asset} />
        </span>
      ) : (
        <span
          role="progressbar"
          aria-label={spoken(
            say('receive.confirmations-of', {
              amount: spoken(formatFigure(deposit.amount)),
              symbol: asset.symbol,
            }),
          )}
          aria-valuemin={0}
          aria-valuemax={deposit.threshold}
          aria-valuenow={Math.min(deposit.confirmations, deposit.threshold)}
          aria-valuetext={spoken(text)}
        >
          <Ring share={shareOf(deposit.confirmations, deposit.threshold)} text={String(deposit.confirmations)} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p role="status" className="text-row">
          {heard(text)}
        </p>
        <WhereAndWhen deposit={deposit} at={deposit.createdAt} />
        {late !== null && <p className="text-pretty text-sm text-warn">{heard(late)}</p>}
      </div>
      <p className="shrink-0 text-row">
        <Figure value={deposit.amount} symbol={asset.symbol} sign />
      </p>
    </li>
  )
}

/** Its chain, its transaction there, and since when it is as it is said to be. */
export function WhereAndWhen({ deposit, at }: { readonly deposit: IncomingDeposit; readonly at: string }) {
  return (
    <p className="flex items-center gap-1 text-ink-2 text-sm">
      <span className="truncate">
        {heard(wording(deposit.asset.chainName))} · <Time at={at} form="age" /> ·{' '}
        <span className="code">{shorten(deposit.transactionHash)}</span>
      </span>
      <CopyButton text={deposit.transactionHash} what={say('receive.transaction-hash')} />
    </p>
  )
}
