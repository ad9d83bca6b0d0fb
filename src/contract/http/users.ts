import { z } from 'zod'
import {
  count,
  flag,
  lines,
  orElse,
  orNull,
  pointHex,
  readableOf,
  said,
  text,
  time,
  userId,
  uuid,
  zeroableTime,
} from '../wire.ts'
import { get, post, wholeNumber } from './endpoint.ts'

/*
 * Records of the service. Members keep the service's own names (snake_case), so that a field can be followed from the
 * wire to a table column by one word; whatever Coffer itself makes is camelCase. Unknown members are dropped.
 */
export const list = <Schema extends z.ZodType>(inner: Schema) => orElse(z.array(inner), [])

// Shared bots and people
export const sharedBot = z.object({
  type: orElse(said, 'app'),
  user_id: userId,
  app_id: userId,
  created_at: time,
})

/** A bot's own card, present on users that are bots. `home_uri` is the page that opens for it. */
export const app = z.object({
  app_id: userId,
  app_number: text,
  name: text,
  description: lines,
  icon_url: text,
  home_uri: text,
  redirect_uri: text,
  creator_id: orNull(userId),
  capabilities: list(said),
  resource_patterns: list(said),
  category: text,
  updated_at: zeroableTime,
})

export const person = {
  user_id: userId,
  identity_number: text,
  phone: text,
  full_name: text,
  biography: lines,
  avatar_url: text,
  /** Observed: STRANGER, FRIEND, BLOCKING, ME. Unknown values are kept. */
  relationship: orElse(said, 'STRANGER'),
  mute_until: zeroableTime,
  created_at: zeroableTime,
} as const

const settings = {
  session_id: orNull(uuid),
  code_id: orNull(uuid),
  code_url: text,
  has_pin: flag,
  device_status: text,
  has_emergency_contact: flag,
  receive_message_source: text,
  accept_conversation_source: text,
  accept_search_source: text,
  fiat_currency: text,
  transfer_notification_threshold: orElse(z.number(), 0),
  transfer_confirmation_threshold: orElse(z.number(), 0),
  pin_token_base64: text,
} as const

export const user = z.object({
  type: orElse(said, 'user'),
  ...person,
  is_verified: flag,
  is_scam: flag,
  is_deactivated: flag,
  has_safe: orElse(z.boolean().nullable(), null),
  app: orNull(app),
  ...settings,
})

export const sequencerUser = z.object({
  ...person,
  ...settings,
  features: list(z.unknown()),
  has_safe: flag,
  salt_base64: text,
  tip_key_base64: text,
  tip_counter: orElse(count, 0),
  spend_public_key: orNull(pointHex),
  is_deactivated: flag,
  app: orNull(app),
})

// Sessions
export const networkUser = z.object({
  user_id: userId,
  session_id: uuid,
  pin_token_base64: text,
  /** The same in standard base64, which older programs read. */
  pin_token: text,
  /** The key that the PIN token is the Montgomery form of. */
  server_public_key: orNull(pointHex),
  full_name: text,
  identity_number: text,
})

export const session = z.object({ user_id: userId, session_id: uuid, public_key: text, platform: text })

export const oauthGrant = z.object({
  scope: text,
  authorization_id: orNull(uuid),
  ed25519: text,
  access_token: text,
})

/** A try of a PIN that went wrong. */
const logEntry = z.object({
  type: orElse(said, 'log'),
  log_id: uuid,
  code: said,
  ip_address: text,
  created_at: time,
})

const source = z.string().max(32).optional()
const threshold = z.number().min(0).max(1e12).optional()

/** One's own card and what one prefers. In both writes an empty member, like one that is left out, changes nothing. */
export const PROFILE_ENDPOINTS = {
  'users.search': get('/search/:q', user, {
    params: { q: z.string().min(1).max(64) },
    scope: 'PROFILE:READ',
    scarce: true,
  }),
  'profile.read': get('/me', user, { scope: 'PROFILE:READ' }),
  'profile.update': post(
    '/me',
    z.object({
      full_name: z.string().max(128).optional(),
      biography: z.string().max(1024).optional(),
      avatar_base64: z.string().optional(),
    }),
    user,
  ),
  /** A new code for what others scan; the one before stands for nobody from then on. */
  'profile.rotateCode': get('/me/code', user, { effect: 'write' }),
  /** By time, the offset not included. */
  'profile.logs': get('/logs', readableOf(logEntry), {
    query: {
      category: z.string().max(64).optional(),
      offset: time.optional(),
      limit: wholeNumber.pipe(z.number().min(1).max(100)).optional(),
    },
  }),
  'profile.prefer': post(
    '/me/preferences',
    z.object({
      receive_message_source: source,
      accept_conversation_source: source,
      accept_search_source: source,
      /** Code of a currency that `fiats.list` has a rate for. */
      fiat_currency: z.string().max(8).optional(),
      transfer_notification_threshold: threshold,
      transfer_confirmation_threshold: threshold,
    }),
    user,
  ),
} as const
