import type { AssetId, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Payee } from '#contract/ipc'
import type { PaymentsDesk } from '../payments/desk.ts'
import { needForm } from '../shared/address-form.ts'
import { nobody } from '../shared/nobody.ts'

/**
 * The address as the service reads it, of those that may be one of the chain. Where only the tag is missing, the address is whole: the form
 * asks for the tag. Throws `remote.address_malformed`.
 */
export async function checkedDestination(
  runtime: PaymentsDesk,
  assetId: AssetId,
  text: string,
  tag: string,
): Promise<string> {
  needForm(runtime.directory, runtime.directory.asset(assetId).chainId, text)
  try {
    const query = { asset: assetId, destination: text, ...(tag === '' ? {} : { tag }) }
    return (await runtime.remote.call('addresses.check', { query })).destination
  } catch (error) {
    if (codeOf(error) === 'remote.withdrawal_memo' && tag === '') return text
    throw error
  }
}

/** Reads everybody behind a payee anew, so that a registration of a minute ago counts. */
export async function refreshPeople(payee: Payee, runtime: PaymentsDesk): Promise<readonly UserId[]> {
  const ids = payee.kind === 'user' ? [payee.userId] : payee.kind === 'group' ? payee.members : []
  if (ids.length === 0) return []
  const users = await runtime.remote.call('users.fetch', { body: [...ids] })
  runtime.store.cache.users.put(users)
  const found = new Set(users.map((user) => user.user_id))
  if (ids.some((id) => !found.has(id))) throw nobody()
  return users.filter((user) => user.has_safe === false).map((user) => user.user_id)
}

/**
 * Whoever is to be paid is looked up once more, as they are now. Throws `input.payee`, `wallet.payee_unregistered`, `wallet.payee_changed`,
 * and of an address what the service says against it.
 */
export async function needPayable(runtime: PaymentsDesk, payee: Payee, assetId: AssetId): Promise<void> {
  const unregistered = await refreshPeople(payee, runtime)
  if (unregistered.length > 0) {
    const names = unregistered.map((id) => runtime.directory.user(id).name || id)
    throw failure('wallet.payee_unregistered', 'a payee is not registered', { details: { names } })
  }
  if (payee.kind === 'chain') await checkedDestination(runtime, assetId, payee.destination, payee.tag)
  if (payee.kind !== 'user') return
  const { name, identityNumber } = runtime.directory.user(payee.userId)
  const pin = runtime.store.intents.contactPins.get(payee.userId)
  if (pin === undefined || pin.identityNumber === identityNumber) return
  throw failure('wallet.payee_changed', 'a payee has another number than before', {
    details: { name, number: identityNumber, before: pin.identityNumber },
  })
}
