import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import assets from '#assets' with { type: 'json' }
import type { AssetId, Dialect, HolderId, UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { AccountView, Calls, EventName, IncomingDeposit } from '#contract/ipc'
import { type Amount, FEE_USER_ID, parseAmount } from '#protocol'
import { openAccountStore, openProfileStore } from '#store'
import { type Keychain, openVault, type Vault } from '#vault'
import { createWallet, type Wallet, type WalletDeps } from '#wallet'
import type { HostedWallet } from '../../src/main/binder.ts'
import { openLine } from '../../src/main/line/line.ts'
import { withUpdates } from '../../src/main/updates.ts'
import { openVaultHere } from '../../src/vault/vault.ts'
import { heard } from '../contract/heard.ts'
import { attention, tell } from './attention.ts'
import { systemClock } from './clock.ts'
import { ending } from './ending.ts'
import { testKeychain } from './keychain.ts'
import { freshBytes, newKeystore, remoteAt, startTestLocalnet, type TestLocalnetOptions } from './localnet.ts'
import { newFolder } from './scratch.ts'
import type { PaymentReview, PaymentView } from './worded.ts'
import { type WindowAsk, type WordedCalls, worded, wordedCalls } from './worded.ts'

export { BTC, ETH, USDT as USDT_ERC20, XIN } from './localnet.ts'

/**
 * `COFFER_SLOWER=20` has wallets read so many times more rarely and wait up to so many milliseconds longer for each answer, as on a machine
 * that is busy with something else: a test that goes on before its wallet has read what it needs then fails each time.
 */
const SLOWER = Number(process.env['COFFER_SLOWER'] ?? 1)

/** Answers that come later the slower the machine is meant to be. */
const slowed = (real: typeof fetch): typeof fetch =>
  SLOWER === 1
    ? real
    : async (...request) => {
        const answer = await real(...request)
        await systemClock.sleep(Math.random() * SLOWER)
        return answer
      }

export interface OpenWallet extends Omit<Wallet, 'calls'> {
  /** With answers in English. */
  readonly calls: WordedCalls
  /** The wallet as its hosts have it, which speaks in facts. */
  readonly bare: HostedWallet
  readonly dir: string
  readonly vault: Vault
  /** Waits until a question has an answer that satisfies, asking again and again. */
  until: ReturnType<typeof untilOf>
}

type Given =
  | 'clock'
  | 'fetch'
  | 'log'
  | 'openSocket'
  | 'openStore'
  | 'openWebApp'
  | 'openOutside'
  | 'statementMost'
  | 'onlyAsked'

type Asking = NonNullable<WalletDeps['askInWindow']>
type Proving = Parameters<Asking> extends [unknown, ...infer Rest] ? Rest : never

export interface WalletOptions extends Partial<Pick<WalletDeps, Given | 'lastRun' | 'syncMs' | 'pollMs'>> {
  readonly dir: string
  readonly baseUrl: string
  /** The network speaks both, the service's under an address of its own. */
  readonly dialect?: Dialect
  readonly keychain?: Keychain
  /** What the network is said to be. */
  readonly network?: Partial<WalletDeps['network']>
  readonly openProfile?: typeof openProfileStore
  /** The vault in a thread of its own, as hosts have it, for tests of locks: starting one is most of what opening a wallet costs. */
  readonly vaultThread?: true
  /** Wraps the vault, to watch or to kill between its steps. */
  readonly wrapVault?: (vault: Vault) => Vault
  readonly askInWindow?: ((shown: WindowAsk, ...rest: Proving) => ReturnType<Asking>) | null
}

/** The product without its windows: the real wallet on real files, speaking real HTTP. */
export async function openWallet({
  dir,
  baseUrl,
  dialect = 'interface',
  ...options
}: WalletOptions): Promise<OpenWallet> {
  const { askInWindow, keychain, network: said, openProfile, vaultThread, wrapVault, ...given } = options
  const pace = { syncMs: (given.syncMs ?? 150) * SLOWER, pollMs: (given.pollMs ?? 60) * SLOWER }
  const { clock, watch } = attention(given.clock ?? systemClock, pace)
  const log = given.log ?? (() => undefined)
  const { deposit_public_key, network_id } = await remoteAt(baseUrl).call('local.network')
  const profile = (openProfile ?? openProfileStore)({ dir, network: 'local', clock })
  profile.bindNetwork(network_id)
  const opened = await (vaultThread === true ? openVault : openVaultHere)({
    random: freshBytes,
    dir: join(dir, 'local', 'vault'),
    profileId: profile.id,
    profileAccounts: () => profile.accounts.list().map(({ id }) => id),
    keepProfileId: profile.keepId,
    keychain: keychain ?? testKeychain(),
    clock,
    log,
  })
  const vault = wrapVault?.(opened) ?? opened
  const network: WalletDeps['network'] = {
    ...{ name: 'local', kind: 'local', dialect, baseUrl: dialect === 'upstream' ? `${baseUrl}/upstream` : baseUrl },
    phoneSocket: baseUrl.replace(/^http/, 'ws'),
    depositKeys: [deposit_public_key],
    ...{ feeUserId: FEE_USER_ID as UserId, networkId: network_id },
    ...said,
  }
  const line = await openLine({
    ...{ network, given: null, settings: profile.settings, clock, random: freshBytes, log, onProxy: () => undefined },
  })
  const wallet = await createWallet({
    ...{ openSocket: line.openSocket, openStore: openAccountStore, ...given, ...pace },
    ...{ network, dataDir: dir, version: 'test', line: line.setting, clock, random: freshBytes, log, profile, vault },
    host: given.openWebApp === undefined ? 'browser' : 'electron',
    fetch: slowed(given.fetch ?? line.fetch),
    assets,
    askInWindow: askInWindow == null ? null : (shown, ...prove) => askInWindow(worded(shown), ...prove),
  })
  const calls = wordedCalls(patient(watch(heard(wallet.calls))))
  const own = { close: ending(wallet.close), calls, bare: hosted(wallet, dir), until: untilOf(wallet) }
  return { ...wallet, ...own, dir, vault }
}

/** The same with what a host answers beside it, of a build without an update service. */
const hosted = (wallet: Wallet, dataDir: string) =>
  withUpdates(wallet, {
    ...{ dataDir, service: null, target: null, version: 'test', fetch, clock: systemClock },
    ...{ random: freshBytes, log: () => undefined },
  })

/** How a wallet says that it may not spend as much as it is asked to. */
const SHORT: readonly string[] = ['wallet.insufficient', 'wallet.fee_insufficient']

/**
 * Calls that read the network once more before they say that there is too little: change, and coins that somebody else gave free, are
 * there for a wallet only once it has read of them, which a busy machine does late. A test about having too little gets the same answer.
 */
function patient<Part extends Pick<Calls, 'app.retry'>>(calls: Part): Part {
  const asked = (call: (input: never) => Promise<unknown>) => async (input: never) => {
    try {
      return await call(input)
    } catch (error) {
      const { account } = (input ?? {}) as { account?: UserId | null } // inputs that are about an account name it so
      if (account === undefined || account === null || !SHORT.includes(codeOf(error))) throw error
      const hasRead = await calls['app.retry']({ account }).then(
        () => true,
        () => false,
      )
      if (!hasRead) throw error
      return call(input)
    }
  }
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, asked(call)])) as unknown as Part // the same names
}

