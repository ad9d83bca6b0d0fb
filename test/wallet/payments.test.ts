import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import {
  decodeTransaction,
  encodeMixAddress,
  FEE_USER_ID,
  formatAmountShort,
  mainnetAddressFromSeed,
  mixAddressOf,
  parseAmount,
  transactionHash,
} from '#protocol'
import { wording } from '#words'
import { type Said, said } from '#words/facts'
import { faultyLine } from '../support/faults.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approved,
  approving,
  BTC,
  balanceOf,
  coded,
  ETH,
  fund,
  has,
  newAccount,
  newPhrase,
  type OpenWallet,
  pay,
  paying,
  settled,
  sharedNetwork,
  USDT_ERC20,
} from '../support/wallet.ts'

const network = sharedNetwork()
let wallet: OpenWallet
/** Receives where nobody looks at what came. */
let anyone: UserId
const line = faultyLine()

beforeAll(async () => {
  wallet = await network.open({ fetch: line.fetch })
  anyone = await receiver('Receiver')
})

async function payer(amount = '1', assetId = BTC, chainId = assetId): Promise<UserId> {
  const { account } = await newAccount(wallet, 'Payer')
  await fund(wallet, account, assetId, amount, chainId)
  return account
}

const user = (userId: UserId) => ({ kind: 'user', userId }) as const
const receiver = async (name: string) => (await newAccount(wallet, name)).account

