import type { NetworkProfile } from '#contract/domain'
import { type CofferError, codeOf, failure } from '#contract/errors'
import type { NodesView } from '#contract/ipc'
import { askNode, type NodeDeps } from '#remote'
import type { ProfileStore } from '#store'
import { type Said, said } from '#words/facts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { actReview } from '../shared/consent.ts'
import type { Desk } from '../shared/desk.ts'
import { spokenFiat } from '../shared/fiat.ts'
import { keepNodes, nodeAddresses, readNodes, refusedNode } from './kept.ts'
import type { Nodes, Place } from './nodes.ts'

/** An account of whose money nodes can be asked. */
export interface NodesDesk extends Desk {
  readonly nodes: Nodes
}

interface NodeParts extends NodeDeps {
  readonly network: Pick<NetworkProfile, 'networkId'>
  readonly profile: { readonly settings: ProfileStore['settings'] }
}

/** Throws `input.node` for one that does not answer as a node does, or is of another network. */
async function needNode(parts: Omit<NodeParts, 'profile'>, address: string): Promise<void> {
  const body = { method: 'getinfo' as const, params: [] as [] }
  const info = await askNode(parts, address, 'kernel.info', { body }).catch((error: unknown) => {
    throw codeOf(error) === 'internal' ? error : refusedNode('silent', address, error)
  })
  if (info.network !== parts.network.networkId) throw refusedNode('network', address)
}

export async function standingOf(
  parts: Omit<NodeParts, 'profile'>,
  address: string,
): Promise<'ours' | 'network' | 'silent'> {
  try {
    await needNode(parts, address)
    return 'ours'
  } catch (error) {
    if (codeOf(error) !== 'input.node') throw error
    return (error as CofferError).details['reason'] === 'network' ? 'network' : 'silent' // as it was just made
  }
}

/** What it means, in sentences for whoever agrees to it. */
function linesOf({ nodes, from }: NodesView): Said[] {
  if (nodes.length === 0) return [said('check.nodes.none')]
  return [
    ...nodes.map((address) => said('check.nodes.asked', { address })),
    ...(from === null ? [] : [said('check.nodes.from', { limit: spokenFiat(from.limit / CENT, from.currency) })]),
    said('check.nodes.see'),
  ]
}

/** Hundredths of a currency in an amount. */
const CENT = 1_000_000n

export function nodeCalls(runtimes: Runtimes<NodesDesk>, parts: NodeParts): CallsOf<'nodes'> {
  const { settings } = parts.profile
  return {
    'nodes.read': async () => readNodes(settings),

    async 'nodes.set'({ nodes: typed, from, passphrase }) {
      const wish = { nodes: nodeAddresses(typed), from }
      return {
        passphrase,
        shown: actReview('line', JSON.stringify(['nodes', wish.nodes]), {
          ...{ title: said('title.nodes'), lines: linesOf(wish), verb: said('title.nodes-use') },
        }),
        async act() {
          const known = readNodes(settings).nodes
          for (const address of wish.nodes) if (!known.includes(address)) await needNode(parts, address)
          keepNodes(settings, wish)
          return readNodes(settings)
        },
      }
    },

    'nodes.test': async () =>
      Promise.all(readNodes(settings).nodes.map(async (node) => ({ node, is: await standingOf(parts, node) }))),

    'nodes.opinion': async ({ account, hash, index }) => runtimes.any(account).nodes.opinion({ hash, index }),

    async 'nodes.ask'({ account, hash, index }) {
      const runtime = runtimes.any(account)
      return runtime.nodes.ask({ hash, index }, sinceOf(runtime, { hash, index }))
    },
  }
}

/** Since when the service says that it is there. Throws `input.invalid` for what is nothing of this account's. */
function sinceOf({ store: { cache, intents }, clock }: NodesDesk, { hash, index }: Place) {
  const coin = index === null ? undefined : cache.outputs.byTransaction(hash, index)
  const own = intents.payments.byTransaction(hash)?.transactions.find((each) => each.hash === hash)
  if (coin !== undefined) return coin.created_at
  if (index !== null || own === undefined)
    throw failure('input.invalid', 'nothing of this account', { details: { field: 'hash' } })
  return own.finalAt ?? clock.now()
}
