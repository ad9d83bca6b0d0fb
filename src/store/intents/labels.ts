import type { Nanos } from '#contract/domain'
import type { Database } from '../database.ts'
import { nanos } from '../encoding.ts'
import { sealedWriter } from '../sealed.ts'

interface Label {
  /** What is labelled: `s:` and a snapshot id, `p:` and a payment's id, `o:` and an output id, `u:` and a user id. */
  readonly subject: string
  readonly label: string
  readonly note: string
  readonly updatedAt: Nanos
}

interface LabelRow {
  readonly subject: string
  readonly label: string
  readonly note: string
  readonly updated_at: bigint
  readonly revision: bigint
}

/** Where the words of a label become findable. */
export type Mirror = (subject: string, text: string) => void

/** A person's own words, which exist nowhere else. Each change has a revision, by which their copy in the cache follows. */
export function openLabels(db: Database, clock: { now(): Nanos }, mirror: Mirror) {
  const write = sealedWriter(db, 'labels', ['subject'])
  const find = db.prepare<LabelRow>('SELECT * FROM labels WHERE subject = ?')
  const list = db.prepare<LabelRow>(`SELECT * FROM labels WHERE label <> '' OR note <> '' ORDER BY subject`)
  const after = db.prepare<LabelRow>('SELECT * FROM labels WHERE revision > ? ORDER BY revision')
  const newest = db.prepare<{ revision: bigint | null }>('SELECT max(revision) AS revision FROM labels')
  return {
    /** Two empty texts take the label away. */
    set(subject: string, label: string, note: string): void {
      db.transaction(() => {
        const revision = (newest.get()?.revision ?? 0n) + 1n
        write([subject, label, note, clock.now(), revision])
      })
      mirror(subject, textOf(label, note))
    },
    get(subject: string): Label | undefined {
      const row = find.get(subject)
      return row === undefined || textOf(row.label, row.note) === '' ? undefined : decode(row)
    },
    /** All of them, in a fixed order, as an export needs them. */
    list: (): Label[] => list.all().map(decode),
    /** Changes since a revision; how the copy in the cache catches up. */
    changesAfter: (revision: bigint): { revision: bigint; subject: string; text: string }[] =>
      after.all(revision).map((row) => ({ ...row, text: textOf(row.label, row.note) })),
  }
}

const textOf = (label: string, note: string): string => [label, note].filter((text) => text !== '').join(' ')

const decode = (row: LabelRow): Label => ({
  subject: row.subject,
  label: row.label,
  note: row.note,
  updatedAt: nanos(row.updated_at),
})
