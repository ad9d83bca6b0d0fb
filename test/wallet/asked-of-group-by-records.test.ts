import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Holder, MultisigRecord } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Remote } from '#remote'
import type { AccountStore, Json } from '#store'
import {
  inTurn,
  isAnothers,
  isFinal,
  nextTurn,
  readGroupRecord,
  triesOfHolder,
  turnOf,
} from '../../src/wallet/payments/group-record.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { ACCOUNT, aPayment, aPlan, hashOf, request, time, user } from '../support/store.ts'
import { coded } from '../support/wallet.ts'
import { bitcoin, coinNamed, group, hashIn, openGroup, rawOf, readOf, recordOf, signedBy } from './group-records.ts'
import { intent } from './payment-records.ts'

/* Whose something is that is recorded under an id, and what members of a group are asked for under it, by what the service says of it. */

type Desk = Parameters<typeof triesOfHolder>[0]

const coins = [coinNamed('one'), coinNamed('another')]
const [one, another] = coins as [(typeof coins)[number], (typeof coins)[number]]
const raw = rawOf(coins)
const id = request('asked')

let store: AccountStore
let multisig: (() => MultisigRecord) | undefined
let transaction: (() => object) | undefined
let asked: string[]
const line = {}

const call = async (name: string, { params }: { readonly params: { readonly id: string } }) => {
  asked.push(name)
  const found = name === 'multisigs.read' ? multisig : transaction
  if (params.id !== id || found === undefined) throw failure('remote.not_found', 'nothing is there')
  return found()
}
const remote = { call } as unknown as Remote // the calls that are made

beforeEach(() => {
  ;[multisig, transaction, asked] = [undefined, undefined, []]
  store = openGroup()
})
afterEach(() => store.close())

/** Members have signed it. */
const record = (fields: Partial<MultisigRecord> = {}) => recordOf('asked', raw, { signers: [user('ana')], ...fields })
const list = (...listed: Parameters<typeof readOf>[]) =>
  store.cache.outputs.applyPage({ holder: group, outputs: listed.map((each) => readOf(...each)), cursor: 1 })

describe('what somebody else has recorded', () => {
  const strangers = { senders: [user('eve'), user('ida')] }
  const is = (fields: Partial<MultisigRecord> = {}, holder: Holder = group) =>
    isAnothers({ account: ACCOUNT, store }, holder, record({ ...strangers, ...fields }))

  it('names nobody of this holder, and spends no coin that was ever listed here', () => {
    expect(is()).toBe(true)
  })

  it('is not told where it names nobody, or its bytes are not those of its hash', () => {
    expect(is({ senders: [] })).toBe(false)
    expect(is({ raw_transaction: '' })).toBe(false)
    expect(is({ transaction_hash: hashOf('another') })).toBe(false)
  })

  it('is none where it names one of those who pay, whoever else it names', () => {
    for (const name of ['me', 'ana', 'ben']) expect(is({ senders: [user('eve'), user(name)] })).toBe(false)
  })

  it('is none where it names this account, also for a group that it is no member of', () => {
    expect(is({ senders: [ACCOUNT] }, holderOf([user('ana'), user('ben')], 2))).toBe(false)
  })

  it.each<[string, () => void]>([
    ['free', () => list([another])],
    ['spent', () => list([another, { state: 'spent', signed_by: hashOf('x') }])],
    [
      'set aside',
      () => {
        list([another])
        store.cache.outputs.putAside(group, readOf(another), ['existence'])
      },
    ],
  ])('is none where one of the coins is listed here: %s', (_, known) => {
    known()
    expect(is()).toBe(false)
  })
})

