import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Clock, Nanos, UserId } from '#contract/domain'
import type { Payee } from '#contract/ipc'
import { decodeTransaction, parseAmount, transactionHash } from '#protocol'
import { openAccountStore } from '#store'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { clientOf } from '../support/localnet.ts'
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
  pay,
  paying,
  settled,
  sharedNetwork,
  toUser,
  USDT_ERC20,
} from '../support/wallet.ts'
import type { PaymentReview, PaymentView } from '../support/worded.ts'
import { type HoldingLine, holdingLine } from './undecided.ts'

let ben: UserId
let host: OpenWallet

/** Both sides age together. */
let ahead = 0n
const clock: Clock = { ...systemClock, now: () => (systemClock.now() + ahead) as Nanos }
const network = sharedNetwork(clock)

beforeAll(async () => {
  host = await network.open({ clock })
  ben = (await newAccount(host, 'Ben')).account
})

const toBen = (account: UserId, amount: string, more: object = {}) => paying(account, BTC, [toUser(ben, amount)], more)
const read = (wallet: OpenWallet, account: UserId, paymentId: string) =>
  wallet.calls['payments.read']({ account, paymentId: paymentId as PaymentView['paymentId'] })
const becomes = (wallet: OpenWallet, account: UserId, paymentId: string, wanted: (view: PaymentView) => boolean) =>
  wallet.until(() => read(wallet, account, paymentId), wanted)
/** One person on two computers, each with the same phrase. */
async function twoComputers() {
  const [line, other] = [holdingLine(), holdingLine()]
  const first = await openWallet({ dir: newFolder(), baseUrl: network.url, fetch: line.fetch, clock })
  const { account } = await first.calls['accounts.createLocal']({ name: 'Ana' })
  const words = await newPhrase(first, account)
  await first.calls['registration.submit']({ account })
  await fund(first, account, BTC, '1')
  const second = await openWallet({ dir: newFolder(), baseUrl: network.url, fetch: other.fetch, clock })
  await second.calls['accounts.recoverLocal']({ phrase: words.join(' ') })
  return { first, second, line, other, account, words: [...words] }
}

/** Rounds of reading and of looking after payments, so that what could happen has happened. */
async function rounds(wallet: OpenWallet, account: UserId, count = 3): Promise<void> {
  for (let round = 0; round < count; round += 1) await wallet.calls['app.retry']({ account })
}

/** Signed, and kept from leaving. */
async function keptBack(
  wallet: OpenWallet,
  line: HoldingLine,
  account: UserId,
  amount: string,
  payee: Payee = toUser(ben, amount).payee,
): Promise<PaymentReview> {
  const review = await wallet.calls['payments.prepare'](paying(account, BTC, [{ payee, amount }]))
  line.kept.add(review.paymentId)
  await wallet.calls['payments.approve'](approving(account, review))
  await becomes(wallet, account, review.paymentId, ({ problem }) => problem !== null)
  return review
}

/** The true network, without anybody's lies. */
const truth = () => clientOf(network.url, clock)

type ListedOutput = { transaction_hash: string; output_index: number; state: string; signed_by: string | null }
/** Lists the coins of a review as spent by a transaction. */
function callSpent(line: HoldingLine, review: PaymentReview, by: string): void {
  const coins = new Set(
    review.transactions.flatMap(({ inputs }) => inputs.map(({ hash, index }) => `${hash}:${index}`)),
  )
  const spent = <One extends ListedOutput>(output: One): One =>
    coins.has(`${output.transaction_hash}:${output.output_index}`)
      ? { ...output, state: 'spent', signed_by: by }
      : output
  line.faults.push({ path: /^\/safe\/outputs$/, act: (outputs: ListedOutput[]) => outputs.map(spent) })
  line.faults.push({ path: /^\/safe\/outputs\/[0-9a-f-]+$/, act: spent })
}

