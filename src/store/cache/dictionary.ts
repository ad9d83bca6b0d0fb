import type { AssetId, Hash, Holder, HolderId, UserId } from '#contract/domain'
import type { Database } from '../database.ts'
import { bytesOf, hexOf, joinedUuids, orNull, splitUuids, uuidBytes, uuidOf } from '../encoding.ts'
import { isSealed, sealedPlacing, sealedWriter } from '../sealed.ts'
import { openParties, openPeople } from './parties.ts'

/** An asset as the ledger knows it; the uuid is what the first output or snapshot of it claimed, null if none did. */
interface KernelAsset {
  readonly row: bigint
  readonly kernel: Hash
  readonly assetId: AssetId | null
}

export type Dictionary = ReturnType<typeof openDictionary>

/**
 * Small integers for ids that occur in many rows. Holders and assets are few and kept in memory; parties and people are
 * looked up. Rows are only ever added.
 */
export function openDictionary(db: Database) {
  const holders = loadHolders(db)
  const assets = loadAssets(db)
  const writeHolder = sealedPlacing(db, 'holders')
  const writeAsset = sealedWriter(db, 'kernel_assets', ['row'])
  const parties = openParties(db)
  const people = openPeople(db)

  let undone = db.undone

  /** When something was taken back, memory is ahead of the file. */
  function reload(): void {
    if (undone === db.undone) return
    undone = db.undone
    holders.reload()
    assets.reload()
    parties.clear()
    people.clear()
  }

  function adding<Result>(write: (work: () => Result) => Result, work: () => Result): Result {
    reload()
    try {
      return write(work)
    } finally {
      reload()
    }
  }

  return {
    /** A transaction that may add entries. */
    write: <Result>(work: () => Result): Result => adding<Result>((each) => db.transaction(each), work),
    /** The same, left open for the next one of its kind. */
    share: <Result>(work: () => Result, since: number): Result =>
      adding<Result>((each) => db.shared(each, since), work),

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
      writeHolder(row, [bytesOf(holder.membersHash), BigInt(holder.threshold), joinedUuids(holder.members)])
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
      writeAsset([row, bytesOf(kernel), orNull(assetId, uuidBytes)])
      return assets.remember(row, kernel, assetId)
    },

    partyRow: parties.rowOf,
    partyOf: parties.of,
    findPerson: people.find,
    personRow: people.rowOf,
    personOf: people.of,
  }
}

function loadHolders(db: Database) {
  const read = db.prepare<{ row: bigint; members_hash: Buffer; threshold: bigint; members: Buffer; seal: bigint }>(
    'SELECT * FROM holders',
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
      if (!isSealed('holders', found)) throw db.damaged('holder')
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
  const read = db.prepare<{ row: bigint; kernel: Buffer; asset_id: Buffer | null; seal: bigint }>(
    'SELECT * FROM kernel_assets',
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
      if (!isSealed('kernel_assets', found)) throw db.damaged('asset')
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
