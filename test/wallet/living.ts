import { cpSync } from 'node:fs'
import {
  type AssetId,
  type Clock,
  type Hash,
  HOUR,
  type HolderId,
  type Nanos,
  type RequestId,
  type UserId,
} from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { PartyView, PolicyRules } from '#contract/ipc'
import type { Amount } from '#protocol'
import { systemClock } from '../support/clock.ts'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import { type TestKeychain, testKeychain } from '../support/keychain.ts'
import { authorizationOf } from '../support/permission.ts'
import { newFolder } from '../support/scratch.ts'
import { approving, BTC, newPhrase, type OpenWallet, type PlayNetwork, type PrepareInput } from '../support/wallet.ts'
import type { PaymentReview, PaymentView } from '../support/worded.ts'
import type { Code } from './living-codes.ts'

/* People who live with their wallets, on whatever computer, over a line that loses answers. What each may do next stands in files of its own. */

/** One computer of somebody, with the files that it has. */
export interface Desk {
  readonly name: string
  readonly account: UserId
  /** Empty where the account is only watched. */
  readonly phrase: string
  readonly clock: ReturnType<typeof deskClock>
  /** What locks it, if anything does. */
  passphrase: string | null
  /** What this person calls things, people and addresses here: what was given last. */
  readonly called: {
    readonly rows: Map<string, string>
    readonly people: Map<UserId, string>
    readonly places: Map<string, string>
  }
  /** How a backup of it is opened. */
  readonly backups: string
  dir: string
  keychain: TestKeychain
  readonly line: FaultyLine
  wallet: OpenWallet
  /** Files as they were at some time before. */
  older: { readonly dir: string; readonly keychain: TestKeychain; readonly passphrase: string | null } | null
}

/** A list of payments, or a plan, that is known to some computers. */
export interface SharedList {
  readonly holder: HolderId | null
  readonly amounts: readonly Amount[]
  readonly desks: Desk[]
}
export interface SharedRun extends SharedList {
  readonly runId: RequestId
}

/** Both sides age together. */
export function lifetime() {
  let ahead = 0n
  const clock: Clock = { ...systemClock, now: () => (systemClock.now() + ahead) as Nanos }
  return {
    clock,
    forward: (hours: number) => {
      ahead += BigInt(hours) * HOUR
    },
  }
}

/** A computer's own idea of the time: it may be set wrong, and jumps then. */
function deskClock({ clock }: Pick<ReturnType<typeof lifetime>, 'clock'>) {
  const state = { ahead: 0n, furthest: 0n, jumps: 0 }
  return {
    ...clock,
    now: () => (clock.now() + state.ahead) as Nanos,
    state,
    set(seconds: number): void {
      const ahead = BigInt(seconds) * 1_000_000_000n
      if (ahead === state.ahead) return
      state.ahead = ahead
      if (ahead > state.furthest) state.furthest = ahead
      state.jumps += 1
    },
  }
}

export interface Life {
  readonly network: PlayNetwork
  readonly time: ReturnType<typeof lifetime>
  readonly desks: Desk[]
  readonly payees: readonly UserId[]
  readonly holder: HolderId
  readonly runs: readonly SharedRun[]
  readonly codes: readonly Code[]
  /** Plans of which each time pays the amount once; how many times there can have been by now is `times`. */
  readonly plans: readonly (SharedList & { readonly repeats: boolean })[]
  readonly items: readonly Hash[]
  /** What a collectible becomes when it is given up. */
  readonly token: AssetId
  /** What has left under which limit. */
  readonly spent: {
    readonly desk: string
    readonly account: UserId
    readonly paymentId: RequestId
    readonly at: Nanos
    /** How often the computer's clock had been set: no limit knows what a day is across that. */
    readonly jumps: number
    readonly limit: Amount | null
  }[]
  /** What was signed before it had waited as long as a rule had it wait. */
  readonly hasty: string[]
  /** What was prepared, by its id. */
  readonly begun: Set<RequestId>
  /** What payments by the form were asked for with, and which were tried again by which. */
  readonly forms: Map<RequestId, PrepareInput>
  readonly again: { readonly first: RequestId; readonly next: RequestId }[]
  /** Of one person's own money: what its owner agreed to, and did not give up since. */
  readonly agreed: Map<RequestId, Desk>
  /** Codes of what was refused. */
  readonly refused: string[]
}

export interface Choice {
  readonly desk: number
  readonly pick: number
  readonly amount: string
  /** Whether it is done on behalf of the group, and whether what was prepared is agreed to. */
  readonly shared: boolean
  readonly agree: boolean
}

export type Act = (life: Life, desk: Desk, choice: Choice) => Promise<unknown>
/** Each is as likely as its number says. */
export type Acts = Readonly<Record<string, readonly [weight: number, act: Act]>>

/** What a new computer has. */
export const newParts = (time: Life['time'], name: string) => ({
  ...{ name, dir: newFolder('desk'), keychain: testKeychain(), line: faultyLine(), older: null, passphrase: null },
  ...{
    clock: deskClock(time),
    backups: newFolder('backups'),
    called: { rows: new Map(), people: new Map(), places: new Map() },
  },
})

