import { failure } from '#contract/errors'
import { type Said, said } from '#words/facts'

/** The part of the system's keychain that the vault uses. Every call may fail or hang; the vault allows for both. */
export interface Keychain {
  get(name: string): Promise<string | null>
  set(name: string, text: string): Promise<void>
  remove(name: string): Promise<void>
}

const SERVICE = 'coffer'

/**
 * The keychain of the operating system. Its library is loaded with the first call, since a computer without the system's
 * secret service cannot even load it.
 */
export function createSystemKeychain(): Keychain {
  const load = async () => {
    const module = await import('keytar')
    // A CommonJS module: its functions are on `default` in Node and on the module itself in a bundle.
    return 'default' in module && typeof module.default === 'object' ? (module.default as typeof module) : module
  }
  return {
    get: async (name) => (await load()).getPassword(SERVICE, name),
    set: async (name, text) => (await load()).setPassword(SERVICE, name, text),
    async remove(name) {
      await (await load()).deletePassword(SERVICE, name)
    },
  }
}

const KEYCHAIN_WAIT_MS = 10_000

/** Ends a call of the keychain that does not come back: some ask a person who is not there. */
export async function inTime<Value>(
  work: Promise<Value>,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<Value> {
  const late = Symbol('late')
  const first = await Promise.race([work, sleep(KEYCHAIN_WAIT_MS).then((): typeof late => late)])
  if (first !== late) return first as Value // only the other side gives `late`
  work.catch(() => undefined)
  throw failure('vault.no_keychain', 'the keychain did not answer in time')
}

/** Why there is no keychain, as people are told; never what a library said, which may name paths or secrets. */
export function problemOf(error: unknown): Said {
  const text = error instanceof Error ? error.message : ''
  if (/in time/.test(text)) return said('check.keychain.slow')
  if (/libsecret|cannot open shared object|dlopen/i.test(text)) {
    return said('check.keychain.library')
  }
  if (/D-?Bus|org\.freedesktop|autolaunch|secret service|could not connect/i.test(text)) {
    return said('check.keychain.service')
  }
  if (/locked|dismissed|cancel/i.test(text)) return said('check.keychain.locked')
  if (/other answer/.test(text)) return said('check.keychain.answer')
  return said('check.keychain.refused')
}
