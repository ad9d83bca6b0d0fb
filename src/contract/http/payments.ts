import { z } from 'zod'
import { amount, assetId, hash, orNull, requestId, said, text, userId, uuid } from '../wire.ts'
import { address } from './addresses.ts'
import { asset } from './assets.ts'
import { codePayment } from './codes.ts'
import { post } from './endpoint.ts'
import { user } from './users.ts'

/** What a payment would be, and whether it was made already. */
const payment = z.object({
  recipient: orNull(user),
  asset,
  address: orNull(address),
  amount,
  status: said,
  destination: text,
})

/** What programs of the older kind ask around a payment; Coffer asks none of it. */
export const PAYMENT_ENDPOINTS = {
  /** A payment to one person or to a saved address is looked up; one to a group gets a code. */
  'payments.check': post(
    '/payments',
    z.object({
      asset_id: assetId,
      amount,
      trace_id: requestId.optional(),
      memo: z.string().max(256).optional(),
      opponent_id: userId.optional(),
      opponent_multisig: z
        .object({ receivers: z.array(userId).min(1).max(64), threshold: z.int().min(1).max(64) })
        .optional(),
      address_id: uuid.optional(),
    }),
    z.union([codePayment, payment]),
  ),
  /** Tells a receiver of what an app paid, by a message. */
  'snapshots.notify': post(
    '/safe/snapshots/notifications',
    z.object({ transaction_hash: hash, output_index: z.number().int().min(0).max(255), receiver_id: userId }),
    z.unknown(),
  ),
} as const
