import type { UserId } from '#contract/domain'
import { formatAmountShort, parseAmount, toAmount } from '#protocol'
import { inParallel } from '../faults/benches.ts'
import { manualClock, systemClock } from '../support/clock.ts'
import { newcomer, type TestLocalnet } from '../support/localnet.ts'
import { type Counts, type Held, type Meter, startMeter } from '../support/meter.ts'
import { newFolder } from '../support/scratch.ts'
import { approving, BTC, newAccount, type OpenWallet, openWallet, paying, toUser } from '../support/wallet.ts'

/** What is done to a wallet, in equal parts. */
export interface Plan {
  readonly contacts: number
  readonly deposits: number
  readonly payments: number
  readonly parts: number
}

const WORKS = ['contact', 'deposit', 'payment', 'window', 'schedule'] as const
/** `window`: what the window asks for after each payment. `schedule`: all that is due from time to time, once in each part. */
export type Work = (typeof WORKS)[number]

export interface Part {
  /** For one contact, deposit, payment, look of the window, and turn of the schedule. */
  readonly each: Readonly<Record<Work, Counts>>
  readonly held: Held
  readonly texts: ReturnType<Meter['takeTexts']>
}

/** How long may be waited for what takes milliseconds on a machine that has nothing else to do. */
const LIMIT_MS = 600_000
/** Deposits that come in together. */
const AT_ONCE = 10
/** People who are paid in turn, of those who were added last. */
const PAYEES = 50
/** What others do is done by so many at a time. */
const HANDS = 8
const SYNC_MS = 100
const POLL_MS = 1
/** Longer than the period of anything that is done from time to time. */
const SCHEDULE_MS = 301_000
const COINS_AT_FIRST = 300
const COINS_AT_ONCE = 150
const COIN = '0.01'
const PAID = '0.004'

interface Stage {
  readonly net: TestLocalnet
  readonly clock: ReturnType<typeof drivenClock>
  readonly meter: Meter
  readonly wallet: OpenWallet
  readonly account: UserId
  readonly address: { readonly destination: string; readonly tag: string }
  readonly blocks: number
}

/** Lives through a plan on a real wallet and tells what each part of it cost. */
export async function run(net: TestLocalnet, plan: Plan, says: (line: string) => void): Promise<Part[]> {
  const clock = drivenClock()
  const dir = newFolder('soak')
  const meter = startMeter(dir)
  const wallet = await openWallet({
    dir,
    baseUrl: net.url,
    fetch: meter.fetch,
    clock,
    syncMs: SYNC_MS,
    pollMs: POLL_MS,
  })
  try {
    const { account } = await newAccount(wallet, 'Ana')
    const address = await wallet.calls['receive.address']({ account, holder: null, chainId: BTC, create: true })
    if (address === null) throw new Error('no address came back')
    const stage = { net, clock, meter, wallet, account, address, blocks: address.confirmations }
    await rested(stage)
    await begin(stage)
    const parts: Part[] = []
    for (let at = 0; at < plan.parts; at += 1) {
      const began = performance.now()
      const part = await onePart(stage, plan)
      parts.push(part)
      const asked = WORKS.map(
        (work) => `${work} ${part.each[work].requests.toFixed(1)}/${part.each[work].rows.toFixed(0)}`,
      )
      const took = ((performance.now() - began) / 1000).toFixed(0)
      says(`part ${at + 1} of ${plan.parts}: ${asked.join(', ')} requests/rows (${took} s)`)
    }
    return parts
  } finally {
    await wallet.close()
    meter.stop()
  }
}

