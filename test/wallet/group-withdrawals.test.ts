import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import { errorFacts } from '#contract/errors'
import { FEE_USER_ID, formatAmount, parseAmount, toAmount, uniqueObjectId } from '#protocol'
import { glimpse } from '#protocol/text'
import { type AccountStore, openAccountStore } from '#store'
import { wording } from '#words'
import { asking, cosign, fundGroup, groupHas, type Member, newTeam, sees, type Team } from '../support/cosigners.ts'
import {
  ALL_MOVEMENTS,
  approved,
  approving,
  BTC,
  balanceOf,
  coded,
  fund,
  has,
  paying,
  settled,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import type { RequestView } from '../support/worded.ts'

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

const network = sharedNetwork()
let team: Team<[Member, Member, Member]>
let ana: Member
let ben: Member
let cas: Member
const stores = new Map<UserId, AccountStore>()

beforeAll(async () => {
  const noting = (deps: Parameters<typeof openAccountStore>[0]) => {
    const store = openAccountStore(deps)
    stores.set(deps.account, store)
    return store
  }
  team = await newTeam(network, ['Ana', 'Ben', 'Cas'], 2, ['1', '1', '1'], [{}, {}, { openStore: noting }])
  ;[ana, ben, cas] = team.members
  for (const { wallet, account } of [ben, cas]) await fund(wallet, account, BTC, '1')
})

/** Ana asks the group to withdraw, and signs. */
async function ask(amount = '0.4'): Promise<RequestId> {
  const payee = { kind: 'chain' as const, destination: BITCOIN, tag: '' }
  return asking(ana, paying(ana.account, BTC, [{ payee, amount }], { holder: team.holder }))
}

/** Asked, signed by two and final: from then on it waits. */
async function waiting(amount?: string): Promise<RequestId> {
  const id = await ask(amount)
  // Who never saw it open learns nothing of it once it is final.
  for (const member of team.members) await sees(member, id)
  await cosign(ben, id)
  for (const member of team.members) await sees(member, id, ({ state }) => state === 'final')
  return id
}

const payFee = ({ wallet, account }: Member, requestId: RequestId) =>
  wallet.calls['approvals.payFee']({ account, requestId })
const fee = (is: NonNullable<RequestView['withdrawal']>['fee']) => (request: RequestView) =>
  request.withdrawal?.fee === is

describe('a withdrawal of a group', () => {
  it('is asked for without a fee, and says where it goes and that the fee comes later', async () => {
    const { wallet, account } = ana
    const payee = { kind: 'chain' as const, destination: BITCOIN, tag: '' }
    const own = await wallet.calls['payments.prepare'](
      paying(account, BTC, [{ payee, amount: '0.3' }], { holder: team.holder }),
    )
    expect(own).toMatchObject({ fee: null, verb: 'Withdraw 0.3 BTC', payees: [{ party: { destination: BITCOIN } }] })
    expect(own.transactions.flatMap(({ outputs }) => outputs.map(({ role }) => role))).toEqual(['withdrawal', 'change'])
    expect(own.checks.map(({ id }) => id)).toContain('fee:later')
    await wallet.calls['payments.cancel']({ account, paymentId: own.paymentId })
    const id = await ask()
    const asked = await sees(ben, id)
    expect(asked).toMatchObject({ state: 'open', withdrawal: { fee: 'later' } })
    expect(asked.title).toMatch(/^Withdraw 0.4 BTC to bc1q/)
    const review = await ben.wallet.calls['approvals.review']({ account: ben.account, requestId: id })
    expect(review).toMatchObject({
      ...{ canSign: true, verdict: 'attention' },
      payees: [
        {
          party: { kind: 'chain', destination: BITCOIN, chainName: 'Bitcoin' },
          amount: parseAmount('0.4'),
          proof: 'proved',
        },
      ],
      change: [{ amount: parseAmount('0.6'), proof: 'claimed' }],
    })
    expect(review.rows.filter(({ agrees }) => !agrees)).toEqual([])
    expect(review.rows.find(({ field }) => field === 'Recipient 1')?.actual).toBe(`0.4 BTC to ${BITCOIN}`)
    const said = review.checks.map(({ id: check, result }) => `${check} ${result}`)
    expect(said).toContain('first:0 attention')
    expect(said).toContain('fee:later note')
    await expect(payFee(ben, id)).rejects.toThrow(coded('wallet.no_fee_due'))
    await wallet.calls['approvals.unlock']({ account, requestId: id, passphrase: null })
    await groupHas(ana, team.holder, parseAmount('3'))
  })

  it('waits for its fee once it is final, and leaves after another member has paid it from an own account', async () => {
    const id = await waiting()
    const receipt = await settled(ana.wallet, ana.account, id)
    expect(receipt).toMatchObject({ state: 'final', kind: 'multisig' })
    // Final is the payment first, and then the request whose fee it is.
    await ana.wallet.until(
      () => ana.wallet.calls['payments.read']({ account: ana.account, paymentId: id }),
      ({ withdrawal }) => withdrawal?.fee === 'waits',
    )
    const { hash } = await sees(ben, id, fee('waits'))
    // Ana has money in the group alone.
    await expect(payFee(ana, id)).rejects.toThrow(
      coded('wallet.fee_insufficient', { fee: expect.stringMatching(/^0\.\d+ BTC$/), symbol: 'BTC', assetId: BTC }),
    )
    const review = await payFee(ben, id)
    expect(review).toMatchObject({
      asset: { assetId: BTC },
      payees: [{ party: { kind: 'user', user: { userId: FEE_USER_ID } } }],
      transactions: [{ references: [hash] }],
    })
    expect(review.title).toMatch(/^Pay the fee of a withdrawal/)
    expect(review.checks.filter(({ id: check }) => check.startsWith('fee'))).toMatchObject([
      { id: 'fee', result: 'ok' },
    ])
    expect(await approved(ben.wallet, ben.account, review)).toMatchObject({ state: 'final' })
    // In his books it is what the network took, no payment to somebody.
    const wish = { account: ben.account, holder: null, others: [], filter: ALL_MOVEMENTS }
    const { rows } = await ben.wallet.until(
      () => ben.wallet.calls['statements.draw'](wish),
      (drawn) => drawn.rows.some(({ amount }) => amount < 0n),
    )
    expect(rows.filter(({ amount }) => amount < 0n).map(({ kind }) => kind)).toEqual(['fee'])
    const list = { account: ben.account, holder: null, filter: ALL_MOVEMENTS, cursor: null, limit: 9 }
    const movements = (await ben.wallet.calls['activity.list'](list)).rows
    expect(movements.filter(({ amount }) => amount < 0n).map(({ kind }) => kind)).toEqual(['fee'])
    await ben.wallet.calls['local.confirm']({ blocks: 3 })
    const paid = await sees(ben, id, ({ withdrawal }) => withdrawal?.chainHash !== null && withdrawal?.fee === 'paid')
    expect(paid.withdrawal).toMatchObject({ feePayment: review.paymentId, paidBy: { name: 'Ben' } })
    for (const member of [ana, cas]) {
      const seen = await sees(
        member,
        id,
        // That it left and who paid for it are told apart.
        ({ withdrawal }) => withdrawal?.chainHash != null && withdrawal.paidBy !== null,
      )
      expect(seen.withdrawal).toMatchObject({ fee: 'paid', feePayment: null, paidBy: { name: 'Ben' } })
    }
  })

  it('stands among the withdrawals of the group for each of its members', async () => {
    const id = await waiting()
    const { hash } = await sees(ana, id)
    for (const { wallet, account } of team.members) {
      const filter = { ...ALL_MOVEMENTS, kind: 'withdrawal' } as const
      const { rows } = await wallet.calls['activity.list']({
        account,
        holder: team.holder,
        filter,
        cursor: null,
        limit: 50,
      })
      expect(rows.find((row) => row.hash === hash)).toMatchObject({ party: { kind: 'chain', destination: BITCOIN } })
    }
  })

  it('is paid for once, however often the button is pressed', async () => {
    const id = await waiting()
    const [one, two] = await Promise.all([payFee(ben, id), payFee(ben, id)])
    expect(two.paymentId).toBe(one.paymentId)
    expect((await payFee(ben, id)).digest).toBe(one.digest)
    expect(await sees(ben, id)).toMatchObject({ withdrawal: { fee: 'waits' } })
    await ben.wallet.calls['payments.approve'](approving(ben.account, one))
    await expect(payFee(ben, id)).rejects.toThrow(coded('wallet.no_fee_due'))
    await sees(cas, id, fee('paid'))
    await expect(payFee(cas, id)).rejects.toThrow(coded('wallet.no_fee_due'))
  })

  it('is paid for once also where whoever paid had given it up several times before', async () => {
    const id = await waiting()
    await sees(ben, id, fee('waits'))
    for (let tries = 0; tries < 5; tries += 1) {
      const { paymentId } = await payFee(ben, id)
      await ben.wallet.calls['payments.cancel']({ account: ben.account, paymentId })
    }
    await ben.wallet.calls['payments.approve'](approving(ben.account, await payFee(ben, id)))
    await sees(ben, id, fee('paid'))
    await expect(payFee(cas, id)).rejects.toThrow(coded('wallet.no_fee_due'))
  })

  it('is paid for with what is asked by then, also where less was agreed upon before, and every member sees it', async () => {
    const id = await waiting()
    await sees(ben, id, fee('waits'))
    const { wallet, account, line } = ben
    const before = await payFee(ben, id)
    line.faults.push({
      path: /\/fees$/,
      act: (fees: { amount: string }[]) => fees.map((each) => ({ ...each, amount: String(Number(each.amount) * 2) })),
    })
    await expect(wallet.calls['payments.approve'](approving(account, before))).rejects.toThrow(
      coded('remote.fee_too_small'),
    )
    const review = await payFee(ben, id)
    expect(review.amount).toBe(before.amount * 2n)
    expect(review.paymentId).not.toBe(before.paymentId)
    expect(await settled(wallet, account, before.paymentId)).toMatchObject({ state: 'cancelled' })
    expect(await approved(wallet, account, review)).toMatchObject({ state: 'final' })
    line.faults.length = 0
    await sees(cas, id, fee('paid'))
    await expect(payFee(cas, id)).rejects.toThrow(coded('wallet.no_fee_due'))
  })

  it('waits for its fee still where a member has paid next to nothing in its name', async () => {
    const id = await waiting('0.01')
    const { hash } = await sees(ben, id, fee('waits'))
    const payee = { kind: 'user' as const, userId: FEE_USER_ID as typeof ben.account }
    const next = await ben.wallet.calls['payments.prepare']({
      ...paying(ben.account, BTC, [{ payee, amount: '0.00000001' }]),
      ...{ references: [hash], requestId: uniqueObjectId(hash, 'WITHDRAWAL FEE', ben.account) as RequestId },
    })
    await approved(ben.wallet, ben.account, next)
    const review = await payFee(cas, id)
    await approved(cas.wallet, cas.account, review)
    await sees(ana, id, fee('paid'))
    const seen = await sees(ana, id)
    expect(seen.withdrawal).toMatchObject({ paidBy: { name: 'Cas' } })
  })

  it('waits for its fee again where a member has paid half of it and nothing has left in hours', async () => {
    const id = await waiting('0.01')
    const { hash } = await sees(cas, id, fee('waits'))
    const { amount, paymentId } = await payFee(cas, id)
    await cas.wallet.calls['payments.cancel']({ account: cas.account, paymentId })
    const payee = { kind: 'user' as const, userId: FEE_USER_ID as typeof ben.account }
    const half = await ben.wallet.calls['payments.prepare']({
      ...paying(ben.account, BTC, [{ payee, amount: formatAmount(toAmount(amount / 2n)) }]),
      ...{ references: [hash], requestId: uniqueObjectId(hash, 'WITHDRAWAL FEE', ben.account) as RequestId },
    })
    await approved(ben.wallet, ben.account, half)
    // The fee may have risen since.
    await expect(payFee(cas, id)).rejects.toThrow(coded('wallet.no_fee_due'))
    cas.line.faults.push({
      path: new RegExp(`/transactions/${half.paymentId}$`),
      act: (record: object) => ({ ...record, created_at: '2026-01-01T00:00:00Z' }),
    })
    const review = await payFee(cas, id)
    await approved(cas.wallet, cas.account, review)
    cas.line.faults.length = 0
  })

  it('is not offered for payment again where it was paid by hand', async () => {
    const id = await waiting()
    const { hash } = await sees(cas, id, fee('waits'))
    const { wallet, account } = cas
    const [asked] = await wallet.calls['payments.fees']({
      account,
      holder: null,
      assetId: BTC,
      destination: BITCOIN,
      tag: '',
    })
    if (asked === undefined) throw new Error('a fee is named')
    const review = await wallet.calls['payments.prepare']({
      ...paying(account, BTC, [{ payee: { kind: 'user', userId: FEE_USER_ID as typeof account }, amount: '0' }]),
      ...{ rows: [{ payee: { kind: 'user', userId: FEE_USER_ID as typeof account }, amount: asked.amount }] },
      references: [hash],
    })
    await wallet.calls['payments.approve'](approving(account, review))
    await expect(payFee(cas, id)).rejects.toThrow(coded('wallet.no_fee_due'))
    await sees(cas, id, fee('paid'))
    await settled(wallet, account, review.paymentId)
    await wallet.calls['app.retry']({ account })
    await expect(payFee(cas, id)).rejects.toThrow(coded('wallet.no_fee_due'))
    // However much the account has paid since.
    const payments = stores.get(account)?.intents.payments
    const paid = payments?.get(review.paymentId)
    if (payments === undefined || paid === undefined) throw new Error('it is there')
    const detail = Object.assign({}, paid.detail, { references: [] })
    for (let times = 0; times < 201; times += 1) {
      const later = randomUUID() as RequestId
      const [made] = paid.transactions.map((each) => ({ ...each, requestId: later, references: [] }))
      payments.create({ ...paid, id: later, detail, transactions: made === undefined ? [] : [made] })
      payments.cancel(later)
    }
    await sees(cas, id, fee('paid'))
    await expect(payFee(cas, id)).rejects.toThrow(coded('wallet.no_fee_due'))
  })

  it('waits for its fee also where a link had something else paid under the id of that', async () => {
    await fundGroup(ana, team.holder, '1')
    const id = await ask('0.01')
    for (const member of team.members) await sees(member, id)
    const { hash } = await sees(ben, id)
    const requestId = uniqueObjectId(hash, 'WITHDRAWAL FEE', ben.account) as RequestId
    const link = paying(ben.account, BTC, [toUser(cas.account, '0.001')], { requestId })
    await approved(ben.wallet, ben.account, await ben.wallet.calls['payments.prepare'](link))
    await cosign(ben, id)
    await sees(ben, id, fee('waits'))
    await sees(cas, id, fee('waits'))
    expect(await approved(ben.wallet, ben.account, await payFee(ben, id))).toMatchObject({ state: 'final' })
    await sees(ben, id, fee('paid'))
    await expect(payFee(cas, id)).rejects.toThrow(coded('wallet.no_fee_due'))
  })

  it('is not paid for by hand where another member has paid already', async () => {
    await fundGroup(ana, team.holder, '1')
    const id = await waiting()
    const { hash } = await sees(cas, id, fee('waits'))
    const { wallet, account } = cas
    const byHand = await wallet.calls['payments.prepare'](
      paying(account, BTC, [{ payee: { kind: 'user', userId: FEE_USER_ID as typeof account }, amount: '0.01' }], {
        references: [hash],
      }),
    )
    await approved(ben.wallet, ben.account, await payFee(ben, id))
    await expect(wallet.calls['payments.approve'](approving(account, byHand))).rejects.toThrow(
      coded('wallet.no_fee_due'),
    )
    await sees(cas, id, fee('paid'))
  })

  it('is not paid for by hand either where a file has its bytes under a name of its own', async () => {
    await fundGroup(ana, team.holder, '1')
    const id = await waiting()
    const { hash } = await sees(cas, id, fee('waits'))
    const { text } = await ana.wallet.calls['approvals.bundle']({ account: ana.account, requestId: id, note: '' })
    const { body } = JSON.parse(text) as { body: object }
    const named = { ...body, request: randomUUID() }
    const { signature } = await ana.wallet.vault.signer(ana.account).attest(JSON.stringify(named))
    const { wallet, account } = cas
    await fund(wallet, account, BTC, '1')
    const file = { account, text: JSON.stringify({ body: named, signature }), source: 'file' } as const
    expect(await wallet.calls['scan.read'](file)).toMatchObject({ kind: 'bundle', author: { name: 'Ana' } })
    const byHand = await wallet.calls['payments.prepare'](
      paying(account, BTC, [{ payee: { kind: 'user', userId: FEE_USER_ID as typeof account }, amount: '0.01' }], {
        references: [hash],
      }),
    )
    await approved(ben.wallet, ben.account, await payFee(ben, id))
    await expect(wallet.calls['payments.approve'](approving(account, byHand))).rejects.toThrow(
      coded('wallet.no_fee_due'),
    )
    await wallet.calls['payments.cancel']({ account, paymentId: byHand.paymentId })
  })

  it.each(['both with the button', 'one of them by hand'])(
    'is paid for once by two members who pay in the same moment, %s',
    async (how) => {
      await fundGroup(ana, team.holder, '1')
      for (const each of [ben, cas]) await fund(each.wallet, each.account, BTC, '0.1')
      const id = await waiting('0.01')
      const { hash } = await sees(cas, id, fee('waits'))
      const by = await payFee(ben, id)
      const { wallet, account, line } = cas
      const before = await balanceOf(wallet, account, BTC)
      const payee = { kind: 'user' as const, userId: FEE_USER_ID as typeof account }
      const other =
        how === 'both with the button'
          ? await payFee(cas, id)
          : await wallet.calls['payments.prepare'](
              paying(account, BTC, [{ payee, amount: formatAmount(by.amount) }], { references: [hash] }),
            )
      // As if it had not been there yet when the other one asked.
      line.faults.push({ path: new RegExp(`/transactions/${by.paymentId}$`), act: 'unknown' })
      await approved(ben.wallet, ben.account, by)
      await wallet.calls['payments.approve'](approving(account, other))
      const late = await wallet.until(
        () => wallet.calls['payments.read']({ account, paymentId: other.paymentId }),
        ({ state, problem }) => state === 'final' || problem !== null,
      )
      line.faults.length = 0
      // Who has the key is told, and that whose money has not gone can have it back; that it is paid is not hidden by the own try.
      const [taker = ''] = (await ben.wallet.calls['payments.read']({ account: ben.account, paymentId: by.paymentId }))
        .hashes
      expect(late.problem).toMatchObject({ code: 'remote.output_key', details: { takenBy: taker } })
      expect(wording(errorFacts('remote.output_key', { takenBy: taker }).what)).toContain(glimpse(taker))
      await wallet.calls['app.retry']({ account })
      const seen = await sees(cas, id, fee('paid'))
      expect(seen.withdrawal).toMatchObject({ paidBy: { name: 'Ben' }, feePayment: other.paymentId })
      await expect(payFee(cas, id)).rejects.toThrow(coded('wallet.no_fee_due'))
      // Whose money has not gone can have it back.
      const back = await wallet.calls['payments.prepareVoid']({ account, paymentId: other.paymentId })
      await approved(wallet, account, back)
      expect(await settled(wallet, account, other.paymentId)).toMatchObject({ state: 'failed' })
      await sees(cas, id, fee('paid'))
      await expect(payFee(cas, id)).rejects.toThrow(coded('wallet.no_fee_due'))
      await has(wallet, account, BTC, before)
    },
  )

  it('is paid for again by whose key was used up for something else', async () => {
    await fundGroup(ana, team.holder, '1')
    await fund(cas.wallet, cas.account, BTC, '0.1')
    const id = await waiting('0.01')
    const { hash } = await sees(cas, id, fee('waits'))
    const { wallet, account } = cas
    const review = await payFee(cas, id)
    await sees(ben, id, fee('waits'))
    const payee = { kind: 'user' as const, userId: FEE_USER_ID as typeof account }
    const dust = paying(ben.account, BTC, [{ payee, amount: '0.00000001' }], { references: [hash] })
    await approved(ben.wallet, ben.account, await ben.wallet.calls['payments.prepare'](dust))
    await wallet.calls['payments.approve'](approving(account, review))
    const refused = await wallet.until(
      () => wallet.calls['payments.read']({ account, paymentId: review.paymentId }),
      ({ state, problem }) => state === 'final' || problem !== null,
    )
    expect(refused.problem?.code).toBe('remote.output_key')
    const back = await wallet.calls['payments.prepareVoid']({ account, paymentId: review.paymentId })
    await approved(wallet, account, back)
    expect(await settled(wallet, account, review.paymentId)).toMatchObject({ state: 'failed' })
    expect(await approved(wallet, account, await payFee(cas, id))).toMatchObject({ state: 'final' })
  })

  it('is found paid by the others however often the service refused it before', async () => {
    await fundGroup(ana, team.holder, '1')
    await fund(cas.wallet, cas.account, BTC, '0.1')
    const id = await waiting('0.01')
    await sees(cas, id, fee('waits'))
    await sees(ben, id, fee('waits'))
    cas.line.faults.push({ path: /\/safe\/transaction\/requests$/, act: 'refused' })
    for (let times = 0; times < 2; times += 1) await expect(payFee(cas, id)).rejects.toThrow(coded('remote.refused'))
    cas.line.faults.length = 0
    expect(await approved(cas.wallet, cas.account, await payFee(cas, id))).toMatchObject({ state: 'final' })
    await expect(payFee(ben, id)).rejects.toThrow(coded('wallet.no_fee_due'))
  })

  it('warns of a fee that is large next to what is withdrawn', async () => {
    const id = await waiting()
    await sees(ben, id, fee('waits'))
    ben.line.faults.push({
      path: /\/fees$/,
      act: () => [{ type: 'withdrawal_fee', asset_id: BTC, amount: '0.3' }],
    })
    const review = await payFee(ben, id)
    // Not after one answer: whoever follows earlier withdrawals asks for fees as well.
    ben.line.faults.length = 0
    expect(review.checks).toContainEqual({
      ...{ id: expect.stringMatching(/^fee:part/), result: 'attention' },
      text: 'The fee of 0.3 BTC is 75 % of what you withdraw.',
    })
  })
})