async function state(): Promise<Record<string, unknown>> {
  const response = await fetch(`${network.url}/localnet/state`)
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

async function balanceIs(account: UserId, assetId: typeof BTC, amount: string): Promise<void> {
  await wallet.until(
    async () => formatAmountShort(await balanceOf(wallet, account, assetId)),
    (balance) => balance === amount,
  )
}

describe('a payment to a person', () => {
  it('is reviewed from its bytes, approved, and final once the network says so', async () => {
    const [ana, ben] = [await payer(), await receiver('Ben')]
    const memoHex = Buffer.from('for the boat').toString('hex')
    const review = await wallet.calls['payments.prepare'](
      paying(ana, BTC, [{ payee: user(ben), amount: '0.25' }], { memoHex }),
    )
    expect(review).toMatchObject({
      title: 'Send 0.25 BTC to Ben',
      verb: 'Send 0.25 BTC',
      verdict: 'attention',
      memoText: 'for the boat',
      fee: null,
      coins: 1,
      approval: 'button',
    })
    expect(review.left).toBe(parseAmount('0.75'))
    expect(review.rows).toBeUndefined()
    expect(review.checks.filter(({ result }) => result === 'attention').map(({ id }) => id)).toEqual(['first:0'])
    const [transaction] = review.transactions
    expect(transaction?.outputs.map(({ role, proof }) => [role, proof])).toEqual([
      ['payment', 'claimed'],
      ['change', 'claimed'],
    ])
    expect(transaction?.hash).toBe(transactionHash(transaction?.raw ?? ''))

    const done = await approved(wallet, ana, review)
    expect(done).toMatchObject({ state: 'final', money: 'final', attempts: 1, problem: null })
    await balanceIs(ana, BTC, '0.75')
    await balanceIs(ben, BTC, '0.25')
  })

  it('under an id that stands for a payment which was given up is not said to be paid', async () => {
    const [ana, ben] = [await payer(), anyone]
    const requestId = randomUUID() as RequestId
    const prepared = (amount: string) =>
      wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount }], { requestId }))
    await prepared('0.25')
    await wallet.calls['payments.cancel']({ account: ana, paymentId: requestId })
    // Another sum, and the same one of other coins.
    await expect(prepared('0.3')).rejects.toThrow(coded('wallet.request_unpaid'))
    await pay(wallet, paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }]))
    await expect(prepared('0.25')).rejects.toThrow(coded('wallet.request_unpaid'))
    await balanceIs(ana, BTC, '0.9')
  })

  it('leaves with oneself what oneself is paid, and has nobody to compare there', async () => {
    const [ana, ben] = [await payer(), await receiver('Ben')]
    const rows = [
      { payee: user(ana), amount: '0.5' },
      { payee: user(ben), amount: '0.25' },
    ]
    const review = await wallet.calls['payments.prepare'](paying(ana, BTC, rows))
    expect(review.payees.map(({ paidBefore }) => paidBefore)).toEqual([undefined, null])
    expect(review.checks.map(({ id }) => id).filter((id) => id.startsWith('first:'))).toEqual(['first:1'])
    expect(review.left).toBe(parseAmount('0.75'))
    await approved(wallet, ana, review)
    await balanceIs(ana, BTC, '0.75')
  })

  it('ends the draft that it was made from when it is approved, and not before', async () => {
    const [ana, ben] = [await payer(), anyone]
    const owner = { account: ana, holder: null }
    const form = {
      ...{ assetId: BTC, rows: [{ to: ben, amount: '0.1' }], tag: '', memo: '', memoForm: 'text' as const, label: '' },
      ...{ coins: null, feeAssetId: null, trace: null, references: [], returnTo: null, source: null, again: null },
    }
    const { draftId } = await wallet.calls['drafts.save']({ ...owner, draftId: null, form })
    const other = await wallet.calls['drafts.save']({ ...owner, draftId: null, form })
    const drafts = async () => (await wallet.calls['drafts.list'](owner)).map((draft) => draft.draftId)
    const review = await wallet.calls['payments.prepare'](
      paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }], { draftId }),
    )
    expect(new Set(await drafts())).toEqual(new Set([draftId, other.draftId]))
    await wallet.calls['payments.approve'](approving(ana, review))
    expect(await drafts()).toEqual([other.draftId])
    await settled(wallet, ana, review.paymentId)
  })

  it('leaves a draft with whose money it is about', async () => {
    const [ana, ben] = [await payer(), anyone]
    const group = { account: ana, name: 'Both', members: [ana, ben], threshold: 2 }
    const { holder } = await wallet.calls['groups.create'](group)
    const form = {
      ...{ assetId: BTC, rows: [{ to: ben, amount: '0.1' }], tag: '', memo: '', memoForm: 'text' as const, label: '' },
      ...{ coins: null, feeAssetId: null, trace: null, references: [], returnTo: null, source: null, again: null },
    }
    const mine = await wallet.calls['drafts.save']({ account: ana, holder: null, draftId: null, form })
    const theirs = await wallet.calls['drafts.save']({ account: ana, holder, draftId: mine.draftId, form })
    expect(theirs.draftId).not.toBe(mine.draftId)
    expect(await wallet.calls['drafts.list']({ account: ana, holder: null })).toMatchObject([{ draftId: mine.draftId }])
  })

  it('holds its coins from the review on, and gives them back when it is cancelled', async () => {
    const [ana, ben] = [await payer(), anyone]
    const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount: '0.4' }]))
    const home = await wallet.calls['home.read']({ account: ana, holder: null })
    expect(home.balances).toMatchObject([{ available: 0n, held: parseAmount('1') }])
    expect(home.holds).toMatchObject([{ paymentId: review.paymentId }])
    const view = await wallet.calls['payments.cancel']({ account: ana, paymentId: review.paymentId })
    expect(view).toMatchObject({ state: 'cancelled', money: 'cancelled' })
    expect(await balanceOf(wallet, ana, BTC)).toBe(parseAmount('1'))
  })

  it('happens once however often it is approved at the same time', async () => {
    const [ana, ben] = [await payer(), await receiver('Ben')]
    const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }]))
    const before = line.passed.filter((call) => call.endsWith('/safe/transaction')).length
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => wallet.calls['payments.approve'](approving(ana, review))),
    )
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    await settled(wallet, ana, review.paymentId)
    await balanceIs(ben, BTC, '0.1')
    expect(line.passed.filter((call) => call.endsWith('/safe/transaction')).length - before).toBe(1)
  })

  it('never spends one coin twice when many are prepared at the same time', async () => {
    const [ana, ben] = [await payer('1'), anyone]
    await fund(wallet, ana, BTC, '1')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount: '0.9' }])),
      ),
    )
    const reviews = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const spent = reviews.flatMap((review) => review.transactions.flatMap(({ inputs }) => inputs))
    expect(new Set(spent.map(({ outputId }) => outputId)).size).toBe(spent.length)
    expect(reviews).toHaveLength(2)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(coded('wallet.insufficient'))
    }
  })

  it('is not approved by the digest of another one', async () => {
    const [ana, ben] = [await payer(), anyone]
    await fund(wallet, ana, BTC, '1')
    const first = await wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }]))
    const second = await wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount: '0.2' }]))
    await expect(wallet.calls['payments.approve']({ ...approving(ana, second), digest: first.digest })).rejects.toThrow(
      coded('wallet.review_changed'),
    )
    await expect(wallet.calls['payments.approve']({ ...approving(ana, first), accepted: [] })).rejects.toThrow(
      coded('wallet.review_changed', { warning: 'new' }),
    )
  })

  it('takes the passphrase where one is set', async () => {
    const own = await network.open()
    const { account } = await newAccount(own, 'Ana')
    await fund(own, account, BTC, '1')
    await own.calls['vault.setPassphrase']({ current: null, next: 'four random words here' })
    const review = await own.calls['payments.prepare'](paying(account, BTC, [{ payee: user(anyone), amount: '0.5' }]))
    expect(review.approval).toBe('passphrase')
    await expect(own.calls['payments.approve'](approving(account, review))).rejects.toThrow(
      coded('vault.passphrase_needed'),
    )
    expect((await approved(own, account, review, 'four random words here')).state).toBe('final')
    await own.close()
  })
})

