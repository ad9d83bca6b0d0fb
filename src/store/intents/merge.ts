import type { Nanos } from '#contract/domain'
import { PAYMENT_STATES } from '#contract/wire'
import type { Database } from '../database.ts'
import { nanos } from '../encoding.ts'
import { mergeTable } from '../merge.ts'
import type { Merged } from '../rebuild.ts'
import { insertRow, type Row, sealedInsert, sealedTables, sealOf } from '../sealed.ts'
import { countedTime, noteLearned } from './learned.ts'
import { intentsLaw } from './merge-laws.ts'
import { markMissed } from './missed.ts'
import { UNSIGNED } from './payment.ts'
import { openPaymentRows, type PaymentRow } from './payments/rows.ts'

/*
 * How a journal comes back out of a damaged file and its newest copy. A payment comes whole or not at all, with all that
 * belongs to it by reference, whatever tables those are.
 */

interface Reference {
  readonly table: string
  readonly column: string
}

/** What payments hold follows from them and is set anew. */
const HOLDS = ['holds', 'void_holds'] as const

/** Tables whose rows belong to a row of `parent`, but the holds. */
function childrenOf(db: Database, parent: string): Reference[] {
  return db
    .prepare<{ name: string; column: string }>(
      `SELECT master.name, reference."from" AS "column"
       FROM sqlite_schema AS master, pragma_foreign_key_list(master.name) AS reference
       WHERE master.type = 'table' AND master.name NOT IN ('holds', 'void_holds') AND reference."table" = ? ORDER BY master.name`,
    )
    .all(parent)
    .map(({ name, column }) => ({ table: name, column }))
}

/** Removes payments that lack a part, with their holds, and tells how many rows went. */
export function dropIncomplete(db: Database): number {
  const incomplete = db.prepare<{ row: bigint }>(`
    SELECT row FROM payments WHERE parts <> (
      SELECT count(*) FROM payment_transactions AS part WHERE part.payment = payments.row
      AND input_count = (SELECT count(*) FROM payment_inputs WHERE transaction_row = part.row)
      AND output_count = (SELECT count(*) FROM payment_outputs WHERE transaction_row = part.row))`)
  return db.transaction(() => {
    let dropped = 0
    for (const { row } of incomplete.all()) dropped += dropTree(db, 'payments', row)
    holdAgain(db)
    return dropped
  })
}

function dropTree(db: Database, table: string, row: bigint): number {
  let dropped = 0
  if (table === 'payments') for (const holds of HOLDS) db.prepare(`DELETE FROM ${holds} WHERE payment = ?`).run(row)
  for (const child of childrenOf(db, table)) {
    const rows = hasRows(db, child.table)
      ? db.prepare<{ row: bigint }>(`SELECT row FROM ${child.table} WHERE ${child.column} = ?`).all(row)
      : []
    for (const each of rows) dropped += dropTree(db, child.table, each.row)
    dropped += db.prepare(`DELETE FROM ${child.table} WHERE ${child.column} = ?`).run(row)
  }
  return dropped + db.prepare(`DELETE FROM ${table} WHERE row = ?`).run(row)
}

const hasRows = (db: Database, table: string): boolean =>
  db.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = 'row'").get(table) !== undefined

/**
 * Sets the coins of live payments aside anew. What was signed comes first; of what was not, a payment whose coin another
 * one holds is given up, as it would have been to make room for that one.
 */
function holdAgain(db: Database): void {
  const rows = openPaymentRows(db)
  const cancelled = BigInt(PAYMENT_STATES.indexOf('cancelled'))
  const live = db.prepare<{ row: bigint; state: bigint; depth: bigint }>(`
    SELECT row, state, coalesce(depth, 0) AS depth FROM payments LEFT JOIN payment_voids ON payment = id
    WHERE state < 9 ORDER BY state >= ? DESC, row`)
  for (const holds of HOLDS) db.exec(`DELETE FROM ${holds}`)
  for (const { row, state, depth } of live.all(BigInt(UNSIGNED.length))) {
    const open = rows.transactions(row).filter(({ final_at }) => final_at === null)
    const taken = open.some((transaction) =>
      rows.inputIds(transaction).some((id) => rows.holderFrom(id, depth) !== undefined),
    )
    if (taken && state < BigInt(UNSIGNED.length)) {
      const payment = rows.findByRow(row)
      if (payment === undefined) continue
      for (const transaction of rows.transactions(row)) rows.saveTransaction({ ...transaction, dead: 1n })
      rows.save({ ...payment, state: cancelled })
    } else for (const transaction of open) rows.holdFreeInputs(transaction, depth)
  }
}

/**
 * Adds what the newest copy of a journal has and `to` has not. Payments that only the copy has, and that had not ended for good,
 * are marked: this file has missed what became of them since. What it learned to be signed is noted for the limits of a day.
 */
export function mergeIntents(from: Database, to: Database, now: Nanos): Merged {
  return to.transaction(() => {
    const trees = new Set<string>([...HOLDS, 'payment_events'])
    const visit = (name: string): void => {
      trees.add(name)
      for (const { table } of childrenOf(to, name)) visit(table)
    }
    visit('payments')
    const countedAt = countedTime(to, now)
    const { rows, missed, signed } = mergePayments(from, to)
    const others = sealedTables(to).filter(({ name }) => !trees.has(name))
    const added = others.reduce(
      (sum, table) => sum + mergeTable(from, to, table, intentsLaw(table.name, countedAt)),
      rows + mergeEvents(from, to),
    )
    noteLearned(to, countedAt === null ? 'all' : signed, now)
    dropPaidDrafts(to)
    markMissed(to, missed, nanos(newestTime(from)))
    holdAgain(to)
    return { rows: added, missed: missed.length }
  })
}

