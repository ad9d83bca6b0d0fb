import type { Hash, Holder, HolderId, Output } from '#contract/domain'
import { answerOf, codeOf } from '#contract/errors'
import type { AccountStore, Payment } from '#store'
import type { Signer } from '#vault'
import { AWAY } from '../shared/away.ts'
import type { AwaitedChange } from './change.ts'
import { judgeSpend, type ProofParts } from './proof.ts'
import { askViews, proveOutput, REFUTED } from './prove-output.ts'

/*
 * Change that a transaction spent which this wallet did not sign: another computer with the same key did, or whoever has the key that the service
 * made. The bytes prove the spend, and the spend key whose coin it was. A service gives no view scalar for a coin that is spent, but it
 * answers what was asked before: so whoever spends change that another computer has to look after asks first.
 */

export interface SpendParts extends Omit<ProofParts, 'line'> {
  readonly signer: Signer
  readonly holder: (id: HolderId) => Holder
}

type Verdict = 'by our key' | 'refuted' | 'unproved' | 'unknown'

/** Whether change of an account's own, as it is listed, was spent with the account's key; `unproved` where nothing says whose key it was. */
export async function judgeOwnSpend(
  parts: SpendParts,
  awaited: AwaitedChange,
  output: Output,
  spender: Hash | null,
): Promise<Verdict> {
  if (spender === null) return 'unknown'
  const verdict = await judgeSpend({ ...parts, line: {} }, awaited, spender)
  if (verdict.is !== 'proved') return verdict.is
  const isProved = parts.store.intents.payments.provedKeys(awaited.outputId).includes(awaited.keys.join())
  if (isProved) return 'by our key'
  try {
    await proveOutput(output, parts.holder(awaited.holder), parts)
    return 'by our key'
  } catch (error) {
    const code = answerOf(error)
    if (REFUTED.has(code)) return 'refuted'
    if (!code.startsWith('remote.')) throw error
    return AWAY.has(code) ? 'unknown' : 'unproved'
  }
}

/**
 * Asks for the proof of change before it is spent: of another computer's, and of what was not looked after yet, which an older copy of these files may
 * have to look after. What is not answered keeps nothing from being paid.
 */
export async function leaveProofs(
  { remote, signer, store, log }: Pick<SpendParts, 'remote' | 'signer' | 'store' | 'log'>,
  payment: Payment,
  holder: Holder,
): Promise<void> {
  if (holder.members.length > 1) return
  const coins = payment.transactions
    .flatMap(({ inputs }) => store.cache.outputs.getMany(inputs.map(({ outputId }) => outputId)))
    .filter((coin) => coin.senders_hash === holder.membersHash && !isProvedHere(store, coin))
  if (coins.length === 0) return
  // Somebody waits to see the payment: what fails is not tried again.
  await askViews(coins, holder, { remote, signer, line: { tries: 1 } }).catch((error: unknown) => {
    log('info', 'payment.proof_unheard', { what: 'change', code: codeOf(error) })
  })
}

const isProvedHere = ({ intents }: AccountStore, coin: Output): boolean =>
  intents.audits.get(coin.output_id)?.result === 'proved'
