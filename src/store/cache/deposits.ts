import { DAY, type HolderId, type Nanos, type Output, type PendingDeposit } from '#contract/domain'
import { type Amount, kernelAssetId } from '#protocol'
import type { Database } from '../database.ts'
import { uuidBytes, uuidOf } from '../encoding.ts'
import { fromJson, jsonOf } from '../exact-json.ts'
import { sealedWriter } from '../sealed.ts'

const REMEMBERED = 200
/** Of those that did not come as they were announced so many are kept, each for so long unless its owner puts it away; less of one that came in part. */
const [MISSED_MOST, MISSED_LASTS, LESS_LASTS]: [number, bigint, bigint] = [50, 90n * DAY, 7n * DAY]

/** What became of a deposit that the service lists no more. */
interface Missed {
  /** When it was first not listed. */
  readonly since: Nanos
  /** What came of it, less than was announced; null where nothing did. */
  readonly credited: Amount | null
}
export type MissedDeposit = PendingDeposit & { readonly missed: Missed }
/** `upTo` is the sequence of the last coin among which its own was looked for. */
type Kept = PendingDeposit & { readonly missed?: Missed & { readonly upTo: number } }

interface Parts {
  /** A page of a holder's coins, newest first: of those before a sequence, where one is named. */
  readonly newest: (holder: HolderId, before?: number) => readonly Output[]
  readonly now: () => Nanos
}

/** More coins are not looked through for those of deposits that are listed no more: a service that announces and drops some in each round costs no time. */
const COINS_MOST = 3_000

/**
 * Deposits on their way. The service drops them from its list once they are credited, so a list replaces the last; one that it drops without a coin, or
 * with a smaller one than it announced, is kept as missed. What is listed as a coin has come, however long it stands there as well.
 */
export function openDeposits(db: Database, { newest, now }: Parts) {
  const write = sealedWriter(db, 'pending_deposits', ['holder', 'deposit_id'])
  const remove = db.prepare('DELETE FROM pending_deposits WHERE holder = ? AND deposit_id = ?')
  const list = db.prepare<{ deposit_id: Buffer; record: string }>(
    'SELECT deposit_id, record FROM pending_deposits WHERE holder = ?',
  )
  const find = db.prepare<{ record: string }>('SELECT record FROM pending_deposits WHERE deposit_id = ?')
  /** The last ones that were listed, oldest first. */
  const last = new Map<PendingDeposit['deposit_id'], PendingDeposit>()
  /** Those that were added, with how many readings had begun by then. */
  const added = new Map<PendingDeposit['deposit_id'], number>()
  let readings = 0

  function remember(deposits: readonly PendingDeposit[]): void {
    for (const deposit of deposits) {
      last.delete(deposit.deposit_id)
      last.set(deposit.deposit_id, deposit)
    }
    for (const id of [...last.keys()].slice(0, -REMEMBERED)) last.delete(id)
  }

  const put = (holder: HolderId, deposit: Kept): boolean =>
    write([holder, uuidBytes(deposit.deposit_id), jsonOf(deposit)])
  const drop = (holder: HolderId, { deposit_id: id }: PendingDeposit): unknown => remove.run(holder, uuidBytes(id))

  /** Whether anything is kept of one that the service lists no more: what came of it, unless that is all of it. */
  function miss(holder: HolderId, deposit: Kept, coin: Output | undefined, upTo: number): boolean {
    const { missed } = deposit
    const since = missed?.since ?? now()
    const credited = coin?.amount ?? missed?.credited ?? null
    const isOver = now() - since > (credited === null ? MISSED_LASTS : LESS_LASTS)
    if (isOver || (credited !== null && credited >= deposit.amount)) {
      drop(holder, deposit)
      return false
    }
    if (missed?.credited !== credited || missed.upTo !== upTo)
      put(holder, { ...deposit, missed: { since, credited, upTo } })
    return true
  }

  return {
    /** A list is about to be read; what is added from now on may not stand in it yet. */
    beginReading: (): number => {
      readings += 1
      return readings
    },
    /** A list that was read whole, from when its reading began. */
    replacePending(holder: HolderId, deposits: readonly PendingDeposit[], begun = readings + 1): void {
      const ids = new Set(deposits.map((deposit) => deposit.deposit_id))
      const isGone = (id: PendingDeposit['deposit_id']): boolean => !ids.has(id) && (added.get(id) ?? 0) < begun
      const places = new Set(deposits.map(spotOf))
      db.transaction(() => {
        const gone: Kept[] = []
        for (const row of list.all(holder)) {
          if (!isGone(uuidOf<PendingDeposit['deposit_id']>(row.deposit_id))) continue
          const [deposit] = db.readable('pending deposit', [row], recordOf)
          // One that is listed under another id is on its way still.
          if (deposit === undefined || places.has(spotOf(deposit))) remove.run(holder, row.deposit_id)
          else gone.push(deposit)
        }
        if (gone.length > 0) {
          const coins = coinsFor(gone, (before) => newest(holder, before))
          const [coinOf, upTo] = [coinsAmong(coins), coins[0]?.sequence ?? 0]
          const kept = gone.filter((deposit) => miss(holder, deposit, coinOf(deposit), upTo))
          for (const each of firstMissed(kept).slice(MISSED_MOST)) drop(holder, each)
        }
        for (const deposit of deposits) put(holder, deposit)
      })
      for (const [id, when] of added) if (when < begun) added.delete(id)
      remember(deposits)
    },
    /** One that the service has just told of by itself. */
    add(holder: HolderId, deposit: PendingDeposit): void {
      put(holder, deposit)
      added.set(deposit.deposit_id, readings)
      remember([deposit])
    },
    /** One that was listed lately too: whoever has it on screen asks for it also once it has come. */
    get: (id: PendingDeposit['deposit_id']): PendingDeposit | undefined =>
      last.get(id) ?? db.readable('pending deposit', find.all(uuidBytes(id)), recordOf)[0],
    /** Newest first. */
    listPending(holder: HolderId): PendingDeposit[] {
      const pending = db.readable('pending deposit', list.all(holder), recordOf).filter(({ missed }) => !missed)
      if (pending.length === 0) return []
      const come = Map.groupBy(newest(holder), ({ deposit }) => (deposit === null ? '' : placeOf(deposit)))
      return newestFirst(
        onceEach(pending).filter((each) => !come.get(placeIn(each))?.some((coin) => isOfAsset(each, coin))),
      )
    },
    /** Those that the service announced and lists no more, without a coin of the whole sum; newest first. */
    listMissed(holder: HolderId): MissedDeposit[] {
      const kept = db
        .readable('pending deposit', list.all(holder), recordOf)
        .flatMap(({ missed, ...deposit }) => (missed === undefined ? [] : [{ ...deposit, missed }]))
      if (kept.length === 0) return []
      const coinOf = coinsAmong(newest(holder))
      return newestFirst(
        onceEach(kept).flatMap(({ missed, ...deposit }) => {
          const credited = coinOf({ ...deposit, missed })?.amount ?? missed.credited
          return credited !== null && credited >= deposit.amount
            ? []
            : [{ ...deposit, missed: { since: missed.since, credited } }]
        }),
      )
    },
    /** Its owner does not look for what was missed any more. */
    endMissed(holder: HolderId, id: PendingDeposit['deposit_id']): void {
      const kept = db.readable('pending deposit', list.all(holder), recordOf)
      const ended = kept.find(({ deposit_id, missed }) => deposit_id === id && missed !== undefined)
      if (ended === undefined) return
      const spot = spotOf(ended)
      db.transaction(() => {
        for (const each of kept) if (each.missed !== undefined && spotOf(each) === spot) drop(holder, each)
      })
    },
  }
}

