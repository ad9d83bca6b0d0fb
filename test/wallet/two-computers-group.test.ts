import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { HolderId, RequestId, UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { parseAmount } from '#protocol'
import { cosign, fundGroup, groupHas, type Member, newMember, sees } from '../support/cosigners.ts'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ALL_MOVEMENTS,
  approving,
  BTC,
  coded,
  newAccount,
  type OpenWallet,
  paying,
  sharedNetwork,
} from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'

/* One member of a group on two computers: what both of them are to have the group pay is asked of the others once. */

const network = sharedNetwork()
let ben: Member
let dora: UserId

beforeAll(async () => {
  ben = await newMember(network, 'Ben')
  dora = (await newAccount(await network.open(), 'Dora')).account
})

interface Group {
  readonly account: UserId
  readonly holder: HolderId
}

const WAYS = [
  {
    name: 'a row of a list',
    /** What is on its way is no row that is left: before a list is prepared it is looked which coins are signed. */
    refused: coded('input.invalid', { field: 'rows' }),
    save: async (wallet: OpenWallet, group: Group) => {
      const row = { line: 1, to: dora, typed: '0.1', amount: parseAmount('0.1'), memo: '', label: '' }
      const { runId } = await wallet.calls['runs.save']({ ...group, assetId: BTC, name: 'May', rows: [row] })
      return ({ calls }: OpenWallet) => calls['runs.prepare']({ account: group.account, runId })
    },
  },
  {
    name: 'a time of a plan',
    refused: coded('wallet.already_sent', { asked: true }),
    save: async (wallet: OpenWallet, group: Group) => {
      const [first = '', time = ''] = new Date().toISOString().slice(0, 16).split('T')
      const { account } = group
      const { planId } = await wallet.calls['schedule.save']({
        ...{ ...group, planId: null, name: 'Rent', assetId: BTC, memoHex: '', label: '', feeAssetId: null },
        rows: [{ payee: { kind: 'user', userId: dora }, amount: parseAmount('0.1') }],
        when: { first, time, zone: 'UTC', repeats: 'once', end: { kind: 'never' } },
      })
      const read = async () => (await wallet.calls['schedule.read']({ account, planId })).history[0]
      const due = await wallet.until(read, (at) => at?.state === 'waiting')
      return ({ calls }: OpenWallet) => calls['schedule.prepare']({ account, planId, day: due?.day ?? '' })
    },
  },
] as const

type Save = (wallet: OpenWallet, group: Group) => Promise<Prepare>
type Prepare = (wallet: OpenWallet, requestId?: RequestId) => Promise<PaymentReview>

/** Reads once, and then only what a call needs. */
const LATE_MS = 3_600_000

/** Ana's computers, with a group of hers and Ben's that has coins enough for several payments. */
async function computers(save: Save, syncMs: number, lineOfOther = faultyLine()) {
  const [dir, copy, keychain] = [newFolder(), newFolder('copy'), testKeychain()]
  const first = await network.open({ dir, keychain })
  const { account } = await newAccount(first, 'Ana')
  const group = { name: 'Treasury', members: [account, ben.account], threshold: 2 }
  const { holder } = await first.calls['groups.create']({ account, ...group })
  await ben.wallet.calls['groups.create']({ account: ben.account, ...group })
  for (const amount of ['1', '1', '1']) await fundGroup(ben, holder, amount)
  await first.until(
    () => first.calls['balances.read']({ account, holder, assetId: BTC }),
    ({ available }) => available === parseAmount('3'),
  )
  const prepare = await save(first, { account, holder })
  await first.close()
  cpSync(dir, copy, { recursive: true })
  const [one, other] = [
    await network.open({ dir, keychain }),
    await network.open({ dir: copy, keychain, syncMs, fetch: lineOfOther.fetch }),
  ]
  onTestFinished(one.close)
  onTestFinished(other.close)
  return { account, holder, one, other, prepare }
}

/** What was prepared under an id that the other computer has used. */
const OVER: ReadonlySet<string> = new Set(['wallet.request_revoked', 'wallet.request_unpaid', 'wallet.sent_unproved'])

/** Gives up what waits for approval and prepares it once more, also where the service has no use any more for what was prepared. */
async function anew({ account, holder, prepare }: Group & { readonly prepare: Prepare }, wallet: OpenWallet) {
  for (;;) {
    for (const { paymentId } of await wallet.calls['payments.open']({ account, holder }))
      await wallet.calls['payments.cancel']({ account, paymentId })
    const review = await prepare(wallet).catch((error: unknown) => {
      if (!OVER.has(codeOf(error))) throw error
      return null
    })
    if (review !== null) return review
  }
}

