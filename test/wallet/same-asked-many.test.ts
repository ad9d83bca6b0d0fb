import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import assets from '#assets' with { type: 'json' }
import { DAY, type Hash, type Nanos, type UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { RequestView } from '#contract/ipc'
import { encodeTransaction, OUTPUT, parseAmount, transactionHash } from '#protocol'
import type { Remote } from '#remote'
import type { AccountStore, RequestState } from '#store'
import { wording } from '#words'
import { createSecondLooks } from '../../src/wallet/approvals/ended.ts'
import type { Request } from '../../src/wallet/approvals/request.ts'
import { createRequestStore, type RequestStore } from '../../src/wallet/approvals/request-store.ts'
import { readActual } from '../../src/wallet/approvals/review.ts'
import { createSameAsked, type SameAsked } from '../../src/wallet/approvals/same-asked.ts'
import { holderOfRequest } from '../../src/wallet/approvals/view.ts'
import { createBell } from '../../src/wallet/shared/bell.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { systemClock } from '../support/clock.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aHolder, hashOf, kernel, openAccount, request, time, user } from '../support/store.ts'

/* Which of the group's other requests a review tells of. */

const group = aHolder('me', 'ana')
const shop = user('shop')
let now: Nanos
let store: AccountStore
let requestStore: RequestStore
let same: SameAsked
let directory: ReturnType<typeof createDirectory>

beforeEach(() => {
  now = time(1_000_000)
  const clock = { ...systemClock, now: () => now }
  store = openAccount(newFolder('store'), clock)
  const { intents, cache } = store
  const call = async (): Promise<never> => {
    throw failure('remote.unreachable', 'nobody is asked')
  }
  requestStore = createRequestStore({
    ...{ account: ACCOUNT, store, clock, log: () => undefined, bell: createBell() },
    remote: { call, clockSkewMs: () => 0 } as unknown as Remote,
  })
  directory = createDirectory({ table: assets, cache, account: ACCOUNT, groups: intents.groups })
  same = createSameAsked({
    ...{ account: ACCOUNT, directory, store, requestStore, holder: () => group },
    // Of a view only who asked and what it is called are told.
    view: ({ detail }) =>
      ({
        by: { userId: detail.by, name: 'Ana' },
        title: { code: 'title.a-payment', values: {} },
        asset: { symbol: 'BTC' },
      }) as RequestView,
  })
})
afterEach(() => store.close())

interface Given {
  readonly coin?: string
  readonly key?: string
  readonly amount?: string
  readonly state?: RequestState
  readonly createdAt?: Nanos
  /** Signatures in its bytes. */
  readonly signed?: number
  readonly signers?: readonly UserId[]
  /** Whether the service has told anything of it. */
  readonly isTold?: boolean
}

/** A request of the group to the shop, as the service tells of it. */
function asked(name: string, given: Given = {}): Request {
  const { coin = name, key = name, amount = '1', state = 'open', createdAt = now, signed = 0, isTold = true } = given
  const sum = parseAmount(amount)
  const keys = { keys: [hashOf(`key ${key}`)], mask: hashOf(`mask ${key}`), script: 'fffe01' }
  const payload = {
    ...{ asset: kernel('BTC'), inputs: [{ hash: hashOf(coin), index: 0 }], references: [], extra: '' },
    outputs: [{ type: OUTPUT.script, amount: sum, ...keys }],
  }
  const unsigned = encodeTransaction({ version: 5, ...payload })
  const hash = transactionHash(unsigned) as Hash // a formula over the bytes
  const signatures = [Object.fromEntries(Array.from({ length: signed }, (_, at) => [at, '00'.repeat(64)]))]
  const raw = signed === 0 ? unsigned : encodeTransaction({ version: 5, ...payload, signatures })
  const receiver = { members: [shop], membersHash: hashOf('shop'), threshold: 1, destination: '' }
  const record = {
    ...{ requestId: request(name), hash, assetId: null, kernelAssetId: null, amount: sum, extra: '', signers: [] },
    ...{ sendersHash: group.membersHash, sendersThreshold: group.threshold, receivers: [receiver] },
  }
  return requestStore.put({
    ...{ id: request(name), holder: group.id, hash, state, raw },
    detail: {
      ...{
        source: isTold ? 'found' : 'bundle',
        members: group.members,
        threshold: group.threshold,
        by: user('ana'),
        groupCalled: '',
      },
      ...{
        askerNote: '',
        reviewBy: null,
        record: isTold ? record : null,
        asked: null,
        coins: [],
        views: [],
        spentBy: null,
      },
      ...{ revokedBy: null, otherHash: null, createdAt, log: [] },
      signers: (given.signers ?? []).map((userId) => ({ userId, at: null, offline: true })),
    },
  })
}

