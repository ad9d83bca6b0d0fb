import { cpSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Clock, Nanos, RequestId, UserId } from '#contract/domain'
import { mainnetAddressFromSeed, parseAmount } from '#protocol'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { BTC, fund, has, newAccount, type OpenWallet, pay, paying, sharedNetwork } from '../support/wallet.ts'

/* Lists that were saved while the clock of the computer stood a year ahead, and are paid once it is right again. */

const YEAR = 365n * 24n * 3_600_000_000_000n

/** How far the computer's clock is ahead. */
let wrong = 0n
const clock: Clock = { ...systemClock, now: () => (systemClock.now() + wrong) as Nanos }
let isCutOff = false
const line: typeof fetch = (input, init) => (isCutOff ? Promise.reject(new TypeError('cut off')) : fetch(input, init))

const network = sharedNetwork()
/** An address of the kernel, which nobody has to be asked about. */
const DORA = mainnetAddressFromSeed('79'.repeat(64))
const toDora = { payee: { kind: 'kernel', address: DORA } as const, amount: '0.1' }

interface Payer {
  readonly account: UserId
  readonly runId: RequestId
  /** The computer once its clock is right. */
  readonly open: () => Promise<OpenWallet>
  /** Another one with a copy of its files. */
  readonly openCopy: () => Promise<OpenWallet>
}

/** Somebody who saved a list of one row while the clock stood ahead, with the network or without. */
async function payer(offline: boolean): Promise<Payer> {
  const [dir, copy, keychain] = [newFolder(), newFolder('copy'), testKeychain()]
  const open = () => network.open({ dir, keychain, clock, fetch: line })
  const first = await open()
  const { account } = await newAccount(first, 'Ana')
  for (const amount of ['1', '1']) await fund(first, account, BTC, amount)
  await first.close()
  wrong = YEAR
  isCutOff = offline
  const wallet = await open()
  try {
    const heard = () => wallet.calls['app.connection']({ account })
    if (!offline) await wallet.until(heard, ({ clockSkewSeconds }) => clockSkewSeconds > 0)
    const row = { line: 1, to: DORA, typed: '0.1', amount: parseAmount('0.1'), memo: '', label: '' }
    const list = { account, holder: null, assetId: BTC, name: 'May', rows: [row] }
    const { runId } = await wallet.calls['runs.save'](list)
    return {
      ...{ account, runId, open },
      async openCopy() {
        cpSync(dir, copy, { recursive: true })
        return network.open({ dir: copy, keychain: testKeychain(keychain.entries) })
      },
    }
  } finally {
    await wallet.close()
    wrong = 0n
    isCutOff = false
  }
}

const asksIn = async (wallet: OpenWallet, { account, runId }: Payer): Promise<string[]> => {
  const { paymentId, checks } = await wallet.calls['runs.prepare']({ account, runId })
  await wallet.calls['payments.cancel']({ account, paymentId })
  return checks.filter(({ result }) => result === 'attention').map(({ id }) => id.replace(/[-:].*/, ''))
}

describe('a list that was saved while the clock stood ahead', () => {
  it('has the time that the service told', async () => {
    const ana = await payer(false)
    const wallet = await ana.open()
    const { savedAt } = await wallet.calls['runs.read'](ana)
    expect(savedAt).toBeLessThan(clock.now())
  })

  it('without a network asks about what was paid by hand once the clock is right', async () => {
    const ana = await payer(true)
    const wallet = await ana.open()
    expect(await asksIn(wallet, ana)).not.toContain('meanwhile')
    await pay(wallet, paying(ana.account, BTC, [toDora]))
    expect(await asksIn(wallet, ana)).toContain('meanwhile')
  })

  it('without a network asks about what another computer paid by hand once the clock is right', async () => {
    const ana = await payer(true)
    const other = await ana.openCopy()
    await pay(other, paying(ana.account, BTC, [toDora]))
    const wallet = await ana.open()
    await has(wallet, ana.account, BTC, '1.9')
    expect(await asksIn(wallet, ana)).toContain('elsewhere')
  })
})
