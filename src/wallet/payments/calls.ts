import type { AssetId, Fee, Holder, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Calls, FeeOption } from '#contract/ipc'
import { toAmount } from '#protocol'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { actReview, type Wish } from '../shared/consent.ts'
import type { WalletDeps } from '../shared/deps.ts'
import { spoken } from '../shared/fiat.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import { changeBounds, setChangeBound, unprovedChange } from './at-risk.ts'
import type { PaymentsDesk } from './desk.ts'
import type { Intent } from './intent.ts'
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
function peopleIn(rows: PrepareRows): UserId[] {
  return rows.flatMap(({ payee }) =>
    payee.kind === 'user' ? [payee.userId] : payee.kind === 'group' ? payee.members : [],
  )
}

type PrepareRows = Parameters<Calls['payments.prepare']>[0]['rows']

/** Sending waits until it is known what other devices, or an older copy of these files, may have spent. */
export async function readyToSend(runtime: PaymentsDesk): Promise<void> {
  if (runtime.audit.frozen()) throw failure('wallet.sending_frozen', 'change did not come back')
  if (runtime.store.resync.needed() === null) return
  await runtime.sync.refresh().catch((error: unknown) => {
    throw failure('wallet.needs_sync', 'outputs must be read again first', { cause: error })
  })
  if (runtime.store.resync.needed() !== null) throw failure('wallet.needs_sync', 'outputs must be read again first')
}

/** Agreeing takes a person some time: whether sending is allowed is asked once more before it is acted on. */
export function whileReady<Done>(runtime: PaymentsDesk, wish: Wish<Done>): Wish<Done> {
  return {
    ...wish,
    async act() {
      await readyToSend(runtime)
      return wish.act()
    },
  }
}

type PaymentId = Parameters<PaymentsDesk['machine']['cancel']>[0]

