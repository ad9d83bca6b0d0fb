import type { Hash, RequestId, UserId } from '#contract/domain'
import { codeOf, failure, reportOf } from '#contract/errors'
import type { ScanCard, ScanSource } from '#contract/ipc'
import { decodeInvoice, isUuid, type ParsedLink } from '#protocol'
import { said } from '#words/facts'
import { isBundle, readBundle } from '../approvals/bundle.ts'
import { takeBundle } from '../approvals/bundle-taking.ts'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { groupCardOf, readGroupCard } from '../approvals/groups.ts'
import { resolveLink, resolvePayee, tryLink } from '../contacts/payees.ts'
import { chainsOfAddress, numberOf } from '../shared/address-shapes.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { holderOf } from '../shared/holder.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import { codeCard } from './code-cards.ts'
import { glance } from './glance.ts'
import { faultOf } from './link-faults.ts'
import { invoiceCard, paymentCard, TEXT_SHOWN, userCard } from './payee-cards.ts'

const OWN_SCHEME = /^coffer:\/\/(?!group\?)/i

async function understand(text: string, source: ScanSource, runtime: ApprovalsDesk): Promise<ScanCard> {
  if (isBundle(text)) {
    const bundle = readBundle(text, runtime.account, runtime.network, runtime.requestStore)
    const { request, ...taken } = takeBundle(bundle, runtime)
    return {
      kind: 'bundle',
      request,
      author: bundle.author === null ? null : runtime.directory.user(bundle.author),
      ...taken,
    }
  }
  const group = readGroupCard(text)
  if (group !== undefined) {
    await fetchMissingUsers(runtime, group.holder.members)
    const card = groupCardOf(group.holder, group.name, runtime)
    return { kind: 'group', card, to: card.address }
  }
  const plain = text.replace(OWN_SCHEME, 'https://mixin.one/')
  const link = tryLink(plain)
  if (link === undefined) return fromWords(plain, runtime)
  return fromLink(link, plain, source, runtime, 0)
}

/** Not a link: a number, a phone, or an address of some chain. */
async function fromWords(text: string, runtime: ApprovalsDesk): Promise<ScanCard> {
  if (numberOf(text) !== undefined) return userCard(text, runtime)
  for (const assetId of chainsOfAddress(text)) {
    const view = await resolvePayee(runtime, text, assetId)
    if (view.payee?.kind === 'chain') return paymentCard(text, view, runtime, assetId)
  }
  return { kind: 'text', text: text.slice(0, TEXT_SHOWN), problem: null, fault: null }
}

async function fromLink(
  link: ParsedLink,
  text: string,
  source: ScanSource,
  runtime: ApprovalsDesk,
  depth: number,
): Promise<ScanCard> {
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
        return ownGroupCard(link.destination, text, runtime)
      }
      return paymentCard(text, await resolveLink(runtime, link), runtime)
    case 'external':
      return paymentCard(text, await resolveLink(runtime, link), runtime)
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
      const request = await runtime.requestStore.open(link.id, { source: source === 'link' ? 'link' : 'code' })
      return { kind: 'request', request: runtime.cosign.view(request), action: link.action }
    }
    case 'inscription':
      return { kind: 'inscription', hash: link.hash as Hash } // the parser checked the hash
    case 'app':
      await fetchMissingUsers(runtime, [link.id as UserId]) // the parser checked the uuid
      return { kind: 'app', user: runtime.directory.user(link.id as UserId), action: link.action ?? null }
    case 'snapshot':
      return { kind: 'snapshot', activityId: activityOf(link, runtime) }
    case 'conversation':
      return { kind: 'unsupported', what: said('check.scan.conversation') }
    case 'address_add':
    case 'address_delete':
      return {
        kind: 'unsupported',
        what: said('check.scan.address'),
      }
    case 'withdrawal':
      return {
        kind: 'unsupported',
        what: said('check.scan.withdrawal'),
      }
    case 'unsupported':
      return {
        kind: 'unsupported',
        what:
          link.what === 'lightning' ? said('check.scan.lightning') : said('check.scan.messenger', { what: link.what }),
      }
  }
}

/** A link to a group that the account is a member of, which asks for nothing: it may be added. */
async function ownGroupCard(
  { members, threshold }: { readonly members: readonly string[]; readonly threshold: number },
  to: string,
  runtime: ApprovalsDesk,
): Promise<ScanCard> {
  if (threshold < 1 || threshold > members.length || new Set(members).size !== members.length)
    throw failure('input.group', 'these members are no group with that threshold')
  const holder = holderOf(members as UserId[], threshold) // the parser checked the uuids
  await fetchMissingUsers(runtime, holder.members)
  return { kind: 'group', card: groupCardOf(holder, '', runtime), to }
}

/** What a short link stands for; a target that nobody understands is shown, so that one sees where it would have led. */
function targetLink(target: string): { kind: 'link'; link: ParsedLink } | Extract<ScanCard, { kind: 'text' }> {
  const text = target.slice(0, TEXT_SHOWN)
  try {
    const link = tryLink(target)
    return link === undefined ? { kind: 'text', text, problem: null, fault: null } : { kind: 'link', link }
  } catch (error) {
    return { kind: 'text', text, problem: reportOf(error), fault: faultOf(target, error) }
  }
}

/** A bare id is usually a person's, but the id of a code looks the same. */
async function bareId(id: string, runtime: ApprovalsDesk): Promise<ScanCard> {
  const card = await userCard(id, runtime)
  if (card.kind !== 'text') return card
  try {
    return await codeCard(await runtime.remote.call('codes.read', { params: { id } }), id, runtime)
  } catch (error) {
    if (codeOf(error) !== 'remote.not_found') throw error
    return card
  }
}

function activityOf(link: Extract<ParsedLink, { kind: 'snapshot' }>, runtime: ApprovalsDesk): string | null {
  const { cache, intents } = runtime.store
  if ('id' in link) {
    const found = cache.snapshots.get(link.id as Parameters<typeof cache.snapshots.get>[0]) // unknown ids give nothing
    return found === undefined ? null : `s:${found.snapshot_id}`
  }
  const trace = link.trace as RequestId // unknown ids give nothing
  const payment = intents.payments.byRequest(trace)
  if (payment !== undefined) return `p:${payment.id}`
  // What others paid, or another copy of these files.
  const [told] = cache.snapshots.byRequest(trace)
  return told === undefined ? null : `s:${told.snapshot_id}`
}

export function scanCalls(runtimes: Runtimes<ApprovalsDesk>): CallsOf<'scan'> {
  return {
    async 'scan.read'({ account, text, source }) {
      const runtime = runtimes.ready(account)
      const trimmed = text.trim()
      try {
        return await understand(trimmed, source, runtime)
      } catch (error) {
        if (codeOf(error) === 'internal') throw error
        return {
          ...{ kind: 'text', text: trimmed.slice(0, TEXT_SHOWN) },
          ...{ problem: reportOf(error), fault: faultOf(trimmed, error) },
        }
      }
    },

    async 'scan.glance'({ texts }) {
      return texts.map(glance)
    },
  }
}
