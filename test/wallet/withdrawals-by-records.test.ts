import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AssetId, HOUR, type MultisigRecord, type Nanos, type RequestId, type UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Payee, PaymentReview } from '#contract/ipc'
import { encodeScript, encodeTransaction, hashMembers, kernelAssetId, OUTPUT, parseAmount, ZERO_32 } from '#protocol'
import type { AccountStore, Json, Payment } from '#store'
import { feeIds, sharedKeys } from '../../src/wallet/approvals/withdrawal-fee.ts'
import { createWithdrawals } from '../../src/wallet/approvals/withdrawals.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { systemClock } from '../support/clock.ts'
import { aHolder as aPerson } from '../support/coins.ts'
import { ACCOUNT, anOutput, aPayment, aPlan, hashOf, outputId, request, spendOf, time, user } from '../support/store.ts'
import { BTC, coded, ETH } from '../support/wallet.ts'
import { approvalsOver, bitcoin, coinNamed, group, hashIn, openGroup, readOf, recordOf } from './group-records.ts'
import { intent } from './payment-records.ts'

/* Who pays the fee of a group's withdrawal, and when nobody does: by what the service records of each member's payments. */

type Withdrawals = ReturnType<typeof createWithdrawals>
type Prepare = Parameters<typeof createWithdrawals>[0]['paymentSteps']['prepare']

const coin = coinNamed('one')
const fees = user('fees')
const self = holderOf([ACCOUNT], 1)
const DESTINATION = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh'
const raw = encodeTransaction({
  ...{ version: 5, asset: bitcoin, references: [], extra: '', inputs: [{ hash: coin.hash, index: coin.index }] },
  outputs: [
    {
      ...{ type: OUTPUT.withdrawalSubmit, amount: parseAmount('3'), keys: [], mask: ZERO_32, script: '' },
      withdrawal: { address: DESTINATION, tag: '' },
    },
    {
      ...{ type: OUTPUT.script, amount: parseAmount('7'), script: encodeScript(2) },
      keys: group.members.map((each) => aPerson(`change ${each}`).spendPublicKey),
      mask: aPerson('change').spendPublicKey,
    },
  ],
})
const hash = hashIn(raw)
const id = request('asked')
const [MINE, NEXT] = idsOf(ACCOUNT)

function idsOf(member: UserId): [RequestId, RequestId] {
  const each = feeIds(hash, member)
  return [each.next().value, each.next().value]
}

let store: AccountStore
let parts: ReturnType<typeof approvalsOver>
let withdrawals: Withdrawals
/** What the service has of the request, under ids, and as fees. */
let said: Partial<MultisigRecord>
let service: Map<string, object>
let offered: readonly (readonly [AssetId, string])[]
/** What this account has of an asset. */
let held: Map<AssetId, string>
let asked: string[]
let prepared: Parameters<Prepare>[]
let faults: unknown[]
let now: Nanos
let risen: boolean

const record = (): MultisigRecord => {
  const [, back] = recordOf('asked', raw).receivers
  const left = { members: [], members_hash: '', threshold: 0, destination: DESTINATION, tag: '', withdrawal_hash: '' }
  const signers = [user('ana'), user('ben')]
  const final = { state: 'spent', snapshot_hash: hashOf('snapshot') }
  return recordOf('asked', raw, { receivers: back === undefined ? [] : [left, back], signers, ...final, ...said })
}

interface Asked {
  readonly params: { readonly id: string }
  readonly query?: object
}
const answers: Record<string, (asked: Asked) => unknown> = {
  'multisigs.read': record,
  'users.fetch': () => [],
  'transactions.read': ({ params }) => {
    const found = service.get(params.id)
    if (found === undefined) throw failure('remote.not_found', 'nothing is there')
    return found
  },
  'assets.fees': ({ query }) => {
    expect(query).toEqual({ destination: DESTINATION })
    return offered.map(([asset_id, amount]) => ({ asset_id, amount: parseAmount(amount) }))
  },
}