export function paymentCalls(
  runtimes: Runtimes<PaymentsDesk>,
  { openOutside }: Pick<WalletDeps, 'openOutside'>,
): CallsOf<'payments'> {
  function stored(runtime: PaymentsDesk, id: PaymentId) {
    const payment = runtime.store.intents.payments.get(id)
    if (payment === undefined) throw failure('wallet.payment_unknown', 'no such payment')
    return payment
  }
  const find = (runtime: PaymentsDesk, id: PaymentId) => paymentView(stored(runtime, id), runtime)

  return {
    async 'payments.fees'({ account, holder, assetId, destination }) {
      const runtime = runtimes.ready(account)
      const owner = runtime.holder(holder)
      const fees = await readFees(runtime, assetId, destination)
      return fees.map((fee): FeeOption => {
        const { available } = runtime.machine.capacity(owner, fee.asset_id, null, toAmount(0n))
        return {
          asset: runtime.book.asset(fee.asset_id),
          amount: fee.amount,
          available,
          sufficient: available >= fee.amount,
        }
      })
    },

    async 'payments.max'({ account, holder, assetId, feeAssetId, destination, coins }) {
      const runtime = runtimes.ready(account)
      const owner = runtime.holder(holder)
      const fee = await feeOf(runtime, assetId, paysItself(owner) ? destination || undefined : undefined, feeAssetId)
      const ofThisAsset = fee !== null && fee.assetId === assetId ? fee.amount : toAmount(0n)
      return runtime.machine.capacity(owner, assetId, coins, ofThisAsset)
    },

    async 'payments.prepare'(input) {
      const runtime = runtimes.ready(input.account)
      await readyToSend(runtime)
      await fetchMissingUsers(runtime, peopleIn(input.rows))
      const chain = input.rows.flatMap(({ payee }) => (payee.kind === 'chain' ? payee : []))[0]
      const destination = paysItself(runtime.holder(input.holder)) ? chain?.destination : undefined
      const fee = await feeOf(runtime, input.assetId, destination, input.feeAssetId)
      return runtime.machine.prepare(input, fee)
    },

    async 'payments.prepareVoid'({ account, paymentId }) {
      const runtime = runtimes.ready(account)
      await readyToSend(runtime)
      return runtime.machine.prepareVoid(paymentId, find(runtime, paymentId).title)
    },

    async 'payments.sendNow'({ account, paymentId, passphrase }) {
      const runtime = runtimes.ready(account)
      await readyToSend(runtime)
      const shown = actReview('send_now', `${account} ${paymentId}`, {
        title: `Send it now: ${find(runtime, paymentId).title}`,
        lines: ['It was signed earlier and was not sent since. The network takes the same bytes once at most.'],
        verb: 'Send it now',
      })
      return {
        ...{ passphrase, shown },
        async act() {
          await readyToSend(runtime)
          runtime.machine.allowSending(paymentId)
          return find(runtime, paymentId)
        },
      }
    },

    async 'payments.changeAtRisk'({ account, holder }) {
      const runtime = runtimes.any(account)
      const { store, book, audit } = runtime
      const open = unprovedChange({ store, book, pendingChange: audit.pending }, runtime.holder(holder).id)
      const sums = new Map<AssetId, bigint>()
      for (const { assetId, amount } of open) sums.set(assetId, (sums.get(assetId) ?? 0n) + amount)
      return {
        payments: [...new Set(open.map(({ payment }) => payment))],
        sums: [...sums].map(([assetId, sum]) => ({ asset: book.asset(assetId), amount: toAmount(sum) })),
        bounds: [...changeBounds(store)].map(([assetId, amount]) => ({ asset: book.asset(assetId), amount })),
      }
    },

    async 'payments.setChangeBound'({ account, assetId, amount, passphrase }) {
      const runtime = runtimes.ready(account)
      const { symbol } = runtime.book.asset(assetId)
      const shown = actReview('bound', `${account} ${assetId}`, {
        title: `How much ${symbol} change may be unproved at a time`,
        lines: [
          amount === null ? 'The change of one payment.' : `${spoken(amount, symbol)}.`,
          'A service that keeps change could take that much before Coffer notices.',
        ],
        verb: 'Change it',
      })
      return {
        ...{ passphrase, shown },
        async act() {
          setChangeBound(runtime.store, assetId, amount)
          runtime.announce(['payments'])
          return null
        },
      }
    },

    async 'payments.review'({ account, paymentId }) {
      return runtimes.ready(account).machine.review(paymentId)
    },

    async 'payments.approve'(input) {
      const runtime = runtimes.ready(input.account)
      await readyToSend(runtime)
      const wish = whileReady(runtime, await runtime.machine.approve(input))
      return {
        ...wish,
        async act() {
          const { draftId, step } = await wish.act()
          if (step !== undefined) runtime.consolidation.round()
          if (draftId !== null && runtime.store.intents.drafts.remove(draftId)) runtime.announce(['drafts'])
          return find(runtime, input.paymentId)
        },
      }
    },

    async 'payments.cancel'({ account, paymentId }) {
      const runtime = runtimes.any(account)
      runtime.machine.cancel(paymentId)
      return find(runtime, paymentId)
    },

    async 'payments.read'({ account, paymentId }) {
      return find(runtimes.any(account), paymentId)
    },

    async 'payments.openReturn'({ account, paymentId }) {
      const runtime = runtimes.any(account)
      const address = returnAddress(stored(runtime, paymentId))
      if (address === null) throw failure('wallet.no_return', 'there is no address to open')
      openOutside?.(address.href)
      return { url: address.href, opens: openOutside === undefined ? 'tab' : 'browser' }
    },

    async 'payments.frozen'({ account }) {
      const runtime = runtimes.any(account)
      return runtime.audit.failures().map(({ payment, assetId, ...failed }) => ({
        ...failed,
        paymentId: payment,
        title: paymentTitle(runtime.store.intents.payments.get(payment), runtime),
        asset: runtime.book.asset(assetId),
      }))
    },

    async 'payments.unfreeze'({ account, passphrase }) {
      const runtime = runtimes.ready(account)
      const open = runtime.audit.failures().filter(({ acceptedAt }) => acceptedAt === null)
      const lost = open.map(({ amount, assetId }) => spoken(amount, runtime.book.asset(assetId).symbol))
      const shown = actReview('go_on', `${account} ${open.map(({ outputId }) => outputId).join()}`, {
        title: 'Go on sending',
        lines: [
          'This did not come back as it should, and may be lost:',
          ...lost,
          'If the service does the same again, change of the next payment is lost as well.',
        ],
        verb: 'Go on sending',
      })
      return {
        ...{ passphrase, shown },
        async act() {
          runtime.audit.accept()
          return null
        },
      }
    },

    async 'payments.open'({ account, holder }) {
      const runtime = runtimes.any(account)
      const live = runtime.store.intents.payments.list({ holder: runtime.holder(holder).id, live: true })
      return live.map(({ id }) => find(runtime, id))
    },
  }
}
