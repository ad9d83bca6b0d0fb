import type { GhostKeys, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import { hurriedClock } from '../support/clock.ts'
import { BTC, freshId, newcomer, type Person, startTestLocalnet, type TestLocalnet } from '../support/localnet.ts'
import { openLedger, type TrueLedger } from '../support/true-ledger.ts'
import { newVictim, rounds, type Victim, type VictimOptions } from '../support/victim.ts'

/** Where attacks happen: a true network, its ledger, and the people of it that a wallet may meet. */
export interface Stage {
  readonly net: TestLocalnet
  readonly ledger: TrueLedger
  readonly clock: ReturnType<typeof hurriedClock>
  /** Whom victims mean to pay. */
  readonly ben: Person
  readonly shop: Person
  /** Who would like to have it. */
  readonly thief: Person
  victim(options?: Partial<VictimOptions>): Promise<Victim>
  /** Closed when the row is over, whatever became of it. */
  keep<Thing extends { close(): Promise<void> }>(thing: Thing): Thing
  /** One-time keys that open for the thief, good in every other respect. */
  thiefKeys(index: number): Promise<GhostKeys>
}

export interface Attack {
  readonly name: string
  /** The point of the safety rules that it is about, by the heading under which the report lists it. */
  readonly point: string
  /** Part of `npm test` as well. */
  readonly quick?: boolean
  /** Needs a network of its own, because it moves the clock. */
  readonly alone?: boolean
  /** Measures this program, so that no other row may be played beside it. */
  readonly measures?: boolean
  run(stage: Stage): Promise<void>
}

/** What an attack reached that it must not reach. */
export class Broken extends Error {}

export function hold(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Broken(what)
}

export interface World {
  /** One row on a stage of its own; resolves with what broke, or null. */
  play(attack: Attack): Promise<string | null>
  close(): Promise<void>
}

/** Only ends what hangs: a row takes seconds, and minutes where other programs want the machine. */
const ROW_MS = 1_200_000

/** One network for many rows; every row has people of its own on it. */
export async function openWorld(): Promise<World> {
  const clock = hurriedClock()
  const net = await startTestLocalnet({ clock, finalityMs: 1_000 })
  const ledger = openLedger(net.dir)
  const people = await Promise.all(['Ben', 'Shop', 'Thief'].map((name) => newcomer(net, name)))
  const [ben, shop, thief] = people
  if (ben === undefined || shop === undefined || thief === undefined) throw failure('internal', 'nobody there')

  return {
    async play(attack) {
      const open: { close(): Promise<void> }[] = []
      const keep = <Thing extends { close(): Promise<void> }>(thing: Thing): Thing => {
        open.push(thing)
        return thing
      }
      const stage: Stage = {
        ...{ net, ledger, clock, ben, shop, thief, keep },
        victim: async (options = {}) =>
          keep(
            await newVictim(net, {
              clock,
              coins: [
                [BTC, '1'],
                [BTC, '0.5'],
              ],
              ...options,
            }),
          ),
        async thiefKeys(index) {
          const body = [{ receivers: [thief.id], index, hint: freshId() }]
          const [keys] = await thief.remote.call('keys.request', { body })
          if (keys === undefined) throw new Error('no keys came back')
          return keys
        },
      }
      const over = new AbortController()
      try {
        await Promise.race([
          attack.run(stage),
          clockOf(over.signal).then(() => {
            throw new Broken(`not over after ${ROW_MS / 1000} s`)
          }),
        ])
        return null
      } catch (error) {
        return messageOf(error)
      } finally {
        over.abort()
        await Promise.allSettled(open.reverse().map((thing) => thing.close()))
      }
    },
    async close() {
      ledger.close()
      await net.close()
    },
  }
}

function clockOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ROW_MS)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
}

function messageOf(error: unknown): string {
  if (error instanceof Broken) return error.message
  const code = (error as { code?: unknown } | null)?.code
  const at = error instanceof Error ? (error.stack?.split('\n').find((line) => line.includes('/test/')) ?? '') : ''
  return `unexpected: ${code === undefined ? '' : `${String(code)} `}${error instanceof Error ? error.message : String(error)} ${at.trim()}`
}

/** Blocks pass on the true network and the wallet looks again, until it is satisfied or that often. */
export async function pass(
  { net }: Pick<Stage, 'net'>,
  victim: Victim,
  satisfied: () => Promise<boolean>,
  times = 8,
): Promise<boolean> {
  for (let at = 0; at < times; at += 1) {
    if (await satisfied()) return true
    await net.blocks(1)
    await rounds(victim, 1)
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  return satisfied()
}

export const sameId = (a: readonly UserId[] | null, b: readonly UserId[]): boolean =>
  a !== null && [...a].sort().join() === [...b].sort().join()
