/** Failures of the line: the service did not say anything about what was asked. */
export const AWAY: ReadonlySet<string> = new Set([
  'remote.unreachable',
  'remote.timeout',
  'remote.server',
  'remote.rate_limited',
])
