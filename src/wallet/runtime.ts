import type { Holder, HolderId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { PaymentReview, Topic } from '#contract/ipc'
import { createRemote } from '#remote'
import type { Account } from '#store'
import { createSync } from '#sync'
import { settleKey } from './account/proving.ts'
import { watchedRemote } from './account/watch-only.ts'
import { createCosign } from './approvals/cosign.ts'
import { createKeeper } from './approvals/request-store.ts'
import { createVerdicts } from './approvals/verdicts.ts'
import { createWithdrawals } from './approvals/withdrawals.ts'
import { createConsolidation } from './coins/consolidation.ts'
import type { CoinsDesk } from './coins/desk.ts'
import { createAdopter } from './payments/adopt.ts'
import { createAudit } from './payments/audit.ts'
import { createMachine } from './payments/payment-steps.ts'
import { createDriver } from './payments/submitter.ts'
import { wayOfConsent } from './shared/consent.ts'
import type { Emit, WalletDeps } from './shared/deps.ts'
import { selfHolder } from './shared/desk.ts'
import { createBook } from './shared/names.ts'

/** One account at work: its files, its client, its signer and the loops that keep it true. */
export interface Runtime extends CoinsDesk {
  stop(): Promise<void>
}

/**
 * What files that go from one wallet to another name their network by: the same for every wallet of it, whatever address it
 * is reached under. A local network is the only one with its deposit key.
 */
export function networkIdentity({ kind, name, depositKeys }: WalletDeps['network']): string {
  return kind === 'local' ? `local:${depositKeys[0] ?? name}` : name
}

export function openRuntime(deps: WalletDeps, account: Account, emit: Emit, currency: () => string): Runtime {
  const { clock, random, log } = deps
  const store = deps.openStore({ dir: deps.dataDir, network: deps.network.name, account: account.id, clock, log })
  const signer = deps.vault.signer(account.id)
  const line = createRemote({
    baseUrl: deps.network.baseUrl,
    dialect: deps.network.dialect,
    fetch: deps.fetch,
    clock,
    random,
    log,
    authorize: (request) => signer.authorize(request),
    answerKey: () => deps.vault.accounts.permission(account.id)?.serverKey ?? null,
  })
  const remote = deps.vault.accounts.permission(account.id) === null ? line : watchedRemote(line)
  const self = selfHolder(account.id)
  store.cache.holders.put(self)
  const book = createBook({ table: deps.assets, cache: store.cache, account: account.id })
  const announce = (topics: readonly Topic[]): void =>
    emit('data.changed', { account: account.id, topics: [...topics] })
  const rate = (): number | null => (currency() === 'USD' ? 1 : (store.cache.fiats.get(currency())?.rate ?? null))

  function holder(id: HolderId | null): Holder {
    if (id === null || id === self.id) return self
    const group = store.intents.groups.get(id)
    if (group === undefined)
      throw failure('input.invalid', 'not a group of this account', { details: { field: 'holder' } })
    return group
  }

  /** Whether outputs and history were read since this account was opened. */
  let caughtUp = false
  const audit = createAudit({
    remote,
    store,
    signer,
    clock,
    log,
    holder,
    changed: () => announce(['balances', 'payments']),
  })
  const keeper = createKeeper({
    account: account.id,
    remote,
    store,
    clock,
    log,
    groups: () => store.intents.groups.list(),
    changed: (request) => {
      withdrawals.heard(request)
      announce(['approvals', 'payments', 'activity'])
    },
    moved: () => driver.nudge(),
  })
  const sync = createSync({
    remote,
    store,
    clock,
    log,
    holders: () => [self, ...store.intents.groups.list()],
    unknown: () => book.takeUnknown(),
    intervalMs: deps.syncMs,
    announce,
    afterRound: async () => {
      await proveLate()
      if (!caughtUp) driver.nudge()
      caughtUp = true
      driver.driveAll()
      for (const id of await driver.lookBack()) keeper.completed(id)
      await adopter.round()
      await audit.round()
      await keeper.round()
      await withdrawals.round()
      verdicts.round()
      consolidation.round()
    },
  })
  /** A key that nothing could prove when it was brought is tried on what has arrived since. */
  async function proveLate(): Promise<void> {
    if (!unlocked() || deps.vault.accounts.describe(account.id).isProved) return
    try {
      await settleKey({ account: account.id, self, remote, signer }, deps)
    } catch (error) {
      log('warn', 'account.key_not_proved', { account: account.id, code: codeOf(error) })
    }
    emit('data.changed', { account: null, topics: ['accounts', 'app'] })
  }
  const refreshSoon = (): void => {
    sync.refresh().catch(() => undefined)
  }
  const driver = createDriver({
    account: account.id,
    remote,
    store,
    clock,
    log,
    pollMs: deps.pollMs,
    changed: () => announce(['payments', 'balances', 'activity']),
    heard: (record) => keeper.heard(record),
    beforeFinal: audit.expect,
    onFinal: () => {
      sync.look().catch(() => undefined)
    },
    onContradiction: refreshSoon,
    caughtUp: () => caughtUp,
  })
  const adopter = createAdopter({
    remote,
    store,
    driver,
    log,
    changed: () => announce(['payments', 'balances', 'activity']),
  })
  const approval = (): PaymentReview['approval'] => wayOfConsent(deps)
  const machine = createMachine({
    account: account.id,
    network: deps.network.name,
    feeUser: deps.network.feeUserId,
    remote,
    store,
    signer,
    book,
    clock,
    random,
    log,
    driver,
    adopter,
    holder,
    changed: () => announce(['payments', 'balances', 'activity']),
    rate,
    approval,
    frozen: () => audit.frozen(),
    pendingChange: audit.pending,
    requestMade: (record) => void keeper.keep(record, { source: 'made' }),
    requestSigned: (id, raw) => keeper.signed(id, raw),
    needFree: async (payment) => {
      await cosign.needFree(payment)
      await withdrawals.needDue(payment)
    },
  })
  const unlocked = (): boolean => !deps.vault.status().locked
  // It may be brought after the account was opened.
  const hasKey = (): boolean => deps.vault.accounts.describe(account.id).hasSpendKey
  const cosign = createCosign({
    hasKey,
    account: account.id,
    network: deps.network.name,
    remote,
    store,
    signer,
    book,
    clock,
    log,
    driver,
    keeper,
    group: (id) => store.intents.groups.get(id),
    rate,
    approval,
    feeUser: deps.network.feeUserId,
    cancel: (id) => machine.cancel(id),
    refresh: () => sync.refresh(),
    changed: () => announce(['approvals', 'payments', 'balances', 'activity']),
  })

  const withdrawals = createWithdrawals({
    account: account.id,
    feeUser: deps.network.feeUserId,
    remote,
    store,
    book,
    clock,
    log,
    keeper,
    machine,
    self,
  })

  const verdicts = createVerdicts({
    keeper,
    clock,
    log,
    waits: (request) => cosign.waits(request),
    judge: (id) => cosign.verdict(id),
    ready: () => unlocked() && hasKey(),
    changed: () => announce(['approvals']),
  })

  const consolidation = createConsolidation({
    store,
    machine,
    audit,
    book,
    random,
    log,
    holder,
    unlocked,
    changed: () => announce(['payments', 'balances', 'activity']),
  })

  let started = false
  return {
    account: account.id,
    self,
    store,
    remote,
    signer,
    book,
    sync,
    driver,
    machine,
    audit,
    keeper,
    cosign,
    withdrawals,
    verdicts,
    consolidation,
    log,
    network: networkIdentity(deps.network),
    now: () => clock.now(),
    refreshSoon,
    holder,
    rate,
    announce,
    async start() {
      if (!started) {
        cosign.resume()
        sync.start()
      }
      started = true
      await machine.resume(!deps.vault.status().locked && !audit.frozen())
    },
    async stop() {
      machine.stop()
      await Promise.all([sync.stop(), driver.stop(), consolidation.stop(), verdicts.stop()])
      store.close()
    },
  }
}
