import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, type Nanos } from '#contract/domain'
import { type ErrorCode, failure } from '#contract/errors'
import { toAmount } from '#protocol'
import type { Remote } from '#remote'
import type { AccountStore } from '#store'
import { createRequestStore } from '../../src/wallet/approvals/request-store.ts'
import { createBell } from '../../src/wallet/shared/bell.ts'
import { systemClock } from '../support/clock.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aHolder, anOutput, hashOf, openAccount, request, spendOf, spent, time } from '../support/store.ts'

/* How often the service is asked for what spent a coin of a group. */

const group = aHolder('me', 'ana')
let store: AccountStore
let now: Nanos

beforeEach(() => {
  now = time(1_000_000)
  store = openAccount(newFolder('store'))
  store.intents.groups.put({ ...group, name: 'Family', colour: 3, order: 0, createdAt: now })
  store.cache.outputs.applyPage({ holder: group, outputs: [spent(anOutput(1, { holder: group }))], cursor: 1 })
})
afterEach(() => store.close())

function failingOver(code: ErrorCode, heard: (id: unknown) => void) {
  const call = async (_name: string, { params }: { readonly params: { readonly id: unknown } }): Promise<never> => {
    heard(params.id)
    throw failure(code, 'no request')
  }
  return createRequestStore({
    ...{ account: ACCOUNT, store, log: () => undefined, bell: createBell() },
    clock: { ...systemClock, now: () => now },
    remote: { call, clockSkewMs: () => 0 } as unknown as Remote,
  })
}

/** Times at which it is asked for in a day of rounds, a minute apart. */
async function askedInADay(code: ErrorCode): Promise<bigint[]> {
  const begun = now
  const asked: bigint[] = []
  const requests = failingOver(code, () => asked.push((now - begun) / MINUTE))
  for (; now - begun < DAY; now = (now + MINUTE) as Nanos) await requests.round()
  return asked
}

it('once, where the service says that there is no such request', async () => {
  expect(await askedInADay('remote.not_found')).toEqual([0n])
})

it('less and less often while what is answered is no word of it', async () => {
  const asked = await askedInADay('remote.malformed')
  expect(asked.slice(0, 6)).toEqual([0n, 1n, 3n, 7n, 15n, 31n])
  const pauses = asked.slice(1).map((at, place) => at - (asked[place] ?? 0n))
  expect(pauses.slice(6).every((pause) => pause === HOUR / MINUTE)).toBe(true)
  expect(asked.length).toBeGreaterThan(20)
})

it('soon, also where the clock was set back since', async () => {
  let asked = 0
  const requests = failingOver('remote.malformed', () => {
    asked += 1
  })
  await requests.round()
  now = (now - DAY) as Nanos
  await requests.round()
  expect(asked).toBe(2)
})

it('also for one that was called impossible, however many others have ended since', async () => {
  const coin = anOutput(2, { holder: group })
  const { spentBy: hash, raw } = spendOf(coin)
  store.cache.outputs.applyPage({
    ...{ holder: group, cursor: 2 },
    outputs: [{ ...spent(coin), signed_by: hash }],
  })
  const record = {
    ...{
      requestId: request('dead'),
      hash,
      assetId: null,
      kernelAssetId: null,
      amount: toAmount(1n),
      extra: '',
      signers: [],
    },
    ...{ sendersHash: group.membersHash, sendersThreshold: group.threshold, receivers: [] },
  }
  const detail = {
    ...{ source: 'found', members: group.members, threshold: group.threshold, by: null, askerNote: '', reviewBy: null },
    ...{
      signers: [],
      record,
      asked: null,
      coins: [],
      views: [],
      spentBy: hashOf('a lie'),
      revokedBy: null,
      otherHash: null,
    },
    ...{ createdAt: now, log: [] },
  } as const
  const put = (name: string, over: object) =>
    store.intents.requests.put({
      ...{ id: request(name), holder: group.id, hash: hashOf(name), state: 'dead', raw, detail },
      ...over,
    })
  put('dead', { hash })
  for (let at = 0; at < 200; at += 1) put(`later ${at}`, { detail: {} })
  const asked: unknown[] = []
  await failingOver('remote.not_found', (id) => asked.push(id)).round()
  expect(asked).toContain(hash)
})