describe('a coin of a signed payment that the service calls spent', () => {
  const setUp = async () => {
    const line = holdingLine()
    const wallet = await network.open({ fetch: line.fetch, clock })
    onTestFinished(wallet.close)
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    const review = await keptBack(wallet, line, account, '0.1')
    return { line, wallet, account, review }
  }
  const liars: readonly [string, (review: PaymentReview) => string][] = [
    ['a transaction that nobody has', () => 'ab'.repeat(32)],
    ['the very transaction that made it', ({ transactions }) => transactions[0]?.inputs[0]?.hash ?? ''],
  ]
  for (const [name, by] of liars) {
    it(`by ${name} leaves the payment undecided and its coins held`, async () => {
      const { line, wallet, account, review } = await setUp()
      callSpent(line, review, by(review))
      await rounds(wallet, account)
      expect(await read(wallet, account, review.paymentId)).toMatchObject({ state: 'sent', money: 'unknown_checking' })
      await expect(wallet.calls['payments.prepare'](toBen(account, '0.1'))).rejects.toThrow(
        coded('wallet.insufficient'),
      )
      line.faults.length = 0
      line.kept.clear()
      await rounds(wallet, account, 1)
      expect(await settled(wallet, account, review.paymentId)).toMatchObject({ state: 'final' })
    })
  }

  it('by a final transaction that spends another coin leaves it undecided', async () => {
    const { line, wallet, account, review } = await setUp()
    await fund(host, ben, BTC, '1')
    const other = await pay(host, paying(ben, BTC, [toUser(account, '0.2')]))
    callSpent(line, review, other.hashes[0] ?? '')
    await rounds(wallet, account)
    expect(await read(wallet, account, review.paymentId)).toMatchObject({ state: 'sent' })
  })
})

describe('a service that calls an unsent transaction final', () => {
  /** The second computer signs over the same coin; that never leaves, but the service shows its bytes as final. */
  async function lied(payee?: Payee) {
    const both = await twoComputers()
    const { first, second, line, other, account } = both
    onTestFinished(first.close)
    onTestFinished(second.close)
    await has(second, account, BTC, '1')
    const review = await keptBack(first, line, account, '0.1', payee)
    const unsent = await keptBack(second, other, account, '0.7')
    const raw = other.signed.get(unsent.paymentId) ?? ''
    const hash = transactionHash(raw)
    line.shown.set(hash, raw)
    callSpent(line, review, hash)
    await rounds(first, account)
    await becomes(first, account, review.paymentId, ({ state }) => state === 'failed')
    line.shown.clear()
    line.faults.length = 0
    return { ...both, review, bytes: line.signed.get(review.paymentId) ?? '' }
  }

  it('does not get the payment made twice: the second try shares keys and a coin with the first', async () => {
    const { first, line, account, review, bytes } = await lied()
    await rounds(first, account)
    await has(first, account, BTC, '1')
    const again = await first.calls['payments.prepare'](toBen(account, '0.1', { again: review.paymentId }))
    expect(await approved(first, account, again)).toMatchObject({ state: 'final' })
    const [old, fresh] = [bytes, line.signed.get(again.paymentId) ?? ''].map((raw) => decodeTransaction(raw))
    expect(fresh?.outputs.map(({ keys }) => keys)).toEqual(old?.outputs.map(({ keys }) => keys))
    expect(fresh?.inputs).toEqual(old?.inputs)
    await expect(sendRaw(bytes)).rejects.toThrow()
    await has(first, account, BTC, '0.9')
  })

  it('does not get a group paid twice that is named again with its members in another order', async () => {
    const { account: eve } = await newAccount(host, 'Eve')
    const group = (...members: UserId[]): Payee => ({ kind: 'group', members, threshold: 1 })
    const { first, line, account, review, bytes } = await lied(group(ben, eve))
    await rounds(first, account)
    await has(first, account, BTC, '1')
    const rows = [{ payee: group(eve, ben), amount: '0.1' }]
    const again = await first.calls['payments.prepare'](paying(account, BTC, rows, { again: review.paymentId }))
    expect(await approved(first, account, again)).toMatchObject({ state: 'final' })
    const keysOf = (raw = '') => decodeTransaction(raw).outputs.map(({ keys }) => keys)
    expect(keysOf(line.signed.get(again.paymentId))).toEqual(keysOf(bytes))
  })

  it('is found out when the first settles after all: the payment is final, and said to be so', async () => {
    const { first, account, review, bytes } = await lied()
    await sendRaw(bytes)
    await truth().call('local.blocks', { body: { count: 10 } })
    const settledLate = await becomes(first, account, review.paymentId, ({ state }) => state === 'final')
    expect(settledLate).toMatchObject({ money: 'final', afterAll: true })
    await has(first, account, BTC, '0.9')
  })
})