describe('a payment elsewhere', () => {
  it('reaches several receivers at once', async () => {
    const ana = await payer()
    const [ben, cleo] = [await receiver('Ben'), await receiver('Cleo')]
    const done = await pay(
      wallet,
      paying(ana, BTC, [
        { payee: user(ben), amount: '0.1' },
        { payee: user(cleo), amount: '0.2' },
      ]),
    )
    expect(done).toMatchObject({ state: 'final', title: 'Send 0.3 BTC to 2 people' })
    await balanceIs(ben, BTC, '0.1')
    await balanceIs(cleo, BTC, '0.2')
    await balanceIs(ana, BTC, '0.7')
  })

  it('reaches a group, whose members see it as theirs together', async () => {
    const ana = await payer()
    const members = [await receiver('Ben'), await receiver('Cleo'), await receiver('Dee')]
    const done = await pay(
      wallet,
      paying(ana, BTC, [{ payee: { kind: 'group', members, threshold: 2 }, amount: '0.6' }]),
    )
    expect(done.state).toBe('final')
    await balanceIs(ana, BTC, '0.4')
    await balanceIs(members[0] ?? ana, BTC, '0')
  })

  it('reaches a kernel address under keys that Coffer derived and proved itself', async () => {
    const ana = await payer()
    const address = mainnetAddressFromSeed('77'.repeat(64))
    const input = paying(ana, BTC, [{ payee: { kind: 'kernel', address }, amount: '0.5' }])
    const review = await wallet.calls['payments.prepare'](input)
    expect(review.payees).toMatchObject([{ proof: 'proved', party: { kind: 'kernel', address } }])
    expect((await approved(wallet, ana, review)).state).toBe('final')
    await balanceIs(ana, BTC, '0.5')
  })

  it('to one key that is to sign more than once stays what was asked for, and cannot be agreed to', async () => {
    const ana = await payer()
    const text = encodeMixAddress(mixAddressOf([mainnetAddressFromSeed('78'.repeat(64))], 2))
    const found = await wallet.calls['payees.resolve']({ account: ana, holder: null, text, assetId: BTC })
    expect(found).toMatchObject({ payee: { kind: 'kernel', address: text }, problem: null })
    expect(found.warnings).toHaveLength(1)
    const input = paying(ana, BTC, [{ payee: { kind: 'kernel', address: text }, amount: '0.5' }])
    const review = await wallet.calls['payments.prepare'](input)
    expect(review.transactions[0]?.outputs[0]).toMatchObject({ threshold: 2, keys: 1 })
    expect(review.checks).toContainEqual(expect.objectContaining({ id: 'threshold:0', result: 'stop' }))
    expect(review.verdict).toBe('stop')
    await wallet.calls['payments.cancel']({ account: ana, paymentId: review.paymentId })
  })

  it('is not led to use a key again that Coffer derived before', async () => {
    const ana = await payer()
    const address = mainnetAddressFromSeed('78'.repeat(64))
    const first = await wallet.calls['payments.prepare'](
      paying(ana, BTC, [{ payee: { kind: 'kernel', address }, amount: '0.5' }]),
    )
    await approved(wallet, ana, first)
    const [derived] = decodeTransaction(first.transactions[0]?.raw ?? '').outputs[0]?.keys ?? []
    const again = paying(ana, BTC, [{ payee: user(anyone), amount: '0.1' }])
    line.faults.push({
      path: /^\/safe\/keys$/,
      act: ([answer, ...others]: object[]) => [{ ...answer, keys: [derived] }, ...others],
      times: Number.POSITIVE_INFINITY,
    })
    const refused = wallet.calls['payments.prepare'](again)
    await expect(refused).rejects.toThrow(coded('wallet.keys_refused'))
    line.faults.length = 0
  })

  it.each([
    ['kernel_asset_id', 'ab'.repeat(32)],
    ['chain_id', ETH],
  ])('is refused where the service swaps the %s of its asset', async (member, value) => {
    const ben = await receiver('Ben')
    const swap = (asset: { asset_id: string }) => (asset.asset_id === BTC ? { ...asset, [member]: value } : asset)
    line.faults.push(
      {
        path: /^\/safe\/assets(?:\/fetch)?$/,
        act: (assets: { asset_id: string }[]) => assets.map(swap),
        times: Number.POSITIVE_INFINITY,
      },
      { path: /^\/safe\/assets\/[^/]+$/, act: swap, times: Number.POSITIVE_INFINITY },
    )
    // What an asset is, is read when an account first is.
    const ana = await payer()
    const wish = paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }])
    await expect(wallet.calls['payments.prepare'](wish)).rejects.toThrow(coded('wallet.asset_mismatch'))
    line.faults.length = 0
  })

  it('spends everything without change', async () => {
    const [ana, ben] = [await payer('0.5'), await receiver('Ben')]
    const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount: '0.5' }]))
    expect(review.change).toEqual([])
    await approved(wallet, ana, review)
    await balanceIs(ana, BTC, '0')
    await balanceIs(ben, BTC, '0.5')
  })
})

