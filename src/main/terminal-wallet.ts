import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, formatTime, type Log, type Random } from '#contract/domain'
import { failure } from '#contract/errors'
import type { AccountView, Calls, GroupView } from '#contract/ipc'
import type { Keychain } from '#vault'
import { said, say } from '#words'
import { bindMethods } from './binder.ts'
import { type ComposeOptions, compose } from './compose.ts'
import { remoteNetwork } from './options.ts'
import { type Ask, asking, keepDraft, READS, type Read, type Sketch, type Whose } from './questions.ts'
import { UsageError } from './start-error.ts'

/* The wallet of a folder as a program at a terminal has it: opened, brought up to date, asked once, closed. */

export type Question =
  | { readonly what: 'accounts' }
  | ({ readonly what: Read; readonly search: string; readonly count: number } & Named)
  | ({ readonly what: 'draft'; readonly sketch: Sketch } & Named)

/** As they were typed; null where nothing was. */
interface Named {
  readonly account: string | null
  readonly group: string | null
}

interface Around {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly version: string
  /** Asked where the wallet has a passphrase; null where its person would rather stop. */
  readonly passphrase: () => Promise<string | null>
  /** The system's own unless a test brings one. */
  readonly keychain?: Keychain
}

export interface Answered {
  /** What is printed, in JSON. */
  readonly value: unknown
  /** Whether all of it was read from the network just now. */
  readonly isUpToDate: boolean
  /** Whether a file of the account was damaged, which nobody has put away in a window yet. */
  readonly isMended: boolean
}

/** Throws `UsageError` for whom or what there is not, and what a window would be refused. Null where no passphrase was given. */
export async function askWallet(options: ComposeOptions, question: Question, around: Around): Promise<Answered | null> {
  needFolder(options)
  const { wallet, network, close } = await compose(options, {
    ...around,
    host: 'browser',
    askInWindow: null,
    onlyAsked: true,
  })
  try {
    const { calls } = wallet
    if (!(await isOpened(calls, around.passphrase))) return null
    const ask = asking(bindMethods(calls, around))
    const { accounts } = await calls['app.state'](null)
    if (question.what === 'accounts')
      return { value: await accountsOf(ask, network.name), isUpToDate: true, isMended: false }
    const account = accountNamed(accounts, question.account)
    const group =
      question.group === null
        ? null
        : groupNamed(await calls['groups.list']({ account: account.account }), question.group)
    const whose = { account: account.account, holder: group?.holder ?? null }
    const fresh = await refreshed(calls, account, around.clock)
    const about = { network: network.name, ...aboutOf(account, group), ...fresh }
    const value = await answer(ask, whose, question)
    const damage = await calls['damage.list']({ account: account.account })
    const isUpToDate = fresh.upToDate || question.what === 'draft'
    return { value: { ...about, ...value }, isUpToDate, isMended: damage.length > 0 }
  } finally {
    await close()
  }
}

/** A wallet that is made by being asked would be somebody's mistyped path. Throws `UsageError`. */
export function needFolder({ dataDir: path, network }: Pick<ComposeOptions, 'dataDir' | 'network'>): void {
  if (!existsSync(path)) throw new UsageError(said('main.wallet.no-folder', { path }))
  const name = network === 'local' ? network : remoteNetwork(network).name
  if (!existsSync(join(path, name))) throw new UsageError(said('main.wallet.no-wallet', { path, network }))
}

async function isOpened(calls: Calls, passphraseOf: Around['passphrase']): Promise<boolean> {
  const { vault } = await calls['app.state'](null)
  if (!vault.locked) return true
  const passphrase = vault.passphrase ? await passphraseOf() : null
  if (vault.passphrase && passphrase === null) return false
  await calls['session.unlock']({ passphrase })
  return true
}

/** One round of everything, so that nobody is answered from what was known when a window was open last. What fails of it is told. */
async function refreshed(calls: Calls, { account }: AccountView, clock: Clock) {
  const asked = clock.now()
  await calls['app.retry']({ account }).catch(() => undefined)
  const { state, lastSuccess, problem } = await calls['app.connection']({ account })
  // Without a key or its registration it has nothing yet that could be read.
  if (state === 'none') throw failure('wallet.account_not_ready', 'not at work')
  const upToDate = problem === null && lastSuccess !== null && lastSuccess >= asked
  return { upToDate, readAt: lastSuccess === null ? null : formatTime(lastSuccess) }
}

const isNamed = (text: string, ...names: readonly string[]): boolean =>
  names.some((name) => name.toLowerCase() === text.toLowerCase())

/** The one that has this name, number or id; the only one where none is named. Throws `UsageError`. */
function accountNamed(accounts: readonly AccountView[], text: string | null): AccountView {
  const found = accounts.filter(
    ({ account, name, identityNumber }) => text === null || isNamed(text, account, name, identityNumber),
  )
  const [first, second] = found
  if (first === undefined) {
    throw new UsageError(
      text === null ? said('main.wallet.no-account') : said('main.wallet.account-unknown', { name: text }),
    )
  }
  if (second === undefined) return first
  throw new UsageError(said('main.wallet.account-which', { ids: found.map(({ account }) => account).join(', ') }))
}

/** The group that has this name, or whose members have this hash. Throws `UsageError`. */
function groupNamed(groups: readonly GroupView[], text: string): GroupView {
  const found = groups.filter(({ name, holder, membersHash }) => isNamed(text, name, holder, membersHash))
  const [first, second] = found
  if (first === undefined) throw new UsageError(said('main.wallet.group-unknown', { name: text }))
  if (second === undefined) return first
  throw new UsageError(said('main.wallet.group-which', { ids: found.map(({ membersHash }) => membersHash).join(', ') }))
}

const aboutOf = ({ account, name, identityNumber }: AccountView, group: GroupView | null) => ({
  account: { account, name, identityNumber },
  group: group === null ? null : { name: group.name, membersHash: group.membersHash, threshold: group.threshold },
})

async function accountsOf(ask: Ask, network: string) {
  const { accounts } = await ask('app.state', null)
  const each = accounts.map(async (account) => {
    const { account: id, name, identityNumber, kind, stage } = account
    return { account: id, name, identityNumber, kind, stage, groups: await ask('groups.list', { account: id }) }
  })
  return { network, accounts: await Promise.all(each) }
}

const answer = (ask: Ask, whose: Whose, question: Exclude<Question, { readonly what: 'accounts' }>): Promise<object> =>
  question.what === 'draft'
    ? keepDraft(ask, whose, question.sketch, say('main.wallet.source'))
    : READS[question.what](ask, whose, question)

/** What steers a terminal, or turns what is read around: others choose memos and names, and JSON leaves these as they are. */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** The same to whoever reads it as JSON. */
export const printed = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(UNSEEN, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
