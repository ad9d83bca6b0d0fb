import type { Hash, UserId } from '#contract/domain'
import type { Amount } from '#protocol/text'
import type { Database } from '../database.ts'
import { bytesOf, hexOf, orUndefined, uuidBytes, uuidOf } from '../encoding.ts'
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

/** The one person whom the service says an output is for; null for a group, and where it names nobody. */
export function receiverOf({ members, threshold }: TransactionFacts['outputs'][number]): UserId | null {
  const [only = null, ...others] = members
  return others.length === 0 && threshold <= 1 ? only : null
}

/** Facts of transactions that others made, by their hashes. Whoever writes them has compared hash and bytes. */
export function openTransactionFacts(db: Database) {
  const write = sealedWriter(db, 'transaction_facts', ['hash'])
  const read = db.prepare<{ record: string }>('SELECT record FROM transaction_facts WHERE hash = ?')
  const referring = db.prepare<{ hash: Buffer }>('SELECT hash FROM transaction_facts WHERE refers = ? ORDER BY hash')
  const index = db.prepare('INSERT OR IGNORE INTO transaction_payees (payee, hash) VALUES (?, ?)')
  const paying = db.prepare<{ hash: Buffer }>('SELECT hash FROM transaction_payees WHERE payee = ? ORDER BY hash')
  const alike = db.prepare<{ payee: Buffer }>(
    'SELECT DISTINCT payee FROM transaction_payees WHERE instr(lower(hex(payee)), ?) > 0',
  )
  return {
    /** `refers` is the one transaction that it refers to. */
    put: (hash: Hash, facts: TransactionFacts, refers: Hash | null): void =>
      db.transaction(() => {
        write([bytesOf(hash), refers === null ? null : bytesOf(refers), jsonOf(facts)])
        for (const output of facts.withdrawal === null ? facts.outputs : []) {
          const payee = receiverOf(output)
          if (payee !== null) index.run(uuidBytes(payee), bytesOf(hash))
        }
      }),
    /** Transactions that pay this person, maybe beside others. */
    paying: (userId: UserId): Hash[] => paying.all(uuidBytes(userId)).map((row) => hexOf<Hash>(row.hash)),
    /** People whom they pay and whose ids have this text in them. */
    payeesWith(text: string): UserId[] {
      const digits = text.replaceAll('-', '')
      return digits === '' ? [] : alike.all(digits).map(({ payee }) => uuidOf<UserId>(payee))
    },
    get: (hash: Hash): TransactionFacts | undefined =>
      orUndefined(read.get(bytesOf(hash)), ({ record }) => fromJson<TransactionFacts>(record)),
    /** Transactions that refer to this one and to no other. */
    referringTo: (hash: Hash): Hash[] => referring.all(bytesOf(hash)).map((row) => hexOf<Hash>(row.hash)),
  }
}