/** Hands bytes to the network as anybody can. */
async function sendRaw(raw: string): Promise<void> {
  const keystore = await truth().call('local.account', { body: { full_name: 'Anybody' } })
  const anybody = clientOf(network.url, clock, { keystore })
  await anybody.call('kernel.send', { body: { method: 'sendrawtransaction', params: [raw] } })
}

describe('a payment that was made impossible', () => {
  const setUp = async () => {
    const line = holdingLine()
    const wallet = await network.open({ fetch: line.fetch, clock })
    onTestFinished(wallet.close)
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    return { line, wallet, account }
  }

  it('is dead once the payment to oneself is final, and its bytes are refused for ever', async () => {
    const { line, wallet, account } = await setUp()
    const stuck = await keptBack(wallet, line, account, '0.1')
    expect(await read(wallet, account, stuck.paymentId)).toMatchObject({ canVoid: true })
    const review = await wallet.calls['payments.prepareVoid']({ account, paymentId: stuck.paymentId })
    expect(review.checks).toContainEqual(expect.objectContaining({ id: 'voids', result: 'attention' }))
    expect(await approved(wallet, account, review)).toMatchObject({ state: 'final', voids: stuck.paymentId })
    expect(await settled(wallet, account, stuck.paymentId)).toMatchObject({
      ...{ state: 'failed', money: 'cannot_complete' },
      takenBy: `p:${review.paymentId}`,
    })
    await expect(sendRaw(line.signed.get(stuck.paymentId) ?? '')).rejects.toThrow()
    await has(wallet, account, BTC, '1')
  })

  it('stays what it is when it is paid first, and the payment to oneself never happens', async () => {
    const { line, wallet, account } = await setUp()
    const stuck = await keptBack(wallet, line, account, '0.1')
    const review = await wallet.calls['payments.prepareVoid']({ account, paymentId: stuck.paymentId })
    line.kept.add(review.paymentId)
    await wallet.calls['payments.approve'](approving(account, review))
    line.kept.delete(stuck.paymentId)
    expect(await settled(wallet, account, stuck.paymentId)).toMatchObject({ state: 'final' })
    line.kept.clear()
    expect(await settled(wallet, account, review.paymentId)).toMatchObject({ state: 'failed' })
    await has(wallet, account, BTC, '0.9')
  })

  it('gives its coins back when nothing of the payment to oneself was signed', async () => {
    const { line, wallet, account } = await setUp()
    const stuck = await keptBack(wallet, line, account, '0.1')
    const review = await wallet.calls['payments.prepareVoid']({ account, paymentId: stuck.paymentId })
    await wallet.calls['payments.cancel']({ account, paymentId: review.paymentId })
    await expect(wallet.calls['payments.prepare'](toBen(account, '0.1'))).rejects.toThrow(coded('wallet.insufficient'))
    line.kept.clear()
    expect(await settled(wallet, account, stuck.paymentId)).toMatchObject({ state: 'final' })
  })

  it('is offered the next coin when the first was refused, and none when all were tried', async () => {
    const { line, wallet, account } = await setUp()
    await fund(wallet, account, BTC, '2')
    const stuck = await keptBack(wallet, line, account, '2.5')
    const spent: (string | undefined)[] = []
    for (const amount of ['1', '2']) {
      const review = await wallet.calls['payments.prepareVoid']({ account, paymentId: stuck.paymentId })
      expect(review.amount).toBe(parseAmount(amount))
      spent.push(review.transactions[0]?.inputs[0]?.outputId)
      line.kept.add(review.paymentId)
      await wallet.calls['payments.approve'](approving(account, review))
    }
    expect(new Set(spent).size).toBe(2)
    await expect(wallet.calls['payments.prepareVoid']({ account, paymentId: stuck.paymentId })).rejects.toThrow(
      coded('wallet.nothing_to_void'),
    )
    line.kept.clear()
    await settled(wallet, account, stuck.paymentId)
  })
})

