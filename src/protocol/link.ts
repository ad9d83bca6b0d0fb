import { decodeMainnetAddress, decodeMixAddress } from './address.ts'
import { parseExactAmount } from './amount.ts'
import { compareText, isHex } from './bytes.ts'
import { type ExternalLink, isExternalScheme, parseExternalUri } from './external-link.ts'
import { isUuid } from './id.ts'
import { decodeInvoice } from './invoice.ts'
import { parseUri, percentEncode, type Query, refuse, UNREAD_AMOUNT, type Uri } from './uri.ts'

/** Who a payment link pays. A group of one user counts as that user. */
export type LinkDestination =
  | { readonly kind: 'user'; readonly user_id: string }
  | { readonly kind: 'multisig'; readonly threshold: number; readonly members: readonly string[] }
  | { readonly kind: 'mainnet'; readonly threshold: number; readonly address: string }
  | { readonly kind: 'mainnet_group'; readonly threshold: number; readonly members: readonly string[] }
  | { readonly kind: 'invoice'; readonly invoice: string }

/** What the payer is asked for. */
type PaymentRequest =
  | 'inscription collection'
  | 'inscription'
  | 'prefilled'
  | 'invoice'
  | 'amount input'
  | 'receive'
  | 'legacy'

interface PaymentLink {
  readonly kind: 'payment'
  readonly legacy?: true
  readonly destination: LinkDestination
  readonly request: PaymentRequest
  readonly asset?: string
  /** Decimal text, positive, at most 8 decimals. */
  readonly amount?: string
  readonly memo?: string
  /** A plus sign in the memo may have been meant as a space. */
  readonly memo_unclear?: true
  /** Becomes the request id; absent, the payer makes one. */
  readonly trace?: string
  /** Where to go afterwards, and only if the link came from outside. */
  readonly return_to?: string
  readonly reference?: string
  readonly inscription?: string
  readonly inscription_collection?: string
}

export type ParsedLink =
  | PaymentLink
  | ExternalLink
  | { readonly kind: 'code'; readonly id: string }
  | { readonly kind: 'scheme'; readonly id: string }
  | { readonly kind: 'multisig'; readonly id: string; readonly action: 'sign' | 'unlock' }
  | { readonly kind: 'inscription'; readonly hash: string }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'transfer'; readonly user_id: string }
  | {
      readonly kind: 'app'
      readonly id: string
      readonly action?: 'open'
      readonly params: Readonly<Record<string, string>>
    }
  | { readonly kind: 'snapshot'; readonly id: string }
  | { readonly kind: 'snapshot'; readonly trace: string }
  | { readonly kind: 'conversation'; readonly id: string; readonly user_id?: string; readonly start?: string }
  | {
      readonly kind: 'address_add'
      readonly asset: string
      readonly label: string
      readonly destination: string
      readonly tag?: string
    }
  | { readonly kind: 'address_delete'; readonly asset: string; readonly address: string }
  | {
      readonly kind: 'withdrawal'
      readonly address: string
      readonly asset: string
      readonly amount: string
      readonly trace: string
      readonly memo?: string
    }
  | { readonly kind: 'unsupported'; readonly what: string }

const HOST = 'mixin.one'
/** Longest text that is looked at; invoices that carry content are the long ones. */
const LENGTH_MAX = 1_000_000
/** No path has more parts; one more than these is enough to tell. */
const SEGMENTS_MAX = 2
const LIGHTNING = /^(?:lightning:|lnbc|lno|lnurl)/i
const URL_SCHEME = /^([a-z][a-z0-9+.-]*):\S+$/i
/** Control, format (directions, joiners) and lone surrogate characters: no place has them, and they hide what a text says. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/u
/** Schemes that run or show something instead of going somewhere. */
const NOT_A_PLACE = ['javascript', 'data', 'file', 'blob', 'vbscript', 'about']
/** Words that mean something in the messenger, which this wallet is not. */
const FOREIGN_WORDS = [
  'send',
  'device',
  'wc',
  'buy',
  'device-transfer',
  'swap',
  'trade',
  'markets',
  'referrals',
  'membership',
  'tip',
]

function uuidIn(value: string | undefined, what: string): string {
  return value !== undefined && isUuid(value) ? value : refuse(`${what} is not a uuid`)
}

function hashIn(value: string | undefined, what: string): string {
  return value !== undefined && isHex(value, 32) ? value : refuse(`${what} is not 32 bytes hex`)
}

function amountIn(text: string): string {
  try {
    if (parseExactAmount(text) > 0n) return text
  } catch {
    // The same refusal as for zero.
  }
  return refuse(UNREAD_AMOUNT)
}

function groupDestination(text: string): LinkDestination {
  const { kind, threshold, members } = decodeMixAddress(text)
  const [only = ''] = members
  if (kind === 'xin') {
    return members.length === 1
      ? { kind: 'mainnet', threshold, address: only }
      : { kind: 'mainnet_group', threshold, members }
  }
  return members.length === 1
    ? { kind: 'user', user_id: only }
    : { kind: 'multisig', threshold, members: members.toSorted(compareText) }
}

