import type { UserId } from '#contract/domain'
import type { MethodName } from '#contract/ipc'
import type { Parts } from './consent.ts'
import type { Desk } from './desk.ts'

/** A part of the surface, implemented by one noun of the wallet; what is marked as consenting, as wishes. */
export type CallsOf<Prefix extends string> = Pick<Parts, Extract<MethodName, `${Prefix}.${string}`>>

/** The running account of that id. Throws `wallet.account_unknown` or, before registration, `wallet.account_not_ready`. */
export interface Runtimes<At extends Desk = Desk> {
  any(account: UserId): At
  /** Whichever runs, for calls that concern no account. */
  first(): At
  ready(account: UserId): At
}
