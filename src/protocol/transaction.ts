import type { Amount } from './amount.ts'
import { toAmount } from './amount.ts'
import { bytesToHex, parseHex } from './bytes.ts'
import { protocolError } from './error.ts'
import { blake3 } from './hash.ts'
import { HexReader, HexWriter, NOT_CANONICAL } from './wire.ts'
import type { WireText } from './wire-text.ts'

/** Limits of the kernel's decoder. */
export const TRANSACTION_SIZE_MAX = 4_194_304
export const SLICE_MAX = 256
export const INPUT_INDEX_MAX = 1024
export const EXTRA_SIZE_MAX = 4_194_304
/** Most references of a valid transaction; the decoder takes 256. */
export const REFERENCES_MAX = 16

/** Types of outputs ("kernel: output types"). Wallets make the first two only. */
export const OUTPUT = {
  script: 0x00,
  withdrawalSubmit: 0xa1,
  nodePledge: 0xa3,
  nodeAccept: 0xa4,
  nodeRemove: 0xa6,
  withdrawalClaim: 0xa9,
  nodeCancel: 0xaa,
  custodianUpdate: 0xb1,
  custodianSlash: 0xb2,
} as const

export const ZERO_32 = '00'.repeat(32)

export interface DepositData {
  /** Kernel asset id of the chain's own coin. */
  readonly chain: string
  readonly assetKey: WireText
  /** Id of the transaction on that chain. */
  readonly transaction: WireText
  readonly index: bigint
  readonly amount: Amount
}

export interface MintData {
  readonly group: WireText
  readonly batch: bigint
  readonly amount: Amount
}

/** Hash and index name the output that is spent; both are zero for genesis, deposit and mint inputs. */
export interface TransactionInput {
  readonly hash: string
  readonly index: number
  /** Hex. */
  readonly genesis?: string
  readonly deposit?: DepositData
  readonly mint?: MintData
}

export interface TransactionOutput {
  /** One of `OUTPUT`, or a byte that only newer kernels know. */
  readonly type: number
  readonly amount: Amount
  /** One-time keys, one per member. */
  readonly keys: readonly string[]
  /** 32 zero bytes where there are no keys. */
  readonly mask: string
  readonly script: string
  readonly withdrawal?: { readonly address: WireText; readonly tag: WireText }
}

/** Signatures of one input: position of the key in the spent output -> 64 bytes. */
export type SignatureMap = Readonly<Record<number, string>>

export interface AggregatedSignature {
  readonly signature: string
  /** Ascending positions over the concatenated keys of all inputs. */
  readonly signers: readonly number[]
}

/** A transaction of format 5. All bytes are lower-case hex. */
export interface Transaction {
  readonly version: 5
  /** Kernel asset id. */
  readonly asset: string
  readonly inputs: readonly TransactionInput[]
  readonly outputs: readonly TransactionOutput[]
  readonly references: readonly string[]
  readonly extra: string
  /** One map per input; absent while unsigned. */
  readonly signatures?: readonly SignatureMap[]
  readonly aggregated?: AggregatedSignature
}

export type TransactionKind =
  | 'script'
  | 'mint'
  | 'deposit'
  | 'withdrawal_submit'
  | 'withdrawal_claim'
  | 'node_pledge'
  | 'node_accept'
  | 'node_remove'
  | 'node_cancel'
  | 'custodian_update'
  | 'custodian_slash'
  | 'unknown'

const CODE = 'protocol.transaction'
const HEADER = '77770005'
const MARK = 0x7777
const AGGREGATED_MAPS = 0xffff
const AGGREGATED_PREFIX = 0xff01
const MASK_ORDINARY = 0
const MASK_SPARSE = 1

function refuse(rule: string): never {
  throw protocolError(CODE, rule, { rule })
}

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

function writeAggregated(writer: HexWriter, { signature, signers }: AggregatedSignature): void {
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

export function payloadHash(transaction: Transaction): Uint8Array {
  return blake3(parseHex(encode(transaction, false)))
}

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

const KIND_OF_OUTPUT: Readonly<Record<number, TransactionKind>> = {
  [OUTPUT.withdrawalSubmit]: 'withdrawal_submit',
  [OUTPUT.withdrawalClaim]: 'withdrawal_claim',
  [OUTPUT.nodePledge]: 'node_pledge',
  [OUTPUT.nodeAccept]: 'node_accept',
  [OUTPUT.nodeRemove]: 'node_remove',
  [OUTPUT.nodeCancel]: 'node_cancel',
  [OUTPUT.custodianUpdate]: 'custodian_update',
  [OUTPUT.custodianSlash]: 'custodian_slash',
}

/** What a transaction is, by its inputs first and its outputs in order ("kernel: transaction type"). */
export function transactionKind({ inputs, outputs }: Pick<Transaction, 'inputs' | 'outputs'>): TransactionKind {
  for (const input of inputs) {
    if (input.mint !== undefined) return 'mint'
    if (input.deposit !== undefined) return 'deposit'
    if (input.genesis !== undefined) return 'unknown'
  }
  for (const { type } of outputs) {
    const kind = KIND_OF_OUTPUT[type]
    if (kind !== undefined) return kind
  }
  return outputs.every(({ type }) => type === OUTPUT.script) ? 'script' : 'unknown'
}
