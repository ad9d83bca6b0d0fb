import { type Amount, type Ledger, type LedgerAsset, OUTPUT, type TransactionKind, toAmount } from '#protocol'

interface HeldOutput {
  readonly hash: string
  readonly index: number
  readonly asset: string
  readonly amount: Amount
  readonly keys: readonly string[]
  readonly script: string
  readonly type?: number
  readonly lock?: string
}

export interface LedgerContent {
  readonly utxos?: readonly HeldOutput[]
  readonly finalized?: readonly string[]
  readonly kinds?: Readonly<Record<string, TransactionKind>>
  readonly ghostKeys?: Readonly<Record<string, string>>
  readonly custodianKey?: string
  readonly deposits?: Readonly<Record<string, string>>
  readonly assets?: Readonly<Record<string, LedgerAsset>>
}

/** A ledger that holds what a test says and nothing else. */
export function aLedger(content: LedgerContent): Ledger {
  const outputs = new Map(content.utxos?.map((output) => [`${output.hash}:${output.index}`, output]))
  return {
    utxo(hash, index) {
      const held = outputs.get(`${hash}:${index}`)
      if (held === undefined) return null
      const { asset, amount, keys, script, type = OUTPUT.script, lock = null } = held
      return { asset, type, amount: toAmount(amount), keys, script, lockedBy: lock }
    },
    isFinalized: (hash) => content.finalized?.includes(hash) ?? false,
    kindOf: (hash) => content.kinds?.[hash] ?? null,
    ghostKeyOwner: (key) => content.ghostKeys?.[key] ?? null,
    custodianKey: () => content.custodianKey ?? '',
    depositOwner: (key) => content.deposits?.[key] ?? null,
    asset: (id) => content.assets?.[id] ?? null,
  }
}
