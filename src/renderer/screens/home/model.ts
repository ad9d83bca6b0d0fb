import { errorFacts } from '#contract/errors'
import { isolated, locale, say, wording } from '#words'
import { isHeld } from '../../components/review-model.ts'
import { signedWords } from '../../components/signature-count.ts'
import { formatFigure, isSome } from '../../lib/digits.ts'
import { formatMoment, formatShortDay } from '../../lib/time.ts'
import type { Attention, Balance, Home } from '../../state/types.ts'

export interface AttentionLine {
  readonly tone: 'info' | 'warn' | 'stop'
  readonly title: string
  readonly text: string
  readonly action: string
  readonly target:
    | { readonly name: 'payment'; readonly paymentId: string }
    | { readonly name: 'request'; readonly requestId: string }
    | { readonly name: 'incoming' | 'inside' | 'security' | 'backup' | 'stopped' | 'coins' | 'scheduled' }
}

function unfinishedText({ held, plan }: Extract<Attention, { kind: 'unfinished' }>, now: number): string {
  if (isHeld(held, now)) {
    return held.until === null
      ? say('home.rules-stay')
      : say('home.rules-until', { time: formatMoment(held.until, now) })
  }
  return plan === undefined ? say('home.nothing-was-signed-its-coins-are') : say('home.planned-as', { name: plan })
}

/** Coins of which something else is said than before, or than the service says. */
function otherwiseLine(item: Extract<Attention, { kind: 'doubted' | 'unnamed' | 'contradicted' }>): AttentionLine {
  switch (item.kind) {
    case 'doubted':
      return {
        tone: 'stop',
        title:
          item.coins === 1
            ? say('home.a-coin-is-not-what-it')
            : say('home.coin-are-not-what-they-were', { coins: item.coins }),
        text: say('home.the-service-describes-it-in-a'),
        action: say('home.see-what-differs'),
        target: { name: 'coins' },
      }
    case 'unnamed':
      return {
        tone: 'warn',
        title: say('home.item-unnamed', { coins: item.coins }),
        text: say('home.item-unnamed-text'),
        action: say('home.see'),
        target: { name: 'coins' },
      }
    case 'contradicted':
      return {
        tone: 'warn',
        title: say('home.a-node-says-otherwise', { coins: item.coins }),
        text: say('home.a-node-says-otherwise-text'),
        action: say('home.see-what-differs'),
        target:
          item.coins > 0 || item.paymentId === null
            ? { name: 'coins' }
            : { name: 'payment', paymentId: item.paymentId },
      }
  }
}

/** What needs a look, in words, each with its one action. */
export function attentionLine(item: Attention, now: number): AttentionLine {
  switch (item.kind) {
    case 'undecided':
      return {
        tone: 'warn',
        title: say('home.not-decided-yet', { title: item.title }),
        text: item.asks ? say('home.signed-and-waits-for-your-word') : say('home.we-do-not-know-yet-whether'),
        action: say('home.look'),
        target: { name: 'payment', paymentId: item.paymentId },
      }
    case 'unfinished':
      return {
        tone: 'info',
        title: isHeld(item.held, now)
          ? say('home.stopped-by-rules', { title: item.title })
          : say('home.ready-to-sign', { title: item.title }),
        text: unfinishedText(item, now),
        action: say('home.review'),
        target: { name: 'payment', paymentId: item.paymentId },
      }
    case 'scheduled':
      return {
        tone: 'warn',
        title: say('scheduled.missed-title', { count: item.count }),
        text: say('home.scheduled-of-plan', { name: item.name, others: item.others }),
        action: say('scheduled.decide'),
        target: { name: 'scheduled' },
      }
    case 'asks_due':
      return {
        tone: 'info',
        title: say('home.ask-not-paid', {
          count: item.count,
          amount: formatFigure(item.amount),
          symbol: isolated(item.asset.symbol),
        }),
        text: say('home.ask-look-again', { day: formatShortDay(item.reviewBy, now) }),
        action: say('home.look'),
        target: { name: 'inside' },
      }
    case 'arriving':
      return {
        tone: 'info',
        title: say('home.deposit-on-the-way', { deposits: item.deposits }),
        text: say('home.more-confirmation-to-go-for-the', { confirmationsMissing: item.confirmationsMissing }),
        action: say('home.see'),
        target: { name: 'incoming' },
      }
    case 'missed':
      return {
        tone: 'warn',
        title: say('home.deposits-missed', { deposits: item.deposits }),
        text: say('home.deposits-missed-means'),
        action: say('home.look'),
        target: { name: 'incoming' },
      }
    case 'needs_signature':
      return {
        tone: 'info',
        title: say('home.needs-your-signature', { title: item.title }),
        text:
          item.needed - item.signed === 1
            ? say('home.yours-is-the-last', { group: item.group })
            : say('home.group-and-signed', { group: item.group, signed: signedWords(item.signed, item.needed) }),
        action: say('home.review'),
        target: { name: 'request', requestId: item.requestId },
      }
    case 'no_passphrase':
      return {
        tone: 'info',
        title: say('home.no-passphrase-is-set'),
        text: say('home.whoever-uses-this-computer-as-you'),
        action: say('home.set-one'),
        target: { name: 'security' },
      }
    case 'no_backup':
      return {
        tone: 'warn',
        title: say('home.the-last-backup-failed'),
        text: say('home.what-is-new-since-then-is'),
        action: say('home.read-why'),
        target: { name: 'backup' },
      }
    case 'partial_backup':
      return {
        tone: 'warn',
        title: say('settings.the-last-backup-lacks'),
        text: wording(errorFacts('backup.partial', {}).what),
        action: say('home.read-why'),
        target: { name: 'backup' },
      }
    case 'old_backup':
      return {
        tone: 'warn',
        title: say('home.the-backup-is-old', { days: item.days }),
        text: say('home.what-is-new-since-then-is'),
        action: say('settings.back-up-now'),
        target: { name: 'backup' },
      }
    case 'doubted':
    case 'unnamed':
    case 'contradicted':
      return otherwiseLine(item)
    case 'frozen':
      return {
        tone: 'stop',
        title: say('home.sending-is-stopped'),
        text: say('home.change-from-an-earlier-payment-did'),
        action: say('home.read-why'),
        target: { name: 'stopped' },
      }
  }
}

