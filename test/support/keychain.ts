import type { Keychain } from '#vault'

/** A keychain in memory; `entries` can be looked at and changed, as another program of the same person could. */
export interface TestKeychain extends Keychain {
  readonly entries: Map<string, string>
  /** What the next calls do instead of working. */
  fault: 'none' | 'throws' | 'hangs' | 'forgets'
}

export function testKeychain(entries = new Map<string, string>()): TestKeychain {
  const keychain: TestKeychain = {
    entries,
    fault: 'none',
    get: (name) => act(() => entries.get(name) ?? null),
    set: (name, text) =>
      act(() => {
        if (keychain.fault !== 'forgets') entries.set(name, text)
      }),
    remove: (name) => act(() => void entries.delete(name)),
  }
  function act<Value>(work: () => Value): Promise<Value> {
    if (keychain.fault === 'throws') return Promise.reject(new Error('Cannot autolaunch D-Bus without X11 $DISPLAY'))
    if (keychain.fault === 'hangs') return new Promise(() => undefined)
    return Promise.resolve().then(work)
  }
  return keychain
}
