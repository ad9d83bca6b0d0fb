import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Hash, Holder, OutputId, RequestId } from '#contract/domain'
import { encodeMainnetAddress, parseAmount } from '#protocol'
import type { AccountStore, Json, Payment, PaymentDraft } from '#store'
import {
  coinsOfTries,
  firstTries,
  isSameRow,
  isSameWish,
  isSpent,
  keptKeys,
  takersOf,
  untied,
} from '../../src/wallet/payments/again.ts'
import { intentOf } from '../../src/wallet/payments/intent.ts'
import type { Target } from '../../src/wallet/payments/target.ts'
import { coinToVoid, mayVoid } from '../../src/wallet/payments/void.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { aHolder as aPerson } from '../support/coins.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  anOutput,
  aPayment,
  aPlan,
  hashOf,
  kernel,
  openAccount,
  outputId,
  request,
  spendOf,
  user,
} from '../support/store.ts'
import { BTC, ETH } from '../support/wallet.ts'
import { intent } from './payment-records.ts'

/* What ties another try to the first, so that the ledger takes one of them only, and by which coin a payment is made impossible. */

const self = holderOf([ACCOUNT], 1)
const group = holderOf(['me', 'ana'].map(user), 2)
const person = (name: string) => ({ kind: 'user' as const, userId: user(name) })
const BOB = person('bob')
const OWN: Target = { kind: 'self' }

let store: AccountStore
beforeEach(() => {
  store = openAccount(newFolder('store'))
})
afterEach(() => store.close())

const read = (id: RequestId): Payment => {
  const payment = store.intents.payments.get(id)
  if (payment === undefined) throw new Error('there is none')
  return payment
}
const coinOf = (name: string) => anOutput(name, { output_id: outputId(name), holder: self })

interface Out {
  readonly target?: Target
  readonly hint?: string | null
  readonly key?: string | null
}
interface Made {
  readonly coins?: readonly string[]
  readonly outputs?: readonly Out[]
  readonly detail?: object
  readonly holder?: Holder
  readonly kind?: PaymentDraft['kind']
  readonly isSigned?: boolean
  readonly voids?: RequestId
}
/** A payment that was signed, unless it is said not to be. */
function made(name: string, given: Made = {}): Payment {
  const {
    coins = [name],
    outputs = [{}],
    detail = {},
    holder = self,
    kind = 'transfer',
    isSigned = true,
    voids,
  } = given
  const id = request(name)
  const { payments } = store.intents
  const { raw, spentBy: hash } = spendOf(anOutput(`bytes of ${name}`))
  payments.create(
    aPayment(name, {
      ...{ kind, holder: holder.id, detail: { ...intent, assetId: BTC, ...detail } as unknown as Json },
      ...(voids !== undefined && { voids }),
    }),
  )
  const planned = outputs.map(({ target = BOB, hint = 'hint' }, at) => ({
    ...{ role: target.kind === 'self' ? ('change' as const) : ('payment' as const), payee: target as unknown as Json },
    ...{ amount: parseAmount(String(at + 1)), threshold: 1, hint: hint === null ? null : request(hint) },
  }))
  payments.reserve(id, [{ ...aPlan(name, coins.map(coinOf)), outputs: planned }])
  payments.storeKeys(
    id,
    outputs.flatMap(({ key = name }, index) =>
      key === null
        ? []
        : [{ requestId: id, index, mask: hashOf(`mask ${key}`), keys: [hashOf(key)], script: 'fffe01' }],
    ),
  )
  payments.storeRaw(id, [{ requestId: id, raw, hash }])
  if (!isSigned) return read(id)
  payments.markVerified(id, [{ requestId: id, record: null }])
  payments.approve(id, hashOf('digest'))
  payments.storeSigned(id, [{ requestId: id, raw }])
  return read(id)
}
const hashIn = ({ transactions }: Payment): Hash => transactions[0]?.hash ?? hashOf('none')

