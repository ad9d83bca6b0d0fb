import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Clock, Nanos, UserId } from '#contract/domain'
import type { PaymentView } from '#contract/ipc'
import { systemClock } from '../support/clock.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approving,
  BTC,
  coded,
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
} from '../support/wallet.ts'
import { type HoldingLine, holdingLine } from './undecided.ts'

/* What was signed and could not be sent, on a computer that slept, whose clock was set, or whose history takes long to read. */

const [SECOND, MINUTE] = [1_000, 60_000]
const LOOKS = /^\/safe\/transactions\//
const HISTORY = /^\/safe\/snapshots/

/** What the clock on the wall says more than passed while the computer was awake, and what passed beside the machine's own time. */
let asleep = 0
let passed = 0
const clock: Clock = {
  ...systemClock,
  now: () => (systemClock.now() + BigInt(asleep + passed) * 1_000_000n) as Nanos,
  monotonicMs: () => systemClock.monotonicMs() + passed,
}
const network = sharedNetwork(clock)
let ben: UserId

beforeAll(async () => {
  ben = (await newAccount(await network.open({ clock }), 'Ben')).account
})
beforeEach(() => {
  asleep = 0
  passed = 0
})

const toBen = (account: UserId, amount: string) => paying(account, BTC, [toUser(ben, amount)])
const read = (wallet: OpenWallet, account: UserId, paymentId: PaymentView['paymentId']) =>
  wallet.calls['payments.read']({ account, paymentId })

/** One person on two computers with the same phrase. */
async function pair(own: Clock) {
  const line = holdingLine()
  const first = await openWallet({ dir: newFolder(), baseUrl: network.url, fetch: line.fetch, clock: own })
  onTestFinished(first.close)
  const { account } = await first.calls['accounts.createLocal']({ name: 'Ana' })
  const words = await newPhrase(first, account)
  await first.calls['registration.submit']({ account })
  const second = await openWallet({ dir: newFolder(), baseUrl: network.url, clock })
  onTestFinished(second.close)
  await second.calls['accounts.recoverLocal']({ phrase: words.join(' ') })
  return { first, second, line, account }
}

/** Of which the first signs and does not get rid of what it signed. */
async function twoComputers(keepBack: (line: HoldingLine, paymentId: string) => void, own: Clock = clock) {
  const { first, second, line, account } = await pair(own)
  await fund(first, account, BTC, '1')
  await fund(first, account, BTC, '5')
  await has(second, account, BTC, '6')
  const review = await first.calls['payments.prepare'](toBen(account, '1'))
  const { paymentId } = review
  keepBack(line, paymentId)
  await first.calls['payments.approve'](approving(account, review))
  await first.until(
    () => read(first, account, paymentId),
    ({ problem }) => problem !== null,
  )
  return { first, second, line, account, paymentId }
}
type Two = Awaited<ReturnType<typeof twoComputers>>

/** A round, after which nobody can look after the payment until the line is whole. */
async function readThrough({ first, line, account }: Two): Promise<void> {
  line.faults.push({ path: LOOKS, act: 'refused' })
  await first.calls['app.retry']({ account })
}

/** The other computer pays, and then the line of the first is whole but for the history. */
async function paidElsewhere({ first, second, line, account }: Two): Promise<void> {
  await pay(second, toBen(account, '5'))
  line.kept.clear()
  line.faults.splice(0, line.faults.length, { path: HISTORY, act: 'refused' })
  for (let at = 0; at < 3; at += 1) await first.calls['app.retry']({ account }).catch(() => undefined)
}

async function isAskedFirst({ first, second, line, account, paymentId }: Two): Promise<void> {
  expect(await read(first, account, paymentId)).toMatchObject({ acceptedAt: null })
  line.faults.length = 0
  const { waitsFor } = await first.until(
    () => read(first, account, paymentId),
    (view) => view.waitsFor !== undefined || view.acceptedAt !== null,
  )
  expect(waitsFor).toBe('spent_elsewhere')
  await has(second, account, BTC, '1')
}

describe('history that was read before', () => {
  it.each([
    ['a sleep in which the monotonic clock stood', 2 * MINUTE],
    ['the clock was set back', -MINUTE],
  ])('%s is read again before anything is sent', async (_, jump) => {
    const two = await twoComputers((line, id) => line.kept.add(id))
    await readThrough(two)
    two.line.faults.unshift({ path: HISTORY, act: 'refused' })
    asleep += jump
    await paidElsewhere(two)
    await isAskedFirst(two)
  })
})

