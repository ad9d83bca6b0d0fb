import { failure } from '#contract/errors'

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

/** A sentence for people about why there is no keychain; never what a library said, which may name paths or secrets. */
export function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message : ''
  if (/in time/.test(text)) return 'The keychain of this computer did not answer within 10 seconds.'
  if (/libsecret|cannot open shared object|dlopen/i.test(text)) {
    return 'The system library for keychains (libsecret) is not installed.'
  }
  if (/D-?Bus|org\.freedesktop|autolaunch|secret service/i.test(text)) {
    return 'No secret service runs in this session.'
  }
  if (/locked|dismissed|cancel/i.test(text)) return 'The keychain is locked, and it was not opened.'
  if (/other answer/.test(text)) return 'The keychain gave back something else than what was put in.'
  return 'The keychain of this computer refused to work.'
}
