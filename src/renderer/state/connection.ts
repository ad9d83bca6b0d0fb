import { useNow } from '../lib/hooks.ts'
import { formatAge, formatMoment } from '../lib/time.ts'
import { useQuery } from './query.ts'
import type { Connection } from './types.ts'

export interface ConnectionWords {
  readonly word: string
  /** What works now, in one sentence. */
  readonly meaning: string
}

/** The state line and what it means. */
export function connectionWords(connection: Connection, now: number): ConnectionWords {
  const since = connection.lastSuccess === null ? null : formatMoment(connection.lastSuccess, now)
  if (connection.problem?.code === 'wallet.permission_ended') {
    return {
      word: 'Permission ended',
      meaning: 'You see what was read before. Give this account a new permission in Settings, Accounts.',
    }
  }
  switch (connection.state) {
    case 'live':
      return { word: 'Live', meaning: 'Everything on screen is confirmed by the network.' }
    case 'updating':
      return { word: 'Updating', meaning: 'Coffer is reading what is new. You can go on working.' }
    case 'stale':
      return {
        word: since === null ? 'Stale' : `Stale since ${since}`,
        meaning:
          'The network does not answer. You see what was last confirmed; nothing is sent until it answers again.',
      }
    case 'offline':
      return {
        word: 'Offline',
        meaning: 'You can read everything and prepare drafts. Sending and new addresses wait for a connection.',
      }
    case 'locked':
      return { word: 'Locked', meaning: 'Unlock Coffer to read what is new.' }
    case 'none':
      return { word: 'Not connected', meaning: 'This account is not registered yet, so there is nothing to read.' }
  }
}

/** Why the figures may be old, or null while they are current. */
function stalenessOf(connection: Connection | undefined, now: number): string | null {
  if (connection === undefined || (connection.state !== 'stale' && connection.state !== 'offline')) return null
  return connection.lastSuccess === null
    ? 'Not confirmed by the network yet'
    : `Last confirmed ${formatAge(connection.lastSuccess, now)}`
}

export function useConnectionStaleness(account: string): string | null {
  const { value } = useQuery('app.connection', { account })
  return stalenessOf(value, useNow())
}
