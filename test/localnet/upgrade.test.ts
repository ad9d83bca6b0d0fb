import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { AssetId, Hash, Keystore, RequestId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { encodeInscription, parseAmount } from '#protocol'
import { BTC, newcomer, type Person, personOf, startTestLocalnet, type TestLocalnet } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'

const LEDGERS = join(import.meta.dirname, 'ledgers')

interface Kept {
  readonly keystore: Keystore
  readonly spendSeed: string
}

/** Who lived in the file, which was written by the program of its time, and what they had asked for. */
interface Told {
  readonly ana: Kept
  readonly ben: Kept
  /** Withdrawals: on their chain, final and about to leave, accepted with their fee beside them. */
  readonly left: RequestId
  readonly leaving: RequestId
  readonly accepted: RequestId
  /** Ana's bitcoin. */
  readonly balance: string
}

const told = JSON.parse(readFileSync(join(LEDGERS, 'version-5.json'), 'utf8')) as Told

function folder(): string {
  const dir = newFolder('localnet')
  copyFileSync(join(LEDGERS, 'version-5.db'), join(dir, 'ledger.db'))
  return dir
}

/** What somebody does in a network on an old folder. */
async function inside(dir: string, work: (net: TestLocalnet, ana: Person, ben: Person) => Promise<void>) {
  const net = await startTestLocalnet({ dir })
  const [ana, ben] = [told.ana, told.ben].map(({ keystore, spendSeed }) => personOf(net, keystore, spendSeed))
  if (ana === undefined || ben === undefined) throw new Error('nobody is left')
  await work(net, ana, ben)
}

const chainOf = async (person: Person, id: RequestId) =>
  (await person.remote.call('transactions.read', { params: { id } })).receivers[0]?.withdrawal_hash

/** All tables and indexes, without the comments and spaces by which the texts differ. */
function tables(dir: string): unknown {
  const file = new Sqlite(join(dir, 'ledger.db'))
  try {
    const rows = file.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all() as {
      readonly name: string
      readonly sql: string | null
    }[]
    return rows.map(({ name, sql }) => [name, sql?.replace(/--.*$/gm, '').replace(/["\s]+/g, '')])
  } finally {
    file.close()
  }
}

describe('a play folder of the schema before', () => {
  it('goes on with its accounts and their money, which can be spent', async () => {
    await inside(folder(), async (net, ana, ben) => {
      expect([await ana.balance(BTC), await ben.balance(BTC)]).toEqual([told.balance, '0.25'])
      await ana.pay(ben.id, BTC, '0.5')
      await net.blocks(1)
      expect(await ben.balance(BTC)).toBe('0.75')
    })
  })

  it('sends withdrawals on that were under way, and none a second time', async () => {
    await inside(folder(), async (net, ana) => {
      const first = await chainOf(ana, told.left)
      expect(first).not.toBe('')
      expect([await chainOf(ana, told.leaving), await chainOf(ana, told.accepted)]).toEqual(['', ''])
      await net.blocks(4)
      expect(await chainOf(ana, told.left)).toBe(first)
      expect(await chainOf(ana, told.leaving)).toMatch(/^[0-9a-f]{64}$/)
      expect(await chainOf(ana, told.accepted)).toMatch(/^0x[0-9a-f]{64}$/)
    })
  })

  it('has the tables of a new one afterwards, also when it is opened again', async () => {
    const [old, fresh] = [folder(), newFolder('localnet')]
    await (await startTestLocalnet({ dir: fresh })).close()
    await (await startTestLocalnet({ dir: old })).close()
    await (await startTestLocalnet({ dir: old })).close()
    expect(tables(old)).toEqual(tables(fresh))
  })

  it('is left as it is when it is refused for another seed', async () => {
    const dir = folder()
    const before = tables(dir)
    expect(await startTestLocalnet({ dir, seed: 'another' }).catch(codeOf)).toBe('store.other_network')
    expect(tables(dir)).toEqual(before)
  })
})

describe('a play folder whose collections were made before they were transactions', () => {
  const old = JSON.parse(readFileSync(join(LEDGERS, 'version-7.json'), 'utf8')) as {
    readonly ana: Kept
    readonly collection: Hash
    readonly asset: AssetId
    /** The first was released, the second is where it was paid to. */
    readonly items: readonly [Hash, Hash]
  }

  it('keeps them: items are read, sent, and occupied again, though no bytes stand behind their hashes', async () => {
    const dir = newFolder('localnet')
    copyFileSync(join(LEDGERS, 'version-7.db'), join(dir, 'ledger.db'))
    const net = await startTestLocalnet({ dir })
    const ana = personOf(net, old.ana.keystore, old.ana.spendSeed)
    const ben = await newcomer(net, 'Ben')
    const item = async (hash: Hash) => (await net.control.call('items.read', { params: { hash } }))[0]
    expect(await item(old.items[0])).toMatchObject({ occupied_by: '', traits: '[{"name":"wind","value":"4"}]' })
    const body = { method: 'gettransaction', params: [old.collection] } as const
    expect(await ana.remote.call('kernel.transaction', { body: { ...body, params: [...body.params] } })).toBeNull()
    const outputs = await ana.outputs(old.asset)
    const whole = outputs.filter(({ inscription_hash }) => inscription_hash === old.items[1])
    await ana.pay(ben.id, old.asset, '2', { inputs: whole })
    const built = await ana.build(old.asset, [{ to: [ana.id], amount: parseAmount('2') }], {
      inputs: outputs.filter(({ inscription_hash }) => inscription_hash === null),
      extra: encodeInscription({ operation: 'occupy', sequence: 0 }),
      references: [old.items[0]],
    })
    await ana.send(built)
    await net.blocks(1)
    expect((await ben.outputs(old.asset)).map(({ inscription_hash }) => inscription_hash)).toEqual([old.items[1]])
    expect(await item(old.items[0])).toMatchObject({ occupied_by: (await item(old.items[0]))?.recipient })
  })
})

describe('a play folder that no step leads here from', () => {
  it.each(['4', '99'])('is refused as it is: version %s', async (version) => {
    const dir = folder()
    const file = new Sqlite(join(dir, 'ledger.db'))
    file.exec(`UPDATE version SET number = '${version}'`)
    file.close()
    const before = tables(dir)
    expect(await startTestLocalnet({ dir }).catch(codeOf)).toBe('store.newer')
    expect(tables(dir)).toEqual(before)
  })
})
