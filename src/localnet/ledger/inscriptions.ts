import type { AssetId, Collection, Hash, InscriptionItem, Nanos } from '#contract/domain'
import { encodeMixAddress, formatAmountShort, mixAddressOf, type Transaction, toAmount } from '#protocol'
import type { LedgerHolder } from './holders.ts'
import { spentRow } from './outputs.ts'
import type { World } from './world.ts'

interface CollectionRow {
  readonly collection_hash: Hash
  readonly asset_id: AssetId
  readonly kernel_asset_id: Hash
  readonly name: string
  readonly symbol: string
  readonly description: string
  readonly icon_url: string
  readonly unit: string
  readonly supply: string
  readonly created_at: Nanos
}

interface ItemRow {
  readonly inscription_hash: Hash
  readonly collection_hash: Hash
  readonly sequence: bigint
  readonly content_type: string
  readonly content_url: string
  readonly traits: string
  readonly recipient: string
  readonly occupied_by: string
  readonly created_at: Nanos
  readonly updated_at: Nanos
}

const unitsText = (units: string): string => formatAmountShort(toAmount(BigInt(units)))

/** By collection hash or by the kernel asset id of its token. */
export function findCollection(world: World, hash: string): Collection | undefined {
  const row = world.db.get<CollectionRow>(
    'SELECT * FROM collection WHERE collection_hash = ? OR kernel_asset_id = ?',
    hash,
    hash,
  )
  if (row === undefined) return undefined
  return {
    type: 'collection',
    collection_hash: row.collection_hash,
    supply: unitsText(row.supply),
    unit: unitsText(row.unit),
    symbol: row.symbol,
    name: row.name,
    description: row.description,
    icon_url: row.icon_url,
    treasury: null,
    asset_key: row.collection_hash,
    kernel_asset_id: row.kernel_asset_id,
    minimum_price: '',
    created_at: row.created_at,
    updated_at: row.created_at,
  }
}

function itemOf(row: ItemRow): InscriptionItem {
  return {
    type: 'inscription',
    inscription_hash: row.inscription_hash,
    collection_hash: row.collection_hash,
    sequence: Number(row.sequence),
    content_type: row.content_type,
    content_url: row.content_url,
    recipient: row.recipient,
    owner: row.occupied_by,
    occupied_by: row.occupied_by,
    occupied_at: row.occupied_by === '' ? null : row.updated_at,
    traits: row.traits,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function findItem(world: World, hash: string): InscriptionItem | undefined {
  const row = world.db.get<ItemRow>('SELECT * FROM item WHERE inscription_hash = ?', hash)
  return row === undefined ? undefined : itemOf(row)
}

const ITEMS_PAGE = 100

/** Items after a sequence, which is not part of the page itself. */
export function listItems(world: World, collectionHash: string, after: number): InscriptionItem[] {
  return world.db
    .all<ItemRow>(
      'SELECT * FROM item WHERE collection_hash = ? AND sequence > ? ORDER BY sequence LIMIT ?',
      collectionHash,
      BigInt(after),
      BigInt(ITEMS_PAGE),
    )
    .map(itemOf)
}

export const addressOf = ({ members, threshold }: Pick<LedgerHolder, 'members' | 'threshold'>): string =>
  encodeMixAddress(mixAddressOf(members, threshold))

/** An item goes on from one input to one output and to nothing else. */
export function carriedItem(world: World, { inputs, outputs }: Transaction): Hash | null {
  const [input] = inputs
  if (input === undefined || inputs.length !== 1 || outputs.length !== 1) return null
  return spentRow(world, input.hash, input.index)?.inscription_hash ?? null
}

/**
 * Lets items follow their money as a transaction becomes final: an item that is minted or carried goes to the holder of its
 * only output, and any other that was spent is released. Answers the item of the new output.
 */
export function moveItems(
  world: World,
  hash: string,
  transaction: Transaction,
  holders: readonly (LedgerHolder | null)[],
): Hash | null {
  const minted = world.db.get<{ inscription_hash: Hash }>(
    'SELECT inscription_hash FROM item WHERE mint_transaction = ?',
    hash,
  )?.inscription_hash
  const kept = minted ?? carriedItem(world, transaction)
  const holder = holders[0] ?? null
  const put = (item: Hash, owner: string) =>
    world.db.run('UPDATE item SET occupied_by = ?, updated_at = ? WHERE inscription_hash = ?', owner, world.now(), item)
  for (const { hash: spent, index } of transaction.inputs) {
    const item = spentRow(world, spent, index)?.inscription_hash ?? null
    if (item !== null && item !== kept) put(item, '')
  }
  if (kept !== null) put(kept, holder === null ? '' : addressOf(holder))
  return kept
}
