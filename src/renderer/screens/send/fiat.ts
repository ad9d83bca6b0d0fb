import { amountAtPrice, formatAmountShort, parseExactAmount, worthAtPrice } from '#protocol/text'
import { say } from '#words'
import { type AmountReading, readAmount } from '../../lib/amount-input.ts'
import type { Asset, Quote, SendForm } from '../../state/types.ts'
import { shareIn } from './share-text.ts'

/*
 * Amounts that are typed in a national currency. What a text makes of an asset is worked out once, when it is typed, and stays in the form
 * as it is: prices that come later change no amount.
 */

export type FormRow = SendForm['rows'][number]
type Fiat = NonNullable<FormRow['fiat']>

/** What a row says of its amount; a sum of a currency of which no amount could be made has none. */
export function readingOf(row: FormRow): AmountReading {
  if (shareIn(row.amount) !== null) return { kind: 'invalid', reason: say('send.nothing-to-share') }
  if (row.fiat === undefined) return readAmount(row.amount)
  const typed = readAmount(row.fiat.typed)
  if (typed.kind !== 'ok') return typed
  if (row.fiat.price !== null && row.amount === '') return { kind: 'invalid', reason: say('send.less-than-smallest') }
  if (row.fiat.price === null)
    return {
      kind: 'invalid',
      reason: row.fiat.currency === '' ? say('send.price-is-read') : say('send.no-price-enter-coin'),
    }
  return readAmount(row.amount)
}

/** A row with an amount of the asset itself. */
export const inCoin = ({ to }: FormRow, amount: string): FormRow => ({ to, amount })

/** A row with a sum of a currency, and the amount that it makes now. */
export function inFiat({ to }: FormRow, text: string, asset: Asset | undefined, quote: Quote | undefined): FormRow {
  const known = asset !== undefined && quote?.assetId === asset.assetId ? quote : undefined
  const reading = readAmount(text)
  if (text === '') return { to, amount: '' }
  const fiat: Fiat = {
    ...{ typed: text, currency: quote?.currency ?? '', assetId: asset?.assetId ?? null },
    ...{ price: known?.price ?? null, at: known?.at ?? null },
  }
  const made =
    known?.price == null || asset === undefined || reading.kind !== 'ok'
      ? undefined
      : amountAtPrice(reading.amount, known.price, asset.precision)
  return { to, amount: made === undefined || made.amount === 0n ? '' : formatAmountShort(made.amount), fiat }
}

/**
 * The rows, once another asset was chosen or its price has come: what was typed for it makes its amount now. A sum of a currency that the
 * window does not speak any more is left out, and the amount that it made stays.
 */
export function caughtUp(
  rows: readonly FormRow[],
  asset: Asset | undefined,
  quote: Quote | undefined,
): readonly FormRow[] {
  if (asset === undefined || quote?.assetId !== asset.assetId) return rows
  const next = rows.map((row) => {
    if (row.fiat === undefined) return row
    const isMade = row.fiat.assetId === asset.assetId && row.fiat.price !== null
    if (isMade) return row.fiat.currency === quote.currency ? row : inCoin(row, row.amount)
    if (row.fiat.assetId === asset.assetId && quote.price === null) return row
    return inFiat(row, row.fiat.typed, asset, quote)
  })
  return next.some((row, at) => row !== rows[at]) ? next : rows
}

/** The amount with what it was worth: what a field for the currency shows while nothing is typed in it. */
export function worthShown(amount: string, quote: Quote | undefined): string | undefined {
  const reading = readAmount(amount)
  if (reading.kind !== 'ok' || quote?.price == null) return undefined
  return worthAtPrice(reading.amount, quote.price)
}

/** Whether something was left out when an amount was made of a sum. */
export function isRounded({ fiat }: FormRow, asset: Asset | undefined): boolean {
  if (fiat?.price == null || asset === undefined) return false
  const typed = readAmount(fiat.typed)
  return typed.kind === 'ok' && amountAtPrice(typed.amount, fiat.price, asset.precision)?.isRounded === true
}

/** What the wallet is told of a sum that was typed; nothing where the amount was typed itself. */
export function pricedOf({ fiat }: FormRow) {
  if (fiat === undefined || fiat.price === null || fiat.at === null) return {}
  const typed = readAmount(fiat.typed)
  if (typed.kind !== 'ok') return {}
  const { currency, price, at } = fiat
  return { priced: { currency, value: formatAmountShort(parseExactAmount(typed.text)), price, at } }
}
