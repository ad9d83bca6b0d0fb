import { type Amount, toAmount } from './amount.ts'
import { protocolError } from './error.ts'
import { SLICE_MAX } from './transaction.ts'

interface SelectableOutput {
  readonly amount: Amount
  readonly state: string
}

interface Selection<Output extends SelectableOutput> {
  readonly selected: readonly Output[]
  readonly change: Amount
}

/**
 * The official SDK's rule: unspent outputs in the order given until they reach the sum, without its fault of returning
 * others that stand between them. Throws `protocol.selection` with totals if they do not, or need more than 256 inputs.
 */
export function selectOutputs<Output extends SelectableOutput>(
  outputs: readonly Output[],
  amounts: readonly Amount[],
): Selection<Output> {
  const total = amounts.reduce<bigint>((sum, amount) => sum + amount, 0n)
  const selected: Output[] = []
  let sum = 0n
  for (const output of outputs) {
    if (output.state !== 'unspent') continue
    if (selected.length === SLICE_MAX) {
      throw protocolError('protocol.selection', 'the amount needs more than 256 outputs', {
        reason: 'too many inputs',
        total: total.toString(),
        available: sum.toString(),
      })
    }
    selected.push(output)
    sum += output.amount
    if (sum >= total) return { selected, change: toAmount(sum - total) }
  }
  throw protocolError('protocol.selection', 'the outputs do not reach the amount', {
    reason: 'insufficient',
    total: total.toString(),
    available: sum.toString(),
  })
}
