import { CofferError, failure, type Reply } from '#contract/errors'
import type { Bridge, EventName, MethodName, WireAnswer, WireEvent, WireInput } from '#contract/ipc'
import type { Report } from './types.ts'

/*
 * The one way from the window to the wallet, whichever host carries it: Electron's preload gives `window.coffer`,
 * the browser host a WebSocket (socket.ts). Both have the same two functions.
 */

declare global {
  interface Window {
    readonly coffer?: Bridge
  }
}

let current: Bridge | null = null

/** Set once by the entry point, before anything is rendered. */
export function setBridge(bridge: Bridge): void {
  current = bridge
}

/** Asks the wallet, which changes nothing that a person waits for. Throws a CofferError with the code of the answer's error. */
export async function ask<Name extends MethodName>(name: Name, input: WireInput<Name>): Promise<WireAnswer<Name>> {
  if (current === null) throw failure('host.refused', 'no bridge')
  // The host has parsed the answer with the same table that these types come from.
  const reply = (await current.invoke(name, input)) as Reply<WireAnswer<Name>>
  if (reply.ok) return reply.value
  throw failure(reply.error.code, reply.error.code, { details: reply.error.details, cause: reply.error })
}

const hears = new Set<() => void>()

/** Has that hear before and after each call: what a person does is seen at once. */
export function whenCalled(hear: () => void): void {
  hears.add(hear)
}

const tell = (): void => {
  for (const hear of hears) hear()
}

/** As `ask`, for somebody who waits for what comes of it. */
export async function call<Name extends MethodName>(name: Name, input: WireInput<Name>): Promise<WireAnswer<Name>> {
  tell()
  return ask(name, input).finally(tell)
}

export function subscribe<Name extends EventName>(
  name: Name,
  listener: (payload: WireEvent<Name>) => void,
): () => void {
  if (current === null) return () => undefined
  return current.subscribe(name, (payload) => listener(payload as WireEvent<Name>))
}

/** The report of anything caught, with the service's own words when there are any. */
export function reportOf(error: unknown): Report {
  if (!(error instanceof CofferError)) return { code: 'internal', details: {} }
  const cause = error.cause as Report | undefined
  return cause !== undefined && typeof cause === 'object' && 'code' in cause
    ? cause
    : { code: error.code as Report['code'], details: error.details }
}
