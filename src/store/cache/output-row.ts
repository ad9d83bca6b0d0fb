import type { Hash, Output, OutputId, RequestId, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Column, Database, Value } from '../database.ts'
import {
  amountColumns,
  amountOf,
  bytesOf,
  codeIn,
  hexOf,
  joinedHex,
  joinedUuids,
  type Loan,
  memberOf,
  NO_BYTES,
  nanos,
  orNull,
  splitHex,
  splitUuids,
  timeColumn,
  uuidBytes,
  uuidOf,
} from '../encoding.ts'
import { fromJson, jsonOf } from '../exact-json.ts'
import { isSealed, sealedValues } from '../sealed.ts'
import { SEALED_COLUMNS } from '../sealed-columns.ts'
import type { Dictionary } from './dictionary.ts'
import { type Party, sameMembers } from './parties.ts'

export const STATES = ['unspent', 'signed', 'spent'] as const satisfies readonly Output['state'][]
export const SIGNED = 1n
export const SPENT = 2n

/** What a row weighs in a balance, and where its columns lie. */
export const AT = {
  id: 0,
  holder: 1,
  asset: 2,
  state: 3,
  units: 4,
  large: 5,
  inscription: 15,
  signedBy: 17,
  signedAt: 19,
  spentAt: 20,
  createdAt: 21,
  updatedAt: 22,
} as const

/** Columns that hold what can never change about an output. */
export const FACT_COLUMNS: readonly number[] = [
  ...['holder', 'asset', 'units', 'large', 'transaction_hash', 'output_index', 'mask', 'keys', 'receivers'],
].map((name) => (SEALED_COLUMNS.outputs as readonly string[]).indexOf(name))

export interface OutputRow {
  readonly row: bigint
  readonly id: Buffer
  readonly holder: bigint
  readonly asset: bigint
  readonly state: bigint
  readonly units: bigint
  readonly large: Buffer
  readonly sequence: bigint
  readonly transaction_hash: Buffer
  readonly output_index: bigint
  readonly mask: Buffer
  readonly keys: Buffer
  readonly senders: bigint | null
  readonly receivers: bigint | null
  readonly claimed_asset: Buffer | null
  readonly extra: Buffer | null
  readonly inscription: Buffer | null
  readonly request_id: Buffer | null
  readonly signed_by: Buffer | null
  readonly signers: Buffer | null
  readonly signed_at: bigint | null
  readonly spent_at: bigint | null
  readonly created_at: bigint
  readonly updated_at: bigint | null
  readonly deposit: string | null
  readonly type: string | null
  readonly seal: bigint
}

const ORDINARY_TYPE = 'kernel_output'

/**
 * Column values of an output of that holder. What most outputs share is left out: receivers and signers that are the
 * holder's members, empty texts, the ordinary type, an asset uuid equal to the one known for the kernel asset, and an update
 * time equal to the last thing that happened. Holds good until the loan is asked for again.
 */
export function encodeOutput(output: Output, holder: bigint, dictionary: Dictionary, loan: Loan): Value[] {
  const { units, large } = amountColumns(output.amount)
  const asset = dictionary.addAsset(output.kernel_asset_id, output.asset_id)
  const members = dictionary.holderOf(holder).members
  const nobody = output.senders_hash === null && output.senders_threshold === 0 && output.senders.length === 0
  return [
    wide(loan.uuid(output.output_id), 16),
    holder,
    asset.row,
    codeIn(STATES, output.state),
    units,
    large,
    BigInt(output.sequence),
    wide(loan.hash(output.transaction_hash), 32),
    BigInt(output.output_index),
    wide(loan.hash(output.mask), 32),
    joinedHex(output.keys, loan.hash),
    nobody ? null : dictionary.partyRow(sendersOf(output)),
    sameMembers(output.receivers, members) ? null : dictionary.partyRow(receiversOf(output)),
    output.asset_id === null || output.asset_id === asset.assetId ? null : uuidBytes(output.asset_id),
    output.extra === '' ? null : bytesOf(output.extra),
    orNull(output.inscription_hash, bytesOf),
    orNull(output.request_id, loan.uuid),
    orNull(output.signed_by, loan.hash),
    output.signers.length === 0 ? null : sameMembers(output.signers, members) ? NO_BYTES : joinedUuids(output.signers),
    orNull(output.signed_at, timeColumn),
    orNull(output.spent_at, timeColumn),
    timeColumn(output.created_at),
    output.updated_at === lastEvent(output) ? null : timeColumn(output.updated_at),
    orNull(output.deposit, jsonOf),
    output.type === ORDINARY_TYPE ? null : output.type,
  ]
}

