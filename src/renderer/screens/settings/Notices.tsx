import { Bell } from 'lucide-react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { askForNotices, useNoticesAllowed } from '../../state/notices.ts'
import { useAction } from '../../state/query.ts'
import type { Preferences } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Group, Setting, SwitchSetting } from './rows.tsx'

type Kind = keyof Preferences['notices']

const KINDS: readonly { readonly kind: Kind; readonly label: string; readonly text: string }[] = [
  { kind: 'money', label: say('settings.notice-money'), text: say('settings.notice-money-text') },
  { kind: 'signature', label: say('settings.notice-signature'), text: say('settings.notice-signature-text') },
  { kind: 'settled', label: say('settings.notice-settled'), text: say('settings.notice-settled-text') },
  { kind: 'locked', label: say('settings.notice-locked'), text: say('settings.notice-locked-text') },
]

/** Of what a person is told by notices of the system, each kind on or off, and whether the browser shows any. */
export function Notices() {
  const { notices } = useWallet().state.preferences
  const set = useAction('app.setPreferences')
  return (
    <Group title={say('settings.notices')}>
      <Permission />
      {KINDS.map(({ kind, label, text }) => (
        <SwitchSetting
          key={kind}
          label={label}
          text={text}
          checked={notices[kind]}
          onChange={(on) => void set.run({ notices: { ...notices, [kind]: on } })}
        />
      ))}
      <ErrorNotice error={set.error} />
    </Group>
  )
}

/** Where the browser was not asked yet, or refuses; windows of a host's own need no word of anybody. */
function Permission() {
  const allowed = useNoticesAllowed()
  if (allowed === 'granted' || allowed === 'missing') return null
  return (
    <Setting
      label={say('settings.notices-of-browser')}
      text={allowed === 'denied' ? say('settings.notices-denied') : say('settings.notices-not-asked')}
    >
      {allowed === 'default' && (
        <Button icon={<Bell className="size-4" />} onPress={() => void askForNotices()}>
          {say('settings.allow-notices')}
        </Button>
      )}
    </Setting>
  )
}
