import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Hash, Holder, OutputId, RequestId, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Payee } from '#contract/ipc'
import {
  encodeMainnetAddress,
  encodeMixAddress,
  encodeScript,
  encodeTransaction,
  mixAddressOf,
  OUTPUT,
  outputId,
  parseAmount,
  signTransaction,
  type TransactionOutput,
  transactionHash,
  ZERO_32,
} from '#protocol'
import { parseSignedAmount } from '#protocol/text'
import type { AccountStore, Json } from '#store'
import {
  learnPaid,
  learnPaidNow,
  learnTries,
  mayHavePaid,
  needRowsUnpaid,
  paidElsewhere,
} from '../../src/wallet/runs/elsewhere.ts'
import { partId, rowIdsOf } from '../../src/wallet/runs/identity.ts'
import { openRuns, type Run } from '../../src/wallet/runs/records.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { aCoin, aHolder as aPerson, type Coin } from '../support/coins.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  anOutput,
  aPayment,
  aPlan,
  aSnapshot,
  hashOf,
  openAccount,
  request,
  time,
  user,
} from '../support/store.ts'
import { BTC } from '../support/wallet.ts'
import { bitcoin } from './group-records.ts'
import { intent } from './payment-records.ts'

/*
 * What a list takes for paid, or for paid another way, by what is recorded: coins, histories and what the service says of transactions, whose bytes
 * are truly signed.
 */

type Desk = Parameters<typeof learnPaid>[0]
type Row = readonly [Payee, string]

const me = aPerson('me')
const self = holderOf([ACCOUNT], 1)
const group = holderOf(['me', 'ana'].map(user), 2)
const dora: Payee = { kind: 'user', userId: user('dora') }
const eve: Payee = { kind: 'user', userId: user('eve') }

let store: AccountStore
/** What the service says under an id or a hash, and what it was asked. */
let service: Map<string, Transaction['told']>
let multisigs: Map<string, object>
let asked: string[]
let holders: Holder
let done: string[]
let refused: (() => never) | undefined
let isCaughtUp: boolean
let desk: Desk

beforeEach(() => {
  store = openAccount(newFolder('store'))
  ;[service, multisigs, asked, holders, done, refused, isCaughtUp] = [
    new Map(),
    new Map(),
    [],
    self,
    [],
    undefined,
    true,
  ]
  const call = async (name: string, { params }: { params?: { id: string } }) => {
    const id = params?.id ?? ''
    asked.push(id)
    const found =
      name === 'multisigs.read' ? multisigs.get(id) : name === 'transactions.read' ? service.get(id) : undefined
    if (found === undefined) throw failure('remote.not_found', 'nothing is there')
    return found
  }
  desk = {
    ...{ account: ACCOUNT, store, remote: { call }, log: () => undefined, holder: () => holders },
    sync: {
      status: () => ({ caughtUp: isCaughtUp }),
      refresh: async () => void done.push('refresh'),
      readSpends: async () => {
        done.push('spends')
        refused?.()
      },
    },
  } as unknown as Desk // what a list asks for
})
afterEach(() => store.close())

/** A coin of this account and the transaction that made it. */
function coinNamed(name: string): { coin: Coin; maker: string } {
  const coin = aCoin(name, [me], { asset: bitcoin, amount: '10' })
  const { amount, keys, mask, script } = coin
  const maker = encodeTransaction({
    ...{
      version: 5,
      asset: bitcoin,
      inputs: [{ hash: hashOf(`before ${name}`), index: 0 }],
      references: [],
      extra: '',
    },
    outputs: [{ type: OUTPUT.script, amount, keys, mask, script }],
  })
  // `aCoin` derives keys for its own index.
  return { coin: { ...coin, hash: transactionHash(maker), index: 0 }, maker }
}

const sentTo = (payee: Payee): object => {
  const [members, threshold] =
    payee.kind === 'user' ? [[payee.userId], 1] : payee.kind === 'group' ? [payee.members, payee.threshold] : [[], 0]
  return { members, threshold, destination: payee.kind === 'chain' ? payee.destination : '' }
}

