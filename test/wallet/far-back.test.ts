import { afterEach, beforeEach, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import type { Hash, Nanos } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Payee } from '#contract/ipc'
import { parseAmount, parseSignedAmount } from '#protocol/text'
import type { AccountStore, Payment } from '#store'
import { mustAsk } from '../../src/wallet/payments/caution.ts'
import { meanwhileChecks } from '../../src/wallet/payments/meanwhile.ts'
import { elsewhereChecks } from '../../src/wallet/payments/paid-elsewhere.ts'
import { samePaidChecks } from '../../src/wallet/payments/same-paid.ts'
import { learnPaid } from '../../src/wallet/runs/elsewhere.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  aSnapshot,
  openAccount,
  request,
  spendOf,
  spent,
  user,
} from '../support/store.ts'
import { intent } from './payment-records.ts'

/* What was paid before many others of the same day, or since the same list was read. */

const START = 1_790_000_000_000_000_000n
const MINUTE = 60_000_000_000n
const BOB: Payee = { kind: 'user', userId: user('bob') }
const NAMES = Array.from({ length: 520 }, (_, at) => `other ${at}`)

let store: AccountStore
let now: bigint
const clock = { now: () => now as Nanos, monotonicMs: () => 0, sleep: async () => undefined }

beforeEach(() => {
  now = START
  store = openAccount(newFolder('store'), clock)
})
afterEach(() => store.close())

const wish = (payee: Payee, more: object = {}) => ({
  ...intent,
  rows: [{ payee, amount: parseAmount('0.6') }],
  ...more,
})

/** A payment of 0.6 that was written and, unless it is only prepared, signed. */
function written(name: string, payee: Payee, end: 'prepared' | 'final', more: object = {}): Payment {
  const { payments } = store.intents
  const [id, coin] = [request(name), anOutput(name)]
  const { raw, spentBy: hash } = spendOf(coin)
  payments.create(aPayment(name, { detail: wish(payee, more) }))
  payments.reserve(id, [aPlan(name, [coin])])
  payments.storeRaw(id, [{ requestId: id, raw, hash }])
  if (end === 'final') {
    payments.markVerified(id, [{ requestId: id, record: null }])
    payments.approve(id, hash)
    payments.storeSigned(id, [{ requestId: id, raw }])
    payments.markFinal(id, [id])
  }
  return payments.get(id) as Payment // just written
}

/** Others, to somebody else. */
function writeMany(): void {
  for (const name of NAMES) {
    now += MINUTE
    written(name, { kind: 'user', userId: user(name) }, 'final')
  }
}

function parts() {
  const { cache, intents } = store
  const directory = createDirectory({ table: assets, cache, account: ACCOUNT, groups: intents.groups })
  return { account: ACCOUNT, store, directory, clock, holder: () => aHolder(), remote: { clockSkewMs: () => 0 } }
}

const ids = (checks: readonly { readonly id: string }[]) => checks.map(({ id }) => id.split(':')[0])

it('is told of when the same is paid to the same again', () => {
  written('first', BOB, 'final')
  writeMany()
  expect(ids(samePaidChecks(parts(), written('again', BOB, 'prepared')))).toEqual(['same-paid'])
})

it('is told of when a list pays the same', () => {
  const since = now
  now += MINUTE
  written('first', BOB, 'final')
  writeMany()
  const run = { id: request('run'), rows: [request('row')], since }
  expect(ids(meanwhileChecks(parts(), written('of the list', BOB, 'prepared', { run })))).toEqual(['meanwhile'])
})

it('is told of when another computer paid it', () => {
  const at = (more: bigint) => (START + more * MINUTE) as Nanos
  const left = (name: string, more: bigint, hash: Hash, opponent: string) =>
    aSnapshot(name, {
      ...{ created_at: at(more), amount: parseSignedAmount('-0.6') },
      transaction_hash: hash,
      opponent_id: user(opponent),
    })
  writeMany()
  const { spentBy: foreign } = spendOf(anOutput('elsewhere'))
  const snapshots = [
    left('elsewhere', 0n, foreign, 'bob'),
    ...NAMES.map((name, n) => left(name, BigInt(n + 1), spendOf(anOutput(name)).spentBy, name)),
  ]
  store.cache.snapshots.applyPage({ snapshots, cursor: 'x' })
  expect(ids(elsewhereChecks(parts(), written('again', BOB, 'prepared')))).toContain('elsewhere')
})

it('is looked for behind payments that spent hundreds of coins each', async () => {
  const group = aHolder('me', 'ana')
  const outputs = ['before', 'one', 'two', 'three'].flatMap((name, at) =>
    Array.from({ length: 256 }, (_, n) => ({
      ...spent(anOutput(at * 256 + n + 1, { holder: group })),
      signed_by: spendOf(anOutput(name)).spentBy,
    })),
  )
  store.cache.outputs.applyPage({ holder: group, outputs, cursor: outputs.length })
  const asked: string[] = []
  const call = async (_name: string, { params }: { readonly params: { readonly id: string } }) => {
    asked.push(params.id)
    throw failure('remote.not_found', 'no such transaction')
  }
  const sync = { status: () => ({ caughtUp: true }) }
  const desk = { ...parts(), holder: () => group, remote: { call }, sync } as unknown as Parameters<typeof learnPaid>[0]
  const run = { id: request('run'), holder: group.id, rows: [] } as unknown as Parameters<typeof learnPaid>[1]
  await learnPaid(desk, run, new Set())
  expect(asked).toContain(spendOf(anOutput('before')).spentBy)
})

it('is asked about before anything is sent, and the first page of a long day is enough for that', () => {
  const signed = written('signed', BOB, 'final')
  const long = Array.from({ length: 1_500 }, (_, at) =>
    aSnapshot(`long ${at}`, {
      ...{ created_at: (now + BigInt(at + 1)) as Nanos, amount: parseSignedAmount('-0.1') },
      ...{ transaction_hash: spendOf(anOutput(`long ${at}`)).spentBy, opponent_id: user('somebody') },
    }),
  )
  store.cache.snapshots.applyPage({ snapshots: long, cursor: 'x' })
  let pages = 0
  const list: AccountStore['cache']['snapshots']['list'] = (query) => {
    pages += 1
    return store.cache.snapshots.list(query)
  }
  const counted = { intents: store.intents, cache: { ...store.cache, snapshots: { ...store.cache.snapshots, list } } }
  expect(mustAsk(counted, clock, signed, { fresh: false, before: new Set() })).toBe('spent_elsewhere')
  expect(pages).toBe(1)
  const all = new Set(long.map(({ transaction_hash }) => transaction_hash))
  expect(mustAsk(counted, clock, signed, { fresh: false, before: all })).toBeNull()
})
