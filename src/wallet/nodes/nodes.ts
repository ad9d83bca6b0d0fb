import { z } from 'zod'
import type { Hash, Nanos, Output } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { NodesView, NodeWord, Opinion } from '#contract/ipc'
import { hash as hashText } from '#contract/wire'
import { askNode } from '#remote'
import { storedObject, storedTime } from '#store'
import type { WalletDeps } from '../shared/deps.ts'
import type { Desk } from '../shared/desk.ts'
import { inParallel } from '../shared/parallel.ts'
import { storedList } from '../shared/stored-list.ts'
import { earlier } from '../shared/time-behind.ts'
import { hear, type Node } from './judge.ts'

/*
 * A second opinion: what nodes of the kernel say of a transaction, which so far is the word of one service. It is told beside that word and decides nothing,
 * but for bytes that prove a coin to be another than the service says: that coin is frozen, which its owner can undo.
 */

/** A transaction as a whole, or the coin at that place of it. */
export interface Place {
  readonly hash: Hash
  readonly index: number | null
}

/** What a node said, and when it was asked first; absent in files from before that was kept. */
export type KeptWord = NodeWord & { readonly first?: Nanos }

export interface KeptOpinion extends Place {
  readonly nodes: readonly KeptWord[]
}

export interface Nodes {
  /** Which are asked; none means that nobody is. */
  kept(): NodesView
  opinion(place: Place): Opinion | null
  /** All that is kept, newest first. */
  opinions(): readonly KeptOpinion[]
  /** Of which a node that is asked still says otherwise than the service; a coin that is gone since is none. */
  contradicted(): Place[]
  /**
   * Asks every node, and keeps what they say; whoever asks the same meanwhile gets the same answer. `since`: when the service says that it came to be
   * there; a later word than one of before, or than when nodes were asked first, is none. Null where nobody is asked, or the coin is not here. Never
   * throws for what nodes do.
   */
  ask(place: Place, since: Nanos): Promise<Opinion | null>
  /** What is being asked comes to nothing. */
  stop(): void
}

/** A node that is a little behind is no contradiction. */
export const FAIR: bigint = 300_000_000_000n
/** Transactions of which it is kept what nodes said: the newest, but that one says otherwise is not pushed out by what came later. */
const KEPT_MOST = 200
/** A node that gives what is no answer contradicts nobody. */
const OTHERWISE: ReadonlySet<NodeWord['says']> = new Set<NodeWord['says']>(['differs', 'spent', 'absent'])

/** How the store has it that bytes proved a coin to be another. */
export const NODES_DIFFER = 'Its transaction says something else'

const SAYS = ['same', 'spent', 'waiting', 'absent', 'differs', 'false', 'silent'] as const satisfies NodeWord['says'][]
const storedWord = storedObject({
  node: z.string(),
  says: z.enum(SAYS),
  at: storedTime,
  unheard: z.boolean(),
  first: storedTime.exactOptional(),
})
const storedOpinion = storedObject({
  hash: hashText,
  index: z.number().int().nullable(),
  nodes: z.array(storedWord),
  /** Since when they should have it; absent in files from before that was kept. */
  since: storedTime.exactOptional(),
})

type Parts = Pick<Desk, 'store' | 'clock' | 'random' | 'log'>

