import type { AssetId, Holder, HolderId, Output, OutputId } from '#contract/domain'
import type { BalanceView, HomeView, PaymentView } from '#contract/ipc'
import { type Amount, toAmount } from '#protocol'
import { type Hold, isUnsigned, type PaymentSummary } from '#store'
import { shownIntent } from '../payments/intent.ts'
import { moneyOf, paymentTitle } from '../payments/view.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { estimate, sumEstimates } from '../shared/fiat.ts'
import { type Book, booksOf } from '../shared/whose.ts'
import type { CoinsDesk } from './desk.ts'

interface Figures {
  unspent: bigint
  heldUnspent: bigint
  held: bigint
  arriving: bigint
  /** Kept from being spent by a person; part of what is held. */
  frozen: bigint
  coins: number
}

/**
 * Available, held and arriving of every asset. A coin that a payment holds is held until it is gone for good, also while
 * the service calls it signed; frozen coins are held as well, and those that others have signed for. Change of a payment that is out counts as arriving, as a deposit
 * does. Held coins are still the person's, so the worth does not fall by them.
 */
function figuresOf(runtime: CoinsDesk, holder: Holder): Map<AssetId, Figures> {
  const found = new Map<AssetId, Figures>()
  const { cache, intents } = runtime.store
  const of = (assetId: AssetId): Figures => {
    const figures = found.get(assetId) ?? { unspent: 0n, heldUnspent: 0n, held: 0n, frozen: 0n, arriving: 0n, coins: 0 }
    found.set(assetId, figures)
    return figures
  }
  for (const balance of cache.outputs.balances(holder.id)) {
    const asset = runtime.directory.assetOfKernel(balance.kernelAssetId)
    if (asset === undefined || (balance.unspent.coins === 0 && balance.signed.coins === 0)) continue
    const figures = of(asset.assetId)
    figures.unspent += balance.unspent.amount
    figures.coins += balance.unspent.coins
  }
  const holds = intents.payments.holds(holder.id)
  const underway = underwayOf(runtime, holder)
  for (const { outputId, assetId, amount } of holds) {
    const output = cache.outputs.get(outputId)
    // A collectible is no money, also on its way.
    if (output?.inscription_hash != null) continue
    const figures = of(assetId)
    // What its change came back from is gone.
    figures.held += underway.gone.has(outputId) ? 0n : amount
    if (output?.state === 'unspent') {
      figures.heldUnspent += amount
      figures.coins -= 1
    }
  }
  const held = new Set(holds.map(({ outputId }) => outputId))
  for (const { kernel_asset_id: kernel, amount } of signedElsewhere(runtime, holder, held)) {
    const asset = runtime.directory.assetOfKernel(kernel)
    if (asset !== undefined) of(asset.assetId).held += amount
  }
  const frozen = cache.outputs.getMany(intents.freezes.list().map(({ outputId }) => outputId))
  for (const output of frozen) {
    const asset = runtime.directory.assetOfKernel(output.kernel_asset_id)
    const isOurs = output.receivers_hash === holder.membersHash && output.receivers_threshold === holder.threshold
    const counts = output.state === 'unspent' && output.inscription_hash === null && !held.has(output.output_id)
    if (asset === undefined || !isOurs || !counts) continue
    const figures = of(asset.assetId)
    figures.frozen += output.amount
    figures.held += output.amount
    figures.heldUnspent += output.amount
    figures.coins -= 1
  }
  for (const { assetId, amount } of underway.change) of(assetId).arriving += amount
  for (const { assetId, amount } of runtime.audit.unseen(holder.id)) of(assetId).arriving += amount
  for (const deposit of cache.deposits.listPending(holder.id)) of(deposit.asset_id).arriving += deposit.amount
  return found
}

/** Most coins for which others have signed that are looked at. */
const SIGNED_MOST = 500

/** Coins that another member, or another computer, has signed for, and that are not gone yet: they are their owner's still. */
function signedElsewhere(
  { store: { cache, intents } }: CoinsDesk,
  holder: Holder,
  held: ReadonlySet<OutputId>,
): Output[] {
  return cache.outputs
    .list({ holder: holder.id, state: 'signed', limit: SIGNED_MOST })
    .filter(({ output_id: id, inscription_hash: item, signed_by: hash }) => {
      if (held.has(id) || item !== null || cache.outputs.isAside(id)) return false
      return hash === null || intents.payments.summaryByTransaction(hash)?.state !== 'final'
    })
}

interface Underway {
  /** Change that is not listed yet. */
  readonly change: readonly { readonly assetId: AssetId; readonly amount: bigint }[]
  /** Inputs whose change is listed already: the list of outputs can come before the payment is known as final. */
  readonly gone: ReadonlySet<OutputId>
}

/** Payments that are out and not known as final. */
function underwayOf({ store: { cache, intents }, requestStore }: CoinsDesk, holder: Holder): Underway {
  const change: { assetId: AssetId; amount: bigint }[] = []
  const gone = new Set<OutputId>()
  for (const { id } of intents.payments.list({ holder: holder.id, states: ['signed', 'sent', 'accepted'] })) {
    const payment = intents.payments.get(id)
    // What others have yet to sign brings nothing back; its coins are held.
    if (payment?.kind === 'multisig' && requestStore.find(payment.id)?.state !== 'complete') continue
    for (const { hash, assetId, finalAt, inputs, outputs } of payment?.transactions ?? []) {
      if (finalAt !== null) continue
      outputs.forEach(({ role, amount }, index) => {
        if (role !== 'change') return
        if (hash === null || cache.outputs.byTransaction(hash, index) === undefined) change.push({ assetId, amount })
        else for (const { outputId } of inputs) gone.add(outputId)
      })
    }
  }
  return { change, gone }
}

