import { describe, expect, it } from 'vitest'
import { CofferError, codeOf, failure } from '#contract/errors'
import type { Consent, MoneyPassphrase } from '#contract/ipc'
import { gated, needAgreed } from '../../src/wallet/shared/consent.ts'
import { hashOf } from '../support/store.ts'

/* The gate alone: what has to be said and typed before something is done, and that nothing is done without. */

interface Way {
  /** The window of its own, where there is one; it is handed what proves a passphrase, where it is to ask for one. */
  readonly window?: (prove?: (passphrase: string) => Promise<void>) => Promise<'approved' | 'declined'>
  readonly passphrase?: string | null
  readonly isSet?: boolean
  readonly rule?: MoneyPassphrase
  readonly worth?: bigint | null
  readonly empty?: boolean
  /** The wallet is locked once it was asked. */
  readonly locks?: boolean
}

/** How a wish ends: what it comes to, and whether it was done. */
async function asked(about: Consent, way: Way) {
  const { window, passphrase = null, isSet = true, rule = { when: 'always' }, worth = null } = way
  let [wasDone, wasAsked, isLocked] = [false, false, false]
  const deps = {
    askInWindow:
      window === undefined
        ? null
        : async (_: unknown, prove?: (text: string) => Promise<void>) => {
            wasAsked = true
            const decision = await window(prove)
            isLocked = way.locks === true
            return decision
          },
    vault: {
      status: () => ({ passphrase: isSet, locked: isLocked }),
      async checkPassphrase(text: string) {
        if (text !== 'right') throw failure('vault.wrong_passphrase', 'another')
        if (window === undefined) isLocked = way.locks === true
      },
    },
    empty: () => way.empty === true,
    moneyPassphrase: () => rule,
  }
  const wish = async () => ({
    ...{ passphrase, shown: {}, worth: () => worth },
    async act() {
      wasDone = true
      return 'done'
    },
  })
  const name = about === 'keys' ? 'keys.reveal' : 'payments.approve'
  const calls = gated({ [name]: wish } as never, deps as never) as unknown as Record<string, (input: object) => unknown>
  const said = await Promise.resolve(calls[name]?.({})).catch((error: unknown) =>
    error instanceof CofferError ? codeOf(error) : String(error),
  )
  return { said, wasDone, wasAsked }
}

const yes = async () => 'approved' as const
const no = async () => 'declined' as const
const typing =
  (...texts: string[]) =>
  async (prove?: (passphrase: string) => Promise<void>) => {
    for (const text of texts) await prove?.(text).catch(() => undefined)
    return 'approved' as const
  }
const never: MoneyPassphrase = { when: 'never' }

const CASES: readonly (readonly [string, Consent, Way, string])[] = [
  ['a button, where nothing guards it', 'money', { isSet: false }, 'done'],
  ['a passphrase, where there is no window', 'money', { passphrase: 'right' }, 'done'],
  ['none of those', 'money', {}, 'vault.passphrase_needed'],
  ['another passphrase', 'money', { passphrase: 'wrong' }, 'vault.wrong_passphrase'],
  [
    'a passphrase whatever is asked less, where there is no window',
    'money',
    { rule: never },
    'vault.passphrase_needed',
  ],
  ['a word in the window, where no passphrase is set', 'money', { window: yes, isSet: false }, 'done'],
  ['a word in the window, where it asks for no passphrase', 'money', { window: yes, rule: never }, 'done'],
  ['a word against it in the window', 'money', { window: no, rule: never }, 'wallet.declined'],
  ['a word against it in the window, whatever is set', 'money', { window: no, isSet: false }, 'wallet.declined'],
  ['a passphrase typed in the window', 'money', { window: typing('right') }, 'done'],
  ['a passphrase typed in the window the second time', 'money', { window: typing('wrong', 'right') }, 'done'],
  ['another passphrase typed in the window', 'money', { window: typing('wrong') }, 'vault.passphrase_needed'],
  ['a word in the window alone, where it asks for the passphrase', 'money', { window: yes }, 'vault.passphrase_needed'],
  [
    'the passphrase of the page, where the window asks',
    'money',
    { window: yes, passphrase: 'right' },
    'vault.passphrase_needed',
  ],
  ['both for keys', 'keys', { window: yes, passphrase: 'right' }, 'done'],
  ['a word in the window alone for keys', 'keys', { window: yes }, 'vault.passphrase_needed'],
  ['the passphrase alone for keys', 'keys', { window: no, passphrase: 'right' }, 'wallet.declined'],
  ['nothing, where there is nothing to be taken', 'keys', { empty: true, window: no }, 'done'],
  ['a word, but locked meanwhile', 'money', { window: yes, rule: never, locks: true }, 'vault.locked'],
  ['a passphrase, but locked meanwhile', 'money', { passphrase: 'right', locks: true }, 'vault.locked'],
]

describe('what changes money or keys, asked with', () => {
  it.each(CASES)('%s', async (_, about, way, ends) => {
    const { said, wasDone, wasAsked } = await asked(about, way)
    expect([said, wasDone]).toEqual([ends, ends === 'done'])
    if (wasDone && way.window !== undefined) expect(wasAsked).toBe(way.empty !== true)
  })

  it.each([
    ['is within what was set', 500n, 'done'],
    ['is above it', 501n, 'vault.passphrase_needed'],
    ['is not known', null, 'vault.passphrase_needed'],
  ])('a word alone, where what leaves %s', async (_, worth, ends) => {
    const rule: MoneyPassphrase = { when: 'above', limit: 500_000_000n as never, currency: 'EUR' }
    expect((await asked('money', { window: yes, rule, worth })).said).toBe(ends)
  })
})

describe('a review that is agreed to', () => {
  const digest = hashOf('what is shown')
  const check = (id: string, result: 'ok' | 'attention' | 'stop') => ({ id, result })
  const read = (verdict: 'ok' | 'attention' | 'stop', ...checks: ReturnType<typeof check>[]) => ({
    digest,
    verdict,
    checks,
  })
  it.each([
    ['is agreed to as it is', read('ok', check('a', 'ok')), digest, [], null],
    ['with what has to be ticked', read('attention', check('a', 'attention')), digest, ['a'], null],
    ['with something else ticked', read('attention', check('a', 'attention')), digest, ['b'], 'wallet.review_changed'],
    ['is another by now', read('ok', check('a', 'ok')), hashOf('before'), [], 'wallet.review_changed'],
    ['forbids it, ticked or not', read('stop', check('a', 'stop')), digest, ['a'], 'wallet.rules_stop'],
    ['forbids it without saying why', read('stop', check('a', 'ok')), digest, ['a'], 'wallet.rules_stop'],
    ['forbids it by one check', read('ok', check('a', 'stop')), digest, ['a'], 'wallet.rules_stop'],
  ])('%s', (_, shown, agreedTo, accepted, code) => {
    const stopped = () => failure('wallet.rules_stop', 'stopped')
    const agree = () => needAgreed(shown, { digest: agreedTo, accepted }, { stopped })
    if (code === null) expect(agree).not.toThrow()
    else expect(agree).toThrow(expect.objectContaining({ code }))
  })
})
