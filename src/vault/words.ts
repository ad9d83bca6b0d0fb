import type { UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import { publicKeyFromSeed } from '#protocol'
import type { Custody } from './custody.ts'
import type { VaultAccounts } from './door.ts'
import { seedOf, wordsOf } from './phrase.ts'
import { encodeRecord, type KeyRecord } from './record.ts'

type Phrases = Pick<VaultAccounts, 'createPhrase' | 'quizPositions' | 'answerQuiz' | 'restorePhrase' | 'reveal'>

const QUIZ_QUESTIONS = 3

/** New keys and their 24 words: shown, asked about, put to use, brought back and shown again. */
export function phrases(custody: Custody, describe: VaultAccounts['describe']): Phrases {
  const { questions } = custody
  const { random } = custody.deps

  const change = (id: UserId, patch: (record: KeyRecord) => KeyRecord): Promise<void> =>
    custody.putRecord(
      id,
      custody.withRecord(id, (record) => encodeRecord(patch(record))),
    )

  function askFor(id: UserId): number[] {
    const places = new Set<number>()
    while (places.size < QUIZ_QUESTIONS) {
      const byte = random(1)[0] ?? 0
      if (byte < 240) places.add(byte % 24)
    }
    const asked = [...places].sort((a, b) => a - b)
    questions.set(id, asked)
    return asked
  }

  function positions(id: UserId): number[] {
    const isPending = custody.withRecord(id, ({ pendingSeed }) => pendingSeed !== null)
    if (!isPending) throw failure('vault.key_missing', 'there is no new phrase to ask about')
    return [...(questions.get(id) ?? askFor(id))]
  }

  return {
    quizPositions: async (id) => positions(id),

    createPhrase: (id) =>
      custody.inTurn(async () => {
        const words = custody.withRecord(id, ({ spendSeed, pendingSeed }) => {
          if (spendSeed !== null) throw failure('vault.key_mismatch', 'the account has a key already')
          return pendingSeed === null ? null : wordsOf(pendingSeed)
        })
        if (words !== null) return words
        const before = custody.locks
        const seed = random(32)
        try {
          await change(id, (record) => ({ ...record, pendingSeed: seed }))
          custody.needOpenSince(before)
          return wordsOf(seed)
        } finally {
          seed.fill(0)
        }
      }),

    answerQuiz: (id, words) =>
      custody.inTurn(async () => {
        const asked = positions(id)
        const isRight = custody.withRecord(id, ({ pendingSeed }) => {
          const phrase = pendingSeed === null ? [] : wordsOf(pendingSeed)
          const given = words.map((word) => word.trim().toLowerCase())
          return given.length === asked.length && asked.every((at, order) => given[order] === phrase[at])
        })
        if (!isRight) {
          askFor(id)
          throw failure('wallet.quiz_wrong', 'the words are not those of the phrase')
        }
        await change(id, (record) => ({ ...record, spendSeed: record.pendingSeed, pendingSeed: null }))
        questions.delete(id)
      }),

    restorePhrase: (id, phrase, { expectedPublicKey }) =>
      custody.inTurn(async () => {
        const seed = seedOf(phrase)
        try {
          const publicKey = publicKeyFromSeed(seed)
          const present = describe(id).publicKey
          if ([expectedPublicKey, present].some((key) => typeof key === 'string' && key !== publicKey)) {
            throw failure('vault.key_mismatch', 'the phrase spells another key')
          }
          await change(id, (record) => ({ ...record, spendSeed: seed, pendingSeed: null }))
          questions.delete(id)
        } finally {
          seed.fill(0)
        }
      }),

    reveal: (id, passphrase) =>
      custody.inTurn(async () => {
        custody.needMaster()
        const { key } = await custody.keyFor(passphrase)
        key.fill(0)
        return custody.withSpend(id, wordsOf)
      }),
  }
}
