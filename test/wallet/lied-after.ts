import type { RequestId } from '#contract/domain'
import { signing } from '../support/cosigners.ts'
import { BTC, paying, toUser } from '../support/wallet.ts'
import { type Act, agree, attempt, one, openPayments, openRequests } from './lied-to.ts'

/* What people whose service lies do about what came to nothing, with coins, and with requests beside the service. */

/** What was signed and failed is tried once more. */
const again: Act = async (life, { account, wallet, ...person }) => {
  const failed: RequestId[] = []
  for (const paymentId of life.forms.keys()) {
    const payment = await wallet.calls['payments.read']({ account, paymentId }).catch(() => null)
    if (payment?.state === 'failed' && payment.signedAt !== null) failed.push(paymentId)
  }
  const first = one(life, failed)
  const form = first === undefined ? undefined : life.forms.get(first)
  if (first === undefined || form === undefined) return
  const next = await attempt(() => wallet.calls['payments.prepare']({ ...form, account, again: first }))
  if (next !== undefined) life.forms.set(next.paymentId, form)
  await agree(life, { ...person, account, wallet }, next)
}

const freeze: Act = async ({ below, holder: group, ...life }, { wallet: { calls }, account }) => {
  const owner = { account, holder: below(2) === 0 ? null : group }
  const page = { assetId: BTC, state: null, search: '', cursor: null, limit: 50 } as const
  const { rows } = await calls['coins.list']({ ...owner, ...page })
  const coin = one({ below, holder: group, ...life }, rows)
  if (coin === undefined) return
  const outputs = [coin.outputId]
  await attempt(() =>
    coin.state === 'frozen'
      ? calls['coins.unfreeze']({ ...owner, outputs })
      : calls['coins.freeze']({ ...owner, outputs, reason: 'kept' }),
  )
}

/** With coins that were chosen, whatever is said of them. */
const payWithCoins: Act = async (life, person) => {
  const { wallet, account } = person
  const owner = { account, holder: life.below(2) === 0 ? null : life.holder }
  const page = { assetId: BTC, state: null, search: '', cursor: null, limit: 50 } as const
  const { rows } = await wallet.calls['coins.list']({ ...owner, ...page })
  const coins = rows.map(({ outputId }) => outputId).filter(() => life.below(2) === 0)
  const to = one(life, life.payees)
  if (coins.length === 0 || to === undefined) return
  const input = paying(account, BTC, [toUser(to, life.amount())], { holder: owner.holder, coins })
  await agree(life, person, await attempt(() => wallet.calls['payments.prepare'](input)))
}

/** A request goes to another member as a file, and is signed without the service. */
const passOn: Act = async (life, person) => {
  const { wallet, account } = person
  const request = one(life, await openRequests(person))
  const other = one(life, life.people)
  if (request === undefined || other === undefined) return
  const { requestId } = request
  const made = await attempt(() => wallet.calls['approvals.bundle']({ account, requestId, note: '' }))
  if (made === undefined) return
  const given = { account: other.account, text: made.text, source: 'file' } as const
  const card = await attempt(() => other.wallet.calls['scan.read'](given))
  if (card?.kind !== 'bundle') return
  const asked = { account: other.account, requestId }
  const review = await attempt(() => other.wallet.calls['approvals.review'](asked))
  if (review !== undefined)
    await attempt(() => other.wallet.calls['approvals.signOffline'](signing(other.account, review)))
}

const putAway: Act = async (life, person) => {
  const { wallet, account } = person
  const payment = one(
    life,
    (await openPayments(life, person)).filter(({ canPutAway }) => canPutAway === true),
  )
  if (payment === undefined) return
  const { paymentId } = payment
  const done = await attempt(() => wallet.calls['payments.putAway']({ account, paymentId, passphrase: null }))
  if (done !== undefined) life.begun.set(paymentId, null)
}

const refuse: Act = async (life, person) => {
  const request = one(life, await openRequests(person))
  if (request === undefined) return
  const { requestId } = request
  const { wallet, account } = person
  await attempt(() => wallet.calls['approvals.refuse']({ account, requestId, reason: 'no' }))
}

export const AFTERWARDS = {
  again: [6, again],
  payWithCoins: [3, payWithCoins],
  freeze: [2, freeze],
  passOn: [3, passOn],
  putAway: [2, putAway],
  refuse: [1, refuse],
} as const satisfies Readonly<Record<string, readonly [weight: number, act: Act]>>