/** Coins and history enough to fill what is looked at in each step: the largest 256 coins, the first page. */
async function begin(stage: Stage): Promise<void> {
  const { net, account } = stage
  const giver = await newcomer(net, 'Giver')
  const amount = parseAmount(COIN)
  for (let sent = 0; sent < COINS_AT_FIRST; sent += COINS_AT_ONCE) {
    await giver.fund(BTC, formatAmountShort(toAmount(amount * BigInt(COINS_AT_ONCE))))
    await giver.send(
      await giver.build(
        BTC,
        Array.from({ length: COINS_AT_ONCE }, () => ({ to: [account], amount })),
      ),
    )
    await net.blocks(1)
  }
  await advanced(stage, SCHEDULE_MS)
  await advanced(stage, SYNC_MS)
  if ((await coinsOf(stage)) !== COINS_AT_FIRST) throw new Error('the first coins did not come')
  // From its first payment on a wallet also compares what is listed with what it signed.
  await payOne(stage, giver.id, (_work, doIt) => doIt())
}

async function onePart(stage: Stage, plan: Plan): Promise<Part> {
  const { meter } = stage
  const [contacts, deposits, payments] = [plan.contacts, plan.deposits, plan.payments].map((all) =>
    Math.round(all / plan.parts),
  ) as [number, number, number]
  const sums = new Map<Work, Counts>()
  const measured = async (work: Work, doIt: () => Promise<void>): Promise<void> => {
    const before = meter.counts()
    await doIt()
    sums.set(work, joined(sums.get(work) ?? NOTHING, joined(meter.counts(), before, -1)))
  }
  const people = await someone(stage, contacts)
  for (const person of people) await measured('contact', () => befriend(stage, person))
  for (let done = 0; done < deposits; done += AT_ONCE)
    await receive(stage, Math.min(AT_ONCE, deposits - done), measured)
  for (let done = 0; done < payments; done += 1) {
    const payee = people[done % Math.min(PAYEES, people.length)]
    if (payee === undefined) throw new Error('there is nobody to pay')
    await payOne(stage, payee, measured)
    await measured('window', () => look(stage))
  }
  const texts = meter.takeTexts()
  await measured('schedule', async () => {
    await advanced(stage, SCHEDULE_MS)
    await advanced(stage, SYNC_MS)
  })
  meter.takeTexts()
  const items: Record<Work, number> = {
    contact: contacts,
    deposit: deposits,
    payment: payments,
    window: payments,
    schedule: 1,
  }
  const each = Object.fromEntries(
    WORKS.map((work) => [work, shared(sums.get(work) ?? NOTHING, items[work])]),
  ) as Record<Work, Counts> // one for each work
  return { each, held: meter.held(), texts }
}

type Measured = (work: Work, doIt: () => Promise<void>) => Promise<void>

/** People of the network; those who are to be paid have a key. */
async function someone({ net }: Stage, count: number): Promise<UserId[]> {
  const people: UserId[] = []
  const places = Array.from({ length: count }, (_, at) => at)
  await inParallel(places, HANDS, async (at) => {
    people[at] = (await newcomer(net, `Friend ${net.clock.now()}`, { unregistered: at >= PAYEES })).id
  })
  return people
}

async function befriend({ wallet, account }: Stage, userId: UserId): Promise<void> {
  await wallet.calls['contacts.save']({ account, userId, alias: `Friend ${userId.slice(0, 8)}`, phone: '', note: '' })
}

async function receive(stage: Stage, count: number, measured: Measured): Promise<void> {
  const { net, wallet, account, address, blocks } = stage
  const { destination, tag } = address
  const coins = await coinsOf(stage)
  const body = { destination, tag, asset_id: BTC, amount: parseAmount(COIN) }
  await Promise.all(Array.from({ length: count }, () => net.control.call('local.deposit', { body })))
  await measured('deposit', async () => {
    await advanced(stage, SYNC_MS)
    await until(
      stage,
      () => wallet.calls['receive.incoming']({ account, holder: null }),
      (incoming) => incoming.length === count,
    )
  })
  await net.blocks(blocks)
  await measured('deposit', async () => {
    await advanced(stage, SYNC_MS)
    await until(
      stage,
      () => coinsOf(stage),
      (now) => now === coins + count,
    )
  })
}

async function coinsOf({ wallet, account }: Stage): Promise<number> {
  return (await wallet.calls['balances.read']({ account, holder: null, assetId: BTC })).coins
}

