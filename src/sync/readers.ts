import {
  type AssetId,
  formatTime,
  type Hash,
  type Holder,
  type Nanos,
  type Output,
  parseTime,
  type Snapshot,
  type SnapshotId,
  type UserId,
} from '#contract/domain'
import { codeOf, type ErrorCode } from '#contract/errors'
import type { CallOptions, Remote } from '#remote'
import type { AccountStore } from '#store'
import { impossibleFacts } from './impossible.ts'
import {
  historyOffset,
  isLineFailure,
  MAX_PAGES,
  PAGE_SIZE,
  type PageLengths,
  pageLengths,
  SHORTEST_PAGE,
  type Step,
  stepDeposits,
  stepOutputs,
  stepSnapshots,
} from './paging.ts'

type Cache = AccountStore['cache']

/** What one part of a round needs. */
export interface RoundDeps {
  readonly account: UserId
  readonly remote: Remote
  readonly cache: Cache
  readonly now: () => Nanos
  /** Whether a transaction stands in this journal. */
  readonly isOwn: (transaction: Hash) => boolean
  /** For every call: when to give up. */
  readonly line: CallOptions
  /** An output whose ids contradict each other or its members; kept out and reported. */
  readonly suspicious: (event: string, fields: Readonly<Record<string, string | number>>) => void
  /** Resolves once whoever waits for an answer of this program has had a turn; for each who asks by itself. */
  readonly breathe: () => Promise<void>
}

const BATCH = 200
/** Above this a shorter page is asked for: it takes longer to read than a slow line leaves time for. */
const PAGE_BYTES = 8 * 1024 * 1024
/** Hex digits of a memo that is not worth reading again in each round. */
const LONG_MEMO = 100_000

/**
 * The pages of a list one after the other, the next one on the wire while `apply` works on this one. `ask` goes on from the page
 * before, or begins; both say what the page adds.
 */
async function eachPage<Page extends { readonly step: { readonly more: boolean } }>(
  { breathe }: RoundDeps,
  ask: (before: Page | null) => Promise<Page>,
  apply: (page: Page) => void,
): Promise<void> {
  let coming = ask(null)
  for (let pages = 1; ; pages += 1) {
    const page = await coming
    const goesOn = page.step.more && pages < MAX_PAGES
    if (goesOn) coming = ask(page)
    // Its failure is told where it is waited for, which is never if this page cannot be applied.
    coming.catch(() => undefined)
    await breathe()
    apply(page)
    if (!goesOn) return
  }
}

/** New outputs of one holder. With `anew` the list is read from its beginning. `onMore` hears that there is more than a page. */
export async function readOutputs(deps: RoundDeps, holder: Holder, anew: boolean, onMore = () => {}): Promise<void> {
  const { outputs } = deps.cache
  const lengths = pageLengths()
  const begin = anew ? 0 : outputs.cursor(holder.id)
  await eachPage(
    deps,
    (before: OutputsPage | null) => askOutputs(deps, holder, lengths, before?.step.cursor ?? begin),
    ({ step }) => {
      if (step.more) onMore()
      const trusted = trustedOf(deps, holder, step.fresh)
      if (trusted.length > 0 || step.cursor !== outputs.cursor(holder.id))
        outputs.applyPage({ holder, outputs: trusted, cursor: step.cursor })
    },
  )
}

/** A failure that says nothing about other records. */
export const isOneRecord = (code: ErrorCode): boolean => code.startsWith('remote.') && !isLineFailure(code)

interface OutputsPage {
  readonly step: Step<Output, number>
}

/** The next page of outputs and what it adds. */
export async function askOutputs(
  deps: RoundDeps,
  holder: Holder,
  lengths: PageLengths,
  cursor: number,
  state?: Output['state'],
): Promise<OutputsPage> {
  const { page, limit } = await readPage(deps, lengths, (length, line) =>
    deps.remote.call(
      'outputs.list',
      {
        query: {
          members: holder.membersHash,
          threshold: holder.threshold,
          offset: cursor,
          limit: length,
          order: 'ASC',
          ...(state === undefined ? {} : { state }),
        },
      },
      line,
    ),
  )
  const step = stepOutputs(cursor, page, limit)
  lengths.read(step.fresh.length)
  return { step }
}

export const trustedOf = (deps: RoundDeps, holder: Holder, outputs: readonly Output[]): Output[] =>
  outputs.filter((output) => isTrustworthy(deps, holder, output))

