import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import {
  decodeTransaction,
  encodeInvoice,
  formatAmountShort,
  mixAddressOf,
  parseAmount,
  STORAGE_RECIPIENT,
  storagePrice,
  transactionHash,
} from '#protocol'
import { systemClock } from '../support/clock.ts'
import { newTeam } from '../support/cosigners.ts'
import { clientOf } from '../support/localnet.ts'
import { card } from '../support/scan.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approved,
  approving,
  BTC,
  coded,
  ETH,
  fund,
  has,
  newAccount,
  newPhrase,
  type OpenWallet,
  openWallet,
  paying,
  sharedNetwork,
  toUser,
  XIN,
} from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'
import { FREE } from './rules.ts'
import { type HoldingLine, holdingLine } from './undecided.ts'

/*
 * A signed payment that a service calls dead by bytes of another one, which it calls final and which never were: whatever is tried after that, by
 * hand, by a plan or by a run, the wish is paid once.
 */

const network = sharedNetwork()
let ben: UserId
let cleo: UserId

beforeAll(async () => {
  const payees = await network.open()
  ben = (await newAccount(payees, 'Ben')).account
  cleo = (await newAccount(payees, 'Cleo')).account
})

/** One person on two computers, with one coin. */
async function twoComputers() {
  const [line, other] = [holdingLine(), holdingLine()]
  const first = await openWallet({ dir: newFolder(), baseUrl: network.url, fetch: line.fetch })
  const { account } = await first.calls['accounts.createLocal']({ name: 'Ana' })
  const words = await newPhrase(first, account)
  await first.calls['registration.submit']({ account })
  await fund(first, account, BTC, '1')
  const second = await openWallet({ dir: newFolder(), baseUrl: network.url, fetch: other.fetch })
  await second.calls['accounts.recoverLocal']({ phrase: words.join(' ') })
  onTestFinished(first.close)
  onTestFinished(second.close)
  return { first, second, line, other, account }
}
type Computers = Awaited<ReturnType<typeof twoComputers>>

/** Signed, and kept from leaving. */
async function keptBack(wallet: OpenWallet, line: HoldingLine, account: UserId, review: PaymentReview) {
  line.kept.add(review.paymentId)
  await wallet.calls['payments.approve'](approving(account, review))
  await wallet.until(
    () => wallet.calls['payments.read']({ account, paymentId: review.paymentId }),
    ({ problem }) => problem !== null,
  )
}

const rounds = async (wallet: OpenWallet, account: UserId) => {
  for (let round = 0; round < 3; round += 1) await wallet.calls['app.retry']({ account })
}

type Listed = { transaction_hash: string; output_index: number }

/** A review is approved, nothing of it leaves, and the service shows bytes over the same coin as final that never left the other computer. */
async function calledDead(
  { first, second, line, other, account }: Computers,
  review: PaymentReview,
  [assetId, chain] = [BTC, BTC],
): Promise<string> {
  await keptBack(first, line, account, review)
  await has(second, account, assetId, '1')
  const rival = await second.calls['payments.prepare'](paying(account, assetId, [toUser(ben, '0.7')]))
  await keptBack(second, other, account, rival)
  const raw = other.signed.get(rival.paymentId) ?? ''
  const hash = transactionHash(raw)
  line.shown.set(hash, raw)
  const [coin] = review.transactions.flatMap(({ inputs }) => inputs)
  const spent = <One extends Listed>(output: One): One =>
    output.transaction_hash === coin?.hash && output.output_index === coin.index
      ? { ...output, state: 'spent', signed_by: hash }
      : output
  line.faults.push({ path: /^\/safe\/outputs$/, act: (outputs: Listed[]) => outputs.map(spent) })
  line.faults.push({ path: /^\/safe\/outputs\/[0-9a-f-]+$/, act: spent })
  await rounds(first, account)
  const read = () => first.calls['payments.read']({ account, paymentId: review.paymentId })
  await first.until(read, ({ state }) => state === 'failed')
  line.shown.clear()
  line.faults.length = 0
  await rounds(first, account)
  // Coins that fit what is paid, so that nothing else than a tie makes a second try take the first one's.
  for (const amount of ['0.1', '0.01', '0.02']) await fund(first, account, assetId, amount, chain)
  await has(first, account, assetId, '1.13')
  return line.signed.get(review.paymentId) ?? ''
}

