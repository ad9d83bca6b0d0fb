import { plural } from '../../lib/digits.ts'
import type { SettingsSection } from '../../state/routes.ts'
import type { AppState, FailedAudit } from '../../state/types.ts'

export const SECTIONS: readonly { readonly id: SettingsSection; readonly label: string }[] = [
  { id: 'accounts', label: 'Accounts' },
  { id: 'web-apps', label: 'Web apps' },
  { id: 'security', label: 'Security' },
  { id: 'backup', label: 'Backup' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'network', label: 'Network' },
  { id: 'about', label: 'About' },
]

/** Only there while something did not come back, or once did. */
export const STOPPED = 'stopped' satisfies SettingsSection

export const isStopped = (failed: readonly FailedAudit[]): boolean => failed.some((one) => one.acceptedAt === null)

/** What the sections are called for this account. */
export function sectionsOf(failed: readonly FailedAudit[]): typeof SECTIONS {
  if (failed.length === 0) return SECTIONS
  return [{ id: STOPPED, label: isStopped(failed) ? 'Sending is stopped' : 'Missing change' }, ...SECTIONS]
}

/** What is wrong, as the person could check it. */
export const REASONS: Readonly<Record<FailedAudit['reason'], string>> = {
  missing:
    'It is missing: the payment is final, but ten minutes later the service still did not list what should have come back to you.',
  differs:
    'It differs: the service lists an output in its place whose keys, owner or amount are not those that were signed.',
  'not ours':
    'It is not proved to be yours: it is listed as signed, but what the service gives to spend it does not fit your key.',
  'spent elsewhere':
    'It was spent elsewhere: the service lists it as spent by a transaction that this account never signed.',
}

/** What it means for the money. The other coins are named too, since that is what one asks first. */
export function stoppedText(failed: readonly FailedAudit[]): { readonly title: string; readonly text: string } {
  const open = failed.filter((one) => one.acceptedAt === null).length
  const what = plural(failed.length, 'amount')
  return open > 0
    ? {
        title: `Sending is stopped: ${plural(open, 'amount')} did not come back as signed`,
        text: 'What is listed below may be lost. Everything else is untouched: your key, your other coins, and what you receive. Coffer signs nothing more with this account until you decide, so that no further money is put at risk.',
      }
    : {
        title: 'Sending goes on',
        text: `You read that ${what} did not come back as signed, and went on. What was listed all the same is frozen under Coins, so that no payment trips over it.`,
      }
}

export const LOCK_MINUTES = [1, 2, 5, 10, 15, 30, 60] as const

/** Currencies whose rates the service publishes; estimates only. */
export const CURRENCIES: readonly { readonly code: string; readonly name: string }[] = [
  { code: 'USD', name: 'US dollar' },
  { code: 'EUR', name: 'Euro' },
  { code: 'GBP', name: 'Pound sterling' },
  { code: 'JPY', name: 'Japanese yen' },
  { code: 'CNY', name: 'Chinese yuan' },
  { code: 'KRW', name: 'South Korean won' },
  { code: 'HKD', name: 'Hong Kong dollar' },
  { code: 'SGD', name: 'Singapore dollar' },
  { code: 'TWD', name: 'New Taiwan dollar' },
  { code: 'AUD', name: 'Australian dollar' },
  { code: 'MYR', name: 'Malaysian ringgit' },
  { code: 'PHP', name: 'Philippine peso' },
  { code: 'AED', name: 'UAE dirham' },
  { code: 'TRY', name: 'Turkish lira' },
]

export interface Keeping {
  readonly tone: 'ok' | 'warn' | 'stop'
  readonly title: string
  readonly text: string
}

/** Where the keys lie and who could open them, without comfort. */
export function keepingOf(vault: AppState['vault']): Keeping {
  const why = vault.keychainProblem ?? 'No keychain answers.'
  if (vault.store === 'keychain' && vault.passphrase) {
    return {
      tone: 'ok',
      title: 'Sealed by your passphrase, in the keychain',
      text: 'Your keys lie in this computer’s keychain, sealed once more with your passphrase. Both are needed.',
    }
  }
  if (vault.store === 'keychain') {
    return {
      tone: 'warn',
      title: 'In the keychain, without a passphrase',
      text: 'Whoever uses this computer as you can open Coffer and send.',
    }
  }
  if (vault.passphrase) {
    return {
      tone: 'ok',
      title: 'Sealed by your passphrase, in a file',
      text: `${why} Your keys lie in a file that only your passphrase opens. Choose a long one: whoever copies the file can try as often as they like.`,
    }
  }
  return {
    tone: 'stop',
    title: 'In a file, without a passphrase',
    text: `${why} Whoever can read your files can take your keys. Set a passphrase now.`,
  }
}

/** Packages that run in the window or in the wallet, with the licence each is published under. */
export const LICENCES: readonly { readonly name: string; readonly licence: string }[] = [
  { name: 'Electron', licence: 'MIT' },
  { name: 'React', licence: 'MIT' },
  { name: 'React Aria', licence: 'Apache-2.0' },
  { name: 'TanStack Virtual', licence: 'MIT' },
  { name: 'Zustand', licence: 'MIT' },
  { name: 'Zod', licence: 'MIT' },
  { name: 'noble and scure', licence: 'MIT' },
  { name: 'better-sqlite3', licence: 'MIT' },
  { name: 'keytar', licence: 'MIT' },
  { name: 'Fastify', licence: 'MIT' },
  { name: 'ws', licence: 'MIT' },
  { name: 'uuid', licence: 'MIT' },
  { name: 'qrcode', licence: 'MIT' },
  { name: 'Lucide', licence: 'ISC' },
  { name: 'Inter', licence: 'OFL-1.1' },
  { name: 'JetBrains Mono', licence: 'OFL-1.1' },
]
