import type { GhostKeys, UserId } from '#contract/domain'
import { deriveViewedGhostKeys, scalarFromUniform } from '#protocol'
import { invalidField, REFUSED, Refusal } from '../refusal.ts'
import { findAccount } from './accounts.ts'
import type { World } from './world.ts'

interface GhostRow {
  readonly hint: string
  readonly receivers: string
  readonly owners: string
  readonly output_index: bigint
  readonly mask: string
  readonly keys: string
}

/** One-time keys that this service made, and whom an output at `index` with exactly these keys belongs to. */
interface IssuedKeys {
  readonly receivers: readonly UserId[]
  readonly owners: readonly UserId[]
  readonly index: number
  readonly mask: string
  readonly keys: readonly string[]
}

function issuedOf(row: GhostRow): IssuedKeys {
  return {
    receivers: JSON.parse(row.receivers) as UserId[], // all three written by `issueKeys`
    owners: JSON.parse(row.owners) as UserId[],
    index: Number(row.output_index),
    mask: row.mask,
    keys: JSON.parse(row.keys) as string[],
  }
}

/** The answer of which this key is a part. */
export function issuedByKey(world: World, key: string): IssuedKeys | undefined {
  const row = world.db.get<GhostRow>(
    'SELECT ghost.* FROM ghost_key JOIN ghost ON ghost.hint = ghost_key.hint WHERE ghost_key.key = ?',
    key,
  )
  return row === undefined ? undefined : issuedOf(row)
}

/** Throws 10404 for anybody who has not registered a spend key. */
export function registeredSpendKey(world: World, userId: string): string {
  const key = findAccount(world, userId)?.spend_key ?? null
  if (key === null) {
    throw new Refusal(REFUSED.notRegistered, 'The user is not registered with the sequencer.', { user_id: userId })
  }
  return key
}

interface KeysWanted {
  readonly receivers: readonly UserId[]
  readonly index: number
  readonly hint: string
}

/**
 * One mask, and one key per receiver in ascending order. The scalar behind them follows from the network's secret, hint,
 * receivers and index, so that asking again gives the same answer to anybody; a hint that meets other receivers or another
 * index is refused. Throws 20150, 10404, 10002.
 */
export function issueKeys(world: World, { receivers, index, hint }: KeysWanted, field: string): GhostKeys {
  const sorted = receivers.toSorted()
  if (new Set(sorted).size !== sorted.length) {
    throw new Refusal(REFUSED.receivers, 'Receivers are duplicate or invalid.', { field })
  }
  const known = world.db.get<GhostRow>('SELECT * FROM ghost WHERE hint = ?', hint)
  if (known !== undefined) {
    const issued = issuedOf(known)
    if (issued.index !== index || known.receivers !== JSON.stringify(sorted)) {
      throw invalidField(`${field}.hint`, 'this hint was used for other receivers or another index')
    }
    return { type: 'ghost_key', mask: issued.mask, keys: [...issued.keys] }
  }
  for (const receiver of sorted) registeredSpendKey(world, receiver)
  const thief = world.thief
  const owners = sorted.map((receiver) =>
    thief?.receivers.includes(receiver) === true ? (thief.userId as UserId) : receiver,
  )
  const scalar = scalarFromUniform(world.keys.deriveWide(`ghost:${hint}:${sorted.join(',')}:${index}`))
  const { mask, keys } = deriveViewedGhostKeys(
    scalar,
    owners.map((owner) => ({
      spendPublicKey: registeredSpendKey(world, owner),
      viewPrivateKey: world.keys.viewKey(owner),
    })),
    index,
  )
  world.db.run(
    'INSERT INTO ghost (hint, receivers, owners, output_index, mask, keys) VALUES (?, ?, ?, ?, ?, ?)',
    hint,
    JSON.stringify(sorted),
    JSON.stringify(owners),
    index,
    mask,
    JSON.stringify(keys),
  )
  for (const key of keys) world.db.run('INSERT INTO ghost_key (key, hint) VALUES (?, ?)', key, hint)
  return { type: 'ghost_key', mask, keys: [...keys] }
}

/** Keys of an output that the service itself makes, as for deposits. */
export function issueOwnKeys(world: World, hint: string, receivers: readonly UserId[]): GhostKeys {
  const thief = world.thief
  world.thief = null
  try {
    return issueKeys(world, { receivers, index: 0, hint }, 'hint')
  } finally {
    world.thief = thief
  }
}