const sendersOf = ({ senders_hash, senders_threshold, senders }: Output): Party => ({
  hash: senders_hash,
  threshold: senders_threshold,
  members: senders,
})

const receiversOf = ({ receivers_hash, receivers_threshold, receivers }: Output): Party => ({
  hash: receivers_hash,
  threshold: receivers_threshold,
  members: receivers,
})

/** Bytes of an id or a hash, which no row holds with another width. */
function wide(bytes: Buffer, width: number): Buffer {
  if (bytes.length === width) return bytes
  throw failure('internal', 'an id or a hash has another width')
}

/** The record of a row. Throws `store.damaged` when the row does not carry its checksum. */
export function decodeOutput(row: OutputRow, dictionary: Dictionary, db: Database): Output {
  if (!isSealed('outputs', row)) throw db.damaged('output')
  const asset = dictionary.assetOf(row.asset)
  const holder = dictionary.holderOf(row.holder)
  const senders = row.senders === null ? null : dictionary.partyOf(row.senders)
  const receivers = row.receivers === null ? null : dictionary.partyOf(row.receivers)
  const times = {
    created_at: nanos(row.created_at),
    signed_at: orNull(row.signed_at, nanos),
    spent_at: orNull(row.spent_at, nanos),
  }
  return {
    type: row.type ?? ORDINARY_TYPE,
    output_id: uuidOf<OutputId>(row.id),
    transaction_hash: hexOf<Hash>(row.transaction_hash),
    output_index: Number(row.output_index),
    asset_id: row.claimed_asset === null ? asset.assetId : uuidOf(row.claimed_asset),
    asset: asset.kernel,
    kernel_asset_id: asset.kernel,
    amount: amountOf(row.units, row.large),
    mask: hexOf(row.mask),
    keys: splitHex(row.keys),
    senders_hash: senders?.hash ?? null,
    senders_threshold: senders?.threshold ?? 0,
    senders: [...(senders?.members ?? [])],
    receivers_hash: holder.membersHash,
    receivers_threshold: holder.threshold,
    receivers: [...(receivers?.members ?? holder.members)],
    extra: row.extra === null ? '' : hexOf(row.extra),
    state: memberOf(STATES, row.state),
    sequence: Number(row.sequence),
    ...times,
    updated_at: orNull(row.updated_at, nanos) ?? lastEvent(times),
    inscription_hash: orNull(row.inscription, (bytes) => hexOf<Hash>(bytes)),
    signers:
      row.signers === null ? [] : row.signers.length === 0 ? [...holder.members] : splitUuids<UserId>(row.signers),
    request_id: orNull(row.request_id, (bytes) => uuidOf<RequestId>(bytes)),
    signed_by: orNull(row.signed_by, (bytes) => hexOf<Hash>(bytes)),
    deposit: orNull(row.deposit, (text) => fromJson<Output['deposit']>(text)),
  }
}

/** Values of a stored row in column order, as `encodeOutput` gives them. */
export function columnsOf(row: OutputRow): Column[] {
  return sealedValues('outputs', row)
}

export function sameValue(a: Value, b: Column): boolean {
  return a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b
}

const lastEvent = (times: Pick<Output, 'created_at' | 'signed_at' | 'spent_at'>) =>
  times.spent_at ?? times.signed_at ?? times.created_at
