import { isLanguage, LANGUAGE_TAGS, LANGUAGES, say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { useAction } from '../../state/query.ts'
import type { Preferences } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Segmented } from '../../ui/Choice.tsx'
import { Select } from '../../ui/Select.tsx'
import { CURRENCIES } from './model.ts'
import { Notices } from './Notices.tsx'
import { Group, Setting, SwitchSetting } from './rows.tsx'

const THEMES: readonly { readonly value: Preferences['theme']; readonly label: string }[] = [
  { value: 'system', label: say('settings.system') },
  { value: 'light', label: say('settings.light') },
  { value: 'dark', label: say('settings.dark') },
]

const LANGUAGE_OPTIONS = [
  { id: 'system', text: say('settings.as-the-system') },
  ...LANGUAGE_TAGS.map((tag) => ({ id: tag, text: LANGUAGES[tag] })),
]

export function Appearance() {
  const { preferences, host } = useWallet().state
  const set = useAction('app.setPreferences')
  return (
    <>
      <ErrorNotice error={set.error} />
      <Group>
        <Setting label={say('settings.theme')} text={say('settings.system-follows-the-setting-of-this')}>
          <Segmented
            label={say('settings.theme')}
            options={THEMES}
            value={preferences.theme}
            onChange={(theme) => void set.run({ theme })}
          />
        </Setting>
        <Setting label={say('settings.language')} text={say('settings.language-of-windows-and-notices')}>
          <Select
            label={say('settings.language')}
            hideLabel
            className="w-60"
            value={preferences.language}
            onChange={(chosen) => void set.run({ language: isLanguage(chosen) ? chosen : 'system' })}
            options={LANGUAGE_OPTIONS}
          />
        </Setting>
        <Setting
          label={say('settings.currency-of-estimates')}
          text={say('settings.estimates-only-payments-are-always-in')}
        >
          <Select
            label={say('settings.currency')}
            hideLabel
            search={say('settings.search-currencies')}
            className="w-60"
            value={preferences.currency}
            onChange={(currency) => void set.run({ currency })}
            options={currenciesWith(preferences.currency).map(({ code, name }) => ({
              id: code,
              text: `${code} ${name}`,
              content: (
                <>
                  <span className="w-9 font-medium">{code}</span>
                  <span className="truncate text-ink-3">{name}</span>
                </>
              ),
            }))}
          />
        </Setting>
        <SwitchSetting
          label={say('settings.coins-in-sidebar')}
          text={say('settings.coins-in-sidebar-text')}
          checked={preferences.coinsInSidebar}
          onChange={(coinsInSidebar) => void set.run({ coinsInSidebar })}
        />
      </Group>
      <Group title={say('settings.keyboard')}>
        <SwitchSetting
          label={say('settings.letter-keys')}
          text={say('settings.letter-keys-text')}
          checked={preferences.letterKeys}
          onChange={(letterKeys) => void set.run({ letterKeys })}
        />
      </Group>
      {host === 'electron' && (
        <Group title={say('settings.while-it-is-closed')}>
          <SwitchSetting
            label={say('settings.keep-running')}
            text={say('settings.keep-running-text')}
            checked={preferences.keepRunning}
            onChange={(keepRunning) => void set.run({ keepRunning })}
          />
          <SwitchSetting
            label={say('settings.start-with-system')}
            text={say('settings.start-with-system-text')}
            checked={preferences.startWithSystem}
            onChange={(startWithSystem) => void set.run({ startWithSystem })}
          />
        </Group>
      )}
      <Notices />
      <Group title={say('settings.privacy')}>
        <SwitchSetting
          label={say('settings.hide-amounts')}
          text={say('settings.masks-every-figure-on-screen-what')}
          checked={preferences.hideAmounts}
          onChange={(hideAmounts) => void set.run({ hideAmounts })}
        />
        {host === 'electron' && (
          <SwitchSetting
            label={say('settings.block-capture')}
            text={say('settings.block-capture-text')}
            checked={preferences.blockCapture}
            onChange={(blockCapture) => void set.run({ blockCapture })}
          />
        )}
      </Group>
    </>
  )
}

/** The table, and the one in force even if it is none of them. */
function currenciesWith(code: string): readonly { readonly code: string; readonly name: string }[] {
  return CURRENCIES.some((one) => one.code === code) ? CURRENCIES : [{ code, name: '' }, ...CURRENCIES]
}
