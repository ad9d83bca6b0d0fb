import { defined } from '#contract/defined'
import type { AssetId, Holder, HolderId } from '#contract/domain'
import type { BalanceView, HomeView, PaymentView } from '#contract/ipc'
import { type Amount, toAmount } from '#protocol'
import { calledFirst, type Hold, isUnsigned, type PaymentSummary } from '#store'
import { shownIntent } from '../payments/intent.ts'
import { moneyOf, paymentTitle } from '../payments/view.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { confirmationsOf } from '../shared/confirmations.ts'
import { estimate, sumEstimates } from '../shared/fiat.ts'
import { type Purse, pursesOf } from '../shared/whose.ts'
import { dueAsks } from './asks.ts'
import type { CoinsDesk } from './desk.ts'
import { toldOf } from './doubted.ts'
import { availableOf, type Figures, figuresOf, heldFor, type Purses, together, totalOf } from './figures.ts'
import { isOf } from './list.ts'
import { missedFor } from './receive.ts'

function balanceView(runtime: CoinsDesk, assetId: AssetId, figures: Figures | undefined): BalanceView {
  const asset = runtime.directory.asset(assetId)
  const available = toAmount(figures === undefined ? 0n : availableOf(figures))
  const total = toAmount(figures === undefined ? 0n : totalOf(figures))
  return {
    asset,
    available,
    total,
    held: toAmount(figures?.held ?? 0n),
    ...(figures === undefined || figures.frozen === 0n ? {} : { frozen: toAmount(figures.frozen) }),
    arriving: toAmount(figures?.arriving ?? 0n),
    coins: figures?.coins ?? 0,
    fiat: estimate(total, asset.priceUsd, runtime.rate()),
  }
}

interface MoneyParts {
  readonly currency: () => string
  readonly hasPassphrase: () => boolean
  /** What is to be said of backups. */
  readonly backups: () => HomeView['attention']
  /** What of planned payments waits for the person. */
  readonly scheduled: (runtime: CoinsDesk, holder: HolderId) => HomeView['attention']
}

const planNamed = (payment: PaymentSummary): { plan?: string } => {
  const plan = shownIntent(payment).plan
  return plan === undefined ? {} : { plan: plan.name }
}

/** What a plan prepares is nobody's to look at before it is ready. */
const isBeingPlanned = (payment: PaymentSummary): boolean =>
  shownIntent(payment).plan !== undefined && payment.state !== 'verified' && payment.state !== 'approved'

/** What of the live payments waits to be signed, and what of that the owner's own rules stop. */
async function unfinishedOf(
  { paymentSteps, store }: CoinsDesk,
  live: readonly PaymentSummary[],
): Promise<Pick<Extract<HomeView['attention'][number], { kind: 'unfinished' }>, 'held' | 'paymentId' | 'plan'>[]> {
  const waiting = live.filter((payment) => isUnsigned(payment.state) && !isBeingPlanned(payment))
  const found = await Promise.all(
    waiting.map(async (payment) => {
      const held = await paymentSteps.heldByRules(payment.id)
      return { paymentId: payment.id, ...planNamed(payment), ...defined({ held: held ?? undefined }) }
    }),
  )
  // Some may have been signed or given up meanwhile.
  return found.filter(({ paymentId }) => isUnsigned(store.intents.payments.summary(paymentId)?.state ?? 'cancelled'))
}

function asksDue(runtime: CoinsDesk, holder: Holder): HomeView['attention'] {
  const due = dueAsks(runtime, holder)
  return due.slice(0, 1).map(({ asset, amount, reviewBy }) => ({
    ...{ kind: 'asks_due', count: due.length, asset, amount, reviewBy },
  }))
}

function missedDeposits(runtime: CoinsDesk, holder: Holder): HomeView['attention'] {
  const { length } = missedFor(runtime, holder.id)
  return length === 0 ? [] : [{ kind: 'missed', deposits: length }]
}

