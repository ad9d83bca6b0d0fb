import type { AssetId, Collection, Hash, Holder, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Payee } from '#contract/ipc'
import { encodeInscription, XIN_ASSET_ID } from '#protocol'
import { readyToSend } from '../payments/calls.ts'
import type { PaymentsDesk } from '../payments/desk.ts'
import { findInscribed, halfOf, type InscribedOutput } from '../payments/inscribed.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import { type ContentDeps, openContents } from './content.ts'
import { countItems, type Draft, draftCollection, draftInscription, readValidation } from './drafting.ts'
import { itemName, knownTo } from './known.ts'
import { sniff } from './sniff.ts'
import { collectionItems, collectionView, detailOf, galleryView, ownersOf, sightOf, unitOf } from './views.ts'

const PAGE = 100

/** Collections and collectibles: what there is, what it holds, and everything that can be done with it. */
export function collectibleCalls(runtimes: Runtimes<PaymentsDesk>, deps: ContentDeps): CallsOf<'collectibles'> {
  const contents = openContents(deps)

  /** An item as the service describes it now; as it was known, when the service cannot be asked. */
  async function itemOf(runtime: PaymentsDesk, hash: Hash) {
    const known = knownTo(runtime)
    const item = await known.readItem(hash).catch((error: unknown) => {
      if (codeOf(error) === 'remote.not_found' || known.item(hash) === undefined) throw error
      return known.item(hash)
    })
    if (item === undefined) throw failure('remote.malformed', 'an item has another hash than was asked for')
    const collection =
      known.collection(item.collection_hash) ??
      (await known.readCollection(item.collection_hash).catch(() => undefined))
    return { item, collection }
  }

  async function collectionOf(runtime: PaymentsDesk, hash: Hash): Promise<Collection> {
    const known = knownTo(runtime)
    const found = known.collection(hash) ?? (await known.readCollection(hash))
    if (found === undefined) throw failure('remote.malformed', 'a collection has another hash than was asked for')
    return found
  }

  /** The asset of a collection's token, read if nobody has named it yet. */
  async function tokenOf(runtime: PaymentsDesk, kernel: Hash | null): Promise<AssetId> {
    const found = kernel === null ? undefined : runtime.book.assetOfKernel(kernel)
    if (found !== undefined) return found.assetId
    if (kernel === null) throw failure('remote.malformed', 'a collection has no token')
    const asset = await runtime.remote.call('assets.read', { params: { id: kernel } })
    if (asset.kernel_asset_id !== kernel) throw failure('remote.malformed', 'another asset was answered')
    runtime.store.cache.assets.put([asset])
    return asset.asset_id
  }

  function inscribedOf(runtime: PaymentsDesk, holder: Holder, inscription: Hash): InscribedOutput {
    const found = findInscribed(runtime.store.cache.outputs, holder, inscription)
    if (found === undefined) throw failure('wallet.collectible_gone', 'nothing that carries the item can be spent')
    return found
  }

  /** The asset behind an item in hand, and what the item is called. */
  async function factsOf(runtime: PaymentsDesk, inscribed: InscribedOutput) {
    const { held, inscription } = inscribed
    const assetId = await tokenOf(runtime, held.kernel_asset_id ?? held.asset)
    const { item, collection } = await itemOf(runtime, inscription)
    return { assetId, name: itemName(inscription, item, collection) }
  }

  const ownPayee = ({ members, threshold }: Holder, account: UserId): Payee =>
    members.length === 1 ? { kind: 'user', userId: account } : { kind: 'group', members: [...members], threshold }

  const peopleOf = (payee: Payee): UserId[] =>
    payee.kind === 'user' ? [payee.userId] : payee.kind === 'group' ? payee.members : []

  async function draftInto(input: Parameters<CallsOf<'collectibles'>['collectibles.inscribe']>[0]): Promise<Draft> {
    const runtime = runtimes.ready(input.account)
    const collection = await collectionOf(runtime, input.collection)
    await fetchMissingUsers(runtime, peopleOf(input.recipient))
    const inscribed = await countItems(collection, runtime)
    const validation = await readValidation(input.collection, contents)
    return draftInscription(input, { collection, inscribed, validation }, runtime)
  }

  async function draftNew(input: Parameters<CallsOf<'collectibles'>['collectibles.deploy']>[0]): Promise<Draft> {
    const runtime = runtimes.ready(input.account)
    if (input.treasury !== null) await fetchMissingUsers(runtime, peopleOf(input.treasury.recipient))
    return draftCollection(input, runtime)
  }

  function refuseUnready({ preview, extra }: Draft): string {
    if (extra !== null) return extra
    const reason = preview.checks.find(({ result }) => result === 'stop')?.text ?? 'it breaks a rule'
    throw failure('wallet.inscription_refused', 'a check forbids it', {
      details: { reason: reason.replace(/\.$/, '') },
    })
  }

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
          .then((fresh) => {
            if (fresh) runtime.announce(['collectibles'])
          })
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
      const ours = page.filter((item) => item.collection_hash === collection && item.sequence > (after ?? -1))
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
        of === 'icon'
          ? (await collectionOf(runtime, hash)).icon_url
          : (knownTo(runtime).item(hash) ?? (await itemOf(runtime, hash)).item).content_url
      const read = await contents.read(address)
      if (!read.ok) return { kind: 'missing', reason: read.reason }
      const { kind, mediaType } = sniff(read.bytes)
      return { kind, mediaType, bytes: read.bytes.length, base64: Buffer.from(read.bytes).toString('base64') }
    },

    async 'collectibles.hide'({ account, inscriptions, hidden }) {
      const runtime = runtimes.any(account)
      knownTo(runtime).hide(inscriptions, hidden)
      runtime.announce(['collectibles'])
      return null
    },

    async 'collectibles.transfer'({ account, holder, inscription, payee }) {
      const runtime = runtimes.ready(account)
      await readyToSend(runtime)
      if (payee.kind === 'chain') throw failure('input.payee', 'an item cannot leave for another chain')
      await fetchMissingUsers(runtime, peopleOf(payee))
      const owner = runtime.holder(holder)
      const inscribed = inscribedOf(runtime, owner, inscription)
      const { assetId, name } = await factsOf(runtime, inscribed)
      return runtime.machine.prepareAct({
        ...{ holder: owner, assetId, rows: [{ payee, amount: inscribed.held.amount }] },
        act: { kind: 'transfer', item: inscription, spends: inscribed.inscribedId, name },
      })
    },

    async 'collectibles.release'({ account, holder, inscription }) {
      const runtime = runtimes.ready(account)
      await readyToSend(runtime)
      const owner = runtime.holder(holder)
      const inscribed = inscribedOf(runtime, owner, inscription)
      const half = halfOf(inscribed)
      if (half === 0n) throw failure('wallet.collectible_gone', 'the smallest amount cannot be split')
      const { assetId, name } = await factsOf(runtime, inscribed)
      return runtime.machine.prepareAct({
        ...{ holder: owner, assetId, rows: [{ payee: ownPayee(owner, account), amount: half }] },
        act: { kind: 'release', item: inscription, spends: inscribed.inscribedId, name },
      })
    },

    async 'collectibles.occupy'({ account, holder, inscription }) {
      const runtime = runtimes.ready(account)
      await readyToSend(runtime)
      const owner = runtime.holder(holder)
      // Asked now: a moment later somebody may be quicker, but not a moment ago.
      const item = await knownTo(runtime).readItem(inscription)
      if (item === undefined || item.occupied_at !== null) {
        throw failure('wallet.collectible_gone', 'the item is occupied')
      }
      const collection = await collectionOf(runtime, item.collection_hash)
      const assetId = await tokenOf(runtime, collection.kernel_asset_id)
      return runtime.machine.prepareAct({
        ...{ holder: owner, assetId, rows: [{ payee: ownPayee(owner, account), amount: unitOf(collection) }] },
        memoHex: encodeInscription({ operation: 'occupy', sequence: item.sequence }),
        references: [inscription],
        act: { kind: 'occupy', item: inscription, name: itemName(inscription, item, collection) },
      })
    },

    async 'collectibles.previewInscription'(input) {
      return (await draftInto(input)).preview
    },

    async 'collectibles.inscribe'(input) {
      const runtime = runtimes.ready(input.account)
      await readyToSend(runtime)
      const draft = await draftInto(input)
      const content = refuseUnready(draft)
      return runtime.machine.prepareAct({
        ...{ holder: runtime.self, assetId: XIN_ASSET_ID as AssetId, rows: [], content }, // a constant of the network
        references: [input.collection],
        act: { kind: 'inscribe', collection: input.collection, name: draft.name },
      })
    },

    async 'collectibles.previewCollection'(input) {
      return (await draftNew(input)).preview
    },

    async 'collectibles.deploy'(input) {
      const runtime = runtimes.ready(input.account)
      await readyToSend(runtime)
      const draft = await draftNew(input)
      const content = refuseUnready(draft)
      return runtime.machine.prepareAct({
        ...{ holder: runtime.self, assetId: XIN_ASSET_ID as AssetId, rows: [], content }, // a constant of the network
        act: { kind: 'deploy', name: draft.name },
      })
    },
  }
}
