import { isolated, say, wording } from '#words'
import { formatFigure, isMinimum, isSome } from '../../lib/digits.ts'
import type { Asset, DepositAddress, IncomingDeposit, MissedDeposit, ReceiveNetwork } from '../../state/types.ts'

export interface NetworkChoice {
  readonly asset: Asset
  readonly network: ReceiveNetwork
}

/** One asset as people name it, with every network that carries it. */
export interface AssetChoice {
  readonly symbol: string
  readonly name: string
  readonly networks: readonly NetworkChoice[]
}

/** Assets first, networks second: the network is always a choice of its own, since a wrong one loses the deposit. */
export function assetChoices(networks: readonly ReceiveNetwork[]): AssetChoice[] {
  const bySymbol = new Map<string, NetworkChoice[]>()
  for (const network of networks) {
    for (const asset of network.assets) {
      const known = bySymbol.get(asset.symbol) ?? []
      known.push({ asset, network })
      bySymbol.set(asset.symbol, known)
    }
  }
  return [...bySymbol].map(([symbol, choices]) => {
    const sorted = [...choices].sort(
      (a, b) => Number(b.asset.assetId === b.network.chainId) - Number(a.asset.assetId === a.network.chainId),
    )
    const names = sorted.map((choice) => wording(choice.asset.name))
    return { symbol, name: names.reduce((a, b) => (b.length < a.length ? b : a), names[0] ?? symbol), networks: sorted }
  })
}

/** What stands under an address: what alone may be sent there, when it counts, and how much does. */
export function addressFacts(address: DepositAddress, choice: NetworkChoice): readonly string[] {
  const { network, asset } = choice
  const { symbol } = asset
  const only =
    network.assets.length > 1
      ? say('receive.send-only-or-another-asset-of', {
          symbol,
          network: network.name,
        })
      : say('receive.send-only-over-the-network-anything', {
          symbol,
          network: network.name,
        })
  const counts = say('receive.it-counts-after-confirmation-of-the', { confirmations: address.confirmations })
  const [hasLeast, hasMost] = [isMinimum(address.minimum), isSome(address.maximum)]
  const [minimum, maximum] = [formatFigure(address.minimum), formatFigure(address.maximum)]
  // The service names bounds for the address, which all assets of its chain share: only where there is one it is known of which.
  if (network.assets.length > 1 && (hasLeast || hasMost)) {
    const named = { minimum: hasLeast ? minimum : 'none', maximum: hasMost ? maximum : 'none' }
    return [only, counts, say('receive.bounds-of-no-asset', named)]
  }
  const bounds = [
    ...(hasLeast ? [say('receive.the-least-that-is-credited-is', { minimum, symbol })] : []),
    ...(hasMost ? [say('receive.the-most-that-is-credited-is', { maximum, symbol })] : []),
  ]
  return [only, [counts, ...bounds].join(' · ')]
}

export interface Arrival {
  readonly text: string
  readonly missing: number
  /** What to do about one that has been on its way for long. */
  readonly late: string | null
}

/** Nearly every deposit needs minutes, or some hours. */
const LATE_MS = 24 * 3_600_000

/** How far a deposit has come. What the service calls confirmed counts no earlier than its coin. */
export function arrival(deposit: IncomingDeposit, now: number): Arrival {
  const { confirmations, threshold } = deposit
  const missing = Math.max(0, threshold - confirmations)
  const isConfirmed = deposit.state === 'confirmed' || (threshold > 0 && missing === 0)
  const isLate = now - new Date(deposit.createdAt).getTime() > LATE_MS
  return {
    missing,
    text: isConfirmed
      ? say('receive.confirmed')
      : threshold === 0
        ? say('receive.seen')
        : say('receive.of-confirmation', { confirmations, threshold }),
    late: isLate ? say(isConfirmed ? 'receive.late-credit' : 'receive.late') : null,
  }
}

/** The service takes its time between what it lists as on its way and what it credits. */
const CREDITED_MS = 15 * 60_000

/** What became of one that is listed no more. */
export function missedWords(deposit: MissedDeposit, now: number): Pick<Arrival, 'text' | 'late'> {
  const { asset, credited } = deposit
  if (credited !== null) {
    const values = {
      credited: formatFigure(credited),
      amount: formatFigure(deposit.amount),
      symbol: isolated(asset.symbol),
    }
    return { text: say('receive.credited-less', values), late: say('receive.credited-less-means') }
  }
  // Where the clock was set back since, nobody knows how long ago that was.
  const isRecent = Math.abs(now - new Date(deposit.since).getTime()) < CREDITED_MS
  return isRecent
    ? { text: say('receive.about-to-be-credited'), late: null }
    : { text: say('receive.listed-no-more'), late: say('receive.listed-no-more-means') }
}

/** What one compares of a hash: some chains write their numbers with a mark before them. */
export const hashIn = (text: string): string => text.trim().toLowerCase().replace(/^0x/, '')

/** Blocks that bring every pending deposit home, for the practice network. */
export function blocksNeeded(deposits: readonly IncomingDeposit[]): number {
  return Math.max(1, ...deposits.map((deposit) => Math.max(0, deposit.threshold - deposit.confirmations)))
}
