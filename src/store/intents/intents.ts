import type { Nanos } from '#contract/domain'
import type { Database } from '../database.ts'
import { intents0001 } from '../migrations/intents-0001.ts'
import { intents0002 } from '../migrations/intents-0002.ts'
import { intents0003 } from '../migrations/intents-0003.ts'
import { intents0004 } from '../migrations/intents-0004.ts'
import { checkSeals, rescueSealed } from '../sealed.ts'
import { openAdoption } from './adoption.ts'
import { openContactAddresses } from './contact-addresses.ts'
import { openFinished } from './finished.ts'
import { openKeys } from './keys.ts'
import { type Mirror, openLabels } from './labels.ts'
import { openPauses } from './pauses.ts'
import { dropIncomplete } from './payment-rows.ts'
import { type OnSpent, openPayments } from './payments.ts'
import { openContactPins, openDepositPins } from './pins.ts'
import { openAudits, openDrafts, openFreezes, openGroups, openSettings } from './records.ts'
import { openRequests } from './requests.ts'

export const INTENTS_MIGRATIONS = [intents0001, intents0002, intents0003, intents0004] as const

/** Every table with its key, parents before children. */
const TABLES = {
  payments: 'row',
  payment_transactions: 'row',
  payment_inputs: 'transaction_row, position',
  payment_outputs: 'transaction_row, position',
  holds: 'output_id',
  payment_events: 'row',
  hints: 'hint',
  seen_keys: 'key',
  deposit_pins: 'holder, chain',
  contact_pins: 'user_id',
  labels: 'subject',
  freezes: 'output_id',
  drafts: 'id',
  groups: 'holder',
  settings: 'key',
  audits: 'output_id',
  requests: 'id',
  contact_addresses: 'id',
  payment_voids: 'payment',
  void_holds: 'output_id, depth',
  payment_pauses: 'payment',
} as const

/** Every row, and every reference between rows: all of it is precious and none of it is large. */
export function auditIntents(db: Database): void {
  checkSeals(db, Object.keys(TABLES))
  if (db.prepare('PRAGMA foreign_key_check').get() !== undefined) throw db.damaged('reference')
}

/** Takes over what is whole in a damaged file; a payment of which any part is lost is left out with all of its parts. */
export function rescueIntents(from: Database, to: Database): number {
  return to.transaction(() => {
    let rows = 0
    for (const [table, key] of Object.entries(TABLES)) rows += rescueSealed(from, to, table, key)
    return rows - dropIncomplete(to)
  })
}

export type Intents = ReturnType<typeof openIntents>

/** What exists nowhere else, over one open intents.db: each change is on disk when its method returns. */
export function openIntents(db: Database, clock: { now(): Nanos }, hooks: { onSpent: OnSpent; mirror: Mirror }) {
  return {
    payments: { ...openPayments(db, clock, hooks.onSpent), ...openAdoption(db, clock) },
    pauses: openPauses(db, clock),
    finished: openFinished(db),
    keys: openKeys(db, clock),
    depositPins: openDepositPins(db, clock),
    contactPins: openContactPins(db, clock),
    contactAddresses: openContactAddresses(db, clock),
    labels: openLabels(db, clock, hooks.mirror),
    freezes: openFreezes(db, clock),
    drafts: openDrafts(db, clock),
    groups: openGroups(db),
    settings: openSettings(db),
    audits: openAudits(db, clock),
    requests: openRequests(db, clock),
  }
}
