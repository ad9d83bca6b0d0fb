import type { Hash } from '#contract/domain'
import {
  encodeScript,
  encodeTransaction,
  OUTPUT,
  signWithSeed,
  type Transaction,
  transactionHash,
  ZERO_32,
} from '#protocol'
import { accept } from './accepting.ts'
import type { LedgerHolder } from './holders.ts'
import { judge } from './kernel.ts'
import type { World } from './world.ts'

interface Incoming {
  /** Kernel asset id. */
  readonly asset: string
  readonly deposit: NonNullable<Transaction['inputs'][number]['deposit']>
  readonly to: { readonly mask: string; readonly keys: readonly string[]; readonly threshold: number }
  /** Null where nobody here owns the keys. */
  readonly holder: LedgerHolder | null
  readonly references?: readonly string[]
  readonly extra?: string
  /** What it is called on the ledger where it is no deposit of somebody. */
  readonly kind?: string
  /** Name of the request's member that is at fault if the kernel refuses. */
  readonly field: string
  /** Money of the asset that has been promised to the ledger. */
  readonly pending?: bigint
}

/** Brings money onto the ledger, signed by the custodian and judged by the kernel's rules of deposits. */
export function bringIn(world: World, incoming: Incoming): Hash {
  const { asset, deposit, to, holder, references = [], extra = '', field, pending = 0n } = incoming
  const { mask, keys, threshold } = to
  const unsigned: Transaction = {
    version: 5,
    asset,
    inputs: [{ hash: ZERO_32, index: 0, deposit }],
    outputs: [{ type: OUTPUT.script, amount: deposit.amount, keys, mask, script: encodeScript(threshold) }],
    references,
    extra,
  }
  const signature = signWithSeed(world.keys.custodianSeed, transactionHash(unsigned))
  const transaction: Transaction = { ...unsigned, signatures: [{ 0: signature }] }
  const { hash, kind } = judge(world, transaction, { field, pending })
  const raw = encodeTransaction(transaction)
  const named = incoming.kind ?? kind
  accept(world, { hash, kind: named, raw, transaction, holders: [holder], sender: null, requestId: null })
  return hash as Hash // 32 bytes of hex
}
