import type { Dialect, Log, Moment, UserId } from '#contract/domain'
import type { ErrorCode, ErrorDetails } from '#contract/errors'
import type { Wait } from './backoff.ts'
import type { Kept } from './custody.ts'
import type { PermissionFacts, VaultAccounts, VaultStatus, WantedKey } from './door.ts'
import type { Signer } from './signer.ts'

/*
 * What the main thread and the vault's own thread say to each other. Secret texts travel as bytes whose buffer is handed over, so
 * that no copy of them stays behind in a message; nothing that signs ever travels.
 */

/** UTF-8 of a text that is secret, in a buffer of its own that is handed over: whoever sends it has it no more. */
export type Hidden = Uint8Array<ArrayBuffer>

const hidden = new WeakSet<Hidden>()

export function hide(text: string): Hidden {
  const bytes = new TextEncoder().encode(text)
  hidden.add(bytes)
  return bytes
}

export const isHidden = (value: unknown): value is Hidden => value instanceof Uint8Array && hidden.has(value as Hidden)

export interface VerbInputs {
  'accounts.add': [id: UserId, credentials: Hidden]
  'accounts.permit': [id: UserId, permission: Hidden]
  'accounts.remove': [id: UserId]
  'accounts.createPhrase': [id: UserId]
  'accounts.quizPositions': [id: UserId]
  'accounts.answerQuiz': [id: UserId, words: Hidden]
  'accounts.restorePhrase': [id: UserId, phrase: Hidden, wanted: WantedKey]
  'accounts.restoreKey': [id: UserId, key: Hidden, wanted: WantedKey]
  'accounts.dropUnproved': [id: UserId]
  'accounts.raiseRules': [id: UserId, to: number]
  'accounts.agreeWay': [id: UserId, way: string | null]
  'accounts.agreeAsking': [id: UserId, asking: string | null]
  'accounts.renewSession': [id: UserId, session: Hidden]
  'accounts.revealKey': [id: UserId, passphrase: Hidden]
  'accounts.reveal': [id: UserId, passphrase: Hidden]
  unlock: [passphrase: Hidden | null]
  beginAnew: []
  setPassphrase: [current: Hidden | null, next: Hidden]
  checkPassphrase: [passphrase: Hidden]
  judgePassphrase: [passphrase: Hidden]
  wrapFor: [id: UserId, label: string, bytes: Uint8Array]
  unwrapFor: [id: UserId, label: string, wrapped: string]
  wrapByPassphrase: [passphrase: Hidden, label: string, bytes: Uint8Array]
  claimWithPhrase: [phrase: Hidden, timestamp: number]
  registration: [id: UserId, dialect: Dialect, tipKey: Hidden | null]
  setPin: [id: UserId, digits: Hidden | null, counter: number]
  sign: [id: UserId, verb: keyof Signer, request: unknown]
  close: []
}
export type Verb = keyof VerbInputs

export interface Snapshot {
  readonly status: Omit<VaultStatus, 'retryInSeconds'>
  /** Until a passphrase is looked at again. */
  readonly wait: Wait
  /** False while there is nothing yet that could be locked. */
  readonly isLockable: boolean
  /** How many locks the vault's thread had heard of. */
  readonly locks: number
  readonly list: readonly UserId[]
  readonly facts: ReadonlyMap<UserId, ReturnType<VaultAccounts['describe']>>
  readonly permissions: ReadonlyMap<UserId, PermissionFacts>
}

export interface Report {
  readonly code: ErrorCode
  readonly message: string
  readonly details: ErrorDetails
}

export type Outcome = { readonly value: unknown } | { readonly error: Report }

export interface Opening {
  readonly dir: string
  readonly profileId: string | null
  readonly accounts: readonly UserId[]
  /** Whether the keychain is the main thread's stand-in for the system's own. */
  readonly hasStandIn: boolean
  readonly now: Moment
  readonly locks: number
  /** What the thread before this one left: nothing but what a locked vault goes on with. */
  readonly kept: Kept | null
}

/** A question of the vault's thread that only the main thread can answer. */
export type Question =
  | { readonly what: 'sleep'; readonly milliseconds: number }
  | { readonly what: 'get' | 'remove'; readonly name: string }
  | { readonly what: 'set'; readonly name: string; readonly text: string }

export type ToThread =
  | {
      readonly kind: 'do'
      readonly id: number
      readonly verb: Verb
      readonly input: unknown[]
      readonly now: Moment
      /** Null where those that were named last will do. */
      readonly accounts: readonly UserId[] | null
    }
  | { readonly kind: 'lock' }
  /** Asks the thread to end as soon as it does nothing. */
  | { readonly kind: 'retire' }
  | { readonly kind: 'answer'; readonly id: number; readonly outcome: Outcome }

export type FromThread =
  | { readonly kind: 'opened'; readonly snapshot: Snapshot | null }
  /** It does not open: the thread ends. */
  | { readonly kind: 'refused'; readonly error: Report }
  | { readonly kind: 'done'; readonly id: number; readonly outcome: Outcome; readonly snapshot: Snapshot | null }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  | { readonly kind: 'log'; readonly input: Parameters<Log> }
  | { readonly kind: 'profile'; readonly id: string }
  | { readonly kind: 'retired'; readonly kept: Kept }
