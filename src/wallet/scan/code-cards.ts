import type { Hash } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { ScanCard } from '#contract/ipc'
import { isUuid } from '#protocol'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import type { Asked } from '../approvals/request.ts'
import { resolveCode } from '../contacts/payees.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import type { Code, CodeOf } from './code.ts'
import { legacyCard } from './legacy-card.ts'
import { paymentCard, userCard } from './payee-cards.ts'

export async function codeCard(code: Code, text: string, runtime: ApprovalsDesk): Promise<ScanCard> {
  switch (code.type) {
    case 'user':
      return userCard(code.user_id, runtime)
    case 'payment':
      return paymentCodeCard(code, text, runtime)
    case 'conversation': {
      await fetchMissingUsers(
        runtime,
        code.participants.map(({ user_id }) => user_id),
      )
      return {
        kind: 'conversation',
        name: code.name,
        announcement: code.announcement,
        category: code.category,
        members: code.participants.map(({ user_id, role }) => ({ user: runtime.directory.user(user_id), role })),
        createdAt: code.created_at,
      }
    }
    case 'multisig_request':
      return multisigCodeCard(code, runtime)
    case 'non_fungible_request':
      return collectibleCodeCard(code, runtime)
    case 'authorization':
      return {
        kind: 'authorization',
        name: code.app?.name ?? '',
        number: code.app?.app_number ?? '',
        scopes: [...code.scopes],
      }
  }
}

async function paymentCodeCard(code: CodeOf<'payment'>, text: string, runtime: ApprovalsDesk): Promise<ScanCard> {
  const link = isUuid(text) ? `https://mixin.one/codes/${text}` : text
  const view = await resolveCode(runtime, code)
  return paymentCard(
    link,
    code.status === 'paid' && view.standing === 'open' ? { ...view, standing: 'paid' } : view,
    runtime,
  )
}

type RequestCode = CodeOf<'multisig_request'> | CodeOf<'non_fungible_request'>

/** The request behind a code of either kind; when the newer calls do not know it, it is one of the older kind. */
async function requestCard(
  code: RequestCode,
  asked: Asked,
  older: () => Promise<ScanCard>,
  runtime: ApprovalsDesk,
): Promise<ScanCard> {
  const { transaction_hash: hash, amount, senders, receivers } = code
  const named = /^[0-9a-f]{64}$/.test(hash) ? { hash: hash as Hash } : {} // just matched
  try {
    const request = await runtime.requestStore.open(code.request_id, {
      source: 'code',
      asked: { ...named, amount, senders, receivers, ...asked },
    })
    return {
      kind: 'request',
      request: runtime.cosign.view(request),
      action: code.action === 'unlock' ? 'unlock' : 'sign',
    }
  } catch (error) {
    if (codeOf(error) !== 'wallet.request_unknown') throw error
    return older()
  }
}

function multisigCodeCard(code: CodeOf<'multisig_request'>, runtime: ApprovalsDesk): Promise<ScanCard> {
  const { asset_id: assetId, threshold, memo } = code
  const asset = runtime.directory.asset(assetId)
  const older = () => legacyCard({ what: 'multisig', code, threshold, asset, memo }, runtime)
  return requestCard(code, { assetId, threshold, memo }, older, runtime)
}

function collectibleCodeCard(code: CodeOf<'non_fungible_request'>, runtime: ApprovalsDesk): Promise<ScanCard> {
  const { senders_threshold: threshold } = code
  const older = () => legacyCard({ what: 'collectible', code, threshold, asset: null, memo: '' }, runtime)
  return requestCard(code, { threshold }, older, runtime)
}
