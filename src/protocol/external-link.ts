import { type Query, refuse, UNREAD_AMOUNT, type Uri } from './uri.ts'

/**
 * A payment on another chain, which here becomes a withdrawal. The asset is the chain's own coin (`asset_id`) or a token
 * (`asset_key`). A token's amount may come in its smallest units; `resolveExternalAmount` finishes it once the token's
 * precision is known. Without an amount the payer types one.
 */
export interface ExternalLink {
  readonly kind: 'external'
  readonly chain_id: string
  readonly destination: string
  readonly asset_id?: string
  readonly asset_key?: string
  readonly amount?: string
  /** Whole number of the token's smallest units. */
  readonly units?: string
  readonly memo?: string
}

const CHAINS: Readonly<Record<string, string>> = {
  bitcoin: 'c6d0c728-2624-429b-8e0d-d9d19b6592fa',
  litecoin: '76c802a2-7c88-447f-a93e-c29c9e5dd9c8',
  dash: '6472e7e3-75fd-48b6-b1dc-28d294ee1476',
  dogecoin: '6770a1e5-6086-44d5-b60f-545f9d9e8ffd',
  monero: '05c5ac01-31f9-4a69-aa8a-ab796de1d041',
  solana: '64692c23-8971-4cf4-84a7-4dd1271dd887',
}

const EVM_CHAINS: Readonly<Record<string, string>> = {
  '1': '43d61dcd-e413-450d-80b8-101d5e903357',
  '137': 'b7938396-3f94-4e0a-9179-d3440718156f',
  '56': '1949e683-6a08-49e2-b087-d6b72398588f',
  '8453': '3fb612c5-6844-3979-ae4a-5a84e79da870',
  '42161': '8c590110-1abc-3697-84f2-05214e6516aa',
  '10': '60360611-370c-3b69-9826-b13db93f6aba',
  '43114': '1f67ac58-87ba-3571-9781-e9413c046f34',
  '999': '36d23d9e-bf4e-3ede-a12d-26f1f1f9fd2f',
}
const EVM_PRECISION = 18
/**
 * Parameters that say something to go along with the money, which a withdrawal cannot carry: without it the money would come, and not be
 * counted as theirs who ask for it.
 */
const ALONG: readonly string[] = ['tx_payment_id', 'data', 'bytecode']
/** On Solana receivers look for money by marks in its transaction, of which there may be several. */
const MARK = 'reference'
/** What only the transfer of a token has. Without that the chain's coin would go to the token's contract, from where nobody has it back. */
const OF_TRANSFER: readonly string[] = ['address', 'uint256']

const ETHEREUM = /^(?:pay-)?(0x[0-9a-f]{40})(?:@(\d{1,10}))?(?:\/([a-z0-9_]+))?$/i
const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i
const ADDRESS = /^[a-z0-9]{1,128}$/i
const DECIMAL = /^\d{1,60}(?:\.\d{1,60})?$/
const NUMBER = /^(\d{1,80})(?:\.(\d{1,80}))?(?:e(\d{1,2}))?$/i
const PRECISION_MAX = 60

/** Whether this scheme is one of other chains' payment links. */
export function isExternalScheme(scheme: string): boolean {
  return scheme === 'ethereum' || Object.hasOwn(CHAINS, scheme)
}

function decimalAmount(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!DECIMAL.test(text) || !/[1-9]/.test(text)) refuse(UNREAD_AMOUNT)
  return text
}

/** Smallest units as EIP-681 writes numbers: a fraction and an exponent are fine as long as a whole number comes out. */
function wholeUnits(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? refuse(UNREAD_AMOUNT)
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > Number(exponent)) refuse(UNREAD_AMOUNT)
  const units = BigInt(whole + digits) * 10n ** BigInt(Number(exponent) - digits.length)
  return units > 0n ? units : refuse(UNREAD_AMOUNT)
}

/** Units of a decimal amount, or null where it has more digits than the precision. */
function unitsOf(amount: string, precision: number): bigint | null {
  const [whole = '', fraction = ''] = amount.split('.')
  const digits = fraction.replace(/0+$/, '')
  return digits.length > precision ? null : BigInt(whole + digits.padEnd(precision, '0'))
}

