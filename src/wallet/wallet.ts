import { type Moment, momentOf, type UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { EventName, EventPayload, Topic, WalletCalls } from '#contract/ipc'
import type { Account, AccountStore } from '#store'
import { accountCalls } from './account/accounts.ts'
import { appCalls } from './account/app-calls.ts'
import { askedCalls } from './account/asked.ts'
import { listFound, nameFound } from './account/found.ts'
import { type KeyParts, keeping as keepingOf, keyCalls } from './account/keys.ts'
import { judgeLine, lineCalls, resealLine } from './account/line.ts'
import { watch } from './account/new-account.ts'
import { createNews } from './account/news.ts'
import { createPhoneWatch } from './account/phone.ts'
import { registrationCalls } from './account/registration.ts'
import { finishRemovals } from './account/removing.ts'
import { createIdleLock, createPreferences } from './account/session.ts'
import { troubleCalls } from './account/trouble.ts'
import { readPermission, refuseWatched } from './account/watch-only.ts'
import { activityCalls } from './activity/calls.ts'
import { draftCalls } from './activity/drafts.ts'
import { labelCalls } from './activity/labels.ts'
import { subUserCalls } from './activity/sub-users.ts'
import { approvalCalls } from './approvals/calls.ts'
import { groupCalls } from './approvals/groups.ts'
import { type Backups, createBackups } from './backup/calls.ts'
import { damageCalls, vaultRepairs } from './backup/damage.ts'
import { copyAtClose, createKeeping, restAll } from './backup/keeping.ts'
import { nameWaiting, takeOverAtStart } from './backup/restore.ts'
import { moneyCalls } from './coins/balances.ts'
import { coinCalls } from './coins/calls.ts'
import { totalsOf } from './coins/figures.ts'
import { legacyCalls } from './coins/legacy-outputs.ts'
import { receiveCalls } from './coins/receive.ts'
import { collectibleCalls } from './collectibles/index.ts'
import { storageCalls } from './collectibles/storage.ts'
import { contactCalls } from './contacts/calls.ts'
import { payeeCalls } from './contacts/suggest.ts'
import { doctorCalls } from './doctor/calls.ts'
import { nodeCalls } from './nodes/calls.ts'
import { paymentCalls } from './payments/calls.ts'
import { policyCalls } from './policies/calls.ts'
import { runCalls } from './runs/calls.ts'
import { networkIdentity, openRuntime, type Runtime } from './runtime.ts'
import { scanCalls } from './scan/calls.ts'
import { scheduleCalls, scheduledAttention } from './schedule/calls.ts'
import type { CallsOf, Runtimes } from './shared/calls.ts'
import { gated, type Parts } from './shared/consent.ts'
import type { Emit, WalletDeps } from './shared/deps.ts'
import { readMoneyPassphrase, remarkAsking } from './shared/money-passphrase.ts'
import { preceded } from './shared/preceded.ts'
import { FILE_MOST, statementCalls } from './statements/calls.ts'
import { valueCalls } from './value/calls.ts'
import { webAppCalls } from './web-apps/calls.ts'

export interface Wallet {
  readonly calls: WalletCalls
  /** Answers how to unsubscribe. */
  subscribe<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void
  /** Locks at once: on suspend, screen lock, or the person's wish. */
  lock(): void
  /** Lets rounds and sendings in progress come to an end, then closes all files. */
  close(): Promise<void>
}

type Listener = (name: EventName, payload: unknown) => void

/** What the parts of the application share. */
interface House {
  /** How long there was no input. */
  readonly unattendedMs: () => number
  /** When it was started, or unlocked since. */
  openedAt: Moment
  readonly deps: WalletDeps
  readonly emit: Emit
  readonly preferences: ReturnType<typeof createPreferences>
  readonly running: Map<UserId, Runtime>
  /** Aborted where the wallet is being closed. */
  readonly closing: AbortController
}

/** The application: what a window may ask for, over accounts that run as long as the vault has been open once. */
export async function createWallet(deps: WalletDeps): Promise<Wallet> {
  const { vault, profile } = deps
  const listeners = new Set<Listener>()
  const emit: Emit = (name, payload) => {
    for (const listener of [...listeners]) listener(name, payload)
  }
  const minutes = (): number => house.preferences.read().autoLockMinutes
  const idle = createIdleLock({ clock: deps.clock, minutes, lock: () => lock(), back: () => lookAll(house) })
  const house: House = {
    ...{ deps, emit, running: new Map(), preferences: createPreferences(profile.settings) },
    closing: new AbortController(),
    unattendedMs: idle.idleMs,
    openedAt: momentOf(deps.clock),
  }
  const stores = (): AccountStore[] => [...house.running.values()].map(({ store }) => store)
  const news = createNews({
    desks: () => [...house.running.values()],
    now: () => deps.clock.now(),
    wanted: () => house.preferences.read().notices,
    changed: () => emit('data.changed', { account: null, topics: ['app'] }),
  })
  const lock = (): void => lockAll(house, [() => phone.stop(), () => idle.arm(false)], stores)
  listeners.add(followNews(news))
  profile.subscribe((topics) => emit('data.changed', { account: null, topics: [...topics] }))

  const backups = createBackups(backupParts(house))
  const noteRepair = vaultRepairs(deps)
  const runtimes = runtimesOf(house)
  const keyParts: KeyParts = {
    ...{ deps, open: (account) => open(house, account) },
    // What the vault has become says no file.
    announce() {
      nameWaiting(profile)
      void resealLine(deps)
      remarkAsking(deps).catch((error: unknown) => deps.log('warn', 'vault.asking_not_sealed', { code: codeOf(error) }))
      emit('data.changed', { account: null, topics: ['accounts', 'app'] })
    },
  }
  const accounts = accountCalls({ ...keyParts, close: (id) => close(house, id) })
  const phone = createPhoneWatch({
    ...{ deps, emit, needSeal: keepingOf(keyParts).needSeal },
    watch: (permission, needWanted) => watch(keyParts, readPermission(permission), needWanted),
  })
  const app = appCalls({
    ...{ deps, emit, runtimes, preferences: house.preferences, idle, lock, noteRepair },
    atWork: (account) => house.running.get(account),
    opened() {
      house.openedAt = momentOf(deps.clock)
    },
    openAll: () => openAll(house),
    newsAt: news.last,
    backups,
  })
  const data: DataCalls = {
    ...{ ...accounts, ...keyCalls(keyParts), ...registrationCalls(keyParts), ...phone.calls },
    ...dataCalls(house, runtimes, backups),
  }
  const gate = {
    ...{ askInWindow: deps.askInWindow, vault, empty: () => profile.accounts.list().length === 0 },
    moneyPassphrase: () => readMoneyPassphrase(deps).rule,
  }
  const calls: WalletCalls = gated({ ...app, ...guarded(data, deps) }, gate)

  noteRepair()
  await finishRemovals(deps)
  await takeOverAtStart({ profile, withStore: (id, use) => withStore(house, id, use), log: deps.log })
  if (!vault.status().locked) {
    idle.arm(true)
    await openAll(house)
  }
  const suspected = (): void => emit('data.changed', { account: null, topics: ['backup'] })
  const also = deps.onlyAsked === true ? async () => undefined : backups.makeWhenDue
  const keeping = createKeeping({ ...deps, stores, suspected, also })

  return {
    calls,
    subscribe(name, listener) {
      // The name was compared, so the payload is the one that belongs to it.
      const each: Listener = (heard, payload) => {
        if (heard === name) listener(payload as EventPayload<typeof name>)
      }
      listeners.add(each)
      return () => void listeners.delete(each)
    },
    lock,
    async close() {
      house.closing.abort()
      phone.stop()
      await idle.stop()
      await keeping.stop()
      await Promise.allSettled([...house.running.keys()].map((id) => close(house, id)))
      await vault.close()
      profile.close()
    },
  }
}

/** What was announced tells whether something came, and when it was locked. */
function followNews(news: ReturnType<typeof createNews>): Listener {
  return (name, payload) => {
    if (name === 'session.changed') {
      const { locked } = payload as EventPayload<'session.changed'> // the name was compared
      return locked ? news.locked() : news.unlocked()
    }
    const { account, topics } = payload as EventPayload<'data.changed'> // the only other one
    news.heard(account, topics)
  }
}

function lookAll({ running }: House): void {
  for (const { sync } of running.values()) sync.look().catch(() => undefined)
}

function open(house: House, account: Account): Runtime {
  const { deps, emit, preferences, running, unattendedMs, closing } = house
  const found = running.get(account.id)
  if (found !== undefined) return found
  // Nobody would close it any more, and whoever opens this wallet next would find its files taken.
  if (closing.signal.aborted) throw failure('host.lost', 'the wallet is being closed')
  // What was asked before an account was removed may come to this after.
  if (deps.profile.accounts.get(account.id) === undefined) throw failure('wallet.account_unknown', 'no such account')
  const currency = (): string => preferences.read().currency
  const runtime = openRuntime(deps, account, emit, { currency, unattendedMs, openedAt: () => house.openedAt })
  running.set(account.id, runtime)
  return runtime
}

async function close({ deps, running }: House, id: UserId): Promise<void> {
  const runtime = running.get(id)
  running.delete(id)
  if (runtime === undefined) return
  copyAtClose(runtime.store, deps.log)
  await runtime.stop()
}

/** Opens every account whose keys are known and lets the registered ones work. */
async function openAll(house: House): Promise<void> {
  const { deps } = house
  // Before anything goes out in an account's name.
  await judgeLine(deps)
  const found = listFound(deps)
  for (const account of deps.profile.accounts.list()) {
    if (house.closing.signal.aborted) return
    if (deps.vault.accounts.describe(account.id).lost) continue
    try {
      const runtime = open(house, account)
      if (account.registeredAt !== null) await runtime.start()
      if (found.includes(account.id) || account.name === '') void nameFound(runtime, account, deps)
    } catch (error) {
      deps.log('error', 'account.not_opened', { account: account.id, code: codeOf(error) })
    }
  }
}

function lockAll({ deps, emit }: House, also: readonly (() => void)[], stores: () => readonly AccountStore[]): void {
  const { locked, passphrase } = deps.vault.status()
  if (!passphrase) return
  // Also while locked: an unlock that is under way must not win over a lock that came after it.
  deps.vault.lock()
  for (const stop of also) stop()
  restAll(stores(), deps.log)
  if (!locked) emit('session.changed', { locked: true })
}

/** Lends the files of an account: of its running self for what only reads, and else opened for this alone. */
async function withStore<Value>(
  { deps, running }: House,
  id: UserId,
  use: (store: AccountStore) => Value,
): Promise<Value> {
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

function backupParts(house: House): Parameters<typeof createBackups>[0] {
  const { deps, emit, running } = house
  return {
    ...deps,
    now: () => deps.clock.now(),
    network: { name: deps.network.name, identity: networkIdentity(deps.network) },
    withStore: (id, use) => withStore(house, id, use),
    async reopen(accounts) {
      for (const id of accounts) {
        const account = deps.profile.accounts.get(id)
        if (account === undefined || !running.has(id)) continue
        await close(house, id)
        const runtime = open(house, account)
        if (account.registeredAt !== null) await runtime.start()
      }
    },
    restored() {
      const topics = ['backup', 'accounts', 'app', 'payments', 'labels', 'groups', 'drafts'] as const
      emit('data.changed', { account: null, topics: [...topics] })
    },
  }
}

function runtimesOf(house: House): Runtimes<Runtime> {
  const { accounts } = house.deps.profile
  const of = (account: Account | undefined): Runtime => {
    if (account === undefined) throw failure('wallet.account_unknown', 'no such account')
    return open(house, account)
  }
  return {
    any: (id) => of(accounts.get(id)),
    first: () => of(accounts.list()[0]),
    ready(id) {
      const runtime = of(accounts.get(id))
      if (accounts.get(id)?.registeredAt == null) throw failure('wallet.account_not_ready', 'not registered')
      return runtime
    },
    own: () =>
      accounts
        .list()
        .filter(({ id, registeredAt }) => registeredAt !== null && house.deps.vault.accounts.permission(id) === null)
        .sort((a, b) => a.order - b.order)
        .map(of),
  }
}

/** What windows ask about money and people. */
function dataCalls({ deps, emit, preferences, running }: House, runtimes: Runtimes<Runtime>, backups: Backups) {
  const currency = (): string => preferences.read().currency
  const changed = (topics: Topic[]): void => emit('data.changed', { account: null, topics })
  const activity = activityCalls(runtimes)
  const hasPassphrase = (): boolean => deps.vault.status().passphrase
  const money = moneyCalls(runtimes, {
    ...{ currency, hasPassphrase, backups: backups.attention, scheduled: scheduledAttention },
  })
  return {
    ...askedCalls(runtimes, deps),
    ...money,
    ...valueCalls(runtimes, { currency, totals: totalsOf }),
    ...receiveCalls(runtimes, { network: deps.network, table: deps.assets }),
    ...payeeCalls(runtimes, { accounts: () => deps.profile.accounts.list() }),
    ...policyCalls(runtimes),
    ...paymentCalls(runtimes, deps),
    ...activity,
    ...draftCalls(runtimes, deps.random),
    ...statementCalls(runtimes, {
      ...{ currency, network: deps.network, random: deps.random, list: activity['activity.list'] },
      nameOf: (account) => deps.profile.accounts.get(account),
      fileMost: deps.statementMost ?? FILE_MOST,
    }),
    ...groupCalls(runtimes),
    ...approvalCalls(runtimes),
    ...runCalls(runtimes),
    ...scheduleCalls(runtimes),
    ...scanCalls(runtimes),
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
    ...damageCalls(runtimes, { profile: deps.profile, now: () => deps.clock.now() }),
    ...contactCalls(runtimes, { dialect: deps.network.dialect, random: deps.random }),
    ...lineCalls(deps, changed),
    ...nodeCalls(runtimes, deps),
    ...troubleCalls({ deps, atWork: (id) => running.get(id), changed }),
    ...doctorCalls(deps, (account) => runtimes.any(account)),
  }
}

type DataCalls = Omit<Parts, keyof CallsOf<'app' | 'session' | 'vault' | 'links'>>

/** Nothing about money or people leaves a locked wallet, and what needs a key is not begun where there is none. */
function guarded(calls: DataCalls, { vault, profile }: WalletDeps): DataCalls {
  return preceded(calls, (name, input) => {
    if (vault.status().locked) throw failure('vault.locked', 'the wallet is locked')
    const { account } = (input ?? {}) as { account?: UserId } // inputs that are about an account name it so
    if (account !== undefined && profile.accounts.get(account)?.kind === 'watch')
      refuseWatched(name, input, vault.accounts.permission(account) !== null)
  })
}
