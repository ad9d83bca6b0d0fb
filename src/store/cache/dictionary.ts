import type { AssetId, Hash, Holder, HolderId, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import { bytesOf, hexOf, joinedUuids, NO_BYTES, orNull, seal, splitUuids, uuidBytes, uuidOf } from '../columns.ts'
import type { Database } from '../database.ts'

/** An asset as the ledger knows it; the uuid is what the first output or snapshot of it claimed, null if none did. */
export interface KernelAsset {
  readonly row: bigint
  readonly kernel: Hash
  readonly assetId: AssetId | null
}

/** Senders or receivers of an output: a members hash, a threshold, and the members as far as the service names them. */
export interface Party {
  readonly hash: Hash | null
  readonly threshold: number
  readonly members: readonly UserId[]
}

/** Lists of people are remembered in memory up to this many; a popular bot has a new payer in every output. */
const REMEMBERED = 20_000

export type Dictionary = ReturnType<typeof openDictionary>

/**
 * Small integers for ids that occur in many rows. Holders and assets are few and kept in memory; parties and people are
 * looked up. Rows are only ever added.
 */
export function openDictionary(db: Database) {
  const holders = loadHolders(db)
  const assets = loadAssets(db)
  const addHolder = db.prepare(
    'INSERT INTO holders (row, members_hash, threshold, members, seal) VALUES (?, ?, ?, ?, ?)',
  )
  const addAsset = db.prepare('INSERT INTO kernel_assets (row, kernel, asset_id, seal) VALUES (?, ?, ?, ?)')
  const nameAsset = db.prepare('UPDATE kernel_assets SET asset_id = ?, seal = ? WHERE row = ?')
  const findParties = db.prepare<{ row: bigint; hash: Buffer; threshold: bigint; members: Buffer }>(
    'SELECT row, hash, threshold, members FROM parties WHERE substr(hash, 1, 8) = ?',
  )
  const readParty = db.prepare<{ hash: Buffer; threshold: bigint; members: Buffer; seal: bigint }>(
    'SELECT hash, threshold, members, seal FROM parties WHERE row = ?',
  )
  const addParty = db.prepare<{ row: bigint }>(
    'INSERT INTO parties (hash, threshold, members, seal) VALUES (?, ?, ?, ?) RETURNING row',
  )
  const findPerson = db.prepare<{ row: bigint }>('SELECT row FROM people WHERE user_id = ?')
  const readPerson = db.prepare<{ user_id: Buffer; seal: bigint }>('SELECT user_id, seal FROM people WHERE row = ?')
  const addPerson = db.prepare<{ row: bigint }>('INSERT INTO people (user_id, seal) VALUES (?, ?) RETURNING row')
  /** The last party seen under each hash. */
  const partyRows = new Map<string, { readonly party: Party; readonly row: bigint }>()
  const partiesByRow = new Map<bigint, Party>()
  const peopleRows = new Map<UserId, bigint>()
  const peopleByRow = new Map<bigint, UserId>()

  function addedRow(statement: { row: bigint } | undefined): bigint {
    if (statement === undefined) throw failure('internal', 'inserted row was not returned')
    return statement.row
  }

  return {
    /** A transaction that may add entries; when it fails, memory is ahead of the file and is read again. */
    write<Result>(work: () => Result): Result {
      try {
        return db.transaction(work)
      } catch (error) {
        holders.reload()
        assets.reload()
        for (const map of [partyRows, partiesByRow, peopleRows, peopleByRow]) map.clear()
        throw error
      }
    },

    holders: () => [...holders.byId.values()].map((entry) => entry.holder),
    holder: (id: HolderId): Holder | undefined => holders.byId.get(id)?.holder,
    holderRow: (id: HolderId): bigint | undefined => holders.byId.get(id)?.row,
    holderOf(row: bigint): Holder {
      const holder = holders.byRow.get(row)
      if (holder === undefined) throw db.damaged('holder')
      return holder
    },
    addHolder(holder: Holder): bigint {
      const known = holders.byId.get(holder.id)
      if (known !== undefined) return known.row
      const row = BigInt(holders.byId.size + 1)
      const values = [bytesOf(holder.membersHash), BigInt(holder.threshold), joinedUuids(holder.members)]
      addHolder.run(row, ...values, seal(values))
      holders.remember(row, holder)
      return row
    },

    asset: (kernel: Hash): KernelAsset | undefined => assets.byKernel.get(kernel),
    assetOf(row: bigint): KernelAsset {
      const asset = assets.byRow.get(row)
      if (asset === undefined) throw db.damaged('asset')
      return asset
    },
    assetsNamed: (assetId: AssetId): readonly KernelAsset[] =>
      [...assets.byRow.values()].filter((asset) => asset.assetId === assetId),
    /** The first uuid that is claimed for an asset becomes its uuid here; whether it is true is for the wallet to say. */
    addAsset(kernel: Hash, assetId: AssetId | null): KernelAsset {
      const known = assets.byKernel.get(kernel)
      if (known !== undefined && (known.assetId !== null || assetId === null)) return known
      const row = known?.row ?? BigInt(assets.byKernel.size + 1)
      const id = orNull(assetId, uuidBytes)
      const sealed = seal([bytesOf(kernel), id])
      if (known === undefined) addAsset.run(row, bytesOf(kernel), id, sealed)
      else nameAsset.run(id, sealed, row)
      return assets.remember(row, kernel, assetId)
    },

    partyRow(party: Party): bigint {
      const remembered = partyRows.get(party.hash ?? '')
      if (remembered !== undefined && sameParty(remembered.party, party)) return remembered.row
      const hash = party.hash === null ? NO_BYTES : bytesOf(party.hash)
      const members = joinedUuids(party.members)
      const threshold = BigInt(party.threshold)
      const found = findParties
        .all(hash.subarray(0, 8))
        .find((row) => row.threshold === threshold && row.members.equals(members) && row.hash.equals(hash))
      const values = [hash, threshold, members]
      const row = found?.row ?? addedRow(addParty.get(...values, seal(values)))
      if (partyRows.size >= REMEMBERED) partyRows.clear()
      partyRows.set(party.hash ?? '', { party, row })
      return row
    },
    partyOf(row: bigint): Party {
      const remembered = partiesByRow.get(row)
      if (remembered !== undefined) return remembered
      const found = readParty.get(row)
      if (found === undefined || seal([found.hash, found.threshold, found.members]) !== found.seal)
        throw db.damaged('party')
      const party: Party = {
        hash: found.hash.length === 0 ? null : hexOf<Hash>(found.hash),
        threshold: Number(found.threshold),
        members: splitUuids<UserId>(found.members),
      }
      if (partiesByRow.size >= REMEMBERED) partiesByRow.clear()
      partiesByRow.set(row, party)
      return party
    },

    findPerson(userId: UserId): bigint | undefined {
      return peopleRows.get(userId) ?? findPerson.get(uuidBytes(userId))?.row
    },
    personRow(userId: UserId): bigint {
      const remembered = peopleRows.get(userId)
      if (remembered !== undefined) return remembered
      const id = uuidBytes(userId)
      const row = findPerson.get(id)?.row ?? addedRow(addPerson.get(id, seal([id])))
      if (peopleRows.size >= REMEMBERED) peopleRows.clear()
      peopleRows.set(userId, row)
      return row
    },
    personOf(row: bigint): UserId {
      const remembered = peopleByRow.get(row)
      if (remembered !== undefined) return remembered
      const found = readPerson.get(row)
      if (found === undefined || seal([found.user_id]) !== found.seal) throw db.damaged('person')
      const userId = uuidOf<UserId>(found.user_id)
      if (peopleByRow.size >= REMEMBERED) peopleByRow.clear()
      peopleByRow.set(row, userId)
      return userId
    },
  }
}

export const sameMembers = (a: readonly UserId[], b: readonly UserId[]): boolean =>
  a.length === b.length && a.every((member, at) => member === b[at])

const sameParty = (a: Party, b: Party): boolean =>
  a.hash === b.hash && a.threshold === b.threshold && sameMembers(a.members, b.members)

function loadHolders(db: Database) {
  const read = db.prepare<{ row: bigint; members_hash: Buffer; threshold: bigint; members: Buffer }>(
    'SELECT row, members_hash, threshold, members FROM holders',
  )
  const byId = new Map<HolderId, { row: bigint; holder: Holder }>()
  const byRow = new Map<bigint, Holder>()
  const remember = (row: bigint, holder: Holder) => {
    byId.set(holder.id, { row, holder })
    byRow.set(row, holder)
  }
  const reload = () => {
    byId.clear()
    byRow.clear()
    for (const found of read.all()) {
      const membersHash = hexOf<Hash>(found.members_hash)
      const threshold = Number(found.threshold)
      const id = `${membersHash}:${threshold}` as HolderId // the form of a holder id
      remember(found.row, { id, members: splitUuids<UserId>(found.members), membersHash, threshold })
    }
  }
  reload()
  return { byId, byRow, remember, reload }
}

function loadAssets(db: Database) {
  const read = db.prepare<{ row: bigint; kernel: Buffer; asset_id: Buffer | null }>(
    'SELECT row, kernel, asset_id FROM kernel_assets',
  )
  const byKernel = new Map<Hash, KernelAsset>()
  const byRow = new Map<bigint, KernelAsset>()
  const remember = (row: bigint, kernel: Hash, assetId: AssetId | null): KernelAsset => {
    const asset = { row, kernel, assetId }
    byKernel.set(kernel, asset)
    byRow.set(row, asset)
    return asset
  }
  const reload = () => {
    byKernel.clear()
    byRow.clear()
    for (const found of read.all()) {
      remember(
        found.row,
        hexOf<Hash>(found.kernel),
        orNull(found.asset_id, (bytes) => uuidOf<AssetId>(bytes)),
      )
    }
  }
  reload()
  return { byKernel, byRow, remember, reload }
}
