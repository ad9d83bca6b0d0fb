import Database from 'better-sqlite3'
import type { Output, Snapshot } from '#contract/domain'
import { formatAmountShort } from '#protocol/text'

/*
 * The peer of the store: the same database with what came from the service written down as it came, one TEXT column for each member,
 * amounts as decimal text, and sums made in JavaScript. Same library, same journal, same page size.
 */

const COLUMNS =
  `output_id, transaction_hash, output_index, asset_id, asset, kernel_asset_id, amount, mask, keys, senders_hash,
  senders_threshold, senders, receivers_hash, receivers_threshold, receivers, extra, state, sequence, created_at, updated_at,
  inscription_hash, signers, request_id, signed_by, signed_at, spent_at, deposit`
    .split(',')
    .map((name) => name.trim())

const KEPT = COLUMNS.filter((name) => name !== 'output_id')

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Units of a decimal text, as such an application computes them. */
function unitsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(8, '0'))
}

export function openTextStore(path: string) {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.exec(`
    CREATE TABLE outputs (output_id TEXT PRIMARY KEY, ${KEPT.map((name) => `${name} TEXT`).join(', ')});
    CREATE INDEX outputs_state ON outputs (state, kernel_asset_id);
    CREATE INDEX outputs_sequence ON outputs (sequence);
    CREATE INDEX outputs_hash ON outputs (transaction_hash);
    CREATE TABLE snapshots (snapshot_id TEXT PRIMARY KEY, asset_id TEXT, opponent_id TEXT, amount TEXT, memo TEXT, created_at TEXT);
    CREATE INDEX snapshots_time ON snapshots (created_at);
  `)
  const upsert = db.prepare(`
    INSERT INTO outputs (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})
    ON CONFLICT (output_id) DO UPDATE SET ${KEPT.map((name) => `${name} = excluded.${name}`).join(', ')}`)
  const insert = db.prepare('INSERT INTO snapshots VALUES (?, ?, ?, ?, ?, ?)')
  const unspent = db.prepare<[], { kernel_asset_id: string; amount: string }>(
    `SELECT kernel_asset_id, amount FROM outputs WHERE state = 'unspent'`,
  )
  const coins = db.prepare<[string], { output_id: string; amount: string }>(
    `SELECT output_id, amount FROM outputs WHERE state = 'unspent' AND kernel_asset_id = ?`,
  )
  const found = db.prepare<[string], { snapshot_id: string }>(
    `SELECT * FROM snapshots WHERE memo LIKE '%' || ? || '%' ORDER BY created_at DESC LIMIT 50`,
  )

  return {
    applyPage: db.transaction((outputs: readonly Output[]) => {
      for (const output of outputs) {
        const members: Record<string, unknown> = { ...output, amount: formatAmountShort(output.amount) }
        upsert.run(...COLUMNS.map((name) => asText(members[name])))
      }
    }),
    applyHistory: db.transaction((snapshots: readonly Snapshot[]) => {
      for (const { snapshot_id, asset_id, opponent_id, amount, memo, created_at } of snapshots) {
        const text = Buffer.from(memo, 'hex').toString('utf8')
        insert.run(snapshot_id, asset_id, opponent_id, String(amount), text, String(created_at))
      }
    }),
    balances(): Map<string, bigint> {
      const sums = new Map<string, bigint>()
      for (const { kernel_asset_id, amount } of unspent.all()) {
        sums.set(kernel_asset_id, (sums.get(kernel_asset_id) ?? 0n) + unitsOf(amount))
      }
      return sums
    },
    /** Largest first until the sum is reached. */
    select(kernelAsset: string, target: bigint): string[] {
      const sorted = coins
        .all(kernelAsset)
        .map(({ output_id, amount }) => ({ output_id, units: unitsOf(amount) }))
        .sort((a, b) => (a.units < b.units ? 1 : -1))
      const chosen: string[] = []
      let sum = 0n
      for (const { output_id, units } of sorted) {
        if (sum >= target) break
        chosen.push(output_id)
        sum += units
      }
      return chosen
    },
    search: (word: string): string[] => found.all(word).map(({ snapshot_id }) => snapshot_id),
    close(): void {
      db.pragma('wal_checkpoint(TRUNCATE)')
      db.close()
    },
  }
}
