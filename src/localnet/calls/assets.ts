import type { Asset } from '#contract/domain'
import { parseAmount } from '#protocol'
import type { Handlers } from '../call.ts'
import { parseChainAddress } from '../chain/address.ts'
import type { CatalogAsset, CatalogChain } from '../chain/catalog.ts'
import { marketOf } from '../chain/market.ts'
import { askedAsset } from '../ledger/assets.ts'
import type { World } from '../ledger/world.ts'
import { notFound, REFUSED, Refusal } from '../refusal.ts'

const TOP = 100

function chainsOf(world: World): CatalogChain[] {
  return [...new Set(world.catalog.assets.map(({ chain }) => chain))]
}

function chainRecord(world: World, chain: CatalogChain) {
  const leaving = world.db.all<{ asset_id: string }>("SELECT asset_id FROM withdrawal WHERE chain_transaction = ''")
  const count = leaving.filter(({ asset_id }) => world.catalog.asset(asset_id)?.chain === chain).length
  return world.catalog.chainRecord(chain, world.height(), count)
}

/** By beginning of symbol or name, or by contract; symbols that are exactly it come first. */
function search(world: World, text: string): Asset[] {
  const wanted = text.toLowerCase()
  const rank = ({ record, assetKey, assetId }: CatalogAsset): number => {
    if (record.symbol.toLowerCase() === wanted || assetId === wanted) return 0
    if (assetKey.toLowerCase() === wanted) return 0
    if (record.symbol.toLowerCase().startsWith(wanted)) return 1
    return record.name.toLowerCase().includes(wanted) ? 2 : 3
  }
  return world.catalog.assets
    .map((asset) => ({ asset, place: rank(asset) }))
    .filter(({ place }) => place < 3)
    .toSorted((a, b) => a.place - b.place)
    .map(({ asset }) => asset.record)
}

const dearest = (a: Asset, b: Asset): number => {
  const [x, y] = [parseAmount(a.price_usd), parseAmount(b.price_usd)]
  return x === y ? 0 : x < y ? 1 : -1
}

type AssetCalls =
  | 'network.read'
  | 'assets.list'
  | 'assets.read'
  | 'assets.fetch'
  | 'assets.fees'
  | 'assets.search'
  | 'assets.top'
  | 'assets.network'
  | 'assets.ticker'
  | 'chains.list'
  | 'chains.read'
  | 'fiats.list'

export function assetCalls(world: World): Pick<Handlers, AssetCalls> {
  const top = (limit: number) =>
    world.catalog.assets
      .map(({ record }) => record)
      .toSorted(dearest)
      .slice(0, limit)
  const chains = () => chainsOf(world).map((chain) => chainRecord(world, chain))
  return {
    'network.read': () => ({
      type: 'network',
      assets: top(TOP),
      chains: chains(),
      assets_count: world.catalog.assets.length,
      snapshots_count: Number(world.db.get<{ count: bigint }>('SELECT count(*) AS count FROM snapshot')?.count ?? 0n),
      // Nothing here measures it.
      peak_throughput: 0,
    }),

    'assets.list': () => world.catalog.assets.map(({ record }) => record),

    'assets.read': ({ params }) => askedAsset(world, params.id).record,

    'assets.fetch': ({ body }) => {
      const found = body.flatMap((id) => world.catalog.asset(id) ?? [])
      return [...new Set(found)].map(({ record }) => record)
    },

    'assets.fees'({ params, query }) {
      const asset = askedAsset(world, params.id)
      if (query.destination !== undefined && parseChainAddress(asset.chain.chainId, query.destination) === null) {
        throw new Refusal(REFUSED.addressMalformed, 'Invalid address format.', { field: 'destination' })
      }
      return [...asset.fees]
    },

    'assets.search': ({ params }) => search(world, params.q),

    // Of both kinds there are the same ones here.
    'assets.top': ({ query }) => top(query.limit ?? TOP),

    'assets.network': ({ params }) => askedAsset(world, params.id).record,

    'assets.ticker'({ query }) {
      const { record } = askedAsset(world, query.asset)
      const isToken = record.collection_hash !== null
      const { price_btc, price_usd } = isToken ? record : marketOf(record.symbol, query.offset ?? world.clock.now())
      return { type: 'ticker', price_btc, price_usd }
    },

    'chains.list': chains,

    'chains.read'({ params }) {
      const chain = chainsOf(world).find(({ chainId }) => chainId === params.id)
      if (chain === undefined) throw notFound('The chain')
      return chainRecord(world, chain)
    },

    'fiats.list': () => [...world.catalog.fiats],
  }
}
