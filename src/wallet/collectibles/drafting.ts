import { defined } from '#contract/defined'
import type { AssetId, Collection, Hash, UserId } from '#contract/domain'
import type { Input, InscriptionPreview, Payee } from '#contract/ipc'
import {
  type Amount,
  CofferError,
  type DeployInscription,
  decodeMixAddress,
  EXTRA_SIZE_MAX,
  encodeInscription,
  encodeMixAddress,
  formatAmountShort,
  type InscriptionOperation,
  inscriptionItemAmount,
  mixAddressOf,
  storagePrice,
  toAmount,
  XIN_ASSET_ID,
} from '#protocol'
import { type Said, said } from '#words/facts'
import type { PaymentsDesk } from '../payments/desk.ts'
import { collectionName } from '../shared/item-name.ts'
import type { Contents } from './content.ts'
import { sniff } from './sniff.ts'
import { expressionOf, ruleOf, verdictOn } from './validation.ts'
import { roomOf } from './views.ts'

type Check = InscriptionPreview['checks'][number]
type Deployment = Input<'collectibles.deploy'>
type Inscription = Input<'collectibles.inscribe'>
type Content = NonNullable<Inscription['content']>

/** What would be stored, if it can be, and everything that was looked at. */
export interface Draft {
  readonly preview: InscriptionPreview
  /** Hex of the bytes; null where a check forbids it. */
  readonly extra: string | null
  readonly name: string | Said
}

const TEXT_SHOWN = 2000
const NAME_MAX = 100
const SYMBOL_MAX = 20
const ITEMS_MAX = 1_000_000
const XIN = XIN_ASSET_ID as AssetId // a constant of the network

/** The group address of whoever an item or a share is for; undefined for an address on another chain. */
function addressOf(payee: Payee): string | undefined {
  switch (payee.kind) {
    case 'user':
      return encodeMixAddress(mixAddressOf([payee.userId], 1))
    case 'group':
      return encodeMixAddress(mixAddressOf([...payee.members].sort(), payee.threshold))
    case 'kernel':
      return payee.address.startsWith('XIN') ? encodeMixAddress(mixAddressOf([payee.address], 1)) : payee.address
    case 'chain':
      return undefined
  }
}

const MEDIA_TYPE = /^[a-z0-9]+\/[a-z0-9.+-]+(?:;[^;,\s]+)*$/i

function bytesOf({ base64 }: Content): Uint8Array | undefined {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes : undefined
}

const dataUri = ({ mediaType, base64 }: Content): string => `${mediaType};base64,${base64}`

function checker() {
  const checks: Check[] = []
  return {
    checks,
    add: (id: string, result: Check['result'], text: Said) => void checks.push({ id, result, text }),
    /** One line for each rule: what holds, or what is wrong. */
    rule: (id: string, holds: boolean, good: Said, bad: Said) =>
      void checks.push({ id, result: holds ? 'ok' : 'stop', text: holds ? good : bad }),
  }
}

type Checker = ReturnType<typeof checker>

/** Whether somebody can receive what is made for this address. */
function checkRecipient(check: Checker, id: string, payee: Payee, runtime: PaymentsDesk): string {
  const address = addressOf(payee)
  if (address === undefined) {
    check.add(id, 'stop', said('check.collectibles.recipient-kind'))
    return ''
  }
  try {
    const { kind, members, threshold } = decodeMixAddress(address)
    if (threshold > members.length) {
      check.add(id, 'stop', said('check.collectibles.recipient-unspendable'))
      return ''
    }
    const absent =
      kind === 'uuid' ? members.filter((member) => runtime.directory.user(member as UserId).registered === false) : []
    if (absent.length > 0) {
      check.add(id, 'stop', said('check.collectibles.recipient-absent'))
    } else check.add(id, 'ok', said('check.collectibles.recipient'))
    return address
  } catch {
    check.add(id, 'stop', said('check.collectibles.recipient-invalid'))
    return ''
  }
}

function encoded(check: Checker, operation: InscriptionOperation): string {
  try {
    return encodeInscription(operation)
  } catch (error) {
    const reason = error instanceof CofferError ? String(error.details['reason'] ?? '') : ''
    check.add(
      'rules',
      'stop',
      reason === '' ? said('check.collectibles.rules') : said('check.collectibles.rule', { reason }),
    )
    return ''
  }
}

