import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAmount } from '#protocol'
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
  afterAll(() => net.close())

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

  it('lead to conversations and authorizations', async () => {
    const bot = await newcomer(net, 'Bot', { kind: 'bot' })
    const talk = await made({ type: 'conversation', name: 'Bakers', creator_id: ana.id, members: [ben.id] })
    expect(await read(talk)).toMatchObject({
      type: 'conversation',
      category: 'GROUP',
      name: 'Bakers',
      participants: [{ user_id: ana.id, role: 'OWNER' }, { user_id: ben.id }],
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
      [{ type: 'party' }, 10002],
    ]
    for (const [body, code] of wrong) expect(await refusalOf(order(net, 'codes', body))).toBe(code)
  })
})
