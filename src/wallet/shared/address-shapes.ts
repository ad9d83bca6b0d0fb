import type { AssetId } from '#contract/domain'

/*
 * Which chains a text may be an address of, by its shape alone. The service answers whether it is one, so every text that
 * passes here leaves the machine: private keys, phrases and hashes have other lengths and stay.
 */

const BASE58 = '[1-9A-HJ-NP-Za-km-z]'
const shape = (pattern: string, chain: string): readonly [RegExp, AssetId] => [
  new RegExp(`^(?:${pattern})$`),
  chain as AssetId, // a uuid of the table of assets
]

/** The narrow shapes first, since the first chain that takes an address wins. One chain stands for all that share a form. */
const SHAPES: readonly (readonly [RegExp, AssetId])[] = [
  shape('0x[0-9a-fA-F]{40}', '43d61dcd-e413-450d-80b8-101d5e903357'),
  shape(`bc1[a-z0-9]{11,71}|BC1[A-Z0-9]{11,71}|[13]${BASE58}{25,33}`, 'c6d0c728-2624-429b-8e0d-d9d19b6592fa'),
  shape('(?:bitcoincash:)?[qp][a-z0-9]{41}', 'fd11b6e3-0b87-41f1-a41f-f0e9b49e5bf0'),
  shape(`ltc1[a-z0-9]{11,71}|LTC1[A-Z0-9]{11,71}|[LM3]${BASE58}{25,33}`, '76c802a2-7c88-447f-a93e-c29c9e5dd9c8'),
  shape(`[DA9]${BASE58}{33}`, '6770a1e5-6086-44d5-b60f-545f9d9e8ffd'),
  shape(`[X7]${BASE58}{33}`, '6472e7e3-75fd-48b6-b1dc-28d294ee1476'),
  shape(`t[13]${BASE58}{33}`, 'c996abc9-d94e-4494-b1cf-2a3fd3ac5714'),
  shape(`T${BASE58}{33}`, '25dabac5-056a-48ff-b9f9-f67395dc407c'),
  shape(`r${BASE58}{24,34}`, '23dfb5a5-5d7b-48b6-905f-3970e3176e27'),
  shape('G[A-Z2-7]{55}', '56e63c06-b506-4ec5-885a-4a5ac17b83c1'),
  shape('cosmos1[a-z0-9]{38,58}', '7397e9f1-4e42-4dc8-8a3b-171daaadd436'),
  shape(`[48]${BASE58}{94}|4${BASE58}{105}`, '05c5ac01-31f9-4a69-aa8a-ab796de1d041'),
  shape('f[0-3][a-z2-7]{20,86}', '08285081-e1d8-4be6-9edc-e203afa932da'),
  shape(`1${BASE58}{45,47}`, '54c61a72-b982-4034-a556-0d99e3c21e39'),
  shape('X-avax1[a-z0-9]{38}', 'cbc77539-0a20-4666-8c8a-4ded62b36f0a'),
  shape('[EU]Q[A-Za-z0-9_-]{46}', 'ef660437-d915-4e27-ad3f-632bfb6ba0ee'),
  shape(`${BASE58}{32,44}`, '64692c23-8971-4cf4-84a7-4dd1271dd887'),
]

/** Coins of the chains whose addresses look like this text; none for nearly every text. */
export function chainsOfAddress(text: string): readonly AssetId[] {
  return SHAPES.flatMap(([pattern, chain]) => (pattern.test(text) ? chain : []))
}

/** The number that a text is, as people are looked up by it: an identity number, or a phone's in whatever way it is set apart; undefined for any other. */
export function numberOf(text: string): string | undefined {
  if (/^\d{4,12}$/.test(text)) return text
  const plain = text.replaceAll(/[\s().\u2010-\u2013-]/g, '')
  // A zero in brackets belongs to the number in some countries and not in others.
  return /^\+\d{6,15}$/.test(plain) && !text.includes('(0)') ? plain : undefined
}
