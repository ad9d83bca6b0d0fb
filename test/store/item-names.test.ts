import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Output } from '#contract/domain'
import { type AccountStore, calledFirst } from '#store'
import { newFolder } from '../support/scratch.ts'
import { accountFolder, aHolder, anOutput, hashOf, openAccount } from '../support/store.ts'

/* What an output was called first is known to the journal, whatever becomes of the cache. */

const item = hashOf('item')
const money = anOutput('coin')
const asItem: Output = { ...money, inscription_hash: item }

let dir: string
let store: AccountStore
beforeEach(() => {
  dir = newFolder('store')
  store = openAccount(dir)
})
afterEach(() => store.close())

const list = (output: Output, to = store) =>
  to.cache.outputs.applyPage({ holder: aHolder(), outputs: [output], cursor: 1 })
function loseCache(): void {
  store.close()
  for (const end of ['', '-wal', '-shm']) rmSync(join(accountFolder(dir), `cache.db${end}`), { force: true })
  store = openAccount(dir)
}
const firstName = (of = store) => calledFirst(of.intents.freezes.get(money.output_id)?.reason ?? '')

it('an item whose cache was lost is frozen once it is listed without its name', () => {
  list(asItem)
  loseCache()
  list(money)
  expect(firstName()).toBe(item)
})

it('an item whose cache was lost is no money on a page with what is known already', () => {
  list(asItem)
  loseCache()
  const other = anOutput('other')
  list(other)
  store.cache.outputs.applyPage({ holder: aHolder(), outputs: [other, money], cursor: 2 })
  expect(firstName()).toBe(item)
})

it('an item whose cache was lost and that is named as before is not frozen', () => {
  list(asItem)
  loseCache()
  list(asItem)
  expect(store.intents.freezes.list()).toEqual([])
})

it('a coin that was freed as no item stays free, also after the cache was lost', () => {
  list(asItem)
  list(money)
  store.intents.freezes.remove(money.output_id)
  list(money)
  loseCache()
  list(money)
  expect(store.intents.freezes.list()).toEqual([])
})

it('a coin that was freed and is called an item again is frozen when that name is gone', () => {
  list(asItem)
  list(money)
  store.intents.freezes.remove(money.output_id)
  list(asItem)
  loseCache()
  list(money)
  expect(firstName()).toBe(item)
})

it('an item that only a merged journal has heard of is frozen once it is listed as money again', () => {
  const there = openAccount(newFolder('store'))
  list(asItem, there)
  list(money)
  store.absorb(there.snapshot())
  there.close()
  list(money)
  expect(firstName()).toBe(item)
  expect(store.resync.needed()).toBe('restored')
})

it('nothing is written to the journal for coins without an item', () => {
  const before = store.snapshot()
  list(money)
  expect(Buffer.compare(store.snapshot(), before)).toBe(0)
})
