import type { UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import { NO_KEYS, type Vault, type VaultDeps } from './door.ts'
import { type Hidden, hide } from './messages.ts'
import { SIGNER_VERBS, type Signer } from './signer.ts'
import { startThread, type Thread } from './threads.ts'

/**
 * The door to the vault, which works in a thread of its own: what is secret is text there and nowhere else, and the thread ends
 * with each lock. Opens the vault of a profile, and unlocks it if no passphrase guards it. What is damaged is told by its
 * status. A thread and no process: that would not stop somebody who controls main either, and a heap of its own is all that a
 * lock must end.
 */
export async function openVault(deps: VaultDeps): Promise<Vault> {
  const thread = await startThread(deps)
  return {
    accounts: accountsOf(thread),
    status: () => thread.status(),
    unlock: (passphrase) => thread.ask('unlock', passphrase === null ? null : hide(passphrase)),
    lock: () => thread.lock(),
    beginAnew: () => thread.ask('beginAnew'),
    setPassphrase: ({ current, next }) =>
      thread.ask('setPassphrase', current === null ? null : hide(current), hide(next)),
    judgePassphrase: (passphrase) => thread.ask('judgePassphrase', hide(passphrase)),
    checkPassphrase: (passphrase) => thread.ask('checkPassphrase', hide(passphrase)),
    wrapFor: (id, label, bytes) => thread.ask('wrapFor', id, label, bytes),
    unwrapFor: (id, label, wrapped) => thread.ask('unwrapFor', id, label, wrapped),
    wrapByPassphrase: (passphrase, label, bytes) => thread.ask('wrapByPassphrase', hide(passphrase), label, bytes),
    claimWithPhrase: (phrase, timestamp) => thread.ask('claimWithPhrase', hide(phrase), timestamp),
    signer: (id) => signerOf(thread, id),
    close: () => thread.close(),
  }
}

const hideValue = (value: unknown): Hidden => hide(JSON.stringify(value))

function accountsOf(thread: Thread): Vault['accounts'] {
  /** The words are text from here on: the window shows them. */
  async function wordsFrom(answer: Promise<Uint8Array>): Promise<string[]> {
    const bytes = await answer
    const words = new TextDecoder().decode(bytes).split(' ')
    bytes.fill(0)
    return words
  }
  return {
    add: (id, credentials) => thread.ask('accounts.add', id, hideValue(credentials)),
    permit: (id, permission) => thread.ask('accounts.permit', id, hideValue(permission)),
    permission: (id) => thread.snapshot.permissions.get(id) ?? null,
    remove: (id) => thread.ask('accounts.remove', id),
    list: () => thread.snapshot.list,
    describe(id) {
      if (thread.status().locked) throw failure('vault.locked', 'the vault is locked')
      return thread.snapshot.facts.get(id) ?? NO_KEYS
    },
    createPhrase: (id) => wordsFrom(thread.ask('accounts.createPhrase', id)),
    quizPositions: (id) => thread.ask('accounts.quizPositions', id),
    answerQuiz: (id, words) => thread.ask('accounts.answerQuiz', id, hideValue(words)),
    restorePhrase: (id, phrase, wanted) => thread.ask('accounts.restorePhrase', id, hide(phrase), wanted),
    raiseRules: (id, to) => thread.ask('accounts.raiseRules', id, to),
    agreeWay: (id, way) => thread.ask('accounts.agreeWay', id, way),
    agreeAsking: (id, asking) => thread.ask('accounts.agreeAsking', id, asking),
    dropUnproved: (id) => thread.ask('accounts.dropUnproved', id),
    restoreKey: (id, key, wanted) => thread.ask('accounts.restoreKey', id, hide(key), wanted),
    renewSession: (id, session) => thread.ask('accounts.renewSession', id, hideValue(session)),
    reveal: (id, passphrase) => wordsFrom(thread.ask('accounts.reveal', id, hide(passphrase))),
    revealKey: async (id, passphrase) =>
      (await wordsFrom(thread.ask('accounts.revealKey', id, hide(passphrase)))).join(''),
  }
}

/** Every verb of the table, asked for in the vault's thread. */
function signerOf(thread: Thread, id: UserId): Signer {
  const verbs = Object.keys(SIGNER_VERBS).map((verb) => [
    verb,
    (request: unknown) => thread.ask('sign', id, verb as keyof Signer, request), // a key of the table
  ])
  const secret: Partial<Signer> = {
    registration: ({ dialect, tipKey }) =>
      thread.ask('registration', id, dialect, tipKey === null ? null : hide(tipKey)),
    setPin: ({ digits, counter }) => thread.ask('setPin', id, digits === null ? null : hide(digits), counter),
  }
  return { ...(Object.fromEntries(verbs) as Signer), ...secret } // the table has every verb
}
