import { type CredentialLook, lookAtCredentials } from '#protocol/text'
import { say } from '#words'
import type { Account, AppState } from '../../state/types.ts'

/** How a person begins. `finish` goes on with an account that was begun before. */
export type Way = 'create' | 'import' | 'recover' | 'watch' | 'phone' | 'finish'

export type Step =
  | 'name'
  | 'keystore'
  | 'results'
  | 'phrase'
  | 'permission'
  | 'messenger'
  | 'phone'
  | 'passphrase'
  | 'key'
  | 'spend-key'
  | 'words'
  | 'quiz'
  | 'register'
  | 'done'

export const STEP_TITLES: Readonly<Record<Step, string>> = {
  name: say('onboarding.name'),
  keystore: say('onboarding.keystore'),
  results: say('onboarding.what-came-in'),
  permission: say('onboarding.permission'),
  messenger: say('onboarding.mixin-messenger'),
  phone: say('onboarding.your-phone'),
  phrase: say('shared.24-words'),
  passphrase: say('onboarding.passphrase'),
  key: say('onboarding.spend-key'),
  'spend-key': say('onboarding.bring-the-key'),
  words: say('shared.24-words'),
  quiz: say('onboarding.check-the-words'),
  register: say('onboarding.registration'),
  done: say('onboarding.ready'),
}

export interface Plan {
  readonly way: Way
  /** The computer's own keychain or a file; and whether a passphrase is set already. */
  readonly vault: Pick<AppState['vault'], 'passphrase' | 'store'>
  readonly stage: Account['stage'] | null
  /** How the key comes; null while that is not chosen. */
  readonly restored: 'phrase' | 'spend-key' | 'new' | null
  /** Whether a key that was brought along has to be registered. */
  readonly unregistered: boolean
  /** Several accounts come in at once, and are then set up one by one: this one at the moment. */
  readonly several?: { readonly stage: Account['stage'] | null }
}

/** The steps of a way, in order, so that a person sees from the start how many there are. */
export function stepsOf(plan: Plan): Step[] {
  const secure: Step[] = plan.vault.passphrase ? [] : ['passphrase']
  const registered: Step[] = plan.unregistered ? ['register', 'done'] : ['done']
  switch (plan.way) {
    case 'create':
      return ['name', ...secure, 'words', 'quiz', 'register', 'done']
    case 'watch':
      return ['permission', ...secure, 'done']
    case 'phone':
      return ['messenger', ...secure, 'phone', 'done']
    case 'recover':
      return ['phrase', ...secure, 'done']
    case 'import':
      if (plan.several !== undefined)
        return [
          'keystore',
          ...secure,
          'results',
          ...(plan.several.stage === null ? [] : setUpSteps(plan, plan.several.stage)),
        ]
      return ['keystore', ...secure, ...keySteps(plan.restored), ...(plan.restored === 'new' ? [] : registered)]
    case 'finish':
      return setUpSteps(plan, plan.stage)
  }
}

/** What is left to do for an account that is here, by what it lacked when one began. */
function setUpSteps({ restored, unregistered }: Plan, stage: Account['stage'] | null): Step[] {
  if (stage === 'ready') return ['done']
  if (stage === 'needs_registration') return ['register', 'done']
  if (restored === 'new') return keySteps(restored)
  return [...keySteps(restored), ...(unregistered ? (['register'] as const) : []), 'done']
}

const keySteps = (restored: Plan['restored']): Step[] =>
  restored === null ? ['key'] : restored === 'new' ? ['key', 'words', 'quiz', 'register', 'done'] : ['key', restored]

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
  if (odd !== undefined) return { words, problem: say('onboarding.is-not-a-word-of-a', { odd: odd.slice(0, 20) }) }
  if (words.length > WORD_COUNT)
    return {
      words,
      problem: say('onboarding.that-is-words-a-phrase-has', { words: words.length, wordCount: WORD_COUNT }),
    }
  return { words, problem: null }
}

export const isWhole = (phrase: Phrase): boolean => phrase.problem === null && phrase.words.length === WORD_COUNT

interface KeystoreLook {
  readonly appId: string
  readonly form: Extract<CredentialLook, { kind: 'session' }>['form']
  readonly hasSpendKey: boolean
  /** Members that Coffer does not use now: a PIN or TIP key is asked for when an account is registered, and only then. */
  readonly ignored: readonly string[]
}

const NOT_USED: Readonly<Partial<Record<CredentialLook['kind'], string>>> = {
  'spend-key': say('onboarding.that-is-a-spend-key-alone'),
  words: say('onboarding.those-are-24-words-import-the'),
  'messenger-words': say('onboarding.those-are-the-words-of-a'),
  permission: say('onboarding.that-is-a-permission-to-look'),
}

const REFUSED: Readonly<Partial<Record<RefusedLook['form'], string>>> = {
  rsa: say('onboarding.its-session-is-of-an-old'),
  json: say('onboarding.that-is-not-whole-paste-the'),
  large: say('onboarding.that-is-too-large-for-a'),
  key: say('onboarding.that-looks-like-a-key-but'),
  words: say('onboarding.those-look-like-words-of-a'),
}

type RefusedLook = Extract<CredentialLook, { kind: 'refused' }>
type SessionLook = Extract<CredentialLook, { kind: 'session' }>

