import type { UserId } from '#contract/domain'
import { hashMembers, kernelAssetId, outputId, parseAmount } from '#protocol'
import { BTC, ETH } from '../support/localnet.ts'
import { json, type Lie, notFound } from '../support/proxy.ts'
import { approve, prepare, rounds, type Victim } from '../support/victim.ts'
import { OUTPUT, OUTPUTS } from './fate.ts'
import { available, judge, judgeShown, type Wish } from './judge.ts'
import { toBen, told } from './paying.ts'
import { type Attack, hold, pass, type Stage } from './stage.ts'

/* What the service says which coins there are, and what they are: of coins that are known, and of coins that are not. */

const HASH = 'ab'.repeat(32)
const membersHashOf = (account: UserId): string => hashMembers([account])
const KEY = '5866666666666666666666666666666666666666666666666666666666666666'

export type Coin = Record<string, unknown> & {
  output_id: string
  transaction_hash: string
  output_index: number
  amount: string
  keys: string[]
  mask: string
  sequence: number
  state: string
}

interface Row {
  readonly name: string
  readonly lies: (stage: Stage, victim: Victim) => Promise<readonly Lie[]> | readonly Lie[]
  /** Of coins whose facts the wallet knows: no lie about them is believed even while it is told. */
  readonly known?: boolean
  /** Told to a wallet that knows nothing yet. */
  readonly fresh?: boolean
  readonly quick?: boolean
  readonly point?: string
  /** Whether paying must still be possible meanwhile. */
  readonly pays?: boolean
}

const everywhere = (alter: (coin: Coin) => Partial<Coin>): Lie[] => [
  { at: OUTPUTS, tell: (coins: Coin[]) => coins.map((coin) => ({ ...coin, ...alter(coin) })) },
  { at: OUTPUT, tell: (coin: Coin) => ({ ...coin, ...alter(coin) }) },
]

/** Facts that follow from the transaction that made a coin, and so never change. */
const FACTS: Readonly<Record<string, (coin: Coin) => Partial<Coin>>> = {
  'a larger amount': ({ amount }) => ({ amount: `1${amount}` }),
  'an amount of 10^41': () => ({ amount: `1${'0'.repeat(41)}` }),
  'a smaller amount': () => ({ amount: '0.00000001' }),
  'no amount': () => ({ amount: '0' }),
  'an amount below nothing': () => ({ amount: '-1' }),
  'an amount of nine decimals': () => ({ amount: '1.000000001' }),
  'another asset': () => ({ asset_id: ETH, kernel_asset_id: kernelAssetId(ETH), asset: kernelAssetId(ETH) }),
  'another asset id alone': () => ({ asset_id: ETH }),
  'another kernel asset alone': () => ({ kernel_asset_id: HASH }),
  'another key': () => ({ keys: [KEY] }),
  'no keys': () => ({ keys: [] }),
  'two keys': ({ keys }) => ({ keys: [...keys, KEY] }),
  'another mask': () => ({ mask: KEY }),
  'another hash': () => ({ transaction_hash: HASH }),
  'another index': ({ output_index }) => ({ output_index: output_index + 1 }),
  'another id': () => ({ output_id: outputId(HASH, 0) }),
  'other receivers': () => ({ receivers_hash: HASH }),
  'a threshold of two': () => ({ receivers_threshold: 2 }),
  'an item': () => ({ inscription_hash: HASH }),
}

const known: Row[] = Object.entries(FACTS).map(([name, alter]) => ({
  name: `known coins come back with ${name}`,
  lies: () => everywhere(alter),
  point: '1.6',
  known: true,
  quick: name === 'an amount of 10^41' || name === 'another key',
}))

