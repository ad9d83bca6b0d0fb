import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Hash, RequestId } from '#contract/domain'
import {
  decodeTransaction,
  encodeScript,
  encodeTransaction,
  parseAmount,
  type Transaction,
  toAmount,
  transactionHash,
} from '#protocol'
import { asking, groupHas, type Member, newMember, newTeam, sees, signing, type Team } from '../support/cosigners.ts'
import { BTC, coded, ETH, paying, sharedNetwork, toUser } from '../support/wallet.ts'

/* Whatever is altered between the one who asks and the one who signs is noticed before there is a signature. */

interface Wire {
  request_id: string
  transaction_hash: string
  raw_transaction: string
  asset_id: string | null
  kernel_asset_id: string | null
  asset: string | null
  amount: string
  extra: string
  senders_hash: string
  senders_threshold: number
  receivers: { members: string[]; members_hash: string; threshold: number }[]
  views: string[]
}

type Alter = (record: Wire) => Partial<Wire>

const network = sharedNetwork()
let team: Team<[Member, Member]>
let ana: Member
let ben: Member
let shop: Member
let stranger: Member

beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben'], 2, ['1', '1'])
  ;[ana, ben] = team.members
  shop = await newMember(network, 'Shop')
  stranger = await newMember(network, 'Stranger')
})

async function ask(): Promise<RequestId> {
  await groupHas(ana, team.holder, parseAmount('2'))
  const more = { holder: team.holder, memoHex: Buffer.from('rent').toString('hex') }
  return asking(ana, paying(ana.account, BTC, [toUser(shop.account, '1.5')], more))
}

async function giveUp(requestId: RequestId): Promise<void> {
  const { wallet, account } = ana
  await wallet.calls['approvals.unlock']({ account, requestId, passphrase: null })
  await wallet.until(
    () => wallet.calls['payments.read']({ account, paymentId: requestId }),
    ({ state }) => state === 'failed',
  )
}

function lie(alter: Alter): void {
  ben.line.faults.push({
    path: /^\/safe\/multisigs\//,
    act: (record: Wire) => ({ ...record, ...alter(record) }),
    times: Number.POSITIVE_INFINITY,
  })
}

/** Bytes with something else in them; signatures stay where they were. */
const bytes =
  (change: (transaction: Transaction) => Transaction, adjustHash = true): Alter =>
  ({ raw_transaction }) => {
    const altered = change(decodeTransaction(raw_transaction))
    const raw = encodeTransaction(altered)
    return { raw_transaction: raw, ...(adjustHash ? { transaction_hash: transactionHash(raw) } : {}) }
  }

const changeOutput = (at: number, change: Partial<Transaction['outputs'][number]>) =>
  bytes((transaction) => ({
    ...transaction,
    outputs: transaction.outputs.map((output, index) => (index === at ? { ...output, ...change } : output)),
  }))

const other = (text: string) => (text.startsWith('a') ? 'b' : 'a') + text.slice(1)
/** A key that is a usable point and none of the transaction's. */
const KEY = '5866666666666666666666666666666666666666666666666666666666666666'
const receiver =
  (at: number, change: (was: Wire['receivers'][number]) => Partial<Wire['receivers'][number]>): Alter =>
  ({ receivers }) => ({
    receivers: receivers.map((each, index) => (index === at ? { ...each, ...change(each) } : each)),
  })

const records: readonly [string, Alter][] = [
  ['an amount that is one unit more', () => ({ amount: '1.50000001' })],
  ['another amount', () => ({ amount: '0.01' })],
  ['another asset id', () => ({ asset_id: ETH })],
  ['another kernel asset', ({ kernel_asset_id }) => ({ kernel_asset_id: other(kernel_asset_id ?? '') })],
  ['a memo with another byte', ({ extra }) => ({ extra: `00${extra.slice(2)}` })],
  ['no memo', () => ({ extra: '' })],
  ['a longer memo', ({ extra }) => ({ extra: `${extra}00` })],
  ['one receiver less', ({ receivers }) => ({ receivers: receivers.slice(1) })],
  ['one receiver more', ({ receivers }) => ({ receivers: [...receivers, ...receivers.slice(0, 1)] })],
  ['a receiver who needs two signatures', receiver(0, () => ({ threshold: 2 }))],
  ['a second member beside the receiver', receiver(0, ({ members }) => ({ members: [...members, ...members] }))],
  [
    'somebody else for the change',
    receiver(1, () => ({ members: [stranger.account], members_hash: 'ab'.repeat(32), threshold: 1 })),
  ],
  ['another paying group', ({ senders_hash }) => ({ senders_hash: other(senders_hash) })],
  ['a lower threshold of the group', () => ({ senders_threshold: 1 })],
  ['another transaction hash', ({ transaction_hash }) => ({ transaction_hash: other(transaction_hash) })],
  ['a view scalar with one bit flipped', ({ views }) => ({ views: views.map((view) => other(view)) })],
  ['view scalars in another order', ({ views }) => ({ views: [...views].reverse() })],
  ['a view scalar of zero', ({ views }) => ({ views: views.map(() => '00'.repeat(32)) })],
  ['one view scalar too few', ({ views }) => ({ views: views.slice(1) })],
]

