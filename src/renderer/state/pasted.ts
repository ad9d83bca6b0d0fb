import { differsInDisguise, forgetCopied, heldNow, lastCopied } from '../lib/clipboard.ts'
import { whenLocked } from './forget-on-lock.ts'

/*
 * Programs lie in wait for an address on the clipboard and put one of their own in its place. Who copied an address in another program has only
 * their eyes to see that. What can be known here: whether what Coffer itself had copied came back as something else, and whether the clipboard
 * holds something else by the time of the review.
 */

interface Pasted {
  readonly text: string
  /** What Coffer had copied shortly before, where this is not it. */
  readonly instead: string | null
}

/** An address that is not the one that was meant. */
export interface Swapped {
  readonly when: 'pasted' | 'since'
  readonly meant: string
  readonly found: string
}

/** Hears whoever copies by hand: what they chose is nothing that was put there for them. Returns the way to stop. */
export function heedCopies(target: Window): () => void {
  target.addEventListener('copy', forgetCopied)
  return () => target.removeEventListener('copy', forgetCopied)
}

/** As many as one payment has recipients. */
const PASTES_MAX = 255
/** Longer is no address, id, tag or link. */
const LENGTH_MAX = 300
let pastes: readonly Pasted[] = []
/** Whether the clipboard still is what was pasted there last, as far as its person goes. */
let isFollowed = false

whenLocked(() => {
  pastes = []
  forgetCopied()
})

/** Notes a text that was pasted where somebody who is paid is named. */
export function notePasted(given: string): void {
  const text = given.trim()
  if (text === '' || text.length > LENGTH_MAX) return
  const copied = lastCopied()
  const instead = copied !== null && isSwap(copied, text) ? copied : null
  pastes = [...pastes.filter((one) => one.text !== text), { text, instead }].slice(-PASTES_MAX)
  isFollowed = true
}

/** Somebody pastes something else, which may be a secret: what lies there from now on is theirs. */
export function unfollow(): void {
  isFollowed = false
}

/** Whether any of these texts of a form came from the clipboard. */
export const werePasted = (texts: readonly string[]): boolean => pastes.some(({ text }) => texts.includes(text))

/** Which of these texts of a form are not, or no more, what was on the clipboard for them. */
export async function swappedAmong(texts: readonly string[]): Promise<Swapped[]> {
  const own = pastes.filter(({ text }) => texts.includes(text))
  const before = own.flatMap(({ text, instead }): Swapped[] =>
    instead === null ? [] : [{ when: 'pasted', meant: instead, found: text }],
  )
  const last = isFollowed ? own.at(-1) : undefined
  const held = last === undefined ? '' : (await heldNow()).trim()
  // What Coffer put there itself, or what was pasted in another place since, is nobody else's.
  const isKnown = held === lastCopied() || pastes.some(({ text }) => text === held)
  if (last === undefined || held === '' || isKnown || !isSwap(last.text, held)) return before
  return [...before, { when: 'since', meant: last.text, found: held }]
}

/** How addresses, ids and links are told apart at sight: a swap that changes this is seen. */
const FORMS = [/^\d+$/, /:\/\//, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, /^0x/i, /^MIX/, /^XIN/]
const formOf = (text: string): number => FORMS.findIndex((form) => form.test(text))

/** A passphrase, which a person copies too, is mostly none. */
const ADDRESS_LIKE = /^[\da-z:_-]{20,}$/i
const mayBePaid = (text: string): boolean => formOf(text) >= 0 || ADDRESS_LIKE.test(text)

const isSwap = (meant: string, found: string): boolean =>
  formOf(meant) === formOf(found) && mayBePaid(meant) && mayBePaid(found) && differsInDisguise(meant, found)
