import { useState } from 'react'
import { say } from '#words'

/** A text that was changed in one place, with as much of what was put there as fits; what stood before stays whole. */
export function fitted(before: string, after: string, most: number): string {
  // What was too long already may be shortened step by step.
  if (after.length <= most || after.length < before.length) return after
  // What an input method has composed stands there already.
  if (before === after) return whole(after.slice(0, most))
  let start = 0
  while (start < before.length && before[start] === after[start]) start += 1
  let end = 0
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const room = Math.max(0, most - start - end)
  const put = after.slice(start, after.length - end).slice(0, room)
  return after.slice(0, start) + whole(put) + after.slice(after.length - end)
}

/** Half of a pair is no character. */
const whole = (text: string): string => text.replace(/[\ud800-\udbff]$/, '')

interface Limited {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly most: number | undefined
}

/** A field that takes so many characters, and says what of a text it does not take: a browser would cut it in silence. */
export function useFitted({ value, onChange, most = Number.POSITIVE_INFINITY }: Limited) {
  const [cut, setCut] = useState<string | null>(null)
  const take = (text: string): void => {
    const kept = fitted(value, text, most)
    setCut(kept === text ? null : kept)
    if (kept !== value) onChange(kept)
  }
  const length = value.length
  return {
    /** While an input method composes, what it shows is not written yet. */
    change: (text: string, isComposing: boolean) => (isComposing ? onChange(text) : take(text)),
    /** What it has composed. */
    ended: take,
    problem: length > most ? say('ui.too-long', { length, most }) : cut === value ? say('ui.cut', { most }) : null,
  }
}