export function createNodes(desk: Parts, { fetch }: Pick<WalletDeps, 'fetch'>, kept: () => NodesView): Nodes {
  const { cache, intents } = desk.store
  const stopped = new AbortController()
  const list = storedList(intents.settings, 'nodes.opinions', storedOpinion)
  /** One that ends late must not put an older word in the place of a newer one. */
  const underWay = new Map<string, Promise<Opinion | null>>()
  const isAt =
    ({ hash, index }: Place) =>
    (other: Place): boolean =>
      other.hash === hash && other.index === index

  const keptOf = (place: Place) => list.read().find(isAt(place))

  function opinion(place: Place): Opinion | null {
    const found = keptOf(place)
    return found === undefined ? null : { nodes: found.nodes }
  }

  function nodeAt(address: string): Node {
    const parts = { ...desk, fetch }
    return {
      transaction: (hash) =>
        askNode(
          parts,
          address,
          'kernel.transaction',
          { body: { method: 'gettransaction', params: [hash] } },
          stopped.signal,
        ),
      output: (hash, index) =>
        askNode(
          parts,
          address,
          'kernel.output',
          { body: { method: 'getutxo', params: [hash, index] } },
          stopped.signal,
        ),
    }
  }

  async function word(address: string, place: Place, coin: Output | null, since: Nanos): Promise<KeptWord> {
    const at = desk.clock.now()
    const before = keptOf(place)?.nodes.find(({ node }) => node === address)
    const first = earlier(before?.first ?? before?.at ?? at, at)
    try {
      const says = await hear(nodeAt(address), { hash: place.hash, coin, isOld: at - since >= FAIR })
      return { node: address, says, at, unheard: false, first }
    } catch (error) {
      desk.log('info', 'remote.node_silent', { code: codeOf(error) })
      // What it said before is no less true because it cannot be reached now.
      return before === undefined || before.says === 'silent'
        ? { node: address, says: 'silent', at, unheard: true, first }
        : { ...before, unheard: true, first }
    }
  }

  const isThere = (hash: Hash, index: number): boolean => cache.outputs.byTransaction(hash, index)?.state === 'unspent'

  const isContrary = ({ hash, index, nodes }: KeptOpinion): boolean =>
    nodes.some(({ says }) => OTHERWISE.has(says)) && (index === null || isThere(hash, index))

  function keep(place: Place, nodes: readonly KeptWord[], since: Nanos): void {
    const others = list.read().filter((other) => !isAt(place)(other))
    while (others.length >= KEPT_MOST)
      others.splice(
        others.findLastIndex((other) => !isContrary(other)),
        1,
      )
    list.write([{ ...place, nodes, since }, ...others])
  }

  async function askAll(nodes: readonly string[], place: Place, told: Nanos): Promise<Opinion | null> {
    const coin = place.index === null ? null : (cache.outputs.byTransaction(place.hash, place.index) ?? undefined)
    if (nodes.length === 0 || coin === undefined) return null
    const now = desk.clock.now()
    const since = earlier(earlier(told, now), keptOf(place)?.since ?? now)
    const words = await inParallel(nodes, nodes.length, (address) => word(address, place, coin, since))
    if (stopped.signal.aborted) return null
    const isNews = !(opinion(place)?.nodes.some(({ says }) => says === 'differs') ?? false)
    keep(place, words, since)
    if (coin !== null && isNews && words.some(({ says }) => says === 'differs')) freeze(coin)
    return { nodes: words }
  }

  return {
    kept,
    opinion,
    opinions: list.read,
    contradicted() {
      const asked = kept().nodes
      if (asked.length === 0) return []
      const isOtherwise = ({ node, says }: NodeWord): boolean => asked.includes(node) && OTHERWISE.has(says)
      return list
        .read()
        .filter(({ hash, index, nodes }) => nodes.some(isOtherwise) && (index === null || isThere(hash, index)))
    },
    ask(place, since) {
      const { nodes } = kept()
      const key = JSON.stringify([place.hash, place.index, nodes])
      const before = underWay.get(key)
      if (before !== undefined) return before
      const asking = askAll(nodes, place, since).finally(() => underWay.delete(key))
      underWay.set(key, asking)
      return asking
    },
    stop: () => stopped.abort(),
  }

  /** So that no payment chooses it by itself. Whoever frees it again is not overruled. */
  function freeze({ output_id: id, state }: Output): void {
    if (state === 'unspent' && intents.freezes.get(id) === undefined) intents.freezes.set(id, NODES_DIFFER)
  }
}
