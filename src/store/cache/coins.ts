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
interface Coins {
  readonly total: Amount
  readonly count: number
  /** The coin of that id, if it is one of these. */
  find(id: OutputId): Coin | undefined
  /** A coin of exactly that amount. */
  exact(amount: Amount): Coin | undefined
  /** The smallest coin of at least that amount. */
  atLeast(amount: Amount): Coin | undefined
  /** Largest first. May be left at any time and outlives other statements, since it reads in chunks by key. */
  descending(): Iterable<Coin>
  ascending(): Iterable<Coin>
}

/** No bytes come back, each of which would be a buffer of its own: ids are hex, and amounts of 63 bits have no more. */
interface CoinRow {
  readonly id: string
  readonly units: bigint
  readonly large: Buffer | null
}

const COIN_COLUMNS = "lower(hex(id)) AS id, units, nullif(large, x'') AS large"

/** Looks at one coin take a small chunk first. Who walks down mostly wants as many as fit into one transaction. */
const FEW = 4
const MANY = 256

/** The terms of the partial index, word for word, or the planner will not use it. */
const WALKED = `FROM outputs WHERE state = 0 AND inscription IS NULL AND holder = ? AND asset = ?`

export function openCoins(db: Database, dictionary: Dictionary, balances: Balances) {
  const upwards = db.prepare<CoinRow>(`
    SELECT ${COIN_COLUMNS} ${WALKED} AND (outputs.units, outputs.large, outputs.id) >= (?, ?, ?)
    ORDER BY outputs.units, outputs.large, outputs.id LIMIT ?`)
  const downwards = db.prepare<CoinRow>(`
    SELECT ${COIN_COLUMNS} ${WALKED} AND (outputs.units, outputs.large, outputs.id) < (?, ?, ?)
    ORDER BY outputs.units DESC, outputs.large DESC, outputs.id DESC LIMIT ?`)
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
      walk(upwards, amountColumns(amount), FEW).next().value ?? undefined
    const ofAsset = balances.ofAsset(holder, asset)
    let total: bigint = ofAsset.amount
    let count = ofAsset.coins
    for (const id of excluded) {
      const found = findOne.get(holder, asset, uuidBytes(id))
      if (found !== undefined) {
        total -= amountOf(found.units, found.large)
        count -= 1
      }
    }
    return {
      total: toAmount(total),
      count,
      find: (id) => {
        const found = excluded.has(id) ? undefined : findOne.get(holder, asset, uuidBytes(id))
        return found === undefined ? undefined : { id, amount: amountOf(found.units, found.large) }
      },
      exact: (amount) => {
        const coin = first(amount)
        return coin?.amount === amount ? coin : undefined
      },
      atLeast: first,
      descending: () => walk(downwards, ABOVE_ALL, MANY),
      ascending: () => walk(upwards, { units: 0n, large: NO_BYTES }, MANY),
    }
  }
}

const NO_COINS: Coins = {
  total: toAmount(0n),
  count: 0,
  find: () => undefined,
  exact: () => undefined,
  atLeast: () => undefined,
  descending: () => [],
  ascending: () => [],
}
