import { z } from 'zod'
import { amount, hash, shown, shownLines, signedAmount, time } from '../wire.ts'
import { activityFilter } from './activity.ts'
import { account, type Method, method, owner } from './method.ts'
import { assetView, partyView } from './shared.ts'

/** Of one asset: opening + in - out - fees = closing. */
const statementAsset = z.object({
  asset: assetView,
  opening: signedAmount,
  in: amount,
  out: amount,
  fees: amount,
  closing: signedAmount,
  /** Worth at the beginning and at the end; null where no price of then was kept. */
  openingFiat: shown.nullable(),
  closingFiat: shown.nullable(),
})

const statementRow = z.object({
  id: shown,
  at: time,
  kind: z.enum(['transfer', 'deposit', 'withdrawal', 'consolidation', 'fee']),
  asset: assetView,
  amount: signedAmount,
  /** What there was of the asset afterwards; null where the rows are a choice of all. */
  balance: signedAmount.nullable(),
  fiatThen: shown.nullable(),
  party: partyView,
  memoText: shownLines.nullable(),
  label: shown,
  note: shownLines,
  hash: hash.nullable(),
})

export const statementView = z.object({
  /** Whose money: the account's, or a group's. */
  name: shown,
  number: shown,
  id: shown,
  network: shown,
  isPlayMoney: z.boolean(),
  from: time.nullable(),
  to: time.nullable(),
  drawnAt: time,
  currency: shown,
  /** False where a filter leaves movements out: then nothing is opening or closing. */
  isWhole: z.boolean(),
  /** Whether the closing balances are the coins that are here; null where the statement ends earlier or is no whole. */
  agrees: z.boolean().nullable(),
  assets: z.array(statementAsset),
  /** Oldest first; only what is final. */
  rows: z.array(statementRow),
})

const STATEMENT_FORMATS = ['csv', 'json', 'koinly', 'cointracking'] as const

const asked = { ...owner, filter: activityFilter }

/** What moved, drawn up for others: on paper, in a table, or signed. */
export const statementMethods = {
  'statements.draw': method(z.strictObject(asked), statementView),
  'statements.file': method(
    z.strictObject({ ...asked, format: z.enum(STATEMENT_FORMATS) }),
    z.object({ fileName: shown, text: z.string(), signed: z.boolean() }),
  ),
  /** The public half of the key that signs statements; null where the account has none here. */
  'statements.key': method(z.strictObject(account), z.object({ publicKey: shown }).nullable()),
} as const satisfies Readonly<Record<string, Method>>

export type StatementView = z.output<typeof statementView>
export type StatementRow = z.output<typeof statementRow>
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]
