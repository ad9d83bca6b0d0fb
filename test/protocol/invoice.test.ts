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
})
