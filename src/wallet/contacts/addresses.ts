import { v4 as uuid } from 'uuid'
import type { Random } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Input } from '#contract/ipc'
import type { ContactAddress } from '#store'
import { ruleTime } from '../policies/kept.ts'
import { needForm } from '../shared/address-form.ts'
import type { Desk } from '../shared/desk.ts'
import { sameAddress } from '../shared/ends.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import { savedAddress } from '../shared/placed-by.ts'

type AddressInput = Omit<Input<'contacts.saveAddress'>, 'account'>

/**
 * Keeps an address under a name once the service has read the same address out of it. Throws `input.invalid` for one that
 * is there already, and where the chain needs a tag and none is given.
 */
export async function saveAddress(runtime: Desk, input: AddressInput, random: Random): Promise<ContactAddress> {
  const { chainId, tag } = input
  const known = runtime.store.intents.contactAddresses
  if (input.addressId !== null && known.get(input.addressId) === undefined)
    throw failure('input.invalid', 'no such address', { details: { field: 'address' } })
  if (runtime.directory.chain(chainId).tag === 'needed' && tag === '')
    throw failure('input.invalid', 'this chain needs a tag', { details: { field: 'tag' } })
  needForm(runtime.directory, chainId, input.destination)
  const { destination } = await runtime.remote.call('addresses.check', {
    query: { asset: chainId, destination: input.destination, ...(tag === '' ? {} : { tag }) },
  })
  if (!sameAddress(destination, input.destination))
    throw failure('remote.address_malformed', 'the service reads another address out of it')
  if (input.userId !== null) await fetchMissingUsers(runtime, [input.userId])
  const same = savedAddress(runtime.store.intents, { chainId, destination, tag })
  if (same !== undefined && same.id !== input.addressId)
    throw failure('input.address_known', 'saved already', { details: { label: same.label } })
  return known.save(
    {
      id: input.addressId ?? uuid({ random: random(16) }),
      userId: input.userId,
      label: input.label,
      chainId,
      destination,
      tag,
    },
    ruleTime(runtime),
  )
}
