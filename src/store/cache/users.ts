import type { User, UserId } from '#contract/domain'
import { foldedText, searchable } from '#protocol/text'
import type { Database } from '../database.ts'
import { orUndefined } from '../encoding.ts'
import { fromJson, jsonOf } from '../exact-json.ts'
import { keptWhile } from '../kept.ts'
import { isSealed, sealedWriter } from '../sealed.ts'
import type { Dictionary } from './dictionary.ts'
import { searchedWords } from './search.ts'

/** A word of a question stands for at most this many people. */
const NAMED = 64
/** More people than so many who were written are not remembered one by one. */
const WRITTEN_MAX = 1000

interface UserRow {
  readonly folded: string
  readonly record: string
  readonly seal: bigint
}

export type Users = ReturnType<typeof openUsers>

export function openUsers(db: Database, dictionary: Dictionary) {
  const write = sealedWriter(db, 'users', ['row'])
  const read = db.prepare<UserRow>('SELECT * FROM users WHERE row = ?')
  const find = db.prepare<UserRow>(`
    SELECT * FROM users WHERE folded LIKE ? ESCAPE '\\' ORDER BY folded, row LIMIT ?`)
  const indexWords = db.prepare('INSERT OR REPLACE INTO user_words (rowid, words) VALUES (?, ?)')
  const writeName = sealedWriter(db, 'user_names', ['row'])
  const findWords = db.prepare<{ row: bigint }>(`
    SELECT rowid AS row FROM user_words WHERE user_words MATCH ? LIMIT ${NAMED}`)

  function decode(row: UserRow): User {
    if (!isSealed('users', row)) throw db.damaged('user')
    return fromJson<User>(row.record)
  }

  function readUser(userId: UserId): User | undefined {
    const person = dictionary.findPerson(userId)
    const row = person === undefined ? undefined : read.get(person)
    const user = orUndefined(row, decode)
    if (user !== undefined && user.user_id !== userId) throw db.damaged('user')
    return user
  }

  const get = keptWhile(() => db.version('users'), readUser)
  let written: UserId[] = []

  /** Answers whether the record is new or different. */
  function put(user: User): boolean {
    const person = dictionary.personRow(user.user_id)
    const text = searchable(`${user.full_name} ${user.identity_number}`)
    const record = jsonOf(user)
    writeName([person, foldedText(user.full_name)])
    const before = read.get(person)
    if (before?.folded === text && before.record === record) return false
    write([person, text, record])
    if (written.length < WRITTEN_MAX) written.push(user.user_id)
    if (before?.folded !== text) indexWords.run(person, searchedWords(text).join(' '))
    return true
  }

  return {
    /** Answers whether any of them is new or different. */
    put: (users: readonly User[]): boolean => dictionary.write(() => users.map(put).includes(true)),

    get,

    /** Those that are known, in the order asked for. */
    getMany: (ids: readonly UserId[]): User[] => ids.flatMap((id) => get(id) ?? []),

    /** Whose records were written since this was asked last, once for each time; the first of them where they are many. */
    takeWritten(): readonly UserId[] {
      const taken = written
      written = []
      return taken
    },

    /** People whose name or number contains the text, by name. */
    search: (text: string, limit = 50): User[] =>
      find.all(`%${searchable(text).replace(/[\\%_]/g, '\\$&')}%`, limit).map(decode),

    /** Numbers of people with a name or number in which a word begins so. */
    named: (word: string): bigint[] => findWords.all(`"${word}" *`).map((row) => row.row),
  }
}
