import { expect } from 'vitest'
import type { MultisigRecord } from '#contract/domain'
import {
  encryptPin,
  hashMembers,
  kernelAssetId,
  montgomeryKey,
  publicKeyFromSeed,
  signTip,
  tipVerifyBody,
} from '#protocol'
import type { Group } from '../../support/group.ts'
import {
  BTC,
  type Built,
  freshBytes,
  freshId,
  freshSeed,
  type Person,
  type TestLocalnet,
} from '../../support/localnet.ts'
import {
  ASSET,
  bool,
  CHAIN,
  CODE,
  COLLECTION,
  DEPOSIT,
  fields,
  float,
  type GoType,
  hash,
  ITEM,
  integer,
  MULTISIG,
  many,
  OUTPUT,
  SNAPSHOT,
  TRANSACTION,
  text,
  USER,
} from './go-types.ts'

/* What the official Go library asks for, by its own names, and what it must be able to read. */

/** What there is on the network before anything is asked. */
export interface GoScene {
  readonly net: TestLocalnet
  readonly ana: Person
  readonly ben: Person
  readonly group: Group
  readonly request: MultisigRecord
  readonly paid: Built
  readonly unsent: { readonly request_id: string; readonly raw: string }
  readonly waiting: { readonly request_id: string; readonly raw: string }
  readonly output: string
  readonly snapshot: string
  readonly collection: string
  readonly item: string
  readonly code: string
  readonly withdrawal: string
}

export interface Call {
  /** What the library calls it. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: (scene: GoScene) => string
  readonly type: GoType
  /** What the answer must say besides. */
  readonly said: (scene: GoScene) => unknown
  readonly body: ((scene: GoScene) => unknown) | null
}

const row = (
  name: string,
  method: 'GET' | 'POST',
  path: string | ((scene: GoScene) => string),
  type: GoType,
  said: (scene: GoScene) => unknown,
  body: ((scene: GoScene) => unknown) | null = null,
): Call => ({ name, method, path: typeof path === 'string' ? () => path : path, type, said, body })

/** Calls that carry no token. */
export const WITHOUT: readonly Call[] = [
  row('Fiats', 'GET', '/external/fiats', many(fields({ code: text, rate: float })), () => [
    { code: expect.any(String) },
  ]),
  row('ReadNetworkAssetsTop', 'GET', '/network/assets/top', many(ASSET), () => [{ symbol: expect.any(String) }]),
  row('ReadAsset', 'GET', `/network/assets/${BTC}`, ASSET, () => ({ asset_id: BTC, symbol: 'BTC' })),
  row(
    'ReadAssetTicker',
    'GET',
    `/network/ticker?asset=${BTC}`,
    fields({ type: text, price_btc: text, price_usd: text }),
    () => ({ price_usd: expect.stringMatching(/^\d/) }),
  ),
  row(
    'ReadAssetTickerWithOffset',
    'GET',
    `/network/ticker?asset=${BTC}&offset=2026-01-01T00:00:00Z`,
    fields({ type: text, price_btc: text, price_usd: text }),
    () => ({ price_usd: expect.stringMatching(/^\d/) }),
  ),
  row('AssetSearch', 'GET', '/network/assets/search/btc', many(ASSET), () => [{ asset_id: BTC }]),
  row('ReadNetworkChains', 'GET', '/network/chains', many(CHAIN), () => [{ chain_id: expect.any(String) }]),
  row('ReadNetworkChainById', 'GET', `/network/chains/${BTC}`, CHAIN, () => ({ chain_id: BTC, name: 'Bitcoin' })),
  row(
    'ReadCollection',
    'GET',
    (scene) => `/safe/inscriptions/collections/${scene.collection}`,
    COLLECTION,
    ({ collection }) => ({ collection_hash: collection, name: 'Kites' }),
  ),
  row(
    'ReadInscription',
    'GET',
    (scene) => `/safe/inscriptions/items/${scene.item}`,
    ITEM,
    ({ item }) => ({ inscription_hash: item, sequence: 0 }),
  ),
  row(
    'ReadCollectionItems',
    'GET',
    (scene) => `/safe/inscriptions/collections/${scene.collection}/items`,
    many(ITEM),
    ({ item }) => [{ inscription_hash: item }],
  ),
  row('FetchPendingSafeDeposits', 'GET', '/safe/deposits', many(DEPOSIT), () => [{ amount: '0.7', state: 'pending' }]),
  row(
    'ReadMultisigByCode',
    'GET',
    (scene) => `/codes/${scene.code}`,
    CODE,
    ({ request }) => ({ type: 'multisig_request', request_id: request.request_id, state: 'initial' }),
  ),
  row(
    'CheckAddress',
    'GET',
    `/external/addresses/check?asset=${BTC}&destination=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4&tag=`,
    fields({ destination: text, tag: text, fee_asset_id: text, fee: text }),
    () => ({ destination: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }),
  ),
  row(
    'GetTransactionById, by request',
    'GET',
    (scene) => `/safe/transactions/${scene.paid.requestId}`,
    TRANSACTION,
    ({ paid }) => ({ transaction_hash: paid.hash, state: 'spent', views: [] }),
  ),
  row(
    'GetTransactionById, by hash',
    'GET',
    (scene) => `/safe/transactions/${scene.paid.hash}`,
    TRANSACTION,
    ({ paid }) => ({ request_id: paid.requestId, state: 'spent' }),
  ),
  row(
    'GetTransactionById, of a withdrawal',
    'GET',
    (scene) => `/safe/transactions/${scene.withdrawal}`,
    TRANSACTION,
    () => ({ receivers: [{ members: [], destination: expect.stringMatching(/^bc1/) }, {}, {}] }),
  ),
]

