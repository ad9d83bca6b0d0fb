import type { UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { AccountView } from '#contract/ipc'
import { sha256Hash } from '#protocol'
import type { Account } from '#store'
import { said } from '#words/facts'
import type { CallsOf } from '../shared/calls.ts'
import { actReview } from '../shared/consent.ts'
import type { WalletDeps } from '../shared/deps.ts'
import type { Desk } from '../shared/desk.ts'
import { readBroughtKey } from './bringing.ts'
import { refreshAccount } from './found.ts'
import { settleKey } from './proving.ts'
import { askOwner, type Registered, registeredAs, rememberRegistered } from './registered.ts'

export interface KeyParts {
  readonly deps: WalletDeps
  /** Opens the account's files and client, or gives the ones that are open. */
  readonly open: (account: Account) => Desk
  readonly announce: () => void
}

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
    stage: keys?.lost === true ? 'lost' : account.kind === 'watch' ? 'ready' : stageOf(account, keys, deps),
    publicKey: keys?.publicKey ?? account.publicKey,
    registered: registeredAs(deps.profile, account.id)?.hasSafe ?? (account.registeredAt === null ? null : true),
    proved: keys?.isProved ?? true,
    keyless: account.kind === 'watch' && deps.vault.accounts.permission(account.id) === null,
    spelled: keys?.isSpelled ?? true,
    colour: account.colour,
    order: account.order,
    createdAt: account.createdAt,
    backedUpAt: account.backedUpAt,
  }
}

function stageOf(
  account: Account,
  keys: ReturnType<WalletDeps['vault']['accounts']['describe']> | null,
  { profile }: Pick<WalletDeps, 'profile'>,
): AccountView['stage'] {
  const said = registeredAs(profile, account.id)
  if (keys?.hasSpendKey === false) return keys.pendingPhrase && said?.hasSafe !== true ? 'needs_backup' : 'needs_key'
  const isOther = keys !== null && said?.publicKey != null && said.publicKey !== keys.publicKey
  return isOther ? 'needs_key' : account.registeredAt === null ? 'needs_registration' : 'ready'
}

export type Keeping = ReturnType<typeof keeping>

/** What bringing accounts and bringing keys share. */
export function keeping({ deps, open, announce }: KeyParts) {
  const { profile, vault } = deps

  function find(id: UserId): Account {
    const account = profile.accounts.get(id)
    if (account === undefined) throw failure('wallet.account_unknown', 'no such account')
    return account
  }

  /** Only what is named: it may have been renamed, or removed, since it was read. */
  function change(id: UserId, members: Partial<Omit<Account, 'id'>>): AccountView {
    return accountView(profile.accounts.change(id, members), deps)
  }

  /** What the service says now of an account's registration. */
  async function askRegistered(account: Account): Promise<Registered> {
    return rememberRegistered(profile, await askOwner(open(account)))
  }

  /** Keys are only taken in where they can be sealed: a keychain, or a passphrase. */
  function needSeal(): void {
    const { store, passphrase } = vault.status()
    if (store === 'file' && !passphrase)
      throw failure('vault.passphrase_needed', 'without a keychain a passphrase comes first')
  }

  async function afterKey(account: Account, patch: Partial<Account>): Promise<AccountView> {
    // Written before the key is looked at: a lock that comes now must not lose that the words were written down.
    profile.accounts.change(account.id, patch)
    const { publicKey } = vault.accounts.describe(account.id)
    const runtime = open(profile.accounts.change(account.id, { publicKey }))
    const me = await askOwner(runtime)
    const fresh = await proved(refreshAccount(account.id, me, deps), account)
    if (fresh.registeredAt !== null) await runtime.start()
    announce()
    return accountView(fresh, deps)
  }

  /**
   * A key that the service names no public key for is tried on a coin: one that opens none is gone again, and the account is what it
   * was (`before`). One that could not be tried yet is kept, and signs nothing.
   */
  async function proved(fresh: Account, before: Account): Promise<Account> {
    try {
      await settleKey(open(fresh), deps)
    } catch (error) {
      if (codeOf(error) === 'vault.key_mismatch') {
        const { kind, publicKey, backedUpAt, registeredAt } = before
        change(fresh.id, { kind, publicKey, backedUpAt, registeredAt })
        throw error
      }
      deps.log('info', 'account.key_not_tried', { account: fresh.id, code: codeOf(error) })
    }
    return profile.accounts.get(fresh.id) ?? fresh
  }

  return { find, proved, change, needSeal, askRegistered, afterKey }
}

/** A spend key for an account: made, brought along, shown again. None is made for what is registered. */
export function keyCalls(parts: KeyParts): CallsOf<'keys'> {
  const { deps, open, announce } = parts
  const { vault, clock } = deps
  const { find, change, needSeal, askRegistered, afterKey } = keeping(parts)

  return {
    async 'keys.create'({ account }) {
      needSeal()
      const said = await askRegistered(find(account))
      if (said.hasSafe) throw failure('wallet.account_registered', 'no new key for a registered account')
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
      if (!vault.accounts.describe(account).pendingPhrase) {
        await vault.accounts.answerQuiz(account, words)
        return change(account, { backedUpAt: clock.now() })
      }
      if ((await askRegistered(found)).hasSafe) {
        throw failure('wallet.account_registered', 'it was registered with another key meanwhile')
      }
      await vault.accounts.answerQuiz(account, words)
      return afterKey(found, { backedUpAt: clock.now() })
    },

    async 'keys.restore'({ account, phrase }) {
      const found = find(account)
      needSeal()
      await vault.accounts.restorePhrase(account, phrase, wantedKey(await askRegistered(found)))
      return afterKey(found, { backedUpAt: clock.now() })
    },

    async 'keys.bring'({ account, key }) {
      const found = find(account)
      needSeal()
      const brought = readBroughtKey(key)
      await vault.accounts.restoreKey(account, brought, wantedKey(await askRegistered(found)))
      return afterKey(found, {})
    },

    async 'keys.look'({ account }) {
      const found = find(account)
      if (!(await askRegistered(found)).hasSafe) {
        throw failure('wallet.account_not_ready', 'there is nothing to look at before it is registered')
      }
      const view = change(account, { kind: 'watch', registeredAt: found.registeredAt ?? clock.now() })
      const runtime = open(find(account))
      await runtime.start()
      runtime.refreshSoon()
      return view
    },

    async 'keys.revealKey'({ account, passphrase }) {
      const shown = actReview('reveal', account, {
        title: said('title.show-key', { name: find(account).name }),
        lines: [said('check.account.show-key')],
        verb: said('title.show-it'),
      })
      const act = async () => {
        const key = await vault.accounts.revealKey(account, passphrase)
        return { key, check: sha256Hash(key).slice(0, CHECK_DIGITS) }
      }
      return { passphrase, shown, act }
    },

    async 'keys.reveal'({ account, passphrase }) {
      const shown = actReview('reveal', account, {
        title: said('title.show-words', { name: find(account).name }),
        lines: [said('check.account.show-words')],
        verb: said('title.show-them'),
      })
      return { passphrase, shown, act: async () => ({ words: await vault.accounts.reveal(account, passphrase) }) }
    },
  }
}

/** A key that was put to use and never registered gives way to the one that is. */
export const wantedKey = ({ hasSafe, publicKey }: Registered) => ({
  expected: publicKey,
  replaces: !hasSafe || publicKey !== null,
  needsProof: hasSafe && publicKey === null,
})

/** Digits after a key that is written down, by which a wrong one is noticed. */
const CHECK_DIGITS = 8
