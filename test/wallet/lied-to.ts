import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { HolderId, RequestId, UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { signing } from '../support/cosigners.ts'
import { type TestKeychain, testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import type { TrueLedger } from '../support/true-ledger.ts'
import {
  ALL_MOVEMENTS,
  approving,
  BTC,
  newAccount,
  type OpenWallet,
  type PrepareInput,
  paying,
  toUser,
} from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'
import { withdrawing } from './leaving.ts'
import type { Wares } from './lied-wares.ts'
import type { Witness } from './witness.ts'

/* People whose service lies: what each may do next. They are careless, and tick and sign whatever can be ticked and signed. */

export const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

export interface Person {
  readonly name: string
  readonly account: UserId
  readonly keychain: TestKeychain
  dir: string
  wallet: OpenWallet
  older: string | null
}

export interface Life {
  readonly witness: Witness
  readonly people: readonly Person[]
  readonly payees: readonly UserId[]
  readonly thief: UserId
  /** Whose own account has a limit of a day. */
  readonly limited: UserId
  /** What is so. */
  readonly ledger: TrueLedger
  readonly holder: HolderId
  readonly wares: Wares
  /** What was prepared, by its id, and for whom it is a payment of one's own money that was agreed to and not given up. */
  readonly begun: Map<RequestId, Person | null>
  /** What payments by the form were asked for with. */
  readonly forms: Map<RequestId, PrepareInput>
  /** What was called impossible by proof, and by whom. */
  readonly dead: Map<string, string>
  /** Whether there may be, and has been, a ledger beside the real one, which has proofs of its own. */
  readonly forked: { readonly may: boolean; is: boolean }
  /** Lists whose rows have amounts of their own. */
  readonly runs: readonly { readonly account: UserId; readonly holder: HolderId | null; readonly runId: RequestId }[]
  /** Change that a thief has: whose, of which transaction, at which place. */
  readonly stolen: Set<string>
  /** No two payments have the same amount, so that the ledger tells how often each was made. */
  readonly amount: () => string
  readonly below: (bound: number) => number
  /** Both sides of the line age. */
  readonly forward: (milliseconds: number) => void
}

export async function newPerson({ network }: Witness, name: string): Promise<Person> {
  const [dir, keychain] = [newFolder(name), testKeychain()]
  const wallet = await network.open({ dir, keychain })
  return { name, dir, keychain, wallet, account: (await newAccount(wallet, name)).account, older: null }
}

/** The same person on a second computer, with the files of the first. */
export async function newTwin({ network }: Witness, person: Person): Promise<Person> {
  await person.wallet.close()
  const [dir, keychain] = [newFolder('twin'), testKeychain(new Map(person.keychain.entries))]
  cpSync(person.dir, dir, { recursive: true })
  person.wallet = await network.open({ dir: person.dir, keychain: person.keychain })
  const wallet = await network.open({ dir, keychain })
  return { ...person, name: `${person.name} elsewhere`, dir, keychain, wallet }
}

async function openAgain({ witness }: Life, person: Person): Promise<void> {
  person.wallet = await witness.network.open({ dir: person.dir, keychain: person.keychain })
}

export const openPayments = async ({ holder }: Life, { wallet, account }: Person) => [
  ...(await wallet.calls['payments.open']({ account, holder: null })),
  ...(await wallet.calls['payments.open']({ account, holder })),
]

export const openRequests = async ({ wallet, account }: Person) =>
  (await wallet.calls['approvals.list']({ account, holder: null })).requests.filter(({ state }) => state === 'open')

/** Does it, or is refused. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  return work().catch((error: unknown) => {
    codeOf(error)
    return undefined
  })
}

export const look = ({ wallet, account }: Person): Promise<unknown> =>
  attempt(() => wallet.calls['app.retry']({ account }))

export const one = <Value>({ below }: Life, list: readonly Value[]): Value | undefined =>
  list[below(Math.max(1, list.length))]

export type Act = (life: Life, person: Person) => Promise<unknown>

/** Mostly. */
export async function agree(life: Life, person: Person, review: PaymentReview | undefined): Promise<void> {
  if (review === undefined) return
  life.begun.set(review.paymentId, life.begun.get(review.paymentId) ?? null)
  if (life.below(6) > 0) await agreeSurely(life, person, review)
}

export async function agreeSurely(life: Life, person: Person, review: PaymentReview): Promise<void> {
  life.begun.set(review.paymentId, life.begun.get(review.paymentId) ?? null)
  const { wallet, account } = person
  const done = await attempt(() => wallet.calls['payments.approve'](approving(account, review)))
  if (done !== undefined && done.cosigning === null) life.begun.set(review.paymentId, person)
}

const pays =
  (payeeOf: (life: Life) => PrepareInput['rows'][number]['payee'], ofGroup: boolean): Act =>
  async (life, person) => {
    const { wallet, account } = person
    const payee = payeeOf(life)
    const input = paying(account, BTC, [{ payee, amount: life.amount() }], {
      ...(ofGroup ? { holder: life.holder } : { feeAssetId: payee.kind === 'chain' ? BTC : null }),
      memoHex: life.below(3) === 0 ? 'c0ffee' : '',
    })
    const review = await attempt(() => wallet.calls['payments.prepare'](input))
    if (review !== undefined) life.forms.set(review.paymentId, input)
    await agree(life, person, review)
  }
const toPayee = (life: Life) => toUser(one(life, life.payees) ?? ('' as UserId), '0').payee // there are some
const outside = () => ({ kind: 'chain', destination: BITCOIN, tag: '' }) as const

const withPayment =
  (act: (life: Life, person: Person, paymentId: RequestId) => Promise<unknown>): Act =>
  async (life, person) => {
    const payment = one(life, await openPayments(life, person))
    if (payment !== undefined) await act(life, person, payment.paymentId)
  }

const withRequest =
  (act: (person: Person, requestId: RequestId) => Promise<unknown>): Act =>
  async (life, person) => {
    const request = one(life, await openRequests(person))
    if (request !== undefined) await act(person, request.requestId)
  }

/** Whatever a window may show of it. */
const readAll: Act = async ({ below, holder: group }, { wallet: { calls }, account }) => {
  const holder = below(2) === 0 ? null : group
  const owner = { account, holder }
  const { rows } = await calls['activity.list']({ ...owner, filter: ALL_MOVEMENTS, cursor: null, limit: 50 })
  for (const { id } of rows.slice(0, 5)) await attempt(() => calls['activity.read']({ ...owner, id }))
  await calls['coins.list']({ ...owner, assetId: BTC, state: null, search: '', cursor: null, limit: 50 })
  await calls['coins.summary'](owner)
  await calls['receive.incoming'](owner)
  await calls['policies.read'](owner)
  await calls['groups.list']({ account })
  await attempt(() => calls['coins.compare'](owner))
  await attempt(() => calls['contacts.refresh']({ account }))
  for (const { requestId } of (await calls['approvals.list']({ account, holder: null })).requests.slice(0, 3))
    await attempt(() => calls['approvals.review']({ account, requestId }))
}

const listsOf = ({ runs }: Life, { account }: Person) => runs.filter((each) => each.account === account)

export const LIED_TO = {
  pay: [8, pays(toPayee, false)],
  withdraw: [3, pays(outside, false)],
  ask: [6, pays(toPayee, true)],
  askOutside: [2, pays(outside, true)],
  cosign: [
    9,
    withRequest(async ({ wallet, account }, requestId) => {
      const review = await attempt(() => wallet.calls['approvals.review']({ account, requestId }))
      if (review !== undefined) await attempt(() => wallet.calls['approvals.sign'](signing(account, review)))
    }),
  ],
  giveUp: [
    2,
    withRequest(({ wallet, account }, requestId) =>
      attempt(() => wallet.calls['approvals.unlock']({ account, requestId, passphrase: null })),
    ),
  ],
  cancel: [
    3,
    withPayment(async ({ begun }, { wallet, account }, paymentId) => {
      const ended = await attempt(() => wallet.calls['payments.cancel']({ account, paymentId }))
      if (ended?.state === 'cancelled') begun.set(paymentId, null)
    }),
  ],
  makeImpossible: [
    3,
    withPayment(async (life, person, paymentId) => {
      const { wallet, account } = person
      const review = await attempt(() => wallet.calls['payments.prepareVoid']({ account, paymentId }))
      if (review !== undefined) life.begun.set(paymentId, null)
      await agree(life, person, review)
    }),
  ],
  sendNow: [
    2,
    withPayment((_, { wallet, account }, paymentId) =>
      attempt(() => wallet.calls['payments.sendNow']({ account, paymentId, passphrase: null })),
    ),
  ],
  reviewAgain: [
    2,
    withPayment(async (life, person, paymentId) => {
      const { wallet, account } = person
      await agree(life, person, await attempt(() => wallet.calls['payments.review']({ account, paymentId })))
    }),
  ],
  receive: [
    1,
    ({ below, holder }, { wallet, account }) =>
      attempt(() =>
        wallet.calls['receive.address']({
          account,
          holder: below(2) === 0 ? holder : null,
          chainId: BTC,
          create: true,
        }),
      ),
  ],
  /** A list of payments that is known on two computers. */
  run: [
    5,
    async (life, person) => {
      const { wallet, account } = person
      const runId = one(life, listsOf(life, person))?.runId
      if (runId === undefined) return
      await agree(life, person, await attempt(() => wallet.calls['runs.prepare']({ account, runId })))
    },
  ],
  /** Its row that leaves the network, from a form. */
  withdrawRow: [
    3,
    async (life, person) => {
      const list = one(life, listsOf(life, person))
      if (list === undefined) return
      const { account, holder, runId } = list
      const { calls } = person.wallet
      const { rows } = await calls['runs.read']({ account, runId })
      const row = rows.find(({ withdrawal }) => withdrawal !== undefined)
      const form = { ...withdrawing(list, row), feeAssetId: holder === null ? BTC : null }
      await agree(life, person, await attempt(() => calls['runs.withdraw'](form)))
    },
  ],
  combine: [
    1,
    async ({ below, begun, holder }, { wallet: { calls }, account }) => {
      const owner = below(2) === 0 ? null : holder
      const made = await attempt(() => calls['coins.combine']({ account, holder: owner, assetId: BTC }))
      if (made === undefined) return
      begun.set(made.paymentId, null)
      const review = await attempt(() => calls['payments.review']({ account, paymentId: made.paymentId }))
      if (review !== undefined) await attempt(() => calls['payments.approve'](approving(account, review)))
    },
  ],
  payFee: [
    2,
    async (life, person) => {
      const { wallet, account } = person
      const { requests } = await wallet.calls['approvals.list']({ account, holder: life.holder })
      const request = one(
        life,
        requests.filter(({ state, withdrawal }) => state === 'final' && withdrawal !== undefined),
      )
      if (request === undefined) return
      const { requestId } = request
      await agree(life, person, await attempt(() => wallet.calls['approvals.payFee']({ account, requestId })))
    },
  ],
  readAll: [3, readAll],
  checkCoins: [2, (life, person) => checkCoins(life, person)],
  goOn: [1, (_, person) => acceptLoss(person)],
  look: [8, (_, person) => look(person)],
  /** Longer than change may stay away. */
  wait: [1, async ({ forward }) => forward(11 * 60_000)],
  block: [8, ({ witness }) => witness.network.blocks(1)],
  restart: [
    1,
    async (life, person) => {
      await person.wallet.close()
      await openAgain(life, person)
    },
  ],
  loseCache: [
    1,
    async (life, person) => {
      await person.wallet.close()
      for (const end of ['', '-wal', '-shm'])
        rmSync(join(person.dir, 'local', person.account, `cache.db${end}`), { force: true })
      await openAgain(life, person)
    },
  ],
  copyFiles: [
    1,
    async (life, person) => {
      await person.wallet.close()
      person.older = newFolder('older')
      cpSync(person.dir, person.older, { recursive: true })
      await openAgain(life, person)
    },
  ],
  goBack: [
    1,
    async (life, person) => {
      if (person.older === null) return
      await person.wallet.close()
      for (const [id, whose] of life.begun) if (whose === person) life.begun.set(id, null)
      person.dir = newFolder('back')
      cpSync(person.older, person.dir, { recursive: true })
      await openAgain(life, person)
    },
  ],
} as const satisfies Readonly<Record<string, readonly [weight: number, act: Act]>>

/** What a person does about coins that are said to be in doubt. */
export async function checkCoins({ holder: group }: Life, { wallet, account }: Person): Promise<void> {
  for (const holder of [null, group])
    for (const { outputId } of await wallet.calls['coins.doubted']({ account, holder }))
      await attempt(() => wallet.calls['coins.recheck']({ account, holder, outputId }))
}

/** What a person does who was told that change did not come back. */
export async function acceptLoss({ wallet, account }: Person): Promise<void> {
  const failed = await wallet.calls['payments.frozen']({ account })
  const read = failed.flatMap(({ acceptedAt, outputId }) => (acceptedAt === null ? [outputId] : []))
  if (read.length > 0) await attempt(() => wallet.calls['payments.unfreeze']({ account, read, passphrase: null }))
}
