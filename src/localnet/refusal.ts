import { CofferError } from '#contract/errors'

/** What an `extra` member may say of an error; small and JSON-safe. */
type RefusalExtra = Readonly<Record<string, string | number>>

/**
 * An answer of the service that says no: it travels as the `error` member and undoes everything its request did. It is
 * not a failure of this program, so it is not one of Coffer's own error codes.
 */
export class Refusal extends Error {
  /** Number of the service's own list. */
  readonly code: number
  readonly extra: RefusalExtra | undefined

  constructor(code: number, description: string, extra?: RefusalExtra) {
    super(description)
    this.name = 'Refusal'
    this.code = code
    this.extra = extra
  }
}

export const REFUSED = {
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  internal: 500,
  invalidField: 10002,
  outputLocked: 10105,
  outputUnknown: 10106,
  notRegistered: 10404,
  pinFormat: 20118,
  pinIncorrect: 20119,
  grantExpired: 20121,
  feeMissing: 20124,
  alreadyPaid: 20125,
  withdrawalTooSmall: 20127,
  withdrawalMemo: 20131,
  sharedBotsFull: 20132,
  feeTooSmall: 20135,
  receivers: 20150,
  addressMalformed: 30102,
  outputKey: 2000001,
  signature: 2000003,
} as const

export function notFound(what: string): Refusal {
  return new Refusal(REFUSED.notFound, `${what} was not found.`)
}

export function forbidden(why: string): Refusal {
  return new Refusal(REFUSED.forbidden, `Forbidden: ${why}.`)
}

/** The error that names a member of the request; `field` is its path, `reason` says what is wrong with it. */
export function invalidField(field: string, reason: string): Refusal {
  return new Refusal(REFUSED.invalidField, `The request data has invalid field: ${field} (${reason}).`, {
    field,
    reason,
  })
}

/** Runs a check of `#protocol`, whose refusal means that this member of the request is wrong. */
export function checked<Value>(field: string, check: () => Value): Value {
  try {
    return check()
  } catch (error) {
    if (error instanceof CofferError) throw invalidField(field, error.message)
    throw error
  }
}

const RULES_OF_KEYS = ['invalid output key', 'ghost key', 'invalid output mask', 'invalid script output empty mask']
const RULES_OF_SIGNATURES = [
  'batch verification',
  'invalid signature',
  'invalid tx signature',
  'aggregate verification',
]

/** The service's number for what the kernel's rules say against a transaction. */
export function refusalOfRule(error: CofferError, field: string): Refusal {
  const rule = String(error.details['rule'] ?? error.message)
  const startsWithOne = (starts: readonly string[]) => starts.some((start) => rule.startsWith(start))
  const place = ['input', 'output'].flatMap((name) => {
    const at = error.details[name]
    return typeof at === 'number' ? [[name, at] as const] : []
  })
  const extra = { field, reason: rule, ...Object.fromEntries(place) }
  if (rule.startsWith('input not found')) return new Refusal(REFUSED.outputUnknown, `Invalid output: ${rule}.`, extra)
  if (rule.startsWith('input locked')) return new Refusal(REFUSED.outputLocked, `Locked: ${rule}.`, extra)
  if (startsWithOne(RULES_OF_KEYS)) return new Refusal(REFUSED.outputKey, `Kernel: ${rule}.`, extra)
  if (startsWithOne(RULES_OF_SIGNATURES)) return new Refusal(REFUSED.signature, `Kernel: ${rule}.`, extra)
  return new Refusal(REFUSED.invalidField, `The request data has invalid field: ${field} (${rule}).`, extra)
}
