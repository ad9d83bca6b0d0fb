import { defined } from '#contract/defined'
import {
  type AssetId,
  type Clock,
  type Hash,
  type Holder,
  type HolderId,
  isPaidBy,
  type Log,
  type Moment,
  momentOf,
  type Output,
  type UserId,
  wentInStep,
} from '#contract/domain'
import { answerOf, codeOf } from '#contract/errors'
import type { Remote } from '#remote'
import type { AccountStore } from '#store'
import { createDeposits } from './deposits.ts'
import { readHistory } from './history.ts'
import { isLineFailure } from './paging.ts'
import { type RoundDeps, readMarket, readNamed, readOutputs, readRelations } from './readers.ts'
import { reconcileOutputs, reconcilePiece } from './reconcile.ts'
import { createTurns } from './turns.ts'
import { createWithdrawals } from './withdrawals.ts'

/** The loop comes back by itself, and a bad line should be said soon. */
const READ_TRIES = 2
const RECONCILE_EVERY_MS = 60_000
/** Where memos are so long that pages had to be shortened. */
const RECONCILE_LARGE_EVERY_MS = 300_000
/** More unspent outputs of one's own than this are compared a page at a time: all of them would be megabytes each minute. */
const WHOLE_MAX = 500
/** A page of 500 so often is less than 10 kB a second. */
const PIECE_EVERY_MS = 120_000
/** A line on which this many parts of a round time out is down. */
const TIMEOUTS_MAX = 2
const MARKET_EVERY_MS = 120_000
const RELATIONS_EVERY_MS = 120_000

export interface RoundNeeds {
  readonly account: UserId
  readonly remote: Remote
  readonly store: AccountStore
  readonly clock: Clock
  readonly log: Log
  /** The account itself and every group it belongs to. */
  readonly holders: () => readonly Holder[]
  /** People and assets that screens name but the cache does not know yet. */
  readonly unknown: () => { readonly users: readonly UserId[]; readonly assets: readonly (AssetId | Hash)[] }
}

/** The last reading of the history that went through: when it began, and when the last page of it was there. */
export interface HistoryRead {
  readonly begun: Moment
  readonly ended: Moment
}

/** What rounds of one account remember of those before. */
export interface Rounds extends RoundNeeds {
  readonly signal: AbortSignal
  /** A part has failed, and others go on: to be said at once. */
  readonly failing: (error: unknown) => void
  readonly parts: RoundDeps
  readonly readWithdrawals: ReturnType<typeof createWithdrawals>
  readonly readDeposits: ReturnType<typeof createDeposits>
  /** Null before the first. */
  history: HistoryRead | null
  /** When a comparison ended, as all such times here: one that takes long is to rest all the same. */
  reconciledAt: number
  marketAt: number
  relationsAt: number
  /** Lists that are not to be reconciled before a time, since they are large. */
  readonly heldOff: Map<string, number>
  /** When all of a holder's was last compared because of spends made elsewhere. */
  readonly spendsAt: Map<HolderId, number>
  /** Of long lists: behind which sequence the next page begins, and when the last one was read. */
  readonly pieces: Map<HolderId, { readonly from: number; readonly at: number }>
  /** History tells of a spend that this journal knows nothing of. */
  spentElsewhere: boolean
  /** Whose new outputs, or those of others that they paid, tell of such a spend. */
  readonly spenders: Set<HolderId>
}

const ownAmong = ({ store }: RoundNeeds, transactions: readonly Hash[]): ReadonlySet<Hash> =>
  new Set(store.intents.payments.knownAmong(transactions))

/** Where a list is read anew there are as many rows as there ever were, so journal and cache are asked for all of them at once. */
function noteSpenders(needs: RoundNeeds, spenders: Set<HolderId>, outputs: readonly Output[]): void {
  const others = needs.holders().filter(({ id }) => !spenders.has(id))
  const paid = outputs.filter((output) => others.some((holder) => isPaidBy(output, holder)))
  if (paid.length === 0) return
  const own = ownAmong(
    needs,
    paid.map(({ transaction_hash: hash }) => hash),
  )
  const foreign = paid.filter(({ transaction_hash: hash }) => !own.has(hash))
  if (foreign.length === 0) return
  const known = new Set(needs.store.cache.outputs.knownAmong(foreign.map(({ output_id: id }) => id)))
  const fresh = foreign.filter(({ output_id: id }) => !known.has(id))
  for (const holder of others) if (fresh.some((output) => isPaidBy(output, holder))) spenders.add(holder.id)
}

