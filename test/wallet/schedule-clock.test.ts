import { beforeAll, describe, expect, it } from 'vitest'
import type { Clock, Nanos, RequestId, UserId } from '#contract/domain'
import type { Input } from '#contract/ipc'
import { parseAmount } from '#protocol'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { BTC, fund, newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'

/*
 * Plans that were changed while the clock of the computer stood far ahead, and whose times come once it is right again.
 */

const HOUR = 3_600_000_000_000n
const DAY = 24n * HOUR
const YEAR = 365n * DAY

/** How far the world is ahead of the machine, and the computer's clock ahead of the world. */
let passed = 0n
let wrong = 0n
const world: Clock = { ...systemClock, now: () => (systemClock.now() + passed) as Nanos }
const clock: Clock = { ...systemClock, now: () => (world.now() + wrong) as Nanos }

const network = sharedNetwork(world)
let ben: UserId
let cleo: UserId

beforeAll(async () => {
  const payees = await network.open({ clock: world })
  ben = (await newAccount(payees, 'Ben')).account
  cleo = (await newAccount(payees, 'Cleo')).account
})

let isCutOff = false
const line: typeof fetch = (input, init) => (isCutOff ? Promise.reject(new TypeError('cut off')) : fetch(input, init))

interface Payer {
  readonly account: UserId
  readonly planId: RequestId
  readonly open: () => Promise<OpenWallet>
  readonly save: (wallet: OpenWallet, more: Partial<Input<'schedule.save'>>) => Promise<unknown>
}

/** Somebody with a plan whose first time comes in an hour; the wallet is closed. */
async function payer(): Promise<Payer> {
  const [dir, keychain] = [newFolder(), testKeychain()]
  const open = () => network.open({ dir, keychain, clock, fetch: line })
  const wallet = await open()
  const { account } = await newAccount(wallet, 'Ana')
  await fund(wallet, account, BTC, '1')
  const [day = '', time = ''] = new Date(Number((world.now() + HOUR) / 1_000_000n)).toISOString().split('T')
  const save = (by: OpenWallet, more: Partial<Input<'schedule.save'>>) =>
    by.calls['schedule.save']({
      ...{ account, holder: null, planId: null, name: 'Rent', assetId: BTC, memoHex: '', label: '', feeAssetId: null },
      rows: [{ payee: { kind: 'user', userId: ben }, amount: parseAmount('0.01') }],
      when: { first: day, time: time.slice(0, 5), zone: 'UTC', repeats: 'daily', end: { kind: 'never' } },
      ...more,
    })
  const { planId } = (await save(wallet, {})) as { planId: RequestId }
  await wallet.close()
  return { account, planId, open, save }
}

/** Does something while the clock is a year ahead, and closes the wallet with the clock put right. */
async function ahead({ open }: Payer, act: (wallet: OpenWallet) => Promise<unknown>, offline = false) {
  wrong = YEAR
  isCutOff = offline
  const wallet = await open()
  try {
    await act(wallet)
  } finally {
    await wallet.close()
    wrong = 0n
    isCutOff = false
  }
}

const setTo =
  ({ account, planId }: Payer, state: 'on' | 'paused') =>
  (wallet: OpenWallet) =>
    wallet.calls['schedule.set']({ account, planId, state })

/** Whom the times that wait for an answer pay, newest first, once there are so many. */
async function asked({ account, planId, open }: Payer, count: number) {
  const wallet = await open()
  const read = () => wallet.calls['schedule.read']({ account, planId })
  await wallet.calls['app.retry']({ account })
  await wallet.calls['app.retry']({ account })
  const view = await wallet.until(read, ({ history }) => history.length === count)
  await wallet.close()
  return view
}

describe('a plan of which something was said while the clock stood far ahead', () => {
  it('that was resumed then pays what comes once the clock is right, and nothing of its pause', async () => {
    const ana = await payer()
    const wallet = await ana.open()
    await setTo(ana, 'paused')(wallet)
    await wallet.close()
    passed += 2n * DAY
    await ahead(ana, async (there) => {
      await there.until(
        () => there.calls['app.connection']({ account: ana.account }),
        ({ clockSkewSeconds }) => clockSkewSeconds > 0,
      )
      await setTo(ana, 'on')(there)
    })
    passed += 2n * DAY
    expect((await asked(ana, 2)).history).toMatchObject([{ state: 'asks' }, { state: 'asks' }])
  })

  it('that was resumed then without a network asks about what came since it was put to rest', async () => {
    const ana = await payer()
    const wallet = await ana.open()
    await setTo(ana, 'paused')(wallet)
    await wallet.close()
    await ahead(ana, setTo(ana, 'on'), true)
    passed += 3n * DAY
    expect((await asked(ana, 3)).history.map(({ state }) => state)).toEqual(['asks', 'asks', 'asks'])
  })

  it('that was put to rest then asks about nothing that comes once the clock is right again', async () => {
    const ana = await payer()
    await ahead(ana, setTo(ana, 'paused'), true)
    await asked(ana, 0)
    passed += 3n * DAY
    expect((await asked(ana, 0)).state).toBe('paused')
  })

  it('whose payee was changed then pays the new one from when the clock is right', async () => {
    const ana = await payer()
    const rows = [{ payee: { kind: 'user' as const, userId: cleo }, amount: parseAmount('0.02') }]
    await ahead(ana, (wallet) => ana.save(wallet, { planId: ana.planId, rows }), true)
    await asked(ana, 0)
    passed += 2n * DAY
    expect((await asked(ana, 2)).history.map(({ amount }) => amount)).toEqual([2_000_000n, 2_000_000n])
  })
})
