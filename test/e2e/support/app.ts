import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Browser, Page, WebSocket } from 'playwright-core'
import { cleanEnvironment, SWITCHES } from '../../../src/main/environment.ts'
import { launchChromium, launchLight } from '../../support/chromium.ts'
import { ending } from '../../support/ending.ts'
import { COMPILED, programOf } from '../../support/programs.ts'
import { newFolder } from '../../support/scratch.ts'
import { WINDOWS } from '../../support/systems.ts'
import { readAnyBlank } from './blanks.ts'
import { type Prepared, prepare } from './prepared.ts'

/* The product as a person gets it: the built program in a process of its own, its window in a real browser. */

const inRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const START_MS = 60_000
const STOP_MS = 15_000
/** Longest that one thing on screen is waited for. */
const STEP_MS = 90_000

/** The one line of JSON that the browser host prints. */
interface StartLine {
  readonly host: string
  readonly url: string
  readonly network: string
  readonly localnet: string | null
  readonly data: string
}

export type Program = Awaited<ReturnType<typeof startProgram>>

export interface ProgramOptions {
  readonly data: string
  /** Null for none on the command line. */
  readonly network?: string | null
  /** `npm start`'s own program first, as a person starts it; otherwise the host directly, which is quicker. */
  readonly starter?: boolean
  readonly args?: readonly string[]
  /** Variables beside those of the test. */
  readonly more?: NodeJS.ProcessEnv
  /** The clock of the host and its network stands so many days ago. */
  readonly daysAgo?: number
  /** Language of the system that the window runs on. */
  readonly locale?: string
  readonly size?: { readonly width: number; readonly height: number }
  /** A catalogue that is read in place of one that was built. */
  readonly instead?: { readonly path: RegExp; readonly catalogue: Readonly<Record<string, string>> }
}

/**
 * There is no session bus at this address, and without a screen none is started, so that the keychain of the person who
 * runs the tests is out of reach: keys stay in the test's own folder. An address that is absent is looked for elsewhere.
 */
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', DISPLAY: '' } as const

interface Surroundings {
  readonly switches?: readonly string[]
  readonly more?: NodeJS.ProcessEnv
  /** A program that runs it, with what that is given. */
  readonly within?: readonly string[]
}

const argsOf = ({ data, network = 'local', args = [] }: ProgramOptions): string[] => [
  ...['--host', 'browser', '--no-open', ...(network === null ? [] : ['--network', network]), '--data', data, ...args],
]

