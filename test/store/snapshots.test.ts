import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseTime, type Snapshot } from '#contract/domain'
import { toAmount } from '#protocol'
import { type AccountStore, memoText, type SnapshotFilter } from '#store'
import { newFolder } from '../support/scratch.ts'
import {
  accountFolder,
  anAsset,
  aSnapshot,
  asset,
  aUser,
  hashOf,
  hexText,
  kernel,
  openAccount,
  request,
  time,
  user,
  uuidFrom,
} from '../support/store.ts'

let folder: string
let store: AccountStore

beforeEach(() => {
  folder = newFolder('store')
  store = openAccount(folder)
})
afterEach(() => store.close())

const page = (snapshots: readonly Snapshot[], cursor = 'c') => store.cache.snapshots.applyPage({ snapshots, cursor })
const ids = (filter: SnapshotFilter = {}, limit = 100) =>
  store.cache.snapshots.list({ filter, limit }).snapshots.map((each) => each.snapshot_id)
const idOf = (name: string | number) => aSnapshot(name).snapshot_id

describe('snapshots.applyPage', () => {
  it('gives back every member of a record', () => {
    const full = aSnapshot(1, {
      type: 'deposit',
      amount: toAmount(-(10n ** 40n)),
      memo: hexText('hello'),
      request_id: request(1),
      trace_id: uuidFrom('trace'),
      inscription_hash: hashOf('inscription'),
      output_index: 7,
      created_at: time(5, 123_456_789),
      deposit: { deposit_hash: 'aa', deposit_index: 2, sender: 'from', destination: 'to', tag: 't' },
      withdrawal: { withdrawal_hash: 'bb', receiver: 'there' },
      opening_balance: toAmount(10n ** 40n),
      closing_balance: toAmount(0n),
      asset_id: asset('claimed otherwise'),
    })
    page([aSnapshot(0), full])
    expect(store.cache.snapshots.get(full.snapshot_id)).toEqual(full)
  })

  it('answers what is new, takes what changed, and writes nothing of what was only repeated', () => {
    expect(page([aSnapshot(1), aSnapshot(2)])).toEqual([idOf(1), idOf(2)])
    const confirmed = aSnapshot(2, { withdrawal: { withdrawal_hash: 'cc', receiver: 'x' } })
    expect(page([aSnapshot(1), confirmed])).toEqual([])
    expect(store.cache.snapshots.get(idOf(2))).toEqual(confirmed)
    const before = store.cache.snapshots.version()
    expect(page([aSnapshot(1), confirmed])).toEqual([])
    expect(store.cache.snapshots.version()).toBe(before)
  })

  it.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])('takes nothing of a page that says %s', (text) => {
    expect(() => page([aSnapshot(1), aSnapshot(2, { created_at: parseTime(text) })])).toThrow(
      expect.objectContaining({ code: 'remote.malformed' }),
    )
    expect(store.cache.snapshots.get(idOf(1))).toBeUndefined()
  })

  it('keeps the cursor of the page', () => {
    expect(store.cache.snapshots.cursor()).toBeNull()
    page([aSnapshot(1)], '2026-11-21T00:00:00.000000001Z')
    expect(store.cache.snapshots.cursor()).toBe('2026-11-21T00:00:00.000000001Z')
  })

  it('moves a snapshot whose time was corrected', () => {
    page([aSnapshot(1), aSnapshot(2)])
    page([aSnapshot(1, { created_at: time(3) })])
    expect(ids()).toEqual([idOf(1), idOf(2)])
  })
})

