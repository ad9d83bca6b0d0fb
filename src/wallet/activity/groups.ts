import { type Hash, type Holder, isPaidBy, type Nanos, type Output } from '#contract/domain'
import { failure } from '#contract/errors'
import type { ActivityDetail, ActivityRow, PartyView, RequestView } from '#contract/ipc'
import { type Amount, hashMembers, sumOf, toAmount } from '#protocol'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { byBytes, paymentOf, type Request } from '../approvals/request.ts'
import { estimate } from '../shared/fiat.ts'
import { carriedItem } from '../shared/item-name.ts'
import { subjectOfRequest } from '../shared/label-keys.ts'
import { shortHex, shortMemo } from '../shared/memo.ts'
import { assetOfRecord } from '../shared/names.ts'
import { fiatThen } from '../value/then.ts'
import { endedRequests } from './given-up.ts'

/*
 * The service records no history for groups, but their coins tell it: a coin that the group did not pay to itself came in,
 * and whatever coins one transaction spent went out, less what came back. A coin that carries an item is no money: where it is all that was spent, the
 * item went, and where money came back for it, that came in.
 */

const PAGE = 500

interface Movement {
  readonly row: ActivityRow
  readonly memoHex: string
  readonly hash: Hash
  readonly deposit: ActivityDetail['deposit']
  /** Whoever a request pays, row by row, where that is several. */
  readonly rows: RequestView['rows']
}

function allOutputs(runtime: ApprovalsDesk, holder: Holder): Output[] {
  const found: Output[] = []
  let before: number | undefined
  for (;;) {
    const page = runtime.store.cache.outputs.list({ holder: holder.id, limit: PAGE, before })
    found.push(...page)
    before = page.at(-1)?.sequence
    if (page.length < PAGE) return found
  }
}

function incoming(output: Output, runtime: ApprovalsDesk): Movement {
  const asset = assetOf(output, runtime)
  const { label, tags } = runtime.store.intents.labels.get(`o:${output.output_id}`) ?? { label: '', tags: [] }
  return {
    memoHex: output.extra,
    hash: output.transaction_hash,
    deposit: depositIn(output),
    rows: [],
    row: {
      id: `o:${output.output_id}`,
      // No item comes in from another chain, whoever sent it.
      kind:
        output.deposit === null && (output.senders.length > 0 || output.inscription_hash !== null)
          ? 'transfer'
          : 'deposit',
      direction: 'in',
      asset,
      amount: output.amount,
      fiat: estimate(output.amount, asset.priceUsd, runtime.rate()),
      party: senderOf(output, runtime),
      memoText: shortMemo(output.extra),
      label,
      tags: [...tags],
      at: output.created_at,
      money: 'final',
      hash: output.transaction_hash,
      confirmations: null,
      inscription: output.inscription_hash,
      ...carriedItem(runtime.store.cache, output.inscription_hash),
    },
  }
}

/** Coins say where on its chain a deposit is, and not who sent it. */
const depositIn = ({ deposit }: Output): ActivityDetail['deposit'] =>
  deposit === null
    ? null
    : { hash: deposit.deposit_hash, index: deposit.deposit_index, sender: '', destination: '', tag: '' }

export const assetOf = (output: Output, { directory }: ApprovalsDesk) => assetOfRecord(directory, output)

function senderOf({ senders, senders_threshold: threshold }: Output, { directory }: ApprovalsDesk): PartyView {
  const [only, ...others] = senders
  if (only === undefined) return { kind: 'unknown' }
  if (others.length === 0) return { kind: 'user', user: directory.user(only) }
  return directory.group(senders, threshold ?? 1, hashMembers([...senders].sort()) as Hash)
}

/** What of a transaction stayed with its group, and when it was made: the time of its own that each computer is told. */
interface Back {
  readonly amount: bigint
  readonly at: Nanos
}

function outgoing(
  hash: Hash,
  spent: readonly Output[],
  back: Back | undefined,
  request: Request | undefined,
  runtime: ApprovalsDesk,
): Movement | undefined {
  const [first] = spent
  if (first === undefined) return undefined
  const view = request === undefined ? undefined : runtime.cosign.view(request)
  const asset = assetOf(first, runtime)
  const money = sumOf(spent.filter((output) => !isItem(output)))
  const item = money === 0n && back === undefined ? (first.inscription_hash ?? null) : null
  const left = (back?.amount ?? 0n) - (item === null ? money : sumOf(spent))
  // What is to come back may be listed later than the coins are as spent; until then the bytes of a request say what leaves.
  const amount = toAmount(back === undefined && view !== undefined ? -view.amount : left)
  const final = spent.every(({ state }) => state === 'spent')
  const id = request === undefined ? `t:${hash}` : subjectOfRequest(request.id)
  return {
    memoHex: request === undefined ? '' : runtime.cosign.actual(request).transaction.extra,
    hash,
    deposit: null,
    rows: view?.rows ?? [],
    row: {
      id,
      kind: view?.withdrawal === undefined ? 'transfer' : 'withdrawal',
      direction: amount > 0n ? 'in' : 'out',
      asset,
      amount,
      fiat: estimate(amount as Amount, asset.priceUsd, runtime.rate()),
      party: amount > 0n ? { kind: 'self' } : (view?.party ?? { kind: 'unknown' }),
      memoText: view?.memoText ?? null,
      label: view?.label ?? runtime.store.intents.labels.get(`t:${hash}`)?.label ?? '',
      tags: [...(runtime.store.intents.labels.get(id)?.tags ?? [])],
      at: back?.at ?? spentAt(spent),
      money: final ? 'final' : 'submitted',
      hash,
      confirmations: null,
      inscription: item,
      ...carriedItem(runtime.store.cache, item),
    },
  }
}

