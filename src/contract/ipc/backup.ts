import { z } from 'zod'
import { shown, time, userId } from '../wire.ts'
import { account, consenting, type Method, method, nothing, passphrase } from './method.ts'

/** What was damaged or missing on this computer, and what was made of it. */
const damageView = z.object({
  file: z.enum(['intents', 'cache', 'profile', 'vault']),
  /** When it was found. */
  at: time,
  /**
   * `repaired` as far as the rest tells; `seen` in use, and repaired at the next start; `unread`: some rows are whole and this version
   * cannot read what they say. They are left as they are, with their coins held and their signed bytes followed.
   */
  state: z.enum(['repaired', 'seen', 'unread']),
  /** Where the damaged file is kept, within the data folder; empty where there was none left. */
  setAside: shown,
  /** Rows of it that were still good, and rows that only the newest copy had. */
  rescued: z.number(),
  restored: z.number(),
  copyAt: time.nullable(),
  /** Payments that only the copy had: what became of them since is not known on this computer. */
  missed: z.number(),
})

export type DamageView = z.output<typeof damageView>

/** How often a backup is made by itself. */
export const BACKUP_RHYTHMS = ['off', 'daily', 'weekly'] as const

const path = z.string().trim().min(1).max(1000)

const backupState = z.object({
  /** Where backups go; null until the person has chosen. */
  folder: shown.nullable(),
  rhythm: z.enum(BACKUP_RHYTHMS),
  last: z.object({ at: time, path: shown, bytes: z.number() }).nullable(),
  /** From so many days on a backup leaves out too much. */
  oldDays: z.number(),
  /** Code of what kept the last one from being made, or `backup.partial` where it lacks rows of a damaged journal; null while all is well. */
  problem: shown.nullable(),
  tested: z.object({ at: time, path: shown }).nullable(),
  /** What would open the next one: the passphrase, and how many accounts' words. */
  opensBy: z.object({ passphrase: z.boolean(), accounts: z.number() }),
})
export type BackupState = z.output<typeof backupState>

const foundBackup = z.object({
  path: shown,
  bytes: z.number(),
  createdAt: time.nullable(),
  network: shown.nullable(),
  /** Code of what is wrong with it; null when it can be opened. */
  problem: shown.nullable(),
})
export type FoundBackup = z.output<typeof foundBackup>

/** What opens a backup: 24 words of any account in it or, of one whose key no words spell, that key as `words`; or the passphrase it was set up with. */
const secret = z.strictObject({ kind: z.enum(['words', 'passphrase']), text: z.string().min(1).max(1024) })

const backupContents = z.object({
  createdAt: time,
  network: shown,
  accounts: z.array(
    z.object({
      account: userId,
      name: shown,
      payments: z.number(),
      /** Signed and not known to have ended. */
      open: z.number(),
      plans: z.number(),
      runs: z.number(),
      drafts: z.number(),
      labels: z.number(),
      groups: z.number(),
      addresses: z.number(),
      /** Whether its 24 words are in the file, or its key where no words spell it. */
      hasWords: z.boolean(),
      /** Whether its key is on this computer. */
      here: z.boolean(),
    }),
  ),
})
export type BackupContents = z.output<typeof backupContents>

export const backupMethods = {
  /** What had to be repaired, newest first, until the person says that it was read. */
  'damage.list': method(z.strictObject(account), z.array(damageView)),
  'damage.dismiss': method(z.strictObject(account), nothing),

  'backup.read': method(nothing, backupState),
  /**
   * Sets up where and how often, under a new key that the passphrase and each account's spend key wrap. The passphrase is needed
   * where one is set. Throws `backup.off` where nothing could open a backup.
   */
  'backup.setUp': consenting(
    'keys',
    z.strictObject({ folder: path, rhythm: z.enum(BACKUP_RHYTHMS), passphrase: passphrase.nullable() }),
    backupState,
  ),
  /** Makes one now, without the words of any account. */
  'backup.make': method(nothing, backupState),
  /** Makes one now that holds the 24 words of all accounts, and of keys that no words spell those themselves. */
  'backup.makeWithWords': consenting('keys', z.strictObject({ passphrase: passphrase.nullable() }), backupState),
  'backup.find': method(z.strictObject({ folder: path }), z.array(foundBackup)),
  /** Opens a backup and reads all of it through; changes nothing. */
  'backup.test': method(z.strictObject({ path, secret }), backupContents),
  /**
   * Takes over what the backup has and this computer has not, wholly or not at all. `words` are those in the file of accounts whose
   * keys are not here. It is agreed to like money: what a file says of bounds, of losses that were taken and of whom one paid counts here
   * from then on.
   */
  'backup.restore': consenting(
    'money',
    z.strictObject({ path, secret, passphrase: passphrase.nullable() }),
    z.object({
      contents: backupContents,
      /** Payments that count as having missed what happened since. */
      missed: z.number(),
      words: z.array(z.object({ account: userId, words: z.array(shown) })),
    }),
  ),
} as const satisfies Record<string, Method>