const checks = (given: Request) =>
  same.ofRequest(given, readActual(given, directory, holderOfRequest(given), []), requestStore.coins(given))
const named = (given: Request): string[] => checks(given).map(({ id }) => id)
const toldAs = (name: string, state: RequestState): string => `same:${request(name)}:${state}`

describe('a request for the same', () => {
  it.each([
    ['open', 'If both requests get enough signatures, both are paid'],
    ['complete', 'has all its signatures'],
    ['final', 'paid already'],
  ] as const)('that is %s is told of', (state, words) => {
    const own = asked('own')
    asked('other', { state })
    expect(checks(own)).toMatchObject([{ id: toldAs('other', state), result: 'attention' }])
    expect(checks(own).map(({ text }) => wording(text))).toEqual([expect.stringContaining(words)])
  })

  it('that was given up is not, unless it has all its signatures, with which it can be sent all the same', () => {
    const own = asked('own')
    asked('other', { state: 'revoked', signed: group.threshold - 1 })
    expect(named(own)).toEqual([])
    asked('other', { state: 'revoked', signed: group.threshold })
    expect(named(own)).toEqual([toldAs('other', 'revoked')])
    expect(checks(own).map(({ text }) => wording(text))).toEqual([expect.stringContaining('has all its signatures')])
  })

  it('that is called dead is told of until that is proved, since who lies about it has both paid', () => {
    const own = asked('own')
    const other = asked('other', { state: 'dead' })
    expect(named(own)).toEqual([toldAs('other', 'dead')])
    expect(checks(own).map(({ text }) => wording(text))).toEqual([expect.stringContaining('nothing has proved')])
    requestStore.put({ ...other, detail: { ...other.detail, provedDead: true } })
    expect(named(own)).toEqual([])
  })

  it('of which nobody told whom it pays is told of by its sum, where a member signed it in the same days', () => {
    const own = asked('own')
    asked('unsigned', { isTold: false })
    asked('of another sum', { isTold: false, signers: [user('ana')], amount: '2' })
    asked('of long ago', { isTold: false, signers: [user('ana')], createdAt: (now - 8n * DAY) as Nanos })
    expect(named(own)).toEqual([])
    const other = asked('other', { isTold: false, signers: [user('ana')] })
    expect(named(own)).toEqual([`same-sum:${request('other')}:open`])
    expect(checks(own).map(({ text }) => wording(text))).toEqual([
      expect.stringContaining('pay 1 BTC as well. Nothing tells that somebody else gets it.'),
    ])
    // And the other way round, also of two of which nobody told.
    expect(named(other)).toEqual([`same-sum:${request('own')}:open`])
    asked('third', { isTold: false, signers: [user('ana')] })
    expect(named(other)).toHaveLength(2)
  })

  it('that ended is not hidden by very many that were given up since', () => {
    const own = asked('own')
    now = (now + 1n) as Nanos
    asked('other', { state: 'final' })
    now = (now + 1n) as Nanos
    for (let at = 0; at < 250; at += 1) asked(`given up ${at}`, { state: 'revoked', amount: '9' })
    expect(named(own)).toEqual([toldAs('other', 'final')])
  })

  it.each(['final', 'dead', 'revoked'] as const)(
    'that is %s is not hidden by very many that ended so since',
    (state) => {
      const own = asked('own')
      now = (now + 1n) as Nanos
      asked('other', { state, signed: group.threshold })
      now = (now + 1n) as Nanos
      for (let at = 0; at < 250; at += 1) asked(`later ${at}`, { state, signed: group.threshold, amount: '9' })
      // As in a wallet that was just opened, and in one that hears of more.
      expect(named(own)).toEqual([toldAs('other', state)])
      for (let at = 0; at < 250; at += 1) asked(`more ${at}`, { state, signed: group.threshold, amount: '9' })
      expect(named(own)).toEqual([toldAs('other', state)])
    },
  )

  it('that was given up with all its signatures is not hidden by very many that had none', () => {
    const own = asked('own')
    asked('other', { state: 'revoked', signed: group.threshold })
    now = (now + 1n) as Nanos
    for (let at = 0; at < 250; at += 1) asked(`later ${at}`, { state: 'revoked', amount: '9' })
    expect(named(own)).toEqual([toldAs('other', 'revoked')])
  })

  it('that was paid before others were looked for is found by whoever asks from further back', () => {
    const early = asked('early')
    now = (now + 1n) as Nanos
    asked('paid', { state: 'final' })
    now = (now + 3n * DAY) as Nanos
    const late = asked('late')
    expect(named(late)).toEqual([toldAs('early', 'open')])
    expect(named(early)).toEqual([toldAs('paid', 'final'), toldAs('late', 'open')].sort())
  })

  it('is not told of where a coin or a key of both lets only one of them be paid', () => {
    const own = asked('own')
    asked('of its coin', { coin: 'own' })
    asked('of its key', { key: 'own' })
    expect(named(own)).toEqual([])
    asked('beside', {})
    expect(named(own)).toEqual([toldAs('beside', 'open')])
  })

  it('and was paid on the day before this one was seen is one', () => {
    asked('before', { state: 'final' })
    now = (now + DAY / 2n) as Nanos
    expect(named(asked('own'))).toEqual([toldAs('before', 'final')])
  })

  it('and was paid more than a day before this one was seen, or is of long before it and heard of late, is none', () => {
    asked('before', { state: 'final' })
    now = (now + DAY + 1n) as Nanos
    const own = asked('own')
    now = (now + 1n) as Nanos
    asked('long before', { state: 'final', createdAt: (now - 8n * DAY) as Nanos })
    expect(named(own)).toEqual([])
    // As where the fee of a withdrawal is paid, or its transaction on the other chain is told.
    asked('before', { state: 'final' })
    expect(named(own)).toEqual([])
  })

  it('and was called paid before it was, is one once it is paid', () => {
    asked('other', { state: 'final' })
    now = (now + 1n) as Nanos
    const own = asked('own')
    asked('other')
    now = (now + 1n) as Nanos
    asked('other', { state: 'final' })
    expect(named(own)).toEqual([toldAs('other', 'final')])
  })

  it('is looked for among what was written since, and follows what becomes of it', () => {
    const own = asked('own')
    expect(named(own)).toEqual([])
    asked('other')
    expect(named(own)).toEqual([toldAs('other', 'open')])
    asked('other', { state: 'complete' })
    expect(named(own)).toEqual([toldAs('other', 'complete')])
    asked('other', { state: 'revoked' })
    expect(named(own)).toEqual([])
    // As a backup that is read in does.
    const { intents } = store
    const kept = intents.requests.get(request('other'))
    if (kept !== undefined) intents.requests.put({ ...kept, state: 'open' })
    expect(named(own)).toEqual([toldAs('other', 'open')])
  })
})

