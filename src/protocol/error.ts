/** A sentence as a fact: `Said` of `#words/facts`, in the only words that this lowest module has for it. */
type Fact = {
  readonly code: string
  readonly values: Readonly<Record<string, FactValue>>
}
type FactValue = string | number | boolean | Fact | readonly (string | Fact)[]

/** What a refusal may carry besides its code: small, JSON-safe, never a secret. */
export type ErrorDetails = Readonly<
  Record<string, string | number | boolean | null | Fact | readonly (string | Fact)[]>
>

/**
 * The one error class of Coffer. `code` is what programs branch on and people's sentences are chosen by;
 * `message` is English for logs and holds neither secrets nor a person's data.
 * It lives in the lowest module so that every other one can throw it; the table of codes is `#contract/errors`.
 */
export class CofferError<Code extends string = string> extends Error {
  readonly code: Code
  readonly details: ErrorDetails

  constructor(code: Code, message: string, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'CofferError'
    this.code = code
    this.details = options.details ?? {}
  }
}

/** Codes that pure protocol code throws; each is a row of the table in `#contract/errors`. */
export type ProtocolErrorCode =
  | 'protocol.bytes'
  | 'protocol.amount'
  | 'protocol.id'
  | 'protocol.key'
  | 'protocol.scalar'
  | 'protocol.signature'
  | 'protocol.script'
  | 'protocol.transaction'
  | 'protocol.validation'
  | 'protocol.not_ours'
  | 'protocol.address'
  | 'protocol.invoice'
  | 'protocol.link'
  | 'protocol.token'
  | 'protocol.keystore'
  | 'protocol.pin'
  | 'protocol.inscription'
  | 'protocol.storage'
  | 'protocol.selection'

export function protocolError(code: ProtocolErrorCode, message: string, details: ErrorDetails = {}): CofferError {
  return new CofferError<ProtocolErrorCode>(code, message, { details })
}
