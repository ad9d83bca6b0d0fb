import { type Amount, parseAmount } from '#protocol/text'

/*
 * What a person types to find movements: plain words, and operators that say what of a movement is meant. Reading never fails: what is not
 * understood is named and searched as words. Pure, and the same in window and wallet.
 */

export const OPERATORS = ['amount', 'before', 'after', 'on', 'asset', 'to', 'from', 'is', 'tag'] as const
export type Operator = (typeof OPERATORS)[number]

export const SEARCH_STATES = [
  'in',
  'out',
  'final',
  'pending',
  'cancelled',
  'failed',
  'transfer',
  'deposit',
  'withdrawal',
] as const
export type SearchState = (typeof SEARCH_STATES)[number]

const SIGNS = ['>=', '<=', '>', '<', '='] as const
type Sign = (typeof SIGNS)[number]

export interface SearchQuery {
  readonly words: readonly string[]
  /** Words that must stand so, one after the other. */
  readonly phrases: readonly string[]
  /** Of the amount without its sign; decimal text. */
  readonly amounts: readonly { readonly sign: Sign; readonly value: string }[]
  /** A day, month or year of the local calendar: `2026-11-03`, `2026-11`, `2026`. */
  readonly days: readonly { readonly when: 'before' | 'after' | 'on'; readonly day: string }[]
  readonly assets: readonly string[]
  readonly to: readonly string[]
  readonly from: readonly string[]
  readonly tags: readonly string[]
  readonly is: readonly SearchState[]
  /** Operators with a value that means nothing, as they were typed; searched as words. */
  readonly unread: readonly string[]
}

/** Further names of operators and states: those of the language that is spoken. English ones always work. */
export interface SearchNames {
  readonly operators: Readonly<Partial<Record<Operator, readonly string[]>>>
  readonly states: Readonly<Partial<Record<SearchState, readonly string[]>>>
}
const ENGLISH: SearchNames = { operators: {}, states: {} }

