import { partyName } from '../../components/party.tsx'
import { isolated } from '../../lib/isolated.ts'
import type { AskedPayment } from '../../state/types.ts'

/* What became of a payment that a phone was asked to make, in words. */

export interface AskedWords {
  readonly word: string
  readonly text: string
  readonly tone: 'plain' | 'info' | 'ok' | 'warn'
}

export function askedWords(asked: Pick<AskedPayment, 'stage' | 'paid' | 'namesPayee' | 'problem'>): AskedWords {
  const unseen = asked.namesPayee ? '' : ' Whom the address belongs to cannot be seen from here.'
  switch (asked.stage) {
    case 'waiting':
      if (asked.problem !== null) {
        return {
          word: 'Whether it was paid is not known now',
          text: 'The service could not be asked. This account’s history, as far as it was read, has no such payment.',
          tone: 'plain',
        }
      }
      return {
        word: 'Waiting for your phone',
        text: 'Nothing was paid under this code yet. Your phone shows everything once more and asks for your PIN.',
        tone: 'plain',
      }
    case 'seen':
      return {
        word: 'On its way',
        text: `The service has this payment. It does not stand in this account’s history yet.${unseen}`,
        tone: 'info',
      }
    case 'final':
      return { word: 'Paid', text: `It stands in this account’s history, as it was asked for.${unseen}`, tone: 'ok' }
    case 'different':
      return {
        word: 'Something else was paid',
        text: `${paidText(asked.paid)} This code pays nothing any more: make a new one if you still want to pay.`,
        tone: 'warn',
      }
  }
}

function paidText(paid: AskedPayment['paid']): string {
  if (paid === null) return 'Another payment was made under this code.'
  const symbol = paid.asset === null ? 'of an unknown asset' : isolated(paid.asset.symbol)
  const memo = paid.memoText === null ? '' : `, with the memo “${isolated(paid.memoText)}”`
  return `Under this code the service tells of ${paid.amount} ${symbol} to ${isolated(partyName(paid.party))}${memo}.`
}

/** The same in few words where the service was not asked. */
export const knownWord = (asked: Parameters<typeof askedWords>[0]): string =>
  asked.stage === 'waiting' ? 'Not in the history yet' : askedWords(asked).word

/** Whether it can still change by itself. */
export const isOpen = ({ stage }: Pick<AskedPayment, 'stage'>): boolean => stage === 'waiting' || stage === 'seen'

export const askedTitle = ({ amount, asset, party }: Pick<AskedPayment, 'amount' | 'asset' | 'party'>): string =>
  `${amount} ${isolated(asset.symbol)} to ${isolated(partyName(party))}`
