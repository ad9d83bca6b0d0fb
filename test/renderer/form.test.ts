import { describe, expect, it } from 'vitest'
import { fillFromLink, toWhom } from '../../src/renderer/screens/send/form.ts'
import { EMPTY_FORM } from '../../src/renderer/state/send-form.ts'
import type { PayeeView, SendForm } from '../../src/renderer/state/types.ts'
import { asset, hashOf, uuidOf } from './fake-data.ts'

const form = (over: Partial<SendForm> = {}): SendForm => ({
  ...EMPTY_FORM,
  rows: [{ to: 'mixin://pay', amount: '' }],
  ...over,
})

const ANSWER = {
  party: { kind: 'unknown' },
  paidBefore: null,
  standing: 'open',
  problem: null,
} as const

const NOTHING_ASKED = { assetId: null, amount: null, memo: null, memoHex: null, trace: null, returnTo: null }

function view(asked: Partial<PayeeView['asked']>, payee: PayeeView['payee'] = null): PayeeView {
  return { ...ANSWER, warnings: [], payee, asked: { ...NOTHING_ASKED, references: [], ...asked } }
}

describe('a form that a payment link fills', () => {
  it('takes asset, amount, memo, trace and references, and says where they came from', () => {
    const btc = asset('BTC').assetId
    const filled = fillFromLink(
      form(),
      view({
        assetId: btc,
        amount: '1.5',
        memo: 'rent',
        memoHex: '72656e74',
        trace: uuidOf('trace'),
        references: [hashOf('one')],
      }),
    )
    expect(filled).toMatchObject({
      assetId: btc,
      rows: [{ amount: '1.5' }],
      memo: 'rent',
      trace: uuidOf('trace'),
      references: [hashOf('one')],
      source: 'a payment link',
    })
  })

  it('holds a memo as its bytes where it cannot be shown as it is', () => {
    const filled = (memo: string, memoHex: string) => fillFromLink(form({}), view({ memo, memoHex }))
    expect(filled('a b', '61e3808062')).toMatchObject({ memo: '61e3808062', memoForm: 'hex' })
    expect(filled('a b', '612062')).toMatchObject({ memo: 'a b', memoForm: 'text' })
  })

  it('does not overwrite a memo that the person has typed', () => {
    const filled = fillFromLink(form({ memo: '00ff', memoForm: 'hex' }), view({ memo: 'rent', memoHex: '72656e74' }))
    expect(filled).toMatchObject({ memo: '00ff', memoForm: 'hex' })
  })

  it('stays the same object when nothing is asked', () => {
    const before = form()
    expect(fillFromLink(before, view({}))).toBe(before)
  })

  it('fills the amount of the first row only', () => {
    const filled = fillFromLink(
      form({
        rows: [
          { to: 'a', amount: '' },
          { to: 'b', amount: '2' },
        ],
      }),
      view({ amount: '1' }),
    )
    expect(filled.rows.map(({ amount }) => amount)).toEqual(['1', '2'])
  })
})

describe('what belongs to the first recipient', () => {
  const linked = form({
    rows: [
      { to: 'rX', amount: '1' },
      { to: 'b', amount: '2' },
    ],
    ...{
      tag: '1234',
      trace: uuidOf('trace'),
      references: [hashOf('one')],
      returnTo: 'https://shop.test',
      source: 'a link',
    },
  })
  const NOTHING = { tag: '', trace: null, references: [], returnTo: null, source: null }

  it('goes with the text that named them', () => {
    expect(toWhom(linked, { ...linked, rows: [{ to: 'rY', amount: '1' }] })).toMatchObject(NOTHING)
  })

  it('goes with the row that is taken out', () => {
    expect(toWhom(linked, { ...linked, rows: linked.rows.slice(1) })).toMatchObject(NOTHING)
  })

  it('stays whatever else is written', () => {
    const next = { ...linked, memo: 'rent', rows: [{ to: 'rX', amount: '3' }] }
    expect(toWhom(linked, next)).toBe(next)
  })
})
