import { z } from 'zod'
import { amount, hash, hex, outputId, shown, shownLines, signedAmount, time, userId } from '../wire.ts'
import { accountView } from './app.ts'
import { account, consenting, type Method, method, nothing, passphrase } from './method.ts'
import { assetView, errorReport, userView } from './shared.ts'

/** What somebody may look at, as the permission says of itself; the service decides. */
const permissionView = z.object({
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
const legacyOutputView = z.object({
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
const subUserRow = z.object({
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

const cursor = z.string().max(20_000).nullable()

/** Accounts of other kinds, their order and their legacy outputs. */
export const accountMethods = {
  /**
   * Several files at once, each read for all that it holds; keys and words that lie beside accounts go to the account that they are
   * registered for. One that is refused keeps no other from coming in.
   */
  'accounts.importAll': method(
    z.strictObject({
      sources: z
        .array(z.strictObject({ text: z.string().max(20_000) }))
        .min(1)
        .max(32),
    }),
    z.object({ results: z.array(importResult) }),
  ),
  'accounts.setColour': method(z.strictObject({ ...account, colour: z.number().int().min(0).max(7) }), accountView),
  /** Accounts that are not named keep their order after those that are. */
  'accounts.reorder': method(z.strictObject({ accounts: z.array(userId).min(1).max(200) }), nothing),
  /**
   * Adds a watch-only account by a permission (keys of an authorization as JSON, or an access token), or gives one that
   * is here a new permission. Whose it is, the service says.
   */
  'accounts.watch': method(z.strictObject({ permission: z.string().max(20_000) }), accountView),
  /** null for an account with keys. */
  'accounts.permission': method(z.strictObject(account), permissionView.nullable()),
  /** On the local network: what an app would get from this account, as text to watch it with. */
  'accounts.localPermission': method(
    z.strictObject({ ...account, kind: z.enum(['authorization', 'token']) }),
    z.object({ permission: z.string() }),
  ),
  'legacy.outputs': method(
    z.strictObject({ ...account, state: z.enum(['unspent', 'signed', 'spent']).nullable(), cursor }),
    z.object({ outputs: z.array(legacyOutputView), cursor: z.string().nullable() }),
  ),
  /** Movements of all users that this bot made, newest first. Throws `input.invalid` for an account that is no bot. */
  'subusers.activity': method(
    z.strictObject({ ...account, cursor }),
    z.object({ rows: z.array(subUserRow), cursor: z.string().nullable() }),
  ),
} as const satisfies Record<string, Method>

const words = z.array(z.string().max(32)).length(24)

/** A spend key of an account: made, brought along, compared with the paper, shown, registered. */
export const keyMethods = {
  'keys.create': method(z.strictObject(account), z.object({ words })),
  /**
   * Positions that the quiz asks for, chosen by the wallet: of 24 words, or of the 16 groups of four characters that a key without words
   * is written down in.
   */
  'keys.quiz': method(z.strictObject(account), z.object({ positions: z.array(z.number().int().min(0).max(23)) })),
  /** Puts a new key to use, or notes that the paper of a key in use was compared. Throws `wallet.quiz_wrong`. */
  'keys.answerQuiz': method(
    z.strictObject({ ...account, words: z.array(z.string().max(32)).min(1).max(24) }),
    accountView,
  ),
  'keys.restore': method(z.strictObject({ ...account, phrase: z.string().max(400) }), accountView),
  /** Takes in a spend key in whatever spelling. Throws `input.spend_key`, `vault.key_mismatch`. */
  'keys.bring': method(z.strictObject({ ...account, key: z.string().max(20_000) }), accountView),
  /** Goes on without a key: the account is looked at, nothing can be signed, and a key can be brought later. */
  'keys.look': method(z.strictObject(account), accountView),
  /** The key as 64 characters, with eight more by which a mistake in writing it down is noticed. */
  'keys.revealKey': consenting(
    'keys',
    z.strictObject({ ...account, passphrase }),
    z.object({ key: z.string(), check: z.string() }),
  ),
  'keys.reveal': consenting('keys', z.strictObject({ ...account, passphrase }), z.object({ words })),
  'registration.explain': method(z.strictObject(account), registrationView),
  /**
   * By the account's six digits or TIP key (`proof`, in whatever spelling, used once and kept nowhere), or by an app's own call, which
   * needs neither. Throws `input.pin`, `input.tip_key`.
   */
  'registration.submit': method(
    z.strictObject({ ...account, proof: z.string().max(20_000).optional(), byApp: z.boolean().optional() }),
    accountView,
  ),
} as const satisfies Readonly<Record<string, Method>>
