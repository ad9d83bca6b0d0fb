import { type Hash, HOUR, type HolderId, type Nanos } from '#contract/domain'
import { type Amount, toAmount } from '#protocol/text'
import type { Database } from '../database.ts'
import { amountColumns, amountOf } from '../encoding.ts'
import { keptWhile } from '../kept.ts'
import { isSealed, sealedWriter } from '../sealed.ts'
import type { Weight } from './balances.ts'
import type { Dictionary } from './dictionary.ts'
import { dayOf, fineFrom, hourOf, oncePerDay } from './hours.ts'
import type { Progress } from './progress.ts'

interface FlowRow {
  readonly holder: bigint
  readonly asset: bigint
  readonly hour: bigint
  readonly units: bigint
  readonly large: Buffer
  readonly seal: bigint
}

/** What came and went of an asset in an hour, or in the day that begins with it. */
export interface Flow {
  readonly kernelAssetId: Hash
  readonly hour: bigint
  readonly amount: Amount
}

/** Where in time the coming and the going of an output lie. */
export interface Span {
  readonly createdAt: bigint
  /** null while it is not spent. */
  readonly spentAt: bigint | null
}

export type Flows = ReturnType<typeof openFlows>

/**
 * What came and went of each asset by the hour, kept in the transaction that changes the outputs, so that what a holder had at any time is
 * read from few rows. All of an asset's flows together are what is unspent or signed of it.
 */
export function openFlows(
  db: Database,
  { dictionary, progress, now }: { dictionary: Dictionary; progress: Progress; now: () => Nanos },
) {
  const readAll = db.prepare<FlowRow>('SELECT * FROM flows WHERE holder = ? ORDER BY asset, hour')
  const readOne = db.prepare<FlowRow>('SELECT * FROM flows WHERE holder = ? AND asset = ? AND hour = ?')
  const coarse = db.prepare<FlowRow>('SELECT * FROM flows WHERE hour < ? AND hour % 24 <> 0')
  const remove = db.prepare('DELETE FROM flows WHERE holder = ? AND asset = ? AND hour = ?')
  const write = sealedWriter(db, 'flows', ['holder', 'asset', 'hour'])

  const whole = (row: FlowRow): Amount => {
    if (!isSealed('flows', row)) throw db.damaged('flow')
    return amountOf(row.units, row.large)
  }

  function put(holder: bigint, asset: bigint, hour: bigint, change: bigint): void {
    if (change === 0n) return
    const row = readOne.get(holder, asset, hour)
    const sum = (row === undefined ? 0n : whole(row)) + change
    if (sum === 0n) remove.run(holder, asset, hour)
    else {
      const { units, large } = amountColumns(toAmount(sum))
      write([holder, asset, hour, units, large])
    }
  }

  function thin(from: bigint): void {
    for (const row of coarse.all(from)) {
      const amount = whole(row)
      remove.run(row.holder, row.asset, row.hour)
      put(row.holder, row.asset, dayOf(row.hour), amount)
    }
  }

  // Asked again for each range of each chart.
  const read = keptWhile(
    () => db.version('flows'),
    (holder: HolderId): readonly Flow[] | undefined => {
      const row = dictionary.holderRow(holder)
      if (row === undefined) return undefined
      return readAll.all(row).map((found) => ({
        kernelAssetId: dictionary.assetOf(found.asset).kernel,
        hour: found.hour,
        amount: whole(found),
      }))
    },
  )

  return {
    /** Everything that came and went of a holder, by asset, oldest first. */
    of: (holder: HolderId): readonly Flow[] => read(holder) ?? [],

    /** Collects changes of one transaction; `save` writes each touched hour once. */
    changes() {
      const time = now()
      const fine = fineFrom(time)
      const touched = new Map<bigint, Map<bigint, Map<bigint, bigint>>>()
      const add = ({ holder, asset }: Weight, at: bigint, amount: bigint): void => {
        const hour = bucketOf(at, time, fine)
        const hours = within(within(touched, holder), asset)
        hours.set(hour, (hours.get(hour) ?? 0n) + amount)
      }
      const count = (weight: Weight, { createdAt, spentAt }: Span, sign: 1n | -1n): void => {
        if (weight.inscribed) return
        add(weight, createdAt, sign * weight.amount)
        if (spentAt !== null) add(weight, spentAt > createdAt ? spentAt : createdAt, -sign * weight.amount)
      }
      return {
        add: (weight: Weight, span: Span) => count(weight, span, 1n),
        remove: (weight: Weight, span: Span) => count(weight, span, -1n),
        save: () => {
          if (touched.size === 0) return
          oncePerDay(progress, 'flows_thinned', time, thin)
          for (const [holder, assets] of touched)
            for (const [asset, hours] of assets) for (const [hour, amount] of hours) put(holder, asset, hour, amount)
        },
      }
    },
  }
}

