import { describe, expect, it } from 'vitest'
import { fillFromLink } from '../../src/renderer/screens/send/form.ts'
import { EMPTY_FORM } from '../../src/renderer/state/send-form.ts'
import type { PayeeView, SendForm } from '../../src/renderer/state/types.ts'
import { asset, hashOf, uuidOf } from '../support/fake-data.ts'

const form = (over: Partial<SendForm> = {}): SendForm => ({
  ...EMPTY_FORM,
  rows: [{ to: 'mixin://pay', amount: '' }],
  ...over,
})

const ANSWER = {
  party: { kind: 'unknown' },
  paidBefore: null,
  alreadyPaid: false,
  problem: null,
} as const

const NOTHING_ASKED = { assetId: null, amount: null, memo: null, trace: null, returnTo: null }

function view(asked: Partial<PayeeView['asked']>, payee: PayeeView['payee'] = null): PayeeView {
  return { ...ANSWER, warnings: [], payee, asked: { ...NOTHING_ASKED, references: [], ...asked } }
}

describe('a form that a payment link fills', () => {
  it('takes asset, amount, memo, trace and references, and says where they came from', () => {
    const btc = asset('BTC').assetId
    const filled = fillFromLink(
      form(),
      view({ assetId: btc, amount: '1.5', memo: 'rent', trace: uuidOf('trace'), references: [hashOf('one')] }),
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

  it('does not overwrite a memo that the person has typed', () => {
    const filled = fillFromLink(form({ memo: '00ff', memoForm: 'hex' }), view({ memo: 'rent' }))
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
