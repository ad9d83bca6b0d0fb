import type { Nanos, NetworkProfile, SequencerUser, UserId } from '#contract/domain'
import { CofferError, codeOf, failure } from '#contract/errors'
import type { AccountView } from '#contract/ipc'
import { parseKeystore } from '#protocol'
import { createRemote, type Remote } from '#remote'
import type { Account } from '#store'
import type { Credentials } from '#vault'
import type { CallsOf } from './calls.ts'
import { actReview } from './consent.ts'
import type { WalletDeps } from './deps.ts'
import { newAccount, refreshAccount } from './found.ts'
import { type Runtime, selfHolder } from './runtime.ts'
import { localPermission, ownerOf, permissionState, readPermission } from './watching.ts'

interface Parts {
  readonly deps: WalletDeps
  /** Opens the account's files and client, or gives the ones that are open. */
  readonly open: (account: Account) => Runtime
  readonly close: (account: UserId) => Promise<void>
  readonly announce: () => void
}

export type AccountCalls = CallsOf<'accounts' | 'keys' | 'registration'>

/** What an account still lacks. Without an open vault only what was once finished is known. */
export function accountView(account: Account, deps: WalletDeps): AccountView {
  const { locked } = deps.vault.status()
  const keys = locked ? null : deps.vault.accounts.describe(account.id)
  return {
    account: account.id,
    holder: account.holder,
    name: account.name === '' ? account.id.slice(0, 8) : account.name,
    identityNumber: account.identityNumber,
    avatarUrl: account.avatarUrl,
    kind: account.kind,
    stage: keys?.lost === true ? 'lost' : account.kind === 'watch' ? 'ready' : stageOf(account, keys),
    publicKey: keys?.publicKey ?? account.publicKey,
    colour: account.colour,
    order: account.order,
    createdAt: account.createdAt,
    backedUpAt: account.backedUpAt,
  }
}

function stageOf(
  account: Account,
  keys: { hasSpendKey: boolean; pendingPhrase: boolean } | null,
): AccountView['stage'] {
  if (keys === null) return account.registeredAt === null ? 'needs_registration' : 'ready'
  if (keys.hasSpendKey) return account.registeredAt === null ? 'needs_registration' : 'ready'
  return keys.pendingPhrase ? 'needs_backup' : 'needs_key'
}

/**
 * From nothing to an account that can receive: a session, a spend key with its phrase, registration. Each step is kept
 * before the next, so that closing the window in between loses nothing.
 */
