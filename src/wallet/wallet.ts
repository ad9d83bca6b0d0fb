import type { UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { AppState, Calls, ConnectionView, EventName, EventPayload } from '#contract/ipc'
import type { Account, AccountStore } from '#store'
import { accountCalls } from './account/accounts.ts'
import { askedCalls } from './account/asked.ts'
import { adoptFound, nameFound } from './account/found.ts'
import { accountView, keeping as keepingOf, keyCalls } from './account/keys.ts'
import { createPhoneWatch } from './account/phone.ts'
import { registrationCalls } from './account/registration.ts'
import { createIdleLock, createPreferences } from './account/session.ts'
import { refuseWatched } from './account/watch-only.ts'
import { activityCalls } from './activity/calls.ts'
import { labelCalls } from './activity/labels.ts'
import { subUserCalls } from './activity/sub-users.ts'
import { approvalCalls } from './approvals/calls.ts'
import { groupCalls } from './approvals/groups.ts'
import { createBackups } from './backup/calls.ts'
import { damageCalls, vaultRepairs } from './backup/damage.ts'
import { copyAtClose, createKeeping, restAll } from './backup/keeping.ts'
import { nameWaiting, takeOverAtStart } from './backup/restore.ts'
import { moneyCalls } from './coins/balances.ts'
import { coinCalls } from './coins/calls.ts'
import { legacyCalls } from './coins/legacy-outputs.ts'
import { receiveCalls } from './coins/receive.ts'
import { collectibleCalls } from './collectibles/index.ts'
import { storageCalls } from './collectibles/storage.ts'
import { contactCalls } from './contacts/calls.ts'
import { payeeCalls } from './contacts/payees.ts'
import { paymentCalls } from './payments/calls.ts'
import { networkIdentity, openRuntime, type Runtime } from './runtime.ts'
import { intakeCalls } from './scan/calls.ts'
import type { CallsOf, Runtimes } from './shared/calls.ts'
import { actReview, gated, type Parts } from './shared/consent.ts'
import type { WalletDeps } from './shared/deps.ts'
import { webAppCalls } from './web-apps/calls.ts'

export interface Wallet {
  readonly calls: Calls
  /** Answers how to unsubscribe. */
  subscribe<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void
  /** Locks at once: on suspend, screen lock, or the person's wish. */
  lock(): void
  /** Lets rounds and sendings in progress come to an end, then closes all files. */
  close(): Promise<void>
}

type Listener = (name: EventName, payload: unknown) => void

/** How old figures may be while the network is away before they are called stale instead of offline. */
const STALE_AFTER_NS = 60n * 1_000_000_000n

/** The application: what a window may ask for, over accounts that run as long as the vault has been open once. */
export async function createWallet(deps: WalletDeps): Promise<Wallet> {
  const { vault, profile } = deps
  const listeners = new Set<Listener>()
  const running = new Map<UserId, Runtime>()
  const preferences = createPreferences(profile.settings)

  const emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>): void => {
    for (const listener of [...listeners]) listener(name, payload)
  }
  const announceBackup = (): void => emit('data.changed', { account: null, topics: ['backup'] })
  const announceAccounts = (): void => {
    nameWaiting(profile)
    emit('data.changed', { account: null, topics: ['accounts', 'app'] })
  }

  const stores = (): AccountStore[] => [...running.values()].map(({ store }) => store)

  function open(account: Account): Runtime {
    const found = running.get(account.id)
    if (found !== undefined) return found
    const runtime = openRuntime(deps, account, emit, () => preferences.read().currency)
    running.set(account.id, runtime)
    return runtime
  }

  async function close(id: UserId): Promise<void> {
    const runtime = running.get(id)
    running.delete(id)
    if (runtime === undefined) return
    copyAtClose(runtime.store, deps.log)
    await runtime.stop()
  }

  /** Opens every account whose keys are known and lets the registered ones work. */
  async function openAll(): Promise<void> {
    const found = adoptFound(deps)
    for (const account of profile.accounts.list()) {
      if (vault.accounts.describe(account.id).lost) continue
      try {
        const runtime = open(account)
        if (account.registeredAt !== null) await runtime.start()
        if (found.includes(account.id) || account.name === '') void nameFound(runtime, account, deps, announceAccounts)
      } catch (error) {
        deps.log('error', 'account.not_opened', { account: account.id, code: codeOf(error) })
      }
    }
  }

  function lock(): void {
    const { locked, passphrase } = vault.status()
    if (!passphrase) return
    // Also while locked: an unlock that is under way must not win over a lock that came after it.
    vault.lock()
    phone.stop()
    idle.arm(false)
    restAll(stores(), deps.log)
    if (!locked) emit('session.changed', { locked: true })
  }

  /** Lends the files of an account: of its running self for what only reads, and else opened for this alone. */
  async function withStore<Value>(id: UserId, use: (store: AccountStore) => Value): Promise<Value> {
    const found = running.get(id)
    if (found !== undefined) return use(found.store)
    const { clock, log } = deps
    const store = deps.openStore({ dir: deps.dataDir, network: deps.network.name, account: id, clock, log })
    try {
      return use(store)
    } finally {
      store.close()
    }
  }

  const backups = createBackups({
    ...deps,
    now: () => deps.clock.now(),
    network: { name: deps.network.name, identity: networkIdentity(deps.network) },
    withStore,
    async reopen(accounts) {
      for (const id of accounts) {
        const account = profile.accounts.get(id)
        if (account === undefined || !running.has(id)) continue
        await close(id)
        const runtime = open(account)
        if (account.registeredAt !== null) await runtime.start()
      }
    },
    announce: () => {
      emit('data.changed', {
        account: null,
        topics: ['backup', 'accounts', 'app', 'payments', 'labels', 'groups', 'drafts'],
      })
    },
  })

  const noteRepair = vaultRepairs(deps)
  const idle = createIdleLock({
    clock: deps.clock,
    minutes: () => preferences.read().autoLockMinutes,
    lock,
  })

  const runtimes: Runtimes<Runtime> = {
    any(id) {
      const account = profile.accounts.get(id)
      if (account === undefined) throw failure('wallet.account_unknown', 'no such account')
      return open(account)
    },
    first() {
      const account = profile.accounts.list()[0]
      if (account === undefined) throw failure('wallet.account_unknown', 'there is no account')
      return open(account)
    },
    ready(id) {
      const runtime = runtimes.any(id)
      if (profile.accounts.get(id)?.registeredAt == null) throw failure('wallet.account_not_ready', 'not registered')
      return runtime
    },
  }

  const appCalls: CallsOf<'app' | 'session' | 'vault'> = {
    async 'app.state'() {
      return appState(deps, preferences.read())
    },
    async 'app.setPreferences'(patch) {
      const next = preferences.write(patch as Partial<AppState['preferences']>) // absent members are left out by write
      emit('data.changed', { account: null, topics: ['app'] })
      return next
    },
    async 'app.connection'({ account }) {
      return connectionView(running.get(account), deps)
    },
    async 'app.retry'({ account }) {
      const runtime = runtimes.ready(account)
      runtime.submitter.nudge()
      await runtime.sync.refresh()
      return null
    },
    async 'session.unlock'({ passphrase }) {
      await vault.unlock(passphrase)
      noteRepair()
      idle.arm(true)
      await openAll()
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
      const shown = actReview('passphrase', '', {
        title: vault.status().passphrase ? 'Change the passphrase' : 'Set a passphrase',
        lines: ['From then on only the new one opens this wallet. If you did not just enter one yourself, decline.'],
        verb: vault.status().passphrase ? 'Change it' : 'Set it',
      })
      return {
        ...{ passphrase: input.current, shown },
        async act() {
          await vault.setPassphrase(input)
          await backups.passphraseChanged(input.next)
          idle.arm(!vault.status().locked)
          emit('data.changed', { account: null, topics: ['app'] })
          return null
        },
      }
    },
  }

  const guards: Guards = {
    locked: () => vault.status().locked,
    isWatched: (id) => profile.accounts.get(id)?.kind === 'watch',
    hasPermission: (id) => vault.accounts.permission(id) !== null,
  }
  const currency = (): string => preferences.read().currency
  const money = moneyCalls(runtimes, { currency, hasPassphrase: () => vault.status().passphrase })
  const keyParts = { deps, open, announce: announceAccounts }
  const accounts = accountCalls({ ...keyParts, close })
  const phone = createPhoneWatch({
    deps,
    emit,
    needSeal: keepingOf(keyParts).needSeal,
    watch: (permission) => accounts['accounts.watch']({ permission }),
  })
  const dataCalls = {
    ...accounts,
    ...keyCalls(keyParts),
    ...registrationCalls(keyParts),
    ...phone.calls,
    ...askedCalls(runtimes, deps),
    ...money,
    ...receiveCalls(runtimes, { network: deps.network, table: deps.assets }),
    ...payeeCalls(runtimes),
    ...paymentCalls(runtimes, deps),
    ...activityCalls(runtimes, deps.random),
    ...groupCalls(runtimes),
    ...approvalCalls(runtimes),
    ...intakeCalls(runtimes),
    ...webAppCalls(runtimes, {
      ...deps,
      preferences: preferences.read,
      balances: async (account) => (await money['home.read']({ account, holder: null })).balances,
    }),
    ...legacyCalls(runtimes),
    ...subUserCalls(runtimes),
    ...coinCalls(runtimes),
    ...labelCalls(runtimes),
    ...storageCalls(runtimes),
    ...collectibleCalls(runtimes, deps),
    ...backups.calls,
    ...damageCalls(runtimes, { profile, now: () => deps.clock.now(), announce: () => announceBackup() }),
    ...contactCalls(runtimes, { network: deps.network, random: deps.random }),
  }
  const gate = { askInWindow: deps.askInWindow, vault, empty: () => profile.accounts.list().length === 0 }
  const calls: Calls = gated({ ...appCalls, ...guarded(dataCalls, guards) }, gate)

  noteRepair()
  await takeOverAtStart({ profile, withStore, log: deps.log })
  if (!vault.status().locked) {
    idle.arm(true)
    await openAll()
  }
  const keeping = createKeeping({
    ...deps,
    stores,
    suspected: announceBackup,
    also: backups.makeWhenDue,
  })

  return {
    calls,
    subscribe(name, listener) {
      // The name was compared, so the payload is the one that belongs to it.
      const each: Listener = (heard, payload) => {
        if (heard === name) listener(payload as EventPayload<typeof name>)
      }
      listeners.add(each)
      return () => {
        listeners.delete(each)
      }
    },
    lock,
    async close() {
      phone.stop()
      await idle.stop()
      await keeping.stop()
      await Promise.allSettled([...running.keys()].map(close))
      await vault.close()
      profile.close()
    },
  }
}

