import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { useAction } from '../../state/query.ts'
import type { Preferences } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Segmented, Switch } from '../../ui/Choice.tsx'
import { Select } from '../../ui/Select.tsx'
import { CURRENCIES } from './model.ts'
import { Group, Setting } from './rows.tsx'

const THEMES: readonly { readonly value: Preferences['theme']; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function Appearance() {
  const { preferences } = useWallet().state
  const set = useAction('app.setPreferences')
  return (
    <>
      {set.error !== null && <ErrorNotice error={set.error} />}
      <Group title="Appearance">
        <Setting label="Theme" text="System follows the setting of this computer.">
          <Segmented
            label="Theme"
            options={THEMES}
            value={preferences.theme}
            onChange={(theme) => void set.run({ theme })}
          />
        </Setting>
        <Setting label="Currency of estimates" text="Estimates only: payments are always in the asset itself.">
          <Select
            label="Currency"
            hideLabel
            search="Search currencies"
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
      </Group>
      <Group title="Privacy">
        <div className="py-3.5">
          <Switch
            label="Hide amounts"
            text="Masks every figure on screen. What you are about to sign is always shown."
            checked={preferences.hideAmounts}
            onChange={(hideAmounts) => void set.run({ hideAmounts })}
          />
        </div>
      </Group>
    </>
  )
}

/** The table, and the one in force even if it is none of them. */
function currenciesWith(code: string): readonly { readonly code: string; readonly name: string }[] {
  return CURRENCIES.some((one) => one.code === code) ? CURRENCIES : [{ code, name: '' }, ...CURRENCIES]
}
