import type { Hash } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { Payment } from '#store'
import type { ProofParts } from './proof.ts'

/** Keys of one payment that are asked about; those of receivers stand before change. */
const ASKED_MOST = 16

/**
 * Which other transaction has a key of this payment's receivers, as the service tells it. It is told and proves nothing: whoever makes up a
 * transaction chooses its keys and all it spends, so no bytes of it show that the ledger has taken it. What ends the payment for good is a coin of
 * it that something else spends, as a payment to oneself does.
 */
export async function keyTaker({ remote, line, log }: ProofParts, payment: Payment): Promise<Hash | undefined> {
  const ours = new Set(payment.transactions.flatMap(({ hash }) => hash ?? []))
  const keys = payment.transactions
    .filter(({ finalAt }) => finalAt === null)
    .flatMap(({ outputs }) => outputs.flatMap((output) => output.keys?.keys ?? []))
  try {
    for (const key of keys.slice(0, ASKED_MOST)) {
      const known = await remote.call('kernel.key', { body: { method: 'getkey', params: [key] } }, line)
      if (known !== null && !ours.has(known.transaction)) return known.transaction
    }
  } catch (error) {
    log('info', 'payment.key_taker_unheard', { payment: payment.id, code: codeOf(error) })
  }
  return undefined
}
