import { z } from 'zod'
import { assetId, hash, hex, outputId, requestId, shown, time } from '../wire.ts'
import { partyView } from './shared.ts'

/**
 * A sum of a currency as typed, and the price of which asset, read when, made an amount of it; null while none was known. The amount stays
 * as it was made, whatever prices do later.
 */
const typedFiat = {
  typed: z.string().max(64),
  currency: z.string().max(8),
  assetId: assetId.nullable(),
  price: z.string().max(64).nullable(),
  at: z.string().max(40).nullable(),
}
/** Characters that the others of a group are told in. */
export const reason = z.string().max(2000)

const row = { to: z.string().max(8000), amount: z.string().max(64) }
/** What a link or code asks for under its trace; null for what it leaves to whoever pays. */
export const askedUnder = { assetId: assetId.nullable(), memoHex: hex.nullable() }

/** The row of a list that a form was filled from, and what it asks for: while the form asks for the same, it pays that row. */
const listed = {
  runId: requestId,
  rowId: requestId,
  /** What the list is called. */
  name: z.string().max(80),
  to: z.string().max(8000),
  assetId,
  amount: z.string().max(64),
  /** Empty where the row leaves it to whoever pays. */
  tag: z.string().max(512),
}

/** The Send form as typed; kept as a draft on every change. */
export const sendForm = z.object({
  assetId: assetId.nullable(),
  rows: z.array(z.object({ ...row, fiat: z.object(typedFiat).exactOptional() })).max(255),
  /** What rows that take a share of it add up to with the others, as typed; absent for the whole balance. */
  shareOf: z.string().max(64).exactOptional(),
  /** Amounts are typed in the preferred currency. */
  inFiat: z.boolean().exactOptional(),
  tag: z.string().max(512),
  memo: z.string().max(200_000),
  memoForm: z.enum(['text', 'hex']),
  label: z.string().max(200),
  /** Why, for the others of a group. */
  reason: reason.exactOptional(),
  coins: z.array(outputId).max(256).nullable(),
  feeAssetId: assetId.nullable(),
  trace: requestId.nullable(),
  asked: z.object({ ...askedUnder, amount: z.string().max(64).nullable() }).exactOptional(),
  listed: z.object(listed).exactOptional(),
  /** The signed payment that this is another try of. */
  again: requestId.nullable().default(null),
  references: z.array(hash).max(16),
  returnTo: z.string().max(2000).nullable(),
  /** Where the form was filled from ("link", "scan"), shown so that nobody mistakes it for their own typing. */
  source: z.string().max(100).nullable(),
})

/** The same as a page gives it. */
export const givenForm = z.strictObject({
  ...sendForm.shape,
  rows: z.array(z.strictObject({ ...row, fiat: z.strictObject(typedFiat).exactOptional() })).max(255),
  asked: z.strictObject(sendForm.shape.asked.unwrap().shape).exactOptional(),
  listed: z.strictObject(listed).exactOptional(),
})

export const draftView = z.object({
  draftId: shown,
  form: sendForm,
  savedAt: time,
  /** Whom the first row names, where that is known without asking anybody. */
  party: partyView.nullable().optional(),
})
