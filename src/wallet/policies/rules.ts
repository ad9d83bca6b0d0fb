import { fromAbsolute, getDayOfWeek } from '@internationalized/date'
import { type AssetId, msOf, type Nanos } from '#contract/domain'
import type { ListedPayee, PolicyRules } from '#contract/ipc'
import { payeeKey } from '../shared/payee-key.ts'

/*
 * What rules mean, and which of two sets of them is the looser one. Pure.
 */

export type Rules = PolicyRules

/** What holds for one asset. No limit is null. */
interface Limits {
  readonly refused: boolean
  readonly day: bigint | null
  readonly waitAbove: bigint | null
  readonly lookAbove: bigint | null
}

const FREE: Limits = { refused: false, day: null, waitAbove: null, lookAbove: null }
const OTHERS: Readonly<Record<Rules['others'], Limits>> = {
  free: FREE,
  look: { ...FREE, lookAbove: 0n },
  refused: { ...FREE, refused: true },
}

export function limitsOf({ assets, others }: Rules, asset: AssetId): Limits {
  const own = assets.find(({ assetId }) => assetId === asset)
  return own === undefined ? OTHERS[others] : { ...own, refused: false }
}

/** Whether a limit lets more through than another; none lets everything through. */
const above = (to: bigint | null, from: bigint | null): boolean => from !== null && (to === null || to > from)

/** Whether rules allow anything that those before did not, or allow it sooner. Rules that allow less at every point are stricter. */
export function isLooser(from: Rules | null, to: Rules | null): boolean {
  if (from === null) return false
  if (to === null) return true
  const named = new Set([...from.assets, ...to.assets].map(({ assetId }) => assetId))
  const pairs = [...named].map((asset) => [limitsOf(from, asset), limitsOf(to, asset)] as const)
  const looser = [...pairs, [OTHERS[from.others], OTHERS[to.others]] as const].some(
    ([was, is]) =>
      // What may not leave at all is held to nothing else.
      !is.refused &&
      (was.refused ||
        above(is.day, was.day) ||
        above(is.lookAbove, was.lookAbove) ||
        (from.wait !== null && above(is.waitAbove, was.waitAbove))),
  )
  return (
    looser ||
    isFiatLooser(from, to) ||
    arePayeesLooser(from.payees, to.payees) ||
    isWaitShorter(from, to) ||
    isLookLooser(from.look, to.look)
  )
}

function isFiatLooser({ fiat: from }: Rules, { fiat: to }: Rules): boolean {
  if (from === null) return false
  return to === null || to.currency !== from.currency || to.day > from.day
}

function isWaitShorter(from: Rules, to: Rules): boolean {
  if (to.changeHours < from.changeHours) return true
  if (from.wait === null) return false
  return to.wait === null || to.wait.hours < from.wait.hours || (from.wait.newPayees && !to.wait.newPayees)
}

function isLookLooser(from: Rules['look'], to: Rules['look']): boolean {
  if (from.withoutMemo && !to.withoutMemo) return true
  if (from.hours === null) return false
  const [was, is] = [from.hours, to.hours]
  return (
    is === null ||
    is.zone !== was.zone ||
    is.fromHour < was.fromHour ||
    is.toHour > was.toHour ||
    DAYS[is.days].some((day) => !DAYS[was.days].includes(day))
  )
}

/** 0 is Sunday. */
const DAYS: Readonly<Record<Hours['days'], readonly number[]>> = {
  all: [0, 1, 2, 3, 4, 5, 6],
  mon_fri: [1, 2, 3, 4, 5],
  mon_sat: [1, 2, 3, 4, 5, 6],
  sun_thu: [0, 1, 2, 3, 4],
}

type Hours = NonNullable<Rules['look']['hours']>

/** Whether this computer knows the clock of hours. */
export function isKnownZone({ zone }: Pick<Hours, 'zone'>): boolean {
  try {
    fromAbsolute(0, zone)
    return true
  } catch {
    return false
  }
}

/** By the clock on the wall of their zone. Of one that this computer does not know no hour is within. */
export function isWithin(hours: Hours, now: Nanos): boolean {
  if (!isKnownZone(hours)) return false
  const there = fromAbsolute(msOf(now), hours.zone)
  const isOpen = hours.fromHour <= there.hour && there.hour < hours.toHour
  // Where the week begins decides which number a day has.
  return isOpen && DAYS[hours.days].includes(getDayOfWeek(there, 'en-US', 'sun'))
}

function arePayeesLooser(from: Rules['payees'], to: Rules['payees']): boolean {
  if (from.kind === 'anyone') return false
  if (from.kind === 'saved') return to.kind !== 'saved' || to.hours < from.hours
  const known = new Set(from.payees.map(listedKey))
  return to.kind !== 'listed' || to.payees.some((payee) => !known.has(listedKey(payee)))
}

/** Equal for equal entries of a list. */
export const listedKey = (payee: ListedPayee): string =>
  payee.kind === 'chain' ? `${payee.chainId} ${payeeKey(payee)}` : payeeKey(payee)
