import type { Payee } from '#contract/ipc'
import { cleanText } from '#protocol/text'
import { addressKey } from './ends.ts'

/** Equal for equal receivers. */
export function payeeKey(payee: Payee): string {
  switch (payee.kind) {
    case 'user':
      return `user:${payee.userId}`
    case 'kernel':
      return `kernel:${payee.address}`
    case 'group':
      return `group:${payee.threshold}:${[...payee.members].sort().join()}`
    case 'chain':
      return `chain:${JSON.stringify([payee.destination, payee.tag])}`
  }
}

/** The same, and equal for an address however its letters are written, as far as its form lets. */
export const foldedPayeeKey = (payee: Payee): string =>
  payeeKey(payee.kind === 'chain' ? { ...payee, destination: addressKey(payee.destination) } : payee)

/** The same, and equal for receivers that read the same, whatever is not seen of them. */
export const readPayeeKey = (payee: Payee): string =>
  foldedPayeeKey(
    payee.kind === 'chain' ? { ...payee, destination: cleanText(payee.destination), tag: cleanText(payee.tag) } : payee,
  )
