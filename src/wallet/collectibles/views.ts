import type { Collection, Hash, Holder, InscriptionItem, Nanos, Output } from '#contract/domain'
import type {
  CollectibleDetail,
  CollectibleView,
  CollectionItemView,
  CollectionView,
  GalleryView,
  PartyView,
} from '#contract/ipc'
import { type Amount, parseExactAmount, toAmount } from '#protocol'
import { said } from '#words/facts'
import type { PaymentsDesk } from '../payments/desk.ts'
import { frozenReason } from '../payments/frozen.ts'
import { heldId, type InscribedOutput, inscribedOutputs } from '../payments/inscribed.ts'
import { shownIntent } from '../payments/intent.ts'
import { partyOf } from '../payments/review.ts'
import { collectionName, itemName, plain } from '../shared/item-name.ts'
import { assetOfRecord } from '../shared/names.ts'
import type { Contents } from './content.ts'
import { holderOfItem, isOccupied } from './facts.ts'
import { type Known, knownTo, partyAt } from './known.ts'

const TRAITS_MAX = 100

interface Owned {
  readonly holder: Holder
  /** Null for the account itself. */
  readonly group: string | null
}

/** The account and its groups. */
export function ownersOf(runtime: PaymentsDesk): Owned[] {
  const groups = runtime.store.intents.groups.list()
  return [{ holder: runtime.self, group: null }, ...groups.map((group) => ({ holder: group, group: group.name }))]
}

interface Sight {
  readonly runtime: PaymentsDesk
  readonly known: Known
  readonly contents: Contents
  readonly hidden: ReadonlySet<Hash>
  readonly frozen: ReadonlyMap<string, string>
  readonly holds: ReadonlyMap<string, CollectibleView['paymentId']>
}

export function sightOf(runtime: PaymentsDesk, contents: Contents): Sight {
  const { intents } = runtime.store
  const known = knownTo(runtime)
  return {
    runtime,
    known,
    contents,
    hidden: known.hidden(),
    frozen: new Map(intents.freezes.list().map(({ outputId, reason }) => [outputId, reason])),
    holds: new Map(intents.payments.holds().map(({ outputId, paymentId }) => [outputId, paymentId])),
  }
}

/** The asset behind an output; a token that nobody has named yet shows as unknown. */
const assetOf = (runtime: PaymentsDesk, { asset_id, kernel_asset_id, asset }: InscribedOutput['held']) =>
  assetOfRecord(runtime.directory, { asset_id, kernel_asset_id: kernel_asset_id ?? asset })

function collectibleView(inscribed: InscribedOutput, { holder, group }: Owned, sight: Sight): CollectibleView {
  const { runtime, known, contents } = sight
  const { inscription, held } = inscribed
  const item = known.item(inscription)
  const collection = item === undefined ? undefined : known.collection(item.collection_hash)
  const id = heldId(inscribed)
  const paymentId = sight.holds.get(id) ?? null
  const frozen = sight.frozen.get(id)
  return {
    inscription,
    holder: holder.id,
    group,
    state: held.state === 'signed' || paymentId !== null ? 'leaving' : 'held',
    paymentId,
    frozen: frozen === undefined ? null : frozenReason(frozen, inscription),
    collection: item?.collection_hash ?? null,
    name: itemName(inscription, item, collection),
    collectionName: collectionName(collection),
    sequence: item?.sequence ?? null,
    contentType: plain(item?.content_type ?? '', 60),
    content: contents.place(item?.content_url ?? ''),
    amount: held.amount,
    asset: assetOf(runtime, held),
    hidden: sight.hidden.has(inscription),
    receivedAt: held.created_at,
  }
}

export function galleryView(sight: Sight, owners: readonly Owned[], hidden: boolean): GalleryView {
  const all = owners.flatMap((owned) =>
    [...inscribedOutputs(sight.runtime.store.cache.outputs, owned.holder)].map((inscribed) =>
      collectibleView(inscribed, owned, sight),
    ),
  )
  const byTime = all.sort((a, b) => (a.receivedAt > b.receivedAt ? -1 : a.receivedAt < b.receivedAt ? 1 : 0))
  return {
    items: byTime.filter((each) => each.hidden === hidden),
    hidden: byTime.filter((each) => each.hidden).length,
    unknown: byTime.filter(({ collection, collectionName: name }) => collection === null || name === '').length,
  }
}

