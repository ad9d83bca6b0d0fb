import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId } from '#contract/domain'
import { assetIdFromContract, kernelAssetId, parseAmount } from '#protocol'
import { type Member, newMember } from '../support/cosigners.ts'
import { faultyLine } from '../support/faults.ts'
import { card, read } from '../support/scan.ts'
import { ETH, sharedNetwork } from '../support/wallet.ts'

/* Links of other chains that ask for more than money, or in units that nobody here can count. */

const SOL = '64692c23-8971-4cf4-84a7-4dd1271dd887' as AssetId
const TO = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const TOKEN = '0x1111111111111111111111111111111111111111'
const HOLDER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

const network = sharedNetwork()
const line = faultyLine()
let ana: Member

const token = assetIdFromContract(ETH, TOKEN) as AssetId // a formula

/** A service that knows a token, and says so much more of it. */
const knowing =
  (more: object): typeof fetch =>
  async (target, init) => {
    const { pathname, searchParams } = new URL(String(target))
    const record = { asset_id: token, chain_id: ETH, symbol: 'SIX', name: 'Six', kernel_asset_id: kernelAssetId(token) }
    if (pathname === `/safe/assets/${token}`) return Response.json({ data: { ...record, ...more } })
    const tag = searchParams.get('tag')
    // The local network takes none on that chain.
    if (searchParams.get('asset') === SOL && tag !== null) return Response.json({ data: { destination: TO, tag } })
    if (searchParams.get('asset') === token) return Response.json({ data: { destination: HOLDER, tag: '' } })
    return line.fetch(target, init)
  }

beforeAll(async () => {
  ana = await newMember(network, 'Ana', { fetch: knowing({}) })
})

const asked = `solana:${TO}?amount=0.5&memo=Order%2012`

describe('a memo in a link of another chain', () => {
  it('that the chain does not take is told of, and none is filled in', async () => {
    const { view } = await card(ana, asked, 'payment')
    expect(view.warnings).toEqual([expect.stringContaining('Order 12')])
    expect(view).toMatchObject({
      payee: { destination: TO, tag: '' },
      asked: { amount: parseAmount('0.5'), memo: null },
    })
    expect((await card(ana, `solana:${TO}?amount=0.5`, 'payment')).view.warnings).toEqual([])
  })

  it('is the tag where the chain takes one, also of an address that was saved with another', async () => {
    line.faults.push({
      path: /^\/safe\/assets$/,
      act: (assets: { asset_id: string }[]) =>
        assets.map((one) => (one.asset_id === SOL ? { ...one, withdrawal_memo_possibility: 'possible' } : one)),
    })
    await ana.wallet.calls['app.retry']({ account: ana.account })
    const { account, wallet } = ana
    await wallet.until(
      async () => (await card(ana, asked, 'payment')).asset?.tag,
      (tag) => tag === 'possible',
    )
    await wallet.calls['contacts.saveAddress']({
      ...{ account, addressId: null, userId: null, label: 'Exchange', chainId: SOL, destination: TO, tag: '7' },
    })
    const { view } = await card(ana, asked, 'payment')
    expect(view).toMatchObject({ payee: { destination: TO, tag: 'Order 12' }, asked: { memo: null } })
    expect(view.warnings.join()).not.toContain('cannot send')
  })
})

describe('an amount in the smallest units of a token', () => {
  const link = `ethereum:${TOKEN}@1/transfer?address=${HOLDER}&uint256=1500000`

  it('is not guessed where the service does not say what those are', async () => {
    const found = await read(ana, link)
    expect(found).toMatchObject({ kind: 'text', problem: { code: 'protocol.link' } })
  })

  it('is read where it does', async () => {
    const other = await newMember(network, 'Ben', { fetch: knowing({ precision: 6 }) })
    expect(await card(other, link, 'payment')).toMatchObject({ view: { asked: { amount: parseAmount('1.5') } } })
  })
})
