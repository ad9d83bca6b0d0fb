import { z } from 'zod'
import { asset, chain } from './asset-resources.ts'
import { get, idOrHash } from './endpoint.ts'
import { assetId, readableOf, said, time } from './wire.ts'

/** Price of one unit as decimal text, in bitcoin and in US dollars. */
const ticker = z.object({ type: said, price_btc: said, price_usd: said })

/** What anybody may ask of the network's assets and chains. */
export const MARKET_ENDPOINTS = {
  'assets.search': get('/network/assets/search/:q', readableOf(asset), {
    params: { q: z.string().min(1).max(100) },
    auth: 'public',
  }),
  'assets.top': get('/network/assets/top', readableOf(asset), { auth: 'public', list: true }),
  'assets.network': get('/network/assets/:id', asset, { params: { id: idOrHash }, auth: 'public' }),
  /** Now, or as it was at `offset`. */
  'assets.ticker': get('/network/ticker', ticker, {
    query: { asset: assetId, offset: time.optional() },
    auth: 'public',
  }),
  'chains.list': get('/network/chains', readableOf(chain), { auth: 'public', list: true }),
  'chains.read': get('/network/chains/:id', chain, { params: { id: assetId }, auth: 'public' }),
} as const
