import type { Hash, HolderId, Nanos, RequestId } from '#contract/domain'
import type { Database } from '../database.ts'
import { bytesOf, codeIn, hexOf, memberOf, nanos, orUndefined, uuidBytes, uuidOf } from '../encoding.ts'
import { type Json, jsonOf } from '../exact-json.ts'
import { sealedWriter } from '../sealed.ts'
import { jsonIn } from '../stored.ts'

const REQUEST_STATES = ['open', 'complete', 'final', 'revoked', 'dead'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** A request for a group's signatures, as far as this account has seen it. */
export interface CosignRequest {
  readonly id: RequestId
  readonly holder: HolderId
  readonly hash: Hash
  readonly state: RequestState
  /** Hex of the transaction with every good signature seen so far. */
  readonly raw: string
  /** The wallet's own description: who asked, notes, signers with their times. */
  readonly detail: Json
  readonly seenAt: Nanos
  readonly updatedAt: Nanos
}

interface Row {
  readonly id: Buffer
  readonly holder: string
  readonly hash: Buffer
  readonly state: bigint
  readonly raw: Buffer
  readonly detail: string
  readonly seen_at: bigint
  readonly updated_at: bigint
  /** The checksum of all of it. */
  readonly seal: bigint
}
type Stamp = Pick<Row, 'id' | 'seal' | 'updated_at'>

const NEVER = 2n ** 63n - 1n
/** Those that are kept as they were read; what is more is read anew each time. */
const KEPT_MOST = 5_000

/** Requests that were made here, found, or handed over; they stay when they have ended. Of those that only files tell of, the wallet keeps so many. */
export function openRequests(db: Database, clock: { now(): Nanos }) {
  const write = sealedWriter(db, 'requests', ['id'])
  const find = db.prepare<Row>('SELECT * FROM requests WHERE id = ?')
  const findByHash = db.prepare<Row>('SELECT * FROM requests WHERE hash = ? ORDER BY seen_at DESC')
  const knownAmong = db.prepare<{ hash: Buffer }>(`
    SELECT hash FROM requests WHERE hash IN (SELECT unhex(value) FROM json_each(?))
    GROUP BY hash HAVING count(*) = 1 AND max(state) < ${codeIn(REQUEST_STATES, 'revoked')}
      AND max(CASE WHEN json_valid(detail) THEN detail ->> '$.record' END) IS NOT NULL`)
  const listAll = db.prepare<Stamp>(`
    SELECT id, seal, updated_at FROM requests WHERE (? IS NULL OR holder = ?) ORDER BY seen_at DESC, id`)
  const listOpen = db.prepare<Row>('SELECT * FROM requests WHERE state < 2 ORDER BY seen_at DESC, id')
  const listEnded = db.prepare<Row>(`
    SELECT * FROM requests WHERE state >= 2 AND (updated_at < ? OR (updated_at = ? AND id > ?))
    ORDER BY updated_at DESC, id LIMIT ?`)
  const listFinal = db.prepare<Row>(`
    SELECT * FROM requests WHERE state = ${codeIn(REQUEST_STATES, 'final')}
    AND CAST(detail ->> '$.finalAt."$bigint"' AS INTEGER) BETWEEN ? AND ?`)
  const listUnproved = db.prepare<Row>(`
    SELECT * FROM requests WHERE state = ${codeIn(REQUEST_STATES, 'dead')} AND detail ->> '$.provedDead' IS NULL`)
  const listRevoked = db.prepare<Row>(`SELECT * FROM requests WHERE state = ${codeIn(REQUEST_STATES, 'revoked')}`)
  const told = `detail ->> '$.source' = 'bundle' AND detail ->> '$.record' IS NULL`
  const countTold = db.prepare<{ count: bigint }>(`SELECT count(*) AS count FROM requests WHERE ${told}`)
  const listTold = db.prepare<Row>(`SELECT * FROM requests WHERE ${told} ORDER BY updated_at, id`)
  const remove = db.prepare('DELETE FROM requests WHERE id = ?')
  const read = (row: Row): CosignRequest => ({
    id: uuidOf<RequestId>(row.id),
    holder: row.holder as HolderId, // stored from a HolderId
    hash: hexOf<Hash>(row.hash),
    state: memberOf(REQUEST_STATES, row.state),
    raw: hexOf<string>(row.raw),
    detail: jsonIn(db, 'request', row.detail),
    seenAt: nanos(row.seen_at),
    updatedAt: nanos(row.updated_at),
  })
  /** A group has had thousands, and a list of all is asked for whenever one of them changed. */
  const kept = new Map<string, { readonly of: Omit<Stamp, 'id'>; readonly request: CosignRequest }>()
  const keyOf = (id: Buffer): string => id.toString('latin1')
  const keptAs = ({ id, seal, updated_at }: Stamp): CosignRequest | undefined => {
    const before = kept.get(keyOf(id))
    return before?.of.seal === seal && before.of.updated_at === updated_at ? before.request : undefined
  }
  const decode = (row: Row): CosignRequest => {
    const { id, seal, updated_at } = row
    const request = keptAs(row) ?? read(row)
    // What cannot be read is told each time.
    if (request.detail !== null && (kept.size < KEPT_MOST || kept.has(keyOf(id))))
      kept.set(keyOf(id), { of: { seal, updated_at }, request })
    return request
  }
  return {
    /** Writes a request down, or what is new about it; the time it was first seen stays. */
    put(request: Omit<CosignRequest, 'seenAt' | 'updatedAt'>): CosignRequest {
      return db.transaction(() => {
        const known = find.get(uuidBytes(request.id))
        const at = clock.now()
        const seenAt = nanos(known?.seen_at ?? at)
        write([
          ...[uuidBytes(request.id), request.holder, bytesOf(request.hash), codeIn(REQUEST_STATES, request.state)],
          ...[bytesOf(request.raw), jsonOf(request.detail), seenAt, at],
        ])
        return { ...request, seenAt, updatedAt: at }
      })
    },
    version: (): number => db.version('requests'),
    get: (id: RequestId): CosignRequest | undefined => orUndefined(find.get(uuidBytes(id)), decode),
    /** For these bytes, the newest first. */
    byHash: (hash: Hash): CosignRequest[] => db.readable('request', findByHash.all(bytesOf(hash)), decode),
    /** Those of these transactions that are known by one request each, of which the service has told and that came to nothing in no way. */
    knownAmong: (hashes: readonly Hash[]): Hash[] =>
      knownAmong.all(JSON.stringify(hashes)).map(({ hash }) => hexOf<Hash>(hash)),
    /** Newest first. */
    list(query: { holder?: HolderId } = {}): CosignRequest[] {
      const holder = query.holder ?? null
      return listAll.all(holder, holder).flatMap((stamp) => {
        const request = keptAs(stamp)
        if (request !== undefined) return request
        const row = find.get(stamp.id)
        return row === undefined ? [] : db.readable('request', [row], decode)
      })
    },
    toldCount: (): number => Number(countTold.get()?.count ?? 0n),
    /** Those that came as a file and of which the service has said nothing, the one that was written longest ago first. */
    told: (): CosignRequest[] => db.readable('request', listTold.all(), decode),
    remove: (ids: readonly RequestId[]): void =>
      db.transaction(() => {
        for (const id of ids) {
          remove.run(uuidBytes(id))
          kept.delete(keyOf(uuidBytes(id)))
        }
      }),
    /** Those that may still change: signatures are missing, or the network has not made them final. */
    open: (): CosignRequest[] => db.readable('request', listOpen.all(), decode),
    /** A page of those that are called final, given up or dead, the newest of them first. */
    ended(
      limit: number,
      behind: Pick<CosignRequest, 'updatedAt' | 'id'> | null = null,
    ): { items: CosignRequest[]; next: Pick<CosignRequest, 'updatedAt' | 'id'> | null } {
      const [at, id] = behind === null ? [NEVER, Buffer.alloc(0)] : [behind.updatedAt, uuidBytes(behind.id)]
      const rows = listEnded.all(at, at, id, limit)
      const last = rows.length < limit ? undefined : rows.at(-1)
      const next = last === undefined ? null : { updatedAt: nanos(last.updated_at), id: uuidOf<RequestId>(last.id) }
      return { items: db.readable('request', rows, decode), next }
    },
    /** Those that were first known to be final from then on, and no later than `to`. */
    finalSince: (from: Nanos, to: Nanos): CosignRequest[] => db.readable('request', listFinal.all(from, to), decode),
    /** Those that are called dead and that no bytes have proved so. */
    unprovedDead: (): CosignRequest[] => db.readable('request', listUnproved.all(), decode),
    revoked: (): CosignRequest[] => db.readable('request', listRevoked.all(), decode),
  }
}
