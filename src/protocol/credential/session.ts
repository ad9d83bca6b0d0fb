import { CofferError } from '../error.ts'
import { isUuid } from '../id.ts'
import type { Credential, KeyRules, KeystoreForm, OAuthKeystore, SessionCredential } from './forms.ts'
import { agreed, isRsaKey, type KeyText, type MemberName, type Members, NAMES, readKeyText, refuse } from './member.ts'

export interface Place {
  readonly syntax: 'json' | 'lines'
  /** Section and members that lead here, in plain names joined by dots. */
  readonly path: string
}

/**
 * Whether there is enough of a keystore to say what it lacks. Other programs' settings beside it have a `client_id` or a `private_key` too,
 * with something else in front.
 */
export function isKeystore(members: Members): boolean {
  if (NAMES.spendKey.some((name) => members.has(name))) return true
  const parts = [NAMES.sessionId, NAMES.sessionKey, [...NAMES.serverKey, ...NAMES.pinToken], NAMES.authorization]
  const given = parts.filter((names) => names.some((name) => members.has(name))).length
  const isNamed = members.has('app_id') || members.has('client_id')
  return given > 1 || (members.prefix === '' && (isNamed || (given === 1 && members.has('user_id'))))
}

/** What the members of one keystore are, or the refusal that names the first at fault. */
export function readMembers(members: Members, place: Place, rules: KeyRules): Credential {
  try {
    if (members.has('authorization_id')) return { kind: 'permission', keystore: permission(members, rules) }
    const isSession = [...NAMES.sessionId, ...NAMES.sessionKey].some((name) => members.has(name))
    const key =
      agreed(members, NAMES.spendKey, (text, name) => readSpendKey(text, rules) ?? refuse(name))?.value ?? null
    return isSession || key === null ? session(members, place, key, rules) : { kind: 'spend-key', key }
  } catch (error) {
    if (!(error instanceof CofferError)) throw error
    const { form, what } = error.details
    return { kind: 'refused', what: String(what ?? ''), form: form === 'rsa' ? 'rsa' : 'member' }
  }
}

/** A spend key in any spelling, as a seed or scalar in hex; null if it is none. */
export function readSpendKey(text: string, rules: KeyRules): string | null {
  const read = readKeyText(text)
  return read !== null && (read.second === null || rules.isSpendPair(read.key, read.second)) ? read.key : null
}

function session(members: Members, place: Place, spendKey: string | null, rules: KeyRules): SessionCredential {
  const id = agreed(members, NAMES.id, uuid) ?? refuse('app_id')
  const sessionId = agreed(members, NAMES.sessionId, uuid) ?? refuse('session_id')
  const isLegacy = id.name === 'client_id'
  const key = sessionKey(members, rules) ?? refuse(isLegacy ? 'private_key' : 'session_private_key')
  const service = serviceKey(members, rules) ?? refuse(isLegacy ? 'pin_token' : 'server_public_key')
  const { pin, tipKey } = pinOf(members, rules)
  return {
    kind: 'session',
    form: formOf(members, place, key.spelling),
    userId: id.value,
    sessionId: sessionId.value,
    sessionPrivateKey: key.key,
    ...service,
    spendKey,
    tipKey: tipKey === spendKey ? null : tipKey,
    pin,
    ignored: members.unused(),
  }
}

function permission(members: Members, rules: KeyRules): OAuthKeystore {
  const answers = agreed(members, NAMES.answerKey, (text, name) => {
    const { key, second } = readKeyText(text) ?? refuse(name)
    return second === null && rules.montgomery(key) !== null ? key : refuse(name)
  })
  return {
    kind: 'oauth',
    appId: (agreed(members, NAMES.id, uuid) ?? refuse('app_id')).value,
    authorizationId: uuid(members.text('authorization_id'), 'authorization_id'),
    scope: members.has('scope') ? members.text('scope') : refuse('scope'),
    sessionPrivateKey: (sessionKey(members, rules) ?? refuse('session_private_key')).key,
    serverPublicKey: answers?.value ?? null,
  }
}

const uuid = (text: string, name: MemberName): string => {
  const lower = text.toLowerCase()
  return isUuid(lower) ? lower : refuse(name)
}

function seed(text: string, name: MemberName, rules: KeyRules): KeyText {
  if (isRsaKey(text)) refuse(name, 'rsa')
  const read = readKeyText(text) ?? refuse(name)
  return read.second === null || rules.isSeedPair(read.key, read.second) ? read : refuse(name)
}

function sessionKey(members: Members, rules: KeyRules): Pick<KeyText, 'key' | 'spelling'> | null {
  let spelling: KeyText['spelling'] = 'hex'
  const read = agreed(members, NAMES.sessionKey, (text, name) => {
    const given = seed(text, name, rules)
    if (name === 'private_key' && rules.isPairNeeded && given.second === null) refuse(name)
    spelling = given.spelling
    return given.key
  })
  return read === null ? null : { key: read.value, spelling }
}

/**
 * The service's key. In hex it is the Ed25519 key; in base64 it is in Montgomery form whatever its name, because the programs that write
 * it so (Ruby's) use it as it is. Where both are given they must be one key.
 */
function serviceKey(
  members: Members,
  rules: KeyRules,
): Pick<SessionCredential, 'pinPublicKey' | 'serverPublicKey'> | null {
  const server = agreed(members, NAMES.serverKey, (text, name) => {
    const { key, second, spelling } = readKeyText(text) ?? refuse(name)
    if (second !== null) refuse(name)
    if (spelling === 'base64') return { pinPublicKey: key, serverPublicKey: null }
    return { pinPublicKey: rules.montgomery(key) ?? refuse(name), serverPublicKey: key }
  })
  const token = agreed(members, NAMES.pinToken, (text, name) => {
    // Of an RSA session it is the key encrypted to the session, as long as the modulus.
    if (text.length >= 128) refuse(name, 'rsa')
    const { key, second } = readKeyText(text) ?? refuse(name)
    return second === null ? key : refuse(name)
  })
  if (server !== null && token !== null && !rules.isSameService(server.value.pinPublicKey, token.value)) {
    refuse(token.name)
  }
  return server?.value ?? (token === null ? null : { pinPublicKey: token.value, serverPublicKey: null })
}

/** A PIN is six digits; since TIP many keystores have the TIP key in its place. */
function pinOf(members: Members, rules: KeyRules): Pick<SessionCredential, 'pin' | 'tipKey'> {
  const given = members.has('pin') ? members.text('pin') : ''
  const pin = /^\d{6}$/.test(given) ? given : null
  const names = [...NAMES.tipKey, ...(pin === null ? NAMES.pin : [])]
  return { pin, tipKey: agreed(members, names, (text, name) => seed(text, name, rules).key)?.value ?? null }
}

function formOf(members: Members, { syntax, path }: Place, spelling: KeyText['spelling']): KeystoreForm {
  if (/(?:^|\.)mtg\.app$/.test(path)) return 'mtg'
  if (syntax === 'lines') return 'env'
  if (members.has('client_id')) {
    const isCli = members.has('spend_key') || members.mentions('app_id') || members.mentions('session_private_key')
    return isCli ? 'mixin-cli' : 'legacy'
  }
  if (spelling === 'base64' && members.has('session_private_key')) return 'ruby'
  return members.has('app_id') && members.has('server_public_key') ? 'dashboard' : 'network'
}
