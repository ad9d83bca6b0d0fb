import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Clock, msOf, type Nanos, type RequestId, type UserId } from '#contract/domain'
import type { Answer, Input } from '#contract/ipc'
import { parseAmount, toAmount } from '#protocol'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { NIGHTLY } from '../support/nightly.ts'
import { newFolder } from '../support/scratch.ts'
import { approving, BTC, fund, newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'
import { attempt, oneOf } from './attempting.ts'
import { slotsOf, type When } from './calendar.ts'

/*
 * Times of plans over months, months' ends and changes of the clocks, while the wallet is closed, locked, or its clock is set back: each time stands in the
 * plan's history once, asks until something became of it, and is paid at most once.
 */

const HOUR = 3_600_000_000_000n
const DAY = 24n * HOUR
const PASSPHRASE = 'four random words here'
const OPEN: readonly string[] = ['due', 'asks', 'problem', 'waiting']
/** A plan tells no more of what was. */
const HISTORY = 100

let ahead = 0n
const clock: Clock = { ...systemClock, now: () => (systemClock.now() + ahead) as Nanos }
const network = sharedNetwork(clock)
/** How far the computer's clock is behind, and with it the service's, which says how late it truly is: it takes no token of another day. */
let behind = 0n
const line: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init)
  const headers = new Headers(answer.headers)
  headers.set('x-server-time', `${clock.now() + behind}`)
  const { status, statusText, body } = answer
  return new Response(body, { status, statusText, headers })
}
let payees: OpenWallet
beforeAll(async () => {
  payees = await network.open({ clock })
})

type Plan = Answer<'schedule.read'>

interface Known {
  readonly planId: RequestId
  readonly when: When
  readonly amount: bigint
  /** When it was on. */
  readonly stretches: { from: bigint; until: bigint | null }[]
}

const dayFrom = (days: number): string =>
  new Date(Number((clock.now() + BigInt(days) * DAY) / 1_000_000n)).toISOString().slice(0, 10)

const wanted = fc.record({
  days: fc.integer({ min: -3, max: 20 }),
  time: fc.constantFrom('00:00', '00:30', '02:30', '09:00', '23:59'),
  zone: fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Auckland',
    'America/Santiago',
  ),
  repeats: fc.constantFrom(
    ...(['once', 'daily', 'weekly', 'biweekly', 'monthly', 'monthly', 'monthly', 'month_end', 'yearly'] as const),
  ),
  ends: fc.constantFrom('never', 'never', 'times', 'until'),
  /** The 29th to the 31st are what months differ by. */
  late: fc.boolean(),
})
const step = fc.record({
  act: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('later', 'later', 'months', 'months', 'look') },
    { weight: 8, arbitrary: fc.constantFrom('approve', 'prepare', 'skip', 'giveUp') },
    { weight: 6, arbitrary: fc.constantFrom('restart', 'lock', 'back', 'pause', 'resume') },
  ),
  pick: fc.nat({ max: 20 }),
})
type Wanted = typeof wanted extends fc.Arbitrary<infer Value> ? Value : never
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Life {
  readonly account: UserId
  readonly open: () => Promise<OpenWallet>
  wallet: OpenWallet
  readonly plans: Known[]
  readonly approved: Map<string, bigint>
}

function whenOf({ days, time, zone, repeats, ends, late }: Wanted): Input<'schedule.save'>['when'] {
  const first = late ? `${dayFrom(days).slice(0, 8)}28` : dayFrom(days)
  const day = late ? new Date(Date.parse(first) + (days % 3) * 86_400_000).toISOString().slice(0, 10) : first
  const end =
    ends === 'times'
      ? ({ kind: 'times', times: 5 } as const)
      : ends === 'until'
        ? ({ kind: 'until', day: dayFrom(100) } as const)
        : ({ kind: 'never' } as const)
  return { first: day, time, zone, repeats, end }
}

