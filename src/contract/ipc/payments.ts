import { z } from 'zod'
import {
  amount,
  assetId,
  hash,
  hex,
  outputId,
  PAYMENT_STATES,
  requestId,
  sentence,
  shown,
  shownLines,
  time,
  told,
} from '../wire.ts'
import { account, consenting, type Method, method, nothing, owner, passphrase } from './method.ts'
import { givenPayee, payee, payeeView } from './payees.ts'
import { askedUnder, draftView, givenForm, reason } from './send-form.ts'
import { assetView, errorReport, heldByRules, paidBefore, partyView, paymentId, userView } from './shared.ts'

export const feeOption = z.object({ asset: assetView, amount, available: amount, sufficient: z.boolean() })

/**
 * `attention`: has to be ticked; `warning`: worth a look, without a tick; `note`: what no client can check, said plainly. The
 * last two neither block nor count as passed.
 */
export const checkView = z.object({
  id: shown,
  result: z.enum(['ok', 'note', 'warning', 'attention', 'stop']),
  text: sentence,
  /** Position among the payees of whom it speaks; absent for what is true of all. */
  row: z.number().optional(),
  /** When a rule that is in the way would not be any more. */
  until: time.optional(),
})

/** Ids of the checks with result `attention` that a person ticked: of each of 255 recipients several things may have to be. */
export const accepted = z.array(z.string().max(100)).max(4000)

/** One line of what was asked, recorded and is in the bytes. `asked` is null where nobody said anything; `agrees` false forbids signing. */
export const checkRow = z.object({
  field: sentence,
  asked: told.nullable(),
  record: told.nullable(),
  actual: told,
  agrees: z.boolean(),
})

/** A sum of a currency, as typed, and the price of a unit by which it became an amount. */
const givenPrice = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  value: amount,
  price: z.string().regex(/^\d{1,30}(\.\d{1,30})?$/),
  at: time,
})

/** `proved`: recomputed by Coffer; `claimed`: the service says so and no client can prove it; `unknown`: neither. */
export const proof = z.enum(['proved', 'claimed', 'unknown'])

const outputReview = z.object({
  index: z.number(),
  role: z.enum(['payment', 'change', 'fee', 'withdrawal', 'storage', 'unknown']),
  amount,
  party: partyView,
  threshold: z.number(),
  keys: z.number(),
  proof,
})

export const transactionReview = z.object({
  requestId,
  hash,
  purpose: z.enum(['payment', 'fee', 'storage']),
  asset: assetView,
  inputs: z.array(z.object({ outputId, hash, index: z.number(), amount, proved: z.boolean() })),
  outputs: z.array(outputReview),
  extraHex: hex,
  extraText: shownLines.nullable(),
  references: z.array(hash),
  raw: hex,
})

/** The plan by which a payment came, and how it compares with the one before: null where there was none. */
const fromPlan = z.object({
  planId: requestId,
  name: shown,
  at: time,
  last: z.object({ at: time, asset: assetView, amount }).nullable(),
  differs: z.array(z.enum(['amount', 'payees', 'memo'])),
})

/** Where all of a payment was typed in one currency: the sum, the price if it was one for all, and when the oldest was read. */
const pricedTotal = z.object({ currency: shown, value: amount, price: shown.nullable(), at: time })

export const paymentReview = z.object({
  paymentId,
  /** Digest of the bytes and their meaning; approving names it, so that nothing else can be approved by it. */
  digest: hash,
  title: sentence,
  verb: sentence,
  /** A group pays, of which so many must sign. */
  group: z.object({ threshold: z.number(), members: z.number() }).exactOptional(),
  /** Coins become fewer and stay with whoever pays. */
  combines: z.boolean().optional(),
  verdict: z.enum(['ok', 'attention', 'stop']),
  checks: z.array(checkView),
  /** Where a comparison failed: what was asked for beside what the bytes do. */
  rows: z.array(checkRow).optional(),
  asset: assetView,
  amount,
  fiat: shown.nullable(),
  priced: pricedTotal.exactOptional(),
  /** The collectible that moves as a whole: the amount only goes with it. */
  item: told.exactOptional(),
  /** It is given up: nobody is paid, and the money that it holds stays with its owner. */
  released: z.literal(true).exactOptional(),
  /** What can still be spent of the asset once this is paid; null where nothing leaves. */
  left: amount.nullable(),
  /** `paidBefore` is left out where nobody has looked it up, and of a group that pays itself. */
  payees: z.array(z.object({ party: partyView, amount, paidBefore: paidBefore.nullable().exactOptional(), proof })),
  memoHex: hex,
  memoText: shownLines.nullable(),
  /** A memo that was too long to be one: stored as an object that the payment refers to. */
  stored: z
    .object({
      asset: assetView,
      /** Burnt to keep it. */
      amount,
      bytes: z.number(),
      /** The whole content when it is text and not very long. */
      text: shown.nullable(),
      startHex: hex,
      contentHash: hash,
    })
    .optional(),
  fee: z.object({ asset: assetView, amount }).nullable(),
  change: z.array(z.object({ asset: assetView, amount, proof })),
  coins: z.number(),
  transactions: z.array(transactionReview),
  /** What the person must do to approve. */
  approval: z.enum(['window', 'passphrase', 'button']),
  returnTo: shown.nullable(),
  plan: fromPlan.optional(),
})

