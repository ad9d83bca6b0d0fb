import { sendForm } from '#contract/ipc'
import { type AccountStore, type Json, readStored } from '#store'
import { readableDetail } from '../approvals/request.ts'
import { PLANS, storedPlan } from '../coins/consolidation-steps.ts'
import { readableEvidence } from '../payments/evidence.ts'
import { readIntent } from '../payments/intent.ts'
import { isTarget } from '../payments/target.ts'
import { storedSchedule } from '../schedule/records.ts'

/*
 * Rows of the journal that are whole and that this version cannot read. Nothing brings them back, and they are left as they are: their
 * coins stay held and their signed bytes are followed, since both lie in columns. What they say is lost to the person, who is told.
 */

const DISMISSED = 'unread.dismissed'

const READERS: Readonly<Record<JsonNoun, (value: Json, key: string) => boolean>> = {
  payment: (detail) => readIntent(detail) !== undefined,
  payee: isTarget,
  request: readableDetail,
  audit: readableEvidence,
  draft: (form) => readStored(sendForm, form) !== undefined,
  plan: (detail) => readStored(storedSchedule, detail) !== undefined,
  setting: (value, key) => !key.startsWith(PLANS) || readStored(storedPlan, value) !== undefined,
}

type JsonNoun = Parameters<Parameters<AccountStore['intents']['everyJson']>[0]>[0]

/** How many there are; looked for once for each opened journal, since nothing that is written here is such a row. */
const counted = new WeakMap<AccountStore, number>()

function countUnread(store: AccountStore): number {
  const known = counted.get(store)
  if (known !== undefined) return known
  let count = 0
  store.intents.everyJson((noun, value, key) => {
    if (!READERS[noun](value, key)) count += 1
  })
  counted.set(store, count)
  return count
}

const dismissed = ({ intents }: AccountStore): number => Number(intents.settings.get(DISMISSED) ?? 0)

/** Whether there are rows that the person has not been told of. */
export const hasUnread = (store: AccountStore): boolean => countUnread(store) > dismissed(store)

/** The person has read that there are. */
export function dismissUnread(store: AccountStore): void {
  const count = countUnread(store)
  if (count !== dismissed(store)) store.intents.settings.set(DISMISSED, count)
}
