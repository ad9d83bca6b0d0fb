import type { Hash } from '#contract/domain'
import type { PaymentsDesk } from '../payments/desk.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { type Context, deploy, deploymentOf, inscribe, inscriptionOf, occupy, release, transfer } from './acts.ts'
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
        sight.known
          .fetchMissingItems(strangers)
          // Closing the account in between ends the reading of its cache.
          .catch(() => undefined)
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