/** The fixed words for where money is; the window writes them out. */
export const moneyState = z.enum([
  'draft',
  'checking',
  'ready',
  'signing',
  'submitted',
  'accepted',
  'final',
  'cancelled',
  'cannot_complete',
  'unknown_checking',
  'arriving',
])

/** What became of the fee of a group's withdrawal, which one member pays from an own account once it is final. */
export const withdrawalFee = z.object({
  /** `later`: not final yet. `waits`: nothing is known of a fee. `paying`: this account has signed one. */
  fee: z.enum(['later', 'waits', 'paying', 'paid']),
  /** This account's own payment of the fee, prepared or signed. */
  feePayment: requestId.nullable(),
  paidBy: userView.nullable(),
  /** Of the transaction on the other chain, as the service says. */
  chainHash: shown.nullable(),
})

export const paymentView = z.object({
  paymentId,
  kind: z.enum(['transfer', 'withdrawal', 'consolidation', 'multisig', 'collectible', 'storage']),
  state: z.enum(PAYMENT_STATES),
  money: moneyState,
  /** Of one that waits for approval: the owner's rules are in the way, as `payments.open` says. */
  held: heldByRules.optional(),
  title: sentence,
  asset: assetView,
  amount,
  party: partyView,
  /** Whoever is paid, in the order asked for; the asset and the memo are those of the payment. */
  rows: z.array(z.object({ party: partyView, amount, paidBefore: paidBefore.nullable() })),
  fee: z.object({ asset: assetView, amount }).nullable(),
  priced: pricedTotal.exactOptional(),
  /** What it was worth when it was signed, where a price of then was kept. */
  fiatThen: shown.exactOptional(),
  memoHex: hex,
  memoText: shownLines.nullable(),
  /** Size of a memo that was stored as an object. */
  storedBytes: z.number().optional(),
  /** Something done to an item or a collection; money only goes with it. */
  act: z.boolean().optional(),
  item: told.exactOptional(),
  released: z.literal(true).exactOptional(),
  label: shown,
  /** The person's own note, which only a detail shows. */
  note: shownLines,
  tags: z.array(shown),
  /** That of the payment itself first. */
  hashes: z.array(hash),
  requestIds: z.array(requestId),
  createdAt: time,
  signedAt: time.nullable(),
  sentAt: time.nullable(),
  acceptedAt: time.nullable(),
  finalAt: time.nullable(),
  /** How often the stored bytes were handed to the network. */
  attempts: z.number(),
  problem: errorReport.nullable(),
  withdrawalHash: shown.nullable(),
  returnTo: shown.nullable(),
  /** Name and port that `payments.openReturn` leads to; absent where it would refuse. */
  returnHost: shown.optional(),
  /**
   * Why it is signed and waits for its owner's word before it is sent; absent when it does not. For the `history` it waits until the service gives it,
   * or for that word.
   */
  waitsFor: z.enum(['old', 'spent_elsewhere', 'restored', 'called_final', 'history']).optional(),
  /** Whether another payment, to oneself, can still make this one impossible. */
  canVoid: z.boolean().optional(),
  /** Whether it spends a coin that is not there, so that it can neither be sent nor made impossible. */
  canPutAway: z.boolean().optional(),
  /** The payment that this one is to make impossible. */
  voids: paymentId.optional(),
  /** The row of activity of what spent its coin first, where that is known here. */
  takenBy: shown.optional(),
  /** The payments that are to make this one impossible. */
  voidedBy: z.array(paymentId).optional(),
  /** It was called impossible and settled after all. */
  afterAll: z.boolean().optional(),
  /** Of a group's withdrawal: what became of its fee. */
  withdrawal: withdrawalFee.optional(),
  /** The run of payments that it belongs to. */
  run: requestId.optional(),
  /** The plan by which it came. */
  plan: fromPlan.pick({ planId: true, name: true, at: true }).optional(),
  /** The group's withdrawal whose fee this payment is. */
  paysFeeOf: requestId.optional(),
  /** Of a group's payment: how many signatures it needs and who has signed. */
  cosigning: z
    .object({
      needed: z.number(),
      signers: z.array(userView),
      waiting: z.array(userView),
      /** Whether the service has taken this account's signature, which is when the others are asked. */
      asked: z.boolean(),
      /** The request under whose id its very bytes became final, where that is another one. */
      paidUnder: requestId.optional(),
    })
    .nullable(),
})

