import type { Hash, Nanos, UserId } from '#contract/domain'
import type { Database } from '../database.ts'
import { bytesOf, hexOf, joinedHex, joinedUuids, splitHex, uuidBytes } from '../encoding.ts'
import { sealedInsert } from '../sealed.ts'
import type { OutputKeys } from './payment.ts'

/** What a one-time key was first used for: a hint sent to the service, or a transaction that Coffer derived it for. */
type KeyOrigin = { readonly hint: string } | { readonly transaction: Hash }

/**
 * Every one-time key this wallet was ever given. The same hint must always give the same keys, and a key seen for one
 * purpose must never come back for another: the ledger binds it to the first transaction that uses it.
 */
export function openKeys(db: Database, clock: { now(): Nanos }) {
  const find = db.prepare<{ receivers: Buffer; output_index: bigint; mask: Buffer; keys: Buffer }>(
    'SELECT receivers, output_index, mask, keys FROM hints WHERE hint = ?',
  )
  const insert = sealedInsert(db, 'hints')
  const findKey = db.prepare<{ origin: Buffer }>('SELECT origin FROM seen_keys WHERE key = ?')
  const insertKey = sealedInsert(db, 'seen_keys', 'ON CONFLICT DO NOTHING')

  function see(keys: readonly string[], origin: KeyOrigin): void {
    for (const key of keys) insertKey([bytesOf(key), originBytes(origin)])
  }

  return {
    /**
     * Compares an answer of the service with the first one for its hint, and remembers it if it is the first. An answer
     * that differs in receivers, index, mask or keys is `different` and is not remembered. Order of receivers is free.
     */
    remember(
      hint: string,
      answer: { readonly receivers: readonly UserId[]; readonly index: number } & OutputKeys,
    ): 'new' | 'same' | 'different' {
      return db.transaction(() => {
        const receivers = joinedUuids([...answer.receivers].sort())
        const [mask, keys] = [bytesOf(answer.mask), joinedHex(answer.keys)]
        const first = find.get(uuidBytes(hint))
        if (first !== undefined) {
          const same =
            first.receivers.equals(receivers) &&
            first.output_index === BigInt(answer.index) &&
            first.mask.equals(mask) &&
            first.keys.equals(keys)
          return same ? 'same' : 'different'
        }
        insert([uuidBytes(hint), receivers, BigInt(answer.index), mask, keys, clock.now()])
        see([answer.mask, ...answer.keys], { hint })
        return 'new'
      })
    },

    /** The first answer for a hint. */
    recall(hint: string): (OutputKeys & { readonly index: number }) | undefined {
      const row = find.get(uuidBytes(hint))
      return row === undefined
        ? undefined
        : { index: Number(row.output_index), mask: hexOf(row.mask), keys: splitHex(row.keys) }
    },

    /** Keys that Coffer derived itself, for a payee with a kernel address. */
    rememberDerived: (transaction: Hash, keys: readonly string[]): void =>
      db.transaction(() => see(keys, { transaction })),

    /** Those of the keys that were seen before for something else; a good answer has none. */
    seenElsewhere(keys: readonly string[], origin: KeyOrigin): string[] {
      const own = originBytes(origin)
      return keys.filter((key) => {
        const found = findKey.get(bytesOf(key))
        return found !== undefined && !found.origin.equals(own)
      })
    },
  }
}

/** A hint is 16 bytes and a transaction hash 32, so the two cannot be taken for each other. */
const originBytes = (origin: KeyOrigin): Buffer =>
  'hint' in origin ? uuidBytes(origin.hint) : bytesOf(origin.transaction)
