import type { UserId } from '#contract/domain'
import type { Topic } from '#contract/ipc'
import { isOut } from '#store'
import type { CallsOf } from '../shared/calls.ts'
import type { WalletDeps } from '../shared/deps.ts'
import type { Desk } from '../shared/desk.ts'

interface TroubleParts {
  readonly deps: Pick<WalletDeps, 'readLog' | 'lastRun' | 'profile'>
  /** The account at work, if it is. */
  readonly atWork: (account: UserId) => Pick<Desk, 'store'> | undefined
  readonly changed: (topics: Topic[]) => void
}

/** What went wrong, and what of the journal is still under way. */
export function troubleCalls({ deps, atWork, changed }: TroubleParts): CallsOf<'trouble'> {
  return {
    'trouble.log': async () => ({ lines: [...(deps.readLog?.() ?? [])] }),
    async 'trouble.standing'() {
      const live = deps.profile.accounts
        .list()
        .flatMap(({ id }) => atWork(id)?.store.intents.payments.list({ live: true }) ?? [])
      const signed = live.filter(({ state }) => isOut(state)).length
      return { ended: deps.lastRun?.broken() ?? null, signed, unsigned: live.length - signed }
    },
    async 'trouble.read'() {
      deps.lastRun?.forget()
      changed(['app'])
      return null
    },
  }
}
