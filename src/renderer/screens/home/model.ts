import { plural } from '../../lib/digits.ts'
import type { Attention, Balance, Home } from '../../state/types.ts'

export interface AttentionLine {
  readonly tone: 'info' | 'warn' | 'stop'
  readonly title: string
  readonly text: string
  readonly action: string
  readonly target:
    | { readonly name: 'payment'; readonly paymentId: string }
    | { readonly name: 'request'; readonly requestId: string }
    | { readonly name: 'incoming' | 'security' | 'stopped' | 'coins' }
}

/** What needs a look, in words, each with its one action. */
export function attentionLine(item: Attention): AttentionLine {
  switch (item.kind) {
    case 'undecided':
      return {
        tone: 'warn',
        title: `Not decided yet: ${item.title}`,
        text: 'We do not know yet whether it was accepted. Coffer is checking. Do not send it again.',
        action: 'Look',
        target: { name: 'payment', paymentId: item.paymentId },
      }
    case 'unfinished':
      return {
        tone: 'info',
        title: `Ready to sign: ${item.title}`,
        text: 'Nothing was signed. Its coins are held until you finish or cancel it.',
        action: 'Review',
        target: { name: 'payment', paymentId: item.paymentId },
      }
    case 'arriving':
      return {
        tone: 'info',
        title: `${plural(item.deposits, 'deposit')} on the way`,
        text: `${plural(item.confirmationsMissing, 'more confirmation')} to go for the next one.`,
        action: 'See',
        target: { name: 'incoming' },
      }
    case 'needs_signature':
      return {
        tone: 'info',
        title: `Needs your signature: ${item.title}`,
        text: 'Look at it first. Nothing is signed until you say so.',
        action: 'Review',
        target: { name: 'request', requestId: item.requestId },
      }
    case 'no_passphrase':
      return {
        tone: 'info',
        title: 'No passphrase is set',
        text: 'Whoever uses this computer as you can open Coffer.',
        action: 'Set one',
        target: { name: 'security' },
      }
    case 'doubted':
      return {
        tone: 'stop',
        title: item.coins === 1 ? 'A coin is not what it was' : `${plural(item.coins, 'coin')} are not what they were`,
        text: 'The service describes it in a way that cannot be true, or differently than before. It is neither counted nor spent.',
        action: 'See what differs',
        target: { name: 'coins' },
      }
    case 'frozen':
      return {
        tone: 'stop',
        title: 'Sending is stopped',
        text: 'Change from an earlier payment did not come back as it should. No further money is put at risk.',
        action: 'Read why',
        target: { name: 'stopped' },
      }
  }
}

export interface Figures {
  readonly available: { readonly value: string | null; readonly line: string }
  readonly held: { readonly value: string | null; readonly line: string }
  readonly arriving: { readonly value: string | null; readonly line: string }
}

const some = (amount: string): boolean => /[1-9]/.test(amount)

/** The three figures. They are never added up: each is money of another kind. */
export function figuresOf(home: Home): Figures {
  const heldAssets = home.balances.filter((balance) => some(balance.held)).length
  const arrivingAssets = home.balances.filter((balance) => some(balance.arriving)).length
  const own = home.balances.filter((balance) => some(balance.available)).length
  const deposits = home.attention.find((item) => item.kind === 'arriving')?.deposits
  return {
    available: {
      value: home.fiat?.available ?? null,
      line: own === 0 ? 'Nothing yet' : plural(own, 'asset'),
    },
    held: {
      value: home.fiat?.held ?? null,
      line:
        home.holds.length > 0
          ? `For ${plural(home.holds.length, 'payment')}`
          : heldAssets > 0
            ? plural(heldAssets, 'asset')
            : 'Nothing held',
    },
    arriving: {
      value: home.fiat?.arriving ?? null,
      line:
        deposits !== undefined
          ? plural(deposits, 'deposit')
          : arrivingAssets > 0
            ? plural(arrivingAssets, 'asset')
            : 'Nothing on the way',
    },
  }
}

/** Most valuable first; what has no price follows by name. */
export function sortBalances(balances: readonly Balance[]): Balance[] {
  const worth = (balance: Balance): number => (balance.fiat === null ? -1 : Number(balance.fiat))
  return [...balances].sort(
    (a, b) =>
      worth(b) - worth(a) ||
      a.asset.symbol.localeCompare(b.asset.symbol) ||
      a.asset.chainName.localeCompare(b.asset.chainName),
  )
}
