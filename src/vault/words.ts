import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import { publicKeyOfSpend } from '#protocol'
import type { Custody } from './custody.ts'
import type { VaultAccounts, WantedKey } from './door.ts'
import { seedOf, wordsOf } from './phrase.ts'
import { type KeyRecord, type SpendForm, spendSecretOf } from './record.ts'

type Phrases = Pick<
  VaultAccounts,
  | 'createPhrase'
  | 'quizPositions'
  | 'answerQuiz'
  | 'restorePhrase'
  | 'restoreKey'
  | 'dropUnproved'
  | 'reveal'
  | 'revealKey'
>

const QUIZ_QUESTIONS = 3

interface PublicKeyIn {
  readonly form: SpendForm
  readonly publicKey: string
}

/** The public key of some bytes taken as a key of that form; undefined where they can be none. */
function publicKeyIn(key: Uint8Array, form: SpendForm): PublicKeyIn | undefined {
  try {
    return { form, publicKey: publicKeyOfSpend(spendSecretOf(key, form)) }
  } catch {
    return undefined
  }
}

/** Not by `Buffer`, whose pool would keep a copy. */
function keyBytes(key: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(key)) throw failure('input.spend_key', 'a spend key has 64 hex characters')
  return hexToBytes(key)
}

/** What a key is written down in: the words of a new one or of the one in use, and groups of four characters where no words spell it. */
function partsOf({ pendingSeed, spendSeed, spendForm, isProved }: KeyRecord): readonly string[] {
  if (pendingSeed !== null) return wordsOf(pendingSeed)
  if (spendSeed === null) return []
  return spendForm === 'seed' && isProved ? wordsOf(spendSeed) : (bytesToHex(spendSeed).match(/.{4}/g) ?? [])
}

type Describe = VaultAccounts['describe']

interface Context {
  readonly custody: Custody
  readonly describe: Describe
}

/** New keys and their 24 words: shown, asked about, put to use, brought back and shown again. */
export function phrases(custody: Custody, describe: Describe): Phrases {
  const context: Context = { custody, describe }
  return {
    quizPositions: async (id) => positions(custody, id),
    createPhrase: (id) => custody.inTurn(() => create(custody, id)),
    answerQuiz: (id, words) => custody.inTurn(() => answerQuiz(custody, id, words)),
    dropUnproved: (id) => custody.inTurn(() => dropUnproved(context, id)),
    restorePhrase: (id, phrase, wanted) => custody.inTurn(() => take(context, id, seedOf(phrase), ['seed'], wanted)),
    restoreKey: (id, key, wanted) =>
      custody.inTurn(() =>
        take(context, id, keyBytes(key), wanted.expected === null ? ['seed'] : ['seed', 'scalar'], wanted),
      ),
    reveal: (id, passphrase) =>
      custody.inTurn(async () => {
        await needPassphrase(custody, passphrase)
        if (!describe(id).isSpelled) throw failure('vault.no_words', 'no words spell this key')
        return custody.withSpend(id, wordsOf)
      }),
    revealKey: (id, passphrase) =>
      custody.inTurn(async () => {
        await needPassphrase(custody, passphrase)
        return custody.withSpend(id, bytesToHex)
      }),
  }
}

async function needPassphrase(custody: Custody, passphrase: string): Promise<void> {
  custody.needMaster()
  const { key } = await custody.keyFor(passphrase)
  key.fill(0)
}

async function create(custody: Custody, id: UserId): Promise<string[]> {
  const words = custody.withRecord(id, ({ spendSeed, pendingSeed }) => {
    if (spendSeed !== null) throw failure('vault.key_mismatch', 'the account has a key already')
    return pendingSeed === null ? null : wordsOf(pendingSeed)
  })
  if (words !== null) return words
  const before = custody.locks
  const seed = custody.deps.random(32)
  try {
    await custody.changeRecord(id, (record) => ({ ...record, pendingSeed: seed }))
    custody.needOpenSince(before)
    return wordsOf(seed)
  } finally {
    seed.fill(0)
  }
}

function positions(custody: Custody, id: UserId): number[] {
  const count = custody.withRecord(id, (record) => partsOf(record).length)
  if (count === 0) throw failure('vault.key_missing', 'there is no key to ask about')
  return [...(custody.questions.get(id) ?? askFor(custody, id, count))]
}

/** Asks for other places than before: who has answered wrong is not asked for the same word again. */
function askFor({ deps, questions }: Custody, id: UserId, count: number): number[] {
  const before = questions.get(id) ?? []
  const places = new Set<number>()
  while (places.size < QUIZ_QUESTIONS) {
    const byte = deps.random(1)[0] ?? 0
    // 240 is a multiple of 24 and of 16.
    if (byte < 240 && !before.includes(byte % count)) places.add(byte % count)
  }
  const asked = [...places].sort((a, b) => a - b)
  questions.set(id, asked)
  return asked
}

async function answerQuiz(custody: Custody, id: UserId, words: readonly string[]): Promise<void> {
  const asked = positions(custody, id)
  const { isRight, isNew, count } = custody.withRecord(id, (record) => {
    const parts = partsOf(record)
    const given = words.map((word) => word.trim().toLowerCase())
    const isRight = given.length === asked.length && asked.every((at, order) => given[order] === parts[at])
    return { isRight, isNew: record.pendingSeed !== null, count: parts.length }
  })
  if (!isRight) {
    askFor(custody, id, count)
    throw failure('wallet.quiz_wrong', 'the words are not those of the phrase')
  }
  if (isNew) {
    await custody.changeRecord(id, (record) => ({
      ...record,
      spendSeed: record.pendingSeed,
      spendForm: 'seed',
      isProved: true,
      pendingSeed: null,
    }))
  }
  custody.questions.delete(id)
}

async function dropUnproved({ custody, describe }: Context, id: UserId): Promise<void> {
  const { hasSpendKey, isProved } = describe(id)
  if (!hasSpendKey || isProved) return
  await custody.changeRecord(id, (record) => ({ ...record, spendSeed: null, isProved: true }))
}

/** Puts a key to use if it is the wanted one in one of these forms, the first that fits; it is overwritten. */
async function take(
  { custody, describe }: Context,
  id: UserId,
  key: Uint8Array,
  forms: readonly SpendForm[],
  wanted: WantedKey,
): Promise<void> {
  try {
    const found = forms.flatMap((form) => publicKeyIn(key, form) ?? [])
    const [first] = found
    if (first === undefined) throw failure('input.spend_key', 'these bytes are no key')
    const fits = wanted.expected === null ? first : found.find(({ publicKey }) => publicKey === wanted.expected)
    const { publicKey: present, isProved } = describe(id)
    const taken = !wanted.replaces && isProved && present !== null && present !== fits?.publicKey
    if (fits === undefined || taken) {
      throw failure('vault.key_mismatch', 'this is another key', {
        details: { expected: wanted.expected ?? present ?? '', found: first.publicKey },
      })
    }
    // The same key again loses nothing of what is known of it, and as a scalar never takes the place of the seed, which words spell.
    const isKnown = isProved && present === fits.publicKey
    const brought = isKnown && fits.form === 'scalar' ? {} : { spendSeed: key, spendForm: fits.form }
    await custody.changeRecord(id, (record) => ({
      ...record,
      ...brought,
      isProved: isKnown || !wanted.needsProof,
      pendingSeed: null,
    }))
    custody.questions.delete(id)
  } finally {
    key.fill(0)
  }
}
