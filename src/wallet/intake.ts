import type { AssetId, Hash, RequestId, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { EndpointAnswer } from '#contract/http'
import type { IntakeCard, IntakeSource } from '#contract/ipc'
import {
  decodeInvoice,
  decodeTransaction,
  encodeMixAddress,
  formatAmountShort,
  type Invoice,
  isStorageEntry,
  isUuid,
  type ParsedLink,
} from '#protocol'
import { memoText } from '#store'
import { chainsOfAddress } from './address-shapes.ts'
import { isBundle, readBundle } from './approvals/bundle.ts'
import { takeBundle } from './approvals/calls.ts'
import type { Asked } from './approvals/request.ts'
import type { CallsOf, Runtimes } from './calls.ts'
import { groupCardOf, readGroupCard } from './groups.ts'
import { reportOf, resolvePayee, tryLink } from './payees.ts'
import { meet } from './people.ts'
import type { Runtime } from './runtime.ts'

/*
 * The one way in for everything that comes from outside: scanned, clicked, dropped, pasted or typed. Reading a text pays
 * nothing, signs nothing and opens nothing; the card that comes back only offers to fill a form or to show a page.
 */

type Code = EndpointAnswer<'codes.read'>
type CodeOf<Type extends Code['type']> = Extract<Code, { type: Type }>

const TEXT_SHOWN = 2000
const OWN_SCHEME = /^coffer:\/\/(?!group\?)/i

async function understand(text: string, source: IntakeSource, runtime: Runtime): Promise<IntakeCard> {
  if (isBundle(text)) {
    const bundle = readBundle(text, runtime.account, runtime.network, runtime.keeper.coinAt)
    const { request, added } = takeBundle(bundle, runtime)
    return { kind: 'bundle', request, author: bundle.author === null ? null : runtime.book.user(bundle.author), added }
  }
  const group = readGroupCard(text)
  if (group !== undefined) {
    await meet(runtime, group.holder.members)
    const card = groupCardOf(group.holder, group.name, runtime)
    return { kind: 'group', card, to: card.address }
  }
  const plain = text.replace(OWN_SCHEME, 'https://mixin.one/')
  const link = tryLink(plain)
  if (link === undefined) return fromWords(plain, runtime)
  return fromLink(link, plain, source, runtime, 0)
}

/** Not a link: a number, a phone, or an address of some chain. */
async function fromWords(text: string, runtime: Runtime): Promise<IntakeCard> {
  const named = /^(?:\d{4,12}|\+\d[\d ]{5,20})$/.test(text)
  if (named) return userCard(text, runtime)
  for (const assetId of chainsOfAddress(text)) {
    const view = await resolvePayee(runtime, text, assetId)
    if (view.payee?.kind === 'chain') return paymentCard(text, view, runtime, assetId)
  }
  return { kind: 'text', text: text.slice(0, TEXT_SHOWN), problem: null }
}

async function fromLink(
  link: ParsedLink,
  text: string,
  source: IntakeSource,
  runtime: Runtime,
  depth: number,
): Promise<IntakeCard> {
  switch (link.kind) {
    case 'user':
      return isUuid(text) ? bareId(text, runtime) : userCard(link.id, runtime)
    case 'transfer':
      return userCard(link.user_id, runtime)
    case 'payment':
      if (link.destination.kind === 'invoice') return invoiceCard(decodeInvoice(link.destination.invoice), runtime)
      if (
        link.destination.kind === 'multisig' &&
        link.request === 'receive' &&
        link.destination.members.includes(runtime.account)
      ) {
        const card = readGroupCard(
          `coffer://group?${new URLSearchParams({ address: text.split('/').at(-1)?.split('?')[0] ?? '', name: '' })}`,
        )
        if (card !== undefined) {
          await meet(runtime, card.holder.members)
          return { kind: 'group', card: groupCardOf(card.holder, '', runtime), to: text }
        }
      }
      return paymentCard(text, await resolvePayee(runtime, text, null), runtime)
    case 'external':
      return paymentCard(text, await resolvePayee(runtime, text, null), runtime)
    case 'scheme': {
      if (depth > 0) throw failure('protocol.link', 'a short link leads to another short link')
      const { target } = await runtime.remote.call('schemes.read', { params: { id: link.id } })
      const inner = targetLink(target)
      if (inner.kind === 'text') return inner
      return fromLink(inner.link, target, source, runtime, depth + 1)
    }
    case 'code':
      return codeCard(await runtime.remote.call('codes.read', { params: { id: link.id } }), text, runtime)
    case 'multisig': {
      const request = await runtime.keeper.open(link.id, { source: source === 'link' ? 'link' : 'code' })
      return { kind: 'request', request: runtime.cosign.view(request), action: link.action }
    }
    case 'inscription':
      return { kind: 'inscription', hash: link.hash as Hash } // the parser checked the hash
    case 'app':
      await meet(runtime, [link.id as UserId]) // the parser checked the uuid
      return { kind: 'app', user: runtime.book.user(link.id as UserId), action: link.action ?? null }
    case 'snapshot':
      return { kind: 'snapshot', activityId: activityOf(link, runtime) }
    case 'conversation':
      return { kind: 'unsupported', what: 'This opens a conversation, which Coffer does not have.' }
    case 'address_add':
    case 'address_delete':
      return {
        kind: 'unsupported',
        what: 'This changes an address book at the service. Add the address in Coffer when you withdraw.',
      }
    case 'withdrawal':
      return {
        kind: 'unsupported',
        what: 'This asks for a withdrawal to an address saved at the service. Enter the address yourself in Send.',
      }
    case 'unsupported':
      return {
        kind: 'unsupported',
        what:
          link.what === 'lightning'
            ? 'This is a Lightning payment, which Coffer cannot make.'
            : `Only the messenger can open this (${link.what}).`,
      }
  }
}

/** What a short link stands for; a target that nobody understands is shown, so that one sees where it would have led. */
function targetLink(target: string): { kind: 'link'; link: ParsedLink } | Extract<IntakeCard, { kind: 'text' }> {
  const text = target.slice(0, TEXT_SHOWN)
  try {
    const link = tryLink(target)
    return link === undefined ? { kind: 'text', text, problem: null } : { kind: 'link', link }
  } catch (error) {
    return { kind: 'text', text, problem: reportOf(error) }
  }
}

/** A bare id is usually a person's, but the id of a code looks the same. */
async function bareId(id: string, runtime: Runtime): Promise<IntakeCard> {
  const card = await userCard(id, runtime)
  if (card.kind !== 'text') return card
  try {
    return await codeCard(await runtime.remote.call('codes.read', { params: { id } }), id, runtime)
  } catch (error) {
    if (codeOf(error) !== 'remote.not_found') throw error
    return card
  }
}

async function userCard(text: string, runtime: Runtime): Promise<IntakeCard> {
  const view = await resolvePayee(runtime, text, null)
  if (view.party.kind !== 'user') return { kind: 'text', text, problem: view.problem }
  const biography = runtime.store.cache.users.get(view.party.user.userId)?.biography ?? ''
  return { kind: 'user', user: view.party.user, biography }
}

type Resolved = Awaited<ReturnType<typeof resolvePayee>>

function paymentCard(to: string, view: Resolved, runtime: Runtime, assetId: AssetId | null = null): IntakeCard {
  if (view.payee === null) return { kind: 'text', text: to.slice(0, TEXT_SHOWN), problem: view.problem }
  const { asked } = view
  const asset = asked.assetId ?? assetId
  const payment = asked.trace === null ? undefined : runtime.store.intents.payments.byRequest(asked.trace)
  return {
    kind: 'payment',
    payee: view.payee,
    party: view.party,
    asset: asset === null ? null : runtime.book.asset(asset),
    amount: asked.amount,
    memo: asked.memo,
    trace: asked.trace,
    references: asked.references,
    returnTo: asked.returnTo,
    state: view.alreadyPaid ? 'paid' : 'open',
    paidByMe: payment?.id ?? null,
    to,
    warnings: view.warnings,
    problem: view.problem,
  }
}

async function invoiceCard(invoice: Invoice, runtime: Runtime): Promise<IntakeCard> {
  const to = encodeMixAddress(invoice.recipient)
  const { party } = await resolvePayee(runtime, to, null)
  const traces = invoice.entries.map(({ traceId }) => traceId as RequestId) // the decoder gives uuids
  const records = await recordsOf(traces, runtime)
  const hashes = traces.map((trace) => finalHash(trace, records.get(trace), runtime))
  const entries: Extract<IntakeCard, { kind: 'invoice' }>['entries'] = []
  for (const entry of invoice.entries) {
    const record = records.get(entry.traceId)
    const indexes = entry.references.flatMap((reference) => ('index' in reference ? reference.index : []))
    entries.push({
      asset: runtime.book.asset(entry.assetId as AssetId), // the decoder gives uuids
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
    })
  }
  return { kind: 'invoice', party, entries, to }
}

type TransactionRecord = EndpointAnswer<'transactions.read'>

/** What the service knows of these requests, by their ids. */
async function recordsOf(
  traces: readonly RequestId[],
  runtime: Runtime,
): Promise<ReadonlyMap<string, TransactionRecord>> {
  const records = await runtime.remote.call('transactions.fetch', { body: [...traces] })
  return new Map(records.map((record) => [record.request_id, record]))
}

/** The transaction of an entry that is final, whoever paid it; the own journal counts before the service. */
function finalHash(trace: RequestId, record: TransactionRecord | undefined, runtime: Runtime): Hash | null {
  const payment = runtime.store.intents.payments.byRequest(trace)
  if (payment !== undefined) return payment.state === 'final' ? (payment.transactions[0]?.hash ?? null) : null
  return record?.state === 'spent' ? record.transaction_hash : null
}

async function codeCard(code: Code, text: string, runtime: Runtime): Promise<IntakeCard> {
  switch (code.type) {
    case 'user':
      return userCard(code.user_id, runtime)
    case 'payment':
      return paymentCodeCard(code, text, runtime)
    case 'conversation': {
      await meet(
        runtime,
        code.participants.map(({ user_id }) => user_id),
      )
      return {
        kind: 'conversation',
        name: code.name,
        announcement: code.announcement,
        category: code.category,
        members: code.participants.map(({ user_id, role }) => ({ user: runtime.book.user(user_id), role })),
        createdAt: code.created_at,
      }
    }
    case 'multisig_request':
      return multisigCodeCard(code, runtime)
    case 'non_fungible_request':
      return collectibleCodeCard(code, runtime)
    case 'authorization':
      return {
        kind: 'unsupported',
        what: 'This lets a web app sign in with your account. Coffer does not answer such requests.',
      }
  }
}

async function paymentCodeCard(code: CodeOf<'payment'>, text: string, runtime: Runtime): Promise<IntakeCard> {
  const link = isUuid(text) ? `https://mixin.one/codes/${text}` : text
  const card = paymentCard(link, await resolvePayee(runtime, link, null), runtime)
  return card.kind === 'payment' && code.status === 'paid' ? { ...card, state: 'paid' } : card
}

type RequestCode = CodeOf<'multisig_request'> | CodeOf<'non_fungible_request'>

/** The request behind a code of either kind; when the newer calls do not know it, it is one of the older kind. */
async function requestCard(
  code: RequestCode,
  asked: Asked,
  older: () => Promise<IntakeCard>,
  runtime: Runtime,
): Promise<IntakeCard> {
  const { transaction_hash: hash, amount, senders, receivers } = code
  const named = /^[0-9a-f]{64}$/.test(hash) ? { hash: hash as Hash } : {} // just matched
  try {
    const request = await runtime.keeper.open(code.request_id, {
      source: 'code',
      asked: { ...named, amount, senders, receivers, ...asked },
    })
    return {
      kind: 'request',
      request: runtime.cosign.view(request),
      action: code.action === 'unlock' ? 'unlock' : 'sign',
    }
  } catch (error) {
    if (codeOf(error) !== 'wallet.request_unknown') throw error
    return older()
  }
}

function multisigCodeCard(code: CodeOf<'multisig_request'>, runtime: Runtime): Promise<IntakeCard> {
  const { asset_id: assetId, threshold, memo } = code
  const asset = runtime.book.asset(assetId)
  const older = () => legacyCard({ what: 'multisig', code, threshold, asset, memo }, runtime)
  return requestCard(code, { assetId, threshold, memo }, older, runtime)
}

function collectibleCodeCard(code: CodeOf<'non_fungible_request'>, runtime: Runtime): Promise<IntakeCard> {
  const { senders_threshold: threshold } = code
  const older = () => legacyCard({ what: 'collectible', code, threshold, asset: null, memo: '' }, runtime)
  return requestCard(code, { threshold }, older, runtime)
}

type LegacyCard = Extract<IntakeCard, { kind: 'legacy' }>

async function legacyCard(
  parts: {
    readonly what: LegacyCard['what']
    readonly code: CodeOf<'multisig_request'> | CodeOf<'non_fungible_request'>
    readonly threshold: number
    readonly asset: LegacyCard['asset']
    readonly memo: string
  },
  runtime: Runtime,
): Promise<IntakeCard> {
  const { code } = parts
  await meet(runtime, [...code.senders, ...code.receivers, ...code.signers])
  const people = (ids: readonly UserId[]) => ids.map((id) => runtime.book.user(id))
  return {
    kind: 'legacy',
    what: parts.what,
    state: code.state,
    action: code.action,
    asset: parts.asset,
    amount: formatAmountShort(code.amount),
    memo: parts.memo,
    senders: people(code.senders),
    receivers: people(code.receivers),
    signers: people(code.signers),
    threshold: parts.threshold,
    hash: code.transaction_hash,
    tokenId: 'token_id' in code ? code.token_id : null,
    inscription: spentItem(code.raw_transaction, runtime),
    ...decodedLines(code.raw_transaction),
  }
}

/** The first item among what a transaction spends, as far as its bytes can be read and its coins are known here. */
function spentItem(raw: string, runtime: Runtime): Hash | null {
  try {
    for (const { hash, index } of decodeTransaction(raw).inputs) {
      const item = runtime.keeper.coinAt(hash as Hash, index)?.inscription_hash // the decoder gives 32 bytes of hex
      if (item != null) return item
    }
  } catch {
    // The bytes are of an older form; the card says so.
  }
  return null
}

function decodedLines(raw: string): Pick<LegacyCard, 'decoded' | 'problem'> {
  try {
    const transaction = decodeTransaction(raw)
    return {
      decoded: [
        { name: 'Version', value: String(transaction.version) },
        { name: 'Asset', value: transaction.asset },
        ...transaction.inputs.map(({ hash, index }, at) => ({ name: `Input ${at + 1}`, value: `${hash}:${index}` })),
        ...transaction.outputs.map(({ amount, keys }, at) => ({
          name: `Output ${at + 1}`,
          value: `${formatAmountShort(amount)} to ${keys.length} ${keys.length === 1 ? 'key' : 'keys'}`,
        })),
        { name: 'Memo', value: transaction.extra === '' ? 'none' : transaction.extra },
      ],
      problem: null,
    }
  } catch {
    return { decoded: [], problem: 'Its bytes are of an older form that Coffer does not read.' }
  }
}

function activityOf(link: Extract<ParsedLink, { kind: 'snapshot' }>, runtime: Runtime): string | null {
  const { cache, intents } = runtime.store
  if ('id' in link) {
    const found = cache.snapshots.get(link.id as Parameters<typeof cache.snapshots.get>[0]) // unknown ids give nothing
    return found === undefined ? null : `s:${found.snapshot_id}`
  }
  const payment = intents.payments.byRequest(link.trace as RequestId) // unknown ids give nothing
  return payment === undefined ? null : `p:${payment.id}`
}

export function intakeCalls(runtimes: Runtimes): CallsOf<'intake'> {
  return {
    async 'intake.read'({ account, text, source }) {
      const runtime = runtimes.ready(account)
      const trimmed = text.trim()
      try {
        return await understand(trimmed, source, runtime)
      } catch (error) {
        if (codeOf(error) === 'internal') throw error
        return { kind: 'text', text: trimmed.slice(0, TEXT_SHOWN), problem: reportOf(error) }
      }
    },
  }
}
