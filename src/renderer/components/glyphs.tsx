import type { ReactNode } from 'react'
import { isSaid, type Said } from '#words'
import { CUT_SIGNS, type CutSign } from './cut-signs.ts'

/*
 * Simple signs drawn for Coffer on a 24 by 24 field: no picture of an asset ever comes from a server. What has no sign
 * of its own gets a monogram.
 */

interface DrawnSign {
  /** Ground of the disc; white is drawn on it in both themes. */
  readonly ground: string
  readonly glyph: ReactNode
}

interface Monogram {
  readonly ground: string
  readonly letters: string
  /** Height of the letters in hundredths of the disc's width. */
  readonly scale: number
}

export type Sign = DrawnSign | CutSign | Monogram

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.9,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
const fill = { fill: 'currentColor' } as const

const bitcoin = (
  <g {...stroke}>
    <path d="M9 6.2v11.6M9 6.2h4.1a2.8 2.8 0 0 1 0 5.6H9m0 0h4.7a3 3 0 0 1 0 6H9M7.2 6.2H9m-1.8 11.6H9M11 4.3v1.9m2.6-1.9v1.9M11 17.8v1.9m2.6-1.9v1.9" />
  </g>
)
const ether = (
  <g {...fill}>
    <path d="M12 3.6 17.4 12 12 15.1 6.6 12z" opacity=".95" />
    <path d="M6.6 13.5 12 16.7l5.4-3.2L12 20.6z" opacity=".7" />
  </g>
)
const tether = (
  <g {...stroke}>
    <path d="M7 6.8h10M12 6.8v11.4M12 13.4c-3.2 0-5.6-.7-5.6-1.7S8.8 10 12 10s5.6.7 5.6 1.7-2.4 1.7-5.6 1.7z" />
  </g>
)
const dollar = (
  <g {...stroke}>
    <path d="M15 8.7c-.4-1.1-1.5-1.7-3-1.7-1.8 0-3.1.9-3.1 2.4 0 3.3 6.3 1.7 6.3 5.1 0 1.6-1.4 2.5-3.2 2.5-1.7 0-2.9-.7-3.2-1.900M12 5.100v1.900m0 10v1.9" />
  </g>
)
const mixin = (
  <g {...stroke}>
    <path d="m7.2 7.2 9.6 9.600m0-9.6-9.6 9.6" />
    <path d="M12 4.600v2.200m0 10.400v2.2" opacity=".7" />
  </g>
)
const solana = (
  <g {...fill}>
    <path d="M8.3 6.400h10.200l-2.5 2.600H5.800zM5.8 10.700H16l2.5 2.600H8.300zM8.3 15h10.200L16 17.600H5.800z" />
  </g>
)
const tron = (
  <g {...stroke}>
    <path
      d="M5.6 6.3 16 8.200l2.7 3-7.4 8zM16 8.200l-4.7 4.2-5.7-6.100m5.7 6.100v6.800m0-6.8 7.4-1.2"
      strokeWidth="1.5"
    />
  </g>
)
const doge = (
  <g {...stroke}>
    <path d="M8.7 6.500h3.100a5.5 5.5 0 0 1 0 11H8.700zM6.7 12h5" />
  </g>
)
const lite = (
  <g {...stroke}>
    <path d="M10.8 5.8 8.6 17.600h8M7 13.200l6.4-2.6" />
  </g>
)
const binance = (
  <g {...fill}>
    <path d="m12 9.7 2.3 2.3-2.3 2.300L9.7 12zM12 5l3.8 3.8-1.7 1.700L12 8.400l-2.1 2.1-1.7-1.700zM5 12l1.7-1.700L8.4 12l-1.7 1.700zm10.6 0 1.7-1.700L19 12l-1.7 1.700zM8.2 15.200l1.7-1.7 2.1 2.1 2.1-2.1 1.7 1.700L12 19z" />
  </g>
)
const ton = (
  <g {...stroke}>
    <path d="M6.3 7.200h11.400L12 18.400zM12 7.200v11" />
  </g>
)
const ripple = (
  <g {...stroke}>
    <path d="M6.8 7.200c2.4 3.7 8 3.7 10.4 0M6.8 16.800c2.4-3.7 8-3.7 10.4 0" />
  </g>
)
const bolt = (
  <g {...fill}>
    <path d="M13.4 4.4 6.6 13.300h4.300l-.8 6.3 7-9.200h-4.500z" />
  </g>
)