/** Hands bytes to the network as anybody can, and makes them final. */
async function settleRaw(raw: string): Promise<void> {
  const truth = clientOf(network.url, systemClock)
  const keystore = await truth.call('local.account', { body: { full_name: 'Anybody' } })
  const anybody = clientOf(network.url, systemClock, { keystore })
  await anybody.call('kernel.send', { body: { method: 'sendrawtransaction', params: [raw] } })
  await truth.call('local.blocks', { body: { count: 10 } })
}

/** Whether the bytes of a try are such that the ledger takes only one of it and the first. */
function areTied(one: string, other: string): boolean {
  const [first, second] = [decodeTransaction(one), decodeTransaction(other)]
  const coins = new Set(first.inputs.map(({ hash, index }) => `${hash}:${index}`))
  const keys = new Set(first.outputs.flatMap((output) => output.keys))
  return (
    second.inputs.some(({ hash, index }) => coins.has(`${hash}:${index}`)) ||
    second.outputs.some((output) => output.keys.some((key) => keys.has(key)))
  )
}

const isFinal = (wallet: OpenWallet, account: UserId, paymentId: RequestId) =>
  wallet.until(
    () => wallet.calls['payments.read']({ account, paymentId }),
    ({ state }) => state === 'final',
  )

describe('a time of a plan whose payment was called dead', () => {
  it('is tied to it also by the try after one that was given up', async () => {
    const both = await twoComputers()
    const { first, line, account } = both
    const [day = '', time = ''] = new Date().toISOString().slice(0, 16).split('T')
    const { planId } = await first.calls['schedule.save']({
      ...{ account, holder: null, planId: null, name: 'Rent', assetId: BTC, memoHex: '', label: '', feeAssetId: null },
      rows: [{ payee: toUser(ben, '0.1').payee, amount: parseAmount('0.1') }],
      when: { first: day, time, zone: 'UTC', repeats: 'once', end: { kind: 'never' } },
    })
    const read = () => first.calls['schedule.read']({ account, planId })
    await first.until(read, ({ history }) => history[0]?.state === 'waiting')
    const prepare = () => first.calls['schedule.prepare']({ account, planId, day })
    const bytes = await calledDead(both, await prepare())
    expect((await read()).history).toMatchObject([{ state: 'impossible' }])
    const second = await prepare()
    await first.calls['payments.cancel']({ account, paymentId: second.paymentId })
    const third = await prepare()
    line.kept.add(third.paymentId)
    await first.calls['payments.approve'](approving(account, third))
    await first.until(
      () => Promise.resolve(line.signed.get(third.paymentId)),
      (raw) => raw !== undefined,
    )
    expect(areTied(bytes, line.signed.get(third.paymentId) ?? '')).toBe(true)
  })
})

describe('a payment that was called dead', () => {
  it('can be tried as often as somebody goes back from the review, and is paid once', async () => {
    const both = await twoComputers()
    const { first, account } = both
    const asked = (more: object = {}) => paying(account, BTC, [toUser(ben, '0.1')], more)
    const review = await first.calls['payments.prepare'](asked())
    const bytes = await calledDead(both, review)
    for (let tries = 0; tries < 3; tries += 1) {
      const { paymentId } = await first.calls['payments.prepare'](asked({ again: review.paymentId }))
      await first.calls['payments.cancel']({ account, paymentId })
    }
    const last = await first.calls['payments.prepare'](asked({ again: review.paymentId }))
    expect(await approved(first, account, last)).toMatchObject({ state: 'final' })
    expect(areTied(bytes, both.line.signed.get(last.paymentId) ?? '')).toBe(true)
  })

  it('is not tried where no coin and no key would keep both from being paid', async () => {
    const both = await twoComputers()
    const { first, account } = both
    const review = await first.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')]))
    await calledDead(both, review)
    const outputs = review.transactions.flatMap(({ inputs }) => inputs.map(({ outputId }) => outputId))
    await first.calls['coins.freeze']({ account, holder: null, outputs, reason: 'Kept' })
    // Whoever was first is second now, at whose place the first try has its change.
    const rows = [toUser(cleo, '0.01'), toUser(ben, '0.1')]
    const again = first.calls['payments.prepare'](paying(account, BTC, rows, { again: review.paymentId }))
    await expect(again).rejects.toThrow(coded('wallet.again_untied'))
  })
})

