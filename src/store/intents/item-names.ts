import type { Hash, Output, OutputId } from '#contract/domain'
import type { Database } from '../database.ts'
import { bytesOf, hexOf, uuidBytes } from '../encoding.ts'
import { sealedWriter } from '../sealed.ts'
import { sealedBatch } from '../sealed-batch.ts'
import type { openFreezes } from './records.ts'

/** What outputs are called: kept when an item is listed, and heard each time that one may be called otherwise than before. */
export interface ItemNames {
  /** Whether an item was ever heard of. */
  any(): boolean
  /** Keeps what open outputs are called first, written at once and only where there are items. */
  keep(outputs: readonly Pick<Output, 'output_id' | 'inscription_hash' | 'state'>[]): void
  /** `before` is what the cache has; where it has nothing, or was lost, what the journal has counts. */
  heard(id: OutputId, before: Hash | null, now: Hash | null): void
}

/** How it is written why such an output is frozen: what it was called first, and why it had been frozen before, if it was. */
const FIRST = /^Called the collectible ([0-9a-f]{64}) first\.(?: (.*))?$/s

const written = (first: Hash, before: string): string =>
  `Called the collectible ${first} first.${before === '' ? '' : ` ${before}`}`

/** Why an output stays frozen that its owner, or anybody, freezes for another reason: what it was called first is not forgotten for it. */
export function frozenBeside(kept: string, reason: string): string {
  const first = calledFirst(kept)
  return first === null ? reason : written(first, reason)
}

/** Why it is frozen still once one of its reasons is over; the others stay, and null says that there is no other. */
export function frozenWithout(kept: string, reason: string): string | null {
  if (kept === reason) return null
  const [, first, rest] = FIRST.exec(kept) ?? []
  return first !== undefined && rest === reason ? written(first as Hash, '') : kept
}

/** The item that an output was called first which is frozen because it is called that no longer; null for any other freeze. */
export const calledFirst = (reason: string): Hash | null => (FIRST.exec(reason)?.[1] ?? null) as Hash | null // 32 bytes of hex

interface Row {
  readonly item: Buffer
  readonly told: bigint | null
}

/**
 * Which item an output carries is the service's word and stands in no bytes. One that it calls another item, or none any more, is frozen before that is
 * believed, since an item that is spent as money is gone; what was called an item falsely is its owner's to free. Called as at first, it is what it was.
 */
export function openItemNames(db: Database, freezes: ReturnType<typeof openFreezes>): ItemNames {
  const any = db.prepare('SELECT 1 FROM item_names LIMIT 1')
  const find = db.prepare<Row>('SELECT item, told FROM item_names WHERE output_id = ?')
  const batch = sealedBatch(db, 'item_names', ['output_id'])
  const write = sealedWriter(db, 'item_names', ['output_id'])

  /** Whether the owner decides from here on. */
  function tell(id: OutputId, first: Hash, told: bigint | null): void {
    const bytes = uuidBytes(id)
    const item = find.get(bytes)?.item ?? bytesOf(first)
    write([bytes, item, told])
  }

  /** What the journal has heard of one, until its owner was told that it is called otherwise. */
  function firstOf(id: OutputId): Hash | null {
    const row = find.get(uuidBytes(id))
    return row === undefined || row.told !== null ? null : hexOf<Hash>(row.item)
  }

  return {
    any: () => any.get() !== undefined,
    keep(outputs) {
      const items = outputs.filter(({ inscription_hash: item, state }) => item !== null && state !== 'spent')
      if (items.length === 0) return
      db.transaction(() => {
        const insert = batch()
        for (const { output_id: id, inscription_hash: item } of items)
          insert.add([uuidBytes(id), item === null ? null : bytesOf(item), null])
        insert.end()
      })
    },
    heard(id, known, now) {
      const before = known ?? firstOf(id)
      if (before === null && now === null) return
      const kept = freezes.get(id)?.reason ?? ''
      const first = calledFirst(kept)
      if (first === null) {
        if (before !== null && before !== now) {
          freezes.set(id, written(before, kept))
          tell(id, before, 1n)
        } else if (now !== null && find.get(uuidBytes(id))?.told === 1n) tell(id, now, null)
        return
      }
      if (now !== first) return
      const [, , rest = ''] = FIRST.exec(kept) ?? []
      if (rest === '') freezes.remove(id)
      else freezes.set(id, rest)
      tell(id, first, null)
    },
  }
}
