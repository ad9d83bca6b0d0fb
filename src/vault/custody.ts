import { takingTurns, type UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Said } from '#words/facts'
import { createBackoff, type Wait } from './backoff.ts'
import type { CustodyDeps } from './door.ts'
import { type Damage, emptyShelf, type Found, findVault } from './found.ts'
import { findIndex, setIndexAside } from './index-file.ts'
import { problemOf } from './keychain.ts'
import { type Header, openHeader, readHeader, type Unsealed, unsealHeader } from './master.ts'
import {
  decodeRecord,
  decodeSession,
  encodeRecord,
  type KeyRecord,
  type Session,
  wipeRecord,
  wipeSession,
} from './record.ts'
import { seal, unseal } from './seal.ts'
import { HEADER, openShelf, type Place, probeKeychain } from './sealed-entries.ts'

/** What stays while the vault is locked, from one thread to the next. */
export interface Kept {
  readonly sessions: readonly (readonly [UserId, Session])[]
  readonly profileId: string
  readonly hasPassphrase: boolean
  readonly wait: Wait | null
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/**
 * The master key and what it opens. Everything that waits stands in one line (`inTurn`); only a lock does not, so after each
 * wait the master key may be gone, and whoever needs it asks again.
 */
export class Custody {
  readonly deps: CustodyDeps
  readonly records = new Map<UserId, string>()
  readonly sessions = new Map<UserId, Session>()
  readonly questions = new Map<UserId, number[]>()
  readonly backoff: ReturnType<typeof createBackoff>
  found: Found
  header: Header | null = null
  closed = false
  /** How often the vault was locked: work that had to wait finds out by it whether that still holds which it began on. */
  locks = 0
  /** How often a record was written, by which the thread knows that there is something to tell. */
  writes = 0
  #profileId: string
  #isSettled = false
  #hadPassphrase = false
  #master: Uint8Array | null = null
  readonly #place: Place
  readonly #line = takingTurns()

  private constructor(deps: CustodyDeps, place: Place, found: Found, wait: Wait | null) {
    this.deps = deps
    this.#place = place
    this.found = found
    this.backoff = createBackoff(deps.dir, deps.clock, wait)
    this.#profileId = deps.profileId ?? found.shelf.profile() ?? hex(deps.random(16))
  }

  /** A locked vault that goes on where another was locked; what is sealed is read again when it is unlocked. */
  static goOn(deps: CustodyDeps, kept: Kept): Custody {
    const place: Place = { ...deps, sleep: (milliseconds) => deps.clock.sleep(milliseconds) }
    const { index } = findIndex(deps.dir)
    const shelf = index === null ? emptyShelf(place, 'keychain', kept.profileId) : openShelf(place, index)
    const found: Found = { shelf, candidates: [], damage: null, repair: null, reachable: false, problem: null }
    const custody = new Custody({ ...deps, profileId: kept.profileId }, place, found, kept.wait)
    custody.#hadPassphrase = kept.hasPassphrase
    for (const [id, session] of kept.sessions) custody.sessions.set(id, session)
    return custody
  }

  /** Hands over what stays while locked and overwrites all else. */
  leave(): Kept {
    const { profileId, hasPassphrase } = this
    const kept = { sessions: [...this.sessions], profileId, hasPassphrase, wait: this.backoff.wait() }
    this.lock()
    this.sessions.clear()
    this.records.clear()
    this.use(null)
    return kept
  }

  static async open(deps: CustodyDeps): Promise<Custody> {
    const place: Place = { ...deps, sleep: (milliseconds) => deps.clock.sleep(milliseconds) }
    const custody = new Custody(deps, place, await find(deps, place), null)
    await custody.#begin()
    return custody
  }

  inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#line(async () => {
      if (this.closed) throw failure('vault.locked', 'the vault is closed')
      return work()
    })
  }

  /** After everything that was asked for, also when the vault is closed. */
  atLast = (work: () => Promise<void>): Promise<void> => this.#line(work)

  get isLocked(): boolean {
    const { reachable, damage, candidates } = this.found
    if (this.closed || !reachable || damage !== null) return true
    return (candidates.length > 0 || this.header !== null) && this.#master === null
  }

  get hasMaster(): boolean {
    return this.#master !== null
  }

  get hasPassphrase(): boolean {
    const header = this.header ?? this.found.candidates[0]?.header
    return header === undefined ? this.#hadPassphrase : header.kind === 'passphrase'
  }

  get profileId(): string {
    return this.#profileId
  }

  /** Looks again at what lies there: a keychain may answer now, or a file may have been put back. */
  async look(): Promise<void> {
    const found = await find(this.deps, this.#place)
    this.use(this.header)
    this.found = found
    await this.#begin()
  }

  /** From now on the master key is this one's: every other that lay there in the clear is overwritten. */
  use(header: Header | null): void {
    for (const each of [this.header, ...this.found.candidates.map((found) => found.header)]) {
      if (each?.kind === 'open' && each !== header) each.key.fill(0)
    }
    this.header = header
  }

  /** Where there is one master entry for one id, or none at all, it is plain whose vault this is. */
  async #begin(): Promise<void> {
    const { candidates, damage, reachable, shelf } = this.found
    if (damage !== null || !reachable) return
    if (candidates.length === 0) {
      this.#profileId = shelf.profile() ?? this.#profileId
      this.#isSettled = true
      this.deps.keepProfileId?.(this.#profileId)
      return
    }
    const pairs = candidates.flatMap(({ header, profileIds }) => profileIds.map((id) => ({ header, id })))
    for (const { header, id } of pairs) {
      if (header.kind !== 'open' && pairs.length > 1) continue
      if (!(await this.#read(id))) return
      if (pairs.length === 1 || (header.kind === 'open' && this.#opensAny(header.key))) return this.use(header)
    }
    if (candidates.every(({ header }) => header.kind === 'open')) this.#refuse('profile')
  }

  /** Reads every record under an id. False where the keychain stopped answering. */
  async #read(id: string): Promise<boolean> {
    const { shelf } = this.found
    try {
      this.records.clear()
      for (const account of shelf.accounts() as UserId[]) {
        const sealed = await shelf.get(id, account)
        if (sealed !== null) this.records.set(account, sealed)
      }
      this.#profileId = id
      return true
    } catch (error) {
      this.found = { ...this.found, reachable: false, problem: problemOf(error) }
      this.deps.log('warn', 'vault.unreachable', { code: codeOf(error) })
      return false
    }
  }

  #opensAny(key: Uint8Array): boolean {
    return [...this.records].some(([account, sealed]) => {
      const plain = unseal(key, sealed, this.purpose(account))
      plain?.fill(0)
      return plain !== null
    })
  }

  #refuse(damage: Damage): void {
    this.found = { ...this.found, damage }
  }

  /** The id whose seal was opened wins: it is written down at both places. */
  async settle(header: Header, id: string): Promise<void> {
    if (this.#profileId !== id || this.header === null) {
      if (!(await this.#read(id))) throw failure('vault.no_keychain', 'the keychain stopped answering')
    }
    this.use(header)
    if (this.#isSettled) return
    this.found.shelf.settle(id)
    this.deps.keepProfileId?.(id)
    this.#isSettled = true
  }

  /** Sets what is damaged aside, deleting nothing, and begins an empty vault under an id of its own. */
  async beginAnew(): Promise<void> {
    const { dir, clock, random, keepProfileId, log } = this.deps
    const id = hex(random(16))
    let problem: Said | null = null
    try {
      await probeKeychain(this.#place, id)
    } catch (error) {
      problem = problemOf(error)
    }
    setIndexAside(dir, clock.now(), { copyToo: true })
    const shelf = emptyShelf(this.#place, problem === null ? 'keychain' : 'file')
    // Written at once: without it the next start would find accounts and no vault, and call that damage.
    shelf.settle(id)
    keepProfileId?.(id)
    log('warn', 'vault.begun_anew', { store: shelf.store })
    this.records.clear()
    for (const account of [...this.sessions.keys()]) this.forgetSession(account)
    this.use(null)
    this.#profileId = id
    this.#isSettled = true
    this.found = { shelf, candidates: [], damage: null, repair: null, reachable: true, problem }
  }

  purpose(id: UserId): string {
    return `coffer:account:1:${this.#profileId}:${id}`
  }

  needOpenSince(before: number): void {
    if (this.locks !== before) throw failure('vault.locked', 'the vault was locked meanwhile')
  }

  needMaster(): Uint8Array {
    if (this.#master === null) throw failure('vault.locked', 'the vault is locked')
    return this.#master
  }

  lock(): void {
    this.locks += 1
    this.#master?.fill(0)
    this.#master = null
    this.questions.clear()
  }

  /** Lends the bytes of an account's record and overwrites them afterwards. */
  withBytes<Value>(id: UserId, use: (bytes: Uint8Array) => Value): Value {
    const sealed = this.records.get(id)
    if (sealed === undefined && !this.isLocked) {
      throw failure('vault.key_missing', 'the vault does not hold this account')
    }
    const key = this.needMaster()
    if (sealed === undefined) throw failure('vault.key_missing', 'the vault does not hold this account')
    const plain = unseal(key, sealed, this.purpose(id))
    if (plain === null) {
      throw failure('vault.damaged', 'the record of an account was changed', { details: { what: 'record' } })
    }
    try {
      return use(plain)
    } finally {
      plain.fill(0)
    }
  }

  /** Lends an account's keys and overwrites them afterwards. Throws `wallet.watch_only` where there are none. */
  withRecord<Value>(id: UserId, use: (record: KeyRecord) => Value): Value {
    return this.withBytes(id, (bytes) => {
      const record = decodeRecord(bytes)
      try {
        return use(record)
      } finally {
        wipeRecord(record)
      }
    })
  }

  /** Lends the spend seed of an account and overwrites it afterwards. */
  withSpend<Value>(id: UserId, use: (seed: Uint8Array) => Value): Value {
    return this.withRecord(id, ({ spendSeed }) => {
      if (spendSeed === null) throw failure('vault.key_missing', 'the account has no key yet')
      return use(spendSeed)
    })
  }

  /** Writes an account's record anew as it should be, or leaves it where it is so already. */
  async changeRecord(id: UserId, change: (record: KeyRecord) => KeyRecord | null): Promise<void> {
    const plain = this.withRecord(id, (record) => {
      const next = change(record)
      return next === null ? null : encodeRecord(next)
    })
    if (plain !== null) await this.putRecord(id, plain)
  }

  async putRecord(id: UserId, plain: Uint8Array): Promise<void> {
    let sealed: string
    try {
      sealed = seal(this.needMaster(), plain, this.purpose(id), this.deps.random)
    } finally {
      plain.fill(0)
    }
    await this.found.shelf.put(this.#profileId, id, sealed)
    this.records.set(id, sealed)
    this.writes += 1
  }

  openSessions(): void {
    for (const id of this.records.keys()) {
      try {
        if (!this.sessions.has(id)) this.sessions.set(id, this.withBytes(id, decodeSession))
      } catch (error) {
        this.deps.log('error', 'vault.record_damaged', { account: id, code: codeOf(error) })
      }
    }
  }

  forgetSession(id: UserId): void {
    const session = this.sessions.get(id)
    if (session !== undefined) wipeSession(session)
    this.sessions.delete(id)
  }

  async forget(id: UserId): Promise<void> {
    await this.found.shelf.remove(this.#profileId, id, this.records.get(id))
    this.records.delete(id)
    this.questions.delete(id)
    this.forgetSession(id)
  }

  /** Puts a master key's new text in place of the old one. A lock that comes before it is there holds. */
  async putHeader(key: Uint8Array, text: string): Promise<void> {
    const before = this.locks
    await this.found.shelf.put(this.#profileId, HEADER, text)
    this.use(readHeader(text))
    if (this.locks === before) this.holdMaster(key)
  }

  holdMaster(key: Uint8Array): void {
    this.#master?.fill(0)
    this.#master = key.slice()
  }

  /** The first thing that is kept brings the master key with it. */
  async needSeal(): Promise<void> {
    if (this.isLocked) throw failure('vault.locked', 'the vault is locked')
    if (this.#master !== null) return
    if (this.found.shelf.store === 'file') {
      throw failure('vault.passphrase_needed', 'a file is only used with a passphrase')
    }
    const fresh = this.deps.random(32)
    try {
      await this.putHeader(fresh, openHeader(fresh))
    } finally {
      fresh.fill(0)
    }
  }

  /** A copy of the master key as it lies on the shelf, so that no lock can overwrite it while it is sealed anew. */
  async masterFor(passphrase: string | null): Promise<Uint8Array> {
    if (this.header?.kind === 'open') return this.header.key.slice()
    if (!this.hasPassphrase) return this.deps.random(32)
    if (passphrase === null) throw failure('vault.passphrase_needed', 'this takes the passphrase of now')
    return (await this.keyFor(passphrase)).key
  }

  /** The master key for a passphrase, after the back-off. Throws `vault.wrong_passphrase`, `vault.other_profile`. */
  async keyFor(passphrase: string): Promise<Extract<Unsealed, { outcome: 'opened' }> & { readonly header: Header }> {
    if (!this.hasPassphrase) throw failure('vault.passphrase_needed', 'no passphrase was set')
    this.backoff.check()
    if (!this.found.reachable) await this.look()
    if (!this.found.reachable) throw failure('vault.no_keychain', 'the keychain that holds the keys does not answer')
    this.backoff.begin()
    let isForeign = false
    for (const { header, profileIds } of this.#wrapped()) {
      if (header.kind !== 'passphrase') continue
      const unsealed = await unsealHeader(header, passphrase, profileIds)
      if (unsealed.outcome === 'foreign') isForeign = true
      if (unsealed.outcome !== 'opened') continue
      this.backoff.succeeded()
      return { ...unsealed, header }
    }
    if (isForeign) {
      this.backoff.succeeded()
      this.#refuse('profile')
      throw failure('vault.other_profile', 'the passphrase is right, but the seal is bound to another id')
    }
    throw failure('vault.wrong_passphrase', 'wrong passphrase', { details: { waitSeconds: this.backoff.seconds() } })
  }

  #wrapped(): Found['candidates'] {
    return this.#isSettled && this.header !== null
      ? [{ header: this.header, profileIds: [this.#profileId] }]
      : this.found.candidates
  }
}

const find = (deps: CustodyDeps, place: Place): Promise<Found> =>
  findVault(
    place,
    { profileId: deps.profileId, accounts: deps.profileAccounts?.() ?? [] },
    () => deps.clock.now(),
    deps.log,
  )