/** Runs the built host itself, with these switches of Node and variables instead of those of the launcher. */
export function spawnHost(
  options: ProgramOptions,
  { switches = SWITCHES, more = {}, within = [] }: Surroundings = {},
): ChildProcess {
  const own = [...switches, ...within, inRoot('out/main/browser.js'), ...argsOf(options)]
  return spawn(process.execPath, own, {
    env: { ...cleanEnvironment({ ...process.env, ...NO_KEYCHAIN }), ...more },
    // The channel lets the host see that the test is gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

function spawnProgram(options: ProgramOptions): ChildProcess {
  if (options.starter !== true) {
    const within = [programOf('test/e2e/support/surrounded.ts'), String(options.daysAgo ?? 0), COMPILED]
    return spawnHost(options, { within })
  }
  return spawn('node', [inRoot('build/start.mjs'), ...argsOf(options)], {
    env: { ...process.env, ...NO_KEYCHAIN, ...options.more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** Starts the wallet and waits for its line. Throws with what it said when it ends or stays silent instead. */
export async function startProgram(options: ProgramOptions, child = spawnProgram(options)) {
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk)
  })
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk)
  })
  const text = await new Promise<string>((resolve, reject) => {
    const refuse = (why: string) => reject(new Error(`${why}\n${stdout}${stderr}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      refuse(`the wallet printed no line within ${START_MS / 1000} s`)
    }, START_MS)
    if (child.stdout !== null) createInterface(child.stdout).once('line', resolve)
    child.once('exit', (code, signal) => refuse(`the wallet ended with ${code ?? signal} before its line`))
    child.once('error', (error) => refuse(error.message))
    child.stdout?.once('data', () => clearTimeout(timer))
    child.once('exit', () => clearTimeout(timer))
  })
  /** Ends it as a crash would. */
  const kill = ending(async () => {
    child.kill('SIGKILL')
    await ended(child)
  })
  return {
    // A test reads it next, field by field.
    line: JSON.parse(text) as StartLine,
    /** The newest link; each opens one window. */
    link: () => (JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as StartLine).url,
    /** All that it said so far, and all that it said to people. */
    stdout: () => stdout,
    stderr: () => stderr,
    process: child,
    /** Asks it to end and answers its exit code. */
    async stop() {
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      if (WINDOWS && child.connected) child.disconnect()
      else child.kill('SIGTERM')
      const code = await ended(child)
      clearTimeout(timer)
      return code
    },
    kill,
  }
}

/** Resolves once the wallet's first screen stands: React has painted and the host has answered. */
export async function painted(page: Page): Promise<void> {
  await page.locator('#root :is(h1, h2)').first().waitFor({ state: 'visible' })
}

export type App = Awaited<ReturnType<typeof startApp>>

function isLocal(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return ['data:', 'blob:', 'about:'].includes(protocol) || hostname === '127.0.0.1'
}

interface AppOptions extends ProgramOptions {
  /** Is there before the window opens, which it does unlocked. */
  readonly account?: Prepared
  /** A browser of the machine, if there is one, as a person would use. */
  readonly ownBrowser?: boolean
}

/** The wallet on a fresh folder, open in Chromium. */
export async function startApp(options: Partial<AppOptions> = {}) {
  const data = options.data ?? newFolder('e2e')
  /** What the page complained of: errors of scripts, of its policy, and of its console. */
  const complaints: string[] = []
  /** Addresses outside this computer that the window asked for. */
  const strays: string[] = []
  /** The window's line to its host; the newest one. */
  let socket: WebSocket | undefined
  /** A window whose program was killed has every reason to complain. */
  const orphans = new Set<Page>()
  const browser: Browser = await (options.ownBrowser === true ? launchChromium() : launchLight())
  let program: Program | undefined

  async function open(more: Partial<ProgramOptions>, account?: Prepared) {
    program = await startProgram({ ...options, ...more, data })
    if (account !== undefined) await prepare(program, account)
    const { locale = 'en-US', size = { width: 1200, height: 800 }, instead } = { ...options, ...more }
    const context = await browser.newContext({ viewport: size, locale, reducedMotion: 'reduce' })
    if (instead !== undefined) {
      const body = `export default ${JSON.stringify(instead.catalogue)}`
      await context.route(instead.path, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    }
    const page = await context.newPage()
    readAnyBlank(page)
    page.setDefaultTimeout(STEP_MS)
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !orphans.has(page)) complaints.push(message.text())
    })
    const watch = (url: string) => isLocal(url) || strays.push(url)
    page.on('request', (request) => watch(request.url()))
    page.on('websocket', (opened) => {
      socket = opened
      watch(opened.url())
    })
    await page.goto(program.link())
    if (account !== undefined) await painted(page)
    return { program, context, page }
  }

  /** Ends all and removes the files. */
  const stop = ending(async () => {
    await browser.close()
    await program?.kill()
    if (options.data === undefined) rmSync(data, { recursive: true, force: true })
  })
  let current = await open({}, options.account)
  return {
    /** The window; another one after a restart. */
    get page() {
      return current.page
    },
    get context() {
      return current.context
    },
    get program() {
      return current.program
    },
    get line() {
      return current.program.line
    },
    data,
    complaints: complaints as readonly string[],
    socket: () => socket,
    strays: strays as readonly string[],
    /** Ends the wallet as asked and starts it again on the same files, in a new window. */
    async restart(more: Partial<ProgramOptions> = {}) {
      await current.context.close()
      await current.program.stop()
      current = await open(more)
    },
    /** Ends the wallet as a crash would; `restart` brings it back. */
    async kill() {
      orphans.add(current.page)
      await current.program.kill()
    },
    stop,
  }
}
