import { defined } from '#contract/defined'
import type { AssetId, Hash, RequestId, User, UserId } from '#contract/domain'
import { codeOf, failure, reportOf } from '#contract/errors'
import type { EndpointAnswer } from '#contract/http'
import type { AskedStanding, AssetView, PartyView, Payee, PayeeView } from '#contract/ipc'
import {
  assetIdFromContract,
  decodeMixAddress,
  encodeMixAddress,
  isExternalScheme,
  isUuid,
  type LinkDestination,
  mixAddressOf,
  type ParsedLink,
  parseExactAmount,
  parseLink,
  resolveExternalAmount,
} from '#protocol'
import { cleanLines } from '#protocol/text'
import { type Said, said } from '#words/facts'
import { alikeWarnings, folded } from '../payments/alike.ts'
import type { PaymentsDesk } from '../payments/desk.ts'
import { needChain } from '../payments/on-chain.ts'
import { partyOf } from '../payments/review.ts'
import { chainsOfAddress, numberOf } from '../shared/address-shapes.ts'
import { sameAddress } from '../shared/ends.ts'
import { nobody } from '../shared/nobody.ts'
import { placedBy } from '../shared/placed-by.ts'
import { findTransaction, standingOf } from '../shared/transactions.ts'
import { needAsset } from './asked-asset.ts'
import { checkedDestination, refreshPeople } from './payable.ts'

type Asked = PayeeView['asked']

interface Understood {
  readonly payee: Payee
  readonly asked: Partial<Asked>
  readonly chainId?: AssetId
  /** What a link asks to be told to the receiver, which does not reach where the money goes. */
  readonly untold?: string
  /** A memo that may have been meant otherwise. */
  readonly unclear?: string | undefined
}

const NOTHING_ASKED: Asked = {
  ...{ assetId: null, amount: null, memo: null, memoHex: null },
  ...{ trace: null, returnTo: null, references: [] },
}

/** What a text names, without trusting it: an id, a number, an address or a link. Only fills a form. */
async function understand(text: string, assetId: AssetId | null, runtime: PaymentsDesk): Promise<Understood> {
  const number = numberOf(text)
  if (number !== undefined) {
    const user = await lookUp(runtime, () => runtime.remote.call('users.search', { params: { q: number } }))
    return { payee: { kind: 'user', userId: user.user_id }, asked: {} }
  }
  if (isUuid(text.toLowerCase())) return { payee: { kind: 'user', userId: text.toLowerCase() as UserId }, asked: {} }
  const link = tryLink(text)
  if (link !== undefined) return fromLink(link, assetId, runtime, 0)
  const named = asName(text, assetId, runtime)
  if (named !== undefined) return named
  return asChainAddress(text, assetId, runtime)
}

/** Text that may be an address is never taken for a name: people choose their own names. */
const ADDRESS_LIKE = /^[A-Za-z0-9:_-]{20,}$/

/** The contact, group or saved address that bears exactly that name, if only one does. */
function asName(text: string, assetId: AssetId | null, runtime: PaymentsDesk): Understood | undefined {
  const name = folded(text)
  if (name === '' || ADDRESS_LIKE.test(text)) return undefined
  const people = runtime.store.cache.relations.called('friends', text)
  const chainId = assetId === null ? null : runtime.directory.asset(assetId).chainId
  const places = runtime.store.intents.contactAddresses
    .list()
    .filter((one) => one.chainId === chainId && folded(one.label) === name)
  const groups = runtime.store.intents.groups.list().filter((one) => folded(one.name) === name)
  const [person, place, group] = [people[0], places[0], groups[0]]
  if (people.length + places.length + groups.length !== 1) return undefined
  if (group !== undefined) {
    return { payee: { kind: 'group', members: [...group.members], threshold: group.threshold }, asked: {} }
  }
  if (person !== undefined) return { payee: { kind: 'user', userId: person.user_id }, asked: {} }
  if (place === undefined) return undefined
  const { destination, tag } = place
  return { payee: { kind: 'chain', destination, tag }, asked: {}, chainId: place.chainId }
}

