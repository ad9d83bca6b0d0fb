/** Wakes whoever waits for something to be worth a look. */
export interface Bell {
  /** Aborted when it rings next. */
  signal(): AbortSignal
  ring(): void
}

export function createBell(): Bell {
  let next = new AbortController()
  return {
    signal() {
      if (next.signal.aborted) next = new AbortController()
      return next.signal
    },
    ring: () => next.abort(),
  }
}
