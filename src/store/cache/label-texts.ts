import type { Database } from '../database.ts'
import { uuidOf } from '../encoding.ts'
import { isSealed, sealedWriter } from '../sealed.ts'

export type LabelTexts = ReturnType<typeof openLabelTexts>

/** A copy of the labels in intents.db, so that they can be searched. */
export function openLabelTexts(db: Database) {
  const read = db.prepare<{ text: string; seal: bigint }>('SELECT * FROM label_texts WHERE subject = ?')
  const first = db.prepare('SELECT 1 FROM label_texts LIMIT 1')
  const write = sealedWriter(db, 'label_texts', ['subject'])
  const remove = db.prepare('DELETE FROM label_texts WHERE subject = ?')

  function textOf(subject: string): string[] {
    const row = read.get(subject)
    if (row === undefined) return []
    if (!isSealed('label_texts', row)) throw db.damaged('label')
    return [row.text]
  }

  return {
    any: (): boolean => first.get() !== undefined,
    /** Texts of the labels of a snapshot, and of the payment that it belongs to. */
    of: (id: Uint8Array, requestId: Uint8Array | null): string[] => [
      ...textOf(`s:${uuidOf(id)}`),
      ...(requestId === null ? [] : textOf(`p:${uuidOf(requestId)}`)),
    ],
    /** Empty text forgets. Answers whether anything is different. */
    set: (subject: string, text: string): boolean => (text === '' ? remove.run(subject) > 0 : write([subject, text])),
  }
}
