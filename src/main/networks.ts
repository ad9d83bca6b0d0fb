import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { takingTurns } from '#contract/domain'
import { failure } from '#contract/errors'
import { type Calls, type NetworkCalls, networkFile } from '#contract/ipc'
import { privateFolder, writeWhole } from '#store'
import type { Keychain } from '#vault'
import { said } from '#words'
import { type HostOptions, networkIn } from './options.ts'
import { StartError, UsageError } from './start-error.ts'

/*
 * The network that was chosen in the window, for the next start. Each has a folder, keys and accounts of its own, so that whoever rewrites this
 * file only brings up another wallet, which says of which network it is.
 */

const FILE = 'network.json'

/** Null where none was chosen. Throws `StartError` for a choice that cannot be read: any other network than the one chosen would look as if the money were gone. */
function keptNetwork(dataDir: string): string | null {
  const file = join(dataDir, FILE)
  if (!existsSync(file)) return null
  try {
    return networkIn(networkFile.parse(JSON.parse(readFileSync(file, 'utf8'))).network)
  } catch {
    throw new StartError(said('main.start.network-choice', { file }))
  }
}

/** The one of a start: named on the command line, else chosen before, else the network that Coffer brings. Throws `StartError`. */
export const networkOf = ({ network, dataDir }: Pick<HostOptions, 'network' | 'dataDir'>): string =>
  network ?? keptNetwork(dataDir) ?? 'local'

function keepNetwork(dataDir: string, network: string): void {
  privateFolder(dataDir)
  writeWhole(dataDir, FILE, Buffer.from(JSON.stringify({ version: 1, network })))
}

/** Opens that network, keeps it for the next start and goes on with it. Throws why it cannot be opened, and then nothing has changed. */
export type ChooseNetwork = (network: string) => Promise<void>

/** A keychain that did not answer this program: asked a second time it may hang, and keep the program from ending. */
const noAnswer = (): Promise<never> => Promise.reject(new Error('the secret service did not answer before'))
const SILENT: Keychain = { get: noAnswer, set: noAnswer, remove: noAnswer }

/** The keychain of a further wallet of this program: the system's own, unless it did not answer for the one before. */
export async function keychainAfter(before: Answering | null): Promise<{ readonly keychain?: Keychain }> {
  if (before === null) return {}
  const { vault } = await before.wallet.calls['app.state'](null)
  return vault.keychainProblem === null ? {} : { keychain: SILENT }
}

/** Whether a call of the keychain may still wait for a person: the end of a program waits for it, for as long as that takes. */
export async function waitsForKeychain({ calls }: Answering['wallet']): Promise<boolean> {
  const { vault } = await calls['app.state'](null)
  return vault.keychainProblem !== null && vault.keychainProblem.code === 'check.keychain.slow'
}

interface Answering {
  readonly wallet: { readonly calls: Pick<Calls, 'app.state'> }
}

interface Closing {
  close(): Promise<void>
}

const ending = () => failure('host.refused', 'the program ends', { details: { reason: 'ending' } })

/** One network after the other. */
export interface Networks<Open> {
  current(): Open
  /** Who shows the next one. */
  onChange(show: (next: Open) => Promise<void>): void
  close(): Promise<void>
}

/**
 * The wallet of one network, and then of the one that is chosen in its window. The next one is opened before the one before is closed, which happens
 * in order: what was signed is stored.
 */
export async function openNetworks<Open extends Closing>(
  network: string,
  parts: {
    /** `before` is what was open until then. */
    readonly open: (network: string, choose: ChooseNetwork, before: Open | null) => Promise<Open>
    readonly dataDir: string
  },
): Promise<Networks<Open>> {
  const inTurn = takingTurns()
  let show: (next: Open) => Promise<void> = async () => undefined
  const closing: Promise<void>[] = []
  let named = network
  let isEnding = false
  const needOpen = (): void => {
    if (isEnding) throw ending()
  }
  const choose: ChooseNetwork = (wanted) =>
    inTurn(async () => {
      needOpen()
      if (wanted === named) return keepNetwork(parts.dataDir, wanted)
      // Whoever goes back at once finds its files free.
      await Promise.all(closing)
      const next = await parts.open(wanted, choose, current)
      try {
        needOpen()
        keepNetwork(parts.dataDir, wanted)
      } catch (error) {
        await next.close().catch(() => undefined)
        throw error
      }
      const before = current
      current = next
      named = wanted
      try {
        await show(next)
      } finally {
        // What it could not bring to its end is found at its next start.
        closing.push(before.close().catch(() => undefined))
      }
    })
  let current = await parts.open(network, choose, null)
  return {
    current: () => current,
    onChange(next) {
      show = next
    },
    async close() {
      isEnding = true
      // What is being opened has files too, which are closed by whoever opens it.
      const [ended] = await Promise.allSettled([current.close(), inTurn(async () => undefined)])
      await Promise.all(closing)
      if (ended.status === 'rejected') throw ended.reason
    },
  }
}

interface NextStart {
  readonly choose: ChooseNetwork
  /** The program ends: nothing is chosen from now on, and what is tried out is closed first. */
  end(): Promise<void>
}

/** For a host that goes on by a new start. The network is opened once before that, so that nobody ends up where Coffer does not start. */
export function chooseForNextStart(
  current: string,
  parts: {
    readonly tryOut: (network: string) => Promise<Closing>
    readonly dataDir: string
    readonly startAnew: () => void
  },
): NextStart {
  const inTurn = takingTurns()
  let isEnding = false
  return {
    choose: (wanted) =>
      inTurn(async () => {
        if (isEnding) throw ending()
        if (wanted !== current) await (await parts.tryOut(wanted)).close()
        if (isEnding) throw ending()
        keepNetwork(parts.dataDir, wanted)
        if (wanted !== current) parts.startAnew()
      }),
    end() {
      isEnding = true
      return inTurn(async () => undefined)
    },
  }
}

/** What the page asks, for a host that can change the network. */
export const networkCalls = (choose: ChooseNetwork | undefined): NetworkCalls => ({
  async 'networks.choose'({ network }) {
    if (choose === undefined) throw failure('host.refused', 'this host stays on its network')
    try {
      await choose(networkIn(network))
    } catch (error) {
      if (error instanceof UsageError) throw failure('input.network', 'no network', { cause: error })
      if (error instanceof StartError) throw failure('host.network', error.message, { cause: error })
      throw error
    }
    return null
  },
})
