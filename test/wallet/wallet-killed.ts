import { text } from 'node:stream/consumers'
import type { AssetId, RequestId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { type AccountStore, openAccountStore } from '#store'
import type { Vault } from '#vault'
import { signing } from '../support/cosigners.ts'
import { testKeychain } from '../support/keychain.ts'
import { approving, BTC, openWallet, paying } from '../support/wallet.ts'
import type { Deed, KillPoint, Order, Rows, Withdrawing } from './killing.ts'
import { withdrawing } from './leaving.ts'

/*
 * A program of its own that pays and is killed at one point of the way, by wrapping what the wallet is given: its store, its
 * line and its vault. The product itself knows nothing of this.
 */

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  // The signal is on its way; nothing may happen until it arrives.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  throw new Error('still alive')
}

type Payments = AccountStore['intents']['payments']
type Step = keyof Payments

/** Before or after a step of the journal was committed, for the payment of that number. */
type Commit = readonly [when: 'before' | 'after', step: Step, payment?: number]

const COMMITS: Partial<Record<KillPoint, Commit>> = {
  P02: ['after', 'create'],
  P07: ['before', 'storeRaw'],
  P13: ['after', 'approve'],
  P15: ['before', 'storeSigned'],
  P16: ['after', 'storeSigned'],
  P20: ['before', 'markAccepted'],
  P22: ['before', 'markFinal'],
  'second keyed': ['after', 'storeKeys', 2],
  'second signed': ['after', 'storeSigned', 2],
  'second sent': ['before', 'markAccepted', 2],
  'half accepted': ['after', 'markAccepted'],
  'half final': ['after', 'markFinal'],
}
const PATHS: Partial<Record<KillPoint, RegExp>> = {
  P04: /^\/safe\/keys$/,
  P19: /^\/safe\/(?:transaction|multisigs\/[^/]+\/sign)$/,
}

function killingStore(at: Commit | undefined): typeof openAccountStore {
  return (options) => {
    const store = openAccountStore(options)
    if (at === undefined) return store
    const [when, step, payment = 1] = at
    const seen = new Set<string>()
    const payments = new Proxy(store.intents.payments, {
      get(target, name: Step) {
        const member = target[name]
        if (name !== step || typeof member !== 'function') return member
        return (...given: never[]) => {
          seen.add(String(given[0]))
          const isMeant = seen.size >= payment
          if (isMeant && when === 'before') die()
          const done: unknown = Reflect.apply(member, target, given)
          return isMeant ? die() : done
        }
      },
    })
    return { ...store, intents: { ...store.intents, payments } }
  }
}

/** The line that kills once a request was written and answered, before its answer is read. */
const killingLine =
  (path: RegExp | undefined): typeof fetch =>
  async (target, init) => {
    const response = await fetch(target, init)
    if (path?.test(new URL(String(target)).pathname) === true) die()
    return response
  }

/** The vault that kills before or after it forgot an account. */
const killingVault =
  (at: KillPoint) =>
  (vault: Vault): Vault => ({
    ...vault,
    accounts: {
      ...vault.accounts,
      async remove(id) {
        if (at === 'keys there') die()
        await vault.accounts.remove(id)
        if (at === 'keys gone') die()
      },
    },
  })

const { dir, baseUrl, account, entries, deed, point } = JSON.parse(await text(process.stdin)) as Order
const wallet = await openWallet({
  ...{ dir, baseUrl, keychain: testKeychain(new Map(entries)) },
  ...{ openStore: killingStore(COMMITS[point]), fetch: killingLine(PATHS[point]), wrapVault: killingVault(point) },
})
const owner = { account, holder: deed.kind === 'withdraw' ? deed.holder : null }

async function preparePlan(payee: (Deed & { kind: 'plan' })['payee']) {
  const [first = '', time = ''] = new Date().toISOString().slice(0, 16).split('T')
  const when = { first, time, zone: 'UTC', repeats: 'once' as const, end: { kind: 'never' as const } }
  const { planId } = await wallet.calls['schedule.save']({
    ...{ ...owner, planId: null, name: 'Rent', assetId: BTC, memoHex: '', label: '', feeAssetId: null },
    ...{ rows: [{ payee: { kind: 'user', userId: payee }, amount: parseAmount('0.1') }], when },
  })
  const { history } = await wallet.until(
    () => wallet.calls['schedule.read']({ account, planId }),
    (plan) => plan.history[0]?.state === 'waiting',
  )
  return wallet.calls['payments.review']({ account, paymentId: history[0]?.paymentId ?? planId })
}

const saveRun = (rows: Rows, assetId: AssetId) =>
  wallet.calls['runs.save']({
    ...{ ...owner, assetId, name: 'November 2026' },
    rows: rows.map((row) => ({ ...row, amount: parseAmount(row.amount) })),
  })

async function prepareRun(rows: Rows) {
  const { runId } = await saveRun(rows, BTC)
  return wallet.calls['runs.prepare']({ account, runId })
}

async function prepareWithdrawal({ rows, assetId, feeAssetId, tags }: Withdrawing) {
  const { runId, rows: read } = await saveRun(rows, assetId)
  const ask = (tag: string) =>
    wallet.calls['runs.withdraw']({ ...withdrawing({ ...owner, runId }, read[0], tag), feeAssetId })
  const [first = '', ...others] = tags
  let review = await ask(first)
  for (const tag of others) review = await ask(tag)
  return review
}

async function prepare(own: Exclude<Deed, { kind: 'sign' | 'remove' }>) {
  if (own.kind === 'plan') return preparePlan(own.payee)
  if (own.kind === 'run') return prepareRun(own.rows)
  if (own.kind === 'withdraw') return prepareWithdrawal(own)
  if (own.kind === 'combine') {
    const { paymentId } = await wallet.calls['coins.combine']({ ...owner, assetId: BTC })
    return wallet.calls['payments.review']({ account, paymentId })
  }
  const rows = [{ payee: { kind: 'user', userId: own.payee } as const, amount: '0.1' }]
  const memo = own.storedMemoHex === undefined ? {} : { memoHex: own.storedMemoHex, storeMemo: true }
  return wallet.calls['payments.prepare'](paying(account, BTC, rows, memo))
}

async function sign(requestId: RequestId): Promise<void> {
  const review = await wallet.calls['approvals.review']({ account, requestId })
  await wallet.calls['approvals.sign'](signing(account, review))
  await wallet.until(
    () => wallet.calls['payments.read']({ account, paymentId: requestId }),
    ({ state }) => state === 'final',
  )
}

if (deed.kind === 'remove') await wallet.calls['accounts.remove']({ account, passphrase: null })
const left = await wallet.calls['payments.open'](owner)
if (deed.kind === 'sign') await sign(deed.requestId)
else if (deed.kind !== 'remove' && left.length === 0) {
  const review = await prepare(deed)
  process.stdout.write(review.transactions.map(({ hash }) => `${hash}\n`).join(''))
  if (point === 'P12') die()
  await wallet.calls['payments.approve'](approving(account, review))
}
await wallet.until(
  async () => [
    ...(await wallet.calls['payments.open'](owner)),
    await wallet.calls['coins.plan']({ ...owner, assetId: BTC }),
  ],
  (open) => open.every((each) => each === null || each.state === 'done'),
)
process.stderr.write('what it was to do came to its end\n')
process.exit(1)
