import type { RequestId } from '#contract/domain'
import type { AccountStore } from '#store'
import { subjectOfRequest } from '../shared/label-keys.ts'
import { paymentOf, type Request, requestsOf } from './request.ts'
import { isHearsay } from './request-keeping.ts'
import type { RequestRows } from './request-rows.ts'

/* Requests that only a file tells of: anybody can write files, as many as they like. */

/** No more are kept than a tab lists. */
export const HEARSAY_MAX = 500
/** As many are left where there were more, so that not each file has all others looked at. */
const LEFT = 450

/**
 * Whether nothing of it is more than its file has: nothing was journaled or signed by true keys, and the person has left no words with it. Read
 * again, the file brings it back.
 */
function isInItsFile(rows: RequestRows, request: Request): boolean {
  const { signers, refusals = [], reviewBy } = request.detail
  if (!isHearsay(rows, request) || paymentOf(rows.store, request) !== undefined) return false
  if (reviewBy !== null || refusals.some(({ userId }) => userId === rows.account)) return false
  if (hasOwnWords(rows.store, request.id)) return false
  // By its own coins alone a file's signatures say nothing.
  return signers.length === 0 || rows.coins(request).some((coin) => coin?.output == null)
}

function hasOwnWords({ intents }: AccountStore, id: RequestId): boolean {
  const own = intents.labels.get(subjectOfRequest(id))
  return own !== undefined && (own.label !== '' || own.note !== '' || own.tags.length > 0)
}

/**
 * Lets go of those that were written longest ago where there are more than are kept; of what somebody may have signed last. Answers how many.
 */
export function makeRoom(rows: RequestRows): number {
  const { requests } = rows.store.intents
  if (requests.toldCount() <= HEARSAY_MAX) return 0
  const told = requestsOf(requests.told())
  const free = told.filter((request) => isInItsFile(rows, request))
  const isSigned = ({ detail }: Request): boolean => detail.signers.length > 0
  const left = [...free.filter((each) => !isSigned(each)), ...free.filter(isSigned)].slice(0, told.length - LEFT)
  requests.remove(left.map(({ id }) => id))
  rows.log('info', 'approvals.files_left', { count: left.length })
  return left.length
}
