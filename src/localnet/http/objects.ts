import type { FastifyInstance, FastifyReply } from 'fastify'
import { parseInscriptionContent } from '#protocol'
import type { World } from '../ledger/world.ts'

/*
 * The kernel's object storage: the extra of a transaction by its hash, and one member of it where it is JSON. A member that
 * is a data URI comes as what it holds. Read by anybody, and inert in a browser whatever it holds.
 */

interface Extra {
  readonly extra: string
}

function extraOf(world: World, hash: string): Buffer | null {
  const row = world.db.get<Extra>("SELECT extra FROM kernel_transaction WHERE hash = ? AND state = 'final'", hash)
  return row === undefined || row.extra === '' ? null : Buffer.from(row.extra, 'hex')
}

function memberOf(extra: Buffer, name: string): unknown {
  try {
    const members = JSON.parse(extra.toString('utf8')) as unknown
    const isObject = typeof members === 'object' && members !== null && Object.hasOwn(members, name)
    return isObject ? (members as Record<string, unknown>)[name] : undefined // what `hasOwn` has just found
  } catch {
    return undefined
  }
}

function send(reply: FastifyReply, type: string, body: Uint8Array): FastifyReply {
  return reply
    .header('content-type', type)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(Buffer.from(body))
}

const missing = (reply: FastifyReply): FastifyReply => reply.code(404).type('text/plain').send('no such object')

/** `GET /objects/:hash` and `GET /objects/:hash/:member`. */
export function addObjects(server: FastifyInstance, world: World): void {
  // An extra is whatever somebody paid for, so nothing is said of its type.
  server.get<{ Params: { hash: string } }>('/objects/:hash', async (request, reply) => {
    const extra = extraOf(world, request.params.hash)
    return extra === null ? missing(reply) : send(reply, 'application/octet-stream', extra)
  })
  server.get<{ Params: { hash: string; member: string } }>('/objects/:hash/:member', async (request, reply) => {
    const extra = extraOf(world, request.params.hash)
    const member = extra === null ? undefined : memberOf(extra, request.params.member)
    if (member === undefined) return missing(reply)
    if (typeof member !== 'string') return send(reply, 'application/json', Buffer.from(JSON.stringify(member)))
    try {
      const { mediaType, bytes } = parseInscriptionContent(member)
      return send(reply, mediaType, bytes)
    } catch {
      return send(reply, 'text/plain; charset=utf-8', Buffer.from(member))
    }
  })
}
