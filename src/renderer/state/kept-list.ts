import { whenLocked } from './forget-on-lock.ts'
import type { Owner } from './types.ts'

/** A list of payments that was pasted and not used yet, of one owner's money: closing its dialog loses nothing, locking does. */
let kept: { readonly of: string; readonly text: string } | null = null

const ofOwner = ({ account, holder }: Owner): string => JSON.stringify([account, holder])

export const keptList = (owner: Owner): string => (kept?.of === ofOwner(owner) ? kept.text : '')

export function keepList(owner: Owner, text: string): void {
  kept = { of: ofOwner(owner), text }
}

whenLocked(() => {
  kept = null
})