const recordOf = (row: { readonly record: string }): Kept => fromJson<Kept>(row.record)

const newestFirst = <Each extends PendingDeposit>(deposits: readonly Each[]): Each[] =>
  deposits.toSorted((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0))

/** When one was made is the service's word: however new it calls those that it drops later, they push none out. */
const firstMissed = (kept: readonly Kept[]): Kept[] => [
  ...kept.filter(({ missed }) => missed !== undefined),
  ...newestFirst(kept.filter(({ missed }) => missed === undefined)),
]

/** Where on its chain a deposit is. */
const placeOf = ({ deposit_hash: hash, deposit_index: index }: Omit<NonNullable<Output['deposit']>, 'chain'>): string =>
  `${hash} ${index}`

const placeIn = ({ transaction_hash, output_index }: PendingDeposit): string =>
  placeOf({ deposit_hash: transaction_hash, deposit_index: output_index })

const spotOf = (each: PendingDeposit): string =>
  jsonOf([each.kernel_asset_id ?? kernelAssetId(each.asset_id), placeIn(each), each.destination, each.tag])

/** What came to an address at one place on a chain is credited once, under however many ids it is listed: the least that is said of it. */
function onceEach<Each extends PendingDeposit>(pending: readonly Each[]): Each[] {
  return [...Map.groupBy(pending, spotOf).values()].map((same) =>
    same.reduce((least, each) => (each.amount < least.amount ? each : least)),
  )
}

/** Transactions of two chains may have the same hash. What an asset is called beside its id is the service's word. */
const isOfAsset = ({ asset_id, kernel_asset_id }: PendingDeposit, { kernel_asset_id: of }: Output): boolean =>
  of === kernelAssetId(asset_id) || of === kernel_asset_id

/** The coins that came since these were looked for last, or else since they were announced. */
function coinsFor(gone: readonly Kept[], newest: (before?: number) => readonly Output[]): readonly Output[] {
  const isBehind = ({ sequence, created_at: at }: Output): boolean =>
    gone.every(({ missed, created_at }) => (missed === undefined ? at < created_at : sequence <= missed.upTo))
  const found: Output[] = []
  for (let page = newest(); page.length > 0 && found.length < COINS_MOST; ) {
    found.push(...page)
    const last = page.at(-1)
    page = last === undefined || isBehind(last) ? [] : newest(last.sequence)
  }
  return found
}

/**
 * The coin that a deposit became: the one from its place on its chain, or where the service does not say of a coin where it came from, one of the same sum
 * from nobody that is no older.
 */
function coinsAmong(coins: readonly Output[]): (deposit: Kept) => Output | undefined {
  const [named, others] = [new Map<string, Output[]>(), [] as Output[]]
  for (const coin of coins) {
    if (coin.deposit === null) {
      if (coin.senders.length === 0) others.push(coin)
      continue
    }
    const place = placeOf(coin.deposit)
    named.set(place, [...(named.get(place) ?? []), coin])
  }
  /** One coin came of one deposit alone, and of none that was looked for among it before. */
  function takenOf(deposit: Kept): Output | undefined {
    const { amount, created_at, missed } = deposit
    const at = others.findIndex(
      (coin) =>
        coin.amount === amount &&
        coin.created_at >= created_at &&
        (missed === undefined || coin.sequence > missed.upTo) &&
        isOfAsset(deposit, coin),
    )
    return at < 0 ? undefined : others.splice(at, 1)[0]
  }
  return (deposit) => named.get(placeIn(deposit))?.find((coin) => isOfAsset(deposit, coin)) ?? takenOf(deposit)
}
