import { z } from 'zod'
import { amount, hash, shown, shownOf, time } from '../wire.ts'
import { account, consenting, type Method, method, nothing, passphrase } from './method.ts'

export const NODES_MOST = 3

/** `network`: it answers, and is of another one · `silent`: it does not answer as a node does. */
const NODE_IS = ['ours', 'network', 'silent'] as const

/**
 * `same`: its bytes are the transaction's, it is final, and the coin is as it is known here · `spent`: so far the same, and another transaction has taken the
 * coin · `waiting`: not final there, or not there and still new · `absent`: not there after a fair time, which a node that is behind says too · `differs`: the
 * bytes of that very transaction make another coin than the service says, which needs no trust in the node · `false`: what it gave is not that
 * transaction · `silent`: it never answered.
 */
const SAYS = ['same', 'spent', 'waiting', 'absent', 'differs', 'false', 'silent'] as const

const nodeWord = z.object({
  node: shown,
  says: z.enum(SAYS),
  at: time,
  /** It did not answer when it was asked last, so that this is what it said before. */
  unheard: z.boolean(),
})

/** What each node said of a transaction, or of a coin of it, when it was asked last. */
const opinion = z.object({ nodes: z.array(nodeWord) })

/** From which worth on what comes in is asked about by itself. */
export const nodesFrom = z.strictObject({ limit: amount, currency: z.string().regex(/^[A-Z]{3}$/) })

const nodesView = z.object({
  nodes: z.array(shown),
  from: nodesFrom.nullable(),
})

/** A transaction as a whole, or the coin at that place of it. */
const place = { hash, index: z.number().int().min(0).max(1024).nullable() } as const

/** Nodes of the kernel that are asked besides the service. */
export const nodeMethods = {
  'nodes.read': method(nothing, nodesView),
  /** Asks those that are new first: one that does not answer, or is of another network, is not kept. */
  'nodes.set': consenting(
    'keys',
    z.strictObject({
      nodes: z.array(shownOf(1, 200)).max(NODES_MOST),
      from: nodesFrom.nullable(),
      passphrase: passphrase.nullable(),
    }),
    nodesView,
  ),
  /** Asks those that are kept which network they are of. */
  'nodes.test': method(nothing, z.array(z.object({ node: shown, is: z.enum(NODE_IS) }))),
  /** What they said last; null where none was asked. */
  'nodes.opinion': method(z.strictObject({ ...account, ...place }), opinion.nullable()),
  /** Of a payment of this account's, or a coin that it has. */
  'nodes.ask': method(z.strictObject({ ...account, ...place }), opinion.nullable()),
} as const satisfies Readonly<Record<string, Method>>

export type NodeWord = z.output<typeof nodeWord>
export type NodesView = z.output<typeof nodesView>
export type Opinion = z.output<typeof opinion>
