import type { Counts, Held } from '../support/meter.ts'
import type { Part, Work } from './course.ts'

/** One line of the table: what it cost in the first part and in the last. */
export interface Line {
  readonly name: string
  readonly first: number
  readonly last: number
  /** Nothing where it is only shown. */
  readonly grows: boolean | null
}

type Counted = keyof Counts

/** Beyond this part of what it was in the first part, and so much more, something grows. */
const MORE = 1.15
const SLACK: Readonly<Record<Counted, number>> = {
  ...{ requests: 0.2, statements: 4, rows: 4, kilobytes: 16 },
  processorMs: Number.POSITIVE_INFINITY,
}
/** What may be held in addition at the end: an index of those who were paid, pages of SQLite, lines to the network that are kept for a while. */
const HELD_MORE: Readonly<Record<keyof Held, number>> = {
  ...{ heapMiB: 16, handles: 16, files: 32, walMiB: 4 },
  residentMiB: Number.POSITIVE_INFINITY,
}

const WORDS: Readonly<Record<Work, string>> = {
  contact: 'contact',
  deposit: 'deposit',
  payment: 'payment',
  window: 'window after a payment',
  schedule: 'turn of the schedule',
}
/** What is compared anew from time to time costs more the more there is, and is only shown. */
const SHOWN_ONLY: ReadonlySet<Work> = new Set<Work>(['schedule'])

const COUNTED = ['requests', 'statements', 'rows', 'kilobytes', 'processorMs'] as const satisfies Counted[]

/** The first part against the last. */
export function linesOf(parts: readonly Part[], counted: readonly Counted[] = COUNTED): Line[] {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined || first === last) throw new Error('two parts are needed')
  return (Object.keys(WORDS) as Work[]).flatMap((work) =>
    counted.map((what): Line => {
      const [before, after] = [first.each[work][what], last.each[work][what]]
      const isShown = SHOWN_ONLY.has(work) || SLACK[what] === Number.POSITIVE_INFINITY
      return {
        ...{ name: `${what} of a ${WORDS[work]}`, first: before, last: after },
        grows: isShown ? null : after > before * MORE + SLACK[what],
      }
    }),
  )
}

export function heldLines(parts: readonly Part[]): Line[] {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) throw new Error('no part was lived through')
  return (Object.keys(HELD_MORE) as (keyof Held)[]).map((what): Line => {
    const [before, after] = [first.held[what], last.held[what]]
    const isShown = HELD_MORE[what] === Number.POSITIVE_INFINITY
    return { name: what, first: before, last: after, grows: isShown ? null : after > before + HELD_MORE[what] }
  })
}

export const grown = (lines: readonly Line[]): string[] =>
  lines
    .filter(({ grows }) => grows === true)
    .map(({ name, first, last }) => `${name}: ${shown(first)} -> ${shown(last)}`)

export const shown = (value: number): string => value.toFixed(value < 100 ? 1 : 0)

/** Statements that run oftener, or give more rows, in the last part than in the first: where growth comes from. */
export function growingTexts(parts: readonly Part[]): string[] {
  const [first, last] = [parts[0]?.texts, parts.at(-1)?.texts]
  return [...(last ?? [])]
    .map(([text, now]) => {
      const before = first?.get(text) ?? { runs: 0, rows: 0 }
      const line = `${before.runs} -> ${now.runs} runs, ${before.rows} -> ${now.rows} rows: ${text.replace(/\s+/g, ' ').trim().slice(0, 160)}`
      return { line, more: now.runs - before.runs * MORE + now.rows - before.rows * MORE }
    })
    .filter(({ more }) => more > 0)
    .sort((a, b) => b.more - a.more)
    .map(({ line }) => line)
}
