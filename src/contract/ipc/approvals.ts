import { z } from 'zod'
import { amount, hash, hex, requestId, sentence, shown, shownLines, time, told, userId } from '../wire.ts'
import { account, consenting, type Method, method, nothing, passphrase } from './method.ts'
import { accepted, checkRow, checkView, paymentReview, proof, transactionReview, withdrawalFee } from './payments.ts'
import { sendForm } from './send-form.ts'
import { assetView, holderId, partyView, userView } from './shared.ts'

/* What the window is shown of groups and of requests for signatures. */

// Groups

const groupView = z.object({
  holder: holderId,
  membersHash: hash,
  threshold: z.number(),
  members: z.array(userView),
  name: shown,
  colour: z.number().int().min(0).max(7),
  order: z.number().int(),
  /** Address that names members and threshold; paying it pays the group. */
  address: shown,
  /** Six words made from the members' hash and the threshold, to compare by voice. */
  words: z.array(z.string()),
  createdAt: time,
})

/** A group as a card carries it; it may name an account that this one has never met. */
export const groupCard = z.object({
  members: z.array(userView),
  threshold: z.number(),
  membersHash: hash,
  name: shown,
  address: shown,
  words: z.array(z.string()),
  /** Whether the account is a member: only then it can be added. */
  member: z.boolean(),
  added: z.boolean(),
})

// Requests for signatures

/** `open`: signatures are missing; `complete`: enough signed and the network has it; `final`; `revoked`; `dead`: a coin is gone. */
const requestState = z.enum(['open', 'complete', 'final', 'revoked', 'dead'])

/** `offline`: signed into a bundle whose signature the service has not seen yet. */
const signerView = z.object({ user: userView, at: time.nullable(), offline: z.boolean() })

export const requestView = z.object({
  requestId,
  hash,
  holder: holderId,
  /** Null when the group has not been added yet. */
  group: z.object({
    name: shown,
    /** What the author of a bundle calls it; empty when no member said so. */
    called: shown,
    threshold: z.number(),
    members: z.array(userView),
    words: z.array(z.string()),
  }),
  groupAdded: z.boolean(),
  tab: z.enum(['needs_you', 'waiting', 'done']),
  state: requestState,
  title: sentence,
  asset: assetView,
  amount,
  /** The collectible that moves as a whole: the amount only goes with it. */
  item: told.exactOptional(),
  /** Worth of what leaves the group, in the preferred currency. */
  fiat: shown.nullable(),
  party: partyView,
  /** Whoever is paid where that is several, in the order of the outputs; empty otherwise. */
  rows: z.array(z.object({ party: partyView, amount })),
  memoText: shownLines.nullable(),
  /** Who made it, as the service or the bundle's author says; null when nobody does. */
  by: userView.nullable(),
  /** That it was asked by them is what they say in a file; the service has named nobody. */
  byFile: z.boolean(),
  signers: z.array(signerView),
  signedByMe: z.boolean(),
  /** Members who said that they will not sign: this account's own no, and those that a member's bundle carried. */
  refusals: z.array(z.object({ user: userView, at: time, reason: shownLines })),
  /** How it came here. */
  source: z.enum(['made', 'found', 'code', 'link', 'bundle']),
  /** One's own words; nobody else sees them. */
  label: shown,
  note: shownLines,
  /** What the asker, or a member who passed it on, wrote into a bundle. */
  askerNote: shownLines,
  /** Who made that bundle, by its signature; null where that was not kept. */
  noteBy: userView.nullable(),
  reviewBy: time.nullable(),
  /** The transaction that spent a coin of a dead request. */
  spentBy: hash.nullable(),
  /** That it spent one is proved by its bytes; else it is what the service says, and the others may still complete the request. */
  provedDead: z.boolean(),
  revokedBy: userView.nullable(),
  createdAt: time,
  seenAt: time,
  /** The journal's payment once this account has signed or made the request. */
  paymentId: requestId.nullable(),
  /** Absent unless it withdraws to another chain. */
  withdrawal: withdrawalFee.optional(),
})

/** A request in a list, with what Coffer found when it last looked at it as it is now. */
const requestRow = requestView.extend({
  /**
   * `rules` where nothing but this account's own rules stops it, `waiting` until it was looked at, `unknown` when that failed; of what
   * does not wait for a signature it says nothing.
   */
  verdict: z.enum(['ok', 'attention', 'stop', 'rules', 'waiting', 'unknown']),
  /** Open requests that spend a coin of this one: only one of them can complete. */
  rivals: z.array(requestId),
})

