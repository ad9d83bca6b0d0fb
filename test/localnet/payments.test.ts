import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BTC, newcomer, type Person, startTestLocalnet, type TestLocalnet } from '../support/localnet.ts'

describe('payments', () => {
  let net: TestLocalnet
  let ana: Person
  let ben: Person
  beforeAll(async () => {
    net = await startTestLocalnet()
    ana = await newcomer(net, 'Ana')
    ben = await newcomer(net, 'Ben')
  })
  afterAll(() => net.close())

  it('moves money from one person to another, with the rest back', async () => {
    await ana.fund(BTC, '1')
    const { requestId } = await ana.pay(ben.id, BTC, '0.4')
    expect((await ana.remote.call('transactions.read', { params: { id: requestId } })).state).toBe('signed')
    await net.blocks(1)
    expect((await ana.remote.call('transactions.read', { params: { id: requestId } })).state).toBe('spent')
    expect([await ana.balance(BTC), await ben.balance(BTC)]).toEqual(['0.6', '0.4'])
  })
})
