import { beforeAll, describe, expect, it } from 'vitest'
import type { Hash, UserId } from '#contract/domain'
import { readDown, SERVICE_PAGES } from '../../src/renderer/state/pages.ts'
import { mint } from '../support/collectibles.ts'
import { faultyLine } from '../support/faults.ts'
import { remoteAt } from '../support/localnet.ts'
import { BTC, fund, newBot, type OpenWallet, sharedNetwork } from '../support/wallet.ts'
import { ODD_WAYS, oddList, type PagedList } from '../sync/odd-lists.ts'

const network = sharedNetwork()
const line = faultyLine()
let wallet: OpenWallet
let ana: UserId
let collection: Hash
/** A row of each list, as it is read. */
let rows: Partial<Record<PagedList, object>>

beforeAll(async () => {
  wallet = await network.open({ fetch: line.fetch, syncMs: 600_000 })
  ana = (await newBot(wallet, network.url, 'Ana')).account
  await fund(wallet, ana, BTC, '1')
  const made = await mint(network, [{ members: [ana] }])
  collection = made.collection_hash
  const { call } = remoteAt(network.url, { authorize: wallet.vault.signer(ana).authorize })
  const [[output], [older], [snapshot], [item]] = await Promise.all([
    call('outputs.list'),
    call('legacyOutputs.list'),
    call('snapshots.list'),
    call('collections.items', { params: { hash: collection }, query: {} }),
  ])
  if (output === undefined || older === undefined || snapshot === undefined || item === undefined)
    throw new Error('nothing came')
  rows = { 'outputs.list': output, 'legacyOutputs.list': older, 'snapshots.list': snapshot, 'collections.items': item }
})

interface Page {
  readonly ids: readonly string[]
  readonly cursor: string | null
}

/** A person who scrolls down: what is there at first, and three pages more where there are. */
async function scrolled(page: (cursor: string | null) => Promise<Page>): Promise<void> {
  const sizes = { ...SERVICE_PAGES, idOf: (id: string) => id }
  const read = async (cursor: string | null) => {
    const { ids, cursor: next } = await page(cursor)
    return { rows: ids, cursor: next }
  }
  let known = await readDown(read, { rows: [], cursor: null }, 0, sizes)
  for (let more = 0; more < 3 && known.cursor !== null; more += 1)
    known = await readDown(read, known, known.rows.length + 1, sizes)
}

interface Action {
  readonly does: string
  readonly list: PagedList
  readonly act: () => Promise<unknown>
}

const ACTIONS: readonly Action[] = [
  {
    ...{ does: 'comparing coins', list: 'outputs.list' },
    act: () => wallet.calls['coins.compare']({ account: ana, holder: null }),
  },
  {
    ...{ does: 'looking through the older interface', list: 'legacyOutputs.list' },
    act: () =>
      scrolled(async (cursor) => {
        const page = await wallet.calls['legacy.outputs']({ account: ana, state: null, cursor })
        return { ids: page.outputs.map(({ outputId }) => outputId), cursor: page.cursor }
      }),
  },
  {
    ...{ does: 'looking through what users of a bot did', list: 'snapshots.list' },
    act: () =>
      scrolled(async (cursor) => {
        const page = await wallet.calls['subusers.activity']({ account: ana, cursor })
        return { ids: page.rows.map(({ snapshotId }) => snapshotId), cursor: page.cursor }
      }),
  },
  {
    ...{ does: 'looking through a collection', list: 'collections.items' },
    act: () =>
      scrolled(async (cursor) => {
        const after = cursor === null ? null : Number(cursor)
        const page = await wallet.calls['collectibles.items']({ account: ana, collection, after })
        return {
          ids: page.items.map(({ inscription }) => inscription),
          cursor: page.after === null ? null : String(page.after),
        }
      }),
  },
]

/** Four pages, the last of which is looked for three times, in eight questions at most. */
const MOST = (3 + 3) * 8 + 1

describe.each(ACTIONS)('$does', ({ list, act }) => {
  it.each(ODD_WAYS)('ends where the service answers %s', async (way) => {
    const asked = oddList(line, list, { way, size: 'two at a time', like: rows[list] ?? {} })
    await act()
      .catch(() => undefined)
      .finally(() => line.faults.splice(0))
    expect(asked()).toBeLessThan(MOST)
    expect(asked()).toBeGreaterThan(0)
  })
})