async function attention(runtime: CoinsDesk, holder: Holder, parts: MoneyParts): Promise<HomeView['attention']> {
  const { cache, intents } = runtime.store
  const doubted = toldOf(runtime, holder).length
  const unfinished = await unfinishedOf(runtime, intents.payments.list({ holder: holder.id, live: true }))
  // Some may have ended meanwhile.
  const live = intents.payments.list({ holder: holder.id, live: true })
  const titled = (id: PaymentView['paymentId']) => ({
    paymentId: id,
    title: paymentTitle(intents.payments.summary(id), runtime),
  })
  const pending = cache.deposits.listPending(holder.id)
  // The service takes its time with what has all of them; of the others the next one is named.
  const missing = pending
    .map((deposit) => confirmationsOf(runtime.directory, deposit))
    .flatMap(({ have, need }) => (have < need ? need - have : []))
  return [
    ...(runtime.audit.frozen() ? [{ kind: 'frozen' as const }] : []),
    ...(doubted === 0 ? [] : [{ kind: 'doubted' as const, coins: doubted }]),
    ...unnamed(runtime, holder),
    ...contradicted(runtime, holder),
    ...live
      .filter((payment) => moneyOf(payment) === 'unknown_checking')
      .map(({ id }) => ({
        ...{ kind: 'undecided' as const, ...titled(id) },
        asks: intents.pauses.get(id)?.allowedAt === null,
      })),
    ...unfinished.map((each) => ({ kind: 'unfinished' as const, ...each, ...titled(each.paymentId) })),
    ...parts.scheduled(runtime, holder.id),
    ...runtime.requestStore
      .unfinished(holder.members.length > 1 ? holder.id : null)
      .filter((request) => !runtime.cosign.isDraft(request))
      .map((request) => runtime.cosign.view(request))
      .filter(({ tab }) => tab === 'needs_you')
      .map(({ requestId, title, group, signers }) => ({
        ...{ kind: 'needs_signature' as const, requestId, title },
        ...{ group: group.name, signed: signers.length, needed: group.threshold },
      })),
    ...asksDue(runtime, holder),
    ...(pending.length === 0
      ? []
      : [
          {
            kind: 'arriving' as const,
            deposits: pending.length,
            confirmationsMissing: missing.length === 0 ? 0 : Math.min(...missing),
          },
        ]),
    ...missedDeposits(runtime, holder),
    ...parts.backups(),
    ...(parts.hasPassphrase() ? [] : [{ kind: 'no_passphrase' as const }]),
  ]
}

function unnamed({ store: { cache, intents } }: CoinsDesk, holder: Holder): HomeView['attention'] {
  const ids = intents.freezes.list().flatMap(({ outputId, reason }) => (calledFirst(reason) === null ? [] : outputId))
  const coins = cache.outputs.getMany(ids).filter((coin) => isOf(coin, holder) && coin.state !== 'spent').length
  return coins === 0 ? [] : [{ kind: 'unnamed', coins }]
}

/** Of which coins a node says otherwise, and of which payment, the newest of them. */
function contradicted({ nodes, store: { cache, intents } }: CoinsDesk, holder: Holder): HomeView['attention'] {
  const places = nodes.contradicted()
  const coins = places.filter(({ hash, index }) => {
    const coin = index === null ? undefined : cache.outputs.byTransaction(hash, index)
    return coin !== undefined && isOf(coin, holder)
  }).length
  const payments = places.flatMap(({ hash, index }) =>
    index === null ? (intents.payments.byTransaction(hash) ?? []) : [],
  )
  const paymentId = payments.find((each) => each.holder === holder.id)?.id ?? null
  return coins === 0 && paymentId === null ? [] : [{ kind: 'contradicted', coins, paymentId }]
}

/** Why a file that keeps coins may have begun empty. */
const BEGAN_EMPTY: readonly string[] = ['new', 'cache_lost']

/** Coins found so far, while the list of them is read from its beginning into an empty file. */
function readSoFar({ store, sync }: CoinsDesk, holder: Holder): HomeView['reading'] {
  const why = store.resync.needed()
  if (why === null || !BEGAN_EMPTY.includes(why) || sync.status().phase === 'idle') return null
  const { outputs } = store.cache
  const coins = outputs.balances(holder.id).reduce((sum, { unspent }) => sum + unspent.coins, 0)
  return { coins, span: outputs.span(holder.id) }
}

