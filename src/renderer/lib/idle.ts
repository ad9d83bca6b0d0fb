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

/** Runs something once the frame that is under way is painted. Returns the way to call it off. */
export function whenPainted(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
