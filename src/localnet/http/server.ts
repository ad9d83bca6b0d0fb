import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { codeOf } from '#contract/errors'
import {
  type Dialect,
  ENDPOINTS,
  type Endpoint,
  type EndpointName,
  endpointOf,
  firstFault,
  OAUTH_SOCKET,
} from '#contract/http'
import type { Caller, Handlers } from '../call.ts'
import { revocationOrder, revoke } from '../ledger/authorizations.ts'
import { codeOrder, makeCode } from '../ledger/codes.ts'
import { collectionOrder, deployCollection } from '../ledger/deploy.ts'
import { legacyOrder, makeLegacyAccount } from '../ledger/legacy.ts'
import { noteWrongPin } from '../ledger/pin-log.ts'
import { proposalOrder, propose } from '../ledger/proposals.ts'
import type { World } from '../ledger/world.ts'
import { forbidden, invalidField, notFound, REFUSED, Refusal } from '../refusal.ts'
import { bearerOf, callerOf, integrityOf, type Session, sessionOf } from './caller.ts'
import { type Answer, encodeAnswer, encodeRefusal, pathsOf } from './envelope.ts'
import { type Fault, type Faults, faultOrder } from './faults.ts'
import { lowered } from './ids.ts'
import { addMarket } from './market.ts'
import { addNode } from './node.ts'
import { addObjects } from './objects.ts'
import { addPhoneSocket } from './phone-socket.ts'

/** Requests that are answered in the words of the real service, whoever sends them. */
const UPSTREAM = '/upstream'
/** Two of the largest transactions that there are, in hex: what content is stored by and what refers to it come together. */
const BODY_BYTES = 18 * 1024 * 1024

const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i

interface Incoming {
  readonly dialect: Dialect
  readonly method: string
  readonly uri: string
  readonly bodyText: string
  readonly requestId: string | null
  readonly request: FastifyRequest
}

/** Programs that speak the interface's words: ours, browsers, and tools by which people try a call. SDKs speak the service's. */
const INTERFACE_AGENT = /^(?:$|node\b|undici\b|Mozilla\/|curl\/|Wget\/|HTTPie\/|PostmanRuntime\/)/i

const bodyTextOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')

function requestIdOf({ headers }: FastifyRequest): string | null {
  const id = headers['x-request-id']
  return typeof id === 'string' && /^[\x21-\x7e]{1,64}$/.test(id) ? id : null
}

function incomingOf(request: FastifyRequest, prefix: string): Incoming {
  const isSdk = !INTERFACE_AGENT.test(request.headers['user-agent'] ?? '')
  return {
    dialect: prefix === UPSTREAM || isSdk ? 'upstream' : 'interface',
    method: request.method,
    uri: request.url.slice(prefix.length),
    bodyText: bodyTextOf(request),
    requestId: requestIdOf(request),
    request,
  }
}

/** A web page that points a name of its own at this machine, or posts across origins, gets nothing from control calls. */
function refuseForeignPages({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (!LOOPBACK_HOST.test(headers.host ?? '')) throw forbidden('control calls are for this machine')
  if (headers.origin !== undefined && !LOOPBACK_HOST.test(headers.origin.replace(/^https?:\/\//, ''))) {
    throw forbidden('control calls are for no web page')
  }
}

function bodyOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(REFUSED.malformed, 'The body is not JSON.')
  }
}

function decode<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { field, message } = firstFault(result.error)
  throw invalidField(field, message)
}

/** What programs in Go write for a time that they do not mean. */
const ZERO_TIME = '0001-01-01T00:00:00Z'

/** Members without a value are as good as absent. */
function queryOf(request: FastifyRequest): Record<string, unknown> {
  const query = request.query as Record<string, unknown> // what Fastify's parser makes
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '' && value !== ZERO_TIME))
}

/** A read takes a body only where the table names one; elsewhere it is covered by the token and not looked at. */
const takesBody = ({ method, body }: Endpoint): boolean => method !== 'GET' || !(body instanceof z.ZodUndefined)

const NOT_PUBLIC = 'a call without a token has no caller'

/**
 * Whose token came with a request. Where none is asked for one that is no good is as none, and one that is only says how the answer
 * is signed.
 */