/** This only ends what hangs, on however busy a machine: a test that knew better would depend on one. */
const PATIENCE_MS = 150_000

/** So often it is asked all the same: not everything is the wallet's to tell. */
const LOOK_MS = 100
/** Who waits for long may have mended a line, of which wallets that have nothing to read hear late. */
const TELLING_LOOK = 8

/** Asks again as soon as the wallet tells of a change, until the answer satisfies. */
export const untilOf =
  ({ subscribe }: { subscribe(name: 'data.changed', listener: () => void): () => void }) =>
  async <Value>(ask: () => Promise<Value>, satisfied: (value: Value) => boolean, ms = PATIENCE_MS): Promise<Value> => {
    const began = performance.now()
    let change = new AbortController()
    const stop = subscribe('data.changed', () => change.abort())
    try {
      for (let looks = 1; ; looks += 1) {
        change = new AbortController()
        const value = await ask()
        if (satisfied(value)) return value
        if (performance.now() - began > ms) {
          throw new Error(`nothing satisfying within ${ms} ms; last: ${JSON.stringify(value, readable)}`)
        }
        if (looks % TELLING_LOOK === 0) tell()
        await systemClock.sleep(LOOK_MS, change.signal)
      }
    } finally {
      stop()
    }
  }

/** For JSON, which has no such numbers. */
export const readable = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)

