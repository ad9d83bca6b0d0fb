import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, UserId } from '#contract/domain'
import { FEE_USER_ID, hashMembers } from '#protocol'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import {
  approved,
  approving,
  BTC,
  coded,
  ETH,
  fund,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  settled,
  sharedNetwork,
  USDT_ERC20,
} from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'

const BITCOIN = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const network = sharedNetwork()
let line: FaultyLine
let wallet: OpenWallet
let ana: UserId

beforeAll(async () => {
  line = faultyLine()
  wallet = await network.open({ fetch: line.fetch })
  ana = (await newAccount(wallet, 'Ana')).account
  await fund(wallet, ana, BTC, '100')
})

interface Asked {
  readonly assetId?: AssetId
  readonly amount: string
  readonly feeAssetId?: AssetId
  /** What the service says that the fee is. */
  readonly fee: string
}

/** The review of a withdrawal for which the service asks so much. */
async function reviewOf({ assetId = BTC, amount, feeAssetId = assetId, fee }: Asked): Promise<PaymentReview> {
  const fault = {
    path: /\/fees$/,
    act: () => [{ type: 'withdrawal_fee', asset_id: feeAssetId, amount: fee }],
  }
  line.faults.push(fault)
  const payee = { kind: 'chain', destination: assetId === BTC ? BITCOIN : ETHEREUM, tag: '' } as const
  try {
    return await wallet.calls['payments.prepare'](paying(ana, assetId, [{ payee, amount }], { feeAssetId }))
  } finally {
    line.faults.splice(line.faults.indexOf(fault), 1)
  }
}

const drop = (review: PaymentReview) => wallet.calls['payments.cancel']({ account: ana, paymentId: review.paymentId })
const fees = (review: PaymentReview) => review.checks.filter(({ id }) => id.startsWith('fee'))

describe('a withdrawal fee in the same asset', () => {
  it('of 9 BTC for 0.01 has to be ticked', async () => {
    const review = await reviewOf({ amount: '0.01', fee: '9' })
    const text = 'The fee of 9 BTC is 900 times what you withdraw.'
    expect(fees(review)).toEqual([{ id: expect.stringMatching(/^fee:part/), result: 'attention', text }])
    const approval = approving(ana, review)
    const unticked = { ...approval, accepted: approval.accepted.filter((id) => !id.startsWith('fee:part')) }
    await expect(wallet.calls['payments.approve'](unticked)).rejects.toThrow(
      coded('wallet.review_changed', { warning: 'new' }),
    )
    await drop(review)
  })

  it.each([
    ['0.1', 'fee', 'ok'],
    ['0.1001', 'fee:part', 'warning'],
    ['0.5', 'fee:part', 'warning'],
    ['0.5001', 'fee:part', 'attention'],
  ])('of %s for 1 is %s: %s', async (fee, id, result) => {
    const review = await reviewOf({ amount: '1', fee })
    expect(fees(review)).toMatchObject([
      { id: expect.stringMatching(`^${id}\\b`), result, text: expect.not.stringContaining('prices') },
    ])
    await drop(review)
  })

  it('is a warning where it is more than three times the one paid last', async () => {
    const small = await reviewOf({ amount: '1', fee: '0.0001' })
    await drop(small)
    // Only what was paid counts, not what was once named.
    const unpaid = await reviewOf({ amount: '1', fee: '0.001' })
    expect(fees(unpaid).map(({ id }) => id)).toEqual(['fee'])
    await drop(unpaid)

    const payee = { kind: 'chain', destination: BITCOIN, tag: '' } as const
    const done = await pay(wallet, paying(ana, BTC, [{ payee, amount: '1' }], { feeAssetId: BTC }))
    const paid = done.fee?.amount ?? 0n
    const decimal = (units: bigint) => `0.${String(units).padStart(8, '0')}`
    await fund(wallet, ana, BTC, '5')
    const just = await reviewOf({ amount: '1', fee: decimal(paid * 3n) })
    expect(fees(just).map(({ result }) => result)).toEqual(['ok'])
    await drop(just)
    const risen = await reviewOf({ amount: '1', fee: decimal(paid * 3n + 1n) })
    expect(fees(risen)).toMatchObject([{ id: expect.stringMatching(/^fee:risen/), result: 'warning' }])
    await drop(risen)
  })
})

