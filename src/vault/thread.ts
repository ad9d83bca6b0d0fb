import v8 from 'node:v8'
import vm from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import type { Clock, Moment } from '#contract/domain'
import { CofferError, failure } from '#contract/errors'
import { createRandom, installHostCurve } from '#platform'
import type { Permission } from '#protocol'
import { Custody } from './custody.ts'
import type { Credentials, CustodyDeps, PermissionFacts, Vault, VaultAccounts } from './door.ts'
import { createSystemKeychain, type Keychain } from './keychain.ts'
import type {
  FromThread,
  Hidden,
  Opening,
  Outcome,
  Question,
  Report,
  Snapshot,
  ToThread,
  Verb,
  VerbInputs,
} from './messages.ts'
import { openVaultHere, vaultOf } from './vault.ts'

/*
 * The vault's own thread. Everything that is secret is text or a buffer in here, and here only; when the vault is locked the
 * thread hands on what stays, overwrites what it can, has its heap collected and ends. `host.ts` is the other side.
 */

await installHostCurve()

const port = parentPort
if (port === null) throw failure('internal', 'the vault runs in a thread of its own')
const opening = workerData as Opening // given by the host
const say = (message: FromThread, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

let now: Moment = opening.now
let locks = opening.locks
let accounts = opening.accounts
let running = 0
let isRetiring = false

const asked = new Map<number, (outcome: Outcome) => void>()
let questions = 0

async function ask(question: Question): Promise<unknown> {
  questions += 1
  const id = questions
  const answered = new Promise<Outcome>((resolve) => asked.set(id, resolve))
  say({ kind: 'ask', id, question })
  const outcome = await answered
  if ('value' in outcome) return outcome.value
  throw new Error(outcome.error.message)
}

const standIn: Keychain = {
  get: async (name) => (await ask({ what: 'get', name })) as string | null, // as the keychain gave it
  set: async (name, text) => void (await ask({ what: 'set', name, text })),
  remove: async (name) => void (await ask({ what: 'remove', name })),
}
const clock: Clock = {
  now: () => now.wall,
  monotonicMs: () => now.monotonicMs,
  sleep: async (milliseconds) => void (await ask({ what: 'sleep', milliseconds })),
}

const deps: CustodyDeps = {
  dir: opening.dir,
  profileId: opening.profileId,
  profileAccounts: () => accounts,
  keepProfileId: (id) => say({ kind: 'profile', id }),
  keychain: opening.hasStandIn ? standIn : createSystemKeychain(),
  clock,
  random: createRandom(),
  log: (...input) => say({ kind: 'log', input }),
}

const show = (text: Hidden): string => {
  const shown = new TextDecoder().decode(text)
  text.fill(0)
  return shown
}
const showOrNull = (text: Hidden | null): string | null => (text === null ? null : show(text))
const hideWords = (words: readonly string[]): Uint8Array => new TextEncoder().encode(words.join(' '))

type Doing = { readonly [V in Verb]: (vault: Vault, ...input: VerbInputs[V]) => Promise<unknown> }

const VERBS: Doing = {
  'accounts.add': ({ accounts }, id, text) => accounts.add(id, JSON.parse(show(text)) as Credentials), // written by the host
  'accounts.permit': ({ accounts }, id, text) => accounts.permit(id, JSON.parse(show(text)) as Permission),
  'accounts.remove': ({ accounts }, id) => accounts.remove(id),
  'accounts.createPhrase': async ({ accounts }, id) => hideWords(await accounts.createPhrase(id)),
  'accounts.quizPositions': ({ accounts }, id) => accounts.quizPositions(id),
  'accounts.answerQuiz': ({ accounts }, id, words) => accounts.answerQuiz(id, JSON.parse(show(words)) as string[]),
  'accounts.restorePhrase': ({ accounts }, id, phrase, wanted) => accounts.restorePhrase(id, show(phrase), wanted),
  'accounts.restoreKey': ({ accounts }, id, key, wanted) => accounts.restoreKey(id, show(key), wanted),
  'accounts.raiseRules': ({ accounts }, id, to) => accounts.raiseRules(id, to),
  'accounts.agreeWay': ({ accounts }, id, way) => accounts.agreeWay(id, way),
  'accounts.agreeAsking': ({ accounts }, id, asking) => accounts.agreeAsking(id, asking),
  'accounts.dropUnproved': ({ accounts }, id) => accounts.dropUnproved(id),
  'accounts.renewSession': ({ accounts }, id, text) => accounts.renewSession(id, JSON.parse(show(text)) as Credentials), // written by the host
  'accounts.revealKey': async ({ accounts }, id, passphrase) =>
    hideWords([await accounts.revealKey(id, show(passphrase))]),
  'accounts.reveal': async ({ accounts }, id, passphrase) => hideWords(await accounts.reveal(id, show(passphrase))),
  unlock: (vault, passphrase) => vault.unlock(showOrNull(passphrase)),
  beginAnew: (vault) => vault.beginAnew(),
  setPassphrase: (vault, current, next) => vault.setPassphrase({ current: showOrNull(current), next: show(next) }),
  checkPassphrase: (vault, passphrase) => vault.checkPassphrase(show(passphrase)),
  judgePassphrase: (vault, passphrase) => vault.judgePassphrase(show(passphrase)),
  wrapFor: (vault, id, label, bytes) => vault.wrapFor(id, label, bytes),
  unwrapFor: (vault, id, label, wrapped) => vault.unwrapFor(id, label, wrapped),
  wrapByPassphrase: (vault, passphrase, label, bytes) => vault.wrapByPassphrase(show(passphrase), label, bytes),
  claimWithPhrase: (vault, phrase, timestamp) => vault.claimWithPhrase(show(phrase), timestamp),
  registration: (vault, id, dialect, tipKey) => vault.signer(id).registration({ dialect, tipKey: showOrNull(tipKey) }),
  setPin: (vault, id, digits, counter) => vault.signer(id).setPin({ digits: showOrNull(digits), counter }),
  sign: (vault, id, verb, request) => {
    const signer = vault.signer(id)
    return (signer[verb] as (request: unknown) => Promise<unknown>)(request) // the host passes on what its caller gave
  },
  close: (vault) => vault.close(),
}

/** Public facts of each account, worked out once for each sealed text. */
const known = new Map<string, { sealed: string | undefined; facts: ReturnType<VaultAccounts['describe']> }>()

function snapshotOf(custody: Custody, vault: Vault): Snapshot {
  const { retryInSeconds: _, ...status } = vault.status()
  const list = vault.accounts.list()
  const permissions = new Map<(typeof list)[number], PermissionFacts>()
  const facts = new Map<(typeof list)[number], ReturnType<VaultAccounts['describe']>>()
  for (const id of list) {
    const permission = vault.accounts.permission(id)
    if (permission !== null) permissions.set(id, permission)
    if (status.locked || !custody.hasMaster) continue
    const sealed = custody.records.get(id)
    const before = known.get(id)
    const found = before !== undefined && before.sealed === sealed ? before.facts : vault.accounts.describe(id)
    known.set(id, { sealed, facts: found })
    facts.set(id, found)
  }
  const isLockable = custody.header !== null || custody.found.candidates.length > 0
  return { status, wait: custody.backoff.wait(), isLockable, locks, list, facts, permissions }
}

/** An error as it can be told: of its class nothing arrives on the other side. */
function reportOf(error: unknown): Report {
  const message = error instanceof Error ? error.message : 'unknown'
  if (error instanceof CofferError) return { code: error.code as 'internal', message, details: error.details } // a code of the table
  // What the system refuses names the call that it refused; there are none here but those for files.
  const isOfDisk = error instanceof Error && 'syscall' in error
  return { code: isOfDisk ? 'store.disk' : 'internal', message, details: {} }
}

/** Ends the thread as soon as it does nothing, not even a late write of a keychain. */
async function retireWhenIdle(custody: Custody): Promise<void> {
  if (!isRetiring || running > 0) return
  await custody.found.shelf.written()
  if (!isRetiring || running > 0) return
  isRetiring = false
  port?.removeAllListeners('message')
  const kept = custody.leave()
  known.clear()
  setImmediate(() => {
    collect()
    say({ kind: 'retired', kept })
    process.exit(0)
  })
}

/** Pages that are free go back to the system at once; without this V8 keeps those of an ended thread for some seconds. */
function collect(): void {
  try {
    v8.setFlagsFromString('--expose-gc')
    const gc = vm.runInNewContext('gc') as (options: object) => void // V8's own
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  } catch {
    // A host whose V8 takes no more flags: the pages go back a little later.
  }
}

const box: { custody: Custody | null; vault: Vault | null } = { custody: null, vault: null }

/** Goes on where another thread left off, or opens what lies there. */
async function begin({ kept }: Opening): Promise<Snapshot | null> {
  if (kept !== null) {
    box.custody = Custody.goOn(deps, kept)
    box.vault = vaultOf(box.custody)
    return null
  }
  const opened = await openVaultHere(deps, (custody) => {
    box.custody = custody
  })
  box.vault = opened
  return box.custody === null ? null : snapshotOf(box.custody, opened)
}

async function perform(message: Extract<ToThread, { kind: 'do' }>, custody: Custody, vault: Vault): Promise<void> {
  running += 1
  now = message.now
  accounts = message.accounts ?? accounts
  let outcome: Outcome
  const { writes } = custody
  try {
    const act = VERBS[message.verb] as (vault: Vault, ...input: unknown[]) => Promise<unknown>
    outcome = { value: await act(vault, ...message.input) }
  } catch (error) {
    outcome = { error: reportOf(error) }
  }
  running -= 1
  // A vault that was never unlocked here knows less than the host, which saw it before.
  const isNews =
    ((message.verb !== 'sign' && message.verb !== 'judgePassphrase') || custody.writes !== writes) &&
    (custody.found.reachable || custody.found.problem !== null)
  say({ kind: 'done', id: message.id, outcome, snapshot: isNews ? snapshotOf(custody, vault) : null })
  await retireWhenIdle(custody)
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'answer') {
    asked.get(message.id)?.(message.outcome)
    asked.delete(message.id)
    return
  }
  const { custody, vault } = box
  if (custody === null || vault === null) throw failure('internal', 'the vault is not open yet')
  if (message.kind === 'lock') {
    locks += 1
    vault.lock()
  } else if (message.kind === 'retire') {
    isRetiring = true
    void retireWhenIdle(custody)
  } else {
    void perform(message, custody, vault)
  }
})

try {
  say({ kind: 'opened', snapshot: await begin(opening) })
} catch (error) {
  say({ kind: 'refused', error: reportOf(error) })
  throw error
}
