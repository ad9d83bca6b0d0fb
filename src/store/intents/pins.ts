import { z } from 'zod'
import type { AssetId, DepositEntry, HolderId, Nanos, UserId } from '#contract/domain'
import { assetId, userId } from '#contract/wire'
import type { Database } from '../database.ts'
import { beginningOf, nanos, orUndefined, uuidBytes, uuidOf } from '../encoding.ts'
import { fromJson, type Json, jsonOf } from '../exact-json.ts'
import { sealedInsert, sealedWriter } from '../sealed.ts'
import { needStored, readStored, storedObject, storedTime } from '../stored.ts'
import { openSettings } from './records.ts'

/** Where money is sent cannot be missing; one without what proves it is refused like a forged one. */
const pinned = storedObject({
  type: z.string().default('deposit_entry'),
  entry_id: z.string().default(''),
  threshold: z.number().default(0),
  members: z.array(userId).default([]),
  destination: z.string(),
  tag: z.string(),
  signature: z.string().default(''),
  chain_id: assetId,
  is_primary: z.boolean().default(false),
  minimum: z.string().default(''),
  maximum: z.string().default(''),
}) satisfies z.ZodType<DepositEntry>

export interface DepositPin {
  readonly chainId: AssetId
  readonly entry: DepositEntry
  readonly pinnedAt: Nanos
}

/** The deposit address that was seen first on each chain. It never changes; a pin is only replaced by a person's word. */
export function openDepositPins(db: Database, clock: { now(): Nanos }) {
  const insert = sealedInsert(db, 'deposit_pins', 'ON CONFLICT DO NOTHING')
  const find = db.prepare<{ chain: Buffer; record: string; pinned_at: bigint }>(
    'SELECT chain, record, pinned_at FROM deposit_pins WHERE holder = ? AND chain = ?',
  )
  const list = db.prepare<{ chain: Buffer; record: string; pinned_at: bigint }>(
    'SELECT chain, record, pinned_at FROM deposit_pins WHERE holder = ? ORDER BY pinned_at, chain',
  )
  const listAll = db.prepare<{ holder: string; chain: Buffer; record: string; pinned_at: bigint }>(
    'SELECT holder, chain, record, pinned_at FROM deposit_pins',
  )
  const remove = db.prepare('DELETE FROM deposit_pins WHERE holder = ? AND chain = ?')
  const decode = (row: { chain: Buffer; record: string; pinned_at: bigint }): DepositPin => ({
    chainId: uuidOf<AssetId>(row.chain),
    entry: needStored(pinned, fromJson<Json>(row.record), 'deposit pin'),
    pinnedAt: nanos(row.pinned_at),
  })
  const get = (holder: HolderId, chainId: AssetId): DepositPin | undefined =>
    orUndefined(find.get(holder, uuidBytes(chainId)), decode)
  return {
    get,
    /** One that cannot be read is left out here, and refused by `get`, so that it is never pinned anew by itself. */
    list: (holder: HolderId): DepositPin[] => db.readable('deposit pin', list.all(holder), decode),
    /** Those of every holder but this one. */
    ofOthers: (holder: HolderId): DepositPin[] =>
      db.readable(
        'deposit pin',
        listAll.all().filter((row) => row.holder !== holder),
        decode,
      ),
    /** Pins an entry unless one is pinned already, and gives the one that is pinned now. */
    pin(holder: HolderId, entry: DepositEntry): DepositPin {
      insert([holder, uuidBytes(entry.chain_id), jsonOf(entry), clock.now()])
      return get(holder, entry.chain_id) ?? { chainId: entry.chain_id, entry, pinnedAt: clock.now() }
    },
    remove: (holder: HolderId, chainId: AssetId): boolean => remove.run(holder, uuidBytes(chainId)) > 0,
  }
}

export interface ContactPin {
  readonly userId: UserId
  readonly identityNumber: string
  readonly name: string
  readonly pinnedAt: Nanos
  /** Pinned because they were paid, or no contact any more, and not saved here since. */
  readonly merelyPaid: boolean
}

/** Who was taken off the contacts, and when, whether they were ever pinned or not. */
const left = z.array(storedObject({ userId, at: storedTime }))
const LEFT = 'contacts.left'
/** More than a person ever takes off, whatever the service says of its list; the newest stay. */
const LEFT_MAX = 1_000

/** Who a person was when first paid: a uuid that later shows another number is an alarm. */
export function openContactPins(db: Database, clock: { now(): Nanos }) {
  const write = sealedWriter(db, 'contact_pins', ['user_id'], ['paid'])
  const find = db.prepare<ContactRow>('SELECT * FROM contact_pins WHERE user_id = ?')
  const beginning = db.prepare<ContactRow>('SELECT * FROM contact_pins WHERE user_id >= ? AND user_id <= ?')
  const remove = db.prepare('DELETE FROM contact_pins WHERE user_id = ?')
  const settings = openSettings(db)
  const readLeft = () => readStored(left, settings.get(LEFT) ?? null) ?? []
  return {
    get: (userId: UserId): ContactPin | undefined => orUndefined(find.get(uuidBytes(userId)), decodeContact),
    /** Those whose ids begin with the same four digits. */
    beginningLike: (userId: UserId): ContactPin[] => beginning.all(...beginningOf(userId)).map(decodeContact),
    /** Pins, or pins anew after a person has accepted the change. */
    put: ({ userId, identityNumber, name, merelyPaid }: Omit<ContactPin, 'pinnedAt'>, at = clock.now()): void =>
      void write([uuidBytes(userId), identityNumber, name, at, merelyPaid ? 1n : null]),
    /** They are no contact any more: saved again, they are from then on. */
    unsave(userIds: readonly UserId[]): void {
      if (userIds.length === 0) return
      const [now, gone] = [clock.now(), new Set(userIds)]
      const others = readLeft().filter(({ userId }) => !gone.has(userId))
      db.transaction(() => {
        settings.set(LEFT, [...others, ...[...gone].map((userId) => ({ userId, at: now }))].slice(-LEFT_MAX))
        for (const userId of gone) {
          const row = find.get(uuidBytes(userId))
          if (row?.paid === null) write([row.user_id, row.identity_number, row.name, row.pinned_at, 1n])
        }
      })
    },
    /** When they were last taken off the contacts, as it was seen here; null where they never were. */
    leftAt: (userId: UserId): Nanos | null => readLeft().find((each) => each.userId === userId)?.at ?? null,
    remove: (userId: UserId): boolean => remove.run(uuidBytes(userId)) > 0,
  }
}

interface ContactRow {
  readonly user_id: Buffer
  readonly identity_number: string
  readonly name: string
  readonly pinned_at: bigint
  readonly paid: bigint | null
}

const decodeContact = (row: ContactRow): ContactPin => ({
  userId: uuidOf<UserId>(row.user_id),
  identityNumber: row.identity_number,
  name: row.name,
  pinnedAt: nanos(row.pinned_at),
  merelyPaid: row.paid !== null,
})
