import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import assets from '#assets' with { type: 'json' }
import { defined } from '#contract/defined'
import type { Log } from '#contract/domain'
import { createClock, installHostCurve } from '#platform'
import { type Localnet, startLocalnet } from './index.ts'

const USAGE =
  'usage: npm run localnet -- [--port N] [--data DIR] [--seed N] [--manual-blocks] [--block-seconds N] [--faults]'

const HELP = `
  --port N            0, the default, takes a free one
  --data DIR          folder of its ledger; ~/.local/share/coffer-localnet unless one is named
  --seed N            a new ledger has the same keys, ids and addresses as every other one of that seed
  --manual-blocks     makes blocks only when asked, by POST /localnet/blocks
  --block-seconds N   time between two blocks; 2
  --faults            takes faults to play, by POST /localnet/faults

Prints one line of JSON, {"url"}, and goes on until it is ended. src/localnet/README.md lists the calls by which it is controlled.`

const OPTIONS = {
  port: { type: 'string', default: '0' },
  data: { type: 'string' },
  seed: { type: 'string' },
  'manual-blocks': { type: 'boolean', default: false },
  'block-seconds': { type: 'string', default: '2' },
  faults: { type: 'boolean', default: false },
} as const

const clock = createClock()

/** Everything but the one line that programs read goes to the other stream. */
const log: Log = (level, event, fields = {}) => {
  if (level === 'debug') return
  const parts = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`)
  process.stderr.write(`${[level, event, ...parts].join(' ')}\n`)
}

/** Said with how it is asked rightly; it then ends with 2. */
class AskedWrongly extends Error {}

function wholeNumber(text: string, name: string, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= most)) throw new AskedWrongly(`--${name} takes a number from 0 to ${most}.`)
  return value
}

function given() {
  const { tokens } = parseArgs({ strict: false, tokens: true, options: OPTIONS })
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option' || !Object.hasOwn(OPTIONS, token.name)) continue
    const { name, rawName, value, inlineValue } = token
    // What looks like the next option is not taken for a value, unless it is bound to this one.
    const isMissing = value === undefined || value === '' || (inlineValue === false && /^-./.test(value))
    const takesValue = OPTIONS[name as keyof typeof OPTIONS].type === 'string' // one of them, as was just asked
    if (takesValue && isMissing) throw new AskedWrongly(`${rawName} takes a value.`)
    if (!takesValue && value !== undefined) throw new AskedWrongly(`${rawName} takes no value.`)
    if (seen.has(name)) throw new AskedWrongly(`${rawName} is there twice.`)
    seen.add(name)
  }
  try {
    return parseArgs({ strict: true, allowPositionals: false, options: OPTIONS }).values
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split(/(?<=[.'])\s/)
    throw new AskedWrongly(why)
  }
}

function readOptions() {
  const values = given()
  return {
    dir: values.data === undefined ? join(homedir(), '.local', 'share', 'coffer-localnet') : resolve(values.data),
    port: wholeNumber(values.port, 'port', 65_535),
    manualBlocks: values['manual-blocks'],
    blockSeconds: Math.max(1, wholeNumber(values['block-seconds'], 'block-seconds', 3_600)),
    faults: values.faults,
    ...defined({ seed: values.seed }),
  }
}

function endOn(signals: readonly NodeJS.Signals[], localnet: Localnet): void {
  let ending = false
  for (const signal of signals) {
    process.on(signal, () => {
      if (ending) return
      ending = true
      localnet.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

/** Why it could not be started with these, in words. */
function whyNot(error: unknown, { port, dir }: ReturnType<typeof readOptions>): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return new Error(`Port ${port} is in use. Choose another with --port, or none.`)
  if (code === 'store.in_use')
    return new Error(`Another local network runs in ${dir}. End it, or name another folder with --data.`)
  return error
}

async function main(): Promise<void> {
  const options = readOptions()
  await installHostCurve()
  const localnet = await startLocalnet({
    ...options,
    clock,
    random: (length) => new Uint8Array(randomBytes(length)),
    log,
    assets,
  }).catch((error: unknown) => {
    throw whyNot(error, options)
  })
  endOn(['SIGTERM', 'SIGINT'], localnet)
  process.stdout.write(`${JSON.stringify({ url: localnet.url })}\n`)
}

if (process.argv.includes('--help') || process.argv.includes('-h')) process.stdout.write(`${USAGE}\n${HELP}\n`)
else
  main().catch((error: unknown) => {
    const wrongly = error instanceof AskedWrongly
    const why = error instanceof Error ? error.message : String(error)
    process.stderr.write(wrongly ? `${why}\n${USAGE}\n` : `${why}\n`)
    process.exit(wrongly ? 2 : 1)
  })
