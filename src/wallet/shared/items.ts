import type { Collection, Hash, InscriptionItem } from '#contract/domain'
import type { CallOptions } from '#remote'
import type { Desk } from './desk.ts'
import { inParallel } from './parallel.ts'

/* Records of items and collections: the service's, kept in the cache and asked for when they are missing. */

/** Asked for in one go; whoever shows a list is told when they are there and asks again. */
const MEET_AT_ONCE = 60
const SIDE_BY_SIDE = 6

type Reads = Pick<Desk, 'remote' | 'store'>

/** What reads records that are not here yet. */
export function itemReader({ remote, store }: Reads, line: CallOptions = {}) {
  const { inscriptions } = store.cache

  async function readItem(hash: Hash): Promise<InscriptionItem | undefined> {
    const [item] = await remote.call('items.read', { params: { hash } }, line)
    // Only what answers the question is kept: a record of another item would stand for this one.
    if (item === undefined || item.inscription_hash !== hash) return undefined
    inscriptions.putItems([item])
    return item
  }

  async function readCollection(hash: Hash): Promise<Collection | undefined> {
    const [collection] = await remote.call('collections.read', { params: { hash } }, line)
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
  }
}

/** Reads what is not known yet of items that a screen shows, which is drawn anew once it is there. */
export function meetItems(desk: Reads, hashes: readonly Hash[]): void {
  // Closing the account in between ends the reading of its cache.
  void itemReader(desk)
    .fetchMissingItems(hashes)
    .catch(() => undefined)
}
