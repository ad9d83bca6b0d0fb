import type { Hash, UserId } from '#contract/domain'
import type { Amount } from '#protocol/text'
import type { Database } from '../database.ts'
import { bytesOf, hexOf, orUndefined } from '../encoding.ts'
import { fromJson, jsonOf } from '../exact-json.ts'
import { sealedWriter } from '../sealed.ts'

/** What a transaction does, by its bytes. */
export interface TransactionFacts {
  /** By the kernel's id. */
  readonly asset: Hash
  readonly withdrawal: { readonly amount: Amount; readonly destination: string; readonly tag: string } | null
  readonly outputs: readonly {
    /** Its place among all outputs. */
    readonly index: number
    readonly amount: Amount
    /** Whether nobody can ever spend it. */
    readonly isBurnt: boolean
    /** Whom the service made its keys for, as it says: bytes do not. */
    readonly members: readonly UserId[]
    readonly threshold: number
  }[]
}

/** Facts of transactions that others made, by their hashes. Whoever writes them has compared hash and bytes. */
export function openTransactionFacts(db: Database) {
  const write = sealedWriter(db, 'transaction_facts', ['hash'])
  const read = db.prepare<{ record: string }>('SELECT record FROM transaction_facts WHERE hash = ?')
  const referring = db.prepare<{ hash: Buffer }>('SELECT hash FROM transaction_facts WHERE refers = ? ORDER BY hash')
  return {
    /** `refers` is the one transaction that it refers to. */
    put: (hash: Hash, facts: TransactionFacts, refers: Hash | null): void =>
      db.transaction(() => {
        write([bytesOf(hash), refers === null ? null : bytesOf(refers), jsonOf(facts)])
      }),
    get: (hash: Hash): TransactionFacts | undefined =>
      orUndefined(read.get(bytesOf(hash)), ({ record }) => fromJson<TransactionFacts>(record)),
    /** Transactions that refer to this one and to no other. */
    referringTo: (hash: Hash): Hash[] => referring.all(bytesOf(hash)).map((row) => hexOf<Hash>(row.hash)),
  }
}