interface Made {
  readonly name: string
  readonly id: RequestId
  readonly rows: readonly Row[]
  readonly memo?: string
  /** What comes back, if something does. */
  readonly change?: string
  readonly isSigned?: boolean
  readonly at?: number
}

const scriptOf = (name: string, amount: string, count = 1): TransactionOutput => ({
  ...{ type: OUTPUT.script, amount: parseAmount(amount), script: encodeScript(1), mask: aPerson(name).spendPublicKey },
  keys: Array.from({ length: count }, (_, at) => aPerson(`${name} ${at}`).spendPublicKey),
})
const outputOf = ([payee, amount]: Row, name: string): TransactionOutput =>
  payee.kind !== 'chain'
    ? scriptOf(name, amount, payee.kind === 'kernel' && payee.address.startsWith('MIX') ? 2 : 1)
    : {
        ...{ type: OUTPUT.withdrawalSubmit, amount: parseAmount(amount), keys: [], mask: ZERO_32, script: '' },
        withdrawal: { address: payee.destination, tag: payee.tag },
      }

/** A transaction of another computer with the same key. */
function made({ name, id, rows, memo = '', change, isSigned = true, at = 0 }: Made) {
  const { coin, maker } = coinNamed(name)
  const outputs = rows.map((row, index) => outputOf(row, `${name} ${index}`))
  const raw = encodeTransaction({
    ...{ version: 5, asset: bitcoin, inputs: [{ hash: coin.hash, index: 0 }], references: [], extra: memo },
    outputs: change === undefined ? outputs : [...outputs, scriptOf(`change of ${name}`, change)],
  })
  const hash = transactionHash(raw) as Hash // a formula over the bytes
  const { raw: signed } = signTransaction({ raw, spendSeed: me.seed, inputs: [coin], views: coin.views })
  const receivers = [...rows.map(([payee]) => payee), ...(change === undefined ? [] : [mine])].map(sentTo)
  const told = {
    ...{ request_id: id, transaction_hash: hash, raw_transaction: isSigned ? signed : raw, receivers },
    senders: holders.members,
    ...{ state: 'signed', created_at: time(at), snapshot_hash: null as Hash | null },
  }
  const makerTold = { ...told, request_id: request(`maker of ${name}`), raw_transaction: maker }
  return { coin, hash, told, maker: { ...makerTold, transaction_hash: coin.hash as Hash } }
}
type Transaction = ReturnType<typeof made>
const mine: Payee = { kind: 'user', userId: ACCOUNT }

/** From here on the service has it in that state. */
function tell({ told, hash, maker }: Transaction, state: 'unspent' | 'signed' | 'spent'): void {
  const now = { ...told, state, snapshot_hash: state === 'spent' ? hashOf('snapshot') : null }
  service
    .set(told.request_id, now)
    .set(hash, now)
    .set(maker.transaction_hash, { ...maker, state: 'spent' })
}

let sequence = 0
/** The coin that it spends is listed as such. */
function take({ coin, hash }: Transaction, state: 'unspent' | 'signed' | 'spent'): void {
  const { amount, mask, keys } = coin
  sequence += 1
  const output = anOutput(coin.hash, {
    ...{ holder: holders, output_id: outputId(coin.hash, 0) as OutputId, transaction_hash: coin.hash as Hash },
    ...{ asset_id: BTC, kernel_asset_id: bitcoin, amount, mask, keys, sequence, state },
    ...(state === 'unspent' ? {} : { signed_by: hash }),
  })
  store.cache.outputs.applyPage({ holder: holders, outputs: [output], cursor: sequence })
}
const happens = (transaction: Transaction, state: 'signed' | 'spent'): void => {
  tell(transaction, state)
  take(transaction, state)
}

const wantedOf = ([payee, amount]: Row, memoHex = '') => ({ assetId: BTC, payee, amount: parseAmount(amount), memoHex })
const RUN = request('run')
const idsOf = (rows: readonly Row[], memo = '') =>
  rowIdsOf(
    RUN,
    rows.map((row) => wantedOf(row, memo)),
  )

