import { toAmount } from './amount.ts'
import { bytesToHex } from './bytes.ts'
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
  type SignatureMap,
  SLICE_MAX,
  TRANSACTION_SIZE_MAX,
  type Transaction,
  type TransactionInput,
  type TransactionOutput,
} from './transaction.ts'
import { HEADER, payloadHash, writeAggregated } from './transaction-encode.ts'
import { HexReader, HexWriter, NOT_CANONICAL } from './wire.ts'

/**
 * The transaction hash: BLAKE3 of the payload, the same before, while and after it is signed, and the message of every
 * input signature. Takes the raw hex or the decoded transaction. Throws `protocol.transaction`.
 */
export function transactionHash(transaction: Transaction | string): string {
  return bytesToHex(payloadHash(typeof transaction === 'string' ? decodeTransaction(transaction) : transaction))
}

function readMark(reader: HexReader): boolean {
  const mark = reader.u16()
  if (mark === 0) return false
  if (mark !== MARK) reader.refuse(`malformed ${mark.toString(16).padStart(4, '0')}`)
  return true
}

function readInput(reader: HexReader): TransactionInput {
  const hash = reader.hex(32)
  const index = reader.u16()
  if (index > INPUT_INDEX_MAX) reader.refuse('invalid input index')
  const genesis = reader.bytes()
  const deposit = readMark(reader)
    ? {
        chain: reader.hex(32),
        assetKey: reader.text(),
        transaction: reader.text(),
        index: reader.u64(),
        amount: toAmount(reader.integer()),
      }
    : undefined
  const mint = readMark(reader)
    ? { group: reader.text(), batch: reader.u64(), amount: toAmount(reader.integer()) }
    : undefined
  if (genesis === '' && deposit === undefined && mint === undefined) return { hash, index }
  return {
    hash,
    index,
    ...(genesis !== '' && { genesis }),
    ...(deposit !== undefined && { deposit }),
    ...(mint !== undefined && { mint }),
  }
}

function readOutput(reader: HexReader): TransactionOutput {
  const type = reader.u16()
  if (type > 0xff) reader.refuse('invalid output type')
  const amount = toAmount(reader.integer())
  const keys = readMany(reader, 'too many output keys', readHash)
  const mask = reader.hex(32)
  const script = reader.bytes()
  if (!readMark(reader)) return { type, amount, keys, mask, script }
  return { type, amount, keys, mask, script, withdrawal: { address: reader.text(), tag: reader.text() } }
}

function readMany<Item>(reader: HexReader, rule: string, readOne: (reader: HexReader) => Item): Item[] {
  const count = reader.u16()
  if (count > SLICE_MAX) reader.refuse(rule)
  const items: Item[] = []
  for (let at = 0; at < count; at++) items.push(readOne(reader))
  return items
}

const readHash = (reader: HexReader): string => reader.hex(32)

function readSignatureMap(reader: HexReader): SignatureMap {
  const count = reader.u16()
  const map: Record<number, string> = {}
  for (let at = 0, last = -1; at < count; at++) {
    const index = reader.u16()
    if (map[index] !== undefined) reader.refuse('signatures count')
    if (index < last) reader.refuse(NOT_CANONICAL)
    map[index] = reader.hex(64)
    last = index
  }
  return map
}

function readAggregated(reader: HexReader): AggregatedSignature {
  if (reader.u16() !== AGGREGATED_PREFIX) reader.refuse('invalid prefix')
  const signature = reader.hex(64)
  const type = reader.u8()
  const signers: number[] = []
  if (type === MASK_SPARSE) {
    for (let left = reader.u16(); left > 0; left--) {
      const signer = reader.u16()
      if (signer <= (signers.at(-1) ?? -1)) reader.refuse('invalid aggregated signer order')
      signers.push(signer)
    }
  } else if (type === MASK_ORDINARY) {
    reader.raw(reader.u16()).forEach((byte, at) => {
      for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) signers.push(at * 8 + bit)
    })
  } else {
    reader.refuse('invalid mask type')
  }
  return { signature, signers }
}

/** Signers can be written in two ways, of which only the shorter is right: the encoder knows which. */
function readCanonicalAggregated(reader: HexReader): AggregatedSignature {
  const from = reader.at
  const aggregated = readAggregated(reader)
  const writer = new HexWriter(CODE)
  writeAggregated(writer, aggregated)
  if (writer.finish() !== reader.since(from)) reader.refuse(NOT_CANONICAL)
  return aggregated
}

function readSignatures(reader: HexReader): Pick<Transaction, 'signatures' | 'aggregated'> {
  const count = reader.u16()
  if (count === AGGREGATED_MAPS) return { aggregated: readCanonicalAggregated(reader) }
  if (count > SLICE_MAX) reader.refuse('too many transaction signatures')
  const signatures: SignatureMap[] = []
  for (let at = 0; at < count; at++) signatures.push(readSignatureMap(reader))
  return count === 0 ? {} : { signatures }
}

/**
 * Decodes raw hex strictly: what is decoded encodes to the same bytes again, or it is refused. Every field is read so that
 * only its one encoding passes; encoding all again to compare would double the price. Throws
 * `protocol.transaction`; `details.rule` begins as the kernel's own message does. Texts that are no
 * valid UTF-8 come as their bytes, since the kernel takes them.
 */
export function decodeTransaction(raw: string): Transaction {
  if (typeof raw === 'string' && raw.length > TRANSACTION_SIZE_MAX * 2) refuse('transaction too large')
  const reader = new HexReader(raw, CODE)
  if (reader.hex(4) !== HEADER) reader.refuse('invalid version')
  const asset = reader.hex(32)
  const inputs = readMany(reader, 'too many transaction inputs', readInput)
  const outputs = readMany(reader, 'too many transaction outputs', readOutput)
  const references = readMany(reader, 'too many transaction references', readHash)
  const extraSize = reader.u32()
  if (extraSize > EXTRA_SIZE_MAX) reader.refuse('invalid extra size')
  const extra = reader.hex(extraSize)
  const { signatures, aggregated } = readSignatures(reader)
  if (reader.left > 0) reader.refuse('unexpected ending')
  return {
    version: 5,
    asset,
    inputs,
    outputs,
    references,
    extra,
    ...(signatures !== undefined && { signatures }),
    ...(aggregated !== undefined && { aggregated }),
  }
}
