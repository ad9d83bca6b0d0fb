import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Keychain } from '#vault'

/** A keychain in memory; `entries` can be looked at and changed, as another program of the same person could. */
export interface TestKeychain extends Keychain {
  readonly entries: Map<string, string>
  /** What the next calls do instead of working. */
  fault: 'none' | 'throws' | 'hangs' | 'forgets' | 'unopened'
}

export function testKeychain(entries = new Map<string, string>()): TestKeychain {
  const keychain: TestKeychain = {
    entries,
    fault: 'none',
    get: (name) => act(() => (keychain.fault === 'unopened' ? null : (entries.get(name) ?? null))),
    set: (name, text) =>
      act(() => {
        if (keychain.fault === 'unopened') throw new Error('Cannot create an item in a locked collection')
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

/** A keychain that outlives the program: an entry is a file, written whole or not at all. */
export function folderKeychain(dir: string): Keychain {
  mkdirSync(dir, { recursive: true })
  const pathOf = (name: string): string => join(dir, name.replace('/', '.'))
  return {
    get: async (name) => (existsSync(pathOf(name)) ? readFileSync(pathOf(name), 'utf8') : null),
    async set(name, text) {
      writeFileSync(`${pathOf(name)}.next`, text)
      renameSync(`${pathOf(name)}.next`, pathOf(name))
    },
    remove: async (name) => rmSync(pathOf(name), { force: true }),
  }
}

export const noKeychain = (): TestKeychain => Object.assign(testKeychain(), { fault: 'throws' as const })
