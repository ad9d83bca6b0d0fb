import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import { type AssetId, momentOf, type Nanos, type RequestId } from '#contract/domain'
import type { Payee } from '#contract/ipc'
import { BURN_SCRIPT, STORAGE_RECIPIENT, toAmount } from '#protocol'
import type { AccountStore, Json } from '#store'
import type { Check } from '../../src/wallet/payments/review-parts.ts'
import { heldBy, knownOf, spendsOf, tookFrom } from '../../src/wallet/payments/rules.ts'
import { createKept } from '../../src/wallet/policies/kept.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { systemClock } from '../support/clock.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  aUser,
  hashOf,
  openAccount,
  request,
  spendOf,
  time,
  user,
  uuidFrom,
} from '../support/store.ts'
import { BTC, ETH } from '../support/wallet.ts'

/* What rules are told of whoever is paid, and of what left by a payment, by the records of this journal. */

let store: AccountStore
let now: Nanos
const clock = { ...systemClock, now: () => now }
beforeEach(() => {
  now = time(5_000)
  store = openAccount(newFolder('store'))
})
afterEach(() => store.close())

const own = holderOf([ACCOUNT], 1)
function desk() {
  const { cache, intents } = store
  const directory = createDirectory({ table: assets, cache, account: ACCOUNT, groups: intents.groups })
  return { account: ACCOUNT, feeUser: user('fees'), store, clock, directory, holder: () => own }
}
const savedSince = (payee: Payee, assetId: AssetId = BTC) => knownOf(desk(), payee, assetId).savedSince

describe('a person counts as saved', () => {
  const ben = user('Ben')
  const told = (fields: Parameters<typeof aUser>[1]) => store.cache.users.put([aUser('Ben', fields)])
  const pin = (identityNumber: string, merelyPaid = false) =>
    store.intents.contactPins.put({ userId: ben, identityNumber, name: 'Ben', merelyPaid }, time(7))
  const FRIEND = { relationship: 'FRIEND', identity_number: '7001' }
  const NOBODY = { relationship: 'STRANGER', identity_number: '7001' }

  it.each([
    ['from when they were, who are a contact still', FRIEND, () => pin('7001'), time(7)],
    ['never, who are no contact any more', NOBODY, () => pin('7001'), null],
    ['never, who have another number since', FRIEND, () => pin('7009'), null],
    ['from now on, who were added elsewhere', FRIEND, () => undefined, time(5_000)],
    ['from now on, who were only paid before they were added', FRIEND, () => pin('7001', true), time(5_000)],
    ['never, who have no number yet', { ...FRIEND, identity_number: '' }, () => undefined, null],
  ])('%s', (_, fields, begin, since) => {
    told(fields)
    begin()
    expect(savedSince({ kind: 'user', userId: ben })).toBe(since)
    // Asking again makes it no later.
    now = time(6_000)
    expect(savedSince({ kind: 'user', userId: ben })).toBe(since)
  })

  it('from no time before one that was seen, where they were added elsewhere', () => {
    const kept = createKept({ store, clock, guarded: () => false, openedAt: () => momentOf(clock) })
    kept.begin()
    kept.tick()
    now = time(4_000)
    told(FRIEND)
    expect(savedSince({ kind: 'user', userId: ben })).toBe(time(5_000))
  })

  it('always, who is oneself, and is nobody new', () => {
    expect(knownOf(desk(), { kind: 'user', userId: ACCOUNT }, BTC)).toEqual({ savedSince: 0n, isNew: false })
    expect(knownOf(desk(), { kind: 'user', userId: ben }, BTC)).toEqual({ savedSince: null, isNew: true })
  })
})

describe('an address counts as saved', () => {
  const destination = '0x1111222233334444555566667777888899990000'
  it.each([
    ['on its chain with its tag', ETH, destination, '12', time(7)],
    ['not on another chain', BTC, destination, '12', null],
    ['not with another tag', ETH, destination, '13', null],
    ['not without its tag', ETH, destination, '', null],
    ['not where it only begins and ends alike', ETH, destination.replace('5555', '5556'), '12', null],
  ])('%s', (_, assetId, paid, tag, since) => {
    const address = {
      id: uuidFrom<string>('address'),
      userId: null,
      label: 'Shop',
      chainId: ETH,
      destination,
      tag: '12',
    }
    store.intents.contactAddresses.save(address, time(7))
    expect(savedSince({ kind: 'chain', destination: paid, tag }, assetId)).toBe(since)
  })
})

