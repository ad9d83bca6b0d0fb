import { type Amount, formatAmountShort, parseExactAmount, toAmount } from '#protocol/text'
import { readAmount } from '../../lib/amount-input.ts'
import type { SendForm } from '../../state/types.ts'
import { readingOf } from './fiat.ts'
import { ROWS_MAX } from './model.ts'
import { shareIn } from './share-text.ts'

/* Rows that share what the others leave: every unit of it goes to somebody, and who gets the last ones follows from their order alone. */

export interface Shared {
  /** What is shared out. */
  readonly rest: Amount
  /** Shares in all. */
  readonly shares: number
  /** So many of the rows, the first ones, get the smallest unit more. */
  readonly extra: number
  /** What each row that takes a share gets, by its place. */
  readonly amounts: ReadonlyMap<number, Amount>
}

/** Parts of a sum by weight that add up to it: what does not come out even goes to the first ones, a unit each. */
export function partsOfSum(
  sum: bigint,
  weights: readonly bigint[],
): { readonly parts: readonly bigint[]; readonly extra: number } {
  const all = weights.reduce((total, weight) => total + weight, 0n)
  if (all === 0n) return { parts: [], extra: 0 }
  const even = weights.map((weight) => (sum * weight) / all)
  const extra = Number(sum - even.reduce((total, part) => total + part, 0n))
  return { parts: even.map((part, at) => (at < extra ? part + 1n : part)), extra }
}

export const hasShares = ({ rows }: Pick<SendForm, 'rows'>): boolean =>
  rows.some(({ amount }) => shareIn(amount) !== null)

/** What is shared out; null where nobody takes a share, or where nothing, or nobody knows what, remains. */
export function sharedOut(form: Pick<SendForm, 'rows' | 'shareOf'>, most: string | undefined): Shared | null {
  const takers = form.rows.flatMap(({ amount }, at) => {
    const weight = shareIn(amount)
    return weight === null ? [] : [{ at, weight }]
  })
  const typed = form.shareOf === undefined ? undefined : readAmount(form.shareOf)
  const whole =
    typed === undefined
      ? most === undefined
        ? null
        : parseExactAmount(most)
      : typed.kind === 'ok'
        ? typed.amount
        : null
  if (takers.length === 0 || whole === null) return null
  let rest: bigint = whole
  for (const row of form.rows) {
    if (shareIn(row.amount) !== null) continue
    const reading = readingOf(row)
    if (reading.kind !== 'ok') return null
    rest -= reading.amount
  }
  const weights = takers.map(({ weight }) => weight)
  const { parts, extra } = partsOfSum(rest, weights)
  if (rest <= 0n || parts.some((part) => part === 0n)) return null
  return {
    rest: toAmount(rest),
    shares: Number(weights.reduce((total, weight) => total + weight, 0n)),
    extra,
    amounts: new Map(takers.map(({ at }, index) => [at, toAmount(parts[index] ?? 0n)])),
  }
}

/** The form as it is paid: shares are the amounts that they come to. */
export function withShares(form: SendForm, shared: Shared | null): SendForm {
  if (shared === null) return form
  return {
    ...form,
    rows: form.rows.map((row, at) => {
      const amount = shared.amounts.get(at)
      return amount === undefined ? row : { to: row.to, amount: formatAmountShort(amount) }
    }),
  }
}

/** The rows with a share for each that has no amount yet; where all have one, which stays as it was typed, a row more takes what remains. */
export function markedToShare(rows: SendForm['rows']): SendForm['rows'] {
  const isFree = (row: SendForm['rows'][number]): boolean => row.amount.trim() === '' && row.fiat === undefined
  if (!rows.some(isFree)) return rows.length < ROWS_MAX ? [...rows, { to: '', amount: '!' }] : rows
  return rows.map((row) => (isFree(row) ? { to: row.to, amount: '!' } : row))
}
