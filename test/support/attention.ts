import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock, UserId } from '#contract/domain'
import type { Calls } from '#contract/ipc'

/** An account that no call has named for this long is out of sight. */
const SIGHT_MS = 1_000
/** How long its loop rests then, unless a call names it. */
const REST_MS = 20_000

export interface Attention {
  readonly clock: Clock
  watch(calls: Calls): Calls
}

/**
 * A wallet of many accounts reads for all of them at the pace of the one that a person looks at, which at the pace of a test leaves
 * no processor for the test. So the loop of an account rests while no call names it, and goes on with the next one that does.
 */
export function attention(clock: Clock, syncMs: number): Attention {
  /** Whose loop it is: a loop runs in the context of the call that began it. */
  const whose = new AsyncLocalStorage<UserId>()
  const seenAt = new Map<UserId, number>()
  const resting = new Map<UserId, Set<() => void>>()

  async function rest(account: UserId, signal: AbortSignal | undefined): Promise<void> {
    const woken = new AbortController()
    const wake = () => woken.abort()
    const others = resting.get(account) ?? new Set()
    resting.set(account, others.add(wake))
    const signals = [woken.signal, ...(signal === undefined ? [] : [signal])]
    await clock.sleep(REST_MS, AbortSignal.any(signals))
    others.delete(wake)
  }

  async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await clock.sleep(ms, signal)
    const account = whose.getStore()
    if (ms !== syncMs || account === undefined || signal?.aborted === true) return
    const since = performance.now() - (seenAt.get(account) ?? 0)
    if (since > SIGHT_MS) await rest(account, signal)
  }

  function name(account: UserId): void {
    seenAt.set(account, performance.now())
    for (const wake of resting.get(account) ?? []) wake()
  }

  const watched = (call: (input: never) => Promise<unknown>) => async (input: never) => {
    const { account } = (input ?? {}) as { account?: UserId | null } // inputs that are about an account name it so
    if (account === undefined || account === null) return call(input)
    name(account)
    return whose.run(account, () => call(input))
  }

  return {
    clock: { ...clock, sleep },
    watch: (calls) =>
      Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, watched(call)])) as unknown as Calls, // the same names
  }
}