function listOf(rows: readonly Row[], { memo = '', holder = self } = {}): Run {
  const run: Run = {
    ...{ id: RUN, holder: holder.id, name: 'May', assetId: BTC, savedAt: time(0) },
    rows: rows.map(([payee, amount], at) => ({
      ...{
        line: at + 1,
        to: payee.kind === 'chain' ? payee.destination : '',
        typed: amount,
        amount: parseAmount(amount),
      },
      ...{ memoHex: memo, label: '', payee, leftOut: payee.kind === 'chain' ? ('withdrawal' as const) : null },
    })),
  }
  openRuns(store.intents.settings).save(run)
  return run
}

const NONE = new Set<RequestId>()
const kept = () =>
  paidElsewhere(store.intents, RUN).map(({ request: id, final, rows }) => [id, final, rows.map((row) => row.id)])

/** A payment of this journal, by the list where it says of which rows. */
function own(
  name: string,
  id: RequestId,
  rows: readonly RequestId[] | null,
  kind: 'transfer' | 'multisig' = 'transfer',
): RequestId {
  const detail = { ...intent, assetId: BTC, ...(rows !== null && { run: { id: RUN, rows } }) } as unknown as Json
  const [transaction] = aPayment(name).transactions
  if (transaction === undefined) throw new Error('there is none')
  store.intents.payments.create({
    ...aPayment(name, { id, kind, holder: holders.id, detail }),
    transactions: [{ ...transaction, requestId: id }],
  })
  return id
}
const read = (id: RequestId) => {
  const payment = store.intents.payments.get(id)
  if (payment === undefined) throw new Error('there is none')
  return payment
}
function sign(id: RequestId, hash = hashOf(id)): void {
  const { payments } = store.intents
  const { coin } = coinNamed(`of ${id}`)
  const listed = anOutput(coin.hash, {
    output_id: outputId(coin.hash, 0) as OutputId,
    transaction_hash: coin.hash as Hash,
  })
  payments.reserve(id, [{ ...aPlan(id, [listed]), requestId: id }])
  payments.storeRaw(id, [{ requestId: id, raw: '77770005aa', hash }])
  payments.markVerified(id, [{ requestId: id, record: 1 }])
  payments.approve(id, hashOf('digest'))
  payments.storeSigned(id, [{ requestId: id, raw: '77770005bb' }])
}

const ALREADY = 'wallet.already_sent'
const alreadySent = (details: object) =>
  expect.objectContaining({ code: ALREADY, details: expect.objectContaining(details) })

