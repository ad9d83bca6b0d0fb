import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import { type AssetId, DAY, type Hash, type Nanos, type Snapshot, type UserId } from '#contract/domain'
import type { Payee, PaymentReview } from '#contract/ipc'
import { kernelAssetId } from '#protocol'
import { parseAmount, parseSignedAmount } from '#protocol/text'
import type { AccountStore, Json, Payment, PaymentDraft } from '#store'
import { elsewhereChecks, isElsewhereCheck } from '../../src/wallet/payments/paid-elsewhere.ts'
import { samePaidChecks } from '../../src/wallet/payments/same-paid.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  anOutput,
  aPayment,
  aPlan,
  aSnapshot,
  hashOf,
  openAccount,
  outputId,
  request,
  spendOf,
  user,
} from '../support/store.ts'
import { BTC, ETH } from '../support/wallet.ts'
import { intent } from './payment-records.ts'

/* What a person hears before the same is paid again, by what the journal and the history record. */

const HOUR = DAY / 24n
const START = 1_790_000_000_000_000_000n
const person = (name: string): Payee => ({ kind: 'user', userId: user(name) })
const [bob, eve, self] = [person('bob'), person('eve'), { kind: 'user', userId: ACCOUNT } as const]
const group: Payee = { kind: 'group', members: [user('bob'), user('eve')], threshold: 2 }
const chain = (destination: string): Payee => ({ kind: 'chain', destination, tag: '' })
const kernelOf = (assetId: AssetId) => kernelAssetId(assetId) as Hash // a formula over an asset id
const own = holderOf([ACCOUNT], 1)

type Rows = readonly (readonly [Payee, string])[]

let store: AccountStore
let now: bigint
let skewMs: number
const clock = { now: () => now as Nanos, monotonicMs: () => 0, sleep: async () => undefined }

beforeEach(() => {
  ;[now, skewMs] = [START, 0]
  store = openAccount(newFolder('store'), clock)
})
afterEach(() => store.close())

function parts() {
  const { cache, intents } = store
  const directory = createDirectory({ table: assets, cache, account: ACCOUNT, groups: intents.groups })
  return { account: ACCOUNT, store, directory, clock, holder: () => own, remote: { clockSkewMs: () => skewMs } }
}

interface More {
  readonly kind?: PaymentDraft['kind']
  readonly detail?: object
  readonly coin?: string
  readonly extra?: string
  readonly assetId?: PaymentDraft['assetId']
  /** What leaves in the same transaction without being asked for by a row. */
  readonly besides?: string
}

/** A payment with the bytes for its rows, and change. */
function prepared(name: string, rows: Rows, more: More = {}): Payment {
  const { payments } = store.intents
  const { detail = {}, kind = 'transfer', coin = name, extra = '', assetId = BTC, besides } = more
  const [id, input] = [request(name), anOutput(coin, { output_id: outputId(`coin ${coin}`) })]
  const { raw, spentBy: hash } = spendOf(anOutput(`bytes of ${name}`))
  const asked = rows.map(([payee, amount]) => ({ payee, amount: parseAmount(amount) }))
  const draft = aPayment(name, {
    ...{ kind, assetId, holder: own.id },
    detail: { ...intent, assetId, rows: asked, ...detail } as unknown as Json,
  })
  const output = (payee: object, amount: string, role: 'payment' | 'change' | 'fee') => ({
    ...{ role, payee: payee as Json, amount: parseAmount(amount), threshold: 1, hint: null },
  })
  payments.create({
    ...draft,
    transactions: draft.transactions.map((each) => ({
      ...each,
      ...{ assetId, kernelAssetId: kernelOf(assetId), extra },
    })),
  })
  const outputs = [
    ...rows.map(([payee, amount]) => output(payee, amount, 'payment')),
    ...(besides === undefined ? [] : [output({ kind: 'fee', userId: user('fees') }, besides, 'fee')]),
    output({ kind: 'self' }, '7', 'change'),
  ]
  payments.reserve(id, [{ ...aPlan(name, [input]), outputs }])
  payments.storeRaw(id, [{ requestId: id, raw, hash }])
  return read(id)
}

