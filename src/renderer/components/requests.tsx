import { rich } from '../lib/rich.tsx'
import type { SignatureRequest } from '../state/types.ts'
import { Figure } from './figures.tsx'
import { partyName } from './party.tsx'

/** What a request pays to whom, in one line. */
export function Paying({ request, plain = false }: { readonly request: SignatureRequest; readonly plain?: boolean }) {
  const amount = (
    <Figure value={request.amount} symbol={request.asset.symbol} className={plain ? '' : 'font-semibold text-ink'} />
  )
  return request.rows.length > 1
    ? rich('approvals.amount-to-people', { amount, people: request.rows.length })
    : rich('approvals.amount-to', { amount, whom: partyName(request.party) })
}
