import type { WireAnswer, WireInput } from '#contract/ipc'
import { ANA, ago } from './fake-data.ts'

export type Damage = WireAnswer<'damage.list'>[number]

/** Nothing is damaged, unless a test says so by an override. */
export const backupAnswers = () => ({
  'damage.list': (): Damage[] => [],
  'damage.dismiss': () => null,
  'backup.read': (): BackupState => backupState(),
  'backup.setUp': (input: WireInput<'backup.setUp'>): BackupState =>
    backupState({ folder: input.folder, rhythm: input.rhythm }),
  'backup.make': (): BackupState => backupState(),
  'backup.makeWithWords': (): BackupState => backupState(),
  'backup.find': (): WireAnswer<'backup.find'> => [],
  'backup.test': (): WireAnswer<'backup.test'> => CONTENTS,
  'backup.restore': (): WireAnswer<'backup.restore'> => ({ contents: CONTENTS, missed: 1, words: [] }),
})

export type BackupState = WireAnswer<'backup.read'>

export function backupState(over: Partial<BackupState> = {}): BackupState {
  return {
    folder: '/home/ana/Backups',
    rhythm: 'daily',
    last: { at: ago(300), path: '/home/ana/Backups/local-2026-11-22T030000Z.coffer-backup', bytes: 184_320 },
    problem: null,
    tested: null,
    opensBy: { passphrase: true, accounts: 1 },
    ...over,
  }
}

const CONTENTS: WireAnswer<'backup.test'> = {
  createdAt: ago(300),
  network: 'local',
  accounts: [
    {
      account: ANA.userId,
      name: 'Ana',
      payments: 12,
      open: 1,
      labels: 4,
      groups: 1,
      addresses: 2,
      hasWords: false,
      here: true,
    },
  ],
}

/** A journal that came back. */
export function damage(over: Partial<Damage> = {}): Damage {
  return {
    file: 'intents',
    at: ago(3),
    state: 'repaired',
    setAside: 'intents.db.damaged-1790000000000',
    rescued: 120,
    restored: 4,
    copyAt: ago(600),
    missed: 2,
    ...over,
  }
}
