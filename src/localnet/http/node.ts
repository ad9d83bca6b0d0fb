import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ENDPOINTS, type EndpointName, endpointOf, firstFault } from '#contract/http'
import type { Handlers } from '../call.ts'
import type { World } from '../ledger/world.ts'
import { Refusal } from '../refusal.ts'
import { encodeAnswer } from './envelope.ts'
import { lowered } from './ids.ts'

/*
 * A node of the kernel itself, which anybody may ask at the root: `{"id", "method", "params"}`, answered by `{"id", "data"}` or `{"id", "error"}`. It is the
 * same ledger as behind the service; what a node is sent is not taken here.
 */

const READ = ['kernel.info', 'kernel.transaction', 'kernel.output', 'kernel.key', 'kernel.asset'] as const

const question = z.object({ id: z.string().max(100).default(''), method: z.string(), params: z.array(z.unknown()) })

function rowOf(method: string): EndpointName | undefined {
  return READ.find((name) => endpointOf(name).rpc === method)
}

const textOf = (id: string, said: object): string => JSON.stringify(id === '' ? said : { id, ...said })

function answered(world: World, handlers: Handlers, bodyText: string): string {
  let asked: z.output<typeof question>
  try {
    asked = question.parse(JSON.parse(bodyText))
  } catch {
    return textOf('', { error: 'bad request' })
  }
  const { id, method, params } = asked
  const name = rowOf(method)
  if (name === undefined) return textOf(id, { error: 'invalid method' })
  const body = ENDPOINTS[name].body.safeParse({ method, params: lowered(params) })
  if (!body.success) return textOf(id, { error: `invalid ${firstFault(body.error).field}` })
  try {
    const call = { dialect: 'upstream', bodyText, params: {}, query: {}, body: body.data, someone: null, caller: null }
    // The row's own schema has just decoded what its handler takes, which asks for nobody.
    const { body: text } = world.db.transaction(() =>
      encodeAnswer(endpointOf(name), 'upstream', handlers[name](call as never)),
    )
    return textOf(id, JSON.parse(text) as object) // what was just written
  } catch (error) {
    if (error instanceof Refusal) return textOf(id, { error: error.message })
    throw error
  }
}

/** `POST /`. */
export function addNode(server: FastifyInstance, world: World, handlers: Handlers): void {
  server.post('/', async (request, reply) => {
    const { body } = request
    const text = answered(world, handlers, typeof body === 'string' ? body : '')
    return reply.header('content-type', 'application/json; charset=utf-8').send(text)
  })
}
