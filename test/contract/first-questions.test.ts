import { describe, expect, it } from 'vitest'
import { methodOf } from '#contract/ipc'
import { firstAccount, firstQuestions, firstScreen } from '#contract/topics'

const ANA = '56b344ac-5481-49a2-88b0-bc8323dd090f'
const BO = '43d61dcd-e413-450d-80b8-101d5e903357'
const vault = { locked: false, damage: null }
const preferences = { together: false, everyone: false }
const accounts = [
  { account: BO, order: 2, stage: 'ready' },
  { account: ANA, order: 1, stage: 'ready' },
]

describe('what the first screen asks', () => {
  it('is about the first in order of accounts, in the form of the table', () => {
    expect(firstAccount(accounts)?.account).toBe(ANA)
    const questions = firstQuestions({ vault, preferences, accounts })
    expect(questions.map(({ name }) => name)).toEqual([
      'app.connection',
      'groups.list',
      'home.read',
      'trouble.standing',
      'damage.list',
      'links.list',
    ])
    for (const { name, input } of questions) {
      if (input !== null) expect(input.account).toBe(ANA)
      const method = methodOf(name)
      expect(method.input.safeDecode(input).success).toBe(true)
    }
  })

  it('is nothing before the wallet is open and has an account that is ready', () => {
    for (const state of [
      { vault: { ...vault, locked: true }, preferences, accounts },
      { vault: { ...vault, damage: 'index' }, preferences, accounts },
      { vault, preferences, accounts: [] },
      { vault, preferences, accounts: [{ account: ANA, order: 0, stage: 'needs_key' }, ...accounts] },
    ]) {
      expect(firstScreen(state)).not.toBe('open')
      expect(firstQuestions(state)).toEqual([])
    }
    expect(firstScreen({ vault, preferences, accounts: [] })).toBe('setup')
  })
})
