import { z } from 'zod'
import { ERRORS, type ErrorCode } from './errors.ts'
import { WEAK_REASONS } from './passphrase.ts'
import {
  amount,
  assetId,
  hash,
  hex,
  holderId,
  outputId,
  requestId,
  shown,
  shownLines,
  shownOf,
  signedAmount,
  time,
  userId,
} from './wire.ts'

/*
 * What the window is shown. Everything is JSON-safe once encoded (amounts and times become text), so that the same
 * values cross Electron's IPC and a WebSocket. Output schemas are a filter: a member that is not named here cannot leak.
 */

export const paymentId = requestId
export { holderId }

const errorCode = z.custom<ErrorCode>((value) => typeof value === 'string' && Object.hasOwn(ERRORS, value))
const errorDetails = z.record(
  z.string(),
  z.union([shown, z.number(), z.boolean(), z.null(), z.array(shown).readonly()]),
)
export const errorReport = z.object({
  code: errorCode,
  details: errorDetails,
  serviceText: shown.optional(),
})

// Assets and people

export const assetView = z.object({
  assetId,
  chainId: assetId,
  kernelAssetId: hash,
  symbol: shown,
  name: shown,
  chainName: shown,
  chainSymbol: shown,
  precision: z.number(),
  confirmations: z.number(),
  priceUsd: shown.nullable(),
  changeUsd: shown.nullable(),
  /** `listed`: in Coffer's own table; `unlisted`: only the service names it; `mismatch`: its ids contradict each other. */
  trust: z.enum(['listed', 'unlisted', 'mismatch']),
  tag: z.enum(['none', 'possible', 'needed']),
})

export const userView = z.object({
  userId,
  name: shown,
  identityNumber: shown,
  avatarUrl: shown,
  bot: z.boolean(),
  verified: z.boolean(),
  scam: z.boolean(),
  deactivated: z.boolean(),
  /** null while nobody has asked yet. */
  registered: z.boolean().nullable(),
  relationship: z.enum(['self', 'friend', 'blocked', 'stranger']),
})

export const partyView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('self') }),
  z.object({ kind: z.literal('user'), user: userView }),
  z.object({
    kind: z.literal('group'),
    membersHash: hash,
    threshold: z.number(),
    members: z.array(userView),
    name: shown.nullable(),
    address: shown,
  }),
  z.object({ kind: z.literal('kernel'), address: shown, members: z.number(), threshold: z.number() }),
  z.object({
    kind: z.literal('chain'),
    chainId: assetId.nullable(),
    chainName: shown,
    destination: shown,
    tag: shown,
    /** What it is called among the saved addresses. */
    label: shown.optional(),
  }),
  z.object({ kind: z.literal('unknown') }),
])

/** Payments that this wallet signed and saw final; the history that the service tells does not count. */
export const paidBefore = z.object({ times: z.number(), last: time })

// Application, accounts, preferences

export const preferences = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  hideAmounts: z.boolean(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Minutes without input after which Coffer locks itself. */
  autoLockMinutes: z.number().int().min(1).max(60),
  /** Name of the camera that was chosen last. Its id would not do: browsers give another one to every port and session. */
  camera: z.string().max(300).optional(),
})

export const accountView = z.object({
  account: userId,
  holder: holderId,
  name: shown,
  identityNumber: shown,
  avatarUrl: shown,
  kind: z.enum(['user', 'bot', 'watch']),
  /** What the account still lacks before it can receive. */
  stage: z.enum([
    'needs_key',
    'needs_backup',
    'needs_registration',
    'ready',
    // The entry of its keys is damaged or gone: they have to be brought in anew.
    'lost',
  ]),
  publicKey: shown.nullable(),
  /** Whether the service calls it registered, when it was last asked; null if it never was. */
  registered: z.boolean().nullable(),
  /** Looked at with its own session: a key can be added. */
  keyless: z.boolean(),
  /** Whether 24 words spell its key here. */
  spelled: z.boolean(),
  colour: z.number().int().min(0).max(7),
  order: z.number().int(),
  createdAt: time,
  backedUpAt: time.nullable(),
})

export const passphraseVerdict = z.object({
  /** 0 (guessed at once) to 4 (more than 10^10 guesses, each of which costs a third of a second). */
  score: z.number().int().min(0).max(4),
  /** Why it is refused; null when it may be set. */
  weak: z.enum(WEAK_REASONS).nullable(),
})

