import type { User, UserId } from '#contract/domain'
import type { Dictionary } from './dictionary.ts'
import type { Progress } from './progress.ts'
import type { Users } from './users.ts'

const LISTS = ['friends', 'blocked'] as const
export type RelationList = (typeof LISTS)[number]

const LIST_OF: Readonly<Record<string, RelationList>> = { FRIEND: 'friends', BLOCKING: 'blocked' }

/** Who is a contact and who is blocked, in the service's order, as it last said. */
export function openRelations(dictionary: Dictionary, users: Users, progress: Progress) {
  const idsOf = (list: RelationList): UserId[] =>
    (progress.get(list) ?? '').split(' ').filter((id) => id !== '') as UserId[] // written from ids below
  const write = (list: RelationList, ids: readonly UserId[]): void => progress.set(list, ids.join(' '))

  /** Grows with every change made here, so that a list read before a change does not undo it. */
  let turn = 0

  return {
    turn: (): number => turn,

    /** Those of a list that are known. */
    list: (list: RelationList): User[] => users.getMany(idsOf(list)),

    /** Whether the lists were ever read. */
    known: (): boolean => progress.get('friends') !== null,

    /**
     * Both lists as the service gives them. Answers whether anything is different, and who is on neither any more, whose
     * record says something old. Lists that were asked for in an earlier turn are left alone.
     */
    replace(
      lists: Readonly<Record<RelationList, readonly User[]>>,
      asked: number,
    ): { changed: boolean; left: UserId[] } {
      if (asked !== turn) return { changed: false, left: [] }
      return dictionary.write(() => {
        const before = LISTS.map(idsOf)
        const now = LISTS.map((list) => lists[list].map((user) => user.user_id))
        const differs = users.put([...lists.friends, ...lists.blocked])
        for (const [at, list] of LISTS.entries()) write(list, now[at] ?? [])
        const related = new Set(now.flat())
        const moved = before.map((ids) => ids.join()).join(';') !== now.map((ids) => ids.join()).join(';')
        return { changed: differs || moved, left: before.flat().filter((id) => !related.has(id)) }
      })
    },

    /** One person as just read. Answers whether anything is different. */
    put(user: User): boolean {
      const changed = dictionary.write(() => {
        let different = users.put([user])
        for (const list of LISTS) {
          const ids = idsOf(list)
          const on = ids.includes(user.user_id)
          const wanted = LIST_OF[user.relationship] === list
          if (on === wanted) continue
          different = true
          write(list, wanted ? [...ids, user.user_id] : ids.filter((id) => id !== user.user_id))
        }
        return different
      })
      if (changed) turn += 1
      return changed
    },
  }
}
