import type { Hash, InscriptionItem } from '#contract/domain'
import type { PaymentsDesk } from '../payments/desk.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { meetItems } from '../shared/items.ts'
import { type Context, deploy, deploymentOf, inscribe, inscriptionOf, occupy, release, transfer } from './acts.ts'
import { type ContentDeps, openContents } from './content.ts'
import { collectionOf, itemOf, tokenOf } from './facts.ts'
import { knownTo } from './known.ts'
import { contentProof } from './proof.ts'
import { sniff } from './sniff.ts'
import { collectionItems, collectionView, detailOf, galleryView, ownersOf, sightOf } from './views.ts'

const PAGE = 100
/** Pages that are asked for at once at most, where they are short. */
const AT_ONCE_MOST = 8

/** Items behind a number, and the number to go on from; a short page is no end, since the service may give fewer at a time. */
async function itemsBehind(
  { remote }: PaymentsDesk,
  hash: Hash,
  after: number | null,
): Promise<{ readonly items: readonly InscriptionItem[]; readonly last: number | null }> {
  const items: InscriptionItem[] = []
  let last = after
  for (let pages = 0; pages < AT_ONCE_MOST && items.length < PAGE; pages += 1) {
    const query = last === null ? {} : { offset: last }
    const page = await remote.call('collections.items', { params: { hash }, query })
    const behind = last ?? -1
    const fresh = page.filter(({ sequence }) => sequence > behind)
    const end = fresh.at(-1)?.sequence
    if (end === undefined) return { items, last: null }
    items.push(...fresh)
    last = end
  }
  return { items, last }
}

/** Collections and collectibles: what there is, what it holds, and everything that can be done with it. */
export function collectibleCalls(runtimes: Runtimes<PaymentsDesk>, deps: ContentDeps): CallsOf<'collectibles'> {
  const context: Context = { runtimes, contents: openContents(deps) }
  const { contents } = context
  return {
    async 'collectibles.list'({ account, holder, hidden }) {
      const runtime = runtimes.any(account)
      const wanted = holder === null ? null : runtime.holder(holder).id
      const owners = ownersOf(runtime).filter((owned) => wanted === null || owned.holder.id === wanted)
      const sight = sightOf(runtime, contents)
      const view = galleryView(sight, owners, hidden)
      if (view.unknown > 0) {
        const strangers = view.items.filter(({ collectionName: name }) => name === '').map((each) => each.inscription)
        // The list is shown as it is; when more is known the window hears of it and asks again.
        meetItems(runtime, strangers)
      }
      return view
    },

    async 'collectibles.item'({ account, inscription }) {
      const runtime = runtimes.any(account)
      const { item, collection } = await itemOf(runtime, inscription)
      if (collection !== undefined) await tokenOf(runtime, collection.kernel_asset_id).catch(() => undefined)
      return detailOf(item, collection, sightOf(runtime, contents))
    },

    async 'collectibles.collection'({ account, collection }) {
      const runtime = runtimes.any(account)
      const found = await collectionOf(runtime, collection)
      await tokenOf(runtime, found.kernel_asset_id).catch(() => undefined)
      return collectionView(found, sightOf(runtime, contents))
    },

    async 'collectibles.items'({ account, collection, after }) {
      const runtime = runtimes.any(account)
      const { items, last } = await itemsBehind(runtime, collection, after)
      runtime.store.cache.inscriptions.putItems(items)
      return { items: collectionItems(items, sightOf(runtime, contents)), after: last }
    },

    async 'collectibles.content'({ account, of, hash }) {
      const runtime = runtimes.any(account)
      const address =
        of === 'icon' ? (await collectionOf(runtime, hash)).icon_url : (await knownItem(runtime, hash)).content_url
      const read = await contents.read(address)
      if (!read.ok) return { kind: 'missing', reason: read.reason }
      const { kind, mediaType } = sniff(read.bytes)
      return { kind, mediaType, bytes: read.bytes.length, base64: Buffer.from(read.bytes).toString('base64') }
    },

    async 'collectibles.proof'({ account, hash }) {
      const runtime = runtimes.any(account)
      const { content_url: address } = await knownItem(runtime, hash)
      return { content: await contentProof(runtime, hash, await contents.read(address)) }
    },

    async 'collectibles.hide'({ account, inscriptions, hidden }) {
      knownTo(runtimes.any(account)).hide(inscriptions, hidden)
      return null
    },

    'collectibles.transfer': (input) => transfer(context, input),
    'collectibles.release': (input) => release(context, input),
    'collectibles.occupy': (input) => occupy(context, input),
    'collectibles.previewInscription': async (input) => (await inscriptionOf(context, input)).preview,
    'collectibles.inscribe': (input) => inscribe(context, input),
    'collectibles.previewCollection': async (input) => (await deploymentOf(context, input)).preview,
    'collectibles.deploy': (input) => deploy(context, input),
  }
}

const knownItem = async (runtime: PaymentsDesk, hash: Hash) =>
  knownTo(runtime).item(hash) ?? (await itemOf(runtime, hash)).item
