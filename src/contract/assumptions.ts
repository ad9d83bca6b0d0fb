import type { ErrorDetails } from '#protocol/text'
import type { ErrorCode } from './error-codes.ts'

/** What money depends on besides the shape of single answers: lines of the doctor. */
export type Assumption =
  | 'tls'
  | 'identity'
  | 'spend-key'
  | 'no-transaction'
  | 'kernel-asset'
  | 'outputs-order'
  | 'outputs-holder'
  | 'outputs-ids'
  | 'snapshots-order'
  | 'snapshots-offset'
  | 'recorded-bytes'
  | 'one-time-keys'
  | 'same-hint'
  | 'other-hint'
  | 'deposit-address'
  | 'own-key-opens'

/** Which of them an error was about, where each of its kind is about the same one. Others name theirs among their details, or none. */
const BY_CODE: Readonly<Partial<Record<ErrorCode, Assumption>>> = {
  'remote.insecure': 'tls',
  'protocol.not_ours': 'own-key-opens',
  'wallet.view_refused': 'own-key-opens',
  'wallet.record_differs': 'own-key-opens',
  'wallet.keys_refused': 'one-time-keys',
  'wallet.deposit_unverified': 'deposit-address',
}

/** The same keys under another hint, or others under the same, have lines of their own. */
const BY_KEYS: Readonly<Record<string, Assumption>> = {
  'check.keys.used': 'other-hint',
  'check.keys.twice': 'other-hint',
  'check.keys.changed': 'same-hint',
}

/**
 * The doctor's line about an error: the service is not what this program takes it to be, and what depends on that was not done. Null for every other
 * error.
 */
export function doctorLine(code: ErrorCode, details: ErrorDetails): string | null {
  const { assumption, reason } = details
  if (typeof assumption === 'string') return assumption
  if (code === 'wallet.keys_refused' && typeof reason === 'object' && reason !== null && 'code' in reason)
    return BY_KEYS[reason.code] ?? BY_CODE[code] ?? null
  return BY_CODE[code] ?? null
}
