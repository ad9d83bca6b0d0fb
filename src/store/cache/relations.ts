import type { User, UserId } from '#contract/domain'
import { foldedText } from '#protocol/text'
import type { Database } from '../database.ts'
import { beginningOf, uuidBytes, uuidOf } from '../encoding.ts'
import { isSealed, sealedWriter } from '../sealed.ts'
import type { Dictionary } from './dictionary.ts'
import { openDrawnFriends } from './drawn-friends.ts'
import type { Progress } from './progress.ts'
import type { Users } from './users.ts'

const LISTS = ['friends', 'blocked'] as const
type RelationList = (typeof LISTS)[number]

const LIST_OF: Readonly<Record<string, RelationList>> = { FRIEND: 'friends', BLOCKING: 'blocked' }
/** When both lists were read. */
const KNOWN = 'relations'
/** Who left them and was not read anew since; so many are remembered for the next time. */
const LEFT = 'relations_left'
const LEFT_MOST = 200

interface Row {
  readonly list: bigint
  readonly user_id: Buffer
  readonly position: bigint
  readonly seal: bigint
}

const codeOf = (list: RelationList): bigint => BigInt(LISTS.indexOf(list))

/**
 * Who is a contact and who is blocked, in the service's order, as it last said. Rows, since as one text of all ids each further
 * contact cost more than the one before.
 */
export function openRelations(
  db: Database,
  { dictionary, users, progress }: { dictionary: Dictionary; users: Users; progress: Progress },
) {
  const write = sealedWriter(db, 'relations', ['list', 'user_id'])
  const remove = db.prepare('DELETE FROM relations WHERE list = ? AND user_id = ?')
  const all = db.prepare<Row>(`SELECT * FROM relations WHERE list = ? ORDER BY position`)
  const find = db.prepare<Row>(`SELECT * FROM relations WHERE list = ? AND user_id = ?`)
  const last = db.prepare<Row>(`SELECT * FROM relations WHERE list = ? ORDER BY position DESC LIMIT 1`)
  const beginning = db.prepare<Row>(`
    SELECT * FROM relations WHERE list = ? AND user_id >= ? AND user_id <= ?`)

  const called = db.prepare<Row>(`
    SELECT relations.*
    FROM user_names JOIN people ON people.row = user_names.row
    JOIN relations ON relations.list = ? AND relations.user_id = people.user_id
    WHERE user_names.name = ? ORDER BY relations.position`)

  const decode = (list: RelationList, row: Row): UserId => {
    if (row.list !== codeOf(list) || !isSealed('relations', row)) throw db.damaged('relation')
    return uuidOf<UserId>(row.user_id)
  }
  const idsOf = (list: RelationList): UserId[] => all.all(codeOf(list)).map((row) => decode(list, row))
  const isOn = (list: RelationList, id: UserId): boolean => {
    const row = find.get(codeOf(list), uuidBytes(id))
    return row !== undefined && decode(list, row) === id
  }

  const drawnLike = openDrawnFriends(db, { users, ids: () => idsOf('friends') })

  const notReadSince = (): UserId[] => (progress.get(LEFT)?.split(' ') ?? []) as UserId[] // as they were written
  const noteLeft = (left: readonly UserId[]): void =>
    progress.set(LEFT, left.length === 0 ? null : left.slice(0, LEFT_MOST).join(' '))

  /** Grows with every change made here, so that a list read before a change does not undo it. */
  let turn = 0

  return {
    turn: (): number => turn,

    /** Those of a list that are known. */
    list: (list: RelationList): User[] => users.getMany(idsOf(list)),

    isOn,

    /** Those of a list whose ids begin with the same four digits. */
    beginningLike: (list: RelationList, id: UserId): User[] =>
      users.getMany(beginning.all(codeOf(list), ...beginningOf(id)).map((row) => decode(list, row))),

    /** Those of a list whose name reads the same. */
    called: (list: RelationList, name: string): User[] =>
      users
        .getMany(called.all(codeOf(list), foldedText(name)).map((row) => decode(list, row)))
        .filter(({ full_name }) => foldedText(full_name) === foldedText(name)),

    /** Friends whose name looks the same, in whatever letters it is written. */
    friendsDrawnLike: drawnLike,

    /** Whether the lists were ever read. */
    known: (): boolean => progress.get(KNOWN) !== null,

    /**
     * Both lists as the service gives them. Answers who is no contact any more, and who is on neither any more, whose record says
     * something old until `reread` hears that it was read. Lists that were asked for in an earlier turn are left alone.
     */
    replace(
      lists: Readonly<Record<RelationList, readonly User[]>>,
      asked: number,
    ): { left: UserId[]; unfriended: UserId[] } {
      if (asked !== turn) return { left: [], unfriended: [] }
      return dictionary.write(() => {
        users.put([...lists.friends, ...lists.blocked])
        const gone: UserId[] = []
        const unfriended: UserId[] = []
        for (const list of LISTS) {
          const now = new Set(lists[list].map((user) => user.user_id))
          for (const id of idsOf(list)) {
            if (now.has(id)) continue
            remove.run(codeOf(list), uuidBytes(id))
            gone.push(id)
            if (list === 'friends') unfriended.push(id)
          }
          for (const [at, id] of [...now].entries()) write([codeOf(list), uuidBytes(id), BigInt(at)])
        }
        progress.set(KNOWN, 'yes')
        const left = [...new Set([...notReadSince(), ...gone])].filter((id) => !LISTS.some((list) => isOn(list, id)))
        noteLeft(left)
        return { unfriended, left }
      })
    },

    /** These were read anew. */
    reread(ids: readonly UserId[]): void {
      const read = new Set(ids)
      const left = notReadSince()
      if (left.some((id) => read.has(id))) dictionary.write(() => noteLeft(left.filter((id) => !read.has(id))))
    },

    /** One person as just read. */
    put(user: User): void {
      const changed = dictionary.write(() => {
        let different = users.put([user])
        for (const list of LISTS) {
          const wanted = LIST_OF[user.relationship] === list
          if (isOn(list, user.user_id) === wanted) continue
          different = true
          if (!wanted) remove.run(codeOf(list), uuidBytes(user.user_id))
          else write([codeOf(list), uuidBytes(user.user_id), (last.get(codeOf(list))?.position ?? -1n) + 1n])
        }
        return different
      })
      if (changed) turn += 1
    },
  }
}
