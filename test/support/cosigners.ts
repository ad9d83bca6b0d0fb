import type { HolderId, RequestId, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import type { Vault } from '#vault'
import { agreeing, lookingAgain } from '../wallet/look-again.ts'
import { faultyLine } from './faults.ts'
import { BTC, deposited, has, newAccount, type PlayNetwork, type PrepareInput, type WalletOptions } from './wallet.ts'
import type { RequestReview, RequestView } from './worded.ts'

type Options = Partial<WalletOptions>
export type Member = Awaited<ReturnType<typeof newMember>>

/** Notes the hash of all that is signed, on the way to the real signer. */
export const watching =
  (note: (hash: string) => void) =>
  (vault: Vault): Vault => ({
    ...vault,
    signer: (account) => {
      const signer = vault.signer(account)
      return {
        ...signer,
        sign: (request) => {
          note(request.approvedHash)
          return signer.sign(request)
        },
      }
    },
  })

/** A member of a group with a wallet of his own. */
export async function newMember(network: Pick<PlayNetwork, 'open'>, name: string, options: Options = {}) {
  const line = faultyLine()
  const signed: string[] = []
  const wrapVault = watching((hash) => void signed.push(hash))
  const wallet = await network.open({ fetch: line.fetch, wrapVault, ...options })
  const { account } = await newAccount(wallet, name)
  /** How many times the signer was asked to sign. */
  const timesSigned = () => signed.length
  return { wallet, account, line, signed: timesSigned } as const
}

export interface Team<Members extends readonly Member[] = readonly Member[]> {
  readonly members: Members
  readonly holder: HolderId
}

/** A group that all of its members have added, with money in it: a member for each name. */
export async function newTeam<const Names extends readonly [string, ...string[]]>(
  network: PlayNetwork,
  names: Names,
  threshold: number,
  amounts: readonly string[],
  options: readonly Options[] = [],
): Promise<Team<{ -readonly [At in keyof Names]: Member }>> {
  const first = await newMember(network, names[0], options[0])
  const members = [first]
  for (const [at, name] of names.entries()) if (at > 0) members.push(await newMember(network, name, options[at]))
  const ids = members.map(({ account }) => account)
  const group = { name: 'Treasury', members: ids, threshold }
  const { holder } = await first.wallet.calls['groups.create']({ account: first.account, ...group })
  for (const { wallet, account } of members.slice(1)) await wallet.calls['groups.create']({ account, ...group })
  for (const amount of amounts) await fundGroup(first, holder, amount)
  const whole = amounts.reduce((sum, amount) => sum + parseAmount(amount), 0n)
  for (const member of members) await groupHas(member, holder, whole)
  return { members: members as { -readonly [At in keyof Names]: Member }, holder } // one for each name
}

/** An asset that is the coin of its chain. */
export const fundGroup = ({ wallet, account }: Member, holder: HolderId, amount: string, assetId = BTC) =>
  deposited(wallet, { account, holder, chainId: assetId, assetId, amount: parseAmount(amount) })

export const groupHas = ({ wallet, account }: Member, holder: HolderId, amount: bigint) =>
  has(wallet, account, BTC, amount, holder)

/** Waits until the member's wallet knows a request that satisfies. */
export async function sees(
  { wallet, account }: Member,
  requestId: RequestId,
  satisfied: (request: RequestView) => boolean = () => true,
): Promise<RequestView> {
  const found = await wallet.until(
    async () =>
      (await wallet.calls['approvals.list']({ account, holder: null })).requests.find(
        (each) => each.requestId === requestId,
      ),
    (request) => request !== undefined && satisfied(request),
  )
  if (found === undefined) throw new Error('no such request')
  return found
}

/** Prepares a payment of a group and signs it, which asks the other members. Answers the id of the request. */
export async function asking(member: Member, input: PrepareInput): Promise<RequestId> {
  const { wallet, account } = member
  const review = await wallet.calls['payments.prepare'](input)
  await agreeing(wallet, account, review)
  await sees(member, review.paymentId, ({ signedByMe }) => signedByMe)
  return review.paymentId
}

export const signing = (account: UserId, review: RequestReview) => ({
  account,
  requestId: review.request.requestId,
  digest: review.digest,
  passphrase: null,
  accepted: review.checks.filter(({ result }) => result === 'attention').map(({ id }) => id),
})

/** Reviews and signs as a careless person would: whatever can be ticked is ticked. */
export const cosign = ({ wallet, account }: Member, requestId: RequestId): Promise<RequestView> =>
  lookingAgain(async () => {
    const review = await wallet.calls['approvals.review']({ account, requestId })
    return wallet.calls['approvals.sign'](signing(account, review))
  })