function read(id: Payment['id']): Payment {
  const payment = store.intents.payments.get(id)
  if (payment === undefined) throw new Error('there is none')
  return payment
}

function approve({ id, transactions }: Payment): void {
  const { payments } = store.intents
  payments.markVerified(
    id,
    transactions.map(({ requestId }) => ({ requestId, record: null })),
  )
  payments.approve(id, hashOf('digest'))
}
function sign(payment: Payment): void {
  approve(payment)
  store.intents.payments.storeSigned(
    payment.id,
    payment.transactions.map(({ requestId, unsignedRaw }) => ({ requestId, raw: unsignedRaw ?? '' })),
  )
}
/** Another transaction took its coin. */
function failed(payment: Payment): void {
  sign(payment)
  const [coin] = payment.transactions.flatMap(({ inputs }) => inputs)
  if (coin === undefined) throw new Error('there is none')
  const { outputId: taken, hash, index } = coin
  const proof = spendOf(anOutput('proof', { transaction_hash: hash, output_index: index }))
  const problem = { code: 'wallet.conflict' as const, details: {} }
  store.intents.payments.fail(payment.id, problem, [{ requestId: payment.id, outputId: taken, ...proof }])
}
const finish = (payment: Payment) => {
  sign(payment)
  store.intents.payments.markFinal(payment.id)
}

/** What is said, in short: its id without hashes, how grave it is, and since when. */
const told = (checks: PaymentReview['checks']): string[] =>
  checks.map(({ id, result, text }) => {
    const facts = typeof text === 'string' ? {} : (text as { readonly values: Record<string, unknown> }).values
    const { when } = (facts ?? {}) as { readonly when?: string }
    return [id.replace(/:[0-9a-f-]{36,}$/, ''), result, ...(when === undefined ? [] : [when])].join(' ')
  })

