import type { Hash, UserId } from '#contract/domain'
import type { EndpointAnswer } from '#contract/http'
import type { Call, Handlers } from '../call.ts'
import { accountOf, userRecord } from '../ledger/accounts.ts'
import { findAddress } from '../ledger/addresses.ts'
import { askedAsset } from '../ledger/assets.ts'
import { isPaid, paymentCode } from '../ledger/codes.ts'
import { readHolder } from '../ledger/holders.ts'
import { findRequest, isAccepted } from '../ledger/requests.ts'
import type { World } from '../ledger/world.ts'
import { forbidden, invalidField, notFound } from '../refusal.ts'

type Check = EndpointAnswer<'payments.check'>

const statusOf = (paid: boolean): string => (paid ? 'paid' : 'pending')

function check(world: World, { caller, body }: Call<'payments.check'>): Check {
  const { asset_id, amount, trace_id, memo = '', opponent_id, opponent_multisig, address_id } = body
  if (amount <= 0n) throw invalidField('amount', 'not positive')
  const { record: asset } = askedAsset(world, asset_id)
  const order = { type: 'payment', asset_id, amount, trace_id, memo } as const
  if (opponent_multisig !== undefined) return paymentCode(world, { ...order, ...opponent_multisig })
  if (opponent_id !== undefined) {
    const recipient = userRecord(world, accountOf(world, opponent_id), caller.userId)
    const status = statusOf(isPaid(world, { ...order, receivers: [opponent_id], threshold: 1 }))
    return { recipient, asset, address: null, amount, status, destination: '' }
  }
  if (address_id === undefined) throw invalidField('opponent_id', 'nobody to pay is named')
  const address = findAddress(world, caller.userId, address_id)
  if (address === undefined) throw notFound('The address')
  const request = trace_id === undefined ? undefined : findRequest(world, trace_id)
  const status = statusOf(request !== undefined && isAccepted(world, request))
  return { recipient: null, asset, address, amount, status, destination: address.destination }
}

interface PaidRow {
  readonly sender_id: bigint | null
  readonly holders: string
}

const holds = (world: World, holder: bigint | number | null | undefined, userId: UserId): boolean =>
  holder !== null && holder !== undefined && readHolder(world, BigInt(holder)).members.includes(userId)

/** There are no messages here, so nobody is told of anything; that only the payer may have somebody told is assumed. */
function notify(world: World, caller: UserId, hash: Hash, index: number, receiver: UserId): void {
  const row = world.db.get<PaidRow>(
    "SELECT sender_id, holders FROM kernel_transaction WHERE hash = ? AND state = 'final'",
    hash,
  )
  const holders = row === undefined ? [] : (JSON.parse(row.holders) as (number | null)[]) // written by `accept`
  if (row === undefined || !holds(world, holders[index], receiver)) throw notFound('The output')
  if (!holds(world, row.sender_id, caller)) throw forbidden('somebody else paid it')
}

export function checkCalls(world: World): Pick<Handlers, 'payments.check' | 'snapshots.notify'> {
  return {
    'payments.check': (call) => check(world, call),

    'snapshots.notify'({ caller, body }) {
      if (caller.kind !== 'bot') throw forbidden('only bots have somebody told')
      notify(world, caller.userId, body.transaction_hash, body.output_index, body.receiver_id)
      return undefined
    },
  }
}