it('a request that was given up is looked at again however many ended since', () => {
  asked('old', { state: 'revoked' })
  now = (now + 1n) as Nanos
  for (let at = 0; at < 450; at += 1) asked(`later ${at}`, { state: 'dead' })
  const looks = createSecondLooks(store.intents.requests, requestStore.coins, store.cache.outputs)
  const due = Array.from({ length: 3 }, () => looks.due(20)).flat()
  expect(due.map(({ id }) => id)).toContain(request('old'))
})

describe('very many requests for the same', () => {
  it('are told of by the first of them and by how many they are', () => {
    const own = asked('own')
    for (let at = 0; at < 5; at += 1) asked(`other ${at}`, { createdAt: time(at) })
    asked('all signed', { state: 'complete' })
    const told = checks(own)
    expect(told.map(({ id }) => id).slice(0, 3)).toEqual([
      toldAs('all signed', 'complete'),
      toldAs('other 0', 'open'),
      toldAs('other 1', 'open'),
    ])
    expect(told.slice(3).map(({ text }) => wording(text))).toEqual([expect.stringContaining('3 more requests')])
  })

  it('hide none behind those that share its coin', () => {
    const own = asked('own')
    expect(named(own)).toEqual([])
    for (let at = 0; at < 100; at += 1) asked(`rival ${at}`, { coin: 'own' })
    asked('beside')
    expect(checks(own).map(({ text }) => wording(text))).toEqual([expect.stringContaining('may be paid as well')])
  })

  it('are read once and then one by one, however many reviews write their own', () => {
    const all = Array.from({ length: 200 }, (_, at) => asked(`other ${at}`))
    const read = vi.spyOn(store.intents.requests, 'open')
    const found = vi.spyOn(store.intents.requests, 'get')
    for (const [at, each] of all.entries()) {
      requestStore.put({ ...each, detail: { ...each.detail, reviewed: true } })
      found.mockClear()
      expect(named(each)).toHaveLength(4)
      expect(found.mock.calls.length, `${at}`).toBeLessThan(150)
    }
    expect(read).toHaveBeenCalledTimes(1)
  })
})
