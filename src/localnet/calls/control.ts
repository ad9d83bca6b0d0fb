import { defined } from '#contract/defined'
import { type Hash, type Keystore, type PendingDeposit, secondsOf, type UserId } from '#contract/domain'
import { sha256Hash, verifySignature } from '#protocol'
import type { Call, Handlers } from '../call.ts'
import { parseChainAddress } from '../chain/address.ts'
import { type AccountRow, insertAccount } from '../ledger/accounts.ts'
import { askedAsset } from '../ledger/assets.ts'
import { authorize } from '../ledger/authorizations.ts'
import { addBlocks } from '../ledger/blocks.ts'
import { findEntry, seeDeposit } from '../ledger/deposits.ts'
import { givePast } from '../ledger/registering.ts'
import { introduceNeighbours } from '../ledger/residents.ts'
import { newKeystore } from '../ledger/sessions.ts'
import { readState } from '../ledger/state.ts'
import type { World } from '../ledger/world.ts'
import { invalidField, notFound, REFUSED, Refusal } from '../refusal.ts'

const PROOF_SECONDS = 300

/** A new session for whoever holds a registered spend key. */
function sessionFor(world: World, { public_key, timestamp, signature }: Call<'local.session'>['body']): Keystore {
  const now = secondsOf(world.clock.now())
  if (Math.abs(now - timestamp) > PROOF_SECONDS) throw new Refusal(REFUSED.unauthorized, 'The proof is too old.')
  const digest = sha256Hash(Buffer.from(`LOCALNET:SESSION:${public_key}${timestamp}`).toString('hex'))
  if (!verifySignature(public_key, digest, signature)) {
    throw new Refusal(REFUSED.unauthorized, 'The proof is not signed by this key.')
  }
  const row = world.db.get<AccountRow>('SELECT * FROM account WHERE spend_key = ?', public_key)
  if (row === undefined) throw notFound('An account with this key')
  return newKeystore(world, row.user_id)
}

function deposit(world: World, { destination, tag, asset_id, amount }: Call<'local.deposit'>['body']): PendingDeposit {
  const asset = askedAsset(world, asset_id)
  const { chainId } = asset.chain
  if (asset.record.collection_hash !== null) throw invalidField('asset_id', 'tokens of a collection are on no chain')
  if (amount <= 0n) throw invalidField('amount', 'not positive')
  const entry = findEntry(world, chainId, parseChainAddress(chainId, destination) ?? destination, tag ?? '')
  if (entry === undefined) throw notFound('A deposit entry with this destination on the chain of this asset')
  return seeDeposit(world, { entry, assetId: asset_id, amount })
}

type ControlCalls =
  | 'local.network'
  | 'local.state'
  | 'local.account'
  | 'local.session'
  | 'local.authorize'
  | 'local.deposit'
  | 'local.blocks'

export function controlCalls(world: World): Pick<Handlers, ControlCalls> {
  return {
    'local.network': () => ({
      name: 'local',
      network_id: world.keys.networkId as Hash, // 32 bytes of hex
      deposit_public_key: world.keys.depositPublicKey,
      server_public_key: world.keys.serverPublicKey,
      block_height: world.height(),
      automatic_blocks: world.automaticBlocks,
    }),

    'local.state': () => readState(world),

    'local.account'({ body }) {
      const userId = world.uuid() as UserId // a fresh uuid
      const { kind = 'bot', full_name: fullName, home_uri: homeUri } = body
      const made = insertAccount(world, { userId, kind, fullName, ...defined({ homeUri }) })
      givePast(world, made, body)
      if (body.neighbours === true) introduceNeighbours(world, userId)
      return newKeystore(world, userId)
    },

    'local.session': ({ body }) => sessionFor(world, body),

    'local.authorize': ({ body }) => authorize(world, body),

    'local.deposit': ({ body }) => deposit(world, body),

    'local.blocks': ({ body }) => ({ block_height: addBlocks(world, body.count, body.final ?? true) }),
  }
}