function balanceView(runtime: CoinsDesk, assetId: AssetId, figures: Figures | undefined): BalanceView {
  const asset = runtime.directory.asset(assetId)
  const available = toAmount((figures?.unspent ?? 0n) - (figures?.heldUnspent ?? 0n))
  const total = toAmount(available + (figures?.held ?? 0n))
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
  readonly backupFailed: () => boolean
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
      return { paymentId: payment.id, ...planNamed(payment), ...(held === null ? {} : { held }) }
    }),
  )
  // Some may have been signed or given up meanwhile.
  return found.filter(({ paymentId }) => isUnsigned(store.intents.payments.summary(paymentId)?.state ?? 'cancelled'))
}

async function attention(runtime: CoinsDesk, holder: Holder, parts: MoneyParts): Promise<HomeView['attention']> {
  const { cache, intents } = runtime.store
  const doubted = cache.outputs.aside(holder.id).length
  const unfinished = await unfinishedOf(runtime, intents.payments.list({ holder: holder.id, live: true }))
  // Some may have ended meanwhile.
  const live = intents.payments.list({ holder: holder.id, live: true })
  const titled = (id: PaymentView['paymentId']) => ({
    paymentId: id,
    title: paymentTitle(intents.payments.summary(id), runtime),
  })
  const pending = cache.deposits.listPending(holder.id)
  const missing = pending.map((deposit) => Math.max(0, deposit.threshold - deposit.confirmations))
  return [
    ...(runtime.audit.frozen() ? [{ kind: 'frozen' as const }] : []),
    ...(doubted === 0 ? [] : [{ kind: 'doubted' as const, coins: doubted }]),
    ...live
      .filter((payment) => moneyOf(payment) === 'unknown_checking')
      .map((payment) => ({ kind: 'undecided' as const, ...titled(payment.id) })),
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
    ...(pending.length === 0
      ? []
      : [{ kind: 'arriving' as const, deposits: pending.length, confirmationsMissing: Math.max(...missing) }]),
    ...(parts.backupFailed() ? [{ kind: 'no_backup' as const }] : []),
    ...(parts.hasPassphrase() ? [] : [{ kind: 'no_passphrase' as const }]),
  ]
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
      const books = booksOf(runtimes, { account, holder: id, together, everyone })
      const own = books.filter(({ desk }) => desk === runtime)
      const balances = balancesOf(books)
      const rate = runtime.rate()
      const worth = (pick: (balance: BalanceView) => Amount): string =>
        sumEstimates(balances.map((balance) => estimate(pick(balance), balance.asset.priceUsd, rate)))
      const { intents, cache } = runtime.store
      return {
        reading: books.reduce<HomeView['reading']>((found, each) => found ?? readSoFar(each.desk, each.holder), null),
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
                asOf: cache.sync.lastSuccess(),
              },
        parts: books.length === 1 ? [] : books.map(partOf),
        holds: sumsOf(own.flatMap((each) => intents.payments.holds(each.holder.id))).map(
          ({ paymentId, assetId, amount }) => ({
            paymentId,
            title: paymentTitle(intents.payments.summary(paymentId), runtime),
            asset: runtime.directory.asset(assetId),
            amount: toAmount(amount),
          }),
        ),
        attention: await attention(runtime, holder, parts),
      }
    },

    async 'balances.read'({ account, holder, assetId }) {
      const runtime = runtimes.any(account)
      return balanceView(runtime, assetId, figuresOf(runtime, runtime.holder(holder)).get(assetId))
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

/** What several holders have together; an asset is as the first who has it knows it. */
function balancesOf(books: readonly Book<CoinsDesk>[]): BalanceView[] {
  const found = new Map<AssetId, { readonly desk: CoinsDesk; readonly figures: Figures }>()
  for (const { desk, holder } of books) {
    for (const [assetId, figures] of figuresOf(desk, holder)) {
      const before = found.get(assetId)
      found.set(
        assetId,
        before === undefined ? { desk, figures } : { ...before, figures: sumOf(before.figures, figures) },
      )
    }
  }
  return [...found]
    .map(([assetId, { desk, figures }]) => balanceView(desk, assetId, figures))
    .filter(({ available, held, arriving }) => available + held + arriving > 0n)
    .sort(byWorth)
}

const sumOf = (a: Figures, b: Figures): Figures => ({
  unspent: a.unspent + b.unspent,
  heldUnspent: a.heldUnspent + b.heldUnspent,
  held: a.held + b.held,
  arriving: a.arriving + b.arriving,
  frozen: a.frozen + b.frozen,
  coins: a.coins + b.coins,
})

function partOf(book: Book<CoinsDesk>): HomeView['parts'][number] {
  const { desk, holder } = book
  const group = desk.store.intents.groups.get(holder.id)
  const fiat = desk.rate() === null ? null : sumEstimates(balancesOf([book]).map((balance) => balance.fiat))
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
  return worth(b) - worth(a) || a.asset.symbol.localeCompare(b.asset.symbol) || (a.available < b.available ? 1 : -1)
}