beforeEach(() => {
  ;[said, service, offered, asked, prepared, faults] = [{}, new Map(), [[BTC, '0.1']], [], [], []]
  ;[held, now, risen] = [new Map([[BTC, '1']]), time(1_000_000), false]
  store = openGroup()
  store.cache.outputs.applyPage({
    ...{ holder: group, cursor: 1 },
    outputs: [readOf(coin, { state: 'spent', signed_by: hash })],
  })
  parts = approvalsOver(store, answers)
  parts.requestStore.keep(record(), { source: 'found' })
  const call = async (name: string, options: Asked) => {
    asked.push(name)
    const answer = answers[name]
    if (answer === undefined) throw failure('remote.not_found', 'nothing is there')
    return answer(options)
  }
  withdrawals = createWithdrawals({
    ...{ account: ACCOUNT, feeUser: fees, store, self, directory: parts.directory, requestStore: parts.requestStore },
    ...{ remote: { call, clockSkewMs: () => 0 }, clock: { ...systemClock, now: () => now }, log: () => undefined },
    paymentSteps: {
      async prepare(...given: Parameters<Prepare>) {
        prepared.push(given)
        const fault = faults.shift()
        if (fault !== undefined) throw fault
        return { paymentId: given[0].requestId } as PaymentReview
      },
      async review(of: RequestId) {
        if (risen) throw failure('remote.fee_too_small', 'more is asked for')
        return { paymentId: of, title: 'known' } as unknown as PaymentReview
      },
      cancel: (of: RequestId) => void store.intents.payments.cancel(of),
      capacity: (_: unknown, assetId: AssetId) => ({ available: parseAmount(held.get(assetId) ?? '0') }),
    },
  } as unknown as Parameters<typeof createWithdrawals>[0]) // what is asked of them
})
afterEach(() => store.close())

const fee = () => withdrawals.of(id)
const known = () => parts.requestStore.get(id)

interface Paid {
  readonly amount?: string
  readonly assetId?: AssetId
  readonly refers?: boolean
  readonly to?: UserId
  readonly at?: bigint
}
/** A member has paid this by the service. */
function paidBy(member: UserId, { amount = '0.1', assetId = BTC, refers = true, to = fees, at = 0n }: Paid = {}): void {
  const [own] = idsOf(member)
  service.set(own, {
    ...{ request_id: own, state: 'spent', transaction_hash: hashOf(own), created_at: now - at, senders: [member] },
    receivers: [{ members: [to], members_hash: hashMembers([to]), threshold: 1, destination: '', tag: '' }],
    raw_transaction: encodeTransaction({
      ...{ version: 5, asset: kernelAssetId(assetId), extra: '', references: refers ? [hash] : [] },
      inputs: [{ hash: hashOf(`coin of ${own}`), index: 0 }],
      outputs: [
        {
          ...{ type: OUTPUT.script, amount: parseAmount(amount), script: encodeScript(1) },
          ...{ keys: [aPerson(own).spendPublicKey], mask: aPerson(`mask of ${own}`).spendPublicKey },
        },
      ],
    }),
  })
}
const [ana, ben] = [user('ana'), user('ben')]

