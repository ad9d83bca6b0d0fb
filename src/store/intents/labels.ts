import type { Nanos } from '#contract/domain'
import { tagWord } from '#contract/tags'
import type { Database } from '../database.ts'
import { nanos } from '../encoding.ts'
import { sealedWriter } from '../sealed.ts'

interface Words {
  readonly label: string
  readonly note: string
  readonly tags: readonly string[]
}

export interface Label extends Words {
  /** What is labelled: a letter for its kind, a colon, and its id. */
  readonly subject: string
  readonly updatedAt: Nanos
}

interface LabelRow {
  readonly subject: string
  readonly label: string
  readonly note: string
  readonly tags: string | null
  readonly updated_at: bigint
  readonly revision: bigint
}

/** Where the words of a label become findable. */
export type Mirror = (subject: string, text: string) => void

const NOTHING: Words = { label: '', note: '', tags: [] }

/** A person's own words, which exist nowhere else. Each change has a revision, by which their copy in the cache follows. */
export function openLabels(db: Database, clock: { now(): Nanos }, mirror: Mirror) {
  const write = sealedWriter(db, 'labels', ['subject'], ['tags'])
  const find = db.prepare<LabelRow>('SELECT * FROM labels WHERE subject = ?')
  const some = `label <> '' OR note <> '' OR tags IS NOT NULL`
  const list = db.prepare<LabelRow>(`SELECT * FROM labels WHERE ${some} ORDER BY subject`)
  const tagged = db.prepare<{ tags: string }>('SELECT tags FROM labels WHERE tags IS NOT NULL')
  const ofKind = db.prepare<LabelRow>(`SELECT * FROM labels WHERE subject >= ? AND subject < ? AND (${some})`)
  const after = db.prepare<LabelRow>('SELECT * FROM labels WHERE revision > ? ORDER BY revision')
  const newest = db.prepare<{ revision: bigint | null }>('SELECT max(revision) AS revision FROM labels')

  const wordsAt = (subject: string): Words => {
    const row = find.get(subject)
    return row === undefined ? NOTHING : decode(row)
  }
  function keep(subject: string, words: Words): void {
    db.transaction(() => {
      const revision = (newest.get()?.revision ?? 0n) + 1n
      const tags = words.tags.length === 0 ? null : words.tags.join('\n')
      write([subject, words.label, words.note, clock.now(), revision, tags])
    })
    mirror(subject, textOf(words))
  }
  return {
    /** Tags stay as they are; without any, two empty texts take the label away. */
    set: (subject: string, label: string, note: string): void => keep(subject, { ...wordsAt(subject), label, note }),
    /** Label and note stay as they are. No tag has a line break. */
    setTags: (subject: string, tags: readonly string[]): void => keep(subject, { ...wordsAt(subject), tags }),
    get(subject: string): Label | undefined {
      const row = find.get(subject)
      const label = row === undefined ? undefined : decode(row)
      return label === undefined || textOf(label) === '' ? undefined : label
    },
    /** All of them, in a fixed order, as an export needs them. */
    list: (): Label[] => list.all().map(decode),
    /** Those whose subjects begin with that letter. */
    ofKind: (letter: string): Label[] => ofKind.all(`${letter}:`, `${letter};`).map(decode),
    version: (): number => db.version('labels'),
    /** Those of each subject that has some. */
    tags: (): (readonly string[])[] => tagged.all().map(({ tags }) => tagsOf(tags)),
    /** Changes since a revision; how the copy in the cache catches up. */
    changesAfter: (revision: bigint): { revision: bigint; subject: string; text: string }[] =>
      after.all(revision).map((row) => ({ revision: row.revision, subject: row.subject, text: textOf(decode(row)) })),
  }
}

/** A tag is found by its words, and as a whole. */
const textOf = ({ label, note, tags }: Words): string =>
  [label, note, ...tags, ...tags.map(tagWord)].filter((text) => text !== '').join(' ')

const tagsOf = (text: string | null): readonly string[] => (text === null ? [] : text.split('\n'))

const decode = (row: LabelRow): Label => ({
  subject: row.subject,
  label: row.label,
  note: row.note,
  tags: tagsOf(row.tags),
  updatedAt: nanos(row.updated_at),
})