/** Where an item is among the account and its groups. */
function findOwned(sight: Sight, inscription: Hash): { view: CollectibleView; owned: Owned } | undefined {
  for (const owned of ownersOf(sight.runtime)) {
    for (const inscribed of inscribedOutputs(sight.runtime.store.cache.outputs, owned.holder)) {
      if (inscribed.inscription === inscription) return { view: collectibleView(inscribed, owned, sight), owned }
    }
  }
  return undefined
}

function amountIn(text: string): Amount {
  try {
    return parseExactAmount(text)
  } catch {
    return toAmount(0n)
  }
}

export const unitOf = ({ unit }: Collection): Amount => amountIn(unit)

/** How many items a collection has room for. */
export function roomOf({ supply, unit }: Collection): number {
  const each = amountIn(unit)
  return each === 0n ? 0 : Number(amountIn(supply) / each)
}

export function collectionView(collection: Collection, sight: Sight): CollectionView {
  const { runtime, known, contents } = sight
  const kernel = collection.kernel_asset_id
  const owned = ownersOf(runtime).flatMap(({ holder }) => [...inscribedOutputs(runtime.store.cache.outputs, holder)])
  const { treasury } = collection
  return {
    collection: collection.collection_hash,
    name: collectionName(collection),
    symbol: plain(collection.symbol, 20),
    description: plain(collection.description, 2000),
    icon: contents.place(collection.icon_url),
    unit: unitOf(collection),
    supply: amountIn(collection.supply),
    items: roomOf(collection),
    asset: kernel === null ? null : (runtime.directory.assetOfKernel(kernel) ?? null),
    treasury: treasury === null ? null : { ratio: plain(treasury.ratio, 20), by: partyAt(treasury.recipient, runtime) },
    createdAt: collection.created_at,
    mine: owned.filter(({ inscription }) => known.item(inscription)?.collection_hash === collection.collection_hash)
      .length,
  }
}

type Occupancy = CollectibleDetail['occupancy']

function occupancyOf(
  item: InscriptionItem,
  mine: { readonly group: string | null } | undefined,
  sight: Sight,
): Occupancy {
  if (mine !== undefined) return { kind: 'mine', group: mine.group }
  if (isOccupied(item)) return { kind: 'occupied', by: partyAt(holderOfItem(item), sight.runtime) }
  return item.updated_at === item.created_at ? { kind: 'waiting' } : { kind: 'vacant' }
}

export function collectionItems(items: readonly InscriptionItem[], sight: Sight): CollectionItemView[] {
  const mine = new Map(
    ownersOf(sight.runtime).flatMap((owned) =>
      [...inscribedOutputs(sight.runtime.store.cache.outputs, owned.holder)].map(({ inscription }): [Hash, Owned] => [
        inscription,
        owned,
      ]),
    ),
  )
  return items.map((item) => ({
    inscription: item.inscription_hash,
    sequence: item.sequence,
    contentType: plain(item.content_type, 60),
    content: sight.contents.place(item.content_url),
    occupancy: occupancyOf(item, mine.get(item.inscription_hash), sight),
  }))
}

/** Traits are JSON by strangers: pairs of words, or nothing. */
function traitsOf(text: string): CollectibleDetail['traits'] {
  try {
    const found: unknown = JSON.parse(text === '' ? '[]' : text)
    if (!Array.isArray(found)) return []
    return found.slice(0, TRAITS_MAX).flatMap((each: unknown) => {
      if (typeof each !== 'object' || each === null) return []
      const { name, value } = each as { name?: unknown; value?: unknown } // looked at next
      const isText = typeof name === 'string' && ['string', 'number', 'boolean'].includes(typeof value)
      return isText ? [{ name: plain(name, 80), value: plain(String(value), 200) }] : []
    })
  } catch {
    return []
  }
}

type Event = CollectibleDetail['history'][number]

function senderOf(
  { senders, senders_threshold: threshold, senders_hash: hash }: Output,
  runtime: PaymentsDesk,
): PartyView {
  const [only] = senders
  if (only === undefined) return { kind: 'unknown' }
  if (senders.length === 1) return { kind: 'user', user: runtime.directory.user(only) }
  return hash === null ? { kind: 'unknown' } : runtime.directory.group(senders, threshold, hash)
}

function activityOf(runtime: PaymentsDesk, hash: Hash): string | null {
  const [snapshot] = runtime.store.cache.snapshots.byTransaction(hash)
  return snapshot === undefined ? null : `s:${snapshot.snapshot_id}`
}