export function accountCalls({ deps, open, close, announce }: Parts): AccountCalls {
  const { profile, vault, clock, network } = deps

  function find(id: UserId): Account {
    const account = profile.accounts.get(id)
    if (account === undefined) throw failure('wallet.account_unknown', 'no such account')
    return account
  }

  function save(account: Account): AccountView {
    profile.accounts.put(account)
    announce()
    return accountView(account, deps)
  }

  /** Keys are only taken in where they can be sealed: a keychain, or a passphrase. */
  function needSeal(): void {
    const { store, passphrase } = vault.status()
    if (store === 'file' && !passphrase)
      throw failure('vault.passphrase_needed', 'without a keychain a passphrase comes first')
  }

  async function adopt({ userId, ...credentials }: ReadKeystore, name: string): Promise<Account> {
    const known = profile.accounts.get(userId)
    if (known !== undefined && !vault.accounts.describe(userId).lost) {
      throw failure('wallet.account_exists', 'account is here already')
    }
    await vault.accounts.add(userId, credentials).catch(async (error: unknown) => {
      // A crash between this and what follows left an account that only the vault knows.
      if (codeOf(error) !== 'wallet.account_exists') throw error
      if (vault.accounts.describe(userId).hasSpendKey) return
      await vault.accounts.remove(userId)
      await vault.accounts.add(userId, credentials)
    })
    const { publicKey } = vault.accounts.describe(userId)
    const account = { ...(known ?? newAccount(userId, { name, order: nextOrder(), now: clock.now() })), publicKey }
    profile.accounts.put(account)
    return account
  }

  /** A watched account is what the service says of it, and has no key here. */
  async function watch(text: string): Promise<AccountView> {
    const permission = readPermission(text)
    const me = await ownerOf(permission, deps)
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

  /** Adopts, reads the service's record, and gives the account up again if it is refused. */
  async function bringIn(keystore: ReadKeystore, name: string): Promise<Account> {
    const known = profile.accounts.get(keystore.userId)
    const account = await adopt(keystore, name)
    try {
      const me = await open(account).remote.call('me.read')
      const fresh = refreshAccount(account, me, deps)
      if (fresh.registeredAt !== null) await open(fresh).start()
      return fresh
    } catch (error) {
      await close(account.id)
      await vault.accounts.remove(account.id)
      // An account whose keys were lost stays, still without them.
      if (known === undefined) profile.accounts.remove(account.id)
      else profile.accounts.put(known)
      throw error
    }
  }

  async function afterKey(account: Account, patch: Partial<Account>): Promise<AccountView> {
    // Written before the key is looked at: a lock that comes now must not lose that the words were written down.
    profile.accounts.put({ ...account, ...patch })
    const kept = { ...account, ...patch, publicKey: vault.accounts.describe(account.id).publicKey }
    profile.accounts.put(kept)
    const runtime = open(kept)
    const me = await runtime.remote.call('me.read')
    const fresh = refreshAccount(kept, me, deps)
    if (fresh.registeredAt !== null) await runtime.start()
    announce()
    return accountView(fresh, deps)
  }

  return {
    async 'accounts.createLocal'({ name }) {
      localOnly(network)
      needSeal()
      const keystore = await publicRemote().call('local.account', {
        body: { full_name: name, kind: 'user', neighbours: true },
      })
      const account = await bringIn(readKeystore(keystore), name)
      announce()
      return accountView(account, deps)
    },

    async 'accounts.importKeystore'({ keystore }) {
      needSeal()
      const account = await bringIn(readKeystore(keystore), '')
      announce()
      return accountView(account, deps)
    },

    async 'accounts.recoverLocal'({ phrase }) {
      localOnly(network)
      needSeal()
      const timestamp = Number(clock.now() / 1_000_000_000n)
      const claim = await vault.claimWithPhrase(phrase, timestamp)
      const keystore = await publicRemote().call('local.session', {
        body: { public_key: claim.publicKey, timestamp, signature: claim.signature },
      })
      const account = await bringIn(readKeystore(keystore), '')
      await vault.accounts.restorePhrase(account.id, phrase, { expected: claim.publicKey, replaces: true })
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
      return watch(permission)
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

    async 'keys.create'({ account }) {
      find(account)
      needSeal()
      const words = await vault.accounts.createPhrase(account)
      announce()
      return { words }
    },

    async 'keys.quiz'({ account }) {
      find(account)
      return { positions: await vault.accounts.quizPositions(account) }
    },

    async 'keys.answerQuiz'({ account, words }) {
      const found = find(account)
      await vault.accounts.answerQuiz(account, words)
      return afterKey(found, { backedUpAt: clock.now() })
    },

    async 'keys.restore'({ account, phrase }) {
      const found = find(account)
      needSeal()
      const me = await open(found).remote.call('me.read')
      const expected = me.has_safe ? me.spend_public_key : null
      await vault.accounts.restorePhrase(account, phrase, {
        expected,
        replaces: me.has_safe ? expected !== null : true,
      })
      return afterKey(found, { backedUpAt: clock.now() })
    },

    async 'keys.reveal'({ account, passphrase }) {
      const shown = actReview('reveal', account, {
        title: `Show the 24 words of ${find(account).name}`,
        lines: ['Whoever sees them can take everything that this account holds.'],
        verb: 'Show them',
      })
      return { passphrase, shown, act: async () => ({ words: await vault.accounts.reveal(account, passphrase) }) }
    },

    async 'registration.explain'({ account }) {
      const found = find(account)
      const { publicKey } = vault.accounts.describe(account)
      if (publicKey === null) throw failure('vault.key_missing', 'there is no key to register yet')
      return {
        userId: account,
        publicKey,
        signedText: `SEQUENCER:REGISTER:${account}${publicKey}`,
        registered: found.registeredAt !== null,
      }
    },

    async 'registration.submit'({ account }) {
      const found = find(account)
      const runtime = open(found)
      let me = await runtime.remote.call('me.read')
      if (!me.has_safe) {
        if (me.tip_key_base64 === '') {
          await runtime.remote.call('pin.update', { body: await runtime.signer.setPin() })
        }
        me = await registerOnce(runtime, network)
      }
      const fresh = refreshAccount(found, me, deps)
      if (fresh.registeredAt === null)
        throw failure('wallet.account_not_ready', 'the service does not call it registered')
      await runtime.start()
      announce()
      return accountView(fresh, deps)
    },
  }
}

const NANOS = 1_000_000_000n

/** A lost answer is no failure: whether the account is registered is asked, not guessed. */
async function registerOnce(runtime: Runtime, network: NetworkProfile): Promise<SequencerUser> {
  try {
    return await runtime.remote.call('me.register', {
      body: await runtime.signer.registration({ dialect: network.dialect }),
    })
  } catch (error) {
    if (!UNDECIDED.has(codeOf(error))) throw error
    const me = await runtime.remote.call('me.read')
    if (!me.has_safe) throw error
    return me
  }
}

const UNDECIDED: ReadonlySet<string> = new Set([
  'remote.timeout',
  'remote.unreachable',
  'remote.server',
  'remote.malformed',
])

function localOnly(network: NetworkProfile): void {
  if (network.kind !== 'local')
    throw failure('wallet.local_only', 'accounts are made in place on the local network only')
}

interface ReadKeystore extends Credentials {
  readonly userId: UserId
}

/** The JSON that a developer dashboard or the local network gives, in its present or its older form. */
function readKeystore(source: unknown): ReadKeystore {
  try {
    const parsed = parseKeystore(source)
    if (parsed.kind !== 'session') throw failure('input.keystore', 'no keys', { details: { form: 'permission' } })
    return {
      userId: parsed.userId as UserId, // the parser checked the uuid
      sessionId: parsed.sessionId,
      sessionSeed: parsed.sessionPrivateKey,
      pinPublicKey: parsed.pinPublicKey,
      spendSeed: parsed.spendPrivateKey,
    }
  } catch (error) {
    const { form, what } = error instanceof CofferError ? error.details : {}
    throw failure('input.keystore', 'not a complete keystore', {
      details: typeof form === 'string' ? { form } : typeof what === 'string' ? { what } : {},
      cause: error,
    })
  }
}