describe('what a list is known to have paid elsewhere', () => {
  const rows: readonly Row[] = [
    [dora, '1'],
    [eve, '2'],
  ]
  const pays = (name = 'both', more: Partial<Made> = {}) =>
    made({ name, id: partId(RUN, idsOf(rows), 0), rows, ...more })

  it.each([{}, { change: '7' }])(
    'is on its way while coins are signed for it, and paid once it is final: %o',
    async (more) => {
      const run = listOf(rows)
      const both = pays('both', more)
      happens(both, 'signed')
      await learnPaid(desk, run, NONE)
      expect(kept()).toEqual([[both.told.request_id, false, idsOf(rows)]])
      happens(both, 'spent')
      await learnPaid(desk, run, NONE)
      expect(kept()).toEqual([[both.told.request_id, true, idsOf(rows)]])
      // It is asked for no more.
      asked = []
      await learnPaid(desk, run, NONE)
      expect(asked).toEqual([])
    },
  )

  it('is nothing that nobody has signed, and nothing of which other bytes are given', async () => {
    const run = listOf(rows)
    const unsigned = pays('unsigned', { isSigned: false })
    happens(unsigned, 'spent')
    const other = pays('other')
    happens(other, 'spent')
    service.set(other.hash, { ...other.told, raw_transaction: pays('yet another').told.raw_transaction })
    await learnPaid(desk, run, NONE)
    expect(kept()).toEqual([])
  })

  it('is asked for again where another transaction was answered, or none', async () => {
    const run = listOf(rows)
    const both = pays()
    happens(both, 'spent')
    service.set(both.hash, { ...both.told, transaction_hash: hashOf('another') })
    await expect(learnPaid(desk, run, NONE)).rejects.toMatchObject({ code: 'remote.malformed' })
    service.delete(both.hash)
    await learnPaid(desk, run, NONE)
    expect(kept()).toEqual([])
    happens(both, 'spent')
    await learnPaid(desk, run, NONE)
    expect(kept()).toEqual([[both.told.request_id, true, idsOf(rows)]])
  })

  it('is nothing any more once its coins are signed for something else, unless it was final', async () => {
    const run = listOf(rows)
    const [first, second] = idsOf(rows) as [RequestId, RequestId]
    const one = made({ name: 'one', id: partId(RUN, [first], 0), rows: [[dora, '1']] })
    const two = made({ name: 'two', id: partId(RUN, [second], 0), rows: [[eve, '2']] })
    happens(one, 'spent')
    happens(two, 'signed')
    await learnPaid(desk, run, NONE)
    expect(new Map(kept().map(([id, final]) => [id, final]))).toEqual(
      new Map([
        [one.told.request_id, true],
        [two.told.request_id, false],
      ]),
    )
    for (const each of [one, two]) take(each, 'unspent')
    await learnPaid(desk, run, NONE)
    expect(kept()).toEqual([[one.told.request_id, true, [first]]])
  })

  it('stays final, whatever the service says of it later', async () => {
    const run = listOf(rows)
    const both = pays()
    happens(both, 'spent')
    await learnPaid(desk, run, NONE)
    tell(both, 'signed')
    expect(await learnTries(desk, run, idsOf(rows), NONE)).toMatchObject({ isPaid: true })
    expect(kept()).toEqual([[both.told.request_id, true, idsOf(rows)]])
  })

  it('are those of equal rows that no other payment pays, whoever made it', async () => {
    const equal: readonly Row[] = [
      [dora, '1'],
      [dora, '1'],
      [dora, '1'],
    ]
    const run = listOf(equal)
    const [here, first, second] = idsOf(equal) as [RequestId, RequestId, RequestId]
    const each = [first, second].map((id, at) =>
      made({ name: `equal ${at}`, id: partId(RUN, [id], 0), rows: [[dora, '1']], at }),
    )
    for (const one of each) happens(one, 'spent')
    await learnPaid(desk, run, new Set([here]))
    expect(kept().map(([, , ids]) => ids)).toEqual([[first], [second]])
  })

  it('is also a row that a payment here is to pay', async () => {
    const run = listOf(rows)
    const both = pays()
    happens(both, 'spent')
    await learnPaid(desk, run, new Set(idsOf(rows)))
    expect(kept()).toEqual([[both.told.request_id, true, idsOf(rows)]])
  })

  it.each([1, 5, 64])('is found under the id of a later try: %i', async (attempt) => {
    const run = listOf(rows)
    const late = pays('late', { id: partId(RUN, idsOf(rows), attempt) })
    happens(late, 'signed')
    await learnPaid(desk, run, NONE)
    expect(kept()).toHaveLength(1)
  })

  it('is looked for once all coins were read', async () => {
    const run = listOf(rows)
    isCaughtUp = false
    await learnPaid(desk, run, NONE)
    isCaughtUp = true
    await learnPaid(desk, run, NONE)
    expect(done).toEqual(['refresh'])
  })

  it('is asked for with what was spent by now, where that can be read', async () => {
    const run = listOf(rows)
    await learnPaidNow(desk, run, NONE)
    expect(done).toEqual(['spends'])
    refused = () => {
      throw failure('remote.unreachable', 'nobody answers')
    }
    await expect(learnPaidNow(desk, run, NONE)).rejects.toMatchObject({ code: 'remote.unreachable' })
    const both = pays()
    happens(both, 'signed')
    refused = () => {
      throw failure('remote.forbidden', 'not for you')
    }
    await learnPaidNow(desk, run, NONE)
    expect(kept()).toHaveLength(1)
  })

  it('may be more once coins went, or what took them came further, and not otherwise', async () => {
    const run = listOf(rows)
    const both = pays()
    happens(both, 'signed')
    expect(mayHavePaid(desk, run)).toBe(true)
    await learnPaid(desk, run, NONE)
    expect(mayHavePaid(desk, run)).toBe(false)
    take(both, 'spent')
    expect(mayHavePaid(desk, run)).toBe(true)
  })

  it('is told by the history too, of what this journal did not make', async () => {
    const run = listOf(rows)
    const both = pays()
    tell(both, 'spent')
    const left = aSnapshot('both', {
      ...{ asset_id: BTC, kernel_asset_id: bitcoin, transaction_hash: both.hash, amount: parseSignedAmount('-3') },
    })
    store.cache.snapshots.applyPage({ snapshots: [left], cursor: '' })
    await learnPaid(desk, run, NONE)
    expect(kept()).toEqual([[both.told.request_id, true, idsOf(rows)]])
  })
})

