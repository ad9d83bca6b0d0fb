import { base64 } from '@scure/base'
import { decodeMixAddress } from './address.ts'
import { type Amount, parsePositiveAmount, toAmount } from './amount.ts'
import { bytesToHex, parseHex, utf8Bytes, utf8Text } from './bytes.ts'
import { protocolError } from './error.ts'
import { isMembers, type Members } from './members.ts'

/** Share of every item that stays with the collection's treasury: `ratio` between 0 and 1, `recipient` a group address. */
interface InscriptionTreasury {
  readonly ratio: string
  readonly recipient: string
}

/** Starts a collection. The transaction's hash becomes the collection's. */
export interface DeployInscription {
  readonly version: 1
  readonly operation: 'deploy'
  /** 1 hands tokens out with each item, 2 after the whole collection is inscribed. */
  readonly mode: 1 | 2
  /** Amount of one item. */
  readonly unit: string
  readonly supply: string
  readonly symbol: string
  readonly name: string
  readonly description?: string
  /** Data URI without the leading `data:`. */
  readonly icon: string
  readonly validation?: string
  readonly treasury?: InscriptionTreasury
}

/** Makes an item; refers to the collection. The transaction's hash becomes the item's. */
export interface InscribeInscription {
  readonly operation: 'inscribe'
  /** Group address. */
  readonly recipient: string
  /** Data URI without the leading `data:`. */
  readonly content?: string
}

/** Pays the tokens of an item out, or takes a released item; both refer to the item. */
interface SequenceInscription {
  readonly operation: 'distribute' | 'occupy'
  readonly sequence: number
}

export type InscriptionOperation = DeployInscription | InscribeInscription | SequenceInscription

const MEMBERS = {
  deploy: [
    'version',
    'operation',
    'mode',
    'unit',
    'supply',
    'symbol',
    'name',
    'description',
    'icon',
    'validation',
    'treasury',
  ],
  inscribe: ['operation', 'recipient', 'content'],
  distribute: ['operation', 'sequence'],
  occupy: ['operation', 'sequence'],
} as const satisfies Record<InscriptionOperation['operation'], readonly string[]>

const DATA_URI = /^([a-z0-9]+\/[a-z0-9.+-]+)((?:;[^;,]*)*),(.*)$/is
const RATIO = /^(?:0(?:\.\d{1,8})?|1(?:\.0{1,8})?)$/
const RATIO_ONE = 100_000_000n

/** The member of an inscription that breaks a rule. Whoever shows it words it. */
export type InscriptionFault = keyof DeployInscription | keyof InscribeInscription | keyof SequenceInscription

function refuse(reason: InscriptionFault): never {
  throw protocolError('protocol.inscription', reason, { reason })
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function amountOf(value: unknown, what: InscriptionFault): Amount {
  try {
    return parsePositiveAmount(typeof value === 'string' ? value : '')
  } catch {
    return refuse(what)
  }
}

function checkRecipient(value: unknown): void {
  try {
    decodeMixAddress(typeof value === 'string' ? value : '')
  } catch {
    refuse('recipient')
  }
}

function checkDataUri(value: unknown, what: InscriptionFault): void {
  if (typeof value !== 'string' || !DATA_URI.test(value)) refuse(what)
}

function checkDeploy(members: Members): void {
  if (members['version'] !== 1) refuse('version')
  if (members['mode'] !== 1 && members['mode'] !== 2) refuse('mode')
  if (amountOf(members['supply'], 'supply') < amountOf(members['unit'], 'unit')) refuse('supply')
  if (!isText(members['symbol'])) refuse('symbol')
  if (!isText(members['name'])) refuse('name')
  if (members['description'] !== undefined && typeof members['description'] !== 'string') refuse('description')
  if (members['validation'] !== undefined && !isText(members['validation'])) refuse('validation')
  checkDataUri(members['icon'], 'icon')
  const treasury = members['treasury']
  if (treasury === undefined) return
  if (!isMembers(treasury) || typeof treasury['ratio'] !== 'string' || !RATIO.test(treasury['ratio']))
    refuse('treasury')
  checkRecipient(treasury['recipient'])
}

/** Looks at every member that the type names. */
function checkOperation(members: Members): asserts members is Members & InscriptionOperation {
  switch (members['operation']) {
    case 'deploy':
      return checkDeploy(members)
    case 'inscribe':
      checkRecipient(members['recipient'])
      if (members['content'] !== undefined) checkDataUri(members['content'], 'content')
      return
    case 'distribute':
    case 'occupy':
      if (!Number.isSafeInteger(members['sequence']) || Number(members['sequence']) < 0) refuse('sequence')
      return
    default:
      refuse('operation')
  }
}

/** The members that the type names, in the order given. */
function operationOf(members: Members): InscriptionOperation {
  const kept = { ...members }
  checkOperation(kept)
  const known: readonly string[] = MEMBERS[kept.operation]
  for (const [name, value] of Object.entries(kept)) {
    if (!known.includes(name) || value === undefined) Reflect.deleteProperty(kept, name)
  }
  return kept
}

/** Extra of an inscription in hex: compact JSON, members in the order given. Throws `protocol.inscription`. */
export function encodeInscription(operation: InscriptionOperation): string {
  return bytesToHex(utf8Bytes(JSON.stringify(operationOf({ ...operation }))))
}

function parseJson(extra: string): unknown {
  try {
    return JSON.parse(utf8Text(parseHex(extra)))
  } catch {
    return undefined
  }
}

/**
 * Reads an extra. Null when it is no inscription at all; an inscription that breaks a rule throws `protocol.inscription`.
 * One page of the upstream specification names the operation of a distribution by the member `distribute`; that is
 * understood too. Members that are not known are dropped.
 */
export function decodeInscription(extra: string): InscriptionOperation | null {
  const members = parseJson(extra)
  if (!isMembers(members)) return null
  const { distribute, ...rest } = members
  if (distribute === 'distribute' && rest['operation'] === undefined) {
    return operationOf({ operation: 'distribute', ...rest })
  }
  const operation = members['operation']
  return typeof operation === 'string' && Object.hasOwn(MEMBERS, operation) ? operationOf(members) : null
}

/** What an item's output holds: the unit, less the treasury's share. */
export function inscriptionItemAmount({ unit, treasury }: Pick<DeployInscription, 'unit' | 'treasury'>): Amount {
  const units = parsePositiveAmount(unit)
  if (treasury === undefined) return units
  const [whole = '0', fraction = ''] = treasury.ratio.split('.')
  const ratio = BigInt(whole) * RATIO_ONE + BigInt(fraction.padEnd(8, '0'))
  return toAmount((units * (RATIO_ONE - ratio)) / RATIO_ONE)
}

export interface InscriptionContent {
  /** Lower case, like `image/webp`. */
  readonly mediaType: string
  /** Everything between the type and the comma but `base64`, like `trait=one`. */
  readonly parameters: readonly string[]
  readonly bytes: Uint8Array
}

/** Content or icon of an item, which is a data URI without its scheme. Throws `protocol.inscription`. */
export function parseInscriptionContent(text: string): InscriptionContent {
  const [, mediaType = '', list = '', body = ''] = DATA_URI.exec(text) ?? refuse('content')
  const parameters = list.split(';').filter((parameter) => parameter !== '')
  const encoded = parameters.at(-1)?.toLowerCase() === 'base64'
  try {
    return {
      mediaType: mediaType.toLowerCase(),
      parameters: encoded ? parameters.slice(0, -1) : parameters,
      bytes: encoded ? base64.decode(body) : utf8Bytes(decodeURIComponent(body)),
    }
  } catch {
    return refuse('content')
  }
}
