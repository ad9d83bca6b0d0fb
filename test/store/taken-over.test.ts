import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '#contract/errors'
import type { AccountStore } from '#store'
import { newFolder } from '../support/scratch.ts'
import { anOutput, aPayment, aPlan, openAccount, request, spendOf } from '../support/store.ts'

/* What was given up here before it was signed, and was signed elsewhere all the same. */

let store: AccountStore
beforeEach(() => {
  store = openAccount(newFolder('store'))
})
afterEach(() => store.close())

const coin = anOutput('a coin')
const { raw, spentBy: hash } = spendOf(coin)
const id = request('given up')
const payments = () => store.intents.payments

function givenUp(): void {
  payments().create(aPayment('given up'))
  payments().reserve(id, [aPlan('given up', [coin])])
  payments().storeRaw(id, [{ requestId: id, raw, hash }])
  payments().cancel(id)
}
const takeOver = () => payments().takeOver(id, [{ requestId: id, raw }])

/** Another payment whose transaction has the id of the one that was given up. */
function another(): void {
  const draft = aPayment('another')
  payments().create({ ...draft, transactions: draft.transactions.map((each) => ({ ...each, requestId: id })) })
}

const codeIn = (work: () => unknown): string | null => {
  try {
    work()
    return null
  } catch (error) {
    return codeOf(error)
  }
}

describe('a payment that is taken over', () => {
  it('holds its coins again', () => {
    givenUp()
    expect(payments().holds()).toEqual([])
    expect(takeOver().state).toBe('signed')
    expect(payments().holds()).toMatchObject([{ outputId: coin.output_id, paymentId: id }])
  })

  it('has its id again, which no other payment gets', () => {
    givenUp()
    takeOver()
    expect(codeIn(another)).toBe('wallet.payment_state')
  })

  it('is found by its id, whoever had that since and gave it up', () => {
    givenUp()
    another()
    payments().cancel(request('another'))
    takeOver()
    expect(payments().byRequest(id)?.id).toBe(id)
  })

  it('is none whose id is another’s since', () => {
    givenUp()
    another()
    expect(codeIn(takeOver)).toBe('wallet.payment_state')
    expect(payments().get(id)?.state).toBe('cancelled')
    expect(payments().byRequest(id)?.id).toBe(request('another'))
  })

  it('was made by somebody else until then', () => {
    givenUp()
    expect(payments().knownAmong([hash])).toEqual([])
    takeOver()
    expect(payments().knownAmong([hash])).toEqual([hash])
  })
})
