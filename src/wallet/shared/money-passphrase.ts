import { type MoneyPassphrase, moneyPassphrase } from '#contract/ipc'
import { formatAmount, toAmount } from '#protocol'
import { type ProfileStore, readStored } from '#store'
import { type Said, said } from '#words/facts'
import { spokenFiat } from './fiat.ts'

/*
 * When the window of its own also asks for the passphrase before money leaves. It belongs to whoever sits at this computer, not to an
 * account. Where there is no such window the passphrase is always asked for, whatever stands here.
 */

const KEY = 'money-passphrase'
/** Hundredths of a currency in an amount. */
const CENT = 1_000_000n
/** What people who set a passphrase expect of it; whoever wants less says so, with the passphrase. */
const DEFAULT: MoneyPassphrase = { when: 'always' }

/** One that cannot be read is the default, which asks most. */
export const readMoneyPassphrase = (settings: ProfileStore['settings']): MoneyPassphrase =>
  readStored(moneyPassphrase, settings.get(KEY) ?? null) ?? DEFAULT

export function keepMoneyPassphrase(settings: ProfileStore['settings'], rule: MoneyPassphrase): void {
  settings.set(KEY, rule.when === 'above' ? { ...rule, limit: formatAmount(rule.limit) } : rule)
}

/** How much leaves, in hundredths of that currency; null where a price is not known. */
export type WorthIn = (currency: string) => bigint | null

/** What has no known worth counts as above any value. */
export function asksPassphrase(rule: MoneyPassphrase, worth: WorthIn | undefined): boolean {
  if (rule.when !== 'above') return rule.when === 'always'
  const cents = worth?.(rule.currency) ?? null
  return cents === null || cents * CENT > rule.limit
}

/** The rule as a sentence. */
export const moneyPassphraseLine = (rule: MoneyPassphrase): Said =>
  rule.when === 'above'
    ? said('check.passphrase.above', { limit: spokenFiat(toAmount(rule.limit) / CENT, rule.currency) })
    : said('check.passphrase.rule', { when: rule.when })
