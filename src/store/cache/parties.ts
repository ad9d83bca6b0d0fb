import type { Hash, UserId } from '#contract/domain'
import type { Database } from '../database.ts'
import { bytesOf, hexOf, joinedUuids, NO_BYTES, splitUuids, uuidBytes, uuidOf } from '../encoding.ts'
import { isSealed, sealedAdding } from '../sealed.ts'

/** Senders or receivers of an output: a members hash, a threshold, and the members as far as the service names them. */
export interface Party {
  readonly hash: Hash | null
  readonly threshold: number
  readonly members: readonly UserId[]
}

/** Lists of people are remembered in memory up to this many; a popular bot has a new payer in every output. */
const REMEMBERED = 20_000

/** What was looked up, as long as it is not too much. */
function memory<Key, Value>() {
  const found = new Map<Key, Value>()
  return {
    get: (key: Key): Value | undefined => found.get(key),
    set(key: Key, value: Value): void {
      if (found.size >= REMEMBERED) found.clear()
      found.set(key, value)
    },
    clear: (): void => found.clear(),
  }
}

/** Numbers of parties, looked up by what they are, and the other way round. */
export function openParties(db: Database) {
  const find = db.prepare<{ row: bigint; hash: Buffer; threshold: bigint; members: Buffer }>(
    'SELECT row, hash, threshold, members FROM parties WHERE substr(hash, 1, 8) = ?',
  )
  const read = db.prepare<{ hash: Buffer; threshold: bigint; members: Buffer; seal: bigint }>(
    'SELECT * FROM parties WHERE row = ?',
  )
  const add = sealedAdding(db, 'parties')
  /** The last party seen under each hash. */
  const rows = memory<string, { readonly party: Party; readonly row: bigint }>()
  const byRow = memory<bigint, Party>()
  return {
    rowOf(party: Party): bigint {
      const remembered = rows.get(party.hash ?? '')
      if (remembered !== undefined && sameParty(remembered.party, party)) return remembered.row
      const hash = party.hash === null ? NO_BYTES : bytesOf(party.hash)
      const members = joinedUuids(party.members)
      const threshold = BigInt(party.threshold)
      const found = find
        .all(hash.subarray(0, 8))
        .find((row) => row.threshold === threshold && row.members.equals(members) && row.hash.equals(hash))
      const row = found?.row ?? add([hash, threshold, members])
      rows.set(party.hash ?? '', { party, row })
      return row
    },
    of(row: bigint): Party {
      const remembered = byRow.get(row)
      if (remembered !== undefined) return remembered
      const found = read.get(row)
      if (found === undefined || !isSealed('parties', found)) throw db.damaged('party')
      const party: Party = {
        hash: found.hash.length === 0 ? null : hexOf<Hash>(found.hash),
        threshold: Number(found.threshold),
        members: splitUuids<UserId>(found.members),
      }
      byRow.set(row, party)
      return party
    },
    clear(): void {
      rows.clear()
      byRow.clear()
    },
  }
}

/** The same for people. */
export function openPeople(db: Database) {
  const find = db.prepare<{ row: bigint }>('SELECT row FROM people WHERE user_id = ?')
  const read = db.prepare<{ user_id: Buffer; seal: bigint }>('SELECT * FROM people WHERE row = ?')
  const add = sealedAdding(db, 'people')
  const rows = memory<UserId, bigint>()
  const byRow = memory<bigint, UserId>()
  return {
    find(userId: UserId): bigint | undefined {
      return rows.get(userId) ?? find.get(uuidBytes(userId))?.row
    },
    rowOf(userId: UserId): bigint {
      const remembered = rows.get(userId)
      if (remembered !== undefined) return remembered
      const id = uuidBytes(userId)
      const row = find.get(id)?.row ?? add([id])
      rows.set(userId, row)
      return row
    },
    of(row: bigint): UserId {
      const remembered = byRow.get(row)
      if (remembered !== undefined) return remembered
      const found = read.get(row)
      if (found === undefined || !isSealed('people', found)) throw db.damaged('person')
      const userId = uuidOf<UserId>(found.user_id)
      byRow.set(row, userId)
      return userId
    },
    clear(): void {
      rows.clear()
      byRow.clear()
    },
  }
}

export const sameMembers = (a: readonly UserId[], b: readonly UserId[]): boolean =>
  a.length === b.length && a.every((member, at) => member === b[at])

const sameParty = (a: Party, b: Party): boolean =>
  a.hash === b.hash && a.threshold === b.threshold && sameMembers(a.members, b.members)