/** How an output that carried the item went: by a payment of ours, whose meaning is known, or by somebody else's hand. */
function leaving(output: Output, runtime: PaymentsDesk, at: Nanos): Event | undefined {
  const hash = output.signed_by
  if (output.state !== 'spent' || hash === null) return undefined
  const payment = runtime.store.intents.payments.summaryByTransaction(hash)
  const act = payment === undefined ? undefined : shownIntent(payment).act
  const [row] = payment === undefined ? [] : shownIntent(payment).rows
  const party: PartyView =
    row === undefined || payment === undefined ? { kind: 'unknown' } : partyOf(row.payee, runtime.directory)
  const kind = act?.kind === 'release' ? 'released' : act?.kind === 'transfer' ? 'sent' : 'spent'
  return {
    kind,
    at,
    party: kind === 'released' ? { kind: 'self' } : party,
    hash,
    activityId: activityOf(runtime, hash),
  }
}

const HISTORY_PAGE = 500
const HISTORY_MAX = 5000

/** What happened to an item in this account and its groups, newest first: every output that carried it, come and gone. */
function historyOf(inscription: Hash, kernelAsset: Hash | null, runtime: PaymentsDesk): Event[] {
  if (kernelAsset === null) return []
  const events: Event[] = []
  for (const { holder } of ownersOf(runtime)) {
    let before: number | undefined
    for (let seen = 0; seen < HISTORY_MAX; seen += HISTORY_PAGE) {
      const query = { holder: holder.id, kernelAsset, limit: HISTORY_PAGE }
      const page = runtime.store.cache.outputs.list(before === undefined ? query : { ...query, before })
      for (const output of page) {
        if (output.inscription_hash !== inscription) continue
        const hash = output.transaction_hash
        const made = runtime.store.intents.payments.summaryByTransaction(hash)
        const isOccupied = made !== undefined && shownIntent(made).act?.kind === 'occupy'
        events.push({
          kind: isOccupied ? 'occupied' : 'received',
          at: output.created_at,
          party: senderOf(output, runtime),
          hash,
          activityId: activityOf(runtime, hash),
        })
        const left = leaving(output, runtime, output.spent_at ?? output.updated_at)
        if (left !== undefined) events.push(left)
      }
      if (page.length < HISTORY_PAGE) break
      before = page.at(-1)?.sequence ?? 0
    }
  }
  return events.sort((a, b) => (a.at > b.at ? -1 : a.at < b.at ? 1 : 0))
}

export function detailOf(item: InscriptionItem, collection: Collection | undefined, sight: Sight): CollectibleDetail {
  const { runtime, contents } = sight
  const hash = item.inscription_hash
  const found = findOwned(sight, hash)
  const mine = found?.view ?? null
  const occupancy = occupancyOf(item, found?.owned, sight)
  const unit = collection === undefined ? toAmount(0n) : unitOf(collection)
  const kernel = collection?.kernel_asset_id ?? null
  const asset = kernel === null ? undefined : runtime.directory.assetOfKernel(kernel)
  const { available } =
    asset === undefined
      ? { available: toAmount(0n) }
      : runtime.paymentSteps.capacity(runtime.self, asset.assetId, null, toAmount(0n))
  const why =
    mine === null
      ? said('check.collectibles.not-here')
      : mine.frozen !== null
        ? said('check.collectibles.frozen', { reason: mine.frozen })
        : mine.state === 'leaving'
          ? said('check.collectibles.held')
          : null
  const cannotOccupy =
    occupancy.kind !== 'vacant'
      ? said('check.collectibles.not-released')
      : asset === undefined || available < unit
        ? said('check.collectibles.needs-unit')
        : null
  return {
    inscription: hash,
    mine,
    name: itemName(hash, item, collection),
    collection: collection === undefined ? null : collectionView(collection, sight),
    sequence: item.sequence,
    contentType: plain(item.content_type, 60),
    content: contents.place(item.content_url),
    traits: traitsOf(item.traits),
    occupancy,
    occupiedAt: item.occupied_at,
    recipient: partyAt(item.recipient, runtime),
    history: historyOf(hash, kernel, runtime),
    transfer: { can: why === null, why },
    release:
      mine !== null && mine.amount < 2n
        ? { can: false, why: said('check.collectibles.too-small') }
        : { can: why === null, why },
    occupy: { can: cannotOccupy === null, why: cannotOccupy, unit, available },
  }
}
