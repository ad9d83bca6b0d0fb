import type { Output } from '#contract/domain'
import { ASSET_CAPACITIES, isKey, kernelAssetId, OTHER_CAPACITY, outputId, parseAmount } from '#protocol'
import type { FactName } from '#store'

/** By how much the kernel may have let in more of an asset before, or lets in more by now: it sets its bounds anew every few months. */
const OTHER_TIMES = 100n
/** More of an asset cannot exist in one coin, whenever it came in. */
const CAPACITIES: ReadonlyMap<string, bigint> = new Map(
  Object.entries(ASSET_CAPACITIES).map(([id, most]) => [kernelAssetId(id), parseAmount(most) * OTHER_TIMES]),
)
const OTHERS: bigint = parseAmount(OTHER_CAPACITY)

/**
 * Which facts of a record cannot be true, whoever sent it: an id that does not follow from transaction and place, an asset that
 * contradicts its own id, nothing or more than there can be of it, keys that are no points. Keys are looked at when an output first
 * counts: later records are compared with those, and with the keys of what is spent nothing can be done. `known` is how it stands here.
 */
export function impossibleFacts(output: Output, known: () => Output | undefined): FactName[] {
  const claimed = output.asset_id === null ? output.kernel_asset_id : kernelAssetId(output.asset_id)
  const isOneAsset =
    claimed === output.kernel_asset_id && (output.asset ?? output.kernel_asset_id) === output.kernel_asset_id
  const most = CAPACITIES.get(output.kernel_asset_id) ?? OTHERS
  const wrong: FactName[] = []
  if (outputId(output.transaction_hash, output.output_index) !== output.output_id) wrong.push('hash', 'index')
  if (!isOneAsset) wrong.push('asset')
  if (output.amount <= 0n || output.amount > most) wrong.push('amount')
  if (output.state === 'spent') return wrong
  const before = known()
  if (before !== undefined && before.state !== 'spent') return wrong
  if (!isKey(output.mask)) wrong.push('mask')
  if (output.keys.length === 0 || !output.keys.every(isKey)) wrong.push('keys')
  return wrong
}