describe('what left from another computer', () => {
  let sequence = 0
  /** In the history, so long before now. */
  function left(amount: string, ago: bigint, more: Partial<Snapshot> = {}): void {
    sequence += 1
    const snapshot = aSnapshot(`left ${sequence}`, {
      ...{ amount: parseSignedAmount(`-${amount}`), created_at: (now - ago) as Nanos, opponent_id: user('bob') },
      ...{ asset_id: BTC, kernel_asset_id: kernelOf(BTC) },
      ...more,
    })
    store.cache.snapshots.applyPage({ snapshots: [snapshot], cursor: `${sequence}` })
  }
  const said = (payment: Payment) => told(elsewhereChecks(parts(), payment))
  const NOTE = ['elsewhere:0 note']
  const same = (when: string, row: number | string = 0) => [`elsewhere-same:${row} attention ${when}`]

  it.each([
    ['is told as of the day before', 2n * HOUR, same('lately')],
    ['is told as newer than what asks for it', -HOUR, same('since')],
    ['is no second time once it is older than a day', 25n * HOUR, NOTE],
  ])('%s', (_, ago, checks) => {
    const payment = prepared('again', [[bob, '0.6']])
    left('0.6', ago)
    expect(said(payment)).toEqual(checks)
  })

  it('is no second time where the sum, the asset or who gets it is another', () => {
    const payment = prepared('again', [[bob, '0.6']])
    left('0.6', HOUR, { opponent_id: user('eve') })
    expect(said(payment)).toEqual([])
    left('0.7', HOUR)
    left('0.6', HOUR, { asset_id: ETH, kernel_asset_id: kernelOf(ETH) })
    expect(said(payment)).toEqual(NOTE)
  })

  it('is told by its hash, of each row alone, and to be agreed to', () => {
    left('0.6', HOUR)
    const [check] = elsewhereChecks(
      parts(),
      prepared('again', [
        [eve, '1'],
        [bob, '0.6'],
      ]),
    )
    expect(check).toMatchObject({ id: `elsewhere-same:1:${hashOf(`transaction left ${sequence}`)}`, row: 1 })
    expect(check !== undefined && isElsewhereCheck(check)).toBe(true)
    expect(isElsewhereCheck({ id: 'elsewhere:1' })).toBe(false)
  })

  it('is newer than a form that was saved before it', () => {
    const { savedAt } = store.intents.drafts.save({ id: 'form', holder: own.id, form: {} as never })
    now += 3n * DAY
    left('0.6', DAY + HOUR)
    const detail = { draftId: 'form' }
    expect(savedAt).toBe(START)
    expect(said(prepared('again', [[bob, '0.6']], { detail }))).toEqual(same('since'))
    expect(said(prepared('other', [[bob, '0.6']]))).toEqual(NOTE)
  })

  describe('before a list pays the same', () => {
    const listed = (since: bigint) =>
      prepared('row', [[bob, '0.6']], { detail: { run: { id: request('run'), rows: [request('row')], since } } })

    it.each([
      ['is told where that is since the list was read', 10n * DAY, 5n * DAY, same('since')],
      ['is meant to be paid again where it is before', HOUR, 3n * HOUR, NOTE],
      ['is told of the day where the list was read while the clock stood ahead', -HOUR, 3n * HOUR, same('lately')],
    ])('%s', (_, written, ago, checks) => {
      const payment = listed(now - written)
      left('0.6', ago)
      expect(said(payment)).toEqual(checks)
    })
  })

  it('is no second time of an item, as which no other is the same', () => {
    const act = { kind: 'transfer', item: hashOf('item'), spends: outputId('coin'), name: 'Kites #0' }
    const payment = prepared('item', [[bob, '0.6']], { kind: 'collectible', detail: { act } })
    left('0.6', HOUR)
    expect(said(payment)).toEqual(NOTE)
  })

  it('says nothing of what pays oneself, or the fee of a group’s withdrawal', () => {
    left('0.6', HOUR)
    const feeOf = { request: request('of'), assetId: BTC, amount: parseAmount('1') }
    for (const detail of [{ voids: request('that') }, { feeOf }])
      expect(said(prepared(JSON.stringify(Object.keys(detail)), [[bob, '0.6']], { detail }))).toEqual([])
  })

  it('has its time by the service, whose clock may be behind, and not by how long an answer took', () => {
    const payment = prepared('again', [[bob, '0.6']])
    left('0.6', 4_000_000_000n)
    for (const [ms, when] of [
      [0, 'lately'],
      [-1_500, 'lately'],
      [60_000, 'lately'],
      [-5_000, 'since'],
    ] as const) {
      skewMs = ms
      expect([ms, ...said(payment)]).toEqual([ms, ...same(when)])
    }
    left('0.6', 1_000_000_000n)
    skewMs = -1_500
    expect(said(payment)).toEqual(same('lately'))
  })

  describe('to several together', () => {
    const rows: Rows = [
      [bob, '0.6'],
      [self, '0.3'],
      [eve, '0.4'],
    ]
    const nobody = { opponent_id: null }

    it.each([
      ['what others get', '1', true],
      ['all rows', '1.3', true],
      ['what others get, with what is charged', '1.05', true],
      ['all of it', '1.35', true],
      ['all of it and the change', '8.35', false],
      ['one of them', '0.3', false],
    ])('is told where the sum is that of %s', (_, amount, isTold) => {
      const payment = prepared('several', rows, { besides: '0.05' })
      left(amount, HOUR, nobody)
      expect(said(payment)).toEqual(isTold ? same('lately', 'all') : [])
    })

    it('is told where one of them is named for all, and not where somebody else is, or it left the network', () => {
      const payment = prepared('several', rows)
      left('1', HOUR, { opponent_id: user('cleo') })
      left('1', HOUR, { opponent_id: null, withdrawal: { withdrawal_hash: '', receiver: 'bc1q' } })
      expect(said(payment)).toEqual([])
      left('1', HOUR, { opponent_id: user('eve') })
      expect(said(payment)).toContain(same('lately', 'all')[0])
    })

    it('is told where they are one group, which the history does not name', () => {
      const payment = prepared('group', [[group, '0.6']])
      left('0.6', HOUR, nobody)
      expect(said(payment)).toEqual(same('lately', 'all'))
    })

    it('is not told of the one whom it names where somebody unnamed got as much', () => {
      const payment = prepared('one', [[bob, '0.6']])
      left('0.6', HOUR, nobody)
      expect(said(payment)).toEqual([])
    })
  })

  it.each([
    ['one of two sums', '0.4'],
    ['both of two sums', '1'],
  ])('is told where the same person got %s', (_, amount) => {
    const payment = prepared('two', [
      [bob, '0.6'],
      [bob, '0.4'],
    ])
    left(amount, HOUR)
    expect(said(payment)).toEqual(same('lately'))
  })

  it.each([
    ['BTC', '0.6', true],
    ['BTC', '0.62', true],
    ['BTC', '0.63', false],
    ['BTC', '0.59', false],
    ['ETH', '0.6', true],
    ['ETH', '0.61', false],
  ])('to an address is told with a fee in %s up to twice as much as now: %s', (feeAsset, amount, isTold) => {
    const fee = { assetId: feeAsset === 'BTC' ? BTC : ETH, amount: parseAmount('0.01') }
    const payment = prepared('out', [[chain('bc1qbob'), '0.6']], { kind: 'withdrawal', detail: { fee } })
    left(amount, HOUR, { opponent_id: null, withdrawal: { withdrawal_hash: '', receiver: 'bc1qeve' } })
    expect(said(payment)).toEqual([])
    left(amount, HOUR, { opponent_id: null, withdrawal: { withdrawal_hash: '', receiver: 'bc1qbob' } })
    expect(said(payment)).toEqual(isTold ? same('lately') : NOTE)
  })

  describe('of which the bytes were read', () => {
    const foreign = hashOf('foreign')
    /** What each got by them, in order, and what went to another chain. */
    function bytes(outputs: readonly (readonly [string, string])[], out?: string): void {
      const given = outputs.map(([name, amount], index) => ({
        ...{ index, amount: parseAmount(amount), isBurnt: false, threshold: 1 },
        members: [name === 'me' ? ACCOUNT : user(name)],
      }))
      const withdrawal = out === undefined ? null : { amount: parseAmount('0.6'), destination: out, tag: '' }
      store.cache.transactionFacts.put(foreign, { asset: kernelOf(BTC), withdrawal, outputs: given }, null)
    }
    const signedFor = (of = foreign) => {
      const coin = anOutput('open', { holder: own, state: 'signed', signed_by: of, signed_at: (now - HOUR) as Nanos })
      store.cache.outputs.applyPage({ holder: own, outputs: [coin], cursor: 1 })
    }
    const recorded = (amount: string) => left(amount, HOUR, { transaction_hash: foreign, opponent_id: null })

    it('is told while it is on its way, of which no history tells, and is no payment before that', () => {
      bytes([
        ['bob', '0.6'],
        ['me', '9'],
      ])
      signedFor()
      expect(said(prepared('same', [[bob, '0.6']]))).toEqual(same('open'))
      expect(said(prepared('other', [[bob, '0.7']]))).toEqual([])
      left('0.6', HOUR, { transaction_hash: foreign })
      expect(said(prepared('later', [[bob, '0.6']]))).toEqual(same('lately'))
    })

    it('is nothing that this journal pays itself', () => {
      const hash = prepared('own', [[bob, '0.6']]).transactions[0]?.hash ?? foreign
      bytes([['bob', '0.6']])
      const facts = store.cache.transactionFacts.get(foreign)
      if (facts !== undefined) store.cache.transactionFacts.put(hash, facts, null)
      signedFor(hash)
      expect(said(prepared('meanwhile', [[bob, '0.6']]))).toEqual([])
      left('0.6', HOUR, { transaction_hash: hash })
      expect(said(prepared('again', [[bob, '0.6']]))).toEqual([])
    })

    it('is told of one whom it paid beside others, and of all of them by the whole of it alone', () => {
      bytes([
        ['bob', '0.6'],
        ['eve', '0.4'],
        ['me', '9'],
      ])
      recorded('1')
      const both = (one: string, other: string): Rows => [
        [bob, one],
        [eve, other],
      ]
      expect(said(prepared('bob', [[bob, '0.6']]))).toEqual(same('lately'))
      expect(said(prepared('eve', [[eve, '0.4']]))).toEqual(same('lately'))
      expect(said(prepared('sum', both('0.3', '0.7')))).toEqual([
        ...same('lately', 'all'),
        'elsewhere:0 note',
        'elsewhere:1 note',
      ])
      // As much as one of them got is not what both get.
      expect(said(prepared('part', both('0.2', '0.3999')))).toEqual(['elsewhere:0 note', 'elsewhere:1 note'])
      expect(said(prepared('less', both('0.2', '0.4')))).not.toContain(same('lately', 'all')[0])
    })

    it('is told of an address on its way there', () => {
      bytes([['me', '9']], 'bc1qbob')
      signedFor()
      expect(said(prepared('out', [[chain('bc1qbob'), '0.6']], { kind: 'withdrawal' }))).toEqual(same('open'))
      expect(said(prepared('else', [[chain('bc1qeve'), '0.6']], { kind: 'withdrawal' }))).toEqual([])
    })
  })
})

