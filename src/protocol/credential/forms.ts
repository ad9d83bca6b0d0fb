import type { RefusedForm } from './member.ts'

/** Where a keystore comes from, as far as its names tell. `mtg` is a node's; `env` stands for all else that is written line by line. */
export type KeystoreForm = 'dashboard' | 'legacy' | 'network' | 'mixin-cli' | 'ruby' | 'mtg' | 'env'

/** A session of a user or bot. Keys are 64 characters of lower-case hex. */
export interface SessionCredential {
  readonly kind: 'session'
  readonly form: KeystoreForm
  readonly userId: string
  readonly sessionId: string
  /** Seed that signs tokens and encrypts PINs. */
  readonly sessionPrivateKey: string
  /** The service's key in Montgomery form, for PINs. */
  readonly pinPublicKey: string
  /** The service's Ed25519 key; some forms do not carry it. */
  readonly serverPublicKey: string | null
  /** A seed or a reduced scalar: `whichKey` tells, once the public key is known. */
  readonly spendKey: string | null
  /** Seed that signs TIP bodies, where it is not the spend key. */
  readonly tipKey: string | null
  /** Six digits, from before TIP. */
  readonly pin: string | null
  /** Names of members that were there and are of no use here, in our spelling: `client_secret`. */
  readonly ignored: readonly string[]
}

/** Permission that a user gave to an app. It can read, never spend. */
export interface OAuthKeystore {
  readonly kind: 'oauth'
  readonly appId: string
  readonly authorizationId: string
  readonly scope: string
  readonly sessionPrivateKey: string
  /** The key under which the service signs its answers to this authorization; null where the form does not carry it. */
  readonly serverPublicKey: string | null
}

export interface RefusedCredential {
  readonly kind: 'refused'
  /** Our name for the member at fault; empty where it is no single member. Never anything that stood in the text. */
  readonly what: string
  /**
   * `rsa`: a session from before Ed25519 · `json`: begins like JSON and is none · `member`: missing, not valid, or at odds with another ·
   * `key`: as long as a key, but none, or 64 bytes that are no pair · `words`: a phrase with a wrong word or checksum · `large`: more than
   * is read at once · `unknown`: nothing that is known here.
   */
  readonly form: RefusedForm
}

export type Credential =
  | SessionCredential
  | { readonly kind: 'permission'; readonly keystore: OAuthKeystore }
  /** A key alone, a seed or a reduced scalar. */
  | { readonly kind: 'spend-key'; readonly key: string }
  /**
   * 24 words of BIP39. The Messenger's older phrases have 24 words too, before their checksum word: without that word nothing in the text
   * tells them from these, and yet they are no spend key. Only comparing the key that they spell with the registered one does.
   */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** Words of the Messenger with their checksum word. Without the PIN and the TIP nodes they open nothing here. */
  | { readonly kind: 'messenger-words'; readonly count: 13 | 25 }
  | RefusedCredential

/** What only curves and a word list can tell. The window asks without them, so that it goes by the same rules and carries neither. */
export interface KeyRules {
  /** Whether a seed has this public key. */
  readonly isSeedPair: (seed: string, publicKey: string) => boolean
  /** Whether a seed or a scalar has this public key. */
  readonly isSpendPair: (key: string, publicKey: string) => boolean
  /** Montgomery form of a key of the service; null if it is no key. */
  readonly montgomery: (publicKey: string) => string | null
  /** Whether two keys in Montgomery form, one of them computed by `montgomery`, are one. */
  readonly isSameService: (computed: string, given: string) => boolean
  /** What lower-case words are; `wrong` if they were meant as a phrase and are none, null if they are anything else. */
  readonly phrase: (words: readonly string[]) => 'words' | 'messenger-words' | 'wrong' | null
  /** Legacy private keys are whole pairs, as the programs that know no other form write them. */
  readonly isPairNeeded: boolean
}
