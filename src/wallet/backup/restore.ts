import { z } from 'zod'
import type { Log, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { userId } from '#contract/wire'
import { type AccountStore, type ProfileStore, readWhole, staged, storedObject, storedTime, unstage } from '#store'
import { storedList } from '../shared/stored-list.ts'
import type { BackupPart, openBackup } from './file.ts'

export const PROFILE_PART = 'profile.db'
export const intentsPart = (account: UserId): string => `intents-${account}.db`
const INTENTS_PART = /^intents-([0-9a-f-]{36})\.db$/

/** Accounts of a restored backup whose keys are not here yet: their names and colours wait for them. */
const WAITING = 'backup.waiting'
const waitingAccount = storedObject({
  id: userId,
  name: z.string(),
  colour: z.number().int(),
  order: z.number().int(),
  createdAt: storedTime,
  backedUpAt: storedTime.nullable(),
})

/** Facts about this computer, which another one's must not replace. */
const OWN = ['backup', 'line', 'nodes', 'money-passphrase', WAITING]

interface Parts {
  readonly profile: ProfileStore
  /** Lends the store of an account that nothing else uses meanwhile. */
  readonly withStore: <Value>(account: UserId, use: (store: AccountStore) => Value) => Promise<Value>
  readonly log: Log
}

/**
 * Takes over what lies staged. Doing it twice is doing it once, so a kill in the middle is made good by the next start.
 * Answers how many payments count as having missed what happened; null where nothing was staged.
 */
export async function takeOver({ profile, withStore, log }: Parts): Promise<number | null> {
  const parts = staged(profile.home)
  if (parts === null) return null
  let missed = 0
  for (const [name, path] of parts) {
    const account = INTENTS_PART.exec(name)?.[1] as UserId | undefined // the pattern is that of an id
    if (account !== undefined) missed += (await withStore(account, (store) => store.absorb(readWhole(path)))).missed
  }
  const settings = parts.get(PROFILE_PART)
  if (settings !== undefined) takeProfile(profile, readWhole(settings))
  unstage(profile.home)
  nameWaiting(profile)
  log('info', 'backup.restored', { count: missed })
  return missed
}

function takeProfile(profile: ProfileStore, bytes: Uint8Array): void {
  const { accounts, settings } = profile.readSnapshot(bytes)
  for (const [key, value] of settings) {
    if (!OWN.includes(key) && profile.settings.get(key) === undefined) profile.settings.set(key, value)
  }
  const here = new Set(profile.accounts.list().map(({ id }) => id))
  const waiting = storedList(profile.settings, WAITING, waitingAccount)
  const restored = accounts.filter(({ id }) => !here.has(id)).map((account) => ({ ...account }))
  // Those of a backup that was restored before this one still wait.
  const before = waiting.read().filter(({ id }) => !here.has(id) && restored.every((account) => account.id !== id))
  waiting.write([...restored, ...before])
}

/** Gives accounts that came back the name, colour and place that they had. */
export function nameWaiting(profile: ProfileStore): void {
  const list = storedList(profile.settings, WAITING, waitingAccount)
  const waiting = list.read()
  const left = waiting.filter((known) => {
    const account = profile.accounts.get(known.id)
    if (account === undefined) return true
    const { name, colour, order, createdAt } = known
    profile.accounts.put({
      ...account,
      name,
      colour,
      order,
      createdAt,
      backedUpAt: account.backedUpAt ?? known.backedUpAt,
    })
    return false
  })
  if (left.length === waiting.length) return
  if (left.length === 0) profile.settings.remove(WAITING)
  else list.write(left)
}

/**
 * Whether this wallet may take over an opened backup. A local network that has another address is called otherwise here, and the files within
 * are of that name. Throws `backup.other_network`.
 */
export function checkNetwork(
  { header, index }: Pick<ReturnType<typeof openBackup>, 'header' | 'index'>,
  network: { readonly name: string; readonly identity: string },
): void {
  if (index.network !== network.identity || header.network !== network.name)
    throw failure('backup.other_network', 'backup of another network', { details: { network: header.network } })
}

export function partOf(parts: readonly BackupPart[], name: string): Uint8Array {
  const part = parts.find((each) => each.name === name)
  if (part === undefined) throw failure('backup.damaged', 'a part is missing', { details: { part: name } })
  return part.bytes
}

/** At the start of the program, before any account is opened; what cannot be done now is done at the next start. */
export async function takeOverAtStart(parts: Parts): Promise<void> {
  try {
    await takeOver(parts)
  } catch (error) {
    parts.log('error', 'backup.not_restored', { code: codeOf(error) })
  }
}