describe('snapshots.list', () => {
  it('pages newest first without gaps or repeats, also where many share one time', () => {
    page(Array.from({ length: 31 }, (_, at) => aSnapshot(at, { created_at: time(Math.floor(at / 10)) })))
    const seen: string[] = []
    for (let cursor: string | null = null; ; ) {
      const found = store.cache.snapshots.list({ cursor, limit: 7 })
      seen.push(...found.snapshots.map((each) => each.snapshot_id))
      cursor = found.cursor
      if (cursor === null) break
    }
    expect(seen).toEqual(Array.from({ length: 31 }, (_, at) => idOf(30 - at)))
  })

  it('refuses a cursor that it did not give out', () => {
    expect(() => store.cache.snapshots.list({ cursor: "1' OR 1", limit: 5 })).toThrow(/cursor/)
  })

  it('agrees with a naive filter for any mixture of filters', () => {
    const at = <Member>(list: readonly Member[], index: number): Member => list[index % list.length] as Member // never empty
    const all = Array.from({ length: 200 }, (_, index) => {
      const kind = index % 5
      return aSnapshot(index, {
        created_at: time(index * 3),
        asset_id: asset(at(['BTC', 'ETH', 'XIN'], index * 7)),
        kernel_asset_id: kernel(at(['BTC', 'ETH', 'XIN'], index * 7)),
        opponent_id: kind < 3 ? user(at(['alice', 'bob', 'carol'], index * 11)) : null,
        amount: toAmount(index % 4 === 0 ? -5n : 5n),
        deposit: kind === 3 ? { deposit_hash: '', deposit_index: 0, sender: '', destination: 'chain', tag: '' } : null,
        withdrawal: kind === 4 ? { withdrawal_hash: '', receiver: 'chain' } : null,
        memo: hexText(at(['red apple', 'green apple', 'red wine', ''], index * 13)),
      })
    })
    page(all)
    const filter = fc.record({
      assetId: fc.constantFrom(null, asset('BTC'), asset('XIN'), asset('never seen')),
      direction: fc.constantFrom(null, 'in', 'out'),
      kind: fc.constantFrom(null, 'transfer', 'deposit', 'withdrawal'),
      opponent: fc.constantFrom(null, user('alice'), user('bob'), user('stranger')),
      from: fc.constantFrom(null, time(100)),
      to: fc.constantFrom(null, time(400)),
      search: fc.constantFrom('', 'red', 'APPLE red', 'gre', 'chain', 'missing'),
    })
    const kindOf = (each: Snapshot) =>
      each.deposit !== null ? 'deposit' : each.withdrawal !== null ? 'withdrawal' : 'transfer'
    const textOf = (each: Snapshot) =>
      [memoText(each.memo), each.deposit?.destination, each.withdrawal?.receiver].join(' ').toLowerCase()
    fc.assert(
      fc.property(filter, (wanted) => {
        const words = wanted.search.toLowerCase().split(' ')
        const expected = all
          .filter((each) => wanted.assetId === null || each.asset_id === wanted.assetId)
          .filter((each) => wanted.direction === null || each.amount < 0n === (wanted.direction === 'out'))
          .filter((each) => wanted.kind === null || kindOf(each) === wanted.kind)
          .filter((each) => wanted.opponent === null || each.opponent_id === wanted.opponent)
          .filter((each) => wanted.from === null || each.created_at >= wanted.from)
          .filter((each) => wanted.to === null || each.created_at < wanted.to)
          .filter((each) =>
            words.every((word) =>
              textOf(each)
                .split(' ')
                .some((part) => part.startsWith(word)),
            ),
          )
          .map((each) => each.snapshot_id)
          .reverse()
        expect(ids(wanted, 1_000)).toEqual(expected)
      }),
      { numRuns: 300, seed: 11 },
    )
  })
})

