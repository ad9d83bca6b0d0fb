import { CofferError } from '#contract/errors'
import {
  curve,
  kernelAssetId,
  type Ledger,
  type LedgerOutput,
  type SignatureMap,
  type Transaction,
  type TransactionKind,
  toAmount,
  type ValidTransaction,
  validateTransaction,
} from '#protocol'
import { refusalOfRule } from '../refusal.ts'
import type { World } from './world.ts'

interface KernelOutput extends LedgerOutput {
  readonly mask: string
}

interface OutputRow {
  readonly asset: string
  readonly type: bigint
  readonly amount: string
  readonly keys: string
  readonly mask: string
  readonly script: string
  readonly locked_by: string | null
}

/** An output of a final transaction, spent or not. */
export function utxo(world: World, hash: string, index: number): KernelOutput | null {
  const row = world.db.get<OutputRow>(
    'SELECT asset, type, amount, keys, mask, script, locked_by FROM output WHERE transaction_hash = ? AND output_index = ?',
    hash,
    index,
  )
  if (row === undefined) return null
  const { asset, mask, script } = row
  return {
    ...{ asset, mask, script },
    type: Number(row.type),
    amount: toAmount(BigInt(row.amount)),
    keys: JSON.parse(row.keys) as string[], // written from a transaction's keys
    lockedBy: row.locked_by,
  }
}

interface TotalRow {
  readonly deposited: string
  readonly withdrawn: string
}

export function totalOf(world: World, asset: string): { deposited: bigint; withdrawn: bigint } {
  const row = world.db.get<TotalRow>('SELECT deposited, withdrawn FROM asset_total WHERE asset = ?', asset)
  return { deposited: BigInt(row?.deposited ?? '0'), withdrawn: BigInt(row?.withdrawn ?? '0') }
}

/**
 * `pending` is money that is not on the ledger yet but has been promised to it; `earlier` are transactions of the same
 * request that will be on it first.
 */
function ledgerOf(world: World, pending: bigint, earlier: ReadonlySet<string>): Ledger {
  return {
    utxo: (hash, index) => utxo(world, hash, index),
    // The service queues what refers to a transaction that it has accepted, so acceptance is enough here; the order in
    // which transactions become final keeps the kernel's own rule.
    isFinalized: (hash) =>
      earlier.has(hash) ||
      world.db.get('SELECT 1 FROM kernel_transaction WHERE hash = ?', hash) !== undefined ||
      // Items that were ordered of an older network have no transaction of their own.
      world.db.get('SELECT 1 FROM item WHERE inscription_hash = ?', hash) !== undefined,
    kindOf: (hash) =>
      world.db.get<{ kind: TransactionKind }>('SELECT kind FROM kernel_transaction WHERE hash = ?', hash)?.kind ?? null,
    ghostKeyOwner: (key) =>
      world.db.get<{ hash: string }>('SELECT transaction_hash AS hash FROM used_key WHERE key = ?', key)?.hash ?? null,
    custodianKey: () => world.keys.custodianPublicKey,
    depositOwner: (key) =>
      world.db.get<{ hash: string | null }>('SELECT transaction_hash AS hash FROM deposit WHERE unique_key = ?', key)
        ?.hash ?? null,
    asset(id) {
      const asset = world.catalog.asset(id)
      if (asset === undefined) return null
      const { deposited, withdrawn } = totalOf(world, id)
      return {
        chain: kernelAssetId(asset.chain.chainId),
        assetKey: asset.assetKey,
        balance: toAmount(deposited - withdrawn + pending),
      }
    },
  }
}

/** R is no identity and S is zero, so that only the final equation, which is answered for it, speaks against it. */
const STAND_IN = `${'01'.repeat(32)}${'00'.repeat(32)}`

const STAND_IN_BYTES = Buffer.from(STAND_IN, 'hex')

/** Fills in as many stand-in signatures as each spent output asks for. */
function withStandIns(world: World, transaction: Transaction): Transaction {
  const signatures = transaction.inputs.map(({ hash, index }): SignatureMap => {
    const spent = utxo(world, hash, index)
    const threshold = Math.max(1, Number.parseInt(spent?.script.slice(4) ?? '01', 16))
    return Object.fromEntries(Array.from({ length: threshold }, (_, at) => [at, STAND_IN]))
  })
  return { ...transaction, signatures }
}

interface JudgeOptions {
  /** Name of the request's member that holds the transaction. */
  readonly field: string
  /** Judge all rules but the signatures, which are still to be made. */
  readonly unsigned?: boolean
  readonly pending?: bigint
  readonly earlier?: ReadonlySet<string>
}

const NOTHING: ReadonlySet<string> = new Set()

/** The kernel's verdict, as a refusal of the service where it is no. */
export function judge(world: World, transaction: Transaction, options: JudgeOptions): ValidTransaction {
  const ledger = ledgerOf(world, options.pending ?? 0n, options.earlier ?? NOTHING)
  try {
    if (options.unsigned !== true) return validateTransaction(transaction, ledger)
    const { signatures: _, aggregated: __, ...unsigned } = transaction
    return validateTransaction(withStandIns(world, unsigned), ledger, {
      // Only what is still to be signed is believed: a custodian's signature in `extra` must be good already.
      verify: (key, message, signature) => STAND_IN_BYTES.equals(signature) || curve().verify(key, message, signature),
    })
  } catch (error) {
    if (error instanceof CofferError) throw refusalOfRule(error, options.field)
    throw error
  }
}
