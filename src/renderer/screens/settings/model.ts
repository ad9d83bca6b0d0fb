import { say } from '#words'
import type { SettingsSection } from '../../state/routes.ts'
import type { Account, AppState, FailedAudit } from '../../state/types.ts'

const SECTIONS: readonly { readonly id: SettingsSection; readonly label: string }[] = [
  { id: 'accounts', label: say('settings.accounts') },
  { id: 'web-apps', label: say('settings.web-apps') },
  { id: 'security', label: say('settings.security') },
  { id: 'rules', label: say('settings.rules') },
  { id: 'backup', label: say('settings.backup') },
  { id: 'appearance', label: say('settings.appearance') },
  { id: 'network', label: say('settings.network') },
  { id: 'about', label: say('settings.about') },
]

/** Only there while something did not come back, or once did. */
export const STOPPED = 'stopped' satisfies SettingsSection

export const isStopped = (failed: readonly FailedAudit[]): boolean => failed.some((one) => one.acceptedAt === null)

/** What there is to set for this account. Whoever only looks on signs nothing that rules could be about. */
export function sectionsOf(failed: readonly FailedAudit[], { kind }: Pick<Account, 'kind'>): typeof SECTIONS {
  const sections = SECTIONS.filter(({ id }) => id !== 'rules' || kind !== 'watch')
  if (failed.length === 0) return sections
  return [
    { id: STOPPED, label: isStopped(failed) ? say('settings.sending-is-stopped') : say('settings.missing-change') },
    ...sections,
  ]
}

/** What is wrong, as the person could check it. */
export const REASONS: Readonly<Record<FailedAudit['reason'], string>> = {
  missing: say('settings.it-is-missing-the-payment-is'),
  differs: say('settings.it-differs-the-service-lists-an'),
  'not ours': say('settings.it-is-not-proved-to-be'),
  'spent elsewhere': say('settings.it-was-spent-elsewhere-the-service'),
}

/** What it means for the money. The other coins are named too, since that is what one asks first. */
export function stoppedText(failed: readonly FailedAudit[]): { readonly title: string; readonly text: string } {
  const open = failed.filter((one) => one.acceptedAt === null).length
  const what = say('settings.amount-2', { failed: failed.length })
  return open > 0
    ? {
        title: say('settings.sending-is-stopped-amount-did-not', { open }),
        text: say('settings.what-is-listed-below-may-be'),
      }
    : {
        title: say('settings.sending-goes-on'),
        text: say('settings.you-read-that-did-not-come', { what }),
      }
}

export const LOCK_MINUTES = [1, 2, 5, 10, 15, 30, 60] as const

/** Currencies whose rates the service publishes; estimates only. */
export const CURRENCIES: readonly { readonly code: string; readonly name: string }[] = [
  { code: 'USD', name: say('settings.us-dollar') },
  { code: 'EUR', name: say('settings.euro') },
  { code: 'GBP', name: say('settings.pound-sterling') },
  { code: 'JPY', name: say('settings.japanese-yen') },
  { code: 'CNY', name: say('settings.chinese-yuan') },
  { code: 'KRW', name: say('settings.south-korean-won') },
  { code: 'HKD', name: say('settings.hong-kong-dollar') },
  { code: 'SGD', name: say('settings.singapore-dollar') },
  { code: 'TWD', name: say('settings.new-taiwan-dollar') },
  { code: 'AUD', name: say('settings.australian-dollar') },
  { code: 'MYR', name: say('settings.malaysian-ringgit') },
  { code: 'PHP', name: say('settings.philippine-peso') },
  { code: 'AED', name: say('settings.uae-dirham') },
  { code: 'TRY', name: say('settings.turkish-lira') },
]

export interface Keeping {
  readonly tone: 'ok' | 'warn' | 'stop'
  readonly title: string
  readonly text: string
}

/** Where the keys lie and who could open them, without comfort. */
export function keepingOf(vault: AppState['vault'], watched: boolean): Keeping {
  const why = vault.keychainProblem ?? say('settings.no-keychain-answers')
  if (vault.store === 'keychain' && vault.passphrase) {
    return {
      tone: 'ok',
      title: say('settings.sealed-by-your-passphrase-in-the'),
      text: say('settings.your-keys-lie-in-this-computers', { watched }),
    }
  }
  if (vault.store === 'keychain') {
    return {
      tone: 'warn',
      title: say('settings.in-the-keychain-without-a-passphrase'),
      text: say('settings.whoever-uses-this-computer-as-you', { watched }),
    }
  }
  if (vault.passphrase) {
    return {
      tone: 'ok',
      title: say('settings.sealed-by-your-passphrase-in-a'),
      text: say('settings.your-keys-lie-in-a-file', { why, watched }),
    }
  }
  return {
    tone: 'stop',
    title: say('settings.in-a-file-without-a-passphrase'),
    text: say('settings.whoever-can-read-your-files-can', { why, watched }),
  }
}
