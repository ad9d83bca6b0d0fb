import type { Clock, Hash, Holder, HolderId, Log, Nanos, Random, UserId } from '#contract/domain'
import type { PaymentReview, Topic } from '#contract/ipc'
import { hashMembers } from '#protocol'
import type { Remote } from '#remote'
import type { AccountStore } from '#store'
import type { Sync } from '#sync'
import type { Signer } from '#vault'
import type { Directory } from './names.ts'

/** What every noun of the wallet works with for one account; what only some need, they name themselves. */
export interface Desk {
  readonly account: UserId
  readonly self: Holder
  readonly store: AccountStore
  readonly remote: Remote
  readonly signer: Signer
  readonly directory: Directory
  readonly sync: Sync
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Names the network in files for other wallets. */
  readonly network: string
  /** Names it in what is agreed to here. */
  readonly networkName: string
  /** Receives withdrawal fees: a constant of the network's profile. */
  readonly feeUser: UserId
  now(): Nanos
  /** Reads everything anew, in the background. */
  refreshSoon(): void
  /** The holder of that id; null is the account itself. Throws `input.invalid` for a group it does not belong to. */
  holder(id: HolderId | null): Holder
  /** Units of the preferred currency per US dollar. */
  rate(): number | null
  /** How a person agrees to payments here. */
  approval(): PaymentReview['approval']
  unlocked(): boolean
  /** Whether the account's spend key is here; it may be in a phone, or not brought yet. */
  hasKey(): boolean
  announce(topics: readonly Topic[]): void
  /** Begins to sync and picks payments up; harmless when done before. */
  start(): Promise<void>
}

/** Oneself as a group of one. */
export function selfHolder(account: UserId): Holder {
  const membersHash = hashMembers([account]) as Hash // a formula over the id
  return { id: `${membersHash}:1` as HolderId, members: [account], membersHash, threshold: 1 }
}
