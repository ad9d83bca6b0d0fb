import { z } from 'zod'
import type { AssetId, Hash, HolderId, Nanos, OutputId, RequestId } from '#contract/domain'
import { PAYMENT_STATES, requestId } from '#contract/wire'
import type { Database } from '../../database.ts'
import { codeIn, hexOf, nanos, orUndefined, uuidBytes, uuidOf } from '../../encoding.ts'
import { jsonIn, storedObject, valueIn } from '../../stored.ts'
import {
  type Hold,
  isLive,
  type Payment,
  type PaymentEvent,
  type PaymentState,
  type PaymentSummary,
} from '../payment.ts'
import type { Journal } from './journal.ts'
import type { PaymentRow } from './rows.ts'
import { ACCEPTED } from './signing.ts'
import type { TransactionRow } from './transaction-rows.ts'

const NEVER = 2n ** 63n - 1n

/** Up to where payments were gone through; other rows may have the places of what was taken back since. */
export interface ReferringEnd {
  readonly row: bigint
  readonly undone: number
}

export interface Referring {
  readonly ids: readonly RequestId[]
  readonly end: ReferringEnd
}

function readingReferring(db: Database, rows: Journal['rows']) {
  return (holder: HolderId, before: ReferringEnd | null): Referring => {
    const { ids, end: row } = rows.listReferring(holder, before?.undone === db.undone ? before.row : 0n)
    return { ids, end: { row, undone: db.undone } }
  }
}

type RunReader = (run: RequestId) => readonly PaymentSummary[]

/** Of a long run it is read several times what each of its payments is prepared from. */
function readingRuns(rows: Journal['rows'], version: () => number): RunReader {
  let last:
    | { readonly run: RequestId; readonly version: number; readonly payments: readonly PaymentSummary[] }
    | undefined
  return (run) => {
    if (last?.run !== run || last.version !== version())
      last = { run, version: version(), payments: rows.listOfRun(run) }
    return last.payments
  }
}