const isSession = (one: CredentialLook): one is SessionLook => one.kind === 'session'
const isRefused = (one: CredentialLook): one is RefusedLook => one.kind === 'refused'

const refusedText = ({ form, what }: RefusedLook): string =>
  form === 'member'
    ? say('onboarding.its-is-missing-or-not-valid', { what })
    : (REFUSED[form] ?? say('onboarding.that-names-no-account'))

const lookOf = (session: SessionLook, hasKeyBeside: boolean): KeystoreLook => ({
  appId: session.userId,
  form: session.form,
  hasSpendKey: session.hasSpendKey || hasKeyBeside,
  ignored: [...(session.hasPin ? ['pin'] : []), ...(session.hasTipKey ? ['tip_private_key'] : []), ...session.ignored],
})

/** One thing of a file, as a line of the list. */
export interface FoundLine {
  /** Place of the file among those that were given. */
  readonly source: number
  readonly text: string
  readonly good: boolean
}

export type Looked =
  /** One account, perhaps with its key beside it: the steps go on with it. */
  | { readonly kind: 'one'; readonly look: KeystoreLook; readonly lines: readonly FoundLine[] }
  /** Several things that come in one after the other, each with a result of its own. */
  | { readonly kind: 'several'; readonly accounts: number; readonly lines: readonly FoundLine[] }
  | { readonly kind: 'none'; readonly problem: string; readonly lines: readonly FoundLine[] }

function lineOf(look: CredentialLook): Omit<FoundLine, 'source'> {
  switch (look.kind) {
    case 'session':
      return {
        text: say('onboarding.account-with-its-spend-key-2', {
          userId: look.userId.slice(0, 8),
          hasSpendKey: look.hasSpendKey,
        }),
        good: true,
      }
    case 'permission':
      return { text: say('onboarding.a-permission-to-look-at-an', { appId: look.appId.slice(0, 8) }), good: true }
    case 'spend-key':
      return { text: say('onboarding.a-spend-key'), good: true }
    case 'words':
      return { text: say('shared.24-words'), good: true }
    case 'messenger-words':
      return { text: NOT_USED['messenger-words'] ?? '', good: false }
    case 'refused':
      return { text: refusedText(look), good: false }
  }
}

/** A first look at what was pasted and chosen, by the wallet’s own rules; the wallet checks the keys themselves. */
export function lookAtSources(texts: readonly string[]): Looked | null {
  const found = texts.flatMap((text, source) => lookAtCredentials(text).map((look) => ({ source, look })))
  if (found.length === 0) return null
  const lines = found.map(({ source, look }) => ({ source, ...lineOf(look) }))
  const looks = found.map(({ look }) => look)
  const sessions = looks.filter(isSession)
  const keys = looks.filter(({ kind }) => kind === 'spend-key').length
  const others = looks.filter(({ kind }) => kind === 'words' || kind === 'permission').length
  const [session] = sessions
  if (sessions.length === 1 && session !== undefined && keys <= 1 && others === 0) {
    return { kind: 'one', look: lookOf(session, keys > 0), lines }
  }
  const accounts = sessions.length + looks.filter(({ kind }) => kind === 'permission').length
  if (sessions.length > 0 || accounts > 1) return { kind: 'several', accounts, lines }
  const other = looks.find((one) => !isRefused(one))
  if (other !== undefined)
    return { kind: 'none', problem: NOT_USED[other.kind] ?? say('onboarding.that-names-no-account'), lines }
  const refused = looks.find(isRefused)
  return {
    kind: 'none',
    problem: refused === undefined ? say('onboarding.that-names-no-account') : refusedText(refused),
    lines,
  }
}

/** The quiz compares nothing itself: words go to the wallet, lower-case and without blanks around them. */
export function quizAnswer(typed: readonly string[]): string[] {
  return typed.map((word) => word.trim().toLowerCase())
}

/** Keys of an authorization, or a token: more than their form nobody can tell before the service is asked. */
const PERMISSION = /^(?:\{.*\}|(?:bearer\s+)?[\w\-.~+/]{16,}=*)$/is

/** What is wrong with a permission at first sight, before anything is asked for that would then be for nothing; null where nothing is. */
export function permissionProblem(text: string): string | null {
  const given = text.trim()
  if (given === '') return say('onboarding.paste-the-permission')
  if (PERMISSION.test(given)) return null
  return say('error.what-and-todo', {
    what: say('error.input.permission.what'),
    todo: say('error.input.permission.todo'),
  })
}

/** So many are read at once, beside what is pasted. */
export const FILES_MAX = 31

/** Files that were chosen: those that are read, and the names of those that no room was left for. */
export interface Chosen<File> {
  readonly files: readonly File[]
  readonly left: readonly string[]
}

/** More of them. Who was left is named until chosen again. */
export function withFiles<File extends { readonly name: string }>(
  before: Chosen<File>,
  chosen: readonly File[],
): Chosen<File> {
  const all = [...before.files, ...chosen]
  const again = new Set(chosen.map(({ name }) => name))
  const left = before.left.filter((name) => !again.has(name))
  return { files: all.slice(0, FILES_MAX), left: [...left, ...all.slice(FILES_MAX).map(({ name }) => name)] }
}
