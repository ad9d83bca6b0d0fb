import type { AssetId } from '#contract/domain'
import { formatAmountShort, TIP, tipBody } from '#protocol'
import type { Call, Handlers } from '../call.ts'
import { checkDestination } from '../chain/address.ts'
import { addressesOf, findAddress, removeAddress, saveAddress } from '../ledger/addresses.ts'
import { askedAsset } from '../ledger/assets.ts'
import type { World } from '../ledger/world.ts'
import { invalidField, notFound } from '../refusal.ts'
import { approve, pinIn } from './pins.ts'

function assetOn(world: World, assetId: string, chain: string | undefined, field: string) {
  const asset = askedAsset(world, assetId)
  if (chain !== undefined && chain !== asset.chain.chainId) throw invalidField(field, 'not the chain of the asset')
  return asset
}

function create(world: World, { caller, body }: Call<'addresses.create'>) {
  const { asset_id, label, destination, tag = '' } = body
  const { chain } = assetOn(world, asset_id, body.chain_id, 'chain_id')
  // It is the text as it was sent that the PIN approves.
  approve(world, caller, pinIn(body), () => tipBody(TIP.addressAdd + asset_id + destination + tag + label))
  const place = checkDestination(chain.chainId, destination, tag, chain.tag)
  const chain_id = chain.chainId as AssetId // the table's own uuid
  return saveAddress(world, caller.userId, { ...place, asset_id, chain_id, label })
}

function mine(world: World, { caller, params }: Call<'addresses.read' | 'addresses.remove'>) {
  const found = findAddress(world, caller.userId, params.id)
  if (found === undefined) throw notFound('The address')
  return found
}

type AddressCalls =
  | 'addresses.check'
  | 'addresses.list'
  | 'addresses.ofAsset'
  | 'addresses.read'
  | 'addresses.create'
  | 'addresses.remove'

/** The book of places on chains that the service keeps for people; Coffer keeps its own. */
export function addressCalls(world: World): Pick<Handlers, AddressCalls> {
  return {
    'addresses.check'({ query }) {
      const { chain, fees } = assetOn(world, query.asset, query.chain, 'chain')
      const fee = fees.at(-1)
      return {
        ...checkDestination(chain.chainId, query.destination, query.tag ?? '', chain.tag),
        fee_asset_id: fee?.asset_id ?? null,
        fee: fee === undefined ? '' : formatAmountShort(fee.amount),
      }
    },

    'addresses.list': ({ caller, query }) =>
      addressesOf(world, caller.userId).filter(({ chain_id }) => query.chain === undefined || chain_id === query.chain),

    'addresses.ofAsset': ({ caller, params }) =>
      addressesOf(world, caller.userId).filter(({ asset_id }) => asset_id === params.asset_id),

    'addresses.read': (call) => mine(world, call),

    'addresses.create': (call) => create(world, call),

    'addresses.remove'(call) {
      const { address_id } = mine(world, call)
      approve(world, call.caller, pinIn(call.body), () => tipBody(TIP.addressRemove + address_id))
      removeAddress(world, address_id)
      return undefined
    },
  }
}