const BY_SYMBOL: Readonly<Record<string, Sign>> = {
  BTC: { ground: 'oklch(0.66 0.145 58)', glyph: bitcoin },
  ETH: { ground: 'oklch(0.52 0.075 278)', glyph: ether },
  USDT: { ground: 'oklch(0.55 0.09 172)', glyph: tether },
  USDC: { ground: 'oklch(0.53 0.115 252)', glyph: dollar },
  XIN: { ground: 'oklch(0.45 0.055 245)', glyph: mixin },
  SOL: { ground: 'oklch(0.48 0.125 300)', glyph: solana },
  TRX: { ground: 'oklch(0.55 0.16 25)', glyph: tron },
  DOGE: { ground: 'oklch(0.62 0.09 85)', glyph: doge },
  LTC: { ground: 'oklch(0.55 0.03 250)', glyph: lite },
  BNB: { ground: 'oklch(0.67 0.125 82)', glyph: binance },
  TON: { ground: 'oklch(0.58 0.11 235)', glyph: ton },
  XRP: { ground: 'oklch(0.42 0.02 250)', glyph: ripple },
}

/** By names that anybody gives to a token, such as `constructor`, too. */
const SIGNS: ReadonlyMap<string, Sign> = new Map(Object.entries({ ...BY_SYMBOL, ...CUT_SIGNS }))

const signOf = (symbol: string): Sign | undefined => SIGNS.get(symbol)

/** Networks have names of their own: several of them use ETH as their coin. */
const BY_CHAIN: ReadonlyMap<string, Sign | undefined> = new Map(
  Object.entries({
    Bitcoin: signOf('BTC'),
    Lightning: { ground: 'oklch(0.62 0.13 75)', glyph: bolt },
    Ethereum: signOf('ETH'),
    Litecoin: signOf('LTC'),
    Dogecoin: signOf('DOGE'),
    TRON: signOf('TRX'),
    Solana: signOf('SOL'),
    'BNB Smart Chain': signOf('BNB'),
    TON: signOf('TON'),
    'Bitcoin Cash': signOf('BCH'),
    'Ethereum Classic': signOf('ETC'),
    Polygon: signOf('POL'),
    EOS: signOf('EOS'),
    Dash: signOf('DASH'),
    Zcash: signOf('ZEC'),
    Stellar: signOf('XLM'),
    Monero: signOf('XMR'),
    Filecoin: signOf('FIL'),
    Polkadot: signOf('DOT'),
    'Avalanche X': signOf('AVAX'),
    'Avalanche C': signOf('AVAX'),
    'XRP Ledger': signOf('XRP'),
  }),
)

const GROUNDS = [232, 262, 300, 340, 20, 150, 175, 200].map((hue) => `oklch(0.5 0.075 ${hue})`)

function monogram(letters: string, seed: number): Sign {
  const size = letters.length >= 4 ? 6.4 : letters.length === 3 ? 8 : letters.length === 2 ? 10 : 12.5
  return {
    ground: GROUNDS[seed % GROUNDS.length] ?? 'oklch(0.5 0.075 232)',
    letters,
    scale: Math.round((size / 24) * 100),
  }
}

const seedOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) >>> 0

export function assetSign(symbol: string): Sign {
  return signOf(symbol) ?? monogram([...symbol].slice(0, 4).join('').toUpperCase(), seedOf(symbol))
}

export function chainSign(chainName: string | Said): Sign {
  // A network that nobody has named has no letter of its own.
  const name = isSaid(chainName) ? '' : chainName
  return BY_CHAIN.get(name) ?? monogram(([...name][0] ?? '?').toUpperCase(), seedOf(name))
}