describe('what members of a group are asked for under an id', () => {
  async function tries(of: Holder = group) {
    const desk = { account: ACCOUNT, holder: () => of, remote, store } as unknown as Desk // what it asks for
    const ids = (attempt: number) => (attempt === 0 ? id : request(`try ${attempt}`))
    const found: string[] = []
    for await (const each of triesOfHolder(desk, of.id, ids)) {
      expect(each.id).toBe(id)
      found.push(each.isAnothers ? 'by another' : each.isAsked ? 'elsewhere' : 'otherwise')
    }
    return found.join()
  }
  beforeEach(() => list([one], [another]))

  /** This journal asked for it and gave it up, after it was signed here or before. */
  function known(bytes: string, isSigned = false): void {
    const { payments } = store.intents
    const draft = aPayment('asked', { kind: 'multisig', holder: group.id, detail: intent as unknown as Json })
    payments.create({ ...draft, transactions: draft.transactions.map((each) => ({ ...each, kernelAssetId: bitcoin })) })
    payments.reserve(id, [
      {
        ...aPlan(
          'asked',
          coins.map((each) => readOf(each)),
        ),
        requestId: id,
      },
    ])
    payments.storeRaw(id, [{ requestId: id, raw: bytes, hash: hashIn(bytes) }])
    if (!isSigned) return void payments.cancel(id)
    payments.markVerified(id, [{ requestId: id, record: null }])
    payments.approve(id, hashOf('digest'))
    payments.storeSigned(id, [{ requestId: id, raw: signedBy(bytes, coins, 'me') }])
    payments.revoke(id, { code: 'wallet.request_revoked', details: {} })
  }
  const said = (fields: Partial<MultisigRecord> = {}) => {
    multisig = () => record(fields)
    return tries()
  }

  it('is asked for elsewhere where a member has signed it', async () => {
    expect(await said()).toBe('elsewhere')
  })

  it('is nothing where nobody has signed it, it was given up, or there is none', async () => {
    expect(await said({ signers: [] })).toBe('')
    expect(await said({ revoked_by: user('ana') })).toBe('')
    multisig = undefined
    expect(await tries()).toBe('')
  })

  it('is somebody else’s where it names others and spends nothing of ours', async () => {
    const theirs = rawOf([coinNamed('of others')])
    const fields = { senders: [user('eve')], raw_transaction: theirs, transaction_hash: hashIn(theirs) }
    expect(await said(fields)).toBe('by another')
    multisig = undefined
    transaction = () => ({ ...record(fields), state: 'spent' })
    expect(await tries()).toBe('by another')
  })

  it.each<[string, object, string]>([
    ['by another transaction', { state: 'spent', signed_by: hashOf('another') }, ''],
    ['by itself', { state: 'spent', signed_by: hashIn(raw) }, 'elsewhere'],
    ['by nobody knows what', { state: 'spent', signed_by: null }, 'elsewhere'],
    ['by nothing yet, though another is signed for it', { state: 'signed', signed_by: hashOf('another') }, 'elsewhere'],
  ])('can be completed or not, where one of its coins was spent %s', async (_, fields, is) => {
    store.cache.outputs.applyReconciled(group, [readOf(another, fields)])
    expect(await said()).toBe(is)
  })

  it.each<[string, readonly string[], string]>([
    ['this account, elsewhere', ['me'], 'elsewhere'],
    ['another member alone', ['ana'], ''],
    ['enough of them', ['me', 'ana'], ''],
  ])('is that which was made and given up here, unsigned, only where it was signed by %s', async (_, names, is) => {
    known(raw)
    expect(await said({ signers: names.map(user) })).toBe(is || 'otherwise')
  })

  it('is not that which was signed here before it was given up', async () => {
    known(raw, true)
    expect(await said({ signers: [ACCOUNT] })).toBe('otherwise')
  })

  it('is asked for elsewhere where it has other bytes than what was made here', async () => {
    known(rawOf([one]))
    expect(await said()).toBe('elsewhere')
  })

  it('is not known where the service says anything but that there is none', async () => {
    multisig = () => {
      throw failure('remote.malformed', 'no record')
    }
    await expect(tries()).rejects.toThrow(coded('remote.malformed'))
  })

  it('is not asked about for an account alone', async () => {
    multisig = () => record()
    expect(await tries(holderOf([ACCOUNT], 1))).toBe('')
    expect(asked).not.toContain('multisigs.read')
  })
})

describe('the record of a request', () => {
  const sent = (fields: object = {}) => ({
    ...{ transaction_hash: hashIn(raw), state: 'spent', snapshot_id: 'snapshot', snapshot_hash: hashOf('snapshot') },
    ...{ snapshot_at: time(20), ...fields },
  })
  const enough = { signers: [user('ana'), user('ben')], state: 'signed' }
  const read = async (fields: Partial<MultisigRecord> = enough) => {
    multisig = () => record(fields)
    return readGroupRecord(remote, id, line)
  }

  it('is joined by what became of the transaction once enough have signed', async () => {
    transaction = () => sent()
    expect(await read()).toMatchObject({ state: 'spent', snapshot_hash: hashOf('snapshot'), snapshot_at: time(20) })
    expect(asked).toEqual(['multisigs.read', 'transactions.read'])
  })

  it.each<[string, Partial<MultisigRecord>]>([
    ['before enough have signed', { signers: [user('ana')] }],
    ['where it was given up', { ...enough, revoked_by: user('ana') }],
    ['where it says itself that it is spent', { ...enough, state: 'spent' }],
    ['where it names its snapshot itself', { ...enough, snapshot_hash: hashOf('own') }],
    ['where it does not say how many are enough', { ...enough, senders_threshold: 0 }],
  ])('is asked for alone %s', async (_, fields) => {
    transaction = () => sent()
    expect(await read(fields)).toMatchObject(fields)
    expect(asked).toEqual(['multisigs.read'])
  })

  it('stays as it is where there is no such transaction, or one of other bytes', async () => {
    expect(await read()).toMatchObject({ state: 'signed', snapshot_hash: null })
    transaction = () => sent({ transaction_hash: hashOf('another') })
    expect(await read()).toMatchObject({ state: 'signed', snapshot_hash: null })
  })

  it('is not known where what became of it is not answered', async () => {
    transaction = () => {
      throw failure('remote.unreachable', 'no line')
    }
    await expect(read()).rejects.toThrow(coded('remote.unreachable'))
  })

  it('is final by its state or by its snapshot', () => {
    expect(isFinal(record({ state: 'signed' }))).toBe(false)
    expect(isFinal(record({ state: 'spent' }))).toBe(true)
    expect(isFinal(record({ state: 'signed', snapshot_hash: hashOf('snapshot') }))).toBe(true)
  })

  it('has its turn by when it was asked for, not by when it came', async () => {
    const late = Promise.withResolvers<MultisigRecord>()
    const first = inTurn(true, () => late.promise)
    const second = await inTurn(false, async () => record())
    late.resolve(record())
    const [before, after] = [turnOf(await first), turnOf(second)]
    expect([before?.did, after?.did]).toEqual([true, false])
    expect((before?.asked ?? 0) < (after?.asked ?? 0) && (after?.asked ?? 0) < nextTurn()).toBe(true)
    expect(turnOf(record())).toBeNull()
    expect(turnOf(await read({ signers: [] }))).toMatchObject({ did: false })
  })
})
