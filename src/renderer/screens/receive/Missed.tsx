import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { heard } from '../../lib/heard.tsx'
import { useNow } from '../../lib/hooks.ts'
import { useAction, useQuery } from '../../state/query.ts'
import type { MissedDeposit } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { WhereAndWhen } from './DepositLine.tsx'
import { hashIn, missedWords } from './model.ts'

/** Deposits that the service announced and lists no more, without having credited all of them. */
export function Missed({ hash }: { readonly hash: string }) {
  const { owner } = useWallet()
  const missed = useQuery('receive.missed', owner)
  const end = useAction('receive.endMissed')
  const shown = missed.value?.filter(({ transactionHash }) => hashIn(transactionHash).includes(hash)) ?? []
  if (shown.length === 0) return null
  return (
    <section aria-label={say('receive.missed')}>
      <SectionTitle>{say('receive.missed')}</SectionTitle>
      <ul className="mt-1">
        {shown.map((deposit) => (
          <MissedLine
            key={deposit.depositId}
            deposit={deposit}
            onEnd={() => void end.run({ ...owner, depositId: deposit.depositId })}
          />
        ))}
      </ul>
      <ErrorNotice error={end.error} className="mt-4" />
    </section>
  )
}

function MissedLine({ deposit, onEnd }: { readonly deposit: MissedDeposit; readonly onEnd: () => void }) {
  const { text, late } = missedWords(deposit, useNow())
  const { asset } = deposit
  return (
    <li className="flex items-center gap-4 border-line border-b py-3 last:border-0">
      <span className="grid size-11.5 shrink-0 place-items-center">
        <AssetIcon asset={asset} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-row">{heard(text)}</p>
        <WhereAndWhen deposit={deposit} at={deposit.since} />
        {late !== null && <p className="text-pretty text-sm text-warn">{heard(late)}</p>}
      </div>
      <div className="grid shrink-0 justify-items-end gap-1">
        <p className="text-row">
          <Figure value={deposit.amount} symbol={asset.symbol} />
        </p>
        <Button size="sm" kind="quiet" className="-mr-2" onPress={onEnd}>
          {say('receive.take-off')}
        </Button>
      </div>
    </li>
  )
}
