import { request as httpRequest } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MultisigRecord, Output } from '#contract/domain'
import { hashMembers, parseAmount, parsePermission, signAccessToken } from '#protocol'
import { manualClock } from '../support/clock.ts'
import { type Group, groupOf } from '../support/group.ts'
import {
  BTC,
  callAs,
  freshId,
  newcomer,
  type Person,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
  tokenFor,
} from '../support/localnet.ts'
import { authorizationOf } from '../support/permission.ts'

interface Reply {
  readonly data?: unknown
  readonly error?: { readonly code: number; readonly extra?: Record<string, unknown> }
}

describe('the door of the local network', () => {
  let net: TestLocalnet
  let ana: Person
  let group: Group
  beforeAll(async () => {
    net = await startTestLocalnet()
    ana = await newcomer(net, 'Ana')
    await ana.fund(BTC, '1')
    const members = [await newcomer(net, 'One'), await newcomer(net, 'Two')]
    group = await groupOf(net, members, 2, BTC, '1')
  })

  const plain = async (uri: string, headers: Record<string, string> = {}): Promise<Reply> =>
    (await (await fetch(net.url + uri, { headers })).json()) as Reply

  /** As the official Go program asks: no token, or an empty bearer, and a name of its own. */
  const asGo = { 'user-agent': 'Go-http-client/1.1', authorization: 'Bearer ' }

  describe('without a token', () => {
    it('tells what became of a transaction, by request and by hash, and gives nobody scalars', async () => {
      const built = await ana.pay(ana.id, BTC, '0.1')
      for (const id of [built.requestId, built.hash]) {
        for (const headers of [{}, asGo]) {
          const { data } = await plain(`/safe/transactions/${id}`, headers)
          expect(data).toMatchObject({ request_id: built.requestId, state: 'signed', views: [] })
        }
      }
      const waiting = await ana.remote.call('transactions.verify', { body: [await unsent()] })
      const { data } = await plain(`/safe/transactions/${waiting[0]?.request_id}`)
      expect(waiting[0]?.views.length).toBeGreaterThan(0)
      expect(data).toMatchObject({ state: 'unspent', views: [] })
      expect((await plain(`/safe/transactions/${freshId()}`)).error?.code).toBe(404)
      await net.blocks(1)
    })

    async function unsent() {
      await net.blocks(1)
      const built = await ana.build(BTC, [{ to: [ana.id], amount: parseAmount('0.2') }])
      return { request_id: built.requestId, raw: built.unsigned }
    }

    it('lists deposits on their way to an address', async () => {
      const [entry] = await ana.remote.call('deposits.entries', { body: { chain_id: BTC } })
      const { destination = '' } = entry ?? {}
      await net.control.call('local.deposit', { body: { destination, asset_id: BTC, amount: parseAmount('0.3') } })
      const { data } = await plain(`/safe/deposits?asset=${BTC}&destination=${destination}`, asGo)
      expect(data).toMatchObject([{ destination, amount: '0.3', state: 'pending' }])
      await net.blocks(100)
      expect((await plain(`/safe/deposits?destination=${destination}`, asGo)).data).toEqual([])
    })

    it('gives nothing else, and refuses a token that is wrong', async () => {
      expect((await plain('/safe/outputs', asGo)).error?.code).toBe(401)
      const wrong = { authorization: 'Bearer a.b.c' }
      expect((await plain(`/safe/transactions/${freshId()}`, wrong)).error?.code).toBe(401)
    })
  })

  it.each([
    ['Go-http-client/2.0', true],
    ['go-resty/2.16.2 (https://github.com/go-resty/resty)', true],
    ['axios/1.7.9', true],
    ['okhttp/4.12.0', true],
    ['node', false],
    ['curl/8.5.0', false],
    ['Mozilla/5.0 (X11; Linux x86_64)', false],
  ])('speaks to %s in the words that it expects', async (agent, isUpstream) => {
    const body = JSON.stringify({ chain_id: BTC, members: [ana.id], threshold: 1 })
    const requestId = freshId()
    const asked = { method: 'POST', uri: '/safe/deposit/entries', body, requestId }
    const response = await fetch(net.url + asked.uri, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenFor(ana, asked, net.clock.now())}`, 'user-agent': agent },
      body,
    })
    expect(Array.isArray(((await response.json()) as Reply).data)).toBe(isUpstream)
  })

  describe('a read with a body', () => {
    let record: MultisigRecord
    beforeAll(async () => {
      record = await group.ask('0.1', ana.id)
    })

    /** `fetch` sends none with a read. */
    function read(body: string, signed = body): Promise<Reply> {
      const [member] = group.members
      if (member === undefined) throw new Error('nobody is in the group')
      const uri = `/safe/multisigs/${record.request_id}`
      const requestId = freshId()
      const token = tokenFor(member, { method: 'GET', uri, body: signed, requestId }, net.clock.now())
      const headers = { authorization: `Bearer ${token}`, 'content-length': Buffer.byteLength(body) }
      return new Promise((resolve, reject) => {
        const sent = httpRequest(net.url + uri, { method: 'GET', headers }, (response) => {
          let text = ''
          response.on('data', (chunk: Buffer) => {
            text += chunk.toString('utf8')
          })
          response.on('end', () => resolve(JSON.parse(text) as Reply))
        })
        sent.on('error', reject)
        sent.end(body)
      })
    }

    it('is answered when the token covers it', async () => {
      const { request_id, raw_transaction: raw } = record
      for (const body of ['', JSON.stringify({ request_id, raw })]) {
        expect((await read(body)).data).toMatchObject({ request_id })
      }
    })

    it('is refused when the token covers another one', async () => {
      expect((await read(JSON.stringify({ request_id: record.request_id }), '')).error?.code).toBe(401)
    })

    it('is refused when it names another request than its path, as signing and giving up are', async () => {
      const other = { request_id: freshId() }
      expect((await read(JSON.stringify(other))).error).toMatchObject({ code: 10002, extra: { field: 'request_id' } })
      const [member] = group.members
      const raw = await group.signedRaw(0, record.request_id)
      for (const [action, body] of [['sign', { ...other, raw }] as const, ['unlock', other] as const]) {
        const uri = `/safe/multisigs/${record.request_id}/${action}`
        const call = callAs(net, member ?? ana, { method: 'POST', uri, body: JSON.stringify(body) })
        await expect(call).rejects.toMatchObject({ details: { code: 10002 } })
      }
      expect(await group.read(0, record)).toMatchObject({ signers: [], revoked_by: null })
    })
  })

  it('lets anybody with a valid token change relationships, whatever its scopes', async () => {
    const body = JSON.stringify({ user_id: group.ids[0], action: 'ADD' })
    const asked = { method: 'POST', uri: '/relationships', body, requestId: freshId() }
    const token = tokenFor({ keystore: ana.keystore, scope: 'PROFILE:READ' }, asked, net.clock.now())
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(net.url + asked.uri, { method: 'POST', headers, body })
    expect(((await response.json()) as Reply).data).toMatchObject({ relationship: 'FRIEND' })
    expect((await plain('/relationships')).error?.code).toBe(404)
  })

  it('takes the token of an authorization without a request id, and refuses it with another one', async () => {
    const permission = parsePermission((await authorizationOf(net.url, { user: ana.id })).text)
    if (permission.kind !== 'oauth') throw new Error('not the keys of an authorization')
    const iat = Number(net.clock.now() / 1_000_000_000n)
    const asked = { method: 'GET', uri: '/me', body: '', iat, exp: iat + 60, jti: freshId() }
    const authorization = `Bearer ${signAccessToken(permission, asked)}`
    expect((await plain('/me', { authorization })).data).toMatchObject({ user_id: ana.id })
    expect((await plain('/me', { authorization, 'x-request-id': asked.jti })).data).toMatchObject({ user_id: ana.id })
    expect((await plain('/me', { authorization, 'x-request-id': freshId() })).error?.code).toBe(401)
  })

  it('reads ids and hashes in capitals', async () => {
    const membersHash = hashMembers([ana.id]).toUpperCase()
    const uri = `/safe/outputs?members=${membersHash}&threshold=1&asset=${BTC.toUpperCase()}&limit=1`
    expect(await callAs(net, ana, { uri })).toHaveLength(1)
    const [{ transaction_hash: hash, output_index: index }] = (await callAs(net, ana, { uri })) as [Output]
    const place = `${hash.toUpperCase()}:${index}`
    expect(await callAs(net, ana, { uri: `/safe/outputs/${place}` })).toMatchObject({ transaction_hash: hash })
    expect(await callAs(net, ana, { uri: `/users/${ana.id.toUpperCase()}` })).toMatchObject({ user_id: ana.id })
    const body = JSON.stringify([ana.id.toUpperCase()])
    expect(await callAs(net, ana, { method: 'POST', uri: '/users/fetch', body })).toMatchObject([{ user_id: ana.id }])
  })

  it('takes a member that is null for one that is left out', async () => {
    const post = (uri: string, body: object) => callAs(net, ana, { method: 'POST', uri, body: JSON.stringify(body) })
    const wish = { chain_id: BTC, members: null, threshold: null, asset_id: null, amount: null }
    expect(await post('/safe/deposit/entries', wish)).toMatchObject({ members: [ana.id], threshold: 1 })
    expect(await refusalOf(post('/safe/deposit/entries', { ...wish, chain_id: null }))).toBe(10002)
    expect(await refusalOf(post('/users/fetch', [null]))).toBe(10002)
  })

  it('names the member of an element that it refuses of what is asked for keys', async () => {
    const uri = '/safe/keys'
    const body = JSON.stringify([{ receivers: [ana.id], index: 'one', hint: freshId() }])
    const token = tokenFor(ana, { method: 'POST', uri, body, requestId: freshId() }, net.clock.now())
    const headers = { authorization: `Bearer ${token}` }
    const { error } = (await (await fetch(net.url + uri, { method: 'POST', headers, body })).json()) as Reply
    expect(error).toMatchObject({ code: 10002, extra: { field: '0.index' } })
  })

  it('refuses a body that nests without end', async () => {
    const body = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(await refusalOf(callAs(net, ana, { method: 'POST', uri: '/schemes', body }))).toBe(10002)
  })

  it.each([
    ['is no text', '/codes/%zz'],
    ['is too long', `/codes/${'a'.repeat(1_025)}`],
  ])('refuses a path whose part %s as it refuses any other request, in both dialects', async (_why, path) => {
    for (const prefix of ['', '/upstream']) {
      const id = freshId()
      const answer = await fetch(net.url + prefix + path, { headers: { 'x-request-id': id } })
      expect(answer.status).toBe(202)
      expect(answer.headers.get('x-request-id')).toBe(id)
      expect(answer.headers.get('x-server-time')).toMatch(/^\d+$/)
      expect(await answer.json()).toMatchObject({ error: { status: 202, code: 400, request_id: id } })
    }
  })

  it.each(['/safe/snapshots', '/safe/deposits', '/outputs'])(
    'takes any time for the offset of %s, the one that stands for none too',
    async (path) => {
      const cat = await newcomer(net, 'Cat')
      await cat.fund(BTC, '1')
      const [entry] = await cat.remote.call('deposits.entries', { body: { chain_id: BTC } })
      const body = { destination: entry?.destination ?? '', asset_id: BTC, amount: parseAmount('1') }
      await net.control.call('local.deposit', { body })
      const count = async (offset: string, order: 'ASC' | 'DESC') => {
        const uri = `${path}?${new URLSearchParams({ offset, order })}`
        return ((await callAs(net, cat, { uri })) as unknown[]).length
      }
      for (const order of ['ASC', 'DESC'] as const) expect(await count('0001-01-01T00:00:00Z', order)).toBe(1)
      expect([await count('0001-01-01T00:00:01Z', 'ASC'), await count('9999-12-31T23:59:59Z', 'DESC')]).toEqual([1, 1])
      expect([await count('0001-01-01T00:00:01Z', 'DESC'), await count('9999-12-31T23:59:59Z', 'ASC')]).toEqual([0, 0])
    },
  )

  it.each(['2026-02-30T00:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T00:00:00+08:00'])(
    'takes no offset that is no time: %s, whose sign of a zone is a blank unless it is written otherwise',
    async (offset) => {
      expect(await refusalOf(callAs(net, ana, { uri: `/safe/snapshots?offset=${offset}` }))).toBe(10002)
    },
  )

  it('lists older outputs in both orders', async () => {
    await ana.fund(BTC, '0.7')
    const list = async (order: 'ASC' | 'DESC') =>
      (await ana.remote.call('legacyOutputs.list', { query: { order } })).map(({ created_at }) => created_at)
    const ascending = await list('ASC')
    expect(ascending.length).toBeGreaterThan(1)
    expect(ascending).toEqual(ascending.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(await list('DESC')).toEqual(ascending.toReversed())
  })
})

it('a deposit with its confirmations is listed as confirmed until the kernel has it', async () => {
  const clock = manualClock()
  const net = await startTestLocalnet({ clock, finalityMs: 1_000 })
  const ana = await newcomer(net, 'Ana')
  const [entry] = await ana.remote.call('deposits.entries', { body: { chain_id: BTC } })
  const { destination = '' } = entry ?? {}
  const { threshold } = await net.control.call('local.deposit', {
    body: { destination, asset_id: BTC, amount: parseAmount('0.3') },
  })
  await net.control.call('local.blocks', { body: { count: threshold, final: false } })
  const listed = await ana.remote.call('deposits.list')
  expect(listed).toMatchObject([{ state: 'confirmed', confirmations: threshold, threshold }])
  expect(await ana.outputs()).toEqual([])
  await clock.advance(2_000)
  await expect.poll(() => ana.outputs()).toHaveLength(1)
  expect(await ana.remote.call('deposits.list')).toEqual([])
})
