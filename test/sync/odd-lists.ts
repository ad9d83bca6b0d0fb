import { z } from 'zod'
import type { Hash } from '#contract/domain'
import { ENDPOINTS, type EndpointName, endpointOf } from '#contract/http'
import { outputId as ruledId } from '#protocol'
import type { FaultyLine } from '../support/faults.ts'
import { hashOf, time, user, uuidFrom } from '../support/store.ts'

/*
 * Lists of a service that never come to their end, though nothing in them is news: each answers whatever it is asked. One that has news of ours
 * for ever is none of them, because nobody can tell it from a list that is only long.
 */

/** The lists that are read page by page: which facts name a row, and which make it somebody else's. Where a row stands is its sequence or its time. */
const PAGED = {
  'outputs.list': {
    named: (id: number) => ({
      transaction_hash: hashOf(id),
      output_id: ruledId(hashOf(id) as Hash, 0),
      output_index: 0,
    }),
    foreign: { receivers_hash: hashOf('others') },
  },
  'snapshots.list': {
    named: (id: number) => ({ snapshot_id: uuidFrom(id), transaction_hash: hashOf(id) }),
    foreign: { user_id: user('other') },
  },
  'deposits.list': { named: (id: number) => ({ deposit_id: uuidFrom(id) }), foreign: { destination: 'elsewhere' } },
  'legacyOutputs.list': {
    named: (id: number) => ({ utxo_id: uuidFrom(id), output_id: uuidFrom(id) }),
    foreign: { members_hash: hashOf('others') },
  },
  'collections.items': {
    named: (id: number) => ({ inscription_hash: hashOf(id) }),
    foreign: { collection_hash: hashOf('another') },
  },
} as const satisfies Partial<Record<EndpointName, { named: (id: number) => object; foreign: object }>>

export type PagedList = keyof typeof PAGED

/** Lists that can be asked from a place on, by the table of endpoints itself; a price at a time is none. */
export const PAGED_LISTS = Object.keys(ENDPOINTS).filter((name): name is PagedList => {
  const { query, list } = endpointOf(name as EndpointName) // a name of the table
  return list === true && Object.hasOwn(query.shape, 'offset')
})

/** Read by itself, again and again. */
export const READ_IN_ROUNDS = [
  'outputs.list',
  'snapshots.list',
  'deposits.list',
] as const satisfies readonly PagedList[]
/** Read when a person asks for it, some of the others too. */
export const READ_BY_PEOPLE = ['legacyOutputs.list', 'collections.items'] as const satisfies readonly PagedList[]

interface Question {
  /** How many were asked before, of the same state. */
  readonly times: number
  readonly limit: number
}

type Row = (id: number, place: number, more?: object) => object
type Way = (row: Row, asked: Question) => readonly object[]

const count = (rows: number, row: (at: number) => object): object[] => Array.from({ length: rows }, (_, at) => row(at))
const FEW = 2

/** Nothing that is said here after the first pages is new and ours. Ids and places are numbers, ascending as the list is. */
const waysOf = (rowsOf: (limit: number) => number, foreign: object): Readonly<Record<string, Way>> => ({
  'the same page': (row, { limit }) => count(rowsOf(limit), (at) => row(at, at)),
  'the same page, each row twice': (row, { limit }) =>
    count(rowsOf(limit), (at) => row(at, at)).flatMap((each) => [each, each]),
  'the same rows, of one time': (row, { limit }) => count(rowsOf(limit), (at) => row(at, 0)),
  'the same rows at later places each time': (row, { limit, times }) => {
    const rows = rowsOf(limit)
    return count(rows, (at) => row(at, times * (rows - 1) + at))
  },
  'rows of somebody else, new each time': (row, { limit, times }) => {
    const rows = rowsOf(limit)
    return count(rows, (at) => row(times * limit + at, times * (rows - 1) + at, foreign))
  },
  'new rows at the same places': (row, { limit, times }) => count(rowsOf(limit), (at) => row(times * limit + at, at)),
  'new rows at one and the same place': (row, { limit, times }) =>
    count(rowsOf(limit), (at) => row(times * limit + at, 0)),
})

const ROWS = {
  'two at a time': () => FEW,
  'in full pages': (limit) => limit,
  'in pages longer than asked for': (limit) => limit + 100,
} as const satisfies Readonly<Record<string, (limit: number) => number>>

export type PageSize = keyof typeof ROWS

export const ODD_WAYS: readonly string[] = Object.keys(waysOf(ROWS['two at a time'], {}))

/** Where this many were asked, what would go on for ever ends, so that a test fails soon. */
const ENOUGH = 100

/** Has a list answer in that way. `like` is a row of it as it was read, of whoever reads it. Answers how often it was asked. */
export function oddList(
  line: FaultyLine,
  list: PagedList,
  { way, size, like }: { readonly way: string; readonly size: PageSize; readonly like: object },
): () => number {
  const { named, foreign } = PAGED[list]
  const answer = waysOf(ROWS[size], foreign)[way]
  if (answer === undefined) throw new Error('no such way')
  let times = 0
  const timesOf = new Map<string | null, number>()
  line.faults.push({
    path: new RegExp(`^${endpointOf(list).path.replace(/:\w+/g, '[^/]+')}$`),
    act: (_data: never, { searchParams }: URL) => {
      times += 1
      if (times > ENOUGH) return []
      const state = searchParams.get('state')
      timesOf.set(state, (timesOf.get(state) ?? -1) + 1)
      const falls = searchParams.get('order') === 'DESC'
      const row: Row = (id, place, more = {}) => ({
        ...like,
        ...('sequence' in like ? { sequence: 1_000 + place } : { created_at: time(falls ? -place : place) }),
        ...named(id),
        ...more,
      })
      const rows = answer(row, { times: timesOf.get(state) ?? 0, limit: Number(searchParams.get('limit') ?? 100) })
      return z.encode(ENDPOINTS[list].answer as z.ZodType, rows)
    },
  })
  return () => times
}
