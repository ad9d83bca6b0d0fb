import type { Hash, HolderId, OutputId } from '#contract/domain'
import { type Amount, toAmount } from '#protocol/text'
import type { Database, Statement } from '../database.ts'
import {
  ABOVE_ALL,
  type AmountColumns,
  amountColumns,
  amountOf,
  bytesOf,
  hyphenated,
  NO_BYTES,
  uuidBytes,
} from '../encoding.ts'
import type { Balances } from './balances.ts'
import type { Dictionary } from './dictionary.ts'

export interface Coin {
  readonly id: OutputId
  readonly amount: Amount
}

/** The spendable outputs of one asset in order of amount: unspent, not inscribed, not excluded. */
export interface Coins {
  readonly total: Amount
  readonly count: number
  /** The coin of that id, if it is one of these. */
  find(id: OutputId): Coin | undefined
  /** The smallest coin of at least that amount. */
  atLeast(amount: Amount): Coin | undefined
  largest(atMost: number): Largest
  /** Smallest first. May be left at any time and outlives other statements, since it reads in chunks by key. */
  ascending(): Iterable<Coin>
}

/** The largest coins, largest first: amounts at once, and coins by ascending places for those who have chosen, before anything else is written. */
interface Largest {
  readonly amounts: readonly Amount[]
  at(places: readonly number[]): Coin[]
}

/** No bytes come back, each of which would be a buffer of its own: ids are hex, and amounts of 63 bits have no more. */
interface CoinRow {
  readonly id: string
  readonly units: bigint
  readonly large: Buffer | null
}

const COIN_COLUMNS = "lower(hex(id)) AS id, units, nullif(large, x'') AS large"

/** Looks at one coin take a small chunk first, for where it is excluded. Who walks down mostly wants as many as fit into one transaction. */
const FEW = 4
const MANY = 256
const GAP = 16

/** The terms of the partial index, word for word, or the planner will not use it. */
const WALKED = `FROM outputs WHERE state = 0 AND inscription IS NULL AND holder = ? AND asset = ?`

