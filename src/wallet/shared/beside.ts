import type { Log, RequestId } from '#contract/domain'
import { codeOf } from '#contract/errors'

/**
 * Writes down what goes with a payment that is agreed to or signed. If that fails the payment stands all the same: whoever was told that it
 * had failed would pay again.
 */
export function beside({ log }: { readonly log: Log }, payment: RequestId, write: () => void): void {
  try {
    write()
  } catch (error) {
    log('warn', 'payment.not_noted', { payment, code: codeOf(error) })
  }
}
