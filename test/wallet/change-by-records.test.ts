import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import type { AssetId, Hash, Holder, Output, OutputId, RequestId } from '#contract/domain'
import { kernelAssetId, parseAmount } from '#protocol'
import type { AccountStore, Json, Payment, PaymentDraft } from '#store'
import { riskChecks, setChangeBound, unprovedChange } from '../../src/wallet/payments/at-risk.ts'
import { type AwaitedChange, changeOf } from '../../src/wallet/payments/change.ts'
import { MAX_INPUTS } from '../../src/wallet/payments/select.ts'
import { coinsOf, type Layout, select } from '../../src/wallet/payments/spendable.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, anOutput, aPayment, aPlan, hashOf, openAccount, request, spendOf, user } from '../support/store.ts'
import { BTC, ETH } from '../support/wallet.ts'
import { intent } from './payment-records.ts'

/* How much change may be at risk at a time, and which coins a payment takes, by the journal and the coins that are listed. */

const self = holderOf([ACCOUNT], 1)
const group = holderOf(['me', 'ana'].map(user), 2)
const kernelOf = (assetId: AssetId) => kernelAssetId(assetId) as Hash // a formula over an asset id

let store: AccountStore
let pending: AwaitedChange[]
beforeEach(() => {
  store = openAccount(newFolder('store'))
  pending = []
})
afterEach(() => store.close())

const parts = () => {
  const { cache, intents } = store
  const directory = createDirectory({ table: assets, cache, account: ACCOUNT, groups: intents.groups })
  return { store, directory, pendingChange: () => pending }
}
const read = (id: RequestId): Payment => {
  const payment = store.intents.payments.get(id)
  if (payment === undefined) throw new Error('there is none')
  return payment
}

interface Made {
  readonly change?: string
  readonly assetId?: AssetId
  readonly coin?: Output
  readonly detail?: object
  readonly kind?: PaymentDraft['kind']
  readonly holder?: Holder
}
/** With bytes, and its change. */
function built(name: string, made: Made = {}): Payment {
  const { change = '0.3', assetId = BTC, coin = anOutput(name), detail = {}, kind = 'transfer', holder = self } = made
  const id = request(name)
  const { payments } = store.intents
  const { raw, spentBy: hash } = spendOf(anOutput(`bytes of ${name}`))
  const draft = aPayment(name, {
    ...{ kind, assetId, holder: holder.id },
    detail: { ...intent, assetId, ...detail } as unknown as Json,
  })
  payments.create({
    ...draft,
    transactions: draft.transactions.map((each) => ({ ...each, ...{ assetId, kernelAssetId: kernelOf(assetId) } })),
  })
  const output = { threshold: 1, hint: null }
  const outputs = [
    { ...output, role: 'payment' as const, payee: { kind: 'user', userId: user('bob') }, amount: parseAmount('1') },
    { ...output, role: 'change' as const, payee: { kind: 'self' }, amount: parseAmount(change) },
  ]
  payments.reserve(id, [{ ...aPlan(name, [coin]), outputs }])
  const keys = { mask: hashOf('mask'), keys: [hashOf(`key of ${name}`)], script: 'fffe01' }
  payments.storeKeys(
    id,
    [0, 1].map((index) => ({ requestId: id, index, ...keys })),
  )
  payments.storeRaw(id, [{ requestId: id, raw, hash }])
  return read(id)
}
function approve({ id }: Payment): Payment {
  store.intents.payments.markVerified(id, [{ requestId: id, record: null }])
  store.intents.payments.approve(id, hashOf('digest'))
  return read(id)
}
function sign(payment: Payment): Payment {
  const { id } = approve(payment)
  store.intents.payments.storeSigned(id, [{ requestId: id, raw: payment.transactions[0]?.unsignedRaw ?? '' }])
  return read(id)
}
const changeIn = (payment: Payment) => payment.transactions.flatMap((each) => changeOf(payment, each))

/** What is said of it, with its amounts. */
const said = (payment: Payment) =>
  riskChecks(parts(), payment).map(({ text }) =>
    typeof text === 'string' ? text : [text.code.replace('check.payments.', ''), text.values],
  )
const atRisk = (before: number, ...amounts: string[]) => ['change-at-risk', { before, amounts }]

