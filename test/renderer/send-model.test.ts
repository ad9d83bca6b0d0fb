import { describe, expect, it } from 'vitest'
import { parseAmount } from '#protocol'
import { said } from '#words/facts'
import { MEMO_BYTES } from '../../src/renderer/lib/memo.ts'
import { draftTitle } from '../../src/renderer/screens/send/draft-title.ts'
import { lookAtForm, mostBeside, type Resolution, type SendContext } from '../../src/renderer/screens/send/model.ts'
import { paidFirst } from '../../src/renderer/screens/send/PeopleRail.tsx'
import { receiversIn } from '../../src/renderer/screens/send/receivers.ts'
import { whileWritten } from '../../src/renderer/screens/send/resolver.ts'
import { smallFirst, splitPayment } from '../../src/renderer/screens/send/SmallFirst.tsx'
import { type Kept, keepForm, kept } from '../../src/renderer/screens/send/store.ts'
import { EMPTY_FORM } from '../../src/renderer/state/send-form.ts'
import { asset, BO } from './fake-data.ts'

const XIN = asset('XIN')
const BTC = asset('BTC', 'Bitcoin')
const KNOWN = {
  kind: 'known',
  payee: { kind: 'user', userId: BO.userId },
  view: { party: { kind: 'user', user: BO }, standing: 'open' },
} as Extract<Resolution, { kind: 'known' }> // what the form looks at

const STORAGE = { asset: XIN, amount: '0.001', available: '2', sufficient: true, recipient: 'MIXstorage' }

/** A payment of so much of an asset of which there are 2, with a memo that is stored for 0.001 XIN. */
function look(of: typeof XIN, amount: string, more: Partial<SendContext & { coins: string[]; to: string }> = {}) {
  const { coins = null, to = 'Bo', ...known } = more
  const context: SendContext = {
    ...{ asset: of, balance: { available: '2', held: '0' }, inOne: '2', resolutions: [KNOWN], fees: undefined },
    ...{ noTag: false, watchOnly: false, isGroup: false },
    storage: STORAGE,
    ...known,
  }
  const form = {
    ...EMPTY_FORM,
    coins,
    assetId: of.assetId,
    rows: [{ to, amount }],
    memo: 'x'.repeat(MEMO_BYTES + 1),
  }
  return lookAtForm(form, context)
}

describe('a recipient that names nobody', () => {
  const nobody: Resolution = { kind: 'problem', error: { code: 'input.payee', details: {} }, party: null }

  it('is still looked up while it is being written', () => {
    expect(whileWritten(nobody, false)).toEqual({ kind: 'asking' })
  })

  it('is said to be wrong once it is written', () => {
    expect(whileWritten(nobody, true)).toBe(nobody)
  })
})

describe('a tag', () => {
  const XRP = asset('XRP')
  const address = {
    kind: 'known',
    payee: { kind: 'chain', destination: 'rQK3', tag: '' },
    view: KNOWN.view,
  } as Resolution
  const obstacles = (tag: string): string[] =>
    lookAtForm(
      { ...EMPTY_FORM, assetId: XRP.assetId, rows: [{ to: 'rQK3', amount: '0.5' }], tag },
      {
        ...{ asset: XRP, balance: { available: '2', held: '0' }, inOne: '2', fees: [], resolutions: [address] },
        ...{ noTag: false, watchOnly: false, isGroup: false },
      },
    ).obstacles.map(({ text }) => text)

  it('that was pasted with what cannot be seen is named before the chain refuses it', () => {
    expect(obstacles('12345\u200b')).toEqual([
      'The tag holds characters that cannot be seen. Empty the field and type it by hand.',
    ])
    expect(obstacles(' 12345 ')).toEqual([])
  })
})

describe('an amount that cannot be paid', () => {
  const text = (more: Parameters<typeof look>[2]) => look(BTC, '40000', more).obstacles.map((each) => each.text)
  const balance = { available: '12345.5', held: '1000' }

  it.each([
    ['more than there is', { balance }, /^You can send 12\u202f345\.5 BTC or less.*1\u202f000 BTC/],
    ['more than the chosen coins', { balance, coins: ['1'], inOne: '12345' }, /12\u202f345 BTC: 27\u202f655 BTC short/],
    ['more than one payment takes', { balance: { ...balance, available: '50000' }, inOne: '12345' }, /12\u202f345 BTC/],
  ])('has its figures grouped in what is said of it: %s', (_name, more, said) => {
    expect(text(more)).toEqual([expect.stringMatching(said)])
  })
})