export function openCoins(db: Database, dictionary: Dictionary, balances: Balances) {
  const upwards = db.prepare<CoinRow>(`
    SELECT ${COIN_COLUMNS} ${WALKED} AND (outputs.units, outputs.large, outputs.id) >= (?, ?, ?)
    ORDER BY outputs.units, outputs.large, outputs.id LIMIT ?`)
  const below = `${WALKED} AND (outputs.units, outputs.large, outputs.id) < (?, ?, ?)
    ORDER BY outputs.units DESC, outputs.large DESC, outputs.id DESC LIMIT ?`
  const downwards = db.prepare<CoinRow>(`SELECT ${COIN_COLUMNS} ${below}`)
  const idsDown = db.prepareColumn<string>(`SELECT lower(hex(id)) ${below}`)
  const unitsDown = db.prepareColumn<bigint>(`
    SELECT units ${WALKED} ORDER BY outputs.units DESC, outputs.large DESC, outputs.id DESC LIMIT ?`)
  const findOne = db.prepare<{ units: bigint; large: Buffer }>(
    `SELECT units, large ${WALKED.replace('asset = ?', 'asset = ? AND id = ?')}`,
  )

  return (query: { holder: HolderId; kernelAsset: Hash; excluded?: ReadonlySet<OutputId> }): Coins => {
    const excluded = query.excluded ?? new Set<OutputId>()
    const holder = dictionary.holderRow(query.holder)
    const asset = dictionary.asset(query.kernelAsset)?.row
    if (holder === undefined || asset === undefined) return NO_COINS

    function* walk(statement: Statement<CoinRow>, from: AmountColumns, firstSize: number): Generator<Coin> {
      let last: AmountColumns & { id: Buffer } = { ...from, id: NO_BYTES }
      for (let size = firstSize; ; size = MANY) {
        const rows = statement.all(holder ?? null, asset ?? null, last.units, last.large, last.id, size)
        for (const row of rows) {
          const id = hyphenated<OutputId>(row.id)
          if (!excluded.has(id)) yield { id, amount: amountOf(row.units, row.large ?? NO_BYTES) }
        }
        const end = rows.at(-1)
        if (end === undefined || rows.length < size) return
        // Going up, a key begins where the last one ended: one zero byte is the smallest thing after an id.
        const id = bytesOf(statement === upwards ? `${end.id}00` : end.id)
        last = { units: end.units, large: end.large ?? NO_BYTES, id }
      }
    }

    const first = (amount: Amount): Coin | undefined =>
      walk(upwards, amountColumns(amount), excluded.size === 0 ? 1 : FEW).next().value ?? undefined
    const ofAsset = balances.ofAsset(holder, asset)
    const left = [...excluded].flatMap((id) => {
      const found = findOne.get(holder, asset, uuidBytes(id))
      return found === undefined ? [] : amountOf(found.units, found.large)
    })
    const total = left.reduce<bigint>((sum, amount) => sum - amount, ofAsset.amount)

    function largest(atMost: number): Largest {
      const amounts = unitsDown(holder ?? null, asset ?? null, atMost + left.length).map(toAmount)
      // What does not fit 63 bits has its magnitude beside it.
      if ((amounts[0] ?? 0n) >= ABOVE_ALL.units) return largestOf(firstOf(walk(downwards, ABOVE_ALL, MANY), atMost))
      const free = without(amounts, left).slice(0, atMost)
      return { amounts: free, at: (places) => coinsAt(free, places) }
    }

    /** Read in runs of places that lie near each other, each from the first of the coins that are as large as its first. */
    function coinsAt(amounts: readonly Amount[], places: readonly number[]): Coin[] {
      const ids: OutputId[] = []
      for (const { from, to } of runs(places)) {
        const amount = amounts[from] ?? toAmount(0n)
        let place = amounts.indexOf(amount)
        const count = to - place + 1 + left.length
        for (const hex of idsDown(holder ?? null, asset ?? null, amount, ABOVE_ALL.large, NO_BYTES, count)) {
          const id = hyphenated<OutputId>(hex)
          if (excluded.has(id)) continue
          ids[place] = id
          place += 1
        }
      }
      return places.flatMap((place) => {
        const [id, amount] = [ids[place], amounts[place]]
        return id === undefined || amount === undefined ? [] : { id, amount }
      })
    }

    return {
      total: toAmount(total),
      count: ofAsset.coins - left.length,
      find: (id) => {
        const found = excluded.has(id) ? undefined : findOne.get(holder, asset, uuidBytes(id))
        return found === undefined ? undefined : { id, amount: amountOf(found.units, found.large) }
      },
      atLeast: first,
      largest,
      ascending: () => walk(upwards, { units: 0n, large: NO_BYTES }, MANY),
    }
  }
}

const NO_COINS: Coins = {
  total: toAmount(0n),
  count: 0,
  find: () => undefined,
  atLeast: () => undefined,
  largest: () => ({ amounts: [], at: () => [] }),
  ascending: () => [],
}

function firstOf(coins: Iterable<Coin>, atMost: number): Coin[] {
  const first: Coin[] = []
  for (const coin of coins) {
    if (first.length >= atMost) break
    first.push(coin)
  }
  return first
}

/** The same of coins that are at hand. */
const largestOf = (coins: readonly Coin[]): Largest => ({
  amounts: coins.map(({ amount }) => amount),
  at: (places) => places.flatMap((place) => coins[place] ?? []),
})

/** Amounts without others that are among them, each as often as it is named. */
function without(amounts: readonly Amount[], others: readonly Amount[]): readonly Amount[] {
  if (others.length === 0) return amounts
  const left = new Map<Amount, number>()
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1)
  return amounts.filter((amount) => {
    const times = left.get(amount) ?? 0
    if (times > 0) left.set(amount, times - 1)
    return times === 0
  })
}

/** Ascending places in runs; a gap that is quicker read over than begun anew after ends none. */
function runs(places: readonly number[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  for (const place of places) {
    const last = found.at(-1)
    if (last !== undefined && place - last.to <= GAP) last.to = place
    else found.push({ from: place, to: place })
  }
  return found
}
