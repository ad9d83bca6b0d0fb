/** Timers stand still while the computer sleeps, and its clock may be set: so the time is looked at again before long. */
const LOOK_MS = 30_000
const SOONEST_MS = 1_000
/** What is due is so by another clock as well, a moment later. */
const AFTER_MS = 500

/** Runs something once a time has come, and again now and then until it is stopped: by the clock that decides, it may not have come yet. */
export function whenDue(at: string, run: () => void): () => void {
  const left = (): number => Date.parse(at) - Date.now()
  const look = (): void => {
    if (left() <= 0) run()
    timer = setTimeout(look, left() <= 0 ? LOOK_MS : soon())
  }
  const soon = (): number => Math.min(LOOK_MS, Math.max(SOONEST_MS, left() + AFTER_MS))
  let timer = setTimeout(look, soon())
  return () => clearTimeout(timer)
}