export function tryLink(text: string): ParsedLink | undefined {
  try {
    return parseLink(text)
  } catch (error) {
    // A text that begins like an address or link but is damaged must not be taken for an address of another chain.
    if (/^(?:XIN|MIX|MIN)[0-9A-Za-z_-]{20,}$|^(?:mixin|https?):/.test(text)) throw error
    if (isExternalScheme(/^([a-z]+):/i.exec(text)?.[1]?.toLowerCase() ?? '')) throw error
    return undefined
  }
}

async function fromLink(
  link: ParsedLink,
  assetId: AssetId | null,
  runtime: PaymentsDesk,
  depth: number,
): Promise<Understood> {
  switch (link.kind) {
    case 'user':
      return { payee: { kind: 'user', userId: link.id as UserId }, asked: {} } // the parser checked the uuid
    case 'transfer':
      return { payee: { kind: 'user', userId: link.user_id as UserId }, asked: {} } // as above
    case 'payment':
      // Any money that a form would be filled with is another thing than what was asked for.
      if (link.inscription !== undefined || link.inscription_collection !== undefined)
        throw failure('input.payee', 'that link asks for a collectible', {
          details: { asks: 'collectible', ...defined({ inscription: link.inscription }) },
        })
      return {
        payee: payeeOf(link.destination),
        asked: {
          assetId: (link.asset ?? null) as AssetId | null, // the parser checked the uuid
          amount: link.amount === undefined ? null : parseExactAmount(link.amount),
          memo: link.memo ?? null,
          trace: (link.trace ?? null) as RequestId | null, // the parser checked the uuid
          returnTo: link.return_to ?? null,
          references: link.reference === undefined ? [] : [link.reference as Hash], // the parser checked the hash
        },
        unclear: link.memo_unclear === true ? link.memo : undefined,
      }
    case 'external': {
      const asset = (link.asset_id ?? assetIdFromContract(link.chain_id, link.asset_key ?? '')) as AssetId // a formula
      const amount = await externalAmount(link, asset, runtime)
      const { memo } = link
      const asked = { assetId: asset, amount }
      if (memo !== undefined) await needAsset(runtime, asset)
      // On chains that know tags a memo is one: that is how the receiver sees whose money it is.
      if (memo !== undefined && runtime.directory.asset(asset).tag !== 'none')
        return { ...(await asChainAddress(link.destination, asset, runtime, memo)), asked }
      const found = await asChainAddress(link.destination, asset, runtime)
      return { ...found, asked, ...defined({ untold: memo }) }
    }
    case 'scheme': {
      if (depth > 0) throw failure('protocol.link', 'a short link leads to another short link')
      const { target } = await runtime.remote.call('schemes.read', { params: { id: link.id } })
      return fromLink(parseLink(target), assetId, runtime, depth + 1)
    }
    case 'code':
      return fromCode(await runtime.remote.call('codes.read', { params: { id: link.id } }))
    default:
      throw failure('input.payee', 'that link does not name a receiver')
  }
}

type Code = EndpointAnswer<'codes.read'>

/** Of a group that is paid. */
const MEMBERS_MAX = 64

/**
 * A group of several. One that names somebody twice is another one than that of the same people once each: whoever asks would look for the money in the
 * first, and it would lie in the second.
 */
function groupOf(members: readonly UserId[], threshold: number): Payee {
  if (new Set(members).size !== members.length) throw failure('input.payee', 'that names somebody of a group twice')
  return { kind: 'group', members: [...members], threshold }
}

function fromCode(code: Code): Understood {
  if (code.type === 'user') return { payee: { kind: 'user', userId: code.user_id }, asked: {} }
  if (code.type === 'payment') {
    const { receivers, threshold } = code
    const only = receivers.length === 1 ? receivers[0] : undefined
    // Such an output would be anybody's, or nobody's.
    if (threshold > receivers.length || (only === undefined && (threshold < 1 || receivers.length > MEMBERS_MAX)))
      throw failure('input.payee', 'that code names a group that there cannot be')
    return {
      payee: only === undefined ? groupOf(receivers, threshold) : { kind: 'user', userId: only },
      asked: {
        assetId: code.asset_id,
        amount: code.amount,
        memo: code.memo === '' ? null : code.memo,
        trace: code.trace_id,
      },
    }
  }
  throw failure('input.payee', 'that code does not ask for a payment')
}

