import { AsyncLocalStorage } from 'node:async_hooks'
import { basename, dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { QUERY_TOPICS, type QueryName } from '#contract/topics'
import { concerns } from '../../src/renderer/state/change.ts'
import { topicsOf } from '../../src/store/changes.ts'
import { Database } from '../../src/store/database.ts'

/*
 * Whether a question hears of whatever its answer is made of. A window asks again only for what is announced and concerns the question, so each
 * table that is read for an answer must announce that when it changes; else its screen stays as it was.
 */

const KINDS = ['profile', 'intents', 'cache'] as const

/** A table of one file, and how its change is announced. */
interface Source {
  readonly name: string
  readonly change: Parameters<typeof concerns>[0]
}

/** Asked of every account whether it is here and what currency is chosen; when that changes windows hear of accounts, and of what assets are worth. */
const ALWAYS: readonly string[] = ['profile.accounts', 'profile.settings']

const COSTS = 'a name or a price, for which the service would be asked again'
const ONCE = 'looked through once for each opening, and told with the files'
/** A movement has an item by its hash, whose name is a question of its own. */
const ITEMS = {
  'cache.collections': 'names of items, which stand in none',
  'cache.inscriptions': 'names of items, which stand in none',
}

/** Read for an answer that does not hear of it all the same, and why. */
const UNHEARD: { readonly [Name in QueryName]?: Readonly<Record<string, string>> } = {
  'activity.list': ITEMS,
  'activity.read': ITEMS,
  'bots.list': { 'cache.users': COSTS },
  'contacts.between': { 'cache.users': 'sums alone, which name nobody' },
  'contacts.card': { 'cache.assets': COSTS, 'cache.chains': COSTS },
  'contacts.list': { 'cache.chains': 'names of networks, for which everybody would be read again with each price' },
  'damage.list': Object.fromEntries(
    ['audits', 'drafts', 'payments', 'payment_outputs', 'plans', 'requests', 'settings'].map((table) => [
      `intents.${table}`,
      ONCE,
    ]),
  ),
  'payments.fees': { 'cache.assets': COSTS, 'cache.chains': COSTS },
  'receive.address': { 'cache.chains': COSTS, 'cache.users': COSTS },
  'statements.draw': {
    ...ITEMS,
    'cache.pending_deposits': 'what is not final, which stands in none',
  },
  'storage.price': { 'cache.assets': 'an asset of our own table', 'cache.chains': 'a network of our own table' },
  'value.read': { 'cache.pending_deposits': 'what is on its way, which is not counted' },
}

interface Question {
  readonly name: QueryName
  readonly input: unknown
  /** Tables that were read already, with where in the sources those were read of which nothing is heard. */
  readonly read: Map<Source, string | null>
}

/** The question that is being answered. */
const answering = new AsyncLocalStorage<Question>()

const FRAMES = 50
/**
 * Readings that no answer is made of: of a round, which a question may begin; whether a group is one of the account's, whose question fails otherwise;
 * and how often a table was written, by who writes it.
 */
const NOT_FOR_IT = /src\/sync\/|\.holder \(|#changed/
/** Where it is read in the sources; undefined where that is not for the answer. */
function placeHere(): string | undefined {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = FRAMES
  const { stack = '' } = new Error('here')
  Error.stackTraceLimit = stackTraceLimit
  if (NOT_FOR_IT.test(stack)) return undefined
  const frames = stack.match(/src\/[\w/-]+\.ts:\d+/g) ?? []
  return frames.find((frame) => !/^src\/(?:store\/|wallet\/shared\/names)/.test(frame)) ?? 'somewhere'
}

function note(source: Source): void {
  const question = answering.getStore()
  if (question === undefined || question.read.has(source)) return
  const { name: table, change } = source
  const { name, input, read } = question
  const isHeard = change.topics.length === 0 || concerns(change, name, input)
  if (isHeard || ALWAYS.includes(table) || UNHEARD[name]?.[table] !== undefined) {
    read.set(source, null)
    return
  }
  const place = placeHere()
  if (place !== undefined) read.set(source, place)
}

const sources = new Map<string, Source | undefined>()
/** A table of a file of ours; undefined for an index, what SQLite keeps for itself, and any other file. */
function sourceIn(path: string, table: string): Source | undefined {
  const place = `${path} ${table}`
  if (!sources.has(place)) sources.set(place, sourceOf(path, table))
  return sources.get(place)
}

function sourceOf(path: string, table: string): Source | undefined {
  const kind = KINDS.find((each) => basename(path) === `${each}.db`)
  if (kind === undefined) return undefined
  try {
    const account = kind === 'profile' ? null : (basename(dirname(path)) as UserId) // as files are laid
    return { name: `${kind}.${table}`, change: { account, topics: [...topicsOf(kind, table)] } }
  } catch (error) {
    if (codeOf(error) !== 'internal') throw error
    return undefined
  }
}

const prepare = Sqlite.prototype.prepare
Object.assign(Sqlite.prototype, {
  prepare(this: Sqlite.Database, sql: string) {
    const statement = prepare.call(this, sql)
    const tables = [...sql.matchAll(/\b(?:FROM|JOIN)\s+([a-z_]+)/gi)]
    const read = tables.flatMap(([, table = '']) => sourceIn(this.name, table) ?? [])
    if (read.length === 0) return statement
    const noting = (name: 'get' | 'all' | 'iterate') => {
      const answer = statement[name].bind(statement) as (...values: unknown[]) => unknown // as it was, with a note
      return (...values: unknown[]) => {
        for (const source of read) note(source)
        return answer(...values)
      }
    }
    return Object.assign(statement, { get: noting('get'), all: noting('all'), iterate: noting('iterate') })
  },
})

/** Of files that are open. */
const paths = new WeakMap<Database, string>()
const { watch, version } = Database.prototype
Object.assign(Database.prototype, {
  watch(this: Database, ...hearers: Parameters<typeof watch>): void {
    paths.set(this, String(this.prepare<{ file: string }>('SELECT file FROM pragma_database_list').get()?.file))
    watch.apply(this, hearers)
  },
  /** Whoever keeps in memory what was read before asks whether it still holds. */
  version(this: Database, table: string): number {
    const source = answering.getStore() === undefined ? undefined : sourceIn(paths.get(this) ?? '', table)
    if (source !== undefined) note(source)
    return version.call(this, table)
  },
})

/** The same calls; a question fails that does not hear of what it read. */
export function heard<All extends object>(calls: All): All {
  const followed = Object.entries(calls).map(([name, call]) => {
    const asked = call as (input: unknown) => Promise<unknown>
    if (!Object.hasOwn(QUERY_TOPICS, name)) return [name, call]
    const asking = async (input: unknown): Promise<unknown> => {
      const read = new Map<Source, string | null>()
      const question = { name: name as QueryName, input, read } // one of those that have topics
      const answer = await answering.run(question, () => asked(input))
      const unheard = [...read].flatMap(([{ name: table }, place]) => (place === null ? [] : `${table} (${place})`))
      if (unheard.length > 0) throw new Error(`${name} stays as it was when these change: ${unheard.join(', ')}`)
      return answer
    }
    return [name, asking]
  })
  return Object.fromEntries(followed) as All // the same names
}
