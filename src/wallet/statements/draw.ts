import type { AssetId, Hash, Snapshot } from '#contract/domain'
import type { ActivityFilter, ActivityRow, AssetView, Calls, StatementRow, StatementView } from '#contract/ipc'
import { toAmount } from '#protocol'
import { othersIn } from '../activity/batches.ts'
import { noteOf } from '../activity/rows.ts'
import { type Turned, turnedOf, turnedRows } from '../activity/turned.ts'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { isFeeAlone } from '../payments/fees.ts'
import { type Foreign, foreignOf } from '../payments/foreign.ts'
import { shownIntent } from '../payments/intent.ts'
import { mainOf } from '../payments/review-checks.ts'
import { decimalText, estimate } from '../shared/fiat.ts'
import { isTurned } from '../shared/label-keys.ts'
import { valueOver } from '../value/period.ts'
import { priceThen, withThen } from '../value/then.ts'
import { addAll, addsUp, type Book, groupRowsOf, isGroup, isMoney, openingOf } from './moved.ts'

const PAGE = 200
/** What still reads as a document. */
const SHEET_MOST = 2_000

/** A statement of which every row is there, before its forms. */
export type Drawn = Omit<StatementView, 'digest'>

export interface Drawing {
  readonly books: readonly [Book, ...Book[]]
  readonly filter: ActivityFilter
  readonly fileMost: number
  readonly list: Calls['activity.list']
  /** Names of the network and the currency. */
  readonly named: Pick<StatementView, 'network' | 'isPlayMoney' | 'currency'>
}

/** After so many times a history that does not stand still is drawn as it is, and said not to add up. */
const TRIES = 3

/**
 * One model of rows, from which every form of a statement is made. It is drawn anew where movements came in meanwhile: what there was before, what
 * moved and the coins are of one moment.
 */
export async function drawStatement(drawing: Drawing): Promise<Drawn> {
  for (let tries = 1; ; tries += 1) {
    const before = versionOf(drawing)
    const view = await drawn(drawing)
    if (versionOf(drawing) === before) return view
    if (tries === TRIES) return { ...view, agrees: false }
  }
}

/** Rises with every movement of anybody that is drawn up. */
const versionOf = ({ books }: Drawing): string =>
  books.map(({ desk: { store } }) => `${store.cache.snapshots.version()} ${store.cache.outputs.version()}`).join()

async function drawn({ books, filter, fileMost, list, named }: Drawing): Promise<Drawn> {
  const [{ desk }] = books
  const isWhole = isWholeOf(filter)
  const found: StatementRow[] = []
  const opening = new Map<AssetId, bigint>()
  for (const book of books) found.push(...(await rowsOf(book, filter, { list, isAlone: books.length === 1 })))
  if (isWhole) for (const book of books) addAll(opening, openingOf(book, filter))
  found.sort(inOrder)
  const balances = new Map(opening)
  const rows = isWhole ? found.map((row) => withBalance(row, balances)) : found
  const now = desk.now()
  const isUpToNow = filter.to === null || filter.to >= now
  const assets = assetsOf(books, { opening, rows, filter, now })
  const holders = books.map((book) => ({ desk: book.desk, holder: book.desk.holder(book.owner.holder) }))
  const closing = isWhole && isUpToNow ? new Map(assets.map((each) => [each.asset.assetId, each.closing])) : null
  return {
    ...{ ...named, ...books[0].named, others: books.slice(1).map((book) => book.named) },
    ...{ from: filter.from, to: filter.to, drawnAt: now, isWhole, rows, assets },
    only: filter.assetId === null ? null : deskKnowing(books, filter.assetId).directory.asset(filter.assetId),
    came: movedOf(rows.filter(({ amount }) => amount > 0n)),
    went: movedOf(rows.filter(({ amount }) => amount < 0n)),
    ...{ count: rows.length, sheetMost: SHEET_MOST, fileMost },
    values: isWhole ? valueOver(holders, filter, now) : [],
    agrees: addsUp(books, filter, closing) ? (closing === null ? null : true) : false,
  }
}