async function externalAmount(
  link: Extract<ParsedLink, { kind: 'external' }>,
  assetId: AssetId,
  runtime: PaymentsDesk,
) {
  if (link.amount === undefined && link.units === undefined) return null
  await needAsset(runtime, assetId)
  const decimals = runtime.directory.decimalsOf(assetId)
  // Of a number of smallest units nobody could say how much it is.
  if (decimals === null && link.units !== undefined)
    throw failure('protocol.link', 'units', { details: { reason: 'units' } })
  const { amount } = decimals === null ? link : resolveExternalAmount(link, decimals)
  return amount === undefined ? null : parseExactAmount(amount)
}

const kernelGroup = (members: readonly string[], threshold: number): Payee => ({
  kind: 'kernel',
  address: encodeMixAddress(mixAddressOf(members, threshold)),
})

function payeeOf(destination: LinkDestination): Payee {
  switch (destination.kind) {
    case 'user':
      return { kind: 'user', userId: destination.user_id as UserId } // the parser checked the uuid
    case 'multisig': {
      const members = destination.members as UserId[] // the parser checked the uuids
      return groupOf(members, destination.threshold)
    }
    case 'mainnet':
      // One key that is to sign more than once can never be spent with; without that it would be another address.
      return destination.threshold === 1
        ? { kind: 'kernel', address: destination.address }
        : kernelGroup([destination.address], destination.threshold)
    case 'mainnet_group':
      return kernelGroup(destination.members, destination.threshold)
    case 'invoice':
      throw failure('input.payee', 'invoices are paid from their own card')
  }
}

async function asChainAddress(
  text: string,
  assetId: AssetId | null,
  runtime: PaymentsDesk,
  asked?: string,
): Promise<Understood> {
  // It reads like somebody's number or address, and is neither.
  if (cleanLines(text) !== text) {
    throw failure('input.payee', 'that holds what cannot be seen', { details: { reason: 'unseen' } })
  }
  if (assetId === null || text.length < 8 || /\s/.test(text)) throw failure('input.payee', 'nothing known is named')
  needChain(runtime, assetId)
  const { chainId } = runtime.directory.asset(assetId)
  const saved = runtime.store.intents.contactAddresses
    .list()
    .filter((one) => one.chainId === chainId && sameAddress(one.destination, text))
  // A saved address brings its tag along, unless it is saved with several.
  const tag = asked ?? (saved.length === 1 ? (saved[0]?.tag ?? '') : '')
  const destination = await checkedDestination(runtime, assetId, text, tag)
  if (!sameAddress(destination, text)) {
    throw failure('remote.address_malformed', 'the service reads another address out of it')
  }
  return { payee: { kind: 'chain', destination, tag }, asked: {}, chainId }
}

async function lookUp(runtime: PaymentsDesk, call: () => Promise<User>): Promise<User> {
  try {
    const user = await call()
    runtime.store.cache.users.put([user])
    return user
  } catch (error) {
    if (codeOf(error) === 'remote.not_found') throw nobody(error)
    throw error
  }
}

/** A payee as it is shown; a saved address of a chain by its own name. */
export function partyView(
  payee: Payee,
  runtime: Pick<PaymentsDesk, 'store' | 'directory' | 'self'>,
  chainId: AssetId | null,
): PartyView {
  const party = partyOf(payee, runtime.directory, runtime.self)
  if (chainId === null) return party
  return placedBy(party, { chainId, chainName: runtime.directory.chain(chainId).name }, runtime.store.intents)
}

function warningsOf(party: PartyView, payee: Payee, runtime: PaymentsDesk): Said[] {
  return [...knownWarnings(party, payee, runtime), ...alikeWarnings(payee, runtime.store)]
}

function knownWarnings(party: PartyView, payee: Payee, runtime: PaymentsDesk): Said[] {
  if (party.kind === 'kernel') return decodeWarnings(party.address)
  if (party.kind !== 'user' || payee.kind !== 'user') return []
  const { user } = party
  const pin = runtime.store.intents.contactPins.get(user.userId)
  return [
    ...(user.scam ? [said('check.contacts.scam')] : []),
    ...(user.relationship === 'blocked' ? [said('check.payments.blocked-person')] : []),
    ...(pin !== undefined && pin.identityNumber !== user.identityNumber
      ? [said('check.contacts.other-number', { number: pin.identityNumber })]
      : []),
  ]
}