describe('what this journal pays besides', () => {
  const said = (payment: Payment) =>
    told(samePaidChecks(parts(), payment)).map((one) => one.replace(/:[0-9a-f-]+ /, ' '))
  const codes = (payment: Payment) =>
    samePaidChecks(parts(), payment).map(({ text }) => (typeof text === 'string' ? text : text.code))
  const again = (rows: Rows = [[bob, '0.6']], more: More = {}) => prepared('again', rows, more)
  const first = (rows: Rows = [[bob, '0.6']], more: More = {}) => prepared('before', rows, more)
  const UNDECIDED = ['check.payments.same-undecided']
  const LATELY = ['check.payments.same-lately']

  it.each([
    ['nothing of what is only prepared', () => undefined, []],
    ['nothing of what was given up', ({ id }: Payment) => store.intents.payments.cancel(id), []],
    ['nothing of what can never be paid', failed, []],
    ['of what was agreed to', approve, UNDECIDED],
    ['of what was signed', sign, UNDECIDED],
    ['of what was paid', finish, LATELY],
  ] as const)('says %s', (_, act, words) => {
    act(first())
    expect(codes(again())).toEqual(words)
  })

  it('is to be agreed to, by the payment and the row', () => {
    const one = first()
    sign(one)
    expect(
      samePaidChecks(
        parts(),
        again([
          [eve, '1'],
          [bob, '0.6'],
        ]),
      ),
    ).toEqual([expect.objectContaining({ id: `same-paid:1:${one.id}`, result: 'attention', row: 1 })])
  })

  it('counts for a day from when it was signed, not from when that was heard of', () => {
    sign(first())
    now += DAY - HOUR
    store.intents.payments.markFinal(request('before'))
    expect(codes(again())).toEqual(LATELY)
    now += 2n * HOUR
    expect(codes(prepared('later', [[bob, '0.6']]))).toEqual([])
  })

  it('counts for as long as it is undecided', () => {
    sign(first())
    now += 3n * DAY
    expect(codes(again())).toEqual(UNDECIDED)
  })

  it('is the same by one of its sums or by all of them, to one recipient, of one asset', () => {
    sign(
      first([
        [bob, '0.6'],
        [bob, '0.4'],
        [eve, '0.3'],
      ]),
    )
    const asked = (name: string, rows: Rows, more: More = {}) => codes(prepared(name, rows, more)).length
    expect(asked('row', [[bob, '0.4']])).toBe(1)
    expect(asked('sum', [[bob, '1']])).toBe(1)
    expect(
      asked('twice', [
        [bob, '0.7'],
        [bob, '0.3'],
      ]),
    ).toBe(1)
    expect(
      asked('rows', [
        [bob, '0.6'],
        [bob, '7'],
      ]),
    ).toBe(1)
    expect(asked('others', [[bob, '0.3']])).toBe(0)
    expect(asked('all', [[bob, '1.3']])).toBe(0)
    expect(asked('asset', [[bob, '0.6']], { assetId: ETH })).toBe(0)
  })

  it.each([
    ['makes another one impossible', { voids: request('that') }],
    ['gives up an item', { act: { kind: 'release', item: hashOf('i'), spends: outputId('c'), name: '' } }],
    ['sends an item', { act: { kind: 'transfer', item: hashOf('i'), spends: outputId('c'), name: '' } }],
    ['is the fee of a withdrawal', { feeOf: { request: request('of'), assetId: BTC, amount: parseAmount('1') } }],
    ['is of a list', { run: { id: request('run'), rows: [] } }],
    ['is another try of it', { again: request('before') }],
  ])('is not asked about where what is to be signed %s', (_, detail) => {
    sign(first())
    expect(said(again([[bob, '0.6']], { detail }))).toEqual([])
  })

  it('is not asked about where it is of a plan, or of a group', () => {
    sign(first())
    const plan = { id: request('plan'), name: 'Rent', day: '2026-11-30', at: START, last: null, differs: [] }
    expect(codes(again([[bob, '0.6']], { detail: { plan } }))).toEqual([])
    expect(codes(prepared('of a group', [[bob, '0.6']], { kind: 'multisig' }))).toEqual([])
  })

  it('is not asked about where it only stays with its owner', () => {
    sign(
      first([
        [self, '0.1'],
        [bob, '0.2'],
      ]),
    )
    expect(
      codes(
        again([
          [self, '0.1'],
          [bob, '0.3'],
        ]),
      ),
    ).toEqual([])
  })

  it('is not asked about where the ledger takes one of the two only', () => {
    sign(first([[bob, '0.6']], { coin: 'shared' }))
    const other = again()
    expect(codes(other)).toEqual(UNDECIDED)
    const shared = { ...other, transactions: read(request('before')).transactions }
    expect(codes(shared)).toEqual([])
  })

  describe('of bytes that are stored for nobody', () => {
    const deploy = { act: { kind: 'deploy', name: '' } }

    it.each([
      ['signed', sign, ['check.payments.same-stored-undecided']],
      ['paid', finish, ['check.payments.same-stored-lately']],
    ] as const)('says what was %s and is the very same', (_, act, words) => {
      act(prepared('before', [], { extra: 'aa', detail: deploy }))
      const same = prepared('same', [], { extra: 'aa', detail: deploy })
      expect(codes(same)).toEqual(words)
      expect(samePaidChecks(parts(), same)).toMatchObject([{ result: 'attention' }])
      expect(codes(prepared('other', [], { extra: 'bb', detail: deploy }))).toEqual([])
    })

    it('says nothing of a payment with the same memo', () => {
      sign(first([[bob, '0.6']], { extra: 'aa' }))
      expect(codes(prepared('same', [], { extra: 'aa', detail: deploy }))).toEqual([])
    })
  })

  it('is not the same to whoever else', () => {
    const ids: UserId[] = ['bob', 'eve'].map(user)
    sign(first([[{ kind: 'group', members: ids, threshold: 1 }, '0.6']]))
    expect(codes(again([[group, '0.6']]))).toEqual([])
  })
})