export const appState = z.object({
  version: shown,
  host: z.enum(['electron', 'browser']),
  dataDir: z.string(),
  network: z.object({
    name: shown,
    kind: z.enum(['local', 'mainnet', 'custom']),
    baseUrl: z.string(),
    dialect: z.enum(['interface', 'upstream']),
  }),
  vault: z.object({
    locked: z.boolean(),
    passphrase: z.boolean(),
    /** Where sealed keys are kept; `file` means that no keychain answered. */
    store: z.enum(['keychain', 'file']),
    /** Why there is no keychain, in a sentence; null when there is one. */
    keychainProblem: shown.nullable(),
    retryInSeconds: z.number(),
    /** What keeps everybody from opening the vault: `vault.json`, all of it, the master key's entry, or the id of its seals. */
    damage: z.enum(['index', 'missing', 'master', 'profile']).nullable(),
  }),
  /** How a signature is approved: in a window of its own, or in this one. */
  approval: z.enum(['window', 'inline']),
  accounts: z.array(accountView),
  preferences,
})

export const connectionView = z.object({
  state: z.enum(['live', 'updating', 'stale', 'offline', 'locked', 'none']),
  /** When the figures on screen were last confirmed by the network. */
  lastSuccess: time.nullable(),
  checkedToSequence: z.number(),
  problem: errorReport.nullable(),
  clockSkewSeconds: z.number(),
})

// Balances

export const balanceView = z.object({
  asset: assetView,
  /** Unspent and free to send. */
  available: amount,
  /** Unspent but set aside, for payments in progress or because they are frozen. */
  held: amount,
  /** Part of what is held: coins that a person froze. */
  frozen: amount.optional(),
  /** On the way: pending deposits. */
  arriving: amount,
  coins: z.number(),
  /** Estimate in the preferred currency, two decimals; null without a price. */
  fiat: shown.nullable(),
})

export const homeView = z.object({
  balances: z.array(balanceView),
  fiat: z
    .object({
      currency: shown,
      available: shown,
      held: shown,
      arriving: shown,
      asOf: time.nullable(),
    })
    .nullable(),
  /** Payments that hold coins, each with the reason. */
  holds: z.array(z.object({ paymentId, title: shown, asset: assetView, amount })),
  attention: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('undecided'), paymentId, title: shown }),
      z.object({ kind: z.literal('unfinished'), paymentId, title: shown }),
      z.object({ kind: z.literal('arriving'), deposits: z.number(), confirmationsMissing: z.number() }),
      z.object({ kind: z.literal('no_passphrase') }),
      z.object({ kind: z.literal('frozen') }),
      z.object({ kind: z.literal('doubted'), coins: z.number() }),
      z.object({ kind: z.literal('needs_signature'), requestId, title: shown }),
    ]),
  ),
})

// Receiving

export const receiveNetwork = z.object({
  chainId: assetId,
  name: shown,
  symbol: shown,
  confirmations: z.number(),
  assets: z.array(assetView),
  /** Whether this account has an address there already, so that showing it makes no request that may cost money. */
  created: z.boolean(),
})

export const depositAddress = z.object({
  chainId: assetId,
  chainName: shown,
  destination: shown,
  /** Empty when the chain uses none; otherwise as necessary as the address. */
  tag: shown,
  verified: z.boolean(),
  pinnedAt: time,
  minimum: shown,
  confirmations: z.number(),
  members: z.array(userView),
  threshold: z.number(),
})

export const incomingDeposit = z.object({
  depositId: shown,
  asset: assetView,
  amount,
  confirmations: z.number(),
  threshold: z.number(),
  state: z.enum(['pending', 'confirmed']),
  transactionHash: shown,
  destination: shown,
  tag: shown,
  createdAt: time,
})

// Paying

export const payee = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), userId }),
  z.object({
    kind: z.literal('group'),
    members: z.array(userId).min(1).max(64),
    threshold: z.number().int().min(1).max(64),
  }),
  /** A kernel address (XIN) or a group of them (MIX). */
  z.object({ kind: z.literal('kernel'), address: shownOf(0, 8000) }),
  z.object({ kind: z.literal('chain'), destination: shownOf(1, 512), tag: shownOf(0, 512) }),
])

export const payeeView = z.object({
  payee: payee.nullable(),
  party: partyView,
  /** What a link asked for besides the receiver; it only fills the form. */
  asked: z.object({
    assetId: assetId.nullable(),
    amount: amount.nullable(),
    memo: shownLines.nullable(),
    trace: requestId.nullable(),
    returnTo: shown.nullable(),
    references: z.array(hash),
  }),
  /** Already paid under the link's trace id. */
  alreadyPaid: z.boolean(),
  paidBefore: paidBefore.nullable(),
  warnings: z.array(shown),
  problem: errorReport.nullable(),
})

