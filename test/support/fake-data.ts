import { createHash } from 'node:crypto'
import type { WireAnswer } from '#contract/ipc'
import type { Said } from '#words'
import table from '../../resources/assets.json' with { type: 'json' }

/* Values in the form in which a window gets them, for tests of what it makes of them. */

export type Asset = WireAnswer<'assets.list'>[number]
export type Account = WireAnswer<'app.state'>['accounts'][number]
export type Party = WireAnswer<'payees.resolve'>['party']
export type User = Extract<Party, { kind: 'user' }>['user']
export type Row = WireAnswer<'activity.list'>['rows'][number]
export type Payment = WireAnswer<'payments.read'>

export const hashOf = (seed: string): string => createHash('sha256').update(seed).digest('hex')

export function uuidOf(seed: string): string {
  const hex = createHash('sha256').update(`uuid ${seed}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const ago = (minutes: number): string =>
  `${new Date(Date.now() - minutes * 60_000).toISOString().slice(0, -1)}123456Z`

const PRICES: Readonly<Record<string, [string, string]>> = {
  BTC: ['67412.18', '0.0132'],
  ETH: ['3284.55', '-0.0087'],
  USDT: ['1.0002', '0.0001'],
  USDC: ['0.9999', '-0.0001'],
  XIN: ['148.20', '0.0411'],
  SOL: ['172.04', '0.0256'],
  TRX: ['0.1623', '0'],
  DOGE: ['0.1188', '-0.0312'],
  TON: ['5.61', '0.0074'],
  XRP: ['0.5821', '-0.0022'],
}

/** One asset of Coffer's own table, chosen by its symbol and its network's name. */
export function asset(symbol: string, chainName?: string): Asset {
  const found = table.assets.find((row) => {
    const chain = table.chains.find((entry) => entry.chain_id === row.chain_id)
    return row.symbol === symbol && (chainName === undefined || chain?.name === chainName)
  })
  const chain = table.chains.find((entry) => entry.chain_id === found?.chain_id)
  if (found === undefined || chain === undefined) throw new Error(`no asset ${symbol}`)
  const price = PRICES[symbol]
  return {
    assetId: found.asset_id,
    chainId: found.chain_id,
    kernelAssetId: found.kernel_asset_id,
    symbol: found.symbol,
    name: found.name,
    chainName: chain.name,
    chainSymbol: chain.symbol,
    precision: found.precision,
    confirmations: chain.confirmations,
    priceUsd: price?.[0] ?? null,
    changeUsd: price?.[1] ?? null,
    trust: 'listed',
    tag: chain.tag as Asset['tag'],
  }
}

export function user(name: string, number: string, over: Partial<User> = {}): User {
  return {
    userId: uuidOf(name),
    name,
    identityNumber: number,
    avatarUrl: '',
    bot: false,
    verified: false,
    scam: false,
    deactivated: false,
    registered: true,
    relationship: 'friend',
    ...over,
  }
}

export const ANA = user('Ana Lima', '7000123451')
export const BO = user('Bo Lindqvist', '39012847')
export const KAOS = user('Studio Kaos', '7000104220', { bot: true, verified: true })
export const MIRA = user('Mira Okafor', '40119386', { registered: false, relationship: 'stranger' })
export const CHEN = user('Chen Wei', '28440915', { relationship: 'stranger' })

export const person = (who: User): Party => ({ kind: 'user', user: who })
export const GROUP: Party = {
  kind: 'group',
  membersHash: hashOf('group'),
  threshold: 2,
  members: [ANA, BO, CHEN],
  name: 'Rent pool',
  address:
    'MIX4fwusRK88p5GexHWddUQuYJbKMJTAuBvhudgahRXKndvaM8FdPHS2Hgeo7DQxNVoSkKSEDyZeD8TYBhiwiea9PvCzay1A9Vx1C2nugc4iAmhwLGGv4h3GnABeCXHTwWEto9wEe1MWB49jLzy3nuoM81tqE2XnLvUWv',
}
export const chainParty = (symbol: string, chainName: string, destination: string, tag = ''): Party => ({
  kind: 'chain',
  chainId: asset(symbol, chainName).chainId,
  chainName,
  destination,
  tag,
})

export function account(name: string, number: string, over: Partial<Account> = {}): Account {
  return {
    account: uuidOf(`account ${name}`),
    holder: `${hashOf(`holder ${name}`)}:1`,
    name,
    identityNumber: number,
    avatarUrl: '',
    kind: 'user',
    stage: 'ready',
    publicKey: hashOf(`key ${name}`),
    registered: true,
    proved: true,
    keyless: false,
    spelled: true,
    colour: 0,
    order: 0,
    createdAt: ago(60 * 24 * 40),
    backedUpAt: ago(60 * 24 * 40),
    ...over,
  }
}

export function row(id: string, over: Partial<Row> & Pick<Row, 'asset' | 'amount' | 'party'>): Row {
  const negative = over.amount.startsWith('-')
  const size = Number(over.amount.replace('-', ''))
  const fiat = over.asset.priceUsd === null ? null : (size * Number(over.asset.priceUsd)).toFixed(2)
  return {
    id: `s:${uuidOf(id)}`,
    kind: 'transfer',
    direction: negative ? 'out' : 'in',
    fiat,
    fiatThen: fiat,
    memoText: null,
    label: '',
    tags: [],
    at: ago(30),
    money: 'final',
    hash: hashOf(id),
    confirmations: null,
    inscription: null,
    ...over,
  }
}

export function payment(money: Payment['money'], over: Partial<Payment> = {}): Payment {
  const order = ['draft', 'checking', 'ready', 'signing', 'submitted', 'accepted', 'final']
  const reached = money === 'unknown_checking' ? 4 : order.indexOf(money)
  const states = {
    submitted: 'sent',
    unknown_checking: 'sent',
    accepted: 'accepted',
    final: 'final',
    cancelled: 'cancelled',
    cannot_complete: 'failed',
    ready: 'verified',
  } as const
  return {
    paymentId: uuidOf('payment ok'),
    kind: 'transfer',
    state: states[money as keyof typeof states] ?? 'draft',
    money,
    title: inWords('Send 1.25 BTC to Ana Lima'),
    asset: asset('BTC', 'Bitcoin'),
    amount: '1.25',
    party: person(ANA),
    rows: [{ party: person(ANA), amount: '1.25', paidBefore: null }],
    note: '',
    tags: [],
    fee: null,
    memoHex: Buffer.from('Invoice 2041, thank you').toString('hex'),
    memoText: 'Invoice 2041, thank you',
    label: 'Invoice 2041',
    hashes: [hashOf('tx ok')],
    requestIds: [uuidOf('payment ok')],
    createdAt: ago(3),
    signedAt: reached >= 4 ? ago(2) : null,
    sentAt: reached >= 4 ? ago(2) : null,
    acceptedAt: reached >= 5 ? ago(1) : null,
    finalAt: reached >= 6 ? ago(0.5) : null,
    attempts: money === 'unknown_checking' ? 3 : 1,
    problem: money === 'cannot_complete' ? { code: 'remote.output_unknown', details: {} } : null,
    withdrawalHash: null,
    returnTo: null,
    cosigning: null,
    ...over,
  }
}

/** A sentence that no catalogue has: it is shown as it stands. */
export const inWords = (text: string): Said => ({ code: text, values: {} })
