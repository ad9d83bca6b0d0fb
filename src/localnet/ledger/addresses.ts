import type { AssetId, Nanos, UserId } from '#contract/domain'
import type { EndpointAnswer } from '#contract/http'
import type { World } from './world.ts'

export type AddressRecord = EndpointAnswer<'addresses.read'>

interface AddressRow {
  readonly address_id: string
  readonly asset_id: AssetId
  readonly chain_id: AssetId
  readonly destination: string
  readonly tag: string
  readonly label: string
  readonly updated_at: Nanos
}

const COLUMNS = 'address_id, asset_id, chain_id, destination, tag, label, updated_at'

const recordOf = (row: AddressRow): AddressRecord => ({ type: 'address', ...row, dust: '0' })

/** In the order in which they were saved. */
export function addressesOf(world: World, userId: UserId): AddressRecord[] {
  return world.db
    .all<AddressRow>(`SELECT ${COLUMNS} FROM address WHERE user_id = ? ORDER BY created_at`, userId)
    .map(recordOf)
}

/** One of this person's; nobody else's is found. */
export function findAddress(world: World, userId: UserId, id: string): AddressRecord | undefined {
  const row = world.db.get<AddressRow>(
    `SELECT ${COLUMNS} FROM address WHERE address_id = ? AND user_id = ?`,
    id,
    userId,
  )
  return row === undefined ? undefined : recordOf(row)
}

/** The same place for the same asset is one address, called as it was called last; what the service does then is assumed. */
export function saveAddress(
  world: World,
  userId: UserId,
  { asset_id, chain_id, destination, tag, label }: Omit<AddressRow, 'address_id' | 'updated_at'>,
): AddressRecord {
  const time = world.now()
  const row = world.db.get<AddressRow>(
    `INSERT INTO address (address_id, user_id, asset_id, chain_id, destination, tag, label, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id, asset_id, destination, tag) DO UPDATE SET label = excluded.label, updated_at = excluded.updated_at
     RETURNING ${COLUMNS}`,
    ...[world.uuid(), userId, asset_id, chain_id, destination, tag, label, time, time],
  )
  if (row === undefined) throw new Error('an address was not written')
  return recordOf(row)
}

export function removeAddress(world: World, id: string): void {
  world.db.run('DELETE FROM address WHERE address_id = ?', id)
}