describe('a withdrawal that is paid again without change', () => {
  it('spends what came out of the transaction that took its coin', async () => {
    const { first, second, line, account } = await twoComputers()
    onTestFinished(first.close)
    onTestFinished(second.close)
    await fund(first, account, USDT_ERC20, '100', ETH)
    await fund(first, account, ETH, '1')
    const withdrawing = (amount: string, more: object = {}) =>
      paying(
        account,
        USDT_ERC20,
        [{ payee: { kind: 'chain', destination: `0x${'ab'.repeat(20)}`, tag: '' }, amount }],
        { feeAssetId: ETH, ...more },
      )
    const review = await first.calls['payments.prepare'](withdrawing('100'))
    line.kept.add(review.paymentId)
    await first.calls['payments.approve'](approving(account, review))
    await has(second, account, USDT_ERC20, '100')
    const taken = await pay(second, paying(account, USDT_ERC20, [toUser(ben, '30')]))
    await rounds(first, account)
    expect(await settled(first, account, review.paymentId)).toMatchObject({ state: 'failed' })
    await has(first, account, USDT_ERC20, '70')
    const again = await first.calls['payments.prepare'](withdrawing('50', { again: review.paymentId }))
    expect(again.transactions[0]?.inputs.map(({ hash }) => hash)).toEqual([taken.hashes[0]])
  })
})

describe('a computer that comes back', () => {
  it.each([
    ['was signed more than a day ago', 25n],
    ['was signed while its clock stood ahead', -25n],
  ])('does not send what %s before it was asked', async (_, hours) => {
    const line = holdingLine()
    const files = { dir: newFolder(), keychain: testKeychain(), fetch: line.fetch, clock }
    const wallet = await network.open(files)
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    const review = await keptBack(wallet, line, account, '0.1')
    await wallet.close()
    ahead += hours * 60n * 60n * 1_000_000_000n
    line.kept.clear()
    const back = await network.open(files)
    onTestFinished(back.close)
    const waiting = await becomes(back, account, review.paymentId, ({ waitsFor }) => waitsFor !== undefined)
    expect(waiting).toMatchObject({ waitsFor: 'old', canVoid: true, money: 'unknown_checking' })
    await rounds(back, account)
    await has(back, account, BTC, '0')
    await back.calls['payments.sendNow']({ account, paymentId: review.paymentId, passphrase: null })
    expect(await settled(back, account, review.paymentId)).toMatchObject({ state: 'final' })
  })

  it('does not send what was signed before the account paid from another computer', async () => {
    const { first, second, line, account } = await twoComputers()
    onTestFinished(first.close)
    onTestFinished(second.close)
    await fund(first, account, BTC, '5')
    const review = await keptBack(first, line, account, '1')
    await has(second, account, BTC, '6')
    await pay(second, toBen(account, '5'))
    line.kept.clear()
    const waiting = await becomes(first, account, review.paymentId, ({ waitsFor }) => waitsFor !== undefined)
    expect(waiting.waitsFor).toBe('spent_elsewhere')
    await rounds(first, account)
    await has(second, account, BTC, '1')
  })
})

