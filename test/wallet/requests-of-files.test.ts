import { afterEach, beforeEach, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { encodeTransaction, OUTPUT, publicKeyFromSeed, toAmount, transactionHash } from '#protocol'
import type { Remote } from '#remote'
import type { AccountStore } from '#store'
import { HEARSAY_MAX } from '../../src/wallet/approvals/hearsay.ts'
import type { Request } from '../../src/wallet/approvals/request.ts'
import { createRequestStore, type RequestStore } from '../../src/wallet/approvals/request-store.ts'
import { rivalsOf } from '../../src/wallet/approvals/rivals.ts'
import { createBell } from '../../src/wallet/shared/bell.ts'
import { systemClock } from '../support/clock.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  hashOf,
  kernel,
  openAccount,
  request,
  tickingClock,
  time,
  user,
} from '../support/store.ts'

/* Requests that somebody has opened from files, and that the service knows nothing of. */

const group = aHolder('me', 'ana')
const known = anOutput('known', { holder: group })
let store: AccountStore
let asked: string[]
let requests: RequestStore

beforeEach(() => {
  store = openAccount(newFolder('store'))
  asked = []
  const ticking = tickingClock()
  const call = async (_name: string, { params }: { readonly params: { readonly id: string } }) => {
    asked.push(params.id)
    throw new TypeError('fetch failed')
  }
  requests = createRequestStore({
    ...{ account: ACCOUNT, store, log: () => undefined, bell: createBell() },
    clock: { ...systemClock, now: () => ticking.now() },
    remote: { call, clockSkewMs: () => 0 } as unknown as Remote,
  })
})
afterEach(() => store.close())

type Detail = Request['detail']

/** As it is kept once its file was read. */
function told(name: string, more: Partial<Detail> = {}, hash = hashOf(`coin of ${name}`)): Request {
  const key = publicKeyFromSeed(hashOf('key'))
  const raw = encodeTransaction({
    ...{ version: 5, asset: kernel('BTC'), inputs: [{ hash, index: 0 }], references: [] },
    outputs: [{ type: OUTPUT.script, amount: toAmount(1n), keys: [key], mask: key, script: 'fffe01' }],
    extra: Buffer.from(name).toString('hex'),
  })
  return requests.put({
    ...{ id: request(name), holder: group.id, hash: transactionHash(raw) as Request['hash'], state: 'open', raw },
    detail: {
      ...{ source: 'bundle', members: group.members, threshold: group.threshold, by: null, groupCalled: '' },
      ...{ askerNote: '', reviewBy: null, signers: [], record: null, asked: null, views: [], spentBy: null },
      coins: [{ hash, index: 0, amount: toAmount(1n), mask: key, keys: [key, key] }],
      ...{ revokedBy: null, otherHash: null, createdAt: time(1), log: [], ...more },
    },
  })
}

function flood(count: number, name = 'flood'): void {
  for (let at = 0; at < count; at += 1) told(`${name} ${at}`)
}

const isKept = (name: string): boolean => requests.find(request(name)) !== undefined
const signedBy = (userId: UserId): Partial<Detail> => ({ signers: [{ userId, at: null, offline: true }] })

it('are let go, the oldest first, once there are more than a list shows', () => {
  told('oldest')
  flood(HEARSAY_MAX - 1)
  expect(requests.makeRoom()).toBe(0)
  told('newest')
  expect(requests.makeRoom()).toBeGreaterThan(0)
  expect(requests.list(null).length).toBeLessThanOrEqual(HEARSAY_MAX)
  expect(['oldest', 'newest'].map(isKept)).toEqual([false, true])
})

it('stay where the service has them, or where they were made here', () => {
  const record: Detail['record'] = {
    ...{ requestId: request('recorded'), hash: hashOf('x'), assetId: null, kernelAssetId: null, amount: toAmount(1n) },
    ...{ sendersHash: '', sendersThreshold: 2, receivers: [], extra: '', signers: [] },
  }
  told('recorded', { record })
  told('made', { source: 'made' })
  flood(HEARSAY_MAX + 1)
  requests.makeRoom()
  expect(['recorded', 'made'].map(isKept)).toEqual([true, true])
})

it('stay where the journal has them: they may hold coins, or be signed', () => {
  const { id, hash } = told('journaled')
  store.intents.payments.create(aPayment('journaled', { id, holder: group.id, kind: 'multisig' }))
  const own = anOutput('own', { holder: group })
  store.intents.payments.reserve(id, [{ ...aPlan('journaled', [own]), requestId: id }])
  store.intents.payments.storeRaw(id, [{ requestId: id, raw: '00', hash }])
  flood(HEARSAY_MAX + 1)
  requests.makeRoom()
  expect(isKept('journaled')).toBe(true)
})

it('stay where somebody has signed them by the keys of coins that were read', () => {
  store.cache.outputs.applyPage({ holder: group, outputs: [known], cursor: 1 })
  told('signed', signedBy(user('ana')), known.transaction_hash)
  flood(HEARSAY_MAX + 1)
  requests.makeRoom()
  expect(isKept('signed')).toBe(true)
})

it('go last where a file alone says that somebody has signed', () => {
  told('said to be signed', signedBy(user('ana')))
  flood(HEARSAY_MAX)
  requests.makeRoom()
  expect(isKept('said to be signed')).toBe(true)
})

it('stay where the person has left a word with them', () => {
  told('dated', { reviewBy: time(2) })
  told('refused', { refusals: [{ userId: ACCOUNT, reason: 'no', at: time(1) }] })
  told('noted')
  store.intents.labels.set(`r:${request('noted')}`, '', 'ask Ana')
  flood(HEARSAY_MAX + 1)
  requests.makeRoom()
  expect(['dated', 'refused', 'noted'].map(isKept)).toEqual([true, true, true])
})

it('keep none that the service has from being looked at again', async () => {
  const ofService = told('of the service', { source: 'found' })
  flood(60)
  await requests.round()
  expect(asked).toContain(ofService.id)
})

it('over one coin are named as rivals so far, those of the service first', () => {
  const coin = hashOf('coin')
  const real = told('real', { source: 'found' }, coin)
  const files = Array.from({ length: 100 }, (_, at) => told(`file ${at}`, {}, coin))
  const rivals = rivalsOf([...files, real])
  expect(rivals(files[0] ?? real)).toContain(real.id)
  expect(rivals(real).length).toBeLessThan(files.length)
})
