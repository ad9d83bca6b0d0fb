import { beforeAll, describe, expect, it } from 'vitest'
import { conversationId, parseAmount, publicKeyFromSeed } from '#protocol'
import { groupOf } from '../support/group.ts'
import {
  BTC,
  freshId,
  freshRequest,
  newcomer,
  order,
  type Person,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
} from '../support/localnet.ts'

describe('codes', () => {
  let net: TestLocalnet
  let ana: Person
  let ben: Person
  beforeAll(async () => {
    net = await startTestLocalnet()
    ana = await newcomer(net, 'Ana')
    ben = await newcomer(net, 'Ben')
    await ana.fund(BTC, '5')
  })

  async function made(body: object): Promise<string> {
    const { code_id } = (await order(net, 'codes', body)) as { code_id: string }
    return code_id
  }
  const read = (id: string) => net.control.call('codes.read', { params: { id } })

  it('ask for a payment, and say when exactly that was paid', async () => {
    const trace = freshRequest()
    const id = await made({
      type: 'payment',
      trace_id: trace,
      asset_id: BTC,
      amount: '0.5',
      receivers: [ben.id],
      memo: 'lunch',
    })
    expect(await read(id)).toMatchObject({
      type: 'payment',
      code_id: id,
      trace_id: trace,
      asset_id: BTC,
      amount: parseAmount('0.5'),
      receivers: [ben.id],
      threshold: 1,
      memo: 'lunch',
      status: 'pending',
    })
    await ana.pay(ben.id, BTC, '0.5', { requestId: trace })
    expect(await read(id)).toMatchObject({ status: 'paid' })
    await net.blocks(1)
  })

  it('stay pending when another amount was paid under their id', async () => {
    const trace = freshRequest()
    const id = await made({ type: 'payment', trace_id: trace, asset_id: BTC, amount: '0.5', receivers: [ben.id] })
    await ana.pay(ben.id, BTC, '0.4', { requestId: trace })
    await net.blocks(1)
    expect(await read(id)).toMatchObject({ status: 'pending' })
  })

  it('lead to a request of a group, as it stands', async () => {
    const group = await groupOf(net, [ana, ben], 2, BTC, '1')
    const request = await group.ask('0.5', ben.id)
    const id = await made({ type: 'multisig_request', request_id: request.request_id })
    expect(await read(id)).toMatchObject({
      type: 'multisig_request',
      request_id: request.request_id,
      senders: group.ids,
      receivers: [ben.id],
      threshold: 2,
      action: 'sign',
      state: 'initial',
      signers: [],
      raw_transaction: request.raw_transaction,
    })
    await group.sign(0, request)
    expect(await read(id)).toMatchObject({ signers: [group.ids[0]], state: 'initial' })
    await group.sign(1, request)
    expect(await read(id)).toMatchObject({ signers: group.ids, state: 'signed' })
  })

  it('lead to a group’s request that moves a collectible, with every member of the interface', async () => {
    const group = await groupOf(net, [ana, ben], 2, BTC, '1')
    const items = [{ members: group.ids, threshold: 2 }]
    const { asset_id, items: minted } = (await order(net, 'collections', { name: 'Kites', symbol: 'KITE', items })) as {
      readonly asset_id: typeof BTC
      readonly items: readonly { readonly inscription_hash: string }[]
    }
    await net.blocks(1)
    const kites = await groupOf(net, [ana, ben], 2, asset_id)
    const built = await kites.build('1', ben.id)
    const request = await kites.create(built)
    const id = await made({ type: 'non_fungible_request', request_id: request.request_id })
    const raw = (await (await fetch(`${net.url}/codes/${id}`)).json()) as { data: Record<string, unknown> }
    expect(raw.data).toEqual({
      type: 'non_fungible_request',
      ...{ request_id: request.request_id, user_id: group.ids[0], token_id: expect.any(String), amount: '1' },
      ...{ senders: group.ids, senders_threshold: 2, receivers: [ben.id], receivers_threshold: 1, signers: [] },
      ...{ action: 'sign', state: 'initial', transaction_hash: built.hash, raw_transaction: built.unsigned },
      ...{ created_at: expect.any(String), updated_at: expect.any(String), code_id: id },
    })
    const older = await ana.remote.call('legacyOutputs.list', { query: { members: group.membersHash, threshold: 2 } })
    expect(older.map(({ token_id }) => token_id)).toContain(raw.data['token_id'])
    expect(
      await net.control.call('items.read', { params: { hash: minted[0]?.inscription_hash as never } }),
    ).toHaveLength(1)
    for (const place of [0, 1]) await kites.sign(place, request)
    expect(await read(id)).toMatchObject({ state: 'signed', signers: group.ids })

    const plain = await group.ask('0.5', ben.id)
    expect(await refusalOf(order(net, 'codes', { type: 'non_fungible_request', request_id: plain.request_id }))).toBe(
      404,
    )
  })

  it('lead to a conversation of two, with the sessions of both', async () => {
    const id = await made({ type: 'conversation', category: 'CONTACT', creator_id: ana.id, members: [ben.id] })
    const raw = (await (await fetch(`${net.url}/codes/${id}`)).json()) as { data: Record<string, unknown> }
    const people = [ana, ben]
    expect(raw.data).toEqual({
      type: 'conversation',
      conversation_id: conversationId(ana.id, ben.id),
      ...{ creator_id: ana.id, category: 'CONTACT', name: '', icon_url: '', announcement: '', expire_in: 0 },
      ...{ created_at: expect.any(String), code_id: id, code_url: `https://mixin.one/codes/${id}` },
      ...{ mute_until: '0001-01-01T00:00:00Z', circles: [] },
      participants: people.map((person) => ({
        ...{ type: 'participant', user_id: person.id, role: '', created_at: expect.any(String) },
      })),
      participant_sessions: people.map((person) => ({
        ...{ type: 'participant', user_id: person.id, session_id: person.keystore.session_id },
        public_key: Buffer.from(publicKeyFromSeed(person.keystore.session_private_key), 'hex').toString('base64url'),
      })),
    })
    const [first] = await ben.remote.call('sessions.fetch', { body: [ana.id] })
    expect((raw.data['participant_sessions'] as unknown[])[0]).toMatchObject({ public_key: first?.public_key })
    // It is one conversation, whoever of the two begins it.
    const again = await made({ type: 'conversation', category: 'CONTACT', creator_id: ben.id, members: [ana.id] })
    expect(await read(again)).toMatchObject({ conversation_id: conversationId(ana.id, ben.id) })
  })

  it('lead to conversations and authorizations', async () => {
    const bot = await newcomer(net, 'Bot', { kind: 'bot' })
    const talk = await made({ type: 'conversation', name: 'Bakers', creator_id: ana.id, members: [ben.id] })
    expect(await read(talk)).toMatchObject({
      type: 'conversation',
      category: 'GROUP',
      name: 'Bakers',
      participants: [{ user_id: ana.id, role: 'OWNER' }, { user_id: ben.id }],
      participant_sessions: [
        { user_id: ana.id, session_id: ana.keystore.session_id },
        { user_id: ben.id, session_id: ben.keystore.session_id },
      ],
    })
    const grant = await made({ type: 'authorization', client_id: bot.id, scopes: ['PROFILE:READ'] })
    expect(await read(grant)).toMatchObject({
      type: 'authorization',
      scopes: ['PROFILE:READ'],
      app: { app_id: bot.id },
    })
  })

  it('are made for nothing that there is not', async () => {
    const payment = { type: 'payment', asset_id: BTC, amount: '1', receivers: [ben.id] }
    const wrong: [object, number][] = [
      [{ ...payment, asset_id: freshId() }, 404],
      [{ ...payment, receivers: [freshId()] }, 404],
      [{ ...payment, amount: 'much' }, 10002],
      [{ type: 'multisig_request', request_id: freshId() }, 404],
      [{ type: 'authorization', client_id: freshId(), scopes: ['FULL'] }, 404],
      [{ type: 'conversation', name: '', creator_id: ana.id, members: [ben.id] }, 10002],
      [{ type: 'conversation', name: 'Bakers', creator_id: ana.id, members: [freshId()] }, 404],
      [{ type: 'conversation', category: 'CONTACT', creator_id: ana.id, members: [] }, 10002],
      [{ type: 'conversation', category: 'CONTACT', creator_id: ana.id, members: [ana.id] }, 10002],
      [{ type: 'non_fungible_request', request_id: freshId() }, 404],
      [{ type: 'party' }, 10002],
    ]
    for (const [body, code] of wrong) expect(await refusalOf(order(net, 'codes', body))).toBe(code)
  })
})
