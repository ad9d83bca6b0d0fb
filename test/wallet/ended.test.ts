import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Hash, Output, UserId } from '#contract/domain'
import type { AccountStore } from '#store'
import { createSecondLooks, isFound, mayEndOtherwise } from '../../src/wallet/approvals/ended.ts'
import type { Coin, Request } from '../../src/wallet/approvals/request.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { anOutput, hashOf, request, time, user } from '../support/store.ts'
import { approvalsOver, coinNamed, group, hashIn, idOf, openGroup, rawOf, readOf, recordOf } from './group-records.ts'

/* Which requests that ended are asked about again: those whose coins are not where such an end puts them. */

const coin = coinNamed('one')
const raw = rawOf([coin])
const hash = hashIn(raw)

describe('a request that ended', () => {
  const seen = (fields: Partial<Output>): Coin => ({
    ...coin,
    hash: hash as Hash,
    outputId: idOf(coin),
    output: readOf(coin, fields),
  })
  const there = seen({})
  const byIt = seen({ state: 'spent', signed_by: hash })
  const bySomebody = seen({ state: 'spent', signed_by: null })
  const elsewhere = seen({ state: 'spent', signed_by: hashOf('another') })
  const unread: Coin = { ...there, output: null }
  it.each([
    ['final', [byIt], false],
    ['final', [bySomebody], false],
    ['final', [there], true],
    ['final', [byIt, there], true],
    ['final', [undefined], false],
    ['dead', [elsewhere], false],
    ['dead', [byIt, elsewhere], false],
    ['dead', [byIt], true],
    ['dead', [bySomebody], true],
    ['dead', [there], true],
    ['dead', [there, unread], false],
    ['revoked', [elsewhere], false],
    ['revoked', [there], true],
    ['revoked', [unread], true],
    ['revoked', [bySomebody], true],
    ['complete', [elsewhere], true],
  ] as const)('as %s, case %#, is believed by its coins alone', (state, coins, may) => {
    expect(mayEndOtherwise({ state, hash }, coins)).toBe(may)
  })
})

describe('a final request', () => {
  let store: AccountStore
  beforeEach(() => {
    store = openGroup()
  })
  afterEach(() => store.close())

  const members = (of: readonly UserId[], threshold: number) => ({
    ...{ members: [...of], membersHash: holderOf(of, threshold).membersHash, threshold, destination: '' },
  })
  const us = members(group.members, 2)
  const shop = members([user('shop')], 1)

  it.each([
    ['whose record names the group for what came back to it', [us, us], false],
    ['whose record names somebody else for all of it', [shop, shop], true],
    ['whose record names somebody else for a part of it', [us, shop], true],
    ['whose record names nobody for a part of it', [us], true],
  ])('%s is asked about again: %#', (_, receivers, isDue) => {
    const { requestStore } = approvalsOver(store, {})
    requestStore.keep(recordOf('asked', raw), { source: 'found' })
    const kept = requestStore.get(request('asked'))
    const { record } = kept.detail
    if (record === null) throw new Error('the service has it')
    requestStore.put({ ...kept, state: 'final', detail: { ...kept.detail, record: { ...record, receivers } } })
    const spent = readOf(coin, { state: 'spent', signed_by: hash })
    const back = [0, 1].map((output_index) =>
      anOutput(`back ${output_index}`, {
        ...{ holder: group, transaction_hash: hash, output_index, sequence: 5 + output_index, updated_at: time(9) },
      }),
    )
    store.cache.outputs.applyPage({ holder: group, outputs: [spent, ...back], cursor: 9 })
    const looks = createSecondLooks(store.intents.requests, requestStore.coins, store.cache.outputs)
    expect(looks.due(9).map(({ id }) => id)).toEqual(isDue ? [request('asked')] : [])
  })
})

describe('a request of bytes that are told', () => {
  const known = (state: Request['state'], record: object | null) =>
    ({ state, detail: { record } }) as unknown as Request
  it.each<[string, Request | undefined, boolean]>([
    ['that the service has open', known('open', {}), true],
    ['that it has final', known('final', {}), true],
    ['that only a file tells of', known('open', null), false],
    ['that was given up', known('revoked', {}), false],
    ['that was called impossible', known('dead', {}), false],
    ['that nobody knows', undefined, false],
  ])('%s is found or not', (_, request, is) => {
    expect(isFound(request)).toBe(is)
  })
})
