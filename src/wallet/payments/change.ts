import type { AssetId, Hash, HolderId, OutputId, RequestId } from '#contract/domain'
import { type Amount, outputId as ruledId } from '#protocol'
import type { Payment, PaymentTransaction } from '#store'
import { targetOf } from './target.ts'

/** Change that must come back: what the bytes promised. */
export interface AwaitedChange {
  readonly outputId: OutputId
  readonly payment: RequestId
  readonly holder: HolderId
  readonly assetId: AssetId
  readonly hash: Hash
  readonly index: number
  readonly amount: Amount
  readonly mask: string
  readonly keys: readonly string[]
}

/** What must come back to us: change, and coins that were combined. */
export function changeOf(payment: Payment, { hash, assetId, outputs }: PaymentTransaction): AwaitedChange[] {
  if (hash === null) return []
  return outputs.flatMap((output, index) => {
    const { amount, keys } = output
    // Change, and what a person pays to himself: combined coins, and the parts of what was released.
    return targetOf(output).kind !== 'self' || keys === null
      ? []
      : {
          outputId: ruledId(hash, index) as OutputId, // a formula over hash and index
          payment: payment.id,
          holder: payment.holder,
          assetId,
          hash,
          index,
          amount,
          mask: keys.mask,
          keys: keys.keys,
        }
  })
}