export async function openDesk({ network, time }: Pick<Life, 'network' | 'time'>, name: string): Promise<Desk> {
  const parts = newParts(time, name)
  const { clock, dir, keychain, line } = parts
  const wallet = await network.open({ dir, keychain, fetch: line.fetch, clock })
  const { account } = await wallet.calls['accounts.createLocal']({ name })
  const phrase = (await newPhrase(wallet, account)).join(' ')
  await wallet.calls['registration.submit']({ account })
  return { ...parts, wallet, account, phrase }
}

export async function openAgain({ network }: Pick<Life, 'network'>, desk: Desk): Promise<void> {
  const { clock, dir, keychain, line } = desk
  desk.wallet = await network.open({ dir, keychain, fetch: line.fetch, clock })
  await unlock(desk)
}

export async function unlock({ passphrase, wallet }: Desk): Promise<void> {
  if (passphrase !== null) await wallet.calls['session.unlock']({ passphrase })
}

/** The same account on a computer that may only look. */
export async function openWatching(life: Pick<Life, 'network' | 'time'>, { account, name }: Desk): Promise<Desk> {
  const parts = newParts(life.time, `${name} watched`)
  const { clock, dir, keychain, line } = parts
  const wallet = await life.network.open({ dir, keychain, fetch: line.fetch, clock })
  await wallet.calls['accounts.watch']({
    permission: (await authorizationOf(life.network.url, { user: account })).text,
  })
  return { ...parts, account, phrase: '', wallet }
}

/** The same account on a second computer, with the files of the first. */
export async function openTwin(life: Pick<Life, 'network' | 'time'>, desk: Desk): Promise<Desk> {
  await desk.wallet.close()
  const keychain = testKeychain(new Map(desk.keychain.entries))
  const twin = { ...desk, ...newParts(life.time, `${desk.name} elsewhere`), keychain }
  cpSync(desk.dir, twin.dir, { recursive: true })
  await openAgain(life, desk)
  await openAgain(life, twin)
  return twin
}

export const openPayments = async ({ holder }: Life, { wallet, account }: Desk) => [
  ...(await wallet.calls['payments.open']({ account, holder: null })),
  ...(await wallet.calls['payments.open']({ account, holder })),
]

export const requestsIn = async (wanted: 'open' | 'complete', { wallet, account }: Desk) =>
  (await wallet.calls['approvals.list']({ account, holder: null })).requests.filter(({ state }) => state === wanted)
export const openRequests = (_: Life, desk: Desk) => requestsIn('open', desk)

export const look = ({ wallet, account }: Desk): Promise<unknown> =>
  wallet.calls['app.retry']({ account }).catch(() => undefined)

/** Does it, or notes why it was refused. Nothing inside may break. */
export async function attempt<Value>({ refused }: Life, work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error)
    if (code === 'internal') throw error
    refused.push(code)
    return undefined
  }
}

export const one = <Value>(list: readonly Value[], pick: number): Value | undefined =>
  list[pick % Math.max(1, list.length)]

/** A computer may know nothing any more of what was agreed to on it. */
export function forgetAgreed({ agreed }: Life, desk: Desk): void {
  desk.called.rows.clear()
  desk.called.people.clear()
  desk.called.places.clear()
  for (const [id, where] of agreed) if (where === desk) agreed.delete(id)
}

/** Who pays an own account by its name keeps the money as well. */
const isOneself = (party: PartyView): boolean =>
  party.kind === 'self' || (party.kind === 'user' && party.user.relationship === 'self')

/** In a rule's asset, to others, more than may leave at once: and it was prepared just now. */
function hasteOf({ time }: Life, { assets, wait }: PolicyRules, review: PaymentReview, payment: PaymentView): string[] {
  const above = assets.find(({ assetId }) => assetId === BTC)?.waitAbove ?? null
  if (above === null || wait === null) return []
  const leaves = review.transactions
    .filter(({ asset }) => asset.assetId === BTC)
    .flatMap(({ outputs }) => outputs)
    .filter(({ party, role }) => role !== 'change' && !isOneself(party))
    .reduce((sum, { amount }) => sum + amount, 0n)
  const waited = time.clock.now() - payment.createdAt
  return leaves > above && waited < BigInt(wait.hours) * HOUR
    ? [`${payment.paymentId} of ${leaves} waited ${waited} of ${wait.hours} hours`]
    : []
}

export async function agreeTo(
  life: Life,
  desk: Desk,
  review: PaymentReview | undefined,
  choice: Choice,
): Promise<void> {
  if (review === undefined) return
  const { paymentId } = review
  life.begun.add(paymentId)
  const { wallet, account, clock, name, passphrase, phrase } = desk
  if (phrase === '') throw new Error(`${name} only looks, and may pay ${paymentId}`)
  if (!choice.agree) return
  const rules = await attempt(life, () => wallet.calls['policies.read']({ account, holder: null }))
  const limit = rules?.rules?.assets.find(({ assetId }) => assetId === BTC)?.day ?? null
  const done = await attempt(life, () => wallet.calls['payments.approve'](approving(account, review, passphrase)))
  if (done === undefined || done.cosigning !== null) return
  life.agreed.set(paymentId, desk)
  if (rules?.rules != null && clock.state.jumps === 0) life.hasty.push(...hasteOf(life, rules.rules, review, done))
  const { jumps } = clock.state
  life.spent.push({ desk: name, account, paymentId, at: life.time.clock.now(), jumps, limit })
}

/** The asset that amounts are of where nothing else is said. */
export const coinsOf = (assetId: AssetId) => ({ assetId, state: null, search: '', cursor: null, limit: 100 }) as const
