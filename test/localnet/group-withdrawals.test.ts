import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, MultisigRecord } from '#contract/domain'
import { decodeTransaction, encodeTransaction, parseAmount, toAmount, transactionHash } from '#protocol'
import { type Group, groupOf } from '../support/group.ts'
import {
  BTC,
  ETH,
  FEE_USER,
  freshRequest,
  newcomer,
  type Person,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
} from '../support/localnet.ts'

const BITCOIN_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

describe('a withdrawal of a group', () => {
  let net: TestLocalnet
  let group: Group
  let ana: Person
  beforeAll(async () => {
    net = await startTestLocalnet()
    const members = [await newcomer(net, 'One'), await newcomer(net, 'Two'), await newcomer(net, 'Three')]
    group = await groupOf(net, members, 2, BTC)
    ana = await newcomer(net, 'Ana')
    for (const asset of [BTC, ETH]) await ana.fund(asset, '10')
  })

  /** A request over one coin of the group, `[withdrawal, change to the group]`. */
  async function request(address = BITCOIN_ADDRESS): Promise<MultisigRecord> {
    const coin = await group.fund('1')
    const [member] = group.members
    if (member === undefined) throw new Error('nobody is in the group')
    const wishes = [
      { address, amount: parseAmount('0.4') },
      { to: group.ids, threshold: group.threshold, amount: parseAmount('0.6') },
    ]
    return group.create(await member.build(BTC, wishes, { inputs: [coin] }))
  }

  async function signed(asked: Promise<MultisigRecord>): Promise<MultisigRecord> {
    const record = await asked
    await group.sign(0, record)
    return group.sign(2, record)
  }

  async function feeOf(assetId: AssetId): Promise<bigint> {
    const [fee] = await ana.remote.call('assets.fees', { params: { id: assetId } })
    if (fee === undefined) throw new Error('no fee is offered')
    return fee.amount
  }

  async function pay(amount: bigint, references: readonly string[], asset = BTC, to = FEE_USER): Promise<void> {
    await ana.send(await ana.build(asset, [{ to: [to], amount: toAmount(amount) }], { references }))
  }

  const left = async (record: MultisigRecord) => (await group.read(0, record)).receivers[0]?.withdrawal_hash !== ''
  const state = async ({ request_id: id }: MultisigRecord) =>
    (await ana.remote.call('transactions.read', { params: { id } })).state

  it('is taken without a fee, and is final without leaving', async () => {
    const record = await signed(request())
    await net.blocks(5)
    expect(await state(record)).toBe('spent')
    expect(await left(record)).toBe(false)
    const pending = (await net.control.call('chains.read', { params: { id: BTC } })).withdrawal_pending_count
    expect(pending).toBeGreaterThan(0)
  })

  it('leaves two blocks after anybody has paid its fee and referred to it', async () => {
    const record = await signed(request())
    await net.blocks(1)
    await pay(await feeOf(BTC), [record.transaction_hash])
    await net.blocks(1)
    expect(await left(record)).toBe(false)
    await net.blocks(2)
    expect(await left(record)).toBe(true)
    const { receivers } = await ana.remote.call('transactions.read', { params: { id: record.request_id } })
    expect(receivers[0]).toMatchObject({ destination: BITCOIN_ADDRESS, members: [] })
    expect(receivers[0]?.withdrawal_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('goes on waiting after too small a fee, one of another asset, one to somebody else and one without a reference', async () => {
    const [record, fee] = [await signed(request()), await feeOf(BTC)]
    await net.blocks(1)
    const { transaction_hash: hash } = record
    await pay(fee - 1n, [hash])
    await net.blocks(1)
    await pay(fee, [hash], BTC, group.ids[0])
    await net.blocks(1)
    await pay(fee, [])
    await pay(fee, [hash], ETH)
    await net.blocks(5)
    expect(await left(record)).toBe(false)
    await pay(fee, [hash])
    await net.blocks(3)
    expect(await left(record)).toBe(true)
  })

  it('shares a payment with others as far as that goes', async () => {
    const records = [await signed(request()), await signed(request()), await signed(request())]
    await net.blocks(1)
    const hashes = records.map(({ transaction_hash }) => transaction_hash)
    await pay(2n * (await feeOf(BTC)), hashes)
    await net.blocks(3)
    expect(await Promise.all(records.map(left))).toEqual([true, true, false])
  })

  it('may carry its fee inside as well', async () => {
    const coin = await group.fund('1')
    const [member] = group.members
    const fee = await feeOf(BTC)
    const built = await member?.build(
      BTC,
      [
        { address: BITCOIN_ADDRESS, amount: toAmount(parseAmount('1') - fee) },
        { to: [FEE_USER], amount: toAmount(fee) },
      ],
      { inputs: [coin] },
    )
    if (built === undefined) throw new Error('nobody is in the group')
    const record = await signed(group.create(built))
    await net.blocks(3)
    expect(await left(record)).toBe(true)
  })

  it('never leaves for an address that its chain does not have', async () => {
    const record = await signed(request('nowhere'))
    await net.blocks(1)
    await pay(await feeOf(BTC), [record.transaction_hash])
    await net.blocks(5)
    expect(await state(record)).toBe('spent')
    expect(await left(record)).toBe(false)
  })

  it('may name a destination that is no text, which its bytes keep', async () => {
    const coin = await group.fund('1')
    const [member] = group.members
    if (member === undefined) throw new Error('nobody is in the group')
    const built = await member.build(BTC, [{ address: 'odd', amount: parseAmount('1') }], { inputs: [coin] })
    const { outputs, ...rest } = decodeTransaction(built.unsigned)
    const odd = { address: { hex: 'ff00fe' }, tag: { hex: '80' } }
    const unsigned = encodeTransaction({ ...rest, outputs: outputs.map((output) => ({ ...output, withdrawal: odd })) })
    const hash = transactionHash(unsigned) as typeof built.hash // 32 bytes of hex
    const record = await signed(group.create({ ...built, requestId: freshRequest(), hash, unsigned }))
    await net.blocks(1)
    expect(await state(record)).toBe('spent')
    const { raw_transaction: raw } = await group.read(1, record)
    expect(decodeTransaction(raw).outputs[0]?.withdrawal).toEqual(odd)
  })

  it('of a single person still has to pay its fee at once', async () => {
    const built = await ana.build(BTC, [{ address: BITCOIN_ADDRESS, amount: parseAmount('0.1') }])
    const body = [{ request_id: built.requestId, raw: built.unsigned }]
    expect(await refusalOf(ana.remote.call('transactions.verify', { body }))).toBe(20124)
  })
})
