import type { AssetId, Clock, Hash, Holder, Log, Nanos, UserId } from '#contract/domain'
import { CofferError, codeOf, type ErrorReport } from '#contract/errors'
import type { Topic } from '#contract/ipc'
import type { Remote } from '#remote'
import type { AccountStore } from '#store'
import { backoffMs, isLineFailure } from './paging.ts'
import {
  type RoundDeps,
  readDeposits,
  readHistory,
  readMarket,
  readNamed,
  readOutputs,
  readRelations,
  readWithdrawals,
  reconcileOutputs,
} from './readers.ts'

export interface SyncDeps {
  readonly remote: Remote
  readonly store: AccountStore
  readonly clock: Clock
  readonly log: Log
  /** The account itself and every group it belongs to. */
  readonly holders: () => readonly Holder[]
  /** People and assets that screens name but the cache does not know yet. */
  readonly unknown: () => { readonly users: readonly UserId[]; readonly assets: readonly (AssetId | Hash)[] }
  /** Time between rounds while all is well. */
  readonly intervalMs: number
  /** Some answers to the window may be different now. */
  readonly announce: (topics: readonly Topic[]) => void
  /** After each round that read the outputs of every holder: a good moment to look after payments. */
  readonly afterRound?: () => Promise<void>
}

export interface SyncStatus {
  readonly phase: 'idle' | 'updating' | 'live' | 'failing'
  readonly lastSuccess: Nanos | null
  readonly problem: ErrorReport | null
  readonly checkedToSequence: number
}

export interface Sync {
  start(): void
  /** Ends the loop and waits for a round in progress to give up. */
  stop(): Promise<void>
  /**
   * Runs a round now that compares everything with the service, also what is known already: at a person's wish, and when
   * something contradicts what is known. Resolves when it ran through and throws what stopped it.
   */
  refresh(): Promise<void>
  /** Runs a round now that reads what is new, as after a payment of our own; it costs the same however much is known. */
  look(): Promise<void>
  status(): SyncStatus
}

/** The loop comes back by itself, and a bad line should be said soon. */
const READ_TRIES = 2
const RECONCILE_EVERY_MS = 60_000
/** Where memos are so long that pages had to be shortened. */
const RECONCILE_LARGE_EVERY_MS = 300_000
/** A line on which this many parts of a round time out is down. */
const TIMEOUTS_MAX = 2
const MARKET_EVERY_MS = 120_000
const RELATIONS_EVERY_MS = 120_000

