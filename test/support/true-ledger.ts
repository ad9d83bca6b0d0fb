import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { AssetId, Hash, UserId } from '#contract/domain'
import { decodeTransaction, kernelAssetId, shownText, type Transaction } from '#protocol'

/** Where an output of a true transaction went. */
interface TrueOutput {
  readonly amount: bigint
  /** Whose it is; null where nobody of the network owns it. */
  readonly members: readonly UserId[] | null
  readonly threshold: number
  /** Off the network, if it is a withdrawal. */
  readonly destination: string | null
}

export interface TrueTransaction {
  readonly hash: Hash
  readonly sequence: number
  readonly asset: string
  readonly final: boolean
  readonly transaction: Transaction
  readonly outputs: readonly TrueOutput[]
}

interface TrueCoin {
  readonly outputId: string
  readonly hash: Hash
  readonly index: number
  readonly asset: string
  readonly amount: bigint
  readonly state: 'unspent' | 'signed' | 'spent'
}

/**
 * What is so: the local network's own ledger, read beside everything that it or anybody in between answers. Amounts are of
 * 1e-8.
 */
export interface TrueLedger {
  /** Transactions that this holder made, in order. */
  sentBy(members: readonly UserId[], threshold?: number): TrueTransaction[]
  /** Whether the kernel took a transaction. */
  has(hash: string): boolean
  coins(members: readonly UserId[], threshold?: number): TrueCoin[]
  /** What may be spent: neither spent nor held by a transaction. */
  unspent(members: readonly UserId[], asset: AssetId, threshold?: number): bigint
  close(): void
}

interface HolderRow {
  readonly id: number
  readonly members: string
  readonly threshold: number
}

export function openLedger(dir: string): TrueLedger {
  const db = new Sqlite(join(dir, 'ledger.db'), { readonly: true, timeout: 10_000 })
  const holders = new Map<number, HolderRow>()
  const byId = db.prepare<[number], HolderRow>('SELECT id, members, threshold FROM holder WHERE id = ?')
  const all = db.prepare<[], HolderRow>('SELECT id, members, threshold FROM holder')
  const sent = db.prepare<
    [number],
    { hash: Hash; sequence: number; asset: string; raw: string; holders: string; state: string }
  >('SELECT hash, sequence, asset, raw, holders, state FROM kernel_transaction WHERE sender_id = ? ORDER BY sequence')
  const one = db.prepare<[string], { hash: string }>('SELECT hash FROM kernel_transaction WHERE hash = ?')
  const owned = db.prepare<
    [number],
    {
      output_id: string
      transaction_hash: Hash
      output_index: number
      asset: string
      amount: string
      state: TrueCoin['state']
    }
  >('SELECT output_id, transaction_hash, output_index, asset, amount, state FROM output WHERE holder_id = ?')

  function holder(id: number): HolderRow | undefined {
    const found = holders.get(id) ?? byId.get(id)
    if (found !== undefined) holders.set(id, found)
    return found
  }
  function find(members: readonly UserId[], threshold: number): number | undefined {
    const wanted = [...members].sort().join()
    return all.all().find(
      (row) => row.threshold === threshold && (JSON.parse(row.members) as string[]).sort().join() === wanted, // written as JSON
    )?.id
  }

  const ledger: TrueLedger = {
    sentBy(members, threshold = 1) {
      const id = find(members, threshold)
      if (id === undefined) return []
      return sent.all(id).map((row) => {
        const transaction = decodeTransaction(row.raw)
        const to = JSON.parse(row.holders) as (number | null)[] // written as JSON
        return {
          hash: row.hash,
          sequence: row.sequence,
          asset: row.asset,
          final: row.state === 'final',
          transaction,
          outputs: transaction.outputs.map(({ amount, withdrawal }, index) => {
            const owner = to[index] == null ? undefined : holder(Number(to[index]))
            return {
              amount,
              members: owner === undefined ? null : (JSON.parse(owner.members) as UserId[]), // written as JSON
              threshold: owner?.threshold ?? 0,
              destination: withdrawal === undefined ? null : shownText(withdrawal.address),
            }
          }),
        }
      })
    },
    has: (hash) => one.get(hash) !== undefined,
    coins(members, threshold = 1) {
      const id = find(members, threshold)
      if (id === undefined) return []
      return owned.all(id).map((row) => ({
        outputId: row.output_id,
        hash: row.transaction_hash,
        index: row.output_index,
        asset: row.asset,
        amount: BigInt(row.amount),
        state: row.state,
      }))
    },
    unspent: (members, asset, threshold = 1) =>
      ledger
        .coins(members, threshold)
        .filter((coin) => coin.state === 'unspent' && coin.asset === kernelAssetId(asset))
        .reduce((sum, { amount }) => sum + amount, 0n),
    close: () => db.close(),
  }
  return ledger
}
