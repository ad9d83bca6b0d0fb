import type { Asset, AssetId, Chain, Fiat, Hash, Nanos } from '#contract/domain'
import { nameWords, searchable } from '#protocol/text'
import type { Database } from '../database.ts'
import { bytesOf, hexOf, nanos, orUndefined, uuidBytes } from '../encoding.ts'
import { fromJson, jsonOf } from '../exact-json.ts'
import { keptWhile } from '../kept.ts'
import { sealedWriter } from '../sealed.ts'
import type { Prices } from './prices.ts'
import type { Progress } from './progress.ts'

/** So many assets, chains and rates are kept of lists that nobody asked for by name: more than there are on any network. */
const [ASSETS_MOST, OTHERS_MOST] = [5_000, 1_000]

/** Rows of a list that are known, and others for which there is room: a service could go on naming new ones for ever. */
function roomFor<Row>(rows: readonly Row[], room: number, isKnown: (row: Row) => boolean): readonly Row[] {
  let left = room
  return rows.filter((row) => {
    if (isKnown(row)) return true
    left -= 1
    return left >= 0
  })
}

const counting = (db: Database, table: 'assets' | 'chains' | 'fiats', most: number) => {
  const counted = db.prepare<{ n: bigint }>(`SELECT count(*) AS n FROM ${table}`)
  return (): number => most - Number(counted.get()?.n ?? 0n)
}

export type Assets = ReturnType<typeof openAssets>

/** What the service says of assets; names and kernel ids are claims, which the wallet compares with its own table. */
export function openAssets(db: Database, prices: Prices) {
  const write = sealedWriter(db, 'assets', ['asset_id'])
  const byId = db.prepare<{ record: string }>('SELECT record FROM assets WHERE asset_id = ?')
  const byKernel = db.prepare<{ record: string }>('SELECT record FROM assets WHERE kernel = ? ORDER BY asset_id')
  const all = db.prepare<{ record: string }>('SELECT record FROM assets ORDER BY folded, asset_id')
  const names = db.prepare<{ kernel: Buffer; folded: string }>('SELECT kernel, folded FROM assets')
  const room = counting(db, 'assets', ASSETS_MOST)
  let known: readonly { readonly kernel: Hash; readonly words: readonly string[] }[] | undefined

  const version = (): number => db.version('assets')
  const one = (row: { record: string } | undefined) => (row === undefined ? undefined : fromJson<Asset>(row.record))

  function put(assets: readonly Asset[]): void {
    known = undefined
    db.transaction(() => {
      prices.note(assets)
      for (const asset of assets) {
        const text = searchable(`${asset.symbol} ${asset.name}`)
        write([uuidBytes(asset.asset_id), bytesOf(asset.kernel_asset_id), text, jsonOf(asset)])
      }
    })
  }

  return {
    /** Keeps them, and what they cost now. */
    put,
    /** The same of a list that nobody asked for by name. */
    putListed: (assets: readonly Asset[]): void =>
      put(roomFor(assets, room(), ({ asset_id }) => byId.get(uuidBytes(asset_id)) !== undefined)),
    get: keptWhile(version, (assetId: AssetId): Asset | undefined => one(byId.get(uuidBytes(assetId)))),
    byKernel: keptWhile(version, (kernel: Hash): Asset | undefined => one(byKernel.get(bytesOf(kernel)))),
    list: (): Asset[] => db.readable('asset', all.all(), (row) => fromJson<Asset>(row.record)),
    /** Kernel ids of assets with a word of symbol or name that begins so. */
    named(word: string): Hash[] {
      known ??= names.all().map((row) => ({ kernel: hexOf<Hash>(row.kernel), words: nameWords(row.folded) }))
      return known.filter((asset) => asset.words.some((each) => each.startsWith(word))).map((asset) => asset.kernel)
    },
  }
}

export function openChains(db: Database) {
  const write = sealedWriter(db, 'chains', ['chain_id'])
  const byId = db.prepare<{ record: string }>('SELECT record FROM chains WHERE chain_id = ?')
  const all = db.prepare<{ record: string }>('SELECT record FROM chains ORDER BY chain_id')
  const room = counting(db, 'chains', OTHERS_MOST)
  return {
    put: (chains: readonly Chain[]): void =>
      db.transaction(() => {
        const kept = roomFor(chains, room(), ({ chain_id }) => byId.get(uuidBytes(chain_id)) !== undefined)
        for (const chain of kept) write([uuidBytes(chain.chain_id), jsonOf(chain)])
      }),
    get: keptWhile(
      () => db.version('chains'),
      (chainId: AssetId): Chain | undefined =>
        orUndefined(byId.get(uuidBytes(chainId)), (row) => fromJson<Chain>(row.record)),
    ),
    list: (): Chain[] => db.readable('chain', all.all(), (row) => fromJson<Chain>(row.record)),
  }
}

const RATES_READ = 'rates_read'

/** Exchange rates: shown beside amounts, and what limits in a currency count by. */
export function openFiats(db: Database, { progress, now }: { readonly progress: Progress; readonly now: () => Nanos }) {
  const write = sealedWriter(db, 'fiats', ['code'])
  const byCode = db.prepare<{ record: string }>('SELECT record FROM fiats WHERE code = ?')
  const all = db.prepare<{ record: string }>('SELECT record FROM fiats ORDER BY code')
  const room = counting(db, 'fiats', OTHERS_MOST)
  return {
    put: (fiats: readonly Fiat[]): void =>
      db.transaction(() => {
        progress.set(RATES_READ, String(now()))
        const kept = roomFor(fiats, room(), ({ code }) => byCode.get(code) !== undefined)
        for (const fiat of kept) write([fiat.code, jsonOf(fiat)])
      }),
    get: keptWhile(
      () => db.version('fiats'),
      (code: string): Fiat | undefined => orUndefined(byCode.get(code), (row) => fromJson<Fiat>(row.record)),
    ),
    list: (): Fiat[] => db.readable('rate', all.all(), (row) => fromJson<Fiat>(row.record)),
    /** When they were read last; null also where they were read by a version that did not write that down. */
    lastRead(): Nanos | null {
      const at = progress.get(RATES_READ)
      return at === null ? null : nanos(BigInt(at))
    },
  }
}