describe('a try that was given up unsigned', () => {
  it('is tried again as the first is: whoever repeats it does not pay besides that', async () => {
    const both = await twoComputers()
    const { first, account } = both
    const asked = (more: object = {}) => paying(account, BTC, [toUser(ben, '0.1')], more)
    const review = await first.calls['payments.prepare'](asked())
    const bytes = await calledDead(both, review)
    const second = await first.calls['payments.prepare'](asked({ again: review.paymentId }))
    await first.calls['payments.cancel']({ account, paymentId: second.paymentId })
    const third = await first.calls['payments.prepare'](asked({ again: second.paymentId }))
    expect(await approved(first, account, third)).toMatchObject({ state: 'final' })
    expect(areTied(bytes, both.line.signed.get(third.paymentId) ?? '')).toBe(true)
  })
})

describe('a payment that was called dead and became final', () => {
  it('is not paid once more by a try of it', async () => {
    const both = await twoComputers()
    const { first, account } = both
    const review = await first.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')]))
    const bytes = await calledDead(both, review)
    const again = () =>
      first.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')], { again: review.paymentId }))
    const second = await again()
    await settleRaw(bytes)
    await isFinal(first, account, review.paymentId)
    const { paymentId } = second
    await expect(first.calls['payments.review']({ account, paymentId })).rejects.toThrow(coded('wallet.already_sent'))
    await first.calls['payments.cancel']({ account, paymentId })
    await expect(again()).rejects.toThrow(coded('wallet.already_sent'))
  })
})

describe('a run whose payment was called dead', () => {
  it('pays each of its rows also where one was out of the list for a while, tied to it', async () => {
    const both = await twoComputers()
    const { first, line: connection, account } = both
    const line = (at: number, to: UserId, typed: string) => ({
      ...{ line: at, to, typed, memo: '', label: '', amount: parseAmount(typed) },
    })
    const rows = [line(1, ben, '0.01'), line(2, cleo, '0.02')]
    const save = (some: typeof rows) =>
      first.calls['runs.save']({ account, holder: null, assetId: BTC, name: 'Wages', rows: some })
    const { runId } = await save(rows)
    const prepare = () => first.calls['runs.prepare']({ account, runId })
    const bytes = await calledDead(both, await prepare())
    const states = async () => (await first.calls['runs.read']({ account, runId })).rows.map(({ state }) => state)
    expect(await states()).toEqual(['refused', 'refused'])
    await save(rows.slice(0, 1))
    const one = await prepare()
    await approved(first, account, one)
    // With this one final the first can be no more, so that the rest of it needs no tie.
    expect(areTied(bytes, connection.signed.get(one.paymentId) ?? '')).toBe(true)
    await save(rows)
    expect(await states()).toEqual(['paid', 'refused'])
    await rounds(first, account)
    const other = await prepare()
    expect(other.amount).toBe(parseAmount('0.02'))
    await approved(first, account, other)
    expect(await states()).toEqual(['paid', 'paid'])
  })
})

describe("a payment of a group that another member's took the coin of", () => {
  it("can be made from own money instead: the change comes back to whoever pays, and is not the group's", async () => {
    let isCut = false
    const cut: typeof fetch = async (target, init) => {
      if (isCut && /\/safe\/multisigs\/.+\/sign$/.test(new URL(String(target)).pathname)) throw new TypeError('cut')
      return fetch(target, init)
    }
    const { members, holder } = await newTeam(network, ['Ida', 'Jon'], 1, ['1'], [{ fetch: cut }])
    const [{ wallet, account }, jon] = members
    for (const each of members) onTestFinished(each.wallet.close)
    await fund(wallet, account, BTC, '2')
    isCut = true
    const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')], { holder }))
    await wallet.calls['payments.approve'](approving(account, review))
    const rival = await jon.wallet.calls['payments.prepare'](
      paying(jon.account, BTC, [toUser(cleo, '0.7')], { holder }),
    )
    expect(await approved(jon.wallet, jon.account, rival)).toMatchObject({ state: 'final' })
    await rounds(wallet, account)
    await wallet.until(
      () => wallet.calls['payments.read']({ account, paymentId: review.paymentId }),
      ({ state }) => state === 'failed',
    )
    const own = await wallet.calls['payments.prepare'](
      paying(account, BTC, [toUser(ben, '0.1')], { again: review.paymentId }),
    )
    expect(own.change).toMatchObject([{ amount: parseAmount('1.9') }])
    expect(await approved(wallet, account, own)).toMatchObject({ state: 'final' })
    await has(wallet, account, BTC, '1.9')
  })
})

