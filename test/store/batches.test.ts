import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Hash, Output, OutputId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { toAmount } from '#protocol'
import type { AccountStore } from '#store'
import { CACHE_MIGRATIONS } from '../../src/store/cache/cache.ts'
import type { Database, Value } from '../../src/store/database.ts'
import { bytesOf, openLoan, uuidBytes } from '../../src/store/encoding.ts'
import { emptyAt } from '../../src/store/migrate.ts'
import { isSealed, type Row, sealedInsert } from '../../src/store/sealed.ts'
import { sealedBatch } from '../../src/store/sealed-batch.ts'
import { SEALED_COLUMNS } from '../../src/store/sealed-columns.ts'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anOutput, hashOf, kernel, openAccount, outputId, spent } from '../support/store.ts'

const refusal = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

describe('a batch of rows', () => {
  const columns = SEALED_COLUMNS.outputs
  let db: Database
  beforeEach(() => {
    db = emptyAt(CACHE_MIGRATIONS)
    db.pragma('foreign_keys = OFF')
  })
  afterEach(() => db.close())

  function aRow(number: number, fields: Readonly<Record<string, Value>> = {}): Value[] {
    const id = Buffer.alloc(16)
    id.writeUInt32BE(number)
    const held: Readonly<Record<string, Value>> = {
      ...{ id, holder: 1n, asset: 1n, state: 2n, units: 5n, large: Buffer.alloc(0), sequence: -(2n ** 63n) },
      ...{ output_index: 0n, transaction_hash: Buffer.alloc(32, 1), mask: Buffer.alloc(32, 2), keys: Buffer.alloc(0) },
      ...{ created_at: 2n ** 63n - 1n, ...fields },
    }
    return columns.map((name) => held[name] ?? null)
  }
  const stored = () => db.prepare<Row>('SELECT * FROM outputs ORDER BY id').all()
  const valuesOf = (row: Row) => columns.map((name) => row[name])
  const write = (rows: readonly (readonly Value[])[], begin = sealedBatch(db, 'outputs', ['id'])): number =>
    db.transaction(() => {
      const batch = begin()
      for (const row of rows) batch.add(row)
      return batch.end()
    })

  const rowByRow = () => {
    const insert = sealedInsert(db, 'outputs', 'ON CONFLICT DO NOTHING')
    return (rows: readonly (readonly Value[])[]) => rows.reduce((written, row) => written + insert(row), 0)
  }
  const together = () => {
    const begin = sealedBatch(db, 'outputs', ['id'])
    return (rows: readonly (readonly Value[])[]) => write(rows, begin)
  }

  it.each([
    ['together', together],
    ['row by row', rowByRow],
  ])('is written as it is, %s, whichever of their columns hold nothing or no bytes', (_way, writer) => {
    const given = ['claimed_asset', 'extra', 'inscription', 'request_id', 'signed_by', 'signers'] as const
    const rows = Array.from({ length: 3 ** given.length }, (_, number) => {
      const chosen = given.map((name, at) => [
        name,
        [null, Buffer.alloc(0), Buffer.from([at])][Math.floor(number / 3 ** at) % 3],
      ])
      return aRow(number, Object.fromEntries(chosen))
    })
    const written = writer()
    expect(written(rows)).toBe(rows.length)
    expect(stored().map(valuesOf)).toEqual(rows)
    expect(stored().every((row) => isSealed('outputs', row))).toBe(true)
    // A shape that was met is known, and every other one comes after more than are kept.
    expect(written(rows.toReversed())).toBe(0)
  })

  it.each([1, 31, 32, 33, 500])('is written whole when it has %i rows of a kind', (count) => {
    const rows = Array.from({ length: count }, (_, number) => aRow(number, { units: BigInt(number) }))
    expect(write(rows)).toBe(count)
    expect(stored().map(valuesOf)).toEqual(rows)
    expect(stored().every((row) => isSealed('outputs', row))).toBe(true)
  })

  it('counts what was written, and leaves those alone whose key is taken', () => {
    write([aRow(7, { units: 70n })])
    const rows = Array.from({ length: 40 }, (_, number) => aRow(number))
    expect(write([...rows, aRow(3, { units: 30n })])).toBe(39)
    expect(stored().map(({ units }) => units)).toEqual(rows.map((_, number) => (number === 7 ? 70n : 5n)))
  })

  it('leaves nothing behind where a row of it is refused, and nothing of it is written with the next', () => {
    const begin = sealedBatch(db, 'outputs', ['id'])
    const rows = Array.from({ length: 40 }, (_, number) => aRow(number, { state: number === 30 ? 3n : 0n }))
    expect(refusal(() => write(rows, begin))).toBe('internal')
    expect(stored()).toEqual([])
    write([aRow(99)], begin)
    expect(stored().map(valuesOf)).toEqual([aRow(99)])
  })

  it('is refused as a whole where a row refers to what is not there', () => {
    db.pragma('foreign_keys = ON')
    expect(refusal(() => write([aRow(1), aRow(2)]))).toBe('internal')
    expect(stored()).toEqual([])
  })
})

