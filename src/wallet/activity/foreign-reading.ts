import type { Hash, Nanos, Snapshot } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { createPauses } from '../payments/pauses.ts'
import type { Desk } from '../shared/desk.ts'
import { inParallel } from '../shared/parallel.ts'
import { factsOf } from './foreign-bytes.ts'

/*
 * Reads the bytes of what left by transactions that this journal did not make, beside everything else: nothing waits for them. They are kept where they
 * hash to the name that the history gives them, and spend a coin of the account: those of somebody else's payment say nothing of this one.
 */

/** Movements that are looked through in a round, transactions that are read in one, and that wait to be. */
const [LOOKED_AT, READ, WAITING_MOST] = [500, 8, 500]
const AT_ONCE = 2
/** What nobody gives the bytes of so often is left until the wallet is opened again, or it would keep others from being read. */
const TRIES = 6
/** A movement may come into the list after others of a later time. */
const LATE: bigint = 600_000_000_000n

type Parts = Pick<Desk, 'self' | 'store' | 'remote' | 'log' | 'feeUser'>

export function createForeignReading(desk: Parts) {
  const { cache, intents } = desk.store
  const stopped = new AbortController()
  const pauses = createPauses<Hash>()
  const waiting = new Set<Hash>()
  const tries = new Map<Hash, number>()
  /** How far the history was gone through, newest first, down to a time. */
  let walk: { readonly cursor: string | null; readonly newest: Nanos | null; readonly of: number } | undefined
  let [down, seen] = [null as Nanos | null, -1]
  let working: Promise<void> | undefined

  /** The next page of what is not looked through yet. */
  function look(): void {
    const version = cache.snapshots.version()
    if (walk === undefined && version === seen) return
    walk ??= { cursor: null, newest: null, of: version }
    const filter = { direction: 'out', from: down } as const
    const { snapshots, cursor } = cache.snapshots.list({ filter, cursor: walk.cursor, limit: LOOKED_AT })
    const own = new Set(intents.payments.knownAmong(snapshots.map(({ transaction_hash: hash }) => hash)))
    for (const snapshot of snapshots)
      if (!own.has(snapshot.transaction_hash) && hasMore(snapshot)) want(snapshot.transaction_hash)
    const newest = walk.newest ?? snapshots[0]?.created_at ?? null
    if (cursor !== null) walk = { ...walk, cursor, newest }
    else {
      seen = walk.of
      down = newest === null ? down : ((newest - LATE) as Nanos) // a span before a time
      walk = undefined
    }
  }

  /** What is on its way stands in no history yet. */
  function lookAtCoins(): void {
    const coins = cache.outputs.list({ holder: desk.self.id, state: 'signed', limit: LOOKED_AT })
    const hashes = coins.flatMap(({ signed_by, inscription_hash }) =>
      inscription_hash === null ? (signed_by ?? []) : [],
    )
    const own = new Set(intents.payments.knownAmong(hashes))
    for (const hash of hashes) if (!own.has(hash)) want(hash)
  }

  /** Of a payment to one person the history says everything. */
  const hasMore = ({ inscription_hash: item, opponent_id: opponent, withdrawal }: Snapshot): boolean =>
    item === null && (withdrawal !== null || opponent === null || opponent === desk.feeUser)

  function want(hash: Hash): void {
    if (cache.transactionFacts.get(hash) === undefined) waiting.add(hash)
  }

  async function read(hash: Hash): Promise<void> {
    try {
      const found = await factsOf(desk, hash, stopped.signal)
      if (stopped.signal.aborted) return
      if (found === undefined || !found.inputs.some(isOwn)) failed(hash)
      else {
        cache.transactionFacts.put(hash, found.facts, found.refers)
        forget(hash)
      }
    } catch (error) {
      if (stopped.signal.aborted) return
      desk.log('info', 'sync.bytes_unread', { transaction: hash, code: codeOf(error) })
      pauses.begin(hash)
    }
  }

  function isOwn({ hash, index }: { readonly hash: string; readonly index: number }): boolean {
    const coin = cache.outputs.byTransaction(hash as Hash, index) // the decoder gives 32 bytes of hex
    return coin?.receivers_hash === desk.self.membersHash && coin.receivers_threshold === desk.self.threshold
  }

  function failed(hash: Hash): void {
    const times = (tries.get(hash) ?? 0) + 1
    if (times < TRIES) {
      tries.set(hash, times)
      pauses.begin(hash)
    } else forget(hash)
  }

  function forget(hash: Hash): void {
    waiting.delete(hash)
    tries.delete(hash)
    pauses.end(hash)
  }

  async function work(): Promise<void> {
    // What was taken over since is known here.
    const own = new Set(intents.payments.knownAmong([...waiting]))
    for (const hash of own) forget(hash)
    const due = [...waiting].filter(pauses.due).slice(0, READ)
    await inParallel(due, AT_ONCE, read)
  }

  return {
    /** After each round of sync; returns at once and works beside it. */
    round(): void {
      if (stopped.signal.aborted || working !== undefined) return
      if (waiting.size < WAITING_MOST) look()
      lookAtCoins()
      if (waiting.size === 0) return
      working = work().finally(() => {
        working = undefined
      })
    },
    async stop(): Promise<void> {
      stopped.abort()
      await working
    },
  }
}
