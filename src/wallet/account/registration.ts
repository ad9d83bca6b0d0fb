import type { NetworkProfile, SequencerUser } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { RegistrationView } from '#contract/ipc'
import { publicKeyFromSeed } from '#protocol'
import type { CallsOf } from '../shared/calls.ts'
import type { Desk } from '../shared/desk.ts'
import { readBroughtPin, readBroughtTipKey } from './bringing.ts'
import { refreshAccount } from './found.ts'
import { accountView, type KeyParts, keeping } from './keys.ts'
import { askOwner, ownRecord, rememberRegistered } from './registered.ts'

/** What proves to the service that it is the account's holder who registers a key. */
type Asks = RegistrationView['asks']

/**
 * Tells the service which spend key is the account's: once, and for ever. A PIN or TIP key is used for it and kept nowhere.
 */
export function registrationCalls(parts: KeyParts): CallsOf<'registration'> {
  const { deps, open } = parts
  const { profile, vault, network } = deps
  const { find } = keeping(parts)

  return {
    async 'registration.explain'({ account }) {
      const found = find(account)
      const { publicKey } = vault.accounts.describe(account)
      if (publicKey === null) throw failure('vault.key_missing', 'there is no key to register yet')
      const me = await askOwner(open(found))
      const { hasSafe } = rememberRegistered(profile, me)
      return {
        userId: account,
        publicKey,
        signedText: `SEQUENCER:REGISTER:${account}${publicKey}`,
        registered: hasSafe,
        asks: asksOf(me, publicKey),
        tipPublicKey: tipKeyOf(me),
        isApp: me.app !== null,
      }
    },

    async 'registration.submit'({ account, proof = '', byApp = false }) {
      const found = find(account)
      const { publicKey } = vault.accounts.describe(account)
      if (publicKey === null) throw failure('vault.key_missing', 'there is no key to register yet')
      const runtime = open(found)
      let me = await askOwner(runtime)
      if (!me.has_safe) {
        me = byApp
          ? await settled(runtime, () => registerApp(runtime))
          : await registerByPin(runtime, me, { publicKey, proof, network })
      }
      const fresh = refreshAccount(account, me, deps)
      if (fresh.registeredAt === null)
        throw failure('wallet.account_not_ready', 'the service does not call it registered')
      await runtime.start()
      return accountView(fresh, deps)
    },
  }
}

/** Public TIP key of the account, hex; null where it has none. */
function tipKeyOf({ tip_key_base64 }: SequencerUser): string | null {
  const bytes = Buffer.from(tip_key_base64, 'base64')
  return bytes.length === 32 ? bytes.toString('hex') : null
}

function asksOf(me: SequencerUser, publicKey: string): Asks {
  const tipKey = tipKeyOf(me)
  if (tipKey !== null) return tipKey === publicKey ? 'nothing' : 'tip'
  return me.has_pin ? 'digits' : 'nothing'
}

interface ByPin {
  readonly publicKey: string
  readonly proof: string
  readonly network: NetworkProfile
}

async function registerByPin(
  runtime: Desk,
  me: SequencerUser,
  { publicKey, proof, network }: ByPin,
): Promise<SequencerUser> {
  const asks = asksOf(me, publicKey)
  const digits = asks === 'digits' ? readBroughtPin(proof) : null
  const tipKey = asks === 'tip' ? wantedTipKey(proof, tipKeyOf(me) ?? '') : null
  if (tipKeyOf(me) === null) {
    await runtime.remote.call('pin.update', {
      body: await runtime.signer.setPin({ digits, counter: me.tip_counter + 1 }),
    })
  }
  return settled(runtime, async () => {
    const body = await runtime.signer.registration({ dialect: network.dialect, tipKey })
    return ownRecord(runtime.account, await runtime.remote.call('me.register', { body }))
  })
}

/** Throws `input.tip_key {expected, found}` before the service counts a wrong one against the account. */
function wantedTipKey(proof: string, expected: string): string {
  const key = readBroughtTipKey(proof)
  const found = publicKeyFromSeed(key)
  if (found !== expected) throw failure('input.tip_key', 'another TIP key is set', { details: { expected, found } })
  return key
}

async function registerApp(runtime: Desk): Promise<SequencerUser> {
  const body = await runtime.signer.appRegistration()
  await runtime.remote.call('apps.register', { params: { id: runtime.account }, body })
  return askOwner(runtime)
}

/** A lost answer is no failure: whether the account is registered is asked, not guessed. */
async function settled(runtime: Desk, register: () => Promise<SequencerUser>): Promise<SequencerUser> {
  try {
    return await register()
  } catch (error) {
    if (!UNDECIDED.has(codeOf(error))) throw error
    const me = await askOwner(runtime)
    if (!me.has_safe) throw error
    return me
  }
}

const UNDECIDED: ReadonlySet<string> = new Set([
  'remote.timeout',
  'remote.unreachable',
  'remote.server',
  'remote.malformed',
])
