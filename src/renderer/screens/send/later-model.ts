import type { WireInput } from '#contract/ipc'
import { say } from '#words'
import { MEMO_BYTES } from '../../lib/memo.ts'
import type { Owner, SendForm } from '../../state/types.ts'
import { lookAtForm, prepareInput, type SendContext, storesMemo } from './model.ts'

type PlanInput = Omit<WireInput<'schedule.save'>, 'planId' | 'name' | 'when'>

/**
 * What a plan made of the form pays, or the first that keeps it from being one. Money that is not there today may be there then, and coins
 * are chosen then; what a link asked for was asked for now.
 */
export function planInput(
  form: SendForm,
  context: SendContext,
  owner: Owner,
): { readonly input: PlanInput | null; readonly obstacle: string | null } {
  if (storesMemo(form)) return { input: null, obstacle: say('scheduled.memo-too-long', { most: MEMO_BYTES }) }
  const later: SendForm = { ...form, coins: null, trace: null, again: null, references: [], returnTo: null }
  const then: SendContext = {
    ...{ ...context, balance: undefined, inOne: undefined },
    fees: context.fees?.map((fee) => ({ ...fee, sufficient: true })),
  }
  const input = prepareInput(later, then, owner)
  if (input === null) return { input, obstacle: lookAtForm(later, then).obstacles[0]?.text ?? null }
  const { account, holder, assetId, rows, memoHex, label, reason, feeAssetId } = input
  return { input: { account, holder, assetId, rows, memoHex, label, reason, feeAssetId }, obstacle: null }
}
