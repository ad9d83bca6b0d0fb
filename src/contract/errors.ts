import { CofferError, type ErrorDetails } from '#protocol/text'

export { type ErrorText, errorText } from './error-text.ts'
export { type WeakReason, weakPassphrase } from './passphrase.ts'
export { CofferError, type ErrorDetails }

/**
 * Every code that can cross a boundary, and whether doing the same thing again may help.
 * `retry` steers buttons and back-off; it never permits a payment to be built anew.
 */
export const ERRORS = {
  'protocol.bytes': { retry: false },
  'protocol.amount': { retry: false },
  'protocol.id': { retry: false },
  'protocol.key': { retry: false },
  'protocol.scalar': { retry: false },
  'protocol.signature': { retry: false },
  'protocol.script': { retry: false },
  'protocol.transaction': { retry: false },
  'protocol.validation': { retry: false },
  'protocol.not_ours': { retry: false },
  'protocol.address': { retry: false },
  'protocol.invoice': { retry: false },
  'protocol.link': { retry: false },
  'protocol.token': { retry: false },
  'protocol.keystore': { retry: false },
  'protocol.pin': { retry: false },
  'protocol.inscription': { retry: false },
  'protocol.storage': { retry: false },
  'protocol.selection': { retry: false },

  'input.invalid': { retry: false },
  'input.amount': { retry: false },
  'input.amount_ambiguous': { retry: false },
  'input.memo_too_long': { retry: false },
  'input.payee': { retry: false },
  'input.phrase': { retry: false },
  'input.spend_key': { retry: false },
  'input.keystore': { retry: false },
  'input.permission': { retry: false },
  'input.bundle': { retry: false },
  'input.group': { retry: false },
  'input.address_known': { retry: false },
  'input.passphrase_weak': { retry: false },

  'vault.locked': { retry: true },
  'vault.wrong_passphrase': { retry: true },
  'vault.passphrase_needed': { retry: true },
  'vault.no_keychain': { retry: true },
  'vault.key_missing': { retry: false },
  'vault.damaged': { retry: false },
  'vault.other_profile': { retry: false },
  'vault.no_words': { retry: false },
  'vault.key_mismatch': { retry: false },

  'wallet.account_unknown': { retry: false },
  'wallet.account_exists': { retry: false },
  'wallet.account_registered': { retry: false },
  'wallet.session_ended': { retry: false },
  'wallet.account_not_ready': { retry: false },
  'wallet.quiz_wrong': { retry: true },
  'wallet.watch_only': { retry: false },
  'wallet.permission_ended': { retry: false },
  'wallet.no_web_app': { retry: false },
  'wallet.payment_unknown': { retry: false },
  'wallet.no_return': { retry: false },
  'wallet.collectible_gone': { retry: false },
  'wallet.inscription_refused': { retry: false },
  'wallet.payment_state': { retry: false },
  'wallet.declined': { retry: true },
  'wallet.insufficient': { retry: false },
  'wallet.too_many_inputs': { retry: false },
  'wallet.payee_unregistered': { retry: false },
  'wallet.fee_insufficient': { retry: false },
  'wallet.fee_unknown': { retry: true },
  'wallet.fee_receiver': { retry: false },
  'wallet.review_changed': { retry: false },
  'wallet.record_differs': { retry: false },
  'wallet.keys_refused': { retry: false },
  'wallet.view_refused': { retry: false },
  'wallet.already_sent': { retry: false },
  'wallet.sent_unproved': { retry: true },
  'wallet.request_taken': { retry: false },
  'wallet.conflict': { retry: false },
  'wallet.ask_before_sending': { retry: false },
  'wallet.change_at_risk': { retry: true },
  'wallet.again_untied': { retry: false },
  'wallet.nothing_to_void': { retry: false },
  'wallet.sending_frozen': { retry: false },
  'wallet.request_unknown': { retry: true },
  'wallet.request_differs': { retry: false },
  'wallet.request_revoked': { retry: false },
  'wallet.request_ended': { retry: false },
  'wallet.request_held': { retry: false },
  'wallet.coin_taken': { retry: false },
  'wallet.coin_doubted': { retry: false },
  'wallet.group_unknown': { retry: false },
  'wallet.no_fee_due': { retry: false },
  'wallet.deposit_changed': { retry: false },
  'wallet.deposit_unverified': { retry: false },
  'wallet.asset_mismatch': { retry: false },
  'wallet.needs_sync': { retry: true },
  'wallet.local_only': { retry: false },

  'remote.unreachable': { retry: true },
  'remote.timeout': { retry: true },
  'remote.insecure': { retry: false },
  'remote.redirect': { retry: false },
  'remote.too_large': { retry: false },
  'remote.malformed': { retry: true },
  'remote.unproved': { retry: true },
  'remote.clock': { retry: true },
  'remote.unauthorized': { retry: false },
  'remote.forbidden': { retry: false },
  'remote.not_found': { retry: false },
  'remote.rate_limited': { retry: true },
  'remote.server': { retry: true },
  'remote.invalid_field': { retry: false },
  'remote.address_pending': { retry: true },
  'remote.output_locked': { retry: true },
  'remote.output_unknown': { retry: true },
  'remote.not_registered': { retry: false },
  'remote.insufficient': { retry: false },
  'remote.amount_too_small': { retry: false },
  'remote.amount_too_large': { retry: false },
  'remote.fee_too_small': { retry: false },
  'remote.pin': { retry: false },
  'remote.already_paid': { retry: false },
  'remote.bots_full': { retry: false },
  'remote.receivers': { retry: false },
  'remote.receiver_gone': { retry: false },
  'remote.withdrawal_memo': { retry: false },
  'remote.withdrawal_suspended': { retry: true },
  'remote.chain_behind': { retry: true },
  'remote.address_malformed': { retry: false },
  'remote.output_key': { retry: false },
  'remote.signature': { retry: false },
  'remote.refused': { retry: false },

  'backup.none': { retry: false },
  'backup.newer': { retry: false },
  'backup.damaged': { retry: false },
  'backup.wrong_key': { retry: true },
  'backup.off': { retry: false },

  'store.newer': { retry: false },
  'store.damaged': { retry: false },
  'store.other_network': { retry: false },
  'store.in_use': { retry: true },
  'store.disk': { retry: true },

  'host.refused': { retry: false },
  internal: { retry: false },
} as const satisfies Record<string, { retry: boolean }>

