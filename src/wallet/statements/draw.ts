import type { AssetId } from '#contract/domain'
import type { ActivityFilter, ActivityRow, Calls, StatementRow, StatementView } from '#contract/ipc'
import { type Amount, toAmount } from '#protocol'
import { noteOf } from '../activity/calls.ts'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { estimate } from '../shared/fiat.ts'
import { fiatThen } from '../value/then.ts'

const PAGE = 200

export interface Drawing {
  readonly desk: ApprovalsDesk
  readonly wish: Parameters<Calls['statements.draw']>[0]
  readonly list: Calls['activity.list']
  /** Names of whose money it is, and of the network. */
  readonly named: Pick<StatementView, 'name' | 'number' | 'id' | 'network' | 'isPlayMoney' | 'currency'>
}

/** One model of rows, from which every form of a statement is made. */
export async function drawStatement({ desk, wish, list, named }: Drawing): Promise<StatementView> {
  const { filter } = wish
  const isWhole = isWholeOf(filter)
  const found = await finalRows(list, wish)
  const opening = isWhole ? await openingOf(desk, wish, list) : new Map<AssetId, bigint>()
  const balances = new Map(opening)
  const rows = found.map((row): StatementRow => {
    const { assetId } = row.asset
    const balance = (balances.get(assetId) ?? 0n) + row.amount
    balances.set(assetId, balance)
    return {
      ...row,
      kind: isFee(desk, row) ? 'fee' : row.kind,
      balance: isWhole ? toAmount(balance) : null,
      fiatThen: fiatThen(desk, row),
      note: noteOf(desk, row),
    }
  })
  const now = desk.now()
  const isUpToNow = filter.to === null || filter.to >= now
  const assets = assetsOf(desk, { opening, rows, filter, now })
  return {
    ...named,
    ...{ from: filter.from, to: filter.to, drawnAt: now, isWhole, rows, assets },
    agrees: isWhole && isUpToNow ? agreesOf(desk, wish, assets) : null,
  }
}

/** A period and an asset may be chosen; anything else leaves movements out. */
const isWholeOf = ({ direction, kind, opponent, search }: ActivityFilter): boolean =>
  direction === null && kind === null && opponent === null && search.trim() === ''

/** What is final and money, oldest first. */
async function finalRows(list: Calls['activity.list'], wish: Drawing['wish']): Promise<ActivityRow[]> {
  const found: ActivityRow[] = []
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof list>> = await list({ ...wish, cursor, limit: PAGE })
    found.push(...page.rows)
    cursor = page.cursor
    if (cursor === null) break
  }
  const once = new Map(found.map((row) => [row.id, row]))
  return [...once.values()]
    .filter(({ money, inscription, amount }) => money === 'final' && inscription === null && amount !== 0n)
    .filter(({ id }) => !id.startsWith('p:'))
    .reverse()
}

/** What there was before the period. */
async function openingOf(
  desk: ApprovalsDesk,
  { account, holder, filter }: Drawing['wish'],
  list: Calls['activity.list'],
): Promise<Map<AssetId, bigint>> {
  const sums = new Map<AssetId, bigint>()
  const { from } = filter
  if (from === null) return sums
  const add = (assetId: AssetId, amount: bigint): void => void sums.set(assetId, (sums.get(assetId) ?? 0n) + amount)
  if (desk.holder(holder).members.length > 1) {
    const before = { ...filter, from: null, to: from }
    for (const row of await finalRows(list, { account, holder, filter: before })) add(row.asset.assetId, row.amount)
    return sums
  }
  for (const { kernelAssetId, amount } of desk.store.cache.snapshots.sumsBefore(from)) {
    const asset = desk.directory.assetOfKernel(kernelAssetId)
    if (asset !== undefined && (filter.assetId === null || filter.assetId === asset.assetId)) add(asset.assetId, amount)
  }
  return sums
}

/** A payment of ours that only pays for another one. */
function isFee({ store }: ApprovalsDesk, { hash, amount }: ActivityRow): boolean {
  if (hash === null || amount >= 0n) return false
  const payment = store.intents.payments.summaryByTransaction(hash)
  return payment?.transactions.find((transaction) => transaction.hash === hash)?.purpose === 'fee'
}

interface Sums {
  readonly opening: ReadonlyMap<AssetId, bigint>
  readonly rows: readonly StatementRow[]
  readonly filter: ActivityFilter
  readonly now: StatementView['drawnAt']
}

function assetsOf(desk: ApprovalsDesk, { opening, rows, filter, now }: Sums): StatementView['assets'] {
  const ids = [...new Set([...opening.keys(), ...rows.map(({ asset }) => asset.assetId)])]
  const { prices } = desk.store.cache
  const rate = desk.rate()
  return ids
    .map((assetId) => {
      const own = rows.filter(({ asset }) => asset.assetId === assetId)
      const sum = (pick: (row: StatementRow) => boolean): bigint =>
        own.filter(pick).reduce((all, { amount }) => all + (amount < 0n ? -amount : amount), 0n)
      const [came, fees] = [sum(({ amount }) => amount > 0n), sum(({ kind }) => kind === 'fee')]
      const out = sum(({ amount, kind }) => amount < 0n && kind !== 'fee')
      const first = opening.get(assetId) ?? 0n
      const last = first + came - out - fees
      const asset = desk.directory.asset(assetId)
      const priceAt = (at: typeof now): string | null => prices.at(assetId, at)
      const end = filter.to === null || filter.to > now ? asset.priceUsd : priceAt(filter.to)
      return {
        asset,
        opening: toAmount(first),
        in: toAmount(came),
        out: toAmount(out),
        fees: toAmount(fees),
        closing: toAmount(last),
        openingFiat:
          first === 0n || filter.from === null ? '0.00' : estimate(toAmount(first), priceAt(filter.from), rate),
        closingFiat: last === 0n ? '0.00' : estimate(toAmount(last), end, rate),
      }
    })
    .filter(({ opening: first, in: came, out }) => first !== 0n || came !== 0n || out !== 0n)
    .sort((a, b) => a.asset.symbol.localeCompare(b.asset.symbol))
}

/** Whether what the movements add up to is what the coins add up to: they are read apart. */
function agreesOf(desk: ApprovalsDesk, { holder, filter }: Drawing['wish'], assets: StatementView['assets']): boolean {
  const coins = new Map<AssetId, Amount>()
  for (const { kernelAssetId, unspent, signed } of desk.store.cache.outputs.balances(desk.holder(holder).id)) {
    const asset = desk.directory.assetOfKernel(kernelAssetId)
    const held = unspent.amount + signed.amount
    if (asset !== undefined && held > 0n && (filter.assetId === null || filter.assetId === asset.assetId))
      coins.set(asset.assetId, toAmount(held))
  }
  const closing = assets.filter(({ closing: last }) => last !== 0n)
  return closing.length === coins.size && closing.every(({ asset, closing: last }) => coins.get(asset.assetId) === last)
}
