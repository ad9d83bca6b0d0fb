import type { AssetId, Collection, Hash, InscriptionItem, Nanos } from '#contract/domain'
import {
  decodeInscription,
  encodeMixAddress,
  formatAmountShort,
  type InscriptionOperation,
  mixAddressOf,
  type Transaction,
  toAmount,
  uniqueObjectId,
} from '#protocol'
import type { LedgerHolder } from './holders.ts'
import { spentRow } from './outputs.ts'
import type { World } from './world.ts'

export interface CollectionRow {
  readonly collection_hash: Hash
  readonly asset_id: AssetId
  readonly kernel_asset_id: Hash
  readonly name: string
  readonly symbol: string
  readonly description: string
  readonly icon_url: string
  readonly unit: string
  readonly supply: string
  readonly mode: bigint
  readonly validation: string | null
  readonly treasury_ratio: string | null
  readonly treasury_recipient: string | null
  readonly created_at: Nanos
}

export interface ItemRow {
  readonly inscription_hash: Hash
  readonly collection_hash: Hash
  readonly sequence: bigint
  readonly content_type: string
  readonly content_url: string
  readonly traits: string
  readonly recipient: string
  readonly occupied_by: string
  readonly occupied_at: Nanos | null
  readonly created_at: Nanos
  readonly updated_at: Nanos
}

const unitsText = (units: string): string => formatAmountShort(toAmount(BigInt(units)))

/** Where what a transaction inscribed is read, in the form of the kernel's object storage, unless an order named a place. */
const placeOf = (world: World, url: string, hash: string, member: string): string =>
  url === '' ? `${world.origin}/objects/${hash}/${member}` : url

/** The collection with this hash, as it is kept. */
export function collectionRow(world: World, hash: string): CollectionRow | undefined {
  return world.db.get<CollectionRow>('SELECT * FROM collection WHERE collection_hash = ?', hash)
}

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
    icon_url: placeOf(world, row.icon_url, row.collection_hash, 'icon'),
    treasury:
      row.treasury_ratio === null ? null : { ratio: row.treasury_ratio, recipient: row.treasury_recipient ?? '' },
    asset_key: row.collection_hash,
    kernel_asset_id: row.kernel_asset_id,
    minimum_price: '',
    created_at: row.created_at,
    updated_at: row.created_at,
  }
}

function itemOf(world: World, row: ItemRow): InscriptionItem {
  return {
    type: 'inscription',
    inscription_hash: row.inscription_hash,
    collection_hash: row.collection_hash,
    sequence: Number(row.sequence),
    content_type: row.content_type,
    content_url: row.content_type === '' ? '' : placeOf(world, row.content_url, row.inscription_hash, 'content'),
    recipient: row.recipient,
    owner: row.occupied_by,
    occupied_by: row.occupied_by,
    occupied_at: row.occupied_at,
    traits: row.traits,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function findItem(world: World, hash: string): InscriptionItem | undefined {
  const row = world.db.get<ItemRow>('SELECT * FROM item WHERE inscription_hash = ?', hash)
  return row === undefined ? undefined : itemOf(world, row)
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
    .map((row) => itemOf(world, row))
}

/** Under which the older API knows an item. */
export const tokenIdOf = (item: string): string => uniqueObjectId(item, 'token')

export const addressOf = ({ members, threshold }: Pick<LedgerHolder, 'members' | 'threshold'>): string =>
  encodeMixAddress(mixAddressOf(members, threshold))

/** An item goes on from one input to one output and to nothing else. */
export function carriedItem(world: World, { inputs, outputs }: Transaction): Hash | null {
  const [input] = inputs
  if (input === undefined || inputs.length !== 1 || outputs.length !== 1) return null
  return spentRow(world, input.hash, input.index)?.inscription_hash ?? null
}

/** An extra that is no inscription, or breaks a rule of one, is a memo like any other: the ledger does not care. */
export function inscriptionIn(extra: string): InscriptionOperation | null {
  try {
    return decodeInscription(extra)
  } catch {
    return null
  }
}

/**
 * The vacant item that a transaction takes: it names the item and its place in the collection, and its first output is
 * exactly one unit of the collection's token.
 */
function occupiedItem(world: World, { asset, outputs, references, extra }: Transaction): Hash | null {
  const operation = inscriptionIn(extra)
  const [reference] = references
  if (operation?.operation !== 'occupy' || reference === undefined || references.length !== 1) return null
  return (
    world.db.get<{ inscription_hash: Hash }>(
      `SELECT item.inscription_hash FROM item JOIN collection USING (collection_hash)
       WHERE item.inscription_hash = ? AND item.sequence = ? AND item.occupied_at IS NULL
         AND item.mint_transaction IS NOT NULL AND collection.kernel_asset_id = ? AND collection.unit = ?`,
      reference,
      BigInt(operation.sequence),
      asset,
      String(outputs[0]?.amount ?? 0n),
    )?.inscription_hash ?? null
  )
}

/**
 * Lets items follow their money as a transaction becomes final: an item that is paid out, carried or taken goes to the
 * holder of the first output, and any other whose output was spent is released. Answers the item of that output.
 */
export function moveItems(
  world: World,
  hash: string,
  transaction: Transaction,
  holders: readonly (LedgerHolder | null)[],
): Hash | null {
  const minted = world.db.get<{ inscription_hash: Hash; recipient: string }>(
    'SELECT inscription_hash, recipient FROM item WHERE mint_transaction = ?',
    hash,
  )
  const kept = minted?.inscription_hash ?? carriedItem(world, transaction)
  const put = (item: Hash, owner: string, at: Nanos | null) =>
    world.db.run(
      'UPDATE item SET occupied_by = ?, occupied_at = ?, updated_at = ? WHERE inscription_hash = ?',
      owner,
      at,
      world.now(),
      item,
    )
  for (const { hash: spent, index } of transaction.inputs) {
    const item = spentRow(world, spent, index)?.inscription_hash ?? null
    if (item !== null && item !== kept) put(item, '', null)
  }
  // Asked only now: what this very transaction has released may be taken by it again.
  const item = kept ?? occupiedItem(world, transaction)
  const holder = holders[0] ?? null
  if (item !== null) put(item, holder === null ? (minted?.recipient ?? '') : addressOf(holder), world.now())
  return item
}
