import type { RequestId } from '#contract/domain'
import { codeOf, ERRORS, failure } from '#contract/errors'
import type { PaymentTransaction } from '#store'
import type { Desk } from '../shared/desk.ts'
import { isFinal, readGroupRecord } from './group-record.ts'

/*
 * A group's payment is a request to its other members before it is approved here. That it was given up may not have been heard, so they may
 * complete it still; what pays the same again under another id asks first.
 */

type Asking = Pick<Desk, 'remote'> & { readonly store: Pick<Desk['store'], 'intents'> }

/** Somebody waits for the answer. */
const LINE = { tries: 2 }

/**
 * Of a payment that was given up before it was signed here: throws `wallet.already_sent` where its group has it all the same, and what asking
 * the service throws. A request that nobody has completed is given up for good.
 */
export async function needGivenUp(desk: Asking, id: RequestId): Promise<void> {
  const payment = desk.store.intents.payments.get(id)
  if (payment?.kind !== 'multisig' || payment.state !== 'cancelled') return
  for (const transaction of payment.transactions) if (transaction.hash !== null) await endRequest(desk, transaction)
}

async function endRequest({ remote }: Asking, { requestId, hash, unsignedRaw }: PaymentTransaction): Promise<void> {
  const record = await readGroupRecord(remote, requestId, LINE).catch((error: unknown) => {
    if (codeOf(error) !== 'remote.not_found' && codeOf(error) !== 'remote.forbidden') throw error
    return null
  })
  if (record === null || record.transaction_hash !== hash) return
  const sent = (cause?: unknown) =>
    failure('wallet.already_sent', 'the others of the group have completed it', { details: { requestId }, cause })
  if (isFinal(record)) throw sent()
  if (record.revoked_by !== null) return
  const body = { request_id: requestId, raw: unsignedRaw ?? '' }
  await remote.call('multisigs.unlock', { params: { id: requestId }, body }, LINE).catch((error: unknown) => {
    throw ERRORS[codeOf(error)].retry ? error : sent(error)
  })
}