function parseDestination(text: string): LinkDestination {
  if (isUuid(text)) return { kind: 'user', user_id: text }
  try {
    if (text.startsWith('XIN')) {
      decodeMainnetAddress(text)
      return { kind: 'mainnet', threshold: 1, address: text }
    }
    if (text.startsWith('MIX')) return groupDestination(text)
    if (text.startsWith('MIN')) {
      decodeInvoice(text)
      return { kind: 'invoice', invoice: text }
    }
  } catch {
    return refuse('destination is damaged')
  }
  return refuse('destination')
}

/** Members of the result that a payment's parameters fill. */
type PaymentParameters = Omit<PaymentLink, 'kind' | 'destination' | 'request' | 'legacy'>

function isPlace(url: string): boolean {
  const scheme = URL_SCHEME.exec(url)?.[1]
  return scheme !== undefined && !NOT_A_PLACE.includes(scheme.toLowerCase()) && !INVISIBLE.test(url)
}

function paymentParameters(query: Query): PaymentParameters {
  const [asset, amount, memo, trace] = [query.get('asset'), query.get('amount'), query.get('memo'), query.get('trace')]
  const [reference, inscription] = [query.get('reference'), query.get('inscription')]
  const collection = query.get('inscription_collection')
  const returnTo = query.get('return_to')
  if (amount !== undefined && asset === undefined) refuse('amount without asset')
  return {
    ...(asset !== undefined && { asset: uuidIn(asset, 'asset') }),
    ...(amount !== undefined && { amount: amountIn(amount) }),
    ...(memo !== undefined && memo !== '' && { memo, ...(query.hasPlus('memo') && { memo_unclear: true }) }),
    ...(trace !== undefined && { trace: uuidIn(trace, 'trace') }),
    ...(returnTo !== undefined && isPlace(returnTo) && { return_to: returnTo }),
    ...(reference !== undefined && { reference: hashIn(reference, 'reference') }),
    ...(inscription !== undefined && { inscription: hashIn(inscription, 'inscription') }),
    ...(collection !== undefined && { inscription_collection: hashIn(collection, 'inscription collection') }),
  }
}

function requestOf({ inscription_collection, inscription, asset, amount }: PaymentParameters): PaymentRequest {
  if (inscription_collection !== undefined) return 'inscription collection'
  if (inscription !== undefined) return 'inscription'
  if (asset === undefined) return 'receive'
  return amount === undefined ? 'amount input' : 'prefilled'
}

function parsePayment(text: string, query: Query | null): PaymentLink {
  const destination = parseDestination(text)
  if (destination.kind === 'invoice') return { kind: 'payment', destination, request: 'invoice' }
  const parameters = query === null ? {} : paymentParameters(query)
  return { kind: 'payment', destination, ...parameters, request: requestOf(parameters) }
}

function parseLegacyPayment(query: Query): PaymentLink {
  const destination = { kind: 'user', user_id: uuidIn(query.get('recipient'), 'recipient') } as const
  const parameters = paymentParameters(query)
  if (parameters.asset === undefined || parameters.amount === undefined) refuse('asset and amount are required')
  return { kind: 'payment', legacy: true, destination, ...parameters, request: 'legacy' }
}

function parseMultisig(id: string | undefined, query: Query): ParsedLink {
  const action = query.get('action') ?? 'sign'
  if (action !== 'sign' && action !== 'unlock' && action !== 'revoke') refuse('action')
  return { kind: 'multisig', id: uuidIn(id, 'id'), action: action === 'sign' ? 'sign' : 'unlock' }
}

function parseApp(id: string | undefined, query: Query): ParsedLink {
  const params = query.except('action')
  const opens = query.get('action') === 'open'
  return { kind: 'app', id: uuidIn(id, 'id'), ...(opens && { action: 'open' }), params }
}

function parseConversation(id: string | undefined, query: Query): ParsedLink {
  const [user, start] = [query.get('user'), query.get('start')]
  return {
    kind: 'conversation',
    id: uuidIn(id, 'id'),
    ...(user !== undefined && { user_id: uuidIn(user, 'user') }),
    ...(start !== undefined && { start }),
  }
}

function parseAddress(query: Query): ParsedLink {
  const asset = uuidIn(query.get('asset'), 'asset')
  const action = query.get('action')
  if (action === 'delete') return { kind: 'address_delete', asset, address: uuidIn(query.get('address'), 'address') }
  if (action !== undefined) refuse('action')
  const [label, destination, tag] = [query.get('label'), query.get('destination'), query.get('tag')]
  if (label === undefined || label === '' || destination === undefined || destination === '') {
    return refuse('label and destination are required')
  }
  return { kind: 'address_add', asset, label, destination, ...(tag !== undefined && { tag }) }
}

