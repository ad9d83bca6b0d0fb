import type { Holder, HolderId, Moment } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Account } from '#store'
import { createSync } from '#sync'
import { settleKey } from './account/proving.ts'
import { watchedRemote } from './account/watch-only.ts'
import { createCarriedWords } from './activity/carried-words.ts'
import { createForeignReading } from './activity/foreign-reading.ts'
import { createCosign } from './approvals/cosign.ts'
import { createRequestStore } from './approvals/request-store.ts'
import { createVerdicts } from './approvals/verdicts.ts'
import { createWithdrawals } from './approvals/withdrawals.ts'
import { createConsolidation } from './coins/consolidation.ts'
import type { CoinsDesk } from './coins/desk.ts'
import { createNaming } from './collectibles/naming.ts'
import { partyView } from './contacts/payees.ts'
import { readNodes } from './nodes/kept.ts'
import { createNodes } from './nodes/nodes.ts'
import { createNodeRound } from './nodes/round.ts'
import { createAgreed } from './payments/agreed.ts'
import { createAudit } from './payments/audit.ts'
import { createPaymentSteps } from './payments/payment-steps.ts'
import { createRulesGate, knownOf, tookFrom } from './payments/rules.ts'
import { createSubmitter } from './payments/submitter.ts'
import { createTakeOver } from './payments/take-over.ts'
import { createUnpaid } from './payments/unpaid.ts'
import type { PoliciesDesk } from './policies/calls.ts'
import { createPolicies, type Policies } from './policies/policies.ts'
import { needRowsUnpaid } from './runs/elsewhere.ts'
import { changedChecks } from './schedule/changed.ts'
import { needTimeUnpaid } from './schedule/preparing.ts'
import { createSchedule, type Schedule } from './schedule/schedule.ts'
import { createBell } from './shared/bell.ts'
import { wayOfConsent } from './shared/consent.ts'
import type { Emit, WalletDeps } from './shared/deps.ts'
import { type Desk, selfHolder } from './shared/desk.ts'
import { remoteFor } from './shared/line.ts'
import { createDirectory } from './shared/names.ts'

/** One account at work: its files, its client, its signer and the loops that keep it true. */
export interface Runtime extends CoinsDesk, PoliciesDesk {
  readonly schedule: Schedule
  stop(): Promise<void>
}

/**
 * What files that go from one wallet to another name their network by: the same for every wallet of it, whatever address it
 * is reached under. A local network is the only one with its deposit key.
 */
export function networkIdentity({ kind, name, depositKeys }: WalletDeps['network']): string {
  return kind === 'local' ? `local:${depositKeys[0] ?? name}` : name
}

function openRemote(deps: WalletDeps, account: Account['id'], signer: Desk['signer']): Desk['remote'] {
  const { vault } = deps
  const line = remoteFor(deps, {
    authorize: (request) => signer.authorize(request),
    answerKey: () => vault.accounts.permission(account)?.serverKey ?? null,
  })
  return vault.accounts.permission(account) === null ? line : watchedRemote(line)
}

/** What is known of whoever sits before the window. */
interface Person {
  readonly currency: () => string
  /** How long there was no input, in milliseconds. */
  readonly unattendedMs: () => number
  /** When the wallet was opened. */
  readonly openedAt: () => Moment
}

/** What every noun works with; nothing runs yet. */
function openDesk(
  deps: WalletDeps,
  { id: account }: Account,
  emit: Emit,
  { currency, unattendedMs }: Person,
): Omit<Desk, 'start'> {
  const { clock, random, log, network, vault } = deps
  const store = deps.openStore({ dir: deps.dataDir, network: network.name, account, clock, log })
  store.subscribe((topics) => emit('data.changed', { account, topics: [...topics] }))
  const signer = vault.signer(account)
  const remote = openRemote(deps, account, signer)
  const self = selfHolder(account)
  store.cache.holders.put(self)
  const directory = createDirectory({ table: deps.assets, cache: store.cache, account, groups: store.intents.groups })
  const sync = createSync({
    ...{ account, remote, store, clock, log, intervalMs: deps.syncMs, unattendedMs },
    unattendedIntervalMs: deps.unattendedSyncMs ?? deps.syncMs,
    holders: () => [self, ...store.intents.groups.list()],
    unknown: () => directory.takeUnknown(),
    statusChanged: () => emit('data.changed', { account, topics: ['connection'] }),
  })
  return {
    ...{ account, self, store, remote, signer, directory, sync, clock, random, log },
    ...{ network: networkIdentity(network), networkName: network.name, feeUser: network.feeUserId },
    now: () => clock.now(),
    refreshSoon: () => void sync.refresh().catch(() => undefined),
    holder(id: HolderId | null): Holder {
      const found = id === null || id === self.id ? self : store.intents.groups.get(id)
      if (found === undefined)
        throw failure('input.invalid', 'not a group of this account', { details: { field: 'holder' } })
      return found
    },
    rate: () => (currency() === 'USD' ? 1 : (store.cache.fiats.get(currency())?.rate ?? null)),
    approval: () => wayOfConsent(deps),
    unlocked: () => !vault.status().locked,
    // It may be brought after the account was opened.
    hasKey: () => vault.accounts.describe(account).hasSpendKey,
    announce: (topics) => emit('data.changed', { account, topics: [...topics] }),
  }
}