/** What may change, told as it is not. */
const states: Row[] = [
  { name: 'known coins are spent by nobody', lies: () => everywhere(() => ({ state: 'spent', signed_by: null })) },
  {
    name: 'known coins are spent by a transaction that is not',
    lies: () => everywhere(() => ({ state: 'spent', signed_by: HASH })),
    quick: true,
  },
  {
    name: 'known coins are spent by the transaction that made them',
    lies: () => everywhere(({ transaction_hash }) => ({ state: 'spent', signed_by: transaction_hash })),
  },
  {
    name: 'known coins are held by a transaction that is not',
    lies: () => everywhere(() => ({ state: 'signed', signed_by: HASH })),
  },
  {
    name: 'known coins are held by a request that is not',
    lies: () => everywhere(() => ({ state: 'signed', signed_by: HASH, request_id: outputId(HASH, 3) })),
  },
  { name: 'known coins are in a state that nobody knows', lies: () => everywhere(() => ({ state: 'burnt' })) },
  {
    name: 'known coins are not listed any more, and unknown',
    lies: () => [
      { at: OUTPUTS, tell: () => [] },
      { at: OUTPUT, instead: notFound },
    ],
    quick: true,
  },
  {
    name: 'known coins are not listed any more, and null',
    lies: () => [
      { at: OUTPUTS, tell: () => [] },
      { at: OUTPUT, instead: () => json(null) },
    ],
  },
  { name: 'known coins are answered as another known coin', lies: () => [{ at: OUTPUTS, tell: () => [] }, swapped()] },
  { name: 'the list is turned around', lies: () => [{ at: OUTPUTS, tell: (coins: Coin[]) => coins.toReversed() }] },
  { name: 'every coin is listed twice', lies: () => [{ at: OUTPUTS, tell: (coins: Coin[]) => [...coins, ...coins] }] },
  { name: 'all coins have one sequence', lies: () => everywhere(() => ({ sequence: 7 })) },
  {
    name: 'sequences fall',
    lies: () => [{ at: OUTPUTS, tell: (coins: Coin[]) => coins.map((coin, at) => ({ ...coin, sequence: 1000 - at })) }],
  },
  { name: 'sequences are below nothing', lies: () => everywhere(() => ({ sequence: -1 })) },
  { name: 'sequences are beyond whole numbers', lies: () => everywhere(() => ({ sequence: 2 ** 60 })) },
  {
    name: 'one coin of two cannot be read',
    lies: () => [
      {
        at: OUTPUTS,
        tell: (coins: Coin[]) => coins.map((coin, at) => (at === 0 ? { ...coin, amount: 'much' } : coin)),
      },
    ],
  },
  { name: 'the list is null', lies: () => [{ at: OUTPUTS, tell: () => null }] },
  { name: 'the list is an object', lies: () => [{ at: OUTPUTS, tell: (coins: Coin[]) => ({ ...coins }) }] },
  { name: 'the list is a text', lies: () => [{ at: OUTPUTS, tell: () => 'coins' }] },
]

/** What one coin is asked for, another is answered. */
function swapped(): Lie {
  const seen = new Map<string, Coin>()
  return {
    at: OUTPUT,
    tell: (coin: Coin) => {
      seen.set(coin.output_id, coin)
      return [...seen.values()].find(({ output_id }) => output_id !== coin.output_id) ?? coin
    },
  }
}

const invented = (more: Partial<Coin> = {}) => ({
  ...{ type: 'kernel_output', transaction_hash: HASH, output_index: 0, output_id: outputId(HASH, 0) },
  ...{ kernel_asset_id: kernelAssetId(BTC), asset: kernelAssetId(BTC), asset_id: BTC, amount: '100' },
  ...{ mask: KEY, keys: [KEY], senders: [], senders_hash: null, senders_threshold: 0, extra: '', state: 'unspent' },
  ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', sequence: 1_000_000 },
  ...{ inscription_hash: null, signers: [], request_id: null, signed_by: null, signed_at: null, spent_at: null },
  ...{ receivers_threshold: 1 },
  ...more,
})

const added =
  (more: Partial<Coin> = {}): Row['lies'] =>
  (_, { account }) => {
    const coin = { ...invented(more), receivers: [account], receivers_hash: membersHashOf(account) }
    return [
      { at: OUTPUTS, tell: (coins: Coin[]) => [...coins, coin] },
      { at: new RegExp(`^GET /safe/outputs/${coin.output_id}$`), instead: () => json(coin) },
    ]
  }

