import { z } from 'zod'
import type { AssetId, Nanos, UserId } from '#contract/domain'
import { assetId } from '#contract/wire'
import type { Database } from '../database.ts'
import { nanos, orNull, orUndefined, uuidBytes, uuidOf } from '../encoding.ts'
import { sealedWriter } from '../sealed.ts'
import { readStored, storedObject } from '../stored.ts'
import { openSettings } from './records.ts'

export interface ContactAddress {
  readonly id: string
  /** Whose it is; null for one that belongs to nobody in particular. */
  readonly userId: UserId | null
  readonly label: string
  readonly chainId: AssetId
  readonly destination: string
  /** Empty where none is needed; otherwise as necessary as the address. */
  readonly tag: string
  readonly savedAt: Nanos
}

interface Row {
  readonly id: Buffer
  readonly user_id: Buffer | null
  readonly label: string
  readonly chain: Buffer
  readonly destination: string
  readonly tag: string
  readonly saved_at: bigint
}

/** What was saved once, under the id of what took its place or was removed: plans and lists that were made with it go on paying it. */
const formerAddress = storedObject({
  id: z.string(),
  label: z.string(),
  chainId: assetId,
  destination: z.string(),
  tag: z.string(),
})
export type FormerAddress = z.output<typeof formerAddress>

/** More than a person ever changes; the newest stay. */
const FORMER_MAX = 1_000
const FORMER = 'contacts.former'

/** Addresses on other chains, under the names that a person gave them. */
export function openContactAddresses(db: Database, clock: { now(): Nanos }) {
  const write = sealedWriter(db, 'contact_addresses', ['id'])
  const find = db.prepare<Row>('SELECT * FROM contact_addresses WHERE id = ?')
  const list = db.prepare<Row>('SELECT * FROM contact_addresses ORDER BY label, id')
  const ofUser = db.prepare<Row>('SELECT * FROM contact_addresses WHERE user_id = ? ORDER BY label, id')
  const ending = db.prepare<Row>(`
    SELECT * FROM contact_addresses WHERE lower(substr(destination, 1, 4)) = ? AND lower(substr(destination, -4)) = ?
    ORDER BY label, id`)
  const remove = db.prepare('DELETE FROM contact_addresses WHERE id = ?')
  const settings = openSettings(db)
  const get = (id: string): ContactAddress | undefined => orUndefined(find.get(uuidBytes(id)), decode)
  const former = (): readonly FormerAddress[] => readStored(z.array(formerAddress), settings.get(FORMER) ?? null) ?? []

  function noteFormer({ id, label, chainId, destination, tag }: ContactAddress): void {
    const last = { id, label, chainId, destination, tag }
    settings.set(FORMER, [...former(), last].slice(-FORMER_MAX))
  }

  return {
    get,
    /** Oldest first. */
    former,
    save(address: Omit<ContactAddress, 'savedAt'>, at = clock.now()): ContactAddress {
      const before = get(address.id)
      // Another address under the same name was not saved before: whoever is trusted for being saved long is no stranger by it.
      const same =
        before !== undefined &&
        before.chainId === address.chainId &&
        before.destination === address.destination &&
        before.tag === address.tag
      const saved = { ...address, savedAt: same ? before.savedAt : at }
      db.transaction(() => {
        if (before !== undefined && !same) noteFormer(before)
        write([
          ...[uuidBytes(saved.id), orNull(saved.userId, uuidBytes), saved.label, uuidBytes(saved.chainId)],
          ...[saved.destination, saved.tag, saved.savedAt],
        ])
      })
      return saved
    },
    list: (): ContactAddress[] => list.all().map(decode),
    /** What was saved as somebody's. */
    ofUser: (userId: UserId): ContactAddress[] => ofUser.all(uuidBytes(userId)).map(decode),
    /** Those with the same first and last four characters, in capitals or not; what is equal is among them. */
    alike: (destination: string): ContactAddress[] =>
      ending.all(destination.slice(0, 4).toLowerCase(), destination.slice(-4).toLowerCase()).map(decode),
    remove: (id: string): boolean =>
      db.transaction(() => {
        const before = get(id)
        if (before !== undefined) noteFormer(before)
        return remove.run(uuidBytes(id)) > 0
      }),
  }
}

const decode = (row: Row): ContactAddress => ({
  id: uuidOf(row.id),
  userId: orNull(row.user_id, (bytes) => uuidOf<UserId>(bytes)),
  label: row.label,
  chainId: uuidOf<AssetId>(row.chain),
  destination: row.destination,
  tag: row.tag,
  savedAt: nanos(row.saved_at),
})
