import { type MoneyPassphrase, moneyPassphrase } from '#contract/ipc'
import { formatAmount, sha256Hash, toAmount } from '#protocol'
import { type ProfileStore, readStored } from '#store'
import type { Vault } from '#vault'
import { type Said, said } from '#words/facts'
import { spokenFiat } from './fiat.ts'

/*
 * When the window of its own also asks for the passphrase before money leaves. It belongs to whoever sits at this computer, not to an
 * account. Where there is no such window the passphrase is always asked for, whatever stands here. It lies in a file that any program of theirs can
 * write, so what asks less than always counts only with its digest in the sealed record of each key.
 */

const KEY = 'money-passphrase'
/** Hundredths of a currency in an amount. */
const CENT = 1_000_000n
/** What people who set a passphrase expect of it; whoever wants less says so, with the passphrase. */
const DEFAULT: MoneyPassphrase = { when: 'always' }

interface Parts {
  readonly profile: Pick<ProfileStore, 'settings'>
  readonly vault: Vault
}

interface Asking {
  readonly rule: MoneyPassphrase
  /** Whether less was written down, which nobody here agreed to, or an older Coffer, which sealed nothing. */
  readonly doubted: boolean
}

/** One that cannot be read, or that nobody agreed to, is the default, which asks most. */
export function readMoneyPassphrase({ profile, vault }: Parts): Asking {
  const stored = profile.settings.get(KEY)
  if (stored === undefined || stored === null || vault.status().locked) return { rule: DEFAULT, doubted: false }
  const rule = readStored(moneyPassphrase, stored)
  if (rule === undefined) return { rule: DEFAULT, doubted: true }
  const all = keyHolders(vault)
  const marks = all.flatMap((id) => vault.accounts.describe(id).asking ?? [])
  const isOurs = marks.length > 0 && marks.every((mark) => mark === digestOf(rule))
  // Without a key no money leaves.
  return isOurs || rule.when === 'always' || all.length === 0
    ? { rule, doubted: false }
    : { rule: DEFAULT, doubted: true }
}

/** A kill or a failure on the way leaves what was agreed to before, what is not believed, or what asks most: no key bears on what is not said any more. */
export async function keepMoneyPassphrase({ profile, vault }: Parts, rule: MoneyPassphrase): Promise<void> {
  const write = (): void => profile.settings.set(KEY, storedOf(rule))
  if (rule.when !== 'always') write()
  for (const id of keyHolders(vault)) await vault.accounts.agreeAsking(id, digestOf(rule))
  if (rule.when === 'always') write()
}

/** Has keys that came since bear what is agreed to: the one that bears it may go. */
export async function remarkAsking(parts: Parts): Promise<void> {
  const { rule, doubted } = readMoneyPassphrase(parts)
  if (doubted || rule.when === 'always') return
  const all = keyHolders(parts.vault)
  const isMarked = (id: (typeof all)[number]): boolean => parts.vault.accounts.describe(id).asking !== null
  if (!all.some(isMarked)) return
  for (const id of all) if (!isMarked(id)) await parts.vault.accounts.agreeAsking(id, digestOf(rule))
}

const storedOf = (rule: MoneyPassphrase) =>
  rule.when === 'above' ? { ...rule, limit: formatAmount(rule.limit) } : rule

/** Null for what asks most: that needs nobody's word, and leaves records as older versions read them. */
const digestOf = (rule: MoneyPassphrase): string | null =>
  rule.when === 'always'
    ? null
    : sha256Hash(
        Buffer.from(rule.when === 'never' ? rule.when : `${formatAmount(rule.limit)} ${rule.currency}`).toString('hex'),
      )

const keyHolders = ({ accounts }: Vault) => accounts.list().filter((id) => accounts.describe(id).hasSpendKey)

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
