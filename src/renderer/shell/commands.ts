import { isolated } from '../lib/isolated.ts'
import { call } from '../state/bridge.ts'
import { go, type Route } from '../state/routes.ts'
import { openScan } from '../state/scan.ts'
import type { AppState, Group } from '../state/types.ts'
import { selectAccount } from '../state/wallet.tsx'

/** Something a person can do from anywhere: one object for its button, its key and its line in the palette. */
export interface Command {
  readonly id: string
  readonly title: string
  readonly group: 'Go to' | 'Do' | 'Accounts'
  /** As pressed: `S`, `Mod+K`, `G 1`. Mod is Ctrl, or Cmd on a Mac. */
  readonly keys?: string
  readonly run: () => void
}

const to = (id: string, title: string, route: Route, keys?: string): Command => ({
  id,
  title,
  group: 'Go to',
  ...(keys === undefined ? {} : { keys }),
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
    to('home', 'Home', { name: 'home' }, 'G H'),
    to('send', 'Send', { name: 'send' }, 'S'),
    to('receive', 'Receive', { name: 'receive' }, 'R'),
    to('approvals', 'Approvals', { name: 'approvals' }, 'A'),
    to('activity', 'Activity', { name: 'activity' }, 'H'),
    to('collectibles', 'Collectibles', { name: 'collectibles' }, 'G C'),
    to('hidden-collectibles', 'Hidden collectibles', { name: 'collectibles', hidden: true }),
    ...(watched ? [] : [to('new-collection', 'Deploy a collection', { name: 'new-collection' })]),
    to('contacts', 'Contacts', { name: 'contacts' }, 'C'),
    to('coins', 'Coins', { name: 'coins' }, 'G O'),
    to('drafts', 'Drafts', { name: 'drafts' }, 'D'),
    to('incoming', 'Incoming deposits', { name: 'receive', tab: 'incoming' }),
    to('settings', 'Settings', { name: 'settings' }, 'Mod+,'),
    to('security', 'Settings: security', { name: 'settings', section: 'security' }),
    to('web-apps', 'Settings: web apps', { name: 'settings', section: 'web-apps' }),
    to('legacy', 'Legacy outputs', { name: 'legacy-outputs' }),
    to('about', 'Settings: about and what to know', { name: 'settings', section: 'about' }),
    {
      id: 'scan',
      title: 'Scan a code, or read a link or file',
      group: 'Do',
      keys: 'Mod+Shift+S',
      run: () => openScan(),
    },
    { id: 'search', title: 'Search activity', group: 'Do', keys: '/', run: hands.focusSearch },
    { id: 'palette', title: 'Find a command', group: 'Do', keys: 'Mod+K', run: hands.openPalette },
    {
      id: 'hide',
      title: preferences.hideAmounts ? 'Show amounts' : 'Hide amounts',
      group: 'Do',
      keys: 'Mod+Shift+H',
      run: () => void call('app.setPreferences', { hideAmounts: !preferences.hideAmounts }).catch(() => undefined),
    },
    {
      id: 'lock',
      title: 'Lock Coffer',
      group: 'Do',
      keys: 'Mod+L',
      run: () => void call('session.lock', null).catch(() => undefined),
    },
    { id: 'keys', title: 'Keyboard shortcuts', group: 'Do', keys: '?', run: hands.openKeys },
    { id: 'add', title: 'Add an account', group: 'Accounts', run: () => go({ name: 'add-account' }) },
    to('new-group', 'Create a group', { name: 'new-group' }),
    ...groups.map(
      (group): Command => ({
        id: `group-${group.holder}`,
        title: `Switch to ${isolated(group.name)}, ${group.threshold} of ${group.members.length}`,
        group: 'Accounts',
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
          title: `Switch to ${isolated(one.name)}`,
          group: 'Accounts',
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
  return `Mod+${press.shiftKey ? 'Shift+' : ''}${key}`
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
      part.split(/\+(?=.)/).map((key) => (key === 'Mod' ? (mac ? '⌘' : 'Ctrl') : key === 'Shift' && mac ? '⇧' : key)),
    )
}