describe('keys of another try', () => {
  const asked = (more: object = {}) => ({
    ...{ holder: self.id, target: BOB as Target, threshold: 1, hint: request('hint') as string | null },
    ...more,
  })
  const kept = (tries: readonly Payment[], more: object = {}, index = 0) =>
    keptKeys(tries, 'payment', index, asked(more))?.keys?.keys

  it('are those at the same place, for the same receiver, of as many', () => {
    const first = made('first')
    expect(kept([first])).toEqual([hashOf('first')])
    expect(kept([first], { hint: request('another hint') })).toEqual([hashOf('first')])
    expect(kept([first], { target: person('eve') })).toBeUndefined()
    expect(kept([first], { threshold: 2 })).toBeUndefined()
    expect(kept([first], {}, 1)).toBeUndefined()
    expect(keptKeys([first], 'fee', 0, asked())).toBeUndefined()
    expect(kept([])).toBeUndefined()
  })

  it('are none where the first had none, or was not signed', () => {
    expect(kept([made('without', { outputs: [{ key: null }] })])).toBeUndefined()
    expect(kept([made('unsigned', { isSigned: false })])).toBeUndefined()
  })

  it('are those of the nearest that was signed', () => {
    expect(kept([made('second'), made('first')])).toEqual([hashOf('second')])
    expect(kept([made('unsigned', { isSigned: false }), made('older')])).toEqual([hashOf('older')])
  })

  it('for what comes back are none that came back to others', () => {
    const outputs = [{ target: OWN }]
    const tries = [made('of a group', { outputs, holder: group, kind: 'multisig' }), made('own', { outputs })]
    expect(kept(tries, { target: OWN })).toEqual([hashOf('own')])
    expect(kept(tries, { target: OWN, holder: group.id })).toEqual([hashOf('of a group')])
    expect(kept(tries.slice(0, 1), { target: OWN })).toBeUndefined()
  })

  it('that others ask for as well are kept only where they are asked for anew', () => {
    const sharedKey = { hint: request('hint'), members: group.members }
    const first = made('first', { detail: { sharedKey } })
    expect(kept([first])).toEqual([hashOf('first')])
    expect(kept([first], { hint: request('another hint') })).toBeUndefined()
    expect(kept([made('other', { outputs: [{ hint: 'own' }], detail: { sharedKey } })])).toEqual([hashOf('other')])
  })

  it('that nobody was asked for are kept for addresses of the kernel alone', () => {
    const kernelOf: Target = { kind: 'kernel', address: encodeMainnetAddress(aPerson('dora')) }
    const made1 = (name: string, target: Target) => made(name, { outputs: [{ hint: null, target }] })
    expect(kept([made1('person', BOB)], { hint: null })).toBeUndefined()
    expect(kept([made1('address', kernelOf)], { hint: null, target: kernelOf })).toEqual([hashOf('address')])
  })
})