export type ErrorCode = keyof typeof ERRORS

/** Error numbers of the service to our codes; whatever is not here becomes `remote.refused`. */
export const SERVICE_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'remote.invalid_field',
  401: 'remote.unauthorized',
  403: 'remote.forbidden',
  404: 'remote.not_found',
  429: 'remote.rate_limited',
  500: 'remote.server',
  7000: 'remote.server',
  7001: 'remote.server',
  10002: 'remote.invalid_field',
  10104: 'remote.address_pending',
  10105: 'remote.output_locked',
  10106: 'remote.output_unknown',
  10404: 'remote.not_registered',
  20117: 'remote.insufficient',
  20118: 'remote.pin',
  20119: 'remote.pin',
  20120: 'remote.amount_too_small',
  20124: 'remote.fee_too_small',
  20125: 'remote.already_paid',
  20127: 'remote.amount_too_small',
  20131: 'remote.withdrawal_memo',
  20132: 'remote.bots_full',
  20134: 'remote.amount_too_large',
  20135: 'remote.fee_too_small',
  20137: 'remote.withdrawal_suspended',
  20150: 'remote.receivers',
  20160: 'remote.receiver_gone',
  30100: 'remote.chain_behind',
  30102: 'remote.address_malformed',
  2000001: 'remote.output_key',
  2000002: 'remote.output_locked',
  2000003: 'remote.signature',
}

/** Makes an error of the table; use it instead of `new CofferError`, so that an unknown code does not compile. */
export function failure(
  code: ErrorCode,
  message: string,
  options: { details?: ErrorDetails; cause?: unknown } = {},
): CofferError<ErrorCode> {
  return new CofferError(code, message, options)
}

/** The code of anything caught: a Coffer code if it is one of the table, else `internal`. */
export function codeOf(error: unknown): ErrorCode {
  return error instanceof CofferError && Object.hasOwn(ERRORS, error.code) ? (error.code as ErrorCode) : 'internal'
}

/** What travels to the window instead of a thrown error: no stack, no message of a library. */
export interface ErrorReport {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  /** Text that the service sent, cleaned and shortened; shown only as plain technical detail. */
  readonly serviceText?: string
}

export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ErrorReport }
