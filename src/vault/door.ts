import type { Clock, Log, Random, UserId } from '#contract/domain'
import type { PassphraseVerdict } from '#contract/ipc'
import type { Curve, Permission } from '#protocol'
import type { Said } from '#words/facts'
import type { Damage, Repair } from './found.ts'
import type { Keychain } from './keychain.ts'
import type { Signer } from './signer.ts'

export interface VaultStatus {
  readonly locked: boolean
  /** Whether a passphrase was set. */
  readonly passphrase: boolean
  readonly store: 'keychain' | 'file'
  /** What people are told; null while a keychain answers. */
  readonly keychainProblem: Said | null
  /** What computes with keys; `javascript` cannot promise that its time tells nothing about them. */
  readonly arithmetic: Curve['kind']
  /** Seconds until a passphrase is looked at again. */
  readonly retryInSeconds: number
  /** What keeps the vault from being opened by anybody; null while nothing does. It is then locked. */
  readonly damage: Damage | null
  /** What was found damaged at the start and brought back. */
  readonly repair: Repair | null
}

/** Keys of an account as it is taken in: hex. */
export interface Credentials {
  readonly sessionId: string
  readonly sessionSeed: string
  /** The service's key in Montgomery form. */
  readonly pinPublicKey: string
  readonly spendSeed: string | null
}

/** Which key is to be taken in. */
export interface WantedKey {
  /** The public key that the account is registered with; null where none is known. */
  readonly expected: string | null
  /** Whether it may take the place of another key, which never was the account's. */
  readonly replaces: boolean
  /** Whether the account is registered with a key that nobody names: only a coin can tell then (`Signer.prove`). */
  readonly needsProof: boolean
}

/** A permission without its secret. */
export interface PermissionFacts {
  readonly kind: 'authorization' | 'token'
  /** Space separated; null when it does not say. */
  readonly scope: string | null
  readonly appId: string | null
  /** Unix seconds; null when it does not say. */
  readonly expiresAt: number | null
  /** Under which the service signs its answers to this permission; null where it does not. */
  readonly serverKey: string | null
}

export interface VaultAccounts {
  /**
   * An entry that is damaged is replaced. Throws `wallet.account_exists`, and `vault.locked` also for a lock that came
   * meanwhile: then nothing is kept.
   */
  add(id: UserId, credentials: Credentials): Promise<void>
  /**
   * Keeps a permission to look in place of keys, or another one for the same account. Throws `wallet.account_exists`
   * where there are keys.
   */
  permit(id: UserId, permission: Permission): Promise<void>
  /** What a permission says of itself; null where there are keys or nothing. Also while locked. */
  permission(id: UserId): PermissionFacts | null
  /**
   * A session that the owner made anew takes the place of the one before, or of a permission; keys stay. Throws `vault.locked`,
   * `vault.key_missing`.
   */
  renewSession(id: UserId, session: Omit<Credentials, 'spendSeed'>): Promise<void>
  remove(id: UserId): Promise<void>
  /** Every account that has an entry here, whatever `profile.db` says. Also while locked. */
  list(): readonly UserId[]
  /** Never throws for a damaged record: it then has no key, and is lost. */
  describe(id: UserId): {
    readonly hasSpendKey: boolean
    /** False while nothing told whether the key is the account's. It then signs nothing. */
    readonly isProved: boolean
    readonly publicKey: string | null
    /** Whether 24 words spell the key; a scalar has none. */
    readonly isSpelled: boolean
    readonly pendingPhrase: boolean
    /** How often its rules were written; see `raiseRules`. */
    readonly rules: number
    /** Which way out was agreed to; see `agreeWay`. */
    readonly way: string | null
    /** When money may leave without the passphrase; see `agreeAsking`. */
    readonly asking: string | null
    /** Its entry is damaged or gone: keys have to be brought in anew. */
    readonly lost: boolean
  }
  /**
   * 24 words of a new key that is not used before its quiz was answered; the same words until then, also when a lock kept
   * them from being shown.
   */
  createPhrase(id: UserId): Promise<string[]>
  /**
   * Three places among the words of a new key, or of the one in use, asked until they are answered: 0 to 23, and 0 to 15 among the
   * groups of four characters of a key that no words spell. Throws `vault.key_missing`.
   */
  quizPositions(id: UserId): Promise<number[]>
  /** Puts a new key to use. Throws `wallet.quiz_wrong`, after which other places are asked. */
  answerQuiz(id: UserId, words: readonly string[]): Promise<void>
  /** Throws `input.phrase`, and as `restoreKey`. */
  restorePhrase(id: UserId, phrase: string, wanted: WantedKey): Promise<void>
  /**
   * Takes in a spend key of 32 bytes (hex): a seed, or the scalar of one where the public key is known that it must have. Throws
   * `input.spend_key` for what can be no key, and `vault.key_mismatch {expected, found}`: nothing was changed then.
   */
  restoreKey(id: UserId, key: string, wanted: WantedKey): Promise<void>
  /**
   * Writes down that the rules of an account were written for that time. The number only ever rises, and an older copy of the rules,
   * or one that is gone, is noticed by it. Throws `vault.locked`, `vault.key_missing`.
   */
  raiseRules(id: UserId, to: number): Promise<void>
  /**
   * Writes down a digest (64 hex characters) of the way out to the service that was agreed to, by which another one, an older one and none at all are
   * noticed. Throws as `raiseRules`.
   */
  agreeWay(id: UserId, way: string | null): Promise<void>
  /**
   * Writes down a digest (64 hex characters) of when it was agreed that money leaves without the passphrase, null where it never may. Throws as
   * `raiseRules`.
   */
  agreeAsking(id: UserId, asking: string | null): Promise<void>
  /** Gives up a key that no coin bore out. Leaves alone what is proved. */
  dropUnproved(id: UserId): Promise<void>
  /** The 24 words, for the passphrase. Throws `vault.wrong_passphrase`, `vault.passphrase_needed`, `vault.key_missing`. */
  reveal(id: UserId, passphrase: string): Promise<string[]>
  /** The key itself as 64 hex characters, for one that no words spell. Throws as `reveal`. */
  revealKey(id: UserId, passphrase: string): Promise<string>
}

