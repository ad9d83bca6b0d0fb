import { z } from 'zod'
import { amount, assetId, count, hash, hex, orNull, pointHex, said, text, userId, uuid } from '../wire.ts'
import { pendingDeposit } from './assets.ts'
import { get, post } from './endpoint.ts'

const seedHex = hex.refine((value) => value.length === 64, 'not 32 bytes of hex')

/** The JSON that a developer dashboard gives for an app; the local network makes the same for its accounts. */
export const keystore = z.object({
  app_id: userId,
  session_id: uuid,
  session_private_key: seedHex,
  server_public_key: pointHex,
  spend_private_key: orNull(seedHex),
})

const localNetwork = z.object({
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

/** Control of the local network. */
export const LOCAL_ENDPOINTS = {
  'local.network': get('/localnet/network', localNetwork, { auth: 'public', local: true }),
  'local.state': get('/localnet/state', localState, { auth: 'public', local: true }),
  /** A bot unless said otherwise, since a keystore is what a developer dashboard gives for an app. */
  'local.account': post(
    '/localnet/accounts',
    z.object({
      full_name: z.string().min(1).max(128),
      kind: z.enum(['user', 'bot']).optional(),
      /** Some residents of the network become its contacts, so that a newcomer finds somebody by name. */
      neighbours: z.boolean().optional(),
      /** Page of a bot. */
      home_uri: z.string().max(1000).optional(),
      /** Six digits: the account is from before TIP keys, and has this PIN. */
      pin: z
        .string()
        .regex(/^\d{6}$/, 'not six digits')
        .optional(),
      /** The account has this TIP key, whichever its spend key is. A PIN beside it is of before and opens nothing any more. */
      tip_public_key: pointHex.optional(),
      /** Registered with this key, as the dashboard does: it is the TIP key too where neither that nor a PIN is given. */
      spend_public_key: pointHex.optional(),
      /** Its own record names no spend key, registered or not, as services before did not. */
      hides_spend_key: z.boolean().optional(),
    }),
    keystore,
    { auth: 'public', local: true },
  ),
  /** A new session for whoever proves to hold a registered spend key: how a phrase brings an account back. */
  'local.session': post(
    '/localnet/sessions',
    z.object({
      public_key: pointHex,
      /** Unix seconds, at most 5 minutes off. */
      timestamp: z.number().int(),
      /** Hex Ed25519 by that key over SHA-256 of `LOCALNET:SESSION:` + public key + timestamp. */
      signature: hex.length(128),
    }),
    keystore,
    { auth: 'public', local: true },
  ),
  /** What an authorization page would give an app once the person has agreed: a code that `oauth.token` takes once. */
  'local.authorize': post(
    '/localnet/authorizations',
    z.object({
      user_id: userId,
      client_id: userId,
      scopes: z
        .array(z.string().regex(/^[A-Z]+:[A-Z]+$/))
        .min(1)
        .max(32),
      code_challenge: z.string().max(100).optional(),
      /** A year if absent. */
      expires_in_seconds: z.number().int().min(1).max(31_536_000).optional(),
    }),
    z.object({ authorization_id: uuid, authorization_code: z.string() }),
    { auth: 'public', local: true },
  ),
  'local.deposit': post(
    '/localnet/deposits',
    z.object({ destination: z.string().min(1), tag: z.string().optional(), asset_id: assetId, amount }),
    pendingDeposit,
    { auth: 'public', local: true },
  ),
  'local.blocks': post(
    '/localnet/blocks',
    z.object({
      count: z.number().int().min(1).max(10_000),
      /** Whether what these blocks credit is final with them, as it is unless this says no. */
      final: z.boolean().optional(),
    }),
    z.object({ block_height: z.number().int() }),
    {
      auth: 'public',
      local: true,
    },
  ),
} as const
