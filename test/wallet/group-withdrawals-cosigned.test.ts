import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, RequestId } from '#contract/domain'
import { ghostKeyHint, parseAmount, toAmount, type WireText } from '#protocol'
import {
  asking,
  cosign,
  fundGroup,
  groupHas,
  type Member,
  newTeam,
  sees,
  signing,
  type Team,
} from '../support/cosigners.ts'
import { approved, approving, BTC, coded, ETH, fund, paying, sharedNetwork } from '../support/wallet.ts'
import type { ScanCard } from '../support/worded.ts'
import { foreignRequest } from './foreign-request.ts'

/* Withdrawals of a group as its other members meet them: by the service, by a file, and one moment too late. */

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
/** Begins and ends like the one above. */
const ALIKE = 'bc1qqqxtddcqqqqqqqqqqqqqqqqqqqqqqqqqwgf3t4'

/** An address on every chain of its kind. */
const EVERYWHERE = '0x52908400098527886e0f7030069857d2e4169ee7'
const NOWHERE = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
const BNB = '1949e683-6a08-49e2-b087-d6b72398588f' as AssetId

const network = sharedNetwork()
let team: Team<[Member, Member, Member]>
let ana: Member
let ben: Member
let cas: Member

beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben', 'Cas'], 2, Array<string>(6).fill('1'))
  ;[ana, ben, cas] = team.members
  for (const { wallet, account } of [ben, cas]) await fund(wallet, account, BTC, '1')
})

const reviewOf = ({ wallet, account }: Member, requestId: RequestId) =>
  wallet.calls['approvals.review']({ account, requestId })

async function ask(destination = BITCOIN, amount = '0.4', assetId = BTC): Promise<RequestId> {
  const payee = { kind: 'chain' as const, destination, tag: '' }
  return asking(ana, paying(ana.account, assetId, [{ payee, amount }], { holder: team.holder }))
}

async function giveUp(requestId: RequestId): Promise<void> {
  // Who never saw it open learns nothing of it once it is over.
  for (const member of team.members) await sees(member, requestId)
  await ana.wallet.calls['approvals.unlock']({ account: ana.account, requestId, passphrase: null })
  for (const member of team.members) await sees(member, requestId, ({ state }) => state === 'revoked')
}

/** A request of another program to leave for that destination. */
async function leaving(address: WireText, tag: string): Promise<RequestId> {
  const members = team.members.map(({ account }) => account)
  const { id } = await foreignRequest(ana, {
    ...{ network, holder: team.holder, members },
    ...{ hint: ghostKeyHint, senders: true },
    outputs: (amount) => [
      { amount: parseAmount('0.3'), address, tag },
      { amount: toAmount(amount - parseAmount('0.3')), to: members, threshold: 2 },
    ],
  })
  await sees(ben, id)
  return id
}

