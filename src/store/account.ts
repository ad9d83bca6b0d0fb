import { join } from 'node:path'
import { defined } from '#contract/defined'
import type { Log, Nanos, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { auditCache, CACHE_MIGRATIONS, deriveCache, openCache } from './cache/cache.ts'
import { createChanges } from './changes.ts'
import type { StoredCopy } from './copies.ts'
import { lockFolder, privateFolder, sizeOf, snapshotOf } from './files.ts'
import { auditIntents, INTENTS_MIGRATIONS, openIntents } from './intents/intents.ts'
import { openItemNames } from './intents/item-names.ts'
import { openKnownOutputs } from './intents/known-outputs.ts'
import { dropIncomplete, mergeIntents } from './intents/merge.ts'
import { openFreezes } from './intents/records.ts'
import { type Meta, metaOf } from './meta.ts'
import { bindNetwork, networkFolder } from './network.ts'
import type { Notice } from './notices.ts'
import { type FileSpec, lookAt, type OpenedFile, openFile } from './open.ts'
import { type Merged, salvage } from './rebuild.ts'
import { soundOf } from './snapshot.ts'

/**
 * Why the outputs must be read again before anything is sent: there may be payments that these files do not remember.
 * `new`: first use. `unclean`: the last use was cut off. `intents_lost`, `cache_lost`: a file was damaged or missing.
 * `restored`: the two files do not belong together, as after putting back an older copy. `upgraded`: by this version.
 */
type ResyncReason = 'new' | 'unclean' | 'intents_lost' | 'cache_lost' | 'restored' | 'upgraded'

export type AccountStore = ReturnType<typeof openOnce>

const RESYNC = 'resync'
/** When both files were opened last, by the clock of the computer that did. */
const OPENED = 'opened_at'
/** Between two pieces of what is done after opening, so that it takes a twentieth of a processor at most. */
const PIECE_PAUSE_MS = 100
const SPENDS_SEEN = 'spends_seen'
const LABELS_SEEN = 'labels_seen'

/**
 * `<dir>/<network>/<account>/`: `cache.db`, which the server can fill again, and `intents.db`, which exists only here.
 * Throws `store.in_use` when another process has the folder, `store.newer` and `store.other_network` without touching a
 * file, `store.disk`. Damaged files are renamed, never deleted; see `notices` and `resync`. `log` hears of rows that a list
 * had to leave out.
 */
export function openAccountStore(options: AccountOptions): AccountStore {
  try {
    return openOnce(options)
  } catch (error) {
    if (codeOf(error) !== 'store.damaged') throw error
    // Damage that showed only in use has marked its file, which is repaired now.
    return openOnce(options)
  }
}

interface AccountOptions {
  readonly dir: string
  readonly network: string
  readonly account: UserId
  readonly clock: { now(): Nanos }
  readonly log?: Log
}

function openOnce(options: AccountOptions) {
  if (!/^[0-9a-f-]{36}$/.test(options.account)) throw failure('internal', 'account is not a user id')
  const folder = join(networkFolder(options.dir, options.network), options.account)
  privateFolder(networkFolder(options.dir, options.network))
  privateFolder(folder)
  const closers = [lockFolder(folder)]
  /** What was opened last goes first; one that fails keeps none of the others open. */
  const close = (): void => {
    const last = closers.pop()
    if (last === undefined) return
    try {
      last()
    } finally {
      close()
    }
  }
  try {
    const { log } = options
    const changes = createChanges()
    const [specs, copied] = [specsOf(folder, options, changes.note), join(folder, 'intents.snapshot')]
    // Both are looked at before either is touched: one that is refused refuses the other.
    const found = { intents: lookAt(specs.intents), cache: lookAt(specs.cache) }
    const intentsFile = openFile(specs.intents, found.intents)
    closers.push(intentsFile.close)
    const cacheFile = openFile(specs.cache, found.cache)
    closers.push(cacheFile.close)
    const intentsMeta = metaOf(intentsFile.db)
    noteResync(intentsFile, cacheFile, intentsMeta, metaOf(cacheFile.db), options.clock.now())

    const cache = openCache(cacheFile.db, {
      known: openKnownOutputs(intentsFile.db),
      names: openItemNames(intentsFile.db, openFreezes(intentsFile.db, options.clock)),
      now: () => options.clock.now(),
    })
    if (intentsFile.origin === 'replaced') forgetSeen(cache)
    const intents = openIntents(intentsFile.db, options.clock, {
      onSpent: (outputs, transaction, at) => void cache.outputs.markSpent(outputs, transaction, at),
      mirror: (subject, text) => cache.snapshots.setLabelText(subject, text),
    })
    catchUp(cache, intents)
    // What nothing else brings back is looked through first.
    const look = (): boolean => intentsFile.look() || cacheFile.look()
    let prepare = cache.snapshots.prepare
    closers.push(
      repeatedly(() => {
        try {
          if (prepare()) return true
        } catch (error) {
          // Whoever asks is told of it; here nobody waits for an answer.
          log?.('error', 'store.not_prepared', { code: codeOf(error) })
        }
        prepare = () => false
        return look()
      }, PIECE_PAUSE_MS),
    )
    return {
      cache,
      intents,
      /** Hears which answers were made old by what was committed. Answers how to unsubscribe. */
      subscribe: changes.subscribe,
      /** What opening had to repair, now or before, until a person has dismissed it. */
      notices: (): Notice[] => [...intentsFile.notices(), ...cacheFile.notices()],
      dismissNotices: (): void => {
        intentsFile.dismiss()
        cacheFile.dismiss()
      },
      /** Damage was seen in use; the next opening repairs it. */
      suspect: (): boolean => intentsFile.suspect() || cacheFile.suspect(),
      /** Looks at a next piece of what opening left out of large files, as happens by itself all the time; tells whether there is more. */
      look,
      /** Brings all that was written into the main files, so that a copy of the folder is whole. */
      rest: (): void => {
        intentsFile.rest()
        cacheFile.rest()
      },
      /** Copies of intents.db that lie beside it, newest first: the last of each of the last seven days. */
      copies: (): StoredCopy[] => intentsFile.copies(),
      /** Makes the copy of this day. Throws `store.disk`, `store.damaged`; the older copies then stay as they are. */
      copyNow: (): void => intentsFile.copy(),
      /** While this names a reason, outputs must be read completely before a payment may be made. */
      resync: {
        needed: (): ResyncReason | null => (intentsMeta.get(RESYNC) || null) as ResyncReason | null, // written below
        done: (): void => intentsMeta.set(RESYNC, ''),
      },
      /** Pins the network's own id at the first call; another one later throws `store.other_network`. */
      bindNetwork: (networkId: string): void => bindNetwork([intentsFile.db, cacheFile.db], networkId),
      /** A compact, consistent copy of intents.db as bytes: all that nothing else brings back. */
      snapshot: (): Uint8Array => snapshotOf(intentsFile.db, copied),
      /** The same as a restore takes it: of a journal that is damaged, every row that is whole and no other. Throws `store.damaged`, `store.disk`. */
      soundSnapshot: () => soundOf(snapshotOf(intentsFile.db, copied), specs.intents.identity, copied),
      /**
       * Takes over what a snapshot of this account's intents.db has and this one has not, all or nothing; payments of it that
       * had not ended count as missed. Everything is read again before money is sent. Throws `store.damaged`, `store.disk`.
       */
      absorb(bytes: Uint8Array): Merged {
        const found = salvage(bytes, specs.intents)
        if (found === null) throw failure('store.damaged', 'snapshot gives nothing of this account')
        try {
          return intentsFile.db.transaction(() => {
            const merged = mergeIntents(found.db, intentsFile.db, options.clock.now())
            if (merged.rows > 0) intentsMeta.set(RESYNC, 'restored')
            return merged
          })
        } finally {
          found.db.close()
          forgetSeen(cache)
          catchUp(cache, intents)
        }
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

/** What the two files are, for whoever opens them. */
function specsOf(
  folder: string,
  { network, account, clock, log }: AccountOptions,
  changed: NonNullable<FileSpec['changed']>,
) {
  const common = {
    ...{ folder, identity: { network, account }, now: () => clock.now(), changed },
    ...defined({ log }),
  }
  return {
    intents: {
      ...common,
      kind: 'intents',
      migrations: INTENTS_MIGRATIONS,
      audit: auditIntents,
      restoring: { mend: dropIncomplete, merge: mergeIntents },
      // It is made before the cache.
      isExpected: () => sizeOf(join(folder, 'cache.db')) > 0,
    },
    cache: {
      ...{ ...common, kind: 'cache', migrations: CACHE_MIGRATIONS, audit: auditCache, derive: deriveCache },
      restoring: null,
    },
  } as const satisfies Record<string, FileSpec>
}

/** Does a piece of work again and again, with pauses, until there is no more or it is stopped. Keeps no program running. */
function repeatedly(work: () => boolean, pauseMs: number): () => void {
  let timer: NodeJS.Timeout | undefined
  const next = (): void => {
    timer = setTimeout(() => void (work() && next()), pauseMs).unref()
  }
  next()
  return () => clearTimeout(timer)
}

/**
 * The two files count their openings together, and say when the last was: files of two copies of one folder may have been opened equally often. When they
 * differ one of them is not the one that was used last. The reason stays until sync has run through, however often Coffer is started in between.
 */
function noteResync(intents: OpenedFile, cache: OpenedFile, intentsMeta: Meta, cacheMeta: Meta, now: Nanos): void {
  const [intentsUse, cacheUse] = [intentsMeta.get('uses') ?? '0', cacheMeta.get('uses') ?? '0']
  const reason = ((): ResyncReason | null => {
    if (intents.origin === 'replaced' || (intents.origin === 'new' && cache.origin !== 'new')) return 'intents_lost'
    if (intents.origin === 'new') return 'new'
    if (cache.origin === 'replaced' || cache.origin === 'new') return 'cache_lost'
    if (intentsUse !== cacheUse || intentsMeta.get(OPENED) !== cacheMeta.get(OPENED)) return 'restored'
    if (intents.unclean || cache.unclean) return 'unclean'
    return intents.origin === 'upgraded' || cache.origin === 'upgraded' ? 'upgraded' : null
  })()
  if (reason !== null) intentsMeta.set(RESYNC, reason)
  const uses = String(Math.max(Number(intentsUse), Number(cacheUse)) + 1)
  for (const meta of [intentsMeta, cacheMeta]) {
    meta.set('uses', uses)
    meta.set(OPENED, String(now))
  }
}

/** Places in a journal that came back mean nothing in the one that is there now: all of it is brought over again. */
function forgetSeen(cache: ReturnType<typeof openCache>): void {
  for (const key of [SPENDS_SEEN, LABELS_SEEN]) cache.sync.set(key, '0')
}

/** Brings over what the cache missed: a crash between the two files, or a cache that was lost. */
function catchUp(cache: ReturnType<typeof openCache>, intents: ReturnType<typeof openIntents>): void {
  for (const final of intents.payments.finalsAfter(BigInt(cache.sync.get(SPENDS_SEEN) ?? '0'))) {
    cache.outputs.markSpent(final.outputs, final.hash, final.at)
    cache.sync.set(SPENDS_SEEN, String(final.event))
  }
  for (const label of intents.labels.changesAfter(BigInt(cache.sync.get(LABELS_SEEN) ?? '0'))) {
    cache.snapshots.setLabelText(label.subject, label.text)
    cache.sync.set(LABELS_SEEN, String(label.revision))
  }
}
