import type { WireAnswer } from '#contract/ipc'
import { formatAmountShort, parseAmount, toAmount } from '#protocol/text'
import { say } from '#words'
import { COINS_MAX, type CoinState } from '../../components/coin.tsx'
import { partyId, partyName } from '../../components/party.tsx'
import { EMPTY_FORM } from '../../state/send-form.ts'
import type { Coin, SendForm } from '../../state/types.ts'

export type Summary = WireAnswer<'coins.summary'>[number]
export type Plan = NonNullable<WireAnswer<'coins.plan'>>

export interface Wanted {
  readonly state: CoinState | 'open'
  readonly search: string
}

/** What there is: spent coins are looked for, or asked for by their state. */
export const START: Wanted = { state: 'open', search: '' }

/** What is searched for may be long gone. */
export const questionOf = ({ state, search }: Wanted) => ({
  state: state === 'open' && search.trim() !== '' ? null : state,
  search: search.trim(),
})

/** Filters of the list, in the order of their use. */
export const STATES: readonly { readonly id: Wanted['state']; readonly text: string }[] = [
  { id: 'open', text: say('coins.unspent') },
  { id: 'available', text: say('coins.available') },
  { id: 'held', text: say('coins.held-2') },
  { id: 'frozen', text: say('coins.frozen-2') },
  { id: 'inscribed', text: say('coins.collectibles') },
  { id: 'signed', text: say('coins.being-spent') },
  { id: 'spent', text: say('coins.spent') },
]

export interface Sort {
  readonly by: 'amount' | 'came'
  readonly down: boolean
}

/** Coins in an order of their amounts, exactly; of equal ones the newer first. They come newest first. */
export function sorted(coins: readonly Coin[], { by, down }: Sort): readonly Coin[] {
  if (by === 'came') return down ? coins : coins.toReversed()
  const units = new Map(coins.map((coin) => [coin, parseAmount(coin.amount)]))
  const unitsOf = (coin: Coin): bigint => units.get(coin) ?? 0n
  const order = down ? -1 : 1
  return coins.toSorted((a, b) => (unitsOf(a) < unitsOf(b) ? -order : unitsOf(a) > unitsOf(b) ? order : 0))
}

/** What is spent, or carries a collectible, cannot be frozen or combined; a label is given on its own page. */
export const canChoose = ({ state }: Coin): boolean => state === 'available' || state === 'frozen'

/** Why they cannot be frozen together, in a sentence; null where they can. */
export function whyNoFreeze(coins: readonly Pick<Coin, 'state'>[]): string | null {
  const count = coins.filter(({ state }) => state !== 'available').length
  return count === 0 ? null : say('coins.frozen-already', { count, all: count === coins.length })
}

export const canCombine = (coins: readonly Coin[]): boolean =>
  coins.length > 1 &&
  coins.length <= COINS_MAX &&
  coins.every(({ state }) => state === 'available') &&
  new Set(coins.map(({ asset }) => asset.assetId)).size === 1

/** The sum of each asset, in the order of the coins. */
export function sumsOf(coins: readonly Coin[]): { readonly symbol: string; readonly amount: string }[] {
  const sums = new Map<string, { symbol: string; units: bigint }>()
  for (const { asset, amount } of coins) {
    const sum = sums.get(asset.assetId) ?? { symbol: asset.symbol, units: 0n }
    sums.set(asset.assetId, sum)
    sum.units += parseAmount(amount)
  }
  return [...sums.values()].map(({ symbol, units }) => ({ symbol, amount: formatAmountShort(toAmount(units)) }))
}

/** Send, filled so that these coins of one asset become one of their holder; null where there is nothing to combine. */
export function combiningForm(coins: readonly Coin[], holder: string): SendForm | null {
  const [sum] = sumsOf(coins)
  const [first] = coins
  if (sum === undefined || first === undefined || !canCombine(coins)) return null
  return {
    ...EMPTY_FORM,
    assetId: first.asset.assetId,
    rows: [{ to: holder, amount: sum.amount }],
    coins: coins.map(({ outputId }) => outputId),
    label: say('coins.combine-coins'),
    source: say('coins.your-coins'),
  }
}

