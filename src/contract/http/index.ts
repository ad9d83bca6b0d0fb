import { z } from 'zod'
import { failure } from '../errors.ts'
import {
  assetId,
  hash,
  hex,
  listOf,
  oneOrMany,
  pointHex,
  readableOf,
  readableOneOrMany,
  requestId,
  time,
  userId,
  uuid,
} from '../wire.ts'
import { ADDRESS_ENDPOINTS } from './addresses.ts'
import { APP_ENDPOINTS } from './apps.ts'
import { asset, depositEntry, fee, fiat, MARKET_ENDPOINTS, pendingDeposit } from './assets.ts'
import { code, scheme } from './codes.ts'
import {
  batch,
  type Dialect,
  type Endpoint,
  get,
  idOrHash,
  order,
  pageLimit,
  pathIn,
  post,
  rawRequest,
  wholeNumber,
} from './endpoint.ts'
import { EXAMINED } from './examined.ts'
import { firstFault } from './first-fault.ts'
import { collection, inscriptionItem } from './inscriptions.ts'
import { KERNEL_ENDPOINTS } from './kernel.ts'
import { LOCAL_ENDPOINTS } from './local.ts'
import {
  ghostKeys,
  legacyOutput,
  multisigRecord,
  OUTPUT_STATES,
  output,
  snapshot,
  transactionRecord,
} from './outputs.ts'
import { PAYMENT_ENDPOINTS } from './payments.ts'
import { PHONE_ENDPOINTS } from './phone.ts'
import { decodeQuickly } from './quick.ts'
import { networkUser, oauthGrant, PROFILE_ENDPOINTS, sequencerUser, session, sharedBot, user } from './users.ts'

export { type Dialect, type Endpoint, pathIn } from './endpoint.ts'
export { firstFault } from './first-fault.ts'
export { type AuthorizationCode, OAUTH_SOCKET } from './phone.ts'
export { safeProposal } from './safe-proposal.ts'

const pin = z.string().min(1).max(400)
const outputIndex = z.number().int().min(0).max(255)
const place = { destination: z.string().max(512).optional(), tag: z.string().max(512).optional() }
const namedRequest = z.object({ request_id: requestId.optional(), raw: hex.optional() })

const wantedKeys = batch(z.object({ receivers: z.array(userId).min(1).max(256), index: outputIndex, hint: uuid }))

/**
 * Every call Coffer makes and the local network answers, once. Client, server and tests derive from this table.
 * Names are `noun.verb`; sources are the interface text of the service and what its public SDKs send.
 */
