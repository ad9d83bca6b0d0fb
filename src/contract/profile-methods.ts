import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { user } from './resources.ts'

const source = z.string().max(32).optional()
const threshold = z.number().min(0).max(1e12).optional()

/** One's own card and what one prefers. In both writes an empty member, like one that is left out, changes nothing. */
export const PROFILE_ENDPOINTS = {
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