describe('change that was not proved yet', () => {
  it.each([
    ['built', (payment: Payment) => payment, false],
    ['approved', approve, true],
    ['signed', sign, true],
  ] as const)('of a payment that is %s', (_, act, counts) => {
    act(built('before', { change: '0.4' }))
    expect(said(built('next'))).toEqual(counts ? [atRisk(1, '0.7 BTC')] : [])
  })

  it('counts after it is final for as long as it is not proved, once', () => {
    const before = sign(built('before', { change: '0.4' }))
    const next = built('next')
    pending = changeIn(before)
    expect(said(next)).toEqual([atRisk(1, '0.7 BTC')])
    store.intents.payments.markFinal(before.id)
    expect(said(next)).toEqual([atRisk(1, '0.7 BTC')])
    pending = []
    expect(said(next)).toEqual([])
  })

  it('is that of the part alone that is not final, where the change of the other is proved', () => {
    const { payments } = store.intents
    const [id, fee] = [request('two'), request('fee of two')]
    const draft = aPayment('two', { holder: self.id, detail: { ...intent, assetId: BTC } as unknown as Json })
    const [main] = draft.transactions
    if (main === undefined) throw new Error('it has one')
    const asset = { assetId: BTC, kernelAssetId: kernelOf(BTC) }
    payments.create({
      ...draft,
      transactions: [
        { ...main, ...asset },
        { ...main, ...asset, requestId: fee, purpose: 'fee' },
      ],
    })
    const change = (amount: string) => [
      {
        ...{ role: 'change' as const, payee: { kind: 'self' }, amount: parseAmount(amount), threshold: 1, hint: null },
      },
    ]
    payments.reserve(id, [
      { ...aPlan('two', [anOutput('coin of two')]), outputs: change('0.4') },
      { ...aPlan('two', [anOutput('coin of its fee')]), requestId: fee, outputs: change('0.1') },
    ])
    const parts = [id, fee].map((requestId) => ({ requestId, ...spendOf(anOutput(`bytes of ${requestId}`)) }))
    payments.storeKeys(
      id,
      parts.map(({ requestId }) => {
        return { requestId, index: 0, mask: hashOf('mask'), keys: [hashOf(requestId)], script: 'fffe01' }
      }),
    )
    payments.storeRaw(
      id,
      parts.map(({ spentBy, ...each }) => ({ ...each, hash: spentBy })),
    )
    payments.markVerified(
      id,
      parts.map(({ requestId }) => ({ requestId, record: null })),
    )
    payments.approve(id, hashOf('digest'))
    payments.storeSigned(id, parts)
    const next = built('next')
    expect(said(next)).toEqual([atRisk(1, '0.8 BTC')])
    payments.markFinal(id, [fee])
    expect(said(next)).toEqual([atRisk(1, '0.7 BTC')])
  })

  it('is no more at risk where the payment spends it itself', () => {
    const before = sign(built('before', { change: '0.4' }))
    pending = changeIn(before)
    const [change] = pending
    const coin = anOutput('of before', { output_id: change?.outputId ?? ('' as OutputId) })
    expect(said(built('next', { coin }))).toEqual([])
  })

  it('is not that of the payment itself, nor of what it makes impossible', () => {
    const before = sign(built('before', { change: '0.4' }))
    expect(said(before)).toEqual([])
    expect(said(built('void', { detail: { voids: before.id } }))).toEqual([])
    expect(unprovedChange(parts(), self.id).map(({ payment }) => payment)).toEqual([before.id])
    expect(unprovedChange(parts(), self.id, before.id)).toEqual([])
    expect(unprovedChange(parts(), group.id)).toEqual([])
  })

  it('of another asset is told beside that of the payment, unless that is no more than was set', () => {
    sign(built('ether', { assetId: ETH, change: '5' }))
    sign(built('more', { change: '0.1' }))
    const next = built('next')
    expect(said(next)).toEqual([atRisk(2, '0.4 BTC', '5 ETH')])
    setChangeBound(store, BTC, parseAmount('0.4'))
    expect(said(next)).toEqual([])
    setChangeBound(store, BTC, parseAmount('0.39'))
    setChangeBound(store, ETH, parseAmount('5'))
    expect(said(next)).toEqual([atRisk(1, '0.4 BTC')])
  })

  it('may be as much as its owner has set, of that asset', () => {
    sign(built('before', { change: '0.4' }))
    const next = built('next')
    setChangeBound(store, BTC, parseAmount('0.7'))
    expect(said(next)).toEqual([])
    setChangeBound(store, BTC, parseAmount('0.69999999'))
    expect(said(next)).toEqual([atRisk(1, '0.7 BTC')])
    setChangeBound(store, BTC, null)
    setChangeBound(store, ETH, parseAmount('9'))
    expect(said(next)).toEqual([atRisk(1, '0.7 BTC')])
  })

  it('is told by how many payments it is of, whatever each of them owes', () => {
    const before = sign(built('before', { change: '0.4' }))
    pending = changeIn(before).flatMap((each) => [each, { ...each, outputId: outputOf('second of it') }])
    expect(said(built('next'))).toEqual([atRisk(1, '1.1 BTC')])
  })

  it('of a group is told as that of a group', () => {
    const more = { kind: 'multisig' as const, holder: group }
    sign(built('before', { ...more, change: '0.4' }))
    expect(said(built('next', more))).toEqual([['change-at-risk-group', { before: 1, amounts: ['0.7 BTC'] }]])
  })
})

