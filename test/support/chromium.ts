import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import packed, { inflate } from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const FIXED = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A browser of the machine; a test never downloads one. */
export function systemChromium(): string | undefined {
  const folders = ['/usr/bin', '/snap/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
  return [...FIXED, ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))].find(isProgram)
}

interface Program {
  readonly executablePath: string
  readonly env: Record<string, string>
}

/** The headless browser inside an npm package, with the libraries and fonts that a bare system lacks. */
async function packedChromium(): Promise<Program> {
  const libraries = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium')).pathname
  const [executablePath] = await Promise.all([packed.executablePath(), inflate(libraries)])
  return {
    executablePath,
    env: { LD_LIBRARY_PATH: join(tmpdir(), 'al2023', 'lib'), FONTCONFIG_PATH: join(tmpdir(), 'fonts') },
  }
}

const HELP = 'Install Chromium (apt-get install chromium) or Chrome to run the tests that need a browser.'

async function withProgram<Answer>(
  more: readonly string[],
  start: (options: { executablePath: string; args: string[]; env: Record<string, string> }) => Promise<Answer>,
): Promise<Answer> {
  try {
    const system = systemChromium()
    const program = system === undefined ? await packedChromium() : { executablePath: system, env: {} }
    // Chromium's own protection does not work for root, who runs containers; elsewhere it stays on.
    const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...more]
    const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return await start({
      executablePath: program.executablePath,
      args,
      env: { ...Object.fromEntries(inherited), ...program.env },
    })
  } catch (cause) {
    throw new Error(`No browser starts here. ${HELP}`, { cause })
  }
}

/** A headless Chromium. Throws, naming what to install, when none starts. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return withProgram(more, (options) => chromium.launch(options))
}

/** The same with a profile of its own in that folder. */
export function launchProfile(folder: string): Promise<BrowserContext> {
  return withProgram([], (options) => chromium.launchPersistentContext(folder, options))
}