/** What keyboards for Chinese and Japanese write for the signs that are meant, and quotation marks of all kinds. */
const SAME: Readonly<Record<string, string>> = {
  ...{ '：': ':', '＞': '>', '＜': '<', '＝': '=', '≥': '>=', '≤': '<=', '≧': '>=', '≦': '<=' },
  ...{ '“': '"', '”': '"', '„': '"', '「': '"', '」': '"', '«': '"', '»': '"', '＂': '"' },
}
const PARTS = /([^\s"]*)"([^"]*)"?|[^\s"]+/g
const AMOUNT = /^(?:\d{1,40}(?:\.\d{1,8})?|\.\d{1,8})$/

export function readSearch(text: string, names: SearchNames = ENGLISH): SearchQuery {
  const found = emptyQuery()
  const plain = text.replace(/[：＞＜＝≥≤≧≦“”„「」«»＂]/g, (sign) => SAME[sign] ?? sign)
  for (const [part, before, quoted] of plain.matchAll(PARTS)) {
    if (quoted === undefined) note(found, part, names)
    else noteQuoted(found, before ?? '', quoted.trim().replace(/\s+/g, ' '), names)
  }
  return found
}

const emptyQuery = () => ({
  words: [] as string[],
  phrases: [] as string[],
  amounts: [] as { sign: Sign; value: string }[],
  days: [] as { when: 'before' | 'after' | 'on'; day: string }[],
  assets: [] as string[],
  to: [] as string[],
  from: [] as string[],
  tags: [] as string[],
  is: [] as SearchState[],
  unread: [] as string[],
})
type Found = ReturnType<typeof emptyQuery>

/** Operators whose values are names of something. */
const LISTS = { asset: 'assets', to: 'to', from: 'from', tag: 'tags' } as const

const isListed = (operator: Operator | undefined): operator is keyof typeof LISTS =>
  operator !== undefined && Object.hasOwn(LISTS, operator)

function noteQuoted(found: Found, before: string, quoted: string, names: SearchNames): void {
  const operator = /^(.+):$/.exec(before)?.[1]
  const known = operator === undefined ? undefined : operatorOf(operator, names)
  const list = isListed(known) ? LISTS[known] : undefined
  if (list !== undefined) {
    if (quoted !== '') found[list].push(quoted)
    return
  }
  if (before !== '') note(found, before, names)
  if (quoted !== '') found.phrases.push(quoted)
}

function note(found: Found, part: string, names: SearchNames): void {
  const [, name, sign, value] = /^([^:<>=]+)(>=|<=|[:<>=])(.*)$/.exec(part) ?? []
  const operator = name === undefined ? undefined : operatorOf(name, names)
  if (operator === undefined || sign === undefined || value === undefined) return void noteBare(found, part)
  // Nothing stands behind it yet: it is being typed.
  if (value === '') return
  if (!take(found, operator, sign, value, names)) found.unread.push(part)
}

/** What looks like an operator that there is none of is named: or that nothing was found would seem to be the answer to it. */
function noteBare(found: Found, part: string): void {
  const [, sign, value] = SIGNED.exec(part) ?? []
  if (sign !== undefined && value !== undefined && takeAmount(found, sign, value)) return
  const list = /^-?\p{L}+:(?!\/)./u.test(part) ? found.unread : found.words
  list.push(part)
}

const SIGNED = /^(>=|<=|[<>=])(.*)$/

function takeAmount(found: Found, sign: string, value: string): boolean {
  if (!AMOUNT.test(value)) return false
  found.amounts.push({ sign: SIGNS.find((each) => each === sign) ?? '=', value })
  return true
}

/** Whether a value means something to its operator. */
function take(found: Found, operator: Operator, sign: string, value: string, names: SearchNames): boolean {
  if (operator === 'amount') {
    // Both `amount>5` and `amount:>5`.
    const [, inner = sign, figure = value] = (sign === ':' ? SIGNED.exec(value) : null) ?? []
    return takeAmount(found, inner, figure)
  }
  if (sign !== ':') return false
  switch (operator) {
    case 'before':
    case 'after':
    case 'on':
      if (startOf(value) === null) return false
      found.days.push({ when: operator, day: value })
      return true
    case 'is': {
      const state = stateOf(value, names)
      if (state !== undefined) found.is.push(state)
      return state !== undefined
    }
    default:
      found[LISTS[operator]].push(value)
      return true
  }
}

const isNamed = (name: string, own: string, others: readonly string[] | undefined): boolean =>
  name.toLowerCase() === own || (others?.some((other) => other.toLowerCase() === name.toLowerCase()) ?? false)

const operatorOf = (name: string, names: SearchNames): Operator | undefined =>
  OPERATORS.find((each) => isNamed(name, each, names.operators[each]))

const stateOf = (name: string, names: SearchNames): SearchState | undefined =>
  SEARCH_STATES.find((each) => isNamed(name, each, names.states[each]))

/** The same question in its plain form: reading it gives the same again, in every language. */
export function printSearch(query: SearchQuery): string {
  const named = (operator: Operator, values: readonly string[]) =>
    values.map((value) => (/\s/.test(value) ? `${operator}:"${value}"` : `${operator}:${value}`))
  return [
    ...query.words,
    ...query.unread,
    ...query.phrases.map((phrase) => `"${phrase}"`),
    ...query.amounts.map(({ sign, value }) => `amount${sign}${value}`),
    ...query.days.map(({ when, day }) => `${when}:${day}`),
    ...named('asset', query.assets),
    ...named('to', query.to),
    ...named('from', query.from),
    ...named('tag', query.tags),
    ...query.is.map((state) => `is:${state}`),
  ].join(' ')
}

/** Local times between which a day, month or year lies; null for anything else. */
function startOf(day: string): { readonly start: Date; readonly end: Date } | null {
  const [, year, month, date] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(day) ?? []
  if (year === undefined || Number(year) < 1970) return null
  const [y, m, d] = [Number(year), month === undefined ? 1 : Number(month), date === undefined ? 1 : Number(date)]
  const start = new Date(y, m - 1, d)
  if (start.getFullYear() !== y || start.getMonth() !== m - 1 || start.getDate() !== d) return null
  const end =
    month === undefined ? new Date(y + 1, 0, 1) : date === undefined ? new Date(y, m, 1) : new Date(y, m - 1, d + 1)
  return { start, end }
}

/** The bounds that a question sets: times from `from` up to before `to`, amounts from `least` up to `most`; null without one. */
export function searchBounds(query: SearchQuery): {
  readonly from: Date | null
  readonly to: Date | null
  readonly least: Amount | null
  readonly most: Amount | null
} {
  let [from, to]: [Date | null, Date | null] = [null, null]
  for (const { when, day } of query.days) {
    const bounds = startOf(day)
    if (bounds === null) continue
    if (when !== 'before' && (from === null || bounds.start > from)) from = bounds.start
    const end = when === 'before' ? bounds.start : when === 'on' ? bounds.end : null
    if (end !== null && (to === null || end < to)) to = end
  }
  let [least, most]: [bigint | null, bigint | null] = [null, null]
  for (const { sign, value } of query.amounts) {
    const units: bigint = parseAmount(value.startsWith('.') ? `0${value}` : value)
    const [low, high] = [sign === '>' ? units + 1n : units, sign === '<' ? units - 1n : units]
    if (!sign.startsWith('<') && (least === null || low > least)) least = low
    if (!sign.startsWith('>') && (most === null || high < most)) most = high
  }
  return { from, to, least: least as Amount | null, most: most as Amount | null } // units of amounts, one up or down
}
