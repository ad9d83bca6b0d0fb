import type { z } from 'zod'
import type { asset, chain, depositEntry, fee, fiat, pendingDeposit } from './http/assets.ts'
import type { code } from './http/codes.ts'
import type { Dialect } from './http/index.ts'
import type { collection, inscriptionItem } from './http/inscriptions.ts'
import type { keystore, localState } from './http/local.ts'
import type { ghostKeys, legacyOutput, multisigRecord, output, snapshot, transactionRecord } from './http/outputs.ts'
import type { app, sequencerUser, sharedBot, user } from './http/users.ts'
import { msOf, type Nanos } from './time.ts'
import type { assetId, hash, holderId, outputId, requestId, snapshotId, userId } from './wire.ts'

export { cleanText } from '#protocol/text'
export type { Dialect } from './http/index.ts'
export {
  DAY,
  formatTime,
  HOUR,
  MINUTE,
  msOf,
  type Nanos,
  nanosOf,
  parseTime,
  SECOND,
  secondsOf,
} from './time.ts'

export type UserId = z.output<typeof userId>
export type AssetId = z.output<typeof assetId>
export type RequestId = z.output<typeof requestId>
export type OutputId = z.output<typeof outputId>
export type SnapshotId = z.output<typeof snapshotId>
export type Hash = z.output<typeof hash>

export type User = z.output<typeof user>
export type SequencerUser = z.output<typeof sequencerUser>
export type App = z.output<typeof app>
export type SharedBot = z.output<typeof sharedBot>
export type Asset = z.output<typeof asset>
export type Chain = z.output<typeof chain>
export type Fee = z.output<typeof fee>
export type Fiat = z.output<typeof fiat>
export type DepositEntry = z.output<typeof depositEntry>
export type PendingDeposit = z.output<typeof pendingDeposit>
export type Output = z.output<typeof output>
export type OutputState = Output['state']
export type GhostKeys = z.output<typeof ghostKeys>
export type TransactionRecord = z.output<typeof transactionRecord>
export type MultisigRecord = z.output<typeof multisigRecord>
export type Snapshot = z.output<typeof snapshot>
export type Collection = z.output<typeof collection>
export type InscriptionItem = z.output<typeof inscriptionItem>
export type Code = z.output<typeof code>
export type LegacyOutput = z.output<typeof legacyOutput>
export type Keystore = z.output<typeof keystore>
export type LocalState = z.output<typeof localState>

/** Owner of outputs: the members hash and threshold, written `hash:threshold`. Oneself is a group of one. */
export type HolderId = z.output<typeof holderId>

export interface Holder {
  readonly id: HolderId
  readonly members: readonly UserId[]
  readonly membersHash: Hash
  readonly threshold: number
}

/** Whether a holder paid it: the same people at another threshold are another one, and who leaves the threshold out says nothing of it. */
export const isPaidBy = (
  { senders_hash: hash, senders_threshold: threshold }: Pick<Output, 'senders_hash' | 'senders_threshold'>,
  holder: Pick<Holder, 'membersHash' | 'threshold'>,
): boolean => hash === holder.membersHash && (threshold === 0 || threshold === holder.threshold)

/** Where a wallet's money lives, and how that place is spoken to. */
export interface NetworkProfile {
  /** Folder name and label: `local`, `mainnet`, or a name made from a custom URL. */
  readonly name: string
  readonly kind: 'local' | 'mainnet' | 'custom'
  readonly baseUrl: string
  readonly dialect: Dialect
  /** Where phones are asked for permissions. */
  readonly phoneSocket: string
  /** Keys under one of which every deposit address must be signed. */
  readonly depositKeys: readonly string[]
  /** Who is paid withdrawal fees here; never taken from an answer. */
  readonly feeUserId: UserId
  /** By which the nodes of its ledger name it. */
  readonly networkId: Hash
}

