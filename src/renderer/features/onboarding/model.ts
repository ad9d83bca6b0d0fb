import { type CredentialLook, lookAtCredentials } from '#protocol/text'
import type { Account, AppState } from '../../app/types.ts'

/** How a person begins. `finish` goes on with an account that was begun before. */
export type Way = 'create' | 'import' | 'recover' | 'watch' | 'finish'

export type Step =
  | 'name'
  | 'keystore'
  | 'phrase'
  | 'permission'
  | 'passphrase'
  | 'key'
  | 'spend-key'
  | 'words'
  | 'quiz'
  | 'register'
  | 'done'

export const STEP_TITLES: Readonly<Record<Step, string>> = {
  name: 'Name',
  keystore: 'Keystore',
  permission: 'Permission',
  phrase: '24 words',
  passphrase: 'Passphrase',
  key: 'Spend key',
  'spend-key': 'Bring the key',
  words: '24 words',
  quiz: 'Check the words',
  register: 'Registration',
  done: 'Ready',
}

export interface Plan {
  readonly way: Way
  /** The computer's own keychain or a file; and whether a passphrase is set already. */
  readonly vault: Pick<AppState['vault'], 'passphrase' | 'store'>
  readonly stage: Account['stage'] | null
  /** How a key comes that is brought along instead of made. */
  readonly restored: 'phrase' | 'spend-key' | null
  /** Whether a key that was brought along has to be registered. */
  readonly unregistered: boolean
}

/** The steps of a way, in order, so that a person sees from the start how many there are. */
export function stepsOf(plan: Plan): Step[] {
  const secure: Step[] = plan.vault.passphrase ? [] : ['passphrase']
  const restored: Step[] = [
    'key',
    plan.restored ?? 'phrase',
    ...(plan.unregistered ? (['register'] as const) : []),
    'done',
  ]
  switch (plan.way) {
    case 'create':
      return ['name', ...secure, 'words', 'quiz', 'register', 'done']
    case 'watch':
      return ['permission', ...secure, 'done']
    case 'recover':
      return ['phrase', ...secure, 'done']
    case 'import':
      return plan.restored !== null
        ? ['keystore', ...secure, ...restored]
        : ['keystore', ...secure, 'key', 'words', 'quiz', 'register', 'done']
    case 'finish':
      if (plan.stage === 'needs_registration') return ['register', 'done']
      return plan.restored !== null ? restored : ['key', 'words', 'quiz', 'register', 'done']
  }
}

/** Where an account that was begun before goes on. */
export function resumeStep(stage: Account['stage']): Step {
  return stage === 'needs_registration' ? 'register' : stage === 'ready' ? 'done' : 'key'
}

export const WORD_COUNT = 24

export interface Phrase {
  readonly words: readonly string[]
  readonly problem: string | null
}

/** Words as typed or pasted: numbering, commas and line ends between them are taken away, and that is all. */
export function readPhrase(typed: string): Phrase {
  const words = typed
    .toLowerCase()
    .split(/[\s,;]+/u)
    .map((word) => word.replace(/^\d+[.)]?/, ''))
    .filter((word) => word !== '')
  const odd = words.find((word) => !/^[a-z]+$/.test(word))
  if (odd !== undefined) return { words, problem: `“${odd.slice(0, 20)}” is not a word of a phrase.` }
  if (words.length > WORD_COUNT) return { words, problem: `That is ${words.length} words; a phrase has ${WORD_COUNT}.` }
  return { words, problem: null }
}

export const isWhole = (phrase: Phrase): boolean => phrase.problem === null && phrase.words.length === WORD_COUNT

export interface KeystoreLook {
  readonly appId: string
  readonly hasSpendKey: boolean
  /** Members that Coffer does not use. */
  readonly ignored: readonly string[]
}

const NOT_USED: Readonly<Partial<Record<CredentialLook['kind'], string>>> = {
  'spend-key': 'That is a spend key alone. Paste the account’s file too, above or below it.',
  words: 'Those are 24 words. Import the account’s file first; Coffer asks for the words next.',
  'messenger-words': 'Those are the words of a Messenger account. They are no spend key and open nothing here.',
  permission: 'That is a permission to look at an account, not its keys. Go back and choose “Watch an account”.',
}

const REFUSED: Readonly<Partial<Record<RefusedLook['form'], string>>> = {
  rsa: 'Its session is of an old form (RSA) that Coffer does not use. Make a new session in the developer dashboard.',
  json: 'That is not whole. Paste the whole file, from { to }.',
  large: 'That is too large for a keystore.',
  key: 'That looks like a key, but is none.',
  words: 'Those look like words of a key, but are none.',
}

type RefusedLook = Extract<CredentialLook, { kind: 'refused' }>

/** A first look at what was pasted, by the wallet’s own rules; the wallet checks the keys themselves. */
export function lookAtKeystore(text: string): KeystoreLook | string {
  const found = lookAtCredentials(text)
  const sessions = found.flatMap((one) => (one.kind === 'session' ? one : []))
  const [session] = sessions
  if (sessions.length > 1) return 'Those are several accounts. Import one after the other.'
  if (session !== undefined) {
    const beside = found.some(({ kind }) => kind === 'spend-key')
    return { appId: session.userId, hasSpendKey: session.hasSpendKey || beside, ignored: session.ignored }
  }
  const other = found.find(({ kind }) => kind !== 'refused')
  if (other !== undefined) return NOT_USED[other.kind] ?? 'That names no account.'
  const refused = found.find((one): one is RefusedLook => one.kind === 'refused')
  if (refused?.form === 'member') return `Its ${refused.what} is missing or not valid.`
  return REFUSED[refused?.form ?? 'unknown'] ?? 'That names no account.'
}

/** The quiz compares nothing itself: words go to the wallet, lower-case and without blanks around them. */
export function quizAnswer(typed: readonly string[]): string[] {
  return typed.map((word) => word.trim().toLowerCase())
}
