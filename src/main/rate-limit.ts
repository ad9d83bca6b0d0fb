import type { Clock } from '#contract/domain'

const PER_SECOND = 100
const WAITING_PER_LANE = 100
const STEP_MS = 10

interface Turnstile {
  /** True once it is this caller's turn; false at once when too many of the same lane are waiting already. */
  enter(lane: string): Promise<boolean>
}

/**
 * At most 100 calls a second, with a burst of 100. What comes faster waits in a lane of its own method, and lanes take
 * turns, so that a page that floods one method still gets an answer from the others.
 */
export function createTurnstile(clock: Clock): Turnstile {
  const lanes = new Map<string, ((admitted: boolean) => void)[]>()
  let permits = PER_SECOND
  let counted = clock.monotonicMs()
  let turning = false

  function refill(): void {
    const now = clock.monotonicMs()
    permits = Math.min(PER_SECOND, permits + ((now - counted) * PER_SECOND) / 1000)
    counted = now
  }

  function admitNext(): void {
    const [lane, waiting] = lanes.entries().next().value ?? []
    if (lane === undefined || waiting === undefined) return
    lanes.delete(lane)
    const admit = waiting.shift()
    if (waiting.length > 0) lanes.set(lane, waiting)
    permits -= 1
    admit?.(true)
  }

  async function turn(): Promise<void> {
    turning = true
    while (lanes.size > 0) {
      await clock.sleep(STEP_MS)
      refill()
      while (permits >= 1 && lanes.size > 0) admitNext()
    }
    turning = false
  }

  return {
    enter(lane) {
      refill()
      if (lanes.size === 0 && permits >= 1) {
        permits -= 1
        return Promise.resolve(true)
      }
      const waiting = lanes.get(lane) ?? []
      if (waiting.length >= WAITING_PER_LANE) return Promise.resolve(false)
      return new Promise((resolve) => {
        waiting.push(resolve)
        lanes.set(lane, waiting)
        if (!turning) void turn()
      })
    },
  }
}
