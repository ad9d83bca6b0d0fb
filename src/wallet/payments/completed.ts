import type { RequestId } from '#contract/domain'
import { codeOf, ERRORS, failure } from '#contract/errors'
import type { PaymentTransaction } from '#store'
import { saysNone } from '../shared/none.ts'
import type { PaymentsDesk } from './desk.ts'
import { isFinal, readGroupRecord } from './group-record.ts'
import { isGivenUp } from './group-requests.ts'

/*
 * A group's payment is a request to its other members before it is approved here. That it was given up may not have been heard, so they may
 * complete it still; what pays the same again under another id asks first.
 */

type Asking = Pick<PaymentsDesk, 'remote' | 'store'> & {
  readonly paymentSteps: Pick<PaymentsDesk['paymentSteps'], 'completed'>
}

/** Somebody waits for the answer. */
const LINE = { tries: 2 }

/**
 * Of a payment that was given up before it was signed here: throws `wallet.completed_by_others` where its group has it all the same, which is
 * then written down if bytes prove it, and what asking the service throws. A request that nobody has completed is given up for good.
 */
export async function needGivenUp(desk: Asking, id: RequestId): Promise<void> {
  const payment = desk.store.intents.payments.get(id)
  if (payment === undefined || !isGivenUp(payment)) return
  for (const transaction of payment.transactions) if (transaction.hash !== null) await endRequest(desk, id, transaction)
}

async function endRequest(
  { remote, paymentSteps }: Asking,
  id: RequestId,
  { requestId, hash, unsignedRaw }: PaymentTransaction,
): Promise<void> {
  const record = await readGroupRecord(remote, requestId, LINE).catch((error: unknown) => {
    if (!saysNone(error)) throw error
    return null
  })
  if (record === null || record.transaction_hash !== hash) return
  const sent = (cause?: unknown) =>
    failure('wallet.completed_by_others', 'the others of the group have completed it', {
      details: { requestId },
      cause,
    })
  if (isFinal(record)) {
    await paymentSteps.completed(id)
    throw sent()
  }
  if (record.revoked_by !== null) return
  const body = { request_id: requestId, raw: unsignedRaw ?? '' }
  await remote.call('multisigs.unlock', { params: { id: requestId }, body }, LINE).catch((error: unknown) => {
    throw ERRORS[codeOf(error)].retry ? error : sent(error)
  })
}
