import { Worker } from 'node:worker_threads'
import { momentOf, type UserId } from '#contract/domain'
import { type ErrorCode, failure } from '#contract/errors'
import { NO_WAIT, secondsLeft } from './backoff.ts'
import type { Kept } from './custody.ts'
import type { VaultDeps, VaultStatus } from './door.ts'
import {
  type FromThread,
  isHidden,
  type Opening,
  type Outcome,
  type Question,
  type Snapshot,
  type ToThread,
  type Verb,
  type VerbInputs,
} from './messages.ts'

/** Beside this file as it is written; as it is built, a file of its own beside the bundle. */
const SCRIPT = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './vault-thread.js', import.meta.url)

interface Pending {
  readonly verb: Verb
  readonly input: readonly unknown[]
  resolve(value: unknown): void
  reject(error: unknown): void
}

export async function startThread(deps: VaultDeps): Promise<Thread> {
  const thread = new Thread(deps)
  await thread.open()
  return thread
}

/** One vault thread after another: each lock ends one, and the next goes on with what a locked vault needs. */
export class Thread {
  snapshot: Snapshot = EMPTY
  readonly #deps: VaultDeps
  readonly #pending = new Map<number, Pending>()
  /** What was asked for since the lock, and must not reach the thread that is ending. */
  #waiting: Pending[] = []
  #worker: Worker | null = null
  /** One that does not listen yet. */
  #starting: Worker | null = null
  #closing: Promise<void> | null = null
  #lastId = 0
  #profileId: string
  #locks = 0
  #state: 'working' | 'ending' | 'closed' = 'working'
  /** Whether anything but signing of requests was asked of this thread: only then is there something to end it for. */
  #isWarm = true
  /** What the next thread goes on with, where the one before could not be started. */
  #left: Kept | null = null

  constructor(deps: VaultDeps) {
    this.#deps = deps
    this.#profileId = deps.profileId ?? ''
  }

  open(): Promise<void> {
    return this.#start(null)
  }

  ask<Value, V extends Verb = Verb>(verb: V, ...input: VerbInputs[V]): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      const pending: Pending = { verb, input, resolve: resolve as (value: unknown) => void, reject }
      if (this.#state === 'closed') return refuse([pending], closed())
      // Requests are signed all the while, also by a thread that waits for a late keychain before it ends.
      if (this.#worker === null || (this.#state === 'ending' && verb !== 'sign')) this.#waiting.push(pending)
      else this.#send(pending)
      if (this.#left !== null) void this.#goOn(this.#left)
    })
  }