/** Nobody can tell such coins from new ones while they are listed; once they are unknown they must be gone or set aside. */
const foreign: Row[] = [
  {
    name: 'known coins under other hashes',
    lies: () => everywhere(({ output_index }) => ({ transaction_hash: HASH, output_id: outputId(HASH, output_index) })),
  },
  {
    name: 'known coins as other outputs of their transactions',
    lies: () =>
      everywhere(({ output_index, transaction_hash }) => ({
        output_index: output_index + 1,
        output_id: outputId(transaction_hash, output_index + 1),
      })),
  },
  { name: 'a coin that was never made', lies: added(), quick: true },
  { name: 'a coin that was never made, of an item', lies: added({ inscription_hash: HASH }) },
  { name: 'a coin that was never made, of 10^41', lies: added({ amount: `1${'0'.repeat(41)}` }) },
  {
    name: 'a coin that was never made, of an asset that is not',
    lies: added({ asset_id: null, asset: HASH, kernel_asset_id: HASH }),
  },
  { name: 'a coin whose key is not on the curve', lies: added({ keys: ['02'.padEnd(64, '0')] }) },
  {
    name: 'a coin of the thief',
    lies: async (stage, { account }) => {
      const coin = (await stage.thief.fund(BTC, '5')) as unknown as Coin
      const theirs = {
        ...coin,
        receivers: [account],
        receivers_hash: membersHashOf(account),
        amount: '5',
        sequence: 1_000_000,
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:00:00Z',
      }
      return [{ at: OUTPUTS, tell: (coins: Coin[]) => [...coins, theirs] }]
    },
  },
]

const fresh: Row[] = [
  { name: 'an account that has money has none', lies: () => [{ at: OUTPUTS, tell: () => [] }] },
  {
    name: 'every coin of a new wallet is already spent',
    lies: () => everywhere(() => ({ state: 'spent', signed_by: HASH })),
  },
  { name: 'every coin of a new wallet has another asset id', lies: () => everywhere(() => ({ asset_id: ETH })) },
  {
    name: 'every coin of a new wallet has another id',
    lies: () => everywhere(() => ({ output_id: outputId(HASH, 9) })),
  },
  {
    name: 'a new wallet is told sequences that fall',
    lies: () => [{ at: OUTPUTS, tell: (coins: Coin[]) => coins.map((coin, at) => ({ ...coin, sequence: 1000 - at })) }],
  },
  {
    name: 'a page that never ends',
    lies: () => [
      { at: OUTPUTS, tell: (coins: Coin[]) => Array.from({ length: 500 }, (_, at) => ({ ...coins[0], sequence: at })) },
    ],
  },
].map((row) => ({ ...row, fresh: true }))

async function listed(stage: Stage, row: Row): Promise<void> {
  const victim = await stage.victim({})
  const wishes: Wish[] = []
  if (row.fresh !== true) {
    await victim.wallet.until(
      () => available(victim, BTC),
      (units) => units === parseAmount('1.5'),
    )
  }
  victim.proxy.lies.push(...(await row.lies(stage, victim)))
  for (let at = 0; at < 3; at += 1) {
    await rounds(victim, 1)
    if (row.known === true || row.fresh === true) await judgeShown(stage, victim, BTC)
  }
  await victim.wallet.calls['home.read']({ account: victim.account, holder: null })
  const wish: Wish = { asset: BTC, amount: parseAmount('0.1'), to: [stage.ben.id], payments: [] }
  wishes.push(wish)
  try {
    const review = await prepare(victim, toBen(stage, victim, '0.1'))
    wish.payments.push(review.paymentId)
    await approve(victim, review)
    await pass(stage, victim, async () => false, 2)
  } catch (error) {
    told(error)
    hold(row.pays !== true, 'an honest coin could not be spent')
  }
  await judge(stage, victim, { wishes }, [BTC])
}

const attack =
  (kind: string) =>
  (row: Row): Attack => ({
    name: `${kind}: ${row.name}`,
    point: row.point ?? '1.6',
    quick: row.quick ?? false,
    run: (stage) => listed(stage, row),
  })

export const coinAttacks: readonly Attack[] = [
  ...known.map(attack('coins')),
  ...states.map((row) => attack('coin states')({ point: '1', ...row })),
  ...foreign.map((row) => attack('foreign coins')({ point: '1.6', ...row })),
  ...fresh.map((row) => attack('first sight')({ point: '1', ...row })),
]
