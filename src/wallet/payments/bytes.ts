import type { Hash, Holder, MultisigRecord, TransactionRecord, UserId } from '#contract/domain'
import {
  type Amount,
  decodeTransaction,
  encodeTransaction,
  hashMembers,
  OUTPUT,
  type Transaction,
  toAmount,
  transactionHash,
  ZERO_32,
} from '#protocol'
import type { PaymentOutput, PaymentTransaction } from '#store'
import { receiversOf } from './keys.ts'
import { targetOf } from './target.ts'

/*
 * From the plan to bytes, and from bytes back to the plan. Everything that is shown or approved is read from the bytes;
 * the plan only says what they were meant to be.
 */

/** The unsigned bytes of a planned transaction whose keys are known, and their hash. */
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
  const raw = encodeTransaction(transaction)
  return { raw, hash: transactionHash(raw) as Hash }
}

interface Difference {
  readonly field: string
  readonly asked: string
  readonly actual: string
}

/** Where bytes say something else than the plan they were built from; an empty list means that they agree in all. */
export function differencesFromPlan(planned: PaymentTransaction, raw: string): Difference[] {
  const actual = decodeTransaction(raw)
  const found: Difference[] = []
  const compare = (field: string, asked: unknown, is: unknown) => {
    const [a, b] = [JSON.stringify(asked, bigintText), JSON.stringify(is, bigintText)]
    if (a !== b) found.push({ field, asked: a ?? '', actual: b ?? '' })
  }
  compare('asset', planned.kernelAssetId, actual.asset)
  compare(
    'inputs',
    planned.inputs.map(({ hash, index }) => `${hash}:${index}`),
    actual.inputs.map(({ hash, index, genesis, deposit, mint }) =>
      genesis === undefined && deposit === undefined && mint === undefined ? `${hash}:${index}` : 'special input',
    ),
  )
  compare('number of outputs', planned.outputs.length, actual.outputs.length)
  for (const [at, output] of planned.outputs.entries()) {
    const is = actual.outputs[at]
    const target = targetOf(output)
    compare(`output ${at} amount`, output.amount, is?.amount)
    if (target.kind === 'chain') {
      compare(`output ${at} type`, OUTPUT.withdrawalSubmit, is?.type)
      compare(`output ${at} destination`, { address: target.destination, tag: target.tag }, is?.withdrawal)
    } else {
      compare(`output ${at} type`, OUTPUT.script, is?.type)
      compare(`output ${at} keys`, output.keys?.keys, is?.keys)
      compare(`output ${at} mask`, output.keys?.mask, is?.mask)
      compare(`output ${at} script`, output.script, is?.script)
    }
  }
  compare('memo', planned.extra, actual.extra)
  compare('balance of inputs and outputs', sumOf(planned.inputs), sumOf(actual.outputs))
  return found
}

/** What the service recorded differently from the bytes; field names for people. */
export function differencesFromRecord(
  planned: PaymentTransaction,
  raw: string,
  hash: Hash,
  record: TransactionRecord | MultisigRecord,
  holder: Holder,
): string[] {
  const found: string[] = []
  const differs = (field: string, is: boolean) => {
    if (is) found.push(field)
  }
  differs('request id', record.request_id !== planned.requestId)
  differs('transaction hash', record.transaction_hash !== hash)
  differs('bytes', record.raw_transaction !== '' && record.raw_transaction !== raw)
  const assets = [record.asset, record.kernel_asset_id].filter((asset) => asset !== null)
  differs(
    'asset',
    assets.some((asset) => asset !== planned.kernelAssetId),
  )
  differs('asset id', record.asset_id !== null && record.asset_id !== planned.assetId)
  differs('memo', record.extra !== planned.extra)
  differs('senders', record.senders_hash !== '' && record.senders_hash !== holder.membersHash)
  differs('list of senders', !isListOf({ members: record.senders, members_hash: holder.membersHash }))
  differs('senders threshold', record.senders_threshold !== 0 && record.senders_threshold !== holder.threshold)
  differs('amount', !amountsOf(planned).includes(record.amount))
  differs('receivers', outputsNamed(planned, record, holder) === undefined)
  return found
}

/** What the service left out of its record, so that it could not be compared; in words for people. */
export function leftOutOfRecord(
  planned: PaymentTransaction,
  record: TransactionRecord | MultisigRecord,
  holder: Holder,
): string[] {
  const found: string[] = []
  if (record.raw_transaction === '') found.push('the bytes')
  if (record.asset === null && record.kernel_asset_id === null && record.asset_id === null) found.push('the asset')
  if (record.senders_hash === '' || record.senders_threshold === 0) found.push('who pays')
  const named = outputsNamed(planned, record, holder) ?? []
  const unnamed = planned.outputs.filter((output) => !named.includes(output))
  const isReceiver = ({ role }: PaymentOutput) => role !== 'change'
  if (unnamed.some(isReceiver)) found.push(named.some(isReceiver) ? 'some receivers' : 'the receivers')
  if (!unnamed.every(isReceiver)) found.push('the change')
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

function isFor(receiver: TransactionRecord['receivers'][number], output: PaymentOutput, holder: Holder): boolean {
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

function sumOf(parts: readonly { readonly amount: Amount }[]): Amount {
  return toAmount(parts.reduce((sum, part) => sum + part.amount, 0n))
}

const bigintText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