describe('bytes that are lent', () => {
  it('are those of the text, as long as nothing is asked for again', () => {
    const loan = openLoan()
    for (let round = 0; round < 2; round += 1) {
      loan.again()
      const texts = Array.from({ length: 5_000 }, (_, at) => ({ id: outputId(at), hash: hashOf(`${round} ${at}`) }))
      const lent = texts.map(({ id, hash }) => [loan.uuid(id), loan.hash(hash)])
      expect(lent).toEqual(texts.map(({ id, hash }) => [uuidBytes(id), bytesOf(hash)]))
    }
  })

  it.each(['', 'ab', `${'ab'.repeat(31)}gg`, 'ab'.repeat(33)])('are what there is of "%s"', (text) => {
    expect(openLoan().hash(text)).toEqual(bytesOf(text))
  })
})

describe('a page of outputs', () => {
  const holder = aHolder()
  let store: AccountStore
  beforeEach(() => {
    store = openAccount(newFolder('store'))
  })
  afterEach(() => store.close())
  const page = (outputs: readonly Output[], shared?: number) =>
    store.cache.outputs.applyPage({ holder, outputs, cursor: 1, ...(shared !== undefined && { shared }) })
  const coins = () => store.cache.outputs.balances(holder.id).map(({ unspent }) => unspent)

  it('is counted by what is new in it, among what is known', () => {
    const all = Array.from({ length: 200 }, (_, at) => anOutput(at + 1, { amount: toAmount(BigInt(at + 1)) }))
    page(all.filter((_, at) => at % 3 === 0))
    const now = all.map((output, at) => (at % 5 === 0 ? spent(output) : output))
    page(now)
    const open = now.filter(({ state }) => state === 'unspent')
    expect(coins()).toEqual([{ amount: open.reduce((sum, { amount }) => sum + amount, 0n), coins: open.length }])
    expect(store.cache.outputs.list({ holder: holder.id, limit: 999 })).toEqual(now.toReversed())
  })

  it('says last what an output is that is in it twice', () => {
    const others = Array.from({ length: 60 }, (_, at) => spent(anOutput(at + 2)))
    const twice = anOutput(1)
    page([twice, ...others, spent(twice)])
    expect(store.cache.outputs.get(twice.output_id)).toEqual(spent(twice))
    page([
      spent(anOutput(99)),
      ...others.map((each) => ({ ...each, output_id: outputId(`${each.sequence} b`) })),
      anOutput(99),
    ])
    expect(store.cache.outputs.get(outputId(99))).toEqual(anOutput(99))
    expect(coins()).toEqual([{ amount: anOutput(99).amount, coins: 1 }])
  })

  it.each([2, 3, 4])('does not count an output that contradicts itself in it, listed %i times', (times) => {
    const [said, otherwise] = [anOutput(1), anOutput(1, { amount: toAmount(5n) })]
    page([said, otherwise, said, otherwise].slice(0, times))
    expect(store.cache.outputs.isAside(said.output_id)).toBe(true)
    expect(store.cache.outputs.get(said.output_id)).toBeUndefined()
    expect(coins()).toEqual([{ amount: 0n, coins: 0 }])
  })

  it.each([
    { field: 'id', fields: { output_id: 'ab' as OutputId } },
    { field: 'hash', fields: { transaction_hash: 'ab' as Hash } },
    { field: 'mask', fields: { mask: 'ab'.repeat(33) } },
    { field: 'amount', fields: { amount: toAmount(-1n) } },
  ])('is refused whole where an $field is none, also one that is shared', ({ fields }) => {
    const outputs = Array.from({ length: 60 }, (_, at) => anOutput(at + 1, at === 45 ? fields : {}))
    const { outputs: kept } = store.cache
    for (const shared of [undefined, store.cache.dropped()]) {
      expect(refusal(() => page(outputs, shared))).toBe('internal')
      expect(kept.list({ holder: holder.id, limit: 99 })).toEqual([])
      expect(kept.balances(holder.id)).toEqual([])
      expect(kept.cursor(holder.id)).toBe(0)
    }
    page([anOutput(1, { kernel_asset_id: kernel('BTC') })])
    expect(coins().map((each) => each.coins)).toEqual([1])
  })
})