const BITCOIN_ADDRESS = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const ETHEREUM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('a withdrawal', () => {
  it('pays its fee in the same asset and leaves with a hash of its chain', async () => {
    const ana = await payer('1')
    const [fee] = await wallet.calls['payments.fees']({
      account: ana,
      holder: null,
      assetId: BTC,
      destination: BITCOIN_ADDRESS,
      tag: '',
    })
    expect(fee).toMatchObject({ sufficient: true, asset: { symbol: 'BTC' } })
    const payee = { kind: 'chain', destination: BITCOIN_ADDRESS, tag: '' } as const
    const done = await pay(wallet, paying(ana, BTC, [{ payee, amount: '0.5' }], { feeAssetId: BTC }))
    expect(done).toMatchObject({ state: 'final', kind: 'withdrawal', fee: { amount: fee?.amount } })
    await balanceIs(ana, BTC, formatAmountShort((parseAmount('0.5') - (fee?.amount ?? 0n)) as typeof done.amount))
    const paymentId = done.paymentId
    await wallet.calls['local.confirm']({ blocks: 10 })
    const left = await wallet.until(
      () => wallet.calls['payments.read']({ account: ana, paymentId }),
      (view) => view.withdrawalHash !== null,
    )
    expect(left.withdrawalHash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('of a token pays its fee in the coin of its chain, as a second transaction', async () => {
    const ana = await payer('100', USDT_ERC20, ETH)
    await fund(wallet, ana, ETH, '1')
    const fees = await wallet.calls['payments.fees']({
      account: ana,
      holder: null,
      assetId: USDT_ERC20,
      destination: ETHEREUM_ADDRESS,
      tag: '',
    })
    const fee = fees.find(({ asset }) => asset.assetId === ETH)
    expect(fee).toBeDefined()
    const payee = { kind: 'chain', destination: ETHEREUM_ADDRESS, tag: '' } as const
    const done = await pay(wallet, paying(ana, USDT_ERC20, [{ payee, amount: '40' }], { feeAssetId: ETH }))
    expect(done).toMatchObject({ state: 'final', requestIds: { length: 2 } })
    await balanceIs(ana, USDT_ERC20, '60')
    await balanceIs(ana, ETH, formatAmountShort((parseAmount('1') - (fee?.amount ?? 0n)) as typeof done.amount))
    // The snapshot was written before the chain took it, and later movements stand in front of it.
    await fund(wallet, ana, BTC, '1')
    await wallet.calls['local.confirm']({ blocks: 10 })
    await wallet.until(
      () => wallet.calls['payments.read']({ account: ana, paymentId: done.paymentId }),
      (view) => view.withdrawalHash !== null,
    )
  })

  it('whose fee cannot be paid is refused and holds nothing', async () => {
    const ana = await payer('100', USDT_ERC20, ETH)
    const payee = { kind: 'chain', destination: ETHEREUM_ADDRESS, tag: '' } as const
    await expect(
      wallet.calls['payments.prepare'](paying(ana, USDT_ERC20, [{ payee, amount: '40' }], { feeAssetId: ETH })),
    ).rejects.toThrow(coded('wallet.fee_insufficient', { symbol: 'ETH' }))
    expect((await wallet.calls['home.read']({ account: ana, holder: null })).holds).toEqual([])
  })
})

describe('a payment that cannot be made', () => {
  it('says how much there is', async () => {
    const [ana, ben] = [await payer('0.5'), anyone]
    await expect(
      wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount: '0.6' }])),
    ).rejects.toThrow(coded('wallet.insufficient', { available: '0.5', symbol: 'BTC' }))
  })

  it('to somebody who is not registered is refused, and nothing is held or changed', async () => {
    const ana = await payer()
    const { account: stranger } = await wallet.calls['accounts.createLocal']({ name: 'Stranger' })
    const before = await state()
    await expect(
      wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(stranger), amount: '0.1' }])),
    ).rejects.toThrow(coded('wallet.payee_unregistered'))
    expect(await state()).toEqual(before)
    expect(await balanceOf(wallet, ana, BTC)).toBe(parseAmount('1'))
  })

  it('of nothing is refused', async () => {
    const [ana, ben] = [await payer('0.5'), anyone]
    const input = paying(ana, BTC, [{ payee: user(ben), amount: '0.6' }])
    const rows = [{ payee: user(ben), amount: parseAmount('0') }]
    await expect(wallet.calls['payments.prepare']({ ...input, rows })).rejects.toThrow(coded('input.amount'))
  })

  it('with a memo that is too long is refused', async () => {
    const [ana, ben] = [await payer('0.5'), anyone]
    const memoHex = 'ab'.repeat(256)
    await expect(
      wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }], { memoHex })),
    ).rejects.toThrow(coded('input.memo_too_long'))
  })

  it('can be tried again under the id of its link after it was given up or was not possible', async () => {
    const [ana, ben] = [await payer(), anyone]
    const asked = (amount: string) =>
      paying(ana, BTC, [{ payee: user(ben), amount }], {
        requestId: '6d2c1c0e-95d4-4b53-8d8e-5a2a6a3a9c11' as RequestId,
      })
    await expect(wallet.calls['payments.prepare'](asked('1000'))).rejects.toThrow(coded('wallet.insufficient'))
    const review = await wallet.calls['payments.prepare'](asked('0.1'))
    await wallet.calls['payments.cancel']({ account: ana, paymentId: review.paymentId })
    const done = await pay(wallet, asked('0.1'))
    expect(done).toMatchObject({ state: 'final', requestIds: [review.paymentId] })
  })

  it('is not made again under the id of a link that was paid', async () => {
    const [ana, ben] = [await payer(), anyone]
    const done = await pay(wallet, paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }]))
    const requestId = done.requestIds[0] ?? null
    await expect(
      wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }], { requestId })),
    ).rejects.toThrow(coded('wallet.already_sent'))
  })
})