async function payOne(stage: Stage, payee: UserId, measured: Measured): Promise<void> {
  const { net, clock, wallet, account } = stage
  await measured('payment', async () => {
    const wish = paying(account, BTC, [toUser(payee, PAID)])
    const review = await wallet.calls['payments.prepare'](wish)
    await wallet.calls['payments.approve'](approving(account, review))
    const read = () => wallet.calls['payments.read']({ account, paymentId: review.paymentId })
    await until(stage, read, ({ state }) => state === 'accepted' || state === 'final')
    await net.blocks(1)
    for (let payment = await read(); payment.state !== 'final'; ) {
      await until(
        stage,
        async () => clock.waitsFor(POLL_MS),
        (waits) => waits,
      )
      await clock.advance(POLL_MS)
      payment = await until(stage, read, ({ state }) => state === 'final' || clock.waitsFor(POLL_MS))
    }
    await rested(stage)
    await until(
      stage,
      async () => {
        const { payments } = await wallet.calls['payments.changeAtRisk']({ account, holder: null })
        if (payments.length > 0) await advanced(stage, SYNC_MS)
        return payments
      },
      (open) => open.length === 0,
    )
  })
}

/** What the window reads anew when it hears of a payment. */
async function look({ wallet, account }: Stage): Promise<void> {
  const filter = { search: '', assetId: null, direction: null, kind: null, opponent: null, from: null, to: null }
  await wallet.calls['home.read']({ account, holder: null })
  await wallet.calls['payments.open']({ account, holder: null })
  await wallet.calls['receive.incoming']({ account, holder: null })
  await wallet.calls['activity.list']({ account, holder: null, filter, cursor: null, limit: 50 })
}

/** Lets so much time pass, and waits until whatever was due is done. */
async function advanced(stage: Stage, milliseconds: number): Promise<void> {
  await rested(stage)
  await stage.clock.advance(milliseconds)
  await rested(stage)
}

/** Until the loop that reads from the network waits for its next turn. */
async function rested(stage: Stage): Promise<void> {
  await until(
    stage,
    async () => stage.clock.waitsFor(SYNC_MS),
    (waits) => waits,
  )
}

function until<Value>(
  { wallet }: Stage,
  ask: () => Promise<Value>,
  satisfied: (value: Value) => boolean,
): Promise<Value> {
  return wallet.until(ask, satisfied, LIMIT_MS)
}

const NOTHING: Counts = { requests: 0, statements: 0, rows: 0, kilobytes: 0, processorMs: 0 }

function joined(one: Counts, other: Counts, sign = 1): Counts {
  const entries = (Object.keys(one) as (keyof Counts)[]).map((name) => [name, one[name] + sign * other[name]])
  return Object.fromEntries(entries) as unknown as Counts // the same members
}

function shared(sum: Counts, items: number): Counts {
  const entries = (Object.keys(sum) as (keyof Counts)[]).map((name) => [name, sum[name] / Math.max(1, items)])
  return Object.fromEntries(entries) as unknown as Counts // the same members
}

/** Deadlines of requests are at least this long; they are the machine's own, or time that is let pass would end requests. */
const DEADLINE_MS = 15_000

/** Waits end when they are told to, and what is due by a schedule comes then; the time of day is the machine's. */
function drivenClock() {
  const manual = manualClock()
  const waiting = new Map<number, number>()
  const count = (milliseconds: number, by: number): void =>
    void waiting.set(milliseconds, (waiting.get(milliseconds) ?? 0) + by)
  return {
    now: systemClock.now,
    monotonicMs: manual.monotonicMs,
    async sleep(milliseconds: number, signal?: AbortSignal) {
      if (milliseconds >= DEADLINE_MS) return systemClock.sleep(milliseconds, signal)
      count(milliseconds, 1)
      await manual.sleep(milliseconds, signal)
      count(milliseconds, -1)
    },
    advance: manual.advance,
    /** Whether somebody waits for just that long. */
    waitsFor: (milliseconds: number) => (waiting.get(milliseconds) ?? 0) > 0,
  }
}
