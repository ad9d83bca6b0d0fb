import type { Asset, AssetId, AssetTable, Chain, Fee, Fiat, Nanos } from '#contract/domain'
import { type Amount, formatAmountShort, toAmount } from '#protocol'
import type { TagRule } from './address.ts'
import { basePrice, marketOf } from './market.ts'

const PLAY_RATES: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 0.92,
  GBP: 0.79,
  JPY: 149.5,
  CNY: 7.12,
  KRW: 1355,
  INR: 83.9,
  AUD: 1.52,
  CAD: 1.37,
  CHF: 0.88,
  HKD: 7.79,
  SGD: 1.33,
  TWD: 32.1,
  AED: 3.67,
  PHP: 56.4,
  MYR: 4.47,
}

/** What leaving a chain costs, in cents of play money; 5 where nothing is said. */
const FEE_CENTS: Readonly<Record<string, bigint>> = { BTC: 150n, ETH: 200n, ETC: 40n, TRX: 100n, XMR: 30n, DASH: 10n }

const UNIT = 100_000_000n

export interface CatalogChain {
  readonly chainId: string
  readonly kernelAssetId: string
  readonly name: string
  readonly symbol: string
  readonly confirmations: number
  readonly tag: TagRule
}

export interface CatalogAsset {
  readonly assetId: AssetId
  readonly kernelAssetId: string
  readonly assetKey: string
  readonly chain: CatalogChain
  readonly fees: readonly Fee[]
  readonly record: Asset
}

/** The token of a collection that was inscribed here. */
export interface CollectionToken {
  readonly assetId: AssetId
  readonly kernelAssetId: string
  readonly collectionHash: string
  readonly name: string
  readonly symbol: string
  readonly iconUrl: string
  readonly since: Nanos
}

/** Reads tokens that are on the ledger: all, or those with this uuid or kernel asset id. */
type FindTokens = (id?: string) => readonly CollectionToken[]

/** The assets and chains of this network. */
export interface Catalog {
  readonly assets: readonly CatalogAsset[]
  readonly fiats: readonly Fiat[]
  /** By asset uuid or kernel asset id. */
  asset(id: string): CatalogAsset | undefined
  chain(chainId: string): CatalogChain | undefined
  chainRecord(chain: CatalogChain, height: number, leaving: number): Chain
}

/** This many cents in units of an asset, rounded up to three significant digits. */
function unitsForCents(cents: bigint, price: Amount): Amount {
  const units = (cents * UNIT * UNIT) / (100n * price) + 1n
  const step = 10n ** BigInt(Math.max(0, units.toString().length - 3))
  return toAmount(((units + step - 1n) / step) * step)
}

/** The largest power of ten that is worth a dollar or less. */
function dustOf(price: Amount): Amount {
  return toAmount(10n ** BigInt(((UNIT * UNIT) / price).toString().length - 1))
}

function feeRecord(assetId: AssetId, symbol: string, chainSymbol: string): Fee {
  const amount = unitsForCents(FEE_CENTS[chainSymbol] ?? 5n, basePrice(symbol))
  return { type: 'withdrawal_fee', asset_id: assetId, amount, priority: '' }
}

const MEMO_RULE: Readonly<Record<TagRule, string>> = { none: 'negative', possible: 'possible', needed: 'positive' }

/** The chain that tokens of collections are said to be on, although they cannot leave for it. */
export const TOKEN_CHAIN = '43d61dcd-e413-450d-80b8-101d5e903357'

