import { z } from 'zod'
import { codeOf, failure } from '#contract/errors'
import { NODES_MOST, type NodesView, nodesFrom } from '#contract/ipc'
import { formatAmount } from '#protocol'
import { cleanText } from '#protocol/text'
import { needSecure } from '#remote'
import { type ProfileStore, readStored, storedObject } from '#store'

/* Which nodes are asked: a choice of whoever sits at this computer, for all accounts of the network. None until somebody names some. */

type Settings = Pick<ProfileStore['settings'], 'get' | 'set'>

const KEY = 'nodes'
const kept = storedObject({ nodes: z.array(z.string()), from: nodesFrom.nullable() })

export const refusedNode = (reason: 'form' | 'line' | 'twice' | 'network' | 'silent', node: string, cause?: unknown) =>
  failure('input.node', reason, { details: { reason, node: cleanText(node, 100) }, cause })

/** A node answers at the root of its address, and nothing else is told to it. Throws `input.node`. */
function nodeAddress(text: string): string {
  const typed = text.trim()
  const whole = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(whole)) throw refusedNode('form', typed)
  const url = new URL(whole)
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username + url.password === ''
  if (!isBare || !/^https?:$/.test(url.protocol)) throw refusedNode('form', typed)
  try {
    needSecure(url.href)
  } catch (error) {
    throw codeOf(error) === 'remote.insecure' ? refusedNode('line', typed) : error
  }
  return url.origin
}

/** Throws `input.node` for what is no address, and for one that is named twice. */
export function nodeAddresses(texts: readonly string[]): string[] {
  const nodes = texts.map(nodeAddress)
  const twice = nodes.find((node, at) => nodes.indexOf(node) < at)
  if (twice !== undefined) throw refusedNode('twice', twice)
  return nodes
}

/** What cannot be read is not asked. */
export function readNodes(settings: Settings): NodesView {
  const { nodes, from } = readStored(kept, settings.get(KEY) ?? null) ?? { nodes: [], from: null }
  return { nodes: nodes.filter(isAddress).slice(0, NODES_MOST), from }
}

export function keepNodes(settings: Settings, { nodes, from }: NodesView): void {
  settings.set(KEY, { nodes, from: from === null ? null : { ...from, limit: formatAmount(from.limit) } })
}

function isAddress(text: string): boolean {
  try {
    return nodeAddress(text) === text
  } catch {
    return false
  }
}
