import type { Abort, Clock, Random } from '#contract/domain'
import { failure } from '#contract/errors'
import { type EndpointAnswer, type EndpointInput, encodeInput, endpointOf } from '#contract/http'
import { isAbout } from './asked.ts'
import { refuseRedirect, startDeadline } from './deadline.ts'
import { needSecure } from './line.ts'
import { answerIn, parseEnvelope, readBody } from './response.ts'

/** What a node of the kernel is asked for; nothing is sent to the network through one. */
type NodeCall = 'kernel.info' | 'kernel.transaction' | 'kernel.output'

export interface NodeDeps {
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly random: Random
}

/** A node is a second opinion, for which nobody waits long. */
const DEADLINE_MS = 15_000

/**
 * Asks a node of the kernel itself, once, without a token or anything else that says who asks. Throws `remote.*`; an answer about another thing than
 * was asked for is `remote.malformed`.
 */
export async function askNode<Name extends NodeCall>(
  { fetch, clock, random }: NodeDeps,
  address: string,
  name: Name,
  input: EndpointInput<Name>,
  signal?: Abort,
): Promise<EndpointAnswer<Name>> {
  needSecure(address)
  const endpoint = endpointOf(name)
  const id = Buffer.from(random(16)).toString('hex')
  const body = JSON.stringify({ id, ...(encodeInput(endpoint, input).body as object) }) // every row of the kernel has one
  const deadline = startDeadline(clock, DEADLINE_MS, signal)
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      redirect: 'manual',
      signal: deadline.signal,
      body,
    })
    deadline.headersArrived()
    refuseRedirect(response)
    const bytes = await readBody(response, endpoint)
    const isEmpty = bytes.length === 0
    const envelope = parseEnvelope(bytes, response.status)
    if (envelope.id !== undefined && envelope.id !== id) throw failure('remote.malformed', 'answer to another question')
    const answer = answerIn<Name>(endpoint, envelope, { status: response.status, isEmpty })
    if (!isAbout(name, input, answer)) throw failure('remote.malformed', 'another thing was answered')
    return answer
  } catch (error) {
    throw deadline.ended(error)
  } finally {
    deadline.clear()
  }
}
