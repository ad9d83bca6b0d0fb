import { type Clock, cleanText, type Log, type LogEvent, type LogFields, type Random } from '#contract/domain'
import { type CofferError, codeOf, type ErrorDetails, type ErrorReport, type Reply } from '#contract/errors'
import { type Calls, EVENTS, type EventName, type EventPayload, METHODS, type Method, methodOf } from '#contract/ipc'
import { cleanWords, sentence } from '#contract/wire'
import { isSaid, type Said } from '#words'
import { errorFields } from './log.ts'
import { shapeOf } from './page-input.ts'
import { createTurnstile } from './rate-limit.ts'

/** Bytes of what a page may say at once, and of what it may be answered: long lists are the wallet's own words. */
export const MESSAGE_MAX = 1024 * 1024
const ANSWER_MAX = 8 * MESSAGE_MAX
/** Characters of one detail of an error. */
const WORDS_MAX = 200

/** Locking must get through whatever else a page is doing. */
const NEVER_WAITS = 'session.lock'

export type Invoke = (name: unknown, input: unknown) => Promise<Reply<unknown>>

interface BinderDeps {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

const refused = (code: 'host.refused' | 'input.invalid', details: ErrorDetails): Reply<never> => ({
  ok: false,
  error: { code, details },
})

function isOwnName<Table extends object>(table: Table, name: unknown): name is keyof Table & string {
  return typeof name === 'string' && Object.hasOwn(table, name)
}

interface Issue {
  readonly path: readonly PropertyKey[]
  /** Members that a schema does not name. */
  readonly keys?: readonly string[]
}

/** Of the first member that is wrong, or that the schema does not name. */
function pathOf({ issues: [first] }: { readonly issues: readonly Issue[] }): string {
  return [...(first?.path ?? []), ...(first?.keys ?? []).slice(0, 1)].map(String).join('.')
}

const cleanTold = (words: string | Said): string | Said | null => {
  if (typeof words === 'string') return cleanWords(words, WORDS_MAX)
  const encoded = sentence.safeEncode(words)
  return encoded.success ? encoded.data : null
}

const cleanDetail = (value: ErrorDetails[string]): ErrorDetails[string] => {
  if (typeof value === 'string') return cleanTold(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (Array.isArray(value)) return value.slice(0, 64).map((item) => cleanTold(item) ?? '')
  return isSaid(value) ? cleanTold(value) : value
}

/** What of an error a page is told. */
export function cleanReport(error: CofferError): ErrorReport {
  const { serviceText, ...details } = error.details
  return {
    code: codeOf(error),
    details: Object.fromEntries(Object.entries(details).map(([key, value]) => [key, cleanDetail(value)])),
    ...(typeof serviceText === 'string' ? { serviceText: cleanText(serviceText, WORDS_MAX) } : {}),
  }
}

/**
 * Makes the one function through which a page reaches the wallet. It never throws and never rejects. Inputs must be plain JSON that the
 * method's schema names completely; answers are parsed on their way out, so that a member without a schema cannot leave.
 * Errors of the table travel as their code and details; any other becomes `internal` with the id of its line in the log.
 */
export function bindMethods(calls: Calls, deps: BinderDeps): Invoke {
  const turnstile = createTurnstile(deps.clock)

  function broken(event: LogEvent, method: string, fields: LogFields = {}): Reply<never> {
    const logId = Buffer.from(deps.random(4)).toString('hex')
    deps.log('error', event, { logId, method, ...fields })
    return { ok: false, error: { code: 'internal', details: { logId } } }
  }

  async function answer(name: keyof Calls, input: unknown): Promise<Reply<unknown>> {
    const shape = shapeOf(input, MESSAGE_MAX)
    if (shape !== 'plain') return refused('host.refused', { reason: shape })
    const method = methodOf(name)
    const decoded = method.input.safeDecode(input)
    if (!decoded.success) return refused('input.invalid', { field: cleanText(pathOf(decoded.error), 100) })
    // The table pairs each name with the type of its input; a union of functions cannot express that.
    const call = calls[name] as (input: unknown) => Promise<unknown>
    try {
      const encoded = method.answer.safeEncode(await call.call(calls, decoded.data))
      if (!encoded.success) return broken('answer.invalid', name, { field: pathOf(encoded.error) })
      if (Buffer.byteLength(JSON.stringify(encoded.data)) > ANSWER_MAX) return broken('answer.too_large', name)
      return { ok: true, value: encoded.data }
    } catch (error) {
      return codeOf(error) === 'internal'
        ? broken('call.failed', name, errorFields(error))
        : { ok: false, error: cleanReport(error as CofferError) }
    }
  }

  return async (name, input) => {
    if (!isOwnName(METHODS, name)) return refused('host.refused', { reason: 'unknown_method' })
    if (name !== NEVER_WAITS && !(await turnstile.enter(name)))
      return refused('host.refused', { reason: 'too_many_calls' })
    try {
      return await answer(name, input)
    } catch (error) {
      return broken('call.failed', name, errorFields(error))
    }
  }
}

/** The wire form of an event, parsed on its way out like an answer; null (and a log line) if it does not fit its schema. */
export function encodeEvent<Name extends EventName>(name: Name, payload: EventPayload<Name>, log: Log): unknown {
  const schema: Method['input'] = EVENTS[name]
  const encoded = schema.safeEncode(payload)
  if (encoded.success) return encoded.data
  log('error', 'event.invalid', { method: name, field: pathOf(encoded.error) })
  return null
}

/** The part of the wallet that a host holds; its calls are bound, its events are forwarded. */
export interface HostedWallet {
  readonly calls: Calls
  subscribe<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void
  /** Forgets keys at once; payments that were signed go on. */
  lock(): void
  close(): Promise<void>
}

/** Hands every event of the table, in its wire form, to a page; returns what ends that. */
export function forwardEvents(
  wallet: HostedWallet,
  log: Log,
  send: (name: EventName, payload: unknown) => void,
): () => void {
  const ends = (Object.keys(EVENTS) as EventName[]).map((name) =>
    wallet.subscribe(name, (payload) => {
      const wire = encodeEvent(name, payload, log)
      if (wire !== null) send(name, wire)
    }),
  )
  return () => {
    for (const end of ends) end()
  }
}
