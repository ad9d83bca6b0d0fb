import { z } from 'zod'
import { amount, assetId, hash, hex, outputId, requestId, sentence, shown, shownLines, time, told } from '../wire.ts'
import { account, type Method, method, nothing, owner } from './method.ts'
import { assetView, errorReport, partyView, paymentId } from './shared.ts'

/** Exactly one holds for every output; only `available` ones are ever chosen by Coffer, or may be chosen by hand. */
const COIN_STATES = ['available', 'held', 'frozen', 'inscribed', 'signed', 'spent'] as const
const coinState = z.enum(COIN_STATES)

const coinView = z.object({
  outputId,
  hash,
  index: z.number(),
  asset: assetView,
  amount,
  state: coinState,
  createdAt: time,
  label: shown,
  note: shownLines,
  /** How it came: over a blockchain, back to its holder, or from somebody; `from` is who, as far as the service says. */
  origin: z.enum(['deposit', 'change', 'received']),
  from: partyView.nullable(),
  /** Kept as well when the coin is in another state by now. */
  frozen: z
    .object({
      reason: told,
      at: time,
      /** What the service called it first, where it is frozen because it calls it that no longer. */
      wasItem: hash.nullable(),
    })
    .nullable(),
  /** Who has set the coin aside: a payment of this account, or a request of the group. */
  heldFor: z.object({ kind: z.enum(['payment', 'request']), id: requestId, title: sentence }).nullable(),
  inscription: hash.nullable(),
  /** Whether it was proved to be its holder's: change and combined coins are by themselves, what was received once somebody asks. Null: a word. */
  audit: z.enum(['pending', 'proved', 'failed']).nullable(),
  spentBy: hash.nullable(),
})

const FACTS = ['hash', 'index', 'amount', 'asset', 'mask', 'keys', 'members', 'existence'] as const

/** A coin whose facts came back different, or cannot be true: neither counted nor spent. */
const doubtedCoin = z.object({
  outputId,
  hash,
  index: z.number(),
  asset: assetView.nullable(),
  /** As it was known first; null for one that was never believed. */
  amount: amount.nullable(),
  at: time,
  /** What was known first, if anything was, and what the service says now. */
  differences: z.array(z.object({ fact: z.enum(FACTS), kept: told.nullable(), seen: told })),
})

const sums = z.object({ coins: z.number(), amount })

/** What one side says of a coin; null where it has none such. */
const comparedSide = z.object({ state: z.enum(['unspent', 'signed', 'spent']), amount }).nullable()

/** Open coins by this wallet's books, by the service's lists and by the kernel's nodes. */
const comparison = z.object({
  at: time,
  /** False where there are more coins than one comparison reads. */
  complete: z.boolean(),
  /** False where there are too many coins to ask for each, or no node answered. */
  ledgerAsked: z.boolean(),
  assets: z.array(z.object({ asset: assetView, wallet: sums, service: sums, ledger: sums.nullable() })),
  /** The first of them; `differing` is how many there are. */
  differences: z.array(
    z.object({
      outputId,
      hash,
      index: z.number(),
      asset: assetView.nullable(),
      at: time,
      wallet: comparedSide,
      service: comparedSide,
      ledger: comparedSide,
    }),
  ),
  differing: z.number(),
  /** When the first and the last of the coins that differ came. */
  range: z.object({ from: time, to: time }).nullable(),
})

const coinSummary = z.object({
  asset: assetView,
  available: sums,
  held: sums,
  frozen: sums,
  /** Taken by transactions that are none of this account's payments: another member of the group, or another computer, has signed them. */
  signed: sums,
  inscribed: z.number(),
  /** More coins than one payment can use, or nearly so: combining them is worth proposing. */
  many: z.boolean(),
})

/**
 * Coins of one asset made fewer in steps of at most 256, each an ordinary payment to oneself without a fee. `proposal`:
 * nothing happened yet; `approval`: its first step waits for its owner, who approves the whole plan with it.
 */
const consolidationView = z.object({
  planId: requestId.nullable(),
  asset: assetView,
  state: z.enum(['proposal', 'approval', 'running', 'paused', 'done']),
  steps: z.array(
    z.object({
      coins: z.number(),
      amount,
      state: z.enum(['waiting', 'working', 'final', 'skipped', 'failed']),
      paymentId: paymentId.nullable(),
    }),
  ),
  coins: z.number(),
  amount,
  /** Left out because they are set aside, frozen, or carry an inscription. */
  skipped: z.object({ held: z.number(), frozen: z.number(), inscribed: z.number() }),
  /** Coins that one plan does not reach; another plan takes them. */
  left: z.number(),
  problem: errorReport.nullable(),
})

/** What a transaction refers to, read from the bytes under the hash that it names. */
const storedObject = z.object({
  hash,
  /** Whether those bytes hash to that hash, which is checked before anything of them is shown. */
  verified: z.boolean(),
  /** XIN burnt to keep it; null for an ordinary transaction. */
  paid: amount.nullable(),
  bytes: z.number(),
  /** Text of the whole content, when it is text and short enough to read here. */
  text: shown.nullable(),
  /** The first bytes of the content; `storage.read` gives all of them piece by piece. */
  startHex: hex,
  contentHash: hash,
})

