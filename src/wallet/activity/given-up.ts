import type { Holder, HolderId } from '#contract/domain'
import type { ActivityRow, PartyView } from '#contract/ipc'
import { toAmount } from '#protocol'
import type { AccountStore, PaymentSummary } from '#store'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { estimate } from '../shared/fiat.ts'
import { subjectOfRequest } from '../shared/label-keys.ts'

/*
 * What was given up: payments cancelled before they were signed, and requests of a group that ended without being paid. They stand in no
 * list by themselves and are found by searching.
 */

const PAGE = 200
/** More than these nobody reads; the newest are told. */
const MOST = 1_000

/** Cancelled payments that are wanted, newest first, however many others were cancelled since. */
export function cancelledOf(
  { payments }: Pick<AccountStore['intents'], 'payments'>,
  holder: HolderId,
  wanted: (payment: PaymentSummary) => boolean,
): PaymentSummary[] {
  const found: PaymentSummary[] = []
  let last: PaymentSummary | undefined
  for (;;) {
    const page = payments.list({ holder, states: ['cancelled'], limit: PAGE, before: last?.id })
    found.push(...page.filter(wanted))
    last = page.at(-1)
    if (page.length < PAGE || found.length >= MOST) return found.slice(0, MOST)
  }
}

/** A request that ended, and whoever it was to pay, where that is several. */
interface EndedRequest {
  readonly row: ActivityRow
  readonly others: readonly PartyView[]
}

/** Requests of a group that ended unpaid: given up by a member, or because a coin of theirs was spent otherwise. */
export function endedRequests(runtime: ApprovalsDesk, holder: Holder): EndedRequest[] {
  return runtime.requestStore.list(holder.id).flatMap((request) => {
    if (request.state !== 'revoked' && request.state !== 'dead') return []
    const view = runtime.cosign.view(request)
    const amount = toAmount(-view.amount)
    const id = subjectOfRequest(request.id)
    const row: ActivityRow = {
      ...({ id, kind: view.withdrawal === undefined ? 'transfer' : 'withdrawal', direction: 'out' } as const),
      ...{ asset: view.asset, amount, fiat: estimate(amount, view.asset.priceUsd, runtime.rate()) },
      ...{ party: view.party, memoText: view.memoText, label: view.label },
      tags: [...(runtime.store.intents.labels.get(id)?.tags ?? [])],
      at: view.createdAt,
      money: request.state === 'revoked' ? ('cancelled' as const) : ('cannot_complete' as const),
      ...{ hash: request.hash, confirmations: null, inscription: null },
    }
    return [{ row, others: view.rows.map(({ party }) => party) }]
  })
}
