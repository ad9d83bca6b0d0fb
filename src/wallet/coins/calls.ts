import { failure } from '#contract/errors'
import { frozenBeside } from '#store'
import { readyToPay } from '../payments/calls.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { compareCoins } from './compare.ts'
import type { CoinsDesk } from './desk.ts'
import { doubtedCoins, putAway, recheck } from './doubted.ts'
import { isOf, listCoins, spentCoins, summarize } from './list.ts'
import { proveNow } from './prove.ts'

/** Coins by hand, and what makes them fewer. */
export function coinCalls(runtimes: Runtimes<CoinsDesk>): CallsOf<'coins'> {
  return {
    async 'coins.list'({ account, holder, ...query }) {
      const runtime = runtimes.any(account)
      return listCoins(runtime, runtime.holder(holder), query)
    },

    async 'coins.spent'({ account, holder, assetId }) {
      const runtime = runtimes.any(account)
      return spentCoins(runtime, runtime.holder(holder), assetId)
    },

    async 'coins.summary'({ account, holder }) {
      const runtime = runtimes.any(account)
      return summarize(runtime, runtime.holder(holder))
    },

    async 'coins.compare'({ account, holder }) {
      const runtime = runtimes.any(account)
      return compareCoins(runtime, runtime.holder(holder), runtime.clock.now())
    },

    async 'coins.doubted'({ account, holder }) {
      const runtime = runtimes.any(account)
      return doubtedCoins(runtime, runtime.holder(holder))
    },

    async 'coins.recheck'({ account, holder, outputId }) {
      const runtime = runtimes.any(account)
      await recheck(runtime, runtime.holder(holder), outputId)
      return null
    },

    async 'coins.prove'({ account, holder, outputId }) {
      const runtime = runtimes.ready(account)
      await proveNow(runtime, runtime.holder(holder), outputId)
      return null
    },

    async 'coins.putAway'({ account, holder, outputId }) {
      const runtime = runtimes.any(account)
      putAway(runtime, runtime.holder(holder), outputId)
      return null
    },

    async 'coins.freeze'({ account, holder: id, outputs, reason }) {
      const runtime = runtimes.any(account)
      const holder = runtime.holder(id)
      const found = runtime.store.cache.outputs.getMany(outputs).filter((output) => isOf(output, holder))
      if (found.length !== outputs.length) {
        throw failure('input.invalid', 'not coins of this account', { details: { field: 'outputs' } })
      }
      const { freezes } = runtime.store.intents
      for (const { output_id: id } of found) freezes.set(id, frozenBeside(freezes.get(id)?.reason ?? '', reason))
      return null
    },

    async 'coins.unfreeze'({ account, outputs }) {
      const runtime = runtimes.any(account)
      for (const id of outputs) runtime.store.intents.freezes.remove(id)
      return null
    },

    async 'coins.plan'({ account, holder, assetId }) {
      const runtime = runtimes.any(account)
      return runtime.consolidation.view(runtime.holder(holder), assetId)
    },

    async 'coins.combine'({ account, holder, assetId }) {
      const runtime = runtimes.ready(account)
      await readyToPay(runtime)
      return runtime.consolidation.begin(runtime.holder(holder), assetId)
    },

    async 'coins.pause'({ account, planId }) {
      runtimes.ready(account).consolidation.pause(planId)
      return null
    },

    async 'coins.resume'({ account, planId }) {
      runtimes.ready(account).consolidation.resume(planId)
      return null
    },

    async 'coins.stop'({ account, planId }) {
      runtimes.ready(account).consolidation.giveUp(planId)
      return null
    },
  }
}
