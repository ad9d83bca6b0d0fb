import type { EventEmitter } from 'node:events'
import type { Clock, Log, LogEvent } from '#contract/domain'
import { errorFields } from './log.ts'

/* What can go wrong around a host that nobody awaits: readers of its output that are gone, and errors that nobody caught. */

interface Stream extends EventEmitter {
  write(text: string): unknown
}

/**
 * Writes to an output whose reader may go away. What it refuses once it is not given again: an error of it that nobody listened for would
 * be logged there, fail again, and so on for ever. Made before anything is written to it, and for each output, written to or not.
 */
export function openOutlet(stream: Stream): (text: string) => void {
  let open = true
  stream.on('error', () => {
    open = false
  })
  return (text) => {
    if (!open) return
    try {
      stream.write(text)
    } catch {
      open = false
    }
  }
}

const MISHAPS_PER_MINUTE = 60
const MINUTE_MS = 60_000

/** Logs what nobody caught, so that the wallet goes on. However much it is, and even if the log itself fails, that is all that comes of it. */
export function logMishaps(own: EventEmitter, clock: Clock, log: Log): void {
  let [began, count] = [clock.monotonicMs(), 0]
  const note = (event: LogEvent) => (error: unknown) => {
    const now = clock.monotonicMs()
    if (now - began >= MINUTE_MS) [began, count] = [now, 0]
    count += 1
    if (count > MISHAPS_PER_MINUTE) return
    try {
      log('error', event, errorFields(error))
    } catch {
      // There is nowhere left to say it.
    }
  }
  own.on('uncaughtException', note('uncaught'))
  own.on('unhandledRejection', note('unhandled'))
}
