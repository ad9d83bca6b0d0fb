import { bytesToHex, parseHex } from './bytes.ts'
import { blake3 } from './hash.ts'
import {
  AGGREGATED_MAPS,
  AGGREGATED_PREFIX,
  type AggregatedSignature,
  CODE,
  EXTRA_SIZE_MAX,
  INPUT_INDEX_MAX,
  MARK,
  MASK_ORDINARY,
  MASK_SPARSE,
  refuse,
  SLICE_MAX,
  TRANSACTION_SIZE_MAX,
  type Transaction,
  type TransactionInput,
  type TransactionOutput,
} from './transaction.ts'
import { HexWriter } from './wire.ts'

export const HEADER = '77770005'

function writeInput(writer: HexWriter, input: TransactionInput): void {
  if (input.index > INPUT_INDEX_MAX) refuse('invalid input index')
  writer.fixed(input.hash, 32, 'input hash')
  writer.u16(input.index, 'input index')
  writer.bytes(input.genesis ?? '', 'genesis')
  writer.u16(input.deposit === undefined ? 0 : MARK, 'deposit mark')
  if (input.deposit !== undefined) {
    writer.fixed(input.deposit.chain, 32, 'deposit chain')
    writer.text(input.deposit.assetKey, 'asset key')
    writer.text(input.deposit.transaction, 'deposit transaction')
    writer.u64(input.deposit.index, 'deposit index')
    writer.integer(input.deposit.amount, 'deposit amount')
  }
  writer.u16(input.mint === undefined ? 0 : MARK, 'mint mark')
  if (input.mint !== undefined) {
    writer.text(input.mint.group, 'mint group')
    writer.u64(input.mint.batch, 'mint batch')
    writer.integer(input.mint.amount, 'mint amount')
  }
}

function writeOutput(writer: HexWriter, output: TransactionOutput): void {
  if (output.keys.length > SLICE_MAX) refuse('too many output keys')
  if (output.type > 0xff) refuse('invalid output type')
  writer.u16(output.type, 'output type')
  writer.integer(output.amount, 'output amount')
  writer.u16(output.keys.length, 'output keys')
  for (const key of output.keys) writer.fixed(key, 32, 'output key')
  writer.fixed(output.mask, 32, 'output mask')
  writer.bytes(output.script, 'script')
  writer.u16(output.withdrawal === undefined ? 0 : MARK, 'withdrawal mark')
  if (output.withdrawal !== undefined) {
    writer.text(output.withdrawal.address, 'withdrawal address')
    writer.text(output.withdrawal.tag, 'withdrawal tag')
  }
}

function writeUnsigned(writer: HexWriter, transaction: Transaction): void {
  if (transaction.version !== 5) refuse('invalid version')
  writer.fixed(HEADER, 4, 'header')
  writer.fixed(transaction.asset, 32, 'asset')
  if (transaction.inputs.length > SLICE_MAX) refuse('too many transaction inputs')
  writer.u16(transaction.inputs.length, 'inputs')
  for (const input of transaction.inputs) writeInput(writer, input)
  if (transaction.outputs.length > SLICE_MAX) refuse('too many transaction outputs')
  writer.u16(transaction.outputs.length, 'outputs')
  for (const output of transaction.outputs) writeOutput(writer, output)
  if (transaction.references.length > SLICE_MAX) refuse('too many transaction references')
  writer.u16(transaction.references.length, 'references')
  for (const reference of transaction.references) writer.fixed(reference, 32, 'reference')
  if (transaction.extra.length > EXTRA_SIZE_MAX * 2) refuse('invalid extra size')
  writer.u32(transaction.extra.length >> 1, 'extra')
  writer.rest(transaction.extra, 'extra')
}

export function writeAggregated(writer: HexWriter, { signature, signers }: AggregatedSignature): void {
  writer.u16(AGGREGATED_PREFIX, 'prefix')
  writer.fixed(signature, 64, 'aggregated signature')
  signers.forEach((signer, at) => {
    if (at > 0 && signer <= (signers[at - 1] ?? -1)) refuse('invalid aggregated signer order')
  })
  const last = signers.at(-1)
  const maskSize = last === undefined ? 0 : (last >> 3) + 1
  if (maskSize > 2 * signers.length) {
    writer.u8(MASK_SPARSE, 'mask type')
    writer.u16(signers.length, 'signers')
    for (const signer of signers) writer.u16(signer, 'signer')
    return
  }
  const mask = new Uint8Array(maskSize)
  for (const signer of signers) mask[signer >> 3] = (mask[signer >> 3] ?? 0) | (1 << (signer & 7))
  writer.u8(MASK_ORDINARY, 'mask type')
  writer.bytes(bytesToHex(mask), 'signer mask')
}

function writeSignatures(writer: HexWriter, transaction: Transaction): void {
  if (transaction.aggregated !== undefined) {
    if (transaction.signatures !== undefined) refuse('invalid signatures map')
    writer.u16(AGGREGATED_MAPS, 'maps')
    writeAggregated(writer, transaction.aggregated)
    return
  }
  const maps = transaction.signatures ?? []
  if (maps.length > SLICE_MAX) refuse('too many transaction signatures')
  writer.u16(maps.length, 'signature maps')
  for (const map of maps) {
    // Integer keys of an object come in ascending order, which is the canonical one.
    const entries = Object.entries(map)
    writer.u16(entries.length, 'signatures')
    for (const [index, signature] of entries) {
      writer.u16(Number(index), 'signature index')
      writer.fixed(signature, 64, 'signature')
    }
  }
}

function encode(transaction: Transaction, signed: boolean): string {
  const writer = new HexWriter(CODE)
  writeUnsigned(writer, transaction)
  if (signed) writeSignatures(writer, transaction)
  else writer.u16(0, 'signature maps')
  const raw = writer.finish()
  if (raw.length > TRANSACTION_SIZE_MAX * 2) refuse('transaction too large')
  return raw
}

/** Full encoding in hex, as it goes to the service. Throws `protocol.transaction`. */
export function encodeTransaction(transaction: Transaction): string {
  return encode(transaction, true)
}

/** Encoding without signatures, which is what is hashed and signed. Throws `protocol.transaction`. */
export function encodePayload(transaction: Transaction): string {
  return encode(transaction, false)
}

/** A place among the keys and 64 bytes. */
const SIGNATURE_SIZE = 66

/** Longest extra, in bytes, beside which such a transaction holds as many signatures as it is going to. */
export function extraRoom(transaction: Transaction, signatures: number): number {
  const rest = encodePayload({ ...transaction, extra: '' }).length / 2
  return TRANSACTION_SIZE_MAX - rest - transaction.inputs.length * 2 - signatures * SIGNATURE_SIZE
}

export function payloadHash(transaction: Transaction): Uint8Array {
  return blake3(parseHex(encode(transaction, false)))
}
