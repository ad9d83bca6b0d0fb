import { z } from 'zod'
import { accountView } from './app-views.ts'
import { assetView, errorReport, userView } from './views.ts'
import { amount, hash, hex, outputId, shown, shownLines, signedAmount, time, userId } from './wire.ts'

/** What somebody may look at, as the permission says of itself; the service decides. */
export const permissionView = z.object({
  kind: z.enum(['authorization', 'token']),
  /** null when a token does not say what it allows. */
  scopes: z.array(shown).nullable(),
  expiresAt: time.nullable(),
  /** The app that the person permitted; null when a token does not say. */
  appId: shown.nullable(),
  /** `ended`: expired, or the service does not take it any more. */
  state: z.enum(['good', 'ended']),
})

/** An output of the older interface, as its merged list gives it. Coffer shows these and spends none of them by it. */
export const legacyOutputView = z.object({
  outputId,
  kind: z.enum(['multisig', 'collectible']),
  /** null for a collectible, and for coins whose asset is not named. */
  asset: assetView.nullable(),
  tokenId: shown.nullable(),
  amount,
  members: z.array(userView),
  threshold: z.number(),
  state: z.enum(['unspent', 'signed', 'spent']),
  transactionHash: shown,
  index: z.number(),
  memoHex: shown,
  createdAt: time,
})

/** A movement of any user that a bot made, read from the service page by page; nothing of it is kept here. */
export const subUserRow = z.object({
  snapshotId: shown,
  user: userView,
  opponent: userView.nullable(),
  kind: z.enum(['transfer', 'deposit', 'withdrawal']),
  asset: assetView,
  amount: signedAmount,
  memoText: shownLines.nullable(),
  hash,
  at: time,
})

/** What registering an account's key takes, as the service says it now. */
export const registrationView = z.object({
  userId,
  publicKey: hex,
  signedText: shown,
  registered: z.boolean(),
  /** What only its holder knows: six digits, or a TIP key that was set apart. */
  asks: z.enum(['nothing', 'digits', 'tip']),
  /** Public key of the TIP key that was set apart. */
  tipPublicKey: hex.nullable(),
  /** Whether an app may register itself, without PIN and TIP key. */
  isApp: z.boolean(),
})

/** What became of one thing that was found in a file. */
export const importResult = z.object({
  /** Place of the file among those that were given. */
  source: z.number().int(),
  kind: z.enum(['session', 'permission', 'spend-key', 'words', 'messenger-words', 'refused']),
  /**
   * `added`, and `renewed` for an account that was here · `watched` · `used`: a key or words, for the account that is named · `unused`: for
   * none of these accounts · `refused`: `problem` says why.
   */
  outcome: z.enum(['added', 'renewed', 'watched', 'used', 'unused', 'refused']),
  account: accountView.nullable(),
  problem: errorReport.nullable(),
})