describe('what was just signed', () => {
  it('and could not be asked about is sent after a sleep only once the history was read', async () => {
    const two = await twoComputers((line) => line.faults.push({ path: LOOKS, act: 'refused' }))
    two.line.faults.unshift({ path: HISTORY, act: 'refused' })
    asleep += 2 * MINUTE
    await paidElsewhere(two)
    await isAskedFirst(two)
  })
})

describe('what its owner said is to be sent', () => {
  it('and could not be is sent after a sleep only once the history was read', async () => {
    const two = await twoComputers((line, id) => line.kept.add(id))
    const { first, line, account, paymentId } = two
    await first.calls['payments.sendNow']({ account, paymentId, passphrase: null })
    await readThrough(two)
    line.faults.unshift({ path: HISTORY, act: 'refused' })
    asleep += 2 * MINUTE
    await paidElsewhere(two)
    await isAskedFirst(two)
  })
})

describe('a history that takes more than a minute to read', () => {
  it('keeps nothing from being sent', async () => {
    const { first, line, account, paymentId } = await twoComputers((kept, id) => kept.kept.add(id))
    line.faults.push({
      path: HISTORY,
      act: (list: unknown) => {
        passed += 70 * SECOND
        return list
      },
    })
    line.kept.clear()
    expect(await settled(first, account, paymentId)).toMatchObject({ state: 'final' })
  })

  it('tells nothing of lately where the computer slept in the middle of it', async () => {
    const two = await twoComputers((line, id) => line.kept.add(id))
    await readThrough(two)
    two.line.faults.unshift({
      path: HISTORY,
      act: (list: unknown) => {
        asleep += 2 * MINUTE
        return list
      },
    })
    await two.first.calls['app.retry']({ account: two.account })
    await paidElsewhere(two)
    await isAskedFirst(two)
  })
})

describe('a clock that is some minutes ahead of the service', () => {
  const ahead: Clock = { ...clock, now: () => (clock.now() + BigInt(4 * MINUTE) * 1_000_000n) as Nanos }

  it('hides nothing that was paid on another computer since', async () => {
    const keepBack = (line: HoldingLine, id: string) => {
      line.kept.add(id)
      // Nothing is read between the signing and what is paid there.
      line.faults.push({ path: HISTORY, act: 'refused' })
    }
    const two = await twoComputers(keepBack, ahead)
    await paidElsewhere(two)
    await isAskedFirst(two)
  })

  it('hides nothing that was paid there since its owner said that it is to be sent', async () => {
    const { first, second, line, account, paymentId } = await twoComputers((kept, id) => kept.kept.add(id), ahead)
    await first.calls['payments.sendNow']({ account, paymentId, passphrase: null })
    await pay(second, toBen(account, '5'))
    await first.calls['app.retry']({ account })
    line.kept.clear()
    const { waitsFor } = await first.until(
      () => read(first, account, paymentId),
      (view) => view.waitsFor !== undefined || view.acceptedAt !== null,
    )
    expect(waitsFor).toBe('spent_elsewhere')
  })

  it('has nobody sign what another computer paid while the review was open', async () => {
    const { first, second, account } = await pair(ahead)
    await fund(first, account, BTC, '1')
    const review = await first.calls['payments.prepare'](toBen(account, '0.5'))
    await fund(first, account, BTC, '0.5')
    await has(second, account, BTC, '1.5')
    await pay(second, toBen(account, '0.5'))
    await first.calls['app.retry']({ account })
    await expect(first.calls['payments.approve'](approving(account, review))).rejects.toThrow(
      coded('wallet.review_changed'),
    )
  })

  it('asks nothing because of what was known when it was signed', async () => {
    const { first, second, line, account } = await twoComputers((kept, id) => kept.kept.add(id))
    line.kept.clear()
    await pay(second, toBen(account, '5'))
    await has(first, account, BTC, '0')
    await fund(first, account, BTC, '2')
    const review = await first.calls['payments.prepare'](toBen(account, '2'))
    line.kept.add(review.paymentId)
    await first.calls['payments.approve'](approving(account, review))
    await first.until(
      () => read(first, account, review.paymentId),
      ({ problem }) => problem !== null,
    )
    line.kept.clear()
    expect(await settled(first, account, review.paymentId)).toMatchObject({ state: 'final' })
  })
})
