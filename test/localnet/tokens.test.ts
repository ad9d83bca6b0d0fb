import { beforeAll, describe, expect, it } from 'vitest'
import type { Nanos } from '#contract/domain'
import { signAccessToken } from '#protocol'
import { manualClock } from '../support/clock.ts'
import {
  BTC,
  clientOf,
  freshId,
  freshSeed,
  newcomer,
  type Person,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
  tokenFor,
} from '../support/localnet.ts'

const START = 1_790_000_000_000
const SECOND = 1_000_000_000n

interface Sent {
  readonly method: string
  readonly uri: string
  readonly body: string
  readonly requestId: string
}

const READ = (): Sent => ({ method: 'GET', uri: '/safe/me?app=1', body: '', requestId: freshId() })

describe('a token', () => {
  const clock = manualClock(START)
  let net: TestLocalnet
  let ana: Person
  beforeAll(async () => {
    net = await startTestLocalnet({ clock })
    ana = await newcomer(net, 'Ana')
  })

  /** Sends exactly this, whatever the token was made for. Answers the code of the refusal, or 200. */
  async function send(sent: Sent, token: string | null, prefix = ''): Promise<number> {
    const response = await fetch(net.url + prefix + sent.uri, {
      method: sent.method,
      headers: { 'x-request-id': sent.requestId, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      ...(sent.body === '' ? {} : { body: sent.body }),
    })
    const { error } = (await response.json()) as { error?: { code: number; status: number; request_id: string } }
    if (error === undefined) return response.status
    expect(response.status).toBe(202)
    expect(error.request_id).toBe(sent.requestId)
    return error.code
  }

  const now = () => clock.now()
  const signed = (sent: Sent, time: Nanos = now()) => tokenFor({ keystore: ana.keystore }, sent, time)

  it('opens the request it was made for, in either dialect', async () => {
    const sent = READ()
    expect(await send(sent, signed(sent))).toBe(200)
    expect(await send(sent, signed(sent), '/upstream')).toBe(200)
  })

  it('is refused for another path, query, method or body', async () => {
    const sent = READ()
    const token = signed(sent)
    for (const other of [
      { uri: '/me?app=1' },
      { uri: '/safe/me?app=2' },
      { uri: '/safe/me' },
      { uri: '/safe/me?app=1&' },
    ]) {
      expect(await send({ ...sent, ...other }, token)).toBe(401)
    }
    const asset = { ...READ(), method: 'POST', uri: '/safe/assets/fetch', body: JSON.stringify([BTC]) }
    expect(await send(asset, signed(asset))).toBe(200)
    expect(await send({ ...asset, body: JSON.stringify([BTC, BTC]) }, signed(asset))).toBe(401)
    expect(await send({ ...asset, body: ` ${asset.body}` }, signed(asset))).toBe(401)
    const me = { ...READ(), uri: '/me', body: '' }
    expect(await send({ ...me, method: 'POST' }, signed(me))).toBe(401)
  })

  it('need not repeat the request id, which one of the SDKs does not', async () => {
    const sent = READ()
    expect(await send({ ...sent, requestId: freshId() }, signed(sent))).toBe(200)
  })

  it('is refused without a bearer, with garbage, and with a claim or signature changed', async () => {
    const sent = READ()
    const token = signed(sent)
    const [header = '', payload = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    const forged = (change: Record<string, unknown>) =>
      [header, Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url'), signature].join('.')
    const algorithm = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    for (const wrong of [
      null,
      '',
      'garbage',
      `${header}.${payload}.`,
      `${algorithm}.${payload}.`,
      `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      forged({ scp: 'FULL PROFILE:READ' }),
      forged({ exp: 9_999_999_999 }),
      forged({ uid: freshId() }),
    ]) {
      expect(await send(sent, wrong)).toBe(401)
    }
  })

  it('is refused from a session that is unknown, of another user, or with another key', async () => {
    const ben = await newcomer(net, 'Ben')
    const sent = READ()
    const times = { iat: START / 1000, exp: START / 1000 + 60, jti: sent.requestId }
    const issuer = {
      kind: 'session',
      userId: ana.id,
      sessionId: ana.keystore.session_id,
      sessionPrivateKey: ana.keystore.session_private_key,
    } as const
    const { requestId: _, ...request } = sent
    const token = (change: Partial<typeof issuer>) =>
      signAccessToken({ ...issuer, ...change }, { ...request, ...times })
    expect(await send(sent, token({}))).toBe(200)
    expect(await send(sent, token({ sessionId: freshId() as typeof issuer.sessionId }))).toBe(401)
    expect(await send(sent, token({ userId: ben.id }))).toBe(401)
    expect(await send(sent, token({ sessionId: ben.keystore.session_id }))).toBe(401)
    expect(await send(sent, token({ sessionPrivateKey: freshSeed() }))).toBe(401)
  })

  it('is refused from an authorization, since nobody can give one here', async () => {
    const sent = READ()
    const { requestId: _, ...request } = sent
    const token = signAccessToken(
      {
        kind: 'oauth',
        appId: ana.id,
        authorizationId: freshId(),
        scope: 'FULL',
        sessionPrivateKey: ana.keystore.session_private_key,
      },
      { ...request, iat: START / 1000, exp: START / 1000 + 60, jti: sent.requestId },
    )
    expect(await send(sent, token)).toBe(401)
  })

  it('opens only what its scope names', async () => {
    const reader = clientOf(net.url, clock, { keystore: ana.keystore, scope: 'PROFILE:READ ASSETS:READ' })
    expect((await reader.call('me.read')).user_id).toBe(ana.id)
    expect((await reader.call('assets.list')).length).toBeGreaterThan(0)
    expect(await refusalOf(reader.call('friends.list'))).toBe(403)
    expect(await refusalOf(reader.call('snapshots.list'))).toBe(403)
    expect(await reader.call('outputs.list')).toEqual([])
    expect(await refusalOf(reader.call('schemes.create', { body: { target: 'x' } }))).toBe(403)
  })

  it('without any scope is a good one that opens nothing', async () => {
    const nobody = clientOf(net.url, clock, { keystore: ana.keystore, scope: '' })
    expect(await refusalOf(nobody.call('me.read'))).toBe(403)
    expect(await refusalOf(nobody.call('outputs.list'))).toBe(403)
    expect((await nobody.call('assets.top')).length).toBeGreaterThan(0)
  })

  it('is found behind its scheme in whatever letters that is written', async () => {
    const sent = READ()
    for (const scheme of ['bearer', 'BEARER']) {
      const headers = { authorization: `${scheme} ${signed(sent)}`, 'x-request-id': sent.requestId }
      expect((await fetch(net.url + sent.uri, { headers })).status).toBe(200)
    }
  })

  it('is refused after its end, after five minutes whatever its end, and from too far ahead', async () => {
    const sent = READ()
    const token = signed(sent)
    await clock.advance(59_000)
    expect(await send(sent, token)).toBe(200)
    await clock.advance(2_000)
    expect(await send(sent, token)).toBe(401)
    const { requestId: _, ...request } = sent
    const issuer = {
      kind: 'session',
      userId: ana.id,
      sessionId: ana.keystore.session_id,
      sessionPrivateKey: ana.keystore.session_private_key,
    } as const
    const iat = Number(now() / SECOND)
    const long = signAccessToken(issuer, { ...request, iat, exp: iat + 86_400, jti: sent.requestId })
    await clock.advance(299_000)
    expect(await send(sent, long)).toBe(200)
    await clock.advance(2_000)
    expect(await send(sent, long)).toBe(401)
    const early = (seconds: bigint) => signed(sent, (now() + seconds * SECOND) as Nanos)
    expect(await send(sent, early(290n))).toBe(200)
    expect(await send(sent, early(310n))).toBe(401)
  })

  it('is not looked at by public calls', async () => {
    const sent = { ...READ(), uri: '/external/fiats' }
    expect(await send(sent, 'garbage')).toBe(200)
  })
})
