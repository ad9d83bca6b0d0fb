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
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A first look at keystore text, so that a wrong file is noticed before anything is kept. The wallet checks the rest. */
export function lookAtKeystore(text: string): KeystoreLook | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'That is not JSON. Paste the whole file, from { to }.'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'That is JSON, but not a keystore.'
  const record = value as Record<string, unknown>
  const appId = record['app_id'] ?? record['user_id'] ?? record['client_id']
  if (typeof appId !== 'string' || !UUID.test(appId)) return 'It has no app_id, so it names no account.'
  if (record['authorization_id'] !== undefined) {
    return 'That is a permission to look at an account, not its keys. Go back and choose “Watch an account”.'
  }
  if (typeof record['session_id'] !== 'string') return 'It has no session_id.'
  if (typeof (record['session_private_key'] ?? record['private_key']) !== 'string') return 'It has no session key.'
  if (/^\s*-----BEGIN/.test(String(record['private_key']))) {
    return 'Its session is of an old form (RSA) that Coffer does not use. Make a new session in the developer dashboard.'
  }
  if (typeof (record['server_public_key'] ?? record['pin_token_base64'] ?? record['pin_token']) !== 'string') {
    return 'It has no server_public_key.'
  }
  const spend = record['spend_private_key'] ?? record['spend_key']
  return { appId: appId.toLowerCase(), hasSpendKey: typeof spend === 'string' && spend !== '' }
}

/** The quiz compares nothing itself: words go to the wallet, lower-case and without blanks around them. */
export function quizAnswer(typed: readonly string[]): string[] {
  return typed.map((word) => word.trim().toLowerCase())
}
