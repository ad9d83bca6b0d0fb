import type { UserId } from '#contract/domain'
import type { Answer, RequestRow } from '#contract/ipc'
import { plainJson } from '../shared/plain-json.ts'
import type { Request } from './request.ts'

/* Which of very many requests are shown and judged first, so that nobody can hide one behind others. */

/** Requests in one tab; others are found through the group's activity, or by their link. */
export const TAB_MAX = 500
/**
 * Bytes of all of them, of the eight megabytes that an answer to a window may have: one request can be of many people, pay many, rival many, and
 * bring their words.
 */
const LIST_BYTES = 6 * 1024 * 1024
/** What waits for the person finds room before what is over. */
const TABS: readonly RequestRow['tab'][] = ['needs_you', 'waiting', 'done']

/** What a request has to say for itself where not all fit. */
export interface Place {
  /** Lower comes first: what this account has to do with, what the service has of its groups, and of others; last what only a file says. */
  readonly rank: number
  /** Whoever asked, of which group: nobody's requests push out another's. */
  readonly from: string
}

export function placeOf({ holder, detail }: Request, account: UserId, isAdded: boolean): Place {
  const { by, record, refusals = [], reviewBy, reviewed, signers, source } = detail
  // Who has signed a file is the file's word until its coins are read; whoever signs one has looked at it.
  const isMine = [...(record === null ? [] : signers), ...refusals].some(({ userId }) => userId === account)
  const isOwn = isMine || source === 'made' || reviewed === true || reviewBy !== null
  // Anybody can write files, and so many that they fill a list.
  return { rank: isOwn ? 0 : record === null ? 3 : isAdded ? 1 : 2, from: `${holder} ${by}` }
}

/** By their rank; of one rank the first of each asker before the second of any. */
export function inTurn<Each>(all: readonly Each[], place: (each: Each) => Place): Each[] {
  const turns = new Map<string, number>()
  const placed = all.map((each) => {
    const { rank, from } = place(each)
    const key = `${rank} ${from}`
    const turn = turns.get(key) ?? 0
    turns.set(key, turn + 1)
    return { each, rank, turn }
  })
  return placed.sort((one, other) => one.rank - other.rank || one.turn - other.turn).map(({ each }) => each)
}

interface Listed extends Place, Pick<RequestRow, 'tab'> {
  readonly row: () => RequestRow
}

/** Those of each tab whose turn comes first, as far as they fit, in the order given. What is too long keeps none of the others out. */
export function fitting(all: readonly Listed[]): Answer<'approvals.list'> {
  const inTabs = TABS.flatMap((tab) =>
    inTurn(
      all.filter((each) => each.tab === tab),
      (each) => each,
    ).slice(0, TAB_MAX),
  )
  const isOwn = ({ rank, tab }: Listed): boolean => rank === 0 && tab !== 'done'
  let room = LIST_BYTES
  const kept = new Map<Listed, RequestRow>()
  for (const each of [...inTabs.filter(isOwn), ...inTabs.filter((other) => !isOwn(other))]) {
    const row = each.row()
    const bytes = Buffer.byteLength(plainJson(row))
    if (bytes > room) continue
    room -= bytes
    kept.set(each, row)
  }
  const left = (tab: RequestRow['tab']): number => all.filter((each) => each.tab === tab && !kept.has(each)).length
  return {
    requests: all.flatMap((each) => kept.get(each) ?? []),
    left: { needs_you: left('needs_you'), waiting: left('waiting'), done: left('done') },
  }
}
