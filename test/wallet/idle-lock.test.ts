import { beforeAll, describe, expect, it } from 'vitest'
import type { Clock, Nanos, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { createIdleLock } from '../../src/wallet/account/session.ts'
import { manualClock, systemClock } from '../support/clock.ts'
import { faultyLine } from '../support/faults.ts'
import {
  approving,
  BTC,
  balanceOf,
  changeIsBack,
  deposited,
  fund,
  has,
  newAccount,
  nextEvent,
  type OpenWallet,
  pay,
  paying,
  settled,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'

const MINUTE = 60_000
const PASSPHRASE = 'four random words here'

describe('the lock of an idle wallet', () => {
  /** A lock of its own whose time is told; counts how often it locked. */
  function armed(minutes = 5) {
    const clock = manualClock()
    const set = { minutes }
    let [locked, back] = [0, 0]
    const idle = createIdleLock({
      clock,
      minutes: () => set.minutes,
      lock: () => {
        locked += 1
        idle.arm(false)
      },
      back: () => {
        back += 1
      },
    })
    idle.arm(true)
    return { clock, idle, set, times: () => locked, returns: () => back }
  }

  it('comes once after the time that was set, and not before', async () => {
    const { clock, idle, times } = armed(5)
    await clock.advance(5 * MINUTE - 1)
    expect(times()).toBe(0)
    await clock.advance(1)
    expect(times()).toBe(1)
    await clock.advance(60 * MINUTE)
    expect(times()).toBe(1)
    await idle.stop()
  })

  it('is put off by each touch', async () => {
    const { clock, idle, times } = armed(5)
    for (let turn = 0; turn < 4; turn += 1) {
      await clock.advance(4 * MINUTE)
      idle.touch()
    }
    expect(times()).toBe(0)
    await clock.advance(5 * MINUTE)
    expect(times()).toBe(1)
    await idle.stop()
  })

  it('says when somebody comes back, once, and how long nobody was there', async () => {
    const { clock, idle, returns } = armed(60)
    await clock.advance(MINUTE)
    idle.touch()
    expect(returns()).toBe(0)
    await clock.advance(MINUTE + 1)
    expect(idle.idleMs()).toBe(MINUTE + 1)
    idle.touch()
    idle.touch()
    expect(returns()).toBe(1)
    expect(idle.idleMs()).toBe(0)
    await idle.stop()
  })

  it('follows a time that is set anew while it runs', async () => {
    const { clock, idle, set, times } = armed(60)
    await clock.advance(2 * MINUTE)
    set.minutes = 1
    await clock.advance(1_000)
    expect(times()).toBe(1)
    await idle.stop()
  })

  it('comes at once after a sleep through which the clock that only grows stood still', async () => {
    const awake = manualClock()
    let sleptMs = 0
    const clock: Clock = { ...awake, now: () => (awake.now() + BigInt(sleptMs) * 1_000_000n) as Nanos }
    const times: Nanos[] = []
    const idle = createIdleLock({ clock, minutes: () => 5, lock: () => times.push(clock.now()), back: () => undefined })
    idle.arm(true)
    await awake.advance(1_000)
    expect(times).toHaveLength(0)
    sleptMs = 60 * MINUTE
    await awake.advance(1_000)
    expect(times).toHaveLength(1)
    await idle.stop()
  })

  it('is not put off by whoever wakes the computer before it has looked', async () => {
    const awake = manualClock()
    let sleptMs = 0
    const clock: Clock = { ...awake, now: () => (awake.now() + BigInt(sleptMs) * 1_000_000n) as Nanos }
    const times: Nanos[] = []
    const lock = () => {
      times.push(clock.now())
      idle.arm(false)
    }
    const idle = createIdleLock({ clock, minutes: () => 5, lock, back: () => undefined })
    idle.arm(true)
    await awake.advance(500)
    sleptMs = 60 * MINUTE
    // The pointer is moved to wake it.
    idle.touch()
    expect(times).toHaveLength(1)
    await awake.advance(10_000)
    expect(times).toHaveLength(1)
    idle.arm(true)
    sleptMs += 4 * MINUTE
    idle.touch()
    expect(times).toHaveLength(1)
    await idle.stop()
  })

  it('is not put off by a clock on the wall that was set back', async () => {
    const awake = manualClock()
    let backMs = 0
    const clock: Clock = { ...awake, now: () => (awake.now() - BigInt(backMs) * 1_000_000n) as Nanos }
    const times: Nanos[] = []
    const idle = createIdleLock({ clock, minutes: () => 5, lock: () => times.push(clock.now()), back: () => undefined })
    idle.arm(true)
    backMs = 60 * MINUTE
    await awake.advance(5 * MINUTE)
    expect(times).toHaveLength(1)
    await idle.stop()
  })

  it('does not come while nothing is open, and counts from the opening', async () => {
    const { clock, idle, times } = armed(5)
    idle.arm(false)
    await clock.advance(60 * MINUTE)
    expect(times()).toBe(0)
    idle.arm(true)
    await clock.advance(5 * MINUTE - 1)
    expect(times()).toBe(0)
    await clock.advance(1)
    expect(times()).toBe(1)
    await idle.stop()
  })
})

describe('a wallet that is left alone', () => {
  const network = sharedNetwork()
  let other: OpenWallet
  let ben: UserId

  beforeAll(async () => {
    other = await network.open({ vaultThread: true })
    ben = (await newAccount(other, 'Ben')).account
  })

  /**
   * The time that passed is told. A pause of a second, as the looks of the idle lock make them, ends when it is told to or by
   * the machine's clock, whichever comes first: also a payment that could not be sent waits that long for its next try.
   */
  async function open() {
    const told = manualClock()
    const clock: Clock = {
      now: systemClock.now,
      monotonicMs: told.monotonicMs,
      sleep: async (duration, signal) => {
        if (duration !== 1_000) return systemClock.sleep(duration, signal)
        await Promise.race([told.sleep(duration, signal), systemClock.sleep(duration, signal)])
      },
    }
    const line = faultyLine()
    const wallet = await network.open({ vaultThread: true, clock, fetch: line.fetch })
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    const locked = async () => (await wallet.calls['app.state'](null)).vault.locked
    return { wallet, account, line, locked, leave: (minutes: number) => told.advance(minutes * MINUTE) }
  }

  it('locks after the time of its preferences, which it announces, unless it is touched', async () => {
    const { wallet, locked, leave } = await open()
    await wallet.calls['app.setPreferences']({ autoLockMinutes: 2 })
    await leave(1.5)
    await wallet.calls['session.touch'](null)
    await leave(1.5)
    expect(await locked()).toBe(false)
    const told = nextEvent(wallet, 'session.changed')
    await leave(0.5)
    expect(await told).toEqual({ locked: true })
    expect(await locked()).toBe(true)
    await wallet.close()
  })

  it('brings a payment that was signed to its end behind the lock, once', async () => {
    const { wallet, account, line, locked, leave } = await open()
    const before = await balanceOf(other, ben, BTC)
    line.faults.push({ path: /^\/safe\/transaction$/, act: 'before' })
    const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.25')]))
    await wallet.calls['payments.approve'](approving(account, review, PASSPHRASE))
    await leave(5)
    expect(await locked()).toBe(true)
    line.faults.length = 0
    const arrived = await other.until(
      () => balanceOf(other, ben, BTC),
      (balance) => balance > before,
    )
    expect(arrived - before).toBe(parseAmount('0.25'))
    expect(await locked()).toBe(true)
    await wallet.calls['session.unlock']({ passphrase: PASSPHRASE })
    expect((await settled(wallet, account, review.paymentId)).state).toBe('final')
    await wallet.close()
  })

  describe('and locked', () => {
    let mine: Awaited<ReturnType<typeof open>>
    const newsAt = async () => (await mine.wallet.calls['app.state'](null)).newsAt
    const news = (than: bigint | null) => mine.wallet.until(newsAt, (at) => at !== null && (than === null || at > than))
    /** What a locked window is told, without when. */
    const told = async () => ({ ...(await mine.wallet.calls['app.state'](null)), newsAt: null })
    const isOpen = async () => mine.wallet.calls['session.unlock']({ passphrase: PASSPHRASE })

    beforeAll(async () => {
      mine = await open()
      await fund(other, ben, BTC, '1')
    })

    it('says that money came in, and nothing else of it, until it is opened', async () => {
      const { wallet, account, locked } = mine
      await balanceOf(wallet, account, BTC)
      wallet.lock()
      const before = await told()
      expect(await newsAt()).toBeNull()
      await pay(other, paying(ben, BTC, [toUser(account, '0.1')]))
      const first = await news(null)
      expect([await told(), await locked()]).toEqual([before, true])
      await changeIsBack(other, ben, BTC)
      await pay(other, paying(ben, BTC, [toUser(account, '0.1')]))
      await news(first)
      await isOpen()
      expect(await newsAt()).toBeNull()
    })

    it('says that a request waits for a signature', async () => {
      const { wallet, account } = mine
      const of = { name: 'Both', members: [account, ben], threshold: 2 }
      await wallet.calls['groups.create']({ account, ...of })
      const { holder } = await other.calls['groups.create']({ account: ben, ...of })
      await deposited(other, { account: ben, holder, chainId: BTC, assetId: BTC, amount: parseAmount('1') })
      await has(other, ben, BTC, '1', holder)
      await has(wallet, account, BTC, '1', holder)
      wallet.lock()
      const review = await other.calls['payments.prepare'](paying(ben, BTC, [toUser(ben, '0.5')], { holder }))
      await other.calls['payments.approve'](approving(ben, review))
      // What coins are signed for is read now and then, by a clock that stands here, or when it is asked for.
      await wallet.until(
        async () => {
          await wallet.calls['app.retry']({ account })
          return newsAt()
        },
        (at) => at !== null,
      )
      await isOpen()
      const { requests } = await wallet.calls['approvals.list']({ account, holder: null })
      expect(requests.map(({ tab }) => tab)).toEqual(['needs_you'])
    })

    it('says nothing of the change of a payment that its owner made', async () => {
      const { wallet, account } = mine
      const before = await balanceOf(other, ben, BTC)
      const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.3')]))
      await wallet.calls['payments.approve'](approving(account, review, PASSPHRASE))
      wallet.lock()
      await other.until(
        () => balanceOf(other, ben, BTC),
        (balance) => balance > before,
      )
      await wallet.calls['app.retry']({ account })
      expect(await newsAt()).toBeNull()
      await isOpen()
    })
  })
})