describe('a history of several blocks', () => {
  const PEOPLE = ['alice', 'bob', 'carol', 'dave'].map(user)
  const WORDS = 'rent coffee tea order refund'.split(' ')
  const pick = <Member>(list: readonly Member[], index: number): Member => list[index % list.length] as Member // never empty

  /** Mostly in order of time, some late, some at the same time; every word `order…` is another one. */
  const all = Array.from({ length: 17_000 }, (_, at) =>
    aSnapshot(at, {
      created_at: time(at % 10 === 3 ? (at * 7_919) % 17_000 : at - (at % 3)),
      asset_id: asset(pick(['BTC', 'ETH'], at >> 1)),
      kernel_asset_id: kernel(pick(['BTC', 'ETH'], at >> 1)),
      opponent_id: pick(PEOPLE, at * 3),
      amount: toAmount(BigInt((at % 97) + 1) * (at % 5 === 0 ? -1n : 1n)),
      memo: hexText(`${pick(WORDS, at)} ${pick(WORDS, at * 7 + (at % 6))} order${at}`),
    }),
  )
  const confirmed = (each: Snapshot): Snapshot => ({ ...each, withdrawal: { withdrawal_hash: 'cc', receiver: 'late' } })

  it('agrees with a naive filter, page by page, also after changes and another start', () => {
    for (let at = 0; at < all.length; at += 500) page(all.slice(at, at + 500), `${at}`)
    const now = new Map(all.map((each, at) => [each.snapshot_id, { each, came: at }]))
    const changed = all.filter((_, at) => at % 700 === 1).map(confirmed)
    page(changed)
    for (const [at, each] of changed.entries()) now.set(each.snapshot_id, { each, came: all.length + at })
    const sorted = [...now.values()].sort((a, b) =>
      a.each.created_at === b.each.created_at ? b.came - a.came : a.each.created_at < b.each.created_at ? 1 : -1,
    )
    const words = new Map(
      sorted.map(({ each }) => [each.snapshot_id, `${memoText(each.memo)} ${each.withdrawal?.receiver}`.split(' ')]),
    )
    const expectedOf = (wanted: SnapshotFilter): string[] =>
      sorted
        .map(({ each }) => each)
        .filter((each) => wanted.assetId == null || each.asset_id === wanted.assetId)
        .filter((each) => wanted.direction == null || each.amount < 0n === (wanted.direction === 'out'))
        .filter((each) => wanted.kind == null || (each.withdrawal !== null) === (wanted.kind === 'withdrawal'))
        .filter((each) => wanted.opponent == null || each.opponent_id === wanted.opponent)
        .filter((each) => wanted.from == null || each.created_at >= wanted.from)
        .filter((each) => wanted.to == null || each.created_at < wanted.to)
        .filter((each) =>
          (wanted.search ?? '')
            .split(' ')
            .every((word) => words.get(each.snapshot_id)?.some((part) => part.startsWith(word)) === true),
        )
        .filter((each) => wanted.least == null || (each.amount < 0n ? -each.amount : each.amount) >= wanted.least)
        .filter((each) => wanted.most == null || (each.amount < 0n ? -each.amount : each.amount) <= wanted.most)
        .filter((each) =>
          (wanted.phrases ?? []).every((phrase) =>
            ` ${words.get(each.snapshot_id)?.join(' ')} `.includes(` ${phrase} `),
          ),
        )
        .map((each) => each.snapshot_id)
    const filter = fc.record({
      assetId: fc.constantFrom(null, asset('BTC')),
      direction: fc.constantFrom(null, 'in', 'out'),
      kind: fc.constantFrom(null, null, 'withdrawal'),
      opponent: fc.constantFrom(null, user('alice'), user('dave')),
      from: fc.constantFrom(null, time(100), time(9_000)),
      to: fc.constantFrom(null, time(4_000), time(16_000)),
      least: fc.constantFrom(null, null, toAmount(90n), toAmount(97n)),
      most: fc.constantFrom(null, null, toAmount(3n)),
      phrases: fc.constantFrom([], [], ['rent coffee'], ['tea order'], ['coffee rent', 'order12']),
      search: fc.constantFrom(
        '',
        'rent',
        'co',
        'rent coffee',
        'tea refund order',
        'order',
        'order1',
        'order16',
        'order12345',
        'order77 tea',
        'ord late',
      ),
    })
    const check = (runs: number) =>
      fc.assert(
        fc.property(filter, (wanted) => {
          const expected = expectedOf(wanted)
          const seen: string[] = []
          for (let cursor: string | null = null; seen.length < 400; ) {
            const found = store.cache.snapshots.list({ filter: wanted, cursor, limit: 60 })
            seen.push(...found.snapshots.map((each) => each.snapshot_id))
            cursor = found.cursor
            if (cursor === null) break
          }
          expect(seen).toEqual(expected.slice(0, Math.max(seen.length, Math.min(expected.length, 400))))
        }),
        { numRuns: runs, seed: 5 },
      )
    check(80)
    store.close()
    store = openAccount(folder)
    check(20)
    // An upgrade leaves all blocks to be made.
    store.close()
    const db = new Sqlite(join(accountFolder(folder), 'cache.db'))
    db.exec('DELETE FROM snapshot_terms; DELETE FROM snapshot_blocks')
    db.close()
    store = openAccount(folder)
    check(20)
    // What fails takes nothing along: neither rows nor what is remembered of them.
    const more = Array.from({ length: 700 }, (_, at) =>
      aSnapshot(`more ${at}`, { memo: hexText('order0 rent'), created_at: time(20_000) }),
    )
    const broken = { ...aSnapshot('broken'), transaction_hash: '00' as Snapshot['transaction_hash'] }
    expect(() => page([...more, broken])).toThrow()
    check(20)
  })

  /** How many snapshots with the word are found and are there. */
  const foundIn = (word: string): number => {
    let count = 0
    for (let cursor: string | null = null; ; ) {
      const { snapshots, cursor: next } = store.cache.snapshots.list({ filter: { search: word }, cursor, limit: 500 })
      count += snapshots.filter(({ memo }) => memoText(memo)?.startsWith(word)).length
      cursor = next
      if (cursor === null) return count
    }
  }
  const expectedOf = (word: string, from: number, to: number) =>
    all.slice(from, to).filter((_, at) => pick(WORDS, from + at) === word)
  const broken = { ...aSnapshot('broken'), transaction_hash: '00' as Snapshot['transaction_hash'] }

  it('are whole at any time while a full one is being written, also after a failure and another start', () => {
    const expected = (from: number, to: number) => expectedOf('rent', from, to)
    const found = () => foundIn('rent')
    const written = (): unknown => {
      const db = new Sqlite(join(accountFolder(folder), 'cache.db'))
      const [blocks, terms] = ['blocks', 'terms'].map((name) =>
        db.prepare(`SELECT count(*) FROM snapshot_${name}`).pluck().get(),
      )
      db.close()
      return { blocks, terms }
    }
    const restarted = (): unknown => {
      store.close()
      const state = written()
      store = openAccount(folder)
      return state
    }
    for (let at = 0; at < 7_700; at += 100) page(all.slice(at, at + 100))
    expect(restarted()).toEqual({ blocks: 0, terms: expect.toSatisfy((terms: number) => terms > 0) })
    expect(found()).toBe(expected(0, 7_700).length)
    expect(() => page([...all.slice(7_700, 8_300), broken])).toThrow()
    expect(found()).toBe(expected(0, 7_700).length)
    page(all.slice(7_700, 8_000))
    expect(restarted()).toMatchObject({ blocks: 0 })
    while (store.cache.snapshots.prepare());
    expect(restarted()).toMatchObject({ blocks: 1 })
    expect(found()).toBe(expected(0, 8_000).length)
  })

  it('lose nothing where what comes after a failure is only repeated', () => {
    for (let at = 0; at < 7_700; at += 100) page(all.slice(at, at + 100))
    const share = (snapshots: readonly Snapshot[]) =>
      store.cache.snapshots.applyPage({ snapshots, cursor: 'shared', shared: store.cache.dropped() })
    share(all.slice(7_700, 8_000))
    expect(() => share([broken])).toThrow()
    expect(store.cache.dropped()).toBe(1)
    page(all.slice(0, 10))
    page(all.slice(7_700, 8_000))
    while (store.cache.snapshots.prepare());
    for (const word of WORDS) expect([word, foundIn(word)]).toEqual([word, expectedOf(word, 0, 8_000).length])
    const unfound: number[] = []
    for (let at = 1_000; at < 8_000; at += 7) {
      const query = { filter: { search: `order${at}` }, cursor: null, limit: 2 }
      const ids = store.cache.snapshots.list(query).snapshots.map(({ snapshot_id }) => snapshot_id)
      if (!ids.includes(pick(all, at).snapshot_id)) unfound.push(at)
    }
    expect(unfound).toEqual([])
  })
})

