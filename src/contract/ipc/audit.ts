import { z } from 'zod'
import { amount, hash, outputId, sentence, shown, time } from '../wire.ts'
import { account, type Method, method } from './method.ts'
import { assetView, paymentId } from './shared.ts'

/** What was wrong with change, or with coins paid to oneself. */
const AUDIT_REASONS = ['missing', 'differs', 'not ours', 'spent elsewhere'] as const

const failedAudit = z.object({
  outputId,
  paymentId,
  /** Title of the payment. */
  title: sentence,
  asset: assetView,
  amount,
  transactionHash: hash,
  outputIndex: z.number(),
  reason: z.enum(AUDIT_REASONS),
  foundAt: time,
  /** When the person read this and went on sending; null while it stops all sending. */
  acceptedAt: time.nullable(),
  /** What was signed and what is listed, as JSON for whoever looks into it; holds no key that could spend. */
  evidence: shown,
})

export type FailedAudit = z.output<typeof failedAudit>

export const auditMethods = {
  /** Everything that did not come back as it should, newest last, also what was accepted since. */
  'payments.frozen': method(z.strictObject(account), z.array(failedAudit)),
} as const satisfies Record<string, Method>
