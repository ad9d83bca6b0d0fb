import { type AssetId, MINUTE, type Nanos } from '#contract/domain'
import type { PaymentReview } from '#contract/ipc'
import { sumOf } from '#protocol'
import { priceUnits, toAmount } from '#protocol/text'
import type { Payment } from '#store'
import { said } from '#words/facts'
import { spoken } from '../shared/fiat.ts'
import type { Directory } from '../shared/names.ts'
import { idOfFigure } from '../shared/sentence-id.ts'
import type { Quote } from '../value/quote.ts'
import { type Intent, intentOf } from './intent.ts'

/*
 * An amount that was typed in a currency is what a price of the service made of it. Prices are claims: one that is not known, that is old
 * or that stands out is looked at by a person before anything is signed.
 */

type Check = PaymentReview['checks'][number]
type Row = Intent['rows'][number]

export interface PriceParts {
  readonly now: () => Nanos
  readonly quote: (assetId: AssetId, currency: string) => Quote
  readonly directory: Directory
}

/** A price that is older than this is said to be. */
const OLD: bigint = 60n * MINUTE
/** By how many hundredths of a price another one stands out. */
const JUMP = 10n

function typedRows(rows: Intent['rows']): readonly Required<Row>[] {
  return rows.flatMap((row) => (row.priced === undefined ? [] : [{ ...row, priced: row.priced }]))
}

/** By how many whole percent of the first the second differs from it; null where one of them is none. */
function differsBy(from: string | null, to: string | null): bigint | null {
  const [one, other] = [priceUnits(from ?? ''), priceUnits(to ?? '')]
  if (one === undefined || other === undefined) return null
  const by = other - one
  return ((by < 0n ? -by : by) * 100n) / one
}

/** What a person should look at where amounts were typed in a currency. */
export function priceChecks(
  payment: Pick<Payment, 'detail' | 'assetId'>,
  { now, quote, directory }: PriceParts,
): Check[] {
  const rows = typedRows(intentOf(payment).rows)
  const [first] = rows
  if (first === undefined) return []
  const checks: Check[] = []
  const { currency } = first.priced
  const known = quote(payment.assetId, currency)
  const attention = (id: string, text: Check['text']) => checks.push({ id, result: 'attention', text })
  if (known.price === null) attention('price:none', said('check.payments.price-none', { currency }))
  const oldest = oldestOf(rows)
  const age = now() - oldest
  if (age > OLD) attention('price:old', said('check.payments.price-old', { age: ageOf(age) }))
  // The clock was set back since.
  if (age < -MINUTE) attention('price:later', said('check.payments.price-later'))
  const moved = rows.map(({ priced }) => differsBy(priced.price, known.price) ?? 0n)
  const most = moved.reduce((max, each) => (each > max ? each : max), 0n)
  if (most >= JUMP)
    attention(idOfFigure('price:moved', most), said('check.payments.price-moved', { percent: Number(most) }))
  const jumped = differsBy(known.before, known.price)
  if (jumped !== null && jumped >= JUMP)
    attention(idOfFigure('price:jump', jumped), said('check.payments.price-jump', { percent: Number(jumped) }))
  if (known.price !== null && known.before === null) {
    const figure = spoken(sumOf(rows), directory.asset(payment.assetId).symbol)
    checks.push({ id: 'price:first', result: 'note', text: said('check.payments.price-first', { figure }) })
  }
  return checks
}

const oldestOf = (rows: readonly Required<Row>[]): Nanos =>
  rows.map(({ priced }) => priced.at).reduce((oldest, at) => (at < oldest ? at : oldest))

/** Hours up to two days, then days. */
function ageOf(age: bigint) {
  const hours = Number(age / (60n * MINUTE))
  return hours < 48
    ? said('check.payments.hours', { hours })
    : said('check.payments.days', { days: Math.floor(hours / 24) })
}

/** What was typed in all, where all of it was in one currency. */
export function pricedTotal(intent: Pick<Intent, 'rows'>): Pick<PaymentReview, 'priced'> {
  const rows = typedRows(intent.rows)
  const [first] = rows
  const isOne = rows.every(({ priced }) => priced.currency === first?.priced.currency)
  if (first === undefined || !isOne || rows.length !== intent.rows.length) return {}
  const { currency, price } = first.priced
  return {
    priced: {
      currency,
      value: toAmount(rows.reduce((sum, { priced }) => sum + priced.value, 0n)),
      price: rows.every(({ priced }) => priced.price === price) ? price : null,
      at: oldestOf(rows),
    },
  }
}
