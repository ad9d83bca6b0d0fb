import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { type AccountStore, type CosignRequest, openAccountStore } from '#store'
import { fromJson, jsonOf } from '../../src/store/exact-json.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  accountFolder,
  aHolder,
  aPayment,
  asset,
  hashOf,
  outputId,
  request,
  tickingClock,
} from '../support/store.ts'
import { poison } from './poison.ts'

/** Whatever a peer may have put into a record, in bigints and in names that look like the marker of one. */
const data = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.string(),
    fc.boolean(),
    fc.bigInt(),
    fc.integer(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('$bigint', '$$bigint', '$$$bigint', 'bigint', 'a'), tie('value'), { maxKeys: 3 }),
  ),
})).value

describe('a record', () => {
  it('comes back as it was, whatever its members are called', () => {
    fc.assert(
      fc.property(data, (value) => {
        expect(fromJson(jsonOf(value))).toEqual(value)
      }),
      { numRuns: 500 },
    )
  })

  it('written without an escape is data where it is no bigint', () => {
    for (const text of [
      '{"$bigint":"x"}',
      '{"$bigint":5}',
      '{"$bigint":""}',
      '{"$bigint":"1","b":2}',
      '{"$bigint":null}',
    ])
      expect(fromJson(`[${text}]`)).toEqual([JSON.parse(text)])
    expect(fromJson('{"at":{"$bigint":"-12"}}')).toEqual({ at: -12n })
    expect(fromJson('{"$bigint":{"$bigint":"5"},"__proto__":[{"$bigint":"7"}]}')).toEqual(
      JSON.parse('{"$bigint":5,"__proto__":[7]}', (_key, member: unknown) =>
        typeof member === 'number' ? BigInt(member) : member,
      ),
    )
  })
})

describe('a row that cannot be understood', () => {
  let folder: string
  let store: AccountStore
  let lines: Parameters<Log>[]

  const open = () => {
    store = openAccountStore({
      ...{ dir: folder, network: 'local', account: ACCOUNT, clock: tickingClock() },
      log: (...line) => void lines.push(line),
    })
  }
  beforeEach(() => {
    folder = newFolder('store')
    lines = []
    open()
  })
  afterEach(() => store.close())

  function poisoned(table: string, column: string, text: string, where?: string): void {
    store.close()
    poison(join(accountFolder(folder), 'intents.db'), table, column, text, where)
    open()
    expect(store.notices()).toEqual([])
  }

  const aRequest = (name: string): Omit<CosignRequest, 'seenAt' | 'updatedAt'> => ({
    id: request(name),
    holder: aHolder().id,
    hash: hashOf(name),
    state: 'open',
    raw: '77770005',
    detail: { coins: [{ name }] },
  })
  const holder = aHolder().id

  it('does not hide requests, and one poisoned by its sender is itself again', () => {
    store.intents.requests.put(aRequest('a'))
    poisoned('requests', 'detail', '{"coins":[{"foreign":{"$bigint":"x"}}]}')
    const detail = { coins: [{ foreign: { $bigint: 'x' } }] }
    expect(store.intents.requests.open()).toMatchObject([{ id: request('a'), detail }])
    store.intents.requests.put({ ...aRequest('b'), detail })
    expect(store.intents.requests.list().map((each) => each.detail)).toEqual([detail, detail])
    expect(lines).toEqual([])
  })

  it('is a request that says nothing, with a line in the log', () => {
    store.intents.requests.put(aRequest('a'))
    store.intents.requests.put(aRequest('b'))
    poisoned('requests', 'detail', '{"coins', `hash = x'${hashOf('a')}'`)
    const said = { [request('a')]: null, [request('b')]: { coins: [{ name: 'b' }] } }
    expect(Object.fromEntries(store.intents.requests.open().map(({ id, detail }) => [id, detail]))).toEqual(said)
    expect(store.intents.requests.list({ holder })).toHaveLength(2)
    expect(lines).toEqual([['error', 'store.row_unreadable', { file: 'intents', what: 'request' }]])
  })

  it('is left out of drafts', () => {
    store.intents.drafts.save({ id: 'one', holder, form: { amount: '1' } })
    store.intents.drafts.save({ id: 'two', holder, form: { amount: '2' } })
    poisoned('drafts', 'form', '{', "id = 'one'")
    expect(store.intents.drafts.list(holder).map(({ id }) => id)).toEqual(['two'])
    expect(lines).toHaveLength(1)
  })

  it('is left out of deposit addresses but still known to be pinned', () => {
    const entry = { chain_id: asset('BTC'), destination: 'bc1', tag: '' } as Parameters<
      typeof store.intents.depositPins.pin
    >[1]
    store.intents.depositPins.pin(holder, entry)
    store.intents.depositPins.pin(holder, { ...entry, chain_id: asset('ETH') })
    poisoned('deposit_pins', 'record', '"', "record LIKE '%' ORDER BY pinned_at")
    expect(store.intents.depositPins.list(holder).map(({ chainId }) => chainId)).toEqual([asset('ETH')])
    expect(codeOf(refusal(() => store.intents.depositPins.get(holder, asset('BTC'))))).toBe('store.damaged')
  })

  it('is reported, never left out, where it stands for money', () => {
    store.intents.payments.create(aPayment('p'))
    store.intents.audits.set(outputId(1), 'failed', { reason: 'missing' })
    poisoned('payments', 'detail', '{')
    poisoned('payments', 'problem', '[]')
    poisoned('audits', 'evidence', '{')
    const problem = { code: 'store.damaged', details: {} }
    expect(store.intents.payments.list()).toMatchObject([{ id: request('p'), detail: null, problem }])
    expect(store.intents.payments.get(request('p'))).toMatchObject({ detail: null, problem })
    expect(store.intents.audits.list('failed')).toMatchObject([{ outputId: outputId(1), evidence: null }])
    expect(lines.map(([, , fields]) => fields?.['what'])).toEqual(['payment', 'problem of a payment', 'audit'])
  })
})

function refusal(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
