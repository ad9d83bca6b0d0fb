import type { UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { publicKeyFromSeed, signTip, tipBody } from '#protocol'
import { createBackoff } from './backoff.ts'
import type { Vault, VaultAccounts, VaultDeps } from './door.ts'
import { problemOf } from './keychain.ts'
import { type Header, openHeader, readHeader, sealHeader, unsealHeader } from './master.ts'
import { permissionSession } from './permission.ts'
import { seedOf, wordsOf } from './phrase.ts'
import { createQueue } from './queue.ts'
import {
  decodeRecord,
  decodeSession,
  encodePermission,
  encodeRecord,
  type KeyRecord,
  type Session,
  wipeRecord,
  wipeSession,
} from './record.ts'
import { seal, unseal } from './seal.ts'
import { HEADER, openShelf, type Place, probeKeychain, readIndex, type Shelf } from './shelf.ts'
import { createSigner } from './signer.ts'
import { unwrapBySeed, wrapByPassphrase, wrapBySeed } from './wrap.ts'

export const PASSPHRASE_MIN = 10
const QUIZ_QUESTIONS = 3

/** Opens the vault of a profile, and unlocks it if no passphrase guards it. Throws `vault.damaged`. */
export async function openVault(deps: VaultDeps): Promise<Vault> {
  const { clock, random, log, profileId } = deps
  const place: Place = { ...deps, sleep: (milliseconds) => clock.sleep(milliseconds) }
  const backoff = createBackoff(deps.dir, clock)
  const sealedRecords = new Map<UserId, string>()
  const sessions = new Map<UserId, Session>()
  const questions = new Map<UserId, number[]>()
  let problem: string | null = null
  let shelf: Shelf
  let header: Header | null = null
  let master: Uint8Array | null = null
  let reachable = true
  let closed = false
  /** How often the vault was locked: work that had to wait finds out by it whether that still holds which it began on. */
  let locks = 0
  const queue = createQueue()

  /**
   * Whatever waits, for a keychain or for a passphrase to be stretched, does so one after another. Only locking does not
   * stand in line, so after each wait the master key may be gone.
   */
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> =>
    queue.run(async () => {
      if (closed) throw failure('vault.locked', 'the vault is closed')
      return work()
    })

  function needOpenSince(before: number): void {
    if (locks !== before) throw failure('vault.locked', 'the vault was locked meanwhile')
  }

  const purpose = (id: UserId): string => `coffer:account:1:${profileId}:${id}`
  const isLocked = (): boolean => closed || !reachable || (header !== null && master === null)

  async function chooseShelf(): Promise<Shelf> {
    const decided = readIndex(deps.dir)
    if (decided !== null) return openShelf(place, decided.store)
    try {
      await probeKeychain(place)
      return openShelf(place, 'keychain')
    } catch (error) {
      problem = problemOf(error)
      log('warn', 'vault.no_keychain', { code: codeOf(error) })
      return openShelf(place, 'file')
    }
  }

  /** Reads what is on the shelf. A keychain that fails keeps the vault locked; it never makes it look empty. */
  async function load(): Promise<void> {
    try {
      const text = await shelf.get(HEADER)
      if (text === null && shelf.accounts().length > 0) {
        throw failure('vault.damaged', 'the master key is gone', { details: { store: shelf.store } })
      }
      for (const id of shelf.accounts() as UserId[]) {
        const sealed = await shelf.get(id)
        if (sealed !== null) sealedRecords.set(id, sealed)
      }
      header = text === null ? null : readHeader(text)
      reachable = true
      if (shelf.store === 'keychain') problem = null
    } catch (error) {
      if (codeOf(error) === 'vault.damaged') throw error
      reachable = false
      problem = problemOf(error)
      log('warn', 'vault.unreachable', { code: codeOf(error) })
    }
  }

  function needMaster(): Uint8Array {
    if (master === null) throw failure('vault.locked', 'the vault is locked')
    return master
  }

  /** Lends the bytes of an account's record and overwrites them afterwards. */
  function withBytes<Value>(id: UserId, use: (bytes: Uint8Array) => Value): Value {
    const key = needMaster()
    const sealed = sealedRecords.get(id)
    if (sealed === undefined) throw failure('vault.key_missing', 'the vault does not hold this account')
    const plain = unseal(key, sealed, purpose(id))
    if (plain === null) throw failure('vault.damaged', 'the record of an account was changed')
    try {
      return use(plain)
    } finally {
      plain.fill(0)
    }
  }

  /** Lends an account's keys and overwrites them afterwards. Throws `wallet.watch_only` where there are none. */
  function withRecord<Value>(id: UserId, use: (record: KeyRecord) => Value): Value {
    return withBytes(id, (bytes) => {
      const record = decodeRecord(bytes)
      try {
        return use(record)
      } finally {
        wipeRecord(record)
      }
    })
  }

  /** Lends the spend seed of an account and overwrites it afterwards. */
  const withSpend = <Value>(id: UserId, use: (seed: Uint8Array) => Value): Value =>
    withRecord(id, ({ spendSeed }) => {
      if (spendSeed === null) throw failure('vault.key_missing', 'the account has no key yet')
      return use(spendSeed)
    })

  async function putRecord(id: UserId, plain: Uint8Array): Promise<void> {
    let sealed: string
    try {
      sealed = seal(needMaster(), plain, purpose(id), random)
    } finally {
      plain.fill(0)
    }
    await shelf.put(id, sealed)
    sealedRecords.set(id, sealed)
  }

  const change = (id: UserId, patch: (record: KeyRecord) => KeyRecord): Promise<void> =>
    putRecord(
      id,
      withRecord(id, (record) => encodeRecord(patch(record))),
    )

  function openSessions(): void {
    for (const id of sealedRecords.keys()) {
      try {
        if (!sessions.has(id)) sessions.set(id, withBytes(id, decodeSession))
      } catch (error) {
        log('error', 'vault.record_damaged', { account: id, code: codeOf(error) })
      }
    }
  }

  function forgetSession(id: UserId): void {
    const session = sessions.get(id)
    if (session !== undefined) wipeSession(session)
    sessions.delete(id)
  }

  async function forget(id: UserId): Promise<void> {
    await shelf.remove(id)
    sealedRecords.delete(id)
    questions.delete(id)
    forgetSession(id)
  }

  /** Puts a master key's new text in place of the old one. A lock that comes before it is there holds. */
  async function putHeader(key: Uint8Array, text: string): Promise<void> {
    const before = locks
    await shelf.put(HEADER, text)
    if (header?.kind === 'open') header.key.fill(0)
    header = readHeader(text)
    if (locks === before) holdMaster(key)
  }

  function holdMaster(key: Uint8Array): void {
    master?.fill(0)
    master = key.slice()
  }

  /** The first thing that is kept brings the master key with it. */
  async function needSeal(): Promise<void> {
    if (isLocked()) throw failure('vault.locked', 'the vault is locked')
    if (master !== null) return
    if (shelf.store === 'file') throw failure('vault.passphrase_needed', 'a file is only used with a passphrase')
    const fresh = random(32)
    try {
      await putHeader(fresh, openHeader(fresh))
    } finally {
      fresh.fill(0)
    }
  }

  /** A copy of the master key as it lies on the shelf, so that no lock can overwrite it while it is sealed anew. */
  async function masterFor(passphrase: string | null): Promise<Uint8Array> {
    if (header === null) return random(32)
    if (header.kind === 'open') return header.key.slice()
    if (passphrase === null) throw failure('vault.passphrase_needed', 'this takes the passphrase of now')
    return keyFor(passphrase)
  }

  /** The master key for a passphrase, after the back-off. */
  async function keyFor(passphrase: string): Promise<Uint8Array> {
    if (header?.kind !== 'passphrase') throw failure('vault.passphrase_needed', 'no passphrase was set')
    backoff.check()
    backoff.begin()
    const key = await unsealHeader(header, passphrase, profileId)
    if (key === null) {
      throw failure('vault.wrong_passphrase', 'wrong passphrase', { details: { waitSeconds: backoff.seconds() } })
    }
    backoff.succeeded()
    return key
  }

  function askFor(id: UserId): number[] {
    const places = new Set<number>()
    while (places.size < QUIZ_QUESTIONS) {
      const byte = random(1)[0] ?? 0
      if (byte < 240) places.add(byte % 24)
    }
    const asked = [...places].sort((a, b) => a - b)
    questions.set(id, asked)
    return asked
  }

  const accounts: VaultAccounts = {
    add: (id, credentials) =>
      inTurn(async () => {
        if (sealedRecords.has(id)) throw failure('wallet.account_exists', 'the vault holds this account already')
        await needSeal()
        const before = locks
        const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
        const record: KeyRecord = {
          sessionId: credentials.sessionId,
          sessionSeed: bytes(credentials.sessionSeed),
          pinKey: bytes(credentials.pinPublicKey),
          spendSeed: credentials.spendSeed === null ? null : bytes(credentials.spendSeed),
          pendingSeed: null,
        }
        try {
          await putRecord(id, encodeRecord(record))
        } finally {
          wipeRecord(record)
        }
        // Whoever brings an account in reads it next, which a locked vault refuses: half an account would be left.
        if (locks !== before) await forget(id)
        needOpenSince(before)
        openSessions()
      }),

    permit: (id, permission) =>
      inTurn(async () => {
        await needSeal()
        const held = sealedRecords.has(id) ? withBytes(id, decodeSession) : null
        if (held !== null) wipeSession(held)
        if (held?.kind === 'session') {
          throw failure('wallet.account_exists', 'the vault holds the keys of this account')
        }
        const session = permissionSession(permission)
        try {
          await putRecord(id, encodePermission(session))
        } catch (error) {
          wipeSession(session)
          throw error
        }
        forgetSession(id)
        sessions.set(id, session)
      }),

    permission(id) {
      const session = sessions.get(id)
      if (session === undefined || session.kind === 'session') return null
      const { kind, scope, appId } = session
      return { kind, scope, appId, expiresAt: session.kind === 'token' ? session.expiresAt : null }
    },

    remove: (id) => inTurn(() => forget(id)),

    describe(id) {
      try {
        return withRecord(id, ({ spendSeed, pendingSeed }) => ({
          hasSpendKey: spendSeed !== null,
          publicKey: spendSeed === null ? null : publicKeyFromSeed(spendSeed),
          pendingPhrase: pendingSeed !== null,
        }))
      } catch (error) {
        if (codeOf(error) === 'vault.locked') throw error
        return { hasSpendKey: false, publicKey: null, pendingPhrase: false }
      }
    },

    createPhrase: (id) =>
      inTurn(async () => {
        const words = withRecord(id, ({ spendSeed, pendingSeed }) => {
          if (spendSeed !== null) throw failure('vault.key_mismatch', 'the account has a key already')
          return pendingSeed === null ? null : wordsOf(pendingSeed)
        })
        if (words !== null) return words
        const before = locks
        const seed = random(32)
        try {
          await change(id, (record) => ({ ...record, pendingSeed: seed }))
          needOpenSince(before)
          return wordsOf(seed)
        } finally {
          seed.fill(0)
        }
      }),

    quizPositions(id) {
      const isPending = withRecord(id, ({ pendingSeed }) => pendingSeed !== null)
      if (!isPending) throw failure('vault.key_missing', 'there is no new phrase to ask about')
      return [...(questions.get(id) ?? askFor(id))]
    },

    answerQuiz: (id, words) =>
      inTurn(async () => {
        const asked = accounts.quizPositions(id)
        const isRight = withRecord(id, ({ pendingSeed }) => {
          const phrase = pendingSeed === null ? [] : wordsOf(pendingSeed)
          const given = words.map((word) => word.trim().toLowerCase())
          return given.length === asked.length && asked.every((at, order) => given[order] === phrase[at])
        })
        if (!isRight) {
          askFor(id)
          throw failure('wallet.quiz_wrong', 'the words are not those of the phrase')
        }
        await change(id, (record) => ({ ...record, spendSeed: record.pendingSeed, pendingSeed: null }))
        questions.delete(id)
      }),

    restorePhrase: (id, phrase, { expectedPublicKey }) =>
      inTurn(async () => {
        const seed = seedOf(phrase)
        try {
          const publicKey = publicKeyFromSeed(seed)
          const present = accounts.describe(id).publicKey
          if ([expectedPublicKey, present].some((key) => typeof key === 'string' && key !== publicKey)) {
            throw failure('vault.key_mismatch', 'the phrase spells another key')
          }
          await change(id, (record) => ({ ...record, spendSeed: seed, pendingSeed: null }))
          questions.delete(id)
        } finally {
          seed.fill(0)
        }
      }),

    reveal: (id, passphrase) =>
      inTurn(async () => {
        needMaster()
        const key = await keyFor(passphrase)
        key.fill(0)
        return withSpend(id, wordsOf)
      }),
  }

  shelf = await chooseShelf()
  await load()
  const vault: Vault = {
    accounts,

    status: () => ({
      locked: isLocked(),
      passphrase: header?.kind === 'passphrase',
      store: shelf.store,
      keychainProblem: problem,
      retryInSeconds: backoff.seconds(),
    }),

    unlock(passphrase) {
      const before = locks
      return inTurn(async () => {
        if (!reachable) await load()
        if (!reachable) throw failure('vault.no_keychain', 'the keychain that holds the keys does not answer')
        if (header === null || master !== null) return
        needOpenSince(before)
        const key = await masterFor(passphrase)
        try {
          needOpenSince(before)
          holdMaster(key)
        } finally {
          key.fill(0)
        }
        openSessions()
      })
    },

    lock() {
      locks += 1
      master?.fill(0)
      master = null
      questions.clear()
    },

    setPassphrase: ({ current, next }) =>
      inTurn(async () => {
        if (isLocked()) throw failure('vault.locked', 'the vault is locked')
        if ([...next].length < PASSPHRASE_MIN) {
          throw failure('input.passphrase_weak', 'the passphrase is too short', { details: { min: PASSPHRASE_MIN } })
        }
        const before = locks
        const key = await masterFor(current)
        try {
          needOpenSince(before)
          const text = await sealHeader(key, next, { profileId, store: shelf.store, random })
          needOpenSince(before)
          await putHeader(key, text)
        } finally {
          key.fill(0)
        }
      }),

    checkPassphrase: (passphrase) =>
      inTurn(async () => {
        const key = await keyFor(passphrase)
        key.fill(0)
      }),

    signer: (account) =>
      createSigner({
        account,
        clock,
        random,
        verify: deps.verify,
        session: (use) => {
          const session = sessions.get(account)
          if (session === undefined) {
            throw failure(isLocked() ? 'vault.locked' : 'vault.key_missing', 'the session of this account is not open')
          }
          return use(session)
        },
        record: (use) => withRecord(account, use),
      }),

    wrapFor: async (id, label, bytes) => withSpend(id, (seed) => wrapBySeed(seed, label, bytes, random)),

    async unwrapFor(id, label, wrapped) {
      const bytes = withSpend(id, (seed) => unwrapBySeed(seed, label, wrapped))
      if (bytes === null) throw failure('vault.damaged', 'this was wrapped by another key, or it was changed')
      return bytes
    },

    wrapByPassphrase: (passphrase, label, bytes) =>
      inTurn(async () => {
        const key = await keyFor(passphrase)
        key.fill(0)
        return wrapByPassphrase(passphrase, label, bytes, random)
      }),

    claimWithPhrase(phrase, timestamp) {
      const seed = seedOf(phrase)
      try {
        const publicKey = publicKeyFromSeed(seed)
        return { publicKey, signature: signTip(seed, tipBody(`LOCALNET:SESSION:${publicKey}${timestamp}`)) }
      } finally {
        seed.fill(0)
      }
    },

    async close() {
      closed = true
      const wipe = (): void => {
        vault.lock()
        for (const id of [...sessions.keys()]) forgetSession(id)
        sealedRecords.clear()
      }
      wipe()
      await queue.run(async () => {
        // What was being done may have kept something since, and may have needed the key until now.
        wipe()
        if (header?.kind === 'open') header.key.fill(0)
      })
    },
  }
  if (!vault.status().passphrase && vault.status().locked && reachable) await vault.unlock(null)
  return vault
}
