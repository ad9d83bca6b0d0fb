import { cpSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { approving, BTC, coded, fund, newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'
import { coinsOf } from './living.ts'

/* One account on two computers: one has signed what neither has sent, and the other can only know that the service was shown it. */

const network = sharedNetwork()
let account: UserId
let dora: UserId

beforeAll(async () => {
  dora = (await newAccount(await network.open(), 'Dora')).account
})

type Review = Awaited<ReturnType<OpenWallet['calls']['runs.prepare']>>
type Prepare = (wallet: OpenWallet) => Promise<Review>

const WAYS: readonly (readonly [string, (wallet: OpenWallet) => Promise<Prepare>])[] = [
  [
    'a row of a list',
    async (wallet) => {
      const row = { line: 1, to: dora, typed: '0.1', amount: parseAmount('0.1'), memo: '', label: '' }
      const asked = { account, holder: null, assetId: BTC, name: 'May', rows: [row] }
      const { runId } = await wallet.calls['runs.save'](asked)
      return (from) => from.calls['runs.prepare']({ account, runId })
    },
  ],
  [
    'a time of a plan',
    async (wallet) => {
      const [first = '', time = ''] = new Date(Date.now() - 120_000).toISOString().slice(0, 16).split('T')
      const { planId } = await wallet.calls['schedule.save']({
        ...{
          account,
          holder: null,
          planId: null,
          name: 'Rent',
          assetId: BTC,
          memoHex: '',
          label: '',
          feeAssetId: null,
        },
        rows: [{ payee: { kind: 'user', userId: dora }, amount: parseAmount('0.1') }],
        when: { first, time, zone: 'UTC', repeats: 'once', end: { kind: 'never' } },
      })
      const read = async () => (await wallet.calls['schedule.read']({ account, planId })).history[0]
      // Given up before the files are copied: each computer prepares it by itself.
      const due = await wallet.until(read, (at) => at?.state === 'waiting')
      await wallet.calls['payments.cancel']({ account, paymentId: due?.paymentId as RequestId })
      return (from) => from.calls['schedule.prepare']({ account, planId, day: due?.day ?? '' })
    },
  ],
]

/** A computer that nothing can leave, and another one. */
async function twoComputers(save: (wallet: OpenWallet) => Promise<Prepare>) {
  const [dir, copy, keychain] = [newFolder(), newFolder('copy'), testKeychain()]
  const wallet = await network.open({ dir, keychain })
  account = (await newAccount(wallet, 'Ana')).account
  for (const amount of ['1', '1', '1']) await fund(wallet, account, BTC, amount)
  const prepare = await save(wallet)
  await wallet.close()
  cpSync(dir, copy, { recursive: true })
  const line = faultyLine()
  const one = await network.open({ dir, keychain: testKeychain(keychain.entries), fetch: line.fetch })
  const other = await network.open({ dir: copy, keychain: testKeychain(keychain.entries) })
  line.faults.push({ path: /^\/safe\/transaction$/, act: 'before', times: 1_000 })
  return { one, other, prepare }
}

/** Keeps a computer from coins that are held on another one. */
async function freezeHeld(on: OpenWallet, by: OpenWallet): Promise<void> {
  const { rows } = await by.calls['coins.list']({ account, holder: null, ...coinsOf(BTC) })
  const outputs = rows.flatMap(({ outputId, state }) => (state === 'available' ? [] : outputId))
  await on.calls['coins.freeze']({ account, holder: null, outputs, reason: '' })
}

const about = ({ checks }: Review) => checks.filter(({ id }) => id.startsWith('shown-elsewhere:'))

describe.each(WAYS)('%s', (_, save) => {
  it('that another computer may have signed is prepared under another id with a word of that', async () => {
    const { one, other, prepare } = await twoComputers(save)
    await one.calls['payments.approve'](approving(account, await prepare(one)))
    await freezeHeld(other, one)
    await expect(prepare(other)).rejects.toMatchObject(coded('wallet.request_unpaid'))
    const review = await prepare(other)
    expect(about(review)).toMatchObject([{ result: 'attention' }])
    // Looked at again it says the same.
    const again = await other.calls['payments.review']({ account, paymentId: review.paymentId })
    expect(about(again)).toEqual(about(review))
    await Promise.all([one.close(), other.close()])
  })

  it('is not signed without a word of what another computer prepared while its review was open', async () => {
    const { one, other, prepare } = await twoComputers(save)
    const review = await prepare(other)
    expect(about(review)).toEqual([])
    await freezeHeld(one, other)
    await expect(prepare(one)).rejects.toMatchObject(coded('wallet.request_unpaid'))
    await one.calls['payments.approve'](approving(account, await prepare(one)))
    await expect(other.calls['payments.approve'](approving(account, review))).rejects.toMatchObject(
      coded('wallet.review_changed'),
    )
    const again = await other.calls['payments.review']({ account, paymentId: review.paymentId })
    expect(about(again)).toMatchObject([{ result: 'attention' }])
    await other.calls['payments.approve'](approving(account, again))
    await Promise.all([one.close(), other.close()])
  })
})
