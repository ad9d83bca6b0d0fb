import type { User, UserId } from '#contract/domain'
import { drawnText } from '#protocol/text'
import type { Database } from '../database.ts'
import type { Users } from './users.ts'

/** Friends by how their names look, and the versions of the tables that they were read from. */
interface Drawn {
  readonly relations: number
  users: number
  readonly names: Map<UserId, string>
  readonly friends: Map<string, Map<UserId, User>>
}

function keep({ names, friends }: Drawn, friend: User): void {
  const name = drawnText(friend.full_name)
  names.set(friend.user_id, name)
  friends.set(name, (friends.get(name) ?? new Map<UserId, User>()).set(friend.user_id, friend))
}

/**
 * Friends whose name looks the same. They are read once; of what was written since only who is a friend, as each stranger who is looked up would
 * have all friends read again.
 */
export function openDrawnFriends(
  db: Pick<Database, 'version'>,
  { users, ids }: { readonly users: Users; readonly ids: () => readonly UserId[] },
): (name: string) => readonly User[] {
  let drawn: Drawn | undefined

  function read(): Drawn {
    const [relations, version] = [db.version('relations'), db.version('users')]
    const found: Drawn = { relations, users: version, names: new Map(), friends: new Map() }
    for (const friend of users.getMany(ids())) keep(found, friend)
    return found
  }

  function now(): Drawn {
    const written = users.takeWritten()
    const version = db.version('users')
    // What was taken back, or changed in another way, was not told of.
    const isTold = drawn?.relations === db.version('relations') && version - drawn.users === written.length
    if (drawn === undefined || !isTold) {
      drawn = read()
      return drawn
    }
    for (const id of written) {
      const name = drawn.names.get(id)
      if (name === undefined) continue
      drawn.friends.get(name)?.delete(id)
      for (const friend of users.getMany([id])) keep(drawn, friend)
    }
    // Last: what could not be read here has all of it read again.
    drawn.users = version
    return drawn
  }

  return (name) => [...(now().friends.get(drawnText(name))?.values() ?? [])]
}
