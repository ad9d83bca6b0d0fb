import type { RequestId } from '#contract/domain'
import type { Payee } from '#contract/ipc'
import { type Amount, sumOf } from '#protocol'
import type { Intents } from '#store'
import { foldedPayeeKey } from '../shared/payee-key.ts'
import { type Request, requestsOf } from './request.ts'
import type { RequestStore } from './request-store.ts'

/** What somebody gets. */
export interface PaidRow {
  readonly payee: Payee
  readonly amount: Amount
  /** Position among those who are paid. */
  readonly row: number
}

/** A sum for one receiver: equal places mean the same money to the same one. */
export interface Sum extends Omit<PaidRow, 'payee'> {
  readonly place: string
  readonly payee: string
}

/** What is looked for in the index: each row, and of who stands in several all of them together. `within` names the group and the asset. */
export const sumsIn = (rows: readonly PaidRow[], within: string): Sum[] =>
  [...Map.groupBy(rows, ({ payee }) => foldedPayeeKey(payee))].flatMap(([payee, own]) => {
    const row = own[0]?.row ?? 0
    const sums = new Map([...own.map((each) => [each.amount, each.row] as const), [sumOf(own), row] as const])
    return [...sums].map(([amount, at]) => ({ place: `${within} ${payee} ${amount}`, payee, amount, row: at }))
  })

/** A request as it stands in the index. */
export interface Indexed
  extends Pick<Request, 'id' | 'hash' | 'state'>,
    Pick<Request['detail'], 'createdAt' | 'finalAt'> {
  readonly sums: readonly Sum[]
}

interface IndexDeps {
  readonly requests: Pick<Intents['requests'], 'version' | 'open' | 'ended'>
  readonly requestStore: Pick<RequestStore, 'onKept' | 'find'>
  readonly read: (request: Request) => readonly Sum[]
}

/** Requests that were paid, the last of them. */
const FINAL_MAX = 200

type Places = Map<string, Set<Indexed>>
const NONE: ReadonlySet<Indexed> = new Set()

/**
 * Unfinished requests, and those that were paid last, by each sum that they pay. All of them are read once, and then one by one as they are written:
 * a list of many is reviewed while each review may write its own.
 */
export function createAskedIndex({ requests, requestStore, read }: IndexDeps) {
  const known = new Map<RequestId, Indexed>()
  const places: { readonly unfinished: Places; readonly final: Places } = { unfinished: new Map(), final: new Map() }
  const finals = new Set<Indexed>()
  const written = new Set<RequestId>()
  let version: number | undefined

  requestStore.onKept(({ id }) => {
    // Whatever else was written is read with all others.
    if (version === undefined || requests.version() !== version + 1) return
    version += 1
    written.add(id)
  })

  const placesOf = ({ state }: Indexed): Places => (state === 'final' ? places.final : places.unfinished)

  function leave(entry: Indexed): void {
    const all = placesOf(entry)
    for (const { place } of entry.sums) {
      const there = all.get(place)
      there?.delete(entry)
      if (there?.size === 0) all.delete(place)
    }
    finals.delete(entry)
    known.delete(entry.id)
  }

  function enter(request: Request): void {
    const { id, hash, state, detail } = request
    const { createdAt, finalAt } = detail
    if (state === 'revoked' || state === 'dead') return
    const when = finalAt === undefined ? { createdAt } : { createdAt, finalAt }
    const entry: Indexed = { id, hash, state, ...when, sums: read(request) }
    known.set(id, entry)
    const all = placesOf(entry)
    for (const { place } of entry.sums) all.set(place, (all.get(place) ?? new Set()).add(entry))
    if (state !== 'final') return
    finals.add(entry)
    const [oldest] = finals
    if (finals.size > FINAL_MAX && oldest !== undefined) leave(oldest)
  }

  function readAll(): void {
    for (const each of [known, places.unfinished, places.final, finals, written]) each.clear()
    version = requests.version()
    const paid = requestsOf(requests.ended(FINAL_MAX)).filter(({ state }) => state === 'final')
    for (const each of [...paid.reverse(), ...requestsOf(requests.open())]) enter(each)
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

  return {
    unfinished: ({ place }: Sum): ReadonlySet<Indexed> => now().unfinished.get(place) ?? NONE,
    final: ({ place }: Sum): ReadonlySet<Indexed> => now().final.get(place) ?? NONE,
  }
}
