import type { Hash } from '#contract/domain'
import { failure } from '#contract/errors'
import {
  type ActReview,
  type Answer,
  type Consent,
  type ConsentName,
  type Input,
  METHODS,
  type MoneyPassphrase,
  type PaymentReview,
  type WalletCalls,
  type WindowAsk,
} from '#contract/ipc'
import { sha3Hash } from '#protocol'
import type { WalletDeps } from './deps.ts'
import { asksPassphrase, type WorthIn } from './money-passphrase.ts'

/*
 * The one gate before everything that changes money or keys. What the table marks as such is not implemented as a call but as a
 * wish: what is to be agreed to, and what is done then. Only this file asks, so nothing can be done without having been asked about.
 */

export interface Wish<Answer> {
  /** What was typed, if anything. */
  readonly passphrase: string | null
  /** What the window of its own shows, where the host has one; worked out only there, where that costs something. */
  readonly shown: WindowAsk | (() => Promise<WindowAsk>)
  /** How much leaves with it; where nobody says so, it counts as above any value. */
  readonly worth?: WorthIn
  /** Does it. Some time has passed since it was shown, if it was: what it depends on is read here. */
  readonly act: () => Promise<Answer>
}

/** A marked method as a part of the wallet implements it. */
type WishFor<Name extends ConsentName> = (input: Input<Name>) => Promise<Wish<Answer<Name>>>

interface GateDeps {
  readonly askInWindow: WalletDeps['askInWindow']
  readonly vault: Pick<WalletDeps['vault'], 'status' | 'checkPassphrase'>
  /** No account is here yet, so there is nothing that could be taken or lost. */
  readonly empty: () => boolean
  /** When the window asks for the passphrase as well. */
  readonly moneyPassphrase: () => MoneyPassphrase
}

/** How a person agrees to payments here. */
export function wayOfConsent({
  askInWindow,
  vault,
}: Pick<GateDeps, 'askInWindow' | 'vault'>): PaymentReview['approval'] {
  return askInWindow !== null ? 'window' : vault.status().passphrase ? 'passphrase' : 'button'
}

const shownOf = async ({ shown }: Wish<unknown>): Promise<WindowAsk> => (typeof shown === 'function' ? shown() : shown)

/** Throws `vault.passphrase_needed`, `vault.wrong_passphrase` or `wallet.declined` unless the person agrees. */
async function agree(about: Consent, wish: Wish<unknown>, deps: GateDeps): Promise<void> {
  const { vault, askInWindow, empty } = deps
  if (empty()) return
  if (vault.status().passphrase && (about === 'keys' || askInWindow === null)) {
    if (wish.passphrase === null) throw failure('vault.passphrase_needed', 'this needs the passphrase')
    await vault.checkPassphrase(wish.passphrase)
  }
  if (askInWindow !== null) await agreeInWindow(about, wish, { ...deps, askInWindow })
  if (vault.status().locked) throw failure('vault.locked', 'locked while it was asked for')
}

/** What the main page says of a passphrase counts for nothing here: the window itself is told whether the one typed in it is right. */
async function agreeInWindow(
  about: Consent,
  wish: Wish<unknown>,
  { vault, askInWindow, moneyPassphrase }: GateDeps & { readonly askInWindow: NonNullable<GateDeps['askInWindow']> },
): Promise<void> {
  const shown = await shownOf(wish)
  const asks = about === 'money' && vault.status().passphrase && asksPassphrase(moneyPassphrase(), wish.worth)
  let isProved = !asks
  const prove = async (passphrase: string): Promise<void> => {
    await vault.checkPassphrase(passphrase)
    isProved = true
  }
  const decision = await (asks ? askInWindow({ ...shown, asksPassphrase: true }, prove) : askInWindow(shown))
  if (decision !== 'approved') throw failure('wallet.declined', 'declined in the window')
  if (!isProved) throw failure('vault.passphrase_needed', 'the window asked for none')
}

/** A review with its checks, and what a person who read it agreed to: its digest, and each of its warnings by id. */
interface Read {
  readonly digest: Hash
  readonly verdict: PaymentReview['verdict']
  readonly checks: readonly { readonly id: string; readonly result: PaymentReview['checks'][number]['result'] }[]
}