export function moneyCalls(runtimes: Runtimes<CoinsDesk>, parts: MoneyParts): CallsOf<'home' | 'balances' | 'assets'> {
  return {
    async 'home.read'({ account, holder: id, together, everyone }) {
      const runtime = runtimes.any(account)
      const holder = runtime.holder(id)
      const purses = pursesOf(runtimes, { account, holder: id, together, everyone })
      const own = purses.filter(({ desk }) => desk === runtime)
      const balances = balancesOf(purses, purses)
      const rate = runtime.rate()
      const worth = (pick: (balance: BalanceView) => Amount): string =>
        sumEstimates(balances.map((balance) => estimate(pick(balance), balance.asset.priceUsd, rate)))
      const { intents } = runtime.store
      return {
        reading: purses.reduce<HomeView['reading']>((found, each) => found ?? readSoFar(each.desk, each.holder), null),
        balances,
        fiat:
          rate === null
            ? null
            : {
                currency: parts.currency(),
                total: sumEstimates(balances.map(({ fiat }) => fiat)),
                available: worth((balance) => balance.available),
                held: worth((balance) => balance.held),
                arriving: worth((balance) => balance.arriving),
              },
        parts: purses.length === 1 ? [] : purses.map((purse) => partOf(purse, purses)),
        holds: sumsOf(own.flatMap((each) => heldFor(each, purses))).map(({ paymentId, assetId, amount }) => ({
          paymentId,
          title: paymentTitle(intents.payments.summary(paymentId), runtime),
          asset: runtime.directory.asset(assetId),
          amount: toAmount(amount),
        })),
        attention: await attention(runtime, holder, parts),
      }
    },

    async 'balances.read'({ account, holder, assetId }) {
      const desk = runtimes.any(account)
      const purse = { desk, holder: desk.holder(holder) }
      return balanceView(desk, assetId, figuresOf(purse, [purse]).get(assetId))
    },

    async 'assets.list'({ account }) {
      const { directory, store } = runtimes.any(account)
      const listed = directory.listedAssets()
      const known = new Set(listed.map((asset) => asset.assetId))
      const others = store.cache.assets.list().filter((asset) => !known.has(asset.asset_id))
      return [...listed, ...others.map((asset) => directory.asset(asset.asset_id))]
    },
  }
}

/** What some of several holders have; an asset is as the first who has it knows it. */
const balancesOf = (some: Purses, purses: Purses): BalanceView[] =>
  [...together(some, purses)]
    .map(([assetId, { desk, figures }]) => balanceView(desk, assetId, figures))
    .filter(({ available, held, arriving }) => available + held + arriving > 0n)
    .sort(byWorth)

function partOf(purse: Purse<CoinsDesk>, purses: Purses): HomeView['parts'][number] {
  const { desk, holder } = purse
  const group = desk.store.intents.groups.get(holder.id)
  const fiat = desk.rate() === null ? null : sumEstimates(balancesOf([purse], purses).map((balance) => balance.fiat))
  if (group === undefined) return { account: desk.account, holder: null, group: null, fiat }
  const { id, name, membersHash, colour } = group
  return { account: desk.account, holder: id, group: { name, membersHash, colour }, fiat }
}

/** What each payment holds of each asset; assets together, in the order in which they come. */
function sumsOf(holds: readonly Hold[]): { paymentId: Hold['paymentId']; assetId: AssetId; amount: bigint }[] {
  const assets = new Map<AssetId, Map<Hold['paymentId'], bigint>>()
  for (const { assetId, paymentId, amount } of holds) {
    const sums = assets.get(assetId) ?? new Map<Hold['paymentId'], bigint>()
    assets.set(assetId, sums.set(paymentId, (sums.get(paymentId) ?? 0n) + amount))
  }
  return [...assets].flatMap(([assetId, sums]) =>
    [...sums].map(([paymentId, amount]) => ({ paymentId, assetId, amount })),
  )
}

/** Most valuable first; without a price by symbol behind those that have one. */
function byWorth(a: BalanceView, b: BalanceView): number {
  const worth = (balance: BalanceView): number => (balance.fiat === null ? -1 : Number(balance.fiat))
  return (
    worth(b) - worth(a) || a.asset.symbol.localeCompare(b.asset.symbol, 'en') || (a.available < b.available ? 1 : -1)
  )
}
