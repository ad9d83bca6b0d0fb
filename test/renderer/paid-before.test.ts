import { describe, expect, it } from 'vitest'
import { waysOn } from '../../src/renderer/screens/send/paid-before.ts'
import type { Report } from '../../src/renderer/state/types.ts'

const OWN = '11111111-2222-4333-8444-555555555555'
const OTHER = '99999999-2222-4333-8444-555555555555'

const told = (details: Report['details']) => waysOn({ code: 'wallet.already_sent', details }, OWN)

describe('what was paid another way', () => {
  it.each([
    ['under its own id', { state: 'signed', asked: true }],
    ['under its own id, which is named', { requestId: OWN, asked: true }],
  ])('leads to the request of a group that was asked for it %s', (_how, details) => {
    expect(told(details)).toEqual({ request: OWN, payment: null, isItself: true })
  })

  it('leads to the request of a group that was asked for it under another id', () => {
    expect(told({ requestId: OTHER, asked: true })).toEqual({ request: OTHER, payment: null, isItself: false })
  })

  it('leads to the receipt of what paid it, which stands to be cancelled', () => {
    expect(told({ requestId: OTHER, asked: false })).toEqual({ request: null, payment: OTHER, isItself: false })
    expect(told({ requestId: OTHER, rows: 2 })).toEqual({ request: null, payment: OTHER, isItself: false })
  })

  it('leads nowhere where it was sent itself: its receipt comes', () => {
    expect(told({ state: 'spent', asked: false })).toEqual({ request: null, payment: null, isItself: true })
  })
})

describe('what was paid in some of its rows by another computer', () => {
  it('stands to be cancelled, as what paid it has no receipt here', () => {
    for (const details of [{ rows: 1 }, { requestId: '', rows: 1 }])
      expect(told(details)).toEqual({ request: null, payment: null, isItself: false })
  })

  it('is not told apart from itself by an id that is empty', () => {
    expect(told({ requestId: '' })).toEqual({ request: null, payment: null, isItself: true })
    expect(told({ requestId: '', asked: true })).toEqual({ request: OWN, payment: null, isItself: true })
  })
})
