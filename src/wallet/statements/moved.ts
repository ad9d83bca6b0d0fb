import type { AssetId, Hash, Nanos } from '#contract/domain'
import type { ActivityFilter, ActivityRow, Calls, StatementView } from '#contract/ipc'
import { kernelAssetId } from '#protocol'
import { assetOf, groupRows } from '../activity/groups.ts'
import { noteOf } from '../activity/rows.ts'
import { searchOf } from '../activity/search.ts'
import { turnedOf } from '../activity/turned.ts'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { sumsByAsset } from '../shared/sums.ts'

/* What moved of an account or a group, summed up, and whether that comes to the coins that are there. */

/** An account or group that is drawn up. */
export interface Book {
  readonly desk: ApprovalsDesk
  readonly owner: Pick<Parameters<Calls['activity.list']>[0], 'account' | 'holder'>
  readonly named: StatementView['others'][number]
}

export function addAll(sums: Map<AssetId, bigint>, more: ReadonlyMap<AssetId, bigint>): void {
  for (const [id, amount] of more) sums.set(id, (sums.get(id) ?? 0n) + amount)
}

/** What is final and money. */
export const isMoney = ({ id, money, inscription, amount }: ActivityRow): boolean =>
  money === 'final' && inscription === null && amount !== 0n && !id.startsWith('p:')

export const isGroup = ({ desk, owner }: Pick<Book, 'desk' | 'owner'>): boolean =>
  desk.holder(owner.holder).members.length > 1

/** Oldest first. */
export const groupRowsOf = ({ desk, owner }: Pick<Book, 'desk' | 'owner'>, filter: ActivityFilter): ActivityRow[] =>
  groupRows(desk, desk.holder(owner.holder), searchOf(filter, (row) => noteOf(desk, row)).passes).reverse()

/** What there was before the period. */
export const openingOf = (book: Book, { from, assetId }: ActivityFilter): ReadonlyMap<AssetId, bigint> =>
  from === null ? new Map() : movedBefore(book, from, assetId)

/** What moved before a time, of one asset or of all. */
function movedBefore(book: Book, to: Nanos, assetId: AssetId | null): ReadonlyMap<AssetId, bigint> {
  const { snapshots } = book.desk.store.cache
  if (!isGroup(book)) {
    const sums = new Map(snapshots.sumsBefore(to))
    addAll(sums, sumsByAsset(turnedBefore(book, to)))
    return new Map([...sums].filter(([id]) => assetId === null || id === assetId))
  }
  const rows = groupRowsOf(book, { ...EVERYTHING, to, assetId }).filter(isMoney)
  return sumsByAsset(rows.map(({ asset, amount }) => ({ assetId: asset.assetId, amount })))
}

/** What items of an account gave back and took before a time, which its history does not tell. */
const turnedBefore = ({ desk, owner }: Book, to: Nanos) =>
  turnedOf(desk, desk.holder(owner.holder))
    .filter(({ at }) => at < to)
    .map(({ output, amount }) => ({ assetId: assetOf(output, desk).assetId, amount }))

const EVERYTHING: ActivityFilter = {
  ...{ assetId: null, direction: null, kind: null, opponent: null, from: null, to: null, search: '' },
}

/** Behind every time that there is. */
const NEVER = (2n ** 63n - 1n) as Nanos

/**
 * Whether all movements of the holders come to the coins that are here, which are read apart: else some were not read yet, of whatever time. What
 * they come to is in the closing balances where these are of now.
 */
export function addsUp(
  books: readonly Book[],
  { assetId }: ActivityFilter,
  closing: ReadonlyMap<AssetId, bigint> | null,
): boolean {
  if (books.some(isUnread)) return false
  const moved = new Map(closing)
  if (closing === null) for (const book of books) addAll(moved, movedBefore(book, NEVER, assetId))
  const coins = new Map<Hash, bigint>()
  for (const { desk, owner } of books) {
    for (const { kernelAssetId: id, unspent, signed } of desk.store.cache.outputs.balances(
      desk.holder(owner.holder).id,
    )) {
      coins.set(id, (coins.get(id) ?? 0n) + unspent.amount + signed.amount)
    }
  }
  const only = assetId === null ? null : (kernelAssetId(assetId) as Hash) // a formula
  const held = [...coins].filter(([id, amount]) => amount > 0n && (only === null || id === only))
  const left = [...moved].filter(([, amount]) => amount !== 0n)
  return held.length === left.length && left.every(([id, amount]) => coins.get(kernelAssetId(id) as Hash) === amount) // as above
}

/** Before outputs have run through once, there is nothing yet to compare with. What an unclean end left is whole. */
function isUnread({ desk: { store } }: Book): boolean {
  const resync = store.resync.needed()
  return resync !== null && resync !== 'unclean'
}
