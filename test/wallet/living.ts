import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { HolderId, RequestId, UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { Amount } from '#protocol'
import { signing } from '../support/cosigners.ts'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import { type TestKeychain, testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { approving, BTC, newAccount, type OpenWallet, type PlayNetwork, paying, toUser } from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'

/* People who live with their wallets: what each may do next, on whatever computer, over a line that loses answers. */

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

/** One computer of somebody, with the files that it has. */
export interface Desk {
  readonly name: string
  readonly account: UserId
  dir: string
  readonly keychain: TestKeychain
  readonly line: FaultyLine
  wallet: OpenWallet
  /** Files as they were at some time before. */
  older: string | null
}

/** A list of payments that is known to some computers. */
export interface SharedRun {
  readonly holder: HolderId | null
  readonly runId: RequestId
  readonly amounts: readonly Amount[]
  readonly desks: readonly Desk[]
}

export interface Life {
  readonly network: PlayNetwork
  readonly desks: readonly Desk[]
  readonly payees: readonly UserId[]
  readonly holder: HolderId
  readonly runs: readonly SharedRun[]
  /** What was prepared, by its id. */
  readonly begun: Set<RequestId>
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

export async function openDesk(network: PlayNetwork, name: string): Promise<Desk> {
  const parts = { name, dir: newFolder(name), keychain: testKeychain(), line: faultyLine(), older: null }
  const wallet = await network.open({ dir: parts.dir, keychain: parts.keychain, fetch: parts.line.fetch })
  return { ...parts, wallet, account: (await newAccount(wallet, name)).account }
}

async function openAgain(network: PlayNetwork, desk: Desk): Promise<void> {
  desk.wallet = await network.open({ dir: desk.dir, keychain: desk.keychain, fetch: desk.line.fetch })
}

/** The same account on a second computer, with the files of the first. */
export async function openTwin(network: PlayNetwork, desk: Desk): Promise<Desk> {
  await desk.wallet.close()
  const keychain = testKeychain(new Map(desk.keychain.entries))
  const twin = { ...desk, name: `${desk.name} elsewhere`, dir: newFolder('twin'), keychain, line: faultyLine() }
  cpSync(desk.dir, twin.dir, { recursive: true })
  await openAgain(network, desk)
  await openAgain(network, twin)
  return twin
}

export const openPayments = async ({ holder }: Life, { wallet, account }: Desk) => [
  ...(await wallet.calls['payments.open']({ account, holder: null })),
  ...(await wallet.calls['payments.open']({ account, holder })),
]

export const openRequests = async (_: Life, { wallet, account }: Desk) =>
  (await wallet.calls['approvals.list']({ account, holder: null })).filter(({ state }) => state === 'open')

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

const one = <Value>(list: readonly Value[], pick: number): Value | undefined => list[pick % Math.max(1, list.length)]

async function agreeTo(life: Life, desk: Desk, review: PaymentReview | undefined, { agree }: Choice): Promise<void> {
  if (review === undefined) return
  life.begun.add(review.paymentId)
  if (!agree) return
  const { wallet, account } = desk
  const done = await attempt(life, () => wallet.calls['payments.approve'](approving(account, review)))
  if (done !== undefined && done.cosigning === null) life.agreed.set(review.paymentId, desk)
}

type Act = (life: Life, desk: Desk, choice: Choice) => Promise<unknown>

const prepared =
  (payeeOf: (life: Life, choice: Choice) => Parameters<typeof paying>[2][number]['payee']): Act =>
  async (life, desk, choice) => {
    const { wallet, account } = desk
    const row = { payee: payeeOf(life, choice), amount: choice.amount }
    const from = choice.shared ? { holder: life.holder } : { feeAssetId: row.payee.kind === 'chain' ? BTC : null }
    const review = await attempt(life, () => wallet.calls['payments.prepare'](paying(account, BTC, [row], from)))
    await agreeTo(life, desk, review, choice)
  }

const withPayment =
  (act: (life: Life, desk: Desk, paymentId: RequestId, choice: Choice) => Promise<unknown>): Act =>
  async (life, desk, choice) => {
    const payment = one(await openPayments(life, desk), choice.pick)
    if (payment !== undefined) await act(life, desk, payment.paymentId, choice)
  }

const withRequest =
  (act: (life: Life, desk: Desk, requestId: RequestId) => Promise<unknown>): Act =>
  async (life, desk, choice) => {
    const request = one(await openRequests(life, desk), choice.pick)
    if (request !== undefined) await act(life, desk, request.requestId)
  }

const LOST = [/safe\/transaction/, /multisigs/, /outputs/, /safe\/keys/, /transactions/] as const

/** What may come next; each is as likely as its number says. */
export const ACTS = {
  pay: [8, prepared((life, { pick }) => toUser(one(life.payees, pick) ?? life.payees[0] ?? ('' as UserId), '0').payee)],
  withdraw: [4, prepared(() => ({ kind: 'chain', destination: BITCOIN, tag: '' }))],
  run: [
    5,
    async (life, _desk, choice) => {
      const run = one(life.runs, choice.pick)
      const desk = run === undefined ? undefined : one(run.desks, choice.desk)
      if (run === undefined || desk === undefined) return
      const { wallet, account } = desk
      const review = await attempt(life, () => wallet.calls['runs.prepare']({ account, runId: run.runId }))
      await agreeTo(life, desk, review, choice)
    },
  ],
  cosign: [
    10,
    withRequest(async (life, { wallet, account }, requestId) => {
      const review = await attempt(life, () => wallet.calls['approvals.review']({ account, requestId }))
      if (review !== undefined) await attempt(life, () => wallet.calls['approvals.sign'](signing(account, review)))
    }),
  ],
  refuse: [
    1,
    withRequest((life, { wallet, account }, requestId) =>
      attempt(life, () => wallet.calls['approvals.refuse']({ account, requestId, reason: 'no' })),
    ),
  ],
  giveUpRequest: [
    2,
    withRequest((life, { wallet, account }, requestId) =>
      attempt(life, () => wallet.calls['approvals.unlock']({ account, requestId, passphrase: null })),
    ),
  ],
  payFee: [
    4,
    async (life, desk, choice) => {
      const { wallet, account } = desk
      const requests = await wallet.calls['approvals.list']({ account, holder: life.holder })
      const request = one(
        requests.filter(({ state, withdrawal }) => state === 'final' && withdrawal !== undefined),
        choice.pick,
      )
      if (request === undefined) return
      const { requestId } = request
      await agreeTo(
        life,
        desk,
        await attempt(life, () => wallet.calls['approvals.payFee']({ account, requestId })),
        choice,
      )
    },
  ],
  cancel: [
    4,
    withPayment(async (life, { wallet, account }, paymentId) => {
      const ended = await attempt(life, () => wallet.calls['payments.cancel']({ account, paymentId }))
      if (ended?.state === 'cancelled') life.agreed.delete(paymentId)
    }),
  ],
  makeImpossible: [
    2,
    withPayment(async (life, desk, paymentId, choice) => {
      const { wallet, account } = desk
      const review = await attempt(life, () => wallet.calls['payments.prepareVoid']({ account, paymentId }))
      if (review !== undefined) life.agreed.delete(paymentId)
      await agreeTo(life, desk, review, choice)
    }),
  ],
  sendNow: [
    2,
    withPayment((life, { wallet, account }, paymentId) =>
      attempt(life, () => wallet.calls['payments.sendNow']({ account, paymentId, passphrase: null })),
    ),
  ],
  reviewAgain: [
    2,
    withPayment(async (life, desk, paymentId, choice) => {
      const { wallet, account } = desk
      const review = await attempt(life, () => wallet.calls['payments.review']({ account, paymentId }))
      await agreeTo(life, desk, review, choice)
    }),
  ],
  freeze: [
    2,
    async ({ holder, ...life }, { wallet, account }, { pick, shared }) => {
      const owner = { account, holder: shared ? holder : null }
      const { rows } = await wallet.calls['coins.list']({ ...owner, ...ALL_COINS })
      const coin = one(rows, pick)
      if (coin === undefined) return
      const outputs = [coin.outputId]
      await attempt({ ...life, holder }, () =>
        coin.state === 'frozen'
          ? wallet.calls['coins.unfreeze']({ ...owner, outputs })
          : wallet.calls['coins.freeze']({ ...owner, outputs, reason: 'kept' }),
      )
    },
  ],
  look: [6, (_life, desk) => look(desk)],
  block: [5, ({ network }) => network.blocks(1)],
  loseAnswers: [
    5,
    async (_life, { line }, { pick, agree }) => {
      const path = one(LOST, pick) ?? LOST[0]
      line.faults.push({ path, act: agree ? 'after' : 'before', times: 1 + (pick % 3) })
    },
  ],
  restart: [
    2,
    async ({ network }, desk) => {
      await desk.wallet.close()
      await openAgain(network, desk)
    },
  ],
  loseCache: [
    1,
    async ({ network }, desk) => {
      await desk.wallet.close()
      for (const end of ['', '-wal', '-shm'])
        rmSync(join(desk.dir, 'local', desk.account, `cache.db${end}`), { force: true })
      await openAgain(network, desk)
    },
  ],
  copyFiles: [
    2,
    async ({ network }, desk) => {
      await desk.wallet.close()
      desk.older = newFolder('older')
      cpSync(desk.dir, desk.older, { recursive: true })
      await openAgain(network, desk)
    },
  ],
  goBackToCopy: [
    2,
    async ({ agreed, network }, desk) => {
      if (desk.older === null) return
      await desk.wallet.close()
      // It may know nothing of what was agreed to since.
      for (const [id, where] of agreed) if (where === desk) agreed.delete(id)
      desk.dir = newFolder('back')
      cpSync(desk.older, desk.dir, { recursive: true })
      await openAgain(network, desk)
    },
  ],
} as const satisfies Readonly<Record<string, readonly [weight: number, act: Act]>>

export type ActName = keyof typeof ACTS

export const ALL_COINS = { assetId: BTC, state: null, search: '', cursor: null, limit: 100 } as const
