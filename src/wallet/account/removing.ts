import type { UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { ProfileStore } from '#store'
import type { WalletDeps } from '../shared/deps.ts'

/*
 * An account lies in two places, the vault and `profile.db`, which no write changes together. What is being removed is noted before its keys go: an account
 * that a kill left without keys is then told from one that lost them.
 */

type Parts = Pick<WalletDeps, 'profile' | 'vault' | 'log'>

const NOTED = 'accounts.removing'

function noted({ settings }: ProfileStore): UserId[] {
  const stored = settings.get(NOTED)
  return Array.isArray(stored) ? stored.filter((each): each is UserId => typeof each === 'string') : [] // written here
}

function note({ settings }: ProfileStore, ids: readonly UserId[]): void {
  if (ids.length > 0) settings.set(NOTED, [...ids])
  else settings.remove(NOTED)
}

const forget = (profile: ProfileStore, id: UserId): void =>
  note(
    profile,
    noted(profile).filter((each) => each !== id),
  )

/**
 * Takes an account's keys away, and then its name. Throws what the vault does, and it is here still; where only its name could not be taken away, the next
 * start does it.
 */
export async function removeAccount({ profile, vault }: Parts, id: UserId): Promise<void> {
  note(profile, [...new Set([...noted(profile), id])])
  try {
    await vault.accounts.remove(id)
  } catch (error) {
    forget(profile, id)
    throw error
  }
  profile.accounts.remove(id)
  forget(profile, id)
}

/** After a kill: what was removed without its keys is gone as well; what has its keys still is here as it was. */
export async function finishRemovals({ profile, vault, log }: Parts): Promise<void> {
  for (const id of noted(profile)) {
    // Nobody knows then what lies there, which the next start may.
    if (vault.status().damage !== null) return
    try {
      if (!vault.accounts.list().includes(id)) {
        // The keychain may have kept what is not listed any more.
        await vault.accounts.remove(id)
        profile.accounts.remove(id)
      }
      forget(profile, id)
    } catch (error) {
      log('warn', 'account.not_removed', { account: id, code: codeOf(error) })
    }
  }
}