describe('a row that pays oneself', () => {
  const me = (relationship: 'self' | 'stranger') =>
    ({ ...KNOWN, view: { party: { kind: 'user', user: { ...BO, relationship } }, standing: 'open' } }) as Resolution
  const left = (relationship: 'self' | 'stranger', isGroup: boolean, available = '2') =>
    lookAtForm(
      { ...EMPTY_FORM, assetId: XIN.assetId, rows: [{ to: 'Bo', amount: '0.5' }] },
      {
        ...{ asset: XIN, balance: { available, held: '0' }, inOne: available, fees: undefined },
        ...{ resolutions: [me(relationship)], noTag: false, watchOnly: false, isGroup },
      },
    ).left

  it('takes nothing away, unless a group pays it', () => {
    expect(left('stranger', false)).toBe(parseAmount('1.5'))
    expect(left('self', false)).toBe(parseAmount('2'))
    expect(left('self', true)).toBe(parseAmount('1.5'))
  })

  it('has to be there all the same', () => {
    expect(left('self', false, '0.4')).toBeNull()
  })
})

describe('a payment whose memo is stored', () => {
  it('leaves less by what that costs, where it is paid of the same asset', () => {
    expect(look(XIN, '0.5').left).toBe(parseAmount('1.499'))
    expect(look(BTC, '0.5').left).toBe(parseAmount('1.5'))
  })

  it('costs nothing besides where that is all that is paid', () => {
    const all = look(XIN, '0.001', { to: STORAGE.recipient })
    expect([all.left, all.storage, all.obstacles]).toEqual([parseAmount('1.999'), undefined, []])
    expect(look(XIN, '0.002', { to: STORAGE.recipient }).storage).toEqual(STORAGE)
    expect(look(XIN, '0.001').storage).toEqual(STORAGE)
  })

  it('takes at most what that leaves', () => {
    expect(mostBeside('2', XIN, STORAGE)).toBe('1.999')
    expect(mostBeside('2', BTC, STORAGE)).toBe('2')
    expect(mostBeside('2', XIN, undefined)).toBe('2')
    expect(mostBeside('0.0005', XIN, STORAGE)).toBe('0')
  })

  it('is refused where not both can be paid', () => {
    expect(look(XIN, '2').obstacles.map(({ text }) => text)).toEqual(['You can send 1.999 XIN or less.'])
    expect(look(BTC, '2').obstacles).toEqual([])
  })

  it('names large sums as they are set everywhere, in groups', () => {
    const [said] = look(BTC, '30000', { balance: { available: '20119.5', held: '4120.1' } }).obstacles
    expect(said?.text.replaceAll(/\s/g, ' ')).toBe('You can send 20 119.5 BTC or less. 4 120.1 BTC is held or frozen.')
  })

  it('is refused where coins chosen by hand do not reach for both', () => {
    const byHand = { coins: ['1'], inOne: '1' }
    expect(look(XIN, '1', byHand).obstacles.map(({ field, text }) => [field, text])).toEqual([
      ['coins', 'The chosen coins come to 1 XIN: 0.001 XIN short.'],
    ])
    expect(look(XIN, '0.999', byHand).obstacles).toEqual([])
    expect(look(BTC, '1', byHand).obstacles).toEqual([])
  })

  it('is refused where the coins of one payment do not reach for both', () => {
    expect(look(XIN, '1', { inOne: '1' }).obstacles).toHaveLength(1)
    expect(look(XIN, '0.999', { inOne: '1' }).obstacles).toEqual([])
  })
})

describe('whom the foot of a form counts', () => {
  const other = {
    ...KNOWN,
    payee: { kind: 'user', userId: 'another' },
    view: { party: { kind: 'user', user: { ...BO, userId: 'another' } }, standing: 'open' },
  } as Resolution // as above
  const kernel = { ...KNOWN, payee: { kind: 'kernel' }, view: { party: { kind: 'kernel' } } } as Resolution // as above

  it.each([
    ['one in two rows once', [KNOWN, KNOWN], 1, true],
    ['two people, one of them in two rows', [KNOWN, other, KNOWN], 2, true],
    ['who is not known yet as nobody else', [KNOWN, { kind: 'asking' }, { kind: 'empty' }], 3, false],
    ['an address as no person', [KNOWN, kernel], 2, false],
  ] as [string, Resolution[], number, boolean][])('are %s', (_, resolutions, count, people) => {
    expect(receiversIn(resolutions)).toEqual({ kind: 'several', count, people })
  })
})

