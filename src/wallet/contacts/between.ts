import { msOf, type Nanos, type Snapshot, type UserId } from '#contract/domain'
import type { Between } from '#contract/ipc'
import { toAmount } from '#protocol'
import { sharesOf } from '../payments/shares.ts'
import type { Desk } from '../shared/desk.ts'
import { centsOf, decimalText } from '../shared/fiat.ts'
import { movements } from '../shared/movements.ts'
import { assetOfRecord } from '../shared/names.ts'
import { priceThen } from '../value/then.ts'

/*
 * What passed between this account and one person, by month. It is found through the sets of places of the history, so that it costs what lies
 * between the two and not what lies behind the account; and at most so much of it is looked at.
 */

const MONTHS = 12
/** Movements with one person that are looked at; sums of more say that they are of the newest. */
const LOOKED_AT = 3_000

interface Sum {
  cents: bigint
  count: number
  /** Of which nobody knows what they were worth. */
  unpriced: number
}
const nothing = (): Sum => ({ cents: 0n, count: 0, unpriced: 0 })

/** Months as a person here counts them, oldest first. */
function monthsUntil(now: Nanos): string[] {
  const last = new Date(msOf(now))
  return Array.from({ length: MONTHS }, (_, at) =>
    monthOf(new Date(last.getFullYear(), last.getMonth() - (MONTHS - 1 - at), 1)),
  )
}

const monthOf = (date: Date): string => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`

type Moved = Pick<Snapshot, 'amount' | 'asset_id' | 'kernel_asset_id' | 'created_at' | 'inscription_hash'>

/** Of payments to several what went to this person, whose records name one of them at most and have the whole sum. */
function* movementsWith(userId: UserId, desk: Desk): Generator<Moved> {
  const shares = sharesOf(userId, desk)
  for (const snapshot of recordsWith(userId, desk)) {
    if (!shares.has(snapshot.transaction_hash)) yield snapshot
  }
  for (const [hash, { assetId, amount }] of shares) {
    const record = desk.store.cache.snapshots
      .byTransaction(hash)
      .find((each) => assetOfRecord(desk.directory, each).assetId === assetId)
    if (record !== undefined) yield { ...record, amount: toAmount(-amount) }
  }
}

/** Newest first, as far as they are looked at. */
function* recordsWith(userId: UserId, { store }: Desk): Generator<Snapshot> {
  let read = 0
  for (const movement of movements(store.cache.snapshots, { opponent: userId })) {
    if (read === LOOKED_AT) return
    read += 1
    yield movement
  }
}

export function between(userId: UserId, desk: Desk): Between {
  const rate = desk.rate()
  const months = new Map(monthsUntil(desk.now()).map((month) => [month, { in: nothing(), out: nothing() }]))
  const all = { in: nothing(), out: nothing() }
  let looked = 0
  for (const moved of movementsWith(userId, desk)) {
    const { amount, created_at, inscription_hash } = moved
    looked += 1
    if (inscription_hash !== null) continue
    const way = amount < 0n ? 'out' : 'in'
    const size = toAmount(amount < 0n ? -amount : amount)
    const cents = centsOf(size, priceThen(desk, assetOfRecord(desk.directory, moved).assetId, created_at), rate)
    const month = months.get(monthOf(new Date(msOf(created_at))))
    for (const sum of [all[way], ...(month === undefined ? [] : [month[way]])]) {
      sum.count += 1
      if (cents === null) sum.unpriced += 1
      else sum.cents += cents
    }
  }
  const shown = ({ cents, count, unpriced }: Sum) => ({ fiat: decimalText(cents, 2), count, unpriced })
  return {
    in: shown(all.in),
    out: shown(all.out),
    months: [...months].map(([month, sums]) => ({ month, in: shown(sums.in), out: shown(sums.out) })),
    newestOnly: looked >= LOOKED_AT,
  }
}
