import { defined } from '#contract/defined'
import { say } from '#words'
import { NO_FILTER } from '../components/movement.ts'
import { call } from '../state/bridge.ts'
import { openHelp, topicOf } from '../state/help.ts'
import { go, type Route, routes } from '../state/routes.ts'
import { openScan } from '../state/scan.ts'
import type { AppState, Group } from '../state/types.ts'
import { selectAccount } from '../state/wallet.tsx'

/** Something a person can do from anywhere: one object for its button, its key and its line in the palette. */
export interface Command {
  readonly id: string
  readonly title: string
  readonly group: 'go' | 'do' | 'accounts'
  /** As pressed: `S`, `Mod+K`, `G 1`. Mod is Ctrl, or Cmd on a Mac. */
  readonly keys?: string
  readonly run: () => void
}

const to = (id: string, title: string, route: Route, keys?: string): Command => ({
  id,
  title,
  group: 'go',
  ...defined({ keys }),
  run: () => go(route),
})

export interface CommandHands {
  readonly openPalette: () => void
  readonly openKeys: () => void
  readonly focusSearch: () => void
}

export function commandsOf(state: AppState, hands: CommandHands, groups: readonly Group[], account: string): Command[] {
  const { preferences } = state
  const watched = state.accounts.some((one) => one.account === account && one.kind === 'watch')
  return [
    to('home', say('shell.home'), { name: 'home' }, 'G H'),
    to('send', say('shell.send'), { name: 'send' }, 'S'),
    to('receive', say('shell.receive'), { name: 'receive' }, 'R'),
    to('approvals', say('shell.approvals'), { name: 'approvals' }, 'A'),
    to('activity', say('shell.activity'), { name: 'activity' }, 'H'),
    to('statement', say('statement.statement'), { name: 'statement', filter: NO_FILTER }),
    to('collectibles', say('shell.collectibles'), { name: 'collectibles' }, 'G C'),
    to('hidden-collectibles', say('shell.hidden-collectibles'), { name: 'collectibles', hidden: true }),
    ...(watched ? [] : [to('new-collection', say('shell.deploy-a-collection'), { name: 'new-collection' })]),
    to('contacts', say('shell.contacts'), { name: 'contacts' }, 'C'),
    to('coins', say('shell.coins'), { name: 'coins' }, 'G O'),
    to('compare', say('compare.compare-with-service'), { name: 'compare' }),
    to('doctor', say('doctor.title'), { name: 'doctor' }),
    to('drafts', say('shell.drafts'), { name: 'drafts' }, 'D'),
    to('runs', say('runs.many-payments'), { name: 'runs' }),
    to('scheduled', say('scheduled.scheduled'), { name: 'scheduled' }),
    to('incoming', say('shell.incoming-deposits'), { name: 'receive', tab: 'incoming' }),
    to('settings', say('shell.settings'), { name: 'settings' }, 'Mod+,'),
    to('legacy', say('shell.legacy-outputs'), { name: 'legacy-outputs' }),
    {
      id: 'scan',
      title: say('shell.scan-a-code-or-read-a'),
      group: 'do',
      keys: 'Mod+Shift+S',
      run: () => openScan(),
    },
    { id: 'search', title: say('shell.search-activity'), group: 'do', keys: '/', run: hands.focusSearch },
    {
      id: 'palette',
      title: say('shell.find-a-command'),
      group: 'do',
      keys: 'Mod+K',
      run: hands.openPalette,
    },
    {
      id: 'hide',
      title: preferences.hideAmounts ? say('shell.show-amounts') : say('shell.hide-amounts'),
      group: 'do',
      keys: 'Mod+Shift+H',
      run: () => void call('app.setPreferences', { hideAmounts: !preferences.hideAmounts }).catch(() => undefined),
    },
    {
      id: 'lock',
      title: say('shell.lock-coffer'),
      group: 'do',
      keys: 'Mod+L',
      run: () => void call('session.lock', null).catch(() => undefined),
    },
    {
      id: 'help',
      title: say('help.help'),
      group: 'do',
      keys: 'F1',
      run: () => openHelp(topicOf(routes.getState().route)),
    },
    { id: 'keys', title: say('shell.keyboard-shortcuts'), group: 'do', keys: '?', run: hands.openKeys },
    { id: 'add', title: say('shell.add-an-account'), group: 'accounts', run: () => go({ name: 'add-account' }) },
    to('new-group', say('shell.create-a-group'), { name: 'new-group' }),
    ...groups.map(
      (group): Command => ({
        id: `group-${group.holder}`,
        title: say('shell.switch-to-of', {
          group: group.name,
          threshold: group.threshold,
          members: group.members.length,
        }),
        group: 'accounts',
        run: () => {
          selectAccount(account, group.holder)
          go({ name: 'home' })
        },
      }),
    ),
    ...[...state.accounts]
      .sort((a, b) => a.order - b.order)
      .map(
        (one, at): Command => ({
          id: `account-${one.account}`,
          title: say('shell.switch-to', { one: one.name }),
          group: 'accounts',
          ...(at < 9 ? { keys: `G ${at + 1}` } : {}),
          run: () => {
            selectAccount(one.account)
            go({ name: 'home' })
          },
        }),
      ),
  ]
}

interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** The text of a key press in the form that commands use. */
function pressText(press: Press): string {
  const key = press.key.length === 1 ? press.key.toUpperCase() : press.key
  if (!press.ctrlKey && !press.metaKey) return key
  return say('shell.mod-shift', { shiftKey: press.shiftKey, key })
}

const CHORD_MS = 1200

/** Matches presses to commands, also two in a row (`G 1`). Returns the command that a press completes. */
export function createKeyMatcher(now: () => number) {
  let before: { readonly text: string; readonly at: number } | null = null
  return (press: Press, commands: readonly Command[]): Command | null => {
    if (press.altKey) return null
    const text = pressText(press)
    const chord = before !== null && now() - before.at < CHORD_MS ? `${before.text} ${text}` : null
    const found =
      commands.find((command) => chord !== null && command.keys === chord) ??
      commands.find((command) => command.keys === text)
    before =
      found === undefined && commands.some((command) => command.keys?.startsWith(`${text} `))
        ? { text, at: now() }
        : null
    return found ?? null
  }
}

/** Keys as they are printed on the person's keyboard. */
export function keyCaps(keys: string, mac: boolean): string[] {
  return keys
    .split(/[ ]/)
    .flatMap((part) =>
      part
        .split(/\+(?=.)/)
        .map((key) => (key === 'Mod' ? (mac ? '⌘' : say('shell.ctrl')) : key === 'Shift' && mac ? '⇧' : key)),
    )
}
