import { type InTurn, takingTurns } from '#contract/domain'
import { failure } from '#contract/errors'
import { type IndexBody, writeIndex } from './index-file.ts'
import { inTime, type Keychain } from './keychain.ts'

/** Where sealed texts lie: in the keychain, one entry each, or all in one file. */
export interface Shelf {
  readonly store: 'keychain' | 'file'
  /** The id that the seals here are bound to, as far as the file itself knows. */
  profile(): string | null
  /** Accounts with an entry here. Ids are no secret, and a keychain cannot be listed everywhere. */
  accounts(): readonly string[]
  /** Reads as the profile of that id; entries of a keychain are named by it. */
  get(id: string, name: string): Promise<string | null>
  put(id: string, name: string, text: string): Promise<void>
  /** `text` is what lies there. */
  remove(id: string, name: string, text: string | undefined): Promise<void>
  /** Writes down whose seals these are. */
  settle(id: string): void
  /** After every write that was begun, also one that was given up on. */
  written(): Promise<void>
}

/** Entry that holds the master key, wrapped or not. Every other name is an account's id. */
export const HEADER = 'master'

export interface Place {
  readonly dir: string
  readonly keychain: Keychain
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** Puts, reads back and removes a text that is no secret. Throws what the keychain throws, `vault.no_keychain` if late. */
export async function probeKeychain({ keychain, sleep }: Place, profileId: string): Promise<void> {
  const name = `${profileId}/probe`
  await inTime(keychain.set(name, 'coffer'), sleep)
  if ((await inTime(keychain.get(name), sleep)) !== 'coffer') throw new Error('other answer')
  await inTime(keychain.remove(name), sleep)
}

export function openShelf(place: Place, found: IndexBody): Shelf {
  let index = found
  const save = (next: IndexBody): void => {
    writeIndex(place.dir, next)
    index = next
  }
  const listed = (name: string): string[] =>
    name === HEADER || index.accounts.includes(name) ? index.accounts : [...index.accounts, name]
  const unlisted = (name: string): string[] => index.accounts.filter((account) => account !== name)
  const common = {
    store: found.store,
    profile: () => index.profile,
    accounts: () => index.accounts,
    settle(id: string): void {
      if (index.profile !== id) save({ ...index, profile: id })
    },
  }

  if (found.store === 'file') {
    return {
      ...common,
      written: async () => undefined,
      get: async (_id, name) => index.entries[name] ?? null,
      async put(id, name, text) {
        save({ ...index, profile: id, accounts: listed(name), entries: { ...index.entries, [name]: text } })
      },
      async remove(_id, name) {
        const { [name]: _removed, ...entries } = index.entries
        save({ ...index, accounts: unlisted(name), entries })
      },
    }
  }
  const { keychain, sleep } = place
  const inTurn = takingTurns()
  const full = (id: string, name: string): string => `${id}/${name}`
  const write = lateWrites(sleep, inTurn)
  return {
    ...common,
    written: () => inTurn(async () => undefined),
    async get(id, name) {
      const text = await inTime(keychain.get(full(id, name)), sleep)
      // A keychain that is locked, and that nobody opened as it asked, says that there is nothing.
      if (text === null && (name === HEADER || index.accounts.includes(name))) await probeKeychain(place, id)
      return text
    },
    async put(id, name, text) {
      await write(() => keychain.set(full(id, name), text))
      if ((await inTime(keychain.get(full(id, name)), sleep)) !== text) {
        throw failure('vault.no_keychain', 'the keychain gave other text back')
      }
      save({ ...index, profile: id, accounts: listed(name) })
    },
    async remove(id, name, text) {
      const { accounts } = index
      save({ ...index, accounts: unlisted(name) })
      try {
        await write(() => keychain.remove(full(id, name)))
      } catch (error) {
        // Whoever asked is told that it is here still, so the next start must find it: also where the keychain takes it away late.
        save({ ...index, accounts })
        if (text !== undefined) inTurn(() => keychain.set(full(id, name), text)).catch(() => undefined)
        throw error
      }
    },
  }
}

/**
 * A write that is late may still be done, and must not be done over a later one: a master key would be gone. So none
 * begins before the one before it came back, however late, or is begun after it was given up on.
 */
function lateWrites(sleep: Place['sleep'], inTurn: InTurn): (work: () => Promise<void>) => Promise<void> {
  return async (work) => {
    let isGivenUp = false
    try {
      await inTime(
        inTurn(async () => {
          if (!isGivenUp) await work()
        }),
        sleep,
      )
    } catch (error) {
      isGivenUp = true
      throw error
    }
  }
}