export function createRounds(needs: RoundNeeds, signal: AbortSignal, failing: Rounds['failing']): Rounds {
  const spenders = new Set<HolderId>()
  const parts: RoundDeps = {
    account: needs.account,
    remote: needs.remote,
    cache: needs.store.cache,
    now: () => needs.clock.now(),
    ownAmong: (transactions) => ownAmong(needs, transactions),
    noteSpenders: (outputs) => noteSpenders(needs, spenders, outputs),
    unsave: needs.store.intents.contactPins.unsave,
    line: { signal, tries: READ_TRIES },
    suspicious: (event, fields) => needs.log('warn', event, fields),
    breathe: createTurns(),
    sleep: needs.clock.sleep,
  }
  const never = Number.NEGATIVE_INFINITY
  return {
    ...needs,
    signal,
    failing,
    parts,
    readWithdrawals: createWithdrawals(parts),
    readDeposits: createDeposits({ ...parts, pins: needs.store.intents.depositPins }),
    history: null,
    heldOff: new Map(),
    pieces: new Map(),
    spendsAt: new Map(),
    spentElsewhere: false,
    spenders,
    reconciledAt: never,
    marketAt: never,
    relationsAt: never,
  }
}

/** A round in progress: which of its parts failed. */
interface Progress {
  first?: { readonly error: unknown }
  timeouts: number
}

/** What came of a round that the line lasted for. */
export interface Outcome {
  /** The outputs of every holder were read. */
  readonly outputs: boolean
  /** Those, what is known of them as far as it was to be compared, and the history. */
  readonly spends: boolean
  readonly failed: { readonly error: unknown } | null
}

/**
 * Runs one part of a round. A part that fails is reported at once and does not keep those after it from running, for what
 * it failed at may stay for ever; only when the line itself is down the round ends there. Answers whether it ran through.
 */
async function part(rounds: Rounds, progress: Progress, name: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    const code = answerOf(error)
    progress.first ??= { error }
    if (code === 'remote.timeout') progress.timeouts += 1
    const isDown = isLineFailure(code) && (code !== 'remote.timeout' || progress.timeouts >= TIMEOUTS_MAX)
    if (isDown || rounds.signal.aborted) throw progress.first.error
    rounds.log('info', 'sync.part_failed', { part: name, code })
    rounds.failing(progress.first.error)
    return false
  }
}

/** Everything that the service may have new; with `compare` also what is known. Throws when the line is down. */
export async function runRound(rounds: Rounds, compare: boolean): Promise<Outcome> {
  const { parts, store } = rounds
  const progress: Progress = { timeouts: 0 }
  const run: RunPart = (name, work) => part(rounds, progress, name, work)
  const resync = store.resync.needed()
  const startedAt = rounds.clock.monotonicMs()
  const isFirst = rounds.reconciledAt === Number.NEGATIVE_INFINITY
  const own = rounds.holders().filter(({ members }) => members.length === 1)
  const bySpends = rounds.spentElsewhere && own.every((holder) => mayCompareSpends(rounds, holder, startedAt))
  const asked = compare || resync !== null || isFirst || bySpends
  const due = asked || startedAt - rounds.reconciledAt >= RECONCILE_EVERY_MS
  const history: { spends: boolean; read?: Promise<boolean> } = { spends: false }
  const readBeside = (): Promise<boolean> => {
    history.read ??= run('history', () =>
      noteRead(rounds, () =>
        readHistory(parts, due, () => {
          history.spends = true
        }),
      ),
    )
    return history.read
  }
  let held: Held
  let isHistoryRead: boolean
  try {
    held = await readHolders(
      rounds,
      run,
      { resync, due, asked, bySpends, startedAt },
      () => void readBeside().catch(() => undefined),
    )
    isHistoryRead = await readBeside()
  } finally {
    await history.read?.catch(() => undefined)
    // What the list of outputs says of it is looked at in the next round, which sees that there is something new.
    if (history.spends && resync === null) rounds.spentElsewhere = true
  }
  await run('withdrawals', () => rounds.readWithdrawals(compare))
  for (const read of rounds.readDeposits(rounds.holders(), compare || isFirst)) await run('deposits', read)
  await run('named', async () => void (await readNamed(parts, rounds.unknown())))
  await relations(rounds, startedAt, compare)
  await market(rounds, startedAt)
  const spends = held.outputs && held.reconciled && isHistoryRead
  return { outputs: held.outputs, spends, failed: progress.first ?? null }
}

/** What was answered before the computer slept tells nothing of the time since: a reading with a sleep in it does not count, the next one does. */
async function noteRead(rounds: Rounds, read: () => Promise<void>): Promise<void> {
  const begun = momentOf(rounds.clock)
  await read()
  const ended = momentOf(rounds.clock)
  if (wentInStep(begun, ended)) rounds.history = { begun, ended }
}

type RunPart = (name: string, work: () => Promise<void>) => Promise<boolean>

interface RoundPlan {
  readonly resync: ReturnType<AccountStore['resync']['needed']>
  /** What is known is compared in this round, and whether that was asked for. */
  readonly due: boolean
  readonly asked: boolean
  /** Because history told of spends that this journal knows nothing of. */
  readonly bySpends: boolean
  readonly startedAt: number
}

/** Whether all was read that is new, and all that was to be compared. */
type Held = { readonly outputs: boolean; readonly reconciled: boolean }