/** The Send form as typed; kept as a draft on every change. */
export const sendForm = z.object({
  assetId: assetId.nullable(),
  rows: z.array(z.object({ to: z.string().max(8000), amount: z.string().max(64) })).max(255),
  tag: z.string().max(512),
  memo: z.string().max(200_000),
  memoForm: z.enum(['text', 'hex']),
  label: z.string().max(200),
  coins: z.array(outputId).max(256).nullable(),
  feeAssetId: assetId.nullable(),
  trace: requestId.nullable(),
  /** The signed payment that this is another try of. */
  again: requestId.nullable().default(null),
  references: z.array(hash).max(16),
  returnTo: z.string().max(2000).nullable(),
  /** Where the form was filled from ("link", "scan"), shown so that nobody mistakes it for their own typing. */
  source: z.string().max(100).nullable(),
})

export const draftView = z.object({ draftId: shown, form: sendForm, savedAt: time })

export const feeOption = z.object({ asset: assetView, amount, available: amount, sufficient: z.boolean() })

/**
 * `attention`: has to be ticked; `warning`: worth a look, without a tick; `note`: what no client can check, said plainly. The
 * last two neither block nor count as passed.
 */
export const checkView = z.object({
  id: shown,
  result: z.enum(['ok', 'note', 'warning', 'attention', 'stop']),
  text: shown,
})

/** `proved`: recomputed by Coffer; `claimed`: the service says so and no client can prove it; `unknown`: neither. */
export const proof = z.enum(['proved', 'claimed', 'unknown'])

export const outputReview = z.object({
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

export const paymentReview = z.object({
  paymentId,
  /** Digest of the bytes and their meaning; approving names it, so that nothing else can be approved by it. */
  digest: hash,
  title: shown,
  verb: shown,
  verdict: z.enum(['ok', 'attention', 'stop']),
  checks: z.array(checkView),
  asset: assetView,
  amount,
  fiat: shown.nullable(),
  payees: z.array(z.object({ party: partyView, amount, paidBefore: paidBefore.nullable(), proof })),
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
})

export const PAYMENT_STATES = [
  'draft',
  'reserved',
  'keyed',
  'built',
  'verified',
  'approved',
  'signed',
  'sent',
  'accepted',
  'final',
  'cancelled',
  'failed',
] as const

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
  title: shown,
  asset: assetView,
  amount,
  party: partyView,
  parties: z.number(),
  fee: z.object({ asset: assetView, amount }).nullable(),
  memoHex: hex,
  memoText: shownLines.nullable(),
  /** Size of a memo that was stored as an object. */
  storedBytes: z.number().optional(),
  /** Something done to an item or a collection; money only goes with it. */
  act: z.boolean().optional(),
  label: shown,
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
  /** Why it is signed and waits for its owner's word before it is sent; absent when it does not. */
  waitsFor: z.enum(['old', 'spent_elsewhere', 'restored']).optional(),
  /** Whether another payment, to oneself, can still make this one impossible. */
  canVoid: z.boolean().optional(),
  /** The payment that this one is to make impossible. */
  voids: paymentId.optional(),
  /** The payments that are to make this one impossible. */
  voidedBy: z.array(paymentId).optional(),
  /** It was called impossible and settled after all. */
  afterAll: z.boolean().optional(),
  /** Of a group's withdrawal: what became of its fee. */
  withdrawal: withdrawalFee.optional(),
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
    })
    .nullable(),
})

// Activity

export const activityFilter = z.object({
  assetId: assetId.nullable(),
  direction: z.enum(['in', 'out']).nullable(),
  kind: z.enum(['transfer', 'deposit', 'withdrawal']).nullable(),
  opponent: userId.nullable(),
  from: time.nullable(),
  to: time.nullable(),
  /** Words searched in memo, label, name, number, symbol and ids. */
  search: z.string().max(200),
})

export const activityRow = z.object({
  /** `s:` snapshot, `p:` payment in progress, `d:` pending deposit; of a group `o:` output, `r:` request, `t:` transaction; followed by its id. */
  id: shown,
  kind: z.enum(['transfer', 'deposit', 'withdrawal', 'consolidation']),
  direction: z.enum(['in', 'out', 'self']),
  asset: assetView,
  amount: signedAmount,
  fiat: shown.nullable(),
  party: partyView,
  memoText: shownLines.nullable(),
  label: shown,
  at: time,
  money: moneyState,
  hash: hash.nullable(),
  confirmations: z.object({ have: z.number(), need: z.number() }).nullable(),
  inscription: hash.nullable(),
})

export const activityDetail = z.object({
  row: activityRow,
  memoHex: hex,
  snapshotId: shown.nullable(),
  requestId: requestId.nullable(),
  paymentId: paymentId.nullable(),
  note: shownLines,
  deposit: z.object({ hash: shown, index: z.number(), sender: shown, destination: shown, tag: shown }).nullable(),
  withdrawal: z.object({ hash: shown, receiver: shown, tag: shown }).nullable(),
  paidBefore: paidBefore.nullable(),
})
