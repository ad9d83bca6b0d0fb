import { expect } from 'vitest'
import { verifyByHost } from '#platform'
import { kernelAssetId, parseAmount, verifyDepositEntry } from '#protocol'
import { BTC, ETH, refusalOf, USDT } from '../../support/localnet.ts'
import type { Cases, Scene } from './scene.ts'

async function entryOf({ ana }: Scene) {
  const [entry] = await ana.remote.call('deposits.entries', {
    body: { chain_id: BTC, members: [ana.id], threshold: 1 },
  })
  if (entry === undefined) throw new Error('no deposit entry came back')
  return entry
}

export const assetCases = {
  async 'network.read'({ net }) {
    const network = await net.control.call('network.read')
    expect(network.assets[0]?.symbol).toBe('BTC')
    expect(network.chains.map(({ chain_id }) => chain_id)).toContain(ETH)
    expect(network.assets_count).toBeGreaterThanOrEqual(network.assets.length)
  },

  async 'assets.list'({ ana }) {
    const assets = await ana.remote.call('assets.list')
    expect(assets.map(({ asset_id }) => asset_id)).toEqual(expect.arrayContaining([BTC, ETH, USDT]))
  },

  async 'assets.read'({ ana }) {
    const byId = await ana.remote.call('assets.read', { params: { id: BTC } })
    expect(byId).toMatchObject({ asset_id: BTC, chain_id: BTC, kernel_asset_id: kernelAssetId(BTC) })
    expect(await ana.remote.call('assets.read', { params: { id: kernelAssetId(BTC) } })).toEqual(byId)
  },

  async 'assets.fetch'({ ana }) {
    const assets = await ana.remote.call('assets.fetch', { body: [USDT, kernelAssetId(BTC), BTC] })
    expect(assets.map(({ symbol }) => symbol)).toEqual(['USDT', 'BTC'])
  },

  async 'assets.fees'({ ana }) {
    const fees = await ana.remote.call('assets.fees', { params: { id: USDT } })
    expect(fees.map(({ asset_id }) => asset_id)).toContain(ETH)
    const wrong = { params: { id: BTC }, query: { destination: 'nowhere' } }
    expect(await refusalOf(ana.remote.call('assets.fees', wrong))).toBe(30102)
  },

  async 'assets.search'({ net }) {
    const found = await net.control.call('assets.search', { params: { q: 'btc' } })
    expect(found[0]?.asset_id).toBe(BTC)
  },

  async 'assets.network'({ net, ana }) {
    const asset = await net.control.call('assets.network', { params: { id: BTC } })
    expect(asset).toEqual(await ana.remote.call('assets.read', { params: { id: BTC } }))
    expect(await refusalOf(net.control.call('assets.network', { params: { id: ana.id as never } }))).toBe(404)
  },

  async 'assets.ticker'({ net }) {
    const { price_btc, price_usd } = await net.control.call('assets.network', { params: { id: ETH } })
    const ticker = { type: 'ticker', price_btc, price_usd }
    expect(await net.control.call('assets.ticker', { query: { asset: ETH } })).toEqual(ticker)
    expect(await net.control.call('assets.ticker', { query: { asset: ETH, offset: net.clock.now() } })).toEqual(ticker)
  },

  async 'assets.top'({ net }) {
    const [dearest, ...others] = await net.control.call('assets.top', { query: { kind: 'ALL', limit: 2 } })
    expect(dearest?.symbol).toBe('BTC')
    expect(others).toHaveLength(1)
  },

  async 'chains.list'({ net }) {
    const chains = await net.control.call('chains.list')
    expect(chains.map(({ chain_id }) => chain_id)).toEqual(expect.arrayContaining([BTC, ETH]))
  },

  async 'chains.read'({ net }) {
    const chain = await net.control.call('chains.read', { params: { id: ETH } })
    expect(chain).toMatchObject({ chain_id: ETH, is_synchronized: true, withdrawal_timestamp: null })
    // Nothing is behind on a chain whose blocks come from here.
    expect(chain.managed_block_height).toBe(chain.deposit_block_height)
    expect(chain.external_block_height).toBe(chain.deposit_block_height)
    expect(await refusalOf(net.control.call('chains.read', { params: { id: USDT } }))).toBe(404)
  },

  async 'fiats.list'({ net }) {
    expect(await net.control.call('fiats.list')).toContainEqual({ code: 'USD', rate: 1 })
  },

  async 'deposits.entries'(scene) {
    const entry = await entryOf(scene)
    expect(entry).toMatchObject({ members: [scene.ana.id], threshold: 1, chain_id: BTC })
    const { deposit_public_key } = await scene.net.control.call('local.network')
    expect(verifyDepositEntry(entry, [deposit_public_key], { verify: verifyByHost })).toBe(true)
  },

  async 'deposits.list'(scene) {
    const { destination } = await entryOf(scene)
    await scene.net.control.call('local.deposit', {
      body: { destination, asset_id: BTC, amount: parseAmount('0.125') },
    })
    const pending = await scene.ana.remote.call('deposits.list', { query: { destination } })
    expect(pending).toMatchObject([{ destination, amount: parseAmount('0.125'), confirmations: 0, state: 'pending' }])
  },

  async 'local.network'({ net }) {
    expect(await net.control.call('local.network')).toMatchObject({ name: 'local', automatic_blocks: false })
  },

  async 'local.state'({ net, someone }) {
    // What earlier calls left accepted is final now, and does not become so in between.
    await net.blocks(1)
    const before = await net.control.call('local.state')
    await someone('Dan')
    const after = await net.control.call('local.state')
    expect(after).toEqual({ ...before, accounts: before.accounts + 1, registered: before.registered + 1 })
  },

  async 'local.deposit'(scene) {
    const { destination } = await entryOf(scene)
    const seen = await scene.net.control.call('local.deposit', {
      body: { destination, asset_id: BTC, amount: parseAmount('0.5') },
    })
    expect(seen).toMatchObject({ destination, asset_id: BTC, amount: parseAmount('0.5'), confirmations: 0 })
  },

  async 'local.blocks'({ net }) {
    const { block_height } = await net.control.call('local.network')
    expect(await net.control.call('local.blocks', { body: { count: 3 } })).toEqual({ block_height: block_height + 3 })
  },
} as const satisfies Partial<Cases>
