import { Check, CircleDashed, Clock3, Gem, type LucideIcon, Send, Snowflake } from 'lucide-react'
import { cx } from '../lib/cx.ts'
import type { Coin } from '../state/types.ts'

export type CoinState = Coin['state']

const LOOKS: Readonly<Record<CoinState, { readonly word: string; readonly icon: LucideIcon; readonly tone: string }>> =
  {
    available: { word: 'Available', icon: Check, tone: 'text-ok' },
    held: { word: 'Held', icon: Clock3, tone: 'text-warn' },
    frozen: { word: 'Frozen', icon: Snowflake, tone: 'text-accent-ink' },
    inscribed: { word: 'Collectible', icon: Gem, tone: 'text-accent-ink' },
    signed: { word: 'Being spent', icon: Send, tone: 'text-warn' },
    spent: { word: 'Spent', icon: CircleDashed, tone: 'text-ink-3' },
  }

/** Why a coin cannot be chosen for a payment, in one sentence; null when it can. */
export function whyNot(coin: Pick<Coin, 'state' | 'heldFor' | 'frozen'>): string | null {
  switch (coin.state) {
    case 'available':
      return null
    case 'held':
      return coin.heldFor === null ? 'Held for a payment in progress.' : `Held for: ${coin.heldFor.title}.`
    case 'frozen':
      return `Frozen: ${coin.frozen?.reason ?? 'by you'}.`
    case 'inscribed':
      return 'It carries a collectible, which is not money.'
    case 'signed':
      return coin.heldFor === null ? 'A signed transaction spends it.' : `Being spent by: ${coin.heldFor.title}.`
    case 'spent':
      return 'It was spent.'
  }
}

export function CoinStateMark({ state, className }: { readonly state: CoinState; readonly className?: string }) {
  const { word, icon: Icon, tone } = LOOKS[state]
  return (
    <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap text-sm', className)}>
      <Icon className={cx('size-4 shrink-0', tone)} aria-hidden="true" />
      {word}
    </span>
  )
}