/**
 * A page and how long it could have been. A memo can be megabytes; where a page would be larger than an answer may be, a
 * shorter one is asked for, so that nobody can stop the wallet by sending it something.
 */
async function readPage<Row>(
  deps: RoundDeps,
  lengths: PageLengths,
  ask: (limit: number, line: CallOptions) => Promise<Row[]>,
): Promise<{ page: Row[]; limit: number }> {
  for (;;) {
    const limit = lengths.limit()
    try {
      return {
        page: await ask(limit, limit > SHORTEST_PAGE ? { ...deps.line, maxBytes: PAGE_BYTES } : deps.line),
        limit,
      }
    } catch (error) {
      if (codeOf(error) !== 'remote.too_large' || !lengths.shorten()) throw error
    }
  }
}

/** What cannot be true is set aside, so that it is neither counted nor spent and the person hears of it. */
export function isTrustworthy(deps: RoundDeps, holder: Holder, output: Output): boolean {
  const fields = impossibleFacts(output, () => deps.cache.outputs.get(output.output_id))
  if (fields.length === 0) return true
  deps.suspicious('sync.output_impossible', { output: output.output_id, fields: fields.join() })
  deps.cache.outputs.putAside(holder, output, fields)
  return false
}

/**
 * History since the last known time. The last known snapshot is asked for again each time, in case an offset is exclusive
 * and another one has its time; when its memo is long, only if `again` says so. Answers whether it tells of a spend made elsewhere.
 */
export async function readHistory(deps: RoundDeps, again: boolean): Promise<boolean> {
  const { snapshots } = deps.cache
  const stored = snapshots.cursor()
  const newest = snapshots.list({ filter: {}, cursor: null, limit: 1 }).snapshots[0]
  const long = newest !== undefined && newest.memo.length > LONG_MEMO
  const lengths = pageLengths(long && again)
  const begin = { cursor: stored === null ? null : parseTime(stored), past: long && !again ? 1n : 0n }
  let foreign = false
  await eachPage(
    deps,
    (before: HistoryPage | null) => askHistory(deps, lengths, before?.next ?? begin),
    ({ page, step }) => {
      if (step.cursor === null || page.length === 0) return
      const { inserted } = snapshots.applyPage({ snapshots: page, cursor: formatTime(step.cursor) })
      foreign ||= hasForeignSpend(deps, page, inserted)
    },
  )
  return foreign
}

/** Where history is asked for: behind the last known time, and nanoseconds added to the usual offset. */
interface HistoryPlace {
  readonly cursor: Nanos | null
  readonly past: bigint
}

interface HistoryPage {
  readonly page: readonly Snapshot[]
  readonly step: Step<Snapshot, Nanos | null>
  readonly next: HistoryPlace
}

async function askHistory(deps: RoundDeps, lengths: PageLengths, { cursor, past }: HistoryPlace): Promise<HistoryPage> {
  const from = historyOffset(cursor)
  const { page, limit } = await readPage(deps, lengths, (length, line) =>
    deps.remote.call(
      'snapshots.list',
      { query: { limit: length, order: 'ASC', ...(from === null ? {} : { offset: (from + past) as Nanos }) } },
      line,
    ),
  )
  const step = stepSnapshots(cursor, page, limit)
  lengths.read(page.length)
  if (step.more) return { page, step, next: { cursor: step.cursor, past: 0n } }
  const more = page.length >= limit
  // More of one time than a page or an answer holds: the rest of that time cannot be asked for, what comes after can.
  const passesOver = more && lengths.limit() <= limit
  if (passesOver) deps.suspicious('sync.history_passed_over', { limit })
  return { page, step: { ...step, more }, next: { cursor: step.cursor, past: past + (passesOver ? 1n : 0n) } }
}

/** Whether new snapshots tell of money that went out and that this journal did not send. */
function hasForeignSpend({ isOwn }: RoundDeps, page: readonly Snapshot[], inserted: readonly SnapshotId[]): boolean {
  const fresh = new Set(inserted)
  return page.some(
    ({ snapshot_id, amount, transaction_hash }) => amount < 0n && fresh.has(snapshot_id) && !isOwn(transaction_hash),
  )
}

const WITHDRAWALS_WATCHED = 20
const WITHDRAWAL_TAKES_NS: bigint = 7n * 24n * 3600n * 1_000_000_000n

