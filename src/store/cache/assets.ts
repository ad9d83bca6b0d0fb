import type { Asset, AssetId, Chain, Fiat, Hash, Nanos } from '#contract/domain'
import { kernelAssetId } from '#protocol'
import { nameWords, searchable } from '#protocol/text'
import type { Database } from '../database.ts'
import { bytesOf, hexOf, nanos, orUndefined, uuidBytes } from '../encoding.ts'
import { fromJson, jsonOf } from '../exact-json.ts'
import { keptWhile } from '../kept.ts'
import { sealedWriter } from '../sealed.ts'
import type { Prices } from './prices.ts'
import type { Progress } from './progress.ts'
import type { Rates } from './rates.ts'

/** So many assets, chains and rates are kept of lists that nobody asked for by name: more than there are on any network. */
const [ASSETS_MOST, OTHERS_MOST] = [5_000, 1_000]

interface Bounded {
  readonly table: 'assets' | 'chains' | 'fiats'
  readonly key: string
  readonly most: number
}

const keyText = (key: Buffer | string): string => (typeof key === 'string' ? key : key.toString('hex'))

/**
 * Rows of a list that are known, and others for which there is room: a service could go on naming new ones for ever. What the list names no more makes
 * room for what it does, or those that were never anything would keep out for good what comes once they are gone.
 */
function openRoom<Row>(db: Database, { table, key, most }: Bounded, keyOf: (row: Row) => Buffer | string) {
  const counted = db.prepare<{ n: bigint }>(`SELECT count(*) AS n FROM ${table}`)
  const known = db.prepare(`SELECT 1 FROM ${table} WHERE ${key} = ?`)
  const all = db.prepare<{ key: Buffer | string }>(`SELECT ${key} AS key FROM ${table}`)
  const forget = db.prepare(`DELETE FROM ${table} WHERE ${key} = ?`)
  const isKnown = (row: Row): boolean => known.get(keyOf(row)) !== undefined
  const room = (): number => most - Number(counted.get()?.n ?? 0n)

  /** Makes room for so many. */
  function forgetOthers(rows: readonly Row[], wanted: number): void {
    const named = new Set(rows.map((row) => keyText(keyOf(row))))
    const others = all.all().filter((other) => !named.has(keyText(other.key)))
    for (const other of others.slice(0, wanted)) forget.run(other.key)
  }

  return (rows: readonly Row[]): readonly Row[] => {
    const missing = rows.filter((row) => !isKnown(row)).length - room()
    if (missing > 0) forgetOthers(rows, missing)
    let left = room()
    return rows.filter((row) => {
      if (isKnown(row)) return true
      left -= 1
      return left >= 0
    })
  }
}

export type Assets = ReturnType<typeof openAssets>

/** What the service says of assets; names and kernel ids are claims, which the wallet compares with its own table. */
export function openAssets(db: Database, prices: Prices) {
  const write = sealedWriter(db, 'assets', ['asset_id'])
  const byId = db.prepare<{ record: string }>('SELECT record FROM assets WHERE asset_id = ?')
  const byKernel = db.prepare<{ record: string }>('SELECT record FROM assets WHERE kernel = ? ORDER BY asset_id')
  const all = db.prepare<{ record: string }>('SELECT record FROM assets ORDER BY folded, asset_id')
  const names = db.prepare<{ kernel: Buffer; folded: string }>('SELECT kernel, folded FROM assets')
  const roomFor = openRoom<Asset>(db, { table: 'assets', key: 'asset_id', most: ASSETS_MOST }, ({ asset_id }) =>
    uuidBytes(asset_id),
  )
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
    putListed: (assets: readonly Asset[]): void => db.transaction(() => put(roomFor(assets))),
    get: keptWhile(version, (assetId: AssetId): Asset | undefined => one(byId.get(uuidBytes(assetId)))),
    /** The one whose own id that is by the formula, before others that were only said to be it. */
    byKernel: keptWhile(version, (kernel: Hash): Asset | undefined => {
      const said = byKernel.all(bytesOf(kernel)).map((row) => fromJson<Asset>(row.record))
      return said.find(({ asset_id }) => kernelAssetId(asset_id) === kernel) ?? said[0]
    }),
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
  const roomFor = openRoom<Chain>(db, { table: 'chains', key: 'chain_id', most: OTHERS_MOST }, ({ chain_id }) =>
    uuidBytes(chain_id),
  )
  return {
    put: (chains: readonly Chain[]): void =>
      db.transaction(() => {
        for (const chain of roomFor(chains)) write([uuidBytes(chain.chain_id), jsonOf(chain)])
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
export function openFiats(
  db: Database,
  { progress, rates, now }: { readonly progress: Progress; readonly rates: Rates; readonly now: () => Nanos },
) {
  const write = sealedWriter(db, 'fiats', ['code'])
  const byCode = db.prepare<{ record: string }>('SELECT record FROM fiats WHERE code = ?')
  const all = db.prepare<{ record: string }>('SELECT record FROM fiats ORDER BY code')
  const roomFor = openRoom<Fiat>(db, { table: 'fiats', key: 'code', most: OTHERS_MOST }, ({ code }) => code)
  return {
    put: (fiats: readonly Fiat[]): void =>
      db.transaction(() => {
        progress.set(RATES_READ, String(now()))
        const listed = roomFor(fiats)
        rates.note(listed)
        for (const fiat of listed) write([fiat.code, jsonOf(fiat)])
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