describe('what a group has signed coins for', () => {
  const rows: readonly Row[] = [[dora, '1']]

  it.each([
    ['another member asked for counts, although it is signed here', null, 1],
    ['the list asked for itself is its own', idsOf(rows), 0],
  ] as const)('and %s', async (_, of, count) => {
    holders = group
    const run = listOf(rows, { holder: group })
    const asks = made({ name: 'asked', id: partId(RUN, idsOf(rows), 0), rows })
    sign(own('asked', asks.told.request_id, of, 'multisig'), asks.hash)
    happens(asks, 'signed')
    await learnPaid(desk, run, NONE)
    expect(kept()).toHaveLength(count)
  })

  it('is nothing that this journal pays alone', async () => {
    const run = listOf(rows)
    const pays = made({ name: 'paid', id: partId(RUN, idsOf(rows), 0), rows })
    sign(own('paid', pays.told.request_id, null), pays.hash)
    happens(pays, 'signed')
    await learnPaid(desk, run, NONE)
    expect(kept()).toEqual([])
  })
})

describe('rows for addresses that only the list names', () => {
  const kernel = (address: string): Payee => ({ kind: 'kernel', address })
  const address = (name: string) => encodeMainnetAddress(aPerson(name))
  const nobody = (transaction: Transaction): Transaction => ({
    ...transaction,
    told: { ...transaction.told, receivers: [] },
  })

  it('are told apart by how much they get, by their keys, and by which are paid already', async () => {
    const [one, two, three] = ['one', 'two', 'three'].map((name) => kernel(address(name))) as [Payee, Payee, Payee]
    const shared = kernel(encodeMixAddress(mixAddressOf([address('four'), address('five')], 2)))
    const rows: readonly Row[] = [
      [shared, '1'],
      [one, '1'],
      [two, '1'],
      [three, '2'],
    ]
    const run = listOf(rows)
    const ids = idsOf(rows) as [RequestId, RequestId, RequestId, RequestId]
    const paying = (name: string, places: readonly number[]) => {
      const some = places.flatMap((at) => (rows[at] === undefined ? [] : [rows[at]]))
      const paid = places.flatMap((at) => ids[at] ?? [])
      const transaction = nobody(made({ name, id: partId(RUN, paid, 0), rows: some }))
      happens(transaction, 'signed')
      return paid
    }
    // By how much, behind two that get less; then those two together, behind one with more keys.
    const last = paying('last', [3])
    await learnPaid(desk, run, NONE)
    expect(kept().map(([, , paid]) => paid)).toEqual([last])
    const both = paying('both', [1, 2])
    await learnPaid(desk, run, NONE)
    expect(kept().map(([, , paid]) => paid)).toEqual(expect.arrayContaining([last, both]))
    const group = paying('group', [0])
    await learnPaid(desk, run, NONE)
    expect(kept().map(([, , paid]) => paid)).toEqual(expect.arrayContaining([last, both, group]))
  })

  it('are the next where the first is paid, and the first where what pays it here was sent elsewhere', async () => {
    const [one, two] = ['one', 'two'].map((name) => kernel(address(name))) as [Payee, Payee]
    const rows: readonly Row[] = [
      [one, '1'],
      [two, '1'],
    ]
    const run = listOf(rows)
    const [first, second] = idsOf(rows) as [RequestId, RequestId]
    const next = nobody(made({ name: 'next', id: partId(RUN, [second], 0), rows: [[two, '1']] }))
    happens(next, 'signed')
    await learnPaid(desk, run, new Set([first]))
    expect(kept().map(([, , paid]) => paid)).toEqual([[second]])
    const same = nobody(made({ name: 'same', id: partId(RUN, [first], 0), rows: [[one, '1']] }))
    happens(same, 'signed')
    await learnPaid(desk, run, new Set([first]))
    expect(kept().map(([, , paid]) => paid)).toEqual(expect.arrayContaining([[second], [first]]))
  })
})

