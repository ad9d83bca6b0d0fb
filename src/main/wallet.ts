import { createInterface } from 'node:readline'
import { createClock, createRandom, installHostCurve } from '#platform'
import { said, say } from '#words'
import { asksForHelp, readArguments } from './arguments.ts'
import { languagesOf, speakAs } from './language.ts'
import { LINE_OPTIONS } from './line/options.ts'
import { openOutlet } from './mishaps.ts'
import { networkOf } from './networks.ts'
import { parseOptions } from './options.ts'
import { READS, type Read } from './questions.ts'
import { startWords, UsageError } from './start-error.ts'
import { personAt } from './terminal.ts'
import { askWallet, printed, type Question } from './terminal-wallet.ts'

/*
 * npm run wallet -- balances|…: asks the wallet of a folder, which no window has open, and prints in JSON what a window would be told. It signs nothing and
 * pays nothing: a payment is left as a draft. 0 where it was answered from what the network says now, 1 where from what was known before or not at all, 2
 * where it was not asked rightly.
 */

const OPTIONS = {
  account: { type: 'string' },
  group: { type: 'string' },
  search: { type: 'string' },
  count: { type: 'string' },
  tag: { type: 'string' },
  memo: { type: 'string' },
  label: { type: 'string' },
  network: { type: 'string' },
  data: { type: 'string' },
  ...LINE_OPTIONS,
  'passphrase-stdin': { type: 'boolean', default: false },
} as const

const COUNT = '50'
const COUNT_MAX = 1_000_000
/** Of the words that stand without dashes: what is asked, and of a draft whom, how much and of what. */
const PLACES = 4

const [tell, warn] = [openOutlet(process.stdout), openOutlet(process.stderr)]
const complain = (line: string): void => warn(`${line}\n`)

const isRead = (what: string): what is Read => Object.hasOwn(READS, what)

function countIn(text: string): number {
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > COUNT_MAX) throw new UsageError(said('main.wallet.count'))
  return count
}

const WHOSE = ['account', 'group']
const LISTED = [...WHOSE, 'search', 'count']
/** The options that change something about each question; where the wallet is may be said of all. */
const FOR: Readonly<Record<Question['what'], readonly string[]>> = {
  accounts: [],
  ...{ balances: WHOSE, payments: WHOSE, requests: WHOSE, activity: LISTED, coins: LISTED },
  draft: [...WHOSE, 'tag', 'memo', 'label'],
}
const ABOUT = new Set(Object.values(FOR).flat())

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values']

/** Throws `UsageError`. */
function questionIn(words: readonly string[], values: Values): Question {
  const question = asked(words, values)
  const { what } = question
  const stray = Object.keys(values).find((name) => ABOUT.has(name) && !FOR[what].includes(name))
  if (stray !== undefined) throw new UsageError(said('main.wallet.not-for', { option: `--${stray}`, what }))
  return question
}

function asked([what, ...words]: readonly string[], values: Values): Question {
  const { account = null, group = null, search = '', count, tag = '', memo = '', label = '' } = values
  const named = { account, group }
  const [to, amount, asset] = words
  if (what === 'draft' && to !== undefined && amount !== undefined && asset !== undefined)
    return { what, ...named, sketch: { to, amount, asset, tag, memo, label } }
  if (what === undefined || what === 'draft' || words.length > 0)
    throw new UsageError(said('main.wallet.ask-something'))
  if (what === 'accounts') return { what }
  if (isRead(what)) return { what, ...named, search, count: countIn(count ?? COUNT) }
  throw new UsageError(said('main.wallet.unknown', { what }))
}

/** The first line that comes; null where none does. */
async function typed(): Promise<string | null> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return null
}

/** Whose question this is, asked of whoever sits there, unless it is on its way by another program. */
async function passphrase(isPiped: boolean): Promise<string | null> {
  const nobody = (): UsageError => new UsageError(said('main.wallet.needs-passphrase'))
  if (isPiped) {
    const line = await typed()
    if (line === null) throw nobody()
    return line
  }
  const person = personAt(process.stdin, process.stderr)
  if (person === null) throw nobody()
  return person.askHidden(say('main.doctor.passphrase'))
}

/** The options of a start among those that were given, as a start reads them. */
function placeOf({ network, data, proxy, ca }: Values) {
  const given = Object.entries({ network, data, proxy, ca })
  return parseOptions(given.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])))
}

async function run(): Promise<number> {
  await speakAs(languagesOf(process.env))
  await installHostCurve()
  const usage = say('main.wallet.usage')
  if (asksForHelp(process.argv.slice(2))) {
    tell(`${usage}\n\n${say('main.wallet.help')}\n`)
    return 0
  }
  try {
    const { values, positionals } = readArguments(process.argv.slice(2), OPTIONS, PLACES)
    const question = questionIn(positionals, values)
    const options = placeOf(values)
    const answered = await askWallet({ ...options, network: networkOf(options) }, question, {
      ...{ clock: createClock(), random: createRandom(), log: () => undefined, version: 'terminal' },
      passphrase: () => passphrase(values['passphrase-stdin']),
    })
    if (answered === null) return 1
    tell(`${printed(answered.value)}\n`)
    if (!answered.isUpToDate) complain(say('main.wallet.not-up-to-date'))
    if (answered.isMended) complain(say('main.wallet.damaged'))
    return answered.isUpToDate ? 0 : 1
  } catch (error) {
    if (!(error instanceof UsageError)) complain(startWords(error))
    else complain(`${startWords(error)}\n${usage}`)
    return error instanceof UsageError ? 2 : 1
  }
}

process.exitCode = await run()