describe('a member who is asked for a withdrawal', () => {
  it('sees what the destination is called among the own addresses, and is warned of one that only looks like it', async () => {
    await ben.wallet.calls['contacts.saveAddress']({
      ...{ account: ben.account, addressId: null, userId: null },
      ...{ label: 'Cold storage', chainId: BTC, destination: BITCOIN, tag: '' },
    })
    const id = await ask()
    await sees(ben, id)
    const review = await reviewOf(ben, id)
    expect(review.payees).toMatchObject([{ party: { kind: 'chain', destination: BITCOIN, label: 'Cold storage' } }])
    expect(review.checks.filter(({ id: check }) => check.startsWith('alike'))).toEqual([])
    await giveUp(id)
    const other = await ask(ALIKE)
    await sees(ben, other)
    const warned = await reviewOf(ben, other)
    expect(warned.payees).toMatchObject([{ party: { kind: 'chain', destination: ALIKE } }])
    expect(warned.payees[0]?.party).not.toHaveProperty('label')
    const alike = warned.checks.find(({ id: check }) => check.startsWith('alike'))
    expect(alike).toMatchObject({ result: 'attention', text: expect.stringContaining('Cold storage') })
    await giveUp(other)
  })

  it('is told that the group never paid an address on this chain, although it did on another', async () => {
    for (const assetId of [ETH, BNB]) await fundGroup(ana, team.holder, '1', assetId)
    const first = async (id: RequestId) => {
      await sees(ben, id)
      const { checks } = await reviewOf(ben, id)
      return checks.some((check) => check.id === 'first:0')
    }
    const paid = await ask(EVERYWHERE, '0.2', ETH)
    expect(await first(paid)).toBe(true)
    await cosign(ben, paid)
    for (const member of team.members) await sees(member, paid, ({ state }) => state === 'final')
    const again = await ask(EVERYWHERE, '0.2', ETH)
    expect(await first(again)).toBe(false)
    await giveUp(again)
    const elsewhere = await ask(EVERYWHERE, '0.2', BNB)
    expect(await first(elsewhere)).toBe(true)
    await giveUp(elsewhere)
    // What it paid before is what the bytes say, whatever the service comes to say of it.
    type Record = { readonly receivers: readonly { readonly destination: string }[] }
    const lie = ({ receivers, ...record }: Record): Record => ({
      ...record,
      receivers: receivers.map((each) => (each.destination === EVERYWHERE ? { ...each, destination: NOWHERE } : each)),
    })
    ben.line.faults.push({ path: new RegExp(`^/safe/multisigs/${paid}`), act: lie })
    const { rows } = await reviewOf(ben, paid)
    expect(rows.find(({ field }) => field === 'Recipient 1')).toMatchObject({ record: NOWHERE, agrees: false })
    ben.line.faults.length = 0
    const lied = await ask(NOWHERE, '0.2', ETH)
    expect(await first(lied)).toBe(true)
    await giveUp(lied)
  })

  it('sees the tag that the bytes carry', async () => {
    const id = await leaving(BITCOIN, 'for the vault')
    const { payees, rows } = await reviewOf(ben, id)
    expect(payees).toMatchObject([{ party: { kind: 'chain', destination: BITCOIN, tag: 'for the vault' } }])
    expect(rows.find(({ field }) => field === 'Recipient 1')?.actual).toContain('for the vault')
    await giveUp(id)
  })

  it('sees as hex what is no text, and has to accept it', async () => {
    const id = await leaving({ hex: 'ff00fe' }, '')
    const review = await reviewOf(ben, id)
    expect(review.payees).toMatchObject([{ party: { kind: 'chain', destination: 'hex ff00fe (no valid text)' } }])
    expect(review.checks.find((check) => check.id === 'destination')).toMatchObject({ result: 'attention' })
    expect(review.canSign).toBe(true)
    await giveUp(id)
  })

  it('can sign it from a file while the service is away', async () => {
    const id = await ask()
    const { text } = await ana.wallet.calls['approvals.bundle']({
      account: ana.account,
      requestId: id,
      note: 'to sell',
    })
    await sees(ben, id)
    const card: ScanCard = await ben.wallet.calls['scan.read']({ account: ben.account, text, source: 'file' })
    expect(card).toMatchObject({ kind: 'bundle', request: { withdrawal: { fee: 'later' } } })
    ben.line.faults.push({ path: /^\/safe\/multisigs\//, act: 'before', times: Number.POSITIVE_INFINITY })
    const review = await reviewOf(ben, id)
    expect(review).toMatchObject({ offline: true, payees: [{ party: { kind: 'chain', destination: BITCOIN } }] })
    await ben.wallet.calls['approvals.signOffline'](signing(ben.account, review))
    const back = await ben.wallet.calls['approvals.bundle']({ account: ben.account, requestId: id, note: '' })
    ben.line.faults.length = 0
    await ana.wallet.calls['scan.read']({ account: ana.account, text: back.text, source: 'file' })
    expect(await sees(ana, id, ({ state }) => state === 'final')).toMatchObject({ withdrawal: { fee: 'waits' } })
  })
})

describe('the fee of a withdrawal', () => {
  it('is not signed for once another member has paid it, although the review was open', async () => {
    await groupHas(ana, team.holder, parseAmount('5.6'))
    const id = await ask()
    for (const member of team.members) await sees(member, id)
    await cosign(ben, id)
    for (const member of team.members) await sees(member, id, ({ state }) => state === 'final')
    const open = await cas.wallet.calls['approvals.payFee']({ account: cas.account, requestId: id })
    const paid = await ben.wallet.calls['approvals.payFee']({ account: ben.account, requestId: id })
    expect(await approved(ben.wallet, ben.account, paid)).toMatchObject({ state: 'final' })
    await expect(cas.wallet.calls['payments.approve'](approving(cas.account, open))).rejects.toThrow(
      coded('wallet.no_fee_due'),
    )
    const receipt = await cas.wallet.calls['payments.read']({ account: cas.account, paymentId: open.paymentId })
    expect(receipt.state).toBe('verified')
    await cas.wallet.calls['payments.cancel']({ account: cas.account, paymentId: open.paymentId })
    expect(await sees(cas, id, ({ withdrawal }) => withdrawal?.fee === 'paid')).toMatchObject({
      withdrawal: { paidBy: { name: 'Ben' }, feePayment: null },
    })
  })
})
