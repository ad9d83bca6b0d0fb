import type { AssetId } from '#contract/domain'
import { failure } from '#contract/errors'
import { chainOfAddress, isForeignAddress } from '#protocol'
import type { Directory } from './names.ts'

/** What is wrong with an address that is certainly none of its chain: whose form it has, as far as that is sure. */
export interface WrongForm {
  readonly of: 'form'
  readonly chain: ReturnType<Directory['chain']>['name']
  readonly like?: ReturnType<Directory['chain']>['name']
}

/** Null for every address that may be one of the chain, whether or not its form is known. */
export function wrongForm(directory: Directory, chainId: AssetId, address: string): WrongForm | null {
  if (!isForeignAddress(chainId, address)) return null
  const like = chainOfAddress(address)
  const chain = directory.chain(chainId).name
  return like === undefined ? { of: 'form', chain } : { of: 'form', chain, like: directory.chain(like as AssetId).name } // a chain of the table
}

/** Of what a person gives as a place to pay to. Throws `remote.address_malformed`, as the service does, but whatever the service says. */
export function needForm(directory: Directory, chainId: AssetId, address: string): void {
  if (wrongForm(directory, chainId, address) === null) return
  throw failure('remote.address_malformed', 'the address is none of its chain')
}
