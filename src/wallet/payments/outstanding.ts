import type { AssetId, HolderId, OutputId } from '#contract/domain'
import type { PaymentReview } from '#contract/ipc'
import type { AccountStore, Payment, PaymentSummary } from '#store'
import { said } from '#words/facts'
import { spoken } from '../shared/fiat.ts'
import type { Directory } from '../shared/names.ts'
import { firstTries, isSameWish } from './again.ts'
import { intentOf } from './intent.ts'

/*
 * A signature that was released cannot be taken back. When a group gives a request up that this account has signed, its coins are
 * free again, but other members could still complete it until one of its coins is spent by something else. So the group's next
 * payment spends one of them where they are enough, and any review that does not says so. The same holds for what its owner put away, whose coin is there after all.
 */

/** What its owner put away. */
export const PUT_AWAY = 'wallet.put_away'

interface Outstanding {
  readonly payment: PaymentSummary
  readonly inputs: readonly OutputId[]
}

function givenUpSigned({ intents }: AccountStore, holder?: HolderId): PaymentSummary[] {
  return intents.payments
    .failedAfterSigning(holder === undefined ? {} : { holder })
    .filter(
      ({ kind, problem }) =>
        problem?.code === PUT_AWAY || (kind === 'multisig' && problem?.code === 'wallet.request_revoked'),
    )
}

/** Signed and given up, with all coins there. That of a fee is no coin of what the fee is for, which goes on without it. */
function outstandingOf(store: AccountStore, holder: HolderId): Outstanding[] {
  const { intents, cache } = store
  return givenUpSigned(store, holder)
    .map((payment) => {
      const transactions = intents.payments.get(payment.id)?.transactions ?? []
      const paying = transactions.filter(({ purpose }) => purpose !== 'fee')
      return { payment, inputs: paying.flatMap(({ inputs }) => inputs.map(({ outputId }) => outputId)) }
    })
    .filter(({ inputs }) => {
      const coins = cache.outputs.getMany(inputs)
      return coins.length === inputs.length && coins.every(({ state }) => state !== 'spent')
    })
}

/** Coins that had better be spent next, so that what was given up can never be paid besides. */
export function coinsToSpendFirst(store: AccountStore, holder: HolderId): OutputId[] {
  return outstandingOf(store, holder).flatMap(({ inputs }) => inputs)
}

const OF_GIVEN_UP = { spent: 'check.payments.outstanding-spent', open: 'check.payments.outstanding' } as const
const OF_PUT_AWAY = { spent: 'check.payments.put-away-spent', open: 'check.payments.put-away-open' } as const

interface CheckParts {
  readonly store: AccountStore
  readonly directory: Directory
}

/** Another transaction of the same holder that is about to be signed. */
interface Another {
  readonly spends: readonly OutputId[]
  readonly assets: readonly AssetId[]
  /** Somebody gets money by it. */
  readonly isPaid: boolean
  /** Who may choose its coins: this wallet, or the member of the group who asks for it. */
  readonly who: 'wallet' | 'group'
}

/** What its review says of them: what is of another asset is no payment of the same, and could not take their coins. */
export function outstandingChecks(
  { store, directory }: CheckParts,
  holder: HolderId,
  { spends, assets, isPaid, who }: Another,
): PaymentReview['checks'] {
  return outstandingOf(store, holder).flatMap(({ payment, inputs }): PaymentReview['checks'] => {
    if (!assets.includes(payment.assetId)) return []
    const what = spoken(payment.amount, directory.asset(payment.assetId).symbol)
    const id = `outstanding:${payment.id}`
    const words = payment.problem?.code === PUT_AWAY ? OF_PUT_AWAY : OF_GIVEN_UP
    if (inputs.some((input) => spends.includes(input))) return [{ id, result: 'ok', text: said(words.spent, { what }) }]
    return isPaid ? [{ id, result: 'attention', text: said(words.open, { what, who }) }] : []
  })
}

/**
 * What the review of a payment says where its owner put one to the same receiver away whose coin is not there, and nothing ties the two: who only lied
 * about the coin could have both paid.
 */
export function putAwayChecks({ store, directory }: CheckParts, payment: Payment): PaymentReview['checks'] {
  const intent = intentOf(payment)
  if (intent.voids !== undefined || intent.step !== undefined) return []
  const wish = { ...intent, content: '' }
  const told = new Set(outstandingOf(store, payment.holder).map((each) => each.payment.id))
  const tied = new Set(firstTries(store, intent).map(({ id }) => id))
  return givenUpSigned(store)
    .filter(({ id, problem }) => problem?.code === PUT_AWAY && !told.has(id) && !tied.has(id))
    .flatMap(({ id }) => store.intents.payments.get(id) ?? [])
    .filter(({ transactions }) => transactions.every(({ conflict }) => conflict === null))
    .filter((away) => isSameWish(wish, away))
    .map(({ id, amount, assetId }) => {
      const what = spoken(amount, directory.asset(assetId).symbol)
      return { id: `put-away:${id}`, result: 'attention', text: said('check.payments.put-away-again', { what }) }
    })
}
