import { text } from 'node:stream/consumers'
import type { RequestId, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { type AccountStore, openAccountStore } from '#store'
import { signing } from './cosigners.ts'
import { testKeychain } from './keychain.ts'
import { approving, BTC, openWallet, paying } from './wallet.ts'

/*
 * A program of its own that pays and is killed at one point of the way, by wrapping what the wallet is given: its store, its
 * line and its vault. The product itself knows nothing of this. A payment that is there already is only carried on.
 */

export type KillPoint = 'P02' | 'P04' | 'P07' | 'P12' | 'P13' | 'P15' | 'P16' | 'P19' | 'P20' | 'P22'

interface Order {
  readonly dir: string
  readonly baseUrl: string
  readonly account: UserId
  readonly payee: UserId
  readonly point: KillPoint
  readonly entries: readonly (readonly [string, string])[]
  /** A group's request to be signed, instead of paying. */
  readonly request?: RequestId
  /** Rows of a run to be paid, instead of a payment to the payee. */
  readonly run?: readonly {
    readonly line: number
    readonly to: string
    readonly typed: string
    readonly amount: string
    readonly memo: string
    readonly label: string
  }[]
  /** A plan pays, once and now, instead of a payment at once. */
  readonly isPlanned?: true
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  // The signal is on its way; nothing may happen until it arrives.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  throw new Error('still alive')
}

type Payments = AccountStore['intents']['payments']
type Step = keyof Payments

/** The store with one step of the journal that kills before or after it was committed. */
function killingStore(at: { readonly step: Step; readonly when: 'before' | 'after' } | undefined) {
  const open: typeof openAccountStore = (options) => {
    const store = openAccountStore(options)
    if (at === undefined) return store
    const payments = new Proxy(store.intents.payments, {
      get(target, name: Step) {
        const member = target[name]
        if (name !== at.step || typeof member !== 'function') return member
        return (...given: never[]) => {
          if (at.when === 'before') die()
          Reflect.apply(member, target, given)
          return die()
        }
      },
    })
    return { ...store, intents: { ...store.intents, payments } }
  }
  return open
}

/** The line that kills once a request was written and answered, before its answer is read. */
const killingLine =
  (path: RegExp | undefined): typeof fetch =>
  async (target, init) => {
    const response = await fetch(target, init)
    if (path?.test(new URL(String(target)).pathname) === true) die()
    return response
  }

const STEPS: Partial<Record<KillPoint, { readonly step: Step; readonly when: 'before' | 'after' }>> = {
  P02: { step: 'create', when: 'after' },
  P07: { step: 'storeRaw', when: 'before' },
  P13: { step: 'approve', when: 'after' },
  P15: { step: 'storeSigned', when: 'before' },
  P16: { step: 'storeSigned', when: 'after' },
  P20: { step: 'markAccepted', when: 'before' },
  P22: { step: 'markFinal', when: 'before' },
}
const LINES: Partial<Record<KillPoint, RegExp>> = {
  P04: /^\/safe\/keys$/,
  P19: /^\/safe\/(?:transaction|multisigs\/[^/]+\/sign)$/,
}

const order = JSON.parse(await text(process.stdin)) as Order
const { dir, baseUrl, account, point } = order
const wallet = await openWallet({
  dir,
  baseUrl,
  keychain: testKeychain(new Map(order.entries)),
  openStore: killingStore(STEPS[point]),
  fetch: killingLine(LINES[point]),
})
if (order.request !== undefined) {
  const review = await wallet.calls['approvals.review']({ account, requestId: order.request })
  await wallet.calls['approvals.sign'](signing(account, review))
  await wallet.until(
    () => wallet.calls['payments.read']({ account, paymentId: review.request.requestId }),
    ({ state }) => state === 'final',
  )
}
async function prepareRun(rows: NonNullable<Order['run']>) {
  const { runId } = await wallet.calls['runs.save']({
    ...{ account, holder: null, assetId: BTC, name: 'November 2026' },
    rows: rows.map((row) => ({ ...row, amount: parseAmount(row.amount) })),
  })
  return wallet.calls['runs.prepare']({ account, runId })
}

async function preparePlan() {
  const [first = '', time = ''] = new Date().toISOString().slice(0, 16).split('T')
  const when = { first, time, zone: 'UTC', repeats: 'once' as const, end: { kind: 'never' as const } }
  const { planId } = await wallet.calls['schedule.save']({
    ...{ account, holder: null, planId: null, name: 'Rent', assetId: BTC, memoHex: '', label: '', feeAssetId: null },
    ...{ rows: [{ payee: { kind: 'user', userId: order.payee }, amount: parseAmount('0.1') }], when },
  })
  const { history } = await wallet.until(
    () => wallet.calls['schedule.read']({ account, planId }),
    (plan) => plan.history[0]?.state === 'waiting',
  )
  const paymentId = history[0]?.paymentId ?? planId
  return wallet.calls['payments.review']({ account, paymentId })
}

const left = await wallet.calls['payments.open']({ account, holder: null })
if (left.length === 0 && order.request === undefined) {
  const review =
    order.isPlanned === true
      ? await preparePlan()
      : order.run === undefined
        ? await wallet.calls['payments.prepare'](
            paying(account, BTC, [{ payee: { kind: 'user', userId: order.payee }, amount: '0.1' }]),
          )
        : await prepareRun(order.run)
  process.stdout.write(`${review.transactions[0]?.hash}\n`)
  if (point === 'P12') die()
  await wallet.calls['payments.approve'](approving(account, review))
}
await wallet.until(
  () => wallet.calls['payments.open']({ account, holder: null }),
  (open) => open.length === 0,
)
process.stderr.write('the payment came to its end\n')
process.exit(1)
