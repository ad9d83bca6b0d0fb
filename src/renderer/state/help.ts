import { createStore } from 'zustand/vanilla'
import type { Route } from './routes.ts'

/** Places of the handbook that the window leads to: a page, and a heading of it as the English page has it. */
export const TOPICS = {
  contents: 'README',
  'first-steps': 'first-steps',
  phrase: 'phrase-and-backups',
  backup: 'phrase-and-backups#backup-files',
  restore: 'phrase-and-backups#restore',
  passphrase: 'phrase-and-backups#the-passphrase',
  locked: 'troubleshooting#coffer-does-not-open',
  deposits: 'receiving#from-a-blockchain',
  sending: 'sending',
  lists: 'sending#many-payments-from-a-list',
  later: 'sending#later-or-regularly',
  review: 'review',
  rules: 'review#your-own-rules',
  undecided: 'undecided#we-do-not-know-yet',
  stopped: 'undecided#sending-is-stopped',
  coins: 'coins',
  collectibles: 'collectibles',
  contacts: 'sending#people-and-addresses',
  requests: 'groups#sign-a-request',
  groups: 'groups',
  watching: 'watching',
  phone: 'watching#your-phones-account',
  statements: 'statements',
  comparison: 'statements#compare-balances',
  doctor: 'troubleshooting#coffer-names-something-to-look-at',
  search: 'search-and-keys#search-your-activity',
  settings: 'privacy',
  network: 'privacy#what-the-service-can-and-cannot-do',
  codes: 'troubleshooting#error-codes',
} as const satisfies Readonly<Record<string, string>>

export type HelpTopic = keyof typeof TOPICS

/** The handbook, above whatever is on screen, also while Coffer is locked or set up. */
export const help = createStore<{ readonly topic: HelpTopic | null }>(() => ({ topic: null }))

/** What the screen that is shown is about, where its route alone does not tell. */
export const screenTopic = createStore<{ readonly topic: HelpTopic | null }>(() => ({ topic: null }))

export const openHelp = (topic: HelpTopic): void => help.setState({ topic })
export const closeHelp = (): void => help.setState({ topic: null })

const SCREENS: Readonly<Partial<Record<Route['name'], HelpTopic>>> = {
  send: 'sending',
  drafts: 'sending',
  runs: 'lists',
  scheduled: 'later',
  payment: 'review',
  asked: 'watching',
  receive: 'deposits',
  activity: 'search',
  statement: 'statements',
  compare: 'comparison',
  doctor: 'doctor',
  approvals: 'requests',
  request: 'requests',
  group: 'groups',
  'new-group': 'groups',
  'move-group': 'groups',
  contacts: 'contacts',
  contact: 'contacts',
  coins: 'coins',
  'legacy-outputs': 'coins',
  collectibles: 'collectibles',
  collectible: 'collectibles',
  collection: 'collectibles',
  inscribe: 'collectibles',
  'new-collection': 'collectibles',
  'add-account': 'first-steps',
}

/** The same of somebody who has no account yet. */
export const firstTopic = (): HelpTopic => screenTopic.getState().topic ?? 'first-steps'

/** What a person who asks for help on that screen most likely wants to read. */
export function topicOf(route: Route): HelpTopic {
  const { topic } = screenTopic.getState()
  if (topic !== null) return topic
  if (route.name !== 'settings') return SCREENS[route.name] ?? 'contents'
  switch (route.section) {
    case 'backup':
      return 'backup'
    case 'security':
      return 'passphrase'
    case 'rules':
      return 'rules'
    case 'stopped':
      return 'stopped'
    case 'network':
      return 'network'
    case 'accounts':
      return 'watching'
    default:
      return 'settings'
  }
}
