import type { HolderId, Output, PendingDeposit } from '#contract/domain'
import { kernelAssetId } from '#protocol'
import type { Database } from '../database.ts'
import { uuidBytes, uuidOf } from '../encoding.ts'
import { fromJson, jsonOf } from '../exact-json.ts'
import { sealedWriter } from '../sealed.ts'

const REMEMBERED = 200

/**
 * Deposits on their way. The service drops them from its list once they are credited, so a list replaces the last. What is listed as a coin
 * has come, however long it stands there as well; `newest` are a holder's last coins, newest first.
 */
export function openDeposits(db: Database, newest: (holder: HolderId) => readonly Output[]) {
  const write = sealedWriter(db, 'pending_deposits', ['holder', 'deposit_id'])
  const remove = db.prepare('DELETE FROM pending_deposits WHERE holder = ? AND deposit_id = ?')
  const list = db.prepare<{ deposit_id: Buffer; record: string }>(
    'SELECT deposit_id, record FROM pending_deposits WHERE holder = ?',
  )
  const find = db.prepare<{ record: string }>('SELECT record FROM pending_deposits WHERE deposit_id = ?')
  /** The last ones that were listed, oldest first. */
  const last = new Map<PendingDeposit['deposit_id'], PendingDeposit>()
  /** Those that were added, with how many readings had begun by then. */
  const added = new Map<PendingDeposit['deposit_id'], number>()
  let readings = 0

  function remember(deposits: readonly PendingDeposit[]): void {
    for (const deposit of deposits) {
      last.delete(deposit.deposit_id)
      last.set(deposit.deposit_id, deposit)
    }
    for (const id of [...last.keys()].slice(0, -REMEMBERED)) last.delete(id)
  }

  const put = (holder: HolderId, deposit: PendingDeposit): boolean =>
    write([holder, uuidBytes(deposit.deposit_id), jsonOf(deposit)])

  return {
    /** A list is about to be read; what is added from now on may not stand in it yet. */
    beginReading: (): number => {
      readings += 1
      return readings
    },
    /** A list that was read whole, from when its reading began. */
    replacePending(holder: HolderId, deposits: readonly PendingDeposit[], begun = readings + 1): void {
      const ids = new Set(deposits.map((deposit) => deposit.deposit_id))
      const isGone = (id: PendingDeposit['deposit_id']): boolean => !ids.has(id) && (added.get(id) ?? 0) < begun
      db.transaction(() => {
        for (const row of list.all(holder)) {
          if (isGone(uuidOf<PendingDeposit['deposit_id']>(row.deposit_id))) remove.run(holder, row.deposit_id)
        }
        for (const deposit of deposits) put(holder, deposit)
      })
      for (const [id, when] of added) if (when < begun) added.delete(id)
      remember(deposits)
    },
    /** One that the service has just told of by itself. */
    add(holder: HolderId, deposit: PendingDeposit): void {
      put(holder, deposit)
      added.set(deposit.deposit_id, readings)
      remember([deposit])
    },
    /** One that was listed lately too: whoever has it on screen asks for it also once it has come. */
    get: (id: PendingDeposit['deposit_id']): PendingDeposit | undefined =>
      last.get(id) ?? db.readable('pending deposit', find.all(uuidBytes(id)), recordOf)[0],
    /** Newest first. */
    listPending(holder: HolderId): PendingDeposit[] {
      const pending = db.readable('pending deposit', list.all(holder), recordOf)
      if (pending.length === 0) return []
      const come = Map.groupBy(newest(holder), ({ deposit }) => (deposit === null ? '' : placeOf(deposit)))
      return onceEach(pending)
        .filter((each) => !come.get(placeIn(each))?.some((coin) => isOfAsset(each, coin)))
        .sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0))
    },
  }
}

const recordOf = (row: { readonly record: string }): PendingDeposit => fromJson<PendingDeposit>(row.record)

/** Where on its chain a deposit is. */
const placeOf = ({ deposit_hash: hash, deposit_index: index }: Omit<NonNullable<Output['deposit']>, 'chain'>): string =>
  `${hash} ${index}`

const placeIn = ({ transaction_hash, output_index }: PendingDeposit): string =>
  placeOf({ deposit_hash: transaction_hash, deposit_index: output_index })

/** What came to an address at one place on a chain is credited once, under however many ids it is listed: the least that is said of it. */
function onceEach(pending: readonly PendingDeposit[]): PendingDeposit[] {
  const places = Map.groupBy(pending, (each) =>
    jsonOf([each.kernel_asset_id ?? kernelAssetId(each.asset_id), placeIn(each), each.destination, each.tag]),
  )
  return [...places.values()].map((same) => same.reduce((least, each) => (each.amount < least.amount ? each : least)))
}

/** Transactions of two chains may have the same hash. What an asset is called beside its id is the service's word. */
const isOfAsset = ({ asset_id, kernel_asset_id }: PendingDeposit, { kernel_asset_id: of }: Output): boolean =>
  of === kernelAssetId(asset_id) || of === kernel_asset_id
