import type { Value } from '../database.ts'
import { addPlaces, type Places } from './places.ts'
import { isWord, searchedText, searchedWords, tagTerms, type Wanted, wordTerms } from './search.ts'
import { AT, directionOf, kindOf } from './snapshot-row.ts'

/** A stretch of the history; its rows are `number * BLOCK` and on. Blocks may overlap in time. */
export interface Block {
  readonly number: number
  readonly first: bigint
  readonly last: bigint
  /** Places that were given out; a snapshot that changed has left its place empty. */
  readonly used: number
  /** Places in order of time; null where that is the order of their numbers. */
  readonly order: readonly number[] | null
}

/** The block that snapshots still come to, held in memory until it is full. */
export interface Tail {
  readonly number: number
  readonly terms: Map<string, number[]>
  /** Words by the longest of the beginnings that each word has a term for. */
  readonly words: Map<string, string[]>
  /** By place; those of empty places do not matter. */
  readonly times: bigint[]
  /** As that of a block. */
  order: number[] | null
  /** Places whose terms are noted: all below this one. */
  noted: number
}

export const emptyTail = (number: number): Tail => ({
  number,
  terms: new Map(),
  words: new Map(),
  times: [],
  order: null,
  noted: 0,
})

/** A tail as a block; null while nothing is in it. */
export function blockOf({ number, times, order }: Tail): Block | null {
  const [first, last] = [times[order?.[0] ?? 0], times[order?.at(-1) ?? times.length - 1]]
  return first === undefined || last === undefined ? null : { number, first, last, used: times.length, order }
}

/** The next place of a tail goes to that time; of one time, what came later is later. */
export function takePlace(tail: Tail, time: bigint): void {
  const { times } = tail
  const place = times.length
  if (tail.order === null && time < (times[place - 1] ?? time)) tail.order = [...times.keys()]
  times.push(time)
  const { order } = tail
  if (order === null) return
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[order[middle] ?? 0] ?? 0n) <= time) low = middle + 1
    else high = middle
  }
  order.splice(low, 0, place)
}

/** Notes the terms that follow from the columns of the snapshot at a place, where the next ones are due. */
export function noteTerms(tail: Tail, place: number, values: readonly Value[], labels: readonly string[]): void {
  const { terms, words } = tail
  tail.noted = place + 1
  const note = (term: string): void => {
    const list = terms.get(term)
    if (list === undefined) terms.set(term, [place])
    else if (list[list.length - 1] !== place) list.push(place)
  }
  const code = values[AT.class] as bigint // integer columns are encoded as bigint
  const person = (values[AT.opponent] ?? null) as bigint | null // as above
  const tag = { asset: values[AT.asset] as bigint, kind: kindOf(code), direction: directionOf(code) } // as above
  for (const term of tagTerms(person === null ? tag : { ...tag, person })) note(term)
  const text = searchedText(
    {
      memo: (values[AT.memo] ?? null) as Buffer | null, // as they are encoded
      deposit: (values[AT.deposit] ?? null) as string | null, // as above
      withdrawal: (values[AT.withdrawal] ?? null) as string | null, // as above
    },
    labels,
  )
  for (const word of searchedWords(text)) {
    const own = wordTerms(word)
    const [, beginning, longer] = own
    if (beginning !== undefined && longer !== undefined && !terms.has(longer)) {
      const others = words.get(beginning)
      if (others === undefined) words.set(beginning, [word])
      else others.push(word)
    }
    for (const term of own) note(term)
  }
}

/** Adds the places at which one of the wanted terms is. */
export function addWanted(places: Places, { terms, words }: Tail, wanted: Wanted): void {
  for (const term of wanted.terms) addPlaces(places, terms.get(term) ?? [])
  const { beginning, middle } = wanted
  if (middle !== undefined) {
    for (const [term, list] of terms) if (isWord(term) && term.includes(middle)) addPlaces(places, list)
  }
  if (beginning === null) return
  const [, longest] = wordTerms(beginning)
  const among = longest === undefined ? terms.keys() : (words.get(longest) ?? [])
  for (const word of among) if (word.startsWith(beginning)) addPlaces(places, terms.get(word) ?? [])
}
