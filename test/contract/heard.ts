import { AsyncLocalStorage } from 'node:async_hooks'
import { basename } from 'node:path'
import Sqlite from 'better-sqlite3'
import { codeOf } from '#contract/errors'
import { QUERY_TOPICS } from '#contract/topics'
import { topicsOf } from '../../src/store/changes.ts'

/*
 * Whether a question hears of whatever its answer is made of. A window asks again only for announced topics, so each table that is read for an
 * answer must announce one that the question listens to; else its screen stays as it was.
 */

const KINDS = ['profile', 'intents', 'cache'] as const
type Kind = (typeof KINDS)[number]

/** Asked of every account whether it is here and what currency is chosen; when that changes windows hear of accounts, and of what assets are worth. */
const ALWAYS: readonly string[] = ['profile.accounts', 'profile.settings']

/** The tables that were read for the call that goes on. */
const reading = new AsyncLocalStorage<Set<string>>()

function tablesIn(sql: string, kind: Kind): string[] {
  return [...sql.matchAll(/\b(?:FROM|JOIN)\s+([a-z_]+)/gi)].map(([, table]) => `${kind}.${table}`)
}

const prepare = Sqlite.prototype.prepare
Object.assign(Sqlite.prototype, {
  prepare(this: Sqlite.Database, sql: string) {
    const statement = prepare.call(this, sql)
    const kind = KINDS.find((each) => basename(this.name) === `${each}.db`)
    if (kind === undefined) return statement
    const tables = tablesIn(sql, kind)
    const noting = (name: 'get' | 'all' | 'iterate') => {
      const read = statement[name].bind(statement) as (...values: unknown[]) => unknown // as it was, with a note
      return (...values: unknown[]) => {
        const seen = reading.getStore()
        if (seen !== undefined) for (const table of tables) seen.add(table)
        return read(...values)
      }
    }
    return Object.assign(statement, { get: noting('get'), all: noting('all'), iterate: noting('iterate') })
  },
})

function topicsFor(table: string): readonly string[] {
  const [kind, name = ''] = table.split('.')
  try {
    return topicsOf(kind as Kind, name) // as it was put together
  } catch (error) {
    if (codeOf(error) !== 'internal') throw error
    return [] // an index, or what SQLite keeps for itself
  }
}

function needHeard(name: string, heard: readonly string[], read: ReadonlySet<string>): void {
  for (const table of read) {
    const told = topicsFor(table)
    if (told.length === 0 || ALWAYS.includes(table) || told.some((topic) => heard.includes(topic))) continue
    throw new Error(`${name} is made of ${table} and listens to none of ${told.join(', ')}: its screen stays as it was`)
  }
}

/** The same calls; a question fails that does not hear of what it read. */
export function heard<All extends object>(calls: All): All {
  const topics: Readonly<Record<string, readonly string[]>> = QUERY_TOPICS
  const followed = Object.entries(calls).map(([name, call]) => {
    const own = topics[name]
    const asked = call as (input: unknown) => Promise<unknown>
    if (own === undefined) return [name, call]
    const asking = async (input: unknown): Promise<unknown> => {
      const read = new Set<string>()
      const answer = await reading.run(read, () => asked(input))
      needHeard(name, own, read)
      return answer
    }
    return [name, asking]
  })
  return Object.fromEntries(followed) as All // the same names
}
