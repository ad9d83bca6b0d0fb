import { z } from 'zod'
import { defined } from '#contract/defined'
import {
  type AssetId,
  DAY,
  type Hash,
  type Holder,
  isPaidBy,
  type Nanos,
  type Output,
  type RequestId,
  type UserId,
} from '#contract/domain'
import { failure } from '#contract/errors'
import type { AskView } from '#contract/ipc'
import { assetId, holderId, requestId } from '#contract/wire'
import { formatAmountShort, formatPaymentLink, kernelAssetId, sumOf } from '#protocol'
import type { Amount } from '#protocol/text'
import { type AccountStore, readStored, storedAmount, storedObject, storedTime } from '#store'
import { assetOfRecord, groupAddress } from '../shared/names.ts'
import { storedList } from '../shared/stored-list.ts'
import type { CoinsDesk } from './desk.ts'
import { isOf } from './list.ts'

/*
 * What a holder asks to be paid, once each: the link has a trace id of its own, under which a payer makes at most one payment. The service tells
 * the receiver under which id money came; what came is read from the coins that it made, which say asset and amount themselves.
 */

const ask = storedObject({
  /** The trace id of the link. */
  id: requestId,
  holder: holderId,
  assetId,
  amount: storedAmount,
  memo: z.string(),
  askedAt: storedTime,
  /** When its owner wants to look at it again; nobody else is told. */
  reviewBy: storedTime.nullable(),
  /** Sequence up to which coins were known then: none of those before can answer it. */
  after: z.number().int().min(0),
  /** Since when nobody waits for it here; the link itself cannot be taken back. */
  endedAt: storedTime.nullable(),
})
type Ask = z.output<typeof ask>

const INDEX = 'asks'
const placeOf = (id: string): string => `${INDEX}:${id}`
/** Newest of them that are shown, and looked up each time; what is due is, however many were asked for since. */
const SHOWN = 200
/** A transaction has no more outputs. */
const OUTPUTS = 256

/** They are kept among the settings of the account, one value each, so that a backup has them. */
function openAsks(settings: AccountStore['intents']['settings']) {
  const index = storedList(settings, INDEX, z.string())
  const find = (id: string): Ask | undefined => readStored(ask, settings.get(placeOf(id)) ?? null)
  return {
    find,
    /** Newest first. */
    list: ({ id: holder }: Holder): Ask[] =>
      index
        .read()
        .flatMap((id) => find(id) ?? [])
        .filter((one) => one.holder === holder && one.endedAt === null)
        .sort((a, b) => (a.askedAt < b.askedAt ? 1 : -1)),
    save(one: Ask): void {
      settings.set(placeOf(one.id), one)
      const ids = index.read()
      if (!ids.includes(one.id)) index.write([...ids, one.id])
    },
  }
}

const asksOf = ({ store }: CoinsDesk) => openAsks(store.intents.settings)

/** A link that pays a holder. With a `trace` it is paid once. */
export function linkTo(
  account: UserId,
  holder: Holder,
  asks: { assetId: AssetId | null; amount: Amount | null; memo: string; trace?: RequestId },
): string {
  return formatPaymentLink({
    destination: holder.members.length === 1 ? account : groupAddress(holder),
    ...defined({
      asset: asks.assetId ?? undefined,
      amount: asks.amount === null ? undefined : formatAmountShort(asks.amount),
      memo: asks.memo === '' ? undefined : asks.memo,
      trace: asks.trace,
    }),
  })
}

/** Coins that came in under one trace id, each with the row of the history that shows it. */
interface Came {
  readonly coin: Output
  readonly row: string
}

const isMoney = ({ inscription_hash: item }: Output): boolean => item === null

/** To an account itself: its history tells under which id each transaction was made. */
function cameToSelf(id: RequestId, holder: Holder, { store, account }: CoinsDesk): Came[] {
  const { snapshots, outputs } = store.cache
  const told = snapshots.byRequest(id).filter(({ amount, user_id }) => amount > 0n && user_id === account)
  return [...Map.groupBy(told, ({ transaction_hash: hash }) => hash)].flatMap(([hash, rows]) => {
    const first = rows[0]
    if (first === undefined) return []
    const at = (index: number): Output[] => {
      const coin = outputs.byTransaction(hash, index)
      return coin === undefined || !isOf(coin, holder) ? [] : [coin]
    }
    const named = [...new Set(rows.map(({ output_index: index }) => index))].flatMap(at)
    // Some services do not say which output it is that a row of the history tells of.
    const isAll = sumOf(named) === sumOf(rows)
    const coins = isAll ? named : Array.from({ length: OUTPUTS }, (_, index) => at(index)).flat()
    const rowOf = (coin: Output) => rows.find(({ output_index: index }) => index === coin.output_index) ?? first
    return coins.map((coin) => ({ coin, row: `s:${rowOf(coin).snapshot_id}` }))
  })
}

