import {
  type Operator,
  printSearch,
  readSearch,
  SEARCH_STATES,
  type SearchNames,
  type SearchState,
} from '#contract/search'
import { say } from '#words'

/* What is typed into the search, in the language that is spoken. The wallet gets it in its plain form. */

const OPERATOR_WORDS: Readonly<Record<Operator, string>> = {
  amount: say('activity.operator-amount'),
  before: say('activity.operator-before'),
  after: say('activity.operator-after'),
  on: say('activity.operator-on'),
  asset: say('activity.operator-asset'),
  to: say('activity.operator-to'),
  from: say('activity.operator-from'),
  is: say('activity.operator-is'),
  tag: say('activity.operator-tag'),
}
const STATE_WORDS: Readonly<Record<SearchState, string>> = {
  in: say('activity.is-in'),
  out: say('activity.is-out'),
  final: say('activity.is-final'),
  pending: say('activity.is-pending'),
  cancelled: say('activity.is-cancelled'),
  failed: say('activity.is-failed'),
  transfer: say('activity.is-transfer'),
  deposit: say('activity.is-deposit'),
  withdrawal: say('activity.is-withdrawal'),
}

const listed = (words: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(words).map(([name, word]) => [name, [word]]))

const NAMES: SearchNames = { operators: listed(OPERATOR_WORDS), states: listed(STATE_WORDS) }

/** The question as the wallet reads it, and what of it is searched as words because it means nothing. */
export function questionOf(typed: string): { readonly search: string; readonly unread: readonly string[] } {
  const query = readSearch(typed, NAMES)
  return { search: printSearch(query), unread: query.unread }
}

/** The tag that a question is narrowed to; null without one, or with several. */
export function tagIn(typed: string): string | null {
  const { tags } = readSearch(typed, NAMES)
  return tags.length === 1 ? (tags[0] ?? null) : null
}

/** The question narrowed to one tag, or to none. */
export function withTag(typed: string, tag: string | null): string {
  const rest = printSearch({ ...readSearch(typed, NAMES), tags: [] })
  return [rest, ...(tag === null ? [] : [`${OPERATOR_WORDS.tag}:${/\s/.test(tag) ? `"${tag}"` : tag}`])]
    .filter((part) => part !== '')
    .join(' ')
}

/** What can be typed, with an example that works as it stands. */
export const EXAMPLES: readonly { readonly typed: string; readonly means: string }[] = [
  { typed: `${OPERATOR_WORDS.amount}>100`, means: say('activity.help-amount') },
  { typed: `${OPERATOR_WORDS.before}:2026-11`, means: say('activity.help-before') },
  { typed: `${OPERATOR_WORDS.after}:2026-11-03`, means: say('activity.help-after') },
  { typed: `${OPERATOR_WORDS.on}:2026-11-03`, means: say('activity.help-on') },
  { typed: `${OPERATOR_WORDS.asset}:BTC`, means: say('activity.help-asset') },
  { typed: `${OPERATOR_WORDS.to}:maya`, means: say('activity.help-to') },
  { typed: `${OPERATOR_WORDS.from}:maya`, means: say('activity.help-from') },
  { typed: `${OPERATOR_WORDS.tag}:${say('activity.example-tag')}`, means: say('activity.help-tag') },
  { typed: '"sailing boat"', means: say('activity.help-exact') },
  {
    typed: `${OPERATOR_WORDS.is}:${STATE_WORDS.cancelled}`,
    means: say('activity.help-is', { states: listOfStates() }),
  },
]

function listOfStates(): string {
  return SEARCH_STATES.map((state) => STATE_WORDS[state]).join(say('lib.separator'))
}
