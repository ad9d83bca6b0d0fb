import { expect, it } from 'vitest'
import type { Holder } from '#contract/domain'
import { hashMembers, parseAmount } from '#protocol'
import { currentFee, type FeeParts, ownFees } from '../../src/wallet/approvals/withdrawal-fee.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aPayment, hashOf, openAccount, request, user } from '../support/store.ts'
import { intent } from './payment-records.ts'

/* A fee of a group's withdrawal that was written by hand, among other payments of the account. */

const feeUser = user('fee')
const withdrawal = hashOf('withdrawal')
const holder = `${hashMembers([ACCOUNT])}:1` as Holder['id'] // how holders are named

function opened() {
  const store = openAccount(newFolder('store'))
  const parts: FeeParts = { account: ACCOUNT, feeUser, store, directory: {} as FeeParts['directory'] }
  const pay = (name: string | number, to: string, references: readonly string[]) => {
    const rows = [{ payee: { kind: 'user' as const, userId: to }, amount: parseAmount('0.1') }]
    store.intents.payments.create(aPayment(name, { holder, detail: { ...intent, rows, references } }))
  }
  return { store, parts, pay }
}

it('is known however many payments came since, and however often it was asked for before', () => {
  const { store, parts, pay } = opened()
  pay('other', feeUser, [hashOf('another')])
  pay('stranger', user('dora'), [withdrawal])
  expect(ownFees(withdrawal, parts)).toEqual([])
  pay('fee', feeUser, [withdrawal])
  for (let at = 0; at < 250; at += 1) pay(at, user('dora'), [])
  expect(ownFees(withdrawal, parts)).toMatchObject([{ id: request('fee'), byHand: true }])
  expect(currentFee(withdrawal, parts)).toMatchObject({ id: request('fee'), state: 'draft' })
  store.close()
})

it('is none any more once it was given up, also where its id was used again', () => {
  const { store, parts, pay } = opened()
  pay('fee', feeUser, [withdrawal])
  expect(currentFee(withdrawal, parts)?.id).toBe(request('fee'))
  store.intents.payments.cancel(request('fee'))
  expect(currentFee(withdrawal, parts)).toBe(undefined)
  pay('fee', feeUser, [hashOf('another')])
  expect(ownFees(withdrawal, parts)).toEqual([])
  expect(ownFees(hashOf('another'), parts)).toMatchObject([{ id: request('fee') }])
  store.close()
})