describe('change above what its owner has set', () => {
  const over = (coins: string, amount = '0.3 BTC') => [
    'change-over-limit',
    { amounts: [amount], limits: ['0.2 BTC'], coins },
  ]
  beforeEach(() => setChangeBound(store, BTC, parseAmount('0.2')))

  it.each([
    ['of coins that were chosen', { coins: [outputOf('one')] }, over('chosen')],
    ['of coins that were not', {}, over('least')],
    ['of what pays oneself', { voids: request('that') }, over('all')],
    [
      'of all steps of a plan',
      { step: { planId: request('plan'), at: 0, of: 3, coins: 9, amount: parseAmount('4') } },
      over('all', '4 BTC'),
    ],
  ] as const)('is told, %s', (_, detail, words) => {
    expect(said(built('next', { detail }))).toEqual([words])
  })

  it('is not told where it is as much', () => {
    expect(said(built('next', { change: '0.2' }))).toEqual([])
  })
})

function outputOf(name: string): OutputId {
  return anOutput(name).output_id
}

describe('the coins that a payment takes', () => {
  let sequence = 0
  function coin(name: string, amount: string, holder = self): OutputId {
    sequence += 1
    const fields = { holder, sequence, amount: parseAmount(amount), kernel_asset_id: kernelOf(BTC), asset_id: BTC }
    const output = anOutput(name, fields)
    store.cache.outputs.applyPage({ holder, outputs: [output], cursor: sequence })
    return output.output_id
  }
  const layout = (more: Partial<Layout> = {}): Layout => ({
    ...{ holder: self, chosen: null, taken: [], tries: [], hints: {} as Layout['hints'] },
    ...more,
  })
  const chosen = (total: string, more: Partial<Layout> = {}, first: readonly OutputId[] = []) => {
    const given = layout(more)
    const source = coinsOf(store, BTC, given)
    const planned = { assetId: BTC, total: parseAmount(total) } as Parameters<typeof select>[1]
    const begun = first.flatMap((id) => source.find(id) ?? [])
    const found = select(parts(), planned, source, begun, given)
    return found.ok ? { coins: found.coins.map(({ id }) => id), change: found.change } : found.reason
  }
  const taken = (amount: string, ...coins: OutputId[]) => ({ coins, change: parseAmount(amount) })

  it('are none that are frozen, held, or taken by another part of it', () => {
    const [frozen, other, last] = [coin('frozen', '1'), coin('other', '1'), coin('last', '1')]
    const held = anOutput('held', { holder: self, output_id: coin('held', '1') })
    store.intents.freezes.set(frozen, 'mine')
    store.intents.payments.create(aPayment('holds', { holder: self.id }))
    store.intents.payments.reserve(request('holds'), [aPlan('holds', [held])])
    expect(chosen('1', { taken: [other] })).toEqual(taken('0', last))
    expect(chosen('1', { taken: [other, last] })).toBe('insufficient')
  })

  it('are those alone that were chosen, and may be spent', () => {
    const [one, two] = [coin('one', '1'), coin('two', '1')]
    store.intents.freezes.set(two, 'mine')
    expect(chosen('1', { chosen: [one, one, two] })).toEqual(taken('0', one))
    expect(chosen('1.5', { chosen: [one, two] })).toBe('insufficient')
  })

  it('are those that it must have alone where they are as much, and others besides where they are less', () => {
    const [first, second] = [coin('first', '1'), coin('second', '0.5')]
    expect(chosen('1', {}, [first])).toEqual(taken('0', first))
    expect(chosen('0.9', {}, [first])).toEqual(taken('0.1', first))
    expect(chosen('1.5', {}, [first])).toEqual(taken('0', first, second))
    expect(chosen('1.6', {}, [first])).toBe('insufficient')
  })

  it('are no more than one transaction can have', () => {
    const first = coin('first', '1')
    for (let at = 0; at < MAX_INPUTS; at += 1) coin(`small ${at}`, '0.001')
    const most = (MAX_INPUTS - 1) / 1000
    const enough = chosen(String(1 + most), {}, [first])
    expect(typeof enough === 'string' ? enough : enough.coins.length).toBe(MAX_INPUTS)
    expect(chosen(String(1 + most + 0.001), {}, [first])).toBe('too_many_inputs')
  })

  it('are change of a group that is to be proved, where that alone is enough, and of nobody else’s', () => {
    const change = (id: OutputId) => ({ outputId: id }) as unknown as AwaitedChange
    const [theirs, large] = [coin('theirs', '2', group), coin('large', '1', group)]
    pending = [change(theirs)]
    expect(chosen('1', { holder: group })).toEqual(taken('1', theirs))
    expect(chosen('2', { holder: group })).toEqual(taken('0', theirs))
    expect(chosen('1', { holder: group, chosen: [large] })).toEqual(taken('0', large))
    expect(chosen('1', { holder: group, chosen: [theirs, large] })).toEqual(taken('0', large))
    coin('as much', '3', group)
    pending = [change(theirs), change(large)]
    expect(chosen('3', { holder: group })).toMatchObject({ coins: expect.arrayContaining([theirs, large]) })
    const [own, exact] = [coin('own', '2'), coin('exact', '1')]
    pending = [change(own)]
    expect(chosen('1')).toEqual(taken('0', exact))
  })
})
