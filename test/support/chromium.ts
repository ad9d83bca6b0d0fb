import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { browserCandidates, isProgram } from '../../src/main/browser/launch.ts'

/** A browser of the machine, where people have theirs too; a test never downloads one. */
export function systemChromium(): string | undefined {
  return browserCandidates(process.platform, process.env).find(isProgram)
}

const PACKAGE = new URL('..', import.meta.resolve('@sparticuz/chromium'))
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/coffer-chromium', import.meta.url))
/** The package unpacks into the folder for temporary files of the program that asks. */
const UNPACK = `
import packed, { inflate } from '@sparticuz/chromium'
await Promise.all([packed.executablePath(), inflate(process.argv[1])])`

/** The folder with the unpacked browser of this version; it is whole or not there, whoever else unpacks it meanwhile. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8')) as { version: string } // npm's form
  const place = join(CACHE, version)
  if (existsSync(place)) return place
  mkdirSync(CACHE, { recursive: true })
  const fresh = mkdtempSync(join(CACHE, 'fresh-'))
  try {
    const libraries = fileURLToPath(new URL('bin/al2023.tar.br', PACKAGE))
    const own = ['--input-type=module', '--eval', UNPACK, libraries]
    await promisify(execFile)(process.execPath, own, { cwd: CACHE, env: { ...process.env, TMPDIR: fresh } })
    renameSync(fresh, place)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(place)) throw error
  }
  return place
}

/** The headless browser inside an npm package, with the libraries that a bare system lacks, and fonts where it has none. */
async function packedChromium() {
  const place = await unpacked()
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(place, 'fonts') }
  return {
    executablePath: join(place, 'chromium'),
    env: { LD_LIBRARY_PATH: join(place, 'al2023', 'lib'), ...fonts },
  }
}

/** Whether that one runs here. */
const hasPacked = process.platform === 'linux' && process.arch === 'x64'

const HELP = 'Install Chromium (apt-get install chromium) or Chrome to run the tests that need a browser.'

async function withProgram<Answer>(
  system: string | undefined,
  more: readonly string[],
  start: (options: { executablePath: string; args: string[]; env: NodeJS.ProcessEnv }) => Promise<Answer>,
): Promise<Answer> {
  try {
    const program = system === undefined ? await packedChromium() : { executablePath: system, env: {} }
    // Chromium's own protection does not work for root, who runs containers; elsewhere it stays on.
    const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...more]
    return await start({ executablePath: program.executablePath, args, env: { ...process.env, ...program.env } })
  } catch (cause) {
    throw new Error(`No browser starts here. ${HELP}`, { cause })
  }
}

/** A headless Chromium. Throws, naming what to install, when none starts. */
export const launchChromium = (): Promise<Browser> =>
  withProgram(systemChromium(), [], (options) => chromium.launch(options))

/**
 * The same in half the work, where it can be had: the program inside the package has the whole engine and nothing around it, while a
 * browser of the machine paints a frame of its own that nobody sees.
 */
export const launchLight = (more: readonly string[] = []): Promise<Browser> =>
  withProgram(hasPacked ? undefined : systemChromium(), more, (options) => chromium.launch(options))

/** One of the machine, if there is one, with a profile of its own in that folder. */
export const launchProfile = (folder: string): Promise<BrowserContext> =>
  withProgram(systemChromium(), [], (options) => chromium.launchPersistentContext(folder, options))
