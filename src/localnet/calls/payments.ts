import type { GhostKeys, RequestId } from '#contract/domain'
import { feeRequestId } from '#protocol'
import type { Call, Caller, Handlers } from '../call.ts'
import { accept } from '../ledger/accepting.ts'
import { issueKeys } from '../ledger/ghosts.ts'
import { judge } from '../ledger/kernel.ts'
import {
  type AssetNames,
  findRequestBy,
  holderFor,
  insertRequest,
  isAccepted,
  knownRequest,
  type RequestRow,
  transactionRecord,
  updateRequest,
} from '../ledger/requests.ts'
import { feePaid, type Plan, planOf, senderOf, signersIn } from '../ledger/transaction-check.ts'
import type { World } from '../ledger/world.ts'
import { notFound, REFUSED, Refusal } from '../refusal.ts'
import { registered } from './money.ts'

interface Item {
  readonly requestId: RequestId
  readonly raw: string
  readonly field: string
  readonly plan: Plan
}

type RawRequests = Call<'transactions.send'>['body']

function itemsOf(world: World, body: RawRequests): Item[] {
  return body.map(({ request_id, raw }, at) => {
    const field = `${at}.raw`
    return { requestId: request_id, raw, field, plan: planOf(world, raw, field) }
  })
}

/** What a batch pays for a withdrawal in an asset: in the withdrawal itself or in its fee transaction, which refers to it. */
function paidWith(item: Item, batch: readonly Item[], kernelAssetId: string): bigint {
  const payers = batch.filter(
    (other) =>
      other === item ||
      (other.requestId === feeRequestId(item.requestId) && other.plan.transaction.references.includes(item.plan.hash)),
  )
  return payers
    .filter(({ plan }) => plan.transaction.asset === kernelAssetId)
    .reduce((sum, { plan }) => sum + feePaid(plan), 0n)
}

/** A withdrawal pays one of the fees that are offered for it. Throws 20124 where none is paid and 20135 for less. */
function checkFee(world: World, item: Item, batch: readonly Item[]): void {
  const { withdrawal, asset } = item.plan
  if (withdrawal === null || asset.fees.length === 0) return
  const offers = asset.fees.map((fee) => ({
    asked: fee.amount as bigint,
    paid: paidWith(item, batch, world.catalog.asset(fee.asset_id)?.kernelAssetId ?? ''),
  }))
  if (offers.some(({ asked, paid }) => paid >= asked)) return
  const extra = { field: item.field }
  if (offers.every(({ paid }) => paid === 0n)) {
    throw new Refusal(REFUSED.feeMissing, 'Insufficient fee: the withdrawal pays none.', extra)
  }
  throw new Refusal(REFUSED.feeTooSmall, 'The withdrawal fee is too small.', extra)
}

/** Records what a transaction would do; locks nothing. The same id and transaction give the first record again. */
function verifyOne(world: World, caller: Caller, item: Item, batch: readonly Item[]): RequestRow {
  const asked = { requestId: item.requestId, kind: 'payment', plan: item.plan } as const
  const known = knownRequest(world, asked)
  if (known !== undefined) {
    holderFor(world, known, caller.userId)
    return known
  }
  const earlier = new Set(batch.slice(0, batch.indexOf(item)).map(({ plan }) => plan.hash))
  judge(world, item.plan.transaction, { field: item.field, unsigned: true, earlier })
  const holder = senderOf(world, item.plan, caller.userId)
  checkFee(world, item, batch)
  return insertRequest(world, asked, caller.userId, holder, item.raw)
}

function sendOne(world: World, caller: Caller, item: Item, batch: readonly Item[]): RequestRow {
  const asked = { requestId: item.requestId, kind: 'payment', plan: item.plan } as const
  const known = knownRequest(world, asked)
  if (known !== undefined && isAccepted(world, known)) {
    holderFor(world, known, caller.userId)
    if (known.raw === item.raw) return known
    throw new Refusal(REFUSED.alreadyPaid, 'Already paid: this request was sent with other bytes.')
  }
  const { plan } = item
  const { hash, kind, transaction } = judge(world, plan.transaction, { field: item.field })
  const holder = senderOf(world, plan, caller.userId)
  checkFee(world, item, batch)
  if (known === undefined) insertRequest(world, asked, caller.userId, holder, item.raw)
  else holderFor(world, known, caller.userId)
  accept(world, {
    hash,
    kind,
    raw: item.raw,
    transaction,
    holders: plan.holders,
    sender: holder,
    requestId: item.requestId,
  })
  return updateRequest(world, item.requestId, item.raw, signersIn(transaction, holder))
}

function keysOf(world: World, body: Call<'keys.request'>['body']): GhostKeys[] {
  const wanted = Array.isArray(body) ? body : body.keys
  return wanted.map((each, at) => issueKeys(world, each, String(at)))
}

type PaymentCalls =
  | 'keys.request'
  | 'transactions.verify'
  | 'transactions.send'
  | 'transactions.read'
  | 'transactions.fetch'

export function paymentCalls(world: World): Pick<Handlers, PaymentCalls> {
  type Asked = Pick<Call<PaymentCalls>, 'someone' | 'dialect'>
  const recordWith = (inInterface: AssetNames) => (call: Asked, row: RequestRow) =>
    transactionRecord(world, row, call.someone?.userId ?? null, {
      names: call.dialect === 'interface' ? inInterface : 'hashes',
    })
  const [record, status] = [recordWith('uuid and hashes'), recordWith('hash')]

  return {
    'keys.request'({ caller, body }) {
      registered(caller)
      return keysOf(world, body)
    },

    'transactions.verify'(call) {
      const caller = registered(call.caller)
      const batch = itemsOf(world, call.body)
      return batch.map((item) => record(call, verifyOne(world, caller, item, batch)))
    },

    'transactions.send'(call) {
      const caller = registered(call.caller)
      const batch = itemsOf(world, call.body)
      return batch.map((item) => record(call, sendOne(world, caller, item, batch)))
    },

    'transactions.read'(call) {
      if (call.someone !== null) registered(call.someone)
      const row = findRequestBy(world, call.params.id)
      if (row === undefined) throw notFound('The transaction')
      return status(call, row)
    },

    'transactions.fetch'(call) {
      registered(call.caller)
      return [...new Set(call.body)].flatMap((id) => {
        const row = findRequestBy(world, id)
        return row === undefined ? [] : [status(call, row)]
      })
    },
  }
}
