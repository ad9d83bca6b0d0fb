import type { Answer, CollectibleDetail, CollectionView, ContentView, GalleryView, Input } from '#contract/ipc'
import type { PaymentsDesk } from '../payments/desk.ts'
import { bound, type CallsOf, type Runtimes } from '../shared/calls.ts'
import {
  type Context,
  deploy,
  inscribe,
  occupy,
  previewCollection,
  previewInscription,
  release,
  transfer,
} from './acts.ts'
import { type ContentDeps, openContents } from './content.ts'
import { collectionOf, itemOf, tokenOf } from './facts.ts'
import { knownTo } from './known.ts'
import { contentProof } from './proof.ts'
import { sniff } from './sniff.ts'
import { collectionItems, collectionView, detailOf, galleryView, ownersOf, sightOf } from './views.ts'

const PAGE = 100

/** Collections and collectibles: what there is, what it holds, and everything that can be done with it. */
export function collectibleCalls(runtimes: Runtimes<PaymentsDesk>, deps: ContentDeps): CallsOf<'collectibles'> {
  const context: Context = { runtimes, contents: openContents(deps) }
  return bound(context, {
    'collectibles.list': list,
    'collectibles.item': item,
    'collectibles.collection': collection,
    'collectibles.items': items,
    'collectibles.content': content,
    'collectibles.proof': proof,
    'collectibles.hide': hide,
    'collectibles.transfer': transfer,
    'collectibles.release': release,
    'collectibles.occupy': occupy,
    'collectibles.previewInscription': previewInscription,
    'collectibles.inscribe': inscribe,
    'collectibles.previewCollection': previewCollection,
    'collectibles.deploy': deploy,
  })
}

async function list(
  { runtimes, contents }: Context,
  { account, holder, hidden }: Input<'collectibles.list'>,
): Promise<GalleryView> {
  const runtime = runtimes.any(account)
  const wanted = holder === null ? null : runtime.holder(holder).id
  const owners = ownersOf(runtime).filter((owned) => wanted === null || owned.holder.id === wanted)
  const sight = sightOf(runtime, contents)
  const view = galleryView(sight, owners, hidden)
  if (view.unknown > 0) {
    const strangers = view.items.filter(({ collectionName: name }) => name === '').map((each) => each.inscription)
    // The list is shown as it is; when more is known the window hears of it and asks again.
    sight.known
      .fetchMissingItems(strangers)
      // Closing the account in between ends the reading of its cache.
      .catch(() => undefined)
  }
  return view
}

async function item(
  { runtimes, contents }: Context,
  { account, inscription }: Input<'collectibles.item'>,
): Promise<CollectibleDetail> {
  const runtime = runtimes.any(account)
  const { item, collection } = await itemOf(runtime, inscription)
  if (collection !== undefined) await tokenOf(runtime, collection.kernel_asset_id).catch(() => undefined)
  return detailOf(item, collection, sightOf(runtime, contents))
}

async function collection(
  { runtimes, contents }: Context,
  { account, collection }: Input<'collectibles.collection'>,
): Promise<CollectionView> {
  const runtime = runtimes.any(account)
  const found = await collectionOf(runtime, collection)
  await tokenOf(runtime, found.kernel_asset_id).catch(() => undefined)
  return collectionView(found, sightOf(runtime, contents))
}

async function items(
  { runtimes, contents }: Context,
  { account, collection, after }: Input<'collectibles.items'>,
): Promise<Answer<'collectibles.items'>> {
  const runtime = runtimes.any(account)
  const page = await runtime.remote.call('collections.items', {
    params: { hash: collection },
    query: after === null ? {} : { offset: after },
  })
  const ours = page.filter((each) => each.collection_hash === collection && each.sequence > (after ?? -1))
  runtime.store.cache.inscriptions.putItems(ours)
  const last = ours.at(-1)?.sequence ?? null
  return {
    items: collectionItems(ours, sightOf(runtime, contents)),
    after: ours.length < PAGE ? null : last,
  }
}

async function content(
  { runtimes, contents }: Context,
  { account, of, hash }: Input<'collectibles.content'>,
): Promise<ContentView> {
  const runtime = runtimes.any(account)
  const address =
    of === 'icon'
      ? (await collectionOf(runtime, hash)).icon_url
      : (knownTo(runtime).item(hash) ?? (await itemOf(runtime, hash)).item).content_url
  const read = await contents.read(address)
  if (!read.ok) return { kind: 'missing', reason: read.reason }
  const { kind, mediaType } = sniff(read.bytes)
  return { kind, mediaType, bytes: read.bytes.length, base64: Buffer.from(read.bytes).toString('base64') }
}

async function proof(
  { runtimes, contents }: Context,
  { account, hash }: Input<'collectibles.proof'>,
): Promise<Answer<'collectibles.proof'>> {
  const runtime = runtimes.any(account)
  const address = (knownTo(runtime).item(hash) ?? (await itemOf(runtime, hash)).item).content_url
  return { content: await contentProof(runtime, hash, await contents.read(address)) }
}

async function hide(
  { runtimes }: Context,
  { account, inscriptions, hidden }: Input<'collectibles.hide'>,
): Promise<null> {
  knownTo(runtimes.any(account)).hide(inscriptions, hidden)
  return null
}