function sessionFor(world: World, { auth }: Endpoint, incoming: Incoming): Session | null {
  const { method, uri, bodyText, requestId } = incoming
  const { authorization } = incoming.request.headers
  if (auth !== 'token' && bearerOf(authorization) === '') return null
  try {
    return sessionOf(world, { method, uri, body: bodyText, authorization, requestId })
  } catch (error) {
    if (auth === 'public' && error instanceof Refusal) return null
    throw error
  }
}

function answerCall(
  world: World,
  handlers: Handlers,
  name: EndpointName,
  incoming: Incoming,
  session: Session | null,
): Answer {
  const endpoint = endpointOf(name)
  const { dialect, bodyText, request } = incoming
  if (endpoint.local === true) refuseForeignPages(request)
  return world.db.transaction(() => {
    const isAsked = endpoint.auth !== 'public'
    const caller: Caller | null = session !== null && isAsked ? callerOf(world, endpoint, session) : null
    const call = {
      dialect,
      bodyText,
      params: decode(endpoint.params, lowered(request.params)),
      query: decode(endpoint.query, lowered(queryOf(request))),
      body: decode(endpoint.body, takesBody(endpoint) ? lowered(bodyOf(bodyText)) : undefined),
      someone: caller,
      get caller(): Caller {
        if (caller === null) throw new Error(NOT_PUBLIC)
        return caller
      },
    }
    // The row's own schemas have just decoded what its handler takes; the table's key ties them together.
    return encodeAnswer(endpoint, dialect, handlers[name](call as never))
  })
}

/** What is sent for anything thrown. Failures of this program are logged and told as nothing more than that. */
function refusalFor(world: World, error: unknown, endpoint: string): Refusal {
  if (error instanceof Refusal) return error
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  if (status === 413) return new Refusal(REFUSED.malformed, 'The body is too large.')
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Refusal(REFUSED.malformed, 'The request cannot be read.')
  }
  const at = error instanceof Error ? (error.stack?.split('\n')[1]?.trim() ?? '') : ''
  world.log('error', 'localnet.failed', {
    endpoint,
    code: codeOf(error),
    error: error instanceof Error ? error.message : 'unknown',
    at,
  })
  return new Refusal(REFUSED.internal, 'The local network failed.')
}

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body)
}

/** What every answer carries. */
function addHeaders(world: World, request: FastifyRequest, reply: FastifyReply): void {
  const id = requestIdOf(request)
  if (id !== null) reply.header('x-request-id', id)
  reply.header('x-server-time', String(world.clock.now()))
  reply.header('cache-control', 'no-store')
}

/** What is sent where no row of the table is answered. */
function refuse(world: World, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  return send(reply, encodeRefusal(refusalFor(world, error, request.url), requestIdOf(request)))
}

function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

async function applyFault(world: World, fault: Fault): Promise<void> {
  if (fault.kind === 'delay') await world.clock.sleep(fault.milliseconds)
  if (fault.kind === 'error') throw new Refusal(fault.code, 'An error was asked for.')
}

interface ServerParts {
  readonly world: World
  readonly handlers: Handlers
  readonly faults: Faults | null
  /** Called after every write, which may have left something to be settled. */
  readonly wrote: () => void
}

/** The row that a request is for: rows that share a path are told apart by the method that the body names. */
function rowFor([first, ...others]: readonly [EndpointName, ...EndpointName[]], bodyText: string): EndpointName {
  if (others.length === 0) return first
  try {
    const { method } = JSON.parse(bodyText) as { method?: unknown }
    return others.find((name) => endpointOf(name).rpc === method) ?? first
  } catch {
    return first // whose schema says what is wrong with the body
  }
}