const labelImport = z.object({
  lines: z.number(),
  added: z.number(),
  same: z.number(),
  /** Here and there say something else. They are replaced only when that was asked for. */
  different: z.number(),
  invalid: z.number(),
  /** Made by another account of this network, as for the coins of a group. */
  otherAccount: z.boolean(),
  examples: z.array(z.object({ subject: shown, here: shown, there: shown })),
})

export type CoinState = z.output<typeof coinState>
export type Comparison = z.output<typeof comparison>
export type CoinView = z.output<typeof coinView>
export type CoinSummary = z.output<typeof coinSummary>
export type ConsolidationView = z.output<typeof consolidationView>
export type StoredObject = z.output<typeof storedObject>
export type LabelImport = z.output<typeof labelImport>

const plan = z.strictObject({ ...account, planId: requestId })
const labelsText = z.string().max(900_000)

/** Coins, freezing, consolidation, labels and stored objects. */
export const coinMethods = {
  /**
   * Newest first; `open` are all that are not spent. Coins that are set aside or frozen are few and come in one answer. A search looks in
   * labels, names, ids and amounts, at so many coins an answer: one without rows may name where to look on.
   */
  'coins.list': method(
    z.strictObject({
      ...owner,
      assetId: assetId.nullable(),
      state: coinState.or(z.literal('open')).nullable(),
      search: z.string().max(200),
      cursor: z.string().max(40).nullable(),
      limit: z.number().int().min(1).max(500),
    }),
    z.object({ rows: z.array(coinView), cursor: z.string().nullable() }),
  ),
  /** How many were spent; null where there are too many to count each time. */
  'coins.spent': method(z.strictObject({ ...owner, assetId: assetId.nullable() }), z.number().nullable()),
  'coins.summary': method(z.strictObject(owner), z.array(coinSummary)),
  /** Reads all open coins from every side and changes nothing. */
  'coins.compare': method(z.strictObject(owner), comparison),
  /** Coins that the service describes in two ways, or in one that cannot be true. */
  'coins.doubted': method(z.strictObject(owner), z.array(doubtedCoin)),
  /**
   * Asks the service for a doubted coin again and counts it where it is described as it was first, or as the bytes say that
   * made it. Throws `wallet.coin_doubted`.
   */
  'coins.recheck': method(z.strictObject({ ...owner, outputId }), nothing),
  /** Proves a coin that was received: its transaction's bytes say what it is, and the account's key opens it. Throws `wallet.coin_unproved`. */
  'coins.prove': method(z.strictObject({ ...owner, outputId }), nothing),
  /** Tells no more of a coin that the service does not know, until it is denied anew. It is not counted either way. */
  'coins.putAway': method(z.strictObject({ ...owner, outputId }), nothing),
  'coins.freeze': method(
    z.strictObject({ ...owner, outputs: z.array(outputId).min(1).max(256), reason: z.string().trim().min(1).max(200) }),
    nothing,
  ),
  'coins.unfreeze': method(z.strictObject({ ...owner, outputs: z.array(outputId).min(1).max(256) }), nothing),
  /** The plan in progress, else what Coffer proposes; null when there is nothing to combine. */
  'coins.plan': method(z.strictObject({ ...owner, assetId }), consolidationView.nullable()),
  /** Begins the plan and prepares its first step; approving that payment approves the plan. */
  'coins.combine': method(z.strictObject({ ...owner, assetId }), z.object({ planId: requestId, paymentId })),
  'coins.pause': method(plan, nothing),
  'coins.resume': method(plan, nothing),
  /** Gives the rest of the plan up. A step that was signed still happens. */
  'coins.stop': method(plan, nothing),

  'storage.price': method(
    z.strictObject({ ...owner, bytes: z.number().int().min(0).max(4_194_304) }),
    /** `recipient`: whom the price is paid where that is all that is paid. */
    z.object({ asset: assetView, amount, available: amount, sufficient: z.boolean(), recipient: shown }),
  ),
  /** Everything that a transaction refers to, and its own content when it is a storage transaction itself. */
  'storage.follow': method(z.strictObject({ ...account, hash }), z.array(storedObject)),
  /** A piece of stored content, 262,144 bytes at most; `next` is null behind the last. */
  'storage.read': method(
    z.strictObject({ ...account, hash, offset: z.number().int().min(0) }),
    z.object({ hex, next: z.number().nullable() }),
  ),

  'labels.export': method(
    z.strictObject(account),
    z.object({ fileName: z.string(), text: z.string(), count: z.number() }),
  ),
  /** What importing would do, without doing it. */
  'labels.preview': method(z.strictObject({ ...account, text: labelsText }), labelImport),
  'labels.import': method(z.strictObject({ ...account, text: labelsText, replace: z.boolean() }), labelImport),
} as const satisfies Record<string, Method>
