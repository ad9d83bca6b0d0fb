const SETTLED_MS = 600

/** Runs something once the screen has settled and nothing else is going on. Returns the way to call it off. */
export function whenIdle(run: () => void): () => void {
  let idle = 0
  const timer = setTimeout(() => {
    idle = requestIdleCallback(run)
  }, SETTLED_MS)
  return () => {
    clearTimeout(timer)
    cancelIdleCallback(idle)
  }
}