describe('withdrawals that a list is known to have paid elsewhere', () => {
  const out = (tag: string, destination = 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv'): Payee => ({
    ...{ kind: 'chain', destination, tag },
  })
  const gone = async (listed: readonly Row[], before: readonly Row[], paid: readonly (readonly [Payee, number])[]) => {
    const run = listOf(listed)
    const ids = rowIdsOf(
      RUN,
      before.map((row) => wantedOf(row)),
    )
    for (const [at, [payee, place]] of paid.entries()) {
      const row = before[place]
      const transaction = made({
        ...{ name: `out ${at}`, id: partId(RUN, [ids[place] ?? RUN], 0), rows: [[payee, row?.[1] ?? '0']], at },
      })
      happens(transaction, 'signed')
    }
    await learnPaid(desk, run, NONE)
    return kept().flatMap(([, , rows]) => (rows as RequestId[]).map((id) => ids.indexOf(id)))
  }

  it('are those that are in the list, with whatever tag was typed', async () => {
    const rows: readonly Row[] = [[out(''), '1']]
    expect(await gone(rows, rows, [[out('77'), 0]])).toEqual([0])
  })

  it('are those that the list names by a contact, paid with another tag than that has', async () => {
    const rows: readonly Row[] = [[out('55'), '1']]
    const { rows: listed, ...run } = listOf(rows)
    openRuns(store.intents.settings).save({ ...run, rows: listed.map((row) => ({ ...row, to: 'Exchange' })) })
    const found = openRuns(store.intents.settings).find(RUN)
    const transaction = made({ name: 'out', id: partId(RUN, idsOf(rows), 0), rows: [[out('99'), '1']] })
    happens(transaction, 'signed')
    if (found !== undefined) await learnPaid(desk, found, NONE)
    expect(kept()).toEqual([[transaction.told.request_id, false, idsOf(rows)]])
  })

  it.each(['', '77'])('are those that left the list, with the tag %o of theirs', async (tag) => {
    expect(await gone([[out(''), '9']], [[out(tag), '1']], [[out('77'), 0]])).toEqual([0])
  })

  it('are each of equal ones that left the list', async () => {
    const rows: readonly Row[] = [
      [out('77'), '1'],
      [out('77'), '1'],
    ]
    const both = [
      [out('77'), 0],
      [out('77'), 1],
    ] as const
    expect(await gone([[out(''), '9']], rows, both)).toEqual([0, 1])
  })
})

