import { readFileSync } from 'node:fs'
import { seeded } from '../support/random.ts'

/** A text from outside and what it means: the whole result, or that there is none. */
export interface LinkCase {
  readonly about: string
  readonly text: string
  /** The text goes on with this. */
  readonly repeat?: { readonly unit: string; readonly times: number; readonly tail: string }
  readonly expect?: Readonly<Record<string, unknown>>
  readonly refused?: true
}

/** The corpus, by group. */
export function linkGroups(): (readonly [string, readonly LinkCase[]])[] {
  const text = readFileSync(new URL('./links.json', import.meta.url), 'utf8')
  return Object.entries((JSON.parse(text) as { groups: Record<string, readonly LinkCase[]> }).groups)
}

export function wholeText({ text, repeat }: LinkCase): string {
  return repeat === undefined ? text : text + repeat.unit.repeat(repeat.times) + repeat.tail
}

/** What damages links in practice and in attacks. */
const PIECES = [
  ...['/', '//', ':', '?', '&', '=', '#', '%', '%2', '%00', '%2F', '+', '@', '\\', '.', '..', ' ', '\n', '\t', '\0'],
  ...['\u202e', '\u200b', '\ufeff', '\ud800', 'е', '１', '٣', '-', '0', '9'.repeat(40), 'e9', 'A', '{', '"', '<', "'"],
  ...['mixin://', 'https://', 'coffer://', 'coffer:bundle/', 'asset=', 'amount=', 'return_to=', 'MIX', 'XIN', 'MIN'],
] as const

/** Texts made of the corpus by flips, deletions, insertions, swaps, truncations and joins; the same for a seed. */
export function mutatedTexts(count: number, seed: number): string[] {
  const below = seeded(seed)
  // Without the texts that are only long.
  const corpus = linkGroups().flatMap(([, all]) =>
    all.flatMap(({ repeat, text }) => (repeat === undefined ? text : [])),
  )
  const any = (): string => corpus[below(corpus.length)] ?? ''

  function mutated(text: string): string {
    const at = below(text.length + 1)
    const to = Math.min(text.length, at + 1 + below(8))
    switch (below(7)) {
      case 0:
        return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << below(7)) || 63) + text.slice(at + 1)
      case 1:
        return text.slice(0, at) + text.slice(to)
      case 2:
        return text.slice(0, at) + (PIECES[below(PIECES.length)] ?? '') + text.slice(at)
      case 3:
        return text.slice(0, at) + text.slice(to) + text.slice(at, to)
      case 4:
        return text.slice(0, at)
      case 5:
        return text.slice(0, at) + any().slice(below(40))
      default:
        return text + (['', ' ', '\n', '&', '?', '#'][below(6)] ?? '') + any()
    }
  }

  return Array.from({ length: count }, () => {
    let text = any()
    for (let times = 1 + below(3); times > 0; times -= 1) text = mutated(text)
    return text
  })
}
