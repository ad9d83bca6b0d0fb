import { type Holder, type Moment, momentOf, type Nanos, type OutputId, wentInStep } from '#contract/domain'
import { codeOf, doctorLine, type ErrorReport, reportOf } from '#contract/errors'
import { backoffMs } from './paging.ts'
import { reconcileOutputs, reconcileThese } from './reconcile.ts'
import { createRounds, type HistoryRead, type RoundNeeds, type Rounds, runAfter, runRound } from './round.ts'

export interface SyncDeps extends RoundNeeds {
  /** Time between rounds while all is well and somebody is there, and once nobody has been for a while. */
  readonly intervalMs: number
  readonly unattendedIntervalMs: number
  /** How long nobody has been there, in milliseconds. */
  readonly unattendedMs: () => number
  /** The status, or when all was last well, is another one. */
  readonly statusChanged: () => void
}

export interface SyncStatus {
  readonly phase: 'idle' | 'updating' | 'live' | 'failing'
  readonly lastSuccess: Nanos | null
  readonly problem: ErrorReport | null
  readonly checkedToSequence: number
  /** Whether the outputs of every holder were read since this began. */
  readonly caughtUp: boolean
  readonly history: HistoryRead | null
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
  /**
   * One of both for what a round, or an answer of the service, has led to. What follows each other without pause comes with the loop's next round
   * in the end: a service that never says the same twice could have one lead to the next for ever. So does all of it while rounds fail: only a person
   * does not wait.
   */
  soon(what: 'look' | 'refresh'): void
  /**
   * Runs a round now for what tells which coins of a holder were spent, or signed for. Throws what kept that from being read; what else of the round
   * fails is no matter, since it may fail for ever.
   */
  readSpends(holder: Holder): Promise<void>
  /** Compares these outputs with the service, at once and beside a round. Throws `remote.*`. */
  confirm(holder: Holder, outputs: readonly OutputId[]): Promise<void>
  /** After each round that read the outputs of every holder: a good moment to look after payments. */
  onRound(listener: () => Promise<void>): void
  status(): SyncStatus
}

interface Turn {
  compare: boolean
  readonly done: Promise<void>
  /** All that tells of spends was read in it. */
  toldSpends: boolean
}

interface Loop extends SyncDeps {
  readonly stopped: AbortController
  readonly listeners: (() => Promise<void>)[]
  nudge: AbortController
  phase: SyncStatus['phase']
  problem: ErrorReport | null
  failures: number
  caughtUp: boolean
  current: Promise<void> | undefined
  /** How many rounds may still follow each other by themselves, and when that was so. */
  turns: number
  turnsAt: number
  /** The next round compares everything, whoever asks for it. */
  owed: boolean
  /** The round that comes after the one that runs. */
  next: Turn | undefined
  ends: Promise<void> | undefined
}

/** So many rounds may follow each other by themselves; then there is one more for each that comes in its time. */
const TURNS = 5

/** A person who waits for money looks at the screen; once nobody does, the service is left alone for longer. */
const UNATTENDED_AFTER_MS = 5 * 60_000

/** The loop that keeps one account's cache true. Nothing here decides about money. */
export function createSync(deps: SyncDeps): Sync {
  const loop: Loop = {
    ...deps,
    ...{ stopped: new AbortController(), nudge: new AbortController(), listeners: [], phase: 'idle', problem: null },
    ...{ failures: 0, caughtUp: false, current: undefined, next: undefined, ends: undefined },
    ...{ turns: TURNS, turnsAt: deps.clock.monotonicMs(), owed: false },
  }
  const rounds = createRounds(deps, loop.stopped.signal, (error) => enter(loop, 'failing', reportOf(error)))
  return {
    start() {
      loop.ends ??= forever(loop, rounds)
    },
    async stop() {
      loop.stopped.abort()
      await Promise.allSettled([loop.ends, loop.current])
    },
    refresh: () => ask(loop, rounds, true),
    look: () => ask(loop, rounds, false),
    readSpends: (holder) => readSpends(loop, rounds, holder),
    soon: (what) => soon(loop, rounds, what === 'refresh'),
    confirm: (holder, outputs) => reconcileThese(rounds.parts, holder, outputs),
    onRound: (listener) => void loop.listeners.push(listener),
    status: () => statusOf(loop, rounds),
  }
}

function statusOf({ store: { cache }, phase, problem, caughtUp, holders }: Loop, { history }: Rounds): SyncStatus {
  const checkedToSequence = Math.max(0, ...holders().map((holder) => cache.outputs.cursor(holder.id)))
  return { phase, lastSuccess: cache.sync.lastSuccess(), problem, checkedToSequence, caughtUp, history }
}

function enter(loop: Loop, phase: SyncStatus['phase'], problem: ErrorReport | null): void {
  const different = phase !== loop.phase || aboutOf(problem) !== aboutOf(loop.problem)
  loop.phase = phase
  loop.problem = problem
  if (different) loop.statusChanged()
}

