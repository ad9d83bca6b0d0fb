import type { MethodName, Topic } from './index.ts'

/**
 * Which announced topics make an answer old. A value without schemas, so that the window can carry it. Methods that are not
 * named here are actions, or answers that stay as they were read: a review is what was looked at, and reading it may itself
 * carry the payment on.
 */
export const QUERY_TOPICS = {
  'app.state': ['app', 'accounts'],
  'app.connection': ['connection'],
  'webapps.asking': ['webapps', 'contacts'],
  'webapps.sites': ['webapps', 'contacts'],
  'backup.read': ['app', 'accounts', 'backup'],
  'damage.list': ['app', 'backup'],
  'accounts.permission': ['accounts', 'connection'],
  'phone.app': ['phone'],
  'phone.state': ['phone'],
  'phone.people': ['phone'],
  'asked.read': ['phone', 'activity', 'assets', 'contacts'],
  'asked.list': ['phone', 'activity', 'assets', 'contacts'],
  'home.read': ['balances', 'payments', 'deposits', 'assets', 'app', 'approvals'],
  'balances.read': ['balances', 'payments', 'assets'],
  'assets.list': ['assets'],
  'receive.networks': ['assets', 'deposits'],
  'receive.address': ['deposits'],
  'receive.incoming': ['deposits'],
  'payments.fees': ['balances'],
  'payments.max': ['balances', 'payments'],
  'payments.read': ['payments', 'activity'],
  'payments.open': ['payments'],
  'payments.changeAtRisk': ['payments', 'balances', 'assets'],
  'payments.frozen': ['payments', 'balances', 'assets', 'contacts'],
  'drafts.list': ['drafts'],
  'groups.list': ['groups', 'contacts'],
  'groups.card': ['groups'],
  'approvals.list': ['approvals', 'groups', 'contacts', 'assets'],
  'approvals.review': ['approvals', 'groups'],
  'contacts.list': ['contacts', 'labels', 'activity'],
  'contacts.card': ['contacts', 'labels', 'activity'],
  'contacts.addresses': ['contacts'],
  'bots.list': ['bots'],
  'activity.list': ['activity', 'approvals', 'payments', 'deposits', 'labels', 'contacts', 'assets'],
  'activity.read': ['activity', 'payments', 'deposits', 'labels', 'contacts'],
  'coins.list': ['balances', 'payments', 'labels', 'approvals', 'assets'],
  'coins.summary': ['balances', 'payments', 'assets'],
  'coins.doubted': ['balances', 'payments', 'assets'],
  'coins.plan': ['balances', 'payments', 'activity'],
  'storage.price': ['balances', 'payments'],
  'collectibles.list': ['balances', 'payments', 'collectibles', 'groups', 'assets'],
  'collectibles.item': ['balances', 'payments', 'collectibles', 'groups', 'contacts', 'assets'],
  'collectibles.collection': ['balances', 'collectibles', 'assets'],
  'collectibles.items': ['balances', 'collectibles', 'groups'],
} as const satisfies Partial<Record<MethodName, readonly Topic[]>>

export type QueryName = keyof typeof QUERY_TOPICS
