import type { Holder, UserId } from '#contract/domain'
import type { CheckRow } from '#contract/ipc'
import { type Amount, kernelAssetId, sumOf, toAmount } from '#protocol'
import { memoText } from '#store'
import { type Said, said } from '#words/facts'
import { isSameList } from '../payments/alike.ts'
import { isListOf } from '../payments/bytes.ts'
import { placeOf, type Words } from '../payments/compared.ts'
import { nameOf } from '../payments/review.ts'
import { spoken } from '../shared/fiat.ts'
import { groupWords } from '../shared/group-words.ts'
import { memoWords } from '../shared/memo.ts'
import type { Coin, RecordFacts, Request } from './request.ts'
import type { Actual, JudgedOutput, ReviewContext } from './review.ts'

/* What was asked, what the service recorded and what the bytes do, line by line. */

/** What was said of one line, and what the bytes do. */
interface Told {
  readonly asked?: Words | null | undefined
  readonly record?: Words | null | undefined
  readonly actual: Words
}

/** A line agrees unless something that was said of it is not what the bytes do. */
const row = (field: Said, told: Told, agrees: boolean): CheckRow => ({
  field,
  asked: told.asked ?? null,
  record: told.record ?? null,
  actual: told.actual,
  agrees,
})

interface Compared {
  readonly request: Request
  readonly actual: Actual
  readonly context: ReviewContext
  readonly symbol: string
}

export function compareRows(request: Request, actual: Actual, context: ReviewContext): CheckRow[] {
  const compared = { request, actual, context, symbol: actual.asset?.symbol ?? '' }
  return [
    transactionRow(compared),
    requestRow(compared),
    payingGroupRow(compared),
    assetRow(compared),
    amountRow(compared),
    receiverRows(compared),
    memoRow(compared),
    coinsRow(compared),
    referencesRow(compared),
  ].flat()
}

function transactionRow({ request, context }: Compared): CheckRow {
  const { asked, record, otherHash } = request.detail
  return row(
    said('check.row.transaction'),
    { asked: asked?.hash, record: otherHash ?? record?.hash, actual: request.hash },
    (asked?.hash ?? request.hash) === request.hash &&
      (record?.hash ?? request.hash) === request.hash &&
      otherHash === null &&
      context.reviewedHash === request.hash,
  )
}

function requestRow({ request: { id, detail } }: Compared): CheckRow[] {
  if (detail.record === null) return []
  const { requestId } = detail.record
  return [row(said('check.row.request'), { record: requestId, actual: id }, requestId === id)]
}

function payingGroupRow({ request, context: { group, coins } }: Compared): CheckRow {
  const { asked, record } = request.detail
  const words = groupWords(group.membersHash, group.threshold).join(' ')
  const own = (threshold: number): Said =>
    said('check.approvals.group', { threshold, members: group.members.length, words })
  return row(
    said('check.row.paying-group'),
    {
      asked:
        asked?.senders === undefined
          ? null
          : said('check.approvals.threshold', { threshold: asked.threshold ?? '?', members: asked.senders.length }),
      record:
        record === null
          ? null
          : record.sendersHash === group.membersHash
            ? own(record.sendersThreshold)
            : record.sendersHash,
      actual: own(group.threshold),
    },
    (asked?.senders === undefined || isSameList(asked.senders, group.members)) &&
      (asked?.threshold === undefined || asked.threshold === group.threshold) &&
      (record === null || (record.sendersHash === group.membersHash && record.sendersThreshold === group.threshold)) &&
      coins.every((coin) => coin?.output == null || belongs(coin, group)),
  )
}

function assetRow({ request, actual, context: { directory, coins } }: Compared): CheckRow {
  const { asked, record } = request.detail
  const kernel = actual.transaction.asset
  return row(
    said('check.row.asset'),
    {
      asked: asked?.assetId === undefined ? null : directory.asset(asked.assetId).symbol,
      record:
        record === null
          ? null
          : record.assetId === null
            ? (record.kernelAssetId ?? '')
            : directory.asset(record.assetId).symbol,
      actual: actual.asset?.symbol ?? kernel,
    },
    (asked?.assetId === undefined || kernelAssetId(asked.assetId) === kernel) &&
      (record === null ||
        ((record.kernelAssetId ?? kernel) === kernel &&
          (record.assetId === null || kernelAssetId(record.assetId) === kernel))) &&
      coins.every((coin) => coin?.output == null || coin.output.kernel_asset_id === kernel),
  )
}

