import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { parseAmount } from '#protocol'
import { MAYA, SHOP } from '../support/residents.ts'
import {
  approving,
  balanceOf,
  coded,
  ETH,
  fund,
  newAccount,
  type OpenWallet,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'

/* A tick is for the sentence that it stands beside: for no other that takes its place, and for none that comes up later. */

const network = sharedNetwork()
const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
/** Begins and ends like it. */
const LIKE_IT = '0x71aaaabbbbccccddddeeee11112222333344976f'
const NEW_WARNING = coded('wallet.review_changed', { warning: 'new' })

let wallet: OpenWallet
let account: UserId
/** Answers the window that is open; undefined while none is held. */
let answer: (() => void) | undefined
let isHolding = false
/** Ends the number that the service shows of everybody. */
let numberEnds = ''

const renumbering: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (numberEnds === '') return response
  const text = (await response.text()).replaceAll(/("identity_number":"\d+)/g, `$1${numberEnds}`)
  return new Response(text, { status: response.status, headers: response.headers })
}

beforeAll(async () => {
  wallet = await network.open({
    fetch: renumbering,
    askInWindow: async () => {
      if (isHolding)
        await new Promise<void>((answered) => {
          answer = answered
        })
      return 'approved'
    },
  })
  account = (await newAccount(wallet, 'Ana')).account
  await fund(wallet, account, ETH, '5')
})
beforeEach(() => {
  answer = undefined
  isHolding = false
  numberEnds = ''
})

const approve = (review: PaymentReview) => wallet.calls['payments.approve'](approving(account, review))
const toMaya = () => wallet.calls['payments.prepare'](paying(account, ETH, [toUser(MAYA, '0.1')]))
const letGo = ({ paymentId }: PaymentReview) => wallet.calls['payments.cancel']({ account, paymentId })
const saveAddress = (label: string, destination: string) =>
  wallet.calls['contacts.saveAddress']({
    ...{ account, addressId: null, userId: null, label, chainId: ETH, destination, tag: '' },
  })

describe('what was ticked', () => {
  it('is not what stands in its place once another address is known that looks like the one that is paid', async () => {
    const { addressId } = await saveAddress('Cold storage', ADDRESS)
    const payee = { kind: 'chain', destination: LIKE_IT, tag: '' } as const
    const review = await wallet.calls['payments.prepare'](
      paying(account, ETH, [{ payee, amount: '0.5' }], { feeAssetId: ETH }),
    )
    expect(review.checks.map(({ text }) => text)).toContainEqual(expect.stringContaining('“Cold storage”'))
    await wallet.calls['contacts.removeAddress']({ account, addressId })
    await saveAddress('Vault of the firm', ADDRESS)
    await expect(approve(review)).rejects.toThrow(NEW_WARNING)
    await letGo(review)
  })

  it('is not that somebody shows yet another number', async () => {
    await wallet.calls['contacts.remove']({ account, userId: MAYA })
    await wallet.calls['contacts.save']({ account, userId: MAYA, alias: 'Maya', phone: '', note: '' })
    const show = async (ends: string) => {
      numberEnds = ends
      await wallet.calls['contacts.card']({ account, userId: MAYA })
    }
    await show('1')
    const review = await toMaya()
    expect(review.checks.map(({ id }) => id)).toContainEqual(expect.stringMatching(/^number:0/))
    await show('2')
    await expect(approve(review)).rejects.toThrow(NEW_WARNING)
    await letGo(review)
    await show('')
  })
})

describe('a warning that comes up', () => {
  it('while a review is open keeps it from being signed, and is said to be new', async () => {
    const review = await toMaya()
    await wallet.calls['contacts.block']({ account, userId: MAYA })
    await expect(approve(review)).rejects.toThrow(NEW_WARNING)
    await wallet.calls['contacts.unblock']({ account, userId: MAYA })
    await letGo(review)
  })

  it('while a window of its own asks keeps it from being signed as well', async () => {
    const review = await wallet.calls['payments.prepare'](paying(account, ETH, [toUser(SHOP, '0.1')]))
    isHolding = true
    const late = approve(review).then(({ state }) => state, codeOf)
    await wallet.until(
      async () => answer,
      (open) => open !== undefined,
    )
    await wallet.calls['contacts.block']({ account, userId: SHOP })
    answer?.()
    expect(await late).toBe('wallet.review_changed')
    expect(await wallet.calls['payments.read']({ account, paymentId: review.paymentId })).toMatchObject({
      state: 'verified',
    })
    // Read again and ticked it is signed.
    isHolding = false
    const again = await wallet.calls['payments.review']({ account, paymentId: review.paymentId })
    expect((await approve(again)).state).toBe('signed')
  })
})

describe('the limit for change that its owner set', () => {
  const limit = (amount: string | null) =>
    wallet.calls['payments.setChangeBound']({
      ...{ account, assetId: ETH, amount: amount === null ? null : parseAmount(amount), passphrase: null },
    })
  const overLimit = ({ checks }: PaymentReview) => checks.filter(({ id }) => id.startsWith('change-over-limit:'))
  const review = ({ paymentId }: PaymentReview) => wallet.calls['payments.review']({ account, paymentId })
  // What was paid before comes back as change.
  beforeEach(() =>
    wallet.until(
      () => balanceOf(wallet, account, ETH),
      (available) => available > parseAmount('4'),
    ),
  )
  afterEach(() => limit(null))

  it('binds the change of a single payment, which is signed once that is ticked', async () => {
    await limit('0.5')
    const paying = await toMaya()
    expect(overLimit(paying)).toMatchObject([{ result: 'attention' }])
    expect(overLimit(paying)[0]?.text).toContain('limit of 0.5 ETH')
    expect(paying.verdict).toBe('attention')
    const input = approving(account, paying)
    const unticked = { ...input, accepted: input.accepted.filter((id) => !id.startsWith('change-over-limit:')) }
    await expect(wallet.calls['payments.approve'](unticked)).rejects.toThrow(NEW_WARNING)
    await limit('0.4')
    await expect(approve(paying)).rejects.toThrow(NEW_WARNING)
    expect((await approve(await review(paying))).signedAt).not.toBeNull()
  })

  it('asks nothing of a payment whose change is within it, nor where there is none', async () => {
    await limit('5')
    const paying = await toMaya()
    expect(overLimit(paying)).toEqual([])
    await limit(null)
    expect(overLimit(await review(paying))).toEqual([])
    await letGo(paying)
  })
})