/** From nothing to a registered account, through the very calls that the window makes. */
export async function newAccount(wallet: OpenWallet, name: string): Promise<AccountView> {
  const { account } = await wallet.calls['accounts.createLocal']({ name })
  return registered(wallet, account)
}

/** The same for a bot, whose keystore is what its developer was given. */
export async function newBot(wallet: OpenWallet, baseUrl: string, name: string): Promise<AccountView> {
  const keystore = await newKeystore({ url: baseUrl }, { full_name: name, kind: 'bot' })
  const { account } = await wallet.calls['accounts.importKeystore']({ keystore: JSON.stringify(keystore) })
  return registered(wallet, account)
}

/** An account that is there gets its key, its backup and its registration. */
export async function registered(wallet: OpenWallet, account: UserId): Promise<AccountView> {
  await newPhrase(wallet, account)
  return wallet.calls['registration.submit']({ account })
}

/** A new key for an account, with its backup made. Answers its words. */
export async function newPhrase({ calls }: Pick<OpenWallet, 'calls'>, account: UserId): Promise<readonly string[]> {
  const { words } = await calls['keys.create']({ account })
  const { positions } = await calls['keys.quiz']({ account })
  await calls['keys.answerQuiz']({ account, words: positions.map((at) => words[at] ?? '') })
  return words
}

export async function balanceOf(
  wallet: OpenWallet,
  account: UserId,
  assetId: AssetId,
  holder: HolderId | null = null,
): Promise<Amount> {
  return (await wallet.calls['balances.read']({ account, holder, assetId })).available
}

/** Waits until the account, or a group of it, may spend exactly so much. */
export async function has(
  wallet: OpenWallet,
  account: UserId,
  assetId: AssetId,
  amount: string | bigint,
  holder: HolderId | null = null,
): Promise<void> {
  const whole = typeof amount === 'string' ? parseAmount(amount) : amount
  await wallet.until(
    () => balanceOf(wallet, account, assetId, holder),
    (balance) => balance === whole,
  )
}

/** Waits until the change of a payment may be spent. */
export async function changeIsBack(wallet: OpenWallet, account: UserId, assetId: AssetId): Promise<void> {
  await wallet.until(
    () => wallet.calls['balances.read']({ account, holder: null, assetId }),
    ({ available, held }) => available > 0n && held === 0n,
  )
}

/** Puts play money on the account and waits until it may be spent. */
export async function fund(
  wallet: OpenWallet,
  account: UserId,
  assetId: AssetId,
  amount: string,
  chainId = assetId,
): Promise<IncomingDeposit> {
  // Change of an earlier payment must not come in between.
  await wallet.calls['app.retry']({ account })
  const before = await balanceOf(wallet, account, assetId)
  const more = parseAmount(amount)
  const deposit = await deposited(wallet, { account, holder: null, chainId, assetId, amount: more })
  await has(wallet, account, assetId, before + more)
  return deposit
}

/** Puts play money on an account or a group, and makes the blocks that it waits for. */
export async function deposited({ calls }: OpenWallet, money: Parameters<Calls['local.deposit']>[0]) {
  const deposit = await calls['local.deposit'](money)
  await calls['local.confirm']({ blocks: deposit.threshold })
  return deposit
}

