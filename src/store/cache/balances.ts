import type { AssetId, Hash, HolderId } from '#contract/domain'
import { type Amount, toAmount } from '#protocol/text'
import type { Database } from '../database.ts'
import { amountColumns, amountOf } from '../encoding.ts'
import { isSealed, sealedWriter } from '../sealed.ts'
import type { Dictionary } from './dictionary.ts'

export interface Balance {
  readonly kernelAssetId: Hash
  /** As the service claimed it first; the wallet's own tables say what the asset is. */
  readonly assetId: AssetId | null
  readonly unspent: { readonly amount: Amount; readonly coins: number }
  readonly signed: { readonly amount: Amount; readonly coins: number }
  /** Outputs that carry an inscription; never part of the sums. */
  readonly inscribed: number
}

interface Totals {
  unspent: bigint
  unspentCount: bigint
  signed: bigint
  signedCount: bigint
  inscribed: bigint
}

/** What an output is worth to a balance; a spent one nothing. */
export interface Weight {
  readonly holder: bigint
  readonly asset: bigint
  readonly state: bigint
  readonly amount: Amount
  readonly inscribed: boolean
}

interface BalanceRow {
  readonly holder: bigint
  readonly asset: bigint
  readonly unspent_units: bigint
  readonly unspent_large: Buffer
  readonly unspent_count: bigint
  readonly signed_units: bigint
  readonly signed_large: Buffer
  readonly signed_count: bigint
  readonly inscribed_count: bigint
  readonly seal: bigint
}

export type Balances = ReturnType<typeof openBalances>

/** Sums per holder and asset, kept in the transaction that changes the outputs, so that reading them costs nothing. */
export function openBalances(db: Database, dictionary: Dictionary) {
  const readAll = db.prepare<BalanceRow>('SELECT * FROM balances WHERE holder = ?')
  const readOne = db.prepare<BalanceRow>('SELECT * FROM balances WHERE holder = ? AND asset = ?')
  const write = sealedWriter(db, 'balances', ['holder', 'asset'])

  /** A sum that is shown, or counted on, is one that was written. */
  function whole(row: BalanceRow): BalanceRow {
    if (!isSealed('balances', row)) throw db.damaged('balance')
    return row
  }
  const totalsAt = (holder: bigint, asset: bigint): Totals => {
    const row = readOne.get(holder, asset)
    return row === undefined ? noTotals() : totalsOf(whole(row))
  }

  function save(holder: bigint, asset: bigint, change: Totals): void {
    const totals = totalsAt(holder, asset)
    for (const [part, amount] of Object.entries(change) as [keyof Totals, bigint][]) totals[part] += amount
    if (Object.values(totals).some((total) => total < 0n)) throw db.damaged('balance')
    const unspent = amountColumns(toAmount(totals.unspent))
    const signed = amountColumns(toAmount(totals.signed))
    write([
      ...[holder, asset, unspent.units, unspent.large, totals.unspentCount],
      ...[signed.units, signed.large, totals.signedCount, totals.inscribed],
    ])
  }

  return {
    of(holder: HolderId): Balance[] {
      const row = dictionary.holderRow(holder)
      if (row === undefined) return []
      return readAll
        .all(row)
        .map(whole)
        .map((found) => {
          const asset = dictionary.assetOf(found.asset)
          return {
            kernelAssetId: asset.kernel,
            assetId: asset.assetId,
            unspent: {
              amount: amountOf(found.unspent_units, found.unspent_large),
              coins: Number(found.unspent_count),
            },
            signed: { amount: amountOf(found.signed_units, found.signed_large), coins: Number(found.signed_count) },
            inscribed: Number(found.inscribed_count),
          }
        })
    },

    ofAsset(holder: bigint, asset: bigint): { readonly amount: Amount; readonly coins: number } {
      const totals = totalsAt(holder, asset)
      return { amount: toAmount(totals.unspent), coins: Number(totals.unspentCount) }
    },

    /** Collects changes of one transaction; `save` writes each touched balance once. */
    changes() {
      const touched = new Map<bigint, Map<bigint, Totals>>()
      const count = (weight: Weight, sign: 1n | -1n) => {
        if (weight.state > 1n) return
        const ofHolder = touched.get(weight.holder) ?? new Map<bigint, Totals>()
        touched.set(weight.holder, ofHolder)
        const totals = ofHolder.get(weight.asset) ?? noTotals()
        ofHolder.set(weight.asset, totals)
        if (weight.inscribed) totals.inscribed += sign
        else if (weight.state === 0n) {
          totals.unspent += sign * weight.amount
          totals.unspentCount += sign
        } else {
          totals.signed += sign * weight.amount
          totals.signedCount += sign
        }
      }
      return {
        add: (weight: Weight) => count(weight, 1n),
        remove: (weight: Weight) => count(weight, -1n),
        save: () => {
          for (const [holder, assets] of touched) for (const [asset, totals] of assets) save(holder, asset, totals)
        },
      }
    },
  }
}

