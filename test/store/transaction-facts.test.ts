import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Hash } from '#contract/domain'
import { parseAmount } from '#protocol'
import type { TransactionFacts } from '#store'
import { CACHE_MIGRATIONS } from '../../src/store/cache/cache.ts'
import { openTransactionFacts } from '../../src/store/cache/transaction-facts.ts'
import { Database } from '../../src/store/database.ts'
import { emptyAt, migrate } from '../../src/store/migrate.ts'
import { sealedWriter } from '../../src/store/sealed.ts'
import { newFolder } from '../support/scratch.ts'
import { user } from '../support/store.ts'

/* Transactions that others made are found by whom they pay. */

const hashOf = (digits: string) => digits.padEnd(64, '0') as Hash
const output = (index: number, ...members: number[]): TransactionFacts['outputs'][number] => ({
  ...{ index, amount: parseAmount('1'), isBurnt: false, threshold: 1 },
  members: members.map(user),
})
const SHARED: TransactionFacts = {
  asset: hashOf('aa'),
  withdrawal: null,
  outputs: [output(0, 1), output(1, 2), output(2, 1), output(3, 3, 4)],
}
const LEFT: TransactionFacts = {
  ...SHARED,
  withdrawal: { amount: parseAmount('1'), destination: 'bc1', tag: '' },
  outputs: [output(0, 1)],
}

const written = (db: Database) => {
  const facts = openTransactionFacts(db)
  facts.put(hashOf('01'), SHARED, null)
  facts.put(hashOf('02'), LEFT, null)
  return facts
}

let path: string
beforeEach(() => {
  path = `${newFolder('store')}/cache.db`
})

describe('a transaction that somebody else made', () => {
  it('is found by each person whom it pays alone, once, and by nobody where it leaves the network', () => {
    const facts = written(emptyAt(CACHE_MIGRATIONS))
    expect(facts.paying(user(1))).toEqual([hashOf('01')])
    expect(facts.paying(user(2))).toEqual([hashOf('01')])
    expect(facts.paying(user(3))).toEqual([])
  })

  it('names whom it pays by a part of the id', () => {
    const facts = written(emptyAt(CACHE_MIGRATIONS))
    expect(facts.payeesWith(user(2).slice(4, 20))).toEqual([user(2)])
    expect(facts.payeesWith('nobody')).toEqual([])
    expect(facts.payeesWith('------')).toEqual([])
  })

  it('is found so too where a file of before holds it', () => {
    const db = new Database(path, { readonly: false, timeoutMs: 0 })
    migrate(db, CACHE_MIGRATIONS.slice(0, 8))
    const [one, other] = [emptyAt(CACHE_MIGRATIONS), sealedWriter(db, 'transaction_facts', ['hash'])]
    written(one)
    for (const { hash, record } of one
      .prepare<{ hash: Buffer; record: string }>('SELECT hash, record FROM transaction_facts')
      .all())
      db.transaction(() => other([hash, null, record]))
    migrate(db, CACHE_MIGRATIONS)
    const facts = openTransactionFacts(db)
    expect([1, 2, 3].map((who) => facts.paying(user(who)))).toEqual([[hashOf('01')], [hashOf('01')], []])
    db.close()
    expect(new Sqlite(path).pragma('integrity_check', { simple: true })).toBe('ok')
  })
})
