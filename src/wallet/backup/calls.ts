import type { Log, Nanos, UserId } from '#contract/domain'
import { CofferError, codeOf, failure } from '#contract/errors'
import type { BackupContents, BackupState, FoundBackup } from '#contract/ipc'
import {
  type AccountStore,
  checkSnapshot,
  makeFolder,
  namesIn,
  type ProfileStore,
  readWhole,
  removeWhole,
  stage,
  writeWhole,
} from '#store'
import { unwrapByPassphrase, unwrapByPhrase, type Vault } from '#vault'
import type { CallsOf } from '../shared/calls.ts'
import { actReview } from '../shared/consent.ts'
import { type BackupIndex, openBackup, readBackupHeader, writeBackup } from './file.ts'
import { checkNetwork, intentsPart, PROFILE_PART, partOf, takeOver } from './restore.ts'
import { type BackupSetup, createSetup, WRAP_LABEL } from './setup.ts'

const ENDING = '.coffer-backup'
/** So many of one set-up are kept in its folder. */
const KEPT = 20
/** Headers of so many files are read to show what is there. */
const FOUND_MAX = 50

interface Secret {
  readonly kind: 'words' | 'passphrase'
  readonly text: string
}

interface Parts {
  readonly profile: ProfileStore
  readonly vault: Vault
  readonly now: () => Nanos
  readonly random: (length: number) => Uint8Array
  readonly log: Log
  /** Name of the network as folders are named, and what every wallet of it calls it. */
  readonly network: { readonly name: string; readonly identity: string }
  readonly withStore: <Value>(account: UserId, use: (store: AccountStore) => Value) => Promise<Value>
  /** Begins running accounts anew, over what their files have now. */
  readonly reopen: (accounts: readonly UserId[]) => Promise<void>
  /** An account’s files have changed while it was closed. */
  readonly restored: () => void
}

export interface Backups {
  readonly calls: CallsOf<'backup'>
  /** Makes one where the rhythm says so and the vault is open; what goes wrong is kept to be shown. */
  readonly makeWhenDue: () => Promise<void>
  readonly passphraseChanged: (passphrase: string) => Promise<void>
}

export function createBackups(parts: Parts): Backups {
  const { profile, vault } = parts
  const setup = createSetup(parts)
  /** One after the other: two at once would write one name. */
  let line: Promise<unknown> = Promise.resolve()
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = line.then(work, work)
    line = turn.catch(() => undefined)
    return turn
  }

  async function make(withWords: string | null): Promise<void> {
    try {
      const last = await write(parts, setup, withWords)
      setup.write({ last, problem: null })
    } catch (error) {
      setup.write({ problem: codeOf(error) })
      throw error
    }
  }

  const view = (): BackupState => {
    const { byPassphrase, bySpendKey, ...rest } = setup.read()
    return { ...rest, opensBy: { passphrase: byPassphrase !== null, accounts: Object.keys(bySpendKey).length } }
  }

  return {
    calls: {
      async 'backup.read'() {
        return view()
      },

      async 'backup.setUp'({ folder, rhythm, passphrase }) {
        const shown = actReview('backup', folder, {
          title: 'Set up a backup',
          lines: [`Into the folder ${folder}.`, 'Your passphrase and the 24 words of your accounts will open it.'],
          verb: 'Set it up',
        })
        return {
          ...{ passphrase, shown },
          act: () =>
            inTurn(async () => {
              makeFolder(folder)
              await setup.begin(passphrase)
              setup.write({ folder, rhythm, problem: null })
              await make(null)
              return view()
            }),
        }
      },

      'backup.make': () =>
        inTurn(async () => {
          await make(null)
          return view()
        }),

      async 'backup.makeWithWords'({ passphrase }) {
        const shown = actReview('backup', 'words', {
          title: 'Back up with the words',
          lines: ['The 24 words of every account go into the file.', 'Whoever opens it has your money.'],
          verb: 'Back up with the words',
        })
        return {
          ...{ passphrase, shown },
          act: () =>
            inTurn(async () => {
              if (passphrase === null) throw failure('vault.passphrase_needed', 'words take the passphrase')
              await make(passphrase)
              return view()
            }),
        }
      },

      async 'backup.find'({ folder }) {
        return namesIn(folder, ENDING)
          .sort()
          .reverse()
          .slice(0, FOUND_MAX)
          .map((name) => lookAt(joined(folder, name)))
      },

      async 'backup.test'({ path, secret }) {
        const { contents } = await open(parts, path, secret)
        setup.write({ tested: { at: parts.now(), path } })
        return contents
      },

      'backup.restore': ({ path, secret }) =>
        inTurn(async () => {
          const { contents, index, files } = await open(parts, path, secret)
          // One that was cut off before is finished first.
          await takeOver(parts)
          stage(profile.home, files)
          const missed = (await takeOver(parts)) ?? 0
          await parts.reopen(index.accounts.map(({ id }) => id))
          parts.restored()
          const away = new Set(contents.accounts.filter(({ here }) => !here).map(({ account }) => account))
          const words = index.accounts.flatMap((each) =>
            each.words === null || !away.has(each.id) ? [] : [{ account: each.id, words: [...each.words] }],
          )
          return { contents, missed, words }
        }),
    },

    async makeWhenDue() {
      if (vault.status().locked || !setup.isDue(parts.now())) return
      await inTurn(() => make(null)).catch((error: unknown) =>
        parts.log('error', 'backup.not_made', { code: codeOf(error) }),
      )
    },

    async passphraseChanged(passphrase) {
      await setup
        .rewrap(passphrase)
        .catch((error: unknown) => parts.log('error', 'backup.not_rewrapped', { code: codeOf(error) }))
    },
  }
}

