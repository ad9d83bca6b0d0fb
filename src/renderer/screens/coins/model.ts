import type { WireAnswer } from '#contract/ipc'
import type { CoinState } from '../../components/coin.tsx'
import { plural } from '../../lib/digits.ts'

export type Summary = WireAnswer<'coins.summary'>[number]
export type Plan = NonNullable<WireAnswer<'coins.plan'>>

/** Filters of the list, in the order of their use. */
export const STATES: readonly { readonly id: CoinState | 'all'; readonly text: string }[] = [
  { id: 'all', text: 'All coins' },
  { id: 'available', text: 'Available' },
  { id: 'held', text: 'Held' },
  { id: 'frozen', text: 'Frozen' },
  { id: 'inscribed', text: 'Collectibles' },
  { id: 'signed', text: 'Being spent' },
  { id: 'spent', text: 'Spent' },
]

export interface PlanWords {
  readonly title: string
  readonly text: string
}

/** How the plan stands, in a title and a sentence. */
export function planWords(plan: Plan): PlanWords {
  const { symbol } = plan.asset
  const done = plan.steps.filter(({ state }) => state === 'final' || state === 'skipped').length
  const steps = plural(plan.steps.length, 'step')
  switch (plan.state) {
    case 'proposal':
      return {
        title: `Combine ${plan.coins} coins into one`,
        text:
          plan.steps.length === 1
            ? 'One payment to yourself. It costs nothing.'
            : `${steps}, each a payment to yourself. It costs nothing, and you approve it once.`,
      }
    case 'approval':
      return {
        title: `Combining ${plan.coins} coins waits for your approval`,
        text: 'Nothing was signed yet. The coins of the first step are held for it.',
      }
    case 'running':
      return {
        title: `Combining ${plan.coins} ${symbol} coins: step ${Math.min(done + 1, plan.steps.length)} of ${plan.steps.length}`,
        text: 'A step begins when the coin of the one before is proved to be yours. You may close Coffer: it goes on the next time.',
      }
    case 'paused':
      return {
        title: `Combining is paused after ${done} of ${steps}`,
        text: 'What was done stays done. The other coins are free to send.',
      }
    case 'done':
      return {
        title: `${plan.coins} coins became one`,
        text: `${steps} done.${plan.left > 0 ? ` ${plural(plan.left, 'coin')} are left for another plan.` : ''}`,
      }
  }
}

/** What a plan leaves alone; null when there is nothing of it. */
export function skippedWords({ skipped, left }: Pick<Plan, 'skipped' | 'left'>): string | null {
  const parts = [
    [skipped.held, 'held'],
    [skipped.frozen, 'frozen'],
    [skipped.inscribed, skipped.inscribed === 1 ? 'collectible' : 'collectibles'],
    [left, 'for another plan'],
  ]
    .filter(([count]) => Number(count) > 0)
    .map(([count, word]) => `${count} ${word}`)
  return parts.length === 0 ? null : `Left out: ${parts.join(', ')}.`
}

const STEP_WORDS: Readonly<Record<Plan['steps'][number]['state'], string>> = {
  waiting: 'Waiting',
  working: 'On its way',
  final: 'Done',
  skipped: 'Nothing left to do',
  failed: 'Not possible',
}

export const stepWord = (state: Plan['steps'][number]['state']): string => STEP_WORDS[state]

/** What importing labels would do, as one sentence. */
export function importWords(found: WireAnswer<'labels.preview'>): string {
  const parts = [
    `${plural(found.added, 'new label')}`,
    `${found.same} already here`,
    `${found.different} that say something else here`,
    ...(found.invalid > 0 ? [`${plural(found.invalid, 'line')} that cannot be used`] : []),
  ]
  return `${parts.join(', ')}.`
}
