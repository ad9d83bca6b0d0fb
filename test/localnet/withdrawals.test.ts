import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId } from '#contract/domain'
import { feeRequestId, parseAmount, toAmount } from '#protocol'
import { stillClock } from '../support/clock.ts'
import {
  BTC,
  type Built,
  ETH,
  FEE_USER,
  newcomer,
  type Person,
  startTestLocalnet,
  type TestLocalnet,
  USDT,
} from '../support/localnet.ts'
import { refusedWithoutTrace } from './trace.ts'

const BITCOIN_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ETHEREUM_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('withdrawals', () => {
  let net: TestLocalnet
  let ana: Person
  beforeAll(async () => {
    net = await startTestLocalnet({ clock: stillClock() })
    ana = await newcomer(net, 'Ana')
    await ana.fund(BTC, '10')
    await ana.fund(USDT, '1000')
    await ana.fund(ETH, '1')
  })

  async function feeOf(assetId: AssetId, feeAsset: AssetId): Promise<bigint> {
    const fees = await ana.remote.call('assets.fees', { params: { id: assetId } })
    const fee = fees.find(({ asset_id }) => asset_id === feeAsset)
    if (fee === undefined) throw new Error('no such fee is offered')
    return fee.amount
  }

  const fee = (amount: bigint) => ({ to: [FEE_USER], amount: toAmount(amount) })
  const leaving = (address: string, amount: string, tag = '') => ({ address, tag, amount: parseAmount(amount) })

  /** A withdrawal of USDT, and beside it the transaction that pays for it in ether. */
  async function pair(paid: bigint, refers = true): Promise<[Built, Built]> {
    const withdrawal = await ana.build(USDT, [leaving(ETHEREUM_ADDRESS, '100')])
    const payment = await ana.build(ETH, [fee(paid)], {
      requestId: feeRequestId(withdrawal.requestId) as Built['requestId'],
    })
    const referring = await ana.build(ETH, [fee(paid)], {
      requestId: payment.requestId,
      references: refers ? [withdrawal.hash] : [],
    })
    return [withdrawal, referring]
  }

  const verify = (...built: Built[]) =>
    ana.remote.call('transactions.verify', {
      body: built.map(({ requestId, unsigned }) => ({ request_id: requestId, raw: unsigned })),
    })
  const refused = (...built: Built[]) => refusedWithoutTrace(net, [ana], () => verify(...built))

  async function totals(assetId: AssetId) {
    const { totals: all } = await net.control.call('local.state')
    const found = all.find(({ asset_id }) => asset_id === assetId)
    if (found === undefined) throw new Error('the ledger never had this asset')
    return found
  }

  it('leave with the fee in the same asset, and get a transaction on the chain two blocks after they are final', async () => {
    const [before, charge] = [await totals(BTC), await feeOf(BTC, BTC)]
    const built = await ana.build(BTC, [leaving(BITCOIN_ADDRESS, '1'), fee(charge)])
    await ana.send(built)
    const record = () => ana.remote.call('transactions.read', { params: { id: built.requestId } })
    expect(await record()).toMatchObject({
      state: 'signed',
      amount: parseAmount('1'),
      receivers: [
        { destination: BITCOIN_ADDRESS, withdrawal_hash: '' },
        { members: [FEE_USER] },
        { members: [ana.id] },
      ],
    })
    await net.blocks(1)
    expect((await record()).receivers[0]?.withdrawal_hash).toBe('')
    await net.blocks(2)
    const hash = (await record()).receivers[0]?.withdrawal_hash
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    const snapshot = (await ana.remote.call('snapshots.list', { query: { asset: BTC } })).at(-1)
    expect(snapshot).toMatchObject({
      type: 'withdrawal',
      amount: -(parseAmount('1') + charge),
      withdrawal: { withdrawal_hash: hash, receiver: BITCOIN_ADDRESS },
    })
    const after = await totals(BTC)
    expect(after).toEqual({
      ...before,
      withdrawn: before.withdrawn + parseAmount('1'),
      unspent: before.unspent - parseAmount('1'),
    })
  })

  it('leave with the fee in the asset of the chain, paid beside them', async () => {
    const [withdrawal, payment] = await pair(await feeOf(USDT, ETH))
    await ana.send(withdrawal, payment)
    await net.blocks(3)
    for (const { requestId } of [withdrawal, payment]) {
      expect((await ana.remote.call('transactions.read', { params: { id: requestId } })).state).toBe('spent')
    }
    const { receivers } = await ana.remote.call('transactions.read', { params: { id: withdrawal.requestId } })
    expect(receivers[0]?.withdrawal_hash).toMatch(/^0x[0-9a-f]{64}$/)
  })

  it('come back in as a deposit when they go to an address of this network', async () => {
    const ben = await newcomer(net, 'Ben')
    const [entry] = await ben.remote.call('deposits.entries', { body: { chain_id: BTC } })
    const built = await ana.build(BTC, [leaving(entry?.destination ?? '', '0.5'), fee(await feeOf(BTC, BTC))])
    await ana.send(built)
    await net.blocks(4)
    const [seen] = await ben.remote.call('deposits.list')
    const { receivers } = await ana.remote.call('transactions.read', { params: { id: built.requestId } })
    expect(seen).toMatchObject({ amount: parseAmount('0.5'), transaction_hash: receivers[0]?.withdrawal_hash })
    await net.blocks(seen?.threshold ?? 0)
    expect(await ben.balance(BTC)).toBe('0.5')
  })

  it('come back in also where the address is spelled in another way', async () => {
    const ben = await newcomer(net, 'Ben')
    const [entry] = await ben.remote.call('deposits.entries', { body: { chain_id: ETH } })
    const spelled = entry?.destination.toLowerCase() ?? ''
    expect(spelled).not.toBe(entry?.destination)
    await ana.send(await ana.build(ETH, [leaving(spelled, '0.1'), fee(await feeOf(ETH, ETH))]))
    await net.blocks(4)
    expect(await ben.remote.call('deposits.list')).toMatchObject([
      { amount: parseAmount('0.1'), destination: entry?.destination },
    ])
  })

  it('are refused without a fee and with one that is too small', async () => {
    const charge = await feeOf(BTC, BTC)
    const free = await ana.build(BTC, [leaving(BITCOIN_ADDRESS, '1')])
    const cheap = await ana.build(BTC, [leaving(BITCOIN_ADDRESS, '1'), fee(charge - 1n)])
    expect([await refused(free), await refused(cheap)]).toEqual([20124, 20135])
    const ether = await feeOf(USDT, ETH)
    const [alone] = await pair(ether)
    expect(await refused(alone)).toBe(20124)
    expect(await refused(...(await pair(ether - 1n)))).toBe(20135)
    expect(await refused(...(await pair(ether, false)))).toBe(20124)
  })

  it('are refused at addresses that are none, and with memos that the chain does not have', async () => {
    const charge = fee(await feeOf(BTC, BTC))
    for (const address of ['', 'nowhere', ETHEREUM_ADDRESS, `${BITCOIN_ADDRESS.slice(0, -1)}5`]) {
      expect(await refused(await ana.build(BTC, [leaving(address, '1'), charge]))).toBe(30102)
    }
    expect(await refused(await ana.build(BTC, [leaving(BITCOIN_ADDRESS, '1', 'memo'), charge]))).toBe(20131)
  })

  it('are refused below the least that may leave of their asset', async () => {
    const { dust } = await ana.remote.call('assets.read', { params: { id: BTC } })
    expect(dust).toBeGreaterThan(1n)
    const of = async (amount: bigint) =>
      ana.build(BTC, [{ ...leaving(BITCOIN_ADDRESS, '0'), amount: toAmount(amount) }, fee(await feeOf(BTC, BTC))])
    expect(await refused(await of(dust - 1n))).toBe(20127)
    expect(await verify(await of(dust))).toMatchObject([{ amount: dust, state: 'unspent' }])
  })

  it('are refused anywhere but in the first output', async () => {
    const second = await ana.build(BTC, [fee(await feeOf(BTC, BTC)), leaving(BITCOIN_ADDRESS, '1')])
    expect(await refused(second)).toBe(10002)
    const twice = await ana.build(BTC, [leaving(BITCOIN_ADDRESS, '1'), leaving(BITCOIN_ADDRESS, '1')])
    expect(await refused(twice)).toBe(10002)
  })

  it('count as pending on their chain until they have left', async () => {
    const pending = async () =>
      (await net.control.call('chains.read', { params: { id: BTC } })).withdrawal_pending_count
    const before = await pending()
    await ana.send(await ana.build(BTC, [leaving(BITCOIN_ADDRESS, '0.1'), fee(await feeOf(BTC, BTC))]))
    await net.blocks(1)
    expect(await pending()).toBe(before + 1)
    await net.blocks(2)
    expect(await pending()).toBe(before)
  })
})
