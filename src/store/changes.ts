import { failure } from '#contract/errors'
import type { Topic } from '#contract/ipc'
import type { SealedName } from './sealed-columns.ts'

export type FileKind = 'profile' | 'intents' | 'cache'

type Table = SealedName | 'user_words' | 'transaction_payees'
type Topics = readonly Topic[]

const PAYMENT: Topics = ['payments', 'balances', 'activity']
/** What only helps to find or check what other tables say. */
const SILENT: Topics = []

/*
 * Which answers to a window a row of each table is in. Whoever writes a row says nothing of it: the file does, when the
 * change is committed. A table that is not named here cannot be written.
 */
const TOPICS: Readonly<Record<FileKind, Readonly<Partial<Record<Table, Topics>>>>> = {
  profile: {
    meta: ['app', 'backup'],
    accounts: ['accounts', 'app'],
    settings: ['app', 'accounts', 'backup', 'phone'],
  },
  intents: {
    meta: ['backup', 'balances'],
    payments: PAYMENT,
    payment_transactions: PAYMENT,
    payment_inputs: PAYMENT,
    payment_outputs: PAYMENT,
    holds: PAYMENT,
    payment_events: PAYMENT,
    payment_voids: PAYMENT,
    void_holds: PAYMENT,
    payment_pauses: PAYMENT,
    hints: SILENT,
    seen_keys: SILENT,
    // Other addresses are compared with those of one's own, as with saved ones.
    deposit_pins: ['deposits', 'contacts'],
    contact_pins: ['contacts', 'payments'],
    contact_addresses: ['contacts'],
    labels: ['labels', 'activity'],
    freezes: ['balances', 'payments'],
    item_names: SILENT,
    drafts: ['drafts'],
    groups: ['groups', 'approvals', 'balances'],
    settings: ['payments', 'balances', 'webapps', 'phone', 'collectibles'],
    audits: ['payments', 'balances'],
    requests: ['approvals', 'payments', 'activity'],
    plans: ['schedule'],
    plan_times: ['schedule'],
  },
  cache: {
    meta: ['backup'],
    holders: SILENT,
    kernel_assets: SILENT,
    parties: SILENT,
    people: SILENT,
    outputs: ['balances'],
    balances: ['balances'],
    flows: ['balances'],
    own_spends: ['balances'],
    set_aside: ['balances'],
    snapshots: ['activity'],
    snapshot_blocks: SILENT,
    snapshot_terms: SILENT,
    label_texts: SILENT,
    users: ['contacts'],
    user_names: SILENT,
    user_words: SILENT,
    relations: ['contacts'],
    assets: ['assets'],
    chains: ['assets'],
    fiats: ['assets'],
    prices: ['assets'],
    rates: SILENT,
    collections: ['collectibles'],
    inscriptions: ['collectibles'],
    pending_deposits: ['deposits'],
    transaction_facts: ['activity'],
    transaction_payees: SILENT,
    progress: SILENT,
  },
}

/** Topics of a table. Throws `internal` for one that has none written down. */
export function topicsOf(kind: FileKind, table: string): Topics {
  const tables: Readonly<Record<string, Topics>> = TOPICS[kind]
  const topics = Object.hasOwn(tables, table) ? tables[table] : undefined
  if (topics === undefined) throw failure('internal', `table ${table} of ${kind} has no topics`)
  return topics
}

type ChangeListener = (topics: ReadonlySet<Topic>) => void

/** Tells listeners of what was committed: one call for all that was written without waiting in between, also to several files. */
export function createChanges() {
  const listeners = new Set<ChangeListener>()
  let noted = new Set<Topic>()

  function tell(): void {
    const topics = noted
    noted = new Set()
    for (const listener of [...listeners]) listener(topics)
  }

  return {
    note(topics: Topics): void {
      if (topics.length === 0) return
      if (noted.size === 0) queueMicrotask(tell)
      for (const topic of topics) noted.add(topic)
    },
    /** Answers how to unsubscribe. */
    subscribe(listener: ChangeListener): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
