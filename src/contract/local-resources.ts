import { z } from 'zod'
import { amount, assetId, count, hash, hex, orNull, pointHex, said, text, userId, uuid } from './wire.ts'

const seedHex = hex.refine((value) => value.length === 64, 'not 32 bytes of hex')

/** The JSON that a developer dashboard gives for an app; the local network makes the same for its accounts. */
export const keystore = z.object({
  app_id: userId,
  session_id: uuid,
  session_private_key: seedHex,
  server_public_key: pointHex,
  spend_private_key: orNull(seedHex),
})

export const localNetwork = z.object({
  name: said,
  network_id: hash,
  deposit_public_key: pointHex,
  server_public_key: pointHex,
  block_height: count,
  automatic_blocks: z.boolean(),
})

/** The bot in whose name people are asked by their phones, and some of those who can be asked. */
export const localPhone = z.object({
  app_id: userId,
  people: z.array(z.object({ user_id: userId, full_name: said, identity_number: text })),
})

export const localState = z.object({
  accounts: count,
  registered: count,
  outputs: z.object({ unspent: count, signed: count, spent: count }),
  transactions: count,
  snapshots: count,
  deposits: z.object({ pending: count, confirmed: count }),
  multisigs: count,
  block_height: count,
  totals: z.array(
    z.object({
      asset_id: assetId,
      symbol: said,
      deposited: amount,
      withdrawn: amount,
      unspent: amount,
      signed: amount,
    }),
  ),
})