export interface Vault {
  readonly accounts: VaultAccounts
  status(): VaultStatus
  /**
   * Throws `vault.wrong_passphrase {waitSeconds}`, `vault.passphrase_needed`, `vault.no_keychain`, `vault.damaged`,
   * `vault.other_profile` (the passphrase is right, but the keys are sealed for another id), and `vault.locked` for a lock
   * that came after it was asked for. While something is damaged or unreachable it looks again first.
   */
  unlock(passphrase: string | null): Promise<void>
  /**
   * Sets a damaged vault aside, deleting nothing, and begins an empty one, into which keys are brought from words, keystores
   * or a backup. Throws `input.invalid` while nothing is damaged.
   */
  beginAnew(): Promise<void>
  /** Overwrites the master key. Sessions stay, so that payments on their way are watched. */
  lock(): void
  /**
   * Throws `input.passphrase_weak {why}`, `vault.wrong_passphrase`, and `vault.locked` if a lock came before anything was
   * written: the passphrase is then the old one. After that it is the new one, and the vault locked.
   */
  setPassphrase(change: { readonly current: string | null; readonly next: string }): Promise<void>
  /** How easily a passphrase is guessed, by the rule of `setPassphrase`. Also while locked. */
  judgePassphrase(passphrase: string): Promise<PassphraseVerdict>
  checkPassphrase(passphrase: string): Promise<void>
  signer(id: UserId): Signer
  /**
   * Wraps some bytes (a key of a backup) under a key derived from the account's spend key, so that the 24 words alone give
   * them back on any computer (`unwrapByPhrase`). Text that is safe to keep anywhere. Throws `vault.locked`, `vault.key_missing`.
   */
  wrapFor(id: UserId, label: string, bytes: Uint8Array): Promise<string>
  /** What `wrapFor` wrapped under the same label. Throws `vault.damaged` for anything else. */
  unwrapFor(id: UserId, label: string, wrapped: string): Promise<Uint8Array>
  /**
   * Wraps some bytes under the vault's own passphrase, which is checked first; `unwrapByPassphrase` needs no keychain and no
   * vault. Throws `vault.wrong_passphrase`, `vault.passphrase_needed`.
   */
  wrapByPassphrase(passphrase: string, label: string, bytes: Uint8Array): Promise<string>
  /** Proof of a phrase's key by which the local network gives its account a new session. Throws `input.phrase`. */
  claimWithPhrase(
    phrase: string,
    timestamp: number,
  ): Promise<{ readonly publicKey: string; readonly signature: string }>
  /** Overwrites everything after what is being done has ended; the vault is locked from the call on, for good. */
  close(): Promise<void>
}

export interface VaultDeps {
  readonly dir: string
  /**
   * Keeps entries of several profiles in one keychain apart, and seals are bound to it; null where `profile.db` has none (any
   * more). The vault keeps a copy; where the two differ, the one wins that opens the master entry.
   */
  readonly profileId: string | null
  /** Accounts that `profile.db` knows, from which a lost `vault.json` is made anew. */
  readonly profileAccounts?: () => readonly UserId[]
  /** Is told which id holds, so that it lies beside the accounts as well. */
  readonly keepProfileId?: (id: string) => void
  /** In place of the system's own, which the vault's thread reads itself so that nothing of it passes the main thread. */
  readonly keychain?: Keychain
  readonly clock: Clock
  readonly log: Log
}

/** What the vault works with inside its own thread. */
export interface CustodyDeps extends VaultDeps {
  readonly keychain: Keychain
  readonly random: Random
}

/** What is told of an account whose entry cannot be read. */
export const NO_KEYS = {
  hasSpendKey: false,
  isProved: true,
  publicKey: null,
  isSpelled: false,
  pendingPhrase: false,
  rules: 0,
  way: null,
  asking: null,
  lost: true,
} as const
