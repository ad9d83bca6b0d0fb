import type { Hash, UserId } from '#contract/domain'
import type { PartyView } from '#contract/ipc'
import { hash } from '#contract/wire'
import { decodeMixAddress, hashMembers } from '#protocol'
import type { PaymentsDesk } from '../payments/desk.ts'
import { itemReader } from '../shared/items.ts'
import { storedList } from '../shared/stored-list.ts'

/*
 * What is known of items and collections: records of the service, kept in the cache and asked for when they are missing.
 */

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

  return {
    item: inscriptions.item,
    collection: inscriptions.collection,
    ...itemReader(runtime),

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
