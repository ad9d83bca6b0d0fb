import { defined } from '#contract/defined'
import type { WireInput } from '#contract/ipc'
import { parseExactAmount } from '#protocol/text'
import type { Owner, SendForm } from '../../state/types.ts'
import { readingOf } from './fiat.ts'
import { prepareInput, type SendContext } from './model.ts'

/* A form that was filled from a row of a list, which leaves the network and is paid by itself. */

/** The row of a list that the form pays: the one that it was filled from, while it asks for the same. What the row leaves open may be filled in. */
export function listedRow(form: SendForm): SendForm['listed'] {
  const { listed, assetId, tag } = form
  const [row, ...more] = form.rows
  if (listed === undefined || row === undefined || more.length > 0) return undefined
  const reading = readingOf(row)
  const isSum = reading.kind === 'ok' && reading.amount === parseExactAmount(listed.amount)
  const isPlace = row.to.trim() === listed.to.trim() && (listed.tag === '' || tag.trim() === listed.tag)
  return isSum && isPlace && assetId === listed.assetId ? listed : undefined
}

/** The call that prepares the payment of that row; null where the form pays none, or something stands in its way. */
export function withdrawInput(form: SendForm, context: SendContext, owner: Owner): WireInput<'runs.withdraw'> | null {
  const [listed, input] = [listedRow(form), prepareInput(form, context, owner)]
  const row = input?.rows[0]
  if (listed === undefined || input === null || row === undefined) return null
  const { assetId, feeAssetId, coins, draftId, label, reason } = input
  return {
    ...{ ...owner, runId: listed.runId, rowId: listed.rowId, payee: row.payee, amount: row.amount, assetId },
    ...{ feeAssetId, coins, draftId, label, ...defined({ reason }) },
  }
}