describe('a service that lies', () => {
  const lies: readonly [string, RegExp, (data: never) => unknown, string][] = [
    [
      'about the hash of what it recorded',
      /transaction\/requests/,
      (records: { transaction_hash: string }[]) =>
        records.map((one) => ({ ...one, transaction_hash: 'ab'.repeat(32) })),
      'wallet.record_differs',
    ],
    [
      'about the amount',
      /transaction\/requests/,
      (records: object[]) => records.map((one) => ({ ...one, amount: '0.2' })),
      'wallet.record_differs',
    ],
    [
      'about who is paid',
      /transaction\/requests/,
      (records: { receivers: { members: string[] }[] }[]) =>
        records.map((one) => ({
          ...one,
          receivers: one.receivers.map((each) => ({ ...each, members: [FEE_USER_ID], members_hash: '' })),
        })),
      'wallet.record_differs',
    ],
    [
      'about the memo',
      /transaction\/requests/,
      (records: object[]) => records.map((one) => ({ ...one, extra: 'ab' })),
      'wallet.record_differs',
    ],
    [
      'about the asset',
      /transaction\/requests/,
      (records: object[]) => records.map((one) => ({ ...one, asset_id: ETH })),
      'wallet.record_differs',
    ],
    [
      'about the kernel’s asset',
      /transaction\/requests/,
      (records: object[]) => records.map((one) => ({ ...one, kernel_asset_id: 'ab'.repeat(32) })),
      'wallet.record_differs',
    ],
    [
      'about who pays',
      /transaction\/requests/,
      (records: object[]) => records.map((one) => ({ ...one, senders_hash: 'ab'.repeat(32) })),
      'wallet.record_differs',
    ],
    [
      'about how many pay',
      /transaction\/requests/,
      (records: object[]) => records.map((one) => ({ ...one, senders_threshold: 2 })),
      'wallet.record_differs',
    ],
    [
      'about the bytes',
      /transaction\/requests/,
      (records: { raw_transaction: string }[]) =>
        records.map((one) => ({ ...one, raw_transaction: `${one.raw_transaction}00` })),
      'wallet.record_differs',
    ],
    [
      'of an item among the coins',
      /transaction\/requests/,
      (records: object[]) => records.map((one) => ({ ...one, inscription_hash: 'ab'.repeat(32) })),
      'wallet.record_differs',
    ],
    [
      'of a payment that went out before',
      /transaction\/requests/,
      (records: object[]) => records.map((one) => ({ ...one, state: 'signed' })),
      'wallet.sent_unproved',
    ],
    [
      'with a view scalar of something else',
      /transaction\/requests/,
      (records: { views: string[] }[]) =>
        records.map((one) => ({ ...one, views: one.views.map(() => `01${'0'.repeat(62)}`) })),
      'protocol.not_ours',
    ],
    [
      'with a view scalar of zero',
      /transaction\/requests/,
      (records: { views: string[] }[]) =>
        records.map((one) => ({ ...one, views: one.views.map(() => '0'.repeat(64)) })),
      'protocol.scalar',
    ],
    [
      'with no view scalars at all',
      /transaction\/requests/,
      (records: object[]) => records.map((one) => ({ ...one, views: [] })),
      'wallet.view_refused',
    ],
    [
      'with a one-time key that is no point',
      /safe\/keys/,
      (answers: object[]) => answers.map((one) => ({ ...one, keys: ['00'.repeat(32)] })),
      'wallet.keys_refused',
    ],
    [
      'with too many keys',
      /safe\/keys/,
      (answers: { keys: string[] }[]) => answers.map((one) => ({ ...one, keys: [...one.keys, ...one.keys] })),
      'wallet.keys_refused',
    ],
    [
      'with one key for both the receiver and the change',
      /safe\/keys/,
      (answers: object[]) => answers.map(() => answers[0]),
      'wallet.keys_refused',
    ],
  ]

  it.each(lies)('%s gets no signature, and the coins are free again', async (_, path, act, code) => {
    const [ana, ben] = [await payer(), anyone]
    // Told to everybody until it has been refused: what else this wallet asks meanwhile does not use it up.
    line.faults.push({ path, act })
    await expect(wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }])))
      .rejects.toThrow(coded(code))
      .finally(() => line.faults.splice(0))
    expect(await balanceOf(wallet, ana, BTC)).toBe(parseAmount('1'))
  })
})

