import type { AssetId, RequestId } from '#contract/domain'
import { codeOf, type ErrorCode } from '#contract/errors'
import { METHODS } from '#contract/ipc'
import { parseAmount } from '#protocol'
import { BTC } from '../support/localnet.ts'
import type { Lie } from '../support/proxy.ts'
import { approve, paymentOf, prepare, rounds, type Victim } from '../support/victim.ts'
import { balanceOf, type PrepareInput, paying, toUser } from '../support/wallet.ts'
import type { PaymentReview, PaymentView } from '../support/worded.ts'
import { type Expected, judge, judgeShown, type Wish } from './judge.ts'
import { Broken, hold, pass, type Stage } from './stage.ts'

/** What the wallet must make of a payment while it is lied to. */
export type Outcome =
  /** Nothing is prepared, and the reason is told. */
  | 'refused'
  /** It happens, and is called final. */
  | 'paid'
  /** It stays open, and is never called failed or final. */
  | 'undecided'
  /** Anything that is true. */
  | 'true'

export interface Plot {
  readonly lies: (stage: Stage, victim: Victim) => Promise<readonly Lie[]> | readonly Lie[]
  /** Told before it is prepared, after it was reviewed, or once the network has taken it. */
  readonly moment: 'prepare' | 'send' | 'taken'
  readonly outcome: Outcome
  readonly amount?: string
  readonly asset?: AssetId
  readonly input?: (stage: Stage, victim: Victim) => PrepareInput
  readonly wish?: (stage: Stage) => Pick<Wish, 'to' | 'amount' | 'asset'>
  readonly expected?: Partial<Omit<Expected, 'wishes'>>
  readonly coins?: readonly (readonly [AssetId, string])[]
  readonly assets?: readonly AssetId[]
  /** Codes that may be told; anything but `internal` if absent. */
  readonly codes?: readonly ErrorCode[]
  /** Payments before the one that is lied about. */
  readonly before?: number
  /** What the service lets through once the person has paid again, before it hands in the first bytes. */
  readonly late?: (victim: Victim) => Promise<void>
  /** What the person must be shown or not be shown. */
  readonly review?: (review: PaymentReview) => void
}

export const toBen = ({ ben }: Stage, { account }: Victim, amount: string, more: Partial<PrepareInput> = {}) =>
  paying(account, BTC, [toUser(ben.id, amount)], more)

/** One honest payment to the shop, so that there is something that was before. */
export async function payShop(stage: Stage, victim: Victim, amount = '0.01'): Promise<Wish> {
  const review = await prepare(victim, paying(victim.account, BTC, [toUser(stage.shop.id, amount)]))
  await approve(victim, review)
  const done = await pass(stage, victim, async () => (await paymentOf(victim, review.paymentId)).state === 'final')
  hold(done, 'an honest payment does not become final')
  return { asset: BTC, amount: parseAmount(amount), to: [stage.shop.id], payments: [review.paymentId] }
}

/** Names the payment that is tried again, where the wallet asks for that. */
const tiedTo = (paymentId: RequestId): object =>
  'again' in METHODS['payments.prepare'].input.shape ? { again: paymentId } : {}

/** What a person does who was told that a payment cannot complete: the same again. */
async function again(victim: Victim, input: PrepareInput, wish: Wish, failed: RequestId): Promise<void> {
  try {
    const review = await prepare(victim, { ...input, ...tiedTo(failed) })
    wish.payments.push(review.paymentId)
    await approve(victim, review)
  } catch (error) {
    told(error)
  }
}

/** A refusal that says nothing is no telling. */
export function told(error: unknown, codes?: readonly ErrorCode[]): ErrorCode {
  if (error instanceof Broken) throw error
  const code = codeOf(error)
  if (code === 'internal') throw new Broken(`told nothing but "internal": ${(error as Error).message}`)
  if (codes !== undefined) hold(codes.includes(code), `told ${code} instead of ${codes.join(' or ')}`)
  return code
}

