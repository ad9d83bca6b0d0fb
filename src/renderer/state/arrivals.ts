import { isolated, say, wording } from '#words'
import { formatFigure } from '../lib/digits.ts'
import { dayKey } from '../lib/time.ts'
import { foldedOf } from './dust.ts'
import type { ActivityFilter, ActivityRow, Group } from './types.ts'

/** Everything that came in. */
export const CAME_IN: ActivityFilter = {
  ...{ assetId: null, kind: null, opponent: null, from: null, to: null, search: '' },
  direction: 'in',
}

/** Movements that are looked at for what has come since; more at once are told of by the newest. */
export const LATELY = 5

/** Movements of an account, and coins that came to a group: what is on its way yet is neither. */
const ARRIVED = /^[so]:/

/** The service's clock and the one here differ by so much without anybody noticing. */
const SLOW_MS = 600_000

/**
 * Remembers what each account or group had last, and tells what came in since; never what was there at the start, though it be read only after that,
 * nor what the list folds.
 */
export function createArrivals(): (
  whose: string,
  rows: readonly ActivityRow[],
  now?: number,
) => readonly ActivityRow[] {
  const known = new Map<string, { readonly since: number; readonly ids: ReadonlySet<string> }>()
  return (whose, rows, now = Date.now()) => {
    const came = rows.filter(({ id, direction }) => ARRIVED.test(id) && direction === 'in')
    const before = known.get(whose)
    // A clock that was ahead and is set back has nobody told of what comes for as long.
    const since = Math.min(before?.since ?? now, now)
    known.set(whose, { since, ids: new Set([...(before?.ids ?? []), ...came.map(({ id }) => id)]) })
    if (before === undefined) return []
    const isFolded = (row: ActivityRow) =>
      foldedOf(came.filter(({ at }) => dayKey(at) === dayKey(row.at))).includes(row)
    return came.filter((row) => !before.ids.has(row.id) && Date.parse(row.at) >= since - SLOW_MS && !isFolded(row))
  }
}

/** What a notice of money says: other people may see it, so hidden amounts stay hidden. `group` is the name of the one that it came to. */
export function arrivalText(
  row: ActivityRow,
  hideAmounts: boolean,
  group: string | null,
): { readonly title: string; readonly body: string } {
  const item = row.item === undefined ? null : wording(row.item)
  const amount = item ?? `${formatFigure(row.amount, { sign: true })} ${isolated(row.asset.symbol)}`
  const [hidden, told] =
    group === null
      ? [say('state.money-came-in'), say('state.amount-came-in', { amount })]
      : [say('state.money-came-in-for', { group }), say('state.amount-came-in-for', { amount, group })]
  return {
    title: hideAmounts ? hidden : told,
    body: hideAmounts
      ? say('state.open-coffer-to-see-what-it')
      : (item === null && row.memoText) || say('state.open-it-in-activity'),
  }
}

/** Whose money is watched: each account's own, and that of its groups, of which one that several accounts are in is watched once. */
export function pursesOf(
  accounts: readonly string[],
  groups: readonly (readonly Pick<Group, 'holder' | 'name'>[] | undefined)[],
): readonly { readonly account: string; readonly holder: string | null; readonly group: string | null }[] {
  const seen = new Set<string>()
  return accounts.flatMap((account, at) => {
    const fresh = (groups[at] ?? []).filter(({ holder }) => !seen.has(holder) && seen.add(holder))
    const own = { account, holder: null, group: null }
    return [own, ...fresh.map(({ holder, name }) => ({ account, holder, group: name }))]
  })
}
