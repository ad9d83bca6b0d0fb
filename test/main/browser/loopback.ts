import type { Clock } from '#contract/domain'
import type { Calls } from '#contract/ipc'
import { bindMethods } from '../../../src/main/binder.ts'
import { startPageServer } from '../../../src/main/browser/server.ts'
import { createTickets } from '../../../src/main/browser/tickets.ts'
import type { FirstLook } from '../../../src/main/first-look.ts'
import { loadPages } from '../../../src/main/pages.ts'
import { systemClock } from '../../support/clock.ts'
import { keepLog, someCalls } from '../../support/host.ts'
import { builtPages } from '../../support/loopback.ts'
import { seededRandom } from '../../support/random.ts'

export type LoopbackServer = Awaited<ReturnType<typeof loopbackServer>>

let servers = 0

export async function loopbackServer(
  calls: Partial<Calls> = {},
  pages = builtPages(),
  look: () => FirstLook | null = () => null,
  { sleep = systemClock.sleep, ...limits }: { places?: number; silenceMs?: number; sleep?: Clock['sleep'] } = {},
) {
  const { log, lines } = keepLog()
  servers += 1
  const random = seededRandom(`loopback ${servers}`)
  const tickets = createTickets(systemClock, random)
  const pageEvents: boolean[] = []
  /** For how long it meant to wait each time, in milliseconds. */
  const waits: number[] = []
  /** How often it was told that wrong tokens keep coming. */
  let guessing = 0
  const server = await startPageServer({
    ...{ port: 0, ...limits },
    pages: loadPages(pages),
    look,
    tickets,
    invoke: bindMethods(someCalls(calls), { clock: systemClock, random, log }),
    wallet: () => 0,
    clock: {
      ...systemClock,
      sleep(milliseconds, signal) {
        waits.push(milliseconds)
        return sleep(milliseconds, signal)
      },
    },
    log,
    onPage: (connected) => pageEvents.push(connected),
    onGuessing: () => {
      guessing += 1
    },
  })
  return Object.assign(server, { tickets, lines, pageEvents, waits, guessing: () => guessing })
}
