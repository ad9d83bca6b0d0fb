import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Clock, Log, Random } from '#contract/domain'
import { createClock, createRandom, installHostCurve } from '#platform'
import { privateFolder } from '#store'
import { said } from '#words'
import { startBrowserHost } from './browser/host.ts'
import { findOpener, openWindow } from './browser/launch.ts'
import { ensureCleanStart } from './clean-start.ts'
import { type Composition, compose } from './compose.ts'
import { keepMemoryOutOfDumps } from './core-dumps.ts'
import { followLanguage, languagesOf, speakAs } from './language.ts'
import { errorFields, openLog } from './log.ts'
import { readLog } from './log-lines.ts'
import { logMishaps, openOutlet } from './mishaps.ts'
import {
  type ChooseNetwork,
  keychainAfter,
  type Networks,
  networkOf,
  openNetworks,
  waitsForKeychain,
} from './networks.ts'
import { type HostOptions, parseOptions } from './options.ts'
import { loadPages, type Pages } from './pages.ts'
import { StartError, startTold, UsageError } from './start-error.ts'

/* The program of the browser host. Stdout carries a line of JSON for programs, and one more for each further link; everything for people goes to stderr. */

/** The manifest lies two folders up, from the source as from the built program. */
function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const known = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return known && typeof manifest.version === 'string' ? manifest.version : 'unknown'
}

const CLOSING_MS = 5000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const [tell, warn] = [openOutlet(process.stdout), openOutlet(process.stderr)]
const print = (line: string): void => warn(`${line}\n`)

/** The built page: beside the built program, or where the build puts it when this file is run from its source. */
function pagesFolder(): string {
  const places = ['../renderer', '../../out/renderer'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  const found = places.find((path) => existsSync(join(path, 'index.html')) && existsSync(join(path, 'assets')))
  if (found === undefined) throw new StartError(said('main.start.not-built'))
  return found
}

/** Aborted once somebody ends this program, also while it still starts: its files are then closed in order. A second time ends it at once. */
function toldToEnd(): AbortSignal {
  const told = new AbortController()
  const tell = (): void => {
    for (const signal of SIGNALS) process.off(signal, tell)
    told.abort()
  }
  for (const signal of SIGNALS) process.on(signal, tell)
  // The starter is gone: nobody could end this program any more.
  process.once('disconnect', () => told.abort())
  return told.signal
}

async function run(): Promise<number> {
  const system = languagesOf(process.env)
  await speakAs(system)
  ensureCleanStart()
  const told = toldToEnd()
  const options = parseOptions(process.argv.slice(2))
  const pages = loadPages(pagesFolder())
  privateFolder(options.dataDir)
  await installHostCurve()
  const clock = createClock()
  const random = createRandom()
  const { log } = openLog({
    directory: join(options.dataDir, 'logs'),
    clock,
    level: 'info',
    echo: warn,
  })
  logMishaps(process, clock, log)
  keepMemoryOutOfDumps(log)
  log('info', 'host.started', { host: 'browser', version: version(), platform: process.platform })

  const around = { options, pages, system, clock, random, log, told }
  const open = async (network: string, chooseNetwork: ChooseNetwork, before: Composition | null) =>
    compose(
      { ...options, network },
      {
        ...{ host: 'browser', version: version(), clock, random, log, chooseNetwork },
        readLog: () => readLog(join(options.dataDir, 'logs')),
        askInWindow: null,
        ...(await keychainAfter(before)),
      },
    )
  const networks = await openNetworks(networkOf(options), { open, dataDir: options.dataDir })
  try {
    return told.aborted ? 0 : await serve(networks, around)
  } finally {
    isStuck = await waitsForKeychain(networks.current().wallet).catch(() => false)
    const closed = networks.close().catch((error: unknown) => log('error', 'host.not_closed', errorFields(error)))
    await Promise.race([closed, clock.sleep(CLOSING_MS)])
  }
}

interface Surroundings {
  readonly options: HostOptions
  readonly pages: Pages
  readonly system: readonly string[]
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly told: AbortSignal
}

/** Until the window is closed or somebody ends it. Answers the exit code. */
async function serve(
  networks: Networks<Composition>,
  { options, pages, system, clock, random, log, told }: Surroundings,
) {
  let stopFollowing = await followLanguage(networks.current().wallet, system)
  const printLine = (url: string): void => {
    const { network, localnet } = networks.current()
    const line = { host: 'browser', url, network: network.name, localnet, data: options.dataDir }
    tell(`${JSON.stringify(line)}\n`)
  }
  const host = await startBrowserHost({
    wallet: networks.current().wallet,
    pages,
    port: options.port,
    opener: options.open
      ? findOpener(process.platform, process.env, process.getuid?.())
      : { why: said('main.why.no-open') },
    openWindow: (program, link) => openWindow(program, link, options.dataDir, process.env),
    clock,
    random,
    log,
    onLink: printLine,
    say: print,
  })
  printLine(host.url)
  networks.onChange(async ({ wallet }) => {
    stopFollowing()
    stopFollowing = await followLanguage(wallet, system)
    await host.change(wallet)
  })

  const isTold = new Promise<number>((resolve) => {
    if (told.aborted) resolve(0)
    else told.addEventListener('abort', () => resolve(0))
  })
  const code = await Promise.race([host.ended, isTold])
  await host.stop()
  return code
}

/** A keychain still asks somebody, for whom an end that is not forced would wait. */
let isStuck = false

run().then(
  (code) => (isStuck ? process.kill(process.pid, 'SIGKILL') : process.exit(code)),
  async (error: unknown) => {
    print((await startTold(error, languagesOf(process.env))).text)
    process.exit(error instanceof UsageError ? 2 : 1)
  },
)
