import type { Database } from '../database.ts'
import { fromJson, type Json } from '../exact-json.ts'

/** What of the journal only the wallet understands. */
export type JsonNoun = 'payment' | 'payee' | 'request' | 'audit' | 'draft' | 'setting' | 'plan'

const SOURCES = [
  ['payment', 'SELECT NULL AS key, detail AS text FROM payments'],
  ['payee', 'SELECT DISTINCT NULL AS key, payee AS text FROM payment_outputs'],
  ['request', 'SELECT NULL AS key, detail AS text FROM requests'],
  ['audit', 'SELECT NULL AS key, evidence AS text FROM audits WHERE evidence IS NOT NULL'],
  ['draft', 'SELECT NULL AS key, form AS text FROM drafts'],
  ['setting', 'SELECT key, value AS text FROM settings'],
  ['plan', 'SELECT NULL AS key, detail AS text FROM plans WHERE detail IS NOT NULL'],
] as const satisfies readonly (readonly [JsonNoun, string])[]

interface Row {
  readonly key: string | null
  readonly text: string
}

/** Walks through all of it; what is no JSON at all is null. Settings come with their key. */
export function openEveryJson(db: Database): (visit: (noun: JsonNoun, value: Json, key: string) => void) => void {
  const sources = SOURCES.map(([noun, sql]) => ({ noun, rows: db.prepare<Row>(sql) }))
  return (visit) => {
    for (const { noun, rows } of sources) rows.each(({ key, text }) => visit(noun, jsonIn(text), key ?? ''))
  }
}

function jsonIn(text: string): Json {
  try {
    return fromJson<Json>(text)
  } catch {
    return null
  }
}