interface Refusals<Shown extends Read> {
  /** Nobody can agree to what a check forbids. */
  readonly stopped: (checks: Shown['checks']) => Error
  /** Further reasons to refuse, before warnings are looked at. */
  readonly also?: () => void
  /** Some warnings that were not accepted have an error of their own. */
  readonly unticked?: (checks: Shown['checks']) => Error | undefined
}

/**
 * Throws `wallet.review_changed` for another digest, and unless all that is shown may be agreed to and every warning was. No window lets a
 * warning that it shows go unticked: one that was not has come up since.
 */
export function needAgreed<Shown extends Read>(
  shown: Shown,
  agreed: { readonly digest: Hash; readonly accepted: readonly string[] },
  { stopped, also, unticked }: Refusals<Shown>,
): void {
  if (shown.digest !== agreed.digest) throw failure('wallet.review_changed', 'another digest was approved')
  const stops = shown.checks.filter(({ result }) => result === 'stop')
  if (stops.length > 0 || shown.verdict === 'stop') throw stopped(stops)
  also?.()
  const left = shown.checks.filter(({ id, result }) => result === 'attention' && !agreed.accepted.includes(id))
  if (left.length === 0) return
  throw (
    unticked?.(left) ?? failure('wallet.review_changed', 'a warning was not accepted', { details: { warning: 'new' } })
  )
}

/** What the parts of the wallet implement: wishes for the methods that are marked, calls for the others. */
export type Parts = {
  readonly [Name in keyof WalletCalls]: Name extends ConsentName ? WishFor<Name> : WalletCalls[Name]
}

/** The same methods with the gate before each that is marked. A marked one that is left out here is a wish still, and no call. */
export function gated(parts: Parts, deps: GateDeps): WalletCalls {
  const asked =
    <Name extends ConsentName>(name: Name, wished: WishFor<Name>) =>
    async (input: Input<Name>): Promise<Answer<Name>> => {
      const wish = await wished(input)
      await agree(METHODS[name].consent, wish, deps)
      return wish.act()
    }
  return {
    ...parts,
    'keys.reveal': asked('keys.reveal', parts['keys.reveal']),
    'keys.revealKey': asked('keys.revealKey', parts['keys.revealKey']),
    'app.setMoneyPassphrase': asked('app.setMoneyPassphrase', parts['app.setMoneyPassphrase']),
    'vault.setPassphrase': asked('vault.setPassphrase', parts['vault.setPassphrase']),
    'accounts.remove': asked('accounts.remove', parts['accounts.remove']),
    'payments.approve': asked('payments.approve', parts['payments.approve']),
    'payments.sendNow': asked('payments.sendNow', parts['payments.sendNow']),
    'payments.putAway': asked('payments.putAway', parts['payments.putAway']),
    'payments.setChangeBound': asked('payments.setChangeBound', parts['payments.setChangeBound']),
    'payments.unfreeze': asked('payments.unfreeze', parts['payments.unfreeze']),
    'network.setLine': asked('network.setLine', parts['network.setLine']),
    'nodes.set': asked('nodes.set', parts['nodes.set']),
    'policies.set': asked('policies.set', parts['policies.set']),
    'approvals.sign': asked('approvals.sign', parts['approvals.sign']),
    'approvals.signOffline': asked('approvals.signOffline', parts['approvals.signOffline']),
    'approvals.unlock': asked('approvals.unlock', parts['approvals.unlock']),
    'backup.setUp': asked('backup.setUp', parts['backup.setUp']),
    'backup.restore': asked('backup.restore', parts['backup.restore']),
    'backup.makeWithWords': asked('backup.makeWithWords', parts['backup.makeWithWords']),
  }
}

/** What a window says of something that is not a payment. `about` names what it is done to. */
export function actReview(act: ActReview['act'], about: string, words: Omit<ActReview, 'act' | 'digest'>): ActReview {
  const meaning = JSON.stringify(['act', act, about, words])
  return { act, ...words, digest: sha3Hash(Buffer.from(meaning).toString('hex')) as Hash } // 32 bytes of hex
}