/** Where a coin came from, in words. */
export function originWords({ origin, from, asset }: Coin): string {
  if (origin === 'change') return say('coins.change-of-a-payment')
  if (origin === 'deposit') return say('coins.deposit-over', { chainName: asset.chainName })
  return say('coins.from', { name: from === null ? say('activity.somebody-unknown') : partyName(from) })
}

/** From how many others coins came: what combining them shows to belong to one. */
export const sourcesOf = (coins: readonly Coin[]): number =>
  new Set(coins.flatMap(({ origin, from }) => (origin === 'received' && from !== null ? [partyId(from) ?? ''] : [])))
    .size

export interface PlanWords {
  readonly title: string
  readonly text: string
}

/** How the plan stands, in a title and a sentence. */
export function planWords(plan: Plan): PlanWords {
  const { symbol } = plan.asset
  const done = plan.steps.filter(({ state }) => state === 'final' || state === 'skipped').length
  const steps = say('coins.step', { steps: plan.steps.length })
  switch (plan.state) {
    case 'proposal':
      return {
        title: say('coins.combine-coins-into-one', { coins: plan.coins }),
        text:
          plan.steps.length === 1
            ? say('coins.one-payment-to-yourself-it-costs')
            : say('coins.each-a-payment-to-yourself-it', { steps }),
      }
    case 'approval':
      return {
        title: say('coins.combining-coins-waits-for-your-approval', { coins: plan.coins }),
        text: say('coins.nothing-was-signed-yet-the-coins'),
      }
    case 'running':
      return {
        title: say('coins.combining-coins-step-of', {
          coins: plan.coins,
          symbol,
          min: Math.min(done + 1, plan.steps.length),
          steps: plan.steps.length,
        }),
        text: say('coins.a-step-begins-when-the-coin'),
      }
    case 'paused':
      return {
        title: say('coins.combining-is-paused-after-of', { done, steps }),
        text: say('coins.what-was-done-stays-done-the'),
      }
    case 'done':
      return {
        title: say('coins.coins-became-one', { coins: plan.coins }),
        text:
          plan.left > 0
            ? say('coins.done-coin-are-left-for-another', { steps, left: plan.left })
            : say('coins.done', { steps }),
      }
  }
}

/** What a plan leaves alone; null when there is nothing of it. */
export function skippedWords({ skipped, left }: Pick<Plan, 'skipped' | 'left'>): string | null {
  const parts = [
    skipped.held > 0 ? say('coins.skipped-held', { count: skipped.held }) : '',
    skipped.frozen > 0 ? say('coins.skipped-frozen', { count: skipped.frozen }) : '',
    skipped.inscribed > 0 ? say('coins.skipped-collectibles', { count: skipped.inscribed }) : '',
    left > 0 ? say('coins.for-another-plan', { count: left }) : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? null : say('coins.left-out', { parts: parts.join(say('lib.separator')) })
}

const STEP_WORDS: Readonly<Record<Plan['steps'][number]['state'], string>> = {
  waiting: say('coins.waiting'),
  working: say('coins.on-its-way'),
  final: say('common.done'),
  skipped: say('coins.nothing-left-to-do'),
  failed: say('coins.not-possible'),
}

export const stepWord = (state: Plan['steps'][number]['state']): string => STEP_WORDS[state]

/** What importing labels would do, as one sentence. */
export function importWords(found: WireAnswer<'labels.preview'>): string {
  const parts = [
    `${say('coins.new-label', { added: found.added })}`,
    say('coins.already-here', { same: found.same }),
    say('coins.that-say-something-else-here', { different: found.different }),
    ...(found.invalid > 0 ? [say('coins.line-that-cannot-be-used', { invalid: found.invalid })] : []),
  ]
  return say('lib.sentence', { parts: parts.join(say('lib.separator')) })
}