function decodeWarnings(address: string): Said[] {
  if (!address.startsWith('MIX')) return []
  const { members, threshold } = decodeMixAddress(address)
  return threshold > members.length ? [said('check.contacts.unspendable')] : []
}

/** Characters of a memo that a warning names. */
const MEMO_SHOWN = 80

/** Of what is there, networks that are asked about an address. */
const CHAINS_ASKED = 6

/** What is there and could be sent to an address; nothing for a text that has not the shape of one. */
async function fitting(text: string, runtime: PaymentsDesk): Promise<AssetView[]> {
  if (chainsOfAddress(text).length === 0) return []
  const { store, directory, self } = runtime
  const held = store.cache.outputs
    .balances(self.id)
    .flatMap(({ kernelAssetId, unspent }) =>
      unspent.coins === 0 ? [] : (directory.assetOfKernel(kernelAssetId) ?? []),
    )
  const chains = [...new Set(held.map(({ chainId }) => chainId))].slice(0, CHAINS_ASKED)
  const takes = await Promise.all(
    chains.map((chain) =>
      checkedDestination(runtime, chain, text, '')
        .then((read) => sameAddress(read, text))
        .catch(() => false),
    ),
  )
  const good = new Set(chains.filter((_, at) => takes[at]))
  return held.filter(({ chainId }) => good.has(chainId))
}

/** Whom a text names and what it asks for, with what is known of them. A text that names nobody gets a problem, not an error. */
export async function resolvePayee(runtime: PaymentsDesk, text: string, assetId: AssetId | null): Promise<PayeeView> {
  const found = await view(runtime, () => understand(text.trim(), assetId, runtime))
  if (found.problem === null) return found
  const fits = (await fitting(text.trim(), runtime)).filter((asset) => asset.assetId !== assetId)
  return fits.length === 0 ? found : { ...found, fits }
}

/** The same of a link that was read already. */
export function resolveLink(runtime: PaymentsDesk, link: ParsedLink): Promise<PayeeView> {
  return view(runtime, () => fromLink(link, null, runtime, 0))
}

/** The same of what stands behind a code. */
export function resolveCode(runtime: PaymentsDesk, code: Code): Promise<PayeeView> {
  return view(runtime, async () => fromCode(code))
}

async function view(runtime: PaymentsDesk, read: () => Promise<Understood>): Promise<PayeeView> {
  const nothing: PayeeView = {
    payee: null,
    party: { kind: 'unknown' },
    asked: NOTHING_ASKED,
    standing: 'open',
    paidBefore: null,
    warnings: [],
    problem: null,
  }
  try {
    const { payee, asked, chainId, untold, unclear } = await read()
    if (asked.assetId != null) await needAsset(runtime, asked.assetId)
    const unregistered = await refreshPeople(payee, runtime)
    const party = partyView(payee, runtime, chainId ?? null)
    const trace = asked.trace ?? null
    return {
      ...nothing,
      payee,
      party,
      asked: {
        ...NOTHING_ASKED,
        ...asked,
        memoHex: asked.memo == null ? null : Buffer.from(asked.memo).toString('hex'),
      },
      standing: trace === null ? 'open' : await standingUnder(trace, runtime),
      paidBefore: runtime.paymentSteps.paidBefore(payee, chainId ?? null),
      warnings: [
        ...(untold === undefined ? [] : [said('check.contacts.untold', { memo: untold.slice(0, MEMO_SHOWN) })]),
        ...(unclear === undefined ? [] : [said('check.contacts.memo-plus', { memo: unclear.slice(0, MEMO_SHOWN) })]),
        ...warningsOf(party, payee, runtime),
      ],
      problem:
        unregistered.length === 0
          ? null
          : {
              code: 'wallet.payee_unregistered',
              details: { names: unregistered.map((id) => runtime.directory.user(id).name || id) },
            },
    }
  } catch (error) {
    if (codeOf(error) === 'internal') throw error
    return { ...nothing, problem: reportOf(error) }
  }
}

async function standingUnder(trace: RequestId, { remote, store }: PaymentsDesk): Promise<AskedStanding> {
  return standingOf(store.intents.payments.byRequest(trace), await findTransaction(remote, trace))
}
