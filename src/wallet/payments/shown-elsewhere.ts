import type { Hash, TransactionRecord } from '#contract/domain'
import type { PaymentReview } from '#contract/ipc'
import { decodeTransaction } from '#protocol'
import type { AccountStore, Payment } from '#store'
import { said } from '#words/facts'
import { type Intent, intentOf } from './intent.ts'

/*
 * What a list or a plan pays has an id that follows from it, so another computer with the same account shows the service the same wish under the same
 * id. Shown is not signed; but where it was signed there it can be sent at any time, and nothing that the service says would tell of it. What was
 * shown when a payment was prepared is kept with it; what comes later is asked for again before it is agreed to.
 */

/** What was heard last of payments that wait to be agreed to. */
export type Heard = Map<Payment['id'], NonNullable<Intent['shown']>>

/** What an intent keeps of such tries. */
export function beside(
  { store }: { readonly store: Pick<AccountStore, 'cache'> },
  records: readonly TransactionRecord[],
): Pick<Intent, 'shown'> {
  if (records.length === 0) return {}
  return {
    shown: records.map(({ request_id: id, raw_transaction: raw }) => ({ id, coins: coinsOf(store.cache, raw) })),
  }
}

function coinsOf({ outputs }: AccountStore['cache'], raw: string) {
  try {
    return decodeTransaction(raw).inputs.flatMap(({ hash, index }) => {
      const coin = outputs.byTransaction(hash as Hash, index) // the decoder gives 32 bytes of hex
      return coin === undefined ? [] : [coin.output_id]
    })
  } catch {
    return []
  }
}

/** What its review says of them; of two that would spend one coin the ledger takes one only. */
export function shownChecks({ heard }: { readonly heard: Heard }, payment: Payment): PaymentReview['checks'] {
  const { shown: before = [], run } = intentOf(payment)
  const shown = [...before, ...(heard.get(payment.id) ?? [])]
  const own = new Set(payment.transactions.flatMap(({ inputs }) => inputs.map(({ outputId }) => outputId)))
  const beside = shown.filter(({ coins }) => !coins.some((coin) => own.has(coin)))
  const [first] = beside
  if (first === undefined) return []
  const text = said('check.payments.shown-elsewhere', {
    of: run === undefined ? 'plan' : 'list',
    who: payment.kind === 'multisig' ? 'group' : 'you',
  })
  return [{ id: `shown-elsewhere:${first.id}`, result: 'attention', text }]
}
