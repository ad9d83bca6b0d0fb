import type { MethodName, Topic } from './index.ts'

/**
 * Which announced topics make an answer old. A value without schemas, so that the window can carry it. Methods that are not
 * named here are actions, or answers that stay as they were read: a review is what was looked at, and reading it may itself
 * carry the payment on; its screen reads it again once money of the account moved, or whom it pays may be known otherwise.
 */
export const QUERY_TOPICS = {
  'app.state': ['app', 'accounts'],
  'app.connection': ['connection', 'groups'],
  'network.line': ['app'],
  'nodes.read': ['app'],
  'nodes.opinion': ['payments'],
  'trouble.standing': ['app', 'payments'],
  'webapps.asking': ['webapps', 'contacts'],
  'webapps.sites': ['webapps', 'contacts'],
  'backup.read': ['app', 'accounts', 'backup'],
  'damage.list': ['app', 'backup'],
  'accounts.permission': ['accounts', 'connection'],
  'phone.app': ['phone'],
  'phone.state': ['phone'],
  'phone.people': ['phone'],
  'asked.read': ['phone', 'activity', 'assets', 'contacts', 'groups'],
  'asked.list': ['phone', 'activity', 'assets', 'contacts', 'groups'],
  'home.read': [
    'balances',
    'payments',
    'deposits',
    'assets',
    'app',
    'approvals',
    'groups',
    'schedule',
    'contacts',
    'labels',
    'activity',
    'collectibles',
  ],
  'balances.read': ['balances', 'payments', 'deposits', 'assets'],
  'labels.tags': ['labels'],
  'statements.draw': ['activity', 'balances', 'labels', 'contacts', 'assets'],
  'statements.key': ['accounts', 'app'],
  'value.read': ['balances', 'assets', 'groups', 'app'],
  'value.quote': ['assets', 'app'],
  'assets.list': ['assets'],
  'receive.networks': ['assets', 'deposits'],
  // Asking asks the service, which a name or a price is not worth.
  'receive.address': ['deposits'],
  'receive.incoming': ['deposits', 'balances', 'assets'],
  'receive.missed': ['deposits', 'balances', 'assets'],
  'receive.asks': ['payments', 'activity', 'balances', 'assets'],
  'payments.fees': ['balances'],
  'payments.max': ['balances', 'payments'],
  'payments.read': ['payments', 'balances', 'activity', 'contacts', 'assets'],
  'payments.open': ['payments', 'balances', 'labels', 'contacts', 'assets', 'activity'],
  'payments.changeAtRisk': ['payments', 'balances', 'assets'],
  'payments.frozen': ['payments', 'balances', 'assets', 'contacts'],
  'policies.read': ['payments', 'contacts', 'assets', 'groups', 'accounts'],
  'runs.list': ['payments', 'contacts', 'assets'],
  'runs.read': ['payments', 'activity', 'contacts', 'balances', 'groups', 'assets'],
  'schedule.list': ['schedule', 'payments', 'contacts', 'groups', 'assets'],
  'schedule.read': ['schedule', 'payments', 'activity', 'contacts', 'groups', 'assets'],
  'schedule.open': ['schedule', 'payments', 'contacts', 'groups', 'assets'],
  'schedule.dates': ['schedule'],
  'drafts.list': ['drafts', 'contacts'],
  'groups.list': ['groups', 'contacts'],
  'groups.card': ['groups', 'contacts'],
  'approvals.list': ['approvals', 'groups', 'labels', 'contacts', 'assets', 'payments', 'balances', 'collectibles'],
  'approvals.review': ['approvals', 'groups', 'payments', 'balances', 'contacts', 'assets', 'labels', 'collectibles'],
  'contacts.list': ['contacts', 'labels', 'activity'],
  'contacts.card': ['contacts', 'labels', 'activity'],
  'links.list': ['app'],
  'contacts.between': ['activity', 'balances', 'assets', 'app'],
  'contacts.addresses': ['contacts', 'assets'],
  'bots.list': ['bots'], // as above
  // The history of a group is told by its coins.
  'activity.list': [
    'activity',
    'balances',
    'approvals',
    'payments',
    'deposits',
    'labels',
    'contacts',
    'assets',
    'collectibles',
  ],
  'activity.read': ['activity', 'balances', 'payments', 'deposits', 'labels', 'contacts', 'assets', 'collectibles'],
  'coins.list': ['balances', 'payments', 'labels', 'approvals', 'contacts', 'assets', 'collectibles'],
  'coins.spent': ['balances', 'assets'],
  'coins.summary': ['balances', 'payments', 'assets'],
  'coins.doubted': ['balances', 'payments', 'assets'],
  'coins.plan': ['balances', 'payments', 'activity', 'assets'],
  'storage.price': ['balances', 'payments'],
  'collectibles.list': ['balances', 'payments', 'collectibles', 'groups', 'assets'],
  'collectibles.item': ['balances', 'payments', 'collectibles', 'groups', 'contacts', 'assets', 'activity'],
  'collectibles.collection': ['balances', 'collectibles', 'assets'],
  'updates.read': ['updates'],
  // Asks the service too, once more for what it wrote itself; who holds an item is known by name only a round later.
  'collectibles.items': ['balances', 'collectibles', 'groups', 'contacts'],
} as const satisfies Partial<Record<MethodName, readonly Topic[]>>

export type QueryName = keyof typeof QUERY_TOPICS

/** What of `app.state` decides on the first screen, in its own form or the wire's. */
interface FirstState {
  readonly vault: { readonly locked: boolean; readonly damage: string | null }
  readonly preferences: { readonly together: boolean; readonly everyone: boolean }
  readonly accounts: readonly { readonly account: string; readonly order: number; readonly stage: string }[]
}

/** The first in order of accounts: the one that is shown while nobody has chosen another. */
export const firstAccount = <Account extends { readonly order: number }>(
  accounts: readonly Account[],
): Account | null => accounts.toSorted((a, b) => a.order - b.order)[0] ?? null

/** Which screen a page begins with: the wallet, what unlocks or mends it, or what an account comes in by. */
export function firstScreen({ vault, accounts }: FirstState): 'open' | 'locked' | 'setup' {
  if (vault.locked || vault.damage !== null) return 'locked'
  return firstAccount(accounts)?.stage === 'ready' ? 'open' : 'setup'
}

/** What the first screen asks besides `app.state`, as it asks it: host and page name the same questions, so that answers can be there before. */
export function firstQuestions(state: FirstState) {
  const first = firstAccount(state.accounts)
  if (first === null || firstScreen(state) !== 'open') return []
  const { account } = first
  const { together, everyone } = state.preferences
  return [
    { name: 'app.connection', input: { account } },
    { name: 'groups.list', input: { account } },
    { name: 'home.read', input: { account, holder: null, together, everyone } },
    // What they say stands above the screen, which it would push down if it came later.
    { name: 'trouble.standing', input: null },
    { name: 'damage.list', input: { account } },
    { name: 'links.list', input: null },
  ] as const
}
