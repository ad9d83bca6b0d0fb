import type { Log } from '#contract/domain'
import { failure } from '#contract/errors'
import { type Calls, METHODS } from '#contract/ipc'

/** Calls that refuse, save for those given; `seen` lists what reached them. */
export function someCalls(given: Partial<Calls> = {}): Calls & { readonly seen: string[] } {
  const seen: string[] = []
  const refusing = Object.fromEntries(
    Object.keys(METHODS).map((name) => [
      name,
      async (input: unknown) => {
        seen.push(name)
        const call = (given as Record<string, ((input: unknown) => Promise<unknown>) | undefined>)[name]
        if (call === undefined) throw failure('wallet.account_unknown', 'no such account in this test')
        return call(input)
      },
    ]),
  )
  // Built from the table's own keys, so every method is there.
  return Object.assign(refusing as unknown as Calls, { seen })
}

export function keepLog() {
  const lines: { level: string; event: string; fields: Readonly<Record<string, unknown>> }[] = []
  const log: Log = (level, event, fields = {}) => lines.push({ level, event, fields })
  return { lines, log }
}
