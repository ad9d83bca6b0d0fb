import { defined } from '#contract/defined'
import type { AssetId, Fee, Holder, HolderId, RequestId, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { FeeOption, Input, PaymentReview, PaymentView } from '#contract/ipc'
import { toAmount } from '#protocol'
import type { PaymentSummary } from '#store'
import { said } from '#words/facts'
import { beside } from '../shared/beside.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { actReview, type Wish } from '../shared/consent.ts'
import type { WalletDeps } from '../shared/deps.ts'
import { spoken } from '../shared/fiat.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import { sumsByAsset } from '../shared/sums.ts'
import { changeBounds, setChangeBound, unprovedChange } from './at-risk.ts'
import type { PaymentsDesk } from './desk.ts'
import type { Intent } from './intent.ts'
import { needChain } from './on-chain.ts'
import { PUT_AWAY } from './outstanding.ts'
import { needMissing } from './put-away.ts'
import { paymentTitle, paymentView, returnAddress } from './view.ts'

/** A fee of nothing is no fee: an output of zero would make the transaction invalid. */
async function readFees(runtime: Pick<PaymentsDesk, 'remote'>, assetId: AssetId, destination: string): Promise<Fee[]> {
  const fees = await runtime.remote.call('assets.fees', { params: { id: assetId }, query: { destination } })
  return fees.filter((fee) => fee.amount > 0n)
}

/** The fee that was chosen, else one in the same asset, else the last that the service names. */
function chooseFee(fees: readonly Fee[], assetId: AssetId, chosen: AssetId | null): Fee | undefined {
  if (chosen !== null) return fees.find((fee) => fee.asset_id === chosen)
  return fees.find((fee) => fee.asset_id === assetId) ?? fees.at(-1)
}

async function feeOf(
  runtime: PaymentsDesk,
  assetId: AssetId,
  destination: string | undefined,
  chosen: AssetId | null,
): Promise<Intent['fee']> {
  if (destination === undefined) return null
  const fees = await readFees(runtime, assetId, destination)
  const fee = chooseFee(fees, assetId, chosen)
  if (fee === undefined && (fees.length > 0 || chosen !== null)) {
    throw failure('wallet.fee_unknown', 'the chosen fee is not offered')
  }
  return fee === undefined ? null : { assetId: fee.asset_id, amount: fee.amount }
}

/** The fee of a group's withdrawal is paid by one member, once that is final. */
const paysItself = ({ members }: Holder): boolean => members.length === 1

/** Everybody who is to be paid: the review names people and what the service says of them. */
function peopleIn(rows: Input<'payments.prepare'>['rows']): UserId[] {
  return rows.flatMap(({ payee }) =>
    payee.kind === 'user' ? [payee.userId] : payee.kind === 'group' ? payee.members : [],
  )
}

/**
 * Paying waits until it is known what other devices, or an older copy of these files, may have spent. After a use that was merely
 * cut off it does not: the coins of a payment are then compared before they are held and before they are signed for.
 */
export async function readyToPay(runtime: PaymentsDesk): Promise<void> {
  if (runtime.audit.frozen()) throw failure('wallet.sending_frozen', 'change did not come back')
  if (runtime.store.resync.needed() !== 'unclean') await allRead(runtime)
}

/** The same for what holds no coins by itself: all that is known has been compared. */
export async function readyToSend(runtime: PaymentsDesk): Promise<void> {
  await readyToPay(runtime)
  await allRead(runtime)
}

async function allRead({ store, sync }: PaymentsDesk): Promise<void> {
  if (store.resync.needed() === null) return
  await sync.refresh().catch((error: unknown) => {
    throw failure('wallet.needs_sync', 'outputs must be read again first', { cause: error })
  })
  if (store.resync.needed() !== null) throw failure('wallet.needs_sync', 'outputs must be read again first')
}

/** Agreeing takes a person some time: whether it is allowed is asked once more before it is acted on. */
export function whileReady<Done>(
  runtime: PaymentsDesk,
  wish: Wish<Done>,
  ready: (runtime: PaymentsDesk) => Promise<void> = readyToSend,
): Wish<Done> {
  return {
    ...wish,
    async act() {
      await ready(runtime)
      return wish.act()
    },
  }
}

export function paymentCalls(
  runtimes: Runtimes<PaymentsDesk>,
  { openOutside }: Pick<WalletDeps, 'openOutside'>,
): CallsOf<'payments'> {
  return {
    'payments.fees': async ({ account, ...input }) => fees(runtimes.ready(account), input),
    'payments.max': async ({ account, ...input }) => max(runtimes.ready(account), input),
    'payments.prepare': async (input) => preparePayment(runtimes.ready(input.account), input),

    async 'payments.prepareVoid'({ account, paymentId }) {
      const runtime = runtimes.ready(account)
      await readyToPay(runtime)
      return runtime.paymentSteps.prepareVoid(paymentId, find(runtime, paymentId).title)
    },

    'payments.sendNow': async ({ account, ...input }) => sendNow(runtimes.ready(account), input),
    'payments.putAway': async ({ account, ...input }) => putAway(runtimes.ready(account), input),
    'payments.changeAtRisk': async ({ account, holder }) => changeAtRisk(runtimes.any(account), holder),
    'payments.setChangeBound': async ({ account, ...input }) => setBound(runtimes.ready(account), input),
    'payments.review': async ({ account, paymentId }) => runtimes.ready(account).paymentSteps.review(paymentId),
    'payments.approve': async (input) => approve(runtimes.ready(input.account), input),

    /** One that ended meanwhile, and will never be paid, is given up already. */
    async 'payments.cancel'({ account, paymentId }) {
      const runtime = runtimes.any(account)
      const { state } = stored(runtime, paymentId)
      if (state !== 'cancelled' && state !== 'failed') runtime.paymentSteps.cancel(paymentId)
      return find(runtime, paymentId)
    },

    'payments.read': async ({ account, paymentId }) => find(runtimes.any(account), paymentId),

    /** Takes the id of a payment and opens the address stored with it; no address is ever handed in. */
    async 'payments.openReturn'({ account, paymentId }) {
      const address = returnAddress(stored(runtimes.any(account), paymentId))
      if (address === null) throw failure('wallet.no_return', 'there is no address to open')
      openOutside?.(address.href)
      return { url: address.href, opens: openOutside === undefined ? 'tab' : 'browser' }
    },

    async 'payments.frozen'({ account }) {
      const runtime = runtimes.any(account)
      return runtime.audit.failures().map(({ payment, assetId, ...failed }) => ({
        ...failed,
        paymentId: payment,
        title: paymentTitle(runtime.store.intents.payments.summary(payment), runtime),
        asset: runtime.directory.asset(assetId),
      }))
    },

    'payments.unfreeze': async ({ account, ...input }) => unfreeze(runtimes.ready(account), input),

    async 'payments.open'({ account, holder }) {
      const runtime = runtimes.any(account)
      const live = runtime.store.intents.payments.list({ holder: runtime.holder(holder).id, live: true })
      return Promise.all(
        live.map(async ({ id }) => {
          const held = await runtime.paymentSteps.heldByRules(id)
          return { ...find(runtime, id), ...defined({ held: held ?? undefined }) }
        }),
      )
    },
  }
}

/** What is asked of an account, once it is known which. */
type Of<Name extends `payments.${string}` & keyof CallsOf<'payments'>> = Omit<Input<Name>, 'account'>

function stored(runtime: PaymentsDesk, id: RequestId): PaymentSummary {
  const payment = runtime.store.intents.payments.summary(id)
  if (payment === undefined) throw failure('wallet.payment_unknown', 'no such payment')
  return payment
}

const find = (runtime: PaymentsDesk, id: RequestId): PaymentView => paymentView(stored(runtime, id), runtime)

async function fees(
  runtime: PaymentsDesk,
  { holder, assetId, destination }: Of<'payments.fees'>,
): Promise<FeeOption[]> {
  const owner = runtime.holder(holder)
  const offered = await readFees(runtime, assetId, destination)
  return offered.map((fee) => {
    const { available } = runtime.paymentSteps.capacity(owner, fee.asset_id, null, toAmount(0n))
    return {
      asset: runtime.directory.asset(fee.asset_id),
      amount: fee.amount,
      available,
      sufficient: available >= fee.amount,
    }
  })
}

async function max(runtime: PaymentsDesk, { holder, assetId, ...input }: Of<'payments.max'>) {
  const owner = runtime.holder(holder)
  const destination = paysItself(owner) ? input.destination || undefined : undefined
  const fee = await feeOf(runtime, assetId, destination, input.feeAssetId)
  const ofThisAsset = fee !== null && fee.assetId === assetId ? fee.amount : toAmount(0n)
  return runtime.paymentSteps.capacity(owner, assetId, input.coins, ofThisAsset)
}

/** The service lets no less leave the network. Throws `wallet.below_dust`. */
function needAboveDust(
  { store, directory }: Pick<PaymentsDesk, 'store' | 'directory'>,
  { assetId, rows }: Pick<Input<'payments.prepare'>, 'assetId' | 'rows'>,
): void {
  const dust = store.cache.assets.get(assetId)?.dust ?? 0n
  if (!rows.some(({ payee, amount }) => payee.kind === 'chain' && amount < dust)) return
  const least = spoken(toAmount(dust), directory.asset(assetId).symbol)
  throw failure('wallet.below_dust', 'less than may leave the network', { details: { least } })
}

/** From what was asked to a review, with the fee as it is now. */
export async function preparePayment(
  runtime: PaymentsDesk,
  input: Input<'payments.prepare'>,
  more?: Pick<Intent, 'plan' | 'run' | 'shown'>,
): Promise<PaymentReview> {
  await readyToPay(runtime)
  await fetchMissingUsers(runtime, peopleIn(input.rows))
  if (input.rows.some(({ payee }) => payee.kind === 'chain')) needChain(runtime, input.assetId)
  needAboveDust(runtime, input)
  const chain = input.rows.flatMap(({ payee }) => (payee.kind === 'chain' ? payee : []))[0]
  const destination = paysItself(runtime.holder(input.holder)) ? chain?.destination : undefined
  const fee = await feeOf(runtime, input.assetId, destination, input.feeAssetId)
  return runtime.withdrawals.withKey(input, (key) => runtime.paymentSteps.prepare(input, fee, { ...more, ...key }))
}

async function sendNow(
  runtime: PaymentsDesk,
  { paymentId, passphrase }: Of<'payments.sendNow'>,
): Promise<Wish<PaymentView>> {
  const ready = async () => {
    await readyToSend(runtime)
    // Another copy of these files may have paid the same since, as another try of it.
    await runtime.paymentSteps.needUnpaid(paymentId)
  }
  await ready()
  const shown = actReview('send_now', `${runtime.account} ${paymentId}`, {
    title: said('title.send-it-now', { title: find(runtime, paymentId).title }),
    lines: [said('check.payments.signed-earlier')],
    verb: said('title.send-now'),
  })
  return {
    ...{ passphrase, shown },
    async act() {
      await ready()
      runtime.paymentSteps.allowSending(paymentId)
      return find(runtime, paymentId)
    },
  }
}

async function putAway(
  runtime: PaymentsDesk,
  { paymentId, passphrase }: Of<'payments.putAway'>,
): Promise<Wish<PaymentView>> {
  const shown = actReview('put_away', `${runtime.account} ${paymentId}`, {
    title: said('title.put-it-away', { title: find(runtime, paymentId).title }),
    lines: [said('check.payments.put-away'), said('check.payments.put-away-unproved')],
    verb: said('title.put-away'),
  })
  return {
    ...{ passphrase, shown },
    async act() {
      await needMissing(runtime, paymentId)
      runtime.store.intents.payments.putAway(paymentId, { code: PUT_AWAY, details: {} })
      return find(runtime, paymentId)
    },
  }
}

function changeAtRisk(runtime: PaymentsDesk, holder: HolderId | null) {
  const { store, directory, audit } = runtime
  const open = unprovedChange({ store, directory, pendingChange: audit.pending }, runtime.holder(holder).id)
  return {
    payments: [...new Set(open.map(({ payment }) => payment))],
    sums: [...sumsByAsset(open)].map(([assetId, amount]) => ({ asset: directory.asset(assetId), amount })),
    bounds: [...changeBounds(store)].map(([assetId, amount]) => ({ asset: directory.asset(assetId), amount })),
  }
}

function setBound(runtime: PaymentsDesk, { assetId, amount, passphrase }: Of<'payments.setChangeBound'>): Wish<null> {
  const { symbol } = runtime.directory.asset(assetId)
  const shown = actReview('bound', `${runtime.account} ${assetId}`, {
    title: said('title.bound', { symbol }),
    lines: [
      amount === null
        ? said('check.payments.change-of-one')
        : said('check.payments.sum', { sum: spoken(amount, symbol) }),
      said('check.payments.bound'),
    ],
    verb: said('title.change-it'),
  })
  return {
    ...{ passphrase, shown },
    async act() {
      setChangeBound(runtime.store, assetId, amount)
      return null
    },
  }
}

async function approve(runtime: PaymentsDesk, input: Input<'payments.approve'>): Promise<Wish<PaymentView>> {
  await readyToPay(runtime)
  const wish = whileReady(runtime, await runtime.paymentSteps.approve(input), readyToPay)
  return {
    ...wish,
    async act() {
      const { draftId, step } = await wish.act()
      if (step !== undefined) runtime.consolidation.round()
      if (draftId !== null) beside(runtime, input.paymentId, () => runtime.store.intents.drafts.remove(draftId))
      return find(runtime, input.paymentId)
    },
  }
}

function unfreeze(runtime: PaymentsDesk, { read: ids, passphrase }: Of<'payments.unfreeze'>): Wish<null> {
  const found = runtime.audit.failures()
  const open = found.filter(({ acceptedAt, outputId }) => acceptedAt === null && ids.includes(outputId))
  const lost = open.map(({ amount, assetId }) => spoken(amount, runtime.directory.asset(assetId).symbol))
  const shown = actReview('go_on', `${runtime.account} ${open.map(({ outputId }) => outputId).join()}`, {
    title: said('title.go-on'),
    lines: [said('check.payments.did-not-come-back'), ...lost, said('check.payments.go-on')],
    verb: said('title.go-on'),
  })
  return {
    ...{ passphrase, shown },
    async act() {
      runtime.audit.accept(open.map(({ outputId }) => outputId))
      return null
    },
  }
}
