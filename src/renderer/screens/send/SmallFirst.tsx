import { formatAmountShort, parseExactAmount, toAmount } from '#protocol/text'
import { isolated, say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { formatFigure } from '../../lib/digits.ts'
import { rich } from '../../lib/rich.tsx'
import { goSendFilled } from '../../state/prefilled-send.ts'
import { useAction } from '../../state/query.ts'
import { markPlace } from '../../state/routes.ts'
import type { Review } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { inCoin } from './fiat.ts'
import { formOf, type Kept, keepForm, kept } from './store.ts'

/** More than this part of what there is is much to begin with somebody. */
const MUCH = 10n
/** Little enough to lose, and enough to see arrive. */
const SMALL = 100n

/** What a first payment of much can be begun with, and what remains then; null where that makes no sense. */
export function smallFirst(review: Pick<Review, 'payees' | 'checks' | 'amount' | 'left' | 'item'>) {
  const isFirst = review.checks.some(({ id }) => id === 'first:0')
  if (!isFirst || review.payees.length !== 1 || review.left === null || review.item !== undefined) return null
  const [amount, left] = [parseExactAmount(review.amount), parseExactAmount(review.left)]
  const part = amount / SMALL
  if (part === 0n || amount * MUCH <= amount + left) return null
  const unit = 10n ** BigInt(`${part}`.length - 1)
  const small = toAmount((part / unit) * unit)
  return { small: formatAmountShort(small), rest: formatAmountShort(toAmount(amount - small)) }
}

interface Deeds {
  /** Saves the form as a draft of that id; a new one for null. Undefined where that failed. */
  readonly save: (draftId: string | null, form: Kept['form']) => Promise<{ readonly draftId: string } | undefined>
  /** Undefined where the payment could not be given up. */
  readonly cancel: () => Promise<unknown>
}

/**
 * Leaves the rest among the drafts and gives the whole up; whether that was done. First of all the rest: a draft of the whole would be
 * paid on top of the small amount. Where the whole stands, its draft is of the whole again: the rest would be paid on top of that.
 */
export async function splitPayment(before: Kept, rest: Kept['form'], deeds: Deeds): Promise<boolean> {
  const saved = await deeds.save(before.draftId, rest)
  if (saved === undefined) return false
  // Pressed again it is the same draft; what was forgotten meanwhile, as by locking, stays so.
  if (kept.getState().form === before) keepForm({ ...before, draftId: saved.draftId })
  if ((await deeds.cancel()) !== undefined) return true
  await deeds.save(saved.draftId, before.form)
  return false
}

/** Offers to begin with little; what remains waits among the drafts. */
export function SmallFirst({ review }: { readonly review: Review }) {
  const { owner } = useWallet()
  const save = useAction('drafts.save')
  const cancel = useAction('payments.cancel')
  const before = formOf(review.paymentId)
  const parts = smallFirst(review)
  const row = before?.form.rows[0]
  if (before === null || row === undefined || parts === null) return null
  const { form } = before
  // What is asked for under a trace is paid under it once, and whole; so is what was tried before, and a row of a list.
  if (form.trace !== null || (form.again ?? null) !== null || form.listed !== undefined) return null
  const filledWith = (amount: string) => ({ ...form, rows: [inCoin(row, amount)], coins: null })

  async function begin(whole: Kept, small: string, rest: string): Promise<void> {
    const isHere = markPlace()
    const isSplit = await splitPayment(whole, filledWith(rest), {
      save: (id, saved) => save.run({ ...owner, draftId: id, form: saved }),
      cancel: () => cancel.run({ account: owner.account, paymentId: review.paymentId }),
    })
    if (!isSplit) return
    keepForm(null)
    if (isHere()) goSendFilled({ form: filledWith(small), view: null })
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-1 text-sm">
      <p className="min-w-60 flex-1 text-ink-2">{say('send.small-first-why')}</p>
      <Button
        size="sm"
        pending={save.pending || cancel.pending}
        onPress={() => void begin(before, parts.small, parts.rest)}
      >
        {rich('send.small-first', { amount: `${formatFigure(parts.small)} ${isolated(review.asset.symbol)}` })}
      </Button>
      <ErrorNotice error={save.error ?? cancel.error} />
    </div>
  )
}
