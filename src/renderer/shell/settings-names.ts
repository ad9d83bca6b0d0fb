import { say } from '#words'
import type { SettingsSection } from '../state/routes.ts'
import type { AppState } from '../state/types.ts'

export interface NamedSetting {
  readonly section: SettingsSection
  /** As it stands on screen; the section's own name where the whole of it is meant. */
  readonly name: string
  readonly under: string
}

const SECTIONS: readonly (readonly [section: SettingsSection, label: string, settings: readonly string[]])[] = [
  ['accounts', say('settings.accounts'), [say('settings.legacy-outputs'), say('settings.remove-an-account')]],
  ['web-apps', say('settings.web-apps'), []],
  [
    'security',
    say('settings.security'),
    [
      say('settings.passphrase'),
      say('settings.lock-by-itself'),
      say('settings.recovery-phrase'),
      say('settings.where-your-keys-are'),
      say('settings.where-what-opens-it-is'),
      say('settings.statement-key'),
      say('settings.change-on-its-way-back'),
    ],
  ],
  ['rules', say('settings.rules'), []],
  ['backup', say('settings.backup'), [say('settings.test-a-backup'), say('settings.restore-from-a-backup-file')]],
  [
    'appearance',
    say('settings.appearance'),
    [
      say('settings.theme'),
      say('settings.language'),
      say('settings.currency-of-estimates'),
      say('settings.coins-in-sidebar'),
      say('settings.letter-keys'),
      say('settings.notices'),
      say('settings.hide-amounts'),
    ],
  ],
  [
    'network',
    say('settings.network'),
    [
      ...[say('settings.connection'), say('settings.proxy'), say('settings.authority'), say('settings.nodes')],
      say('settings.asking-phones'),
    ],
  ],
  [
    'about',
    say('settings.about'),
    [say('updates.title'), say('settings.what-to-know'), say('settings.log'), say('settings.licences')],
  ],
]

/** What only a window of its own can do. */
const DESKTOP = [say('settings.keep-running'), say('settings.start-with-system'), say('settings.block-capture')]

/** What is about a key. */
const KEYED = [
  say('settings.recovery-phrase'),
  say('settings.where-your-keys-are'),
  say('settings.change-on-its-way-back'),
]
/** Of an account that is only looked at. */
const KEYLESS = [say('settings.where-what-opens-it-is')]

/** Every setting there is for this account in this host. Whoever only looks on has no rules and no key. */
export function namedSettings({ host }: Pick<AppState, 'host'>, isWatched: boolean): readonly NamedSetting[] {
  return SECTIONS.filter(([section]) => section !== 'rules' || !isWatched).flatMap(([section, label, settings]) => [
    { section, name: label, under: say('settings.settings') },
    ...[...settings, ...(section === 'appearance' && host === 'electron' ? DESKTOP : [])]
      .filter((name) => !(isWatched ? KEYED : KEYLESS).includes(name))
      .map((name) => ({ section, name, under: label })),
  ])
}