/** The part of an AbortSignal that is used; the platform's own type is not known to pure modules. */
export interface Abort {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Time as an argument: nothing below a host's entry point reads the ambient clock. */
export interface Clock {
  /** Unix time in nanoseconds; may jump when a person sets the clock. */
  now(): Nanos
  /** Milliseconds that only ever grow; for deadlines and back-off. */
  monotonicMs(): number
  /** Resolves after that long, or at once when the signal aborts. */
  sleep(milliseconds: number, signal?: Abort): Promise<void>
}

/** A moment by both clocks: the one that only grows stands on some systems while the computer sleeps, the one on the wall may be set. */
export interface Moment {
  readonly monotonicMs: number
  readonly wall: Nanos
}

export const momentOf = (clock: Pick<Clock, 'now' | 'monotonicMs'>): Moment => ({
  monotonicMs: clock.monotonicMs(),
  wall: clock.now(),
})

/** Milliseconds from one moment to another, by the clock that says more; behind a clock that was set back nobody knows how many. */
export function passedMs(from: Moment, to: Moment): number {
  const onTheWall = msOf(to.wall - from.wall)
  return onTheWall < 0 ? Number.POSITIVE_INFINITY : Math.max(onTheWall, to.monotonicMs - from.monotonicMs)
}

const IN_STEP_MS = 5_000

/** Whether both clocks went on alike: neither did the computer sleep meanwhile, nor was its clock set. */
export const wentInStep = (from: Moment, to: Moment): boolean =>
  Math.abs(msOf(to.wall - from.wall) - (to.monotonicMs - from.monotonicMs)) <= IN_STEP_MS

export type Random = (length: number) => Uint8Array

/** Does one work after another: each begins when all that was asked for before has ended, well or badly. */
export type InTurn = <Value>(work: () => Promise<Value>) => Promise<Value>

export function takingTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

/** What a line of the log is about: the first word of its event. */
export const LOG_AREAS = [
  'account',
  'answer',
  'approval',
  'approvals',
  'backup',
  'call',
  'consolidation',
  'event',
  'host',
  'line',
  'link',
  'localnet',
  'network',
  'outside',
  'page',
  'payment',
  'phone',
  'presence',
  'remote',
  'runs',
  'schedule',
  'store',
  'sync',
  'update',
  'vault',
  'webapp',
  'window',
] as const
export type LogEvent = 'uncaught' | 'unhandled' | `${(typeof LOG_AREAS)[number]}.${string}`

/** The only fields that are written. One is added here in review, after asking what it can hold. */
export const LOG_FIELDS = [
  'account',
  'at',
  'attempt',
  'attempts',
  'code',
  'count',
  'durationMs',
  'endpoint',
  'error',
  'field',
  'file',
  'host',
  'logId',
  'method',
  'network',
  'output',
  'part',
  'payment',
  'plan',
  'platform',
  'port',
  'reason',
  'request',
  'snapshot',
  'state',
  'status',
  'store',
  'transaction',
  'tries',
  'version',
  'waitMs',
  'what',
] as const
export type LogFields = Readonly<Partial<Record<(typeof LOG_FIELDS)[number], string | number | boolean | null>>>

/**
 * Log of a host. Fields are chosen one by one by the caller and never hold keys, tokens, phrases, raw bodies or memos;
 * ids are shortened by the log itself.
 */
export type Log = (level: 'debug' | 'info' | 'warn' | 'error', event: LogEvent, fields?: LogFields) => void

/** Coffer's own table of assets (resources/assets.json): names are never taken from a server when they are listed here. */
export interface AssetTable {
  readonly chains: readonly {
    readonly chain_id: string
    readonly name: string
    readonly symbol: string
    readonly confirmations: number
    readonly tag: string
  }[]
  readonly assets: readonly {
    readonly asset_id: string
    readonly chain_id: string
    readonly symbol: string
    readonly name: string
    readonly asset_key: string
    readonly precision: number
    readonly kernel_asset_id: string
  }[]
}
