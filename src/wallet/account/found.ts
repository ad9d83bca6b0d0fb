import type { Nanos, SequencerUser, UserId } from '#contract/domain'
import { type Assumption, codeOf, failure } from '#contract/errors'
import type { Account } from '#store'
import type { WalletDeps } from '../shared/deps.ts'
import { type Desk, selfHolder } from '../shared/desk.ts'
import { askOwner, registeredAs, rememberRegistered } from './registered.ts'

/** An account of which nothing but its id is known yet. */
export function newAccount(id: UserId, given: { name: string; order: number; now: Nanos }): Account {
  return {
    id,
    holder: selfHolder(id).id,
    name: given.name,
    identityNumber: '',
    avatarUrl: '',
    kind: 'user',
    colour: given.order % 8,
    order: given.order,
    createdAt: given.now,
    backedUpAt: null,
    registeredAt: null,
    publicKey: null,
  }
}

/**
 * Keeps what the service says of an account. Throws `vault.key_mismatch` where it knows it by another key, and `wallet.account_unknown`
 * where the account was removed while it was asked.
 */
export function refreshAccount(id: UserId, me: SequencerUser, { vault, profile, clock }: WalletDeps): Account {
  const { name, registeredAt } = profile.accounts.change(id, {})
  rememberRegistered(profile, me)
  const keys = vault.accounts.describe(id)
  if (
    me.has_safe &&
    keys.publicKey !== null &&
    me.spend_public_key !== null &&
    keys.publicKey !== me.spend_public_key
  ) {
    const assumption: Assumption = 'spend-key'
    throw failure('vault.key_mismatch', 'the account is registered with another key', { details: { assumption } })
  }
  return profile.accounts.change(id, {
    name: name === '' ? me.full_name : name,
    identityNumber: me.identity_number,
    avatarUrl: me.avatar_url,
    kind: me.app === null ? 'user' : 'bot',
    publicKey: keys.publicKey ?? me.spend_public_key,
    registeredAt: me.has_safe && keys.hasSpendKey ? (registeredAt ?? clock.now()) : registeredAt,
  })
}

/** Brings `profile.db` to what the vault holds. Answers the accounts of which the service is to say the rest. */
export const listFound = (deps: WalletDeps): UserId[] => [...listUnlisted(deps), ...listKeys(deps)]

/**
 * An account that was looked at until its key was kept, and the program ended before anything else was written. One that is looked at
 * because another key is registered stays what it is.
 */
function listKeys({ vault, profile, log }: WalletDeps): UserId[] {
  const found: UserId[] = []
  for (const account of profile.accounts.list()) {
    const { publicKey } = vault.accounts.describe(account.id)
    const registered = registeredAs(profile, account.id)?.publicKey ?? publicKey
    if (account.kind !== 'watch' || publicKey === null || publicKey !== registered) continue
    profile.accounts.put({ ...account, kind: 'user', publicKey })
    log('warn', 'account.key_found', { account: account.id })
    found.push(account.id)
  }
  return found
}

/**
 * Lists accounts that the vault holds and `profile.db` does not name any more, since it was damaged. A key that was put to use
 * was registered as far as anybody here can tell, until the service says otherwise; the name comes from the service too.
 */
function listUnlisted({ vault, profile, clock, log }: WalletDeps): UserId[] {
  const missing = vault.accounts.list().filter((id) => profile.accounts.get(id) === undefined)
  for (const id of missing) {
    const order = Math.max(-1, ...profile.accounts.list().map((account) => account.order)) + 1
    const { hasSpendKey, publicKey } = vault.accounts.describe(id)
    const isWatched = vault.accounts.permission(id) !== null
    profile.accounts.put({
      ...newAccount(id, { name: '', order, now: clock.now() }),
      kind: isWatched ? 'watch' : 'user',
      registeredAt: hasSpendKey || isWatched ? clock.now() : null,
      publicKey,
    })
    log('warn', 'account.found_in_vault', { account: id })
  }
  return missing
}

/** Asks the service for what was lost with `profile.db`; without an answer the account goes by its id until the next start. */
export async function nameFound(runtime: Desk, found: Account, deps: WalletDeps): Promise<void> {
  try {
    const me = await askOwner(runtime)
    const fresh = refreshAccount(found.id, me, deps)
    const kind = found.kind === 'watch' ? 'watch' : fresh.kind
    const isRegistered = me.has_safe || kind === 'watch'
    deps.profile.accounts.change(found.id, { kind, registeredAt: isRegistered ? fresh.registeredAt : null })
  } catch (error) {
    deps.log('warn', 'account.not_named', { account: found.id, code: codeOf(error) })
  }
}
