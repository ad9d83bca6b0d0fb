import { randomUUID } from 'node:crypto'
import type { UserId } from '#contract/domain'
import { type Amount, encodeInvoice, formatPaymentLink, mixAddressOf, parseAmount, storagePrice } from '#protocol'
import { BTC, XIN } from '../support/wallet.ts'

/* Links and invoices that anybody may scan. */

export interface Code {
  readonly text: string
  /** What is paid by it. */
  readonly amounts: readonly Amount[]
}

export const linkOf = (to: UserId, typed: string): Code => ({
  text: formatPaymentLink({ destination: to, asset: BTC, amount: typed, trace: randomUUID(), memo: 'order' }),
  amounts: [parseAmount(typed)],
})

export function invoiceOf(to: UserId, stored: string, typed: readonly string[]): Code {
  const amounts = typed.map((each) => parseAmount(each))
  const entries = amounts.map((amount, at) => ({
    ...{ traceId: randomUUID(), assetId: BTC as string, amount, extra: '' },
    references: at === 0 ? [] : [{ index: at - 1 }],
  }))
  if (stored !== '') {
    const extra = Buffer.from(stored).toString('hex')
    const kept = { traceId: randomUUID(), assetId: XIN, amount: storagePrice(extra.length / 2), extra, references: [] }
    entries.splice(0, 1, kept, ...entries.slice(0, 1).map((each) => ({ ...each, references: [{ index: 0 }] })))
  }
  return { text: encodeInvoice({ recipient: mixAddressOf([to], 1), entries }), amounts }
}
