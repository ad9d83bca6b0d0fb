import type { ActivityRow } from './types.ts'

/*
 * Anybody can send next to nothing, so that an address that looks like a friend's, or a memo that asks for a click, stands in the history
 * and in a notice.
 */

/** Dollars below which an amount that nobody asked for is small. */
const SMALL_USD = 0.1
/** One alone is shown: it may be the first trial of somebody whom one told one's address. */
const FOLDED_MIN = 2

function isStranger(party: ActivityRow['party']): boolean {
  if (party.kind === 'user') return party.user.relationship === 'stranger' && !party.user.verified
  return party.kind === 'unknown' || (party.kind === 'chain' && party.label === undefined)
}

/** What came in from a stranger, is next to nothing, and that its owner made no note of. What has no price may be worth anything. */
export function isDust(row: ActivityRow): boolean {
  const { asset, amount, direction, inscription, label, tags } = row
  if (direction !== 'in' || row.money !== 'final' || inscription !== null) return false
  if (label !== '' || tags.length > 0 || asset.priceUsd === null || !isStranger(row.party)) return false
  const worth = Number(amount) * Number(asset.priceUsd)
  return worth > 0 && worth < SMALL_USD
}

/** Of the rows of one day those that the list folds, and of which nobody is told. */
export function foldedOf(rows: readonly ActivityRow[]): readonly ActivityRow[] {
  const dust = rows.filter(isDust)
  return dust.length < FOLDED_MIN ? [] : dust
}