export const ENDPOINTS = {
  // Account and registration
  'me.read': get('/safe/me', sequencerUser, { scope: 'PROFILE:READ' }),
  'me.register': post(
    '/safe/users',
    z.object({
      public_key: pointHex,
      /** Hex in the interface form, URL-safe base64 in the upstream form. */
      signature: z.string().min(80).max(130),
      pin_base64: pin,
      salt_base64: z.string().max(400).optional(),
      master_public_hex: z.string().max(200).optional(),
      master_signature_hex: z.string().max(400).optional(),
    }),
    sequencerUser,
  ),
  'pin.update': post(
    '/pin/update',
    z.object({
      old_pin_base64: z.string().max(400).optional(),
      old_pin: z.string().max(400).optional(),
      pin_base64: pin.optional(),
      pin: pin.optional(),
    }),
    user,
  ),
  'pin.verify': post('/pin/verify', z.object({ pin_base64: pin, timestamp: z.number().optional() }), user, {
    effect: 'read',
  }),
  'networkUsers.create': post(
    '/users',
    z.object({ session_secret: z.string().max(200), full_name: z.string().min(1).max(128) }),
    networkUser,
  ),
  'sessions.fetch': post('/sessions/fetch', batch(userId), readableOf(session), { effect: 'read' }),
  'oauth.token': post(
    '/oauth/token',
    z.object({
      client_id: userId,
      code: z.string(),
      client_secret: z.string().optional(),
      code_verifier: z.string().optional(),
      ed25519: z.string().optional(),
    }),
    oauthGrant,
    { auth: 'public' },
  ),

  // People, relationships, shared bots
  'users.read': get('/users/:id', user, { params: { id: z.string().min(1).max(64) }, scope: 'PROFILE:READ' }),
  'users.fetch': post('/users/fetch', batch(userId), readableOf(user), {
    effect: 'read',
    scope: 'PROFILE:READ',
    list: true,
  }),
  'friends.list': get('/friends', readableOf(user), { scope: 'CONTACTS:READ', list: true }),
  'relationships.update': post(
    '/relationships',
    z.object({
      user_id: userId,
      action: z.enum(['ADD', 'REMOVE', 'BLOCK', 'UNBLOCK', 'UPDATE']),
      full_name: z.string().max(128).optional(),
      phone: z.string().max(32).optional(),
    }),
    user,
    { scope: 'ANY' },
  ),
  'relationships.blocked': get('/blocking_users', readableOneOrMany(user), { scope: 'CONTACTS:READ', list: true }),
  'sharedBots.list': get('/users/:user_id/apps/favorite', readableOf(sharedBot), { params: { user_id: userId } }),
  'sharedBots.share': post('/apps/:client_id/favorite', z.unknown(), readableOf(sharedBot), {
    params: { client_id: userId },
  }),
  'sharedBots.unshare': post('/apps/:client_id/unfavorite', z.unknown(), z.unknown(), {
    params: { client_id: userId },
  }),

  // Assets and chains
  'assets.list': get('/safe/assets', readableOf(asset), { scope: 'ASSETS:READ', list: true }),
  'assets.read': get('/safe/assets/:id', asset, { params: { id: idOrHash }, scope: 'ASSETS:READ' }),
  'assets.fetch': post('/safe/assets/fetch', batch(idOrHash), readableOf(asset), {
    effect: 'read',
    scope: 'ASSETS:READ',
    list: true,
  }),
  'assets.fees': get('/safe/assets/:id/fees', z.array(fee), {
    params: { id: idOrHash },
    query: { destination: z.string().max(512).optional() },
    scope: 'ASSETS:READ',
  }),
  'fiats.list': get('/external/fiats', readableOf(fiat), { auth: 'public' }),

  // Deposits
  'deposits.entries': post(
    '/safe/deposit/entries',
    z.object({
      chain_id: assetId,
      members: z.array(userId).min(1).max(64).optional(),
      threshold: z.number().int().min(1).max(64).optional(),
      asset_id: assetId.optional(),
      amount: z.string().optional(),
    }),
    oneOrMany(depositEntry),
    { repeatable: true, shape: { interface: 'object', upstream: 'array' } },
  ),
  'deposits.list': get('/safe/deposits', readableOf(pendingDeposit), {
    query: {
      asset: assetId.optional(),
      ...place,
      chain_id: assetId.optional(),
      user: userId.optional(),
      offset: time.optional(),
      limit: pageLimit,
      order,
    },
    auth: 'optional',
    scope: 'ASSETS:READ',
    list: true,
  }),

  // Outputs
  'outputs.list': get('/safe/outputs', listOf(output), {
    query: {
      members: hash.optional(),
      threshold: wholeNumber.optional(),
      state: z.enum(OUTPUT_STATES).optional(),
      asset: idOrHash.optional(),
      offset: wholeNumber.optional(),
      limit: pageLimit,
      order,
      app: userId.optional(),
    },
    scope: 'ASSETS:READ',
    list: true,
    large: true,
  }),
  'outputs.read': get('/safe/outputs/:id', output, {
    params: { id: z.string().max(80) },
    scope: 'ASSETS:READ',
    large: true,
  }),
  'outputs.fetch': post('/safe/outputs/fetch', z.object({ user_id: userId, ids: batch(uuid) }), listOf(output), {
    effect: 'read',
    scope: 'ASSETS:READ',
    list: true,
    large: true,
  }),
  'legacyOutputs.list': get('/outputs', readableOf(legacyOutput), {
    query: {
      state: z.enum(OUTPUT_STATES).optional(),
      offset: time.optional(),
      limit: pageLimit,
      members: hash.optional(),
      threshold: wholeNumber.optional(),
      order,
    },
    scope: 'ASSETS:READ',
    list: true,
    large: true,
  }),

  // Transactions
  'keys.request': post(
    '/safe/keys',
    z.union([wantedKeys, z.object({ keys: wantedKeys, senders: z.array(userId).min(1).max(256) })]),
    listOf(ghostKeys),
    { repeatable: true, list: true, paired: true },
  ),
  'transactions.verify': post('/safe/transaction/requests', batch(rawRequest), listOf(transactionRecord), {
    repeatable: true,
    list: true,
    large: true,
    paired: true,
  }),
  'transactions.send': post('/safe/transaction', batch(rawRequest), listOf(transactionRecord), {
    upstreamPath: '/safe/transactions',
    list: true,
    large: true,
    paired: true,
  }),
  'transactions.read': get('/safe/transactions/:id', transactionRecord, {
    params: { id: idOrHash },
    auth: 'optional',
    scope: 'ASSETS:READ',
    large: true,
  }),
  'transactions.fetch': post('/safe/transactions/fetch', batch(idOrHash), listOf(transactionRecord), {
    effect: 'read',
    list: true,
    large: true,
  }),

  // Snapshots
  'snapshots.list': get('/safe/snapshots', listOf(snapshot), {
    query: {
      app: userId.optional(),
      asset: assetId.optional(),
      opponent: userId.optional(),
      ...place,
      offset: time.optional(),
      limit: pageLimit,
      order,
    },
    scope: 'SNAPSHOTS:READ',
    list: true,
    large: true,
  }),
  'snapshots.read': get('/safe/snapshots/:id', snapshot, {
    params: { id: uuid },
    scope: 'SNAPSHOTS:READ',
    large: true,
  }),

  // Multisigs
  'multisigs.create': post('/safe/multisigs', batch(rawRequest), listOf(multisigRecord), {
    repeatable: true,
    list: true,
    large: true,
    paired: true,
  }),
  /** The interface lists a body for this read; Coffer sends none. */
  'multisigs.read': get('/safe/multisigs/:id', multisigRecord, {
    params: { id: idOrHash },
    body: namedRequest.optional(),
    scope: 'ASSETS:READ',
    large: true,
  }),
  'multisigs.sign': post(
    '/safe/multisigs/:id/sign',
    z.object({ request_id: requestId.optional(), raw: hex.min(2) }),
    multisigRecord,
    { params: { id: idOrHash }, large: true },
  ),
  'multisigs.unlock': post('/safe/multisigs/:id/unlock', namedRequest.optional(), multisigRecord, {
    params: { id: idOrHash },
    aliases: ['/safe/multisigs/:id/revoke'],
    large: true,
  }),

  // Inscriptions
  'collections.read': get('/safe/inscriptions/collections/:hash', oneOrMany(collection), {
    params: { hash },
    auth: 'public',
    shape: { interface: 'array', upstream: 'object' },
  }),
  'collections.items': get('/safe/inscriptions/collections/:hash/items', listOf(inscriptionItem), {
    params: { hash },
    query: { offset: wholeNumber.optional() },
    auth: 'public',
    list: true,
  }),
  'items.read': get('/safe/inscriptions/items/:hash', oneOrMany(inscriptionItem), {
    params: { hash },
    auth: 'public',
    shape: { interface: 'array', upstream: 'object' },
  }),

  // Codes and short links
  'codes.read': get('/codes/:id', code, { params: { id: uuid }, auth: 'public' }),
  'schemes.create': post('/schemes', z.object({ target: z.string().min(1).max(4096) }), scheme),
  'schemes.read': get('/schemes/:id', scheme, { params: { id: uuid } }),

  ...PROFILE_ENDPOINTS,
  ...ADDRESS_ENDPOINTS,
  ...PAYMENT_ENDPOINTS,
  ...MARKET_ENDPOINTS,
  ...KERNEL_ENDPOINTS,
  ...APP_ENDPOINTS,
  ...LOCAL_ENDPOINTS,
  ...PHONE_ENDPOINTS,
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof ENDPOINTS
export type EndpointName = keyof Endpoints

const ROWS: Readonly<Record<EndpointName, Endpoint>> = ENDPOINTS

/** A row for code that takes any of them: to a compiler the table's own type is a union of them all, which costs it dear. */
export const endpointOf = (name: EndpointName): Endpoint => ROWS[name]

/** A call as a service of this dialect knows it. */
export function callOf(name: EndpointName, dialect: Dialect): string {
  const endpoint = endpointOf(name)
  return `${endpoint.method} ${pathIn(endpoint, dialect)}`
}

const examined: ReadonlySet<EndpointName> = new Set(EXAMINED)

/** The doctor's line that reads answers of this call; empty where none does. */
export const lineOf = (name: EndpointName, dialect: Dialect): string =>
  examined.has(name) ? callOf(name, dialect) : ''

/** A member of an input is left out of the type where the endpoint has none. */
type Given<Key extends string, Schema extends z.ZodType> =
  z.output<Schema> extends undefined
    ? { readonly [key in Key]?: undefined }
    : Record<never, never> extends z.output<Schema>
      ? { readonly [key in Key]?: z.output<Schema> }
      : { readonly [key in Key]: z.output<Schema> }

/** What a caller gives: typed values, as the table's schemas decode them. */
export type EndpointInput<Name extends EndpointName> = Given<'params', Endpoints[Name]['params']> &
  Given<'query', Endpoints[Name]['query']> &
  Given<'body', Endpoints[Name]['body']>

export type EndpointAnswer<Name extends EndpointName> = z.output<Endpoints[Name]['answer']>

/** An input as it travels: text parameters and JSON-safe body. Throws `input.invalid` naming the member. */
export function encodeInput(
  endpoint: Endpoint,
  input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown },
): { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown } {
  return {
    params: encodePart(endpoint.params, input.params ?? {}, 'params'),
    query: encodePart(endpoint.query, input.query ?? {}, 'query'),
    body: encodePart(endpoint.body, input.body, 'body'),
  }
}

function encodePart<Schema extends z.ZodType>(schema: Schema, value: unknown, part: string): z.input<Schema> {
  const result = z.safeEncode(schema, value as z.output<Schema>)
  if (result.success) return result.data
  throw failure('input.invalid', 'a request does not fit its endpoint', {
    details: { field: [part, firstFault(result.error).field].filter((name) => name !== '').join('.') },
    cause: result.error,
  })
}

/** What came as `data` of an answer, as the endpoint's schema decodes it; what does not fit is zod's error. */
export function decodeData(endpoint: Endpoint, data: unknown): z.ZodSafeParseResult<unknown> {
  return decodeQuickly(endpoint.answer, data)
}
