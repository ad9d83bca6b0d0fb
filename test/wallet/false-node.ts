import { createServer } from 'node:http'
import { listening } from '../support/listening.ts'

/** What a node answers, `data` of the true one changed or not; undefined for none at all. */
export type Answering = (method: string, data: unknown) => unknown

/** A node that stands before the true one of a network, and answers by itself as told. */
export async function startNode(trueNode: string, answering: Answering = (_, data) => data) {
  const node = { answering, asked: [] as string[] }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces).toString()
    const { id, method } = JSON.parse(body) as { id: string; method: string }
    node.asked.push(method)
    const { data } = (await (await fetch(trueNode, { method: 'POST', body })).json()) as { data: unknown }
    const answer = await node.answering(method, data)
    if (answer === undefined) request.socket.destroy()
    else response.end(JSON.stringify({ id, data: answer }))
  })
  const { url, close } = await listening(server)
  return Object.assign(node, { url, close })
}
