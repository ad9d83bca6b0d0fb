import type { PendingDeposit, Snapshot } from '#contract/domain'
import type { ActivityRow, PartyView } from '#contract/ipc'
import { tagsOf } from '#contract/tags'
import { toAmount } from '#protocol'
import type { PaymentSummary } from '#store'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { isFeeAlone } from '../payments/fees.ts'
import { type Foreign, foreignOf } from '../payments/foreign.ts'
import { actName, paysOneself, shownIntent } from '../payments/intent.ts'
import { together } from '../payments/titles.ts'
import { paymentLine, STORAGE_PARTY } from '../payments/view.ts'
import { confirmationsOf } from '../shared/confirmations.ts'
import { estimate } from '../shared/fiat.ts'
import { carriedItem } from '../shared/item-name.ts'
import { isTurned, subjectOfPayment, subjectOfTurned } from '../shared/label-keys.ts'
import { shortMemo } from '../shared/memo.ts'
import { assetOfRecord } from '../shared/names.ts'
import { othersIn } from './batches.ts'
import { depositAt, subjectsOfPending } from './carried-words.ts'
import { momentOf } from './page.ts'
import { paymentSubject } from './subject.ts'

/* What a line of a list says of a movement. */

export function labelOf(
  runtime: ApprovalsDesk,
  ...subjects: readonly (string | null)[]
): { label: string; note: string } {
  for (const subject of subjects) {
    const found = subject === null ? undefined : runtime.store.intents.labels.get(subject)
    if (found !== undefined && found.label + found.note !== '') return { label: found.label, note: found.note }
  }
  return { label: '', note: '' }
}

/** Those of a movement, and of the payment that made it. */
const tagsAt = ({ store }: ApprovalsDesk, ...subjects: readonly (string | null)[]): string[] =>
  tagsOf(subjects.flatMap((subject) => (subject === null ? [] : (store.intents.labels.get(subject)?.tags ?? []))))

export function paymentOf(snapshot: Snapshot, runtime: ApprovalsDesk): PaymentSummary | undefined {
  return runtime.store.intents.payments.summaryByTransaction(snapshot.transaction_hash)
}

/** What its owner noted of a movement, on it or on the payment that made it, or while it arrived. */
export function noteOf(
  runtime: ApprovalsDesk,
  { id, hash, amount }: Pick<ActivityRow, 'id' | 'hash' | 'amount'>,
): string {
  if (isTurned(id)) return labelOf(runtime, subjectOfTurned(id), paymentSubject(runtime, hash)).note
  const deposit = depositAt(runtime, id)
  if (deposit !== undefined) return labelOf(runtime, ...subjectsOfPending(deposit)).note
  return labelOf(runtime, id, amount < 0n ? paymentSubject(runtime, hash) : null).note
}

/** What this wallet knows of a movement by itself: the payment that it is, or what the bytes of somebody else's say. */
interface Own {
  readonly payment: PaymentSummary | undefined
  readonly foreign: Foreign | undefined
}

function kindOf(
  { deposit, withdrawal, transaction_hash: hash, amount, opponent_id: opponent }: Snapshot,
  { payment, foreign }: Own,
  feeUser: ApprovalsDesk['feeUser'],
): ActivityRow['kind'] {
  if (deposit !== null) return 'deposit'
  if (withdrawal !== null || (foreign !== undefined && foreign.chain !== null)) return 'withdrawal'
  // What another computer paid is known by whom it went to.
  const isFee = payment === undefined ? amount < 0n && opponent === feeUser : isFeeAlone(payment, hash)
  return isFee ? 'fee' : 'transfer'
}

export function snapshotRow(snapshot: Snapshot, runtime: ApprovalsDesk): ActivityRow {
  const asset = assetOfRecord(runtime.directory, snapshot)
  const payment = snapshot.amount < 0n ? paymentOf(snapshot, runtime) : undefined
  const subjects = [
    `s:${snapshot.snapshot_id}`,
    payment === undefined ? null : paymentSubject(runtime, snapshot.transaction_hash),
  ]
  const { label } = labelOf(runtime, ...subjects)
  const own = { payment, foreign: payment === undefined ? foreignOf(runtime, snapshot) : undefined }
  return {
    id: `s:${snapshot.snapshot_id}`,
    kind: kindOf(snapshot, own, runtime.feeUser),
    direction: snapshot.amount < 0n ? 'out' : 'in',
    asset,
    amount: snapshot.amount,
    fiat: estimate(snapshot.amount, asset.priceUsd, runtime.rate()),
    party: snapshotParty(snapshot, own, runtime),
    memoText: shortMemo(snapshot.memo),
    label,
    tags: tagsAt(runtime, ...subjects),
    at: snapshot.created_at,
    money: 'final',
    hash: snapshot.transaction_hash,
    confirmations: null,
    inscription: snapshot.inscription_hash,
    ...carriedItem(runtime.store.cache, snapshot.inscription_hash),
  }
}

