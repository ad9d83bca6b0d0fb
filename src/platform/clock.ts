import { type Clock, nanosOf } from '#contract/domain'

/** The machine's clock. Only entry points make one; everything below gets it as an argument. */
export function createClock(): Clock {
  return {
    now: () => nanosOf(Date.now()),
    monotonicMs: () => performance.now(),
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve()
        const done = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, milliseconds)
        signal?.addEventListener('abort', done, { once: true })
      }),
  }
}