const raws: readonly [string, Alter][] = [
  ['one unit more for the receiver', changeOutput(0, { amount: toAmount(150000001n) })],
  ['less change', changeOutput(1, { amount: toAmount(1n) })],
  ['a lower threshold for the change', changeOutput(1, { script: encodeScript(1) })],
  ['a higher threshold for the receiver', changeOutput(0, { script: encodeScript(2) })],
  [
    'the outputs in another order',
    bytes((transaction) => ({ ...transaction, outputs: [...transaction.outputs].reverse() })),
  ],
  [
    'one more output',
    bytes((transaction) => ({
      ...transaction,
      outputs: [
        ...transaction.outputs,
        ...transaction.outputs.slice(0, 1).map((output) => ({ ...output, keys: [KEY] })),
      ],
    })),
  ],
  ['no change at all', bytes((transaction) => ({ ...transaction, outputs: transaction.outputs.slice(0, 1) }))],
  ['another memo', bytes((transaction) => ({ ...transaction, extra: `${transaction.extra}21` }))],
  ['another asset', bytes((transaction) => ({ ...transaction, asset: other(transaction.asset) }))],
  [
    'another coin',
    bytes((transaction) => ({
      ...transaction,
      inputs: transaction.inputs.map((input) => ({ ...input, index: input.index + 1 })),
    })),
  ],
  [
    'one coin less',
    bytes(({ signatures: _, ...transaction }) => ({ ...transaction, inputs: transaction.inputs.slice(1) })),
  ],
  ['a reference', bytes((transaction) => ({ ...transaction, references: ['ab'.repeat(32)] }))],
  ['a thief’s key for the receiver', changeOutput(0, { keys: [KEY] })],
  ['a thief’s keys for the change', changeOutput(1, { keys: [KEY, KEY] })],
  [
    'another memo under the hash of before',
    bytes((transaction) => ({ ...transaction, extra: `${transaction.extra}21` }), false),
  ],
]

/**
 * Even somebody who ticks every warning that can be ticked makes no signature, and one whose review is refused as a whole
 * makes none blindly.
 */
async function carelessly(requestId: RequestId, refusal?: string): Promise<void> {
  const { wallet, account, signed } = ben
  const before = signed()
  const reviewing = wallet.calls['approvals.review']({ account, requestId })
  if (refusal === undefined) {
    const review = await reviewing
    expect(review.canSign).toBe(false)
    await expect(wallet.calls['approvals.sign'](signing(account, review))).rejects.toThrow()
  } else {
    await expect(reviewing).rejects.toThrow(coded(refusal))
    const blindly = { account, requestId, digest: '00'.repeat(32) as Hash, passphrase: null, accepted: [] }
    await expect(wallet.calls['approvals.sign'](blindly)).rejects.toThrow(coded(refusal))
  }
  expect(signed()).toBe(before)
}

describe('after the request was seen as it is', () => {
  let requestId: RequestId
  beforeAll(async () => {
    requestId = await ask()
    await sees(ben, requestId)
  })
  afterEach(() => {
    ben.line.faults.length = 0
  })
  afterAll(() => giveUp(requestId))

  it('it can be signed as it is', async () => {
    const { wallet, account } = ben
    expect(await wallet.calls['approvals.review']({ account, requestId })).toMatchObject({
      canSign: true,
      verdict: 'attention',
    })
  })

  it.each(records)('a record with %s is caught before a signature is made', async (_, alter) => {
    lie(alter)
    await carelessly(requestId)
  })

  it.each(raws)('bytes with %s are caught before a signature is made', async (_, alter) => {
    lie(alter)
    await carelessly(requestId)
  })

  it('another request under its id is caught before a signature is made', async () => {
    lie(({ request_id }) => ({ request_id: other(request_id) }))
    await carelessly(requestId, 'remote.malformed')
  })
})

describe('when nothing else was ever seen', () => {
  let requestId: RequestId
  beforeEach(() => {
    ben.line.faults.length = 0
  })
  afterEach(async () => {
    ben.line.faults.length = 0
    await giveUp(requestId)
  })

  const fresh = raws.filter(([name]) => !name.includes('thief') && name !== 'a reference')
  it.each(fresh)('bytes with %s do not agree with the record', async (_, alter) => {
    lie(alter)
    requestId = await ask()
    await ben.wallet.calls['approvals.open']({ account: ben.account, id: requestId }).catch(() => undefined)
    await carelessly(requestId)
  })

  it.each(raws.filter(([name]) => name.includes('thief')))(
    '%s is not what the service gives us, and must be accepted',
    async (_, alter) => {
      lie(alter)
      requestId = await ask()
      const { wallet, account, signed } = ben
      const before = signed()
      await wallet.calls['approvals.open']({ account, id: requestId })
      const review = await wallet.calls['approvals.review']({ account, requestId })
      expect(review.verdict).not.toBe('ok')
      await expect(wallet.calls['approvals.sign']({ ...signing(account, review), accepted: [] })).rejects.toThrow()
      expect(signed()).toBe(before)
    },
  )
})