/** The outputs of every holder. `onMore` hears that a list has more than a page, so it will take a while. */
async function readHolders(rounds: Rounds, run: RunPart, plan: RoundPlan, onMore: () => void): Promise<Held> {
  const { resync, due, asked, bySpends, startedAt } = plan
  // A use that was cut off leaves files that are whole, so new outputs are where they always are; which of the known ones are spent is compared.
  const anew = resync !== null && resync !== 'unclean'
  let outputs = true
  let reconciled = true
  const failed = new Set<HolderId>()
  const owes = (holder: Holder): boolean =>
    rounds.spenders.has(holder.id) && !failed.has(holder.id) && mayCompareSpends(rounds, holder, startedAt)
  const compare = async (holder: Holder): Promise<void> => {
    const hasSpent = owes(holder)
    const how = { all: due || hasSpent, asked: asked || hasSpent, startedAt }
    const done = await run('reconcile', () => reconcileHolder(rounds, holder, how))
    reconciled &&= done
    if (!done) failed.add(holder.id)
    if (!done || !how.asked) return
    if (how.all) rounds.spenders.delete(holder.id)
    if (hasSpent || bySpends) rounds.spendsAt.set(holder.id, rounds.clock.monotonicMs())
  }
  for (const holder of rounds.holders()) {
    const read = await run('outputs', () => readOutputs(rounds.parts, holder, anew, onMore))
    outputs &&= read
    if (due || holder.members.length > 1 || owes(holder)) await compare(holder)
  }
  // What a group has paid to somebody who is read after it.
  for (const holder of rounds.holders()) if (owes(holder)) await compare(holder)
  if (due && outputs && reconciled) {
    rounds.reconciledAt = rounds.clock.monotonicMs()
    if (asked) rounds.spentElsewhere = false
  }
  if (resync !== null && outputs && reconciled) rounds.store.resync.done()
  return { outputs, reconciled }
}

/** The same for what others do once the outputs are read. */
export async function runAfter(rounds: Rounds, before: Outcome, work: () => Promise<void>): Promise<Outcome> {
  const { failed } = before
  const progress: Progress = { timeouts: 0, ...defined({ first: failed ?? undefined }) }
  await part(rounds, progress, 'after', work)
  return { ...before, failed: progress.first ?? null }
}

/** A long list is not read whole each time that somebody spends elsewhere, who may be a program: a payment that takes a coin which is gone is refused, and takes others. */
function mayCompareSpends({ heldOff, spendsAt, parts }: Rounds, { id }: Holder, startedAt: number): boolean {
  const at = spendsAt.get(id)
  if (at === undefined) return true
  const isLong = parts.cache.outputs.hasMoreUnspent(id, WHOLE_MAX)
  const pause = heldOff.has(`${id} true`) ? RECONCILE_LARGE_EVERY_MS : isLong ? PIECE_EVERY_MS : 0
  return startedAt - at >= pause
}

/** The open outputs of a holder again; of a group those that are signed for in every round. */
async function reconcileHolder(
  { parts, heldOff, pieces, clock }: Rounds,
  holder: Holder,
  { all, asked, startedAt }: { all: boolean; asked: boolean; startedAt: number },
): Promise<void> {
  const list = `${holder.id} ${all}`
  if (!asked && startedAt < (heldOff.get(list) ?? 0)) return
  if (all && !asked && holder.members.length === 1 && parts.cache.outputs.hasMoreUnspent(holder.id, WHOLE_MAX)) {
    const { from, at } = pieces.get(holder.id) ?? { from: 0, at: Number.NEGATIVE_INFINITY }
    if (startedAt - at >= PIECE_EVERY_MS)
      pieces.set(holder.id, { from: await reconcilePiece(parts, holder, from), at: clock.monotonicMs() })
    return
  }
  const large = await reconcileOutputs(parts, holder, all ? ['signed', 'unspent'] : ['signed'])
  if (large) heldOff.set(list, clock.monotonicMs() + RECONCILE_LARGE_EVERY_MS)
  else heldOff.delete(list)
}

/** Only names things, and a token may not allow it: a failure here is no failure of the round. */
async function relations(rounds: Rounds, startedAt: number, asked: boolean): Promise<void> {
  if (!asked && startedAt - rounds.relationsAt < RELATIONS_EVERY_MS) return
  rounds.relationsAt = startedAt
  try {
    await readRelations(rounds.parts)
  } catch (error) {
    rounds.log('info', 'sync.relations_failed', { code: codeOf(error) })
  }
}

async function market(rounds: Rounds, startedAt: number): Promise<void> {
  if (startedAt - rounds.marketAt < MARKET_EVERY_MS) return
  try {
    await readMarket(rounds.parts, heldAssets(rounds))
    rounds.marketAt = rounds.clock.monotonicMs()
  } catch (error) {
    rounds.log('info', 'sync.market_failed', { code: codeOf(error) })
  }
}

/** Of all holders, each once. */
function heldAssets({ store: { cache }, holders }: Rounds): Hash[] {
  return [
    ...new Set(
      holders().flatMap((holder) => cache.outputs.balances(holder.id).map(({ kernelAssetId }) => kernelAssetId)),
    ),
  ]
}
