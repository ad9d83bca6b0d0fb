import { z } from 'zod'
import type { AssetId, Nanos } from '#contract/domain'
import type { PaymentReview } from '#contract/ipc'
import { amount, assetId, requestId } from '#contract/wire'
import { type Amount, formatAmountShort } from '#protocol'
import { type AccountStore, type Payment, storedObject } from '#store'
import { type Said, said } from '#words/facts'
import { spoken } from '../shared/fiat.ts'
import type { Directory } from '../shared/names.ts'
import { payeeKey } from '../shared/payee-key.ts'
import { storedList } from '../shared/stored-list.ts'
import { type AskedOtherwise, intentOf, storedAskedOtherwise } from './intent.ts'
import { storedMember } from './target.ts'

/* Payments that a phone was asked to make, as they were written down; whoever has the link can still make them. */

/** Amounts and times are texts here. */
const stored = storedObject({
  requestId,
  assetId,
  payee: storedMember,
  amount,
  memo: z.string(),
  label: z.string(),
  at: z.string().regex(/^\d+$/),
  /** What the link asks for by which it came, where this is something else. */
  asked: storedAskedOtherwise.exactOptional(),
})
export type Asked = Omit<z.output<typeof stored>, 'at'> & { readonly at: Nanos }

const PLACE = 'asked-of-phone'
/** Older ones are let go once they are paid: until then whoever has the link can pay them. */
const KEPT_MAX = 100

export function askedIn({ intents }: AccountStore): Asked[] {
  const read = storedList(intents.settings, PLACE, stored).read()
  return read.map((one) => ({ ...one, at: BigInt(one.at) as Nanos })) // written from one
}

export function keepAsked({ intents, cache }: AccountStore, asked: readonly Asked[]): void {
  const isPaid = ({ requestId: id }: Asked): boolean => cache.snapshots.byRequest(id).length > 0
  const kept = asked.filter((one, at) => at < KEPT_MAX || !isPaid(one))
  const rows = kept.map((one) => ({
    ...one,
    amount: formatAmountShort(one.amount),
    at: String(one.at),
  }))
  storedList(intents.settings, PLACE, stored).write(rows)
}

/**
 * What a review says where the phone was asked for the same before the key came here, under another id: it may pay it still. Under the
 * same id it happens once.
 */
export function askedChecks(
  { store, directory }: { readonly store: AccountStore; readonly directory: Directory },
  payment: Payment,
): PaymentReview['checks'] {
  const own = new Set(payment.transactions.map((each) => each.requestId))
  const { assetId: paid, rows } = intentOf(payment)
  const wanted = new Set(rows.map((row) => `${payeeKey(row.payee)} ${row.amount}`))
  return askedIn(store)
    .filter((one) => one.assetId === paid && wanted.has(`${payeeKey(one.payee)} ${one.amount}`))
    .filter((one) => !own.has(one.requestId) && store.cache.snapshots.byRequest(one.requestId).length === 0)
    .map((one) => {
      const what = spoken(one.amount, directory.asset(paid).symbol)
      return {
        id: `asked:${one.requestId}`,
        result: 'attention',
        text: said('check.payments.asked-of-phone', { what }),
      }
    })
}

/** Where a link was filled in and then changed, which whoever asked does not learn before it is paid. */
export function saidOtherwise(
  asked: AskedOtherwise | undefined,
  paid: { readonly assetId: AssetId; readonly amount: Amount | undefined },
  directory: Directory,
): { readonly id: string; readonly text: Said }[] {
  if (asked === undefined) return []
  const { assetId, amount, memo } = asked
  const { symbol } = directory.asset(assetId)
  const sum =
    amount !== null && (assetId !== paid.assetId || amount !== paid.amount)
      ? said('check.payments.asked-amount', { asked: spoken(amount, symbol) })
      : assetId === paid.assetId
        ? null
        : said('check.payments.asked-asset', { symbol })
  return [
    ...(sum === null ? [] : [{ id: 'asked', text: sum }]),
    ...(memo ? [{ id: 'asked:memo', text: said('check.payments.asked-memo') }] : []),
  ]
}
