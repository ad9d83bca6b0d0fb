import { z } from 'zod'
import { TAG_MAX, TAGS_MAX } from '../tags.ts'
import {
  amount,
  assetId,
  hash,
  hex,
  requestId,
  shown,
  shownLines,
  shownOf,
  signedAmount,
  time,
  told,
  userId,
} from '../wire.ts'
import { account, type Method, method, nothing, owner } from './method.ts'
import { moneyState } from './payments.ts'
import { assetView, paidBefore, partyView, paymentId } from './shared.ts'

export const activityFilter = z.strictObject({
  assetId: assetId.nullable(),
  direction: z.enum(['in', 'out']).nullable(),
  kind: z.enum(['transfer', 'deposit', 'withdrawal']).nullable(),
  opponent: userId.nullable(),
  from: time.nullable(),
  to: time.nullable(),
  /** Words searched in memo, label, name, number, symbol and ids, and operators (`#contract/search`). */
  search: z.string().max(400),
})

export const activityRow = z.object({
  /** `s:` snapshot, `p:` payment in progress, `d:` pending deposit; of a group `o:` output, `r:` request, `t:` transaction; `i:` item; followed by its id. */
  id: shown,
  /**
   * `fee`: pays only for another movement, as a withdrawal whose fee is of another asset has one beside it. `release`, `occupy`: what came of an item,
   * or became one.
   */
  kind: z.enum(['transfer', 'deposit', 'withdrawal', 'consolidation', 'fee', 'release', 'occupy']),
  direction: z.enum(['in', 'out', 'self']),
  asset: assetView,
  amount: signedAmount,
  /** In a list about one person: what of a payment to several went there. */
  share: signedAmount.exactOptional(),
  fiat: shown.nullable(),
  party: partyView,
  memoText: shownLines.nullable(),
  label: shown,
  tags: z.array(shown),
  at: time,
  money: moneyState,
  hash: hash.nullable(),
  confirmations: z.object({ have: z.number(), need: z.number() }).nullable(),
  inscription: hash.nullable(),
  /** What the item is called that it moves, as far as that is known here. */
  item: told.exactOptional(),
})

/** With what it was worth when it happened, in today's rate of the currency; null where no price of then was kept. */
const rowThen = activityRow.extend({ fiatThen: shown.nullable() })

export const activityDetail = z.object({
  row: rowThen,
  memoHex: hex,
  snapshotId: shown.nullable(),
  requestId: requestId.nullable(),
  paymentId: paymentId.nullable(),
  note: shownLines,
  /** What the network took for it. */
  fee: z.object({ asset: assetView, amount }).nullable(),
  /** Another computer made it, and what it cost is not known here. */
  feeUnknown: z.literal(true).exactOptional(),
  deposit: z.object({ hash: shown, index: z.number(), sender: shown, destination: shown, tag: shown }).nullable(),
  withdrawal: z.object({ hash: shown, receiver: shown, tag: shown }).nullable(),
  /** Of the one other side; of a payment to several people each row has its own. */
  paidBefore: paidBefore.nullable(),
  /** Whoever a payment to several people paid; empty for anything else. */
  rows: z.array(z.object({ party: partyView, amount, paidBefore: paidBefore.nullable() })),
})

/** What happened, and what one calls it. */
export const activityMethods = {
  'activity.list': method(
    z.strictObject({
      ...owner,
      filter: activityFilter,
      cursor: z.string().max(200).nullable(),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(rowThen), cursor: z.string().nullable() }),
  ),
  'activity.read': method(z.strictObject({ ...owner, id: z.string().max(100) }), activityDetail),
  /** Tags instead of those that it has; label and note stay. */
  'labels.setTags': method(
    z.strictObject({ ...account, id: z.string().max(100), tags: z.array(shownOf(1, TAG_MAX)).max(TAGS_MAX) }),
    nothing,
  ),
  /** Every tag that was ever given, the most used first. */
  'labels.tags': method(z.strictObject(account), z.array(z.object({ tag: shown, count: z.number() }))),
  'labels.set': method(
    z.strictObject({ ...account, id: z.string().max(100), label: z.string().max(200), note: z.string().max(4000) }),
    nothing,
  ),
} as const satisfies Readonly<Record<string, Method>>
