import { cpSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Topic } from '#contract/ipc'
import type { AccountStore } from '#store'
import { Database } from '../../src/store/database.ts'
import { newFolder } from '../support/scratch.ts'
import { accountFolder, aHolder, anOutput, aSnapshot, openAccount } from '../support/store.ts'

/* Pages that are committed together. */

const holder = aHolder()
let folder: string
let store: AccountStore
beforeEach(() => {
  folder = newFolder('store')
  store = openAccount(folder)
})

const share = (cursor: number, of = holder) =>
  store.cache.outputs.applyPage({
    holder,
    outputs: [anOutput(cursor, { holder: of })],
    cursor,
    shared: store.cache.dropped(),
  })
const coinsOf = ({ cache }: AccountStore) => cache.outputs.balances(holder.id)[0]?.unspent.coins ?? 0

/** What a kill would leave: the files as they are now, opened elsewhere. */
function left(): { coins: number; cursor: number } {
  const other = newFolder('store')
  cpSync(accountFolder(folder), accountFolder(other), { recursive: true })
  const opened = openAccount(other)
  const found = { coins: coinsOf(opened), cursor: opened.cache.outputs.cursor(holder.id) }
  opened.close()
  return found
}

describe('a page that is shared', () => {
  it('is read at once and outlives a kill, with its cursor, once it is settled', () => {
    share(1)
    share(2)
    expect([coinsOf(store), store.cache.outputs.cursor(holder.id)]).toEqual([2, 2])
    expect(left()).toEqual({ coins: 0, cursor: 0 })
    store.cache.settle()
    expect(left()).toEqual({ coins: 2, cursor: 2 })
  })

  it('is committed before anything else is written', () => {
    share(1)
    store.cache.sync.set('something', 'else')
    expect(left()).toEqual({ coins: 1, cursor: 1 })
    share(2)
    store.cache.snapshots.applyPage({ snapshots: [aSnapshot('a')], cursor: 'a' })
    expect(left()).toEqual({ coins: 2, cursor: 2 })
  })

  it('is refused by itself when it is not what it should be', () => {
    share(1)
    expect(() => share(2, aHolder('me', 'another'))).toThrow(/another holder/)
    expect([coinsOf(store), store.cache.outputs.cursor(holder.id)]).toEqual([1, 1])
    share(3)
    store.cache.settle()
    expect(left()).toEqual({ coins: 2, cursor: 3 })
  })

  it('is announced when it is committed', async () => {
    const heard: Topic[] = []
    store.subscribe((topics) => heard.push(...topics))
    share(1)
    await Promise.resolve()
    expect(heard).toEqual([])
    store.cache.settle()
    await Promise.resolve()
    expect(heard).toEqual(['balances'])
  })

  it('is committed when the account is brought to rest or closed', () => {
    share(1)
    store.rest()
    expect(left()).toEqual({ coins: 1, cursor: 1 })
    share(2)
    store.close()
    expect(left()).toEqual({ coins: 2, cursor: 2 })
  })
})

it('what fails takes back all that was shared the first time, and then only itself', () => {
  const db = new Database(':memory:', { readonly: false, timeoutMs: 0 })
  db.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY CHECK (n > 0))')
  const add = db.prepare('INSERT INTO numbers VALUES (?)')
  const all = db.prepareColumn<bigint>('SELECT n FROM numbers ORDER BY n')
  const take = (numbers: readonly bigint[]) => () =>
    db.shared(() => {
      for (const number of numbers) add.run(number)
    }, db.dropped)
  take([1n])()
  expect(take([2n, 0n])).toThrow()
  expect([all(), db.dropped]).toEqual([[], 1])
  take([1n])()
  expect(take([2n, 0n])).toThrow()
  expect([all(), db.dropped]).toEqual([[1n], 1])
  take([3n])()
  db.settle()
  expect([all(), db.dropped]).toEqual([[1n, 3n], 1])
  db.close()
})

describe('a commit that fails', () => {
  it('takes back all that was shared, and lets the next one begin', () => {
    const db = new Database(':memory:', { readonly: false, timeoutMs: 0 })
    db.exec(`
      PRAGMA foreign_keys = ON;
      CREATE TABLE parents (row INTEGER PRIMARY KEY);
      CREATE TABLE children (row INTEGER PRIMARY KEY REFERENCES parents (row) DEFERRABLE INITIALLY DEFERRED)`)
    const [parent, child] = ['parents', 'children'].map((table) => db.prepare(`INSERT INTO ${table} VALUES (?)`))
    const count = db.prepare<{ n: bigint }>(
      'SELECT (SELECT count(*) FROM parents) + (SELECT count(*) FROM children) AS n',
    )
    db.shared(() => parent?.run(1n), 0)
    db.shared(() => child?.run(2n), 0)
    const [version, undone] = [db.version('parents'), db.undone]
    expect(() => db.settle()).toThrow()
    expect(count.get()?.n).toBe(0n)
    expect([db.version('parents'), db.undone, db.dropped]).toEqual([version + 1, undone + 1, 1])
    expect(() => db.shared(() => parent?.run(3n), 0)).toThrow(/taken back/)
    expect(() => db.settle(0)).toThrow(/taken back/)
    db.shared(() => parent?.run(3n), 1)
    db.settle()
    expect(count.get()?.n).toBe(1n)
    db.close()
  })
})