/** A time that a record claims and that has not come counts as now, one from before there were clocks as the first. */
function bucketOf(at: bigint, now: bigint, fine = fineFrom(now)): bigint {
  const hour = hourOf(at > now ? now : at < 0n ? 0n : at)
  return hour < fine ? dayOf(hour) : hour
}

/** The map at a key, made where there is none. */
function within<Key, Inner>(maps: Map<bigint, Map<Key, Inner>>, key: bigint): Map<Key, Inner> {
  const found = maps.get(key)
  if (found !== undefined) return found
  const made = new Map<Key, Inner>()
  maps.set(key, made)
  return made
}

/**
 * Makes all flows anew from the outputs, after an upgrade from a file that had none. Sums are made by SQLite in two halves, which cannot
 * overflow; amounts beyond 63 bits are added one by one.
 */
export function deriveFlows(db: Database): void {
  const some = db.prepare<{ n: bigint }>('SELECT (SELECT count(*) FROM flows) AS n').get()
  const newest = db
    .prepare<{ at: bigint | null }>('SELECT max(max(created_at), max(coalesce(spent_at, 0))) AS at FROM outputs')
    .get()?.at
  if (some?.n !== 0n || newest == null) return
  const write = sealedWriter(db, 'flows', ['holder', 'asset', 'hour'])
  const sums = new Map<string, { holder: bigint; asset: bigint; hour: bigint; amount: bigint }>()
  const add = (holder: bigint, asset: bigint, hour: bigint, amount: bigint): void => {
    const at = bucketOf(hour * HOUR, newest)
    const key = `${holder} ${asset} ${at}`
    const found = sums.get(key)
    if (found === undefined) sums.set(key, { holder, asset, hour: at, amount })
    else found.amount += amount
  }
  const end = 'max(created_at, coalesce(spent_at, updated_at, signed_at, created_at))'
  for (const [time, condition, sign] of [
    ['created_at', 'true', 1n],
    [end, 'state = 2', -1n],
  ] as const) {
    const plain = db.prepare<{ holder: bigint; asset: bigint; hour: bigint; high: bigint; low: bigint }>(`
      SELECT holder, asset, max(${time}, 0) / ${HOUR} AS hour, sum(units >> 32) AS high, sum(units & 4294967295) AS low
      FROM outputs WHERE ${condition} AND inscription IS NULL AND large = x'' GROUP BY 1, 2, 3`)
    for (const { holder, asset, hour, high, low } of plain.all()) add(holder, asset, hour, sign * ((high << 32n) + low))
    const rest = db.prepare<{ holder: bigint; asset: bigint; hour: bigint; units: bigint; large: Buffer }>(`
      SELECT holder, asset, max(${time}, 0) / ${HOUR} AS hour, units, large
      FROM outputs WHERE ${condition} AND inscription IS NULL AND large <> x''`)
    for (const { holder, asset, hour, units, large } of rest.all())
      add(holder, asset, hour, sign * amountOf(units, large))
  }
  for (const { holder, asset, hour, amount } of sums.values()) {
    if (amount === 0n) continue
    const { units, large } = amountColumns(toAmount(amount))
    write([holder, asset, hour, units, large])
  }
}
