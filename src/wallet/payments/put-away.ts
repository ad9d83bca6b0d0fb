import type { OutputId, RequestId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { type AccountStore, isOut } from '#store'
import type { Desk } from '../shared/desk.ts'
import { mayVoid } from './void.ts'

/*
 * A service that was put back to another state may have given coins that are in no ledger. What spends only such coins can neither be sent nor made
 * impossible, and nobody can prove that it is dead. Its owner may put it away: it holds nothing any more, is looked at as all that failed after it was
 * signed, and its coin is spent first should it be there after all.
 */

/** What its owner put away. */
export const PUT_AWAY = 'wallet.put_away'

/** Neither listed as it was nor in another way. */
const isMissing = ({ cache }: AccountStore, id: OutputId): boolean =>
  cache.outputs.get(id) === undefined && (!cache.outputs.isAside(id) || cache.outputs.isDenied(id))

/** Of each transaction that is not final a coin that is not there; none where there is one without. */
function missingOf(store: AccountStore, id: RequestId): OutputId[] {
  const open = store.intents.payments.get(id)?.transactions.filter(({ finalAt }) => finalAt === null) ?? []
  const found = open.map(({ inputs }) => inputs.find(({ outputId }) => isMissing(store, outputId))?.outputId)
  return found.every((each) => each !== undefined) ? found : []
}

/** Whether there is nothing left that its owner could do about it. */
export function mayPutAway(store: AccountStore, id: RequestId): boolean {
  const state = store.intents.payments.summary(id)?.state
  return state !== undefined && isOut(state) && !mayVoid(store, id) && missingOf(store, id).length > 0
}

/** Throws `wallet.payment_state`, `wallet.coin_doubted` where the service has the coin by now, and what asking it does. */
export async function needMissing({ remote, store }: Pick<Desk, 'remote' | 'store'>, id: RequestId): Promise<void> {
  if (!mayPutAway(store, id)) {
    const state = store.intents.payments.summary(id)?.state ?? 'unknown'
    throw failure('wallet.payment_state', 'only what spends a coin that is not there', { details: { state } })
  }
  for (const coin of missingOf(store, id)) {
    const isThere = await remote.call('outputs.read', { params: { id: coin } }, { tries: 2 }).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) !== 'remote.not_found') throw error
        return false
      },
    )
    if (isThere) throw failure('wallet.coin_doubted', 'the service has the coin')
  }
}
