import type { RequestId, UserId } from '#contract/domain'
import {
  decodeTransaction,
  mergeSignatures,
  type TransactionSignatures,
  transactionHash,
  verifyTransaction,
} from '#protocol'
import type { Call, Caller, Handlers } from '../call.ts'
import { accept, lockInputs, unlockInputs } from '../ledger/accepting.ts'
import { readHolder } from '../ledger/holders.ts'
import { judge, utxo } from '../ledger/kernel.ts'
import {
  findRequestBy,
  holderFor,
  insertRequest,
  isAccepted,
  knownRequest,
  multisigRecord,
  type RequestRow,
  signersOf,
  updateRequest,
} from '../ledger/requests.ts'
import { type Plan, planOf, senderOf } from '../ledger/transaction-check.ts'
import type { World } from '../ledger/world.ts'
import { checked, forbidden, invalidField, notFound, REFUSED, Refusal } from '../refusal.ts'
import { registered } from './money.ts'

function createOne(world: World, caller: Caller, requestId: RequestId, raw: string, field: string): RequestRow {
  // A group's withdrawal is taken as the kernel takes it: any text may be its destination, and its fee comes later.
  const plan = planOf(world, raw, field, 'unchecked')
  const asked = { requestId, kind: 'multisig', plan } as const
  const known = knownRequest(world, asked)
  if (known !== undefined) {
    holderFor(world, known, caller.userId)
    return known
  }
  const { signatures, aggregated } = plan.transaction
  if (signatures !== undefined || aggregated !== undefined)
    throw invalidField(field, 'a request begins without signatures')
  judge(world, plan.transaction, { field, unsigned: true })
  const holder = senderOf(world, plan, caller.userId)
  return insertRequest(world, asked, caller.userId, holder, raw)
}

/** A request of one of the caller's groups. Throws 404 for any other. */
function requestOf(world: World, caller: Caller, id: string): RequestRow {
  const row = findRequestBy(world, id)
  const isMember = row !== undefined && readHolder(world, row.holder_id).members.includes(caller.userId)
  if (row === undefined || row.kind !== 'multisig' || !isMember) throw notFound('The multisig request')
  return row
}

function judgeSignatures(world: World, plan: Plan, raw: string): TransactionSignatures {
  const spent = plan.transaction.inputs.map(({ hash, index }) => {
    const output = utxo(world, hash, index)
    if (output === null) throw new Error('an input of a known request is missing')
    return output
  })
  return verifyTransaction(raw, spent)
}

/** Members whose good signature every input carries. */
function signedBy(members: readonly UserId[], { inputs }: TransactionSignatures): UserId[] {
  return members.filter((_, place) => inputs.every(({ valid }) => valid.includes(place)))
}

/**
 * Adds a member's signatures to those that are there. The first one holds the outputs for this request; with the last one
 * that is needed the transaction goes out by itself. Members sign with maps, which can be joined; an aggregated signature is
 * refused, since there is nothing to join it with.
 */
function sign(world: World, caller: Caller, row: RequestRow, raw: string): RequestRow {
  if (row.revoked_by !== null) throw forbidden('the request was given up')
  if (isAccepted(world, row)) return row
  const plan = planOf(world, raw, 'raw', 'unchecked')
  const holder = holderFor(world, row, caller.userId)
  const added = judgeSignatures(world, plan, raw)
  if (added.inputs.some(({ invalid }) => invalid.length > 0)) {
    throw new Refusal(REFUSED.signature, 'Kernel: invalid signature.', { field: 'raw' })
  }
  if (!signedBy(holder.members, added).includes(caller.userId)) {
    throw new Refusal(REFUSED.signature, 'Kernel: an input is not signed by the caller.', { field: 'raw' })
  }
  const merged = checked('raw', () => mergeSignatures(row.raw, raw))
  const signers = signedBy(holder.members, judgeSignatures(world, plan, merged))
  // A member signs once; what comes again counts only for the signatures of others that it brings.
  if (signers.length === signersOf(row).length) return row
  lockInputs(world, plan.transaction, plan.hash, row.request_id)
  const updated = updateRequest(world, row.request_id, merged, signers)
  if (signers.length < holder.threshold) return updated
  const { hash, kind, transaction } = judge(world, decodeTransaction(merged), { field: 'raw' })
  const { holders } = plan
  accept(world, { hash, kind, raw: merged, transaction, holders, sender: holder, requestId: row.request_id })
  return updated
}

/** Any member may give a request up until enough have signed. */
function unlock(world: World, caller: Caller, row: RequestRow): RequestRow {
  if (isAccepted(world, row)) throw forbidden('enough members have signed')
  if (row.revoked_by !== null) return row
  unlockInputs(world, decodeTransaction(row.raw), row.transaction_hash)
  world.db.run(
    'UPDATE request SET revoked_by = ?, updated_at = ? WHERE request_id = ?',
    caller.userId,
    world.now(),
    row.request_id,
  )
  return requestOf(world, caller, row.request_id)
}

type MultisigCalls = 'multisigs.create' | 'multisigs.read' | 'multisigs.sign' | 'multisigs.unlock'

export function multisigCalls(world: World): Pick<Handlers, MultisigCalls> {
  function find({ caller, params, body }: Call<'multisigs.read' | 'multisigs.sign' | 'multisigs.unlock'>): RequestRow {
    const row = requestOf(world, registered(caller), params.id)
    const named = body?.request_id
    if (named !== undefined && named !== row.request_id)
      throw invalidField('request_id', 'another one than in the path')
    const raw = body?.raw ?? ''
    if (raw !== '' && checked('raw', () => transactionHash(raw)) !== row.transaction_hash) {
      throw invalidField('raw', 'another transaction than the one of the request')
    }
    return row
  }

  return {
    'multisigs.create': ({ caller, body }) =>
      body.map(({ request_id, raw }, at) => {
        const row = createOne(world, registered(caller), request_id, raw, `${at}.raw`)
        return multisigRecord(world, row, caller.userId)
      }),

    'multisigs.read': (call) => multisigRecord(world, find(call), call.caller.userId),

    'multisigs.sign': (call) =>
      multisigRecord(world, sign(world, call.caller, find(call), call.body.raw), call.caller.userId),

    'multisigs.unlock': (call) => multisigRecord(world, unlock(world, call.caller, find(call)), call.caller.userId),
  }
}
