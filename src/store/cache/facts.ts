import type { Hash, Output, UserId } from '#contract/domain'
import type { Amount } from '#protocol/text'

/** What is settled about an output when its transaction is: it never changes afterwards, whoever says so. */
export interface Facts {
  readonly hash: Hash
  readonly index: number
  readonly amount: Amount
  readonly asset: Hash
  readonly mask: string
  readonly keys: readonly string[]
  /** null where it is not known. */
  readonly members: { readonly ids: readonly UserId[]; readonly threshold: number } | null
}

const FACTS = ['hash', 'index', 'amount', 'asset', 'mask', 'keys', 'members'] as const
export type FactName = (typeof FACTS)[number]
/** Why an output is set aside: by what of it differs, or since the service denies that there is one. */
export type Doubt = FactName | 'existence'

export function factsOf(output: Output): Facts {
  return {
    hash: output.transaction_hash,
    index: output.output_index,
    amount: output.amount,
    asset: output.kernel_asset_id,
    mask: output.mask,
    keys: output.keys,
    members: { ids: [...output.receivers].sort(), threshold: output.receivers_threshold },
  }
}

/** The facts in which two descriptions of one output differ; what one of them does not know is no difference. */
export function differingFacts(first: Facts, second: Facts): FactName[] {
  return FACTS.filter((name) => {
    const [one, other] = [first[name], second[name]]
    return one !== null && other !== null && text(one) !== text(other)
  })
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
