import type { WireAnswer } from '#contract/ipc'
import { isolated, say } from '#words'
import { networkName } from '../../components/network-name.ts'
import type { SettingsSection } from '../../state/routes.ts'
import type { AppState } from '../../state/types.ts'
import { backupDays } from './backup-model.ts'

export interface Standing {
  readonly tone: 'plain' | 'warn'
  readonly text: string
}

type BackupState = WireAnswer<'backup.read'>

function backupStanding(backup: BackupState | undefined, now: number): Standing | null {
  if (backup === undefined) return null
  const days = backupDays(backup.last, now)
  if (backup.problem !== null) return { tone: 'warn', text: say('settings.state-backup-failed') }
  if (days === null) return { tone: 'warn', text: say('settings.state-no-backup') }
  return {
    tone: days >= backup.oldDays ? 'warn' : 'plain',
    text: days === 0 ? say('settings.state-backup-today') : say('settings.state-backup-days', { days }),
  }
}

/** How things stand in a section, in a few words; null where there is nothing to say. */
export function standingOf(
  section: SettingsSection,
  state: AppState,
  backup: BackupState | undefined,
  now: number,
): Standing | null {
  const { preferences } = state
  switch (section) {
    case 'accounts':
      return { tone: 'plain', text: say('settings.state-accounts', { count: state.accounts.length }) }
    case 'security':
      return state.vault.passphrase
        ? { tone: 'plain', text: say('settings.state-locks', { minutes: preferences.autoLockMinutes }) }
        : { tone: 'warn', text: say('settings.state-no-passphrase') }
    case 'backup':
      return backupStanding(backup, now)
    case 'appearance':
      return {
        tone: 'plain',
        text: [THEMES[preferences.theme], isolated(preferences.currency)].join(say('lib.separator')),
      }
    case 'network':
      return { tone: 'plain', text: networkName(state.network) }
    case 'about':
      return { tone: 'plain', text: state.version }
    case 'rules':
    case 'web-apps':
    case 'stopped':
      return null
  }
}

/** How many rules there are, and whether they have to be set anew. */
export function rulesStanding(rules: WireAnswer<'policies.read'> | undefined): Standing | null {
  if (rules === undefined) return null
  if (rules.lost !== null) return { tone: 'warn', text: say('settings.state-rules-lost') }
  const count = rules.rules === null ? 0 : rules.lines.length
  return {
    tone: 'plain',
    text: count === 0 ? say('settings.state-rules-none') : say('settings.state-rules', { count }),
  }
}

/** How many pages were let see balances; null where nobody knows. */
export const pagesStanding = (sites: WireAnswer<'webapps.sites'> | undefined): Standing | null =>
  sites === undefined
    ? null
    : { tone: 'plain', text: say('settings.state-pages', { count: sites.filter(({ allowed }) => allowed).length }) }

const THEMES = { system: say('settings.system'), light: say('settings.light'), dark: say('settings.dark') } as const