/** A row that pays a person. */
export const toUser = (userId: UserId, amount: string) => ({ payee: { kind: 'user', userId } as const, amount })

/** What `activity.list` is asked for when nothing is left out. */
export const ALL_MOVEMENTS: Parameters<Calls['activity.list']>[0]['filter'] = {
  ...{ assetId: null, direction: null, kind: null, opponent: null, from: null, to: null, search: '' },
}

export type PrepareInput = Parameters<Calls['payments.prepare']>[0]

/** The call of the Send screen with everything optional left out. */
export function paying(
  account: UserId,
  assetId: AssetId,
  rows: readonly { readonly payee: PrepareInput['rows'][number]['payee']; readonly amount: string }[],
  more: Partial<PrepareInput> = {},
): PrepareInput {
  return {
    account,
    holder: null,
    assetId,
    rows: rows.map(({ payee, amount }) => ({ payee, amount: parseAmount(amount) })),
    memoHex: '',
    feeAssetId: null,
    coins: null,
    references: [],
    requestId: null,
    draftId: null,
    label: '',
    returnTo: null,
    ...more,
  }
}

export function approving(account: UserId, review: PaymentReview, passphrase: string | null = null) {
  return {
    account,
    paymentId: review.paymentId,
    digest: review.digest,
    passphrase,
    accepted: review.checks.filter(({ result }) => result === 'attention').map(({ id }) => id),
  }
}

export async function settled(
  wallet: OpenWallet,
  account: UserId,
  paymentId: PaymentView['paymentId'],
): Promise<PaymentView> {
  return wallet.until(
    () => wallet.calls['payments.read']({ account, paymentId }),
    ({ state }) => state === 'final' || state === 'failed' || state === 'cancelled',
  )
}

/** Prepares, approves and waits until it is final. */
export async function pay(
  wallet: OpenWallet,
  input: PrepareInput,
  passphrase: string | null = null,
): Promise<PaymentView> {
  const review = await wallet.calls['payments.prepare'](input)
  return approved(wallet, input.account, review, passphrase)
}

/** Approves with every warning ticked, and waits until it is final. */
export async function approved(
  wallet: OpenWallet,
  account: UserId,
  review: PaymentReview,
  passphrase: string | null = null,
): Promise<PaymentView> {
  await wallet.calls['payments.approve'](approving(account, review, passphrase))
  return settled(wallet, account, review.paymentId)
}

/** Resolves with the next payload of an event. */
export function nextEvent(wallet: Pick<Wallet, 'subscribe'>, name: EventName): Promise<unknown> {
  return new Promise((resolve) => {
    const stop = wallet.subscribe(name, (payload) => {
      stop()
      resolve(payload)
    })
  })
}

/** Matches an error by its code and some of its details. */
export const coded = (code: string, details: object = {}) =>
  expect.objectContaining({ code, details: expect.objectContaining(details) })

/** Opens a wallet on it, in a new folder unless another is named. What is still open then is closed with the network. */
export type PlayNetwork = Awaited<ReturnType<typeof playNetwork>>

/** So soon the network has settled what was accepted; a test that looks in between has it wait for a block. */
const FINALITY_MS = 100

/** A local network of one's own, whose blocks come when told to. */
export async function playNetwork(options: TestLocalnetOptions = {}) {
  const network = await startTestLocalnet({ finalityMs: FINALITY_MS, ...options })
  const opened: OpenWallet[] = []
  return {
    ...network,
    async open(options: Partial<WalletOptions> = {}): Promise<OpenWallet> {
      const wallet = await openWallet({ dir: newFolder(), baseUrl: network.url, ...options })
      opened.push(wallet)
      return wallet
    },
    async close(): Promise<void> {
      await Promise.all(opened.map(({ close }) => close()))
      await network.close()
    },
  }
}

/** The same for all tests of a file: there before what else the file has made before them. */
export function sharedNetwork(clock = systemClock): PlayNetwork {
  const network = {} as PlayNetwork // filled before any test
  beforeAll(async () => void Object.assign(network, await playNetwork({ clock })))
  return network
}
