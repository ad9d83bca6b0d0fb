import type { AssetId, Hash, Nanos, UserId } from '#contract/domain'
import { tagWord } from '#contract/tags'
import type { Amount } from '#protocol/text'
import type { Assets } from './assets.ts'
import type { Dictionary } from './dictionary.ts'
import type { Magnitudes } from './history-amounts.ts'
import type { LabelTexts } from './label-texts.ts'
import { searchedText, searchedWords, type Tag, tagTerms, type Wanted, wantedMiddle, wantedWord } from './search.ts'
import type { SnapshotRow } from './snapshot-row.ts'
import type { Users } from './users.ts'

/** What of the history is wanted; null wants all. Times are `from` inclusive and `to` exclusive. */
export interface SnapshotFilter {
  readonly assetId?: AssetId | null
  readonly direction?: 'in' | 'out' | null
  readonly kind?: 'transfer' | 'deposit' | 'withdrawal' | null
  readonly opponent?: UserId | null
  readonly from?: Nanos | null
  readonly to?: Nanos | null
  /** Words that must all occur, as beginnings of words, or the beginning (6 digits) of an id or hash. */
  readonly search?: string
  /** Words that must follow each other so. */
  readonly phrases?: readonly string[]
  /** Bounds of the amount without its sign. */
  readonly least?: Amount | null
  readonly most?: Amount | null
  /** Each names an asset by the beginnings of words of its symbol or name. */
  readonly assets?: readonly string[]
  /** Each names a person so; where it names nobody, its words are searched. */
  readonly people?: readonly string[]
  /** Tags, of which a row must have each. */
  readonly tags?: readonly string[]
}

/** A filter in the numbers of the tables; a null member wants all. */
export interface Bounds {
  readonly kind: number | null
  readonly direction: 'in' | 'out' | null
  readonly assets: readonly bigint[] | null
  readonly person: bigint | null
  readonly from: bigint
  /** Everything wanted stands before this place in the history. */
  readonly before: Place
  readonly amounts: Magnitudes | null
  /** What else a row must hold; null for nothing. */
  readonly check: ((row: SnapshotRow) => boolean) | null
}

/** Order by time; of one time, what came later is newer. */
export interface Place {
  readonly created_at: bigint
  readonly row: bigint
}

/** What a filter asks of the blocks, and of each row that they lead to. */
export function openWanted(parts: { dictionary: Dictionary; users: Users; assets: Assets; labels: LabelTexts }) {
  const { dictionary, users, assets, labels } = parts

  /** What no set of places tells: words in their order. */
  function checkOf({ phrases = [] }: SnapshotFilter): Bounds['check'] {
    const wanted = phrases.map(inOrder)
    if (wanted.length === 0) return null
    return (row) => {
      const person = row.opponent === null ? undefined : users.get(dictionary.personOf(row.opponent))
      const text = inOrder([searchedText(row, labels.of(row.id, row.request_id)), person?.full_name ?? ''].join(' '))
      return wanted.every((phrase) => text.includes(phrase))
    }
  }

  /** What a block is asked for; what may need more than a look-up for each term stands last. */
  function by(bounds: Bounds, filter: SnapshotFilter, middles: ReadonlySet<string>): Wanted[] {
    const { kind, direction, person } = bounds
    const oneOf = (tags: readonly Tag[]): Wanted => ({ terms: tags.flatMap(tagTerms), beginning: null })
    const wanted = [
      ...(person === null ? [] : [oneOf([{ person }])]),
      ...(filter.people ?? []).flatMap(peopleWanted),
      ...(filter.tags ?? []).map((tag) => wantedWord(tagWord(tag), [])),
      ...wordsOf(filter).map((word) => (middles.has(word) ? wantedMiddle(word) : wantedWord(word, tagsNamed(word)))),
      ...(bounds.assets === null ? [] : [oneOf(bounds.assets.map((asset) => ({ asset })))]),
      ...(filter.assets ?? []).map((text) => oneOf(assetsNamed(searchedWords(text)))),
      ...(kind === null ? [] : [oneOf([{ kind }])]),
      ...(direction === null ? [] : [oneOf([{ direction }])]),
    ]
    return wanted.sort((a, b) => lookedThrough(a) - lookedThrough(b))
  }

  /** Tags that a word of a question names: assets whose symbol or name begins with it, people by name or number. */
  const tagsNamed = (word: string): Tag[] => [
    ...assetsNamed([word]),
    ...users.named(word).map((person) => ({ person })),
  ]

  /** Assets that all of these words name. */
  function assetsNamed(words: readonly string[]): Tag[] {
    const named = words.map((word) => new Set(assets.named(word)))
    const [first = new Set<Hash>(), ...others] = named
    const kernels = [...first].filter((kernel) => others.every((other) => other.has(kernel)))
    return kernels.flatMap((kernel) => dictionary.asset(kernel)?.row ?? []).map((asset) => ({ asset }))
  }

  function peopleWanted(text: string): Wanted[] {
    const words = searchedWords(text)
    const [first = [], ...others] = words.map((word) => users.named(word))
    const people = first.filter((person) => others.every((other) => other.includes(person)))
    if (people.length > 0) return [{ terms: people.flatMap((person) => tagTerms({ person })), beginning: null }]
    return words.map((word) => wantedWord(word, []))
  }

  return { by, tagsNamed, checkOf }
}

const lookedThrough = ({ beginning, middle }: Wanted): number => (middle !== undefined ? 2 : beginning !== null ? 1 : 0)

/** All words that must occur somewhere, those of phrases too. */
export const wordsOf = ({ search = '', phrases = [] }: SnapshotFilter): string[] =>
  [search, ...phrases].flatMap(searchedWords)

/** The words of a text in their order, so that some of them can be found in it. */
const inOrder = (text: string): string => ` ${searchedWords(text).join(' ')} `
