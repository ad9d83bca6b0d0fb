import type { Nanos } from '#contract/domain'
import type { Database } from '../database.ts'
import { intents0001 } from '../migrations/intents-0001.ts'
import { checkSeals } from '../sealed.ts'
import { openKeys } from './keys.ts'
import { type Mirror, openLabels } from './labels.ts'
import { type OnSpent, openPayments } from './payments.ts'
import { openContactPins, openDepositPins } from './pins.ts'
import { openAudits, openDrafts, openFreezes, openGroups, openSettings } from './records.ts'

export const INTENTS_MIGRATIONS = [intents0001] as const

const TABLES = [
  ...['payments', 'payment_transactions', 'payment_inputs', 'payment_outputs', 'holds', 'payment_events'],
  ...[
    'hints',
    'seen_keys',
    'deposit_pins',
    'contact_pins',
    'labels',
    'freezes',
    'drafts',
    'groups',
    'settings',
    'audits',
  ],
] as const

/** Every row, and every reference between rows: all of it is precious and none of it is large. */
export function auditIntents(db: Database): void {
  checkSeals(db, TABLES)
  if (db.prepare('PRAGMA foreign_key_check').get() !== undefined) throw db.damaged('reference')
}

export type Intents = ReturnType<typeof openIntents>

/** What exists nowhere else, over one open intents.db: each change is on disk when its method returns. */
export function openIntents(db: Database, clock: { now(): Nanos }, hooks: { onSpent: OnSpent; mirror: Mirror }) {
  return {
    payments: openPayments(db, clock, hooks.onSpent),
    keys: openKeys(db, clock),
    depositPins: openDepositPins(db, clock),
    contactPins: openContactPins(db, clock),
    labels: openLabels(db, clock, hooks.mirror),
    freezes: openFreezes(db, clock),
    drafts: openDrafts(db, clock),
    groups: openGroups(db),
    settings: openSettings(db),
    audits: openAudits(db, clock),
  }
}