describe('a withdrawal fee in another asset', () => {
  const asked = { assetId: USDT_ERC20, feeAssetId: ETH, amount: '100' } as const

  it.each([
    ['0.003', 'fee', 'ok'],
    ['0.005', 'fee:part', 'warning'],
    ['1', 'fee:part', 'attention'],
  ])('of %s ETH for 100 USDT is compared by what both are worth: %s, %s', async (fee, id, result) => {
    if (fee === '0.003') {
      await fund(wallet, ana, USDT_ERC20, '1000', ETH)
      await fund(wallet, ana, ETH, '10')
    }
    const review = await reviewOf({ ...asked, fee })
    expect(fees(review)).toMatchObject([
      { id: expect.stringMatching(`^${id}\\b`), result, text: expect.stringMatching(/, by the service’s prices\.$/) },
    ])
    await drop(review)
  })

  it('without a price is called unknown, and has to be ticked until one was paid that it can be compared with', async () => {
    const [open, account] = [wallet, ana]
    line.faults.push({
      path: /\/safe\/assets(\/fetch)?$/,
      act: (assets: object[]) => assets.map((asset) => ({ ...asset, price_usd: '' })),
    })
    wallet = await network.open({ fetch: line.fetch })
    ana = (await newAccount(wallet, 'Blind')).account
    await fund(wallet, ana, USDT_ERC20, '1000', ETH)
    await fund(wallet, ana, ETH, '10')
    const unknown = await reviewOf({ ...asked, fee: '1' })
    expect(fees(unknown)).toMatchObject([{ id: 'fee:unknown', result: 'attention' }])
    expect(unknown.verdict).toBe('attention')
    await drop(unknown)

    const payee = { kind: 'chain', destination: ETHEREUM, tag: '' } as const
    const done = await pay(wallet, paying(ana, USDT_ERC20, [{ payee, amount: '10' }], { feeAssetId: ETH }))
    expect(done.state).toBe('final')
    const risen = await reviewOf({ ...asked, fee: '5' })
    expect(fees(risen).map(({ id, result }) => [id, result])).toEqual([
      [expect.stringMatching(/^fee:risen/), 'attention'],
      ['fee:unknown', 'note'],
    ])
    await drop(risen)
    await wallet.close()
    line.faults.length = 0
    wallet = open
    ana = account
  })
})

describe('a withdrawal fee that has risen since it was reviewed', () => {
  it.each([
    ['the same asset', BTC, BTC, BITCOIN],
    ['another asset', USDT_ERC20, ETH, ETHEREUM],
  ])('in %s lets nothing be signed that would be refused', async (_in, assetId, feeAssetId, destination) => {
    const payee = { kind: 'chain', destination, tag: '' } as const
    const review = await wallet.calls['payments.prepare'](
      paying(ana, assetId, [{ payee, amount: '1' }], { feeAssetId }),
    )
    const { paymentId } = review
    const rises = {
      path: /\/fees$/,
      act: (fees: { amount: string }[]) => fees.map((fee) => ({ ...fee, amount: String(Number(fee.amount) * 2) })),
    }
    line.faults.push(rises)
    for (const asked of [
      () => wallet.calls['payments.approve'](approving(ana, review)),
      () => wallet.calls['payments.review']({ account: ana, paymentId }),
    ])
      await expect(asked()).rejects.toThrow(coded('remote.fee_too_small'))
    const read = () => wallet.calls['payments.read']({ account: ana, paymentId })
    expect(await read()).toMatchObject({ state: 'verified', signedAt: null })
    line.faults.length = 0
    expect(await approved(wallet, ana, review)).toMatchObject({ state: 'final' })
  })

  it('is not known, and stops nothing, while the service does not answer', async () => {
    const payee = { kind: 'chain', destination: BITCOIN, tag: '' } as const
    await fund(wallet, ana, BTC, '5')
    const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee, amount: '1' }]))
    line.faults.push({ path: /\/fees$/, act: 'before' })
    await wallet.calls['payments.approve'](approving(ana, review))
    line.faults.length = 0
    expect(await settled(wallet, ana, review.paymentId)).toMatchObject({ state: 'final' })
  })
})

describe('a withdrawal', () => {
  it('is not prepared without a fee where the one that was chosen is not offered any more', async () => {
    const payee = { kind: 'chain', destination: BITCOIN, tag: '' } as const
    const prepared = wallet.calls['payments.prepare'](
      paying(ana, BTC, [{ payee, amount: '0.01' }], { feeAssetId: USDT_ERC20 }),
    )
    await expect(prepared).rejects.toThrow(coded('wallet.fee_unknown'))
  })

  it('of less than may leave is refused with the least that may, before anything is asked for it', async () => {
    const payee = { kind: 'chain', destination: BITCOIN, tag: '' } as const
    const [before, asked] = [line.passed.length, paying(ana, BTC, [{ payee, amount: '0.00000001' }])]
    const least = expect.stringMatching(/^0\.0*1 BTC$/)
    await expect(wallet.calls['payments.prepare'](asked)).rejects.toThrow(coded('wallet.below_dust', { least }))
    expect(line.passed.slice(before).filter((call) => call.startsWith('POST'))).toEqual([])
  })
})

describe('the receiver of a withdrawal fee', () => {
  it('is the account of the network, whatever an answer about fees names', async () => {
    const review = await reviewOf({ amount: '1', fee: '0.001' })
    const fee = review.transactions.flatMap(({ outputs }) => outputs).find(({ role }) => role === 'fee')
    expect(fee?.party).toMatchObject({ kind: 'user', user: { userId: FEE_USER_ID } })
    await drop(review)
  })

  it('is refused when the service names another one', async () => {
    const other = (await newAccount(wallet, 'Fee Thief')).account
    const meant = hashMembers([FEE_USER_ID])
    // Change that is proved meanwhile is asked for by the same path.
    const fault = {
      path: /transaction\/requests$/,
      act: (records: { receivers: { members_hash: string }[] }[]) =>
        records.map((record) => ({
          ...record,
          receivers: record.receivers.map((receiver) =>
            receiver.members_hash === meant
              ? { ...receiver, members: [other], members_hash: hashMembers([other]) }
              : receiver,
          ),
        })),
    }
    line.faults.push(fault)
    await expect(reviewOf({ amount: '1', fee: '0.001' })).rejects.toThrow(coded('wallet.fee_receiver'))
    line.faults.splice(line.faults.indexOf(fault), 1)
    expect((await wallet.calls['home.read']({ account: ana, holder: null })).holds).toEqual([])
  })
})
