import { Check, CircleDashed, Clock3, Gem, type LucideIcon, Send, Snowflake } from 'lucide-react'
import { say, wording } from '#words'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import type { Coin } from '../state/types.ts'

export type CoinState = Coin['state']

/** One payment takes no more. */
export const COINS_MAX = 256

const LOOKS: Readonly<Record<CoinState, { readonly word: string; readonly icon: LucideIcon; readonly tone: string }>> =
  {
    available: { word: say('shared.available'), icon: Check, tone: 'text-ok' },
    held: { word: say('shared.held'), icon: Clock3, tone: 'text-warn' },
    frozen: { word: say('shared.frozen'), icon: Snowflake, tone: 'text-accent-ink' },
    inscribed: { word: say('shared.collectible'), icon: Gem, tone: 'text-accent-ink' },
    signed: { word: say('shared.being-spent'), icon: Send, tone: 'text-warn' },
    spent: { word: say('shared.spent'), icon: CircleDashed, tone: 'text-ink-3' },
  }

/** Why a coin cannot be chosen for a payment, in one sentence; null when it can. */
export function whyNot(coin: Pick<Coin, 'state' | 'heldFor' | 'frozen'>): string | null {
  switch (coin.state) {
    case 'available':
      return null
    case 'held':
      return coin.heldFor === null
        ? say('shared.held-for-a-payment-in-progress')
        : say('shared.held-for', { title: coin.heldFor.title })
    case 'frozen':
      return say('shared.frozen-2', {
        reason: coin.frozen === null ? say('shared.by-you') : wording(coin.frozen.reason),
      })
    case 'inscribed':
      return say('shared.it-carries-a-collectible-which-is')
    case 'signed':
      return coin.heldFor === null
        ? say('shared.a-signed-transaction-spends-it')
        : say('shared.being-spent-by', { title: coin.heldFor.title })
    case 'spent':
      return say('shared.it-was-spent')
  }
}

/** The same beside the mark, which says the state; null where there is no more to say. */
export function whyBeside(coin: Pick<Coin, 'state' | 'heldFor' | 'frozen'>): string | null {
  if (coin.state === 'spent') return null
  if (coin.state === 'frozen' && coin.frozen !== null) return wording(coin.frozen.reason)
  const isTaken = coin.state === 'held' || coin.state === 'signed'
  return isTaken && coin.heldFor !== null ? wording(coin.heldFor.title) : whyNot(coin)
}

/** `why`: a sentence that says the state too, and takes its word's place. */
export function CoinStateMark(props: {
  readonly state: CoinState
  readonly why?: string
  readonly className?: string
}) {
  const { word, icon: Icon, tone } = LOOKS[props.state]
  return (
    <span className={cx('flex items-center gap-1.5 text-sm', props.className)}>
      <Icon className={cx('size-4 shrink-0', tone)} aria-hidden="true" />
      {props.why === undefined ? (
        <span className="whitespace-nowrap">{word}</span>
      ) : (
        <span className="line-clamp-2 text-pretty text-ink-3">{heard(props.why)}</span>
      )}
    </span>
  )
}
