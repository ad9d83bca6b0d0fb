import type { RequestId, UserId } from '#contract/domain'
import { formatAmountShort } from '#protocol'
import { BTC, ETH, paying, toUser, USDT_ERC20 } from '../support/wallet.ts'
import type { ScanCard } from '../support/worded.ts'
import { withdrawing } from './leaving.ts'
import {
  type Act,
  type Acts,
  agreeTo,
  attempt,
  type Choice,
  type Desk,
  type Life,
  one,
  openPayments,
} from './living.ts'

/* What money is paid by: forms, lists, links, invoices and plans; and what may be done about a payment. */

export const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ETHEREUM = '0x52908400098527886E0F7030069857D2E4169EE7'

/** A payment by the form to whom the choice comes to. */
export const prepared =
  (payeeOf: (life: Life, choice: Choice) => Parameters<typeof paying>[2][number]['payee']): Act =>
  async (life, desk, choice) => {
    const { wallet, account } = desk
    const row = { payee: payeeOf(life, choice), amount: choice.amount }
    const from = choice.shared ? { holder: life.holder } : { feeAssetId: row.payee.kind === 'chain' ? BTC : null }
    const input = paying(account, BTC, [row], from)
    const review = await attempt(life, () => wallet.calls['payments.prepare'](input))
    if (review !== undefined) life.forms.set(review.paymentId, input)
    await agreeTo(life, desk, review, choice)
  }

const withPayment =
  (act: (life: Life, desk: Desk, paymentId: RequestId, choice: Choice) => Promise<unknown>): Act =>
  async (life, desk, choice) => {
    const payment = one(await openPayments(life, desk), choice.pick)
    if (payment !== undefined) await act(life, desk, payment.paymentId, choice)
  }

type Card<Kind extends ScanCard['kind']> = Extract<ScanCard, { kind: Kind }>

async function payLink(life: Life, desk: Desk, { view }: Card<'payment'>, choice: Choice): Promise<void> {
  const { wallet, account } = desk
  const { payee, asked } = view
  if (payee === null || asked.assetId === null || asked.amount === null) return
  const { assetId, amount, memoHex } = asked
  const more = {
    ...{ requestId: asked.trace, memoHex: memoHex ?? '', references: asked.references },
    ...{ holder: choice.shared ? life.holder : null, asked: { assetId, amount, memoHex } },
  }
  const row = { payee, amount: formatAmountShort(amount) }
  const review = await attempt(life, () => wallet.calls['payments.prepare'](paying(account, assetId, [row], more)))
  await agreeTo(life, desk, review, choice)
}

/** The first entry that can be paid now. */
async function payEntry(life: Life, desk: Desk, { entries }: Card<'invoice'>, choice: Choice): Promise<void> {
  const { wallet, account } = desk
  const entry = entries.find(({ state, waitsFor }) => state === 'open' && waitsFor.length === 0)
  if (entry === undefined) return
  const holder = choice.shared ? life.holder : null
  const { assetId } = entry.asset
  const to = await attempt(life, () => wallet.calls['payees.resolve']({ account, holder, text: entry.to, assetId }))
  if (to === undefined || to.payee === null) return
  const row = { payee: to.payee, amount: formatAmountShort(entry.amount) }
  const { memoHex, references, trace } = entry
  const more = { holder, memoHex, references, requestId: trace, ...(entry.storage ? { storeMemo: true } : {}) }
  const asked = { assetId, amount: entry.amount, memoHex }
  const input = paying(account, assetId, [row], { ...more, asked })
  await agreeTo(life, desk, await attempt(life, () => wallet.calls['payments.prepare'](input)), choice)
}