const mine = ({ ana }: GoScene): string => hashMembers([ana.id])

/** Calls by Ana's session. */
export const SIGNED: readonly Call[] = [
  row('RequestUserMe', 'GET', '/safe/me', USER, ({ ana }) => ({ user_id: ana.id, has_safe: true })),
  row(
    'GetUser',
    'GET',
    (scene) => `/users/${scene.ben.id}`,
    USER,
    ({ ben }) => ({ user_id: ben.id }),
  ),
  row(
    'GetUsers',
    'POST',
    '/users/fetch',
    many(USER),
    ({ ben }) => [{ user_id: ben.id }],
    ({ ben }) => [ben.id],
  ),
  row(
    'UpdateUserMe',
    'POST',
    '/me',
    USER,
    () => ({ full_name: 'Ana' }),
    () => ({ avatar_base64: '', full_name: 'Ana' }),
  ),
  row(
    'UpdatePreference',
    'POST',
    '/me/preferences',
    USER,
    () => ({ fiat_currency: 'EUR', transfer_notification_threshold: 1.5 }),
    () => ({
      ...{ accept_conversation_source: 'CONTACTS', fiat_currency: 'EUR', receive_message_source: 'EVERYBODY' },
      transfer_notification_threshold: 1.5,
    }),
  ),
  row(
    'Relationship',
    'POST',
    '/relationships',
    USER,
    () => ({ relationship: 'FRIEND' }),
    ({ ben }) => ({ action: 'ADD', user_id: ben.id }),
  ),
  row(
    'FetchUserSessions',
    'POST',
    '/sessions/fetch',
    many(fields({ user_id: text, session_id: text, public_key: text, platform: text })),
    ({ ben }) => [{ user_id: ben.id, session_id: ben.keystore.session_id }],
    ({ ben }) => [ben.id],
  ),
  row(
    'ReadAssetFee',
    'GET',
    `/safe/assets/${BTC}/fees?destination=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4`,
    many(fields({ type: text, asset_id: text, amount: text })),
    () => [{ asset_id: BTC }],
  ),
  row(
    'FetchAssets',
    'POST',
    '/safe/assets/fetch',
    many(ASSET),
    () => [{ asset_id: BTC }],
    () => [BTC],
  ),
  row(
    'CreateDepositEntry',
    'POST',
    '/safe/deposit/entries',
    many(
      fields({
        ...{ type: text, entry_id: text, threshold: integer, members: many(text), destination: text },
        ...{ tag: text, signature: text, chain_id: text, is_primary: bool },
      }),
    ),
    ({ ana }) => [{ members: [ana.id], threshold: 1, chain_id: BTC }],
    ({ ana }) => ({ chain_id: BTC, members: [ana.id], threshold: 1 }),
  ),
  row(
    'RequestSafeGhostKeys',
    'POST',
    '/safe/keys',
    many(fields({ type: text, mask: text, keys: many(text) })),
    () => [{ type: 'ghost_key', keys: [expect.stringMatching(/^[0-9a-f]{64}$/)] }],
    ({ ben }) => [{ receivers: [ben.id], index: 1, hint: freshId() }],
  ),
  row(
    'ListUnspentOutputs',
    'GET',
    (scene) => `/safe/outputs?asset=${kernelAssetId(BTC)}&limit=500&members=${mine(scene)}&state=unspent&threshold=1`,
    many(OUTPUT),
    ({ ana }) => [{ receivers: [ana.id], state: 'unspent' }],
  ),
  row(
    'ListOutputs',
    'GET',
    (scene) => `/safe/outputs?asset=${BTC}&limit=1&members=${mine(scene)}&offset=1&state=spent&threshold=1`,
    many(OUTPUT),
    () => [],
  ),
  row(
    'GetOutput',
    'GET',
    (scene) => `/safe/outputs/${scene.output}`,
    OUTPUT,
    ({ output }) => ({ output_id: output }),
  ),
  row(
    'SafeSnapshots',
    'GET',
    `/safe/snapshots?asset=${BTC}&limit=2&offset=2020-01-01T00%3A00%3A00Z`,
    many(SNAPSHOT),
    ({ ana }) => [{ user_id: ana.id, deposit: { sender: expect.any(String) } }, {}],
  ),
  row(
    'SafeSnapshotById',
    'GET',
    (scene) => `/safe/snapshots/${scene.snapshot}`,
    SNAPSHOT,
    ({ snapshot }) => ({ snapshot_id: snapshot }),
  ),
  row(
    'VerifyRawTransaction',
    'POST',
    '/safe/transaction/requests',
    many(TRANSACTION),
    ({ unsent: { request_id } }) => [
      { request_id, state: 'unspent', views: [expect.stringMatching(/^[0-9a-f]{64}$/)] },
    ],
    ({ unsent }) => [unsent],
  ),
  row(
    'SendRawTransaction',
    'POST',
    '/safe/transactions',
    many(TRANSACTION),
    ({ waiting }) => [{ request_id: waiting.request_id, state: 'signed', raw_transaction: waiting.raw }],
    ({ waiting }) => [waiting],
  ),
  row(
    'FetchSafeMultisigRequest, by id',
    'GET',
    (scene) => `/safe/multisigs/${scene.request.request_id}`,
    MULTISIG,
    ({ request }) => ({ request_id: request.request_id, views: [expect.any(String)] }),
  ),
  row(
    'FetchSafeMultisigRequest, by hash',
    'GET',
    (scene) => `/safe/multisigs/${scene.request.transaction_hash}`,
    MULTISIG,
    ({ request }) => ({ request_id: request.request_id }),
  ),
  row(
    'CreateSafeMultisigRequest',
    'POST',
    '/safe/multisigs',
    many(MULTISIG),
    ({ request }) => [{ request_id: request.request_id }],
    ({ request }) => [{ request_id: request.request_id, raw: request.raw_transaction }],
  ),
  row(
    'CallKernelRPC',
    'POST',
    '/external/kernel',
    fields({ hash: hash, snapshot: hash }),
    ({ paid }) => ({ hash: paid.hash }),
    ({ paid }) => ({ method: 'gettransaction', params: [paid.hash] }),
  ),
  row(
    'CreateUser',
    'POST',
    '/users',
    USER,
    () => ({ full_name: 'Made' }),
    () => ({
      full_name: 'Made',
      session_secret: Buffer.from(publicKeyFromSeed(freshSeed()), 'hex').toString('base64url'),
    }),
  ),
  row(
    'VerifyPINTip',
    'POST',
    '/pin/verify',
    USER,
    ({ ana }) => ({ user_id: ana.id }),
    ({ ana: { keystore, spendSeed } }) => {
      const timestamp = BigInt(Date.now()) * 1_000_000n
      const pin = encryptPin({
        ...{ pin: signTip(spendSeed, tipVerifyBody(timestamp)), time: Math.floor(Date.now() / 1000) },
        ...{ iterator: timestamp, sessionPrivateKey: keystore.session_private_key, iv: freshBytes(16) },
        pinPublicKey: montgomeryKey(keystore.server_public_key),
      })
      return { pin_base64: pin, timestamp: Number(timestamp) }
    },
  ),
]
