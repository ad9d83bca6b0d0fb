import { MINUTE, type Nanos, type UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { AppState, ConnectionView } from '#contract/ipc'
import { said } from '#words/facts'
import type { Backups } from '../backup/calls.ts'
import type { PaymentsDesk } from '../payments/desk.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { actReview } from '../shared/consent.ts'
import type { Emit, WalletDeps } from '../shared/deps.ts'
import { keepMoneyPassphrase, moneyPassphraseLine, readMoneyPassphrase } from '../shared/money-passphrase.ts'
import { plainJson } from '../shared/plain-json.ts'
import { accountView } from './keys.ts'
import { createLinkInbox } from './links.ts'
import type { createIdleLock, createPreferences } from './session.ts'
import { reportText } from './trouble.ts'

/** How old figures may be while the network is away before they are called stale instead of offline. */
const STALE_AFTER_NS = MINUTE

export interface AppParts {
  readonly deps: WalletDeps
  readonly emit: Emit
  readonly runtimes: Runtimes<PaymentsDesk>
  readonly preferences: ReturnType<typeof createPreferences>
  readonly idle: ReturnType<typeof createIdleLock>
  /** The account at work, if it is. */
  readonly atWork: (account: UserId) => PaymentsDesk | undefined
  /** It was locked, and its owner opened it. */
  readonly opened: () => void
  readonly openAll: () => Promise<void>
  readonly lock: () => void
  /** The vault was opened: what it had to repair is written down. */
  readonly noteRepair: () => void
  readonly backups: Pick<Backups, 'changePassphrase' | 'passphraseKnown'>
  /** When something new came since the wallet was locked. */
  readonly newsAt: () => Nanos | null
}

/** What a lock says of the vault; each answer of it is made anew. */
function toldOf({ status }: Pick<WalletDeps['vault'], 'status'>): string {
  const { passphrase, store, keychainProblem, damage } = status()
  return JSON.stringify([passphrase, store === 'keychain' ? keychainProblem : null, damage])
}

/** The application and its session: state, preferences, locking. */
export function appCalls(parts: AppParts): CallsOf<'app' | 'session' | 'vault' | 'links'> {
  const { deps, emit, runtimes, preferences, idle, lock } = parts
  const { vault } = deps
  const links = createLinkInbox(deps.profile.settings, () => deps.clock.now())
  const needUnlocked = (): void => {
    if (vault.status().locked) throw failure('vault.locked', 'what waits is for whoever can unlock')
  }
  return {
    async 'app.state'() {
      return appState(deps, preferences.read(), parts.newsAt())
    },
    async 'app.setPreferences'(patch) {
      const before = preferences.read().currency
      const kept = preferences.write(patch as Partial<AppState['preferences']>) // absent members are left out by write
      // What each asset is worth is told in it.
      if (kept.currency !== before) emit('data.changed', { account: null, topics: ['assets'] })
      return vault.status().locked ? withoutTraces(kept) : kept
    },
    async 'app.setMoneyPassphrase'({ rule, passphrase }) {
      const line = moneyPassphraseLine(rule)
      const shown = actReview('asking', plainJson(rule), {
        title: said('title.asking'),
        lines: [line, said('check.passphrase.others')],
        verb: said('title.change-it'),
      })
      return {
        ...{ passphrase, shown },
        async act() {
          await keepMoneyPassphrase(deps, rule)
          emit('data.changed', { account: null, topics: ['app'] })
          return null
        },
      }
    },
    async 'app.connection'({ account }) {
      return connectionView(parts.atWork(account), deps)
    },
    async 'app.retry'({ account }) {
      const runtime = runtimes.ready(account)
      runtime.submitter.nudge()
      await runtime.sync.refresh()
      return null
    },
    'app.report': async ({ browser }) => ({ text: reportText(deps, browser) }),
    async 'app.savePdf'({ fileName }) {
      needUnlocked()
      if (deps.savePdf === undefined) throw failure('host.refused', 'this host prints', { details: { reason: 'pdf' } })
      return deps.savePdf(fileName)
    },
    async 'links.list'() {
      needUnlocked()
      return [...links.list()]
    },
    async 'app.keepLink'({ text }) {
      links.keep(text)
      return null
    },
    async 'links.drop'({ text }) {
      needUnlocked()
      links.drop(text)
      return null
    },
    async 'session.unlock'({ passphrase }) {
      const before = toldOf(vault)
      const wasLocked = vault.status().locked
      try {
        await vault.unlock(passphrase)
      } catch (error) {
        // It looked again: a keychain that answers by now may want a passphrase, for which the window asks once it knows.
        if (toldOf(vault) !== before) emit('session.changed', { locked: vault.status().locked })
        throw error
      }
      if (wasLocked) parts.opened()
      parts.noteRepair()
      idle.arm(true)
      await parts.openAll()
      if (passphrase !== null) void parts.backups.passphraseKnown(passphrase)
      emit('session.changed', { locked: vault.status().locked })
      return null
    },
    async 'session.lock'() {
      if (!vault.status().passphrase) throw failure('vault.passphrase_needed', 'without a passphrase there is no lock')
      lock()
      return null
    },
    async 'session.touch'() {
      idle.touch()
      return null
    },
    async 'vault.beginAnew'() {
      await vault.beginAnew()
      idle.arm(true)
      emit('session.changed', { locked: vault.status().locked })
      return null
    },
    'vault.judgePassphrase': ({ passphrase }) => vault.judgePassphrase(passphrase),
    async 'vault.setPassphrase'(input) {
      const isSet = vault.status().passphrase
      const shown = actReview('passphrase', '', {
        title: isSet ? said('title.change-passphrase') : said('title.set-passphrase'),
        lines: [said('check.account.passphrase')],
        verb: isSet ? said('title.change-it') : said('title.set-it'),
      })
      return { passphrase: input.current, shown, act: () => setPassphrase(parts, input) }
    },
  }
}

async function setPassphrase(
  { deps: { vault }, idle, emit, backups }: AppParts,
  change: { readonly current: string | null; readonly next: string },
): Promise<null> {
  await backups.changePassphrase(change, () => vault.setPassphrase(change))
  idle.arm(!vault.status().locked)
  emit('data.changed', { account: null, topics: ['app'] })
  return null
}

/** What tells a locked window nothing of what its owner looked at and for. */
function withoutTraces(preferences: AppState['preferences']): AppState['preferences'] {
  const { place: _, searches: __, received: ___, ...rest } = preferences
  return rest
}

function appState(deps: WalletDeps, preferences: AppState['preferences'], newsAt: Nanos | null): AppState {
  const { vault, network, profile } = deps
  const { rule, doubted } = readMoneyPassphrase(deps)
  return {
    version: deps.version,
    host: deps.host,
    dataDir: deps.dataDir,
    network: { name: network.name, kind: network.kind, baseUrl: network.baseUrl, dialect: network.dialect },
    vault: vault.status(),
    newsAt: vault.status().locked ? newsAt : null,
    approval: deps.askInWindow === null ? 'inline' : 'window',
    moneyPassphrase: rule,
    moneyPassphraseDoubted: doubted,
    accounts: profile.accounts.list().map((account) => accountView(account, deps)),
    preferences: vault.status().locked ? withoutTraces(preferences) : preferences,
  }
}

function connectionView(desk: PaymentsDesk | undefined, deps: WalletDeps): ConnectionView {
  if (desk === undefined) {
    const state = deps.vault.status().locked ? 'locked' : 'none'
    return { state, lastSuccess: null, checkedToSequence: 0, problem: null, clockSkewSeconds: 0 }
  }
  const { phase, lastSuccess, problem: last, checkedToSequence } = desk.sync.status()
  // Nothing could be asked while the keys were away, which says nothing of the service.
  const problem = last?.code === 'vault.locked' ? null : last
  const age = lastSuccess === null ? null : deps.clock.now() - lastSuccess
  // Less than nothing where the clock was set back since: then nobody knows how old they are.
  const isFresh = age !== null && age >= 0n && age < STALE_AFTER_NS
  const here = phase === 'live' ? 'live' : phase === 'idle' ? 'none' : 'updating'
  return {
    state: problem === null ? here : isFresh ? 'stale' : 'offline',
    ...{ lastSuccess, checkedToSequence, problem },
    clockSkewSeconds: 0 - Math.round(desk.remote.clockSkewMs() / 1000),
  }
}
