import type { Holder, UserId } from '#contract/domain'
import type { CheckRow } from '#contract/ipc'
import { type Amount, kernelAssetId, sha3Hash, toAmount } from '#protocol'
import { memoText } from '#store'
import { isListOf } from '../payments/bytes.ts'
import { nameOf } from '../payments/review.ts'
import { spoken } from '../shared/fiat.ts'
import { groupWords } from '../shared/group-words.ts'
import { REVIEW_CHARACTERS } from '../shared/memo.ts'
import type { Coin, RecordFacts, Request } from './request.ts'
import { type Actual, type JudgedOutput, type ReviewContext, sum } from './review.ts'

/* What was asked, what the service recorded and what the bytes do, line by line. */

/** A line agrees unless something that was said of it is not what the bytes do. */
export function compareRows(request: Request, actual: Actual, context: ReviewContext): CheckRow[] {
  const { asked, record } = request.detail
  const { directory, group } = context
  const symbol = actual.asset?.symbol ?? ''
  const money = (amount: Amount | undefined) => (amount === undefined ? null : spoken(amount, symbol))
  const rows: CheckRow[] = []
  const row = (
    field: string,
    said: { asked?: string | null | undefined; record?: string | null | undefined; actual: string },
    agrees: boolean,
  ): void => {
    rows.push({ field, asked: said.asked ?? null, record: said.record ?? null, actual: said.actual, agrees })
  }

  row(
    'Transaction',
    { asked: asked?.hash, record: request.detail.otherHash ?? record?.hash, actual: request.hash },
    (asked?.hash ?? request.hash) === request.hash &&
      (record?.hash ?? request.hash) === request.hash &&
      request.detail.otherHash === null &&
      context.reviewedHash === request.hash,
  )
  if (record !== null) {
    row('Request', { record: record.requestId, actual: request.id }, record.requestId === request.id)
  }
  const own = `${group.threshold} of ${group.members.length}, ${groupWords(group.membersHash, group.threshold).join(' ')}`
  row(
    'Paying group',
    {
      asked: asked?.senders === undefined ? null : `${asked.threshold ?? '?'} of ${asked.senders.length}`,
      record:
        record === null
          ? null
          : record.sendersHash === group.membersHash
            ? own.replace(/^\d+/, String(record.sendersThreshold))
            : record.sendersHash,
      actual: own,
    },
    (asked?.senders === undefined || sameMembers(asked.senders, group.members)) &&
      (asked?.threshold === undefined || asked.threshold === group.threshold) &&
      (record === null || (record.sendersHash === group.membersHash && record.sendersThreshold === group.threshold)) &&
      context.coins.every((coin) => coin?.output == null || belongs(coin, group)),
  )
  const kernel = actual.transaction.asset
  row(
    'Asset',
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
      context.coins.every((coin) => coin?.output == null || coin.output.kernel_asset_id === kernel),
  )
  const leaving = actual.outputs.filter((output) => !output.change)
  const named: Amount[] = [actual.amount, leaving[0]?.amount ?? actual.amount, sum(actual.outputs)]
  // Which output is change is the service's word. Without it, what was asked may be any of them, or all but one.
  const possible =
    record === null
      ? [...leaving.flatMap(({ amount }) => [amount, toAmount(actual.amount - amount)]), actual.amount]
      : [actual.amount]
  row(
    'Amount',
    {
      asked: money(asked?.amount),
      record: money(record?.amount),
      actual:
        record === null && leaving.length > 1
          ? `${leaving.map(({ amount }) => spoken(amount, symbol)).join(' and ')}, change among them or not`
          : spoken(actual.amount, symbol),
    },
    (asked?.amount === undefined || possible.includes(asked.amount)) &&
      (record === null || named.includes(record.amount)),
  )
  addReceivers(row, request, actual, context, symbol)
  const { extra } = actual.transaction
  row(
    'Memo',
    {
      asked: asked?.memoHex === undefined ? (asked?.memo ?? null) : textOf(asked.memoHex),
      record: record === null ? null : textOf(record.extra),
      actual: textOf(extra),
    },
    (asked?.memoHex === undefined || asked.memoHex === extra) &&
      (asked?.memo === undefined || asked.memo === extra || asked.memo === memoText(extra)) &&
      (record === null || record.extra === extra),
  )
  // Coins of a group that was not added were not read yet; nothing can be signed before that.
  if (context.groupAdded || context.coins.every((coin) => coin !== undefined))
    row(
      'Coins',
      { actual: `${context.coins.length}, worth ${spoken(actual.spent, symbol)}` },
      context.coins.every((coin) => coin !== undefined) && actual.spent === sum(actual.outputs),
    )
  if (actual.transaction.references.length > 0) {
    row('References', { actual: actual.transaction.references.join(', ') }, true)
  }
  return rows
}

