import { createHash } from 'node:crypto'
import type { WireAnswer } from '#contract/ipc'
import type { Said } from '#words'
import table from '../../resources/assets.json' with { type: 'json' }

/* Values in the form in which a window gets them, for tests of what it makes of them. */

type Asset = WireAnswer<'assets.list'>[number]
type Party = WireAnswer<'payees.resolve'>['party']
export type User = Extract<Party, { kind: 'user' }>['user']
type Payment = WireAnswer<'payments.read'>

export const hashOf = (seed: string): string => createHash('sha256').update(seed).digest('hex')

export function uuidOf(seed: string): string {
  const hex = hashOf(`uuid ${seed}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const ago = (minutes: number): string =>
  `${new Date(Date.now() - minutes * 60_000).toISOString().slice(0, -1)}123456Z`

/** One asset of Coffer's own table, chosen by its symbol and its network's name. */
export function asset(symbol: string, chainName?: string): Asset {
  const chainOf = (id?: string) => table.chains.find(({ chain_id }) => chain_id === id)
  const found = table.assets.find(
    (row) => row.symbol === symbol && (chainName === undefined || chainOf(row.chain_id)?.name === chainName),
  )
  const chain = chainOf(found?.chain_id)
  if (found === undefined || chain === undefined) throw new Error(`no asset ${symbol}`)
  return {
    ...{ assetId: found.asset_id, chainId: found.chain_id, kernelAssetId: found.kernel_asset_id },
    ...{ symbol: found.symbol, name: found.name, precision: found.precision, confirmations: chain.confirmations },
    ...{ chainName: chain.name, chainSymbol: chain.symbol, priceUsd: '67412.18', changeUsd: '0.0132', trust: 'listed' },
    tag: chain.tag as Asset['tag'],
  }
}

export const user = (name: string, number: string, over: Partial<User> = {}): User => ({
  ...{ userId: uuidOf(name), name, identityNumber: number, avatarUrl: '', bot: false, verified: false, scam: false },
  ...{ deactivated: false, registered: true, relationship: 'friend' },
  ...over,
})

export const ANA = user('Ana Lima', '7000123451')
export const BO = user('Bo Lindqvist', '39012847')
export const KAOS = user('Studio Kaos', '7000104220', { bot: true, verified: true })
export const CHEN = user('Chen Wei', '28440915', { relationship: 'stranger' })

export const person = (who: User): Party => ({ kind: 'user', user: who })
export const chainParty = (symbol: string, chainName: string, destination: string, tag = ''): Party => ({
  ...{ kind: 'chain', chainId: asset(symbol, chainName).chainId, chainName, destination, tag },
})

const STATES: Partial<Record<Payment['money'], Payment['state']>> = {
  ...{ submitted: 'sent', unknown_checking: 'sent', accepted: 'accepted', final: 'final' },
  ...{ cancelled: 'cancelled', cannot_complete: 'failed', ready: 'verified' },
}

/** Of which no time is known but the first. */
export const payment = (money: Payment['money'], over: Partial<Payment> = {}): Payment => ({
  ...{ paymentId: uuidOf('payment ok'), kind: 'transfer', state: STATES[money] ?? 'draft', money },
  ...{ title: inWords('Send 1.25 BTC to Ana Lima'), asset: asset('BTC', 'Bitcoin'), amount: '1.25' },
  ...{ party: person(ANA), rows: [{ party: person(ANA), amount: '1.25', paidBefore: null }] },
  ...{ note: '', tags: [], fee: null, label: 'Invoice 2041', memoText: 'Invoice 2041, thank you' },
  memoHex: Buffer.from('Invoice 2041, thank you').toString('hex'),
  ...{ hashes: [hashOf('tx ok')], requestIds: [uuidOf('payment ok')], createdAt: ago(5) },
  ...{ signedAt: null, sentAt: null, acceptedAt: null, finalAt: null },
  attempts: money === 'unknown_checking' ? 3 : 1,
  problem: money === 'cannot_complete' ? { code: 'remote.output_unknown', details: {} } : null,
  ...{ withdrawalHash: null, returnTo: null, cosigning: null },
  ...over,
})

/** A sentence that no catalogue has: it is shown as it stands. */
export const inWords = (text: string): Said => ({ code: text, values: {} })

/* Groups and requests for signatures. */

type Group = WireAnswer<'groups.list'>[number]
export type SignatureRequest = WireAnswer<'approvals.open'>

export function group(name: string, members: readonly User[], threshold: number, over: Partial<Group> = {}): Group {
  const membersHash = hashOf(
    members
      .map(({ userId }) => userId)
      .sort()
      .join(''),
  )
  return {
    ...{
      holder: `${membersHash}:${threshold}`,
      membersHash,
      threshold,
      members: [...members],
      name,
      colour: 1,
      order: 0,
    },
    ...{ address: '', words: ['harbor', 'velvet', 'copper', 'meadow', 'ribbon', 'amber'], createdAt: ago(43_200) },
    ...over,
  }
}

export const request = (id: string, of: Group, over: Partial<SignatureRequest> = {}): SignatureRequest => ({
  ...{ requestId: uuidOf(`request ${id}`), hash: hashOf(`request ${id}`), holder: of.holder, groupAdded: true },
  group: { name: of.name, called: '', threshold: of.threshold, members: of.members, words: of.words },
  ...{ tab: 'needs_you', state: 'open', title: inWords('Send 4 ETH to Studio Kaos') },
  ...{ asset: asset('ETH', 'Ethereum'), amount: '4', fiat: null, party: person(KAOS), rows: [], memoText: 'INV-2042' },
  ...{
    by: BO,
    byFile: false,
    signers: [{ user: BO, at: ago(50), offline: false }],
    signedByMe: false,
    refusals: [],
    source: 'found',
  },
  ...{
    label: '',
    note: '',
    askerNote: '',
    reviewBy: null,
    spentBy: null,
    provedDead: false,
    revokedBy: null,
    paymentId: null,
  },
  ...{ noteBy: null, createdAt: ago(52), seenAt: ago(48) },
  ...over,
})
