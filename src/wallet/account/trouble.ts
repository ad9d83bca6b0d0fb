import { formatTime, type RequestId, type UserId } from '#contract/domain'
import type { Topic } from '#contract/ipc'
import { isOut, type PaymentSummary } from '#store'
import type { CallsOf } from '../shared/calls.ts'
import type { WalletDeps } from '../shared/deps.ts'
import type { Desk } from '../shared/desk.ts'

interface TroubleParts {
  readonly deps: Pick<WalletDeps, 'readLog' | 'lastRun' | 'profile'>
  /** The account at work, if it is. */
  readonly atWork: (account: UserId) => Pick<Desk, 'store'> | undefined
  readonly changed: (topics: Topic[]) => void
}

type ReportDeps = Pick<WalletDeps, 'readLog' | 'version' | 'host' | 'network' | 'vault'>

/** For whoever makes Coffer, who reads English. */
export function reportText({ version, host, network, vault, readLog }: ReportDeps, browser: string): string {
  const { store, arithmetic } = vault.status()
  const facts = {
    ...{ version, host, network: network.kind, dialect: network.dialect, keys: store, arithmetic, browser },
  }
  const head = Object.entries(facts).map(([name, value]) => `${name}: ${value}\n`)
  const log = (readLog?.() ?? []).map(({ at, level, text }) => `${formatTime(at)} ${level} ${text}\n`)
  return `Coffer report\n${head.join('')}\n${log.join('')}`
}

function counted(payments: readonly Pick<PaymentSummary, 'state'>[]): { signed: number; unsigned: number } {
  const signed = payments.filter(({ state }) => isOut(state)).length
  return { signed, unsigned: payments.length - signed }
}

/** What went wrong, and what of the journal is still under way. */
export function troubleCalls({ deps, atWork, changed }: TroubleParts): CallsOf<'trouble'> {
  /** What each account had under way when it was first asked about, which a window does as it opens. A clock would not tell: it may have been set back. */
  const left = new Map<UserId, ReadonlySet<RequestId>>()
  return {
    'trouble.log': async () => ({ lines: [...(deps.readLog?.() ?? [])] }),
    async 'trouble.standing'() {
      const live = deps.profile.accounts.list().flatMap(({ id }) => {
        const payments = atWork(id)?.store.intents.payments.list({ live: true })
        if (payments !== undefined && !left.has(id)) left.set(id, new Set(payments.map((payment) => payment.id)))
        return (payments ?? []).map(({ id: payment, state }) => ({
          state,
          isLeft: left.get(id)?.has(payment) === true,
        }))
      })
      const isBroken = (deps.lastRun?.broken() ?? null) !== null
      return { ended: isBroken ? counted(live.filter(({ isLeft }) => isLeft)) : null, ...counted(live) }
    },
    async 'trouble.read'() {
      deps.lastRun?.forget()
      changed(['app'])
      return null
    },
  }
}
