import { say } from '#words'
import { formatShortDay } from '../../lib/time.ts'
import type { PayeeView } from '../../state/types.ts'
import { isOneself } from './model.ts'

interface PaidText {
  readonly isFirst: boolean
  readonly text: string
}

/** Whether a receiver was paid before: in full where there is a time to measure from, else as part of a line. Nobody gets to know himself. */
export function paidText(
  { party, paidBefore }: Pick<PayeeView, 'party' | 'paidBefore'>,
  isGroup: boolean,
  now?: number,
): PaidText {
  if (!isGroup && isOneself(party)) return { isFirst: false, text: say('shared.this-account') }
  if (paidBefore === null)
    return { isFirst: true, text: say(now === undefined ? 'send.first-time-2' : 'send.first-time') }
  const { times, last } = paidBefore
  const text =
    now === undefined
      ? say('shared.paid-times', { times })
      : say('shared.paid-time-last', { times, last: formatShortDay(last, now) })
  return { isFirst: false, text }
}