describe('snapshots search', () => {
  it('finds words of a memo by their beginning, without case or accents', () => {
    page([aSnapshot(1, { memo: hexText('Café invoice №42') }), aSnapshot(2, { memo: hexText('tea') })])
    expect(ids({ search: 'cafe' })).toEqual([idOf(1)])
    expect(ids({ search: 'INV' })).toEqual([idOf(1)])
  })

  it('finds the middle of a word where no word begins so', () => {
    page([aSnapshot(1, { memo: hexText('Café invoice №42') }), aSnapshot(2, { memo: hexText('voices') })])
    expect(ids({ search: 'nvoi' })).toEqual([idOf(1)])
    expect(ids({ search: 'voice' })).toEqual([idOf(2)])
    expect(ids({ search: 'vo' })).toEqual([idOf(2)])
    expect(ids({ search: 'oo' })).toEqual([])
    expect(ids({ search: 'nvoi cafe' })).toEqual([idOf(1)])
  })

  it('finds words that follow each other so, and no others', () => {
    page([
      aSnapshot(1, { memo: hexText('Half of the sailing-boat') }),
      aSnapshot(2, { memo: hexText('the boat, half of it') }),
      aSnapshot(3, { memo: hexText('half of theirs') }),
    ])
    expect(ids({ phrases: ['half OF'] })).toEqual([idOf(3), idOf(2), idOf(1)])
    expect(ids({ phrases: ['half of the'] })).toEqual([idOf(1)])
    expect(ids({ phrases: ['sailing boat'], search: 'ha' })).toEqual([idOf(1)])
    expect(ids({ phrases: ['boat half', 'of it'] })).toEqual([idOf(2)])
  })

  it('finds amounts within bounds, whatever their sign, also those that fit no 63 bits', () => {
    const vast = toAmount(2n ** 70n)
    page([
      aSnapshot(1, { amount: toAmount(100n) }),
      aSnapshot(2, { amount: toAmount(-101n) }),
      aSnapshot(3, { amount: vast }),
      aSnapshot(4, { amount: toAmount(2n ** 53n + 1n) }),
    ])
    expect(ids({ least: toAmount(101n) })).toEqual([idOf(4), idOf(3), idOf(2)])
    expect(ids({ most: toAmount(100n) })).toEqual([idOf(1)])
    expect(ids({ least: vast, most: vast })).toEqual([idOf(3)])
    expect(ids({ least: toAmount(vast + 1n) })).toEqual([])
    expect(ids({ least: toAmount(2n ** 53n), most: toAmount(2n ** 53n) })).toEqual([])
  })

  it('tells what is searched in assets and people from what is searched in words', () => {
    store.cache.assets.put([anAsset('BTC'), anAsset('ETH')])
    store.cache.users.put([aUser('alice', { full_name: 'Alice Liddell', identity_number: '37' })])
    page([
      aSnapshot(1, { asset_id: asset('BTC'), kernel_asset_id: kernel('BTC'), opponent_id: user('alice') }),
      aSnapshot(2, {
        ...{ asset_id: asset('ETH'), kernel_asset_id: kernel('ETH') },
        ...{ opponent_id: null, memo: hexText('alice btc') },
      }),
    ])
    expect(ids({ assets: ['btc'] })).toEqual([idOf(1)])
    expect(ids({ assets: ['nothing'] })).toEqual([])
    expect(ids({ people: ['alice lid'] })).toEqual([idOf(1)])
    expect(ids({ people: ['btc'] })).toEqual([idOf(2)])
  })

  it.each(['ab', 'abc', 'abcd', 'refunded', '𐐷𐐷', '𐐷𐐷𐐷', '𐐷𐐷𐐷𐐷𐐷', 'ab𐐷𐐷'])(
    'finds %s by each of its beginnings',
    (word) => {
      page([aSnapshot(1, { memo: hexText(`x ${word} y`) }), aSnapshot(2, { memo: hexText('another') })])
      const letters = [...word.toLowerCase()]
      for (let length = 2; length <= letters.length; length += 1) {
        expect(ids({ search: letters.slice(0, length).join('') }), `${length} letters`).toEqual([idOf(1)])
      }
      expect(ids({ search: `${word}z` })).toEqual([])
      expect(ids({ search: 'x y' })).toEqual([idOf(1)])
    },
  )

  it('finds any part of a text written without spaces', () => {
    page([aSnapshot(1, { memo: hexText('支付房租') })])
    expect(ids({ search: '房租' })).toEqual([idOf(1)])
    expect(ids({ search: '房东' })).toEqual([])
  })

  it('does not take bytes that are no text for words', () => {
    page([aSnapshot(1, { memo: 'ff00fe' })])
    expect(ids({ search: 'ff00' })).toEqual([])
  })

  it('finds people by name and number, under the name they have now', () => {
    page([aSnapshot(1), aSnapshot(2, { opponent_id: user('bob') })])
    store.cache.users.put([aUser('alice', { full_name: 'Alice Liddell', identity_number: '37' })])
    expect(ids({ search: 'liddell' })).toEqual([idOf(1)])
    expect(ids({ search: '37' })).toEqual([idOf(1)])
    store.cache.users.put([aUser('alice', { full_name: 'Alice Hargreaves', identity_number: '37' })])
    expect(ids({ search: 'liddell' })).toEqual([])
    expect(ids({ search: 'alice harg' })).toEqual([idOf(1)])
  })

  it('finds assets by symbol and name', () => {
    page([aSnapshot(1), aSnapshot(2, { asset_id: asset('ETH'), kernel_asset_id: kernel('ETH') })])
    store.cache.assets.put([anAsset('BTC', { name: 'Bitcoin' }), anAsset('ETH', { name: 'Ether' })])
    expect(ids({ search: 'btc' })).toEqual([idOf(1)])
    expect(ids({ search: 'ether' })).toEqual([idOf(2)])
  })

  it('finds the beginning of an id, hash or request id', () => {
    const one = aSnapshot(1, { request_id: request('one') })
    page([one, aSnapshot(2)])
    expect(ids({ search: one.transaction_hash.slice(0, 9) })).toEqual([idOf(1)])
    expect(ids({ search: one.transaction_hash })).toEqual([idOf(1)])
    expect(ids({ search: one.snapshot_id.slice(0, 15).toUpperCase() })).toEqual([idOf(1)])
    expect(ids({ search: request('one') })).toEqual([idOf(1)])
    expect(ids({ search: request('one'), direction: 'out' })).toEqual([])
  })

  it('finds by an id only what is all that is asked beside it', () => {
    const one = aSnapshot(1, { asset_id: asset('ETH'), kernel_asset_id: kernel('ETH') })
    page([one, aSnapshot(2)])
    store.cache.assets.put([anAsset('BTC', { name: 'Bitcoin' }), anAsset('ETH', { name: 'Ether' })])
    store.intents.labels.setTags(`s:${idOf(1)}`, ['rent'])
    const search = one.transaction_hash
    expect(ids({ search, assets: ['eth'], tags: ['rent'] })).toEqual([idOf(1)])
    expect(ids({ search, assets: ['btc'] })).toEqual([])
    expect(ids({ search, tags: ['food'] })).toEqual([])
    expect(ids({ search, people: ['nobody'] })).toEqual([])
  })

  it('takes any text for words, never for a language of queries', () => {
    page([aSnapshot(1, { memo: hexText('near and "far" OR away') })])
    for (const search of [
      '"far',
      'AND',
      'near*',
      'words:near',
      '(',
      ')',
      '^near',
      'far"',
      '-near',
      "';--",
      'NEAR(near far)',
    ]) {
      expect(() => ids({ search }), search).not.toThrow()
    }
    expect(ids({ search: 'and or' })).toEqual([idOf(1)])
  })

  it('finds a label by its words until it is taken away', () => {
    page([aSnapshot(1, { memo: hexText('memo') }), aSnapshot(2)])
    store.intents.labels.set(`s:${idOf(1)}`, 'Holiday flat', 'deposit for July')
    expect(ids({ search: 'holiday' })).toEqual([idOf(1)])
    expect(ids({ search: 'memo july' })).toEqual([idOf(1)])
    store.intents.labels.set(`s:${idOf(1)}`, '', '')
    expect(ids({ search: 'holiday' })).toEqual([])
    expect(ids({ search: 'memo' })).toEqual([idOf(1)])
  })

  it('finds a label that was given before its snapshot came, by the payment it belongs to', () => {
    store.intents.labels.set(`p:${request('one')}`, 'Rent', '')
    page([aSnapshot(1, { request_id: request('one') })])
    expect(ids({ search: 'rent' })).toEqual([idOf(1)])
  })

  it('forgets old words when a record changes', () => {
    page([aSnapshot(1, { memo: hexText('before') })])
    page([aSnapshot(1, { memo: hexText('after') })])
    expect(ids({ search: 'before' })).toEqual([])
    expect(ids({ search: 'after' })).toEqual([idOf(1)])
  })
})

describe('snapshots look-ups', () => {
  it('finds by request and by transaction', () => {
    const hash = hashOf('shared')
    page([aSnapshot(1, { request_id: request('r'), transaction_hash: hash }), aSnapshot(2, { transaction_hash: hash })])
    expect(store.cache.snapshots.byRequest(request('r')).map((each) => each.snapshot_id)).toEqual([idOf(1)])
    expect(store.cache.snapshots.byTransaction(hash)).toHaveLength(2)
    expect(store.cache.snapshots.byTransaction(hashOf('none'))).toEqual([])
  })
})
