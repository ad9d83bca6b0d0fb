import { beforeEach, describe, expect, it } from 'vitest'
import { formOfPayment, openedAtOnce } from '../../src/renderer/screens/send/opening.ts'
import { keepForm } from '../../src/renderer/screens/send/store.ts'
import { filled, goSendFilled } from '../../src/renderer/state/prefilled-send.ts'
import { EMPTY_FORM } from '../../src/renderer/state/send-form.ts'
import { selectAccount, selection } from '../../src/renderer/state/wallet.tsx'
import { payment } from './fake-data.ts'

/* Whose money a form is about, when whose money is shown changes. */

const ANA = { account: 'ana', holder: null }
const TEAM = { account: 'ana', holder: 'team' }
const BEN = { account: 'ben', holder: null }

const form = { ...EMPTY_FORM, rows: [{ to: '7001', amount: '5' }] }
const toOf = (opened: ReturnType<typeof openedAtOnce>) => opened?.form.rows[0]?.to

beforeEach(() => {
  selectAccount('ana')
  keepForm(null)
})

describe('a payment that is being written', () => {
  it('is found again by its owner and stands in no form of another, not even of a group of the same account', () => {
    keepForm({ owner: ANA, draftId: 'draft', form, preparedAs: null, from: '' })
    expect(toOf(openedAtOnce({}, ANA))).toBe('7001')
    for (const other of [TEAM, BEN]) {
      expect(openedAtOnce({}, other)).toMatchObject({ draftId: null, form: EMPTY_FORM })
    }
  })

  it('lets no coins of another owner go that were set aside for it', () => {
    keepForm({ owner: TEAM, draftId: null, form, preparedAs: 'payment', from: '[null,null,null,null]' })
    expect(openedAtOnce({}, TEAM)?.preparedAs).toBe('payment')
    expect(openedAtOnce({}, ANA)?.preparedAs).toBeNull()
  })
})

describe('the draft of a payment that was prepared', () => {
  it('is its form, by whatever way one comes back to it, so that its coins are let go', () => {
    keepForm({ owner: ANA, draftId: 'draft', form, preparedAs: 'payment', from: '[null,null,null,null]' })
    expect(openedAtOnce({ draftId: 'draft' }, ANA)?.preparedAs).toBe('payment')
    expect(openedAtOnce({ draftId: 'another' }, ANA)).toBeNull()
  })
})

describe('a form that another screen filled', () => {
  it('is opened for the money that it was filled for, and for no other by the way back', () => {
    goSendFilled({ form, view: null })
    const route = { filled: filled.getState().turn }
    expect(toOf(openedAtOnce(route, ANA))).toBe('7001')
    selectAccount('ben')
    expect(openedAtOnce(route, BEN)?.form).toEqual(EMPTY_FORM)
    selectAccount('ana', 'team')
    expect(openedAtOnce(route, TEAM)?.form).toEqual(EMPTY_FORM)
    expect(selection.getState()).toEqual(TEAM)
    selectAccount('ana')
    expect(toOf(openedAtOnce(route, ANA))).toBe('7001')
  })
})

describe('the form of a payment that was made already', () => {
  it('names it as where it comes from, unless it was given up to be written anew', () => {
    const made = payment('cancelled')
    expect(formOfPayment(made, false)).toMatchObject({ source: 'an earlier payment', again: made.paymentId })
    expect(formOfPayment(made, true)).toMatchObject({ again: made.paymentId })
    expect(formOfPayment(made, true)).not.toHaveProperty('source')
  })
})
