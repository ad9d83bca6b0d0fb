import { z } from 'zod'
import {
  assetView,
  checkView,
  errorReport,
  holderId,
  partyView,
  payee,
  proof,
  transactionReview,
  userView,
} from './views.ts'
import { amount, hash, hex, requestId, time } from './wire.ts'

/* What the window is shown of groups, of requests for signatures, and of codes and links that came from anywhere. */

// Groups

export const groupView = z.object({
  holder: holderId,
  membersHash: hash,
  threshold: z.number(),
  members: z.array(userView),
  name: z.string(),
  colour: z.number().int().min(0).max(7),
  order: z.number().int(),
  /** Address that names members and threshold; paying it pays the group. */
  address: z.string(),
  /** Six words made from the members' hash and the threshold, to compare by voice. */
  words: z.array(z.string()),
  createdAt: time,
})

/** A group as a card carries it; it may name an account that this one has never met. */
export const groupCard = z.object({
  members: z.array(userView),
  threshold: z.number(),
  membersHash: hash,
  name: z.string(),
  address: z.string(),
  words: z.array(z.string()),
  /** Whether the account is a member: only then it can be added. */
  member: z.boolean(),
  added: z.boolean(),
})

// Requests for signatures

/** `open`: signatures are missing; `complete`: enough signed and the network has it; `final`; `revoked`; `dead`: a coin is gone. */
export const requestState = z.enum(['open', 'complete', 'final', 'revoked', 'dead'])

/** `offline`: signed into a bundle whose signature the service has not seen yet. */
export const signerView = z.object({ user: userView, at: time.nullable(), offline: z.boolean() })

export const requestView = z.object({
  requestId,
  hash,
  holder: holderId,
  /** Null when the group has not been added yet. */
  group: z.object({
    name: z.string(),
    /** What the author of a bundle calls it; empty when no member said so. */
    called: z.string(),
    threshold: z.number(),
    members: z.array(userView),
    words: z.array(z.string()),
  }),
  groupAdded: z.boolean(),
  tab: z.enum(['needs_you', 'waiting', 'done']),
  state: requestState,
  title: z.string(),
  asset: assetView,
  amount,
  party: partyView,
  memoText: z.string().nullable(),
  /** Who made it, as the service or the bundle's author says; null when nobody does. */
  by: userView.nullable(),
  signers: z.array(signerView),
  signedByMe: z.boolean(),
  /** How it came here. */
  source: z.enum(['made', 'found', 'code', 'link', 'bundle']),
  /** One's own words; nobody else sees them. */
  label: z.string(),
  note: z.string(),
  /** What the asker wrote into a bundle. */
  askerNote: z.string(),
  reviewBy: time.nullable(),
  /** The transaction that spent a coin of a dead request. */
  spentBy: hash.nullable(),
  revokedBy: userView.nullable(),
  createdAt: time,
  seenAt: time,
  /** The journal's payment once this account has signed or made the request. */
  paymentId: requestId.nullable(),
})

/** One line of the three-way check. `asked` is null where nobody said anything; `agrees` false forbids signing. */
export const checkRow = z.object({
  field: z.string(),
  asked: z.string().nullable(),
  record: z.string().nullable(),
  actual: z.string(),
  agrees: z.boolean(),
})

export const requestReview = z.object({
  request: requestView,
  digest: hash,
  verb: z.string(),
  verdict: z.enum(['ok', 'attention', 'stop']),
  rows: z.array(checkRow),
  checks: z.array(checkView),
  /** Worth of what leaves the group, in the preferred currency. */
  fiat: z.string().nullable(),
  /** What the group still has of the asset afterwards, by the coins that were read; null when that is not known. */
  left: amount.nullable(),
  payees: z.array(z.object({ party: partyView, amount, proof })),
  change: z.array(z.object({ amount, proof })),
  memoHex: hex,
  transaction: transactionReview,
  /** Signatures in the bytes that Coffer verified; invalid ones are counted and never passed on. */
  signatures: z.object({ needed: z.number(), valid: z.number(), invalid: z.number() }),
  canSign: z.boolean(),
  canUnlock: z.boolean(),
  /** Why it cannot be signed, in a sentence; null when it can. */
  cannotSign: z.string().nullable(),
  approval: z.enum(['window', 'passphrase', 'button']),
  /** Reviewed from a bundle while the service was away: the record could not be compared. */
  offline: z.boolean(),
  log: z.array(z.object({ at: time, text: z.string() })),
})