describe('a payment took out', () => {
  const coins = [anOutput('one'), anOutput('two')] as const
  const [main, fee] = [request('main'), request('fee')]
  const detail = (more: object = {}) =>
    ({
      ...{ assetId: BTC, rows: [], memoHex: '', references: [], fee: null, coins: null, label: '' },
      ...{ returnTo: null, draftId: null, ...more },
    }) as Json

  /** Two transactions, of which one pays 60 and the other its fee. */
  function make(
    upTo: 'verified' | 'approved' | 'signed',
    id: RequestId = main,
    feeId: RequestId = fee,
    more = {},
  ): void {
    const { payments } = store.intents
    const draft = aPayment('any', { id, holder: own.id, kind: 'withdrawal', detail: detail(more) })
    const transactions = draft.transactions.flatMap((each) => [
      { ...each, requestId: id },
      { ...each, requestId: feeId, purpose: 'fee' as const },
    ])
    const parts = [id, feeId].map((requestId, at) => ({ requestId, coin: coins[at === 0 ? 0 : 1] }))
    payments.create({ ...draft, transactions })
    payments.reserve(
      id,
      parts.map(({ requestId, coin }) => ({ ...aPlan(requestId, [coin]), requestId })),
    )
    const raws = parts.map(({ requestId, coin }) => {
      const { raw, spentBy: hash } = spendOf({ ...coin, output_index: coin.output_index + 1 })
      return { requestId, raw, hash }
    })
    payments.storeRaw(id, raws)
    payments.markVerified(
      id,
      raws.map(({ requestId }) => ({ requestId, record: null })),
    )
    if (upTo === 'verified') return
    payments.approve(id, hashOf('digest'))
    if (upTo === 'approved') return
    payments.storeSigned(id, raws)
    payments.countAttempt(id)
  }
  const took = (id = main, holder = own.id, from = desk()) => {
    const { spends, contested, tries } = tookFrom(from, id, holder)
    return { spends: spends.length, contested: contested.length, tries }
  }
  const fail = (...lost: (readonly [RequestId, 0 | 1])[]) =>
    store.intents.payments.fail(
      main,
      { code: 'wallet.conflict', details: {} },
      lost.map(([requestId, at]) => ({ requestId, outputId: coins[at].output_id, ...spendOf(coins[at]) })),
    )
  /** As files of earlier versions tell of conflicts: by a name, without bytes. */
  const withoutBytes = () => {
    const { payments } = store.intents
    const get: typeof payments.get = (id) => {
      const payment = payments.get(id)
      if (payment === undefined) return undefined
      const transactions = payment.transactions.map((each) => {
        const { raw: _, ...named } = each.conflict ?? {}
        return { ...each, conflict: each.conflict === null ? null : (named as typeof each.conflict) }
      })
      return { ...payment, transactions }
    }
    return { ...desk(), store: { ...store, intents: { ...store.intents, payments: { ...payments, get } } } }
  }

  it('nothing before it was agreed to, and all once it was', () => {
    make('verified')
    expect(took()).toMatchObject({ spends: 0, contested: 0 })
  })
  it.each(['approved', 'signed'] as const)('all of it once it is %s, of its own holder alone', (state) => {
    make(state)
    expect(took()).toMatchObject({ spends: 2, contested: 0 })
    expect(took(main, aHolder('others').id)).toEqual({ spends: 0, contested: 0, tries: [] })
  })

  it('for sure what was paid, and what only an older version called impossible', () => {
    make('signed')
    fail([main, 0], [fee, 1])
    expect(took()).toMatchObject({ spends: 0, contested: 2 })
    expect(took(main, own.id, withoutBytes())).toMatchObject({ spends: 2, contested: 0 })
    store.intents.payments.markFinal(main, [main])
    fail([fee, 1])
    expect(took()).toMatchObject({ spends: 1, contested: 1 })
  })

  it('as another try of those before it that were signed', () => {
    make('signed')
    fail([main, 0], [fee, 1])
    const [next, nextFee] = [request('next'), request('next fee')]
    make('verified', next, nextFee, { again: main })
    expect(took(next)).toEqual({ spends: 0, contested: 0, tries: [main] })
  })
})

