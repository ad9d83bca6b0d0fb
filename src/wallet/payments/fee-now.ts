import type { AssetId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Payment } from '#store'
import type { Desk } from '../shared/desk.ts'
import { type Intent, intentOf } from './intent.ts'

/*
 * A withdrawal pays what was asked for when it was prepared, and may have waited since. With less than is asked for by now it would be refused after
 * it was signed, and stay undecided for as long as fees stay up; its fee alone would be paid for nothing.
 */

interface Leaving {
  readonly assetId: AssetId
  readonly destination: string
  readonly fee: NonNullable<Intent['fee']>
}

/** Throws `remote.fee_too_small`. A service that does not answer says nothing against it. */
export async function needFeeFor({ remote }: Pick<Desk, 'remote'>, leaving: Leaving): Promise<void> {
  const { assetId, destination, fee } = leaving
  const offered = await remote
    .call('assets.fees', { params: { id: assetId }, query: { destination } }, { tries: 1 })
    .catch((error: unknown) => {
      if (!codeOf(error).startsWith('remote.')) throw error
      return []
    })
  const asked = offered.filter(({ amount }) => amount > 0n)
  if (asked.length === 0 || asked.some(({ asset_id, amount }) => asset_id === fee.assetId && amount <= fee.amount))
    return
  throw failure('remote.fee_too_small', 'more is asked for by now')
}

/** The same of a payment that is about to be signed; of a group's withdrawal, whose fee comes later, nothing is asked. */
export async function needFeeNow(desk: Pick<Desk, 'remote'>, payment: Payment): Promise<void> {
  const { assetId, rows, fee } = intentOf(payment)
  const leaves = rows.flatMap(({ payee }) => (payee.kind === 'chain' ? payee : []))[0]
  if (fee !== null && leaves !== undefined) await needFeeFor(desk, { assetId, destination: leaves.destination, fee })
}
