import type { RequestId } from '#contract/domain'
import type { Answer } from '#contract/ipc'
import type { AccountStore } from '#store'
import type { PaymentsDesk } from '../payments/desk.ts'
import { isWithdrawal, shownIntent } from '../payments/intent.ts'
import { claimsOf } from './claims.ts'
import { paidElsewhere } from './elsewhere.ts'
import { wishOf } from './identity.ts'
import { openRuns, type Run } from './records.ts'
import { identified, type PayableRow } from './rows.ts'

/* Rows that another run has paid, or is paying: whoever gives a list a new name, or copies rows into the next, is told. */

/** Which runs have paid, or are paying, rows that are open in this one, here or elsewhere. */
export function repeatsOf(
  run: Run,
  open: readonly PayableRow[],
  { store }: PaymentsDesk,
): Answer<'runs.read'>['repeats'] {
  if (open.length === 0) return []
  const others = openRuns(store.intents.settings)
    .list(run.holder)
    .filter(({ id }) => id !== run.id)
    .sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1))
  return others.flatMap((other) => {
    const paid = new Map<string, number>()
    for (const wish of paidBy(other, store)) paid.set(wish, 1 + (paid.get(wish) ?? 0))
    let rows = 0
    for (const { wish } of open) {
      const left = paid.get(wish) ?? 0
      if (left > 0) rows += 1
      paid.set(wish, left - 1)
    }
    return rows === 0 ? [] : [{ runId: other.id, name: other.name, rows }]
  })
}

/** What a run pays and paid: by its payments here, whatever became of its list, and by what its rows are known to have been paid elsewhere. */
function paidBy(run: Run, store: AccountStore): string[] {
  const paid = rowsPaid(run.id, store)
  const hasElsewhere = paidElsewhere(store.intents, run.id).length > 0
  // Only for these it matters what its list says, which takes long to work out.
  const wishes =
    hasElsewhere || paid.some(({ id }) => id !== undefined)
      ? new Map(identified(run).flatMap(({ id, wish }) => (id === null || wish === null ? [] : [[id, wish]])))
      : new Map<RequestId, string>()
  const claimed = hasElsewhere ? [...claimsOf(store, run.id).rows] : []
  const elsewhere = claimed.flatMap(([id, { payment }]) => (payment === null ? (wishes.get(id) ?? []) : []))
  return [...paid.map(({ id, wish }) => (id === undefined ? wish : (wishes.get(id) ?? wish))), ...elsewhere]
}

interface PaidRow {
  readonly wish: string
  /** Of a withdrawal, of which its list says less than it paid: a tag, or none. */
  readonly id: RequestId | undefined
}

interface Known {
  readonly version: number
  readonly runs: Map<RequestId, readonly PaidRow[]>
}

/** What was read of one journal while no payment changed: a list is read again and again, and there may be one for each month of many years. */
const known = new WeakMap<AccountStore['intents'], Known>()

function rowsPaid(run: RequestId, { intents }: AccountStore): readonly PaidRow[] {
  const version = intents.payments.version()
  const before = known.get(intents)
  const { runs } = before?.version === version ? before : { runs: new Map<RequestId, readonly PaidRow[]>() }
  known.set(intents, { version, runs })
  const rows = runs.get(run) ?? readPaid(run, intents)
  runs.set(run, rows)
  return rows
}

const readPaid = (run: RequestId, { payments }: AccountStore['intents']): PaidRow[] =>
  payments
    .ofRun(run)
    .filter(({ state }) => state !== 'cancelled' && state !== 'failed')
    .flatMap((payment) => {
      const intent = shownIntent(payment)
      const { rows, memoHex, assetId, run: of } = intent
      const ids = isWithdrawal(intent) ? of?.rows : undefined
      return rows.map((row, at) => ({ wish: wishOf({ ...row, assetId, memoHex }), id: ids?.[at] }))
    })