type End = 'written' | 'signed' | 'final' | 'dead' | 'cancelled'
/** A payment of this account for the fee. */
function own(of: RequestId, end: End, { byHand = false, to = fees, refers = true } = {}): Payment {
  const { payments } = store.intents
  const { raw: bytes, spentBy } = spendOf(anOutput(`bytes ${of}`))
  const rows = [{ payee: { kind: 'user', userId: to }, amount: parseAmount('0.1') }]
  const feeOf = { feeOf: { request: id, assetId: BTC, amount: parseAmount('3') } }
  const detail = { ...intent, rows, assetId: BTC, references: refers ? [hash] : [], ...(byHand ? {} : feeOf) }
  const draft = aPayment(of, {
    id: of,
    holder: self.id,
    assetId: BTC,
    amount: parseAmount('0.1'),
    detail: detail as unknown as Json,
  })
  payments.create({ ...draft, transactions: draft.transactions.map((each) => ({ ...each, requestId: of })) })
  payments.reserve(of, [{ ...aPlan(of, [anOutput(of, { output_id: outputId(of) })]), requestId: of }])
  payments.storeRaw(of, [{ requestId: of, raw: bytes, hash: spentBy }])
  if (end === 'cancelled') payments.cancel(of)
  if (end === 'signed' || end === 'final' || end === 'dead') {
    payments.markVerified(of, [{ requestId: of, record: null }])
    payments.approve(of, hashOf('digest'))
    payments.storeSigned(of, [{ requestId: of, raw: bytes }])
  }
  if (end === 'final') payments.markFinal(of)
  if (end === 'dead') payments.putAway(of, { code: 'wallet.coin_unknown', details: {} })
  const made = payments.get(of)
  if (made === undefined) throw new Error('it was made')
  return made
}
const due = (payment: Payment) => withdrawals.needDue(payment)
const paidAlready = coded('wallet.no_fee_due')

describe('a fee that is about to be signed', () => {
  it('is due while nobody has paid, and not once a member has', async () => {
    const payment = own(MINE, 'written')
    await due(payment)
    paidBy(ana)
    await expect(due(payment)).rejects.toThrow(paidAlready)
    expect(fee()).toMatchObject({ fee: 'paid', paidBy: { userId: ana } })
  })

  it('is too small once more is asked for', async () => {
    const payment = own(MINE, 'written')
    offered = [[BTC, '0.2']]
    await expect(due(payment)).rejects.toThrow(coded('remote.fee_too_small'))
  })

  it('is due by hand as well, and not once a member has paid, or this account pays', async () => {
    const payment = own(request('by hand'), 'written', { byHand: true })
    await due(payment)
    const signed = own(MINE, 'signed')
    await expect(due(payment)).rejects.toThrow(paidAlready)
    store.intents.payments.putAway(signed.id, { code: 'wallet.coin_unknown', details: {} })
    await due(payment)
    paidBy(ana)
    await expect(due(payment)).rejects.toThrow(paidAlready)
  })

  it('is none where it pays somebody else, or refers to nothing that is known', async () => {
    paidBy(ana)
    asked.length = 0
    await due(own(request('else'), 'written', { byHand: true, to: user('shop') }))
    await due(own(request('nothing'), 'written', { byHand: true, refers: false }))
    expect(asked).toEqual([])
  })
})

describe('what a member paid', () => {
  const look = async () => {
    await due(own(MINE, 'written')).catch(() => undefined)
    store.intents.payments.cancel(MINE)
    return known().detail.feePaidBy
  }

  it.each<[string, Paid]>([
    ['refers to something else', { refers: false }],
    ['goes to somebody else', { to: user('shop') }],
    ['is too little', { amount: '0.04' }],
    ['is less than all, and has had nothing leave for hours', { amount: '0.09', at: 6n * HOUR }],
    ['is of another asset', { assetId: ETH, amount: '5' }],
  ])('is no fee where it %s', async (_, paid) => {
    paidBy(ana, paid)
    expect(await look()).toBeUndefined()
  })

  it.each<[string, Paid]>([
    ['what is asked for', {}],
    ['what is asked for, however long ago', { at: 100n * HOUR }],
    ['half of it, as fees move, for some hours', { amount: '0.05', at: 6n * HOUR - 1n }],
  ])('is enough where it is %s', async (_, paid) => {
    paidBy(ana, paid)
    expect(await look()).toBe(ana)
  })

  it('is enough in each asset in which fees are taken, and where nobody says how much is asked', async () => {
    paidBy(ben, { assetId: ETH, amount: '5' })
    offered = [
      [BTC, '0.1'],
      [ETH, '5'],
    ]
    expect(await look()).toBe(ben)
    offered = []
    paidBy(ben, { amount: '0.00000001' })
    expect(await look()).toBe(ben)
  })

  it('is none that goes to somebody else, also where nobody says how much is asked', async () => {
    offered = []
    paidBy(ana, { to: user('shop') })
    expect(await look()).toBeUndefined()
  })

  it('stays found, unless its record shows by now that it was too little', async () => {
    paidBy(ben)
    expect(await look()).toBe(ben)
    paidBy(ana)
    expect(await look()).toBe(ben)
    paidBy(ben, { amount: '0.01' })
    expect(await look()).toBe(ana)
    paidBy(ana, { amount: '0.01' })
    expect(await look()).toBeUndefined()
  })

  it('stays found where the service has nothing of it any more', async () => {
    paidBy(ben)
    expect(await look()).toBe(ben)
    service.clear()
    expect(await look()).toBe(ben)
  })
})

