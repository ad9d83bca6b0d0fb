import type { Payee } from '#contract/ipc'

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