const spentAt = (spent: readonly Output[]): Nanos =>
  spent.reduce<Nanos>((latest, { spent_at, signed_at, updated_at }) => {
    const when = spent_at ?? signed_at ?? updated_at
    return when > latest ? when : latest
  }, 0n as Nanos)

const isItem = ({ inscription_hash: item }: Output): boolean => item !== null

/** Everything that moved, newest first. One pass over the group's coins. */
function groupMovements(runtime: ApprovalsDesk, holder: Holder): Movement[] {
  const outputs = allOutputs(runtime, holder)
  const gone = outputs.filter(({ state }) => state !== 'unspent')
  const spenders = Map.groupBy(gone, (output) => output.signed_by)
  const back = new Map<Hash, Back>()
  const movements: Movement[] = []
  for (const output of outputs) {
    const hash = output.transaction_hash
    if (spenders.has(hash) || isPaidBy(output, holder)) {
      const amount = (back.get(hash)?.amount ?? 0n) + (isItem(output) ? 0n : output.amount)
      back.set(hash, { amount, at: output.created_at })
    } else movements.push(incoming(output, runtime))
  }
  const requests = byBytes(runtime.requestStore.list(holder.id))
  for (const [hash, spent] of spenders) {
    if (hash === null) continue
    // While signatures are missing nothing has moved, nor once it was given up, however long its coins still look as if. What they were spent by has.
    const state = requests.get(hash)?.state
    if ((state === 'open' || state === 'revoked') && spent.some((output) => output.state !== 'spent')) continue
    const movement = outgoing(hash, spent, back.get(hash), requests.get(hash), runtime)
    if (movement !== undefined) movements.push(movement)
  }
  return movements.sort((a, b) => (a.row.at < b.row.at ? 1 : a.row.at > b.row.at ? -1 : a.row.id < b.row.id ? 1 : -1))
}

type Passes = (row: ActivityRow, others: readonly PartyView[]) => boolean

/** All rows that pass, newest first. */
export const groupRows = (runtime: ApprovalsDesk, holder: Holder, passes: Passes): ActivityRow[] =>
  groupMovements(runtime, holder).flatMap(({ row, rows: paid }) =>
    passes(
      row,
      paid.map(({ party }) => party),
    )
      ? [row]
      : [],
  )

/** A request that ended unpaid moved nothing, and has a detail all the same. */
function endedAt(runtime: ApprovalsDesk, holder: Holder, id: string): Movement | undefined {
  const row = endedRequests(runtime, holder).find((each) => each.row.id === id)?.row
  const request = runtime.requestStore.list(holder.id).find((each) => subjectOfRequest(each.id) === id)
  if (row === undefined || request === undefined) return undefined
  const { transaction } = runtime.cosign.actual(request)
  return { row, memoHex: transaction.extra, hash: request.hash, deposit: null, rows: runtime.cosign.view(request).rows }
}

export function groupDetail(runtime: ApprovalsDesk, holder: Holder, id: string): ActivityDetail {
  const movement = groupMovements(runtime, holder).find(({ row }) => row.id === id) ?? endedAt(runtime, holder, id)
  if (movement === undefined) throw failure('remote.not_found', 'no such movement')
  const request = movement.hash === null ? undefined : runtime.requestStore.findByHash(movement.hash)
  return {
    row: { ...movement.row, fiatThen: fiatThen(runtime, movement.row) },
    memoHex: shortHex(movement.memoHex),
    snapshotId: null,
    requestId: request?.id ?? null,
    paymentId: request === undefined ? null : (paymentOf(runtime.store, request)?.id ?? null),
    note: runtime.store.intents.labels.get(id)?.note ?? '',
    fee: null,
    deposit: movement.deposit,
    withdrawal: null,
    paidBefore: null,
    rows: movement.rows.map((paid) => ({ ...paid, paidBefore: null })),
  }
}