type AddRow = (
  field: string,
  said: { asked?: string | null | undefined; record?: string | null | undefined; actual: string },
  agrees: boolean,
) => void

function addReceivers(
  add: AddRow,
  request: Request,
  actual: Actual,
  { directory }: ReviewContext,
  symbol: string,
): void {
  const { asked, record } = request.detail
  const aligned = record === null || record.receivers.length === actual.outputs.length
  const count = actual.outputs.length
  if (!aligned) {
    add('Outputs', { record: String(record?.receivers.length ?? 0), actual: String(count) }, false)
  }
  let receivers = 0
  for (const output of actual.outputs) {
    const said = record?.receivers[output.index]
    const field = output.change ? 'Change' : `Receiver ${++receivers}`
    const shape = `${output.threshold} of ${output.keys.length} ${output.keys.length === 1 ? 'key' : 'keys'}`
    const agrees =
      output.leaves !== null
        ? goesThere(output, said)
        : record === null ||
          !aligned ||
          said === undefined ||
          (said.members.length === 0 && said.destination === '') ||
          staysHere(output, said)
    const wanted = output.change || asked?.receivers === undefined || receivers > 1 ? undefined : asked.receivers
    add(
      field,
      {
        asked:
          wanted === undefined
            ? null
            : wanted.map((id) => nameOf({ kind: 'user', user: directory.user(id) })).join(', '),
        record:
          said === undefined
            ? null
            : said.destination !== ''
              ? placeOf(said.destination, said.tag ?? '')
              : said.members.length === 0
                ? 'nobody that the service knows'
                : `${said.threshold} of ${said.members.map((id) => nameOf({ kind: 'user', user: directory.user(id) })).join(', ')}`,
        actual: `${spoken(output.amount, symbol)} to ${output.leaves === null ? shape : placeOf(output.leaves.destination, output.leaves.tag)}`,
      },
      agrees && (wanted === undefined || said === undefined || sameMembers(wanted, said.members)),
    )
  }
}

/** How bytes that are no text begin where they are shown. */
const NO_TEXT = 'hex '

const placeOf = (destination: string, tag: string): string => (tag === '' ? destination : `${destination}, tag ${tag}`)

/** What the service wrote down of where a withdrawal goes; it can write down no bytes that are no text. */
function goesThere({ leaves }: JudgedOutput, said: RecordFacts['receivers'][number] | undefined): boolean {
  if (said === undefined || leaves === null) return true
  if (said.members.length > 0) return false
  const same = (text: string, named: string | undefined) =>
    named === undefined || named === text || text.startsWith(NO_TEXT)
  return same(leaves.destination, said.destination) && same(leaves.tag, said.tag)
}

/** As many keys as members, under the hash that they have, and nothing of a place off the network. */
function staysHere({ keys, threshold }: JudgedOutput, said: RecordFacts['receivers'][number]): boolean {
  const { members, membersHash, destination, tag = '' } = said
  if (destination !== '' || tag !== '') return false
  return (
    members.length === keys.length && isListOf({ members, members_hash: membersHash }) && said.threshold === threshold
  )
}

function belongs(coin: Coin, group: Holder): boolean {
  const { output } = coin
  return (
    output === null || (output.receivers_hash === group.membersHash && output.receivers_threshold === group.threshold)
  )
}

function sameMembers(a: readonly UserId[], b: readonly UserId[]): boolean {
  return [...a].sort().join() === [...b].sort().join()
}

function textOf(hex: string): string {
  if (hex === '') return 'none'
  if (hex.length > REVIEW_CHARACTERS) return `${hex.length / 2} bytes with the hash ${sha3Hash(hex)}`
  return memoText(hex) ?? hex
}