export const bundleView = z.object({
  fileName: z.string(),
  text: z.string(),
  /** Texts of codes to show one after the other; one entry when it fits into one. */
  frames: z.array(z.string()),
  /** Whether the service was asked that the request still stands; without that its signatures may be of one that was given up. */
  confirmed: z.boolean(),
})

// Codes, links and pictures

export const intakeSource = z.enum(['paste', 'typed', 'file', 'screen', 'camera', 'drop', 'link'])

const fill = z.object({
  payee,
  party: partyView,
  asset: assetView.nullable(),
  amount: amount.nullable(),
  memo: z.string().nullable(),
  trace: requestId.nullable(),
  references: z.array(hash),
  returnTo: z.string().nullable(),
})

/** What a text from outside turned out to be. Reading it does nothing; each kind only offers to fill a form or show a page. */
export const intakeCard = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), user: userView, biography: z.string() }),
  z.object({
    kind: z.literal('payment'),
    ...fill.shape,
    /** `paid`: this trace was paid already, by anybody. */
    state: z.enum(['open', 'paid']),
    paidByMe: requestId.nullable(),
    /** Text to put into the To field. */
    to: z.string(),
    warnings: z.array(z.string()),
    problem: errorReport.nullable(),
  }),
  z.object({
    kind: z.literal('invoice'),
    party: partyView,
    entries: z.array(
      z.object({
        asset: assetView,
        amount,
        memoHex: hex,
        memoText: z.string().nullable(),
        trace: requestId,
        references: z.array(hash),
        /** Earlier entries whose transaction this one must refer to and that are not final yet. */
        waitsFor: z.array(z.number()),
        state: z.enum(['open', 'paid']),
        storage: z.boolean(),
      }),
    ),
    to: z.string(),
  }),
  z.object({ kind: z.literal('group'), card: groupCard, to: z.string() }),
  z.object({ kind: z.literal('request'), request: requestView, action: z.enum(['sign', 'unlock']) }),
  z.object({ kind: z.literal('bundle'), request: requestView, author: userView.nullable(), added: z.number() }),
  z.object({
    kind: z.literal('conversation'),
    name: z.string(),
    announcement: z.string(),
    category: z.string(),
    members: z.array(z.object({ user: userView, role: z.string() })),
    createdAt: time,
  }),
  z.object({
    /** A raw transaction of the older multisig or collectible calls: shown decoded, cannot be signed here. */
    kind: z.literal('legacy'),
    what: z.enum(['multisig', 'collectible']),
    state: z.string(),
    action: z.string(),
    asset: assetView.nullable(),
    amount: z.string(),
    memo: z.string(),
    senders: z.array(userView),
    receivers: z.array(userView),
    signers: z.array(userView),
    threshold: z.number(),
    hash: z.string(),
    /** Of a collectible: its id of then, and what its bytes spend where that is an item that this wallet knows. */
    tokenId: z.string().nullable(),
    inscription: hash.nullable(),
    /** Lines of the decoded bytes; empty when they cannot be decoded, with the reason in `problem`. */
    decoded: z.array(z.object({ name: z.string(), value: z.string() })),
    problem: z.string().nullable(),
  }),
  z.object({ kind: z.literal('snapshot'), activityId: z.string().nullable() }),
  z.object({ kind: z.literal('inscription'), hash }),
  z.object({ kind: z.literal('app'), user: userView, action: z.string().nullable() }),
  /** Something that is understood and cannot be done here, said in a sentence. */
  z.object({ kind: z.literal('unsupported'), what: z.string() }),
  /** Nothing that Coffer knows: inert text. */
  z.object({ kind: z.literal('text'), text: z.string().max(2000), problem: errorReport.nullable() }),
])

export type GroupView = z.output<typeof groupView>
export type GroupCard = z.output<typeof groupCard>
export type RequestView = z.output<typeof requestView>
export type RequestReview = z.output<typeof requestReview>
export type CheckRow = z.output<typeof checkRow>
export type BundleView = z.output<typeof bundleView>
export type IntakeCard = z.output<typeof intakeCard>
export type IntakeSource = z.output<typeof intakeSource>
