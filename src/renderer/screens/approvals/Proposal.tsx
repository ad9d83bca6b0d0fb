import { Vault } from 'lucide-react'
import { say } from '#words'
import { Fact, Facts } from '../../components/Facts.tsx'
import { assetDetail } from '../../lib/asset.ts'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import type { RequestReview } from '../../state/types.ts'
import { GroupedCode } from '../../ui/Code.tsx'
import { Card } from '../../ui/Surface.tsx'

type Said = NonNullable<RequestReview['proposal']>

const WHAT = {
  transaction: say('approvals.a-transaction-on-another-chain'),
  recovery: say('approvals.everything-in-the-vault-goes-to'),
  unknown: say('approvals.something-that-coffer-cannot-read'),
} as const

/** What the service says that the signature is for, beyond what the bytes do. */
export function Proposal({ said }: { readonly said: Said }) {
  return (
    <Card className="px-6 py-4" label={say('approvals.what-it-is-for')}>
      <div className="flex items-start gap-3">
        <Vault className="mt-0.5 size-5 shrink-0 text-ink-2" aria-hidden="true" />
        <div className="min-w-0">
          <h2 className="font-semibold">{say('approvals.what-it-is-for-as-the')}</h2>
          <p className="text-ink-2 text-sm">{say('approvals.the-bytes-that-you-sign-do')}</p>
        </div>
      </div>
      <Facts className="mt-2">
        <Fact name={say('approvals.vault')}>
          {said.name === '' ? (
            <span className="text-ink-3">{say('approvals.not-named')}</span>
          ) : (
            <bdi className="select-text break-words font-medium">{said.name}</bdi>
          )}
          {said.address !== '' && <GroupedCode text={said.address} className="block text-ink-2" />}
        </Fact>
        <Fact name={say('approvals.it-approves')}>
          <span className={cx(said.kind === 'unknown' && 'text-warn')}>{WHAT[said.kind]}</span>
        </Fact>
        {said.kind !== 'unknown' && (
          <Fact name={say('approvals.paid-by-the-vault')}>
            <Recipients said={said} />
            {said.asset !== null && <p className="mt-0.5 text-ink-3 text-sm">{assetDetail(said.asset)}</p>}
          </Fact>
        )}
        {said.note !== '' && (
          <Fact name={say('approvals.note')}>
            <p className="select-text whitespace-pre-wrap break-words">{said.note}</p>
          </Fact>
        )}
      </Facts>
    </Card>
  )
}

function Recipients({ said }: { readonly said: Said }) {
  if (said.recipients.length === 0) return <span className="text-ink-3">{say('approvals.no-receiver-is-named')}</span>
  const many = said.recipients.length > 1
  return (
    <ul
      className={cx(many && '-mx-3 max-h-80 overflow-y-auto rounded-md bg-sunken px-3')}
      tabIndex={many ? 0 : undefined}
    >
      {said.recipients.map(({ address, amount, symbol }, at) => (
        <li key={at} className={cx(many && 'border-line border-b py-2 last:border-0')}>
          <p className="flex flex-wrap items-baseline gap-x-1.5">
            <span className="figure break-all font-medium">{heard(amount)}</span>
            <bdi className="break-words text-ink-2">
              {symbol === '' ? say('approvals.of-an-asset-that-is-not') : symbol}
            </bdi>
          </p>
          {address !== '' && <GroupedCode text={address} className="block text-ink-2" strongEnds />}
        </li>
      ))}
    </ul>
  )
}
