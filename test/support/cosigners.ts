import { afterAll, beforeAll } from 'vitest'
import type { HolderId, RequestId, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import type { Vault } from '#vault'
import { type FaultyLine, faultyLine } from './faults.ts'
import {
  BTC,
  newAccount,
  newFolder,
  type OpenWallet,
  openWallet,
  type PlayNetwork,
  playNetwork,
  type WalletOptions,
} from './wallet.ts'
import type { RequestReview, RequestView } from './worded.ts'

/** A member of a group with a wallet of his own. */
export interface Member {
  readonly wallet: OpenWallet
  readonly account: UserId
  readonly line: FaultyLine
  /** How many times the signer was asked to sign. */
  readonly signed: () => number
}

/** Counts what is signed, on the way to the real signer. */
function counting(): { wrap: (vault: Vault) => Vault; count: () => number } {
  let count = 0
  return {
    count: () => count,
    wrap: (vault) => ({
      ...vault,
      signer: (account) => {
        const signer = vault.signer(account)
        return {
          ...signer,
          sign: (request) => {
            count += 1
            return signer.sign(request)
          },
        }
      },
    }),
  }
}

export async function newMember(
  network: PlayNetwork,
  name: string,
  options: Partial<WalletOptions> = {},
): Promise<Member> {
  const line = faultyLine()
  const spy = counting()
  const wallet = await openWallet({
    ...{ dir: newFolder(), baseUrl: network.url, fetch: line.fetch, wrapVault: spy.wrap },
    ...options,
  })
  const { account } = await newAccount(wallet, name)
  return { wallet, account, line, signed: spy.count }
}

export interface Team {
  readonly members: readonly Member[]
  readonly holder: HolderId
}

/** A group that all of its members have added, with money in it. */
export async function newTeam(
  network: PlayNetwork,
  names: readonly string[],
  threshold: number,
  amounts: readonly string[],
  options: readonly Partial<WalletOptions>[] = [],
): Promise<Team> {
  const members: Member[] = []
  for (const [at, name] of names.entries()) members.push(await newMember(network, name, options[at]))
  const ids = members.map(({ account }) => account)
  let holder: HolderId | undefined
  for (const { wallet, account } of members) {
    holder = (await wallet.calls['groups.create']({ account, name: 'Treasury', members: ids, threshold })).holder
  }
  const [first] = members
  if (first === undefined || holder === undefined) throw new Error('a team has members')
  for (const amount of amounts) await fundGroup(first, holder, amount)
  const whole = amounts.reduce((sum, amount) => sum + parseAmount(amount), 0n)
  for (const member of members) await groupHas(member, holder, whole)
  return { members, holder }
}

interface Table {
  readonly network: PlayNetwork
  readonly team: Team
  readonly shop: Member
}

/** Ana and Ben, who both must sign for their group's coins of 1, and a shop to pay: there for all tests of a file. */
export function anaAndBen(coins: number): { readonly at: () => Table; readonly member: (at: number) => Member } {
  let table: Table | undefined
  beforeAll(async () => {
    const network = await playNetwork()
    const amounts = Array.from({ length: coins }, () => '1')
    const team = await newTeam(network, ['Ana', 'Ben'], 2, amounts)
    table = { network, team, shop: await newMember(network, 'Shop') }
  })
  afterAll(async () => {
    if (table === undefined) return
    await Promise.all([...table.team.members, table.shop].map(({ wallet }) => wallet.close()))
    await table.network.close()
  })
  function at(): Table {
    if (table === undefined) throw new Error('nobody has come yet')
    return table
  }
  function member(place: number): Member {
    const found = at().team.members[place]
    if (found === undefined) throw new Error('no such member')
    return found
  }
  return { at, member }
}

export async function fundGroup({ wallet, account }: Member, holder: HolderId, amount: string): Promise<void> {
  const deposit = await wallet.calls['local.deposit']({
    ...{ account, holder, chainId: BTC, assetId: BTC, amount: parseAmount(amount) },
  })
  await wallet.calls['local.confirm']({ blocks: deposit.threshold })
}

export async function groupHas({ wallet, account }: Member, holder: HolderId, amount: bigint): Promise<void> {
  await wallet.until(
    async () => (await wallet.calls['balances.read']({ account, holder, assetId: BTC })).available,
    (available) => available === amount,
  )
}

/** Waits until the member's wallet knows a request that satisfies. */
export async function sees(
  { wallet, account }: Member,
  requestId: RequestId,
  satisfied: (request: RequestView) => boolean = () => true,
): Promise<RequestView> {
  const found = await wallet.until(
    async () =>
      (await wallet.calls['approvals.list']({ account, holder: null })).find((each) => each.requestId === requestId),
    (request) => request !== undefined && satisfied(request),
  )
  if (found === undefined) throw new Error('no such request')
  return found
}

export const signing = (account: UserId, review: RequestReview) => ({
  account,
  requestId: review.request.requestId,
  digest: review.digest,
  passphrase: null,
  accepted: review.checks.filter(({ result }) => result === 'attention').map(({ id }) => id),
})

/** Reviews and signs as a careless person would: whatever can be ticked is ticked. */
export async function cosign({ wallet, account }: Member, requestId: RequestId): Promise<RequestView> {
  const review = await wallet.calls['approvals.review']({ account, requestId })
  return wallet.calls['approvals.sign'](signing(account, review))
}
