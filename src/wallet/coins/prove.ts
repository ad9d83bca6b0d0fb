import type { Holder, OutputId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { proveOutput } from '../payments/prove-output.ts'
import type { CoinsDesk } from './desk.ts'
import { judgeByBytes } from './doubted.ts'
import { isOf } from './list.ts'

/** What the key of the account cannot open, or the service gives nothing for with which it could be tried. */
const NOT_OPENED: ReadonlySet<string> = new Set(['protocol.not_ours', 'protocol.scalar', 'wallet.view_refused'])

const unproved = (why: 'unknown' | 'differs' | 'not_ours') =>
  failure('wallet.coin_unproved', `not proved: ${why}`, { details: { why } })

/**
 * Proves a coin of an account that was received and is idle: the bytes of the transaction that made it say what it is, and the key of the
 * account opens it. That the network took that transaction stays a word. Throws `wallet.coin_unproved`, which stops nothing, and
 * `input.invalid` for a coin that is promised, gone, or a group's, which its next payment proves.
 */
async function proveCoin(runtime: CoinsDesk, holder: Holder, id: OutputId): Promise<void> {
  const { cache, intents } = runtime.store
  const [coin] = cache.outputs.getMany([id])
  const isHeld = intents.payments.holds(holder.id).some(({ outputId }) => outputId === id)
  if (coin === undefined || !isOf(coin, holder) || coin.state !== 'unspent' || isHeld || holder.members.length > 1)
    throw failure('input.invalid', 'not an idle coin of this account', { details: { field: 'outputId' } })
  // Change is proved by itself, against what was signed.
  if (intents.audits.get(id) !== undefined) return
  const place = { hash: coin.transaction_hash, index: coin.output_index }
  const verdict = await judgeByBytes(runtime, place, coin)
  if (verdict !== 'fits') throw unproved(verdict)
  try {
    await proveOutput(coin, holder, runtime)
  } catch (error) {
    throw NOT_OPENED.has(codeOf(error)) ? unproved('not_ours') : error
  }
  if (intents.audits.get(id) === undefined) intents.audits.set(id, 'proved')
}

/** The same, while nodes are asked for what stays a word, where somebody has named some. Nobody waits for them, and what they say is kept beside it. */
export async function proveNow(runtime: CoinsDesk, holder: Holder, id: OutputId): Promise<void> {
  const { store, nodes, log } = runtime
  const coin = store.cache.outputs.get(id)
  if (coin !== undefined && isOf(coin, holder))
    nodes
      .ask({ hash: coin.transaction_hash, index: coin.output_index }, coin.created_at)
      .catch((error: unknown) => log('warn', 'remote.node_silent', { code: codeOf(error) }))
  await proveCoin(runtime, holder, id)
}
