import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, HolderId, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { cosign, fundGroup, groupHas, newMember, sees } from '../support/cosigners.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { openLedger, type TrueLedger } from '../support/true-ledger.ts'
import {
  approving,
  BTC,
  changeIsBack,
  coded,
  ETH,
  fund,
  newAccount,
  type OpenWallet,
  sharedNetwork,
  USDT_ERC20,
} from '../support/wallet.ts'
import { attempt } from './attempting.ts'
import { type KillPoint, killedAt, type Left, type Withdrawing } from './killing.ts'
import { withdrawing } from './leaving.ts'

/* A row of a list that leaves the network is paid once, wherever its program died on the way. */

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ETHEREUM = '0x52908400098527886E0F7030069857D2E4169EE7'
const XRP = '23dfb5a5-5d7b-48b6-905f-3970e3176e27' as AssetId
const RIPPLE = 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv'

const network = sharedNetwork()
let ledger: TrueLedger

beforeAll(() => {
  ledger = openLedger(network.dir)
})
afterAll(() => ledger.close())

const line = (at: number, to: string, amount: string) => ({
  ...{ line: at, to, typed: amount, amount, memo: '', label: '' },
})

interface Payer {
  readonly wallet: OpenWallet
  readonly account: UserId
}

async function victim(money: readonly (readonly [AssetId, string, AssetId?])[]): Promise<Left> {
  const [dir, keychain] = [newFolder(), testKeychain()]
  const wallet = await network.open({ dir, keychain })
  const { account } = await newAccount(wallet, 'Ana')
  for (const [assetId, amount, chain] of money) await fund(wallet, account, assetId, amount, chain ?? assetId)
  await wallet.close()
  return { dir, account, entries: keychain.entries }
}

const reopened = ({ dir, entries }: Left) => network.open({ dir, keychain: testKeychain(entries) })

/** Reads the same list again, as a person would who does not know how far the program came. */
async function listAgain({ wallet, account }: Payer, { holder, assetId, rows }: Withdrawing) {
  const given = rows.map((row) => ({ ...row, amount: parseAmount(row.amount) }))
  const { runId } = await wallet.calls['runs.save']({ account, holder, assetId, name: 'November 2026', rows: given })
  return { account, holder, runId }
}
type Listed = Awaited<ReturnType<typeof listAgain>>

const rowOf = async ({ wallet }: Payer, { account, runId }: Listed) =>
  (await wallet.calls['runs.read']({ account, runId })).rows[0]

/** Asks for the row as often as it takes, and agrees to whatever is shown. */
async function paidAtLast(payer: Payer, listed: Listed, { feeAssetId, tags }: Withdrawing): Promise<void> {
  const { wallet, account } = payer
  const tag = tags.at(-1)
  await wallet.until(
    async () => {
      const row = await rowOf(payer, listed)
      if (row === undefined || row.state === 'paid' || row.state === 'pending') return row?.state
      const review = await attempt(() =>
        wallet.calls['runs.withdraw']({ ...withdrawing(listed, row, tag), feeAssetId }),
      )
      if (typeof review !== 'string') await attempt(() => wallet.calls['payments.approve'](approving(account, review)))
      return row.state
    },
    (state) => state === 'paid',
  )
}

/** What left the network by transactions of these people, by the ledger itself. */
const leftBy = (members: readonly UserId[], threshold = 1) =>
  ledger
    .sentBy(members, threshold)
    .flatMap(({ transaction, outputs }) =>
      outputs.flatMap(({ amount, destination }, at) =>
        destination === null ? [] : { destination, amount, tag: transaction.outputs[at]?.withdrawal?.tag ?? '' },
      ),
    )