describe('what rules hold back', () => {
  const check = (result: Check['result'], until?: Nanos): Check => ({
    ...{ id: 'rule:1', result, text: 'check.payments.combined' as never },
    ...(until === undefined ? {} : { until }),
  })
  it.each([
    ['nothing, where none of them stops it', [check('ok'), check('attention', time(9))], null],
    [
      'until the last of them lets it pass',
      [check('stop', time(3)), check('stop', time(9)), check('stop', time(5))],
      time(9),
    ],
    ['for ever, where the first always will', [check('stop'), check('stop', time(9))], 'ever'],
    ['for ever, where a later one always will', [check('stop', time(9)), check('stop')], 'ever'],
  ])('is held %s', (_, checks, until) => {
    expect(heldBy(checks)).toEqual(until === null ? null : { until: until === 'ever' ? null : until })
  })
})

describe('what leaves by a payment', () => {
  const [mallory, ben, carl] = [user('mallory'), user('Ben'), user('Carl')]
  type Planned = Parameters<typeof spendsOf>[0]['transactions'][number]
  const output = (role: string, payee: object, amount: bigint, more: object = {}) => ({
    ...{ role, payee, amount: toAmount(amount), threshold: 1, hint: null, keys: null, script: 'fffe01', ...more },
  })
  const transaction = (outputs: readonly object[], more: object = {}) =>
    ({ assetId: BTC, hash: null, unsignedRaw: null, extra: '', outputs, ...more }) as unknown as Planned
  const leaves = (...transactions: Planned[]) =>
    spendsOf({ holder: own.id, transactions }, desk()).map(({ amount, row, charge, bare }) => [
      amount,
      row,
      charge,
      bare,
    ])
  const storage = { kind: 'kernel', address: STORAGE_RECIPIENT }

  it('is each row of its review but what is oneself’s, and no change', () => {
    const outputs = [
      output('payment', { kind: 'user', userId: ACCOUNT }, 1n),
      output('payment', { kind: 'user', userId: ben }, 2n),
      output('change', { kind: 'self' }, 9n),
      output('payment', { kind: 'user', userId: carl }, 3n),
    ]
    expect(leaves(transaction(outputs))).toEqual([
      [2n, 1, false, true],
      [3n, 2, false, true],
    ])
  })

  it('is a charge where the service takes it or it is burnt, and a payment like any where it only is called so', () => {
    const outputs = [
      output('fee', { kind: 'fee', userId: user('fees') }, 1n),
      output('fee', { kind: 'fee', userId: mallory }, 2n),
      output('storage', storage, 3n, { script: BURN_SCRIPT }),
      output('storage', storage, 4n),
      output('payment', storage, 5n, { script: BURN_SCRIPT }),
    ]
    expect(leaves(transaction(outputs)).map(([amount, , charge]) => [amount, charge])).toEqual([
      [1n, true],
      [2n, false],
      [3n, true],
      [4n, false],
      [5n, false],
    ])
  })

  it('has no memo where it has none and could have one', () => {
    const outputs = [
      output('payment', { kind: 'user', userId: ben }, 1n),
      output('withdrawal', { kind: 'chain', destination: 'bc1qsomebody', tag: '' }, 2n),
    ]
    expect(leaves(transaction(outputs)).map(([, , , bare]) => bare)).toEqual([true, false])
    expect(leaves(transaction(outputs, { extra: '61' })).map(([, , , bare]) => bare)).toEqual([false, false])
  })

  it('is what the bytes say as soon as there are any', () => {
    const planned = [output('payment', { kind: 'user', userId: ben }, 7n)]
    const { raw } = spendOf(anOutput('one'))
    expect(leaves(transaction(planned))).toEqual([[7n, 0, false, true]])
    expect(leaves(transaction(planned, { unsignedRaw: raw }))).toEqual([[1n, 0, false, true]])
    // What nobody meant leaves for nobody who is known.
    expect(leaves(transaction([], { unsignedRaw: raw }))).toEqual([[1n, -1, false, true]])
  })
})
