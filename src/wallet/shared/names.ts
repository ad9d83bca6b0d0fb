import type { Asset, AssetId, AssetTable, Hash, Holder, HolderId, User, UserId } from '#contract/domain'
import type { AssetView, PartyView } from '#contract/ipc'
import { encodeMixAddress, kernelAssetId, MIX_MEMBERS_MAX, mixAddressOf } from '#protocol'
import { priceUnits } from '#protocol/text'
import type { AccountStore } from '#store'
import { said } from '#words/facts'

type UserView = Extract<PartyView, { kind: 'user' }>['user']

/** Address that names a group's members and threshold. */
export function groupAddress({ members, threshold }: Pick<Holder, 'members' | 'threshold'>): string {
  return encodeMixAddress(mixAddressOf([...members].sort(), threshold))
}

export function isGroup({ members, threshold }: Pick<Holder, 'members' | 'threshold'>): boolean {
  return (
    Number.isInteger(threshold) && threshold >= 1 && threshold <= members.length && members.length <= MIX_MEMBERS_MAX
  )
}

const CHANGE = /^-?\d{1,30}(?:\.\d{1,30})?$/

/** Of what nobody trades the service says a price of nothing, which is none. */
function marketOf(served: Asset | undefined): Pick<AssetView, 'priceUsd' | 'changeUsd'> {
  if (served === undefined || priceUnits(served.price_usd) === undefined) return { priceUsd: null, changeUsd: null }
  return { priceUsd: served.price_usd, changeUsd: CHANGE.test(served.change_usd) ? served.change_usd : null }
}

function tagOf(asset: Asset | undefined, otherwise: AssetView['tag']): AssetView['tag'] {
  if (otherwise === 'needed' || asset?.withdrawal_memo_possibility === 'positive') return 'needed'
  if (asset?.withdrawal_memo_possibility === 'possible') return 'possible'
  return otherwise
}

function relationshipOf(record: User | undefined): UserView['relationship'] {
  if (record?.relationship === 'FRIEND') return 'friend'
  return record?.relationship === 'BLOCKING' ? 'blocked' : 'stranger'
}

export type Directory = ReturnType<typeof createDirectory>

/** Characters of what the service says that a name, a symbol or number, and an address may have; what is longer is cut. */
const NAME_MAX = 128
const SYMBOL_MAX = 32
const URL_MAX = 2048

/**
 * Names for ids. Assets of Coffer's own table keep the names of that table, whatever the service says; people are what the
 * service says of them. Who is asked for and not known is remembered, so that sync can read them.
 */