/** The loop that keeps one account's cache true. Nothing here decides about money. */
export function createSync(deps: SyncDeps): Sync {
  const { cache } = deps.store
  const stopped = new AbortController()
  let nudge = new AbortController()
  let phase: SyncStatus['phase'] = 'idle'
  let problem: ErrorReport | null = null
  let failures = 0
  let reconciledAt = Number.NEGATIVE_INFINITY
  /** Lists that are not to be reconciled before a time, since they are large. */
  const heldOff = new Map<string, number>()
  let marketAt = Number.NEGATIVE_INFINITY
  let relationsAt = Number.NEGATIVE_INFINITY
  let current: Promise<void> | undefined
  /** The round that comes after the one that runs. */
  let next: { compare: boolean; readonly done: Promise<void> } | undefined
  let loop: Promise<void> | undefined

  function announce(topics: ReadonlySet<Topic>): void {
    if (topics.size > 0) deps.announce([...topics])
  }

  function enter(next: SyncStatus['phase'], report: ErrorReport | null): void {
    const different = next !== phase || report?.code !== problem?.code
    phase = next
    problem = report
    if (different) announce(new Set<Topic>(['connection']))
  }

  /**
   * Runs the parts of one round. A part that fails is reported at once and does not keep those after it from running, for
   * what it failed at may stay for ever; only when the line itself is down the round ends there.
   */
  function partsOfRound() {
    let first: { readonly error: unknown } | undefined
    let timeouts = 0
    return {
      /** Answers whether it ran through. */
      async part(name: string, work: () => Promise<void>): Promise<boolean> {
        try {
          await work()
          return true
        } catch (error) {
          const code = codeOf(error)
          first ??= { error }
          if (code === 'remote.timeout') timeouts += 1
          const isDown = isLineFailure(code) && (code !== 'remote.timeout' || timeouts >= TIMEOUTS_MAX)
          if (isDown || stopped.signal.aborted) throw first.error
          deps.log('info', 'sync.part_failed', { part: name, code })
          enter('failing', reportOf(first.error))
          return false
        }
      },
      failed: () => first !== undefined,
      end(): void {
        if (first !== undefined) throw first.error
      },
    }
  }

  /** The open outputs of a holder again; of a group those that are signed for in every round. */
  async function reconcileHolder(
    parts: RoundDeps,
    holder: Holder,
    { all, asked, startedAt }: { all: boolean; asked: boolean; startedAt: number },
  ): Promise<void> {
    const list = `${holder.id} ${all}`
    if (!asked && startedAt < (heldOff.get(list) ?? 0)) return
    const large = await reconcileOutputs(parts, holder, all ? ['unspent', 'signed'] : ['signed'])
    if (large) heldOff.set(list, startedAt + RECONCILE_LARGE_EVERY_MS)
    else heldOff.delete(list)
  }

  async function round(reconcile: boolean): Promise<void> {
    const topics = new Set<Topic>()
    const parts: RoundDeps = {
      remote: deps.remote,
      cache,
      now: () => deps.clock.now(),
      line: { signal: stopped.signal, tries: READ_TRIES },
      changed: (topic) => topics.add(topic),
      suspicious: (event, fields) => deps.log('warn', event, fields),
    }
    const { part, failed, end } = partsOfRound()
    const resync = deps.store.resync.needed()
    const startedAt = deps.clock.monotonicMs()
    const asked = reconcile || resync !== null
    const due = asked || startedAt - reconciledAt >= RECONCILE_EVERY_MS
    let outputs = true
    let reconciled = true
    try {
      for (const holder of deps.holders()) {
        const read = await part('outputs', () => readOutputs(parts, holder, resync !== null))
        outputs &&= read
        if (!due && holder.members.length === 1) continue
        const done = await part('reconcile', () => reconcileHolder(parts, holder, { all: due, asked, startedAt }))
        reconciled &&= done
      }
      if (due && outputs && reconciled) reconciledAt = startedAt
      if (resync !== null && outputs && reconciled) deps.store.resync.done()
      await part('history', () => readHistory(parts, due))
      await part('withdrawals', () => readWithdrawals(parts))
      for (const holder of deps.holders()) {
        await part('deposits', () => {
          const pins = deps.store.intents.depositPins.list(holder.id)
          return readDeposits(
            parts,
            holder,
            pins.map((pin) => pin.entry),
          )
        })
      }
      await part('named', () => readNamed(parts, deps.unknown()))
      await relations(parts, startedAt, reconcile)
      await market(parts, startedAt)
      if (!failed()) {
        cache.sync.succeeded(deps.clock.now())
        topics.add('connection')
      }
    } finally {
      announce(topics)
    }
    if (outputs) await part('after', async () => deps.afterRound?.())
    end()
  }

  /** Only names things, and a token may not allow it: a failure here is no failure of the round. */
  async function relations(parts: RoundDeps, startedAt: number, asked: boolean): Promise<void> {
    if (!asked && startedAt - relationsAt < RELATIONS_EVERY_MS) return
    relationsAt = startedAt
    try {
      await readRelations(parts)
    } catch (error) {
      deps.log('info', 'sync.relations_failed', { code: codeOf(error) })
    }
  }

  async function market(parts: RoundDeps, startedAt: number): Promise<void> {
    if (startedAt - marketAt < MARKET_EVERY_MS) return
    try {
      await readMarket(parts, heldAssets())
      marketAt = startedAt
    } catch (error) {
      deps.log('info', 'sync.market_failed', { code: codeOf(error) })
    }
  }

  function heldAssets(): Hash[] {
    const listed = new Set(cache.assets.list().map((asset) => asset.kernel_asset_id))
    return deps.holders().flatMap((holder) =>
      cache.outputs
        .balances(holder.id)
        .map((balance) => balance.kernelAssetId)
        .filter((kernel) => !listed.has(kernel)),
    )
  }

  /** One round at a time; all who ask during one get the next, which compares everything if one of them wants that. */
  function run(compare: boolean): Promise<void> {
    if (next !== undefined) {
      next.compare ||= compare
      return next.done
    }
    const before = (current ?? Promise.resolve()).catch(() => undefined)
    const turn = { compare, done: before.then(begin) }
    async function begin(): Promise<void> {
      next = undefined
      if (phase !== 'live') enter('updating', problem)
      try {
        await round(turn.compare)
        failures = 0
        enter('live', null)
      } catch (error) {
        if (stopped.signal.aborted) throw error
        failures += 1
        deps.log('info', 'sync.round_failed', { code: codeOf(error), failures })
        enter('failing', reportOf(error))
        throw error
      }
    }
    next = turn
    current = turn.done
    return turn.done
  }

  /** A round that is asked for counts as the loop's: afterwards it waits anew. */
  async function forever(): Promise<void> {
    let turn = run(false)
    while (!stopped.signal.aborted) {
      await turn.catch(() => undefined)
      if (stopped.signal.aborted) return
      nudge = new AbortController()
      const wait = failures === 0 ? deps.intervalMs : backoffMs(failures)
      await deps.clock.sleep(wait, AbortSignal.any([stopped.signal, nudge.signal]))
      if (stopped.signal.aborted) return
      turn = nudge.signal.aborted && current !== undefined ? current : run(false)
    }
  }

  async function ask(compare: boolean): Promise<void> {
    failures = 0
    const done = run(compare)
    nudge.abort()
    await done
  }

  return {
    start() {
      loop ??= forever()
    },
    async stop() {
      stopped.abort()
      await Promise.allSettled([loop, current])
    },
    refresh: () => ask(true),
    look: () => ask(false),
    status: () => ({
      phase,
      lastSuccess: cache.sync.lastSuccess(),
      problem,
      checkedToSequence: Math.max(0, ...deps.holders().map((holder) => cache.outputs.cursor(holder.id))),
    }),
  }
}

function reportOf(error: unknown): ErrorReport {
  return { code: codeOf(error), details: error instanceof CofferError ? error.details : {} }
}