describe('other tries of rows that are to be paid', () => {
  const rows: readonly Row[] = [
    [dora, '1'],
    [eve, '2'],
  ]
  const [first, second] = idsOf(rows) as [RequestId, RequestId]
  const try0 = (more: Partial<Made> = {}) => made({ name: 'try', id: partId(RUN, [first, second], 0), rows, ...more })
  const look = (run: Run, ids = [first, second]) => learnTries(desk, run, ids, NONE)

  it.each(['signed', 'spent'] as const)('count as paid where one is %s, and are kept', async (state) => {
    const run = listOf(rows)
    tell(try0(), state)
    expect(await look(run)).toEqual({ isPaid: true, shown: [], taken: NONE })
    expect(kept()).toHaveLength(1)
  })

  it('let nothing be paid where nothing proves the one that is said to be paid', async () => {
    const run = listOf(rows)
    tell(try0({ isSigned: false }), 'spent')
    await expect(look(run)).rejects.toEqual(alreadySent({ requestId: partId(RUN, [first, second], 0), asked: false }))
    expect(kept()).toEqual([])
  })

  it('are named where one was only shown', async () => {
    const run = listOf(rows)
    const shown = try0()
    tell(shown, 'unspent')
    const found = await look(run)
    expect(found.isPaid).toBe(false)
    expect(found.shown.map((record) => record.transaction_hash)).toEqual([shown.hash])
  })

  describe('of which the service says that somebody else made them', () => {
    const another = user('mallory')
    const theirs = (senders: readonly UserId[] = [another]) => {
      const found = try0()
      return { ...found, told: { ...found.told, senders } }
    }

    it.each(['unspent', 'signed', 'spent'] as const)('are nothing of the list where they are %s', async (state) => {
      const run = listOf(rows)
      const one = theirs()
      tell(one, state)
      expect(await look(run)).toEqual({ isPaid: false, shown: [], taken: new Set([one.told.request_id]) })
      expect(kept()).toEqual([])
      expect(await needRowsUnpaid(desk, read(own('waiting', request('waiting'), [first, second])))).toEqual([])
    })

    it.each([
      ['it names one of this account', [another, ACCOUNT]],
      ['it names nobody', []],
    ])('count all the same where %s', async (_, senders) => {
      const run = listOf(rows)
      tell(theirs(senders), 'signed')
      expect(await look(run)).toMatchObject({ isPaid: true, taken: NONE })
    })

    it('count all the same where they spend a coin that was listed here, or their bytes are others', async () => {
      const run = listOf(rows)
      const one = theirs()
      tell(one, 'signed')
      const { raw_transaction: bytes } = made({ name: 'other bytes', id: request('other'), rows }).told
      service.set(one.told.request_id, { ...one.told, raw_transaction: bytes })
      await expect(look(run)).rejects.toEqual(alreadySent({ requestId: one.told.request_id }))
      happens(one, 'signed')
      expect(await look(run)).toMatchObject({ isPaid: true, taken: NONE })
    })
  })

  it('of a group are not made where its members are asked for one', async () => {
    holders = group
    const run = listOf(rows, { holder: group })
    const { told } = try0()
    const waits = { revoked_by: null, signers: [user('ana')], senders_threshold: 2 }
    multisigs.set(told.request_id, { ...told, ...waits })
    const already = alreadySent({ requestId: told.request_id, asked: true })
    await expect(look(run)).rejects.toEqual(already)
    const waiting = own('waiting', request('waiting'), [first, second], 'multisig')
    await expect(needRowsUnpaid(desk, read(waiting))).rejects.toEqual(already)
  })

  describe('in a payment that was given up here', () => {
    const other: Row = [dora, '5']
    const [third] = idsOf([other]) as [RequestId]
    /** Of the first and the second, while the first and a third are to be paid. */
    const givenUp = (paid: readonly RequestId[] = [first, second], kind: 'transfer' | 'multisig' = 'transfer') => {
      const id = own('given up', partId(RUN, paid, 0), paid, kind)
      store.intents.payments.cancel(id)
      return id
    }
    const run = () => listOf([[dora, '1'], other])

    it('count where another computer has sent it', async () => {
      const list = run()
      givenUp()
      tell(try0(), 'spent')
      expect(await look(list, [first, third])).toEqual({ isPaid: true, shown: [], taken: NONE })
      expect(kept()).toEqual([[partId(RUN, [first, second], 0), true, [first, second]]])
    })

    it('let nothing be paid where nothing proves it', async () => {
      const list = run()
      const id = givenUp()
      tell(try0({ isSigned: false }), 'spent')
      await expect(look(list, [first, third])).rejects.toEqual(alreadySent({ requestId: id }))
    })

    it('count where it was of some of the rows alone', async () => {
      const list = run()
      givenUp([first])
      tell(made({ name: 'less', id: partId(RUN, [first], 0), rows: [[dora, '1']] }), 'signed')
      expect(await look(list, [first, third])).toMatchObject({ isPaid: true })
    })

    it('are none where it was only shown, or of other rows', async () => {
      const list = run()
      const id = givenUp()
      tell(try0(), 'unspent')
      expect(await look(list, [first, third])).toEqual({ isPaid: false, shown: [], taken: NONE })
      tell(try0(), 'spent')
      asked = []
      expect(await look(list, [third])).toEqual({ isPaid: false, shown: [], taken: NONE })
      expect(asked).not.toContain(id)
    })

    it('are none where somebody else took its id', async () => {
      const list = run()
      givenUp()
      tell({ ...try0(), told: { ...try0().told, senders: [user('mallory')] } }, 'spent')
      expect(await look(list, [first, third])).toEqual({ isPaid: false, shown: [], taken: NONE })
    })

    it('are looked for in no payment that is not given up', async () => {
      const list = run()
      const id = own('open', partId(RUN, [first, second], 0), [first, second])
      tell(try0(), 'spent')
      await look(list, [first, third])
      expect(asked).not.toContain(id)
    })

    it('are looked for in none of a group, whose requests say so themselves', async () => {
      const list = run()
      const id = givenUp([first, second], 'multisig')
      tell(try0(), 'spent')
      await look(list, [first, third])
      expect(asked).not.toContain(id)
    })
  })
})

