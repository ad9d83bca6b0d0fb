import type { UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { AccountView } from '#contract/ipc'
import type { Permission } from '#protocol'
import type { Account } from '#store'
import type { Credentials } from '#vault'
import { selfHolder } from '../shared/desk.ts'
import { type Brought, needRegistered, ownerOf } from './bringing.ts'
import { newAccount, refreshAccount } from './found.ts'
import { accountView, type Keeping, type KeyParts, wantedKey } from './keys.ts'
import { askOwner, rememberRegistered } from './registered.ts'
import { removeAccount } from './removing.ts'
import { ownerOf as ownerOfPermission } from './watch-only.ts'

/* What was brought becomes an account here, or gives one that is here its session and its key. */

export interface Context extends KeyParts, Keeping {
  readonly close: (account: UserId) => Promise<void>
}

export interface ReadKeystore extends Credentials {
  readonly userId: UserId
}

/** Whoever the session speaks for is asked, and a key compared, before anything is kept; what fails leaves nothing. */
export async function bring(context: Context, brought: Brought): Promise<Account> {
  const { deps, open, proved } = context
  const { profile, vault } = deps
  const { userId, session, spendKey } = brought
  const me = await ownerOf(brought, deps)
  const said = rememberRegistered(profile, me)
  if (spendKey !== null) needRegistered(spendKey, said)
  const known = profile.accounts.get(userId)
  const account =
    known === undefined
      ? await bringIn(context, { userId, ...session, spendSeed: null }, '')
      : await renew(context, known, brought)
  if (spendKey === null) return account
  await vault.accounts.restoreKey(userId, spendKey, wantedKey(said))
  const kept = await proved(refreshAccount(userId, me, deps), account)
  if (kept.registeredAt !== null) await open(kept).start()
  return kept
}

/** An account that is not here yet: adopts it, reads the service's record, and gives it up again if it is refused. */
export async function bringIn(context: Context, keystore: ReadKeystore, name: string): Promise<Account> {
  const { deps, open, close } = context
  const account = await addAccount(context, keystore, name)
  try {
    const me = await askOwner(open(account))
    const fresh = refreshAccount(account.id, me, deps)
    if (fresh.registeredAt !== null) await open(fresh).start()
    return fresh
  } catch (error) {
    await close(account.id)
    await removeAccount(deps, account.id)
    throw error
  }
}

async function addAccount({ deps }: Context, { userId, ...credentials }: ReadKeystore, name: string): Promise<Account> {
  const { profile, vault, clock } = deps
  await vault.accounts.add(userId, credentials).catch(async (error: unknown) => {
    // A crash between this and what follows left an account that only the vault knows.
    if (codeOf(error) !== 'wallet.account_exists') throw error
    await vault.accounts.renewSession(userId, credentials)
  })
  const { publicKey } = vault.accounts.describe(userId)
  const account = { ...newAccount(userId, { name, order: nextOrder(deps), now: clock.now() }), publicKey }
  profile.accounts.put(account)
  return account
}

/** A session that was made anew, or a keystore for what was only watched: everything else stays. */
async function renew({ deps, open, close }: Context, known: Account, { userId, session }: Brought): Promise<Account> {
  const { accounts } = deps.vault
  const isPermitted = accounts.permission(userId) !== null
  if (accounts.list().includes(userId) && !accounts.describe(userId).lost) {
    await accounts.renewSession(userId, session)
  } else await accounts.add(userId, { ...session, spendSeed: null })
  // What ran until now asked with the permission.
  if (isPermitted) await close(userId)
  const runtime = open(known)
  if (known.registeredAt !== null) await runtime.start()
  runtime.refreshSoon()
  return known
}

/** A watched account is what the service says of it, and has no key here. `needWanted` throws where nobody waits for it any more. */
export async function watch(
  { deps, open }: KeyParts,
  permission: Permission,
  needWanted: () => void = () => undefined,
): Promise<AccountView> {
  const { profile, vault, clock } = deps
  const me = await ownerOfPermission(permission, deps)
  needWanted()
  const known = profile.accounts.get(me.user_id)
  if (known !== undefined && known.kind !== 'watch') {
    throw failure('wallet.account_exists', 'account is here with its keys already')
  }
  await vault.accounts.permit(me.user_id, permission)
  const order = known?.order ?? nextOrder(deps)
  const account: Account = {
    id: me.user_id,
    holder: selfHolder(me.user_id).id,
    name: known?.name ?? me.full_name,
    identityNumber: me.identity_number,
    avatarUrl: me.avatar_url,
    kind: 'watch',
    colour: known?.colour ?? order % 8,
    order,
    createdAt: known?.createdAt ?? clock.now(),
    backedUpAt: null,
    registeredAt: known?.registeredAt ?? clock.now(),
    publicKey: me.spend_public_key,
  }
  profile.accounts.put(account)
  const view = accountView(account, deps)
  const runtime = open(account)
  await runtime.start()
  runtime.refreshSoon()
  return view
}

const nextOrder = ({ profile }: KeyParts['deps']): number =>
  Math.max(-1, ...profile.accounts.list().map(({ order }) => order)) + 1
