import type { PendingDeposit } from '#contract/domain'
import type { Directory } from './names.ts'

/** How many confirmations a deposit has, and needs: what its chain needs where the service does not say; 0 where nobody does. */
export function confirmationsOf(
  directory: Pick<Directory, 'chain'>,
  { chain_id, confirmations, threshold }: PendingDeposit,
): { readonly have: number; readonly need: number } {
  const need = threshold || directory.chain(chain_id).confirmations
  return { have: Math.min(confirmations, need), need }
}