describe('what this account paid by hand', () => {
  const look = async (_: Payment) => {
    now = (now + 1_000n * HOUR) as Nanos
    await withdrawals.round()
    return known().detail.feePaidBy
  }

  it('is noted once it is final', async () => {
    expect(await look(own(request('by hand'), 'final', { byHand: true }))).toBe(ACCOUNT)
  })

  it('is not noted before, nor what it paid by the button, which is known by its id', async () => {
    expect(await look(own(request('by hand'), 'signed', { byHand: true }))).toBeUndefined()
    expect(await look(own(MINE, 'final'))).toBeUndefined()
  })

  it('is not noted where another one was found to have paid', async () => {
    paidBy(ana)
    await due(own(MINE, 'written')).catch(() => undefined)
    store.intents.payments.cancel(MINE)
    expect(await look(own(request('by hand'), 'final', { byHand: true }))).toBe(ana)
  })
})

describe('the fee is paid by this account', () => {
  const input = () => prepared.at(-1)?.[0]

  it('to who takes it, in a payment that refers to the withdrawal, with the key that all pay to', async () => {
    expect((await withdrawals.payFee(id)).paymentId).toBe(MINE)
    expect(prepared).toMatchObject([
      [
        {
          ...{ account: ACCOUNT, holder: null, assetId: BTC, requestId: MINE, references: [hash] },
          rows: [{ payee: { kind: 'user', userId: fees }, amount: parseAmount('0.1') }],
        },
        null,
        { feeOf: { request: id, assetId: BTC, amount: parseAmount('3') }, sharedKey: sharedKeys(known())[0] },
      ],
    ])
    expect(input()?.again).toBeUndefined()
  })

  it('once, however often that is asked for at a time', async () => {
    await Promise.all([withdrawals.payFee(id), withdrawals.payFee(id)])
    expect(prepared).toHaveLength(1)
    await withdrawals.payFee(id)
    expect(prepared).toHaveLength(2)
  })

  it('by what is prepared already, unless more is asked for by now', async () => {
    own(MINE, 'written')
    expect(await withdrawals.payFee(id)).toMatchObject({ paymentId: MINE, title: 'known' })
    expect(prepared).toEqual([])
    risen = true
    await withdrawals.payFee(id)
    expect(prepared).toHaveLength(1)
    expect(store.intents.payments.get(MINE)?.state).toBe('cancelled')
  })

  it('as another try of what was signed and came to nothing, but not of what was only given up', async () => {
    own(MINE, 'dead')
    own(request('by hand'), 'cancelled', { byHand: true })
    await withdrawals.payFee(id)
    expect(input()).toMatchObject({ requestId: NEXT, again: MINE })
  })

  it('not once somebody has paid it, nor before it is final', async () => {
    paidBy(ana)
    await expect(withdrawals.payFee(id)).rejects.toThrow(paidAlready)
    expect(prepared).toEqual([])
  })

  it('in the asset that is withdrawn, or one that it has, or is told what is missing', async () => {
    offered = [
      [ETH, '5'],
      [BTC, '0.1'],
    ]
    held = new Map([
      [ETH, '9'],
      [BTC, '0.1'],
    ])
    await withdrawals.payFee(id)
    expect(input()?.assetId).toBe(BTC)
    held.delete(BTC)
    await withdrawals.payFee(id)
    expect(input()?.assetId).toBe(ETH)
    held.clear()
    faults = [failure('wallet.insufficient', 'no', { details: { needed: '0.1', held: '0', symbol: 'BTC' } })]
    await expect(withdrawals.payFee(id)).rejects.toThrow(
      coded('wallet.fee_insufficient', { fee: '0.1', held: '0', symbol: 'BTC', assetId: BTC }),
    )
  })

  it('not where nobody says what it is', async () => {
    offered = [[BTC, '0']]
    await expect(withdrawals.payFee(id)).rejects.toThrow(coded('wallet.fee_unknown'))
  })

  it.each(['remote.output_key', 'remote.invalid_field', 'remote.refused'] as const)(
    'with the next key where one is used up for something else, and at last with its own: %s',
    async (code) => {
      faults = [failure(code, 'used'), failure(code, 'used')]
      await withdrawals.payFee(id)
      const keys = prepared.map(([, , more]) => more?.sharedKey)
      expect(keys).toEqual([...sharedKeys(known()), undefined])
    },
  )

  it('with no other key where something else is wrong', async () => {
    faults = [failure('remote.unreachable', 'no line')]
    await expect(withdrawals.payFee(id)).rejects.toThrow(coded('remote.unreachable'))
    expect(prepared).toHaveLength(1)
  })

  it('not where whoever used up the key was a member who pays it', async () => {
    faults = [failure('remote.output_key', 'used')]
    const before = withdrawals.payFee(id)
    paidBy(ana)
    await expect(before).rejects.toThrow(paidAlready)
  })
})

