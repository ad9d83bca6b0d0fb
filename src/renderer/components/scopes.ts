import { say } from '#words'

/** What a scope lets somebody see, in words. */
const SCOPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'PROFILE:READ': say('settings.name-and-number'),
    'ASSETS:READ': say('settings.assets-balances-and-coins'),
    'SNAPSHOTS:READ': say('settings.history'),
    'CONTACTS:READ': say('settings.contacts'),
    'PHONE:READ': say('settings.phone-number'),
    'COLLECTIBLES:READ': say('settings.collectibles'),
    'CIRCLES:READ': say('settings.circles'),
    'CIRCLES:WRITE': say('settings.changing-circles'),
    'MESSAGES:REPRESENT': say('settings.writing-messages-in-its-name'),
    'STICKER:READ': say('settings.stickers'),
  }),
)

export const scopeWords = (scope: string): string => SCOPES.get(scope) ?? say('settings.not-known-to-coffer')
