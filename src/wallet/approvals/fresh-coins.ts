import type { Hash, Output, OutputId, RequestId, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Remote } from '#remote'
import type { Said } from '#words/facts'
import { AWAY } from '../shared/away.ts'
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
  readonly account: UserId
  readonly remote: Remote
  /** The request behind a transaction hash; undefined when the service has none for us. */
  readonly holderOf: (hash: Hash) => Promise<CoinHolder | undefined>
}

/** So many are read one by one, and so many at a time; more are worth asking for together first. */
const AT_ONCE = 8
/** What the service gives in one answer. */
const TOGETHER_MAX = 256
/** Somebody waits for the signature. */
const LINE = { tries: 2 }

type Fresh = ReadonlyMap<OutputId, Output>

/** Coins in one answer. What it does not give is left to be read alone, and all of them where such a question is refused. */
async function readTogether(ids: readonly OutputId[], { account, remote }: Parts): Promise<Fresh> {
  const found = new Map<OutputId, Output>()
  for (let at = 0; at < ids.length; at += TOGETHER_MAX) {
    const body = { user_id: account, ids: ids.slice(at, at + TOGETHER_MAX) }
    const told = await remote.call('outputs.fetch', { body }, LINE).catch((error: unknown) => {
      if (AWAY.has(codeOf(error))) throw error
      return []
    })
    for (const output of told) found.set(output.output_id, output)
  }
  return found
}

function readAlone(id: OutputId, { remote }: Parts): Promise<Output> {
  return remote.call('outputs.read', { params: { id } }, LINE).catch((error: unknown) => {
    if (codeOf(error) !== 'remote.not_found') throw error
    throw failure('wallet.review_changed', 'the service does not know a coin', { cause: error })
  })
}

/**
 * Throws `wallet.coin_taken` when another transaction has a coin, `wallet.review_changed` when a coin is not what it was, and
 * what reading throws. `hashes` are the transactions that may have them.
 */
export async function needFreeCoins(
  coins: readonly CoinAsKnown[],
  hashes: readonly Hash[],
  parts: Parts,
): Promise<void> {
  const ids = coins.map(({ outputId }) => outputId)
  const together: Fresh = ids.length > AT_ONCE ? await readTogether(ids, parts) : new Map()
  const read = await inParallel(ids, AT_ONCE, async (id) => together.get(id) ?? readAlone(id, parts))
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
