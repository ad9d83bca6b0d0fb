import { join } from 'node:path'
import { z } from 'zod'
import { failure } from '#contract/errors'
import { readText, writeText } from './files.ts'
import { inTime, type Keychain } from './keychain.ts'
import { createQueue } from './queue.ts'

/** Where sealed texts lie: in the keychain, one entry each, or all in one file. */
export interface Shelf {
  readonly store: 'keychain' | 'file'
  /** Accounts with an entry here. Ids are no secret, and a keychain cannot be listed everywhere. */
  accounts(): readonly string[]
  get(name: string): Promise<string | null>
  put(name: string, text: string): Promise<void>
  remove(name: string): Promise<void>
}

/** Entry that holds the master key, wrapped or not. Every other name is an account's id. */
export const HEADER = 'master'

const indexFile = z.object({
  version: z.literal(1),
  store: z.enum(['keychain', 'file']),
  accounts: z.array(z.string()),
  entries: z.record(z.string(), z.string()),
})
type IndexFile = z.infer<typeof indexFile>

export interface Place {
  readonly dir: string
  readonly profileId: string
  readonly keychain: Keychain
  readonly sleep: (milliseconds: number) => Promise<void>
}

const pathOf = (dir: string): string => join(dir, 'vault.json')

/** What an earlier run decided, or null on first use. Throws `vault.damaged`. */
export function readIndex(dir: string): IndexFile | null {
  const text = readText(pathOf(dir))
  if (text === null) return null
  try {
    return indexFile.parse(JSON.parse(text))
  } catch (error) {
    throw failure('vault.damaged', 'the vault file cannot be read', { cause: error })
  }
}

/** Puts, reads back and removes a text that is no secret. Throws what the keychain throws, `vault.no_keychain` if late. */
export async function probeKeychain({ keychain, profileId, sleep }: Place): Promise<void> {
  const name = `${profileId}/probe`
  await inTime(keychain.set(name, 'coffer'), sleep)
  if ((await inTime(keychain.get(name), sleep)) !== 'coffer') throw new Error('other answer')
  await inTime(keychain.remove(name), sleep)
}

export function openShelf(place: Place, store: Shelf['store']): Shelf {
  let index: IndexFile = readIndex(place.dir) ?? { version: 1, store, accounts: [], entries: {} }
  const save = (next: IndexFile): void => {
    writeText(pathOf(place.dir), JSON.stringify(next))
    index = next
  }
  const listed = (name: string): readonly string[] =>
    name === HEADER || index.accounts.includes(name) ? index.accounts : [...index.accounts, name]
  const unlisted = (name: string): string[] => index.accounts.filter((account) => account !== name)

  if (store === 'file') {
    return {
      store,
      accounts: () => index.accounts,
      get: async (name) => index.entries[name] ?? null,
      async put(name, text) {
        save({ ...index, accounts: [...listed(name)], entries: { ...index.entries, [name]: text } })
      },
      async remove(name) {
        const { [name]: _removed, ...entries } = index.entries
        save({ ...index, accounts: unlisted(name), entries })
      },
    }
  }
  const { keychain, profileId, sleep } = place
  const full = (name: string): string => `${profileId}/${name}`
  const queue = createQueue()

  /**
   * A write that is late may still be done, and must not be done over a later one: a master key would be gone. So none
   * begins before the one before it came back, however late, or is begun after it was given up on.
   */
  async function write(work: () => Promise<void>): Promise<void> {
    let isGivenUp = false
    try {
      await inTime(
        queue.run(async () => {
          if (!isGivenUp) await work()
        }),
        sleep,
      )
    } catch (error) {
      isGivenUp = true
      throw error
    }
  }
  return {
    store,
    accounts: () => index.accounts,
    get: (name) => inTime(keychain.get(full(name)), sleep),
    async put(name, text) {
      await write(() => keychain.set(full(name), text))
      if ((await inTime(keychain.get(full(name)), sleep)) !== text) {
        throw failure('vault.no_keychain', 'the keychain gave other text back')
      }
      save({ ...index, accounts: [...listed(name)] })
    },
    async remove(name) {
      save({ ...index, accounts: unlisted(name) })
      await write(() => keychain.remove(full(name)))
    },
  }
}
