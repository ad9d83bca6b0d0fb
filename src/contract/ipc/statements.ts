import { z } from 'zod'
import { amount, hash, shown, shownLines, signedAmount, time } from '../wire.ts'
import { activityFilter } from './activity.ts'
import { account, type Method, method, owner } from './method.ts'
import { assetView, partyView } from './shared.ts'
import { valuePoint } from './value.ts'

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
  /** Of several accounts and groups the name of the one that it is of; else empty. */
  whose: shown,
  at: time,
  /** `release` and `occupy`: what an item gave back, and what one took. */
  kind: z.enum(['transfer', 'deposit', 'withdrawal', 'consolidation', 'fee', 'release', 'occupy']),
  asset: assetView,
  amount: signedAmount,
  /** What of it the network took for it; null where that is nothing, or a movement of its own. */
  fee: amount.nullable(),
  /** What there was of the asset afterwards; null where the rows are a choice of all. */
  balance: signedAmount.nullable(),
  fiatThen: shown.nullable(),
  party: partyView,
  /** Whoever a payment to several paid, in its order; empty for anything else, and where nothing here says it. */
  receivers: z.array(z.object({ party: partyView, amount })),
  memoText: shownLines.nullable(),
  label: shown,
  note: shownLines,
  tags: z.array(shown),
  hash: hash.nullable(),
})

/** Whose money: the account's, or a group's. */
const statementOwner = z.object({ name: shown, number: shown, id: shown })

const moved = z.object({ count: z.number(), fiat: shown.nullable() })

const statementView = statementOwner.extend({
  /** Further accounts and groups that are drawn up together with it. */
  others: z.array(statementOwner),
  network: shown,
  isPlayMoney: z.boolean(),
  from: time.nullable(),
  to: time.nullable(),
  drawnAt: time,
  currency: shown,
  /** The only asset that it is about; null where it is about all. */
  only: assetView.nullable(),
  /** False where a filter leaves movements out: then nothing is opening or closing. */
  isWhole: z.boolean(),
  /**
   * True where the closing balances are the coins that are here. False where all that is known to have moved is not, so that movements may be
   * missing, of whatever time. Else null: the statement ends earlier or is no whole, and nothing is known to be missing.
   */
  agrees: z.boolean().nullable(),
  assets: z.array(statementAsset),
  /** Value over the period, oldest first; empty where it is no whole. */
  values: z.array(valuePoint),
  /** What came in and what went out, fees among it; worth then, null where a price of then was not kept. */
  came: moved,
  went: moved,
  /** All movements, of which a sheet lists none where they are more than `sheetMost`, and a file none above `fileMost`. */
  count: z.number(),
  /** The same in the table and of the signed file; null where no rows are listed. */
  digest: hash.nullable(),
  sheetMost: z.number(),
  fileMost: z.number(),
  /** Oldest first; only what is final. */
  rows: z.array(statementRow),
})

const STATEMENT_FORMATS = ['csv', 'json', 'koinly', 'cointracking'] as const

/** With everything but movements and sums: `owner` is the one whose key signs. */
const asked = { ...owner, others: z.array(z.strictObject(owner)).max(50), filter: activityFilter }

/** What moved, drawn up for others: on paper, in a table, or signed. */
export const statementMethods = {
  'statements.draw': method(z.strictObject(asked), statementView),
  'statements.file': method(
    z.strictObject({ ...asked, format: z.enum(STATEMENT_FORMATS) }),
    z.object({ fileName: shown, file: shown, parts: z.number(), signed: z.boolean(), agrees: z.boolean().nullable() }),
  ),
  /** A file comes in parts, for an answer is no longer than a few megabytes. It is kept until its last part was taken, or another is made. */
  'statements.part': method(
    z.strictObject({ ...account, file: z.string().max(64), part: z.number().int().min(0) }),
    z.object({ text: z.string() }),
  ),
  /** The public half of the key that signs statements; null where the account has none here. */
  'statements.key': method(z.strictObject(account), z.object({ publicKey: shown }).nullable()),
} as const satisfies Readonly<Record<string, Method>>

export type StatementView = z.output<typeof statementView>
export type StatementRow = z.output<typeof statementRow>
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]