async function begin(plans: readonly Wanted[], payee: UserId): Promise<Life> {
  const [dir, keychain] = [newFolder('plans'), testKeychain()]
  const open = () => network.open({ dir, keychain, clock, fetch: line })
  const wallet = await open()
  const { account } = await newAccount(wallet, 'Ana')
  await fund(wallet, account, BTC, '1')
  await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
  const life: Life = { account, open, wallet, plans: [], approved: new Map() }
  for (const [at, each] of plans.entries()) {
    const amount = parseAmount(`0.00${at + 1}`)
    const when = whenOf(each)
    const made = await attempt(() =>
      wallet.calls['schedule.save']({
        ...{
          account,
          holder: null,
          planId: null,
          name: `Plan ${at}`,
          assetId: BTC,
          memoHex: '',
          label: '',
          feeAssetId: null,
        },
        ...{ rows: [{ payee: { kind: 'user', userId: payee }, amount }], when },
      }),
    )
    if (typeof made !== 'string')
      life.plans.push({ planId: made.planId, when, amount, stretches: [{ from: made.madeAt, until: null }] })
  }
  return life
}

async function unlocked({ wallet }: Life): Promise<void> {
  // Time that passes locks it as well.
  if ((await wallet.calls['app.state'](null)).vault.locked)
    await wallet.calls['session.unlock']({ passphrase: PASSPHRASE })
}

async function approve(life: Life, pick: number): Promise<void> {
  const { account, wallet } = life
  const waiting = (await wallet.calls['schedule.open']({ account })).filter(({ state }) => state === 'waiting')
  const time = oneOf(waiting, pick)
  if (time === undefined || time.paymentId === null) return
  const { paymentId } = time
  const review = await attempt(() => wallet.calls['payments.review']({ account, paymentId }))
  if (typeof review === 'string') return
  const done = await attempt(() => wallet.calls['payments.approve'](approving(account, review, PASSPHRASE)))
  if (typeof done === 'string') return
  const key = `${time.planId} ${time.day}`
  expect(life.approved.has(key), `${key} is approved once`).toBe(false)
  life.approved.set(key, time.amount)
  await wallet.until(
    () => wallet.calls['payments.read']({ account, paymentId }),
    ({ state }) => state === 'final' || state === 'failed',
  )
  await wallet.calls['app.retry']({ account })
}

async function answer(life: Life, how: 'prepare' | 'skip', pick: number): Promise<void> {
  const { account, wallet } = life
  const time = oneOf(await wallet.calls['schedule.open']({ account }), pick)
  if (time === undefined) return
  const named = [{ planId: time.planId, day: time.day }]
  await attempt(() =>
    wallet.calls['schedule.answer']({
      account,
      prepare: how === 'prepare' ? named : [],
      skip: how === 'skip' ? named : [],
    }),
  )
}

async function act(life: Life, { act: what, pick }: Step): Promise<void> {
  const { account } = life
  switch (what) {
    case 'later':
      ahead += (oneOf([1n, 5n, 24n, 26n, 72n], pick) ?? 1n) * HOUR
      break
    case 'months':
      ahead += (oneOf([29n, 31n, 62n], pick) ?? 31n) * DAY
      break
    case 'restart':
      await life.wallet.close()
      life.wallet = await life.open()
      return
    case 'lock':
      await life.wallet.calls['session.lock'](null)
      return
    default:
  }
  await unlocked(life)
  const { wallet } = life
  await attempt(() => wallet.calls['app.retry']({ account }))
  if (what === 'approve') return approve(life, pick)
  if (what === 'prepare' || what === 'skip') return answer(life, what, pick)
  if (what === 'giveUp') {
    const time = oneOf(
      (await wallet.calls['schedule.open']({ account })).filter(({ paymentId }) => paymentId !== null),
      pick,
    )
    if (time?.paymentId != null)
      await attempt(() => wallet.calls['payments.cancel']({ account, paymentId: time.paymentId as RequestId }))
  }
  if (what === 'back') {
    // Nothing that was settled or paid comes again while a clock is wrong, nor once it is right.
    const back = (oneOf([1n, 2n, 40n], pick) ?? 1n) * DAY
    ahead -= back
    behind = back
    await unlocked(life)
    await attempt(() => wallet.calls['app.retry']({ account }))
    try {
      await (pick % 2 === 0 ? answer(life, 'prepare', pick) : approve(life, pick))
    } finally {
      ahead += back
      behind = 0n
    }
    await unlocked(life)
    await attempt(() => wallet.calls['app.retry']({ account }))
  }
  if (what === 'pause' || what === 'resume') {
    const plan = oneOf(life.plans, pick)
    if (plan === undefined) return
    const state = what === 'pause' ? ('paused' as const) : ('on' as const)
    const before = clock.now()
    const done = await attempt(() => wallet.calls['schedule.set']({ account, planId: plan.planId, state }))
    if (typeof done === 'string') return
    const last = plan.stretches.at(-1)
    if (state === 'paused' && last !== undefined && last.until === null) last.until = before
    if (state === 'on' && last !== undefined && last.until !== null) plan.stretches.push({ from: before, until: null })
  }
}

