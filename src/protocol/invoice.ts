import { checksum, decodeMixPayload, encodeMixPayload, type MixAddress } from './address.ts'
import { type Amount, formatAmount, parseExactAmount } from './amount.ts'
import {
  bytesToHex,
  concatBytes,
  equalBytes,
  fromBase64Url,
  parseHex,
  toBase64Url,
  utf8Bytes,
  utf8Text,
} from './bytes.ts'
import { XIN_ASSET_ID } from './constant.ts'
import { protocolError } from './error.ts'
import { uuidBytes, uuidText } from './id.ts'
import { EXTRA_SIZE_FREE, storagePrice } from './storage.ts'
import { REFERENCES_MAX } from './transaction.ts'
import { HexReader, HexWriter } from './wire.ts'

const PREFIX = 'MIN'
const VERSION = 0
const SIZE_MIN = 27
const CHECKSUM_SIZE = 4
const RECIPIENT_MAX = 1024
const ENTRIES_MAX = 128
const AMOUNT_MAX = 128

/** A transaction that exists, by its hash, or an earlier entry of the invoice, by its position. */
type InvoiceReference = { readonly hash: string } | { readonly index: number }

/** One payment of an invoice. Its trace id becomes the request id, so that nothing is paid twice. */
export interface InvoiceEntry {
  readonly traceId: string
  readonly assetId: string
  readonly amount: Amount
  /** Hex. */
  readonly extra: string
  readonly references: readonly InvoiceReference[]
}

export interface Invoice {
  readonly recipient: MixAddress
  readonly entries: readonly InvoiceEntry[]
}

function refuse(reason: string): never {
  throw protocolError('protocol.invoice', reason, { reason })
}

/** An entry that pays for storing its own extra goes to the storage recipient, not to the invoice's. */
export function isStorageEntry({ assetId, amount, extra }: InvoiceEntry): boolean {
  const size = extra.length / 2
  return assetId === XIN_ASSET_ID && size > EXTRA_SIZE_FREE && amount === storagePrice(size)
}

function checkEntries(entries: readonly InvoiceEntry[]): void {
  if (entries.length === 0) refuse('no entries')
  if (entries.length > ENTRIES_MAX) refuse('too many entries')
  const traces = new Set(entries.map(({ traceId }) => traceId))
  if (traces.size !== entries.length) refuse('repeated trace id')
  entries.forEach((entry, position) => {
    if (entry.amount <= 0n) refuse('amount is not positive')
    if (entry.extra.length / 2 >= EXTRA_SIZE_FREE && !isStorageEntry(entry)) refuse('extra is too long')
    if (entry.references.length > REFERENCES_MAX) refuse('too many references')
    for (const reference of entry.references) {
      if ('index' in reference && reference.index >= position) refuse('reference to a later entry')
    }
  })
}

function writeEntry(writer: HexWriter, entry: InvoiceEntry): void {
  const amount = formatAmount(entry.amount)
  writer.fixed(bytesToHex(uuidBytes(entry.traceId, 'trace id')), 16, 'trace id')
  writer.fixed(bytesToHex(uuidBytes(entry.assetId, 'asset id')), 16, 'asset id')
  writer.u8(amount.length, 'amount')
  writer.rest(bytesToHex(utf8Bytes(amount)), 'amount')
  writer.bytes(entry.extra, 'extra')
  writer.u8(entry.references.length, 'references')
  for (const reference of entry.references) {
    writer.u8('hash' in reference ? 0 : 1, 'reference')
    if ('hash' in reference) writer.fixed(reference.hash, 32, 'reference')
    else writer.u8(reference.index, 'reference')
  }
}

/** Invoice text ("MIN..."). Throws `protocol.invoice` for what a reader would refuse, `protocol.address` for a bad recipient. */
export function encodeInvoice({ recipient, entries }: Invoice): string {
  checkEntries(entries)
  const mix = encodeMixPayload(recipient)
  if (mix.length > RECIPIENT_MAX) refuse('recipient is too long')
  const writer = new HexWriter('protocol.invoice')
  writer.u8(VERSION, 'version')
  writer.bytes(bytesToHex(mix), 'recipient')
  writer.u8(entries.length, 'entries')
  for (const entry of entries) writeEntry(writer, entry)
  const payload = parseHex(writer.finish())
  return PREFIX + toBase64Url(concatBytes(payload, checksum(PREFIX, payload)))
}

function readReference(reader: HexReader): InvoiceReference {
  const type = reader.u8()
  if (type === 0) return { hash: reader.hex(32) }
  if (type === 1) return { index: reader.u8() }
  return refuse('unknown reference type')
}

function readAmount(reader: HexReader): Amount {
  const size = reader.u8()
  if (size > AMOUNT_MAX) refuse('amount is too long')
  try {
    return parseExactAmount(utf8Text(reader.raw(size)))
  } catch {
    return refuse('amount is not a decimal')
  }
}

function readEntry(reader: HexReader): InvoiceEntry {
  const traceId = uuidText(reader.raw(16))
  const assetId = uuidText(reader.raw(16))
  const amount = readAmount(reader)
  const extra = reader.bytes()
  const count = reader.u8()
  if (count > REFERENCES_MAX) refuse('too many references')
  return { traceId, assetId, amount, extra, references: Array.from({ length: count }, () => readReference(reader)) }
}

/** Throws `protocol.invoice`, with the reason in `details.reason`. */
export function decodeInvoice(text: string): Invoice {
  if (typeof text !== 'string' || !text.startsWith(PREFIX)) refuse('prefix')
  const data = fromBase64Url(text.slice(PREFIX.length), 'protocol.invoice', 'invoice')
  if (data.length < SIZE_MIN) refuse('too short')
  const payload = data.subarray(0, -CHECKSUM_SIZE)
  if (!equalBytes(checksum(PREFIX, payload), data.subarray(-CHECKSUM_SIZE))) refuse('checksum')
  const reader = new HexReader(bytesToHex(payload), 'protocol.invoice')
  if (reader.u8() !== VERSION) refuse('version')
  const size = reader.u16()
  if (size > RECIPIENT_MAX) refuse('recipient is too long')
  const recipient = readRecipient(reader.raw(size))
  const count = reader.u8()
  if (count > ENTRIES_MAX) refuse('too many entries')
  const entries = Array.from({ length: count }, () => readEntry(reader))
  if (reader.left > 0) refuse('trailing data')
  checkEntries(entries)
  return { recipient, entries }
}

function readRecipient(payload: Uint8Array): MixAddress {
  try {
    return decodeMixPayload(payload)
  } catch {
    return refuse('recipient')
  }
}
