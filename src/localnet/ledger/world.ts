import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { v4 } from 'uuid'
import type { AssetTable, Clock, Log, Nanos, Random } from '#contract/domain'
import { failure } from '#contract/errors'
import { ensureFolder } from '#platform/files'
import { montgomeryKey, publicKeyFromSeed, scalarFromUniform, viewScalar } from '#protocol'
import { type Catalog, createCatalog } from '../chain/catalog.ts'
import { Database, lockFolder } from './database.ts'
import { SCHEMA, SCHEMA_VERSION } from './schema.ts'
import { findTokens } from './tokens.ts'
import { upgrade } from './upgrade.ts'

/** Keys of the network itself. All follow from one secret, so that a seeded network is the same every time. */
interface NetworkKeys {
  readonly networkId: string
  readonly serverSeed: string
  readonly serverPublicKey: string
  /** The server's key as X25519, for PINs. */
  readonly pinPublicKey: string
  readonly custodianSeed: string
  readonly custodianPublicKey: string
  readonly depositSeed: string
  readonly depositPublicKey: string
  /** 32 bytes in hex for a purpose. */
  derive(purpose: string): string
  /** 64 bytes for a purpose. */
  deriveWide(purpose: string): Uint8Array
  /** The view key that this service keeps for a user. */
  viewKey(userId: string): string
  /** The scalar that, added to a user's spend key, opens the output of that mask and index. */
  viewScalar(userId: string, mask: string, index: number): string
}

/** While set, one-time keys asked for these receivers are secretly made for somebody else. */
interface Thief {
  readonly userId: string
  readonly receivers: readonly string[]
}

/** Everything that a call works with. */
export interface World {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly keys: NetworkKeys
  readonly catalog: Catalog
  readonly automaticBlocks: boolean
  /** Unix nanoseconds, different at each call and always rising. */
  now(): Nanos
  /** Fresh bytes that follow from the network's secret and the number of draws so far. */
  draw(length: number): Uint8Array
  uuid(): string
  height(): number
  thief: Thief | null
  /** Where this network is reached, which the addresses of contents begin with; empty until it listens. */
  origin: string
  close(): void
}

interface WorldOptions {
  readonly dir: string
  readonly clock: Clock
  readonly random: Random
  readonly seed?: string
  readonly automaticBlocks: boolean
  readonly log: Log
  readonly assets: AssetTable
}

/** View scalars that are remembered: a request is read many times before all have signed, and it may have 256 coins. */
const SCALARS_MAX = 8192

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

function networkKeys(secret: string): NetworkKeys {
  const mac = (algorithm: string, purpose: string) => createHmac(algorithm, Buffer.from(secret, 'hex')).update(purpose)
  const derive = (purpose: string) => mac('sha256', purpose).digest('hex')
  const deriveWide = (purpose: string) => new Uint8Array(mac('sha512', purpose).digest())
  const views = new Map<string, string>()
  const scalars = new Map<string, string>()
  const [serverSeed, custodianSeed, depositSeed] = [derive('server'), derive('custodian'), derive('deposit entries')]
  const serverPublicKey = publicKeyFromSeed(serverSeed)
  function viewKey(userId: string): string {
    const known = views.get(userId) ?? scalarFromUniform(deriveWide(`view:${userId}`))
    views.set(userId, known)
    return known
  }
  return {
    networkId: derive('network id'),
    serverSeed,
    serverPublicKey,
    pinPublicKey: montgomeryKey(serverPublicKey),
    custodianSeed,
    custodianPublicKey: publicKeyFromSeed(custodianSeed),
    depositSeed,
    depositPublicKey: publicKeyFromSeed(depositSeed),
    derive,
    deriveWide,
    viewKey,
    viewScalar(userId, mask, index) {
      const name = `${userId} ${mask} ${index}`
      const known = scalars.get(name) ?? viewScalar(mask, viewKey(userId), index)
      const [oldest] = scalars.keys()
      if (scalars.size >= SCALARS_MAX && oldest !== undefined) scalars.delete(oldest)
      scalars.set(name, known)
      return known
    },
  }
}

function readMeta(db: Database, name: string): string | undefined {
  return db.get<{ value: string }>('SELECT value FROM meta WHERE name = ?', name)?.value
}

function writeMeta(db: Database, name: string, value: string): void {
  db.run(
    'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    value,
  )
}

const seedSecret = (seed: string): string => createHmac('sha256', 'coffer local network').update(seed).digest('hex')

/** Creates the tables on first use. A seed decides the secret of a new network and must fit that of an old one. */
function openSecret(db: Database, { random, seed }: WorldOptions): string {
  db.exec('CREATE TABLE IF NOT EXISTS version (number TEXT NOT NULL) STRICT')
  const version = db.get<{ number: string }>('SELECT number FROM version')?.number
  if (version === undefined) {
    const secret = seed === undefined ? hexOf(random(32)) : seedSecret(seed)
    db.transaction(() => {
      db.exec(SCHEMA)
      db.run('INSERT INTO version (number) VALUES (?)', SCHEMA_VERSION)
      writeMeta(db, 'secret', secret)
      writeMeta(db, 'height', '1')
      writeMeta(db, 'draws', '0')
    })
    return secret
  }
  const secret = readMeta(db, 'secret') ?? ''
  if (seed !== undefined && secret !== seedSecret(seed)) {
    throw failure('store.other_network', 'this folder holds a local network of another seed')
  }
  upgrade(db, version)
  return secret
}

/** Opens or makes the network in a folder. Throws `store.in_use`, `store.newer`, `store.other_network`. */
export function openWorld(options: WorldOptions): World {
  const { dir } = options
  ensureFolder(dir)
  const opened = [lockFolder(join(dir, 'lock.db'))]
  const close = () => {
    for (const each of opened.toReversed()) each.close()
  }
  try {
    const db = new Database(join(dir, 'ledger.db'))
    opened.push(db)
    return worldOn(db, networkKeys(openSecret(db, options)), { ...options, close })
  } catch (error) {
    close()
    throw error
  }
}

function worldOn(db: Database, keys: NetworkKeys, options: WorldOptions & Pick<World, 'close'>): World {
  const { clock, log, close } = options
  const newest = db.get<{ time: bigint | null }>(
    'SELECT max(created_at) AS time FROM (SELECT created_at FROM snapshot UNION ALL SELECT created_at FROM deposit)',
  )
  let last = newest?.time ?? 0n

  function now(): Nanos {
    const time = clock.now()
    last = time > last ? time : last + 1n
    return last as Nanos
  }

  function draw(length: number): Uint8Array {
    const row = db.get<{ value: string }>(
      "UPDATE meta SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE name = 'draws' RETURNING value",
    )
    return keys.deriveWide(`draw:${row?.value ?? ''}`).subarray(0, length)
  }

  return {
    db,
    clock,
    log,
    keys,
    catalog: createCatalog(
      options.assets,
      () => clock.now(),
      (id) => findTokens(db, id),
    ),
    automaticBlocks: options.automaticBlocks,
    now,
    draw,
    uuid: () => v4({ random: draw(16) }),
    height: () => Number(readMeta(db, 'height') ?? '1'),
    thief: null,
    origin: '',
    close,
  }
}

export function setHeight(world: World, height: number): void {
  writeMeta(world.db, 'height', String(height))
}
