import { join } from 'node:path'
import type { Log, Nanos, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import { auditCache, CACHE_MIGRATIONS, openCache } from './cache/cache.ts'
import { auditIntents, INTENTS_MIGRATIONS, openIntents, rescueIntents } from './intents/intents.ts'
import { openKnownOutputs } from './intents/known-outputs.ts'
import { bindNetwork, networkFolder, noticesOf } from './network.ts'
import {
  copyTo,
  type FileSpec,
  lockFolder,
  lookAt,
  type Meta,
  metaOf,
  type OpenedFile,
  openFile,
  privateFolder,
} from './open.ts'

/**
 * Why the outputs must be read again before anything is sent: there may be payments that these files do not remember.
 * `new`: first use. `unclean`: the last use was cut off. `intents_lost`, `cache_lost`: a file was damaged or missing.
 * `restored`: the two files do not belong together, as after putting back an older copy. `upgraded`: by this version.
 */
export type ResyncReason = 'new' | 'unclean' | 'intents_lost' | 'cache_lost' | 'restored' | 'upgraded'

export type AccountStore = ReturnType<typeof openAccountStore>

const RESYNC = 'resync'
const SPENDS_SEEN = 'spends_seen'
const LABELS_SEEN = 'labels_seen'

/**
 * `<dir>/<network>/<account>/`: `cache.db`, which the server can fill again, and `intents.db`, which exists only here.
 * Throws `store.in_use` when another process has the folder, `store.newer` and `store.other_network` without touching a
 * file, `store.disk`. Damaged files are renamed, never deleted; see `notices` and `resync`. `log` hears of rows that a list
 * had to leave out.
 */
export function openAccountStore(options: {
  dir: string
  network: string
  account: UserId
  clock: { now(): Nanos }
  log?: Log
}) {
  if (!/^[0-9a-f-]{36}$/.test(options.account)) throw failure('internal', 'account is not a user id')
  const folder = join(networkFolder(options.dir, options.network), options.account)
  privateFolder(networkFolder(options.dir, options.network))
  privateFolder(folder)
  const closers = [lockFolder(folder)]
  const close = (): void => {
    while (closers.length > 0) closers.pop()?.()
  }
  try {
    const identity = { network: options.network, account: options.account }
    const { log } = options
    const common = { folder, identity, now: () => options.clock.now(), ...(log === undefined ? {} : { log }) }
    const specs = {
      intents: {
        ...common,
        kind: 'intents',
        migrations: INTENTS_MIGRATIONS,
        precious: true,
        audit: auditIntents,
        rescue: rescueIntents,
      },
      cache: { ...common, kind: 'cache', migrations: CACHE_MIGRATIONS, precious: false, audit: auditCache },
    } as const satisfies Record<string, FileSpec>
    // Both are looked at before either is touched: one that is refused refuses the other.
    const found = { intents: lookAt(specs.intents), cache: lookAt(specs.cache) }
    const intentsFile = openFile(specs.intents, found.intents)
    closers.push(intentsFile.close)
    const cacheFile = openFile(specs.cache, found.cache)
    closers.push(cacheFile.close)
    const intentsMeta = metaOf(intentsFile.db)
    noteResync(intentsFile, cacheFile, intentsMeta, metaOf(cacheFile.db))

    const cache = openCache(cacheFile.db, {
      known: openKnownOutputs(intentsFile.db),
      now: () => options.clock.now(),
    })
    const intents = openIntents(intentsFile.db, options.clock, {
      onSpent: (outputs, transaction, at) => void cache.outputs.markSpent(outputs, transaction, at),
      mirror: (subject, text) => cache.snapshots.setLabelText(subject, text),
    })
    catchUp(cache, intents)
    return {
      cache,
      intents,
      notices: [...noticesOf(intentsFile, 'intents'), ...noticesOf(cacheFile, 'cache')],
      /** While this names a reason, outputs must be read completely before a payment may be made. */
      resync: {
        needed: (): ResyncReason | null => (intentsMeta.get(RESYNC) || null) as ResyncReason | null, // written below
        done: (): void => intentsMeta.set(RESYNC, ''),
      },
      /** Pins the network's own id at the first call; another one later throws `store.other_network`. */
      bindNetwork: (networkId: string): void => bindNetwork([intentsFile.db, cacheFile.db], networkId),
      /** Writes a compact, consistent copy of intents.db to a private file. */
      backup: (path: string): void => copyTo(intentsFile.db, path),
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

/**
 * The two files count their openings together; when the numbers differ one of them is not the one that was used last.
 * The reason stays until sync has run through, however often Coffer is started in between.
 */
function noteResync(intents: OpenedFile, cache: OpenedFile, intentsMeta: Meta, cacheMeta: Meta): void {
  const [intentsUse, cacheUse] = [intentsMeta.get('uses') ?? '0', cacheMeta.get('uses') ?? '0']
  const reason = ((): ResyncReason | null => {
    if (intents.origin === 'replaced' || (intents.origin === 'new' && cache.origin !== 'new')) return 'intents_lost'
    if (intents.origin === 'new') return 'new'
    if (cache.origin === 'replaced' || cache.origin === 'new') return 'cache_lost'
    if (intentsUse !== cacheUse) return 'restored'
    if (intents.unclean || cache.unclean) return 'unclean'
    return intents.origin === 'upgraded' || cache.origin === 'upgraded' ? 'upgraded' : null
  })()
  if (reason !== null) intentsMeta.set(RESYNC, reason)
  const uses = String(Math.max(Number(intentsUse), Number(cacheUse)) + 1)
  intentsMeta.set('uses', uses)
  cacheMeta.set('uses', uses)
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