describe('a payment that the service recorded otherwise', () => {
  type Records = { receivers: { members: string[] }[] }[]
  const rowsOf = (error: unknown) => {
    const { rows = [] } = (error as { details: { rows?: readonly Said[] } }).details
    return rows.map(({ values: { agrees, ...told } }) => ({
      agrees,
      ...Object.fromEntries(
        Object.entries(told).map(([name, value]) => [name, wording(value as string | Said)]), // each is one or the other
      ),
    })) as Readonly<Record<string, unknown>>[]
  }

  it('names no recorded sum of several people, of which the service names the first one’s only', async () => {
    const [ana, ben, cleo] = [await payer(), await receiver('Ben'), await receiver('Cleo')]
    line.faults.push({
      path: /transaction\/requests/,
      act: (records: object[]) => records.map((one) => ({ ...one, extra: 'ab' })),
      times: 1,
    })
    const rows = [ben, cleo].map((each) => ({ payee: user(each), amount: '0.1' }))
    const error = await wallet.calls['payments.prepare'](paying(ana, BTC, rows)).catch((caught: unknown) => caught)
    const [, amount, memo] = rowsOf(error)
    expect(amount).toMatchObject({ asked: '0.2 BTC', record: 'nothing', actual: '0.2 BTC', agrees: true })
    expect(memo).toMatchObject({ agrees: false })
  })

  it('is told line by line: what was asked, what was recorded and what the bytes do', async () => {
    const [ana, ben] = [await payer(), await receiver('Ben')]
    const another = (records: Records) =>
      records.map((one) => ({
        ...one,
        receivers: one.receivers.map((each) => ({ ...each, members: [FEE_USER_ID], members_hash: '' })),
      }))
    line.faults.push({ path: /transaction\/requests/, act: another, times: 1 })
    const memoHex = Buffer.from('for the boat').toString('hex')
    const error = await wallet.calls['payments.prepare'](
      paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }], { memoHex }),
    ).catch((caught: unknown) => caught)
    const [to, ...others] = rowsOf(error)
    expect(to).toMatchObject({ field: 'To', asked: `Ben ${ben}`, actual: `Ben ${ben}`, agrees: false })
    expect(`${to?.['record']}`).toContain(FEE_USER_ID)
    expect(others.map(({ field, asked, agrees }) => [field, asked, agrees])).toEqual([
      ['Amount', '0.1 BTC', true],
      ['Memo', 'for the boat', true],
      ['Change', '0.9 BTC', true],
    ])
  })

  it('names what no line of its own tells, as it was recorded', async () => {
    const [ana, ben] = [await payer(), anyone]
    const hash = 'ab'.repeat(32)
    const act = (records: object[]) => records.map((one) => ({ ...one, transaction_hash: hash }))
    line.faults.push({ path: /transaction\/requests/, act, times: 1 })
    const error = await wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }])).catch(
      (caught: unknown) => caught,
    )
    const differing = rowsOf(error).filter(({ agrees }) => agrees === false)
    expect(differing).toMatchObject([{ field: 'transaction hash', record: hash }])
  })
})

