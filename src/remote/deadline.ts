import type { Abort, Clock } from '#contract/domain'
import { CofferError, failure } from '#contract/errors'
import { unreachable } from './line.ts'

const HEADER_DEADLINE_MS = 15_000
/** Why a timer ends that is not needed any more. Given no reason an error is made, with its trace, for each request. */
const IN_TIME = 'in time'

export interface Deadline {
  readonly signal: AbortSignal
  headersArrived(): void
  /** What to throw for what ended an attempt. Whatever is still on its way is not wanted any more where we refused it. */
  ended(error: unknown): CofferError
  clear(): void
}

/** Aborts when headers or body take too long, or when the caller gives up. */
export function startDeadline(clock: Clock, bodyMs: number, outer: Abort | undefined): Deadline {
  const controller = new AbortController()
  const headerTimer = new AbortController()
  let expired = false
  const expire = () => {
    expired = true
    controller.abort()
  }
  const watch = (milliseconds: number, timer: AbortController) => {
    clock.sleep(milliseconds, timer.signal).then(() => {
      if (!timer.signal.aborted) expire()
    }, expire)
  }
  const cancel = () => controller.abort()
  watch(HEADER_DEADLINE_MS, headerTimer)
  const bodyTimer = new AbortController()
  watch(bodyMs, bodyTimer)
  if (outer?.aborted === true) cancel()
  outer?.addEventListener('abort', cancel, { once: true })
  return {
    signal: controller.signal,
    headersArrived: () => headerTimer.abort(IN_TIME),
    ended(error) {
      if (error instanceof CofferError) {
        cancel()
        return error
      }
      if (expired) return failure('remote.timeout', 'no answer before the deadline', { cause: error })
      return unreachable(error)
    },
    clear: () => {
      headerTimer.abort(IN_TIME)
      bodyTimer.abort(IN_TIME)
      outer?.removeEventListener('abort', cancel)
    },
  }
}

/** A token never follows one, and nothing else does. Throws `remote.redirect`. */
export function refuseRedirect(response: Response): void {
  if (response.type !== 'opaqueredirect' && (response.status < 300 || response.status >= 400)) return
  throw failure('remote.redirect', `the service redirected with ${response.status}`)
}
