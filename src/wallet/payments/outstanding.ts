import type { HolderId, OutputId } from '#contract/domain'
import type { PaymentReview } from '#contract/ipc'
import type { AccountStore, PaymentSummary } from '#store'
import { said } from '#words/facts'
import { spoken } from '../shared/fiat.ts'
import type { Directory } from '../shared/names.ts'

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

/** Signed and given up, with all coins there. */
function outstandingOf(store: AccountStore, holder: HolderId): Outstanding[] {
  const { intents, cache } = store
  return givenUpSigned(store, holder)
    .map((payment) => {
      const transactions = intents.payments.get(payment.id)?.transactions ?? []
      return { payment, inputs: transactions.flatMap(({ inputs }) => inputs.map(({ outputId }) => outputId)) }
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

/** What a review of another transaction of the same group says of them. */
export function outstandingChecks(
  parts: { readonly store: AccountStore; readonly directory: Directory },
  holder: HolderId,
  spends: readonly OutputId[],
): PaymentReview['checks'] {
  return outstandingOf(parts.store, holder).map(({ payment, inputs }) => {
    const what = spoken(payment.amount, parts.directory.asset(payment.assetId).symbol)
    const id = `outstanding:${payment.id}`
    const words = payment.problem?.code === PUT_AWAY ? OF_PUT_AWAY : OF_GIVEN_UP
    return inputs.some((input) => spends.includes(input))
      ? {
          id,
          result: 'ok',
          text: said(words.spent, { what }),
        }
      : {
          id,
          result: 'attention',
          text: said(words.open, { what }),
        }
  })
}
