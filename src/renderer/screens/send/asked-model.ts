import { isolated, say } from '#words'
import { partyName } from '../../components/party.tsx'
import { formatFigure } from '../../lib/digits.ts'
import type { AskedPayment } from '../../state/types.ts'

/* What became of a payment that a phone was asked to make, in words. */

export interface AskedWords {
  readonly word: string
  readonly text: string
  readonly tone: 'plain' | 'info' | 'ok' | 'warn'
}

export function askedWords(asked: Pick<AskedPayment, 'stage' | 'paid' | 'namesPayee' | 'problem'>): AskedWords {
  const unseen = asked.namesPayee ? '' : say('send.whom-the-address-belongs-to-cannot')
  switch (asked.stage) {
    case 'waiting':
      if (asked.problem !== null) {
        return {
          word: say('send.whether-it-was-paid-is-not'),
          text: say('send.the-service-could-not-be-asked'),
          tone: 'plain',
        }
      }
      return {
        word: say('send.waiting-for-your-phone'),
        text: say('send.nothing-was-paid-under-this-code'),
        tone: 'plain',
      }
    case 'seen':
      return {
        word: say('send.on-its-way'),
        text: say('send.the-service-has-this-payment-it', { unseen }),
        tone: 'info',
      }
    case 'final':
      return { word: say('send.paid'), text: say('send.it-stands-in-this-accounts-history', { unseen }), tone: 'ok' }
    case 'different':
      return {
        word: say('send.something-else-was-paid'),
        text: say('send.this-code-pays-nothing-any-more', { paid: paidText(asked.paid) }),
        tone: 'warn',
      }
  }
}

function paidText(paid: AskedPayment['paid']): string {
  if (paid === null) return say('send.another-payment-was-made-under-this')
  const symbol = paid.asset === null ? say('send.of-an-unknown-asset') : isolated(paid.asset.symbol)
  const memo = paid.memoText === null ? '' : say('send.with-the-memo', { memoText: paid.memoText })
  return say('send.under-this-code-the-service-tells', {
    amount: formatFigure(paid.amount),
    symbol,
    partyName: partyName(paid.party),
    memo,
  })
}

/** The same in few words where the service was not asked. */
export const knownWord = (asked: Parameters<typeof askedWords>[0]): string =>
  asked.stage === 'waiting' ? say('send.not-in-the-history-yet') : askedWords(asked).word

/** Whether it can still change by itself. */
export const isOpen = ({ stage }: Pick<AskedPayment, 'stage'>): boolean => stage === 'waiting' || stage === 'seen'

export const askedTitle = ({ amount, asset, party }: Pick<AskedPayment, 'amount' | 'asset' | 'party'>): string =>
  say('send.to-2', { amount: formatFigure(amount), symbol: asset.symbol, partyName: partyName(party) })
