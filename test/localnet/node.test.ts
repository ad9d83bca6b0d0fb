import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, Hash, Output } from '#contract/domain'
import { verifyByHost } from '#platform'
import {
  addScalars,
  decodeTransaction,
  encodeTransaction,
  parseAmount,
  scalarFromSeed,
  signTransaction,
  type Transaction,
  transactionHash,
  verifySpend,
  verifyTransaction,
} from '#protocol'
import { aggregated } from '../protocol/aggregate.ts'
import { groupOf } from '../support/group.ts'
import {
  BTC,
  callAs,
  freshRequest,
  newcomer,
  order,
  type Person,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
} from '../support/localnet.ts'

describe('a node of the kernel', () => {
  let net: TestLocalnet
  let ana: Person
  let ben: Person
  beforeAll(async () => {
    net = await startTestLocalnet()
    ana = await newcomer(net, 'Ana')
    ben = await newcomer(net, 'Ben')
  })

  const ask = (hash: Hash) =>
    ana.remote.call('kernel.transaction', { body: { method: 'gettransaction', params: [hash] } })
  const broadcast = (raw: string) =>
    ben.remote.call('kernel.send', { body: { method: 'sendrawtransaction', params: [raw] } })

  /** The bytes that made a coin, which hash to the name that the coin gives. */
  async function makerOf({ transaction_hash: hash, output_index: index, ...coin }: Output) {
    const found = await ask(hash)
    const transaction = decodeTransaction(found?.hex ?? '')
    expect(transactionHash(found?.hex ?? '')).toBe(hash)
    expect(transaction.outputs[index]).toMatchObject({ keys: coin.keys, mask: coin.mask, amount: coin.amount })
    expect(found?.snapshot).toMatch(/^[0-9a-f]{64}$/)
    return transaction
  }

  it('gives the signed bytes of a deposit, made by the custodian', async () => {
    const maker = await makerOf(await ana.fund(BTC, '1'))
    expect(maker.inputs[0]?.deposit).toMatchObject({ amount: parseAmount('1') })
    expect(maker.signatures).toHaveLength(1)
  })

  it('gives a payment with signatures that open the coins it spends, and both of its new coins', async () => {
    const payer = await newcomer(net, 'Payer')
    await payer.fund(BTC, '1')
    const spent = await payer.outputs()
    const { hash } = await payer.pay(ben.id, BTC, '0.25')
    expect((await ask(hash))?.snapshot).toBeNull()
    await net.blocks(1)
    const coins = [...(await payer.outputs()), ...(await ben.outputs())].filter(
      (coin) => coin.transaction_hash === hash,
    )
    expect(coins).toHaveLength(2)
    for (const coin of coins) await makerOf(coin)
    const opened = spent.map(({ keys }) => ({ keys, script: 'fffe01' }))
    expect(verifyTransaction((await ask(hash))?.hex ?? '', opened, { verify: verifyByHost }).complete).toBe(true)
  })

  it('gives the payment of a group with the signatures of all who signed', async () => {
    const members = [await newcomer(net, 'One'), await newcomer(net, 'Two'), await newcomer(net, 'Three')]
    const group = await groupOf(net, members, 2, BTC, '1')
    const request = await group.ask('0.25', ben.id)
    await group.sign(0, request)
    await group.sign(1, request)
    await net.blocks(1)
    const { signatures = [] } = decodeTransaction((await ask(request.transaction_hash))?.hex ?? '')
    expect(Object.keys(signatures[0] ?? {})).toHaveLength(2)
  })

  it('gives what an ordered collection paid out', async () => {
    const items = [{ members: [ana.id] }]
    await order(net, 'collections', { name: 'Stones', symbol: 'STN', items })
    await net.blocks(1)
    const coins = (await ana.outputs()).filter(({ inscription_hash }) => inscription_hash !== null)
    expect(coins).toHaveLength(1)
    for (const coin of coins) await makerOf(coin)
  })

  it('answers under the name of the proxy as well, and null for what it does not know', async () => {
    const { transaction_hash: hash } = await ana.fund(BTC, '2')
    const body = (params: readonly unknown[]) => JSON.stringify({ method: 'gettransaction', params })
    const proxy = { method: 'POST', uri: '/external/proxy' }
    expect(await callAs(net, ana, { ...proxy, body: body([hash]) })).toMatchObject({ hash, version: 5 })
    expect(await callAs(net, ana, { ...proxy, body: body(['cd'.repeat(32)]) })).toBeNull()
  })

  it('refuses methods that it does not have', async () => {
    const call = callAs(net, ana, {
      method: 'POST',
      uri: '/external/kernel',
      body: '{"method":"getround","params":[]}',
    })
    expect(await refusalOf(call)).toBe(10002)
  })

  it('takes signed bytes from anybody, once, and by its rules alone', async () => {
    const payer = await newcomer(net, 'Payer')
    await payer.fund(BTC, '1')
    const built = await payer.build(BTC, [{ to: [ben.id], amount: parseAmount('0.25') }])
    const [raw = ''] = await payer.sign(built)
    expect(await broadcast(raw)).toMatchObject({ hash: built.hash })
    expect(await broadcast(raw)).toMatchObject({ hash: built.hash })
    await net.blocks(1)
    expect(await payer.balance(BTC)).toBe('0.75')
    expect((await ask(built.hash))?.hex).toBe(raw)
  })

  it('refuses bytes that are not signed, or that spend what is spent', async () => {
    const payer = await newcomer(net, 'Payer')
    await payer.fund(BTC, '1')
    const [one, two] = [
      await payer.build(BTC, [{ to: [ben.id], amount: parseAmount('0.25') }]),
      await payer.build(BTC, [{ to: [ben.id], amount: parseAmount('0.5') }]),
    ]
    const [first = '', second = ''] = await payer.sign(one, two)
    expect(await refusalOf(broadcast(one.unsigned))).toBe(2000003)
    await broadcast(first)
    expect(await refusalOf(broadcast(second))).toBe(10105)
  })

  describe('with one aggregated signature for all inputs', () => {
    async function aggregatedPayment(change: Partial<Transaction> = {}) {
      const payer = await newcomer(net, 'Payer')
      await payer.fund(BTC, '1')
      await payer.fund(BTC, '2')
      const built = await payer.build(BTC, [{ to: [ben.id], amount: parseAmount('0.25') }])
      const [record] = await payer.remote.call('transactions.verify', {
        body: [{ request_id: built.requestId, raw: built.unsigned }],
      })
      const spend = scalarFromSeed(payer.spendSeed)
      const signing = built.inputs.map(({ keys: [key = ''] }, position) => ({
        ...{ position, key, scalar: addScalars(record?.views[position] ?? '', spend) },
      }))
      const transaction = aggregated(decodeTransaction(built.unsigned), signing)
      return { payer, built, raw: encodeTransaction({ ...transaction, ...change }) }
    }

    it('takes a payment, from the payer or from anybody', async () => {
      const sent = await aggregatedPayment()
      const body = [{ request_id: sent.built.requestId, raw: sent.raw }]
      const [record] = await sent.payer.remote.call('transactions.send', { body })
      expect(record).toMatchObject({ state: 'signed', raw_transaction: sent.raw, signers: [sent.payer.id] })
      const other = await aggregatedPayment()
      expect(await broadcast(other.raw)).toMatchObject({ hash: other.built.hash })
      await net.blocks(1)
      expect(await sent.payer.balance(BTC)).toBe('2.75')
      expect(await other.payer.balance(BTC)).toBe('2.75')
    })

    it('gives bytes by which anybody can judge who spent the coins', async () => {
      const { built, raw } = await aggregatedPayment()
      await broadcast(raw)
      const makers = await Promise.all(built.inputs.map(({ transaction_hash }) => ask(transaction_hash)))
      const bytes = makers.map((maker) => maker?.hex ?? '')
      expect(verifySpend((await ask(built.hash))?.hex ?? '', bytes, { verify: verifyByHost })).toBe('valid')
    })

    it('refuses one that does not hold', async () => {
      const { payer, raw } = await aggregatedPayment({ extra: '00' })
      const body = [{ request_id: freshRequest(), raw }]
      expect(await refusalOf(payer.remote.call('transactions.send', { body }))).toBe(2000003)
      expect(await refusalOf(broadcast(raw))).toBe(2000003)
    })
  })

  it('takes a withdrawal of a token that is on no chain, of which nothing ever leaves or comes back', async () => {
    const items = [{ members: [ana.id] }]
    const made = await order(net, 'collections', { name: 'Coins', symbol: 'CNS', items })
    const { asset_id } = made as { asset_id: AssetId }
    await net.blocks(1)
    const inputs = await ana.outputs(asset_id)
    const amount = inputs[0]?.amount ?? parseAmount('0')
    const [token] = await net.control.call('assets.search', { params: { q: asset_id } })
    const body = { chain_id: token?.chain_id ?? BTC, members: [ana.id], threshold: 1 }
    const [entry] = await ana.remote.call('deposits.entries', { body })
    const { destination: address = '', tag } = entry ?? {}
    const leaving = await ana.build(asset_id, [{ address, tag: tag ?? '', amount }], { inputs })
    // The service shows the views of a payment, and refuses such a withdrawal.
    const paying = await ana.build(asset_id, [{ to: [ben.id], amount }], { inputs })
    const verify = ({ requestId, unsigned }: typeof paying) =>
      ana.remote.call('transactions.verify', { body: [{ request_id: requestId, raw: unsigned }] })
    expect(await refusalOf(verify(leaving))).toBe(10002)
    const [{ views } = { views: [] }] = await verify(paying)
    const signing = { raw: leaving.unsigned, spendSeed: ana.spendSeed, inputs, views, verify: verifyByHost }
    expect(await broadcast(signTransaction(signing).raw)).toMatchObject({ hash: leaving.hash })
    await net.blocks(4)
    expect(await ana.outputs(asset_id)).toEqual([])
    expect(await ana.remote.call('deposits.list')).toEqual([])
  })

  it('takes no deposit, which only the custodian brings', async () => {
    const { transaction_hash: hash } = await ana.fund(BTC, '1')
    const deposit = decodeTransaction((await ask(hash))?.hex ?? '')
    const [input] = deposit.inputs
    const another = input?.deposit === undefined ? [] : [{ ...input, deposit: { ...input.deposit, index: 7n } }]
    expect(await refusalOf(broadcast(encodeTransaction({ ...deposit, inputs: another })))).not.toBe('no refusal')
  })

  describe('asked itself, at the root', () => {
    const question = async (method: string, params: readonly unknown[], id = 'one'): Promise<unknown> =>
      (await fetch(net.url, { method: 'POST', body: JSON.stringify({ id, method, params }) })).json()

    it('says which network it is of', async () => {
      const { network_id: network } = await net.control.call('local.network')
      expect(await question('getinfo', [])).toMatchObject({ id: 'one', data: { network } })
    })

    it('gives what the service passes on, and null for what it does not know', async () => {
      const { transaction_hash: hash, output_index: index, keys, mask } = await ana.fund(BTC, '1')
      const { hex, snapshot } = (await ask(hash)) ?? { hex: '', snapshot: '' }
      expect(await question('gettransaction', [hash])).toMatchObject({ id: 'one', data: { hash, hex, snapshot } })
      const utxo = { hash, index, type: 0, amount: '1.00000000', keys, mask }
      const told = (await question('getutxo', [hash, index])) as { data: { amount: string } }
      expect({ ...told.data, amount: Number(told.data.amount).toFixed(8) }).toMatchObject(utxo)
      expect(await question('getkey', [keys[0]])).toMatchObject({ data: { transaction: hash } })
      const nothing = 'ab'.repeat(32)
      expect(await question('gettransaction', [nothing])).toEqual({ id: 'one', data: null })
      expect(await question('getutxo', [nothing, 0])).toEqual({ id: 'one', data: null })
    })

    it('refuses in one sentence what it cannot read, and what would change something', async () => {
      expect(await question('gettransaction', ['no hash'])).toMatchObject({ error: expect.any(String) })
      expect(await question('sendrawtransaction', ['7777'])).toEqual({ id: 'one', error: 'invalid method' })
      expect(await (await fetch(net.url, { method: 'POST', body: '{' })).json()).toEqual({ error: 'bad request' })
    })
  })
})