/** A payment under a lie, from wish to rest, judged on the true ledger. */
export async function payUnder(stage: Stage, plot: Plot): Promise<void> {
  const victim = await stage.victim(plot.coins === undefined ? {} : { coins: plot.coins })
  const assets = plot.assets ?? [plot.asset ?? BTC]
  const main = assets[0] ?? BTC
  await victim.wallet.until(
    () => balanceOf(victim.wallet, victim.account, main),
    (balance) => balance === stage.ledger.unspent([victim.account], main),
  )
  const amount = plot.amount ?? '0.1'
  const wishes: Wish[] = []
  for (let at = 0; at < (plot.before ?? 0); at += 1) wishes.push(await payShop(stage, victim))
  const meant = plot.wish?.(stage) ?? { asset: main, amount: parseAmount(amount), to: [stage.ben.id] }
  const wish: Wish = { ...meant, payments: [] }
  wishes.push(wish)
  const input = plot.input?.(stage, victim) ?? toBen(stage, victim, amount)
  const expected = { ...plot.expected, wishes }

  const lies = await plot.lies(stage, victim)
  if (plot.moment === 'prepare') victim.proxy.lies.push(...lies)
  let review: PaymentReview | undefined
  try {
    review = await prepare(victim, input)
  } catch (error) {
    hold(plot.moment === 'prepare' && plot.outcome !== 'paid', `refused an honest payment: ${codeOf(error)}`)
    told(error, plot.codes)
  }
  if (review !== undefined) {
    wish.payments.push(review.paymentId)
    plot.review?.(review)
    hold(plot.outcome !== 'refused' || review.verdict === 'stop', 'prepared a payment that must be refused')
    await carry(stage, victim, { plot, lies, review, input, wish })
  }
  for (const asset of assets) await judgeShown(stage, victim, asset)
  await judge(stage, victim, expected, assets)
}

async function carry(
  stage: Stage,
  victim: Victim,
  given: {
    readonly plot: Plot
    readonly lies: readonly Lie[]
    readonly review: PaymentReview
    readonly input: PrepareInput
    readonly wish: Wish
  },
): Promise<void> {
  const { plot, lies, review, input, wish } = given
  const id = review.paymentId
  if (review.verdict === 'stop') {
    await victim.wallet.calls['payments.cancel']({ account: victim.account, paymentId: id })
    return
  }
  if (plot.moment === 'send') victim.proxy.lies.push(...lies)
  try {
    await approve(victim, review)
  } catch (error) {
    told(error, plot.codes)
    await victim.wallet.calls['payments.cancel']({ account: victim.account, paymentId: id }).catch(told)
    return
  }
  if (plot.moment === 'taken') {
    await pass(stage, victim, async () => stage.ledger.has(review.transactions[0]?.hash ?? ''), 6)
    victim.proxy.lies.push(...lies)
  }
  const ended = (state: PaymentView['state']) => state === 'final' || state === 'failed'
  await pass(stage, victim, async () => ended((await paymentOf(victim, id)).state), 6)
  const { state } = await paymentOf(victim, id)
  if (state === 'failed') await failed(stage, victim, { id, input, wish, plot })
  if (plot.outcome === 'paid') hold(state === 'final', `${state} where it must be final`)
  if (plot.outcome === 'undecided') hold(!ended(state), `called ${state} where nobody can know`)
}

/** Called dead: the person pays again, and the service may let the first one through after all. */
async function failed(
  stage: Stage,
  victim: Victim,
  { id, input, wish, plot }: { id: RequestId; input: PrepareInput; wish: Wish; plot: Plot },
): Promise<void> {
  await again(victim, input, wish, id)
  await pass(stage, victim, async () => false, 3)
  await plot.late?.(victim)
  // Whoever kept the first bytes back may still hand them in.
  for (const { method, path, body } of victim.proxy.asked) {
    if (method !== 'POST' || path !== '/safe/transaction') continue
    await victim.person.remote.call('transactions.send', { body: body as never }).catch(() => undefined)
  }
  await stage.net.blocks(1)
  // What happened just now can be known only by looking.
  await rounds(victim, 2)
}
