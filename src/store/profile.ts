import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { HolderId, Nanos, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import { createChanges } from './changes.ts'
import type { Database } from './database.ts'
import { bytesOf, codeIn, hexOf, memberOf, nanos, orNull, orUndefined, uuidBytes, uuidOf } from './encoding.ts'
import type { Json } from './exact-json.ts'
import { lockFolder, onDisk, privateFolder, sizeOf, snapshotOf } from './files.ts'
import { openSettings } from './intents/records.ts'
import { mergeTables } from './merge.ts'
import { metaOf } from './meta.ts'
import { profile0001 } from './migrations/profile-0001.ts'
import { bindNetwork, networkFolder } from './network.ts'
import { type Notice, writeNotices } from './notices.ts'
import { checkRows, openFile } from './open.ts'
import { salvage } from './rebuild.ts'
import { sealedWriter } from './sealed.ts'

export const PROFILE_MIGRATIONS = [profile0001] as const

const ACCOUNT_KINDS = ['user', 'bot', 'watch'] as const
type AccountKind = (typeof ACCOUNT_KINDS)[number]

export interface Account {
  readonly id: UserId
  readonly holder: HolderId
  readonly name: string
  readonly identityNumber: string
  readonly avatarUrl: string
  readonly kind: AccountKind
  /** 0 to 7. */
  readonly colour: number
  readonly order: number
  readonly createdAt: Nanos
  readonly backedUpAt: Nanos | null
  readonly registeredAt: Nanos | null
  /** Ed25519 spend key, 64 hex characters; null until there is one. */
  readonly publicKey: string | null
}

export type ProfileStore = ReturnType<typeof openProfileStore>

/**
 * `<dir>/<network>/profile.db`: the accounts on one network and the preferences of the application. Throws
 * `store.in_use`, `store.newer`, `store.other_network`, `store.disk`.
 */
export function openProfileStore(options: { dir: string; network: string; clock: { now(): Nanos } }) {
  const folder = networkFolder(options.dir, options.network)
  privateFolder(folder)
  const unlock = lockFolder(folder)
  try {
    const changes = createChanges()
    const file = openFile({
      folder,
      changed: changes.note,
      kind: 'profile',
      migrations: PROFILE_MIGRATIONS,
      identity: { network: options.network, account: '' },
      audit: checkRows,
      restoring: { mend: () => 0, merge: mergeTables },
      // It is made before the files of any account.
      isExpected: () => onDisk(() => readdirSync(folder)).some((name) => sizeOf(join(folder, name, 'intents.db')) > 0),
      now: () => options.clock.now(),
    })
    const meta = metaOf(file.db)
    return {
      /**
       * 32 hex characters that tell one installation from another; null until there is one. It is never made here: seals are
       * bound to it, so only the vault knows whether a new one may be.
       */
      id: meta.get('id') ?? null,
      keepId: (id: string): void => meta.set('id', id),
      folder: (account: UserId): string => join(folder, account),
      /** Where everything of this network lies. */
      home: folder,
      /** What was repaired, until it is dismissed. */
      notices: file.notices,
      dismissNotices: file.dismiss,
      /** Keeps what another module repaired, to be told with the rest. */
      keepNotice: (notice: Notice): void => writeNotices(file.db, [...file.notices(), notice]),
      accounts: openAccounts(file.db),
      settings: openSettings(file.db),
      /** Hears which answers were made old by what was committed. Answers how to unsubscribe. */
      subscribe: changes.subscribe,
      /** All of it as bytes, for a backup. */
      snapshot: (): Uint8Array => snapshotOf(file.db, join(folder, 'profile.snapshot')),
      /** Accounts and settings of another profile's snapshot; of this network, or it is `store.damaged`. */
      readSnapshot(bytes: Uint8Array): { readonly accounts: Account[]; readonly settings: ReadonlyMap<string, Json> } {
        const identity = { network: options.network, account: '' }
        const found = salvage(bytes, { migrations: PROFILE_MIGRATIONS, identity })
        if (found === null) throw failure('store.damaged', 'snapshot gives nothing of this network')
        try {
          const keys = found.db.prepare<{ key: string }>('SELECT key FROM settings').all()
          const settings = openSettings(found.db)
          return {
            accounts: openAccounts(found.db).list(),
            settings: new Map(keys.map(({ key }): [string, Json] => [key, settings.get(key) ?? null])),
          }
        } finally {
          found.db.close()
        }
      },
      /** Pins the network's own id at the first call; another one later throws `store.other_network`. */
      bindNetwork: (networkId: string): void => bindNetwork([file.db], networkId),
      close: (): void => {
        try {
          file.close()
        } finally {
          unlock()
        }
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

interface AccountRow {
  readonly account: Buffer
  readonly holder: string
  readonly name: string
  readonly identity_number: string
  readonly avatar_url: string
  readonly kind: bigint
  readonly colour: bigint
  readonly position: bigint
  readonly created_at: bigint
  readonly backed_up_at: bigint | null
  readonly registered_at: bigint | null
  readonly public_key: Buffer | null
}

function openAccounts(db: Database) {
  const write = sealedWriter(db, 'accounts', ['account'])
  const find = db.prepare<AccountRow>('SELECT * FROM accounts WHERE account = ?')
  const all = db.prepare<AccountRow>('SELECT * FROM accounts ORDER BY position, created_at, account')
  const remove = db.prepare('DELETE FROM accounts WHERE account = ?')

  const put = (account: Account): void =>
    void write([
      ...[uuidBytes(account.id), account.holder, account.name, account.identityNumber, account.avatarUrl],
      ...[codeIn(ACCOUNT_KINDS, account.kind), BigInt(account.colour), BigInt(account.order), account.createdAt],
      ...[account.backedUpAt, account.registeredAt, orNull(account.publicKey, bytesOf)],
    ])

  return {
    put,
    /** Changes these members of one that is there. Throws `wallet.account_unknown` where it was removed meanwhile. */
    change(id: UserId, members: Partial<Omit<Account, 'id'>>): Account {
      const row = find.get(uuidBytes(id))
      if (row === undefined) throw failure('wallet.account_unknown', 'no such account')
      const changed = { ...decode(row), ...members }
      put(changed)
      return changed
    },
    get: (id: UserId): Account | undefined => orUndefined(find.get(uuidBytes(id)), decode),
    /** In the order that the person chose. */
    list: (): Account[] => all.all().map(decode),
    remove: (id: UserId): boolean => remove.run(uuidBytes(id)) > 0,
    /** Accounts that are not named keep their order after those that are. */
    reorder(ids: readonly UserId[]): void {
      db.transaction(() => {
        const accounts = all.all().map(decode)
        const named = ids.flatMap((id) => accounts.find((account) => account.id === id) ?? [])
        const rest = accounts.filter((account) => !ids.includes(account.id))
        for (const [order, account] of [...named, ...rest].entries()) put({ ...account, order })
      })
    },
  }
}

const decode = (row: AccountRow): Account => ({
  id: uuidOf<UserId>(row.account),
  holder: row.holder as HolderId, // stored from a HolderId
  name: row.name,
  identityNumber: row.identity_number,
  avatarUrl: row.avatar_url,
  kind: memberOf(ACCOUNT_KINDS, row.kind),
  colour: Number(row.colour),
  order: Number(row.position),
  createdAt: nanos(row.created_at),
  backedUpAt: orNull(row.backed_up_at, nanos),
  registeredAt: orNull(row.registered_at, nanos),
  publicKey: orNull(row.public_key, (bytes) => hexOf(bytes)),
})
