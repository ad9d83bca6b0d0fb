import type { Nanos } from '#contract/domain'
import type { Database } from '../database.ts'
import { nanos } from '../encoding.ts'
import { sealedWriter } from '../sealed.ts'

export type Progress = ReturnType<typeof openProgress>

const LAST_SUCCESS = 'last_success'

/** How far sync has come: named cursors, whose text only their owner understands, and the time of the last success. */
export function openProgress(db: Database) {
  const read = db.prepare<{ value: string }>('SELECT value FROM progress WHERE name = ?')
  const write = sealedWriter(db, 'progress', ['name'])
  const remove = db.prepare('DELETE FROM progress WHERE name = ?')
  return {
    get: (name: string): string | null => read.get(name)?.value ?? null,
    set: (name: string, value: string | null): void => {
      if (value === null) remove.run(name)
      else write([name, value])
    },
    /** When the figures here were last confirmed by the network; null before the first time. */
    lastSuccess: (): Nanos | null => {
      const found = read.get(LAST_SUCCESS)
      return found === undefined ? null : nanos(BigInt(found.value))
    },
    succeeded: (at: Nanos): void => void write([LAST_SUCCESS, String(at)]),
  }
}