describe('a payment that is written by hand', () => {
  const row = (userId: UserId) => ({ payee: { kind: 'user', userId } satisfies Payee, amount: parseAmount('0.1') })
  const keyOf = (wish: object) =>
    withdrawals.withKey(
      { holder: null, rows: [row(fees)], references: [hash], ...wish } as Parameters<Withdrawals['withKey']>[0],
      async ({ sharedKey }) => sharedKey ?? null,
    )

  it('has the key that members pay to where it is the fee of a withdrawal that waits', async () => {
    expect(await keyOf({})).toEqual(sharedKeys(known())[0])
    expect(await keyOf({ holder: self.id })).toEqual(sharedKeys(known())[0])
  })

  it.each<[string, object]>([
    ['it pays somebody else', { rows: [row(user('shop'))] }],
    ['it pays somebody else as well', { rows: [row(fees), row(user('shop'))] }],
    ['a group pays it', { holder: group.id }],
    ['it refers to nothing that is known', { references: [hashOf('another')] }],
  ])('has a key of its own where %s', async (_, wish) => {
    expect(await keyOf(wish)).toBeNull()
  })

  it('has a key of its own where the fee is paid', async () => {
    paidBy(ana)
    await due(own(MINE, 'written')).catch(() => undefined)
    expect(await keyOf({})).toBeNull()
  })
})

describe('withdrawals that are followed', () => {
  const looked = async () => {
    asked.length = 0
    await withdrawals.round()
    return asked.includes('transactions.read')
  }

  it('are those that are final and were not seen to leave', async () => {
    expect(await looked()).toBe(true)
  })

  it('are none that has left', async () => {
    const [left, back] = record().receivers
    if (left === undefined || back === undefined) throw new Error('both are there')
    said = { receivers: [{ ...left, withdrawal_hash: 'ff' }, back] }
    parts.requestStore.keep(record(), { source: 'found' })
    expect(await looked()).toBe(false)
  })

  it('are no more once one was heard to have left', async () => {
    expect(await looked()).toBe(true)
    const request = known()
    const receivers = (request.detail.record?.receivers ?? []).map((each) => ({ ...each, chainHash: 'ff' }))
    const { record: facts } = request.detail
    if (facts === null) throw new Error('it is recorded')
    withdrawals.heard({ ...request, detail: { ...request.detail, record: { ...facts, receivers } } })
    now = (now + 1_000n * HOUR) as Nanos
    expect(await looked()).toBe(false)
    withdrawals.heard(request)
    expect(await looked()).toBe(true)
  })
})
