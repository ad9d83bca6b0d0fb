import { expect } from 'vitest'
import type { AssetId, UserId } from '#contract/domain'
import { parseAmount, signTip, TIP, tipBody } from '#protocol'
import { BTC, ETH, freshId, freshRequest, type Person, pinFor, refusalOf } from '../../support/localnet.ts'
import type { Cases, Scene } from './scene.ts'

/* Addresses that the service keeps for people, and what programs of the older kind ask around a payment. */

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OTHER = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
const ETHER = '0x52908400098527886E0F7030069857D2E4169EE7'

const pinOver = ({ net }: Scene, { keystore, spendSeed }: Person, body: string): string =>
  pinFor(keystore, signTip(spendSeed, tipBody(body)), net.clock)

function saved(scene: Scene, person: Person, asset_id: AssetId, destination: string, label: string) {
  const pin_base64 = pinOver(scene, person, TIP.addressAdd + asset_id + destination + label)
  return person.remote.call('addresses.create', { body: { asset_id, destination, label, pin_base64 } })
}

export const bookCases = {
  async 'addresses.check'({ net }) {
    const good = await net.control.call('addresses.check', { query: { asset: BTC, destination: ADDRESS } })
    expect(good).toMatchObject({ destination: ADDRESS, fee_asset_id: BTC })
    const wrong = { asset: BTC, destination: `${ADDRESS.slice(0, -1)}5` }
    expect(await refusalOf(net.control.call('addresses.check', { query: wrong }))).toBe(30102)
  },

  async 'addresses.create'(scene) {
    const dan = await scene.someone('Dan')
    const made = await saved(scene, dan, BTC, ADDRESS, 'Cold')
    expect(made).toMatchObject({ type: 'address', asset_id: BTC, chain_id: BTC, destination: ADDRESS, label: 'Cold' })
    expect(await saved(scene, dan, BTC, ADDRESS, 'Colder')).toMatchObject({
      ...{ address_id: made.address_id, label: 'Colder' },
    })
    const create = (more: object, over = `${TIP.addressAdd}${BTC}${ADDRESS}x`) =>
      refusalOf(
        dan.remote.call('addresses.create', {
          body: { asset_id: BTC, destination: ADDRESS, label: 'x', pin_base64: pinOver(scene, dan, over), ...more },
        }),
      )
    expect(await create({}, `${TIP.addressAdd}${BTC}${ADDRESS}y`)).toBe(20119)
    expect(await create({ pin_base64: '' })).toBe(10002)
    expect(await create({ chain_id: ETH })).toBe(10002)
    expect(await create({ asset_id: freshId() })).toBe(404)
    expect(await create({ tag: '1' }, `${TIP.addressAdd}${BTC}${ADDRESS}1x`)).toBe(20131)
    const wrong = `${ADDRESS.slice(0, -1)}5`
    expect(await create({ destination: wrong }, `${TIP.addressAdd}${BTC}${wrong}x`)).toBe(30102)
  },

  async 'addresses.list'(scene) {
    const dan = await scene.someone('Dan')
    expect(await dan.remote.call('addresses.list')).toEqual([])
    const [one, two] = [await saved(scene, dan, BTC, ADDRESS, 'A'), await saved(scene, dan, ETH, ETHER, 'B')]
    expect(await dan.remote.call('addresses.list')).toEqual([one, two])
    expect(await dan.remote.call('addresses.list', { query: { chain: ETH } })).toEqual([two])
    expect(await scene.ben.remote.call('addresses.list')).toEqual([])
  },

  async 'addresses.ofAsset'(scene) {
    const dan = await scene.someone('Dan')
    const one = await saved(scene, dan, BTC, ADDRESS, 'A')
    expect(await dan.remote.call('addresses.ofAsset', { params: { asset_id: BTC } })).toEqual([one])
    expect(await dan.remote.call('addresses.ofAsset', { params: { asset_id: ETH } })).toEqual([])
  },

  async 'addresses.read'(scene) {
    const dan = await scene.someone('Dan')
    const one = await saved(scene, dan, BTC, ADDRESS, 'A')
    const params = { id: one.address_id }
    expect(await dan.remote.call('addresses.read', { params })).toEqual(one)
    expect(await refusalOf(scene.ben.remote.call('addresses.read', { params }))).toBe(404)
  },

  async 'addresses.remove'(scene) {
    const dan = await scene.someone('Dan')
    const [one, two] = [await saved(scene, dan, BTC, ADDRESS, 'A'), await saved(scene, dan, BTC, OTHER, 'B')]
    const params = { id: one.address_id }
    const remove = (by: Person, over: string) =>
      by.remote.call('addresses.remove', { params, body: { pin_base64: pinOver(scene, by, TIP.addressRemove + over) } })
    expect(await refusalOf(remove(dan, two.address_id))).toBe(20119)
    expect(await refusalOf(remove(scene.ben, one.address_id))).toBe(404)
    await remove(dan, one.address_id)
    expect(await dan.remote.call('addresses.list')).toEqual([two])
    expect(await refusalOf(remove(dan, one.address_id))).toBe(404)
  },

  async 'payments.check'(scene) {
    const [payer, payee] = [await scene.someone('Payer'), await scene.someone('Payee')]
    await payer.fund(BTC, '1')
    const [amount, trace_id] = [parseAmount('0.25'), freshRequest()]
    const check = (more: object) =>
      payer.remote.call('payments.check', { body: { asset_id: BTC, amount, trace_id, ...more } })
    const to = { opponent_id: payee.id }
    expect(await check(to)).toMatchObject({ status: 'pending', amount, recipient: { user_id: payee.id } })
    await payer.pay(payee.id, BTC, '0.25', { requestId: trace_id })
    expect(await check(to)).toMatchObject({ status: 'paid', asset: { asset_id: BTC }, address: null })
    expect(await check({ ...to, amount: parseAmount('0.5') })).toMatchObject({ status: 'pending' })

    const opponent_multisig = { receivers: [payee.id, payer.id], threshold: 2 }
    const other = freshRequest()
    const code = await check({ opponent_multisig, trace_id: other, memo: 'rent' })
    expect(code).toMatchObject({ type: 'payment', status: 'pending', trace_id: other, memo: 'rent', threshold: 2 })
    expect(await check({ opponent_multisig, trace_id: other, memo: 'rent' })).toEqual(code)
    if (!('code_id' in code)) throw new Error('it has no code')
    expect(await scene.net.control.call('codes.read', { params: { id: code.code_id } })).toEqual(code)
    expect(await refusalOf(check({ opponent_multisig, trace_id: other, amount: parseAmount('1') }))).toBe(20125)

    const { address_id } = await saved(scene, payer, BTC, ADDRESS, 'Cold')
    const out = { address_id, trace_id: freshRequest() }
    expect(await check(out)).toMatchObject({ status: 'pending', destination: ADDRESS, address: { address_id } })
    expect(await refusalOf(check({ address_id: freshId() }))).toBe(404)
    expect(await refusalOf(check({}))).toBe(10002)
    expect(await refusalOf(check({ opponent_id: freshId() as UserId }))).toBe(404)
    expect(await refusalOf(check({ ...to, amount: parseAmount('0') }))).toBe(10002)
  },

  async 'snapshots.notify'(scene) {
    const { net, bot, ben } = scene
    await bot.fund(BTC, '1')
    const { hash } = await bot.pay(ben.id, BTC, '0.25')
    const tell = (by: Person, index: number, receiver_id: UserId) =>
      by.remote.call('snapshots.notify', { body: { transaction_hash: hash, output_index: index, receiver_id } })
    expect(await refusalOf(tell(bot, 0, ben.id))).toBe(404)
    await net.blocks(1)
    expect(await tell(bot, 0, ben.id)).toBeUndefined()
    expect(await refusalOf(tell(bot, 1, ben.id))).toBe(404)
    expect(await refusalOf(tell(bot, 9, ben.id))).toBe(404)
    expect(await refusalOf(tell(ben, 0, ben.id))).toBe(403)
    expect(await refusalOf(tell(await scene.someone('Other', { kind: 'bot' }), 0, ben.id))).toBe(403)
  },
} as const satisfies Partial<Cases>