it('behind a payment that spent more coins than are looked through for payments', async () => {
  const coins = (from: number, count: number, spentBy: string) =>
    Array.from({ length: count }, (_, at) => ({
      ...spent(anOutput(from + at, { holder: group })),
      signed_by: hashOf(spentBy),
    }))
  const outputs = [...coins(2, 1, 'before'), ...coins(3, 256, 'combined')]
  store.cache.outputs.applyPage({ holder: group, outputs, cursor: 258 })
  const asked: unknown[] = []
  await failingOver('remote.not_found', (id) => asked.push(id)).round()
  expect(asked).toEqual(expect.arrayContaining([hashOf('combined'), hashOf('before')]))
})

const paid = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...spent(anOutput(from + at, { holder: group })),
    signed_by: hashOf(`paid ${from + at}`),
  }))
const hashes = (from: number, count: number) => paid(from, count).map((output) => output.signed_by)

it('however many payments were made since, a few in a round, once each', async () => {
  store.cache.outputs.applyPage({ holder: group, outputs: paid(2, 400), cursor: 401 })
  const asked: unknown[] = []
  const requests = failingOver('remote.not_found', (id) => asked.push(id))
  for (let round = 0; round < 20; round += 1) {
    const before = asked.length
    await requests.round()
    expect(asked.length - before).toBeLessThanOrEqual(132)
  }
  expect(asked.length).toBe(401)
  expect(new Set(asked)).toEqual(new Set([...hashes(2, 400), spent(anOutput(1, { holder: group })).signed_by]))
})

it('also where an old coin was spent since all were gone through, or a group came back', async () => {
  const old = paid(2, 1)
  const unspent = old.map((output) => ({ ...output, state: 'unspent' as const, signed_by: null, spent_at: null }))
  store.cache.outputs.applyPage({ holder: group, outputs: [...unspent, ...paid(3, 300)], cursor: 302 })
  const asked: unknown[] = []
  const requests = failingOver('remote.not_found', (id) => asked.push(id))
  for (let round = 0; round < 12; round += 1) await requests.round()
  expect(asked).toHaveLength(301)
  store.cache.outputs.applyReconciled(group, old)
  await requests.round()
  expect(asked.slice(301)).toEqual(hashes(2, 1))
  store.intents.groups.remove(group.id)
  await requests.round()
  store.intents.groups.put({ ...group, name: 'Family', colour: 3, order: 0, createdAt: now })
  for (let round = 0; round < 12; round += 1) await requests.round()
  expect(new Set(asked.slice(302)).has(old[0]?.signed_by)).toBe(true)
})

it('again and again, but ever more rarely, while nothing of many is answered', async () => {
  store.cache.outputs.applyPage({ holder: group, outputs: paid(2, 300), cursor: 301 })
  const asked: unknown[] = []
  const requests = failingOver('remote.malformed', (id) => asked.push(id))
  for (let round = 0; round < 60; round += 1, now = (now + MINUTE) as Nanos) await requests.round()
  const times = hashes(2, 300).map((hash) => asked.filter((id) => id === hash).length)
  expect(Math.min(...times)).toBeGreaterThan(2)
  expect(Math.max(...times)).toBeLessThan(8)
})

it('for each of very many that coins are signed for', async () => {
  const signed = paid(2, 700).map((output) => ({ ...output, state: 'signed' as const, spent_at: null }))
  store.cache.outputs.applyPage({ holder: group, outputs: signed, cursor: 701 })
  const asked: unknown[] = []
  const requests = failingOver('remote.not_found', (id) => asked.push(id))
  for (let round = 0; round < 2; round += 1) await requests.round()
  expect(asked).toEqual(expect.arrayContaining(hashes(2, 700)))
})
