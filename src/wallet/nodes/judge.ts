import type { Hash, Output } from '#contract/domain'
import type { EndpointAnswer } from '#contract/http'
import type { NodeWord } from '#contract/ipc'
import { decodeTransaction, type Transaction, transactionHash } from '#protocol'

/*
 * What a node says of a transaction is held against its bytes, which hash to its name. So of what a node says only two things are its own word: that
 * the transaction is final, and whether the coin is taken.
 */

/** The questions that one node is asked. Throw `remote.*`. */
export interface Node {
  readonly transaction: (hash: Hash) => Promise<EndpointAnswer<'kernel.transaction'>>
  readonly output: (hash: Hash, index: number) => Promise<EndpointAnswer<'kernel.output'>>
}

export interface Subject {
  readonly hash: Hash
  /** As the service describes it; null for a transaction as a whole. */
  readonly coin: Output | null
  /** Whether a node should have it by now. */
  readonly isOld: boolean
}

type Says = NodeWord['says']

/** Whether the bytes of the transaction that made a coin say of it what the service says. */
export function isMadeBy({ asset, outputs }: Transaction, coin: Output): boolean {
  const made = outputs[coin.output_index]
  return made !== undefined && asset === coin.kernel_asset_id && isSame(made, coin)
}

interface Locked {
  readonly amount: bigint
  readonly mask: string
  readonly keys: readonly string[]
}

const isSame = (one: Locked, other: Locked): boolean =>
  one.amount === other.amount && one.mask === other.mask && one.keys.join() === other.keys.join()

function readBytes(hex: string, hash: Hash): Transaction | null {
  try {
    return transactionHash(hex) === hash ? decodeTransaction(hex) : null
  } catch {
    return null
  }
}

/** Throws `remote.*` where the node does not answer. */
export async function hear(node: Node, { hash, coin, isOld }: Subject): Promise<Says> {
  const found = await node.transaction(hash)
  if (found === null) return isOld ? 'absent' : 'waiting'
  const transaction = readBytes(found.hex, hash)
  if (transaction === null) return 'false'
  if (coin !== null && !isMadeBy(transaction, coin)) return 'differs'
  if (found.snapshot === null) return 'waiting'
  if (coin === null) return 'same'
  const held = await node.output(hash, coin.output_index)
  if (held === null) return 'waiting'
  if (!isSame(held, coin)) return 'false'
  const isKnownTaken = coin.state !== 'unspent' && held.lock === coin.signed_by
  return held.lock === null || isKnownTaken ? 'same' : 'spent'
}
