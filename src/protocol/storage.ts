import { type Amount, toAmount } from './amount.ts'
import { XIN_KERNEL_ASSET_ID } from './constant.ts'
import { protocolError } from './error.ts'
import { encodeScript, THRESHOLD_MAX } from './script.ts'
import { EXTRA_SIZE_MAX, OUTPUT, type Transaction } from './transaction.ts'

/** Longest extra without a storage output, inclusive. */
export const EXTRA_SIZE_FREE = 256

const STEP_BYTES = 1024
/** 0.0001 XIN */
const STEP_UNITS = 10_000n
export const BURN_SCRIPT = encodeScript(THRESHOLD_MAX)

/**
 * What every client pays for an extra of so many bytes, in XIN. For multiples of 1,024 this is one step more than the
 * kernel asks for, and invoices demand exactly this. Throws `protocol.storage` beyond 4 MiB.
 */
export function storagePrice(size: number): Amount {
  if (!Number.isInteger(size) || size < 0 || size > EXTRA_SIZE_MAX) {
    throw protocolError('protocol.storage', 'content is larger than the kernel stores', { rule: 'invalid extra size' })
  }
  return toAmount(STEP_UNITS * BigInt(Math.floor(size / STEP_BYTES) + 1))
}

/** Longest extra that burning this much XIN allows ("kernel: extra limit"). */
export function storageCapacity(amount: Amount): number {
  const steps = amount / STEP_UNITS
  if (steps < 1n) return EXTRA_SIZE_FREE
  const bytes = steps * BigInt(STEP_BYTES)
  return bytes > BigInt(EXTRA_SIZE_MAX) ? EXTRA_SIZE_MAX : Number(bytes)
}

/** Longest extra of this transaction: the largest burn output of a XIN transaction counts, wherever it stands. */
export function extraLimit({ asset, outputs }: Pick<Transaction, 'asset' | 'outputs'>): number {
  if (asset !== XIN_KERNEL_ASSET_ID) return EXTRA_SIZE_FREE
  let burnt = 0n
  for (const { type, keys, script, amount } of outputs) {
    const burns = type === OUTPUT.script && keys.length === 1 && script === BURN_SCRIPT
    if (burns && amount > burnt) burnt = amount
  }
  return storageCapacity(toAmount(burnt))
}