describe('another try is tied to each of before', () => {
  const laid = (coins: readonly { readonly name: string; readonly hash?: Hash }[], key: string | null = null) => ({
    holder: self.id,
    inputs: coins.map(({ name, hash }) => {
      const coin = coinOf(name)
      return {
        ...{ outputId: coin.output_id, hash: hash ?? coin.transaction_hash, index: 0, amount: coin.amount },
        ...{ mask: coin.mask, keys: coin.keys },
      }
    }),
    outputs: [
      { hint: request('hint'), target: key === null ? (person('eve') as Target) : (BOB as Target), threshold: 1 },
    ],
  })
  const loose = (tries: readonly Payment[], ...given: Parameters<typeof laid>) =>
    untied(store, tries, 'payment', laid(...given)).map(({ requestId }) => requestId)

  it('by keys that it keeps, or by a coin, and not at all otherwise', () => {
    const first = made('first', { coins: ['one', 'two'] })
    expect(loose([first], [{ name: 'else' }], 'kept')).toEqual([])
    expect(loose([first], [{ name: 'else' }, { name: 'two' }])).toEqual([])
    expect(loose([first], [{ name: 'else' }])).toEqual([first.id])
    expect(loose([made('unsigned', { isSigned: false })], [{ name: 'else' }])).toEqual([])
  })

  it('by keys of the nearest only to those that have the same', () => {
    const [second, first] = [made('second'), made('first')]
    expect(loose([second, first], [{ name: 'else' }], 'kept')).toEqual([first.id])
    expect(loose([second, first], [{ name: 'first' }], 'kept')).toEqual([])
    const same = made('third', { outputs: [{ key: 'second' }] })
    expect(loose([second, same], [{ name: 'else' }], 'kept')).toEqual([])
  })

  it('by what another transaction made that took a coin of it, proved or paid here, and by nothing that it made itself', () => {
    const first = made('first', { coins: ['one'] })
    const taker = hashOf('taker')
    const changed = (more: object): Payment => ({
      ...first,
      transactions: first.transactions.map((each) => ({ ...each, ...more })),
    })
    const conflict = { requestId: first.id, outputId: outputId('one'), spentBy: taker, raw: '' }
    expect(loose([changed({ conflict })], [{ name: 'else', hash: taker }])).toEqual([])
    expect(loose([first], [{ name: 'else', hash: taker }])).toEqual([first.id])
    expect(loose([first], [{ name: 'else', hash: hashIn(first) }])).toEqual([first.id])
    store.intents.payments.markFinal(first.id)
    const other = changed({ hash: hashOf('other') })
    expect(other.transactions.flatMap((each) => takersOf(store, each))).toEqual([hashIn(first)])
    expect(read(first.id).transactions.flatMap((each) => takersOf(store, each))).toEqual([])
    expect(loose([other], [{ name: 'else', hash: hashIn(first) }])).toEqual([])
  })

  it('had better spend a coin of each that is still there', () => {
    const [first, second] = [made('first', { coins: ['one', 'two'] }), made('second', { coins: ['twin', 'three'] })]
    const isShared = (id: OutputId) => (id === outputId('twin') ? outputId('two') : id)
    const transactions = second.transactions.map((each) => ({
      ...each,
      inputs: each.inputs.map((input) => ({ ...input, outputId: isShared(input.outputId) })),
    }))
    const tries = [first, { ...second, transactions }]
    const there =
      (...names: string[]) =>
      (id: OutputId) =>
        names.map((name) => outputId(name)).includes(id)
    expect(coinsOfTries(tries, 'payment', there('two', 'three'))).toEqual([outputId('two')])
    expect(coinsOfTries(tries, 'payment', there('one', 'three'))).toEqual([outputId('one'), outputId('three')])
    expect(coinsOfTries(tries, 'payment', there())).toEqual([])
  })
})

describe('what was tried before', () => {
  it('are all that were signed, one behind the other, and no circle', () => {
    made('first', { detail: { again: request('third') } })
    made('second', { detail: { again: request('first') }, isSigned: false })
    made('third', { detail: { again: request('second') } })
    const names = (again?: RequestId) =>
      firstTries(store, { ...(again !== undefined && { again }) }).map(({ id }) => id)
    expect(names(request('third'))).toEqual([request('third'), request('first')])
    expect(names(request('nothing'))).toEqual([])
    expect(names()).toEqual([])
  })

  it('has used its id up where its bytes were shown', () => {
    const { transactions } = made('shown', { isSigned: false })
    const bare = transactions.map((each) => ({ ...each, hash: null }))
    expect(isSpent({ state: 'cancelled', transactions })).toBe(true)
    expect(isSpent({ state: 'cancelled', transactions: bare })).toBe(false)
    expect(isSpent({ state: 'failed', transactions: bare })).toBe(true)
    expect(isSpent({ state: 'signed', transactions })).toBe(false)
  })

  it('is the same wish where it pays one of the same, of the same asset, or stores the same', () => {
    const rows = [BOB, person('eve')].map((payee) => ({ payee, amount: parseAmount('1') }))
    const before = made('before', { detail: { rows } })
    const wish = (more: object = {}) => ({ ...intentOf(before), content: '', ...more })
    expect(isSameWish(wish({ rows: rows.slice(1) }), before)).toBe(true)
    expect(isSameWish(wish({ rows: [{ payee: person('cleo'), amount: parseAmount('1') }] }), before)).toBe(false)
    expect(isSameWish(wish({ assetId: ETH }), before)).toBe(false)
    const stored = made('stored')
    const extra = stored.transactions[0]?.extra ?? ''
    expect(isSameWish({ assetId: BTC, rows: [], content: extra }, stored)).toBe(true)
    expect(isSameWish({ assetId: ETH, rows: [], content: extra }, stored)).toBe(false)
    expect(isSameWish({ assetId: BTC, rows: [], content: 'ff' }, stored)).toBe(false)
    expect(isSameWish({ assetId: BTC, rows: [], content: extra }, before)).toBe(false)
  })

  it('is the same row where it is one of the same list', () => {
    const run = (id: string, ...names: string[]) => ({
      run: { id: request(id), rows: names.map((name) => request(name)) },
    })
    const before = made('before', { detail: run('list', 'one', 'two') })
    expect(isSameRow(run('list', 'two', 'three'), before)).toBe(true)
    expect(isSameRow(run('list', 'three'), before)).toBe(false)
    expect(isSameRow(run('other', 'two'), before)).toBe(false)
    expect(isSameRow({}, before)).toBe(false)
  })
})

