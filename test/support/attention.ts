import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock, UserId } from '#contract/domain'
import type { WalletCalls } from '#contract/ipc'

/** So many accounts are looked at: those that calls named last. The largest group of a test has all of its members among them. */
const LOOKED_AT = 6
/** How long the loop of another one rests, unless a call names it. */
const REST_MS = 10_000

/** What a line is given to come back, which in a test it never does by itself. What is waited for in whole seconds once in a while is not that. */
const isAfterFailure = (ms: number): boolean => ms >= 500 && ms < 10_000 && ms !== 1_000
const HURRY = 20

type Functions = Readonly<Record<string, (input: never) => Promise<unknown>>>

/** So many times its pace a loop waits for news of a network before it looks all the same. */
const QUIET = 30

/** How often networks of this process had news, and who waits for the next. */
let news = 0
const hearers = new Set<() => void>()

/** Has who waits for news look at once: of a network, or of a line that a test has mended. */
export function tell(): void {
  news += 1
  for (const hear of hearers) hear()
}

/** The clock of a network: its simulator goes back to sleep whenever something was written to it or became final. */
export const telling = (clock: Clock): Clock => ({
  ...clock,
  sleep(milliseconds, signal) {
    tell()
    return clock.sleep(milliseconds, signal)
  },
})

async function untilNews(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  const heard = new AbortController()
  const hear = () => heard.abort()
  hearers.add(hear)
  await clock.sleep(milliseconds, signal === undefined ? heard.signal : AbortSignal.any([heard.signal, signal]))
  hearers.delete(hear)
}

/** In the order in which they were named last, of all wallets of a test file. */
const named = new Set<UserId>()
const resting = new Map<UserId, Set<() => void>>()
/** What tests before this one named rests until it is named again. */
export const nameAnew = (): void => named.clear()
/** Whose loop it is: a loop runs in the context of the call that began it. */
const whose = new AsyncLocalStorage<UserId>()

/**
 * Wallets read for all of their accounts at one pace, which at the pace of a test leaves no processor for the test that has made its
 * fortieth. So the loop of an account that no call has named for long rests, and goes on with the next call that does; and where a
 * network of this process has no news, there is little to read.
 */
export function attention(clock: Clock, { syncMs, pollMs }: { readonly syncMs: number; readonly pollMs: number }) {
  /** What the loops of this wallet had heard of when they went on last. */
  const heard = new Map<string, number>()

  async function rest(account: UserId, signal: AbortSignal | undefined): Promise<void> {
    const woken = new AbortController()
    const wake = () => woken.abort()
    const loops = resting.get(account) ?? new Set()
    resting.set(account, loops.add(wake))
    await clock.sleep(REST_MS, AbortSignal.any([woken.signal, ...(signal === undefined ? [] : [signal])]))
    loops.delete(wake)
  }

  async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await clock.sleep(isAfterFailure(ms) ? ms / HURRY : ms, signal)
    if (ms !== syncMs && ms !== pollMs) return
    const account = whose.getStore()
    const loop = `${account} ${ms}`
    if (news > 0 && news === heard.get(loop) && signal?.aborted !== true) await untilNews(clock, QUIET * ms, signal)
    heard.set(loop, news)
    if (ms !== syncMs || account === undefined || signal?.aborted === true) return
    if (![...named].slice(-LOOKED_AT).includes(account)) await rest(account, signal)
  }

  const watched = (call: (input: never) => Promise<unknown>) => (input: never) => {
    const { account } = (input ?? {}) as { account?: UserId | null } // inputs that are about an account name it so
    if (account === undefined || account === null) return call(input)
    named.delete(account)
    named.add(account)
    for (const wake of resting.get(account) ?? []) wake()
    return whose.run(account, () => call(input))
  }

  return {
    clock: { ...clock, sleep },
    watch: (calls: WalletCalls) =>
      Object.fromEntries(
        Object.entries(calls as unknown as Functions).map(([name, call]) => [name, watched(call)]),
      ) as unknown as WalletCalls, // the same names
  }
}
