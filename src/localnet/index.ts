import type { AssetTable, Clock, Log, Random } from '#contract/domain'
import { handlersOf } from './calls/index.ts'
import { createFaults } from './http/faults.ts'
import { createServer } from './http/server.ts'
import { settleResidents } from './ledger/residents.ts'
import { openWorld } from './ledger/world.ts'
import { startSimulator } from './simulator.ts'

export interface LocalnetOptions {
  /** Folder of the ledger; made if it is missing. */
  readonly dir: string
  /** 0 or absent lets the system choose. */
  readonly port?: number
  readonly clock: Clock
  readonly random: Random
  /** The same seed on a new folder gives the same network: keys, ids and addresses. */
  readonly seed?: string
  /** Blocks only when they are asked for. */
  readonly manualBlocks?: boolean
  /** Seconds between automatic blocks; 2 if absent. */
  readonly blockSeconds?: number
  /** Milliseconds between the acceptance of a transaction and its finality; 1000 if absent. */
  readonly finalityMs?: number
  /** Opens `POST /localnet/faults`. */
  readonly faults?: boolean
  readonly log: Log
  readonly assets: AssetTable
}

export interface Localnet {
  /** Base URL in the interface's dialect; with `/upstream` behind it, in that of the real service. */
  readonly url: string
  close(): Promise<void>
}

const BLOCK_SECONDS = 2
const FINALITY_MS = 1_000

/**
 * Starts the local network on loopback. All of its state is in `dir`, so that it goes on where it stopped, however it
 * stopped. Throws `store.in_use`, `store.newer`, `store.other_network`, and what listening throws (EADDRINUSE).
 */
export async function startLocalnet(options: LocalnetOptions): Promise<Localnet> {
  const world = openWorld({ ...options, automaticBlocks: options.manualBlocks !== true })
  try {
    settleResidents(world)
    const simulator = startSimulator(world, {
      blockSeconds: options.blockSeconds ?? BLOCK_SECONDS,
      finalityMs: options.finalityMs ?? FINALITY_MS,
    })
    const faults = options.faults === true ? createFaults(world) : null
    const server = createServer({ world, handlers: handlersOf(world), faults, wrote: () => simulator.wake() })
    try {
      const url = await server.listen({ host: '127.0.0.1', port: options.port ?? 0 })
      world.origin = url
      options.log('info', 'localnet.started', { port: Number(new URL(url).port) })
      return {
        url,
        async close() {
          await simulator.stop()
          await server.close()
          world.close()
        },
      }
    } catch (error) {
      await simulator.stop()
      throw error
    }
  } catch (error) {
    world.close()
    throw error
  }
}