/** The hash on the other chain is known some time after the snapshot was written, which a cursor over time cannot see. */
export async function readWithdrawals(deps: RoundDeps): Promise<void> {
  const cursor = deps.cache.snapshots.cursor()
  if (cursor === null) return
  const { snapshots } = deps.cache.snapshots.list({
    ...{ filter: { kind: 'withdrawal' as const }, cursor: null, limit: WITHDRAWALS_WATCHED },
  })
  const waiting = snapshots.filter(
    ({ withdrawal, created_at }) => withdrawal?.withdrawal_hash === '' && deps.now() - created_at < WITHDRAWAL_TAKES_NS,
  )
  for (const { snapshot_id: id } of waiting) {
    try {
      const read = await deps.remote.call('snapshots.read', { params: { id } }, deps.line)
      deps.cache.snapshots.applyPage({ snapshots: [read], cursor })
    } catch (error) {
      if (!isOneRecord(codeOf(error))) throw error
      deps.suspicious('sync.withdrawal_unreadable', { snapshot: id, code: codeOf(error) })
    }
  }
}

/** Deposits on their way to the addresses that were shown for this holder. */
export async function readDeposits(
  deps: RoundDeps,
  holder: Holder,
  addresses: readonly { readonly destination: string; readonly tag: string }[],
): Promise<void> {
  const found = new Map<string, Awaited<ReturnType<typeof listDeposits>>[number]>()
  for (const address of addresses) {
    let offset: Nanos | null = null
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const page = await listDeposits(deps, address, offset)
      const step = stepDeposits(new Set(found.keys()), page)
      for (const deposit of step.fresh) {
        if (deposit.destination === address.destination && deposit.tag === address.tag)
          found.set(deposit.deposit_id, deposit)
      }
      offset = step.cursor
      if (!step.more) break
    }
  }
  // One that is gone was credited: its coin comes first, or the money would be nowhere until the next round.
  const gone = deps.cache.deposits.listPending(holder.id).some(({ deposit_id }) => !found.has(deposit_id))
  if (gone) await readOutputs(deps, holder, false)
  deps.cache.deposits.replacePending(holder.id, [...found.values()], deps.now())
}

function listDeposits(deps: RoundDeps, address: { destination: string; tag: string }, offset: Nanos | null) {
  return deps.remote.call(
    'deposits.list',
    {
      query: {
        destination: address.destination,
        ...(address.tag === '' ? {} : { tag: address.tag }),
        ...(offset === null ? {} : { offset }),
        limit: PAGE_SIZE,
      },
    },
    deps.line,
  )
}

/** Records of people and assets that were named by others but never read. */
export async function readNamed(
  deps: RoundDeps,
  named: { readonly users: readonly UserId[]; readonly assets: readonly (AssetId | Hash)[] },
): Promise<void> {
  for (let at = 0; at < named.users.length; at += BATCH) {
    const body = named.users.slice(at, at + BATCH)
    const users = await deps.remote.call('users.fetch', { body }, deps.line)
    deps.cache.users.put(users)
  }
  for (let at = 0; at < named.assets.length; at += BATCH) {
    const body = named.assets.slice(at, at + BATCH)
    const assets = await deps.remote.call('assets.fetch', { body }, deps.line)
    deps.cache.assets.put(assets)
  }
}

/** Who is a contact and who is blocked; whoever is on neither list any more is read anew. */
export async function readRelations(deps: RoundDeps): Promise<void> {
  const turn = deps.cache.relations.turn()
  const friends = await deps.remote.call('friends.list', {}, deps.line)
  const blocked = await deps.remote.call('relationships.blocked', {}, deps.line)
  const { left } = deps.cache.relations.replace({ friends, blocked }, turn)
  await readNamed(deps, { users: left, assets: [] })
}

/** Prices, chains and rates: only shown beside amounts, so a failure here is no failure of the round. */
export async function readMarket(deps: RoundDeps, assets: readonly (AssetId | Hash)[]): Promise<void> {
  deps.cache.assets.put(await deps.remote.call('assets.list', {}, deps.line))
  await readNamed(deps, { users: [], assets })
  deps.cache.chains.put(await deps.remote.call('chains.list', {}, deps.line))
  deps.cache.fiats.put(await deps.remote.call('fiats.list', {}, deps.line))
}