describe.each(WAYS)('$name', ({ refused, save }) => {
  it('that was given up unsigned on one computer stays asked for by the other one', async () => {
    // That it was given up there is not heard.
    const line = faultyLine()
    line.faults.push({ path: /unlock/, act: 'before' })
    const { one, other, ...group } = await computers(save, LATE_MS, line)
    const { account, prepare } = group
    // The same coins make the same bytes of it.
    const [left, asked] = [await prepare(other), await prepare(one)]
    expect(left.transactions.map(({ hash }) => hash)).toEqual(asked.transactions.map(({ hash }) => hash))
    await other.calls['payments.cancel']({ account, paymentId: left.paymentId })
    await one.calls['payments.approve'](approving(account, asked))
    await sees(ben, asked.paymentId)
    line.faults.length = 0
    await expect(prepare(other)).rejects.toMatchObject(coded('wallet.already_sent', { asked: true }))
    await cosign(ben, asked.paymentId)
    await groupHas(ben, group.holder, parseAmount('2.9'))
  })

  it('that is given up unsigned on one computer, after the other one has asked for it, stays asked for', async () => {
    const line = faultyLine()
    const { one, other, ...group } = await computers(save, LATE_MS, line)
    const { account, prepare } = group
    const [left, asked] = [await prepare(other), await prepare(one)]
    expect(left.transactions.map(({ hash }) => hash)).toEqual(asked.transactions.map(({ hash }) => hash))
    await one.calls['payments.approve'](approving(account, asked))
    await sees(ben, asked.paymentId, ({ signers }) => signers.length === 1)
    await other.calls['payments.cancel']({ account, paymentId: left.paymentId })
    // It is looked at before anything is given up, and is a request like any other from then on.
    await sees(
      { ...ben, wallet: other, account },
      asked.paymentId,
      ({ signedByMe, state }) => signedByMe && state === 'open',
    )
    await cosign(ben, asked.paymentId)
    await groupHas(ben, group.holder, parseAmount('2.9'))
    expect(line.passed.filter((each) => each.includes('unlock'))).toEqual([])
  })

  it.each([
    ['has looked since', 150],
    ['has not looked since', LATE_MS],
  ] as const)('that one computer asks for is not asked for again by the other one, which %s', async (_, syncMs) => {
    const { one, other, ...group } = await computers(save, syncMs)
    const { account, holder, prepare } = group
    await prepare(one)
    const asked = await anew(group, one)
    await one.calls['payments.approve'](approving(account, asked))
    await sees(ben, asked.paymentId)
    // Or the same coins would make the same bytes of it, which are the same request.
    const outputs = asked.transactions.flatMap(({ inputs }) => inputs.map(({ outputId }) => outputId))
    if (syncMs === LATE_MS) await other.calls['coins.freeze']({ account, holder, outputs, reason: 'kept' })
    const again = anew(group, other).then((review) => other.calls['payments.approve'](approving(account, review)))
    await expect(again).rejects.toMatchObject(refused)
    await cosign(ben, asked.paymentId)
    await groupHas(ben, holder, parseAmount('2.9'))
  })
})

/** Nobody gets a one-time key by it, so its bytes do not depend on its id. */
const withdrawing: Save = async (_, { account, holder }) => {
  const payee = { kind: 'chain', destination: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', tag: '' } as const
  return ({ calls }, requestId) =>
    calls['payments.prepare'](
      paying(account, BTC, [{ payee, amount: '1' }], { holder, ...(requestId === undefined ? {} : { requestId }) }),
    )
}

describe('a withdrawal of one coin that both are to ask for', () => {
  it('is paid, once, also by what was given up whose bytes became final under the id of the other', async () => {
    const { account, holder, one, other, prepare } = await computers(withdrawing, 150)
    const asked = await prepare(one)
    const paymentId = randomUUID() as RequestId
    await expect(prepare(other, paymentId)).rejects.toMatchObject(coded('remote.already_paid'))
    await one.calls['payments.approve'](approving(account, asked))
    await sees(ben, asked.paymentId)
    await cosign(ben, asked.paymentId)
    const read = () => other.calls['payments.read']({ account, paymentId })
    const paid = await other.until(read, ({ state }) => state === 'final')
    const { hashes } = paid
    expect(hashes).toEqual(asked.transactions.map(({ hash }) => hash))
    expect(paid).toMatchObject({ problem: null, cosigning: { paidUnder: asked.paymentId, waiting: [] } })
    expect(await other.calls['balances.read']({ account, holder, assetId: BTC })).toMatchObject({
      ...{ available: parseAmount('2'), held: 0n },
    })
    const asking = { account, holder, filter: ALL_MOVEMENTS, cursor: null, limit: 20 }
    const { rows } = await other.calls['activity.list'](asking)
    expect(rows.filter(({ hash }) => hash === hashes[0])).toMatchObject([{ kind: 'withdrawal', money: 'final' }])
  })

  it('is asked for by each of them under its own id, and paid once', async () => {
    const { account, holder, one, other, prepare } = await computers(withdrawing, LATE_MS)
    const [asked, second] = [await prepare(one), await prepare(other)]
    const [coins, otherCoins] = [asked, second].map(({ transactions }) => transactions.map(({ inputs }) => inputs))
    expect(otherCoins).toEqual(coins)
    await one.calls['payments.approve'](approving(account, asked))
    await sees(ben, asked.paymentId)
    await expect(other.calls['payments.approve'](approving(account, second))).rejects.toMatchObject(
      coded('wallet.coin_taken'),
    )
    await cosign(ben, asked.paymentId)
    await groupHas(ben, holder, parseAmount('2'))
  })
})
