import { z } from 'zod'
import { account, consenting, type Method, method, nothing, owner, passphrase } from './method.ts'
import { payee, payeeView } from './payee-views.ts'
import { draftView, feeOption, paymentReview, paymentView, sendForm } from './payment-views.ts'
import { assetView, partyView, paymentId } from './views.ts'
import { amount, assetId, hash, hex, outputId, requestId } from './wire.ts'

/** Whom to pay, and a payment from its draft to its end. */
export const paymentMethods = {
  'payees.resolve': method(z.object({ ...owner, text: z.string().max(8000), assetId: assetId.nullable() }), payeeView),
  'payees.suggest': method(
    z.object({ ...owner, text: z.string().max(200), assetId: assetId.nullable().optional() }),
    z.array(z.object({ payee, party: partyView, times: z.number() })),
  ),
  'payments.fees': method(
    z.object({ ...owner, assetId, destination: z.string().min(1).max(512), tag: z.string().max(512) }),
    z.array(feeOption),
  ),
  'payments.max': method(
    z.object({
      ...owner,
      assetId,
      feeAssetId: assetId.nullable(),
      destination: z.string().max(512),
      coins: z.array(outputId).nullable(),
    }),
    /** `inOne` is the most that fits into one transaction of 256 inputs, after a fee in the same asset. */
    z.object({ available: amount, inOne: amount, coins: z.number() }),
  ),
  'payments.prepare': method(
    z.object({
      ...owner,
      assetId,
      rows: z.array(z.object({ payee, amount })).min(1).max(255),
      memoHex: hex,
      /** Whether a memo beyond 255 bytes may be stored as an object, which costs XIN; it is refused otherwise. */
      storeMemo: z.boolean().optional(),
      feeAssetId: assetId.nullable(),
      coins: z.array(outputId).min(1).max(256).nullable(),
      references: z.array(hash).max(16),
      /** The trace id of a link; the wallet makes one otherwise. */
      requestId: requestId.nullable(),
      /** The signed payment, ended as impossible, that this is another try of: the two are tied so that only one can be paid. */
      again: paymentId.nullable().optional(),
      draftId: z.string().max(64).nullable(),
      label: z.string().max(200),
      returnTo: z.string().max(2000).nullable(),
    }),
    paymentReview,
  ),
  /** A payment to oneself over a coin of an undecided one: the ledger takes one of the two only. */
  'payments.prepareVoid': method(z.object({ ...account, paymentId }), paymentReview),
  /** Sends what was signed long ago, or before this computer missed something. */
  'payments.sendNow': consenting(
    'money',
    z.object({ ...account, paymentId, passphrase: passphrase.nullable() }),
    paymentView,
  ),
  /** Change that was not proved yet, and how much of each asset its owner accepts at a time. */
  'payments.changeAtRisk': method(
    z.object(owner),
    z.object({
      payments: z.array(paymentId),
      sums: z.array(z.object({ asset: assetView, amount })),
      bounds: z.array(z.object({ asset: assetView, amount })),
    }),
  ),
  'payments.setChangeBound': consenting(
    'money',
    z.object({ ...account, assetId, amount: amount.nullable(), passphrase: passphrase.nullable() }),
    nothing,
  ),
  'payments.review': method(z.object({ ...account, paymentId }), paymentReview),
  'payments.approve': consenting(
    'money',
    z.object({
      ...account,
      paymentId,
      digest: hash,
      passphrase: passphrase.nullable(),
      /** Ids of the checks with result `attention` that the person ticked. */
      accepted: z.array(z.string().max(64)).max(50),
    }),
    paymentView,
  ),
  'payments.cancel': method(z.object({ ...account, paymentId }), paymentView),
  'payments.read': method(z.object({ ...account, paymentId }), paymentView),
  /**
   * Opens where the link of a payment leads back to, once that was sent: asked about and opened in the person's own browser
   * where the host can, else by the window that asked, in a tab. Throws `wallet.no_return`.
   */
  'payments.openReturn': method(
    z.object({ ...account, paymentId }),
    z.object({ url: z.string(), opens: z.enum(['browser', 'tab']) }),
  ),
  /** Sending goes on although change did not come back: the person has read what happened. */
  'payments.unfreeze': consenting('money', z.object({ ...account, passphrase: passphrase.nullable() }), nothing),
  'payments.open': method(z.object(owner), z.array(paymentView)),
  'drafts.list': method(z.object(owner), z.array(draftView)),
  'drafts.save': method(z.object({ ...owner, draftId: z.string().max(64).nullable(), form: sendForm }), draftView),
  'drafts.remove': method(z.object({ ...owner, draftId: z.string().max(64) }), nothing),
} as const satisfies Readonly<Record<string, Method>>