function snapshotParty(snapshot: Snapshot, { payment, foreign }: Own, runtime: ApprovalsDesk): PartyView {
  const own = payment?.transactions.find(({ hash }) => hash === snapshot.transaction_hash)
  // Whoever the service names as the other side is one of several at most.
  if (payment !== undefined && own?.purpose === 'payment' && othersIn(payment, runtime).length > 0) {
    return paymentLine(payment, runtime).party
  }
  if (foreign !== undefined && foreign.chain !== null) return foreign.chain
  const paid = foreign === undefined ? undefined : paidTogether(foreign)
  if (paid?.kind === 'several') return paid
  if (snapshot.opponent_id !== null) return { kind: 'user', user: runtime.directory.user(snapshot.opponent_id) }
  const { chainId, chainName } = assetOfRecord(runtime.directory, snapshot)
  if (snapshot.withdrawal !== null) {
    return { kind: 'chain', chainId, chainName, destination: snapshot.withdrawal.receiver, tag: '' }
  }
  if (snapshot.deposit !== null) {
    return { kind: 'chain', chainId, chainName, destination: snapshot.deposit.sender, tag: '' }
  }
  if (payment === undefined) return paid ?? { kind: 'unknown' }
  return own?.purpose === 'storage' ? STORAGE_PARTY : paymentLine(payment, runtime).party
}

/** Nobody knows how many they are of whom two or more are not known. */
function paidTogether({ rows }: Foreign): PartyView | undefined {
  const parties = rows.map(({ party }) => party)
  return parties.filter(({ kind }) => kind === 'unknown').length > 1 ? undefined : together(parties)
}

/** Whether a payment pays nobody but whoever pays. */
function staysHere(payment: PaymentSummary, { self, account }: ApprovalsDesk): boolean {
  const intent = shownIntent(payment)
  if (payment.kind === 'consolidation' || paysOneself(intent)) return true
  const isOwn = ({ payee }: (typeof intent.rows)[number]) => payee.kind === 'user' && payee.userId === account
  return payment.holder === self.id && intent.rows.length > 0 && intent.rows.every(isOwn)
}

function kindOfPayment(payment: PaymentSummary): ActivityRow['kind'] {
  const { act } = shownIntent(payment)
  if (act?.kind === 'release' || act?.kind === 'occupy') return act.kind
  return payment.kind === 'withdrawal' || payment.kind === 'consolidation' ? payment.kind : 'transfer'
}

export function paymentRow(payment: PaymentSummary, runtime: ApprovalsDesk): ActivityRow {
  const view = paymentLine(payment, runtime)
  const { act } = shownIntent(payment)
  const isMoved = staysHere(payment, runtime)
  const amount = toAmount(isMoved ? view.amount : -view.amount)
  return {
    id: `p:${payment.id}`,
    kind: kindOfPayment(payment),
    direction: isMoved ? 'self' : 'out',
    asset: view.asset,
    amount,
    fiat: estimate(amount, view.asset.priceUsd, runtime.rate()),
    party: view.party,
    memoText: view.memoText,
    label: view.label,
    tags: tagsAt(runtime, subjectOfPayment(payment)),
    at: momentOf(payment),
    money: view.money,
    hash: view.hashes[0] ?? null,
    confirmations: null,
    inscription: act?.kind === 'transfer' ? act.item : null,
    ...(act?.kind === 'transfer' ? { item: actName(act) } : {}),
  }
}

export function depositRow(deposit: PendingDeposit, runtime: ApprovalsDesk): ActivityRow {
  const asset = assetOfRecord(runtime.directory, deposit)
  const subjects = subjectsOfPending(deposit)
  return {
    id: `d:${deposit.deposit_id}`,
    kind: 'deposit',
    direction: 'in',
    asset,
    amount: deposit.amount,
    fiat: estimate(deposit.amount, asset.priceUsd, runtime.rate()),
    party: { kind: 'chain', chainId: asset.chainId, chainName: asset.chainName, destination: deposit.sender, tag: '' },
    memoText: null,
    label: labelOf(runtime, ...subjects).label,
    tags: tagsAt(runtime, ...subjects),
    at: deposit.created_at,
    money: 'arriving',
    hash: null,
    confirmations: confirmationsOf(runtime.directory, deposit),
    inscription: null,
  }
}