describe('a program killed while a row of a list leaves the network', () => {
  const points: readonly [KillPoint, string][] = [
    ['P02', 'after the intent was written'],
    ['P07', 'before the bytes were written'],
    ['P13', 'after it was approved'],
    ['P15', 'before the signature was written'],
    ['P16', 'after the signature was written'],
    ['P19', 'after the network took it'],
    ['P22', 'before it was final here'],
  ]
  it.each(points)('%s %s: it leaves once', async (point) => {
    const left = await victim([[BTC, '1']])
    const asked = { holder: null, assetId: BTC, feeAssetId: BTC, rows: [line(1, BITCOIN, '0.1')], tags: [''] }
    await killedAt(point, network.url, left, { kind: 'withdraw', ...asked })
    const payer = { wallet: await reopened(left), account: left.account }
    const listed = await listAgain(payer, asked)
    const form = withdrawing(listed, await rowOf(payer, listed))
    await paidAtLast(payer, listed, asked)
    await changeIsBack(payer.wallet, payer.account, BTC)
    expect(leftBy([left.account])).toMatchObject([{ destination: BITCOIN, amount: parseAmount('0.1') }])
    expect(ledger.sentBy([left.account])).toHaveLength(1)
    await expect(payer.wallet.calls['runs.withdraw'](form)).rejects.toMatchObject(coded('wallet.already_sent'))
    expect(await payer.wallet.calls['payments.open']({ account: left.account, holder: null })).toEqual([])
    await payer.wallet.close()
  })

  const halves: readonly [KillPoint, string][] = [
    ['P19', 'after the network took both'],
    ['half accepted', 'after it was known that one of both was taken'],
    ['half final', 'after one of both was final here'],
  ]
  it.each(halves)('%s %s: it leaves once, and its fee of another asset is paid once', async (point) => {
    const left = await victim([
      [USDT_ERC20, '9', ETH],
      [ETH, '1'],
    ])
    const asked = { holder: null, assetId: USDT_ERC20, feeAssetId: ETH, rows: [line(1, ETHEREUM, '2')], tags: [''] }
    await killedAt(point, network.url, left, { kind: 'withdraw', ...asked })
    const payer = { wallet: await reopened(left), account: left.account }
    await paidAtLast(payer, await listAgain(payer, asked), asked)
    for (const assetId of [USDT_ERC20, ETH]) await changeIsBack(payer.wallet, payer.account, assetId)
    expect(leftBy([left.account])).toMatchObject([{ destination: ETHEREUM, amount: parseAmount('2') }])
    expect(ledger.sentBy([left.account])).toHaveLength(2)
    await payer.wallet.close()
  })

  const typed: readonly [KillPoint, string][] = [
    ['second keyed', 'while the second was prepared'],
    ['P13', 'after the second was approved'],
  ]
  it.each(typed)('%s, another tag was typed, %s: it leaves once, to the second', async (point) => {
    const left = await victim([[XRP, '100']])
    const asked = { holder: null, assetId: XRP, feeAssetId: null, rows: [line(1, RIPPLE, '10')], tags: ['123', '456'] }
    await killedAt(point, network.url, left, { kind: 'withdraw', ...asked })
    const payer = { wallet: await reopened(left), account: left.account }
    await paidAtLast(payer, await listAgain(payer, asked), asked)
    await changeIsBack(payer.wallet, payer.account, XRP)
    expect(leftBy([left.account])).toEqual([{ destination: RIPPLE, amount: parseAmount('10'), tag: '456' }])
    await payer.wallet.close()
  })
})

describe('a program killed while it asks its group for a row that leaves the network', () => {
  async function pair() {
    const [dir, keychain] = [newFolder(), testKeychain()]
    const [member, ben] = [await newMember(network, 'Ana', { dir, keychain }), await newMember(network, 'Ben')]
    const members = [member.account, ben.account]
    let holder: HolderId | undefined
    for (const { wallet, account } of [member, ben])
      holder = (await wallet.calls['groups.create']({ account, name: 'Pair', members, threshold: 2 })).holder
    if (holder === undefined) throw new Error('a group was made')
    await fundGroup(ben, holder, '1')
    for (const each of [member, ben]) await groupHas(each, holder, parseAmount('1'))
    await member.wallet.close()
    return { left: { dir, account: member.account, entries: keychain.entries }, ben, members, holder }
  }

  const points: readonly [KillPoint, string][] = [
    ['P02', 'after the intent was written'],
    ['P13', 'after it was approved'],
    ['P16', 'after the signature was written'],
    ['P19', 'after the service took the signature'],
  ]
  it.each(points)('%s %s: the group is asked once, and it leaves once', async (point) => {
    const { left, ben, members, holder } = await pair()
    const asked = { holder, assetId: BTC, feeAssetId: null, rows: [line(1, BITCOIN, '0.1')], tags: [''] }
    await killedAt(point, network.url, left, { kind: 'withdraw', ...asked })
    const payer = { wallet: await reopened(left), account: left.account }
    const listed = await listAgain(payer, asked)
    await payer.wallet.until(
      async () => {
        const row = await rowOf(payer, listed)
        if (row?.state === 'to_withdraw' || row?.state === 'prepared') {
          const review = await attempt(() => payer.wallet.calls['runs.withdraw'](withdrawing(listed, row)))
          if (typeof review !== 'string')
            await attempt(() => payer.wallet.calls['payments.approve'](approving(left.account, review)))
        }
        return row?.state
      },
      (state) => state === 'pending',
    )
    const { paymentId } = (await rowOf(payer, listed)) ?? {}
    if (paymentId == null) throw new Error('the group is asked')
    await sees(ben, paymentId, ({ signers }) => signers.length === 1)
    const { requests } = await ben.wallet.calls['approvals.list']({ account: ben.account, holder })
    expect(requests.map(({ requestId }) => requestId)).toEqual([paymentId])
    await cosign(ben, paymentId)
    await payer.wallet.until(
      async () => (await rowOf(payer, listed))?.state,
      (state) => state === 'paid',
    )
    expect(leftBy(members, 2)).toMatchObject([{ destination: BITCOIN, amount: parseAmount('0.1') }])
    await Promise.all([payer.wallet.close(), ben.wallet.close()])
  })
})