/**
 * Throws `store.damaged` unless every balance is the sum of its outputs. Sums are made by SQLite in two halves of 31 and
 * 32 bits, which cannot overflow; amounts beyond 63 bits are added one by one.
 */
export function auditBalances(db: Database): void {
  const stored = new Map<string, string>()
  for (const row of db.prepare<BalanceRow>('SELECT * FROM balances').all()) {
    const totals = totalsOf(row)
    if (Object.values(totals).some((total) => total !== 0n)) stored.set(`${row.holder}:${row.asset}`, text(totals))
  }
  const counted = new Map<string, Totals>()
  const totalsFor = (row: { holder: bigint; asset: bigint }): Totals => {
    const key = `${row.holder}:${row.asset}`
    const totals = counted.get(key) ?? noTotals()
    counted.set(key, totals)
    return totals
  }
  const plain = db.prepare<{ holder: bigint; asset: bigint; state: bigint; n: bigint; high: bigint; low: bigint }>(`
    SELECT holder, asset, state, count(*) AS n, sum(units >> 32) AS high, sum(units & 4294967295) AS low
    FROM outputs WHERE state = 0 AND inscription IS NULL AND large = x'' GROUP BY holder, asset
    UNION ALL
    SELECT holder, asset, state, count(*), sum(units >> 32), sum(units & 4294967295)
    FROM outputs WHERE state < 2 AND state = 1 AND inscription IS NULL AND large = x'' GROUP BY holder, asset`)
  for (const row of plain.all()) {
    const totals = totalsFor(row)
    const sum = (row.high << 32n) + row.low
    if (row.state === 0n) Object.assign(totals, { unspent: sum, unspentCount: row.n })
    else Object.assign(totals, { signed: sum, signedCount: row.n })
  }
  const rest = db.prepare<{
    holder: bigint
    asset: bigint
    state: bigint
    units: bigint
    large: Buffer
    inscribed: bigint
  }>(`
    SELECT holder, asset, state, units, large, 0 AS inscribed FROM outputs
    WHERE state = 0 AND inscription IS NULL AND large <> x''
    UNION ALL
    SELECT holder, asset, state, units, large, 0 FROM outputs
    WHERE state < 2 AND state = 1 AND inscription IS NULL AND large <> x''
    UNION ALL
    SELECT holder, asset, state, units, large, 1 FROM outputs WHERE state < 2 AND inscription IS NOT NULL`)
  for (const row of rest.all()) {
    const totals = totalsFor(row)
    if (row.inscribed === 1n) totals.inscribed += 1n
    else if (row.state === 0n) {
      totals.unspent += amountOf(row.units, row.large)
      totals.unspentCount += 1n
    } else {
      totals.signed += amountOf(row.units, row.large)
      totals.signedCount += 1n
    }
  }
  if (stored.size !== counted.size) throw db.damaged('balance')
  for (const [key, totals] of counted) if (stored.get(key) !== text(totals)) throw db.damaged('balance')
}

const noTotals = (): Totals => ({ unspent: 0n, unspentCount: 0n, signed: 0n, signedCount: 0n, inscribed: 0n })

const text = (totals: Totals): string => Object.values(totals).join()

function totalsOf(row: BalanceRow): Totals {
  return {
    unspent: amountOf(row.unspent_units, row.unspent_large),
    unspentCount: row.unspent_count,
    signed: amountOf(row.signed_units, row.signed_large),
    signedCount: row.signed_count,
    inscribed: row.inscribed_count,
  }
}