export const PAYING = {
  pay: [8, prepared((life, { pick }) => toUser(one(life.payees, pick) ?? life.payees[0] ?? ('' as UserId), '0').payee)],
  payEachOther: [4, prepared((life, { pick }) => toUser(one(life.desks, pick)?.account ?? ('' as UserId), '0').payee)],
  withdraw: [4, prepared(() => ({ kind: 'chain', destination: BITCOIN, tag: '' }))],
  withdrawToken: [
    2,
    async (life, desk, choice) => {
      const { wallet, account } = desk
      const owner = { account, holder: choice.shared ? life.holder : null }
      const row = { payee: { kind: 'chain', destination: ETHEREUM, tag: '' } as const, amount: choice.amount }
      const feeAssetId = choice.shared ? null : choice.pick % 3 === 0 ? USDT_ERC20 : ETH
      const input = { ...paying(account, USDT_ERC20, [row], { feeAssetId }), ...owner }
      await agreeTo(life, desk, await attempt(life, () => wallet.calls['payments.prepare'](input)), choice)
    },
  ],
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
  /** The row of a list that leaves the network, from a form. */
  withdrawRow: [
    3,
    async (life, _desk, choice) => {
      const run = one(life.runs, choice.pick)
      const desk = run === undefined ? undefined : one(run.desks, choice.desk)
      if (run === undefined || desk === undefined) return
      const { wallet, account } = desk
      const { runId, holder } = run
      const { rows } = await wallet.calls['runs.read']({ account, runId })
      const row = rows.find(({ withdrawal }) => withdrawal !== undefined)
      const form = withdrawing({ account, holder, runId }, row)
      const feeAssetId = holder !== null || choice.shared ? null : BTC
      const review = await attempt(life, () => wallet.calls['runs.withdraw']({ ...form, feeAssetId }))
      await agreeTo(life, desk, review, choice)
    },
  ],
  scan: [
    8,
    async (life, desk, choice) => {
      const { wallet, account } = desk
      const code = one(life.codes, choice.pick)
      if (code === undefined) return
      const card = await attempt(life, () => wallet.calls['scan.read']({ account, text: code.text, source: 'paste' }))
      if (card?.kind === 'payment') await payLink(life, desk, card, choice)
      if (card?.kind === 'invoice') await payEntry(life, desk, card, choice)
    },
  ],
  plan: [
    4,
    async (life, desk, choice) => {
      const { wallet, account } = desk
      const due = one(await wallet.calls['schedule.open']({ account }), choice.pick)
      if (due === undefined) return
      const { day, planId } = due
      const review = await attempt(life, () => wallet.calls['schedule.prepare']({ account, planId, day }))
      await agreeTo(life, desk, review, choice)
    },
  ],
  answerPlans: [
    2,
    async (life, { wallet, account }, { agree }) => {
      const due = (await wallet.calls['schedule.open']({ account })).map(({ planId, day }) => ({ planId, day }))
      const answer = agree ? { prepare: due, skip: [] } : { prepare: [], skip: due.slice(0, 1) }
      const done = await attempt(life, () => wallet.calls['schedule.answer']({ account, ...answer }))
      for (const id of done?.prepared ?? []) life.begun.add(id)
    },
  ],
  holdPlan: [
    1,
    async (life, { wallet, account }, { pick, shared }) => {
      const plans = await wallet.calls['schedule.list']({ account, holder: shared ? life.holder : null })
      const plan = one(plans, pick)
      if (plan === undefined) return
      const state = plan.state === 'on' ? 'paused' : 'on'
      await attempt(life, () => wallet.calls['schedule.set']({ account, planId: plan.planId, state }))
    },
  ],
  /** What was signed and can never be paid is tried once more. */
  again: [
    4,
    async (life, desk, choice) => {
      const { wallet, account } = desk
      const failed: RequestId[] = []
      for (const paymentId of life.forms.keys()) {
        const payment = await wallet.calls['payments.read']({ account, paymentId }).catch(() => null)
        if (payment?.state === 'failed' && payment.signedAt !== null) failed.push(paymentId)
      }
      const first = one(failed, choice.pick)
      const input = first === undefined ? undefined : life.forms.get(first)
      if (first === undefined || input === undefined) return
      const next = await attempt(life, () => wallet.calls['payments.prepare']({ ...input, account, again: first }))
      if (next === undefined) return
      life.forms.set(next.paymentId, input)
      life.again.push({ first, next: next.paymentId })
      await agreeTo(life, desk, next, choice)
    },
  ],
  /** What spends coins that the service denies; an honest one denies none. */
  putAway: [
    1,
    withPayment(async (life, { wallet, account, passphrase }, paymentId) => {
      const ended = await attempt(life, () => wallet.calls['payments.putAway']({ account, paymentId, passphrase }))
      if (ended !== undefined) life.agreed.delete(paymentId)
    }),
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
    withPayment((life, { wallet, account, passphrase }, paymentId) =>
      attempt(life, () => wallet.calls['payments.sendNow']({ account, paymentId, passphrase })),
    ),
  ],
  reviewAgain: [
    4,
    withPayment(async (life, desk, paymentId, choice) => {
      const { wallet, account } = desk
      const review = await attempt(life, () => wallet.calls['payments.review']({ account, paymentId }))
      await agreeTo(life, desk, review, choice)
    }),
  ],
} as const satisfies Acts
