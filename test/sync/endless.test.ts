import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Hash, Holder, HolderId } from '#contract/domain'
import { hashMembers, parseAmount } from '#protocol'
import { type AccountStore, openAccountStore } from '#store'
import { createSync, type Sync } from '#sync'
import { systemClock } from '../support/clock.ts'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import { BTC, newcomer, type Person, remoteAt, startTestLocalnet, tokenFor } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { ODD_WAYS, oddList, PAGED_LISTS, type PageSize, READ_BY_PEOPLE, READ_IN_ROUNDS } from './odd-lists.ts'

let ana: Person
let self: Holder
let url: string
let entry: Parameters<AccountStore['intents']['depositPins']['pin']>[1]
/** A row of each list, as it is read. */
let rows: Record<(typeof READ_IN_ROUNDS)[number], object>
let line: FaultyLine
let store: AccountStore
let sync: Sync

beforeAll(async () => {
  const net = await startTestLocalnet()
  ana = await newcomer(net, 'Ana')
  url = net.url
  await ana.fund(BTC, '1')
  const membersHash = hashMembers([ana.id]) as Hash // a SHA3-256 digest
  self = { id: `${membersHash}:1` as HolderId, members: [ana.id], membersHash, threshold: 1 } // how holders are named
  const body = { chain_id: BTC, members: [ana.id], threshold: 1 }
  const [found] = await ana.remote.call('deposits.entries', { body })
  if (found === undefined) throw new Error('no deposit entry came back')
  entry = found
  const { destination, tag } = entry
  await net.control.call('local.deposit', { body: { destination, tag, asset_id: BTC, amount: parseAmount('1') } })
  const [[output], [snapshot], [deposit]] = [
    await ana.outputs(),
    await ana.remote.call('snapshots.list'),
    await ana.remote.call('deposits.list', { query: { destination, limit: 1 } }),
  ]
  if (output === undefined || snapshot === undefined || deposit === undefined) throw new Error('nothing came')
  rows = { 'outputs.list': output, 'snapshots.list': snapshot, 'deposits.list': deposit }
})

beforeEach(() => {
  line = faultyLine()
  store = openAccountStore({ dir: newFolder('store'), network: 'local', account: ana.id, clock: systemClock })
  store.intents.depositPins.pin(self.id, entry)
  const authorize = async (request: Parameters<typeof tokenFor>[1]) => tokenFor(ana, request, systemClock.now())
  sync = createSync({
    ...{ account: ana.id, remote: remoteAt(url, { fetch: line.fetch, authorize }), store, clock: systemClock },
    ...{ log: () => undefined, holders: () => [self], unknown: () => ({ users: [], assets: [] }) },
    ...{ intervalMs: 60_000, unattendedIntervalMs: 60_000, unattendedMs: () => 0, statusChanged: () => undefined },
  })
})
afterEach(async () => {
  await sync.stop()
  store.close()
})

/** Some pages of nothing are passed over, of each of three lists of outputs: what is new, and those that are unspent and signed. */
const MOST = 40

async function askedInTwoRounds(list: keyof typeof rows, way: string, size: PageSize): Promise<readonly number[]> {
  const asked = oddList(line, list, { way, size, like: rows[list] })
  await sync.refresh().catch(() => undefined)
  const first = asked()
  await sync.refresh().catch(() => undefined)
  return [first, asked() - first]
}

it('all lists that go on page by page are looked at here, or where a person reads them', () => {
  expect(new Set(PAGED_LISTS)).toEqual(new Set([...READ_IN_ROUNDS, ...READ_BY_PEOPLE]))
})

describe.each(READ_IN_ROUNDS)('a round over %s', (list) => {
  it.each(ODD_WAYS)('ends where it answers %s', async (way) => {
    for (const times of await askedInTwoRounds(list, way, 'two at a time')) expect(times).toBeLessThan(MOST)
  })
})

describe('a round over history', () => {
  it.each([
    ['the same page', 'in full pages'],
    ['the same rows, of one time', 'in pages longer than asked for'],
  ] as const)('ends where it answers %s, %s', async (way, size) => {
    for (const times of await askedInTwoRounds('snapshots.list', way, size)) expect(times).toBeLessThan(MOST)
  })
})
