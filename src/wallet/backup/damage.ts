import { codeOf } from '#contract/errors'
import type { DamageView } from '#contract/ipc'
import type { Notice, ProfileStore } from '#store'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import type { WalletDeps } from '../shared/deps.ts'
import { dismissUnread, hasUnread } from './unread.ts'

interface Parts {
  readonly profile: ProfileStore
  /** Time of now, as nanoseconds. */
  readonly now: () => DamageView['at']
}

const NOTHING = { setAside: '', rescued: 0, restored: 0, copyAt: null, missed: 0 }

/** What a repair of files came to, for the person whose money it is about. */
export function damageCalls(runtimes: Runtimes, { profile, now }: Parts): CallsOf<'damage'> {
  return {
    async 'damage.list'({ account }) {
      const { store } = runtimes.any(account)
      const repaired = [...store.notices(), ...profile.notices()].map(viewOf)
      const found = (state: 'seen' | 'unread'): DamageView => ({ file: 'intents', at: now(), state, ...NOTHING })
      return [
        ...(store.suspect() ? [found('seen')] : []),
        ...(hasUnread(store) ? [found('unread')] : []),
        ...repaired.sort((one, other) => (one.at < other.at ? 1 : -1)),
      ]
    },

    async 'damage.dismiss'({ account }) {
      const { store } = runtimes.any(account)
      store.dismissNotices()
      dismissUnread(store)
      profile.dismissNotices()
      return null
    },
  }
}

/** Keeps what the vault brought back until the person has read it: a lock or another start must not take the word away. */
export function vaultRepairs({ vault, profile, clock, log }: Pick<WalletDeps, 'vault' | 'profile' | 'clock' | 'log'>) {
  let isKept = false
  return (): void => {
    const { repair } = vault.status()
    if (repair === null || isKept) return
    isKept = true
    try {
      profile.keepNotice({ file: 'vault', at: clock.now(), reason: repair, ...NOTHING })
    } catch (error) {
      log('error', 'vault.repair_not_kept', { code: codeOf(error) })
    }
  }
}

const viewOf = ({ reason: _reason, ...notice }: Notice): DamageView => ({ ...notice, state: 'repaired' })
