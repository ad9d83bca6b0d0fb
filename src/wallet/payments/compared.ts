import type { Holder, MultisigRecord, TransactionRecord, UserId } from '#contract/domain'
import type { CheckRow } from '#contract/ipc'
import { decodeTransaction, shownText, toAmount } from '#protocol'
import type { PaymentOutput, PaymentTransaction } from '#store'
import { type Said, said } from '#words/facts'
import { spoken } from '../shared/fiat.ts'
import { memoWords } from '../shared/memo.ts'
import type { Directory } from '../shared/names.ts'
import { type Difference, differencesFromPlan, isFor, type RecordDifference } from './bytes.ts'
import { type Target, targetOf } from './target.ts'
import { nameOf } from './titles.ts'

/*
 * What a person asked for, what the service recorded and what the bytes do, line by line, for a payment that is stopped. Bytes name keys and
 * never people: whom somebody asked for stands in their column only while the keys are those that were got for them.
 */

export type Words = string | Said
type Actual = ReturnType<typeof decodeTransaction>

type Record = TransactionRecord | MultisigRecord

interface Recorded {
  readonly record: Record
  readonly holder: Holder
  readonly differences: readonly RecordDifference[]
}

/** Fields that have a line of their own, in words. */
const WORDED: ReadonlySet<string> = new Set([
  'check.field.memo',
  'check.field.amount',
  'check.field.recipients',
  'check.field.output-amount',
  // That what goes out is not what goes in follows from the amounts, which stand there in words.
  'check.field.balance',
])

export function comparedRows(
  planned: PaymentTransaction,
  raw: string,
  directory: Directory,
  recorded: Recorded | null = null,
): CheckRow[] {
  const actual = decodeTransaction(raw)
  const record = recorded?.record ?? null
  const { symbol } = directory.asset(planned.assetId)
  const differs = (code: string) => recorded?.differences.some(({ field }) => field.code === code) === true
  const leaving = planned.outputs.filter(({ role }) => role !== 'change')
  const back = planned.outputs.filter(({ role }) => role === 'change')
  const asked = listOf(leaving.map((output) => whomIn(targetOf(output), directory)))
  const isSame = leaving.every((output) => goesTo(output, outputOf(planned, actual, output)))
  const sum = (outputs: readonly PaymentOutput[], of: (output: PaymentOutput) => bigint | undefined): Words =>
    spoken(toAmount(outputs.reduce((total, output) => total + (of(output) ?? 0n), 0n)), symbol)
  const paid = (output: PaymentOutput) => outputOf(planned, actual, output)?.amount
  const equal = (outputs: readonly PaymentOutput[]) => outputs.every((output) => paid(output) === output.amount)

  const rows: CheckRow[] = [
    {
      field: said('check.row.to'),
      asked,
      record: recorded === null ? null : listOf(receiversIn(recorded, back).map((each) => namedIn(each, directory))),
      actual: isSame ? asked : listOf(leaving.map((output) => keysIn(outputOf(planned, actual, output)))),
      agrees: isSame && !differs('check.field.recipients'),
    },
    {
      field: said('check.row.amount'),
      asked: sum(leaving, ({ amount }) => amount),
      // Of several the service may name what the first of them gets, which is no sum to compare with.
      record:
        record === null || (leaving.length > 1 && !differs('check.field.amount'))
          ? null
          : spoken(record.amount, symbol),
      actual: sum(leaving, paid),
      agrees: equal(leaving) && !differs('check.field.amount'),
    },
    {
      field: said('check.row.memo'),
      asked: memoWords(planned.extra),
      record: record === null ? null : memoWords(record.extra),
      actual: memoWords(actual.extra),
      agrees: planned.extra === actual.extra && !differs('check.field.memo'),
    },
    ...(back.length === 0
      ? []
      : [
          {
            field: said('check.row.change'),
            asked: sum(back, ({ amount }) => amount),
            record: null,
            actual: sum(back, paid),
            agrees: equal(back) && back.every((output) => goesTo(output, outputOf(planned, actual, output))),
          },
        ]),
  ]
  /** An amount of one output among several; one alone stands in its line above. */
  const isOneOfSeveral = (output: PaymentOutput): boolean => (output.role === 'change' ? back : leaving).length > 1
  const outputRows = planned.outputs.flatMap((output, at): CheckRow[] => {
    const is = paid(output)
    if (is === output.amount || !isOneOfSeveral(output)) return []
    return [
      {
        ...{ field: said('check.field.output-amount', { at }), asked: spoken(output.amount, symbol), record: null },
        ...{ actual: is === undefined ? said('check.approvals.none') : spoken(is, symbol), agrees: false },
      },
    ]
  })
  const others = differencesFromPlan(planned, raw).filter(({ field }) => !WORDED.has(field.code))
  const unworded = recorded?.differences.filter(({ field }) => !WORDED.has(field.code)) ?? []
  return [...rows, ...outputRows, ...others.map(planRow), ...unworded.map(recordRow)]
}

