import type { Hash, Output } from '#contract/domain'
import type { Facts } from '../cache/facts.ts'
import type { Database } from '../database.ts'
import { amountOf, bytesOf, hexOf, splitHex, uuidBytes } from '../encoding.ts'

interface Row {
  readonly kernel: Buffer
  readonly units: bigint
  readonly large: Buffer
  readonly mask: Buffer
  readonly keys: Buffer
}

interface InputRow extends Row {
  readonly hash: Buffer
  readonly output_index: bigint
}

/** What outputs must be, as far as this wallet's own signatures tell. */
export interface KnownOutputs {
  /** Whether anything was signed at all. */
  any(): boolean
  of(output: Output): Facts | undefined
}

/**
 * Facts of outputs that a signed transaction of the journal spends or makes: signing proved the one and fixed the other, so
 * they hold whatever the service lists, also after cache.db was lost.
 */
export function openKnownOutputs(db: Database): KnownOutputs {
  const any = db.prepare('SELECT 1 FROM payment_transactions WHERE signed IS NOT NULL LIMIT 1')
  const spent = db.prepare<InputRow>(`
    SELECT t.kernel, i.hash, i.output_index, i.units, i.large, i.mask, i.keys
    FROM payment_inputs i JOIN payment_transactions t ON t.row = i.transaction_row
    WHERE i.output_id = ? AND t.signed IS NOT NULL LIMIT 1`)
  const made = db.prepare<Row>(`
    SELECT t.kernel, o.units, o.large, o.mask, o.keys
    FROM payment_transactions t JOIN payment_outputs o ON o.transaction_row = t.row
    WHERE t.hash = ? AND t.signed IS NOT NULL AND o.position = ? AND o.mask IS NOT NULL LIMIT 1`)
  const facts = (row: Row, hash: Hash, index: number): Facts => ({
    hash,
    index,
    amount: amountOf(row.units, row.large),
    asset: hexOf<Hash>(row.kernel),
    mask: hexOf(row.mask),
    keys: splitHex(row.keys),
    members: null,
  })
  return {
    any: () => any.get() !== undefined,
    of({ output_id, transaction_hash, output_index }) {
      const input = spent.get(uuidBytes(output_id))
      if (input !== undefined) return facts(input, hexOf<Hash>(input.hash), Number(input.output_index))
      const output = made.get(bytesOf(transaction_hash), BigInt(output_index))
      return output === undefined ? undefined : facts(output, transaction_hash, output_index)
    },
  }
}