/** What a person is told of a problem. */
const aboutOf = (problem: ErrorReport | null): string =>
  problem === null ? '' : `${problem.code} ${doctorLine(problem.code, problem.details)}`

async function round(loop: Loop, rounds: Rounds, turn: Turn, compare: boolean): Promise<void> {
  let outcome = await runRound(rounds, compare).catch((error: unknown) => {
    // The line was down: what was to be compared may not have been.
    loop.owed ||= compare
    throw error
  })
  turn.toldSpends = outcome.spends
  if (outcome.failed === null) {
    loop.store.cache.sync.succeeded(loop.clock.now())
    loop.statusChanged()
  }
  if (outcome.outputs) {
    outcome = await runAfter(rounds, outcome, async () => {
      loop.caughtUp = true
      for (const listener of loop.listeners) await listener()
    })
  }
  if (outcome.failed !== null) throw outcome.failed.error
}

/** One round at a time; all who ask during one get the next, which compares everything if one of them wants that. */
function run(loop: Loop, rounds: Rounds, compare: boolean): Turn {
  if (loop.next !== undefined) {
    loop.next.compare ||= compare
    return loop.next
  }
  const before = (loop.current ?? Promise.resolve()).catch(() => undefined)
  const turn: Turn = { compare, done: before.then(begin), toldSpends: false }
  async function begin(): Promise<void> {
    loop.next = undefined
    const compares = turn.compare || loop.owed
    loop.owed = false
    if (loop.phase !== 'live') enter(loop, 'updating', loop.problem)
    try {
      await round(loop, rounds, turn, compares)
      loop.failures = 0
      enter(loop, 'live', null)
    } catch (error) {
      if (loop.stopped.signal.aborted) throw error
      loop.failures += 1
      loop.log('info', 'sync.round_failed', { code: codeOf(error), attempts: loop.failures })
      enter(loop, 'failing', reportOf(error))
      throw error
    }
  }
  loop.next = turn
  loop.current = turn.done
  return turn
}

/** A round that is asked for counts as the loop's: afterwards it waits anew. */
async function forever(loop: Loop, rounds: Rounds): Promise<void> {
  const { stopped } = loop
  let turn = run(loop, rounds, false).done
  while (!stopped.signal.aborted) {
    await turn.catch(() => undefined)
    if (stopped.signal.aborted) return
    loop.nudge = new AbortController()
    const { signal } = loop.nudge
    const wait = loop.failures === 0 ? calmMs(loop) : backoffMs(loop.failures)
    await loop.clock.sleep(wait, AbortSignal.any([stopped.signal, signal]))
    if (stopped.signal.aborted) return
    turn = signal.aborted && loop.current !== undefined ? loop.current : run(loop, rounds, false).done
  }
}

const calmMs = ({ intervalMs, unattendedIntervalMs, unattendedMs }: Loop): number =>
  unattendedMs() < UNATTENDED_AFTER_MS ? intervalMs : unattendedIntervalMs

function askTurn(loop: Loop, rounds: Rounds, compare: boolean): Turn {
  loop.failures = 0
  return nudged(loop, rounds, compare)
}

function nudged(loop: Loop, rounds: Rounds, compare: boolean): Turn {
  const turn = run(loop, rounds, compare)
  loop.nudge.abort()
  return turn
}

const ask = async (loop: Loop, rounds: Rounds, compare: boolean): Promise<void> =>
  await askTurn(loop, rounds, compare).done

/**
 * Of a person's own the history tells what is gone, and the coins that are signed for what is on its way. A group has no history: all of its own open
 * coins are compared, and nobody else's.
 */
async function readSpends(loop: Loop, rounds: Rounds, holder: Holder): Promise<void> {
  let begun: Moment
  // What was answered before the computer slept tells nothing of the time since.
  do {
    begun = momentOf(loop.clock)
    const turn = askTurn(loop, rounds, false)
    await turn.done.catch((error: unknown) => {
      if (!turn.toldSpends) throw error
    })
    await reconcileOutputs(rounds.parts, holder, holder.members.length > 1 ? ['signed', 'unspent'] : ['signed'])
  } while (!wentInStep(begun, momentOf(loop.clock)))
}

function soon(loop: Loop, rounds: Rounds, compare: boolean): void {
  const now = loop.clock.monotonicMs()
  loop.turns = Math.min(TURNS, loop.turns + (now - loop.turnsAt) / loop.intervalMs)
  loop.turnsAt = now
  const comesAnyway = loop.next !== undefined
  const isFailing = loop.failures > 0 || loop.phase === 'failing'
  if (!comesAnyway && (isFailing || loop.turns < 1)) {
    loop.owed ||= compare
    return
  }
  if (!comesAnyway) loop.turns -= 1
  nudged(loop, rounds, compare).done.catch(() => undefined)
}
