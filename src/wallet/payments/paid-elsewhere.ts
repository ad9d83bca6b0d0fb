import type { Snapshot } from '#contract/domain'
import type { Payee, PaymentReview } from '#contract/ipc'
import type { AccountStore, Payment } from '#store'
import { said } from '#words/facts'
import { sameAddress } from '../shared/ends.ts'
import { spoken } from '../shared/fiat.ts'
import type { Directory } from '../shared/names.ts'
import { payeeKey } from '../shared/payee-key.ts'
import { intentOf, paysOneself } from './intent.ts'

/*
 * What the history tells of payments that this journal did not make: another computer of the same owner may have, of which nobody but the service
 * says anything. So it makes nobody known, but a person should hear of it before the same is paid again.
 */

/** The newest payments of the history that are looked through. */
const LOOKED_AT = 200

interface Parts {
  readonly store: AccountStore
  readonly directory: Directory
}

const isFor = (payee: Payee, { opponent_id: opponent, withdrawal }: Snapshot): boolean =>
  payee.kind === 'user'
    ? opponent === payee.userId
    : payee.kind === 'chain' && withdrawal != null && sameAddress(withdrawal.receiver, payee.destination)

/** Of a payment of the account's own. */
export function elsewhereChecks({ store, directory }: Parts, payment: Payment): PaymentReview['checks'] {
  const intent = intentOf(payment)
  if (paysOneself(intent) || intent.feeOf !== undefined) return []
  const { cache, intents } = store
  const { draftId, assetId, rows } = intent
  const since = (draftId === null ? undefined : intents.drafts.get(draftId)?.savedAt) ?? payment.createdAt
  const { snapshots } = cache.snapshots.list({ filter: { direction: 'out' }, limit: LOOKED_AT })
  const isForeign = ({ transaction_hash: hash }: Snapshot) => intents.payments.summaryByTransaction(hash) === undefined
  const seen = new Set<string>()
  return rows.flatMap(({ payee, amount }, row): PaymentReview['checks'] => {
    const key = payeeKey(payee)
    if (seen.has(key)) return []
    seen.add(key)
    const foreign = snapshots.filter((one) => isFor(payee, one) && isForeign(one))
    const same = new Set(rows.flatMap((each) => (payeeKey(each.payee) === key ? each.amount : [])))
    const again = foreign.find(
      (one) => one.asset_id === assetId && one.created_at > since && [...same].some((each) => one.amount === -each),
    )
    if (again !== undefined) {
      const what = spoken(amount, directory.asset(assetId).symbol)
      return [
        { id: `${SAME}${row}`, result: 'attention', text: said('check.payments.paid-elsewhere-same', { what }), row },
      ]
    }
    if (foreign.length === 0) return []
    const text = said('check.payments.paid-elsewhere', { times: foreign.length })
    return [{ id: `elsewhere:${row}`, result: 'note', text, row }]
  })
}

const SAME = 'elsewhere-same:'
export const isElsewhereCheck = ({ id }: { readonly id: string }): boolean => id.startsWith(SAME)
