import type { Hash, Holder, MultisigRecord, TransactionRecord, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import {
  type Amount,
  decodeTransaction,
  encodeTransaction,
  extraRoom,
  hashMembers,
  OUTPUT,
  sumOf,
  type Transaction,
  toAmount,
  transactionHash,
  ZERO_32,
} from '#protocol'
import type { PaymentOutput, PaymentTransaction } from '#store'
import { type Said, said } from '#words/facts'
import { plainJson } from '../shared/plain-json.ts'
import { receiversOf } from './keys.ts'
import { targetOf } from './target.ts'

/*
 * From the plan to bytes, and from bytes back to the plan. Everything that is shown or approved is read from the bytes;
 * the plan only says what they were meant to be.
 */

/** What would be too large once it is signed is refused before anybody is asked to sign it. */
function refuseTooLong(transaction: Transaction, { inputs }: PaymentTransaction): void {
  const bytes = transaction.extra.length / 2
  const signatures = inputs.reduce((sum, { keys }) => sum + keys.length, 0)
  const most = extraRoom(transaction, signatures)
  if (bytes > most) throw failure('input.memo_too_long', 'no room is left to sign', { details: { bytes, most } })
}

/** The unsigned bytes of a planned transaction whose keys are known, and their hash. Throws `input.memo_too_long`. */
export function buildRaw(planned: PaymentTransaction, references: readonly Hash[]): { raw: string; hash: Hash } {
  const transaction: Transaction = {
    version: 5,
    asset: planned.kernelAssetId,
    inputs: planned.inputs.map(({ hash, index }) => ({ hash, index })),
    outputs: planned.outputs.map((output) => {
      const target = targetOf(output)
      if (target.kind === 'chain') {
        return {
          type: OUTPUT.withdrawalSubmit,
          amount: output.amount,
          keys: [],
          mask: ZERO_32,
          script: '',
          withdrawal: { address: target.destination, tag: target.tag },
        }
      }
      return {
        type: OUTPUT.script,
        amount: output.amount,
        keys: [...(output.keys?.keys ?? [])],
        mask: output.keys?.mask ?? ZERO_32,
        script: output.script ?? '',
      }
    }),
    references: [...references],
    extra: planned.extra,
  }
  refuseTooLong(transaction, planned)
  const raw = encodeTransaction(transaction)
  return { raw, hash: transactionHash(raw) as Hash }
}

export interface Difference {
  /** Names the field among those of the payment. */
  readonly id: string
  readonly field: Said
  readonly asked: string
  readonly actual: string
}

/** Where bytes say something else than the plan they were built from; an empty list means that they agree in all. */
export function differencesFromPlan(planned: PaymentTransaction, raw: string): Difference[] {
  const actual = decodeTransaction(raw)
  const found: Difference[] = []
  const compare = (field: Said, asked: unknown, is: unknown) => {
    const [a, b] = [plainJson(asked), plainJson(is)]
    const id = [field.code, ...Object.values(field.values)].join(':')
    if (a !== b) found.push({ id, field, asked: a, actual: b })
  }
  compare(said('check.field.asset'), planned.kernelAssetId, actual.asset)
  compare(
    said('check.field.inputs'),
    planned.inputs.map(({ hash, index }) => `${hash}:${index}`),
    actual.inputs.map(({ hash, index, genesis, deposit, mint }) =>
      genesis === undefined && deposit === undefined && mint === undefined ? `${hash}:${index}` : 'special input',
    ),
  )
  compare(said('check.field.outputs'), planned.outputs.length, actual.outputs.length)
  for (const [at, output] of planned.outputs.entries()) {
    const is = actual.outputs[at]
    const target = targetOf(output)
    compare(said('check.field.output-amount', { at }), output.amount, is?.amount)
    if (target.kind === 'chain') {
      compare(said('check.field.output-type', { at }), OUTPUT.withdrawalSubmit, is?.type)
      compare(
        said('check.field.output-destination', { at }),
        { address: target.destination, tag: target.tag },
        is?.withdrawal,
      )
    } else {
      compare(said('check.field.output-type', { at }), OUTPUT.script, is?.type)
      compare(said('check.field.output-keys', { at }), output.keys?.keys, is?.keys)
      compare(said('check.field.output-mask', { at }), output.keys?.mask, is?.mask)
      compare(said('check.field.output-script', { at }), output.script, is?.script)
    }
  }
  compare(said('check.field.memo'), planned.extra, actual.extra)
  compare(said('check.field.balance'), sumOf(planned.inputs), sumOf(actual.outputs))
  return found
}

export interface RecordDifference {
  readonly field: Said
  readonly record: string
  readonly actual: string
}

/** What the service recorded differently from the bytes; named for people. */
export function differencesFromRecord(
  planned: PaymentTransaction,
  raw: string,
  hash: Hash,
  record: TransactionRecord | MultisigRecord,
  holder: Holder,
): RecordDifference[] {
  const found: RecordDifference[] = []
  const differs = (field: Said, is: boolean, told: string, actual: string) => {
    if (is) found.push({ field, record: told, actual })
  }
  /** What may be left out and is compared where it is there. */
  const same = (field: Said, told: string | number | null, actual: string | number) =>
    differs(field, told !== null && told !== '' && told !== 0 && told !== actual, String(told), String(actual))
  same(said('check.field.request-id'), record.request_id, planned.requestId)
  same(said('check.field.transaction-hash'), record.transaction_hash, hash)
  same(said('check.field.bytes'), record.raw_transaction, raw)
  const other = [record.asset, record.kernel_asset_id].find(
    (asset) => asset !== null && asset !== planned.kernelAssetId,
  )
  same(said('check.field.asset'), other ?? null, planned.kernelAssetId)
  same(said('check.field.asset-id'), record.asset_id, planned.assetId)
  differs(said('check.field.memo'), record.extra !== planned.extra, record.extra, planned.extra)
  same(said('check.field.senders'), record.senders_hash, holder.membersHash)
  const payers = { members: record.senders, members_hash: holder.membersHash }
  differs(said('check.field.senders-list'), !isListOf(payers), record.senders.join(' '), holder.members.join(' '))
  same(said('check.field.senders-threshold'), record.senders_threshold, holder.threshold)
  const [amount] = amountsOf(planned)
  differs(said('check.field.amount'), !amountsOf(planned).includes(record.amount), `${record.amount}`, `${amount}`)
  const receivers = record.receivers.flatMap(({ members }) => members).join(' ')
  differs(said('check.field.recipients'), outputsNamed(planned, record, holder) === undefined, receivers, '')
  return found
}

/** What the service left out of its record, so that it could not be compared; named for people. */
export function leftOutOfRecord(
  planned: PaymentTransaction,
  record: TransactionRecord | MultisigRecord,
  holder: Holder,
): Said[] {
  const found: Said[] = []
  if (record.raw_transaction === '') found.push(said('check.left-out.bytes'))
  if (record.asset === null && record.kernel_asset_id === null && record.asset_id === null)
    found.push(said('check.left-out.asset'))
  if (record.senders_hash === '' || record.senders_threshold === 0) found.push(said('check.left-out.payer'))
  const named = outputsNamed(planned, record, holder) ?? []
  const unnamed = planned.outputs.filter((output) => !named.includes(output))
  const isReceiver = ({ role }: PaymentOutput) => role !== 'change'
  if (unnamed.some(isReceiver)) {
    found.push(named.some(isReceiver) ? said('check.left-out.some-recipients') : said('check.left-out.recipients'))
  }
  if (!unnamed.every(isReceiver)) found.push(said('check.left-out.change'))
  return found
}

/** The service names the sum that leaves, or the first output's amount; both are true descriptions. */
function amountsOf(planned: PaymentTransaction): Amount[] {
  const leaving = planned.outputs.filter((output) => output.role !== 'change')
  return [sumOf(leaving), leaving[0]?.amount ?? toAmount(0n), sumOf(planned.outputs)]
}

/**
 * The outputs that a record names as receivers; undefined if it names one that is not there. They come in the order of outputs,
 * and the service may leave some out.
 */
function outputsNamed(
  planned: PaymentTransaction,
  { receivers }: Pick<TransactionRecord, 'receivers'>,
  holder: Holder,
): PaymentOutput[] | undefined {
  const named: PaymentOutput[] = []
  let from = 0
  for (const receiver of receivers) {
    const at = planned.outputs.findIndex((output, index) => index >= from && isFor(receiver, output, holder))
    const output = planned.outputs[at]
    if (output === undefined) return undefined
    named.push(output)
    from = at + 1
  }
  return named
}

/** Whether a receiver that a record names is the one of this output. */
export function isFor(
  receiver: TransactionRecord['receivers'][number],
  output: PaymentOutput,
  holder: Holder,
): boolean {
  const target = targetOf(output)
  if (target.kind === 'chain') {
    const { members, destination, tag } = receiver
    return members.length === 0 && destination === target.destination && tag === target.tag
  }
  if (receiver.destination !== '' || receiver.tag !== '') return false
  const members = receiversOf(target, holder.members)
  if (members.length === 0) return receiver.members.length === 0
  return receiver.members_hash === hashMembers(members) && isListOf(receiver) && receiver.threshold === output.threshold
}

/** Whether the members that a record lists are those of its hash; it may list none. */
export function isListOf(named: { readonly members: readonly UserId[]; readonly members_hash: string }): boolean {
  return named.members.length === 0 || hashMembers(named.members) === named.members_hash
}
