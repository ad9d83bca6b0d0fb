import type { Collection, Hash, InscriptionItem, UserId } from '#contract/domain'
import type { PartyView } from '#contract/ipc'
import { hash } from '#contract/wire'
import { decodeMixAddress, hashMembers } from '#protocol'
import type { PaymentsDesk } from '../payments/desk.ts'
import { inParallel } from '../shared/parallel.ts'
import { storedList } from '../shared/stored-list.ts'

/*
 * What is known of items and collections: records of the service, kept in the cache and asked for when they are missing.
 */

/** Asked for in one go; whoever shows a list is told when they are there and asks again. */
const MEET_AT_ONCE = 60
const SIDE_BY_SIDE = 6
const HIDDEN = 'collectibles.hidden'

/** Whom a group address stands for, as far as anybody here knows. */
export function partyAt(address: string, runtime: PaymentsDesk): PartyView {
  try {
    const { kind, members, threshold } = decodeMixAddress(address)
    if (kind === 'xin') return { kind: 'kernel', address, members: members.length, threshold }
    const ids = [...(members as UserId[])].sort() // the decoder gives uuids
    const [only] = ids
    if (only === runtime.account && ids.length === 1) return { kind: 'self' }
    if (only !== undefined && ids.length === 1) return { kind: 'user', user: runtime.directory.user(only) }
    const hash = hashMembers(ids) as Hash // a formula over ids
    return runtime.directory.group(ids, threshold, hash)
  } catch {
    return { kind: 'unknown' }
  }
}

export type Known = ReturnType<typeof knownTo>

/** Records of one account's cache, and how to get those that are missing. */
export function knownTo(runtime: PaymentsDesk) {
  const { inscriptions } = runtime.store.cache

  async function readItem(hash: Hash): Promise<InscriptionItem | undefined> {
    const [item] = await runtime.remote.call('items.read', { params: { hash } })
    // Only what answers the question is kept: a record of another item would stand for this one.
    if (item === undefined || item.inscription_hash !== hash) return undefined
    inscriptions.putItems([item])
    return item
  }

  async function readCollection(hash: Hash): Promise<Collection | undefined> {
    const [collection] = await runtime.remote.call('collections.read', { params: { hash } })
    if (collection === undefined || collection.collection_hash !== hash) return undefined
    inscriptions.putCollections([collection])
    return collection
  }

  /** What cannot be read now is asked for again with the next list; the client has logged why. */
  const quietly = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      (record) => record !== undefined,
      () => false,
    )

  return {
    item: inscriptions.item,
    collection: inscriptions.collection,
    readItem,
    readCollection,

    /** Reads some of those that nobody described yet. Answers whether anything is new. */
    async fetchMissingItems(hashes: readonly Hash[]): Promise<boolean> {
      let fresh = false
      const strangers = hashes.filter((hash) => inscriptions.item(hash) === undefined).slice(0, MEET_AT_ONCE)
      await inParallel(strangers, SIDE_BY_SIDE, async (hash) => {
        if (await quietly(readItem(hash))) fresh = true
      })
      const collections = new Set(hashes.flatMap((hash) => inscriptions.item(hash)?.collection_hash ?? []))
      const unnamed = [...collections].filter((hash) => inscriptions.collection(hash) === undefined)
      await inParallel(unnamed, SIDE_BY_SIDE, async (hash) => {
        if (await quietly(readCollection(hash))) fresh = true
      })
      return fresh
    },

    hidden(): Set<Hash> {
      return new Set(storedList(runtime.store.intents.settings, HIDDEN, hash).read())
    },

    hide(hashes: readonly Hash[], hidden: boolean): void {
      const all = this.hidden()
      for (const each of hashes) {
        if (hidden) all.add(each)
        else all.delete(each)
      }
      storedList(runtime.store.intents.settings, HIDDEN, hash).write([...all].sort())
    },
  }
}
