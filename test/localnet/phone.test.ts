import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { parsePermission, pkceChallenge, pkceVerifier, publicKeyFromSeed, scopesOf } from '#protocol'
import {
  freshBytes,
  freshId,
  freshSeed,
  newcomer,
  type Person,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
} from '../support/localnet.ts'
import { permittedClient } from '../support/permission.ts'

const SCOPE = 'PROFILE:READ ASSETS:READ SNAPSHOTS:READ'

describe('the socket for codes', () => {
  let net: TestLocalnet
  let ana: Person
  let bot: Person
  beforeAll(async () => {
    net = await startTestLocalnet()
    ana = await newcomer(net, 'Ana')
    bot = await newcomer(net, 'Bot', { kind: 'bot' })
  })

  const idsOf = (data: Readonly<Record<string, unknown>> | undefined) => {
    const { code_id, authorization_id } = data as { code_id: string; authorization_id: string } // what the answer has
    return { code_id, authorization_id }
  }

  it('gives a code, says when it was opened and agreed to, and its permission is for who knows the verifier', async () => {
    const socket = await rawSocket(net.url)
    const verifier = pkceVerifier(freshBytes(32))
    const params = { client_id: bot.id, scope: SCOPE, code_challenge: pkceChallenge(verifier) }
    const first = await socket.ask({ ...params, authorization_id: '' })
    expect(first).toMatchObject({
      id: 'one',
      action: 'REFRESH_OAUTH_CODE',
      data: {
        type: 'authorization',
        authorization_code: '',
        scopes: SCOPE.split(' '),
        app: { app_id: bot.id },
        accessed_at: '0001-01-01T00:00:00Z',
      },
    })
    const { code_id, authorization_id } = idsOf(first.data)
    expect(await net.control.call('codes.read', { params: { id: code_id } })).toMatchObject({ authorization_id })
    const seen = await socket.ask({ ...params, authorization_id })
    expect(seen.data).toMatchObject({ code_id, authorization_code: '' })
    expect(seen.data?.['accessed_at']).not.toBe('0001-01-01T00:00:00Z')

    await net.control.call('local.approve', { body: { code_id, user_id: ana.id } })
    const { data } = await socket.ask({ ...params, authorization_id })
    expect(data).toMatchObject({ code_id, authorization_id, scopes: SCOPE.split(' ') })
    const seed = freshSeed()
    const redeem = (code_verifier: string) =>
      net.control.call('oauth.token', {
        body: {
          ...{ client_id: bot.id, code: String(data?.['authorization_code']), code_verifier },
          ed25519: Buffer.from(publicKeyFromSeed(seed), 'hex').toString('base64url'),
        },
      })
    expect(await refusalOf(redeem(pkceVerifier(freshBytes(32))))).toBe(10002)
    const grant = await redeem(verifier)
    expect(grant).toMatchObject({ authorization_id, scope: SCOPE })
    const permission = parsePermission(
      JSON.stringify({
        ...{ app_id: bot.id, authorization_id, scope: grant.scope, session_private_key: seed },
        server_public_key: Buffer.from(grant.ed25519, 'base64url').toString('hex'),
      }),
    )
    expect(scopesOf(permission)).toEqual(SCOPE.split(' '))
    expect((await permittedClient(net.url, permission).call('me.read')).user_id).toBe(ana.id)
    expect((await socket.ask({ ...params, authorization_id })).data).toMatchObject({ authorization_code: '' })
    socket.close()
  })

  it('says that a person declined by naming no scopes, and takes one answer to each code', async () => {
    const socket = await rawSocket(`${net.url}/upstream`)
    const params = { client_id: bot.id, scope: 'PROFILE:READ', code_challenge: '' }
    const { authorization_id } = idsOf((await socket.ask(params)).data)
    await net.control.call('local.decline', { body: { authorization_id } })
    expect((await socket.ask({ ...params, authorization_id })).data).toMatchObject({
      authorization_code: '',
      scopes: [],
    })
    const late = net.control.call('local.approve', { body: { authorization_id, user_id: ana.id } })
    expect(await refusalOf(late)).toBe(10002)
    socket.close()
  })

  it('gives a code of its own to each app and challenge', async () => {
    const socket = await rawSocket(net.url)
    const params = { client_id: bot.id, scope: 'PROFILE:READ', code_challenge: 'mine' }
    const { authorization_id } = idsOf((await socket.ask(params)).data)
    expect((await socket.ask({ ...params, authorization_id })).data).toMatchObject({ authorization_id })
    for (const other of [{ code_challenge: 'theirs' }, { client_id: ana.id }, { authorization_id: freshId() }]) {
      const { data } = await socket.ask({ ...params, authorization_id, ...other })
      expect(data?.['authorization_id']).not.toBe(authorization_id)
    }
    socket.close()
  })

  it('answers what it cannot do with an error, and goes on', async () => {
    const socket = await rawSocket(net.url)
    const good = { client_id: bot.id, scope: 'PROFILE:READ' }
    expect(await socket.ask({ ...good, client_id: freshId() })).toMatchObject({ action: 'ERROR', error: { code: 404 } })
    for (const wrong of [{ client_id: 'nobody' }, { scope: '' }, { scope: 'ASSETS:READ' }, { authorization_id: 7 }]) {
      expect(await socket.ask({ ...good, ...wrong })).toMatchObject({ id: 'one', error: { code: 10002 } })
    }
    expect(await socket.ask(good, { action: 'CREATE_MESSAGE' })).toMatchObject({ error: { code: 10002 } })
    expect(await socket.ask(good)).toMatchObject({ data: { scopes: ['PROFILE:READ'] } })
    socket.close()
  })

  it.each([
    ['is no gzip', randomBytes(40), 1007],
    ['is no JSON', gzipSync('hello'), 1007],
    ['unpacks to too much', gzipSync('x'.repeat(1_000_000)), 1007],
    ['is too large', randomBytes(5000), 1009],
  ])('ends with a frame that %s', async (_what, frame, why) => {
    const socket = await rawSocket(net.url)
    socket.send(frame)
    expect(await socket.closed).toBe(why)
  })

  it('is not for pages of others, nor for other protocols and places', async () => {
    await expect(rawSocket(net.url, { headers: { origin: 'https://example.org' } })).rejects.toThrow('403')
    await expect(rawSocket(net.url, { headers: { host: 'coffer.example' } })).rejects.toThrow('403')
    await expect(rawSocket(net.url, { protocol: 'Mixin-Blaze-1' })).rejects.toThrow('400')
    await expect(rawSocket(`${net.url}/safe/me`)).rejects.toThrow('404')
  })

  it('holds a bounded number of connections, and lets them go when the network ends', async () => {
    const brief = await startTestLocalnet()
    const open = await Promise.all(Array.from({ length: 32 }, () => rawSocket(brief.url)))
    await expect(rawSocket(brief.url)).rejects.toThrow('503')
    await brief.close()
    expect(await Promise.all(open.map(({ closed }) => closed))).toHaveLength(32)
  })

  it('lets go of a connection that it refused, and goes on where that is cut off', async () => {
    const brief = await startTestLocalnet()
    const line = connect(Number(new URL(brief.url).port), '127.0.0.1')
    line.write(UPGRADE)
    const [answer] = await once(line, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /)
    line.resetAndDestroy()
    const patient = connect({ port: Number(new URL(brief.url).port), host: '127.0.0.1', allowHalfOpen: true })
    patient.write(UPGRADE)
    patient.on('error', () => undefined)
    await once(patient.resume(), 'end')
    // It keeps its own end open, and learns only by writing that nobody is there any more.
    await expect.poll(() => patient.destroyed || patient.write('more') === undefined).toBe(true)
    await rawSocket(brief.url)
    await brief.close()
  })

  it('keeps what it has given over a restart', async () => {
    const before = await startTestLocalnet()
    const app = await newcomer(before, 'Bot', { kind: 'bot' })
    const params = { client_id: app.id, scope: 'PROFILE:READ', code_challenge: '' }
    const { code_id, authorization_id } = idsOf((await (await rawSocket(before.url)).ask(params)).data)
    await before.close()
    const after = await startTestLocalnet({ dir: before.dir })
    const socket = await rawSocket(after.url)
    expect((await socket.ask({ ...params, authorization_id })).data).toMatchObject({ code_id })
    await after.close()
  })
})

/** A wish that the network refuses, since it names no protocol. */
const UPGRADE = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

interface Frame {
  readonly id?: string
  readonly action?: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number }
}

/** A program at the socket that is not ours; rejects with the status of a refusal. */
async function rawSocket(
  url: string,
  { protocol = 'Mixin-OAuth-1', headers = {} }: { protocol?: string; headers?: Record<string, string> } = {},
) {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), protocol, { headers })
  /** Why it was closed. */
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))))
    socket.on('error', () => undefined)
  })
  return {
    closed,
    close: () => socket.close(),
    send: (frame: Uint8Array) => socket.send(frame),
    /** Asks with these parameters, and answers what comes. */
    ask: (params: object, more = {}) =>
      new Promise<Frame>((resolve) => {
        socket.once('message', (data: Buffer) => resolve(JSON.parse(gunzipSync(data).toString('utf8'))))
        socket.send(gzipSync(JSON.stringify({ id: 'one', action: 'REFRESH_OAUTH_CODE', params, ...more })))
      }),
  }
}
