import { hexToBytes } from '@noble/hashes/utils.js'
import type { UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { publicKeyOfSpend } from '#protocol'
import type { Custody } from './custody.ts'
import { type Credentials, NO_KEYS, type VaultAccounts } from './door.ts'
import { permissionSession } from './permission.ts'
import {
  decodeSession,
  encodePermission,
  encodeRecord,
  isPermission,
  type KeyRecord,
  spendSecretOf,
  wipeRecord,
  wipeSession,
} from './record.ts'

type Keeping = Pick<
  VaultAccounts,
  | 'add'
  | 'renewSession'
  | 'permit'
  | 'permission'
  | 'raiseRules'
  | 'agreeWay'
  | 'agreeAsking'
  | 'remove'
  | 'list'
  | 'describe'
>

/** Not by `Buffer`, whose pool would keep a copy. */
const bytes = (hex: string): Uint8Array => hexToBytes(hex)

/** Taking keys and permissions in, and what may be told of them. */
export function keeping(custody: Custody): Keeping {
  const { records, sessions } = custody

  const change = (id: UserId, changed: (record: KeyRecord) => KeyRecord | null): Promise<void> =>
    custody.inTurn(() => custody.changeRecord(id, changed))

  return {
    add: (id, credentials) =>
      custody.inTurn(async () => {
        if (records.has(id) && (!custody.hasMaster || isReadable(custody, id))) {
          throw failure('wallet.account_exists', 'the vault holds this account already')
        }
        await custody.needSeal()
        const before = custody.locks
        const record = recordOf(credentials)
        try {
          await custody.putRecord(id, encodeRecord(record))
        } finally {
          wipeRecord(record)
        }
        // Whoever brings an account in reads it next, which a locked vault refuses: half an account would be left.
        if (custody.locks !== before) await custody.forget(id)
        custody.needOpenSince(before)
        custody.forgetSession(id)
        custody.openSessions()
      }),

    renewSession: (id, { sessionId, sessionSeed, pinPublicKey }) =>
      custody.inTurn(async () => {
        const fresh = recordOf({ sessionId, sessionSeed, pinPublicKey, spendSeed: null })
        const { sessionSeed: seed, pinKey } = fresh
        try {
          // In one write: whoever is killed on the way has the one or the other.
          const plain = custody.withBytes(id, isPermission)
            ? encodeRecord(fresh)
            : custody.withRecord(id, (record) => encodeRecord({ ...record, sessionId, sessionSeed: seed, pinKey }))
          await custody.putRecord(id, plain)
          // What is kept signs from now on, also where the vault was locked meanwhile.
          custody.forgetSession(id)
          sessions.set(id, { kind: 'session', sessionId, sessionSeed: seed.slice(), pinKey })
        } finally {
          wipeRecord(fresh)
        }
      }),

    permit: (id, permission) =>
      custody.inTurn(async () => {
        await custody.needSeal()
        const held = records.has(id) && isReadable(custody, id) ? custody.withBytes(id, decodeSession) : null
        if (held !== null) wipeSession(held)
        if (held?.kind === 'session') {
          throw failure('wallet.account_exists', 'the vault holds the keys of this account')
        }
        const session = permissionSession(permission)
        try {
          await custody.putRecord(id, encodePermission(session))
        } catch (error) {
          wipeSession(session)
          throw error
        }
        custody.forgetSession(id)
        sessions.set(id, session)
      }),

    permission(id) {
      const session = sessions.get(id)
      if (session === undefined || session.kind === 'session') return null
      const { kind, scope, appId } = session
      return session.kind === 'token'
        ? { kind, scope, appId, expiresAt: session.expiresAt, serverKey: null }
        : { kind, scope, appId, expiresAt: null, serverKey: session.serverKey }
    },

    raiseRules: (id, to) => change(id, (record) => (record.rules >= to ? null : { ...record, rules: to })),

    agreeWay: (id, way) => change(id, (record) => (record.way === way ? null : { ...record, way })),

    agreeAsking: (id, asking) => change(id, (record) => (record.asking === asking ? null : { ...record, asking })),

    remove: (id) => custody.inTurn(() => custody.forget(id)),

    list: () => custody.found.shelf.accounts() as UserId[], // written by `add` and `permit`

    describe(id) {
      try {
        return custody.withRecord(id, ({ spendSeed, spendForm, isProved, pendingSeed, rules, way, asking }) => ({
          hasSpendKey: spendSeed !== null,
          isProved: spendSeed === null || isProved,
          publicKey: spendSeed === null ? null : publicKeyOfSpend(spendSecretOf(spendSeed, spendForm)),
          isSpelled: spendSeed !== null && spendForm === 'seed' && isProved,
          pendingPhrase: pendingSeed !== null,
          rules,
          way,
          asking,
          lost: false,
        }))
      } catch (error) {
        const code = codeOf(error)
        if (code === 'vault.locked') throw error
        return { ...NO_KEYS, lost: code !== 'wallet.watch_only' }
      }
    },
  }
}

/** Whether an entry opens: one that does not is no reason to refuse the keys that bring it back. */
function isReadable(custody: Custody, id: UserId): boolean {
  try {
    wipeSession(custody.withBytes(id, decodeSession))
    return true
  } catch (error) {
    if (codeOf(error) === 'vault.damaged') return false
    throw error
  }
}

function recordOf(credentials: Credentials): KeyRecord {
  return {
    sessionId: credentials.sessionId,
    sessionSeed: bytes(credentials.sessionSeed),
    pinKey: bytes(credentials.pinPublicKey),
    spendSeed: credentials.spendSeed === null ? null : bytes(credentials.spendSeed),
    spendForm: 'seed',
    isProved: true,
    pendingSeed: null,
    rules: 0,
    way: null,
    asking: null,
  }
}
