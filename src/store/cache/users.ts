import type { User, UserId } from '#contract/domain'
import { fromJson, jsonOf, seal, uuidBytes, uuidOf } from '../columns.ts'
import type { Database } from '../database.ts'
import { sealedWriter } from '../sealed.ts'
import { folded } from './search.ts'

/** A word of a question stands for at most this many people. */
const NAMED = 64

export type Users = ReturnType<typeof openUsers>

export function openUsers(db: Database) {
  const write = sealedWriter(db, 'users', ['user_id'], ['folded', 'record'])
  const read = db.prepare<{ folded: string; record: string; seal: bigint }>(
    'SELECT folded, record, seal FROM users WHERE user_id = ?',
  )
  const find = db.prepare<{ record: string }>(`
    SELECT record FROM users WHERE folded LIKE ? ESCAPE '\\' ORDER BY folded, user_id LIMIT ?`)
  const findIds = db.prepare<{ user_id: Buffer }>(`
    SELECT user_id FROM users WHERE folded LIKE ? ESCAPE '\\' OR folded LIKE ? ESCAPE '\\' LIMIT ${NAMED}`)

  function get(userId: UserId): User | undefined {
    const id = uuidBytes(userId)
    const row = read.get(id)
    if (row !== undefined && seal([id, row.folded, row.record]) !== row.seal) throw db.damaged('user')
    return row === undefined ? undefined : fromJson<User>(row.record)
  }

  return {
    /** Answers whether any of them is new or different. */
    put(users: readonly User[]): boolean {
      return db.transaction(() =>
        users
          .map((user) => {
            const text = `${folded(user.full_name)} ${user.identity_number}`
            return write([uuidBytes(user.user_id), text, jsonOf(user)])
          })
          .includes(true),
      )
    },

    get,

    /** Those that are known, in the order asked for. */
    getMany: (ids: readonly UserId[]): User[] => ids.flatMap((id) => get(id) ?? []),

    /** People whose name or number contains the text, by name. */
    search(text: string, limit = 50): User[] {
      return find.all(`%${escaped(folded(text))}%`, limit).map((row) => fromJson<User>(row.record))
    },

    /** People with a name or number that begins with this word. */
    named(word: string): UserId[] {
      const pattern = escaped(word)
      return findIds.all(`${pattern}%`, `% ${pattern}%`).map((row) => uuidOf<UserId>(row.user_id))
    },
  }
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
