import type { Log } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { Said } from '#words/facts'
import { findIndex, type IndexBody, setIndexAside, writeIndex } from './index-file.ts'
import { inTime, problemOf } from './keychain.ts'
import { type Header, readHeader } from './master.ts'
import { HEADER, openShelf, type Place, probeKeychain, type Shelf } from './sealed-entries.ts'

/**
 * What is wrong with what lies there. `index`: `vault.json` and its copy are damaged. `missing`: they are gone although there
 * are accounts. `master`: the master key's entry is damaged or gone. `profile`: no id that is known opens the seals.
 */
export type Damage = 'index' | 'missing' | 'master' | 'profile'

/** What was repaired: `vault.json` came back from its last good copy, or was made anew from the keychain. */
export type Repair = 'last_good' | 'rebuilt'

/** A master entry and the profiles that its seal may be bound to. */
interface Candidate {
  readonly header: Header
  readonly profileIds: readonly string[]
}

export interface Found {
  readonly shelf: Shelf
  /** Empty on first use, and where something is wrong. */
  readonly candidates: readonly Candidate[]
  readonly damage: Damage | null
  readonly repair: Repair | null
  /** A keychain that fails keeps the vault locked; it never makes it look empty. */
  readonly reachable: boolean
  /** A sentence for people; null while a keychain answers. */
  readonly problem: Said | null
}

/** What `profile.db` knows, which may be lost apart from the vault. */
interface Known {
  readonly profileId: string | null
  readonly accounts: readonly string[]
}

/** Looks at the folder and the keychain. Throws nothing for what it finds there but `store.newer`. */
export async function findVault(place: Place, known: Known, now: () => bigint, log: Log): Promise<Found> {
  const { index, origin } = findIndex(place.dir)
  if (origin === 'copy' && index !== null) {
    log('error', 'vault.index_damaged', { reason: 'last_good' })
    setIndexAside(place.dir, now(), { copyToo: false })
    writeIndex(place.dir, index)
    return lookInside(openShelf(place, index), known, 'last_good', log)
  }
  if (index !== null) return lookInside(openShelf(place, index), known, null, log)

  let problem: Said | null = null
  try {
    const rebuilt = await indexFromKeychain(place, known)
    if (rebuilt !== null) {
      log('error', 'vault.index_damaged', { reason: 'keychain' })
      setIndexAside(place.dir, now(), { copyToo: true })
      writeIndex(place.dir, rebuilt)
      return await lookInside(openShelf(place, rebuilt), known, 'rebuilt', log)
    }
    if (origin === 'none' && known.accounts.length === 0) await probeKeychain(place, known.profileId ?? 'new')
  } catch (error) {
    if (codeOf(error) === 'store.newer') throw error
    problem = problemOf(error)
    log('warn', 'vault.no_keychain', { code: codeOf(error) })
  }
  const isFirst = origin === 'none' && known.accounts.length === 0
  return {
    shelf: emptyShelf(place, isFirst && problem !== null ? 'file' : 'keychain'),
    candidates: [],
    damage: isFirst ? null : origin === 'damaged' ? 'index' : 'missing',
    repair: null,
    reachable: true,
    problem,
  }
}

/** A shelf on which nothing lies yet; nothing is written before something is put there. */
export const emptyShelf = (place: Place, store: Shelf['store'], profile: string | null = null): Shelf =>
  openShelf(place, { store, profile, accounts: [], entries: {} })

/** The index as the keychain and `profile.db` tell it, or null where the keychain holds no master key of that profile. */
async function indexFromKeychain(place: Place, known: Known): Promise<IndexBody | null> {
  const [{ keychain, sleep }, { profileId }] = [place, known]
  if (profileId === null) return null
  const get = (name: string) => inTime(keychain.get(`${profileId}/${name}`), sleep)
  if ((await get(HEADER)) === null) {
    await probeKeychain(place, profileId)
    return null
  }
  const accounts: string[] = []
  for (const account of known.accounts) if ((await get(account)) !== null) accounts.push(account)
  return { store: 'keychain', profile: profileId, accounts, entries: {} }
}

async function lookInside(shelf: Shelf, known: Known, repair: Repair | null, log: Log): Promise<Found> {
  const ids = [...new Set([shelf.profile(), known.profileId])].filter((id) => id !== null)
  const common = { shelf, repair, candidates: [], damage: null, reachable: true, problem: null } as const
  try {
    const byText = new Map<string, string[]>()
    // A file holds one master entry, whatever the id that its seal is bound to.
    for (const id of ids.length === 0 && shelf.store === 'file' ? [''] : ids) {
      const text = await shelf.get(id, HEADER)
      if (text !== null) byText.set(text, [...(byText.get(text) ?? []), id])
    }
    const candidates = [...byText].flatMap(([text, profileIds]) => readable(text, profileIds))
    const isMissing = byText.size === 0 && shelf.accounts().length > 0
    if (isMissing && ids.length === 0) return { ...common, damage: 'profile' }
    if (isMissing || (byText.size > 0 && candidates.length === 0)) return { ...common, damage: 'master' }
    return { ...common, candidates }
  } catch (error) {
    if (codeOf(error) === 'store.newer') throw error
    log('warn', 'vault.unreachable', { code: codeOf(error) })
    return { ...common, reachable: false, problem: problemOf(error) }
  }
}

function readable(text: string, profileIds: readonly string[]): Candidate[] {
  try {
    return [{ header: readHeader(text), profileIds }]
  } catch (error) {
    if (codeOf(error) === 'store.newer') throw error
    return []
  }
}