  status(): VaultStatus {
    const { status, wait, locks } = this.snapshot
    return {
      ...status,
      locked: status.locked || this.#state === 'closed' || locks < this.#locks,
      retryInSeconds: secondsLeft(wait, this.#deps.clock),
    }
  }

  lock(): void {
    if (this.#state === 'closed') return
    if (!this.snapshot.isLockable && this.#pending.size === 0) return
    this.#locks += 1
    this.#post({ kind: 'lock' })
    // An unlocking that was asked for before this lock must not win over it.
    const early = this.#waiting.filter(({ verb }) => verb === 'unlock')
    this.#waiting = this.#waiting.filter(({ verb }) => verb !== 'unlock')
    refuse(early, failure('vault.locked', 'the vault was locked meanwhile'))
    // One that is still starting is told of the lock before anything else, and holds nothing to end it for.
    if (this.#state !== 'working' || !this.#isWarm || this.#worker === null) return
    this.#state = 'ending'
    this.#post({ kind: 'retire' })
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    refuse(this.#waiting.splice(0), closed())
    // A thread that has ended is closed as well.
    const told = new Promise<unknown>((resolve) => {
      if (this.#worker === null) resolve(null)
      else this.#send({ verb: 'close', input: [], resolve, reject: resolve })
    })
    this.#state = 'closed'
    await told
    await (this.#worker ?? this.#starting)?.terminate()
    this.#worker = null
  }

  async #start(kept: Kept | null): Promise<void> {
    const { dir, profileId, keychain, clock } = this.#deps
    const opening: Opening = {
      dir,
      profileId,
      accounts: this.#accounts(),
      hasStandIn: keychain !== undefined,
      now: momentOf(clock),
      locks: this.#locks,
      kept,
    }
    const worker = new Worker(SCRIPT, { workerData: opening, execArgv: [], name: 'vault' })
    this.#starting = worker
    await new Promise<void>((resolve, reject) => {
      let cause: unknown = failure('internal', 'the vault’s thread ended')
      let isRefused = false
      worker.on('message', (message: FromThread) => {
        if (message.kind === 'refused') {
          isRefused = true
          cause = failure(message.error.code, message.error.message, { details: message.error.details })
          return
        }
        if (message.kind !== 'opened') return this.#hear(message, worker)
        // One that comes up after the end is on its way out already.
        if (this.#state === 'closed') return
        if (message.snapshot !== null) this.snapshot = message.snapshot
        this.#worker = worker
        resolve()
      })
      worker.on('error', (error) => {
        if (!isRefused) cause = error
      })
      worker.on('exit', () => {
        reject(cause)
        this.#fail(worker, cause)
      })
    })
    this.#starting = null
    this.#isWarm = kept === null
    // Locks that came while it started.
    for (let missed = opening.locks; missed < this.#locks; missed += 1) this.#post({ kind: 'lock' })
    this.#rest()
  }

  #accounts(): readonly UserId[] {
    return this.#deps.profileAccounts?.() ?? []
  }

  #send(pending: Pending): void {
    this.#lastId += 1
    const id = this.#lastId
    const { verb, input } = pending
    this.#pending.set(id, pending)
    if (verb !== 'sign') this.#isWarm = true
    const buffers = input.filter(isHidden).map(({ buffer }) => buffer)
    this.#worker?.ref()
    // Every request is signed; reading the profile for each would cost as much as signing.
    const accounts = verb === 'sign' ? null : this.#accounts()
    this.#post({ kind: 'do', id, verb, input: [...input], now: momentOf(this.#deps.clock), accounts }, buffers)
  }

  #post(message: ToThread, transfer: ArrayBuffer[] = []): void {
    this.#worker?.postMessage(message, transfer)
  }

  /** An idle thread does not keep the program alive. */
  #rest(): void {
    if (this.#pending.size === 0 && this.#state !== 'ending') this.#worker?.unref()
  }

  #hear(message: Exclude<FromThread, { kind: 'opened' | 'refused' }>, worker: Worker): void {
    switch (message.kind) {
      case 'log':
        this.#deps.log(...message.input)
        break
      case 'profile':
        this.#profileId = message.id
        this.#deps.keepProfileId?.(message.id)
        break
      case 'ask':
        void this.#answer(message.question).then((outcome) =>
          worker.postMessage({ kind: 'answer', id: message.id, outcome } satisfies ToThread),
        )
        break
      case 'retired':
        void this.#goOn(message.kept)
        break
      case 'done':
        this.#settle(message)
        break
    }
  }

  #settle({ id, outcome, snapshot }: Extract<FromThread, { kind: 'done' }>): void {
    if (snapshot !== null) this.snapshot = snapshot
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    this.#rest()
    if ('value' in outcome) pending?.resolve(outcome.value)
    else pending?.reject(failure(outcome.error.code, outcome.error.message, { details: outcome.error.details }))
  }

  async #answer(question: Question): Promise<Outcome> {
    const { clock, keychain } = this.#deps
    try {
      switch (question.what) {
        case 'sleep':
          await clock.sleep(question.milliseconds)
          return { value: null }
        case 'get':
          return { value: (await keychain?.get(question.name)) ?? null }
        case 'set':
          await keychain?.set(question.name, question.text)
          return { value: null }
        case 'remove':
          await keychain?.remove(question.name)
          return { value: null }
      }
    } catch (error) {
      const code: ErrorCode = 'internal'
      return { error: { code, message: error instanceof Error ? error.message : '', details: {} } }
    }
  }

  /** The thread ended: the next one takes what it left, and what was asked for meanwhile. */
  async #goOn(kept: Kept): Promise<void> {
    const unanswered = [...this.#pending.values()]
    this.#pending.clear()
    this.#worker = null
    if (this.#state === 'closed') return refuse(unanswered, closed())
    this.#state = 'working'
    this.#left = null
    try {
      await this.#start(kept)
    } catch (error) {
      this.#left = kept
      return refuse([...unanswered, ...this.#waiting.splice(0)], this.#closing === null ? error : closed())
    }
    for (const pending of [...unanswered, ...this.#waiting.splice(0)]) this.#send(pending)
    this.#rest()
  }

  /** A thread that broke takes nothing along but what it was doing; the vault is locked, and the next unlocking opens another. */
  #fail(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return
    if (this.#state !== 'closed') {
      this.#deps.log('error', 'vault.thread_broke', { error: cause instanceof Error ? cause.name : 'unknown' })
    }
    this.#locks += 1
    const broken = [...this.#pending.values()]
    this.#pending.clear()
    refuse(broken, failure('internal', 'the vault’s thread broke', { cause }))
    const { passphrase } = this.snapshot.status
    void this.#goOn({ sessions: [], profileId: this.#profileId, hasPassphrase: passphrase, wait: null })
  }
}

const closed = () => failure('vault.locked', 'the vault is closed')

/** What is refused leaves no secret behind; what was handed over is not here any more. */
function refuse(all: readonly Pending[], error: unknown): void {
  for (const { input, reject } of all) {
    for (const secret of input.filter(isHidden)) if (secret.length > 0) secret.fill(0)
    reject(error)
  }
}

const EMPTY: Snapshot = {
  status: {
    ...{ locked: true, passphrase: false, store: 'keychain', keychainProblem: null, damage: null, repair: null },
    arithmetic: 'native',
  },
  wait: NO_WAIT,
  isLockable: false,
  locks: 0,
  list: [],
  facts: new Map(),
  permissions: new Map(),
}
