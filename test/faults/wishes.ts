import type { AssetId, Hash, HolderId, RequestId, UserId } from '#contract/domain'
import { formatAmount, kernelAssetId, parseAmount, toAmount } from '#protocol'
import type { Group } from '../support/group.ts'
import type { Person, TestLocalnet } from '../support/localnet.ts'
import type { TrueLedger, TrueTransaction } from '../support/true-ledger.ts'
import type { Victim } from '../support/victim.ts'
import { approving, type OpenWallet } from '../support/wallet.ts'

/* What a kind of payment is, and what several of them need. */

/** A person with a wallet, and the honest people around. */
export interface Desk {
  readonly net: TestLocalnet
  readonly ledger: TrueLedger
  readonly ben: Person
  /** The other member of the group. */
  readonly partner: Person
  readonly victim: Victim
  readonly group: Group
  readonly items: Hash[]
}

/** What is wished once; plain data, so that another process can be told. */
export interface Scene {
  readonly payee: UserId
  /** Of this amount there is no other, so that the ledger tells this wish from all others. */
  readonly amount: string
  readonly holder: HolderId | null
  readonly since: number
  readonly inscription: Hash | null
  readonly requestId: RequestId | null
  /** A payment of before that this one is to make impossible, or to try again. */
  readonly before: RequestId | null
}

export interface Ready {
  readonly paymentId: RequestId
  approve(): Promise<unknown>
}

export interface Kind {
  readonly name: string
  /** Goes the way of another one for the most part: only `npm run faults` plays it. */
  readonly seldom?: true
  /** Calls of the network that matter on its way. */
  readonly calls: readonly CallName[]
  /** Assets whose balances it moves. */
  readonly assets: readonly AssetId[]
  stock(desk: Desk): Promise<void>
  scene(desk: Desk, count: number): Promise<Partial<Scene>>
  /** From the wish to what a person is shown. */
  prepare(wallet: OpenWallet, account: UserId, scene: Scene): Promise<Ready>
  /** What others have to do before one of these payments can end; done again and again, also while the person's own wallet is closed. */
  others?(desk: Desk, ids: readonly RequestId[]): Promise<void>
  /** What stood in its way from the beginning is over. */
  heal?(desk: Desk): void
  /** How often the wish came true on the ledger. */
  done(desk: Desk, scene: Scene): number
}

export const CALLS = {
  keys: /^POST \/safe\/keys$/,
  verify: /^POST \/safe\/transaction\/requests$/,
  send: /^POST \/safe\/transaction$/,
  state: /^GET \/safe\/transactions\/[^/]+$/,
  coins: /^GET \/safe\/outputs$/,
  fees: /^GET \/safe\/assets\/[^/]+\/fees$/,
  history: /^GET \/safe\/snapshots$/,
  create: /^POST \/safe\/multisigs$/,
  record: /^GET \/safe\/multisigs\/[^/]+$/,
  sign: /^POST \/safe\/multisigs\/[^/]+\/sign$/,
} as const
export type CallName = keyof typeof CALLS

/** On another chain. */
export const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

export const ready = (wallet: OpenWallet, account: UserId, review: Parameters<typeof approving>[1]): Ready => ({
  paymentId: review.paymentId,
  approve: () => wallet.calls['payments.approve'](approving(account, review)),
})

/** Transactions of the person, or of the group, that pay this very amount to whom it is meant for. */
export function paid(
  desk: Desk,
  scene: Scene,
  asset: AssetId,
  isTo: (output: TrueTransaction['outputs'][number]) => boolean,
) {
  const amount = parseAmount(scene.amount)
  const sent =
    scene.holder === null
      ? desk.ledger.sentBy([desk.victim.account])
      : desk.ledger.sentBy(desk.group.ids, desk.group.threshold)
  return sent
    .filter((each) => each.asset === kernelAssetId(asset))
    .flatMap(({ outputs }) => outputs)
    .filter((output) => output.amount === amount && isTo(output)).length
}
export const toBen =
  (scene: Scene) =>
  ({ members }: TrueTransaction['outputs'][number]): boolean =>
    members?.join() === scene.payee

export const fund = (asset: AssetId, amount: string) => async (desk: Desk) =>
  void (await desk.victim.person.fund(asset, amount))

/** No two wishes of a run have the same. */
export const amountOf = (count: number): string => formatAmount(toAmount(BigInt(100_000 + count)))
