import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Hash } from '#contract/domain'
import { parseAmount } from '#protocol'
import { openRequestCoins } from '../../src/wallet/approvals/request-coins.ts'
import { aCoin, aHolder as aKeyHolder, aRawPayment } from '../support/coins.ts'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anOutput, openAccount } from '../support/store.ts'

const store = openAccount(newFolder('store'))
afterAll(() => store.close())

const payer = aKeyHolder('payer')
const coins = ['one', 'two'].map((name) => aCoin(name, [payer]))
const outputOf = (at: number, state: 'unspent' | 'signed') => {
  const { hash = '', index = 0, keys = [], mask = '', amount } = coins[at] ?? {}
  const fields = { keys: [...keys], mask, state, ...(amount === undefined ? {} : { amount }) }
  return anOutput(`coin ${at}`, { ...fields, transaction_hash: hash as Hash, output_index: index, sequence: at + 1 })
}

describe('coins of a request', () => {
  it('are read again once an output was written, and not before', () => {
    const { outputs } = store.cache
    const read = vi.fn(outputs.byTransaction)
    const coinsOf = openRequestCoins({ ...outputs, byTransaction: read })
    const request = { raw: aRawPayment(coins), detail: { coins: [] } }
    const apply = (...of: ReturnType<typeof outputOf>[]) =>
      outputs.applyPage({ holder: aHolder(), outputs: of, cursor: 2 })

    apply(outputOf(0, 'unspent'))
    expect(coinsOf(request).map((coin) => coin?.output?.state)).toEqual(['unspent', undefined])
    coinsOf(request)
    expect(read).toHaveBeenCalledTimes(2)
    apply(outputOf(1, 'unspent'))
    expect(coinsOf(request).map((coin) => coin?.output?.state)).toEqual(['unspent', 'unspent'])
    apply({ ...outputOf(0, 'signed'), updated_at: outputOf(9, 'signed').updated_at })
    expect(coinsOf(request).map((coin) => coin?.output?.state)).toEqual(['signed', 'unspent'])
  })
  it('are what the file of the request says of them, whatever another file said of the same bytes', () => {
    const coinsOf = openRequestCoins(store.cache.outputs)
    const unread = [aCoin('three', [payer])]
    const raw = aRawPayment(unread)
    const told = (amount: string) =>
      unread.map(({ hash, index, mask, keys }) => ({
        ...{ hash: hash as Hash, index, mask, keys: [...keys], amount: parseAmount(amount) },
      }))
    const amounts = (amount: string) => coinsOf({ raw, detail: { coins: told(amount) } }).map((coin) => coin?.amount)
    expect(amounts('1')).toEqual([parseAmount('1')])
    expect(amounts('2')).toEqual([parseAmount('2')])
  })
})
