import type { Hash, RequestId } from '#contract/domain'
import { failure } from '#contract/errors'
import { bytesOf, uuidOf } from '../../encoding.ts'
import { type Json, jsonOf } from '../../exact-json.ts'
import type { OutputKeys, Payment } from '../payment.ts'
import { type Journal, partOf } from './journal.ts'
import { rawColumns } from './transaction-rows.ts'

/** Name of the event of an approval that accepted warnings, by their ids. */
export const ACCEPTED = 'accepted_warnings'

/** From coins and outputs to signed bytes. */
export function signing({ rows, advance, record }: Journal) {
  return {
    /** One-time keys of the outputs that have them, by transaction and output index. */
    storeKeys(
      id: RequestId,
      keys: readonly ({
        readonly requestId: RequestId
        readonly index: number
        readonly script?: string
      } & OutputKeys)[],
    ): Payment {
      return advance(id, ['reserved'], (_row, transactions) => {
        for (const transaction of transactions) {
          const own = keys.filter((each) => each.requestId === uuidOf(transaction.request_id))
          const outputs = rows.outputs(transaction).map((output, index) => {
            const found = own.find((each) => each.index === index)
            if (found === undefined) return output
            return { ...output, keys: { mask: found.mask, keys: found.keys }, script: found.script ?? null }
          })
          if (own.some((each) => each.index >= outputs.length))
            throw failure('internal', 'keys for an output that is not planned')
          rows.replaceOutputs(transaction, outputs)
        }
        return 'keyed'
      })
    },

    /** The unsigned bytes of every transaction, and the hash that Coffer computed of each. */
    storeRaw(id: RequestId, raws: readonly { requestId: RequestId; raw: string; hash: Hash }[]): Payment {
      return advance(id, ['reserved', 'keyed'], (_row, transactions) => {
        for (const transaction of transactions) {
          const { raw, hash } = partOf(raws, transaction)
          const columns = rawColumns(raw)
          Object.assign(transaction, { raw: columns.raw, raw_check: columns.check, hash: bytesOf(hash) })
        }
        return 'built'
      })
    },

    /** The service's record and views agree with the bytes; what it said is kept. */
    markVerified(id: RequestId, records: readonly { requestId: RequestId; record: Json }[]): Payment {
      return advance(id, ['built', 'verified'], (_row, transactions) => {
        for (const transaction of transactions) transaction.record = jsonOf(partOf(records, transaction).record)
        return 'verified'
      })
    },

    /** What the person saw and approved, with the warnings that they accepted; a second approval of the same digest after a restart is one. */
    approve(id: RequestId, digest: Hash, accepted: readonly string[] = []): Payment {
      return advance(id, ['verified', 'approved'], (row, _transactions, at) => {
        if (accepted.length > 0) record(row.id, at, ACCEPTED, [...accepted])
        row.digest = bytesOf(digest)
        row.approved_at = at
        return 'approved'
      })
    },

    /** What was agreed to was not signed, and whoever agreed was told so: it has to be agreed to anew. */
    takeBack(id: RequestId): Payment {
      return advance(id, ['approved'], (row) => {
        row.digest = row.approved_at = null
        return 'verified'
      })
    },

    /** The signed bytes of all transactions at once. From here on only these bytes are ever sent. */
    storeSigned(id: RequestId, raws: readonly { requestId: RequestId; raw: string }[]): Payment {
      return advance(id, ['approved'], (row, transactions, at) => {
        for (const transaction of transactions) {
          const columns = rawColumns(partOf(raws, transaction).raw)
          Object.assign(transaction, { signed: columns.raw, signed_check: columns.check })
        }
        row.signed_at = at
        return 'signed'
      })
    },
  }
}