export function createCatalog(table: AssetTable, now: () => Nanos, findTokens: FindTokens): Catalog {
  const chains = new Map(
    table.chains.map((chain): [string, CatalogChain] => [
      chain.chain_id,
      {
        chainId: chain.chain_id,
        kernelAssetId: table.assets.find((asset) => asset.asset_id === chain.chain_id)?.kernel_asset_id ?? '',
        name: chain.name,
        symbol: chain.symbol,
        confirmations: chain.confirmations,
        tag: chain.tag as TagRule, // the table's own three words
      },
    ]),
  )

  function entryOf(row: AssetTable['assets'][number]): CatalogAsset {
    const chain = chains.get(row.chain_id)
    if (chain === undefined) throw new Error(`asset ${row.symbol} is on no known chain`)
    const assetId = row.asset_id as AssetId // the table's ids are checked where it is made
    const chainAsset = row.chain_id as AssetId
    const price = basePrice(row.symbol)
    const ofChain = feeRecord(chainAsset, chain.symbol, chain.symbol)
    const lasting = {
      type: 'safe_asset',
      asset_id: assetId,
      chain_id: chainAsset,
      symbol: row.symbol,
      name: row.name,
      display_symbol: row.symbol,
      display_name: row.name,
      icon_url: '',
      asset_key: row.asset_key,
      precision: row.precision,
      dust: dustOf(price),
      confirmations: chain.confirmations,
      kernel_asset_id: row.kernel_asset_id as Asset['kernel_asset_id'], // as above
      collection_hash: null,
      fee_asset_id: chainAsset,
      withdrawal_memo_possibility: MEMO_RULE[chain.tag],
      level: 12,
    }
    return {
      assetId,
      kernelAssetId: row.kernel_asset_id,
      assetKey: row.asset_key,
      chain,
      fees: row.asset_id === row.chain_id ? [ofChain] : [feeRecord(assetId, row.symbol, chain.symbol), ofChain],
      get record() {
        return { ...lasting, ...marketOf(row.symbol, now()) }
      },
    }
  }

  function tokenOf(token: CollectionToken): CatalogAsset {
    const { assetId, kernelAssetId, collectionHash, name, symbol, iconUrl } = token
    const native = byId.get(TOKEN_CHAIN)
    if (native === undefined) throw new Error('the asset of the chain of tokens is missing')
    const record: Asset = {
      ...native.record,
      asset_id: assetId,
      symbol,
      name,
      display_symbol: symbol,
      display_name: name,
      icon_url: iconUrl,
      price_btc: '0',
      price_usd: '0',
      change_usd: '0',
      change_btc: '0',
      asset_key: collectionHash,
      precision: 8,
      dust: toAmount(1n),
      kernel_asset_id: kernelAssetId as Asset['kernel_asset_id'], // both are hashes by construction
      collection_hash: collectionHash as Asset['collection_hash'],
      fee_asset_id: null,
      withdrawal_memo_possibility: '',
      level: 10,
      price_updated_at: token.since,
    }
    return { assetId, kernelAssetId, assetKey: collectionHash, chain: native.chain, fees: [], record }
  }

  const assets = table.assets.map(entryOf)
  const byId = new Map(
    assets.flatMap((asset) => [[asset.assetId as string, asset] as const, [asset.kernelAssetId, asset] as const]),
  )
  return {
    get assets() {
      return [...assets, ...findTokens().map(tokenOf)]
    },
    fiats: Object.entries(PLAY_RATES).map(([code, rate]) => ({ code, rate })),
    asset: (id) => byId.get(id) ?? findTokens(id).map(tokenOf)[0],
    chain: (chainId) => chains.get(chainId),
    chainRecord: (chain, height, leaving) => ({
      type: 'chain',
      chain_id: chain.chainId as AssetId,
      name: chain.name,
      symbol: chain.symbol,
      icon_url: '',
      threshold: chain.confirmations,
      // Nothing here is behind the chain.
      managed_block_height: height,
      deposit_block_height: height,
      external_block_height: height,
      withdrawal_timestamp: null,
      withdrawal_pending_count: leaving,
      withdrawal_fee: formatAmountShort(feeRecord(chain.chainId as AssetId, chain.symbol, chain.symbol).amount),
      is_synchronized: true,
    }),
  }
}
