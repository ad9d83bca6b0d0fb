import type { AssetId, Hash, RequestId } from '#contract/domain'
import type { EndpointAnswer } from '#contract/http'
import type { PayeeView, ScanCard } from '#contract/ipc'
import { encodeMixAddress, type Invoice, isStorageEntry, STORAGE_RECIPIENT } from '#protocol'
import { memoText } from '#store'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { needAssets } from '../contacts/asked-asset.ts'
import { resolvePayee } from '../contacts/payees.ts'

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
  const traces = invoice.entries.map(({ traceId }) => traceId as RequestId) // the decoder gives uuids
  const records = await recordsOf(traces, runtime)
  const hashes = traces.map((trace) => finalHash(trace, records.get(trace), runtime))
  const entries: Extract<ScanCard, { kind: 'invoice' }>['entries'] = []
  for (const entry of invoice.entries) {
    const record = records.get(entry.traceId)
    const indexes = entry.references.flatMap((reference) => ('index' in reference ? reference.index : []))
    entries.push({
      asset: runtime.directory.asset(entry.assetId as AssetId), // the decoder gives uuids
      amount: entry.amount,
      memoHex: entry.extra,
      memoText: entry.extra === '' ? null : memoText(entry.extra),
      trace: entry.traceId as RequestId,
      references: entry.references.flatMap((reference) =>
        'hash' in reference ? (reference.hash as Hash) : (hashes[reference.index] ?? []),
      ),
      waitsFor: indexes.filter((index) => hashes[index] == null),
      state: record !== undefined && record.state !== 'unspent' ? 'paid' : 'open',
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

/** The transaction of an entry that is final, whoever paid it; the own journal counts before the service. */
function finalHash(trace: RequestId, record: TransactionRecord | undefined, runtime: ApprovalsDesk): Hash | null {
  const payment = runtime.store.intents.payments.byRequest(trace)
  if (payment !== undefined) return payment.state === 'final' ? (payment.transactions[0]?.hash ?? null) : null
  return record?.state === 'spent' ? record.transaction_hash : null
}
