import { z } from 'zod'
import { changeTime, count, hash, lines, orElse, orNull, said, text, time, zeroableTime } from '../wire.ts'

export const collection = z.object({
  type: orElse(said, 'collection'),
  collection_hash: hash,
  supply: said,
  unit: said,
  symbol: text,
  name: text,
  description: lines,
  icon_url: text,
  treasury: orNull(z.object({ ratio: text, recipient: text })),
  asset_key: text,
  kernel_asset_id: orNull(hash),
  minimum_price: text,
  created_at: time,
  updated_at: changeTime,
})

export const inscriptionItem = z.object({
  type: orElse(said, 'inscription'),
  inscription_hash: hash,
  collection_hash: hash,
  sequence: count,
  content_type: text,
  content_url: text,
  recipient: text,
  owner: text,
  occupied_by: text,
  occupied_at: zeroableTime,
  /** JSON text of [{name, value}]; untrusted. */
  traits: lines,
  created_at: time,
  updated_at: changeTime,
})
