import { type Clock, type Log, MINUTE, type Nanos, type RequestId, type UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { RequestReview, RequestRow } from '#contract/ipc'
import { inParallel } from '../shared/parallel.ts'
import { inTurn, placeOf, TAB_MAX } from './fitting.ts'
import type { Request } from './request.ts'
import type { RequestStore } from './request-store.ts'
import { isByRulesAlone } from './review.ts'

interface VerdictDeps {
  readonly account: UserId
  readonly requestStore: Pick<RequestStore, 'unfinished' | 'find'>
  readonly clock: Clock
  readonly log: Log
  /** Whether it waits for this account's signature, in a group that was added. */
  readonly waits: (request: Request) => boolean
  readonly judge: (id: RequestId) => Promise<RequestReview>
  /** Whether the group is asked for the same by another request, as far as it is known now. */
  readonly hasSame: (request: Request) => boolean
  /** Whether requests can be judged now: that needs a key. */
  readonly ready: () => boolean
  readonly changed: () => void
}

interface Kept {
  readonly verdict: Exclude<RequestRow['verdict'], 'waiting'>
  /** When the request had last changed as it was judged: another one is judged anew. */
  readonly of: Nanos
  readonly until: Nanos
}

/** Judged at a time: each asks for a record and for keys. */
const AT_ONCE = 8
/** What a verdict also depends on (people, histories, own payments) is looked at again after this time. */
const LASTS = 10n * MINUTE
/** What could not be judged is tried again after this time. */
const PAUSE = MINUTE

export type Verdicts = ReturnType<typeof createVerdicts>

/**
 * Judges what waits for this account's signature before anybody opens it, so that a list of many shows which to look at. A verdict
 * here is a sign on a list: nothing is signed by it, and opening a request judges it anew.
 */
export function createVerdicts(deps: VerdictDeps) {
  let kept = new Map<RequestId, Kept>()
  let working: Promise<void> | undefined
  let stopped = false

  const fresh = ({ id, updatedAt }: Request, now: Nanos): boolean => {
    const found = kept.get(id)
    // Not for longer because the clock was set back.
    return found !== undefined && found.of === updatedAt && found.until > now && found.until - LASTS <= now
  }

  /** Those to be judged, and nothing is remembered of others: what is signed or over needs no verdict. */
  function due(now: Nanos): RequestId[] {
    const open = deps.requestStore.unfinished(null).filter((request) => request.state === 'open' && deps.waits(request))
    // Those that a tab lists.
    const waiting = inTurn(open, (request) => placeOf(request, deps.account, true)).slice(0, TAB_MAX)
    const ids = new Set(waiting.map(({ id }) => id))
    kept = new Map([...kept].filter(([id]) => ids.has(id)))
    return waiting.filter((request) => !fresh(request, now)).map(({ id }) => id)
  }

  function learn(id: RequestId, review: RequestReview | null): void {
    const verdict = review === null ? 'unknown' : isByRulesAlone(review) ? 'rules' : review.verdict
    const request = deps.requestStore.find(id)
    if (request === undefined) return
    const lasts = verdict === 'unknown' ? PAUSE : LASTS
    // Judging may itself have learnt something of the request, so what it is judged as is read afterwards.
    kept.set(id, { verdict, of: request.updatedAt, until: (deps.clock.now() + lasts) as Nanos })
  }

  async function one(id: RequestId): Promise<void> {
    if (stopped || !deps.ready()) return
    try {
      learn(id, await deps.judge(id))
    } catch (error) {
      if (codeOf(error) === 'vault.locked' || stopped) return
      deps.log('info', 'approvals.not_judged', { request: id, code: codeOf(error) })
      learn(id, null)
    }
  }

  async function work(): Promise<void> {
    const ids = due(deps.clock.now())
    for (let at = 0; at < ids.length && !stopped && deps.ready(); at += AT_ONCE) {
      await inParallel(ids.slice(at, at + AT_ONCE), AT_ONCE, one)
      if (!stopped) deps.changed()
    }
  }

  return {
    /** The verdict of what the request is now; `waiting` until there is one. */
    of: (request: Request): RequestRow['verdict'] => {
      const found = kept.get(request.id)
      if (found === undefined || found.of !== request.updatedAt) return 'waiting'
      // One that was asked for since changes nothing of this one.
      return found.verdict === 'ok' && deps.hasSame(request) ? 'attention' : found.verdict
    },
    /** A person has just read a review of it. */
    learn,
    /** After each round of sync; returns at once and works beside it. */
    round(): void {
      if (stopped || !deps.ready()) return
      working ??= work().finally(() => {
        working = undefined
      })
    },
    async stop(): Promise<void> {
      stopped = true
      await working
    },
  }
}