async function needTimes(life: Life): Promise<void> {
  await unlocked(life)
  const { account, wallet } = life
  const open = await wallet.calls['schedule.open']({ account })
  for (const { planId, when, stretches } of life.plans) {
    const view: Plan = await wallet.bare.calls['schedule.read']({ account, planId })
    const now = clock.now()
    const all = stretches
      .flatMap(({ from, until }) => slotsOf(when, from, until === null || until > now ? now + 1n : until))
      .map(({ day }) => day)
    const told = view.history.map(({ day }) => day).reverse()
    expect(told, JSON.stringify(when)).toEqual(all.slice(-HISTORY))
    const asked = view.history.filter(({ state }) => OPEN.includes(state)).map(({ day }) => day)
    const asks = open.filter((time) => time.planId === planId).map(({ day }) => day)
    expect(asks.filter((day) => told.includes(day)).sort(), `what asks of ${JSON.stringify(when)}`).toEqual(
      asked.sort(),
    )
    // What asks is told however old it is.
    const [oldest = ''] = told
    for (const day of asks.filter((each) => !told.includes(each)))
      expect(all.includes(day) && day < oldest, day).toBe(true)
    for (const { day, state } of view.history)
      if (state === 'paid' || state === 'going')
        expect(life.approved.has(`${planId} ${day}`), `${day} was approved`).toBe(true)
      else expect(life.approved.has(`${planId} ${day}`), `${day} is ${state} and was approved`).toBe(false)
  }
}

async function live(plans: readonly Wanted[], steps: readonly Step[]): Promise<void> {
  const payee = (await newAccount(payees, 'Eve')).account
  const began = new Date(msOf(clock.now())).toISOString()
  const life = await begin(plans, payee)
  try {
    for (const each of steps) {
      // Time that passes may lock it in between.
      const done = await attempt(() => act(life, each))
      expect(done ?? 'vault.locked').toBe('vault.locked')
      await needTimes(life)
    }
    const sum = [...life.approved.values()].reduce((all, amount) => all + amount, 0n)
    const paid = async () => {
      await payees.calls['app.retry']({ account: payee })
      return (await payees.calls['balances.read']({ account: payee, holder: null, assetId: BTC })).available
    }
    expect(await payees.until(paid, (now) => now === toAmount(sum)).catch(paid)).toBe(sum)
  } catch (error) {
    // Those before it took its days on, which the steps alone do not tell.
    throw new Error(`in a life that began at ${began}`, { cause: error })
  } finally {
    await life.wallet.close()
  }
}

describe('times of plans, whatever happens', () => {
  it('stand in their history once, ask until something became of them, and are paid once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(wanted, { minLength: 2, maxLength: 4 }),
        fc.array(step, { minLength: 12, maxLength: 16 }),
        live,
      ),
      {
        numRuns: NIGHTLY ? 40 : 2,
        // By day always the same; by night others.
        ...(NIGHTLY ? {} : { seed: 7 }),
        endOnFailure: true,
      },
    )
  })
})
