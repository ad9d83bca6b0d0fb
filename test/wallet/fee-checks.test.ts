import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import { type AssetId, HOUR, type Nanos } from '#contract/domain'
import { toAmount } from '#protocol'
import type { AccountStore, Json } from '#store'
import { feeChecks, paysAnotherFee } from '../../src/wallet/payments/fees.ts'
import { priceTrouble } from '../../src/wallet/policies/worth.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, anAsset, aPayment, openAccount, request, time, user } from '../support/store.ts'
import { BTC, ETH } from '../support/wallet.ts'
import { id, intent, signed } from './payment-records.ts'

/* What is said of a withdrawal's fee by the bytes: who has it, how much of the sum it is, and what it was before. */

const [fees, mallory] = [user('fees'), user('mallory')]
let store: AccountStore
let now: Nanos
/** Payments that were asked about so far. */
let asked = 0
beforeEach(() => {
  now = time(1_000_000)
  store = openAccount(newFolder('store'), { now: () => now })
})
afterEach(() => store.close())

type Seen = Parameters<typeof feeChecks>[1][number]
type Planned = Parameters<typeof paysAnotherFee>[0]

interface Fee {
  readonly amount: bigint
  readonly asset: AssetId
  readonly to?: string
}

const partsOf = () => {
  const { cache, intents } = store
  return {
    ...{ intents, feeUser: fees },
    priceTrouble: (asset: AssetId) => priceTrouble({ store, clock: { now: () => now } }, asset),
    directory: createDirectory({ table: assets, cache, account: ACCOUNT, groups: intents.groups }),
  }
}

/** What is said where a sum leaves with a fee; with one alone, where that is for what a group withdrew. */
function said(moved: readonly [AssetId, bigint], { amount, asset, to = fees }: Fee, alone = false): string[] {
  const parts = partsOf()
  const [assetId, sum] = moved
  const feeOf = { request: request('of a group'), assetId, amount: toAmount(sum) }
  const detail = { ...intent, assetId, ...(alone ? { feeOf } : {}) } as Json
  const draft = store.intents.payments.create(aPayment(`withdrawal ${asked++}`, { kind: 'withdrawal', detail }))
  const output = { role: 'fee', payee: { kind: 'fee', userId: to }, amount: toAmount(amount) }
  const payment = { ...draft, transactions: [{ outputs: [output] }] } as unknown as typeof draft
  const part = (of: AssetId, role: string, much: bigint) =>
    ({ asset: parts.directory.asset(of), outputs: [{ role, amount: toAmount(much) }] }) as unknown as Seen
  const seen = [...(alone ? [] : [part(assetId, 'withdrawal', sum)]), part(asset, 'fee', amount)]
  return feeChecks(payment, seen, parts).map(({ id: of, result }) => `${result} ${of.split(':').slice(0, 2).join(':')}`)
}

/** The service tells what bitcoin and ether cost. */
const priced = (bitcoin: string, ether: string) =>
  store.cache.assets.put([
    { ...anAsset('BTC'), asset_id: BTC, price_usd: bitcoin },
    { ...anAsset('ETH'), asset_id: ETH, price_usd: ether },
  ])

/** A withdrawal with a fee that this wallet paid. */
function paidBefore(assetId: AssetId, fee: Fee): void {
  const rows = [{ payee: { kind: 'chain', destination: 'bc1qsomebody', tag: '' }, amount: toAmount(100n) }]
  const detail = { ...intent, assetId, rows, fee: { assetId: fee.asset, amount: toAmount(fee.amount) } } as Json
  signed(store, 'withdrawal', undefined, undefined, detail)
  store.intents.payments.markFinal(id, [id])
}