/** A form ends with the payment that was made of it: one that came back would be paid a second time. */
function dropPaidDrafts(db: Database): void {
  db.exec(`DELETE FROM drafts WHERE id IN (
    SELECT CASE WHEN json_valid(detail) THEN json_extract(detail, '$.draftId') END FROM payments WHERE signed_at IS NOT NULL)`)
}

function mergePayments(from: Database, to: Database): { rows: number; missed: Buffer[]; signed: Buffer[] } {
  const find = to.prepare<Known>('SELECT row, state, signed_at, updated_at FROM payments WHERE id = ?')
  const [missed, signed]: [Buffer[], Buffer[]] = [[], []]
  let rows = 0
  for (const payment of from.prepare<PaymentRow & Row>('SELECT * FROM payments ORDER BY row').all()) {
    const { id } = payment
    const known = find.get(id)
    if (known !== undefined && !isFurther(payment, known)) continue
    // A request id belongs to one payment that is not dead: the one that is here came later.
    if (isTaken(from, to, payment, known?.row ?? null)) continue
    if ((known === undefined || stageOf(known) < stageOf(payment)) && !isDecided(payment)) missed.push(id)
    if (payment.signed_at !== null && (known?.signed_at ?? null) === null) signed.push(id)
    if (known !== undefined) dropTree(to, 'payments', known.row)
    rows += copyTree(from, to, 'payments', payment)
  }
  return { rows, missed, signed }
}

type Known = Pick<PaymentRow, 'row' | 'state' | 'signed_at' | 'updated_at'>

/** How far a payment has come on the way that nothing leads back from: nothing signed, signed, final. */
function stageOf({ state, signed_at }: Pick<Known, 'state' | 'signed_at'>): 0 | 1 | 2 {
  return PAYMENT_STATES[Number(state)] === 'final' ? 2 : signed_at === null ? 0 : 1
}

/**
 * Whether the payment of a copy takes the place of the one that is here. Clocks go wrong, and two computers have two, so no time makes
 * what was signed unsigned again, or other bytes of it.
 */
function isFurther(copy: Known, here: Known): boolean {
  const [one, other] = [stageOf(copy), stageOf(here)]
  return one === other ? one === 0 && copy.updated_at > here.updated_at : one > other
}

/** Ended for good: nothing can have become of it that this journal would not know. */
const isDecided = ({ state }: PaymentRow): boolean =>
  ['final', 'cancelled'].includes(PAYMENT_STATES[Number(state)] ?? '')

function isTaken(from: Database, to: Database, payment: Row, except: bigint | null): boolean {
  const requests = from.prepare<{ request_id: Buffer }>(
    'SELECT request_id FROM payment_transactions WHERE payment = ? AND dead = 0',
  )
  const owner = to.prepare<{ payment: bigint }>(
    'SELECT payment FROM payment_transactions WHERE request_id = ? AND dead = 0',
  )
  return requests.all(payment.row ?? null).some(({ request_id }) => {
    const found = owner.get(request_id)
    return found !== undefined && found.payment !== except
  })
}

/** Copies a row with all that belongs to it; where its number is taken it gets another, and its parts the new one. */
function copyTree(from: Database, to: Database, table: string, source: Row): number {
  const free = to.prepare(`SELECT 1 FROM ${table} WHERE row = ?`).get(source.row ?? null) === undefined
  const next = to.prepare<{ next: bigint }>(`SELECT coalesce(max(row), 0) + 1 AS next FROM ${table}`).get()?.next ?? 1n
  const row = free ? (source.row ?? next) : next
  let copied = insertRow(to, table, sealed(table, { ...source, row }))
  for (const child of childrenOf(to, table)) {
    const parts = from.prepare<Row>(`SELECT * FROM ${child.table} WHERE ${child.column} = ?`).all(source.row ?? null)
    for (const part of parts) {
      const moved = sealed(child.table, { ...part, [child.column]: row })
      copied += hasRows(to, child.table) ? copyTree(from, to, child.table, moved) : insertRow(to, child.table, moved)
    }
  }
  return copied
}

const sealed = (table: string, row: Row): Row => ({ ...row, seal: sealOf(table, row) })

interface EventRow {
  readonly payment: Buffer
  readonly at: bigint
  readonly what: string
  readonly detail: string | null
}

/** Events have no key but what they say; both lists become one in the order of their times. */
function mergeEvents(from: Database, to: Database): number {
  const read = (db: Database): EventRow[] =>
    db.prepare<EventRow>('SELECT payment, at, what, detail FROM payment_events ORDER BY row').all()
  const keyed = (event: EventRow): string => [event.payment.toString('hex'), event.at, event.what, event.detail].join()
  const here = read(to)
  const known = new Set(here.map(keyed))
  const added = read(from).filter((event) => !known.has(keyed(event)))
  if (added.length === 0) return 0
  to.exec('DELETE FROM payment_events')
  const insert = sealedInsert(to, 'payment_events')
  const all = [...here, ...added].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  for (const { payment, at, what, detail } of all) insert([payment, at, what, detail])
  return added.length
}

/** When the copy was last written to, as far as its payments tell. */
function newestTime(db: Database): bigint {
  return db.prepare<{ at: bigint | null }>('SELECT max(updated_at) AS at FROM payments').get()?.at ?? 0n
}
