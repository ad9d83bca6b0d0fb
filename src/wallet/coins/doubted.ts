import type { Holder } from '#contract/domain'
import type { Calls } from '#contract/ipc'
import type { FactName, Facts, SetAside } from '#store'
import { spoken } from '../fiat.ts'
import type { Runtime } from '../runtime.ts'

type DoubtedCoin = Awaited<ReturnType<Calls['coins.doubted']>>[number]

/** Coins that were taken off the books, with what was known first beside what the service says now. */
export function doubtedCoins(runtime: Runtime, holder: Holder): DoubtedCoin[] {
  return runtime.store.cache.outputs.aside(holder.id).map((aside) => doubtedView(aside, runtime))
}

function doubtedView({ outputId, fields, kept, seen, at }: SetAside, runtime: Runtime): DoubtedCoin {
  const first = kept ?? seen
  return {
    outputId,
    hash: first.hash,
    index: first.index,
    asset: runtime.book.assetOfKernel(first.asset) ?? null,
    amount: kept?.amount ?? null,
    at,
    differences: fields.map((fact) => ({
      fact,
      kept: kept === null ? null : textOf(fact, kept, runtime),
      seen: textOf(fact, seen, runtime),
    })),
  }
}

function textOf(fact: FactName, facts: Facts, { book }: Runtime): string {
  switch (fact) {
    case 'hash':
    case 'mask':
      return facts[fact]
    case 'index':
      return String(facts.index)
    case 'amount':
      return spoken(facts.amount, book.assetOfKernel(facts.asset)?.symbol ?? '').trim()
    case 'asset':
      return book.assetOfKernel(facts.asset)?.name ?? facts.asset
    case 'keys':
      return facts.keys.join(' ')
    case 'members': {
      const { ids, threshold } = facts.members ?? { ids: [], threshold: 0 }
      return `${threshold} of ${ids.join(', ')}`
    }
  }
}