describe('the coin to make a payment impossible with', () => {
  const list = (...names: readonly (readonly [string, string])[]) =>
    store.cache.outputs.applyPage({
      holder: self,
      outputs: names.map(([name, amount], at) => ({ ...coinOf(name), sequence: at + 1, amount: parseAmount(amount) })),
      cursor: names.length,
    })
  /** Of two transactions, of which the first pays and the second a fee. */
  function undecided(): RequestId {
    const { payments } = store.intents
    const [id, fee] = [request('undecided'), request('fee')]
    const parts = [
      { requestId: id, purpose: 'payment' as const, coins: ['large', 'small', 'middle'] },
      { requestId: fee, purpose: 'fee' as const, coins: ['tiny'] },
    ]
    const amounts: Record<string, string> = { large: '3', small: '1', middle: '2', tiny: '0.1' }
    payments.create({
      ...aPayment('undecided', { holder: self.id, detail: { ...intent, assetId: BTC } as unknown as Json }),
      transactions: parts.map(({ requestId, purpose }) => ({
        ...{ requestId, purpose, assetId: BTC, kernelAssetId: kernel('BTC'), extra: '', references: [] },
      })),
    })
    payments.reserve(
      id,
      parts.map(({ requestId, coins }) => ({
        ...aPlan(
          'undecided',
          coins.map((name) => ({ ...coinOf(name), amount: parseAmount(amounts[name] ?? '0') })),
        ),
        requestId,
      })),
    )
    const bytes = parts.map(({ requestId }) => ({ requestId, ...spendOf(anOutput(`bytes of ${requestId}`)) }))
    payments.storeRaw(
      id,
      bytes.map(({ requestId, raw, spentBy }) => ({ requestId, raw, hash: spentBy })),
    )
    payments.markVerified(
      id,
      bytes.map(({ requestId }) => ({ requestId, record: null })),
    )
    payments.approve(id, hashOf('digest'))
    payments.storeSigned(
      id,
      bytes.map(({ requestId, raw }) => ({ requestId, raw })),
    )
    return id
  }
  const all = [
    ['large', '3'],
    ['small', '1'],
    ['middle', '2'],
    ['tiny', '0.1'],
  ] as const
  const isCoin = (id: RequestId, name: string) => expect(coinToVoid(store, id).outputId).toBe(outputId(name))

  it('is the smallest of its first transaction that is listed, and of the second once the first is final', () => {
    list(...all)
    const id = undecided()
    isCoin(id, 'small')
    expect(mayVoid(store, id)).toBe(true)
    store.intents.payments.markFinal(id, [id])
    isCoin(id, 'tiny')
  })

  it('is none that is not there', () => {
    list(['large', '3'], ['middle', '2'])
    isCoin(undecided(), 'middle')
  })

  it('is the next where that was tried and signed, and the same where it was only prepared', () => {
    list(...all)
    const id = undecided()
    made('prepared', { coins: ['small'], voids: id, isSigned: false })
    isCoin(id, 'small')
    store.intents.payments.cancel(request('prepared'))
    made('tried', { coins: ['small'], voids: id })
    isCoin(id, 'middle')
    made('again', { coins: ['middle', 'large'], voids: id })
    expect(() => coinToVoid(store, id)).toThrow(expect.objectContaining({ code: 'wallet.nothing_to_void' }))
    expect(mayVoid(store, id)).toBe(false)
  })

  it('is none of what is not undecided', () => {
    list(['unsigned', '1'], ['final', '1'])
    const unsigned = made('unsigned', { isSigned: false })
    expect(mayVoid(store, unsigned.id)).toBe(false)
    const final = made('final')
    store.intents.payments.markFinal(final.id)
    expect(mayVoid(store, final.id)).toBe(false)
    expect(() => mayVoid(store, request('nothing'))).toThrow(
      expect.objectContaining({ code: 'wallet.payment_unknown' }),
    )
  })
})
