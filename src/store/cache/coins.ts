import type { Hash, HolderId, OutputId } from '#contract/domain'
import { type Amount, toAmount } from '#protocol/text'
import { ABOVE_ALL, type AmountColumns, amountColumns, amountOf, NO_BYTES, uuidBytes, uuidOf } from '../columns.ts'
import type { Database, Statement } from '../database.ts'
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
  /** A coin of exactly that amount. */
  exact(amount: Amount): Coin | undefined
  /** The smallest coin of at least that amount. */
  atLeast(amount: Amount): Coin | undefined
  /** Largest first. May be left at any time and outlives other statements, since it reads in chunks by key. */
  descending(): Iterable<Coin>
  ascending(): Iterable<Coin>
}

interface CoinRow {
  readonly id: Buffer
  readonly units: bigint
  readonly large: Buffer
}

/** Chunks grow, so that a look at one coin costs one row and a long walk few statements. */
const FIRST_CHUNK = 4n
const LARGEST_CHUNK = 256n

/** The terms of the partial index, word for word, or the planner will not use it. */
const WALKED = `FROM outputs WHERE state = 0 AND inscription IS NULL AND holder = ? AND asset = ?`

export function openCoins(db: Database, dictionary: Dictionary, balances: Balances) {
  const upwards = db.prepare<CoinRow>(`
    SELECT id, units, large ${WALKED} AND (units, large, id) >= (?, ?, ?) ORDER BY units, large, id LIMIT ?`)
  const downwards = db.prepare<CoinRow>(`
    SELECT id, units, large ${WALKED} AND (units, large, id) < (?, ?, ?) ORDER BY units DESC, large DESC, id DESC LIMIT ?`)
  const findOne = db.prepare<{ units: bigint; large: Buffer }>(
    `SELECT units, large ${WALKED.replace('asset = ?', 'asset = ? AND id = ?')}`,
  )

  return (query: { holder: HolderId; kernelAsset: Hash; excluded?: ReadonlySet<OutputId> }): Coins => {
    const excluded = query.excluded ?? new Set<OutputId>()
    const holder = dictionary.holderRow(query.holder)
    const asset = dictionary.asset(query.kernelAsset)?.row
    if (holder === undefined || asset === undefined) return NO_COINS

    function* walk(statement: Statement<CoinRow>, from: AmountColumns): Generator<Coin> {
      let last: CoinRow = { ...from, id: NO_BYTES }
      for (let size = FIRST_CHUNK; ; size = size < LARGEST_CHUNK ? size * 4n : size) {
        const rows = statement.all(holder ?? null, asset ?? null, last.units, last.large, last.id, size)
        for (const row of rows) {
          const id = uuidOf<OutputId>(row.id)
          if (!excluded.has(id)) yield { id, amount: amountOf(row.units, row.large) }
        }
        const end = rows.at(-1)
        if (end === undefined || BigInt(rows.length) < size) return
        // Going up, a key begins where the last one ended: one zero byte is the smallest thing after an id.
        last = statement === upwards ? { ...end, id: Buffer.concat([end.id, Buffer.alloc(1)]) } : end
      }
    }

    const first = (amount: Amount): Coin | undefined => walk(upwards, amountColumns(amount)).next().value ?? undefined
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
      exact: (amount) => {
        const coin = first(amount)
        return coin?.amount === amount ? coin : undefined
      },
      atLeast: first,
      descending: () => walk(downwards, ABOVE_ALL),
      ascending: () => walk(upwards, { units: 0n, large: NO_BYTES }),
    }
  }
}

const NO_COINS: Coins = {
  total: toAmount(0n),
  count: 0,
  exact: () => undefined,
  atLeast: () => undefined,
  descending: () => [],
  ascending: () => [],
}
