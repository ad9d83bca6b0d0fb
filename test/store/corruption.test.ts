import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Output, Snapshot } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { toAmount } from '#protocol'
import type { AccountStore, Payment } from '#store'
import { NIGHTLY } from '../support/nightly.ts'
import { newFolder } from '../support/scratch.ts'
import {
  accountFolder,
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  aSnapshot,
  hashOf,
  hexText,
  kernel,
  openAccount,
  request,
  spent,
} from '../support/store.ts'

const PAGE = 50
const COPIES = NIGHTLY ? 200 : 60
const WALS = NIGHTLY ? 80 : 24
const holder = aHolder()

let folder: string
beforeEach(() => {
  folder = newFolder('store')
})

interface Truth {
  readonly outputs: readonly Output[]
  readonly snapshots: readonly Snapshot[]
  readonly payments: readonly Payment[]
}

/** An account with something of everything, closed, and beside it a copy of the files as they lie in use. */
function writeTruth(): Truth {
  const outputs = Array.from({ length: 300 }, (_, at) => {
    const output = anOutput(at + 1, {
      amount: toAmount(BigInt(at + 1)),
      extra: at % 9 === 0 ? hexText('x'.repeat(at)) : '',
    })
    return at % 3 === 0 ? spent(output) : output
  })
  const snapshots = Array.from({ length: 120 }, (_, at) => aSnapshot(at, { memo: hexText(`memo number ${at}`) }))
  const store = openAccount(folder)
  for (let at = 0; at < outputs.length; at += PAGE) {
    store.cache.outputs.applyPage({ holder, outputs: outputs.slice(at, at + PAGE), cursor: at + PAGE })
  }
  store.cache.snapshots.applyPage({ snapshots, cursor: 'c' })
  for (let at = 0; at < 25; at += 1) {
    store.intents.payments.create(aPayment(at, { detail: { note: 'n'.repeat(at * 40) } }))
    store.intents.payments.reserve(request(at), [aPlan(at, [anOutput(at * 3 + 2)])])
    store.intents.payments.storeRaw(request(at), [{ requestId: request(at), raw: '77'.repeat(300), hash: hashOf(at) }])
  }
  store.resync.done()
  const inUse = join(folder, 'in-use')
  mkdirSync(inUse)
  for (const name of ['cache.db', 'cache.db-wal', 'intents.db', 'intents.db-wal']) {
    copyFileSync(join(accountFolder(folder), name), join(inUse, name))
  }
  const payments = store.intents.payments.list().flatMap((each) => store.intents.payments.get(each.id) ?? [])
  store.close()
  return { outputs, snapshots, payments }
}

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return state % below
  }
}

const FAULTS: Record<string, (path: string, next: (below: number) => number) => void> = {
  'bit flipped': (path, next) => change(path, (bytes) => flip(bytes, next(bytes.length), next(8))),
  'three bits flipped': (path, next) =>
    change(path, (bytes) => {
      for (let times = 0; times < 3; times += 1) flip(bytes, next(bytes.length), next(8))
    }),
  'page zeroed': (path, next) => change(path, (bytes) => bytes.fill(0, ...pageOf(bytes, next))),
  'page of noise': (path, next) =>
    change(path, (bytes) => {
      const [from, to] = pageOf(bytes, next)
      for (let at = from; at < to; at += 1) bytes[at] = next(256)
    }),
  'page written twice': (path, next) =>
    change(path, (bytes) => bytes.copyWithin(pageOf(bytes, next)[0], ...pageOf(bytes, next))),
  'cut off': (path, next) => truncateSync(path, next(readFileSync(path).length)),
}

function change(path: string, work: (bytes: Buffer) => unknown): void {
  const bytes = readFileSync(path)
  if (bytes.length === 0) return
  work(bytes)
  writeFileSync(path, bytes)
}
function flip(bytes: Buffer, at: number, bit: number): void {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
}
function pageOf(bytes: Buffer, next: (below: number) => number): [number, number] {
  const page = next(Math.max(1, Math.floor(bytes.length / 4096)))
  return [page * 4096, Math.min(bytes.length, (page + 1) * 4096)]
}

/** undefined when the store says that it cannot answer; any other error is the test's failure. */
function ask<Answer>(work: () => Answer): Answer | 'refused' {
  try {
    return work()
  } catch (error) {
    if (codeOf(error) === 'store.damaged') return 'refused'
    throw error
  }
}

/** Nearly all answers are true; what it takes to judge another one is asked only then. */
function expectSame(found: unknown, wanted: unknown, excused = (): boolean => false): void {
  if (found !== 'refused' && !isDeepStrictEqual(found, wanted) && !excused()) expect(found).toEqual(wanted)
}