describe('a service that leaves something out of its record', () => {
  it('is not said to have recorded it', async () => {
    const [ana, ben] = [await payer(), anyone]
    line.faults.push({
      path: /transaction\/requests/,
      act: (records: object[]) => records.map((one) => ({ ...one, receivers: [] })),
    })
    const { checks } = await wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }]))
    expect(checks.find(({ id }) => id === 'record')?.text).not.toContain('receivers')
    expect(checks.find(({ id }) => id === 'record:left-out')).toMatchObject({ result: 'note' })
    line.faults.length = 0
  })
})

describe('one-time keys', () => {
  type Answers = { mask: string; keys: string[] }[]
  const keysOf = (change: (answers: Answers) => Answers) =>
    line.faults.push({ path: /safe\/keys/, act: (answers: Answers) => change(answers), times: 1 })
  const refusal = (reason: Said) => coded('wallet.keys_refused', { reason })
  const asked = (ana: UserId, ben: UserId, requestId: RequestId | null = null) =>
    paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }], { requestId })

  it('are those of the first time for the same wish, or nothing is paid', async () => {
    const [ana, ben] = [await payer(), anyone]
    const { paymentId } = await wallet.calls['payments.prepare'](asked(ana, ben))
    await wallet.calls['payments.cancel']({ account: ana, paymentId })
    const elsewhere = [`58${'66'.repeat(31)}`] // a point that nobody was given
    keysOf((answers) => answers.map((one, at) => (at === 0 ? { ...one, keys: elsewhere } : one)))
    await expect(wallet.calls['payments.prepare'](asked(ana, ben, paymentId))).rejects.toThrow(
      refusal(said('check.keys.changed')),
    )
    expect(await pay(wallet, asked(ana, ben, paymentId))).toMatchObject({ state: 'final' })
  })

  it('are never those of another payment', async () => {
    const [ana, ben] = [await payer(), anyone]
    let first: Answers = []
    keysOf((answers) => {
      first = answers
      return answers
    })
    const { paymentId } = await wallet.calls['payments.prepare'](asked(ana, ben))
    await wallet.calls['payments.cancel']({ account: ana, paymentId })
    keysOf(() => first)
    await expect(wallet.calls['payments.prepare'](asked(ana, ben))).rejects.toThrow(refusal(said('check.keys.used')))
  })

  it('are not the mask of their own output', async () => {
    const [ana, ben] = [await payer(), anyone]
    keysOf((answers) => answers.map((one) => ({ ...one, mask: one.keys[0] ?? '' })))
    await expect(wallet.calls['payments.prepare'](asked(ana, ben))).rejects.toThrow(refusal(said('check.keys.twice')))
  })
})

