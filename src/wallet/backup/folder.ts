import { msOf, type Nanos, type UserId } from '#contract/domain'
import { CofferError, codeOf, failure } from '#contract/errors'
import type { BackupContents, BackupState, FoundBackup } from '#contract/ipc'
import { readCredentials, scalarFromSeed } from '#protocol'
import {
  type AccountStore,
  checkSnapshot,
  namesIn,
  type ProfileStore,
  pathIn,
  readWhole,
  removeWhole,
  writeWhole,
} from '#store'
import { derivedKey, unwrapByPassphrase, unwrapByPhrase, unwrapBySeed, type Vault } from '#vault'
import { type BackupIndex, openBackup, readBackupHeader, readBackupIndex, writeBackup } from './file.ts'
import { checkNetwork, intentsPart, PROFILE_PART, partOf } from './restore.ts'
import { type BackupSetup, WRAP_LABEL } from './setup.ts'

/* The backups in a folder: written, found, opened. */

const ENDING = '.coffer-backup'
/** So many of one set-up are kept in its folder, and those with what no newer one has. */
const KEPT = 20
/** Headers of so many files are read to show what is there. */
const FOUND_MAX = 50

interface Secret {
  readonly kind: 'words' | 'passphrase'
  readonly text: string
}

export interface FolderParts {
  readonly profile: ProfileStore
  readonly vault: Vault
  readonly now: () => Nanos
  readonly random: (length: number) => Uint8Array
  /** Name of the network as folders are named, and what every wallet of it calls it. */
  readonly network: { readonly name: string; readonly identity: string }
  readonly withStore: <Value>(account: UserId, use: (store: AccountStore) => Value) => Promise<Value>
}

/** What was written, and whether all of it is in it that ought to be. */
interface Written {
  readonly last: NonNullable<BackupState['last']>
  readonly isWhole: boolean
}

/**
 * Everything that nothing brings back, sealed, in a new file of the folder. Of a journal that is damaged it has what is whole, and no older
 * file goes for that one.
 */
export async function write(parts: FolderParts, setup: BackupSetup, passphrase: string | null): Promise<Written> {
  const { profile, vault, network } = parts
  return setup.withKey(async (key, { folder, byPassphrase, bySpendKey }) => {
    if (folder === null) throw failure('backup.off', 'no folder was chosen')
    const at = parts.now()
    const files = [{ name: PROFILE_PART, bytes: profile.snapshot() }]
    const accounts: BackupIndex['accounts'][number][] = []
    let isWhole = true
    for (const { id, name } of profile.accounts.list()) {
      accounts.push({ id, name, words: passphrase === null ? null : await wordsOf(id, passphrase, vault) })
      const journal = await parts.withStore(id, (store) => store.soundSnapshot())
      isWhole &&= journal.isWhole
      files.push({ name: intentsPart(id), bytes: journal.bytes })
    }
    const header = { createdAt: at, network: network.name, byPassphrase, bySpendKey: Object.values(bySpendKey) }
    const bytes = writeBackup(
      key,
      header,
      { index: { network: network.identity, accounts }, parts: files },
      parts.random,
    )
    const stamp = new Date(msOf(at)).toISOString().slice(0, 19).replaceAll(':', '')
    const path = writeWhole(folder, freeName(folder, `${network.name}-${stamp}Z`), bytes, partialOf(key))
    if (isWhole) thinOut(folder, key, at)
    return { last: { at, path, bytes: bytes.length }, isWhole }
  })
}

/** What brings an account's key back; null where there is none here. A key that no words spell is written as itself, in pieces. */
async function wordsOf(id: UserId, passphrase: string, { accounts }: Vault): Promise<readonly string[] | null> {
  const { hasSpendKey, isSpelled } = accounts.describe(id)
  if (!hasSpendKey) return null
  return isSpelled ? accounts.reveal(id, passphrase) : ((await accounts.revealKey(id, passphrase)).match(/.{4}/g) ?? [])
}

/** What a kill leaves behind, the next file of the same set-up takes away; and nobody what another computer is writing. */
const partialOf = (key: Uint8Array): string =>
  `${Buffer.from(derivedKey(key, new Uint8Array(), 'coffer:backup:partial').subarray(0, 8)).toString('hex')}${ENDING}.partial`

/** Computers share folders, and what one of them wrote in the same second stays. */
function freeName(folder: string, stem: string): string {
  const taken = namesIn(folder, ENDING)
  for (let more = 1; ; more += 1) {
    const name = `${stem}${more === 1 ? '' : `-${more}`}${ENDING}`
    if (!taken.includes(name)) return name
  }
}

/**
 * Takes away all but the newest files of this set-up, which its key tells: computers share folders. One of a time that has not come was dated by
 * a wrong clock, and counts as the oldest. What no newer one has stays: the words of an account, or one that was removed since.
 */
function thinOut(folder: string, key: Uint8Array, now: Nanos): void {
  const names = namesIn(folder, ENDING)
  if (names.length <= KEPT) return
  const own = names.flatMap((name) => ownIn(pathIn(folder, name), key) ?? [])
  own.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
  const newest = [...own.filter(({ createdAt }) => createdAt <= now), ...own.filter(({ createdAt }) => createdAt > now)]
  const kept = new Set<string>()
  for (const [place, { path, has }] of newest.entries()) {
    if (place >= KEPT && has.every((each) => kept.has(each))) removeWhole(path)
    else for (const each of has) kept.add(each)
  }
}

/** What one of our files has; null for one of somebody else, or that cannot be read. */
function ownIn(path: string, key: Uint8Array) {
  try {
    const { header, index } = readBackupIndex(key, readWhole(path))
    const has = index.accounts.flatMap(({ id, words }) => (words === null ? [id] : [id, `words of ${id}`]))
    return { path, createdAt: header.createdAt, has }
  } catch {
    return null
  }
}

/** Newest first. */
export function filesIn(folder: string): FoundBackup[] {
  return namesIn(folder, ENDING)
    .sort()
    .reverse()
    .slice(0, FOUND_MAX)
    .map((name) => lookAt(pathIn(folder, name)))
}

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
    const unwrap = unwrapperBy(text)
    for (const wrapped of bySpendKey) {
      const key = unwrap(wrapped)
      if (key !== null) return key
    }
  }
  throw failure('backup.wrong_key', 'no wrap opens with that')
}

/** By the 24 words of an account or, since not every key has words, by its spend key in whatever spelling. Throws `input.phrase` for neither. */
function unwrapperBy(text: string): (wrapped: string) => Uint8Array | null {
  const keys = readCredentials(text).flatMap((one) => (one.kind === 'spend-key' ? one.key : []))
  if (keys.length === 0) return (wrapped) => unwrapByPhrase(text, WRAP_LABEL, wrapped)
  // A vault keeps a key in the form in which it was brought.
  const forms = keys.flatMap((key) => [key, scalarFromSeed(key)]).map((key) => Buffer.from(key, 'hex'))
  return (wrapped) => {
    for (const form of forms) {
      const key = unwrapBySeed(form, WRAP_LABEL, wrapped)
      if (key !== null) return key
    }
    return null
  }
}

/** Opens a file and reads every row of it through; changes nothing. */
export async function open({ profile, vault, network }: FolderParts, path: string, secret: Secret) {
  const bytes = readWhole(path)
  const key = await keyOf(bytes, secret)
  const { header, index, parts } = ((): ReturnType<typeof openBackup> => {
    try {
      return openBackup(key, bytes)
    } finally {
      key.fill(0)
    }
  })()
  checkNetwork({ header, index }, network)
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
