import type { Hash, Holder, UserId } from '#contract/domain'
import type { PartyView, Payee, PaymentReview } from '#contract/ipc'
import {
  type Amount,
  BURN_SCRIPT,
  decodeTransaction,
  hashMembers,
  sha3Hash,
  shownText,
  sumOf,
  toAmount,
} from '#protocol'
import { memoText, type Payment, type PaymentOutput, type PaymentTransaction } from '#store'
import { said } from '#words/facts'
import { estimate, spoken } from '../shared/fiat.ts'
import { shownBytes } from '../shared/memo.ts'
import type { Directory } from '../shared/names.ts'
import { placedBy } from '../shared/placed-by.ts'
import { differencesFromPlan } from './bytes.ts'
import { comparedRows } from './compared.ts'
import { spentAmong } from './frozen.ts'
import { type Intent, intentOf, isWithdrawal, paysOneself } from './intent.ts'
import { pricedTotal } from './price-checks.ts'
import { checksOf, verdictOf } from './review-checks.ts'
import { LEAVING, type OutputReview, type Proof, type ReviewParts } from './review-parts.ts'
import { kernelMembers, staysWith, type Target, targetOf } from './target.ts'
import { actTitle, movedItem, titleOf, verbOf } from './titles.ts'

export { nameOf, titleOf } from './titles.ts'

export function partyOf(payee: Payee, directory: Directory): PartyView
export function partyOf(target: Target, directory: Directory, holder: Holder): PartyView
export function partyOf(target: Target, directory: Directory, holder?: Holder): PartyView {
  switch (target.kind) {
    case 'self':
      return holder === undefined || holder.members.length === 1
        ? { kind: 'self' }
        : directory.group(holder.members, holder.threshold, holder.membersHash)
    case 'user':
    case 'fee':
      return { kind: 'user', user: directory.user(target.userId) }
    case 'group': {
      const members = [...target.members].sort()
      return directory.group(members, target.threshold, hashMembers(members) as Hash)
    }
    case 'kernel': {
      const { members, threshold } = kernelMembers(target.address)
      return { kind: 'kernel', address: target.address, members: members.length, threshold }
    }
    case 'chain':
      return { kind: 'chain', chainId: null, chainName: '', destination: target.destination, tag: target.tag }
    case 'unknown':
      return { kind: 'unknown' }
  }
}

/**
 * Digest of everything that approving means: the network, the account, every transaction's bytes and the roles of its
 * outputs. Approval names it, and signing compares it again, so nothing can change in between.
 */
export function digestOf(payment: Payment, network: string, account: UserId): Hash {
  const meaning = {
    network,
    account,
    payment: payment.id,
    holder: payment.holder,
    detail: payment.detail,
    transactions: payment.transactions.map(({ requestId, unsignedRaw, hash, outputs }) => ({
      requestId,
      hash,
      raw: unsignedRaw,
      outputs: outputs.map(({ role, payee, amount }) => ({ role, payee, amount })),
    })),
  }
  return sha3Hash(Buffer.from(JSON.stringify(meaning, sortedJson)).toString('hex')) as Hash
}