/** Money of another kind than what is available. */
export interface SideFigure {
  readonly value: string | null
  readonly line: string
  readonly isThere: boolean
}

interface Figures {
  readonly available: { readonly value: string | null; readonly line: string }
  readonly held: SideFigure
  readonly arriving: SideFigure
}

/** The three figures. They are never added up: each is money of another kind. */
export function figuresOf(home: Home): Figures {
  const heldAssets = home.balances.filter((balance) => isSome(balance.held)).length
  const arrivingAssets = home.balances.filter((balance) => isSome(balance.arriving)).length
  const own = home.balances.filter((balance) => isSome(balance.available)).length
  const deposits = home.attention.find((item) => item.kind === 'arriving')?.deposits
  const { holds } = home
  return {
    available: {
      value: home.fiat?.available ?? null,
      line: own === 0 ? say('home.nothing-yet') : say('home.asset-2', { own }),
    },
    held: {
      value: home.fiat?.held ?? null,
      line: holds.length > 0 ? say('home.for', { holds: holds.length }) : say('home.asset-3', { heldAssets }),
      isThere: holds.length + heldAssets > 0,
    },
    arriving: {
      value: home.fiat?.arriving ?? null,
      line: deposits !== undefined ? say('home.deposit', { deposits }) : say('home.asset-4', { arrivingAssets }),
      isThere: deposits !== undefined || arrivingAssets > 0,
    },
  }
}

/** Most valuable first; what has no price follows by name. */
function sortBalances(balances: readonly Balance[]): Balance[] {
  const worth = (balance: Balance): number => (balance.fiat === null ? -1 : Number(balance.fiat))
  return [...balances].sort(
    (a, b) =>
      worth(b) - worth(a) ||
      a.asset.symbol.localeCompare(b.asset.symbol, locale()) ||
      wording(a.asset.chainName).localeCompare(wording(b.asset.chainName), locale()),
  )
}

/** What is listed, and what its owner hid; both most valuable first. */
export function apart(
  balances: readonly Balance[],
  hidden: readonly string[],
): { readonly listed: Balance[]; readonly hidden: Balance[] } {
  const ids = new Set(hidden)
  const sorted = sortBalances(balances)
  return {
    listed: sorted.filter(({ asset }) => !ids.has(asset.assetId)),
    hidden: sorted.filter(({ asset }) => ids.has(asset.assetId)),
  }
}

/** Of which there is something that no sum can have: what it is worth is not known. */
export const unpricedOf = (balances: readonly Balance[]): readonly Balance[] =>
  balances.filter(({ fiat, total }) => fiat === null && isSome(total))

/** The share of each asset in the value of all that have a price, by id; none where only one has any. */
export function sharesOf(balances: readonly Balance[]): ReadonlyMap<string, number> {
  const priced = balances.filter(({ fiat }) => fiat !== null && Number(fiat) > 0)
  const whole = priced.reduce((sum, { fiat }) => sum + Number(fiat), 0)
  return new Map(priced.length < 2 ? [] : priced.map(({ asset, fiat }) => [asset.assetId, Number(fiat) / whole]))
}

/** What is less of the whole than this would be drawn larger than it is. */
const SPLINTER = 0.01

/** How the whole is drawn: a piece for each asset in their order, and one, without an asset, for several that are too small for one each. */
export function piecesOf(
  balances: readonly Balance[],
  shares: ReadonlyMap<string, number>,
): readonly { readonly asset: Balance['asset'] | null; readonly share: number }[] {
  const pieces = balances.flatMap(({ asset }) => {
    const share = shares.get(asset.assetId) ?? 0
    return share === 0 ? [] : [{ asset, share }]
  })
  const small = pieces.filter(({ share }) => share < SPLINTER)
  if (small.length < 2) return pieces
  const rest = small.reduce((sum, { share }) => sum + share, 0)
  return [...pieces.filter((piece) => !small.includes(piece)), { asset: null, share: rest }]
}