function drafted(check: Checker, extra: string, items: number, name: string | Said, runtime: PaymentsDesk): Draft {
  const bytes = extra.length / 2
  check.rule('size', bytes <= EXTRA_SIZE_MAX, said('check.collectibles.size'), said('check.collectibles.size-large'))
  const amount: Amount = bytes > 0 && bytes <= EXTRA_SIZE_MAX ? storagePrice(bytes) : toAmount(0n)
  const { available } = runtime.paymentSteps.capacity(runtime.self, XIN, null, toAmount(0n))
  check.rule(
    'price',
    available >= amount,
    said('check.collectibles.price', { price: formatAmountShort(amount) }),
    said('check.collectibles.price-short', {
      price: formatAmountShort(amount),
      available: formatAmountShort(available),
    }),
  )
  const ready = bytes > 0 && check.checks.every(({ result }) => result !== 'stop')
  const text = Buffer.from(extra, 'hex').toString('utf8')
  return {
    preview: {
      checks: check.checks,
      ready,
      bytes,
      price: { asset: runtime.directory.asset(XIN), amount, available },
      items,
      text: text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}…` : text,
    },
    extra: ready ? extra : null,
    name,
  }
}

function checkIcon(check: Checker, icon: Content | null): string {
  const bytes = icon === null ? undefined : bytesOf(icon)
  const found = bytes === undefined ? undefined : sniff(bytes)
  const isPicture = found?.kind === 'image' || found?.kind === 'svg'
  check.rule('icon', isPicture, said('check.collectibles.icon'), said('check.collectibles.icon-missing'))
  return icon === null || found === undefined ? '' : dataUri({ mediaType: found.mediaType, base64: icon.base64 })
}

function checkValidation(check: Checker, text: string, items: number): void {
  if (text === '') {
    check.add('validation', 'ok', said('check.collectibles.validation-none'))
    return
  }
  const rule = ruleOf(text, items)
  if (rule.kind === 'checksums') {
    check.add('validation', 'ok', said('check.collectibles.validation-checksums', { items }))
    return
  }
  const expression = expressionOf(rule.pattern)
  check.rule(
    'validation',
    expression !== 'broken',
    said('check.collectibles.validation-expression'),
    said('check.collectibles.validation-broken', { items }),
  )
  if (expression === 'slow') {
    check.add('expression', 'attention', said('check.collectibles.expression'))
  }
}

/** A new collection: every rule of the network, before anything is burnt. */
export function draftCollection(input: Deployment, runtime: PaymentsDesk): Draft {
  const check = checker()
  const [name, symbol] = [input.name.trim(), input.symbol.trim()]
  check.rule(
    'name',
    name !== '' && name.length <= NAME_MAX,
    said('check.collectibles.name'),
    said('check.collectibles.name-missing', { most: NAME_MAX }),
  )
  check.rule(
    'symbol',
    symbol !== '' && symbol.length <= SYMBOL_MAX,
    said('check.collectibles.symbol'),
    said('check.collectibles.symbol-missing', { most: SYMBOL_MAX }),
  )
  const { unit, supply } = input
  const divides = unit > 0n && supply >= unit && supply % unit === 0n
  const items = divides ? Number(supply / unit) : 0
  check.rule(
    'supply',
    divides && items <= ITEMS_MAX,
    said('check.collectibles.supply', { items }),
    said('check.collectibles.supply-uneven'),
  )
  const icon = checkIcon(check, input.icon)
  checkValidation(check, input.validation, items)
  const recipient = input.treasury === null ? '' : checkRecipient(check, 'treasury', input.treasury.recipient, runtime)
  const treasury = input.treasury === null ? null : { ratio: input.treasury.ratio.trim(), recipient }
  const operation: DeployInscription = {
    ...{ version: 1, operation: 'deploy', mode: input.mode, unit: formatAmountShort(unit) },
    ...{ supply: formatAmountShort(supply), symbol, name },
    ...(input.description.trim() === '' ? {} : { description: input.description.trim() }),
    icon,
    ...(input.validation === '' ? {} : { validation: input.validation }),
    ...defined({ treasury: treasury ?? undefined }),
  }
  const stopped = check.checks.some(({ result }) => result === 'stop')
  const extra = stopped ? '' : encoded(check, operation)
  if (extra !== '' && treasury !== null) {
    const share = inscriptionItemAmount(operation)
    check.rule(
      'share',
      share > 0n,
      said('check.collectibles.share', { sum: `${formatAmountShort(share)} ${symbol}` }),
      said('check.collectibles.share-none'),
    )
  }
  return drafted(check, extra, items, name, runtime)
}

interface Into {
  readonly collection: Collection
  /** How many items there are already. */
  readonly inscribed: number
  /** Its validation; empty for none, undefined where it could not be read. */
  readonly validation: string | undefined
}

function checkContent(check: Checker, content: Content | null, into: Into): void {
  const bytes = content === null ? undefined : bytesOf(content)
  if (content !== null && (bytes === undefined || !MEDIA_TYPE.test(content.mediaType))) {
    check.add('content', 'stop', said('check.collectibles.content'))
    return
  }
  if (into.validation === undefined) {
    check.add('validation', 'attention', said('check.collectibles.allowed-unread'))
    return
  }
  if (into.validation === '') {
    check.add('validation', 'ok', said('check.collectibles.allowed-any'))
    return
  }
  const rule = ruleOf(into.validation, roomOf(into.collection))
  const verdict = content === null || bytes === undefined ? 'refused' : verdictOn(rule, content.mediaType, bytes)
  if (verdict === 'unknown') {
    check.add('validation', 'attention', said('check.collectibles.allowed-unknown'))
    return
  }
  const listed = rule.kind === 'checksums'
  check.rule(
    'validation',
    verdict === 'allowed',
    listed ? said('check.collectibles.on-list') : said('check.collectibles.as-allowed'),
    listed ? said('check.collectibles.not-on-list') : said('check.collectibles.not-as-allowed'),
  )
}

/** A new item of a collection: every rule of both, before anything is burnt. */
export function draftInscription(input: Inscription, into: Into, runtime: PaymentsDesk): Draft {
  const check = checker()
  const room = roomOf(into.collection)
  check.rule(
    'room',
    into.inscribed < room,
    said('check.collectibles.room', { item: into.inscribed, last: room - 1 }),
    said('check.collectibles.room-none'),
  )
  checkContent(check, input.content, into)
  const recipient = checkRecipient(check, 'recipient', input.recipient, runtime)
  const stopped = check.checks.some(({ result }) => result === 'stop')
  const content = input.content === null ? {} : { content: dataUri(input.content) }
  const extra = stopped ? '' : encoded(check, { operation: 'inscribe', recipient, ...content })
  return drafted(check, extra, into.inscribed, collectionName(into.collection), runtime)
}

/** The first items of a collection are numbered without gaps, so that halving finds how many there are. */
export async function countItems(collection: Collection, runtime: PaymentsDesk): Promise<number> {
  const { collection_hash: hash } = collection
  let [low, high] = [-1, roomOf(collection) - 1]
  while (low < high) {
    // The first question is for the very beginning: most collections are small, or just begun.
    const middle = low === -1 ? -1 : Math.floor((low + high) / 2)
    const query = middle === -1 ? {} : { offset: middle }
    const page = await runtime.remote.call('collections.items', { params: { hash }, query })
    const last = page.at(-1)?.sequence
    if (last === undefined || last <= middle) high = middle
    else low = Math.min(last, roomOf(collection) - 1)
    if (middle === -1 && last === undefined) return 0
  }
  return low + 1
}

/** The validation is no member of the service's record, so it is read from what the collection's transaction stored. */
export async function readValidation(hash: Hash, contents: Contents): Promise<string | undefined> {
  const read = await contents.read(contents.object(hash))
  if (!read.ok) return undefined
  try {
    const members = JSON.parse(Buffer.from(read.bytes).toString('utf8')) as { validation?: unknown } // looked at next
    return typeof members.validation === 'string' ? members.validation : ''
  } catch {
    return undefined
  }
}
