import type { Permission } from '../../../state/types.ts'

/** What a scope lets somebody see, in words. */
const SCOPES: Readonly<Record<string, string>> = {
  'PROFILE:READ': 'name and number',
  'ASSETS:READ': 'assets, balances and coins',
  'SNAPSHOTS:READ': 'history',
  'CONTACTS:READ': 'contacts',
  'PHONE:READ': 'phone number',
  'COLLECTIBLES:READ': 'collectibles',
  'CIRCLES:READ': 'circles',
  'CIRCLES:WRITE': 'changing circles',
  'MESSAGES:REPRESENT': 'writing messages in its name',
  'STICKER:READ': 'stickers',
}

export const scopeWords = (scope: string): string => SCOPES[scope] ?? 'not known to Coffer'

export const FORMS: Readonly<Record<Permission['kind'], string>> = {
  authorization: 'Keys of an authorization, which sign a token for each request',
  token: 'An access token, sent as it is',
}

/** What only this account's owner can do, said once where the account is looked at. */
export const CANNOT = 'It cannot send, sign, make deposit addresses or show words: its key is not on this computer.'
