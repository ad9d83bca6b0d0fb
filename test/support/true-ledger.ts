import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { AssetId, Hash, UserId } from '#contract/domain'
import { decodeTransaction, kernelAssetId, shownText } from '#protocol'

type HolderRow = Readonly<Record<'id' | 'threshold', number> & { members: string }>
type SentRow = Readonly<Record<'asset' | 'raw' | 'holders', string> & { hash: Hash; sequence: number }>

/**
 * What is so: the local network's own ledger, read beside everything that it or anybody in between answers. Amounts are of
 * 1e-8.
 */
export function openLedger(dir: string) {
  const db = new Sqlite(join(dir, 'ledger.db'), { readonly: true, timeout: 10_000 })
  const all = db.prepare<[], HolderRow>('SELECT id, members, threshold FROM holder')
  const sent = db.prepare<[number], SentRow>(
    'SELECT hash, sequence, asset, raw, holders FROM kernel_transaction WHERE sender_id = ? ORDER BY sequence',
  )
  const one = db.prepare<[string], { hash: string }>('SELECT hash FROM kernel_transaction WHERE hash = ?')
  const open = db.prepare<[number, string], { amount: string }>(
    "SELECT amount FROM output WHERE holder_id = ? AND asset = ? AND state = 'unspent' AND inscription_hash IS NULL",
  )
  const items = db.prepare<[number], { inscription: Hash }>(
    "SELECT inscription_hash AS inscription FROM output WHERE holder_id = ? AND state = 'unspent' AND inscription_hash IS NOT NULL",
  )
  const membersOf = (row: HolderRow) => JSON.parse(row.members) as UserId[] // written as JSON

  function find(members: readonly UserId[], threshold: number): number {
    const wanted = [...members].sort().join()
    const found = all.all().find((row) => row.threshold === threshold && membersOf(row).sort().join() === wanted)
    return found?.id ?? -1
  }

  return {
    /** Transactions that this holder made, in order. */
    sentBy(members: readonly UserId[], threshold = 1) {
      const holders = new Map(all.all().map((row) => [row.id, row]))
      return sent.all(find(members, threshold)).map(({ raw, holders: to, ...row }) => {
        const transaction = decodeTransaction(raw)
        const owners = (JSON.parse(to) as (number | null)[]).map((id) => holders.get(Number(id))) // written as JSON
        const outputs = transaction.outputs.map(({ amount, withdrawal }, index) => ({
          amount,
          // Null where nobody of the network owns it.
          members: owners[index] === undefined ? null : membersOf(owners[index]),
          threshold: owners[index]?.threshold ?? 0,
          /** Off the network, if it is a withdrawal. */
          destination: withdrawal === undefined ? null : shownText(withdrawal.address),
        }))
        return { ...row, transaction, outputs }
      })
    },
    /** Whether the kernel took a transaction. */
    has: (hash: string): boolean => one.get(hash) !== undefined,
    /** What may be spent: neither spent nor held by a transaction. */
    unspent: (members: readonly UserId[], asset: AssetId, threshold = 1): bigint =>
      open.all(find(members, threshold), kernelAssetId(asset)).reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    /** Collectibles that may be moved. */
    items: (members: readonly UserId[], threshold = 1): Hash[] =>
      items.all(find(members, threshold)).map(({ inscription }) => inscription),
    close: () => void db.close(),
  }
}

export type TrueLedger = ReturnType<typeof openLedger>
export type TrueTransaction = ReturnType<TrueLedger['sentBy']>[number]
