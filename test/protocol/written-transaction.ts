import { parseAmount, type SignatureMap, type Transaction } from '#protocol'

/** A transaction as the vector file writes it: amounts and u64 as text, members in snake case. */
export interface WrittenTransaction {
  readonly version: 5
  readonly asset: string
  readonly inputs: readonly {
    readonly hash: string
    readonly index: number
    readonly genesis?: string
    readonly deposit?: {
      readonly chain: string
      readonly asset_key: string
      readonly transaction: string
      readonly index: string
      readonly amount: string
    }
    readonly mint?: { readonly group: string; readonly batch: string; readonly amount: string }
  }[]
  readonly outputs: readonly {
    readonly type: number
    readonly amount: string
    readonly keys: readonly string[]
    readonly mask: string
    readonly script: string
    readonly withdrawal?: { readonly address: string; readonly tag: string }
  }[]
  readonly references: readonly string[]
  readonly extra: string
  readonly signatures?: readonly SignatureMap[]
  readonly aggregated?: { readonly signature: string; readonly signers: readonly number[] }
}

export function readTransaction(written: WrittenTransaction): Transaction {
  return {
    ...written,
    inputs: written.inputs.map(({ deposit, mint, ...input }) => ({
      ...input,
      ...(deposit !== undefined && {
        deposit: {
          chain: deposit.chain,
          assetKey: deposit.asset_key,
          transaction: deposit.transaction,
          index: BigInt(deposit.index),
          amount: parseAmount(deposit.amount),
        },
      }),
      ...(mint !== undefined && {
        mint: { group: mint.group, batch: BigInt(mint.batch), amount: parseAmount(mint.amount) },
      }),
    })),
    outputs: written.outputs.map((output) => ({ ...output, amount: parseAmount(output.amount) })),
  }
}