/** Members in one order and amounts as text, so that equal meanings are equal bytes. */
function sortedJson(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The review of a verified payment, read from its bytes. */
export async function reviewPayment(payment: Payment, parts: ReviewParts): Promise<PaymentReview> {
  const { directory } = parts
  const intent = intentOf(payment)
  const asset = directory.asset(payment.assetId)
  const transactions = await Promise.all(payment.transactions.map((each) => reviewTransaction(each, parts)))
  const outputs = transactions.flatMap((each) => each.outputs.map((output) => ({ ...output, asset: each.asset })))
  const checks = checksOf(payment, transactions, parts)
  const verdict = verdictOf(checks)
  const payees = payment.transactions.flatMap((planned, at) =>
    planned.outputs.flatMap((output, index) => {
      if (output.role === 'fee' ? intent.feeOf === undefined : !LEAVING.has(output.role)) return []
      const seen = transactions[at]?.outputs[index]
      if (seen === undefined) return []
      const target = targetOf(output)
      const party = placedBy(seen.party, asset, parts.intents)
      const known = staysWith(target, parts.holder, parts.account) ? {} : { paidBefore: parts.paidBefore(target) }
      return [{ party, amount: seen.amount, ...known, proof: seen.proof }]
    }),
  )
  const fees = intent.feeOf === undefined ? outputs.filter((output) => output.role === 'fee') : []
  const stored = storedOf(payment, parts)
  const paid = sumOf(payees)
  // Storing alone pays nobody; what leaves is what is burnt.
  const burns = payees.length === 0 && stored.stored !== undefined
  const total = payees.length === 0 ? (stored.stored?.amount ?? paid) : paid
  return {
    paymentId: payment.id,
    digest: digestOf(payment, parts.network, parts.account),
    title: titleOf(
      payment,
      payees.map((payee) => payee.party),
      total,
      asset.symbol,
    ),
    verb:
      intent.voids !== undefined
        ? said('title.make-impossible')
        : intent.act === undefined
          ? verbOf({ kind: isWithdrawal(intent) ? 'withdrawal' : payment.kind, burns }, spoken(total, asset.symbol))
          : actTitle(intent.act),
    ...(parts.holder.members.length > 1
      ? { group: { threshold: parts.holder.threshold, members: parts.holder.members.length } }
      : {}),
    ...(payment.kind === 'consolidation' ? { combines: true } : {}),
    verdict,
    checks,
    ...(verdict === 'stop' ? rowsOf(payment, directory) : {}),
    asset,
    amount: total,
    fiat: estimate(total, asset.priceUsd, parts.rate),
    ...pricedTotal(intent),
    ...movedItem(intent),
    left: leftOf(payment, transactions, parts),
    payees,
    memoHex: intent.memoHex,
    memoText: intent.memoHex === '' ? null : memoText(intent.memoHex),
    ...stored,
    fee: fees[0] === undefined ? null : { asset: fees[0].asset, amount: fees[0].amount },
    change: outputs
      .filter((output) => output.role === 'change')
      .map((output) => ({ asset: output.asset, amount: output.amount, proof: output.proof })),
    coins: transactions.reduce((sum, each) => sum + each.inputs.length, 0),
    transactions,
    approval: parts.approval,
    returnTo: intent.returnTo,
    ...planOf(intent, directory),
  }
}

/** What may be spent of the asset afterwards: what is free now, the change, and what whoever pays pays himself. No change comes of coins that are gone. */
function leftOf(payment: Payment, seen: PaymentReview['transactions'], parts: ReviewParts): Amount | null {
  const intent = intentOf(payment)
  if (paysOneself(intent) || intent.act?.kind === 'transfer' || spentAmong(payment, parts.outputs) > 0) return null
  const { assetId } = payment
  const kept = payment.transactions.flatMap((planned, at) =>
    planned.outputs.flatMap((output, index) => {
      if (planned.assetId !== assetId || !staysWith(targetOf(output), parts.holder, parts.account)) return []
      return seen[at]?.outputs[index]?.amount ?? []
    }),
  )
  return toAmount(kept.reduce<bigint>((sum, amount) => sum + amount, parts.available(assetId)))
}

/** Of the transaction whose bytes are not what was asked for; nothing where all are. */
function rowsOf({ transactions }: Payment, directory: Directory): Pick<PaymentReview, 'rows'> {
  const other = transactions.find((each) => differencesFromPlan(each, each.unsignedRaw ?? '').length > 0)
  return other === undefined ? {} : { rows: comparedRows(other, other.unsignedRaw ?? '', directory) }
}

function planOf({ plan }: Intent, directory: Directory): Pick<PaymentReview, 'plan'> {
  if (plan === undefined) return {}
  const { id, name, at, last, differs } = plan
  const before = last === null ? null : { at: last.at, asset: directory.asset(last.assetId), amount: last.amount }
  return { plan: { planId: id, name, at, last: before, differs: [...differs] } }
}

async function reviewTransaction(
  planned: PaymentTransaction,
  parts: ReviewParts,
): Promise<PaymentReview['transactions'][number]> {
  const raw = planned.unsignedRaw ?? ''
  const actual = decodeTransaction(raw)
  const outputs = await Promise.all(
    actual.outputs.map(async (output, index): Promise<OutputReview> => {
      const meant = planned.outputs[index]
      const target = meant === undefined ? undefined : targetOf(meant)
      return {
        index,
        role: meant?.role ?? 'unknown',
        amount: output.amount,
        party:
          output.withdrawal !== undefined
            ? partyOf(
                {
                  ...{ kind: 'chain', destination: shownText(output.withdrawal.address) },
                  tag: shownText(output.withdrawal.tag),
                },
                parts.directory,
                parts.holder,
              )
            : target === undefined
              ? { kind: 'unknown' }
              : partyOf(target, parts.directory, parts.holder),
        threshold: meant?.threshold ?? 0,
        keys: output.keys.length,
        proof: await proofOf(planned, index, output, meant, parts),
      }
    }),
  )
  return {
    requestId: planned.requestId,
    hash: planned.hash ?? ('' as Hash),
    purpose: planned.purpose,
    asset: parts.directory.asset(planned.assetId),
    inputs: planned.inputs.map(({ outputId, hash, index, amount }) => ({
      outputId,
      hash,
      index,
      amount,
      proved: true,
    })),
    outputs,
    ...shownBytes({ extra: actual.extra, raw }),
    references: actual.references as Hash[], // the decoder gives 32 bytes of hex
  }
}

/** Of stored bytes that are too many to show, besides their size and hash. */
const START_CHARACTERS = 512

/** What a payment stores, read from the bytes that are to be signed. */
function storedOf(payment: Payment, { directory }: Pick<ReviewParts, 'directory'>): Pick<PaymentReview, 'stored'> {
  if (intentOf(payment).stored === undefined) return {}
  for (const { assetId, unsignedRaw } of payment.transactions) {
    const { outputs, extra } = decodeTransaction(unsignedRaw ?? '')
    const burnt = outputs.find(({ script }) => script === BURN_SCRIPT)
    if (burnt === undefined) continue
    return {
      stored: {
        asset: directory.asset(assetId),
        amount: burnt.amount,
        bytes: extra.length / 2,
        text: shownBytes({ extra, raw: '' }).extraText,
        startHex: extra.slice(0, START_CHARACTERS),
        contentHash: sha3Hash(extra) as Hash, // 32 bytes of hex
      },
    }
  }
  return {}
}

async function proofOf(
  planned: PaymentTransaction,
  index: number,
  actual: { readonly keys: readonly string[]; readonly mask: string; readonly withdrawal?: unknown },
  meant: PaymentOutput | undefined,
  parts: ReviewParts,
): Promise<Proof> {
  const target: Target = meant === undefined ? { kind: 'unknown' } : targetOf(meant)
  if (target.kind === 'unknown') return 'unknown'
  if (target.kind === 'chain') return actual.withdrawal === undefined ? 'unknown' : 'proved'
  const same = (keys: { readonly mask: string; readonly keys: readonly string[] } | undefined | null) =>
    keys?.mask === actual.mask && keys.keys.join() === actual.keys.join()
  if (target.kind === 'kernel') {
    const { members } = kernelMembers(target.address)
    return same(await parts.deriveKernel(planned.requestId, index, members)) ? 'proved' : 'unknown'
  }
  const remembered = meant?.hint == null ? undefined : parts.intents.keys.recall(meant.hint)
  return same(remembered) ? 'claimed' : 'unknown'
}