/** Payments as they stand, what they hold, and what happened to them. */
export function reading(db: Database, { rows, voids }: Journal) {
  const eventsOf = db.prepare<EventRow>('SELECT * FROM payment_events WHERE payment = ? ORDER BY row')
  const eventsAfter = db.prepare<EventRow>(
    `SELECT * FROM payment_events WHERE row > ? AND what = 'transaction_final' ORDER BY row`,
  )
  const paymentOf = (part: TransactionRow | undefined): PaymentRow | undefined =>
    part === undefined ? undefined : rows.findByRow(part.payment)

  const version = (): number => db.version('payments') + db.version('payment_transactions')

  return {
    get: (id: RequestId): Payment | undefined => orUndefined(rows.find(id), rows.read),

    /** Rises whenever a payment changed. */
    version,

    /** The same without bytes, inputs and outputs: what a list shows. */
    summary: (id: RequestId): PaymentSummary | undefined => orUndefined(rows.find(id), rows.summary),

    /** The payment that one of its transactions' request ids belongs to; of several the one that is not dead. */
    byRequest: (id: RequestId): Payment | undefined => orUndefined(paymentOf(rows.findByRequest(id)), rows.read),

    byTransaction: (hash: Hash): Payment | undefined => orUndefined(paymentOf(rows.findByHash(hash)), rows.read),

    summaryByTransaction: (hash: Hash): PaymentSummary | undefined =>
      orUndefined(paymentOf(rows.findByHash(hash)), rows.summary),

    /** The same of those that ended before anything was signed; the others cost nearly nothing, so many can be asked for in each round. */
    unsignedAmong: (hashes: readonly Hash[]): PaymentSummary[] =>
      rows.deadAmong(hashes).flatMap((row) => orUndefined(rows.findByRow(row), rows.summary) ?? []),

    /**
     * Those of these transactions that this journal made. What ended here before anything was signed is none of them: where it is paid all the same, somebody
     * else has signed it.
     */
    knownAmong: (hashes: readonly Hash[]): readonly Hash[] => rows.knownAmong(hashes),

    /**
     * Newest first, without bytes; `before` is the id of the last payment of the page before. A row that is not what was
     * written is `store.damaged`: money was spent or held by it, so it is never left out.
     */
    list(
      query: {
        holder?: HolderId
        states?: readonly PaymentState[]
        live?: boolean
        before?: RequestId | undefined
        limit?: number
      } = {},
    ): PaymentSummary[] {
      const before = query.before === undefined ? NEVER : (rows.find(query.before)?.row ?? NEVER)
      const wanted = query.states ?? PAYMENT_STATES
      const states = wanted.reduce((bits, state) => bits | (1n << codeIn(PAYMENT_STATES, state)), 0n)
      const live = query.live ?? wanted.every(isLive)
      const [holder, limit] = [query.holder ?? null, query.limit ?? -1]
      return rows.list({ holder, before, states, live, limit })
    },

    /** All payments of a run, oldest first, without bytes. */
    ofRun: readingRuns(rows, version),

    /** Payments of a holder that were to refer to other transactions: all, or what came since an `end` of before. Some may have been answered before. */
    referring: readingReferring(db, rows),

    /**
     * What a holder has signed of an asset since then, or approved, newest first and without bytes, however much that is; without what belongs to a run
     * where one is named.
     */
    paidSince: (query: { holder: HolderId; assetId: AssetId; since: bigint; otherThan?: RequestId | undefined }) =>
      rows.listPaid({ ...query, otherThan: query.otherThan ?? null }),

    /** What failed although it was signed, newest first, without bytes; pages as in `list`. */
    failedAfterSigning(query: { holder?: HolderId; before?: RequestId; limit?: number } = {}): PaymentSummary[] {
      const before = query.before === undefined ? NEVER : (rows.find(query.before)?.row ?? NEVER)
      return rows.listFailed({ holder: query.holder ?? null, before, limit: query.limit ?? -1 })
    },

    /** The payments that are to make this one impossible. */
    voidedBy: (id: RequestId): RequestId[] => voids.against(uuidBytes(id)).map((bytes) => uuidOf<RequestId>(bytes)),

    /** Hashes of this journal's final transactions that spend an output. */
    finalSpends: (outputId: OutputId): Hash[] => rows.finalSpends(uuidBytes(outputId)),

    /** Final transactions of this journal of which the ledger can have one: they spend the same output. Looks through all inputs. */
    rivals: (): Hash[] => [...new Set(rows.finalTwice().flatMap(rows.finalSpends))],

    /** The keys of an output, joined, that a payment of this journal proved to be opened by the account's key, whether it was sent or not. */
    provedKeys: (outputId: OutputId): string[] => rows.provedKeys(uuidBytes(outputId)),

    /** Outputs that live payments have set aside, of one holder or of all. */
    holds: (holder?: HolderId): Hold[] => rows.holds(holder ?? null),

    /** What happened to a payment, oldest first. Only ever added to. */
    events: (id: RequestId): PaymentEvent[] => eventsOf.all(uuidBytes(id)).map((row) => decodeEvent(db, row)),

    /** Warnings that were accepted since a payment was last ready to be approved, by their ids. */
    accepted(id: RequestId): string[] {
      const all = eventsOf.all(uuidBytes(id))
      const since = all.slice(all.findLastIndex(({ what }) => what === 'verified') + 1)
      return since.flatMap(({ what, detail }) =>
        what === ACCEPTED && detail !== null
          ? (valueIn(db, 'event of a payment', detail, z.array(z.string())) ?? [])
          : [],
      )
    },

    /** Transactions that became final after an event, with their inputs; how the cache catches up after a crash. */
    finalsAfter(event: bigint): { event: bigint; outputs: OutputId[]; hash: Hash; at: Nanos }[] {
      return eventsAfter.all(event).flatMap((row) => {
        const of = valueIn(db, 'event of a payment', row.detail ?? '', ofTransaction)
        const transaction = of === undefined ? undefined : rows.findByRequest(of.requestId)
        // What was called final and is not any more spent nothing.
        if (transaction === undefined || transaction.hash === null || transaction.final_at === null) return []
        const outputs = rows.inputIds(transaction).map((outputId) => uuidOf<OutputId>(outputId))
        return [{ event: row.row, outputs, hash: hexOf<Hash>(transaction.hash), at: nanos(row.at) }]
      })
    },
  }
}

interface EventRow {
  readonly row: bigint
  readonly payment: Buffer
  readonly at: bigint
  readonly what: string
  readonly detail: string | null
}

/** What the event of one transaction says. */
const ofTransaction = storedObject({ requestId })

const decodeEvent = (db: Database, row: EventRow): PaymentEvent => ({
  paymentId: uuidOf<RequestId>(row.payment),
  at: nanos(row.at),
  what: row.what,
  detail: row.detail === null ? null : jsonIn(db, 'event of a payment', row.detail),
})
