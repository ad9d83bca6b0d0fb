import type { Hash, Holder, Nanos, Output, OutputId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { Comparison } from '#contract/ipc'
import { type Amount, toAmount } from '#protocol'
import { inParallel } from '../shared/parallel.ts'
import type { CoinsDesk } from './desk.ts'
import { isOf } from './list.ts'

/*
 * What this wallet counts beside what the service lists and what the kernel's nodes hold, coin by coin. Nothing is changed by it: the wallet's
 * own pass over open outputs repairs, and a second comparison tells what is left.
 */

const PAGE = 500
/** Of more coins of a kind than these those that came later are not compared, and that is said. */
const MOST = 20_000
/** Each coin is a question to a node. */
const LEDGER_MOST = 500
const AT_ONCE = 8
const OPEN = ['unspent', 'signed'] as const
type Side = Comparison['differences'][number]['wallet']

type Coins = Map<OutputId, Output>
type Desk = Pick<CoinsDesk, 'store' | 'remote' | 'directory'>

/** Open coins, oldest first, up to a sequence: what came later was not read. */
interface Listed {
  readonly coins: Coins
  readonly upTo: number
}

type ReadPage = (state: (typeof OPEN)[number], after: number) => Promise<readonly Output[]> | readonly Output[]

/** Reads both kinds as far as the same sequence. Pages may repeat or lack some; one that brings nothing new is the last, or that ends where it began. */
async function readOpen(read: ReadPage, holder: Holder): Promise<Listed> {
  const coins: Coins = new Map()
  let upTo = Number.POSITIVE_INFINITY
  for (const state of OPEN) {
    let [after, count] = [0, 0]
    while (after < upTo) {
      const page = await read(state, after)
      const fresh = page.filter((output) => isOf(output, holder) && !coins.has(output.output_id))
      for (const output of fresh) coins.set(output.output_id, output)
      const last = page.reduce((most, { sequence }) => Math.max(most, sequence), after)
      if (fresh.length === 0 || last === after) break
      after = last
      count += fresh.length
      if (count >= MOST) upTo = Math.min(upTo, after)
    }
  }
  return { coins, upTo }
}

/** Open coins by this wallet's own books. */
const walletCoins = ({ store }: Desk, holder: Holder): Promise<Listed> =>
  readOpen((state, after) => store.cache.outputs.oldestOpen(holder.id, state, { after, limit: PAGE }), holder)

/** Open coins as the service lists them. */
function serviceCoins({ remote }: Desk, holder: Holder): Promise<Listed> {
  const asked = { members: holder.membersHash, threshold: holder.threshold, limit: PAGE, order: 'ASC' as const }
  return readOpen((state, offset) => remote.call('outputs.list', { query: { ...asked, state, offset } }), holder)
}

/** What the kernel's nodes hold of each of these, as the service passes their answers on; null where there are too many, or none answers. */
async function ledgerSides({ remote }: Desk, coins: readonly Output[]): Promise<Map<OutputId, Side> | null> {
  if (coins.length > LEDGER_MOST) return null
  try {
    const sides = await inParallel(coins, AT_ONCE, async ({ output_id: id, transaction_hash: hash, output_index }) => {
      const params: [Hash, number] = [hash, output_index]
      const found = await remote.call('kernel.output', { body: { method: 'getutxo', params } })
      const side: Side =
        found === null ? null : { state: found.lock === null ? 'unspent' : 'signed', amount: found.amount }
      return [id, side] as const
    })
    return new Map(sides)
  } catch (error) {
    if (codeOf(error) === 'internal') throw error
    return null
  }
}

const sideOf = (output: Output | undefined): Side =>
  output === undefined ? null : { state: output.state, amount: output.amount }

const isSame = (one: Side, other: Side): boolean =>
  one === null || other === null ? one === other : one.state === other.state && one.amount === other.amount

/** A node knows of a signed transaction that it has, not of one whose signatures are still missing. */
const isLikely = (known: Side, ledger: Side): boolean =>
  known !== null &&
  ledger !== null &&
  known.amount === ledger.amount &&
  (known.state === 'signed' || isSame(known, ledger))

export async function compareCoins(runtime: Desk, holder: Holder, now: Nanos): Promise<Comparison> {
  const before = await walletCoins(runtime, holder)
  const service = await serviceCoins(runtime, holder)
  // Behind what was read of both sides one of them would seem to lack what the other has.
  const upTo = Math.min(before.upTo, service.upTo)
  const all = new Map([...service.coins, ...before.coins].filter(([, { sequence }]) => sequence <= upTo))
  const ledger = await ledgerSides(runtime, [...all.values()])
  // What came or went meanwhile is no difference.
  const { coins: after } = await walletCoins(runtime, holder)
  const differing = [...all.values()].filter((output) => {
    const [wallet, listed] = [sideOf(after.get(output.output_id)), sideOf(service.coins.get(output.output_id))]
    if (!isSame(wallet, sideOf(before.coins.get(output.output_id)))) return false
    const held = ledger?.get(output.output_id) ?? null
    return !isSame(wallet, listed) || (ledger !== null && wallet !== null && !isLikely(wallet, held))
  })
  const times = differing.map(({ created_at }) => created_at).sort((a, b) => (a < b ? -1 : 1))
  const [from, to] = [times[0], times.at(-1)]
  return {
    at: now,
    complete: upTo === Number.POSITIVE_INFINITY,
    ledgerAsked: ledger !== null,
    assets: sumsOf(runtime, all, { wallet: after, service: service.coins, ledger }),
    differences: differing.slice(0, PAGE).map((output) => ({
      ...{ outputId: output.output_id, hash: output.transaction_hash, index: output.output_index },
      asset: runtime.directory.assetOfKernel(output.kernel_asset_id) ?? null,
      at: output.created_at,
      wallet: sideOf(after.get(output.output_id)),
      service: sideOf(service.coins.get(output.output_id)),
      ledger: ledger?.get(output.output_id) ?? null,
    })),
    differing: differing.length,
    range: from === undefined || to === undefined ? null : { from, to },
  }
}

/** What each side has of every asset that can be named, without collectibles: an item is no money. */
function sumsOf(
  { directory }: Desk,
  all: Coins,
  sides: { readonly wallet: Coins; readonly service: Coins; readonly ledger: ReadonlyMap<OutputId, Side> | null },
): Comparison['assets'] {
  const money = [...all.values()].filter(({ inscription_hash: item }) => item === null)
  const byAsset = Map.groupBy(money, (output) => output.kernel_asset_id)
  return [...byAsset].flatMap(([kernel, own]) => {
    const asset = directory.assetOfKernel(kernel)
    if (asset === undefined) return []
    const sum = (amountOf: (output: Output) => bigint | undefined) => {
      const amounts = own.map(amountOf).filter((amount) => amount !== undefined)
      return { coins: amounts.length, amount: toAmount(amounts.reduce<bigint>((total, amount) => total + amount, 0n)) }
    }
    const { ledger } = sides
    return [
      {
        asset,
        wallet: sum(({ output_id: id }): Amount | undefined => sides.wallet.get(id)?.amount),
        service: sum(({ output_id: id }): Amount | undefined => sides.service.get(id)?.amount),
        ledger: ledger === null ? null : sum(({ output_id: id }): Amount | undefined => ledger.get(id)?.amount),
      },
    ]
  })
}
