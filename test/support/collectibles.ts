import type { Hash, UserId } from '#contract/domain'
import type { Calls } from '#contract/ipc'
import { parseAmount } from '#protocol'
import { order } from './localnet.ts'
import type { OpenWallet, PlayNetwork } from './wallet.ts'
import type { CollectibleDetail, CollectibleView } from './worded.ts'

interface Item {
  readonly members: readonly UserId[]
  readonly threshold?: number
  readonly content_type?: string
  readonly content_url?: string
  readonly traits?: readonly { readonly name: string; readonly value: string }[]
}

export interface MintedCollection {
  readonly collection_hash: Hash
  readonly items: readonly { readonly inscription_hash: Hash }[]
}

/** A collection with all of its items, paid out to whom they are for. */
export async function mint(
  network: Pick<PlayNetwork, 'url'>,
  items: readonly Item[],
  more: object = {},
): Promise<MintedCollection> {
  const wish = { name: 'Kites', symbol: 'KITE', unit: '2', items, ...more }
  const made = (await order(network, 'collections', wish)) as MintedCollection // what the call answers
  await order(network, 'blocks', { count: 1 })
  return made
}

/** Waits until the account's gallery satisfies. */
export async function galleryOf(
  wallet: OpenWallet,
  account: UserId,
  satisfied: (items: readonly CollectibleView[]) => boolean,
  hidden = false,
): Promise<readonly CollectibleView[]> {
  const view = await wallet.until(
    () => wallet.calls['collectibles.list']({ account, holder: null, hidden }),
    ({ items }) => satisfied(items),
  )
  return view.items
}

export const detail = (wallet: OpenWallet, account: UserId, inscription: Hash): Promise<CollectibleDetail> =>
  wallet.calls['collectibles.item']({ account, inscription })

export const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

type Deployment = Parameters<Calls['collectibles.deploy']>[0]

export const kites = (account: UserId, more: Partial<Deployment> = {}): Deployment => ({
  ...{ account, name: 'Kites', symbol: 'KITE', description: 'In the wind.', mode: 1 },
  ...{ unit: parseAmount('2'), supply: parseAmount('6'), validation: '', treasury: null },
  icon: { mediaType: 'image/gif', base64: PIXEL },
  ...more,
})

export const words = (text: string) => ({
  mediaType: 'text/plain',
  base64: Buffer.from(text).toString('base64'),
})
