import { doctorLine } from '#contract/errors'
import { say } from '#words'
import { useNow } from '../lib/hooks.ts'
import { formatAge, formatMoment, formatSpan } from '../lib/time.ts'
import { useQuery } from './query.ts'
import type { Connection } from './types.ts'

/** Whether a clock is off by at least that much, rather than by it: the wallet measures no further than a day. */
export const isAtLeast = (skewSeconds: number): boolean => Math.abs(skewSeconds) >= 86_400

export const clockIsOff = (skewSeconds: number): string =>
  say('shell.clock-is-off', {
    span: formatSpan(Math.abs(skewSeconds)),
    more: isAtLeast(skewSeconds),
    ahead: skewSeconds > 0,
  })

export interface ConnectionWords {
  readonly word: string
  /** What works now, in one sentence. */
  readonly meaning: string
}

/** It answers, and not as it is taken to: what that means is said beside it. */
const answersOtherwise = ({ problem }: Connection): boolean =>
  problem !== null && doctorLine(problem.code, problem.details) !== null

/** The service is there, and refuses what this computer asks for the time that it says. */
const hasWrongClock = ({ state, problem }: Connection): boolean =>
  (state === 'stale' || state === 'offline') && problem?.code === 'remote.clock'

/** The state line and what it means. */
export function connectionWords(connection: Connection, now: number): ConnectionWords {
  const since = connection.lastSuccess === null ? null : formatMoment(connection.lastSuccess, now)
  if (connection.problem?.code === 'wallet.permission_ended') {
    return {
      word: say('state.permission-ended'),
      meaning: say('state.you-see-what-was-read-before'),
    }
  }
  if (hasWrongClock(connection)) {
    return { word: say('state.clock-is-wrong'), meaning: say('state.clock-is-wrong-means') }
  }
  switch (connection.state) {
    case 'live':
      return { word: say('state.live'), meaning: say('state.everything-on-screen-is-confirmed-by') }
    case 'updating':
      return { word: say('state.updating'), meaning: say('state.coffer-is-reading-what-is-new') }
    case 'stale':
      return {
        word: since === null ? say('state.stale') : say('state.stale-since', { since }),
        meaning: answersOtherwise(connection)
          ? say('state.you-see-what-was-confirmed')
          : say('state.the-network-does-not-answer-you'),
      }
    case 'offline':
      return {
        word: say('state.offline'),
        meaning: say('state.you-can-read-everything-and-prepare'),
      }
    case 'locked':
      return { word: say('state.locked'), meaning: say('state.unlock-coffer-to-read-what-is') }
    case 'none':
      return { word: say('state.not-connected'), meaning: say('state.this-account-is-not-registered-yet') }
  }
}

/** Why the figures may be old, or null while they are current. */
function stalenessOf(connection: Connection | undefined, now: number): string | null {
  if (connection === undefined || (connection.state !== 'stale' && connection.state !== 'offline')) return null
  return connection.lastSuccess === null
    ? say('state.not-confirmed-by-the-network-yet')
    : say('state.last-confirmed', { lastSuccess: formatAge(connection.lastSuccess, now) })
}

/** The same beside the money, as a sentence: since when, and what that means for what is shown. */
export function cutOffLine(connection: Connection | undefined, now: number): string | null {
  const staleness = stalenessOf(connection, now)
  if (connection === undefined || staleness === null) return null
  return connection.lastSuccess === null || answersOtherwise(connection) || hasWrongClock(connection)
    ? connectionWords(connection, now).meaning
    : say('state.no-connection-since', { since: formatMoment(connection.lastSuccess, now) })
}

export function useConnectionStaleness(account: string): string | null {
  const { value } = useQuery('app.connection', { account })
  return stalenessOf(value, useNow())
}
