import type { AssetId, MultisigRecord } from '#contract/domain'
import type { AssetView, RequestReview } from '#contract/ipc'
import { said } from '#words/facts'
import type { Request, RequestDetail } from './request.ts'

/*
 * What the service says a signature is for beyond the transaction itself, as services of vaults on other chains do. Shown, since
 * without it a signer sees the wrong purpose; believed by nobody, since the bytes do not hold it. What cannot be read, and what
 * came to be said differently, has to be ticked.
 */

type Proposal = NonNullable<MultisigRecord['safe']>
type Check = RequestReview['checks'][number]
type View = NonNullable<RequestReview['proposal']>

/** What to keep of what a record says now. An answer that says nothing takes nothing back. */
export function heardProposal(
  { proposal = null, proposalChanged = false }: Pick<RequestDetail, 'proposal' | 'proposalChanged'>,
  said: Proposal | null,
): Pick<RequestDetail, 'proposal' | 'proposalChanged'> {
  const differs = said !== null && proposal !== null && JSON.stringify(said) !== JSON.stringify(proposal)
  return { proposal: said ?? proposal, proposalChanged: proposalChanged || differs }
}

export function proposalView({ detail }: Request, directory: { asset(id: AssetId): AssetView }): View | null {
  const { proposal = null } = detail
  if (proposal === null) return null
  const { name, address } = proposal
  const { transaction, recovery } = proposal.operation
  if (transaction !== null) {
    const asset = transaction.asset_id === null ? null : directory.asset(transaction.asset_id)
    const symbol = asset?.symbol ?? ''
    const recipients = transaction.recipients.map((recipient) => ({ ...recipient, symbol }))
    return { kind: 'transaction', name, address, asset, recipients, note: transaction.note }
  }
  if (recovery !== null) {
    const recipients = recovery.assets.map(({ symbol, amount }) => ({ address: recovery.address, amount, symbol }))
    return { kind: 'recovery', name, address, asset: null, recipients, note: '' }
  }
  return { kind: 'unknown', name, address, asset: null, recipients: [], note: '' }
}

export function proposalChecks(request: Request, view: View | null): Check[] {
  if (view === null) return []
  const changed: Check[] =
    request.detail.proposalChanged === true
      ? [{ id: 'proposal-changed', result: 'attention', text: said('check.proposal.changed') }]
      : []
  return [{ id: 'proposal', ...told(view) }, ...changed]
}

function told({ kind, name, recipients }: View): Pick<Check, 'result' | 'text'> {
  const vault = name === '' ? said('check.proposal.a-vault') : said('check.proposal.the-vault', { name })
  if (kind === 'unknown') return { result: 'attention', text: said('check.proposal.unknown', { vault }) }
  // Words of ours follow the name, so that one written from right to left draws no figure to its side.
  const what =
    kind === 'transaction' ? said('check.proposal.transaction', { vault }) : said('check.proposal.recovery', { vault })
  const [only, ...others] = recipients
  if (only === undefined) return { result: 'note', text: said('check.proposal.nobody', { what }) }
  if (others.length > 0)
    return { result: 'note', text: said('check.proposal.many', { what, count: recipients.length }) }
  const sum = [only.amount, only.symbol].filter(Boolean).join(' ')
  return { result: 'note', text: said('check.proposal.one', { what, sum, address: only.address }) }
}
