import type { Hash, OutputId } from '#contract/domain'
import type { openFreezes } from './records.ts'

/** What outputs are called, heard each time that one is listed which carries an item, or did before. */
export interface ItemNames {
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

/**
 * Which item an output carries is the service's word and stands in no bytes. One that it calls another item, or none any more, is frozen before that is
 * believed, since an item that is spent as money is gone; what was called an item falsely is its owner's to free. Called as at first, it is what it was.
 */
export function openItemNames(freezes: ReturnType<typeof openFreezes>): ItemNames {
  return {
    heard(id, before, now) {
      const kept = freezes.get(id)?.reason ?? ''
      const first = calledFirst(kept)
      if (first === null) {
        if (before !== null && before !== now) freezes.set(id, written(before, kept))
        return
      }
      if (now !== first) return
      const [, , rest = ''] = FIRST.exec(kept) ?? []
      if (rest === '') freezes.remove(id)
      else freezes.set(id, rest)
    },
  }
}