describe('a payment of a list that is to be signed', () => {
  const rows: readonly Row[] = [
    [dora, '1'],
    [eve, '2'],
    [dora, '5'],
  ]
  const ids = idsOf(rows) as [RequestId, RequestId, RequestId]
  const [first, second, third] = ids
  const waiting = (paid: readonly RequestId[] = ids) => own('waiting', request('waiting'), paid)
  const check = (id: RequestId) => needRowsUnpaid(desk, read(id))

  it('is signed where nothing of it is paid, and names what was only shown', async () => {
    listOf(rows)
    const id = waiting()
    expect(await check(id)).toEqual([])
    const shown = made({ name: 'shown', id: partId(RUN, ids, 0), rows })
    tell(shown, 'unspent')
    expect((await check(id)).map((record) => record.transaction_hash)).toEqual([shown.hash])
  })

  it('is not where another try of it was sent, by another computer or here', async () => {
    listOf(rows)
    const id = waiting()
    tell(made({ name: 'sent', id: partId(RUN, ids, 0), rows }), 'signed')
    await expect(check(id)).rejects.toEqual(alreadySent({ requestId: partId(RUN, ids, 0), asked: false }))
    service.clear()
    sign(own('before', partId(RUN, ids, 0), ids))
    const already = await check(id).catch((error: unknown) => error)
    expect(already).toEqual(alreadySent({ requestId: partId(RUN, ids, 0), asked: false }))
    expect(already).toEqual(
      expect.objectContaining({ details: expect.not.objectContaining({ rows: expect.anything() }) }),
    )
  })

  it('is not in its own way once it is signed', async () => {
    listOf(rows)
    const id = own('itself', partId(RUN, ids, 0), ids)
    sign(id)
    expect(await check(id)).toEqual([])
  })

  it('is not where rows of it were sent with others in a payment that was given up here, and says how many', async () => {
    listOf(rows)
    const left = own('given up', request('left'), [first, second, request('gone')])
    store.intents.payments.cancel(left)
    const id = waiting()
    tell(made({ name: 'sent', id: left, rows: rows.slice(0, 2) }), 'signed')
    await expect(check(id)).rejects.toEqual(alreadySent({ requestId: left, rows: 2 }))
  })

  it('is not where another computer has paid rows of it alone, and says how many of which payment', async () => {
    listOf(rows)
    const id = waiting([second, third])
    const one = made({ name: 'one', id: partId(RUN, [first], 0), rows: [[dora, '1']], at: 1 })
    const two = made({ name: 'two', id: partId(RUN, [second], 0), rows: [[eve, '2']], at: 2 })
    happens(one, 'spent')
    expect(await check(id)).toEqual([])
    happens(two, 'signed')
    await expect(check(id)).rejects.toEqual(alreadySent({ requestId: two.told.request_id, rows: 1 }))
  })

  it.each(['signed', 'final'] as const)(
    'is not where another payment here that has a row of it is %s',
    async (state) => {
      listOf(rows)
      const id = waiting()
      const other = own('other', request('other'), [third, request('gone')])
      expect(await check(id)).toEqual([])
      sign(other)
      if (state === 'final') store.intents.payments.markFinal(other)
      await expect(check(id)).rejects.toEqual(alreadySent({ requestId: other, rows: 1 }))
    },
  )

  it('of no list is not looked after', async () => {
    const { id } = store.intents.payments.create(aPayment('none', { detail: intent as unknown as Json }))
    expect(await check(id)).toEqual([])
    expect(asked).toEqual([])
  })
})
