import { type Asset, HOUR, type Nanos } from '#contract/domain'
import { type Amount, formatAmountShort, parseAmount, toAmount } from '#protocol'

/** Play values around which the market of this network moves: plausible and made up. Nothing here is worth anything. */
const PLAY_PRICES: Readonly<Record<string, string>> = {
  BTC: '64250',
  ETH: '3120',
  USDT: '1',
  USDC: '1',
  XIN: '142.5',
  SOL: '148.2',
  TRX: '0.162',
  DOGE: '0.118',
  LTC: '72.4',
  BNB: '585',
  POL: '0.41',
  TON: '5.3',
  XRP: '0.58',
  BCH: '365',
  ETC: '19.6',
  EOS: '0.52',
  DASH: '26.1',
  ZEC: '31.8',
  XLM: '0.098',
  ATOM: '4.7',
  XMR: '158',
  NEAR: '4.9',
  FIL: '3.8',
  MOB: '0.12',
  DOT: '4.3',
  AVAX: '26.9',
  APT: '8.6',
  HYPE: '24',
  UNI: '7.4',
  A: '0.49',
}

/** What a unit costs on the long run, and what costs are reckoned by; a dollar where nobody thought of a price. */
export const basePrice = (symbol: string): Amount => parseAmount(PLAY_PRICES[symbol] ?? '1')

const DAY = 24
const UNIT = 100_000_000n
/** Coins that stand for a dollar stray from it by so much less. */
const STEADY = new Set(['USDT', 'USDC'])

/** Slow and quick waves: their length in hours, and how far each of them carries a price away from its middle. */
const WAVES = [
  [290 * DAY, 0.11],
  [61 * DAY, 0.06],
  [17 * DAY, 0.035],
  [5.3 * DAY, 0.02],
  [31, 0.009],
  [9, 0.005],
] as const

/** A number from 0 to 1 that is the same for the same text at any time. */
function chance(text: string): number {
  let hash = 2_166_136_261
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507)
  hash ^= hash >>> 13
  return (hash >>> 0) / 2 ** 32
}

/** By how much of itself a price is away from its middle in an hour. */
function swing(symbol: string, hour: number): number {
  const waves = WAVES.map(([length, size], at) => {
    const turn = 2 * Math.PI * (hour / length + chance(`${symbol} ${at}`))
    return size * Math.sin(turn)
  })
  const noise = (chance(`${symbol}:${hour}`) - 0.5) * 0.008
  const all = waves.reduce((sum, wave) => sum + wave, noise)
  return STEADY.has(symbol) ? all / 200 : all
}

/** What a unit cost in the hour of a time: it follows from symbol and hour alone, so that every network of any seed agrees. */
export function priceAt(symbol: string, time: Nanos): Amount {
  const millionths = BigInt(Math.round((1 + swing(symbol, Number(time / HOUR))) * 1_000_000))
  const units = (basePrice(symbol) * millionths) / 1_000_000n
  // Five figures, as prices are quoted.
  const step = 10n ** BigInt(Math.max(0, units.toString().length - 6))
  return toAmount((units / step) * step)
}

type Priced = Pick<Asset, 'price_usd' | 'price_btc' | 'change_usd' | 'change_btc' | 'price_updated_at'>

/** The members of an asset's record that its price makes. */
export function marketOf(symbol: string, time: Nanos): Priced {
  const before = (time - BigInt(DAY) * HOUR) as Nanos // a day earlier
  const [usd, usdBefore] = [priceAt(symbol, time), priceAt(symbol, before)]
  const [btc, btcBefore] = [(usd * UNIT) / priceAt('BTC', time), (usdBefore * UNIT) / priceAt('BTC', before)]
  return {
    price_usd: formatAmountShort(usd),
    price_btc: formatAmountShort(toAmount(btc)),
    change_usd: change(usdBefore, usd),
    change_btc: change(btcBefore, btc),
    price_updated_at: (time - (time % HOUR)) as Nanos, // a whole hour
  }
}

function change(from: bigint, to: bigint): string {
  if (from === 0n) return '0'
  const units = ((to - from) * UNIT) / from
  return `${units < 0n ? '-' : ''}${formatAmountShort(toAmount(units < 0n ? -units : units))}`
}
