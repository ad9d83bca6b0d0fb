import { type Nanos, type NetworkProfile, SECOND, secondsOf, type UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { AccountView, Answer, Input } from '#contract/ipc'
import { said } from '#words/facts'
import type { CallsOf } from '../shared/calls.ts'
import { actReview, type Wish } from '../shared/consent.ts'
import { remoteFor } from '../shared/line.ts'
import { ownerOf, readBrought, untaken } from './bringing.ts'
import { importAll } from './import-all.ts'
import { accountView, type KeyParts, keeping, wantedKey } from './keys.ts'
import { bring, bringIn, type Context, type ReadKeystore, watch } from './new-account.ts'
import { rememberRegistered } from './registered.ts'
import { removeAccount } from './removing.ts'
import { localPermission, permissionState, readPermission } from './watch-only.ts'

interface Parts extends KeyParts {
  readonly close: (account: UserId) => Promise<void>
}

/**
 * From nothing to an account that can receive: a session, a spend key with its phrase, registration. Each step is kept
 * before the next, so that closing the window in between loses nothing.
 */
export function accountCalls(parts: Parts): CallsOf<'accounts'> {
  const context: Context = { ...parts, ...keeping(parts) }
  const { deps, change, find, needSeal, announce, open } = context
  return {
    async 'accounts.createLocal'({ name }) {
      localOnly(deps.network)
      needSeal()
      const body = { full_name: name, kind: 'user', neighbours: true } as const
      const keystore = await untaken(remoteFor(deps).call('local.account', { body }))
      const account = await bringIn(context, readKeystore(JSON.stringify(keystore)), name)
      announce()
      return accountView(account, deps)
    },

    async 'accounts.importKeystore'({ keystore }) {
      needSeal()
      const account = await bring(context, readBrought(keystore))
      announce()
      return accountView(account, deps)
    },

    'accounts.importAll': ({ sources }) => importSources(context, sources),
    async 'accounts.askPhrase'({ phrase }) {
      await sessionOf(context, phrase)
      return null
    },

    'accounts.recoverLocal': ({ phrase }) => recoverLocal(context, phrase),
    'accounts.rename': async ({ account, name }) => change(account, { name }),
    'accounts.setColour': async ({ account, colour }) => change(account, { colour }),

    async 'accounts.reorder'({ accounts }) {
      for (const account of accounts) find(account)
      deps.profile.accounts.reorder(accounts)
      return null
    },

    async 'accounts.watch'({ permission }) {
      needSeal()
      return watch(context, readPermission(permission))
    },

    async 'accounts.permission'({ account }) {
      const found = find(account)
      const facts = deps.vault.accounts.permission(account)
      if (facts === null) return null
      const expiresAt = facts.expiresAt === null ? null : ((BigInt(facts.expiresAt) * SECOND) as Nanos)
      const problem = open(found).sync.status().problem?.code ?? null
      return {
        kind: facts.kind,
        scopes: facts.scope === null ? null : facts.scope.split(' '),
        expiresAt,
        appId: facts.appId,
        state: permissionState(expiresAt, deps.clock.now(), problem),
      }
    },

    async 'accounts.localPermission'({ account, kind }) {
      localOnly(deps.network)
      find(account)
      return { permission: await localPermission(account, kind, { remote: remoteFor(deps), random: deps.random }) }
    },

    'accounts.remove': async ({ account, passphrase }) => ({ passphrase, ...removal(context, account) }),
  }
}

async function importSources(
  context: Context,
  sources: Input<'accounts.importAll'>['sources'],
): Promise<Answer<'accounts.importAll'>> {
  const { deps, needSeal, find, askRegistered, afterKey, announce } = context
  const { profile, vault, clock } = deps
  needSeal()
  const results = await importAll(sources, {
    ask: async (brought) => rememberRegistered(profile, await ownerOf(brought, deps)),
    isHere: (id) => profile.accounts.get(id) !== undefined,
    bring: async (brought) => accountView(await bring(context, brought), deps),
    watch: (permission) => watch(context, permission),
    restore: async (account, words) => {
      const found = find(account)
      await vault.accounts.restorePhrase(account, words, wantedKey(await askRegistered(found)))
      return afterKey(found, { backedUpAt: clock.now() })
    },
  })
  announce()
  return { results }
}

/** Whose account it is that these words open. */
async function sessionOf({ deps }: Context, phrase: string) {
  const { network, vault, clock } = deps
  localOnly(network)
  const timestamp = secondsOf(clock.now())
  const claim = await vault.claimWithPhrase(phrase, timestamp)
  const body = { public_key: claim.publicKey, timestamp, signature: claim.signature }
  const keystore = await untaken(remoteFor(deps).call('local.session', { body })).catch((error: unknown) => {
    if (codeOf(error) !== 'remote.not_found') throw error
    throw failure('input.phrase', 'words of no account of this network', {
      details: { reason: 'unknown' },
      cause: error,
    })
  })
  return { claim, keystore }
}

async function recoverLocal(context: Context, phrase: string): Promise<AccountView> {
  const { deps, needSeal, afterKey } = context
  const { vault, clock } = deps
  needSeal()
  const { claim, keystore } = await sessionOf(context, phrase)
  // An account that is here already is given the session, and then its key.
  const account = await bring(context, readBrought(JSON.stringify(keystore)))
  await vault.accounts.restorePhrase(account.id, phrase, {
    expected: claim.publicKey,
    replaces: true,
    needsProof: false,
  })
  return afterKey(account, { backedUpAt: clock.now() })
}

function removal({ deps, find, open, close, announce }: Context, account: UserId): Omit<Wish<null>, 'passphrase'> {
  const { name, kind } = find(account)
  const shown = actReview('remove', account, {
    title: said('title.remove', { name }),
    lines: [said('check.account.remove', { watched: kind === 'watch' })],
    verb: said('title.remove-verb'),
  })
  return {
    shown,
    async act() {
      const found = find(account)
      await close(account)
      await removeAccount(deps, account).catch(async (error: unknown) => {
        // It is here still, and goes on with what it was at.
        if (found.registeredAt !== null) await open(found).start()
        throw error
      })
      // Whatever asked in its name until now has opened its files again.
      await close(account)
      announce()
      return null
    },
  }
}

function localOnly(network: NetworkProfile): void {
  if (network.kind !== 'local')
    throw failure('wallet.local_only', 'accounts are made in place on the local network only')
}

/** What the local network gives an account that it has made. */
function readKeystore(text: string): ReadKeystore {
  const { userId, session, spendKey } = readBrought(text)
  return { userId, ...session, spendSeed: spendKey }
}
