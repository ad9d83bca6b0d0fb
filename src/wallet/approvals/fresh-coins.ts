import type { Hash, OutputId, RequestId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Remote } from '#remote'
import type { Said } from '#words/facts'
import { inParallel } from '../shared/parallel.ts'

/* The coins of a transaction as the service has them now, just before a signature is made for them. */

interface CoinAsKnown {
  readonly outputId: OutputId
  readonly amount: bigint
  readonly mask: string
  readonly keys: readonly string[]
}

/** Whose request it is that has a coin, as far as this wallet can learn it. */
export interface CoinHolder {
  readonly title: Said
  readonly by: string
  readonly requestId: RequestId
}

interface Parts {
  readonly remote: Remote
  /** The request behind a transaction hash; undefined when the service has none for us. */
  readonly holderOf: (hash: Hash) => Promise<CoinHolder | undefined>
}

const AT_ONCE = 8
/** Somebody waits for the signature. */
const LINE = { tries: 2 }

/**
 * Throws `wallet.coin_taken` when another transaction has a coin, `wallet.review_changed` when a coin is not what it was, and
 * what reading throws. `hashes` are the transactions that may have them.
 */
export async function needFreeCoins(
  coins: readonly CoinAsKnown[],
  hashes: readonly Hash[],
  parts: Parts,
): Promise<void> {
  const read = await inParallel(coins, AT_ONCE, ({ outputId }) =>
    parts.remote.call('outputs.read', { params: { id: outputId } }, LINE).catch((error: unknown) => {
      if (codeOf(error) !== 'remote.not_found') throw error
      throw failure('wallet.review_changed', 'the service does not know a coin', { cause: error })
    }),
  )
  for (const [at, coin] of coins.entries()) {
    const now = read[at]
    const same =
      now?.output_id === coin.outputId &&
      now.amount === coin.amount &&
      now.mask === coin.mask &&
      now.keys.join() === coin.keys.join()
    if (!same) throw failure('wallet.review_changed', 'a coin is not what it was')
    const other = now.state === 'unspent' ? null : now.signed_by
    if (other !== null && !hashes.includes(other))
      throw taken(other, now.state === 'spent', await parts.holderOf(other))
  }
}

function taken(spentBy: Hash, spent: boolean, holder: CoinHolder | undefined) {
  const { title = null, by = '', requestId = '' } = holder ?? {}
  return failure('wallet.coin_taken', 'another transaction has a coin', {
    details: { title, by, requestId, spentBy, state: spent ? 'spent' : 'signed' },
  })
}
