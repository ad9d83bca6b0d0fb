import { createRemote, type Remote } from '#remote'
import type { WalletDeps } from './deps.ts'

export type Line = Pick<WalletDeps, 'network' | 'fetch' | 'clock' | 'random' | 'log'>
type Bearer = Pick<Parameters<typeof createRemote>[0], 'authorize' | 'answerKey'>

/** The service, asked by whoever can tell who asks; by anybody, where nobody is named. */
export const remoteFor = ({ network, fetch, clock, random, log }: Line, bearer: Bearer = {}): Remote =>
  createRemote({ ...{ baseUrl: network.baseUrl, dialect: network.dialect, fetch, clock, random, log }, ...bearer })