describe('a fee', () => {
  it.each<[string, bigint, string[]]>([
    ['a little of the sum', 1_000n, ['ok fee']],
    ['a tenth of it', 10_000n, ['ok fee']],
    ['more than a tenth of it', 10_010n, ['warning fee:part']],
    ['half of it', 50_000n, ['warning fee:part']],
    ['more than half of it', 50_010n, ['attention fee:part']],
    ['more than all of it', 200_000n, ['attention fee:part']],
  ])('of %s is told of', (_, amount, told) => {
    expect(said([BTC, 100_000n], { asset: BTC, amount })).toEqual(told)
    store.close()
    store = openAccount(newFolder('store'))
    expect(said([BTC, 100_000n], { asset: BTC, amount }, true)).toEqual(told)
  })

  it('to anybody but whom the network names is stopped', () => {
    expect(said([BTC, 100_000n], { asset: BTC, amount: 1n, to: mallory })).toEqual(['stop fee:receiver'])
  })

  it.each<[string, [AssetId, Fee], bigint, string[]]>([
    ['is as much as the last one', [BTC, { asset: ETH, amount: 10n }], 10n, ['note fee:unknown']],
    ['is three times the last one', [BTC, { asset: ETH, amount: 10n }], 30n, ['note fee:unknown']],
    ['is more than that', [BTC, { asset: ETH, amount: 10n }], 31n, ['attention fee:risen', 'note fee:unknown']],
    ['is the first from its network', [ETH, { asset: ETH, amount: 10n }], 31n, ['attention fee:unknown']],
    ['is the first of its asset', [BTC, { asset: BTC, amount: 10n }], 31n, ['attention fee:unknown']],
  ])('that nobody has a price of %s', (_, [assetId, last], amount, told) => {
    paidBefore(assetId, last)
    expect(said([BTC, 100_000n], { asset: ETH, amount })).toEqual(told)
  })
})

it.each<[string, bigint, string[]]>([
  ['three times', 30n, ['ok fee']],
  ['more than three times', 31n, ['warning fee:risen']],
  ['thirty times', 300n, ['warning fee:risen']],
  ['more than thirty times', 301n, ['attention fee:risen']],
])('a fee of %s the last one is told of, however small a part of the sum it is', (_, amount, told) => {
  paidBefore(BTC, { asset: BTC, amount: 10n })
  expect(said([BTC, 100_000n], { asset: BTC, amount })).toEqual(told)
})

describe('a fee in another asset', () => {
  const ONE = 100_000_000n
  const whole = (fee: bigint) => said([BTC, ONE / 100n], { asset: ETH, amount: fee })

  it('is a part of the sum by the prices of the service', () => {
    priced('50000', '2500')
    expect([whole(ONE / 50n), whole(10n * ONE)]).toEqual([['ok fee'], ['attention fee:part']])
  })

  it.each([
    ['its own price fell to next to nothing', '50000', '0.001'],
    ['the price of what leaves rose beyond all measure', '5000000000', '2500'],
  ])('is no small one because %s in one answer', (_, bitcoin, ether) => {
    priced('50000', '2500')
    now = (now + 2n * HOUR) as Nanos
    priced(bitcoin, ether)
    expect(whole(10n * ONE)).toEqual(['attention fee:unknown'])
    paidBefore(BTC, { asset: ETH, amount: ONE / 100n })
    expect(whole(10n * ONE)).toEqual(['attention fee:risen', 'note fee:unknown'])
    expect(whole(ONE / 100n)).toEqual(['note fee:unknown'])
  })
})

describe('what the service records of a fee', () => {
  const own = holderOf([ACCOUNT], 1)
  const hashesOf = (members: readonly string[], destination = '') => ({
    ...{ members, members_hash: holderOf(members as never, 1).membersHash, threshold: 1, destination, tag: '' },
  })
  const planned = (role: string) =>
    ({
      outputs: [
        { role, payee: { kind: 'fee', userId: fees } },
        { role: 'change', payee: { kind: 'self' } },
      ],
    }) as unknown as Planned
  it.each([
    ['its receiver and oneself', 'fee', [hashesOf([fees]), hashesOf([ACCOUNT])], false],
    ['whom it leaves for beside', 'fee', [hashesOf([], 'bc1qsomebody'), hashesOf([fees])], false],
    ['somebody else', 'fee', [hashesOf([mallory]), hashesOf([ACCOUNT])], true],
    ['somebody beside', 'fee', [hashesOf([fees]), hashesOf([mallory])], true],
    ['somebody else of what is no fee', 'payment', [hashesOf([mallory])], false],
  ])('names %s', (_, role, receivers, is) => {
    expect(paysAnotherFee(planned(role), { receivers } as never, own)).toBe(is)
  })
})