/** A line as one sentence, which an error can carry to where it is drawn. */
export const lineOf = ({ field, asked, record, actual, agrees }: CheckRow): Said =>
  said('check.row.line', {
    field,
    asked: asked ?? said('check.row.not-said'),
    record: record ?? said('check.row.not-said'),
    actual,
    agrees,
  })

const planRow = ({ field, asked, actual }: Difference): CheckRow => ({
  ...{ field, asked: brief(asked), record: null, actual: brief(actual), agrees: false },
})

const recordRow = ({ field, record, actual }: RecordDifference): CheckRow => ({
  ...{ field, asked: null, record: brief(record), actual: brief(actual), agrees: false },
})

/** Two hashes stand whole; the bytes of a transaction show where they begin and end. */
const WHOLE = 132

const brief = (text: string): string => (text.length > WHOLE ? `${text.slice(0, 64)} … ${text.slice(-32)}` : text)

const outputOf = (planned: PaymentTransaction, actual: Actual, output: PaymentOutput) =>
  actual.outputs[planned.outputs.indexOf(output)]

/** Whether the bytes have the keys, or the place, that were got for whom this output is meant. */
function goesTo(output: PaymentOutput, is: Actual['outputs'][number] | undefined): boolean {
  const target = targetOf(output)
  if (is === undefined) return false
  if (target.kind === 'chain') {
    return is.withdrawal?.address === target.destination && is.withdrawal.tag === target.tag
  }
  return is.mask === output.keys?.mask && is.keys.join() === output.keys.keys.join() && is.script === output.script
}

function keysIn(is: Actual['outputs'][number] | undefined): Words {
  if (is === undefined) return said('check.approvals.none')
  if (is.withdrawal !== undefined) return placeOf(shownText(is.withdrawal.address), shownText(is.withdrawal.tag))
  return said('check.row.other-keys', { keys: is.keys.length })
}

export const placeOf = (destination: string, tag: string): Words =>
  tag === '' ? destination : said('check.approvals.place-with-tag', { destination, tag })

const listOf = (words: readonly Words[]): Words => {
  const [first] = words
  if (first === undefined) return said('check.approvals.none')
  return words.length === 1 ? first : said('check.approvals.people', { people: words })
}

const personIn = (id: UserId, directory: Directory): Said =>
  said('check.row.person', { name: nameOf({ kind: 'user', user: directory.user(id) }), id })

const groupIn = (members: readonly UserId[], threshold: number, directory: Directory): Said =>
  said('check.approvals.of-people', { threshold, people: members.map((id) => personIn(id, directory)) })

function whomIn(target: Target, directory: Directory): Words {
  switch (target.kind) {
    case 'user':
    case 'fee':
      return personIn(target.userId, directory)
    case 'group':
      return groupIn(target.members, target.threshold, directory)
    case 'kernel':
      return target.address
    case 'chain':
      return placeOf(target.destination, target.tag)
    case 'self':
      return said('title.yourself')
    case 'unknown':
      return said('check.approvals.nobody')
  }
}

/** Change is named too, or not. */
const receiversIn = ({ record, holder }: Recorded, back: readonly PaymentOutput[]): Record['receivers'] =>
  record.receivers.filter((each) => !back.some((output) => isFor(each, output, holder)))

/** Whoever a record names; the service leaves out whom it cannot name. */
function namedIn(named: Record['receivers'][number], directory: Directory): Words {
  const { members, destination, tag, threshold } = named
  if (destination !== '') return placeOf(destination, tag)
  const [only] = members
  if (only === undefined) return said('check.approvals.nobody')
  return members.length === 1 ? personIn(only, directory) : groupIn(members, threshold, directory)
}
