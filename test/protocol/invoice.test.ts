import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CofferError,
  decodeInvoice,
  encodeInvoice,
  type Invoice,
  type InvoiceEntry,
  isStorageEntry,
  mixAddressOf,
  parseAmount,
  sha3Hash,
  storagePrice,
  toAmount,
  XIN_ASSET_ID,
} from '#protocol'
import { hexOf } from './arbitrary.ts'

const recipient = mixAddressOf(['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'], 1)
const entry = (change: Partial<InvoiceEntry> = {}): InvoiceEntry => ({
  traceId: '00000000-0000-4000-8000-000000000003',
  assetId: '00000000-0000-4000-8000-000000000004',
  amount: parseAmount('1.5'),
  extra: '',
  references: [],
  ...change,
})
const invoiceOf = (...entries: InvoiceEntry[]): Invoice => ({ recipient, entries })

const anInvoice: fc.Arbitrary<Invoice> = fc
  .uniqueArray(fc.uuid(), { minLength: 1, maxLength: 6 })
  .chain((traces) =>
    fc.tuple(
      ...traces.map((traceId, position) =>
        fc.record({
          traceId: fc.constant(traceId),
          assetId: fc.uuid(),
          amount: fc.bigInt({ min: 1n, max: 2n ** 100n }).map(toAmount),
          extra: hexOf(0, 255),
          references: fc.array(
            position === 0
              ? fc.record({ hash: hexOf(32) })
              : fc.oneof(fc.record({ hash: hexOf(32) }), fc.record({ index: fc.nat(position - 1) })),
            { maxLength: 16 },
          ),
        }),
      ),
    ),
  )
  .map((entries) => invoiceOf(...entries))

describe('invoices', () => {
  it('come back from text', () => {
    fc.assert(
      fc.property(anInvoice, (invoice) => {
        const text = encodeInvoice(invoice)
        expect(decodeInvoice(text)).toEqual(invoice)
        expect(encodeInvoice(decodeInvoice(text))).toBe(text)
      }),
      { numRuns: 200 },
    )
  })

  it('are refused with any one character changed or cut', () => {
    const text = encodeInvoice(invoiceOf(entry(), entry({ traceId: crypto.randomUUID(), references: [{ index: 0 }] })))
    for (let at = 0; at < text.length; at++) {
      for (const letter of 'AQgz09-_=+ ') {
        if (letter === text[at]) continue
        const changed = text.slice(0, at) + letter + text.slice(at + 1)
        expect(() => decodeInvoice(changed), changed).toThrow(expect.objectContaining({ code: 'protocol.invoice' }))
      }
      expect(() => decodeInvoice(text.slice(0, at))).toThrow(CofferError)
    }
  })

  it('pay for their own storage with exactly the price', () => {
    const stored = entry({ assetId: XIN_ASSET_ID, extra: '5a'.repeat(300), amount: storagePrice(300) })
    expect(isStorageEntry(stored)).toBe(true)
    expect(decodeInvoice(encodeInvoice(invoiceOf(stored)))).toEqual(invoiceOf(stored))
    expect(() => encodeInvoice(invoiceOf({ ...stored, amount: toAmount(stored.amount + 1n) }))).toThrow(
      'extra is too long',
    )
  })

  it.each<[string, Invoice]>([
    ['no entries', invoiceOf()],
    ['repeated trace id', invoiceOf(entry(), entry())],
    ['amount is not positive', invoiceOf(entry({ amount: toAmount(0n) }))],
    ['extra is too long', invoiceOf(entry({ extra: '5a'.repeat(256) }))],
    ['reference to a later entry', invoiceOf(entry({ references: [{ index: 0 }] }))],
    [
      'too many references',
      invoiceOf(entry({ references: Array.from({ length: 17 }, () => ({ hash: '00'.repeat(32) })) })),
    ],
    ['too many entries', invoiceOf(...Array.from({ length: 129 }, () => entry({ traceId: crypto.randomUUID() })))],
    ['does not fit 1 bytes', invoiceOf(entry(), entry({ traceId: crypto.randomUUID(), references: [{ index: -1 }] }))],
    [
      'recipient is too long',
      {
        recipient: mixAddressOf(
          Array.from({ length: 64 }, () => crypto.randomUUID()),
          1,
        ),
        entries: [entry()],
      },
    ],
  ])('are not written with %s', (reason, invoice) => {
    expect(() => encodeInvoice(invoice)).toThrow(reason)
  })

  const [first, second] = [entry(), entry({ traceId: crypto.randomUUID(), references: [{ index: 0 }] })]
  const traceOf = ({ traceId }: InvoiceEntry): string => traceId.replaceAll('-', '')
  /** An invoice of both whose bytes are others, with the checksum of those. */
  function rewritten(change: (hex: string) => string): string {
    const data = Buffer.from(encodeInvoice(invoiceOf(first, second)).slice(3), 'base64url')
    const payload = change(data.subarray(0, -4).toString('hex'))
    const sum = sha3Hash(`${Buffer.from('MIN').toString('hex')}${payload}`).slice(0, 8)
    return `MIN${Buffer.from(payload + sum, 'hex').toString('base64url')}`
  }
  const amountHex = (text: string): string => Buffer.from(text).toString('hex')
  const countAt = (hex: string): number => 6 + 2 * Number.parseInt(hex.slice(2, 6), 16)

  it('are read with another checksum only of what could be written', () => {
    expect(decodeInvoice(rewritten((hex) => hex))).toEqual(invoiceOf(first, second))
  })

  it.each<[string, (hex: string) => string]>([
    ['version', (hex) => `01${hex.slice(2)}`],
    ['trailing data', (hex) => `${hex}00`],
    ['no entries', (hex) => `${hex.slice(0, countAt(hex))}00`],
    ['too many entries', (hex) => `${hex.slice(0, countAt(hex))}81${hex.slice(countAt(hex) + 2)}`],
    ['repeated trace id', (hex) => hex.replace(traceOf(second), traceOf(first))],
    ['amount is not positive', (hex) => hex.replace(amountHex('1.50000000'), amountHex('0.00000000'))],
    ['amount is not a decimal', (hex) => hex.replace(amountHex('1.50000000'), amountHex('-1.5000000'))],
    ['reference to a later entry', (hex) => `${hex.slice(0, -2)}01`],
    ['unknown reference type', (hex) => `${hex.slice(0, -4)}0200`],
    ['too many references', (hex) => `${hex.slice(0, -6)}11${'0100'.repeat(17)}`],
  ])('are not read with %s', (reason, change) => {
    expect(() => decodeInvoice(rewritten(change))).toThrow(
      expect.objectContaining({ code: 'protocol.invoice', details: { reason } }),
    )
  })
})
