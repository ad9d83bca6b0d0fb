import type { AssetId, MultisigRecord } from '#contract/domain'
import type { AssetView, RequestReview } from '#contract/ipc'
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

const NOT_PROVED = 'The bytes that are signed do not prove this.'

export function proposalChecks(request: Request, view: View | null): Check[] {
  if (view === null) return []
  const changed: Check[] =
    request.detail.proposalChanged === true
      ? [
          {
            ...{ id: 'proposal-changed', result: 'attention' },
            text: 'The service says something else about what this is for than it said before. Ask whoever asked you to sign.',
          },
        ]
      : []
  return [{ id: 'proposal', ...said(view) }, ...changed]
}

function said({ kind, name, recipients }: View): Pick<Check, 'result' | 'text'> {
  const vault = name === '' ? 'a vault' : `the vault “${name}”`
  if (kind === 'unknown') {
    const text = `The service says that this is for something that ${vault} does, in a form that Coffer cannot read. Ask whoever asked you to sign.`
    return { result: 'attention', text }
  }
  // Words of ours follow the name, so that one written from right to left draws no figure to its side.
  const what =
    kind === 'transaction' ? `a transaction of ${vault} on another chain` : `emptying ${vault} into another address`
  const [only, ...others] = recipients
  const whom =
    only === undefined
      ? ' that names no receiver'
      : others.length === 0
        ? `: ${[only.amount, only.symbol].filter(Boolean).join(' ')} to ${only.address}`
        : `, ${recipients.length} amounts`
  return { result: 'note', text: `The service says that this is for ${what}${whom}. ${NOT_PROVED}` }
}