function policiesOf({ vault }: WalletDeps, desk: Omit<Desk, 'start'>, { openedAt }: Person): Policies {
  const { account, store, clock } = desk
  return createPolicies({
    ...{ account, store, clock, vault, openedAt, guarded: () => vault.status().passphrase },
    tookFrom: (id, holder) => tookFrom(desk, id, holder),
    known: (payee, assetId) => knownOf(desk, payee, assetId),
    chainOf: (assetId) => desk.directory.asset(assetId).chainId,
    // What may be paid is in answers about payments, and a review is read again once money may have moved.
    changed: () => desk.announce(['payments', 'balances']),
  })
}

export function openRuntime(deps: WalletDeps, account: Account, emit: Emit, person: Person): Runtime {
  const desk = openDesk(deps, account, emit, person)
  const { store, sync, unlocked, hasKey } = desk
  const bell = createBell()
  const audit = createAudit(desk)
  const requestStore = createRequestStore({ ...desk, bell })
  const unpaid = createUnpaid()
  const nodes = createNodes(desk, deps, () => readNodes(deps.profile.settings))
  const goesOn = deps.onlyAsked !== true
  const care = { pollMs: deps.pollMs, maySend: goesOn }
  const submitter = createSubmitter({ ...desk, ...care, audit, requests: requestStore, bell, unpaid })
  const policies = policiesOf(deps, desk, person)
  const rules = createRulesGate(policies, desk)
  const takeOver = createTakeOver({ ...desk, submitter, rules })
  const paymentSteps = createPaymentSteps({
    ...desk,
    submitter,
    takeOver,
    audit,
    rules,
    requests: requestStore,
    unpaid,
    agreed: createAgreed({ ...desk, vault: deps.vault }),
  })
  const group = store.intents.groups.get
  const network = desk.networkName
  const cosign = createCosign({
    ...desk,
    network,
    requestStore,
    group,
    submitter,
    rules,
    audit,
    cancel: paymentSteps.cancel,
  })
  const withdrawals = createWithdrawals({ ...desk, requestStore, paymentSteps })
  const verdicts = createVerdicts({
    ...desk,
    requestStore,
    waits: cosign.waits,
    judge: cosign.look,
    hasSame: cosign.hasSame,
    ready: () => unlocked() && hasKey(),
    changed: () => desk.announce(['approvals']),
  })
  const carriedWords = createCarriedWords(desk, requestStore)
  const foreign = createForeignReading(desk)
  const naming = createNaming(desk)
  const nodeRound = createNodeRound({ ...desk, nodes })
  const consolidation = createConsolidation({ ...desk, paymentSteps, audit })
  const parts = { submitter, paymentSteps, audit, requestStore, cosign, withdrawals, verdicts, consolidation, nodes }
  paymentSteps.guard(cosign.needFree)
  paymentSteps.warn(cosign.sameAsked)
  paymentSteps.warn((payment) => changedChecks(desk, payment))
  paymentSteps.guard(withdrawals.needDue)
  requestStore.onKept(withdrawals.heard)
  let caughtUp = false
  sync.onRound(async () => {
    // What rules count by is sealed, and what follows goes on behind a lock too.
    if (unlocked()) policies.tick()
    await proveLate(deps, desk, emit)
    if (!caughtUp) submitter.nudge()
    caughtUp = true
    submitter.submitAll()
    for (const id of await submitter.lookBack()) requestStore.completed(id)
    await takeOver.round()
    await audit.round()
    await requestStore.round()
    await withdrawals.round()
    verdicts.round()
    carriedWords.round()
    foreign.round()
    naming.round()
    nodeRound.round()
    if (!goesOn) return
    consolidation.round()
    schedule.round()
  })
  let started = false
  const work: CoinsDesk = {
    ...desk,
    ...parts,
    async start() {
      if (!started) {
        cosign.resume()
        sync.start()
      }
      started = true
      await paymentSteps.resume(goesOn && unlocked() && !audit.frozen())
    },
  }
  unpaid.ask((payment) => needRowsUnpaid(work, payment))
  unpaid.ask((payment) => needTimeUnpaid(work, payment))
  const schedule = createSchedule(work)
  return {
    ...{ ...work, schedule, policies },
    partyOf: (payee) => partyView(payee, desk, payee.kind === 'chain' ? payee.chainId : null),
    async stop() {
      await Promise.all([
        ...[
          paymentSteps.stop(),
          sync.stop(),
          submitter.stop(),
          consolidation.stop(),
          verdicts.stop(),
          schedule.stop(),
          foreign.stop(),
          naming.stop(),
        ],
        nodeRound.stop(),
      ])
      store.close()
    },
  }
}

/** A key that nothing could prove when it was brought is tried on what has arrived since. */
async function proveLate(deps: WalletDeps, desk: Omit<Desk, 'start'>, emit: Emit): Promise<void> {
  const { account, self, remote, signer } = desk
  if (!desk.unlocked() || deps.vault.accounts.describe(account).isProved) return
  try {
    await settleKey({ account, self, remote, signer }, deps)
  } catch (error) {
    deps.log('warn', 'account.key_not_proved', { account, code: codeOf(error) })
  }
  emit('data.changed', { account: null, topics: ['accounts', 'app'] })
}
