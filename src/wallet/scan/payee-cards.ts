import type { AssetId, Hash, RequestId } from '#contract/domain'
import type { EndpointAnswer } from '#contract/http'
import type { PayeeView, ScanCard } from '#contract/ipc'
import { encodeMixAddress, type Invoice, isStorageEntry, STORAGE_RECIPIENT, uniqueObjectId } from '#protocol'
import { memoText, type Payment } from '#store'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { needAssets } from '../contacts/asked-asset.ts'
import { resolvePayee } from '../contacts/payees.ts'
import { isSpent } from '../payments/again.ts'
import { standingOf } from '../shared/transactions.ts'

/** Of a text that means nothing here, so much is shown. */
export const TEXT_SHOWN = 2000

export async function userCard(text: string, runtime: ApprovalsDesk): Promise<ScanCard> {
  const view = await resolvePayee(runtime, text, null)
  if (view.party.kind !== 'user') return { kind: 'text', text, problem: view.problem, fault: null }
  const { user } = view.party
  const biography = runtime.store.cache.users.get(user.userId)?.biography ?? ''
  return { kind: 'user', user, biography, view }
}

export function paymentCard(
  to: string,
  view: PayeeView,
  runtime: ApprovalsDesk,
  assetId: AssetId | null = null,
): ScanCard {
  if (view.payee === null) return { kind: 'text', text: to.slice(0, TEXT_SHOWN), problem: view.problem, fault: null }
  const { trace } = view.asked
  const asset = view.asked.assetId ?? assetId
  const payment = trace === null ? undefined : runtime.store.intents.payments.byRequest(trace)
  return {
    ...{ kind: 'payment', to, view },
    asset: asset === null ? null : runtime.directory.asset(asset),
    paidByMe: payment?.id ?? null,
  }
}

export async function invoiceCard(invoice: Invoice, runtime: ApprovalsDesk): Promise<ScanCard> {
  const to = encodeMixAddress(invoice.recipient)
  const view = await resolvePayee(runtime, to, null)
  await needAssets(
    runtime,
    invoice.entries.map(({ assetId }) => assetId as AssetId), // the decoder gives uuids
  )
  const tries = invoice.entries.map(({ traceId }) => triesUnder(traceId as RequestId, runtime)) // the decoder gives uuids
  const records = await recordsOf(
    tries.flatMap(({ ids }) => ids),
    runtime,
  )
  const hashes = tries.map((each) => finalHash(each, records))
  const entries: Extract<ScanCard, { kind: 'invoice' }>['entries'] = []
  for (const [at, { ids, next, own, again }] of tries.entries()) {
    const entry = invoice.entries[at]
    if (entry === undefined) continue
    const record = ids.map((id) => records.get(id)).find((each) => each !== undefined && each.state !== 'unspent')
    const indexes = entry.references.flatMap((reference) => ('index' in reference ? reference.index : []))
    entries.push({
      asset: runtime.directory.asset(entry.assetId as AssetId), // the decoder gives uuids
      amount: entry.amount,
      memoHex: entry.extra,
      memoText: entry.extra === '' ? null : memoText(entry.extra),
      trace: next,
      again,
      paidByMe: own?.id ?? null,
      references: entry.references.flatMap((reference) =>
        'hash' in reference ? (reference.hash as Hash) : (hashes[reference.index] ?? []),
      ),
      waitsFor: indexes.filter((index) => hashes[index] == null),
      state: standingOf(own, record),
      storage: isStorageEntry(entry),
      to: isStorageEntry(entry) ? STORAGE_RECIPIENT : to,
    })
  }
  return { kind: 'invoice', to, view, entries }
}

type TransactionRecord = EndpointAnswer<'transactions.read'>

/** What the service knows of these requests, by their ids. */
async function recordsOf(
  traces: readonly RequestId[],
  runtime: ApprovalsDesk,
): Promise<ReadonlyMap<string, TransactionRecord>> {
  const records = await runtime.remote.call('transactions.fetch', { body: [...traces] })
  return new Map(records.map((record) => [record.request_id, record]))
}

interface Tries {
  /** Those that came to nothing first, then that of the payment which stands or would be the next. */
  readonly ids: readonly RequestId[]
  readonly next: RequestId
  /** What stands under the last of them. */
  readonly own: Payment | undefined
  readonly again: RequestId | null
}

/** What this journal has of an entry: the service takes no other bytes under an id, so each further try has the next one. */
function triesUnder(trace: RequestId, { store }: ApprovalsDesk): Tries {
  const ids: RequestId[] = []
  let again: RequestId | null = null
  for (let id = trace; ; id = uniqueObjectId(id, 'AGAIN') as RequestId /* a formula over an id and a text */) {
    ids.push(id)
    const payment = store.intents.payments.byRequest(id)
    if (payment === undefined || !isSpent(payment)) {
      const isUnsent = payment?.state === 'cancelled'
      return { ids, next: id, own: isUnsent ? undefined : payment, again }
    }
    again = payment.id
  }
}

/** The transaction of an entry that is final, whoever paid it; the own journal counts before the service. */
function finalHash({ next, own, again }: Tries, records: ReadonlyMap<string, TransactionRecord>): Hash | null {
  if (own !== undefined) {
    const made = own.transactions.find(({ requestId }) => requestId === next)
    return own.state === 'final' ? (made?.hash ?? null) : null
  }
  const record = records.get(next)
  return again === null && record?.state === 'spent' ? record.transaction_hash : null
}
