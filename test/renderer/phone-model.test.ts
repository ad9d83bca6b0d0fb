import { describe, expect, it } from 'vitest'
import type { WireAnswer } from '#contract/ipc'
import { readAppId } from '../../src/renderer/lib/app-id.ts'
import { phoneWords } from '../../src/renderer/screens/onboarding/phone-model.ts'
import { askedTitle, askedWords, knownWord } from '../../src/renderer/screens/send/asked-model.ts'
import { askInput, lookAtForm, type Resolution, type SendContext } from '../../src/renderer/screens/send/model.ts'
import { EMPTY_FORM } from '../../src/renderer/state/send-form.ts'
import { ANA, ago, asset, BO, chainParty, uuidOf } from './fake-data.ts'

const BTC = asset('BTC', 'Bitcoin')
const OWNER = { account: ANA.userId, holder: null }

const ASKED: WireAnswer<'asked.read'> = {
  requestId: uuidOf('asked'),
  link: `https://mixin.one/pay/${BO.userId}?asset=${asset('BTC', 'Bitcoin').assetId}&amount=0.25&memo=Rent%20for%20November&trace=${uuidOf('asked')}`,
  asset: asset('BTC', 'Bitcoin'),
  amount: '0.25',
  party: { kind: 'user', user: BO },
  memoText: 'Rent for November',
  label: 'Rent',
  askedAt: ago(3),
  otherwise: [],
  stage: 'waiting',
  paid: null,
  namesPayee: true,
  problem: null,
}

const known = (more: object): Resolution =>
  ({
    kind: 'known',
    payee: { kind: 'user', userId: BO.userId },
    view: { party: { kind: 'user', user: BO }, standing: 'open' },
    ...more,
  }) as Resolution // what the form looks at
const context = (more: Partial<SendContext> = {}): SendContext => ({
  asset: BTC,
  balance: { available: '2', held: '0' },
  inOne: '2',
  resolutions: [known({})],
  fees: undefined,
  noTag: false,
  watchOnly: true,
  isGroup: false,
  ...more,
})
const FORM = {
  ...EMPTY_FORM,
  assetId: BTC.assetId,
  rows: [{ to: 'Bo', amount: '0.25' }],
  memo: 'rent',
  label: ' Rent ',
}
const said = (form: typeof FORM, more: Partial<SendContext> = {}): string[] =>
  lookAtForm(form, context(more)).obstacles.map(({ text }) => text)

describe('a payment of an account that is only watched', () => {
  it('is what the link for the phone says', () => {
    expect(said(FORM)).toEqual([])
    expect(askInput(FORM, context(), OWNER)).toEqual({
      ...{ account: ANA.userId, assetId: BTC.assetId, requestId: null, label: 'Rent', memo: 'rent' },
      ...{ payee: { kind: 'user', userId: BO.userId }, amount: '0.25' },
    })
    expect(askInput({ ...FORM, trace: uuidOf('a link') }, context(), OWNER)?.requestId).toBe(uuidOf('a link'))
  })

  it('is not called one that cannot be paid where nobody could be asked who that is', () => {
    const problem = (code: 'remote.unreachable' | 'remote.invalid_field' | 'input.payee'): Resolution =>
      ({ kind: 'problem', error: { code, details: {} }, party: null }) as Resolution // what the form looks at
    expect(said(FORM, { resolutions: [problem('remote.unreachable')] })).toEqual([
      'This recipient could not be looked up.',
    ])
    for (const answer of ['input.payee', 'remote.invalid_field'] as const)
      expect(said(FORM, { resolutions: [problem(answer)] })).toEqual(['This recipient cannot be paid.'])
  })

  it('waits for the choice while a known name is only half there', () => {
    const begun = { kind: 'problem', error: { code: 'input.payee', details: {} }, party: null, isBegun: true } as const
    expect(said(FORM, { resolutions: [begun] })).toEqual(['Choose who is meant.'])
  })

  it('is told beforehand what no link can say', () => {
    const chain = known({
      payee: { kind: 'chain', destination: 'bc1', tag: '' },
      view: { party: chainParty('BTC', 'Bitcoin', 'bc1'), standing: 'open' },
    })
    const self = known({ view: { party: { kind: 'user', user: { ...BO, relationship: 'self' } }, standing: 'open' } })
    const two = [...FORM.rows, { to: 'Ana', amount: '1' }]
    expect(said(FORM, { resolutions: [chain] })).toEqual([
      'No link can ask a phone for a withdrawal to another network. Make it on the phone.',
    ])
    expect(said(FORM, { resolutions: [self] })).toEqual(['That is this account itself.'])
    expect(said({ ...FORM, rows: two }, { resolutions: [known({}), known({})] })).toEqual([
      'A link for the phone pays one recipient. Remove the others.',
    ])
    expect(said({ ...FORM, memo: 'ab', memoForm: 'hex' })).toEqual([
      'A link for the phone carries a memo as text, not as bytes.',
    ])
    expect(said({ ...FORM, memo: 'x'.repeat(256) })[0]).toContain('at most 255 bytes')
    expect(said({ ...FORM, references: ['ab'.repeat(32)] })[0]).toContain('refers to another payment')
  })

  it('is begun by a member with a key where a group pays', () => {
    expect(said(FORM, { isGroup: true })[0]).toContain('a member with a key has to begin')
  })
})

describe('the words about a payment for the phone', () => {
  it('say what is known, and what is not', () => {
    expect(askedWords(ASKED).word).toBe('Waiting for your phone')
    expect(askedWords({ ...ASKED, problem: { code: 'remote.timeout', details: {} } }).word).toContain('not known')
    expect(knownWord(ASKED)).toBe('Not in the history yet')
    expect(askedWords({ ...ASKED, stage: 'seen', namesPayee: false }).text).toContain('cannot be seen from here')
    const paid = { asset: BTC, amount: '3', party: { kind: 'user' as const, user: ANA }, memoText: null }
    expect(askedWords({ ...ASKED, stage: 'different', paid }).text).toMatch(/3 .*BTC.* to .*Ana/)
    expect(askedTitle(ASKED)).toMatch(/0\.25 .*BTC.* to .*Bo/)
  })
})

describe('asking a phone', () => {
  it('can be begun anew where it is over, and only there', () => {
    const over = (['declined', 'over', 'failed', 'none'] as const).map((stage) => phoneWords({ stage }).isOver)
    const going = (['opening', 'waiting', 'opened', 'agreed', 'done'] as const).map(
      (stage) => phoneWords({ stage }).isOver,
    )
    expect([...over, ...going]).toEqual([true, true, true, true, false, false, false, false, false])
  })

  it('reads an app id with blanks and capitals, and nothing else', () => {
    expect(readAppId(` ${uuidOf('app').toUpperCase()} `)).toEqual({ appId: uuidOf('app') })
    expect(readAppId('7000104210')).toHaveProperty('problem')
  })
})