describe('a line that comes back', () => {
  it('has nothing sent again before the history was read, which may tell of what another computer paid meanwhile', async () => {
    const { first, second, line, account } = await twoComputers()
    onTestFinished(first.close)
    onTestFinished(second.close)
    await fund(first, account, BTC, '5')
    // Before it is handed over: what is read after that tells of nothing else yet, and is reason enough to send it again.
    line.faults.push({ path: /^\/safe\/snapshots/, act: 'refused' })
    const review = await keptBack(first, line, account, '1')
    await has(second, account, BTC, '6')
    await pay(second, toBen(account, '5'))
    line.kept.clear()
    // Each of them looks after the payment, and fails at the history.
    for (let at = 0; at < 3; at += 1) await rounds(first, account, 1).catch(() => undefined)
    expect(await read(first, account, review.paymentId)).toMatchObject({ state: 'sent', acceptedAt: null })
    line.faults.length = 0
    const waiting = await becomes(first, account, review.paymentId, ({ waitsFor }) => waitsFor !== undefined)
    expect(waiting.waitsFor).toBe('spent_elsewhere')
    await has(second, account, BTC, '1')
  })

  it('says of what waits for a history that is not given that it does, and sends it at its owner’s word or with the history', async () => {
    const line = holdingLine()
    const wallet = await network.open({ fetch: line.fetch, clock })
    onTestFinished(wallet.close)
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    const MINUTES = 2n * 60n * 1_000_000_000n
    const refuse = () => line.faults.push({ path: /^\/safe\/snapshots/, act: 'refused' })
    for (const way of ['word', 'history']) {
      const { paymentId } = await keptBack(wallet, line, account, '0.1')
      refuse()
      line.kept.clear()
      const held = await becomes(wallet, account, paymentId, ({ waitsFor }) => {
        if (waitsFor === undefined) ahead += MINUTES
        return waitsFor !== undefined
      })
      expect(held).toMatchObject({ waitsFor: 'history', money: 'unknown_checking', canVoid: true, acceptedAt: null })
      if (way === 'word') await wallet.calls['payments.sendNow']({ account, paymentId, passphrase: null })
      else line.faults.length = 0
      const sent = await becomes(wallet, account, paymentId, ({ acceptedAt }) => acceptedAt !== null)
      expect(sent).not.toHaveProperty('waitsFor')
      line.faults.length = 0
      expect(await settled(wallet, account, paymentId)).toMatchObject({ state: 'final', problem: null })
    }
  })

  it('has its owner asked after a day of a history that cannot be read, and what they allow is sent', async () => {
    const line = holdingLine()
    const wallet = await network.open({ fetch: line.fetch, clock })
    onTestFinished(wallet.close)
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    const review = await keptBack(wallet, line, account, '0.1')
    line.faults.push({ path: /^\/safe\/snapshots/, act: 'refused' })
    ahead += 25n * 60n * 60n * 1_000_000_000n
    line.kept.clear()
    await becomes(wallet, account, review.paymentId, ({ waitsFor }) => waitsFor === 'old')
    await wallet.calls['payments.sendNow']({ account, paymentId: review.paymentId, passphrase: null })
    await becomes(wallet, account, review.paymentId, ({ acceptedAt }) => acceptedAt !== null)
  })
})

describe('a full disk', () => {
  it('does not end the care of a signed payment', async () => {
    const line = holdingLine()
    let full = 0
    const wallet = await network.open({
      fetch: line.fetch,
      clock,
      openStore(options) {
        const store = openAccountStore(options)
        const { payments } = store.intents
        const refuse = (...given: Parameters<typeof payments.setProblem>) => {
          if (full === 0) return payments.setProblem(...given)
          full -= 1
          throw new Error('disk is full')
        }
        return { ...store, intents: { ...store.intents, payments: { ...payments, setProblem: refuse } } }
      },
    })
    onTestFinished(wallet.close)
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    full = 2
    const review = await keptBack(wallet, line, account, '0.1')
    expect(full).toBe(0)
    line.kept.clear()
    expect(await settled(wallet, account, review.paymentId)).toMatchObject({ state: 'final' })
  })
})