function decimalOf(units: bigint, precision: number): string {
  const text = units.toString().padStart(precision + 1, '0')
  const cut = text.length - precision
  const fraction = text.slice(cut).replace(/0+$/, '')
  return fraction === '' ? text.slice(0, cut) : `${text.slice(0, cut)}.${fraction}`
}

function agreed(units: bigint, amount: string | undefined, precision: number): string {
  if (amount === undefined) return decimalOf(units, precision)
  return unitsOf(amount, precision) === units ? amount : refuse('two different amounts')
}

function parseEthereum(path: string, query: Query): ExternalLink {
  const [, address = '', number = '1', action] = ETHEREUM.exec(path) ?? refuse('address')
  const chain_id = EVM_CHAINS[number] ?? refuse('chain')
  const amount = decimalAmount(query.get('amount'))
  const asset = query.get('req-asset')
  if (action !== undefined) {
    if (action !== 'transfer') refuse('function')
    const destination = query.get('address') ?? refuse('transfer without address')
    if (!EVM_ADDRESS.test(destination)) refuse('address')
    if (asset !== undefined) refuse('two tokens')
    const units = wholeUnits(query.get('uint256'))
    return {
      kind: 'external',
      chain_id,
      asset_key: address.toLowerCase(),
      destination,
      ...(amount !== undefined && { amount }),
      ...(units !== undefined && { units: units.toString() }),
    }
  }
  if (query.names().some((name) => OF_TRANSFER.includes(name))) refuse('function')
  const value = wholeUnits(query.get('value'))
  if (asset !== undefined) {
    // Whether `value` then counts the token or the coin is not defined anywhere.
    if (!EVM_ADDRESS.test(asset) || value !== undefined) refuse('token')
    const asset_key = asset.toLowerCase()
    return { kind: 'external', chain_id, asset_key, destination: address, ...(amount !== undefined && { amount }) }
  }
  const paid = value === undefined ? amount : agreed(value, amount, EVM_PRECISION)
  return {
    kind: 'external',
    chain_id,
    asset_id: chain_id,
    destination: address,
    ...(paid !== undefined && { amount: paid }),
  }
}

/**
 * Reads a payment link of another chain. Names of required parameters that are not understood (`req-...`) make it invalid,
 * as BIP 21 asks. Throws `protocol.link`.
 */
export function parseExternalUri({ scheme, authority, path, query }: Uri): ExternalLink {
  if (authority !== null) refuse('address')
  const along = ALONG.find((name) => query.get(name))
  if (along !== undefined) refuse(`${along} cannot be sent along`)
  if (scheme === 'solana' && query.names().includes(MARK)) refuse(`${MARK} cannot be sent along`)
  const isKnown = (name: string): boolean => scheme === 'ethereum' && name === 'req-asset'
  if (query.names().some((name) => name.startsWith('req-') && !isKnown(name))) refuse('required parameter')
  if (scheme === 'ethereum') return parseEthereum(path, query)
  const chain_id = CHAINS[scheme] ?? refuse('scheme')
  if (!ADDRESS.test(path)) refuse('address')
  const amount = decimalAmount(query.get(scheme === 'monero' ? 'tx_amount' : 'amount'))
  const token = scheme === 'solana' ? query.get('spl-token') : undefined
  if (token !== undefined && !ADDRESS.test(token)) refuse('token')
  const memo = query.get('memo')
  return {
    kind: 'external',
    chain_id,
    destination: path,
    ...(token === undefined ? { asset_id: chain_id } : { asset_key: token }),
    ...(amount !== undefined && { amount }),
    ...(memo !== undefined && memo !== '' && { memo }),
  }
}

/**
 * The link with its amount as decimal text, given the precision of the token it names. Throws `protocol.link` where amount
 * and units disagree, or where the amount has more digits than the token.
 */
export function resolveExternalAmount({ units, ...link }: ExternalLink, precision: number): ExternalLink {
  if (!Number.isInteger(precision) || precision < 0 || precision > PRECISION_MAX) refuse('precision')
  if (units !== undefined) return { ...link, amount: agreed(BigInt(units), link.amount, precision) }
  if (link.amount !== undefined && unitsOf(link.amount, precision) === null) refuse(UNREAD_AMOUNT)
  return link
}
