import { z } from 'zod'
import {
  amount,
  assetId,
  chainAmount,
  changeTime,
  count,
  exact,
  flag,
  hash,
  orElse,
  orNull,
  readableOf,
  said,
  text,
  time,
  tolerant,
  userId,
  uuid,
  zeroableTime,
} from '../wire.ts'
import { get, idOrHash, pageLimit } from './endpoint.ts'

export const asset = z.object({
  type: orElse(said, 'safe_asset'),
  asset_id: assetId,
  chain_id: assetId,
  symbol: said,
  name: said,
  display_symbol: text,
  display_name: text,
  icon_url: text,
  price_btc: text,
  price_usd: text,
  change_btc: text,
  change_usd: text,
  asset_key: text,
  /** Decimals of its chain; null where the service does not say. */
  precision: orNull(count),
  dust: tolerant(amount, '0'),
  confirmations: tolerant(count, 0),
  kernel_asset_id: hash,
  collection_hash: orNull(hash),
  fee_asset_id: orNull(assetId),
  /** `negative`: no memo field, `possible`, `positive`: memo needed. */
  withdrawal_memo_possibility: text,
  /** 12 good, 11 verified, 10 unknown, 1 spam, 0 scam. */
  level: tolerant(count, 10),
  price_updated_at: zeroableTime,
})

export const fee = z.object({
  type: orElse(said, 'withdrawal_fee'),
  asset_id: assetId,
  amount,
  /** A word in the service's pages and a number in its SDK; nothing here depends on it. */
  priority: tolerant(said, ''),
})

export const chain = z.object({
  type: orElse(said, 'chain'),
  chain_id: assetId,
  name: said,
  /** Not in every answer. */
  symbol: text,
  icon_url: text,
  threshold: orElse(count, 0),
  // Numbers in some of the service's SDKs and text in others; they are only shown, if at all.
  managed_block_height: tolerant(count, 0),
  deposit_block_height: tolerant(count, 0),
  external_block_height: tolerant(count, 0),
  withdrawal_timestamp: tolerant(zeroableTime, null),
  withdrawal_pending_count: tolerant(count, 0),
  withdrawal_fee: tolerant(said, ''),
  is_synchronized: tolerant(z.boolean(), true),
})

export const fiat = z.object({ code: said, rate: z.number().positive() })

// Deposits
export const depositEntry = z.object({
  type: orElse(said, 'deposit_entry'),
  entry_id: uuid,
  threshold: count,
  members: z.array(userId),
  destination: exact.refine((value) => value !== '', 'empty'),
  tag: text,
  /** Hex Ed25519 over SHA3-256 of the destination, or of destination:tag; see `#protocol`. */
  signature: text,
  chain_id: assetId,
  is_primary: flag,
  minimum: tolerant(said, ''),
  maximum: tolerant(said, ''),
})

export const pendingDeposit = z.object({
  deposit_id: uuid,
  destination: said,
  tag: text,
  chain_id: assetId,
  asset_id: assetId,
  asset_key: text,
  kernel_asset_id: orNull(hash),
  amount: chainAmount,
  transaction_hash: said,
  output_index: orElse(count, 0),
  block_hash: text,
  block_number: orElse(count, 0),
  confirmations: orElse(count, 0),
  threshold: orElse(count, 0),
  /** Only shown; whatever else it may be, the deposit is not credited while it is listed. */
  state: tolerant(z.enum(['pending', 'confirmed']), 'pending'),
  sender: text,
  created_at: time,
  updated_at: changeTime,
})

/** Where an output came from that is a deposit. */
const outputDeposit = z.object({
  deposit_hash: said,
  deposit_index: orElse(count, 0),
  sender: text,
  destination: text,
  tag: text,
})

const network = z.object({
  type: orElse(said, 'network'),
  assets: readableOf(asset),
  chains: readableOf(chain),
  // Numbers in some answers and text in others; they are only shown.
  assets_count: tolerant(count, 0),
  snapshots_count: tolerant(count, 0),
  peak_throughput: tolerant(count, 0),
})

/** Price of one unit as decimal text, in bitcoin and in US dollars. */
const ticker = z.object({ type: said, price_btc: said, price_usd: said })

/** What anybody may ask of the network, its assets and chains, and a receiver of a deposit. */
export const MARKET_ENDPOINTS = {
  'network.read': get('/network', network, { auth: 'public' }),
  /** Beginnings of links that the service's own programs open. */
  'schemes.list': get('/external/schemes', z.array(said), { auth: 'public' }),
  'outputs.deposit': get('/safe/outputs/:id/deposit', outputDeposit, {
    params: { id: z.string().max(80) },
    scope: 'ASSETS:READ',
  }),
  'assets.search': get('/network/assets/search/:q', readableOf(asset), {
    params: { q: z.string().min(1).max(100) },
    auth: 'public',
  }),
  'assets.top': get('/network/assets/top', readableOf(asset), {
    query: { kind: z.enum(['ALL', 'NORMAL']).optional(), limit: pageLimit },
    auth: 'public',
    list: true,
  }),
  'assets.network': get('/network/assets/:id', asset, { params: { id: idOrHash }, auth: 'public' }),
  /** Now, or as it was at `offset`. */
  'assets.ticker': get('/network/ticker', ticker, {
    query: { asset: assetId, offset: time.optional() },
    auth: 'public',
  }),
  'chains.list': get('/network/chains', readableOf(chain), { auth: 'public', list: true }),
  'chains.read': get('/network/chains/:id', chain, { params: { id: assetId }, auth: 'public' }),
} as const
