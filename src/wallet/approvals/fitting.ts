import type { RequestRow } from '#contract/ipc'
import { plainJson } from '../shared/plain-json.ts'

/** Requests in one tab; older ones are found through the group's activity, or by their link. */
const TAB_MAX = 500
/**
 * Bytes of all of them, of the eight megabytes that an answer to a window may have: one request can be of many people, pay many, rival many, and
 * bring their words.
 */
const LIST_BYTES = 6 * 1024 * 1024
/** What waits for the person finds room before what is over. */
const TABS: readonly RequestRow['tab'][] = ['needs_you', 'waiting', 'done']

interface Listed extends Pick<RequestRow, 'tab'> {
  /** The service has said something of it. Anybody can write files, and so many that they fill a list. */
  readonly isHeard: boolean
  readonly row: () => RequestRow
}

/** The newest of each tab, as far as they fit, in the order given: what is too long, or only a file's word, keeps none of the others out. */
export function fitting(all: readonly Listed[]): RequestRow[] {
  const inTabs = TABS.flatMap((tab) => {
    const own = all.filter((each) => each.tab === tab)
    return [...own.filter(({ isHeard }) => isHeard), ...own.filter(({ isHeard }) => !isHeard)].slice(0, TAB_MAX)
  })
  let left = LIST_BYTES
  const kept = new Map<Listed, RequestRow>()
  for (const each of inTabs) {
    const row = each.row()
    const bytes = Buffer.byteLength(plainJson(row))
    if (bytes > left) continue
    left -= bytes
    kept.set(each, row)
  }
  return all.flatMap((each) => kept.get(each) ?? [])
}