/** Oldest first. What has one time stands in an order that does not hang on which of it was read first: two computers write the same file. */
const inOrder = (a: StatementRow, b: StatementRow): number =>
  rank(a.at, b.at) || rank(b.amount > 0n, a.amount > 0n) || rank(a.id, b.id)

const rank = <Value extends bigint | boolean | string>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0

function movedOf(rows: readonly StatementRow[]): StatementView['came'] {
  const values = rows.map((row) => row.fiatThen)
  const known = values.filter((value) => value !== null)
  const cents = known.reduce((sum, value) => sum + BigInt(value.replace(/[-.]/g, '')), 0n)
  return { count: rows.length, fiat: known.length < values.length ? null : decimalText(cents, 2) }
}

/** What was there of its asset after a movement; they come oldest first. */
function withBalance(row: StatementRow, balances: Map<AssetId, bigint>): StatementRow {
  const { assetId } = row.asset
  const balance = (balances.get(assetId) ?? 0n) + row.amount
  balances.set(assetId, balance)
  return { ...row, balance: toAmount(balance) }
}

/** A period and an asset may be chosen; anything else leaves movements out. */
const isWholeOf = ({ direction, kind, opponent, search }: ActivityFilter): boolean =>
  direction === null && kind === null && opponent === null && search.trim() === ''

/** What is final and money, oldest first. */
async function rowsOf(
  { desk, owner, named }: Book,
  filter: ActivityFilter,
  { list, isAlone }: { readonly list: Calls['activity.list']; readonly isAlone: boolean },
): Promise<StatementRow[]> {
  const turned = turnedOf(desk, desk.holder(owner.holder))
  const found = isGroup({ desk, owner })
    ? groupRowsOf({ desk, owner }, filter)
    : [...(await listed(list, owner, filter)).filter(({ id }) => !isTurned(id)), ...turnedRows(desk, turned, filter)]
  const turns = new Map(turned.map((each) => [each.hash, each]))
  return withThen(desk, found.filter(isMoney)).map((row) => ({
    ...row,
    // Two members of a group, or two accounts, may have the same movement.
    id: isAlone ? row.id : `${named.id} ${row.id}`,
    whose: isAlone ? '' : named.name,
    ...feesOf(desk, row),
    ...turnOf(row, turns),
    balance: null,
    receivers: receiversOf(desk, row),
    note: noteOf(desk, row),
  }))
}

/** What a movement is called that an item turned into, or that turned into one: an account's own, or one that a group's coins tell. */
function turnOf(
  { id, hash, amount }: ActivityRow,
  turns: ReadonlyMap<Hash, Turned>,
): { readonly kind: StatementRow['kind'] } | undefined {
  const turn = hash === null || id.startsWith('s:') ? undefined : turns.get(hash)
  return turn !== undefined && turn.amount > 0n === amount > 0n ? { kind: turn.kind } : undefined
}

/** Oldest first. Between two pages others are answered: a long history takes a while. */
async function listed(
  list: Calls['activity.list'],
  owner: Book['owner'],
  filter: ActivityFilter,
): Promise<ActivityRow[]> {
  const found = new Map<string, ActivityRow>()
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof list>> = await list({ ...owner, filter, cursor, limit: PAGE })
    for (const row of page.rows) found.set(row.id, row)
    cursor = page.cursor
    if (cursor === null) return [...found.values()].reverse()
    await new Promise<void>((resolve) => void setImmediate(resolve))
  }
}

