import type { Fiat, Nanos } from '#contract/domain'
import type { Database } from '../database.ts'
import { isSealed, sealedWriter } from '../sealed.ts'
import { DAY_HOURS, dayOf, hourOf, oncePerDay } from './hours.ts'
import type { Progress } from './progress.ts'

/** What a currency was told to be: units to a US dollar. */
export interface KeptRate {
  readonly hour: bigint
  readonly rate: number
}

interface RateRow {
  readonly hour: bigint
  readonly rate: string
  readonly seal: bigint
}

/** As many currencies as are kept. What is told no more makes room after a month, so that naming others in one answer makes none be forgotten. */
const CODES_MAX = 1_000
const FINE_DAYS = 2n

export type Rates = ReturnType<typeof openRates>

/** What currencies were told to be, the first of each hour: what limits in a currency compare the rate of now with. */
export function openRates(db: Database, { progress, now }: { readonly progress: Progress; readonly now: () => Nanos }) {
  const write = sealedWriter(db, 'rates', ['code', 'hour'])
  const known = db.prepare<{ n: bigint }>('SELECT count(*) AS n FROM (SELECT DISTINCT code FROM rates)')
  const last = db.prepare<{ hour: bigint }>('SELECT hour FROM rates WHERE code = ? ORDER BY hour DESC LIMIT 1')
  const has = db.prepare('SELECT 1 FROM rates WHERE code = ? AND hour = ?')
  const from = db.prepare<RateRow>('SELECT * FROM rates WHERE code = ? AND hour >= ? ORDER BY hour')
  const before = db.prepare<RateRow>('SELECT * FROM rates WHERE code = ? AND hour < ? ORDER BY hour DESC LIMIT 1')
  const thin = db.prepare(`
    DELETE FROM rates WHERE hour < ? AND EXISTS (
      SELECT 1 FROM rates AS later
      WHERE later.code = rates.code AND later.hour > rates.hour AND later.hour / 24 = rates.hour / 24)`)
  const forget = db.prepare('DELETE FROM rates WHERE hour < ?')

  const kept = (row: RateRow): KeptRate => {
    if (!isSealed('rates', row)) throw db.damaged('rate')
    return { hour: row.hour, rate: Number(row.rate) }
  }

  return {
    /** Keeps what these are told to be now. Belongs to a transaction. */
    note(fiats: readonly Fiat[]): void {
      const time = now()
      const hour = hourOf(time)
      oncePerDay(progress, 'rates_thinned', time, (month) => {
        thin.run(dayOf(hour) - FINE_DAYS * DAY_HOURS)
        forget.run(month)
      })
      let room = CODES_MAX - Number(known.get()?.n ?? 0n)
      for (const { code, rate } of fiats) {
        if (has.get(code, hour) !== undefined) continue
        const isNew = last.get(code) === undefined
        if (isNew && room <= 0) continue
        if (isNew) room -= 1
        write([code, hour, String(rate)])
      }
    },

    /** Oldest first: those from an hour on, and the last one before it. */
    of(code: string, hour: bigint): KeptRate[] {
      const earlier = before.get(code, hour)
      return [...(earlier === undefined ? [] : [earlier]), ...from.all(code, hour)].map(kept)
    },
  }
}
