import type { UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import { curve, publicKeyFromSeed, type SpendSecret, signTip, tipBody } from '#protocol'
import { keeping } from './accounts.ts'
import { Custody } from './custody.ts'
import type { CustodyDeps, Vault } from './door.ts'
import { sealHeader } from './master.ts'
import { seedOf } from './phrase.ts'
import { encodeRecord, type KeyRecord, spendSecretOf } from './record.ts'
import { createSigner } from './signer.ts'
import { judgePassphrase, refuseWeak } from './strength.ts'
import { phrases } from './words.ts'
import { unwrapBySeed, wrapByPassphrase, wrapBySeed } from './wrap.ts'

/**
 * The whole vault, inside the thread that calls this; `host.ts` is the door to one in a thread of its own. Opens the vault of a profile, and unlocks it if no passphrase guards it. What is damaged is told by its status, not thrown: a
 * window has to come up that says so.
 */
export async function openVaultHere(deps: CustodyDeps, opened?: (custody: Custody) => void): Promise<Vault> {
  const custody = await Custody.open(deps)
  opened?.(custody)
  const vault = vaultOf(custody)
  const { passphrase, locked, damage } = vault.status()
  if (!passphrase && locked && damage === null && custody.found.reachable) await vault.unlock(null)
  return vault
}

/** The door's verbs over what is kept. */
export function vaultOf(custody: Custody): Vault {
  const { deps } = custody
  const kept = keeping(custody)
  return {
    accounts: { ...kept, ...phrases(custody, kept.describe) },
    status: () => statusOf(custody),
    unlock: (passphrase) => unlock(custody, passphrase),
    lock: () => custody.lock(),
    setPassphrase: (change) => setPassphrase(custody, change),
    beginAnew: () =>
      custody.inTurn(async () => {
        if (custody.found.damage === null) throw failure('input.invalid', 'nothing of the vault is damaged')
        await custody.beginAnew()
      }),
    judgePassphrase,
    checkPassphrase: (passphrase) => custody.inTurn(() => prove(custody, passphrase)),
    ...wraps(custody),
    signer: (account) =>
      createSigner({
        account,
        clock: deps.clock,
        random: deps.random,
        session: (use) => {
          const session = custody.sessions.get(account)
          if (session !== undefined) return use(session)
          const code = custody.isLocked ? 'vault.locked' : 'vault.key_missing'
          throw failure(code, 'the session of this account is not open')
        },
        record: (use) => custody.withRecord(account, use),
        settle: (use) => settleKey(custody, account, use),
      }),
    claimWithPhrase,
    close: () => close(custody),
  }
}

/**
 * Settles which key some bytes are by what only the right one can do: the first form for which `use` does not throw is the
 * account's from then on.
 */
function settleKey<Value>(custody: Custody, id: UserId, use: (key: SpendSecret) => Value): Promise<Value> {
  return custody.inTurn(async () => {
    const { value, plain } = custody.withRecord(id, (record) => {
      const { form, value } = firstForm(record, use)
      return { value, plain: record.isProved ? null : encodeRecord({ ...record, spendForm: form, isProved: true }) }
    })
    if (plain !== null) await custody.putRecord(id, plain)
    return value
  })
}

function firstForm<Value>({ spendSeed }: KeyRecord, use: (key: SpendSecret) => Value) {
  if (spendSeed === null) throw failure('vault.key_missing', 'the account has no spend key')
  try {
    return { form: 'seed', value: use(spendSecretOf(spendSeed, 'seed')) } as const
  } catch (error) {
    try {
      return { form: 'scalar', value: use(spendSecretOf(spendSeed, 'scalar')) } as const
    } catch {
      throw error
    }
  }
}

function statusOf(custody: Custody): ReturnType<Vault['status']> {
  const { shelf, problem, damage, repair } = custody.found
  return {
    locked: custody.isLocked,
    passphrase: custody.hasPassphrase,
    store: shelf.store,
    keychainProblem: problem,
    arithmetic: curve().kind,
    retryInSeconds: custody.backoff.seconds(),
    damage,
    repair,
  }
}

function unlock(custody: Custody, passphrase: string | null): Promise<void> {
  const before = custody.locks
  return custody.inTurn(async () => {
    if (!custody.found.reachable || custody.found.damage !== null) await custody.look()
    const { reachable, damage } = custody.found
    if (!reachable) throw failure('vault.no_keychain', 'the keychain that holds the keys does not answer')
    if (damage !== null) throw failure('vault.damaged', 'the vault cannot be opened', { details: { what: damage } })
    if (!custody.isLocked) return
    custody.needOpenSince(before)
    if (custody.header?.kind === 'open') {
      await custody.settle(custody.header, custody.profileId)
      custody.needOpenSince(before)
      custody.holdMaster(custody.header.key)
    } else {
      if (passphrase === null) throw failure('vault.passphrase_needed', 'this takes the passphrase of now')
      await unlockBy(custody, passphrase, before)
    }
    custody.openSessions()
  })
}

async function unlockBy(custody: Custody, passphrase: string, before: number): Promise<void> {
  const { key, profileId, header, text } = await custody.keyFor(passphrase)
  try {
    custody.needOpenSince(before)
    await custody.settle(header, profileId)
    custody.needOpenSince(before)
    custody.holdMaster(key)
    if (text === null) return
    // A header of an older form cannot tell a wrong passphrase from damage; one that could not be written is written next time.
    await custody.putHeader(key, text).catch(() => custody.deps.log('warn', 'vault.header_not_renewed'))
    custody.needOpenSince(before)
  } finally {
    key.fill(0)
  }
}

function setPassphrase(custody: Custody, change: { readonly current: string | null; readonly next: string }) {
  return custody.inTurn(async () => {
    if (custody.isLocked) throw failure('vault.locked', 'the vault is locked')
    const before = custody.locks
    await refuseWeak(change.next)
    custody.needOpenSince(before)
    const key = await custody.masterFor(change.current)
    try {
      custody.needOpenSince(before)
      const { profileId, found, deps } = custody
      const { store } = found.shelf
      const text = await sealHeader(key, change.next, { profileId, store, random: deps.random })
      custody.needOpenSince(before)
      await custody.putHeader(key, text)
    } finally {
      key.fill(0)
    }
  })
}

async function prove(custody: Custody, passphrase: string): Promise<void> {
  const { key } = await custody.keyFor(passphrase)
  key.fill(0)
}

function wraps(custody: Custody): Pick<Vault, 'wrapFor' | 'unwrapFor' | 'wrapByPassphrase'> {
  const { random } = custody.deps
  return {
    wrapFor: async (id, label, bytes) => custody.withSpend(id, (seed) => wrapBySeed(seed, label, bytes, random)),

    async unwrapFor(id, label, wrapped) {
      const bytes = custody.withSpend(id, (seed) => unwrapBySeed(seed, label, wrapped))
      if (bytes === null) throw failure('vault.damaged', 'this was wrapped by another key, or it was changed')
      return bytes
    },

    wrapByPassphrase: (passphrase, label, bytes) =>
      custody.inTurn(async () => {
        await prove(custody, passphrase)
        return wrapByPassphrase(passphrase, label, bytes, random)
      }),
  }
}

async function claimWithPhrase(phrase: string, timestamp: number): ReturnType<Vault['claimWithPhrase']> {
  const seed = seedOf(phrase)
  try {
    const publicKey = publicKeyFromSeed(seed)
    return { publicKey, signature: signTip(seed, tipBody(`LOCALNET:SESSION:${publicKey}${timestamp}`)) }
  } finally {
    seed.fill(0)
  }
}

async function close(custody: Custody): Promise<void> {
  custody.closed = true
  const wipe = (): void => {
    custody.lock()
    for (const id of [...custody.sessions.keys()]) custody.forgetSession(id)
    custody.records.clear()
  }
  wipe()
  await custody.atLast(async () => {
    // What was being done may have kept something since, and may have needed the key until now.
    wipe()
    custody.use(null)
  })
}
