import { isolated, say } from '#words'
import { formatFigure } from '../../lib/digits.ts'
import { dayKey, formatShortDay } from '../../lib/time.ts'
import type { Ask } from '../../state/types.ts'

interface Words {
  readonly tone: 'plain' | 'ok' | 'warn'
  readonly word: string
}

export type Sum = Pick<Ask, 'amount' | 'asset'>

/** As a picture has it, which whoever is asked sees. */
export const askedSum = ({ amount, asset }: Sum): string => `${formatFigure(amount)} ${isolated(asset.symbol)}`

/** What came of something that was asked for; `sums` where it is another than was asked for. */
export function askWords({ state, received, asset, others, amount }: Ask): Words & { readonly sums: readonly Sum[] } {
  const came = { amount: received, asset }
  switch (state) {
    case 'waiting':
      return { tone: 'plain', word: say('receive.ask-waiting'), sums: [] }
    case 'less':
      return { tone: 'warn', word: say('receive.ask-less'), sums: [came, ...others] }
    case 'other':
      return { tone: 'warn', word: say('receive.ask-other'), sums: others }
    case 'paid':
      return received === amount && others.length === 0
        ? { tone: 'ok', word: say('receive.ask-paid'), sums: [] }
        : { tone: 'ok', word: say('receive.ask-more'), sums: [came, ...others] }
  }
}

/** When its owner wanted to look at it again; null where there is no reason to. */
export function askDue({ state, reviewBy }: Pick<Ask, 'state' | 'reviewBy'>, now: number): Words | null {
  if (reviewBy === null || state === 'paid') return null
  const day = formatShortDay(reviewBy, now)
  if (dayKey(reviewBy) === dayKey(new Date(now).toISOString())) return { tone: 'warn', word: say('receive.ask-today') }
  return new Date(reviewBy).getTime() < now
    ? { tone: 'warn', word: say('receive.ask-late', { day }) }
    : { tone: 'plain', word: say('receive.ask-by', { day }) }
}