/** Everything that nothing brings back, sealed, in a new file of the folder. */
async function write(
  parts: Parts,
  setup: BackupSetup,
  passphrase: string | null,
): Promise<NonNullable<BackupState['last']>> {
  const { profile, vault, network } = parts
  return setup.withKey(async (key, { folder, byPassphrase, bySpendKey }) => {
    if (folder === null) throw failure('backup.off', 'no folder was chosen')
    const at = parts.now()
    const files = [{ name: PROFILE_PART, bytes: profile.snapshot() }]
    const accounts: BackupIndex['accounts'][number][] = []
    for (const { id, name } of profile.accounts.list()) {
      const hasWords = passphrase !== null && vault.accounts.describe(id).hasSpendKey
      accounts.push({ id, name, words: hasWords ? await vault.accounts.reveal(id, passphrase) : null })
      files.push({ name: intentsPart(id), bytes: await parts.withStore(id, (store) => store.snapshot()) })
    }
    const header = { createdAt: at, network: network.name, byPassphrase, bySpendKey: Object.values(bySpendKey) }
    const bytes = writeBackup(
      key,
      header,
      { index: { network: network.identity, accounts }, parts: files },
      parts.random,
    )
    const stamp = new Date(Number(at / 1_000_000n)).toISOString().slice(0, 19).replaceAll(':', '')
    for (const each of namesIn(folder, `${ENDING}.partial`)) removeWhole(joined(folder, each))
    const path = writeWhole(folder, `${network.name}-${stamp}Z${ENDING}`, bytes)
    const older = namesIn(folder, ENDING)
      .filter((each) => each.startsWith(`${network.name}-`))
      .sort()
    for (const each of older.slice(0, -KEPT)) removeWhole(joined(folder, each))
    return { at, path, bytes: bytes.length }
  })
}

const joined = (folder: string, name: string): string => `${folder.replace(/[\\/]+$/, '')}/${name}`

function lookAt(path: string): FoundBackup {
  try {
    const bytes = readWhole(path)
    const size = { path, bytes: bytes.length }
    try {
      const { createdAt, network } = readBackupHeader(bytes)
      return { ...size, createdAt, network, problem: null }
    } catch (error) {
      return { ...size, createdAt: null, network: null, problem: codeOf(error) }
    }
  } catch (error) {
    return { path, bytes: 0, createdAt: null, network: null, problem: codeOf(error) }
  }
}

/** The key that one of the wraps gives. Throws `backup.wrong_key`, `input.phrase`. */
async function keyOf(bytes: Uint8Array, { kind, text }: Secret): Promise<Uint8Array> {
  const { byPassphrase, bySpendKey } = readBackupHeader(bytes)
  if (kind === 'passphrase') {
    const key = byPassphrase === null ? null : await unwrapByPassphrase(text, WRAP_LABEL, byPassphrase)
    if (key !== null) return key
  } else {
    for (const wrapped of bySpendKey) {
      const key = unwrapByPhrase(text, WRAP_LABEL, wrapped)
      if (key !== null) return key
    }
  }
  throw failure('backup.wrong_key', 'no wrap opens with that')
}

/** Opens a file and reads every row of it through; changes nothing. */
async function open({ profile, vault, network }: Parts, path: string, secret: Secret) {
  const bytes = readWhole(path)
  const key = await keyOf(bytes, secret)
  const { header, index, parts } = ((): ReturnType<typeof openBackup> => {
    try {
      return openBackup(key, bytes)
    } finally {
      key.fill(0)
    }
  })()
  checkNetwork(index, network.identity)
  profile.readSnapshot(partOf(parts, PROFILE_PART))
  const accounts = index.accounts.map(({ id, name, words }): BackupContents['accounts'][number] => {
    const part = intentsPart(id)
    try {
      const facts = checkSnapshot(partOf(parts, part), { network: network.name, account: id })
      const here = profile.accounts.get(id) !== undefined && vault.accounts.describe(id).hasSpendKey
      return { account: id, name, ...facts, hasWords: words !== null, here }
    } catch (error) {
      if (error instanceof CofferError && error.code !== 'store.damaged') throw error
      throw failure('backup.damaged', 'an account in the backup is not whole', { details: { part }, cause: error })
    }
  })
  const contents: BackupContents = { createdAt: header.createdAt, network: header.network, accounts }
  return { contents, index, files: parts }
}
