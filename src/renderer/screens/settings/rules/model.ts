import { say } from '#words'
import { readAmount } from '../../../lib/amount-input.ts'
import { localZone } from '../../../lib/time.ts'
import type { Policy, PolicyRules } from '../../../state/types.ts'

/* The form of rules: what is typed, and the rules that it comes to. */

export interface LimitForm {
  readonly assetId: string
  readonly day: string
  readonly waitAbove: string
  readonly lookAbove: string
}

export type Listed = Policy['listed'][number]

export interface RulesForm {
  readonly assets: readonly LimitForm[]
  readonly others: PolicyRules['others']
  readonly fiat: string
  readonly currency: string
  readonly payees: PolicyRules['payees']['kind']
  readonly savedHours: number
  readonly listed: readonly Listed[]
  /** 0 for no wait. */
  readonly waitHours: number
  readonly newPayees: boolean
  readonly lookWithoutMemo: boolean
  readonly looksOutside: boolean
  readonly hours: NonNullable<PolicyRules['look']['hours']>
  readonly changeHours: number
}

/** A day, as long as looser rules wait where nobody said otherwise. */
const DAY_HOURS = 24

const HOURS: readonly number[] = [1, 6, 12, DAY_HOURS, 48, 72, 168, 720]

export const hoursOptions = (more: number) =>
  [...new Set([...HOURS, more])]
    .filter((hours) => hours > 0)
    .sort((one, other) => one - other)
    .map((hours) => ({ id: String(hours), text: say('settings.rules-hours', { hours }) }))

/** Of a working day, until somebody says otherwise. */
const WORKING = { days: 'mon_fri', fromHour: 8, toHour: 18 } as const

/** A form of the rules in force, or of none. */
export function formOf(rules: PolicyRules | null, listed: readonly Listed[], currency: string): RulesForm {
  return {
    assets: (rules?.assets ?? []).map(({ assetId, day, waitAbove, lookAbove }) => ({
      ...{ assetId, day: day ?? '', waitAbove: waitAbove ?? '', lookAbove: lookAbove ?? '' },
    })),
    others: rules?.others ?? 'free',
    fiat: rules?.fiat?.day ?? '',
    currency: rules?.fiat?.currency ?? currency,
    payees: rules?.payees.kind ?? 'anyone',
    savedHours: rules?.payees.kind === 'saved' ? rules.payees.hours : DAY_HOURS,
    listed,
    waitHours: rules?.wait?.hours ?? 0,
    newPayees: rules?.wait?.newPayees ?? false,
    lookWithoutMemo: rules?.look.withoutMemo ?? false,
    looksOutside: (rules?.look.hours ?? null) !== null,
    hours: rules?.look.hours ?? { ...WORKING, zone: localZone() },
    changeHours: rules?.changeHours ?? DAY_HOURS,
  }
}

/** Whether it lets nobody be paid at all, which looser rules, that wait, would have to mend: a list was asked for and is empty. */
export const listsNobody = ({ payees, listed }: Pick<RulesForm, 'payees' | 'listed'>): boolean =>
  payees === 'listed' && listed.length === 0

/** The rules of a form; null while an amount in it cannot be read. */
export function rulesOf(form: RulesForm): PolicyRules | null {
  let readable = true
  const amount = (typed: string): string | null => {
    if (typed.trim() === '') return null
    const reading = readAmount(typed, 'zero')
    if (reading.kind !== 'ok') {
      readable = false
      return null
    }
    return reading.text
  }
  const day = amount(form.fiat)
  const rules: PolicyRules = {
    assets: form.assets.map(({ assetId, ...limits }) => ({
      ...{ assetId, day: amount(limits.day), lookAbove: amount(limits.lookAbove) },
      waitAbove: form.waitHours === 0 ? null : amount(limits.waitAbove),
    })),
    others: form.others,
    fiat: day === null ? null : { currency: form.currency, day },
    payees:
      form.payees === 'anyone'
        ? { kind: 'anyone' }
        : form.payees === 'saved'
          ? { kind: 'saved', hours: form.savedHours }
          : { kind: 'listed', payees: form.listed.map(({ payee }) => payee) },
    wait: form.waitHours === 0 ? null : { hours: form.waitHours, newPayees: form.newPayees },
    look: { withoutMemo: form.lookWithoutMemo, hours: form.looksOutside ? form.hours : null },
    changeHours: form.changeHours,
  }
  return readable ? rules : null
}
