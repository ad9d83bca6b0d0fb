import { expect, it, onTestFinished } from 'vitest'
import type { Hash, InscriptionItem } from '#contract/domain'
import { failure } from '#contract/errors'
import { collection as readCollection, inscriptionItem as readItem } from '../../src/contract/http/inscriptions.ts'
import { createNaming } from '../../src/wallet/collectibles/naming.ts'
import { mint } from '../support/collectibles.ts'
import { faultyLine } from '../support/faults.ts'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anOutput, hashOf, openAccount } from '../support/store.ts'
import { ALL_MOVEMENTS, newAccount, sharedNetwork } from '../support/wallet.ts'

/* Items are called by their names in lists before anybody has opened one, and what the service does not answer costs little. */

const network = sharedNetwork()
const RECORDS = /^\/safe\/inscriptions\//

/** A wallet whose lists are looked at, and nothing else; `asked` are the records of items and collections that were given. */
async function looking() {
  const line = faultyLine()
  const wallet = await network.open({ fetch: line.fetch })
  onTestFinished(wallet.close)
  const { account } = await newAccount(wallet, 'Ana')
  const list = () =>
    wallet.calls['activity.list']({ account, holder: null, filter: ALL_MOVEMENTS, cursor: null, limit: 50 })
  const names = async () => (await list()).rows.flatMap(({ item }) => item ?? []).map(String)
  const asked = () => line.passed.filter((path) => path.includes('/safe/inscriptions/'))
  return { wallet, account, line, names, asked }
}

it('an item is called by its name in lists although nobody has opened it, for one question each', async () => {
  const { wallet, account, names, asked } = await looking()
  await mint(network, [{ members: [account] }, { members: [account] }])
  const named = await wallet.until(names, (all) => all.length === 2 && all.every((name) => name.startsWith('Kites')))
  expect(named.toSorted()).toEqual(['Kites #0', 'Kites #1'])
  await wallet.calls['app.retry']({ account })
  await wallet.calls['app.retry']({ account })
  expect(asked()).toHaveLength(3) // the collection once
})

it('is named later where the service gave no record at first, and the rounds do not fail by it', async () => {
  const { wallet, account, line, names } = await looking()
  const fault = { path: RECORDS, act: 'refused' as const, times: 2 }
  line.faults.push(fault)
  await mint(network, [{ members: [account] }])
  const [first] = await wallet.until(names, (all) => all.length === 1)
  expect(first).toMatch(/^Collectible /)
  await wallet.calls['app.retry']({ account })
  expect((await wallet.calls['app.connection']({ account })).problem).toBeNull()
  expect(await wallet.until(names, ([name]) => name?.startsWith('Kites') === true)).toEqual(['Kites #0'])
  expect(fault.times).toBe(0)
})

const RECORD = { created_at: new Date(1_790_000_000_000).toISOString() }
const item = (name: string): InscriptionItem =>
  readItem.parse({ ...RECORD, inscription_hash: hashOf(name), collection_hash: hashOf('Kites'), sequence: 1 })

/** Rounds over so many items, one by one; `answer` is what the service makes of a question. */
function rounds(items: number, answer: (hash: Hash, name: string) => unknown) {
  const store = openAccount(newFolder('store'))
  onTestFinished(store.close)
  const self = aHolder('me')
  const outputs = Array.from({ length: items }, (_, at) => anOutput(at + 1, { inscription_hash: hashOf(`item ${at}`) }))
  store.cache.holders.put(self)
  store.cache.outputs.applyPage({ holder: self, outputs, cursor: items })
  const asked: Hash[] = []
  const call = async (name: string, { params: { hash } }: { params: { hash: Hash } }) => {
    asked.push(hash)
    return answer(hash, name)
  }
  const naming = createNaming({ self, store, remote: { call } as never, log: () => undefined })
  async function run(many: number): Promise<number> {
    const before = asked.length
    for (let at = 0; at < many; at += 1) {
      naming.round()
      await new Promise(setImmediate)
    }
    return asked.length - before
  }
  onTestFinished(naming.stop)
  return { store, asked, run }
}

it('a few are asked for in a round, all in the end, and then nothing any more', async () => {
  const records = Array.from({ length: 230 }, (_, at) => item(`item ${at}`))
  const collection = readCollection.parse({ ...RECORD, collection_hash: hashOf('Kites'), supply: '1', unit: '1' })
  const { run, store } = rounds(230, (hash, name) =>
    name === 'items.read' ? records.filter(({ inscription_hash: own }) => own === hash) : [collection],
  )
  expect(await run(1)).toBeLessThanOrEqual(4)
  expect(await run(100)).toBeLessThanOrEqual(231)
  expect(records.every(({ inscription_hash: hash }) => store.cache.inscriptions.item(hash) !== undefined)).toBe(true)
  expect(await run(100)).toBe(0)
})

it('where the service gives none at all, one is tried ever more rarely', async () => {
  const { run } = rounds(230, () => {
    throw failure('remote.server', 'nothing')
  })
  expect(await run(60)).toBeLessThanOrEqual(6)
  expect(await run(640)).toBeLessThanOrEqual(12)
})

it('a collection that is not there is asked for a few times for all of its items, and others are read meanwhile', async () => {
  const records = Array.from({ length: 30 }, (_, at) => item(`item ${at}`))
  const { run, asked } = rounds(30, (hash, name) => {
    if (name !== 'items.read') throw failure('remote.not_found', 'no such collection')
    return records.filter(({ inscription_hash: own }) => own === hash)
  })
  await run(400)
  expect(new Set(asked).size).toBe(31)
  expect(asked.filter((hash) => hash === hashOf('Kites'))).toHaveLength(6)
  expect(await run(400)).toBe(0)
})
