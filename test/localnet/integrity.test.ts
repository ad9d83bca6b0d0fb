import { beforeAll, describe, expect, it } from 'vitest'
import type { CofferError } from '#contract/errors'
import { verifyByHost } from '#platform'
import { type Permission, parsePermission, signAccessToken, verifyIntegrityToken } from '#protocol'
import { systemClock } from '../support/clock.ts'
import { freshId, newcomer, type Person, startTestLocalnet, type TestLocalnet, tokenFor } from '../support/localnet.ts'
import { authorizationOf, permittedClient, revoke, tokenOf } from '../support/permission.ts'
import { type LyingProxy, startProxy } from '../support/proxy.ts'

type Keys = Extract<Permission, { kind: 'oauth' }>

const nowSeconds = () => Math.floor(Date.now() / 1000)

describe('answers to an authorization', () => {
  let net: TestLocalnet
  let proxy: LyingProxy
  let ana: Person
  let keys: Keys
  let id: string
  beforeAll(async () => {
    net = await startTestLocalnet()
    proxy = await startProxy(net.url)
    ana = await newcomer(net, 'Ana')
    const given = await authorizationOf(net.url, { user: ana.id })
    id = given.id
    keys = parsePermission(given.text) as Keys // keys were asked for
  })

  interface Ask {
    readonly uri: string
    readonly requestId?: string
    readonly jti?: string
    readonly prefix?: string
  }

  /** As an app of its own makes the request and reads what is beside the answer. */
  async function ask({ uri, requestId, jti = requestId ?? freshId(), prefix = '' }: Ask) {
    const iat = nowSeconds()
    const token = signAccessToken(keys, { method: 'GET', uri, body: '', iat, exp: iat + 60, jti })
    const response = await fetch(net.url + prefix + uri, {
      headers: { authorization: `Bearer ${token}`, ...(requestId === undefined ? {} : { 'x-request-id': requestId }) },
    })
    const body = await response.text()
    return { body, jti, uri, integrity: response.headers.get('x-integrity-token') }
  }

  type Told = Awaited<ReturnType<typeof ask>>

  const check = ({ body, jti, uri, integrity }: Told): void =>
    verifyIntegrityToken(integrity ?? '', {
      ...{ method: 'GET', uri, body, requestId: jti, now: nowSeconds(), verify: verifyByHost },
      serverPublicKey: keys.serverPublicKey ?? '',
    })

  it('are signed for the request by the key that came with the authorization', async () => {
    for (const prefix of ['', '/upstream']) {
      const told = await ask({ uri: '/safe/outputs?limit=1', requestId: freshId(), prefix })
      expect(() => check(told)).not.toThrow()
      expect(() => check({ ...told, body: told.body.replace('[]', '[1]') })).toThrow('other request')
      expect(() => check({ ...told, jti: freshId() })).toThrow('other request id')
    }
  })

  it('repeat the token’s own id where the request has none', async () => {
    const told = await ask({ uri: '/safe/me' })
    expect(() => check(told)).not.toThrow()
  })

  it('are signed also where they refuse', async () => {
    for (const [uri, code] of [
      ['/friends', 403],
      [`/safe/snapshots/${freshId()}`, 404],
    ] as const) {
      const told = await ask({ uri, requestId: freshId() })
      expect(JSON.parse(told.body)).toMatchObject({ error: { code } })
      expect(() => check(told)).not.toThrow()
    }
  })

  it('are signed also where nobody has to say who asks, whatever the scopes; a token that is wrong changes nothing there', async () => {
    for (const uri of ['/external/fiats', `/codes/${freshId()}`, '/safe/deposits']) {
      const told = await ask({ uri, requestId: freshId() })
      expect(() => check(told)).not.toThrow()
    }
    const wrong = await ask({ uri: '/external/fiats', requestId: freshId(), jti: freshId() })
    expect(JSON.parse(wrong.body)).toMatchObject({ data: [{ code: 'USD' }, ...Array(15).fill({})] })
    expect(wrong.integrity).toBeNull()
  })

  it('are signed for nobody else: sessions, ready tokens, calls without any, and what has ended', async () => {
    const header = async (uri: string, authorization?: string, requestId = freshId()) => {
      const headers = { 'x-request-id': requestId, ...(authorization === undefined ? {} : { authorization }) }
      return (await fetch(net.url + uri, { headers })).headers.get('x-integrity-token')
    }
    const requestId = freshId()
    const session = tokenFor(ana, { method: 'GET', uri: '/safe/me', body: '', requestId }, net.clock.now())
    expect(await header('/safe/me', `Bearer ${session}`, requestId)).toBeNull()
    expect(await header('/safe/me', `Bearer ${(await tokenOf(net.url, { user: ana.id })).text}`)).toBeNull()
    expect(await header('/external/fiats')).toBeNull()
    expect(await header('/safe/me', 'Bearer a.b.c')).toBeNull()
  })

  describe('that come over a line which lies', () => {
    const codeOf = (call: Promise<unknown>) =>
      call.then(
        () => 'taken',
        (error: CofferError) => error.code,
      )
    const client = (permission: Permission = keys) => permittedClient(proxy.url, permission)
    const outputs = (permission?: Permission) =>
      codeOf(client(permission).call('outputs.list', { query: { limit: 1 } }))
    const lying = async (lie: LyingProxy['lies'][number], call: () => Promise<string>): Promise<string> => {
      proxy.lies.push(lie)
      try {
        return await call()
      } finally {
        proxy.lies.length = 0
      }
    }
    const at = /^GET \/safe\/outputs/

    it('are taken as long as it tells the truth', async () => {
      expect(await outputs()).toBe('taken')
    })

    it('are refused when they were changed, lost their signature, or carry that of another answer', async () => {
      expect(await lying({ at, retell: (told) => ({ ...told, body: '{"data":null}' }) }, () => outputs())).toBe(
        'remote.unproved',
      )
      const without = ({ 'x-integrity-token': _, ...headers }: Record<string, string>) => headers
      expect(
        await lying({ at, retell: (told) => ({ ...told, headers: without(told.headers) }) }, () => outputs()),
      ).toBe('remote.unproved')
      const { integrity, body } = await ask({ uri: '/safe/outputs?limit=1', requestId: freshId() })
      const earlier = { 'x-integrity-token': integrity ?? '' }
      expect(
        await lying({ at, retell: (told) => ({ ...told, body, headers: { ...told.headers, ...earlier } }) }, () =>
          outputs(),
        ),
      ).toBe('remote.unproved')
    })

    it('are refused when a line makes a refusal up', async () => {
      const body = '{"error":{"status":202,"code":404,"description":"gone"}}'
      expect(await lying({ at, instead: () => ({ status: 202, headers: {}, body }) }, () => outputs())).toBe(
        'remote.unproved',
      )
    })

    it('are asked for again when the trouble is of the line, which nobody signs', async () => {
      const instead = () => ({ status: 502, headers: {}, body: '<html>' })
      expect(await lying({ at, times: 1, instead }, () => outputs())).toBe('taken')
      expect(proxy.asked.filter(({ path }) => path === '/safe/outputs').length).toBeGreaterThan(1)
    })

    it('are taken as they come where the permission says nothing of the service’s key', async () => {
      const bare = { ...keys, serverPublicKey: null }
      expect(await lying({ at, retell: (told) => ({ ...told, body: '{"data":null}' }) }, () => outputs(bare))).toBe(
        'taken',
      )
    })

    it('are refused when they are signed by another service', async () => {
      const other = await startTestLocalnet()
      const { server_public_key: key } = await other.control.call('local.network')
      await other.close()
      expect(await outputs({ ...keys, serverPublicKey: key })).toBe('remote.unproved')
    })
  })

  it('need no signature to say that the authorization has ended', async () => {
    await revoke(net.url, id)
    await expect(permittedClient(net.url, keys).call('me.read')).rejects.toThrow(
      expect.objectContaining({ code: 'remote.unauthorized' }),
    )
  })

  it('are out of time when this computer’s clock is wrong', async () => {
    const late = { ...systemClock, now: () => systemClock.now() + 3_600_000_000_000n } as typeof systemClock
    const fresh = await authorizationOf(net.url, { user: ana.id })
    const permission = parsePermission(fresh.text)
    await expect(permittedClient(net.url, permission, late).call('me.read')).rejects.toThrow(
      expect.objectContaining({ code: 'remote.clock' }),
    )
  })
})
