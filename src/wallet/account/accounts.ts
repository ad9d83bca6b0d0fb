import type { Nanos, NetworkProfile, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { AccountView } from '#contract/ipc'
import type { Permission } from '#protocol'
import { createRemote, type Remote } from '#remote'
import type { Account } from '#store'
import type { Credentials } from '#vault'
import type { CallsOf } from '../shared/calls.ts'
import { actReview } from '../shared/consent.ts'
import { selfHolder } from '../shared/desk.ts'
import { type Brought, needRegistered, ownerOf, readBrought } from './bringing.ts'
import { newAccount, refreshAccount } from './found.ts'
import { importAll } from './import-all.ts'
import { accountView, type KeyParts, keeping, wantedKey } from './keys.ts'
import { rememberRegistered } from './registered.ts'
import { localPermission, ownerOf as ownerOfPermission, permissionState, readPermission } from './watch-only.ts'

interface Parts extends KeyParts {
  readonly close: (account: UserId) => Promise<void>
}

export type AccountCalls = CallsOf<'accounts'>

/**
 * From nothing to an account that can receive: a session, a spend key with its phrase, registration. Each step is kept
 * before the next, so that closing the window in between loses nothing.
 */
export function accountCalls(parts: Parts): AccountCalls {
  const { deps, open, close, announce } = parts
  const { profile, vault, clock, network } = deps
  const { find, save, needSeal, askRegistered, afterKey, proved } = keeping(parts)

  async function adopt({ userId, ...credentials }: ReadKeystore, name: string): Promise<Account> {
    await vault.accounts.add(userId, credentials).catch(async (error: unknown) => {
      // A crash between this and what follows left an account that only the vault knows.
      if (codeOf(error) !== 'wallet.account_exists') throw error
      await vault.accounts.renewSession(userId, credentials)
    })
    const { publicKey } = vault.accounts.describe(userId)
    const account = { ...newAccount(userId, { name, order: nextOrder(), now: clock.now() }), publicKey }
    profile.accounts.put(account)
    return account
  }

  /** A watched account is what the service says of it, and has no key here. */
  async function watch(permission: Permission): Promise<AccountView> {
    const me = await ownerOfPermission(permission, deps)
    const known = profile.accounts.get(me.user_id)
    if (known !== undefined && known.kind !== 'watch') {
      throw failure('wallet.account_exists', 'account is here with its keys already')
    }
    await vault.accounts.permit(me.user_id, permission)
    const order = known?.order ?? nextOrder()
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
    const view = save(account)
    const runtime = open(account)
    await runtime.start()
    runtime.refreshSoon()
    return view
  }

  const nextOrder = (): number => Math.max(-1, ...profile.accounts.list().map(({ order }) => order)) + 1

  const publicRemote = (): Remote => {
    const { fetch, random, log } = deps
    return createRemote({ baseUrl: network.baseUrl, dialect: network.dialect, fetch, clock, random, log })
  }

  /** An account that is not here yet: adopts it, reads the service's record, and gives it up again if it is refused. */
  async function bringIn(keystore: ReadKeystore, name: string): Promise<Account> {
    const account = await adopt(keystore, name)
    try {
      const me = await open(account).remote.call('me.read')
      const fresh = refreshAccount(account, me, deps)
      if (fresh.registeredAt !== null) await open(fresh).start()
      return fresh
    } catch (error) {
      await close(account.id)
      await vault.accounts.remove(account.id)
      profile.accounts.remove(account.id)
      throw error
    }
  }

  /** Whoever the session speaks for is asked, and a key compared, before anything is kept; what fails leaves nothing. */
  async function bring(brought: Brought): Promise<Account> {
    const { userId, session, spendKey } = brought
    const me = await ownerOf(brought, deps)
    const said = rememberRegistered(profile, me)
    if (spendKey !== null) needRegistered(spendKey, said)
    const known = profile.accounts.get(userId)
    const account =
      known === undefined ? await bringIn({ userId, ...session, spendSeed: null }, '') : await renew(known, brought)
    if (spendKey === null) return account
    await vault.accounts.restoreKey(userId, spendKey, wantedKey(said))
    const kept = await proved(refreshAccount(account, me, deps), account)
    if (kept.registeredAt !== null) await open(kept).start()
    return kept
  }

  /** A session that was made anew, or a keystore for what was only watched: everything else stays. */
  async function renew(known: Account, { userId, session }: Brought): Promise<Account> {
    const isPermitted = vault.accounts.permission(userId) !== null
    if (vault.accounts.list().includes(userId) && !vault.accounts.describe(userId).lost) {
      await vault.accounts.renewSession(userId, session)
    } else await vault.accounts.add(userId, { ...session, spendSeed: null })
    // What ran until now asked with the permission.
    if (isPermitted) await close(userId)
    const runtime = open(known)
    if (known.registeredAt !== null) await runtime.start()
    runtime.refreshSoon()
    return known
  }

  return {
    async 'accounts.createLocal'({ name }) {
      localOnly(network)
      needSeal()
      const keystore = await publicRemote().call('local.account', {
        body: { full_name: name, kind: 'user', neighbours: true },
      })
      const account = await bringIn(readKeystore(JSON.stringify(keystore)), name)
      announce()
      return accountView(account, deps)
    },

    async 'accounts.importKeystore'({ keystore }) {
      needSeal()
      const account = await bring(readBrought(keystore))
      announce()
      return accountView(account, deps)
    },

    async 'accounts.importAll'({ sources }) {
      needSeal()
      const results = await importAll(sources, {
        ask: async (brought) => rememberRegistered(profile, await ownerOf(brought, deps)),
        isHere: (id) => profile.accounts.get(id) !== undefined,
        bring: async (brought) => accountView(await bring(brought), deps),
        watch,
        restore: async (account, words) => {
          const found = find(account)
          await vault.accounts.restorePhrase(account, words, wantedKey(await askRegistered(found)))
          return afterKey(found, { backedUpAt: clock.now() })
        },
      })
      announce()
      return { results }
    },

    async 'accounts.recoverLocal'({ phrase }) {
      localOnly(network)
      needSeal()
      const timestamp = Number(clock.now() / 1_000_000_000n)
      const claim = await vault.claimWithPhrase(phrase, timestamp)
      const keystore = await publicRemote().call('local.session', {
        body: { public_key: claim.publicKey, timestamp, signature: claim.signature },
      })
      // An account that is here already is given the session, and then its key.
      const account = await bring(readBrought(JSON.stringify(keystore)))
      await vault.accounts.restorePhrase(account.id, phrase, {
        expected: claim.publicKey,
        replaces: true,
        needsProof: false,
      })
      return afterKey(account, { backedUpAt: clock.now() })
    },

    async 'accounts.rename'({ account, name }) {
      return save({ ...find(account), name })
    },

    async 'accounts.setColour'({ account, colour }) {
      return save({ ...find(account), colour })
    },

    async 'accounts.reorder'({ accounts }) {
      for (const account of accounts) find(account)
      profile.accounts.reorder(accounts)
      announce()
      return null
    },

    async 'accounts.watch'({ permission }) {
      needSeal()
      return watch(readPermission(permission))
    },

    async 'accounts.permission'({ account }) {
      const found = find(account)
      const facts = vault.accounts.permission(account)
      if (facts === null) return null
      const expiresAt = facts.expiresAt === null ? null : ((BigInt(facts.expiresAt) * NANOS) as Nanos)
      const problem = open(found).sync.status().problem?.code ?? null
      return {
        kind: facts.kind,
        scopes: facts.scope === null ? null : facts.scope.split(' '),
        expiresAt,
        appId: facts.appId,
        state: permissionState(expiresAt, clock.now(), problem),
      }
    },

    async 'accounts.localPermission'({ account, kind }) {
      localOnly(network)
      find(account)
      return { permission: await localPermission(account, kind, { remote: publicRemote(), random: deps.random }) }
    },

    async 'accounts.remove'({ account, passphrase }) {
      const { name } = find(account)
      const shown = actReview('remove', account, {
        title: `Remove ${name} from this computer`,
        lines: ['Its keys are deleted here. Without the 24 words or a backup nobody can bring them back.'],
        verb: 'Remove',
      })
      return {
        ...{ passphrase, shown },
        async act() {
          find(account)
          await close(account)
          await vault.accounts.remove(account)
          profile.accounts.remove(account)
          announce()
          return null
        },
      }
    },
  }
}

const NANOS = 1_000_000_000n

function localOnly(network: NetworkProfile): void {
  if (network.kind !== 'local')
    throw failure('wallet.local_only', 'accounts are made in place on the local network only')
}

interface ReadKeystore extends Credentials {
  readonly userId: UserId
}

/** What the local network gives an account that it has made. */
function readKeystore(text: string): ReadKeystore {
  const { userId, session, spendKey } = readBrought(text)
  return { userId, ...session, spendSeed: spendKey }
}
