import { wording } from '#words'
import type { Party, Review } from '../state/types.ts'
import { partyName } from './party.tsx'

/* How what binds is set: side by side while both fit, one under the other before anything would be cut. */

export interface PaidRow {
  readonly party: Party
  readonly amount: string
  /** Left out where nobody has looked it up. */
  readonly paidBefore?: Review['payees'][number]['paidBefore']
  readonly proof?: Review['payees'][number]['proof']
}

/** Figures and letters that stand beside each other at the largest step. */
const FIGURES = 12
const LETTERS = 24

/** Chinese and Japanese letters are as wide as two. */
const widthOf = (text: string): number =>
  [...text].reduce(
    (width, letter) => width + (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letter) ? 2 : 1),
    0,
  )

export function isLong(amount: string, party: Party | undefined): boolean {
  const figures = amount.replace(/\D/g, '').length
  return figures > FIGURES || (party !== undefined && widthOf(partyName(party)) > LETTERS)
}

/** The name of an item has a little more than half of a line beside the receiver. */
export const isWide = (item: Review['item'] | undefined): boolean =>
  item !== undefined && widthOf(wording(item)) > LETTERS / 2

/** The same of an amount with its unit, which no line breaks: beside the receiver there is room for so many at the largest step. */
const FIGURES_BESIDE = 7

export const isStacked = (amount: string, party: Party | undefined): boolean =>
  isLong(amount, party) || amount.replace(/\D/g, '').length > FIGURES_BESIDE

/** Decimals of the figure that has the most, so that all of a column end on one decimal mark. */
export const mostDecimals = (amounts: readonly string[]): number =>
  Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
