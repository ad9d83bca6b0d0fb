import type { Hash, RequestId, Snapshot } from '#contract/domain'
import { uniqueObjectId } from '#protocol'
import type { Payment } from '#store'

/*
 * What labels and notes are kept under: `s:` snapshot, `p:` payment, `d:` deposit, `o:` output, `u:` user, `r:` request, each followed
 * by its id, and `t:` with the hash of a transaction that no request is known for.
 */

export const SUBJECT = /^(?:[spdour]:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|t:[0-9a-f]{64})$/

/** Where on its chain a deposit is. */
export type DepositPlace = Pick<NonNullable<Snapshot['deposit']>, 'deposit_hash' | 'deposit_index'>

/**
 * A deposit on its way is labelled by its place and its asset, which is all that the movement that it becomes has of it. Transactions of two
 * chains may have the same hash.
 */
export const subjectOfDeposit = ({ deposit_hash: hash, deposit_index: index }: DepositPlace, asset: Hash): string =>
  `d:${uniqueObjectId(hash, ' ', String(index), ' ', asset)}`

/** Earlier versions labelled it by its place alone. */
export const subjectOfPlace = ({ deposit_hash: hash, deposit_index: index }: DepositPlace): string =>
  `d:${uniqueObjectId(hash, ' ', String(index))}`

/** Whether a movement is what an item turned into, or what turned into one. */
export const isTurned = (id: string): boolean => id.startsWith('i:')

/** What an item turned into, or turned into one, is named by the output that carried it, or by its transaction: so are its words. */
export const subjectOfTurned = (id: string): string => (id.length > HASH_ID ? `t:${id.slice(2)}` : `o:${id.slice(2)}`)
/** Longer than the id of an output with what stands before it. */
const HASH_ID = 40

export const subjectOfRequest = (id: RequestId): string => `r:${id}`

/** A group's payment is the request to its members, under whose id both are labelled. */
export function subjectOfPayment({ id, kind }: Pick<Payment, 'id' | 'kind'>): string {
  return kind === 'multisig' ? subjectOfRequest(id) : `p:${id}`
}