describe('the short name of a draft', () => {
  it('counts whom it pays, not the rows that name somebody again or nobody', () => {
    const titled = (...to: string[]) =>
      draftTitle({ ...EMPTY_FORM, rows: to.map((each) => ({ to: each, amount: '1' })) }, XIN)
    expect(titled('40110', '40111', '40110')).toContain('2 recipients')
    expect(titled('', '40110', '40110')).toMatch(/ to 40110$/)
    expect(titled('', '')).toMatch(/ to nobody yet$/)
  })

  it('groups the digits of its sum, and does not call nothing by two names', () => {
    const titled = (to: string, amount: string) => draftTitle({ ...EMPTY_FORM, rows: [{ to, amount }] }, XIN)
    expect(titled('40110', '1234567.5').replace(/\s/gu, ' ')).toMatch(/^1 234 567\.5/)
    expect(titled('', '')).toBe('No amount and no recipient yet')
    expect(titled('40110', '')).toBe('No amount yet to 40110')
  })
})

describe('whom one knows', () => {
  it('begins with those who were paid, each part in its order', () => {
    const paidBefore = { times: 1, last: '2026-05-03T10:00:00Z' }
    const offers = [
      { name: 'House', paidBefore: null },
      { name: 'Jonas', paidBefore },
      { name: 'Noor', paidBefore: null },
      { name: 'Maya', paidBefore: { ...paidBefore, times: 7 } },
    ]
    expect(paidFirst(offers).map(({ name }) => name)).toEqual(['Jonas', 'Maya', 'House', 'Noor'])
  })
})

describe('a first payment of much', () => {
  const payee = { party: { kind: 'user', user: BO }, amount: '1', proof: 'claimed' } as const
  const first = {
    id: 'first:0',
    result: 'attention',
    text: said('check.payments.first-payment', { who: 'wallet' }),
  } as const
  const offered = (amount: string, left: string | null, over: { payees?: 1 | 2; isFirst?: boolean } = {}) =>
    smallFirst({
      ...{ amount, left, checks: over.isFirst === false ? [] : [first] },
      payees: over.payees === 2 ? [payee, payee] : [payee],
    })

  it('can be begun with a hundredth of it, in one digit', () => {
    expect(offered('1', '2')).toEqual({ small: '0.01', rest: '0.99' })
    expect(offered('2345.6', '0')).toEqual({ small: '20', rest: '2325.6' })
    expect(offered('0.000001', '0')).toEqual({ small: '0.00000001', rest: '0.00000099' })
  })

  it('is sent whole where it is little, the smallest there is, for several, or not the first', () => {
    expect(offered('0.2', '1.8')).toBeNull()
    expect(offered('0.00000099', '0')).toBeNull()
    expect(offered('1', '2', { payees: 2 })).toBeNull()
    expect(offered('1', '2', { isFirst: false })).toBeNull()
    expect(offered('1', null)).toBeNull()
  })

  const whole: Kept = {
    ...{ owner: { account: BO.userId, holder: null }, draftId: null, preparedAs: 'payment', from: 'send' },
    form: { ...EMPTY_FORM, rows: [{ to: 'Bo', amount: '1' }] },
  }
  const rest = { ...whole.form, rows: [{ to: 'Bo', amount: '0.99' }] }
  /** Where drafts are saved, and where the payment is given up each time or not. */
  function wallet(cancelled: readonly boolean[]) {
    const drafts = new Map<string, typeof rest>()
    const left = [...cancelled]
    return {
      drafts,
      deeds: {
        save: async (id: string | null, form: typeof rest) => {
          const draftId = id ?? `draft ${drafts.size}`
          drafts.set(draftId, form)
          return { draftId }
        },
        cancel: async () => (left.shift() === true ? {} : undefined),
      },
    }
  }

  it('leaves the rest among the drafts once the whole is given up', async () => {
    const { drafts, deeds } = wallet([true])
    keepForm(whole)
    expect(await splitPayment(whole, rest, deeds)).toBe(true)
    expect([...drafts.values()]).toEqual([rest])
  })

  it('leaves no draft of the rest where the whole could not be given up, and one draft where it is tried again', async () => {
    const { drafts, deeds } = wallet([false, true])
    keepForm(whole)
    expect(await splitPayment(whole, rest, deeds)).toBe(false)
    expect([...drafts.values()]).toEqual([whole.form])
    const again = kept.getState().form
    if (again === null) throw new Error('the form is kept')
    expect(await splitPayment(again, rest, deeds)).toBe(true)
    expect([...drafts.values()]).toEqual([rest])
  })

  it('brings back nothing that was forgotten meanwhile', async () => {
    const { deeds } = wallet([true])
    keepForm(whole)
    const splitting = splitPayment(whole, rest, deeds)
    keepForm(null)
    await splitting
    expect(kept.getState().form).toBeNull()
  })
})
