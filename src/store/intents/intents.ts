import type { Nanos } from '#contract/domain'
import type { Database } from '../database.ts'
import { intents0001 } from '../migrations/intents-0001.ts'
import { intents0002 } from '../migrations/intents-0002.ts'
import { intents0003 } from '../migrations/intents-0003.ts'
import { intents0004 } from '../migrations/intents-0004.ts'
import { intents0005 } from '../migrations/intents-0005.ts'
import { intents0006 } from '../migrations/intents-0006.ts'
import { intents0007 } from '../migrations/intents-0007.ts'
import { intents0008 } from '../migrations/intents-0008.ts'
import { intents0009 } from '../migrations/intents-0009.ts'
import { intents0010 } from '../migrations/intents-0010.ts'
import { intents0011 } from '../migrations/intents-0011.ts'
import { checkRows } from '../open.ts'
import { openContactAddresses } from './contact-addresses.ts'
import { openEveryJson } from './every-json.ts'
import { openFinished } from './finished.ts'
import { openKeys } from './keys.ts'
import { type Mirror, openLabels } from './labels.ts'
import { openPauses } from './pauses.ts'
import { openPayments } from './payments/payments.ts'
import type { OnSpent } from './payments/sending.ts'
import { openContactPins, openDepositPins } from './pins.ts'
import { openPlans } from './plans.ts'
import { openAudits, openDrafts, openFreezes, openGroups, openSettings } from './records.ts'
import { openRequests } from './requests.ts'

export const INTENTS_MIGRATIONS = [
  intents0001,
  intents0002,
  intents0003,
  intents0004,
  intents0005,
  intents0006,
  intents0007,
  intents0008,
  intents0009,
  intents0010,
  intents0011,
] as const

/** Every row, and every reference between rows: all of it is precious and none of it is large. */
export const auditIntents: (db: Database) => void = checkRows

export type Intents = ReturnType<typeof openIntents>

/** What exists nowhere else, over one open intents.db: each change is on disk when its method returns. */
export function openIntents(db: Database, clock: { now(): Nanos }, hooks: { onSpent: OnSpent; mirror: Mirror }) {
  return {
    payments: openPayments(db, clock, hooks.onSpent),
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
    plans: openPlans(db, clock),
    everyJson: openEveryJson(db),
  }
}