describe('a bad line', () => {
  it('that loses the answer to a payment leaves it undecided until it is known, and never pays twice', async () => {
    const [ana, ben] = [await payer(), await receiver('Ben')]
    const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }]))
    line.faults.push({ path: /^\/safe\/transaction$/, act: 'after', times: 1 })
    // What the payment brings about must not be seen before it is known.
    line.faults.push({ path: /^\/safe\/outputs$/, act: 'before' })
    await wallet.calls['payments.approve'](approving(ana, review))
    const undecided = await wallet.until(
      () => wallet.calls['payments.read']({ account: ana, paymentId: review.paymentId }),
      ({ problem }) => problem !== null,
    )
    expect(undecided).toMatchObject({ state: 'sent', money: 'unknown_checking' })
    expect(await balanceOf(wallet, ana, BTC)).toBe(0n)
    line.faults.length = 0
    expect((await settled(wallet, ana, review.paymentId)).state).toBe('final')
    await balanceIs(ben, BTC, '0.1')
    await balanceIs(ana, BTC, '0.9')
  })

  it('that cannot be asked about what was signed leaves it undecided on every screen', async () => {
    const [ana, ben] = [await payer(), anyone]
    const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }]))
    const { paymentId } = review
    line.faults.push(
      { path: new RegExp(`/${paymentId}$`), act: 'before' },
      { path: /^\/safe\/transaction$/, act: 'before' },
    )
    await wallet.calls['payments.approve'](approving(ana, review))
    const home = await wallet.until(
      () => wallet.calls['home.read']({ account: ana, holder: null }),
      ({ attention }) => attention.some(({ kind }) => kind === 'undecided'),
    )
    expect(home.attention).toContainEqual(expect.objectContaining({ kind: 'undecided', paymentId }))
    const asked = await wallet.calls['payments.read']({ account: ana, paymentId })
    expect(asked).toMatchObject({ state: 'signed', money: 'unknown_checking' })
    line.faults.length = 0
    expect((await settled(wallet, ana, paymentId)).state).toBe('final')
  })

  it('that calls what it has only verified pending is sent to all the same', async () => {
    const [ana, ben] = [await payer(), anyone]
    const renamed = <One extends { state: string }>(record: One): One =>
      record.state === 'unspent' ? { ...record, state: 'pending' } : record
    line.faults.push(
      { path: /^\/safe\/transaction\/requests$/, act: (records: { state: string }[]) => records.map(renamed) },
      { path: /^\/safe\/transactions\/[0-9a-f-]+$/, act: renamed },
    )
    expect(await pay(wallet, paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }]))).toMatchObject({ state: 'final' })
  })

  it('that takes nothing is tried again with the same bytes', async () => {
    const [ana, ben] = [await payer(), anyone]
    const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(ben), amount: '0.1' }]))
    line.faults.push({ path: /^\/safe\/transaction$/, act: 'before', times: 2 })
    const done = await approved(wallet, ana, review)
    expect(done).toMatchObject({ state: 'final', attempts: 3, hashes: review.transactions.map(({ hash }) => hash) })
  })

  it('shows what it last knew, says since when, and is live again by itself', async () => {
    const own = faultyLine()
    const lonely = await network.open({ fetch: own.fetch })
    const { account } = await newAccount(lonely, 'Ana')
    await fund(lonely, account, BTC, '2')
    own.faults.push({ path: /./, act: 'before' })
    const away = await lonely.until(
      () => lonely.calls['app.connection']({ account }),
      ({ problem }) => problem !== null,
    )
    expect(away).toMatchObject({ state: 'stale', lastSuccess: expect.any(BigInt) })
    expect(away.problem?.code).toBe('remote.unreachable')
    expect(await balanceOf(lonely, account, BTC)).toBe(parseAmount('2'))
    own.faults.length = 0
    await lonely.until(
      () => lonely.calls['app.connection']({ account }),
      (now) => now.state === 'live',
    )
    await lonely.close()
  })
})

describe('a payment whose coins were spent elsewhere', () => {
  it('ends as failed with the proof, and what was not spent is free again', async () => {
    const dir = newFolder()
    const lonely = faultyLine()
    const first = await network.open({ dir, fetch: lonely.fetch })
    const { account } = await first.calls['accounts.createLocal']({ name: 'Ana' })
    const words = await newPhrase(first, account)
    await first.calls['registration.submit']({ account })
    await fund(first, account, BTC, '1')
    const second = await network.open()
    await second.calls['accounts.recoverLocal']({ phrase: words.join(' ') })
    await has(second, account, BTC, '1')

    const review = await first.calls['payments.prepare'](paying(account, BTC, [{ payee: user(anyone), amount: '0.1' }]))
    lonely.faults.push({ path: /^\/safe\/(transaction|outputs|snapshots|deposits)/, act: 'before' })
    await first.calls['payments.approve'](approving(account, review))
    await pay(second, paying(account, BTC, [{ payee: user(anyone), amount: '0.7' }]))
    lonely.faults.length = 0
    await first.calls['app.retry']({ account })
    const view = () => settled(first, account, review.paymentId)
    expect(await view()).toMatchObject({ money: 'cannot_complete', problem: { code: 'wallet.conflict' } })
    await has(first, account, BTC, '0.3')
    await first.until(view, ({ takenBy }) => takenBy?.startsWith('s:') === true)
    await Promise.all([first.close(), second.close()])
  })
})