/** Whether a movement only pays for another one, and what of it the network took where that is in its own sum. */
function feesOf(
  desk: ApprovalsDesk,
  { id, hash, amount, kind, asset }: ActivityRow,
): Pick<StatementRow, 'kind' | 'fee'> {
  const payment = hash === null || amount >= 0n ? undefined : desk.store.intents.payments.summaryByTransaction(hash)
  if (payment === undefined) return { kind, fee: foreignAt(desk, id)?.fee ?? null }
  if (isFeeAlone(payment, hash)) return { kind: 'fee', fee: null }
  // What stores its memo, say, is no part of what it cost to leave.
  const fee = mainOf(payment)?.hash === hash ? shownIntent(payment).fee : null
  const isWithin = fee?.assetId === asset.assetId && payment.transactions.every(({ purpose }) => purpose !== 'fee')
  return { kind, fee: isWithin ? fee.amount : null }
}

/** What its bytes say of a movement of the history that this journal did not make. */
function foreignAt(desk: ApprovalsDesk, id: ActivityRow['id']): Foreign | undefined {
  const snapshot = id.startsWith('s:')
    ? desk.store.cache.snapshots.get(id.slice(2) as Snapshot['snapshot_id']) // as rows are named
    : undefined
  return snapshot === undefined ? undefined : foreignOf(desk, snapshot)
}

/** Whom a payment to several paid: of a group as its bytes say it, of an account as its journal does. */
function receiversOf(desk: ApprovalsDesk, { id, hash, party }: ActivityRow): StatementRow['receivers'] {
  if (hash === null || party.kind !== 'several') return []
  const request = desk.requestStore.findByHash(hash)
  if (request !== undefined) return desk.cosign.view(request).rows
  const payment = desk.store.intents.payments.summaryByTransaction(hash)
  if (payment === undefined) return [...(foreignAt(desk, id)?.rows ?? [])]
  const parties = othersIn(payment, desk)
  return shownIntent(payment).rows.flatMap(({ amount }, at) => {
    const paid = parties[at]
    return paid === undefined ? [] : [{ party: paid, amount }]
  })
}

/** What of a movement went to the network. */
const feeIn = ({ kind, fee, amount }: StatementRow): bigint => (kind === 'fee' ? -amount : (fee ?? 0n))

interface Sums {
  readonly opening: ReadonlyMap<AssetId, bigint>
  readonly rows: readonly StatementRow[]
  readonly filter: ActivityFilter
  readonly now: StatementView['drawnAt']
}

function assetsOf(books: Drawing['books'], { opening, rows, filter, now }: Sums): StatementView['assets'] {
  const byAsset = Map.groupBy(rows, ({ asset }) => asset.assetId)
  const ids = [...new Set([...opening.keys(), ...byAsset.keys()])]
  return ids
    .map((assetId) => {
      const desk = deskKnowing(books, assetId)
      const rate = desk.rate()
      const own = byAsset.get(assetId) ?? []
      const sum = (part: (row: StatementRow) => bigint): bigint => own.reduce((all, row) => all + part(row), 0n)
      const [came, fees] = [sum(({ amount }) => (amount > 0n ? amount : 0n)), sum(feeIn)]
      const out = sum(({ amount }) => (amount < 0n ? -amount : 0n)) - fees
      const first = opening.get(assetId) ?? 0n
      const last = first + came - out - fees
      const asset = desk.directory.asset(assetId)
      const priceAt = (at: typeof now): string | null => priceThen(desk, assetId, at)
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
    .filter(({ opening: first, in: came, out, fees }) => [first, came, out, fees].some((sum) => sum !== 0n))
    .sort(bySymbol)
}

/** Who was never paid in an asset may know nothing of it. */
function deskKnowing(books: Drawing['books'], assetId: AssetId): ApprovalsDesk {
  const [{ desk }] = books
  return books.find((book) => book.desk.directory.isKnown(assetId))?.desk ?? desk
}

/** The same on every computer, whatever its language; assets of several chains share a symbol. */
const bySymbol = (a: { readonly asset: AssetView }, b: { readonly asset: AssetView }): number =>
  a.asset.symbol.localeCompare(b.asset.symbol, 'en') || (a.asset.assetId < b.asset.assetId ? -1 : 1)