function amountRow({ request, actual, symbol }: Compared): CheckRow {
  const { asked, record } = request.detail
  const money = (amount: Amount | undefined) => (amount === undefined ? null : spoken(amount, symbol))
  const leaving = actual.outputs.filter((output) => !output.change)
  // Where nothing leaves, as from a collectible that is given up, a record names the first of what the group pays itself.
  const first = leaving[0] ?? actual.outputs[0]
  const named: Amount[] = [actual.amount, first?.amount ?? actual.amount, sumOf(actual.outputs)]
  // Which output is change is the service's word. Without it, what was asked may be any of them, or all but one.
  const possible =
    record === null
      ? [...leaving.flatMap(({ amount }) => [amount, toAmount(actual.amount - amount)]), actual.amount]
      : [actual.amount]
  return row(
    said('check.row.amount'),
    {
      asked: money(asked?.amount),
      record: money(record?.amount),
      actual:
        record === null && leaving.length > 1
          ? said('check.approvals.change-or-not', { sums: leaving.map(({ amount }) => spoken(amount, symbol)) })
          : spoken(actual.amount, symbol),
    },
    (asked?.amount === undefined || possible.includes(asked.amount)) &&
      (record === null || named.includes(record.amount)),
  )
}

function receiverRows({ request, actual, context: { directory }, symbol }: Compared): CheckRow[] {
  const { asked, record } = request.detail
  const called = (id: UserId) => nameOf({ kind: 'user', user: directory.user(id) })
  const count = actual.outputs.length
  const aligned = record === null || record.receivers.length === count
  const uncounted = { record: String(record?.receivers.length ?? 0), actual: String(count) }
  let receivers = 0
  const rows = actual.outputs.map((output) => {
    const named = record?.receivers[output.index]
    const field = output.change ? said('check.row.change') : said('check.row.recipient', { at: ++receivers })
    const sum = spoken(output.amount, symbol)
    const agrees =
      output.leaves !== null
        ? goesThere(output, named)
        : record === null ||
          !aligned ||
          named === undefined ||
          (named.members.length === 0 && named.destination === '') ||
          staysHere(output, named)
    const wanted = output.change || asked?.receivers === undefined || receivers > 1 ? undefined : asked.receivers
    return row(
      field,
      {
        asked: wanted === undefined ? null : said('check.approvals.people', { people: wanted.map(called) }),
        record:
          named === undefined
            ? null
            : named.destination !== ''
              ? placeOf(named.destination, named.tag ?? '')
              : named.members.length === 0
                ? said('check.approvals.nobody')
                : said('check.approvals.of-people', { threshold: named.threshold, people: named.members.map(called) }),
        actual:
          output.leaves === null
            ? said('check.approvals.to-keys', { sum, threshold: output.threshold, keys: output.keys.length })
            : said('check.approvals.to-place', { sum, place: placeOf(output.leaves.destination, output.leaves.tag) }),
      },
      agrees && (wanted === undefined || named === undefined || isSameList(wanted, named.members)),
    )
  })
  return aligned ? rows : [row(said('check.row.outputs'), uncounted, false), ...rows]
}

function memoRow({ request, actual }: Compared): CheckRow {
  const { asked, record } = request.detail
  const { extra } = actual.transaction
  return row(
    said('check.row.memo'),
    {
      asked: asked?.memoHex === undefined ? (asked?.memo ?? null) : memoWords(asked.memoHex),
      record: record === null ? null : memoWords(record.extra),
      actual: memoWords(extra),
    },
    (asked?.memoHex === undefined || asked.memoHex === extra) &&
      (asked?.memo === undefined || asked.memo === extra || asked.memo === memoText(extra)) &&
      (record === null || record.extra === extra),
  )
}

/** Coins of a group that was not added were not read yet; nothing can be signed before that. */
function coinsRow({ actual, context: { groupAdded, coins }, symbol }: Compared): CheckRow[] {
  const areRead = coins.every((coin) => coin !== undefined)
  if (!groupAdded && !areRead) return []
  const worth = said('check.approvals.coins-worth', { coins: coins.length, sum: spoken(actual.spent, symbol) })
  return [row(said('check.row.coins'), { actual: worth }, areRead && actual.spent === sumOf(actual.outputs))]
}

function referencesRow({ actual }: Compared): CheckRow[] {
  const { references } = actual.transaction
  return references.length === 0 ? [] : [row(said('check.row.references'), { actual: references.join(', ') }, true)]
}

/** How bytes that are no text begin where they are shown. */
const NO_TEXT = 'hex '

/** What the service wrote down of where a withdrawal goes; it can write down no bytes that are no text. */
function goesThere({ leaves }: JudgedOutput, named: RecordFacts['receivers'][number] | undefined): boolean {
  if (named === undefined || leaves === null) return true
  if (named.members.length > 0) return false
  const same = (text: string, written: string | undefined) =>
    written === undefined || written === text || text.startsWith(NO_TEXT)
  return same(leaves.destination, named.destination) && same(leaves.tag, named.tag)
}

/** As many keys as members, under the hash that they have, and nothing of a place off the network. */
function staysHere({ keys, threshold }: JudgedOutput, named: RecordFacts['receivers'][number]): boolean {
  const { members, membersHash, destination, tag = '' } = named
  if (destination !== '' || tag !== '') return false
  return (
    members.length === keys.length && isListOf({ members, members_hash: membersHash }) && named.threshold === threshold
  )
}

function belongs(coin: Coin, group: Holder): boolean {
  const { output } = coin
  return (
    output === null || (output.receivers_hash === group.membersHash && output.receivers_threshold === group.threshold)
  )
}
