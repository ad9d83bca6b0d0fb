import type { Clock, Log, NetworkProfile, Output, Random, Snapshot, UserId } from '#contract/domain'
import type { EndpointAnswer, EndpointName } from '#contract/http'
import type { LineView, Verdict } from '#contract/ipc'
import type { SpentKeys } from '#protocol'
import type { RemoteDeps } from '#remote'
import type { Probe } from './probe.ts'

/** Who is examined for, and with what. */
export interface Patient {
  readonly account: UserId
  readonly network: NetworkProfile
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly authorize: NonNullable<RemoteDeps['authorize']>
  readonly answerKey?: NonNullable<RemoteDeps['answerKey']>
  /** Public half of the spend key that is at hand, in each reading that it may have; none without one. */
  readonly spendKeys: readonly string[]
  /** Throws where the spend key at hand does not open every input; null without one. */
  readonly prove: ((inputs: readonly SpentKeys[], views: readonly string[]) => Promise<unknown>) | null
  /** Whether calls may be asked that make one-time keys and a deposit address. */
  readonly makesKeys: boolean
  /** The way out of `fetch`; absent where it is as ever. */
  readonly way?: LineView
  /** How each of the nodes stands that are asked for a second opinion; absent where none can be. */
  readonly nodes?: () => Promise<readonly ('ours' | 'network' | 'silent')[]>
}

/** What one check found out for those after it. */
interface Seen {
  me?: EndpointAnswer<'me.read'>
  asset?: EndpointAnswer<'assets.list'>[number]
  outputs?: readonly Output[]
  snapshots?: readonly Snapshot[]
  ghosts?: EndpointAnswer<'keys.request'>
}

export interface Examination {
  readonly patient: Patient
  readonly probe: Probe
  readonly seen: Seen
}

export interface Outcome {
  readonly verdict: Verdict
  readonly detail?: string
  readonly more?: readonly string[]
  readonly missing?: readonly string[]
}

export interface Check {
  readonly name: string
  readonly call?: EndpointName
  /** Whether money depends on it. */
  readonly money: boolean
  /** It would make keys or an address. */
  readonly makesKeys?: true
  /** Throws what the call throws. */
  readonly run: (at: Examination) => Promise<Outcome> | Outcome
}

export const assumed = (detail = ''): Outcome => ({ verdict: 'assumed', detail })
export const differs = (detail: string): Outcome => ({ verdict: 'differs', detail })
export const unseen: Outcome = { verdict: 'unseen' }
/** As assumed where it is so, else as found. */
export const so = (isSo: boolean, found: string): Outcome => (isSo ? assumed() : differs(found))