describe('content whose storage was called dead', () => {
  it('is stored once, also by another try, which has no receiver to be known by', async () => {
    const both = await twoComputers()
    const { first, line, account } = both
    await fund(first, account, XIN, '1', ETH)
    const content = Buffer.from('Kept for good. '.repeat(40)).toString('hex')
    const storing = (memoHex: string, more: object = {}) => {
      const amount = formatAmountShort(storagePrice(memoHex.length / 2))
      const payee = { kind: 'kernel', address: STORAGE_RECIPIENT } as const
      return paying(account, XIN, [{ payee, amount }], { memoHex, storeMemo: true, ...more })
    }
    const review = await first.calls['payments.prepare'](storing(content))
    expect(review.payees).toEqual([])
    const bytes = await calledDead(both, review, [XIN, ETH])
    // An invoice that is looked at again offers it as another try of the first, under the next id.
    const text = encodeInvoice({
      recipient: mixAddressOf([ben], 1),
      entries: [
        {
          ...{ traceId: review.paymentId, assetId: XIN, amount: storagePrice(content.length / 2) },
          ...{ extra: content, references: [] },
        },
      ],
    })
    const entry = async () => (await card({ wallet: first, account }, text, 'invoice')).entries[0]
    const asked = await entry()
    expect(asked).toMatchObject({ state: 'open', again: review.paymentId, paidByMe: null })
    const second = await first.calls['payments.prepare'](
      storing(content, { requestId: asked?.trace, again: asked?.again }),
    )
    expect(await entry()).toMatchObject({ state: 'open', paidByMe: second.paymentId })
    expect(await approved(first, account, second)).toMatchObject({ state: 'final' })
    expect(await entry()).toMatchObject({ state: 'paid', trace: second.paymentId })
    expect(areTied(bytes, line.signed.get(second.paymentId) ?? '')).toBe(true)
    // Other content is another wish, which is paid besides.
    const other = await first.calls['payments.prepare'](storing(`${content}00`, { again: review.paymentId }))
    expect(await approved(first, account, other)).toMatchObject({ state: 'final' })
    expect(areTied(bytes, line.signed.get(other.paymentId) ?? '')).toBe(false)
  })
})

describe('a limit of a day', () => {
  it('stays used by a payment that was called dead, and is used once by all tries of it', async () => {
    const both = await twoComputers()
    const { first, account } = both
    const limit = { assetId: BTC, day: parseAmount('0.5'), waitAbove: null, lookAbove: null }
    await first.calls['policies.set']({ account, holder: null, rules: { ...FREE, assets: [limit] }, passphrase: null })
    const spent = async () => {
      const { today } = await first.calls['policies.read']({ account, holder: null })
      return today.map((each) => each.spent)
    }
    const asked = (amount: string, more: object = {}) => paying(account, BTC, [toUser(ben, amount)], more)
    const review = await first.calls['payments.prepare'](asked('0.4'))
    await calledDead(both, review)
    // Its bytes are signed; that others are final is the service's word.
    expect(await spent()).toEqual([parseAmount('0.4')])
    const other = await first.calls['payments.prepare'](asked('0.2'))
    expect(other.checks.filter(({ result }) => result === 'stop').map(({ id }) => id)).toEqual(['rule:day:0'])
    await first.calls['payments.cancel']({ account, paymentId: other.paymentId })
    const less = await first.calls['payments.prepare'](asked('0.3', { again: review.paymentId }))
    expect(await approved(first, account, less)).toMatchObject({ state: 'final' })
    expect(await spent()).toEqual([parseAmount('0.4')])
  })
})