/** Whom to pay, and a payment from its draft to its end. */
export const paymentMethods = {
  'payees.resolve': method(
    z.strictObject({ ...owner, text: z.string().max(8000), assetId: assetId.nullable() }),
    payeeView,
  ),
  'payees.suggest': method(
    z.strictObject({ ...owner, text: z.string().max(200), assetId: assetId.nullable().optional() }),
    z.array(z.object({ payee, party: partyView, paidBefore: paidBefore.nullable() })),
  ),
  'payments.fees': method(
    z.strictObject({ ...owner, assetId, destination: z.string().min(1).max(512), tag: z.string().max(512) }),
    z.array(feeOption),
  ),
  'payments.max': method(
    z.strictObject({
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
    z.strictObject({
      ...owner,
      assetId,
      rows: z
        .array(z.strictObject({ payee: givenPayee, amount, priced: givenPrice.exactOptional() }))
        .min(1)
        .max(255),
      memoHex: hex,
      /** Whether a memo beyond 255 bytes may be stored as an object, which costs XIN; it is refused otherwise. */
      storeMemo: z.boolean().optional(),
      feeAssetId: assetId.nullable(),
      coins: z.array(outputId).min(1).max(256).nullable(),
      references: z.array(hash).max(16),
      /** The trace id of a link; the wallet makes one otherwise. */
      requestId: requestId.nullable(),
      /** What is asked for under that id, whose difference from what is paid the review tells. */
      asked: z.strictObject({ ...askedUnder, amount: amount.nullable() }).exactOptional(),
      /** The signed payment, ended as impossible, that this is another try of: the two are tied so that only one can be paid. */
      again: paymentId.nullable().optional(),
      draftId: z.string().max(64).nullable(),
      label: z.string().max(200),
      /** Why, for the others of a group: it goes to nobody but with what is shared of the request. */
      reason: reason.optional(),
      returnTo: z.string().max(2000).nullable(),
    }),
    paymentReview,
  ),
  /** A payment to oneself over a coin of an undecided one: the ledger takes one of the two only. */
  'payments.prepareVoid': method(z.strictObject({ ...account, paymentId }), paymentReview),
  /** Sends what was signed long ago, or before this computer missed something. */
  'payments.sendNow': consenting(
    'money',
    z.strictObject({ ...account, paymentId, passphrase: passphrase.nullable() }),
    paymentView,
  ),
  /** Ends what spends a coin that the service does not know. Nothing is proved by that. */
  'payments.putAway': consenting(
    'money',
    z.strictObject({ ...account, paymentId, passphrase: passphrase.nullable() }),
    paymentView,
  ),
  /** Change that was not proved yet, and how much of each asset its owner accepts at a time. */
  'payments.changeAtRisk': method(
    z.strictObject(owner),
    z.object({
      payments: z.array(paymentId),
      sums: z.array(z.object({ asset: assetView, amount })),
      bounds: z.array(z.object({ asset: assetView, amount })),
    }),
  ),
  'payments.setChangeBound': consenting(
    'money',
    z.strictObject({ ...account, assetId, amount: amount.nullable(), passphrase: passphrase.nullable() }),
    nothing,
  ),
  'payments.review': method(z.strictObject({ ...account, paymentId }), paymentReview),
  'payments.approve': consenting(
    'money',
    z.strictObject({
      ...account,
      paymentId,
      digest: hash,
      passphrase: passphrase.nullable(),
      accepted,
    }),
    paymentView,
  ),
  'payments.cancel': method(z.strictObject({ ...account, paymentId }), paymentView),
  'payments.read': method(z.strictObject({ ...account, paymentId }), paymentView),
  /**
   * Opens where the link of a payment leads back to, once that was sent: asked about and opened in the person's own browser
   * where the host can, else by the window that asked, in a tab. Throws `wallet.no_return`.
   */
  'payments.openReturn': method(
    z.strictObject({ ...account, paymentId }),
    z.object({ url: z.string(), opens: z.enum(['browser', 'tab']) }),
  ),
  /**
   * Sending goes on although change did not come back: the person has read what happened. `read` is what of it; what is found later
   * is read, and stops sending, for itself.
   */
  'payments.unfreeze': consenting(
    'money',
    z.strictObject({ ...account, read: z.array(outputId).max(1000), passphrase: passphrase.nullable() }),
    nothing,
  ),
  'payments.open': method(z.strictObject(owner), z.array(paymentView)),
  'drafts.list': method(z.strictObject(owner), z.array(draftView)),
  'drafts.save': method(
    z.strictObject({ ...owner, draftId: z.string().max(64).nullable(), form: givenForm }),
    draftView,
  ),
  'drafts.remove': method(z.strictObject({ ...owner, draftId: z.string().max(64) }), nothing),
} as const satisfies Readonly<Record<string, Method>>