/** To a group, which has no history but its coins. */
function cameToGroup(asks: readonly Ask[], holder: Holder, { store }: CoinsDesk): ReadonlyMap<RequestId, Came[]> {
  const found = new Map<RequestId, Came[]>(asks.map(({ id }) => [id, []]))
  if (asks.length === 0) return found
  const after = asks.reduce((least, one) => Math.min(least, one.after), Number.MAX_SAFE_INTEGER)
  for (const coin of store.cache.outputs.ofRequests(holder.id, after, [...found.keys()])) {
    const came = coin.request_id === null ? undefined : found.get(coin.request_id)
    if (came !== undefined && !isPaidBy(coin, holder)) came.push({ coin, row: `o:${coin.output_id}` })
  }
  return found
}

function viewOf(one: Ask, all: readonly Came[], holder: Holder, runtime: CoinsDesk): AskView {
  const { intents } = runtime.store
  const came = all.filter(({ coin }) => isMoney(coin) && intents.audits.get(coin.output_id)?.result !== 'failed')
  const wanted = kernelAssetId(one.assetId)
  const byAsset = Map.groupBy(
    came.map(({ coin }) => coin),
    ({ kernel_asset_id: kernel }) => kernel,
  )
  const received = sumOf(byAsset.get(wanted as Hash) ?? []) // a formula
  const others = [...byAsset].flatMap(([kernel, coins]) => {
    const [first] = kernel === wanted ? [] : coins
    return first === undefined ? [] : [{ asset: assetOfRecord(runtime.directory, first), amount: sumOf(coins) }]
  })
  const state: AskView['state'] =
    received >= one.amount ? 'paid' : received > 0n ? 'less' : others.length > 0 ? 'other' : 'waiting'
  const at = came.reduce<Nanos | null>(
    (latest, { coin }) => (latest === null || coin.created_at > latest ? coin.created_at : latest),
    null,
  )
  return {
    askId: one.id,
    link: linkTo(runtime.account, holder, { ...one, trace: one.id }),
    asset: runtime.directory.asset(one.assetId),
    amount: one.amount,
    memo: one.memo,
    askedAt: one.askedAt,
    reviewBy: one.reviewBy,
    ...{ state, received, others, at },
    row: came[0]?.row ?? null,
  }
}

/** What a holder asks for and still looks after, newest first, with what came of it. */
export function listAsks(runtime: CoinsDesk, holder: Holder): AskView[] {
  const shown = asksOf(runtime)
    .list(holder)
    .filter((one, at) => at < SHOWN || isDue(one, runtime.now()))
  return viewsOf(shown, holder, runtime)
}

const isDue = ({ reviewBy }: Ask, now: Nanos): boolean => reviewBy !== null && reviewBy - DAY <= now

/** What has not come whole and was to be looked at again by today, the longest due first. */
export function dueAsks(runtime: CoinsDesk, holder: Holder): (AskView & { readonly reviewBy: Nanos })[] {
  const due = asksOf(runtime)
    .list(holder)
    .filter((one) => isDue(one, runtime.now()))
  return viewsOf(due, holder, runtime)
    .flatMap((one) => (one.state === 'paid' || one.reviewBy === null ? [] : [{ ...one, reviewBy: one.reviewBy }]))
    .sort((a, b) => (a.reviewBy < b.reviewBy ? -1 : 1))
}

function viewsOf(asks: readonly Ask[], holder: Holder, runtime: CoinsDesk): AskView[] {
  const isSelf = holder.id === runtime.self.id
  const ofGroup = isSelf ? undefined : cameToGroup(asks, holder, runtime)
  return asks.map((one) =>
    viewOf(one, ofGroup?.get(one.id) ?? (isSelf ? cameToSelf(one.id, holder, runtime) : []), holder, runtime),
  )
}

/** One of this account, whoever of its holders asks. Throws `remote.not_found`. */
export function changeAsk(runtime: CoinsDesk, id: RequestId, to: Pick<Partial<Ask>, 'reviewBy' | 'endedAt'>): void {
  const known = asksOf(runtime).find(id)
  if (known === undefined) throw failure('remote.not_found', 'nothing was asked for under that id')
  asksOf(runtime).save({ ...known, ...to })
}

/** Writes down what is asked for; only then is there a link to hand out. */
export function newAsk(
  runtime: CoinsDesk,
  holder: Holder,
  asked: Pick<Ask, 'id' | 'assetId' | 'amount' | 'memo' | 'reviewBy'>,
): AskView {
  const after = runtime.store.cache.outputs.cursor(holder.id)
  const one: Ask = { ...asked, holder: holder.id, askedAt: runtime.now(), after, endedAt: null }
  // A link that no reader would take is refused here, and nothing is kept of it.
  const view = viewOf(one, [], holder, runtime)
  asksOf(runtime).save(one)
  return view
}
