import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseAmount, signAccessToken } from '#protocol'
import { groupOf } from '../support/group.ts'
import { BTC, FEE_USER, freshId, newcomer, order, type Person, startTestLocalnet } from '../support/localnet.ts'
import { type GoScene, SIGNED, WITHOUT } from './cases/go-calls.ts'
import { MULTISIG } from './cases/go-types.ts'

/*
 * Requests as the official program library in Go writes them: `Content-Type` on all of them, a bearer that is empty where it
 * signs nothing, tokens good for ninety days under an id of their own, and a fresh `X-Request-Id` beside.
 */

const NINETY_DAYS = 90 * 24 * 3600

interface GoRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Whose token it carries; nobody's for calls that the library makes without one. */
  readonly by?: Pick<Person, 'keystore'>
  readonly body?: unknown
}

interface GoAnswer {
  readonly status: number
  readonly requestId: string
  readonly echoed: string | undefined
  readonly data?: unknown
  readonly error?: { readonly code: number; readonly description: string }
}

function tokenOf({ method, path, by }: GoRequest, body: string): string {
  if (by === undefined) return ''
  const { app_id: userId, session_id: sessionId, session_private_key: sessionPrivateKey } = by.keystore
  const iat = Math.floor(Date.now() / 1000)
  const times = { iat, exp: iat + NINETY_DAYS, jti: randomUUID() }
  return signAccessToken(
    { kind: 'session', userId, sessionId, sessionPrivateKey },
    { method, uri: path, body, ...times },
  )
}

async function askAsGo(url: string, asked: GoRequest): Promise<GoAnswer> {
  const body = asked.body === undefined ? '' : JSON.stringify(asked.body)
  const requestId = randomUUID()
  const headers = {
    'user-agent': 'Go-http-client/1.1',
    'content-type': 'application/json',
    authorization: `Bearer ${tokenOf(asked, body)}`,
    'x-request-id': requestId,
    'accept-encoding': 'gzip',
    ...(body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  }
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url + asked.path, { method: asked.method, headers }, (response) => {
      const echoed = response.headers['x-request-id']
      text(response).then((answer) => {
        const envelope = JSON.parse(answer) as Pick<GoAnswer, 'data' | 'error'>
        resolve({
          ...{ status: response.statusCode ?? 0, requestId, ...envelope },
          echoed: typeof echoed === 'string' ? echoed : undefined,
        })
      }, reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('requests as the official Go library writes them', () => {
  let scene: GoScene
  beforeAll(async () => {
    const net = await startTestLocalnet()
    const [ana, ben] = [await newcomer(net, 'Ana', { kind: 'bot' }), await newcomer(net, 'Ben')]
    await ana.fund(BTC, '1')
    const paid = await ana.pay(ben.id, BTC, '0.25')
    await net.blocks(1)
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const withdrawal = await withdrawn(ana, address)
    await net.blocks(1)
    const group = await groupOf(net, [ana, ben], 2, BTC, '1')
    const request = await group.ask('0.5', ben.id)
    const { code_id: code } = (await order(net, 'codes', {
      ...{ type: 'multisig_request', request_id: request.request_id },
    })) as { code_id: string }
    const made = (await order(net, 'collections', {
      name: 'Kites',
      symbol: 'KITE',
      items: [{ members: [ana.id] }],
    })) as {
      collection_hash: string
      items: { inscription_hash: string }[]
    }
    await net.blocks(1)
    const [entry] = await ana.remote.call('deposits.entries', { body: { chain_id: BTC } })
    const deposit = { destination: entry?.destination ?? '', asset_id: BTC, amount: parseAmount('0.7') }
    await net.control.call('local.deposit', { body: deposit })
    const unsent = await ana.build(BTC, [{ to: [ben.id], amount: parseAmount('0.1') }])
    const waiting = await ana.build(BTC, [{ to: [ben.id], amount: parseAmount('0.2') }])
    const [raw = ''] = await ana.sign(waiting)
    const [output] = await ana.outputs(BTC)
    const [snapshot] = await ana.remote.call('snapshots.list', { query: {} })
    scene = {
      ...{ net, ana, ben, group, request, paid, code, withdrawal },
      unsent: { request_id: unsent.requestId, raw: unsent.unsigned },
      waiting: { request_id: waiting.requestId, raw },
      ...{ output: output?.output_id ?? '', snapshot: snapshot?.snapshot_id ?? '' },
      ...{ collection: made.collection_hash, item: made.items[0]?.inscription_hash ?? '' },
    }
  })

  async function withdrawn(person: Person, address: string): Promise<string> {
    const [fee] = await person.remote.call('assets.fees', { params: { id: BTC }, query: { destination: address } })
    const built = await person.build(BTC, [
      { address, amount: parseAmount('0.1') },
      { to: [FEE_USER], amount: fee?.amount ?? parseAmount('0') },
    ])
    await person.send(built)
    return built.requestId
  }

  async function asked(request: GoRequest): Promise<GoAnswer> {
    const answer = await askAsGo(scene.net.url, request)
    expect(answer.echoed).toBe(answer.requestId)
    expect(answer.status).toBe(200)
    expect(answer.error).toBeUndefined()
    return answer
  }

  it.each(WITHOUT)('$name, without a token', async ({ method, path, type, said }) => {
    const { data } = await asked({ method, path: path(scene) })
    expect(type.safeParse(data).error).toBeUndefined()
    expectSaid(data, said(scene))
  })

  it.each(SIGNED)('$name', async ({ method, path, type, said, body }) => {
    const request = { method, path: path(scene), by: scene.ana }
    const { data } = await asked(body === null ? request : { ...request, body: body(scene) })
    expect(type.safeParse(data).error).toBeUndefined()
    expectSaid(data, said(scene))
  })

  /** Of lists the first ones that are named. */
  function expectSaid(data: unknown, said: unknown): void {
    if (!Array.isArray(said)) expect(data).toMatchObject(said as object)
    else expect((data as unknown[]).slice(0, said.length)).toMatchObject(said)
  }

  it('sign and give up requests of a group', async () => {
    const { group, ana } = scene
    const request = await group.ask('0.25', ana.id)
    const path = `/safe/multisigs/${request.request_id}`
    const place = group.ids.indexOf(ana.id)
    const body = { raw: await group.signedRaw(place, request.request_id) }
    const signed = await asked({ method: 'POST', path: `${path}/sign`, by: ana, body })
    expect(MULTISIG.safeParse(signed.data).error).toBeUndefined()
    expect(signed.data).toMatchObject({ signers: [ana.id] })
    const unlocked = await asked({ method: 'POST', path: `${path}/unlock`, by: ana })
    expect(MULTISIG.safeParse(unlocked.data).error).toBeUndefined()
    expect(unlocked.data).toMatchObject({ revoked_by: ana.id })
  })

  it('are told what is missing where the library asks for somebody’s own without a token', async () => {
    for (const path of ['/safe/outputs?limit=1', '/safe/snapshots?limit=1', `/safe/multisigs/${freshId()}`]) {
      const answer = await askAsGo(scene.net.url, { method: 'GET', path })
      expect([answer.status, answer.error?.code]).toEqual([202, 401])
    }
    const unknown = await askAsGo(scene.net.url, { method: 'GET', path: `/safe/transactions/${freshId()}` })
    expect([unknown.status, unknown.error?.code]).toEqual([202, 404])
  })
})