export function createDirectory(deps: {
  readonly table: AssetTable
  readonly cache: AccountStore['cache']
  readonly account: UserId
  /** What the account's own groups are called here. */
  readonly groups: Pick<AccountStore['intents']['groups'], 'get'>
}) {
  const { cache } = deps
  const listed = new Map(deps.table.assets.map((asset) => [asset.asset_id, asset]))
  const listedKernels = new Map(deps.table.assets.map((asset) => [asset.kernel_asset_id, asset.asset_id as AssetId]))
  const chains = new Map(deps.table.chains.map((chain) => [chain.chain_id, chain]))
  const unknownUsers = new Set<UserId>()
  const unknownAssets = new Set<AssetId | Hash>()

  function chain(chainId: AssetId): {
    name: AssetView['chainName']
    symbol: string
    confirmations: number
    tag: AssetView['tag']
  } {
    const known = chains.get(chainId)
    const served = cache.chains.get(chainId)
    return {
      name: known?.name ?? served?.name.slice(0, NAME_MAX) ?? said('shared.unknown-network'),
      symbol: (known?.symbol ?? served?.symbol ?? '').slice(0, SYMBOL_MAX),
      confirmations: served?.threshold || known?.confirmations || 0,
      tag: known === undefined ? 'possible' : (known.tag as AssetView['tag']), // the table is ours
    }
  }

  /** The service's record and the formulas agree; a listed asset must also lie on the chain of the table. */
  function isConsistent(assetId: AssetId, served: Asset | undefined): boolean {
    if (served === undefined) return true
    const entry = listed.get(assetId)
    return (
      served.kernel_asset_id === kernelAssetId(assetId) && (entry === undefined || entry.chain_id === served.chain_id)
    )
  }

  function asset(assetId: AssetId): AssetView {
    const entry = listed.get(assetId)
    const served = cache.assets.get(assetId)
    if (entry === undefined && served === undefined) unknownAssets.add(assetId)
    const chainId = (entry?.chain_id ?? served?.chain_id ?? assetId) as AssetId
    const on = chain(chainId)
    return {
      assetId,
      chainId,
      kernelAssetId: kernelAssetId(assetId) as Hash,
      symbol: (entry?.symbol ?? served?.symbol ?? '?').slice(0, SYMBOL_MAX),
      name: (entry?.name ?? served?.name)?.slice(0, NAME_MAX) ?? said('shared.unknown-asset'),
      chainName: on.name,
      chainSymbol: on.symbol,
      precision: entry?.precision ?? served?.precision ?? 8,
      confirmations: served?.confirmations || on.confirmations,
      ...marketOf(served),
      trust: !isConsistent(assetId, served) ? 'mismatch' : entry === undefined ? 'unlisted' : 'listed',
      tag: tagOf(served, on.tag),
    }
  }

  function user(userId: UserId, record: User | undefined = cache.users.get(userId)): UserView {
    if (record === undefined) unknownUsers.add(userId)
    return {
      userId,
      name: (record?.full_name ?? '').slice(0, NAME_MAX),
      identityNumber: (record?.identity_number ?? '').slice(0, SYMBOL_MAX),
      avatarUrl: (record?.avatar_url ?? '').slice(0, URL_MAX),
      bot: record?.app != null,
      verified: record?.is_verified ?? false,
      scam: record?.is_scam ?? false,
      deactivated: record?.is_deactivated ?? false,
      registered: record?.has_safe ?? null,
      relationship: userId === deps.account ? 'self' : relationshipOf(record),
    }
  }

  return {
    asset,
    user,
    chain,
    /** The asset a kernel id stands for; undefined while nobody has named it. */
    assetOfKernel(kernel: Hash): AssetView | undefined {
      const own = listedKernels.get(kernel)
      const id = own ?? cache.assets.byKernel(kernel)?.asset_id
      // Whatever a service calls by the id of a listed asset is not counted as that.
      if (id === undefined || (own === undefined && listed.has(id))) {
        unknownAssets.add(kernel)
        return undefined
      }
      return asset(id)
    },
    /** Decimals that its chain counts it with; null where nobody said. Here it has eight all the same. */
    decimalsOf: (assetId: AssetId): number | null =>
      listed.get(assetId)?.precision ?? cache.assets.get(assetId)?.precision ?? null,
    /** Whether anybody said what it is. */
    isKnown: (assetId: AssetId): boolean => listed.has(assetId) || cache.assets.get(assetId) !== undefined,
    listedAssets: (): AssetView[] => deps.table.assets.map((entry) => asset(entry.asset_id as AssetId)),
    /** Of members or a threshold that no address can hold, which the service may still name, nobody is known. */
    group(members: readonly UserId[], threshold: number, membersHash: Hash): PartyView {
      if (!isGroup({ members, threshold })) return { kind: 'unknown' }
      const own = deps.groups.get(`${membersHash}:${threshold}` as HolderId) // how holders are named
      return {
        kind: 'group',
        membersHash,
        threshold,
        members: members.map((id) => user(id)),
        name: own?.name ?? null,
        address: groupAddress({ members, threshold }),
      }
    },
    /** Takes the ids that were asked for in vain since the last time. */
    takeUnknown(): { users: UserId[]; assets: (AssetId | Hash)[] } {
      const taken = { users: [...unknownUsers], assets: [...unknownAssets] }
      unknownUsers.clear()
      unknownAssets.clear()
      return taken
    },
  }
}

interface NamedAsset {
  readonly asset_id: AssetId | null
  readonly kernel_asset_id: Hash | null
}

/** Of an asset that is not known; none has this id. */
const NO_ASSET = '00000000-0000-0000-0000-000000000000' as AssetId

/**
 * What a record of the service is about: the kernel's id follows from an asset's own, so that a record which names another asset beside it is not
 * about that one.
 */
export function assetOfRecord(
  { asset, assetOfKernel }: Pick<Directory, 'asset' | 'assetOfKernel'>,
  { asset_id: named, kernel_asset_id: kernel }: NamedAsset,
): AssetView {
  const claimed = named === null ? undefined : asset(named)
  if (claimed !== undefined && (kernel === null || claimed.kernelAssetId === kernel)) return claimed
  return (kernel === null ? undefined : assetOfKernel(kernel)) ?? asset(NO_ASSET)
}