type DataCalls = Omit<Parts, keyof CallsOf<'app' | 'session' | 'vault'>>

interface Guards {
  readonly locked: () => boolean
  readonly isWatched: (account: UserId) => boolean
  readonly hasPermission: (account: UserId) => boolean
}

/** Nothing about money or people leaves a locked wallet, and what needs a key is not begun where there is none. */
function guarded(calls: DataCalls, { locked, isWatched, hasPermission }: Guards): DataCalls {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      async (input: never) => {
        if (locked()) throw failure('vault.locked', 'the wallet is locked')
        const { account } = (input ?? {}) as { account?: UserId } // inputs that are about an account name it so
        if (account !== undefined && isWatched(account)) refuseWatched(name, input, hasPermission(account))
        return call(input)
      },
    ]),
  ) as unknown as DataCalls // the same names with the same inputs and answers
}

function appState(deps: WalletDeps, preferences: AppState['preferences']): AppState {
  const { vault, network, profile } = deps
  return {
    version: deps.version,
    host: deps.host,
    dataDir: deps.dataDir,
    network: { name: network.name, kind: network.kind, baseUrl: network.baseUrl, dialect: network.dialect },
    vault: vault.status(),
    approval: deps.askInWindow === null ? 'inline' : 'window',
    accounts: profile.accounts.list().map((account) => accountView(account, deps)),
    preferences,
  }
}

function connectionView(runtime: Runtime | undefined, deps: WalletDeps): ConnectionView {
  if (runtime === undefined) {
    return {
      state: deps.vault.status().locked ? 'locked' : 'none',
      lastSuccess: null,
      checkedToSequence: 0,
      problem: null,
      clockSkewSeconds: 0,
    }
  }
  const { phase, lastSuccess, problem, checkedToSequence } = runtime.sync.status()
  const age = lastSuccess === null ? null : deps.clock.now() - lastSuccess
  const away = problem !== null
  return {
    state: away
      ? age !== null && age < STALE_AFTER_NS
        ? 'stale'
        : 'offline'
      : phase === 'live'
        ? 'live'
        : phase === 'idle'
          ? 'none'
          : 'updating',
    lastSuccess,
    checkedToSequence,
    problem,
    clockSkewSeconds: Math.round(runtime.remote.clockSkewMs() / 1000),
  }
}
