import { type SequencerUser, secondsOf, type UserId } from '#contract/domain'
import { CofferError, codeOf, failure } from '#contract/errors'
import { type Credential, readCredentials, readingsOfKey, type SessionCredential } from '#protocol'
import { sessionBearer } from '#vault'
import { type Line, remoteFor } from '../shared/line.ts'
import type { Registered } from './registered.ts'

/* What people bring along, read and tried before anything of it is kept. */

/** A keystore with the spend key that came with it, in the file or beside it. */
export interface Brought {
  readonly userId: UserId
  readonly session: { readonly sessionId: string; readonly sessionSeed: string; readonly pinPublicKey: string }
  /** 32 bytes, hex: a seed or a scalar. */
  readonly spendKey: string | null
}

type Refused = Extract<Credential, { kind: 'refused' }>

/** The one keystore of a text, with a key that lies beside it. Throws `input.keystore {form | what}`. */
export function readBrought(text: string): Brought {
  const found = readCredentials(text)
  const [session, ...more] = found.filter((one): one is SessionCredential => one.kind === 'session')
  if (session === undefined) throw refusalOf(found)
  if (more.length > 0) throw failure('input.keystore', 'several keystores', { details: { form: 'several' } })
  const beside = found.flatMap((one) => (one.kind === 'spend-key' ? one.key : []))
  const keys = new Set([...(session.spendKey === null ? [] : [session.spendKey]), ...beside])
  if (keys.size > 1) throw failure('input.keystore', 'several keys', { details: { form: 'several-keys' } })
  return broughtOf(session, [...keys][0] ?? null)
}

export function broughtOf(session: SessionCredential, spendKey: string | null): Brought {
  return {
    userId: session.userId as UserId, // the parser checked the uuid
    session: {
      sessionId: session.sessionId,
      sessionSeed: session.sessionPrivateKey,
      pinPublicKey: session.pinPublicKey,
    },
    spendKey,
  }
}

function refusalOf(found: readonly Credential[]): Error {
  const refused = found.find((one): one is Refused => one.kind === 'refused')
  const other = found.find(({ kind }) => kind !== 'refused')
  const form = other?.kind ?? (refused?.form === 'member' ? undefined : refused?.form)
  return failure('input.keystore', 'not a complete keystore', {
    details: form === undefined ? { what: refused?.what ?? '' } : { form },
  })
}

/** What a credential that opens nothing is told. */
export const refusal = (one: Credential): Error => refusalOf([one])

/** The one key that a text is or holds; undefined where there are none or several. */
function keyIn(text: string, member: 'spendKey' | 'tipKey'): string | undefined {
  const keys = readCredentials(text).flatMap((one) =>
    one.kind === 'spend-key' ? one.key : one.kind === 'session' ? (one[member] ?? []) : [],
  )
  return new Set(keys).size === 1 ? keys[0] : undefined
}

/** The spend key that a text is, in whatever spelling. Throws `input.spend_key`. */
export function readBroughtKey(text: string): string {
  const key = keyIn(text, 'spendKey')
  if (key === undefined) throw failure('input.spend_key', 'not one spend key')
  return key
}

/** Six digits, typed or in a file. Throws `input.pin`. */
export function readBroughtPin(text: string): string {
  const given = text.trim()
  if (/^\d{6}$/.test(given)) return given
  const [pin] = readCredentials(text).flatMap((one) => (one.kind === 'session' && one.pin !== null ? one.pin : []))
  if (pin === undefined) throw failure('input.pin', 'not six digits')
  return pin
}

/** A TIP key in whatever spelling, or a file with one. Throws `input.tip_key`. */
export function readBroughtTipKey(text: string): string {
  const key = keyIn(text, 'tipKey')
  if (key === undefined) throw failure('input.tip_key', 'not one TIP key')
  return key
}

/** What a question fails with that is asked before anything of what was brought is kept. */
export async function untaken<Value>(asked: Promise<Value>): Promise<Value> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof CofferError) || !codeOf(error).startsWith('remote.')) throw error
    throw failure(codeOf(error), error.message, { details: { ...error.details, untaken: true }, cause: error })
  }
}

/** Whom a session speaks for, asked before anything of it is kept. Throws `input.keystore {form}`, `wallet.session_ended {network}` and `remote.*`. */
export async function ownerOf({ userId, session }: Brought, line: Line): Promise<SequencerUser> {
  const remote = remoteFor(line, {
    authorize: async (request) => sessionBearer({ userId, ...session }, request, secondsOf(line.clock.now())),
  })
  try {
    const me = await untaken(remote.call('me.read'))
    if (me.user_id !== userId) throw failure('input.keystore', 'of somebody else', { details: { form: 'foreign' } })
    return me
  } catch (error) {
    if (codeOf(error) !== 'remote.unauthorized') throw error
    const details = { network: line.network.kind }
    throw failure('wallet.session_ended', 'the service does not take this session', { details, cause: error })
  }
}

/** Throws `vault.key_mismatch` for a key that is not the registered one; where none is named, every seed may be it. */
export function needRegistered(key: string, { publicKey }: Registered): void {
  if (publicKey === null) return
  const { seed, scalar } = readingsOfKey(key)
  if (seed === publicKey || scalar === publicKey) return
  throw failure('vault.key_mismatch', 'another key is registered', { details: { expected: publicKey, found: seed } })
}