/** What is shown is true, or said to be missing: by a notice, or by a refusal. */
function checkAgainst(store: AccountStore, truth: Truth): void {
  const lost = (file: string) => store.notices().some((notice) => notice.file === file)
  const balances = ask(() => store.cache.outputs.balances(holder.id))
  const unspent = truth.outputs.filter((output) => output.state === 'unspent')
  if (lost('cache')) expect(balances).toEqual([])
  else if (balances !== 'refused') {
    const amount = unspent.reduce((sum, output) => sum + output.amount, 0n)
    expect(balances).toMatchObject([{ unspent: { coins: unspent.length, amount }, signed: { coins: 0 } }])
    const coins = ask(() => [
      ...store.cache.outputs.coins({ holder: holder.id, kernelAsset: kernel('BTC') }).ascending(),
    ])
    const wanted = unspent.map((output) => ({ id: output.output_id, amount: output.amount }))
    expectSame(coins, wanted)
  }
  for (const output of truth.outputs) {
    const found = ask(() => store.cache.outputs.get(output.output_id))
    expectSame(found, output, () => lost('cache'))
  }
  for (const snapshot of truth.snapshots) {
    const found = ask(() => store.cache.snapshots.get(snapshot.snapshot_id))
    expectSame(found, snapshot, () => lost('cache'))
  }
  ask(() => store.cache.snapshots.list({ filter: { search: 'memo number' }, limit: 200 }))
  for (const payment of truth.payments) {
    const found = ask(() => store.intents.payments.get(payment.id))
    expectSame(found, payment, () => found === undefined && lost('intents'))
  }
  if (lost('intents') || lost('cache')) expect(store.resync.needed()).not.toBeNull()
}

/** Opens a copy, damaged in a way of its own, and tells what came of it. */
function tryCopy(from: string, damage: (folder: string) => void, judge: (store: AccountStore) => void): string {
  const copy = newFolder('store')
  try {
    cpSync(from, accountFolder(copy), { recursive: true })
    damage(accountFolder(copy))
    const store = openAccount(copy)
    try {
      judge(store)
      return store.notices().length > 0 ? 'set aside' : 'whole'
    } finally {
      store.close()
    }
  } catch (error) {
    const code = codeOf(error)
    if (!code.startsWith('store.')) throw error
    return 'refused'
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function count(outcomes: readonly string[], wanted: string): number {
  return outcomes.filter((outcome) => outcome === wanted).length
}

describe(`${COPIES} corrupted copies`, () => {
  it('never crash, and never show what is not true', () => {
    const truth = writeTruth()
    const kinds = Object.keys(FAULTS)
    const outcomes = Array.from({ length: COPIES }, (_, seed) => {
      const file = seed % 3 === 0 ? 'intents.db' : 'cache.db'
      const kind = kinds[seed % kinds.length] ?? ''
      const damage = (path: string) => FAULTS[kind]?.(join(path, file), numbers(seed * 7919 + 1))
      try {
        return tryCopy(accountFolder(folder), damage, (store) => checkAgainst(store, truth))
      } catch (error) {
        throw new Error(`seed ${seed}: ${kind} in ${file}`, { cause: error })
      }
    })
    expect(count(outcomes, 'set aside')).toBeGreaterThan(COPIES / 2)
    expect(count(outcomes, 'refused')).toBeLessThan(COPIES / 10)
  })
})

describe('a -wal that lost its end or was damaged', () => {
  it('leaves whole commits up to some point, and asks for a resync', () => {
    const truth = writeTruth()
    const inUse = join(folder, 'in-use')
    for (let seed = 0; seed < WALS; seed += 1) {
      const next = numbers(seed * 104_729 + 3)
      const file = seed % 2 === 0 ? 'cache.db-wal' : 'intents.db-wal'
      const kind = seed % 4 < 2 ? 'cut off' : 'bit flipped'
      const damage = (path: string) => FAULTS[kind]?.(join(path, file), next)
      tryCopy(inUse, damage, (store) => {
        expect(store.resync.needed(), `seed ${seed}`).not.toBeNull()
        const cursor = store.cache.outputs.cursor(holder.id)
        const pages = truth.outputs.slice(0, cursor)
        expect(cursor % PAGE).toBe(0)
        expect(store.cache.outputs.openIds(holder.id, 'unspent', { after: 0, upTo: Number.MAX_SAFE_INTEGER })).toEqual(
          pages.filter((output) => output.state === 'unspent').map((output) => output.output_id),
        )
        expect(store.cache.outputs.balances(holder.id).map((balance) => balance.unspent.coins)).toEqual(
          cursor === 0 ? [] : [pages.filter((output) => output.state === 'unspent').length],
        )
        for (const { id } of store.intents.payments.list()) {
          const found = store.intents.payments.get(id)
          const last = truth.payments.find((payment) => payment.id === id)
          if (found?.state === 'built') expect(found).toEqual(last)
          else expect(found).toMatchObject({ id, detail: last?.detail, transactions: [{ unsignedRaw: null }] })
        }
        const held = store.intents.payments.holds().map((hold) => hold.paymentId)
        const live = store.intents.payments.list().filter((payment) => payment.state !== 'draft')
        expect(held.sort()).toEqual(live.map((payment) => payment.id).sort())
      })
    }
  })

  it('may be missing altogether: what is left is older, and says so', () => {
    writeTruth()
    const outcome = tryCopy(
      join(folder, 'in-use'),
      (path) => {
        rmSync(join(path, 'cache.db-wal'))
        rmSync(join(path, 'intents.db-wal'))
      },
      (store) => expect(store.resync.needed()).not.toBeNull(),
    )
    expect(outcome).toBe('whole')
  })
})
