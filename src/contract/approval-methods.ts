import { z } from 'zod'
import { bundleView, groupCard, groupView, requestReview, requestRow, requestView } from './approval-views.ts'
import { account, consenting, type Method, method, nothing, passphrase } from './method.ts'
import { paymentReview, sendForm } from './payment-views.ts'
import { holderId } from './views.ts'
import { hash, requestId, time, userId } from './wire.ts'

/** Groups, and requests for their signatures. */
export const approvalMethods = {
  'groups.list': method(z.object(account), z.array(groupView)),
  /** The account itself is always a member; naming it or not makes no difference. */
  'groups.create': method(
    z.object({
      ...account,
      name: z.string().trim().min(1).max(64),
      members: z.array(userId).min(1).max(64),
      threshold: z.number().int().min(1).max(64),
    }),
    groupView,
  ),
  'groups.update': method(
    z.object({
      account: userId,
      holder: holderId,
      name: z.string().trim().min(1).max(64),
      colour: z.number().int().min(0).max(7),
    }),
    groupView,
  ),
  /** Forgets the group here; money and requests stay as they are, and adding it again brings them back. */
  'groups.remove': method(z.object({ account: userId, holder: holderId }), nothing),
  'groups.card': method(
    z.object({ account: userId, holder: holderId }),
    z.object({ card: groupCard, link: z.string(), fileName: z.string(), text: z.string() }),
  ),

  // Requests for signatures
  'approvals.list': method(z.object({ ...account, holder: holderId.nullable() }), z.array(requestRow)),
  /** Fetches a request by its id or hash and keeps it. */
  'approvals.open': method(z.object({ ...account, id: z.string().min(32).max(64) }), requestView),
  'approvals.review': method(z.object({ ...account, requestId }), requestReview),
  'approvals.sign': consenting(
    'money',
    z.object({
      ...account,
      requestId,
      digest: hash,
      passphrase: passphrase.nullable(),
      accepted: z.array(z.string().max(100)).max(50),
    }),
    requestView,
  ),
  'approvals.unlock': consenting(
    'money',
    z.object({ ...account, requestId, passphrase: passphrase.nullable() }),
    requestView,
  ),
  /** Label, note and date of one's own; nobody else sees them. */
  'approvals.note': method(
    z.object({
      ...{ ...account, requestId, reviewBy: time.nullable() },
      ...{ label: z.string().max(200), note: z.string().max(4000) },
    }),
    requestView,
  ),
  /** A new form like a request that can never complete. */
  'approvals.again': method(z.object({ ...account, requestId }), z.object({ holder: holderId, form: sendForm })),
  /**
   * Prepares the fee of a final withdrawal of a group: an ordinary payment of this account that refers to it. Asked again, it
   * answers the same payment while that is not signed. Throws `wallet.no_fee_due`, `wallet.fee_unknown`, and as preparing does.
   */
  'approvals.payFee': method(z.object({ ...account, requestId }), paymentReview),
  'approvals.link': method(z.object({ ...account, requestId }), z.object({ link: z.string() })),
  'approvals.bundle': method(z.object({ ...account, requestId, note: z.string().max(2000) }), bundleView),
  /** Signs a reviewed request into its bundle without asking the service, which may be out of reach. */
  'approvals.signOffline': consenting(
    'money',
    z.object({
      ...account,
      requestId,
      digest: hash,
      passphrase: passphrase.nullable(),
      accepted: z.array(z.string().max(100)).max(50),
    }),
    requestView,
  ),
} as const satisfies Readonly<Record<string, Method>>
