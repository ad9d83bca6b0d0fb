import { type Nanos, nanosOf } from '#contract/domain'
import type { ActivityFilter, ActivityRow, PartyView } from '#contract/ipc'
import { readSearch, type SearchQuery, type SearchState, searchBounds } from '#contract/search'
import { isSameTag } from '#contract/tags'
import { type Amount, beginsWords, foldedText, holdsPhrase, holdsWords } from '#protocol/text'
import type { SnapshotFilter } from '#store'
import { isSaid } from '#words/facts'
import { foundBy } from '../shared/found-by.ts'
import { isAmong } from './batches.ts'

/*
 * What a filter wants: of the history, which the store answers, and of the rows that stand before it. What is typed is read here, so that
 * every list and file that takes a filter takes operators too.
 */

export interface Search {
  /** Null when nothing that is recorded can be wanted. */
  readonly history: SnapshotFilter | null
  /** Whether payments that were cancelled are looked through too: they stand in no list by themselves. */
  readonly cancelled: boolean
  /** The same for requests of a group that ended unpaid in another way. */
  readonly failed: boolean
  /** What stands somewhere in a row. */
  readonly words: readonly string[]
  /** Words that may name somebody. */
  readonly names: readonly string[]
  /** `others` are those among whom the row's sum was shared. */
  readonly passes: (row: ActivityRow, others?: readonly PartyView[]) => boolean
}

const MONEY = ['final', 'pending', 'cancelled', 'failed'] as const
type Money = (typeof MONEY)[number]
const KINDS = ['transfer', 'deposit', 'withdrawal'] as const
const DIRECTIONS = ['in', 'out'] as const
/** Nobody paid anybody, and no other kind is asked for by these. */
const TURNED: readonly ActivityRow['kind'][] = ['release', 'occupy']

/** The one of these that is wanted; undefined when two are, which nothing is at once. */
function only<Choice extends string>(wanted: readonly (Choice | null)[]): Choice | null | undefined {
  const different = [...new Set(wanted.filter((each) => each !== null))]
  return different.length > 1 ? undefined : (different[0] ?? null)
}

const among = <Choice extends SearchState>(choices: readonly Choice[], states: readonly SearchState[]): Choice[] =>
  choices.filter((choice) => states.includes(choice))

interface Wanted {
  readonly query: SearchQuery
  readonly filter: ActivityFilter
  readonly direction: 'in' | 'out' | null
  readonly kind: (typeof KINDS)[number] | null
  readonly money: Money | null
  readonly from: Nanos | null
  readonly to: Nanos | null
  readonly least: Amount | null
  readonly most: Amount | null
}

/** Undefined when the filter contradicts itself. */
function wantedOf(filter: ActivityFilter): Wanted | undefined {
  const query = readSearch(filter.search)
  const direction = only([
    ...[filter.direction, ...among(DIRECTIONS, query.is)],
    ...[query.to.length > 0 ? ('out' as const) : null, query.from.length > 0 ? ('in' as const) : null],
  ])
  const kind = only([filter.kind, ...among(KINDS, query.is)])
  const money = only(among(MONEY, query.is))
  if (direction === undefined || kind === undefined || money === undefined) return undefined
  const { from, to, least, most } = searchBounds(query)
  const at = (date: Date | null) => (date === null ? null : nanosOf(date.getTime()))
  return {
    ...{ query, filter, direction, kind, money, least, most },
    from: laterOf(filter.from, at(from)),
    to: earlierOf(filter.to, at(to)),
  }
}

const laterOf = (a: Nanos | null, b: Nanos | null): Nanos | null => (a === null || (b !== null && b > a) ? b : a)
export const earlierOf = (a: Nanos | null, b: Nanos | null): Nanos | null =>
  a === null || (b !== null && b < a) ? b : a

/** What is not understood is searched as words, like the rest. */
const wordsOf = (query: SearchQuery): string => [...query.words, ...query.unread].join(' ')

/** `noteOf` says what a row's owner noted of it. */
export function searchOf(filter: ActivityFilter, noteOf: (row: ActivityRow) => string): Search {
  const wanted = wantedOf(filter)
  if (wanted === undefined)
    return { history: null, cancelled: false, failed: false, words: [], names: [], passes: () => false }
  const { query, direction, kind, money, from, to, least, most } = wanted
  const isAsked = filter.search.trim() !== ''
  return {
    history:
      money !== null && money !== 'final'
        ? null
        : {
            ...{ direction, kind, from, to, least, most },
            ...{
              assetId: filter.assetId,
              opponent: filter.opponent,
              search: wordsOf(query),
              phrases: query.phrases,
            },
            ...{ assets: query.assets, people: [...query.to, ...query.from], tags: query.tags },
          },
    cancelled: isAsked && (money === null || money === 'cancelled'),
    failed: isAsked && (money === null || money === 'failed'),
    words: foldedText(wordsOf(query)).match(/\S+/g) ?? [],
    names: foldedText([wordsOf(query), ...query.to, ...query.from].join(' ')).match(/\S+/g) ?? [],
    passes: (row, others = []) => passes(row, others, { ...wanted, noteOf }),
  }
}

const moneyOf = ({ money }: ActivityRow): Money =>
  money === 'final' || money === 'cancelled' ? money : money === 'cannot_complete' ? 'failed' : 'pending'

function passes(
  row: ActivityRow,
  others: readonly PartyView[],
  wanted: Wanted & { readonly noteOf: (row: ActivityRow) => string },
): boolean {
  const { query, filter, direction, kind, money, from, to, least, most } = wanted
  const name = isSaid(row.asset.name) ? '' : row.asset.name
  const item = row.item === undefined || isSaid(row.item) ? '' : row.item
  const parties = [row.party, ...others]
  // Texts are made where they are looked through, which is seldom: without a search nothing is.
  const party = () => foundBy(parties)
  const text = (): [words: string, ids: string] => {
    const { words, ids } = party()
    return [
      [row.label, wanted.noteOf(row), ...row.tags, row.memoText ?? '', row.asset.symbol, name, item, words].join(' '),
      [row.hash ?? '', row.id, ids].join(' '),
    ]
  }
  const words = wordsOf(query)
  const magnitude = row.amount < 0n ? -row.amount : row.amount
  return (
    (filter.assetId === null || row.asset.assetId === filter.assetId) &&
    (direction === null || row.direction === direction) &&
    (kind === null || row.kind === kind || (kind === 'transfer' && TURNED.includes(row.kind))) &&
    (money === null || moneyOf(row) === money) &&
    (filter.opponent === null || isAmong(parties, filter.opponent)) &&
    (from === null || row.at >= from) &&
    (to === null || row.at < to) &&
    (least === null || magnitude >= least) &&
    (most === null || magnitude <= most) &&
    query.assets.every((asset) => beginsWords(asset, `${row.asset.symbol} ${name}`)) &&
    [...query.to, ...query.from].every((person) => holdsWords(person, party().words, party().ids)) &&
    query.tags.every((tag) => row.tags.some((own) => isSameTag(own, tag))) &&
    query.phrases.every((phrase) => holdsPhrase(phrase, ...text())) &&
    (words === '' || holdsWords(words, ...text()))
  )
}