function parseWithdrawal(query: Query): ParsedLink {
  const memo = query.get('memo')
  return {
    kind: 'withdrawal',
    address: uuidIn(query.get('address'), 'address'),
    asset: uuidIn(query.get('asset'), 'asset'),
    amount: amountIn(query.get('amount') ?? ''),
    trace: uuidIn(query.get('trace'), 'trace'),
    ...(memo !== undefined && memo !== '' && { memo }),
  }
}

function parseObject(segments: readonly string[], query: Query): ParsedLink {
  const [word = '', id, ...more] = segments
  if (FOREIGN_WORDS.includes(word)) return { kind: 'unsupported', what: word }
  if (more.length > 0) refuse('path')
  switch (word) {
    case 'pay':
      return id === undefined ? parseLegacyPayment(query) : parsePayment(id, query)
    case 'codes':
      return { kind: 'code', id: uuidIn(id, 'id') }
    case 'schemes':
      return { kind: 'scheme', id: uuidIn(id, 'id') }
    case 'multisigs':
      return parseMultisig(id, query)
    case 'inscriptions':
      return { kind: 'inscription', hash: hashIn(id, 'hash') }
    case 'users':
      return { kind: 'user', id: uuidIn(id, 'id') }
    case 'transfer':
      return { kind: 'transfer', user_id: uuidIn(id, 'id') }
    case 'apps':
      return parseApp(id, query)
    case 'snapshots':
      return id === undefined
        ? { kind: 'snapshot', trace: uuidIn(query.get('trace'), 'trace') }
        : { kind: 'snapshot', id: uuidIn(id, 'id') }
    case 'conversations':
      return parseConversation(id, query)
    case 'address':
      return id === undefined ? parseAddress(query) : refuse('path')
    case 'withdrawal':
      return id === undefined ? parseWithdrawal(query) : refuse('path')
    default:
      return refuse('path')
  }
}

/** Segments of both spellings: https://mixin.one/word/rest and mixin://mixin.one/word/rest, and mixin://word/rest. */
function segmentsOf({ scheme, authority, path }: Uri): readonly string[] {
  const segments = path === '' ? [] : path.slice(1).split('/', SEGMENTS_MAX + 1)
  if (authority?.toLowerCase() === HOST) return segments
  if (scheme === 'https' || authority === null) refuse('host')
  return [authority, ...segments]
}

/**
 * Reads everything that can be scanned, clicked or pasted: links of the service in all spellings, payment links of other
 * chains, and bare user ids, addresses and invoices. What only the messenger or Lightning understands is named
 * `unsupported`. Text that is none of these throws `protocol.link`, as does any of these with a part that is not valid.
 * A link is only what it says: nothing in it was looked up.
 */
export function parseLink(text: string): ParsedLink {
  if (typeof text !== 'string' || text.length > LENGTH_MAX) refuse('too long')
  const trimmed = text.trim()
  if (LIGHTNING.test(trimmed)) return { kind: 'unsupported', what: 'lightning' }
  if (isUuid(trimmed)) return { kind: 'user', id: trimmed }
  const uri = parseUri(trimmed)
  if (uri === null) return parsePayment(trimmed, null)
  if (uri.scheme === 'https' || uri.scheme === 'mixin') return parseObject(segmentsOf(uri), uri.query)
  if (!isExternalScheme(uri.scheme)) refuse('scheme')
  const lightning = uri.scheme === 'bitcoin' && uri.query.names().some((name) => name === 'lightning' || name === 'lno')
  return lightning ? { kind: 'unsupported', what: 'lightning' } : parseExternalUri(uri)
}

interface PaymentLinkParts {
  /** User uuid, kernel address, group address or invoice. */
  readonly destination: string
  readonly asset?: string
  readonly amount?: string
  readonly memo?: string
  readonly trace?: string
  readonly returnTo?: string
  readonly reference?: string
  readonly inscription?: string
  readonly inscriptionCollection?: string
}

/** Payment link with every value percent-encoded. Throws `protocol.link` for parts that a reader would refuse. */
export function formatPaymentLink(parts: PaymentLinkParts): string {
  const { destination } = parts
  if (typeof destination !== 'string' || destination.includes('/')) refuse('destination')
  const parameters: readonly (readonly [string, string | undefined])[] = [
    ['asset', parts.asset],
    ['amount', parts.amount],
    ['memo', parts.memo],
    ['trace', parts.trace],
    ['return_to', parts.returnTo],
    ['reference', parts.reference],
    ['inscription', parts.inscription],
    ['inscription_collection', parts.inscriptionCollection],
  ]
  const query = parameters
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}=${percentEncode(value)}`]))
    .join('&')
  const link = `https://${HOST}/pay/${percentEncode(destination)}${query === '' ? '' : `?${query}`}`
  parseLink(link)
  return link
}