const requestReview = z.object({
  request: requestView,
  digest: hash,
  verb: sentence,
  verdict: z.enum(['ok', 'attention', 'stop']),
  rows: z.array(checkRow),
  checks: z.array(checkView),
  /** What the group still has of the asset afterwards, by the coins that were read; null when that is not known. */
  left: amount.nullable(),
  payees: z.array(z.object({ party: partyView, amount, proof })),
  change: z.array(z.object({ amount, proof })),
  memoHex: hex,
  /** What the service says that the signature is for beyond the bytes, which do not prove it; null where it says nothing. */
  proposal: z
    .object({
      kind: z.enum(['transaction', 'recovery', 'unknown']),
      /** Of the vault on another chain whose operation it is. */
      name: shown,
      address: shown,
      asset: assetView.nullable(),
      /** Amounts as they were written: they are of another chain, and nothing is computed with them. */
      recipients: z.array(z.object({ address: shown, amount: shown, symbol: shown })),
      note: shownLines,
    })
    .nullable(),
  transaction: transactionReview,
  /** Signatures in the bytes that Coffer verified; invalid ones are counted and never passed on. */
  signatures: z.object({ needed: z.number(), valid: z.number(), invalid: z.number() }),
  canSign: z.boolean(),
  canUnlock: z.boolean(),
  /** Why it cannot be signed; null when it can. */
  cannotSign: sentence.nullable(),
  approval: z.enum(['window', 'passphrase', 'button']),
  /** Reviewed from a bundle while the service was away: the record could not be compared. */
  offline: z.boolean(),
  log: z.array(z.object({ at: time, text: told })),
})

const bundleView = z.object({
  fileName: z.string(),
  text: z.string(),
  /** Texts of codes to show one after the other; one entry when it fits into one. */
  frames: z.array(z.string()),
  /** Whether the service was asked that the request still stands; without that its signatures may be of one that was given up. */
  confirmed: z.boolean(),
})

export type GroupView = z.output<typeof groupView>
export type GroupCard = z.output<typeof groupCard>
export type RequestView = z.output<typeof requestView>
export type RequestRow = z.output<typeof requestRow>
export type RequestReview = z.output<typeof requestReview>
export type CheckRow = z.output<typeof checkRow>
export type BundleView = z.output<typeof bundleView>

/** What a member agreed to: the request as its review showed it. */
const agreement = z.strictObject({
  ...account,
  requestId,
  digest: hash,
  passphrase: passphrase.nullable(),
  accepted,
})

/** Groups, and requests for their signatures. */
export const approvalMethods = {
  'groups.list': method(z.strictObject(account), z.array(groupView)),
  /** The account itself is always a member; naming it or not makes no difference. */
  'groups.create': method(
    z.strictObject({
      ...account,
      name: z.string().trim().min(1).max(64),
      members: z.array(userId).min(1).max(64),
      threshold: z.number().int().min(1).max(64),
    }),
    groupView,
  ),
  'groups.update': method(
    z.strictObject({
      account: userId,
      holder: holderId,
      name: z.string().trim().min(1).max(64),
      colour: z.number().int().min(0).max(7),
    }),
    groupView,
  ),
  /** Forgets the group here; money and requests stay as they are, and adding it again brings them back. */
  'groups.remove': method(z.strictObject({ account: userId, holder: holderId }), nothing),
  'groups.card': method(
    z.strictObject({ account: userId, holder: holderId }),
    z.object({ card: groupCard, link: z.string(), fileName: z.string(), text: z.string() }),
  ),

  // Requests for signatures
  'approvals.list': method(
    z.strictObject({ ...account, holder: holderId.nullable() }),
    z.object({
      requests: z.array(requestRow),
      /** How many of each tab it has no room for. */
      left: z.object({ needs_you: z.number(), waiting: z.number(), done: z.number() }),
    }),
  ),
  /** Fetches a request by its id or hash and keeps it. */
  'approvals.open': method(z.strictObject({ ...account, id: z.string().min(32).max(64) }), requestView),
  'approvals.review': method(z.strictObject({ ...account, requestId }), requestReview),
  'approvals.sign': consenting('money', agreement, requestView),
  'approvals.unlock': consenting(
    'money',
    z.strictObject({ ...account, requestId, passphrase: passphrase.nullable() }),
    requestView,
  ),
  /** Label, note and date of one's own; nobody else sees them. */
  'approvals.note': method(
    z.strictObject({
      ...{ ...account, requestId, reviewBy: time.nullable() },
      ...{ label: z.string().max(200), note: z.string().max(4000) },
    }),
    requestView,
  ),
  /**
   * Says no, with a reason, or takes that back with null. The service has no place for it: the others see it in this account's bundle of the
   * request. Throws `wallet.request_ended` for one that takes no signature of this account any more.
   */
  'approvals.refuse': method(
    z.strictObject({ ...account, requestId, reason: z.string().max(2000).nullable() }),
    requestView,
  ),
  /** A new form like a request that can never complete, or that was given up for it. */
  'approvals.again': method(
    z.strictObject({ ...account, requestId }),
    /** With the list or plan of this account that asked for it, which prepares it anew. */
    z.object({ holder: holderId, form: sendForm, run: requestId.nullable(), plan: requestId.nullable() }),
  ),
  /**
   * Prepares the fee of a final withdrawal of a group: an ordinary payment of this account that refers to it. Asked again, it
   * answers the same payment while that is not signed. Throws `wallet.no_fee_due`, `wallet.fee_unknown`, and as preparing does.
   */
  'approvals.payFee': method(z.strictObject({ ...account, requestId }), paymentReview),
  'approvals.link': method(z.strictObject({ ...account, requestId }), z.object({ link: z.string() })),
  'approvals.bundle': method(z.strictObject({ ...account, requestId, note: z.string().max(2000) }), bundleView),
  /** Signs a reviewed request into its bundle without asking the service, which may be out of reach. */
  'approvals.signOffline': consenting('money', agreement, requestView),
} as const satisfies Readonly<Record<string, Method>>
