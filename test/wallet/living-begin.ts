import type { AssetId, HolderId, UserId } from '#contract/domain'
import { assetIdFromContract, parseAmount } from '#protocol'
import { TOKEN_CHAIN } from '../../src/localnet/chain/catalog.ts'
import { mint } from '../support/collectibles.ts'
import { fundGroup } from '../support/cosigners.ts'
import { newcomer } from '../support/localnet.ts'
import { NIGHTLY } from '../support/nightly.ts'
import { BTC, ETH, fund, type PlayNetwork, USDT_ERC20, XIN } from '../support/wallet.ts'
import { type Desk, type Life, type lifetime, openDesk, openTwin, openWatching, type SharedRun } from './living.ts'
import { invoiceOf, linkOf } from './living-codes.ts'
import { BITCOIN } from './living-paying.ts'

/* What people have at first: money, a group, lists, plans, links and collectibles. */

type World = Pick<Life, 'network' | 'time' | 'payees'>

/** Rows whose amounts nobody else pays, so that the ledger tells how often each was paid; the last leaves the network. */
async function runOf({ payees }: World, desk: Desk, holder: HolderId | null, odd: number) {
  const rows = [1, 2, 3, 4, 5].map((line) => {
    const typed = `0.1000${odd}0${line}`
    return {
      line,
      to: line === 5 ? BITCOIN : (payees[line % 2] ?? ''),
      typed,
      amount: parseAmount(typed),
      memo: '',
      label: '',
    }
  })
  const list = { account: desk.account, holder, assetId: BTC, name: `List ${odd}`, rows }
  const { runId } = await desk.wallet.calls['runs.save'](list)
  return { holder, runId, amounts: rows.map(({ amount }) => amount) }
}

async function planOf({ payees, time }: World, desk: Desk, holder: HolderId | null, odd: number) {
  const amount = parseAmount(`0.1100${odd}`)
  const [first = '', at = ''] = new Date(Number(time.clock.now() / 1_000_000n)).toISOString().slice(0, 16).split('T')
  const repeats = odd % 2 === 0
  await desk.wallet.calls['schedule.save']({
    ...{ account: desk.account, holder, planId: null, name: `Plan ${odd}`, assetId: BTC, memoHex: '', label: '' },
    ...{ feeAssetId: null, rows: [{ payee: { kind: 'user', userId: payees[0] ?? ('' as UserId) }, amount }] },
    when: { first, time: at, zone: 'UTC', repeats: repeats ? 'daily' : 'once', end: { kind: 'never' } },
  })
  return { holder, amounts: [amount], repeats }
}

/** More coins than one transaction may take. */
async function smallCoins(network: PlayNetwork, to: UserId): Promise<void> {
  const payer = await newcomer(network, 'Fay')
  for (let left = 300; left > 0; left -= 150) {
    await payer.fund(BTC, '0.7')
    const wishes = Array.from({ length: 150 }, () => ({ to: [to], amount: parseAmount('0.0045') }))
    await payer.send(await payer.build(BTC, wishes))
    await network.blocks(1)
  }
}

async function moneyFor(desks: readonly (readonly [Desk, readonly string[]])[], holder: HolderId): Promise<void> {
  for (const [{ account, wallet }, amounts] of desks) {
    for (const amount of amounts) await fund(wallet, account, BTC, amount)
    if (amounts.length < 2) continue
    await fund(wallet, account, USDT_ERC20, '9', ETH)
    await fund(wallet, account, ETH, '0.002')
    await fund(wallet, account, XIN, '1', ETH)
  }
  const [[first] = []] = desks
  if (first === undefined) return
  for (const amount of ['1', '2', '3', '4']) await fundGroup({ ...first, signed: () => 0 }, holder, amount)
}

export async function begin(network: PlayNetwork, time: ReturnType<typeof lifetime>, payees: readonly UserId[]) {
  const [ana, ben, cleo] = [
    await openDesk({ network, time }, 'Ana'),
    await openDesk({ network, time }, 'Ben'),
    await openDesk({ network, time }, 'Cleo'),
  ]
  const members = [ana, ben, cleo].map(({ account }) => account)
  const group = { name: 'Treasury', members, threshold: 2 }
  const [first] = await Promise.all(
    [ana, ben, cleo].map(({ wallet, account }) => wallet.calls['groups.create']({ account, ...group })),
  )
  if (first === undefined) throw new Error('there is no group')
  const { holder } = first
  await moneyFor(
    [
      [ana, ['1', '2', '3', '1.5']],
      [ben, ['1', '2', '4']],
      [cleo, NIGHTLY ? [] : ['2']],
    ],
    holder,
  )
  if (NIGHTLY) await smallCoins(network, cleo.account)
  const owners = [{ members: [ana.account] }, { members: [ben.account] }, { members, threshold: 2 }]
  const made = await mint(network, [...owners, ...owners.slice(0, 1)])
  const world = { network, time, payees }
  const [payee = '' as UserId] = payees
  const codes = [
    ...[linkOf(payee, '0.12000001'), linkOf(ben.account, '0.12000002')],
    ...[invoiceOf(payee, '', ['0.13000001', '0.13000002']), invoiceOf(payee, 'kept '.repeat(300), ['0.14000001'])],
  ]
  const runs = [await runOf(world, ana, null, 1), await runOf(world, ana, holder, 2)]
  const own = [
    await planOf(world, ana, null, 1),
    await planOf(world, ana, null, 2),
    await planOf(world, ana, holder, 3),
  ]
  const bens = await planOf(world, ben, null, 4)
  const twin = await openTwin({ network, time }, ana)
  const both = [ana, twin]
  const watching = await openWatching(world, cleo)
  await watching.wallet.calls['groups.create']({ account: cleo.account, ...group })
  const life: Life = {
    ...{
      ...world,
      desks: [...both, ben, cleo, watching],
      holder,
      codes,
      begun: new Set(),
      forms: new Map(),
      again: [],
      agreed: new Map(),
    },
    ...{ items: made.items.map(({ inscription_hash }) => inscription_hash), refused: [], spent: [], hasty: [] },
    runs: runs.map((run): SharedRun => ({ ...run, desks: both })),
    plans: [...own.map((plan) => ({ ...plan, desks: both })), { ...bens, desks: [ben] }],
    token: assetIdFromContract(TOKEN_CHAIN, made.collection_hash) as AssetId,
  }
  return life
}
