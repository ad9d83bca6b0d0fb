import type { Nanos, RequestId } from '#contract/domain'
import type { Payee } from '#contract/ipc'
import { type Amount, decodeTransaction, sumOf } from '#protocol'
import type { Intents } from '#store'
import { readPayeeKey } from '../shared/payee-key.ts'
import { type Request, requestsOf } from './request.ts'
import type { RequestStore } from './request-store.ts'

/** What somebody gets. */
export interface PaidRow {
  readonly payee: Payee
  readonly amount: Amount
  /** Position among those who are paid. */
  readonly row: number
}

/** A sum for one receiver. */
export interface Sum extends Omit<PaidRow, 'payee'> {
  /** Null where nobody told who it is. */
  readonly payee: string | null
  /** Where it stands in the index. */
  readonly places: readonly string[]
  /** Where the same money to the same receiver stands; null where nobody told who it is. */
  readonly same: string | null
  /** Where as much stands of which it is not known that somebody else gets it. */
  readonly perhaps: readonly string[]
}

/** What is looked for in the index: each row, and of who stands in several all of them together. `within` names the group and the asset. */
export const sumsIn = (rows: readonly PaidRow[], within: string): Sum[] =>
  [...Map.groupBy(rows, ({ payee }) => readPayeeKey(payee))].flatMap(([payee, own]) => {
    const row = own[0]?.row ?? 0
    const sums = new Map([...own.map((each) => [each.amount, each.row] as const), [sumOf(own), row] as const])
    return [...sums].map(([amount, at]) => {
      const same = `${within} ${payee} ${amount}`
      const { told, untold } = anybodys(within, amount)
      return { payee, amount, row: at, same, places: [same, told], perhaps: [untold] }
    })
  })

/** The same of those of whom nobody told who they are. */
export const untoldSumsIn = (rows: readonly Omit<PaidRow, 'payee'>[], within: string): Sum[] =>
  [...Map.groupBy(rows, ({ amount }) => amount)].map(([amount, own]) => {
    const { told, untold } = anybodys(within, amount)
    return { payee: null, amount, row: own[0]?.row ?? 0, same: null, places: [untold], perhaps: [told, untold] }
  })

const anybodys = (within: string, amount: Amount) => ({
  told: `${within} told ${amount}`,
  untold: `${within} untold ${amount}`,
})

/** A request as it stands in the index. */
export interface Indexed
  extends Pick<Request, 'id' | 'hash' | 'state'>,
    Pick<Request['detail'], 'createdAt' | 'finalAt'> {
  readonly sums: readonly Sum[]
}

interface IndexDeps {
  readonly requests: Pick<Intents['requests'], 'version' | 'open' | 'finalSince' | 'unprovedDead' | 'revoked'>
  readonly requestStore: Pick<RequestStore, 'onKept' | 'find'>
  readonly read: (request: Request) => readonly Sum[]
}

/**
 * How a request ended is the service's word. One that is called dead may be paid after all until that is proved, and one that was given up
 * where it has all its signatures: who holds those can send it.
 */
function mayBePaid({ state, raw, detail }: Request): boolean {
  if (state === 'dead') return detail.provedDead !== true
  if (state !== 'revoked') return true
  const { signatures = [], aggregated } = decodeTransaction(raw)
  const signers = aggregated?.signers.length ?? Object.keys(signatures[0] ?? {}).length
  return signers >= detail.threshold
}

const isEnd = (state: Request['state']): boolean => state !== 'open' && state !== 'complete'

type Places = Map<string, Set<Indexed>>
const NONE: ReadonlySet<Indexed> = new Set()
const NEVER = (2n ** 63n - 1n) as Nanos

/**
 * Unfinished requests, and all that ended and were paid or may be, by each sum that they pay. What is paid matters from some time on: further back it is read
 * once somebody asks from there. They are read once, and then one by one as they are written: a list of many is reviewed while each review may
 * write its own.
 */
export function createAskedIndex({ requests, requestStore, read }: IndexDeps) {
  const known = new Map<RequestId, Indexed>()
  const places: { readonly unfinished: Places; readonly ended: Places } = { unfinished: new Map(), ended: new Map() }
  const written = new Set<RequestId>()
  let version: number | undefined
  /** What became final before then was not read. */
  let finalFrom = NEVER

  requestStore.onKept(({ id }) => {
    // Whatever else was written is read with all others.
    if (version === undefined || requests.version() !== version + 1) return
    version += 1
    written.add(id)
  })

  const placesOf = ({ state }: Indexed): Places => (isEnd(state) ? places.ended : places.unfinished)

  function leave(entry: Indexed): void {
    const all = placesOf(entry)
    for (const place of entry.sums.flatMap((each) => each.places)) {
      const there = all.get(place)
      there?.delete(entry)
      if (there?.size === 0) all.delete(place)
    }
    known.delete(entry.id)
  }

  function enter(request: Request): void {
    const { id, hash, state, detail } = request
    const { createdAt, finalAt } = detail
    if (known.has(id) || !mayBePaid(request)) return
    const when = finalAt === undefined ? { createdAt } : { createdAt, finalAt }
    const entry: Indexed = { id, hash, state, ...when, sums: read(request) }
    known.set(id, entry)
    const all = placesOf(entry)
    for (const place of entry.sums.flatMap((each) => each.places))
      all.set(place, (all.get(place) ?? new Set()).add(entry))
  }

  function readAll(): void {
    for (const each of [known, places.unfinished, places.ended, written]) each.clear()
    version = requests.version()
    finalFrom = NEVER
    for (const each of requestsOf([...requests.unprovedDead(), ...requests.revoked(), ...requests.open()])) enter(each)
  }

  function now(): typeof places {
    if (version !== requests.version()) readAll()
    for (const id of written) {
      const before = known.get(id)
      if (before !== undefined) leave(before)
      for (const request of requestsOf([requestStore.find(id)].flatMap((found) => found ?? []))) enter(request)
    }
    written.clear()
    return places
  }

  function readFinal(since: Nanos): void {
    if (since >= finalFrom) return
    for (const each of requestsOf(requests.finalSince(since, finalFrom))) enter(each)
    finalFrom = since
  }

  return {
    unfinished: (place: string): ReadonlySet<Indexed> => now().unfinished.get(place) ?? NONE,
    /** Of what is paid, all that became final since then, and some from before. */
    ended(place: string, since: Nanos): ReadonlySet<Indexed> {
      const { ended } = now()
      readFinal(since)
      return ended.get(place) ?? NONE
    },
  }
}
