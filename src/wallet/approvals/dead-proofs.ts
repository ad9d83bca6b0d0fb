import type { Hash, RequestId } from '#contract/domain'
import { decodeTransaction } from '#protocol'
import { createPauses } from '../payments/pauses.ts'
import { judgeSpend, type ProofParts } from '../payments/proof.ts'
import { isProvedDead, paymentOf, type Request, requestsOf } from './request.ts'
import type { ReadCoins } from './request-coins.ts'

/*
 * That another transaction has a coin of a request is the service's word, and a service that lies could have a group pay one bill twice by it.
 * What proves it is the bytes of that transaction.
 */

const LINE = { tries: 2 }

/** Requests that are called dead: those without proof whose turn it is, less and less often while there is none. */
export function createDeadProofs() {
  const pauses = createPauses<RequestId>()
  return {
    due({ store }: Pick<ProofParts, 'store'>, atMost: number): Request[] {
      const dead = requestsOf(store.intents.requests.unprovedDead())
      const unproved = dead.filter((request) => !isProvedDead(paymentOf(store, request), request))
      const some = unproved.filter(({ id }) => pauses.due(id)).slice(0, atMost)
      for (const { id } of some) pauses.begin(id)
      return some
    },
  }
}

/** Whether the bytes of a transaction that is said to have spent a coin of it are found, and do so. Never throws for what is not answered. */
export async function isSpentByBytes(
  { store, remote, log, coins }: Omit<ProofParts, 'line'> & { readonly coins: ReadCoins },
  request: Request,
): Promise<boolean> {
  const inputs = decodeTransaction(request.raw).inputs
  for (const [at, coin] of coins(request).entries()) {
    const input = inputs[at]
    const spentBy = coin?.output?.state === 'spent' ? coin.output.signed_by : null
    if (input === undefined || spentBy == null || spentBy === request.hash) continue
    const place = { hash: input.hash as Hash, index: input.index } // the decoder gives 32 bytes of hex
    if ((await judgeSpend({ remote, store, log, line: LINE }, place, spentBy)).is === 'proved') return true
  }
  return false
}
