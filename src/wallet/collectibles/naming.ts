import type { Hash, Holder, HolderId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { createPauses } from '../payments/pauses.ts'
import type { Desk } from '../shared/desk.ts'
import { itemReader } from '../shared/items.ts'

/*
 * Reads what items are called that came or went, beside everything else, so that lists call them by their names before anybody has opened one. Nothing
 * waits for it, and what the service does not answer keeps it from nothing.
 */

/** Carriers that are looked through of a holder in a round, records that are read in one, and items that wait for theirs. */
const [LOOKED_AT, READ, WAITING_MOST] = [100, 4, 500]
/** What is answered with nothing so often is left until the wallet is opened again, or somebody opens the item. */
const TRIES = 6
/** The loop comes back by itself. */
const LINE_TRIES = 1

type Parts = Pick<Desk, 'self' | 'store' | 'remote' | 'log'>

/** How far the carriers of a holder are gone through, newest first. */
interface Walk {
  readonly before: number | undefined
  readonly newest: number
}

export function createNaming(desk: Parts) {
  const { outputs, inscriptions } = desk.store.cache
  const stopped = new AbortController()
  const { readItem, readCollection } = itemReader(desk, { signal: stopped.signal, tries: LINE_TRIES })
  /** Of one record, and of all of them where the service gives none. */
  const [pauses, allPaused] = [createPauses<Hash>(), createPauses<'all'>()]
  const tries = new Map<Hash, number>()
  const waiting = new Set<Hash>()
  const walks = new Map<HolderId, Walk>()
  const through = new Map<HolderId, number>()
  let [seen, working] = [-1, undefined as Promise<void> | undefined]

  /** The record that is missing next before an item has its name: its own, or its collection's. */
  function missing(item: Hash): Hash | undefined {
    const collection = inscriptions.item(item)?.collection_hash
    if (collection === undefined) return item
    return inscriptions.collection(collection) === undefined ? collection : undefined
  }

  function lookAt({ id }: Holder): void {
    const walk = walks.get(id)
    const upTo = through.get(id) ?? -1
    const page = outputs.inscribed({ holder: id, isSpentToo: true, before: walk?.before, limit: LOOKED_AT })
    for (const { sequence, inscription_hash: item } of page)
      if (sequence > upTo && item !== null && missing(item) !== undefined) waiting.add(item)
    const newest = walk?.newest ?? page[0]?.sequence ?? upTo
    const last = page.at(-1)?.sequence ?? upTo
    if (page.length === LOOKED_AT && last > upTo) walks.set(id, { before: last, newest })
    else {
      walks.delete(id)
      through.set(id, newest)
    }
  }

  function look(): void {
    const holders = [desk.self, ...desk.store.intents.groups.list()]
    const version = outputs.version()
    const isNew = version !== seen
    for (const holder of holders) if (isNew || walks.has(holder.id) || !through.has(holder.id)) lookAt(holder)
    seen = version
  }

  /** Records to ask for now. Items that have their names wait no longer, nor do those of which a record was asked for in vain. */
  function due(): Hash[] {
    const wanted = new Set<Hash>()
    for (const item of waiting) {
      const record = missing(item)
      if (record === undefined || (tries.get(record) ?? 0) >= TRIES) waiting.delete(item)
      else wanted.add(record)
    }
    return [...wanted].filter(pauses.due).slice(0, READ)
  }

  /** Answers whether the service may be asked for the next one. */
  async function read(record: Hash): Promise<boolean> {
    try {
      const isCollection = !waiting.has(record) || inscriptions.item(record) !== undefined
      const found = await (isCollection ? readCollection(record) : readItem(record))
      if (found === undefined) failed(record)
      else pauses.end(record)
      return true
    } catch (error) {
      const code = codeOf(error)
      if (stopped.signal.aborted) return false
      desk.log('info', 'sync.item_unread', { code })
      failed(record)
      return code === 'remote.not_found' || code === 'remote.malformed'
    }
  }

  function failed(record: Hash): void {
    tries.set(record, (tries.get(record) ?? 0) + 1)
    pauses.begin(record)
  }

  async function work(records: readonly Hash[]): Promise<void> {
    for (const record of records) if (!(await read(record))) return allPaused.begin('all')
    allPaused.end('all')
  }

  return {
    /** After each round of sync; returns at once and works beside it. */
    round(): void {
      if (stopped.signal.aborted || working !== undefined) return
      if (waiting.size < WAITING_MOST) look()
      if (waiting.size === 0 || !allPaused.due('all')) return
      const records = due()
      if (records.length === 0) return
      working = work(records).finally(() => {
        working = undefined
      })
    },
    async stop(): Promise<void> {
      stopped.abort()
      await working
    },
  }
}
