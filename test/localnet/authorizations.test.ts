import { beforeAll, describe, expect, it } from 'vitest'
import { parsePermission, pkceChallenge, pkceVerifier, scopesOf } from '#protocol'
import { freshBytes, newcomer, type Person, startTestLocalnet, type TestLocalnet } from '../support/localnet.ts'
import { authorizationOf, permittedClient, READ_ALL, revoke, tokenOf } from '../support/permission.ts'

const coded = (code: string) => expect.objectContaining({ code })

describe('an authorization', () => {
  let net: TestLocalnet
  let ana: Person
  beforeAll(async () => {
    net = await startTestLocalnet()
    ana = await newcomer(net, 'Ana')
  })

  it.each([
    ['signs its own tokens with a key', authorizationOf],
    ['is a ready token', tokenOf],
  ])('%s and reads what its scopes say', async (_name, make) => {
    const permission = parsePermission((await make(net.url, { user: ana.id })).text)
    expect(scopesOf(permission)).toEqual(READ_ALL)
    const client = permittedClient(net.url, permission)
    expect((await client.call('me.read')).user_id).toBe(ana.id)
    expect(await client.call('outputs.list', { query: { limit: 1 } })).toEqual([])
    expect(await client.call('snapshots.list', { query: { limit: 1 } })).toEqual([])
    expect(await client.call('deposits.list', { query: { limit: 1 } })).toEqual([])
    await expect(client.call('friends.list')).rejects.toThrow(coded('remote.forbidden'))
    const spend = { receivers: [ana.id], index: 0, hint: ana.id }
    await expect(client.call('keys.request', { body: [spend] })).rejects.toThrow(coded('remote.forbidden'))
  })

  it('may do no more than was agreed to, whatever its token claims', async () => {
    const { text } = await authorizationOf(net.url, { user: ana.id, scopes: ['PROFILE:READ'] })
    const permission = parsePermission(text.replace('"PROFILE:READ"', '"FULL"'))
    await expect(permittedClient(net.url, permission).call('outputs.list')).rejects.toThrow(coded('remote.forbidden'))
  })

  it('ends when it is revoked and when its time is over', async () => {
    const revoked = await tokenOf(net.url, { user: ana.id })
    await revoke(net.url, revoked.id)
    const client = permittedClient(net.url, parsePermission(revoked.text))
    await expect(client.call('me.read')).rejects.toThrow(coded('remote.unauthorized'))

    const brief = await authorizationOf(net.url, { user: ana.id, seconds: 1 })
    const late = permittedClient(net.url, parsePermission(brief.text))
    await expect
      .poll(() =>
        late.call('me.read').then(
          () => 'open',
          (error: { code: string }) => error.code,
        ),
      )
      .toBe('remote.unauthorized')
  })

  it('gives its code to the app that it is for, once, and to who knows the verifier', async () => {
    const verifier = pkceVerifier(freshBytes(32))
    const { authorization_code: code } = await net.control.call('local.authorize', {
      body: { user_id: ana.id, client_id: ana.id, scopes: [...READ_ALL], code_challenge: pkceChallenge(verifier) },
    })
    const ask = (more: object) =>
      net.control.call('oauth.token', { body: { client_id: ana.id, code, ...more } }).then(
        ({ access_token }) => access_token !== '',
        (error: { code: string }) => error.code,
      )
    expect(await ask({})).toBe('remote.invalid_field')
    expect(await ask({ code_verifier: pkceVerifier(freshBytes(32)) })).toBe('remote.invalid_field')
    expect(await ask({ code_verifier: verifier })).toBe(true)
    expect(await ask({ code_verifier: verifier })).toBe('remote.refused')
  })
})
