import { z } from 'zod'
import { DAY, type Nanos, type UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { BACKUP_RHYTHMS } from '#contract/ipc'
import { type Account, type ProfileStore, storedTime } from '#store'
import type { Vault } from '#vault'

/** Under this name a backup's key is wrapped; part of the file format. */
export const WRAP_LABEL = 'backup:1'
const KEY = 'backup'
/** From so many days on a backup leaves out too much. */
export const OLD_DAYS = 30

/**
 * What is kept about backups, in the settings of the profile: nothing in it opens one without a spend key or the passphrase. What another
 * release wrote in a way that is not understood here is left out.
 */
const stored = z.object({
  folder: z.string().nullable().catch(null),
  rhythm: z.enum(BACKUP_RHYTHMS).catch('off'),
  last: z.object({ at: storedTime, path: z.string(), bytes: z.number() }).nullable().catch(null),
  problem: z.string().nullable().catch(null),
  tested: z.object({ at: storedTime, path: z.string() }).nullable().catch(null),
  byPassphrase: z.string().nullable().catch(null),
  /** By account id. */
  bySpendKey: z.record(z.string(), z.string()).readonly().catch({}),
})
type Setup = Readonly<z.output<typeof stored>>

/** Where nothing is kept, each member has its stand-in. */
const settingsOf = (kept: unknown): object =>
  typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? kept : {}

/** The key of backups and how it is wrapped: one key for all files of a set-up, each of which derives its own from it. */
export function createSetup({
  profile,
  vault,
  random,
}: {
  readonly profile: ProfileStore
  readonly vault: Vault
  readonly random: (length: number) => Uint8Array
}) {
  const read = (): Setup => stored.parse(settingsOf(profile.settings.get(KEY)))
  const write = (patch: Partial<Setup>): Setup => {
    // What was not understood stays for the release that wrote it.
    profile.settings.set(KEY, { ...settingsOf(profile.settings.get(KEY)), ...patch })
    return read()
  }
  const withKeys = (): Account[] =>
    profile.accounts.list().filter(({ id, kind }) => kind !== 'watch' && vault.accounts.describe(id).hasSpendKey)

  async function wrapsOf(key: Uint8Array): Promise<{ [account: string]: string }> {
    const wraps: { [account: string]: string } = {}
    for (const { id } of withKeys()) wraps[id] = await vault.wrapFor(id, WRAP_LABEL, key)
    return wraps
  }

  /** Null where an account got another key since. */
  async function unwrapped(id: UserId, wrapped: string): Promise<Uint8Array | null> {
    try {
      return await vault.unwrapFor(id, WRAP_LABEL, wrapped)
    } catch (error) {
      if (codeOf(error) !== 'vault.damaged') throw error
      return null
    }
  }

  return {
    read,
    write,

    /** A new key, wrapped anew. Throws `backup.off`, `vault.wrong_passphrase`, `vault.passphrase_needed`. */
    async begin(passphrase: string | null): Promise<Setup> {
      const guarded = vault.status().passphrase
      if (guarded && passphrase === null) throw failure('vault.passphrase_needed', 'a backup takes the passphrase')
      if (withKeys().length === 0) throw failure('backup.off', 'nothing would open a backup')
      const key = random(32)
      try {
        const byPassphrase =
          guarded && passphrase !== null ? await vault.wrapByPassphrase(passphrase, WRAP_LABEL, key) : null
        return write({ byPassphrase, bySpendKey: await wrapsOf(key) })
      } finally {
        key.fill(0)
      }
    },

    /**
     * Lends the key while the vault is open, and sees to it that accounts that came since can open what is made with it. Throws
     * `backup.off` where no account here has it.
     */
    async withKey<Value>(use: (key: Uint8Array, setup: Setup) => Promise<Value> | Value): Promise<Value> {
      const setup = read()
      for (const { id } of withKeys()) {
        const wrapped = setup.bySpendKey[id]
        if (wrapped === undefined) continue
        const key = await unwrapped(id, wrapped)
        if (key === null) continue
        try {
          const missing = withKeys().some((account) => setup.bySpendKey[account.id] === undefined)
          return await use(key, missing ? write({ bySpendKey: await wrapsOf(key) }) : setup)
        } finally {
          key.fill(0)
        }
      }
      throw failure('backup.off', 'no account here can open the backup key')
    },

    /** The passphrase is about to be another one: no file says that it opens with the one before. */
    forgetPassphrase(): void {
      if (read().byPassphrase !== null) write({ byPassphrase: null })
    },

    /** A change of passphrase did not come to its end here, or backups were set up before there was one. */
    lacksPassphrase: (): boolean => {
      const { byPassphrase, bySpendKey } = read()
      return vault.status().passphrase && byPassphrase === null && Object.keys(bySpendKey).length > 0
    },

    /** The passphrase was changed: files from now on open with the new one. */
    async rewrap(passphrase: string): Promise<void> {
      const { byPassphrase, bySpendKey } = read()
      if (byPassphrase === null && Object.keys(bySpendKey).length === 0) return
      await this.withKey(async (key) => {
        write({ byPassphrase: await vault.wrapByPassphrase(passphrase, WRAP_LABEL, key) })
      })
    },

    /** Whether the next one is due by the rhythm. */
    isDue(now: Nanos): boolean {
      const { folder, rhythm, last } = read()
      if (folder === null || rhythm === 'off') return false
      const every = rhythm === 'daily' ? DAY : 7n * DAY
      return last === null || now - last.at >= every || last.at > now
    },
  }
}

export type BackupSetup = ReturnType<typeof createSetup>