function addEndpoint(server: FastifyInstance, parts: ServerParts, { method, url, prefix, names }: Route) {
  const { world, handlers, faults } = parts
  server.route({
    method,
    url: prefix + url,
    async handler(request, reply) {
      const incoming = incomingOf(request, prefix)
      const name = rowFor(names, incoming.bodyText)
      const started = world.clock.monotonicMs()
      const fault = faults?.take(incoming.uri)
      let answer: Answer
      let session: Session | null = null
      try {
        session = sessionFor(world, endpointOf(name), incoming)
        if (fault !== undefined) await applyFault(world, fault)
        if (fault?.kind === 'drop-before') return cut(request, reply)
        answer = answerCall(world, handlers, name, incoming, session)
        if (endpointOf(name).effect === 'write') parts.wrote()
        if (fault?.kind === 'drop-after') return cut(request, reply)
        if (fault?.kind === 'garbage') answer = { status: 200, body: '<html>' }
      } catch (error) {
        if (session !== null) noteWrongPin(world, session.userId, name, error)
        answer = encodeRefusal(refusalFor(world, error, name), incoming.requestId)
      }
      const durationMs = Math.round(world.clock.monotonicMs() - started)
      world.log('debug', 'localnet.answered', { endpoint: name, status: answer.status, durationMs })
      const token = integrityOf(world, incoming, session, answer.body)
      return send(token === null ? reply : reply.header('x-integrity-token', token), answer)
    },
  })
}

interface Route {
  readonly method: Endpoint['method']
  readonly url: string
  readonly prefix: string
  readonly names: readonly [EndpointName, ...EndpointName[]]
}

/** Every path of the table, with the rows that answer there. */
function routesOf(prefix: string): Route[] {
  const routes = new Map<string, Route>()
  // A key of the table is a name of the table.
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    const { method } = endpointOf(name)
    for (const url of pathsOf(name)) {
      const known = routes.get(`${method} ${url}`)
      routes.set(`${method} ${url}`, {
        ...{ method, url, prefix },
        names: known === undefined ? [name] : [...known.names, name],
      })
    }
  }
  return [...routes.values()]
}

/** A control call that only people and tests make, so that the table, which is what Coffer calls, does not name it. */
function addOrder<Schema extends z.ZodType>(
  server: FastifyInstance,
  { world, wrote }: ServerParts,
  path: string,
  schema: Schema,
  take: (order: z.output<Schema>) => unknown,
): void {
  server.post(path, async (request, reply) => {
    try {
      refuseForeignPages(request)
      const data = world.db.transaction(() => take(decode(schema, bodyOf(bodyTextOf(request)))))
      wrote()
      return send(reply, { status: 200, body: JSON.stringify({ data: data ?? {} }) })
    } catch (error) {
      return refuse(world, request, reply, error)
    }
  })
}

function addOrders(server: FastifyInstance, parts: ServerParts): void {
  const { world, faults } = parts
  addOrder(server, parts, '/localnet/collections', collectionOrder, (order) => deployCollection(world, order))
  addOrder(server, parts, '/localnet/authorizations/revoke', revocationOrder, (order) => revoke(world, order))
  addOrder(server, parts, '/localnet/legacy-accounts', legacyOrder, (order) => makeLegacyAccount(world, order))
  addOrder(server, parts, '/localnet/codes', codeOrder, (order) => makeCode(world, order))
  addOrder(server, parts, '/localnet/proposals', proposalOrder, (order) => propose(world, order))
  if (faults !== null) addOrder(server, parts, '/localnet/faults', faultOrder, (order) => faults.add(order))
}

/** The HTTP side: every row of the endpoint table, at the root and below `/upstream`. */
export function createServer(parts: ServerParts): FastifyInstance {
  const { world } = parts
  const server = Fastify({
    bodyLimit: BODY_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 1024 },
    // A path that the router cannot read reaches no hook and no handler.
    frameworkErrors(error, request, reply) {
      addHeaders(world, request, reply)
      refuse(world, request, reply, error)
    },
  })
  // The interface lists a body for one of its reads.
  server.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  server.removeAllContentTypeParsers()
  // Bodies stay text: a token covers their exact bytes.
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  server.addHook('onRequest', async (request, reply) => addHeaders(world, request, reply))
  server.setNotFoundHandler((request, reply) => refuse(world, request, reply, notFound('The endpoint')))
  server.setErrorHandler((error, request, reply) => refuse(world, request, reply, error))
  for (const route of ['', UPSTREAM].flatMap(routesOf)) addEndpoint(server, parts, route)
  addOrders(server, parts)
  addPhoneSocket(server, {
    world,
    refuseForeign: (headers) => refuseForeignPages({ headers }),
    refusalFor: (error) => refusalFor(world, error, OAUTH_SOCKET.protocol),
  })
  addMarket(server)
  addObjects(server, world)
  addNode(server, world, parts.handlers)
  return server
}
