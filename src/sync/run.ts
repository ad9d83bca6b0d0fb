import type { AssetId, Clock, Hash, Holder, Log, Nanos, UserId } from '#contract/domain'
import { CofferError, codeOf, type ErrorReport } from '#contract/errors'
import type { Topic } from '#contract/ipc'
import type { Remote } from '#remote'
import type { AccountStore } from '#store'
import { backoffMs } from './plan.ts'
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
} from './rounds.ts'

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
  /** After each round that ran through: a good moment to look after payments. */
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
  /** Runs a round now, reconciling outputs; resolves when it ran through and throws what stopped it. */
  refresh(): Promise<void>
  status(): SyncStatus
}

/** The loop comes back by itself, and a bad line should be said soon. */
const READ_TRIES = 2
const RECONCILE_EVERY_MS = 60_000
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
  let marketAt = Number.NEGATIVE_INFINITY
  let relationsAt = Number.NEGATIVE_INFINITY
  let current: Promise<void> | undefined
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
    const resync = deps.store.resync.needed()
    const startedAt = deps.clock.monotonicMs()
    const due = reconcile || resync !== null || startedAt - reconciledAt >= RECONCILE_EVERY_MS
    try {
      for (const holder of deps.holders()) {
        await readOutputs(parts, holder, resync !== null)
        if (due) await reconcileOutputs(parts, holder, ['unspent', 'signed'])
        else if (holder.members.length > 1) await reconcileOutputs(parts, holder, ['signed'])
      }
      await readHistory(parts)
      await readWithdrawals(parts)
      for (const holder of deps.holders()) {
        const pins = deps.store.intents.depositPins.list(holder.id)
        await readDeposits(
          parts,
          holder,
          pins.map((pin) => pin.entry),
        )
      }
      await readNamed(parts, deps.unknown())
      if (due) reconciledAt = startedAt
      if (resync !== null) deps.store.resync.done()
      cache.sync.succeeded(deps.clock.now())
      topics.add('connection')
      await relations(parts, startedAt, reconcile)
      await market(parts, startedAt)
    } finally {
      announce(topics)
    }
    await deps.afterRound?.()
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

  /** One round at a time; who asks during one gets the next. */
  function run(reconcile: boolean): Promise<void> {
    const after = (current ?? Promise.resolve()).catch(() => undefined)
    const next = after.then(async () => {
      if (phase !== 'live') enter('updating', problem)
      try {
        await round(reconcile)
        failures = 0
        enter('live', null)
      } catch (error) {
        if (stopped.signal.aborted) throw error
        failures += 1
        deps.log('info', 'sync.round_failed', { code: codeOf(error), failures })
        enter('failing', reportOf(error))
        throw error
      }
    })
    current = next
    return next
  }

  async function forever(): Promise<void> {
    while (!stopped.signal.aborted) {
      await run(false).catch(() => undefined)
      if (stopped.signal.aborted) return
      nudge = new AbortController()
      const wait = failures === 0 ? deps.intervalMs : backoffMs(failures)
      await deps.clock.sleep(wait, AbortSignal.any([stopped.signal, nudge.signal]))
    }
  }

  return {
    start() {
      loop ??= forever()
    },
    async stop() {
      stopped.abort()
      await Promise.allSettled([loop, current])
    },
    async refresh() {
      failures = 0
      const done = run(true)
      nudge.abort()
      await done
    },
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
