import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { defined } from '#contract/defined'
import type { Hash, Nanos, Output, RequestId, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { BundleView } from '#contract/ipc'
import {
  checkKey,
  decodeTransaction,
  encodeTransaction,
  formatAmount,
  isUuid,
  parseExactAmount,
  proveMember,
  sha3Hash,
  transactionHash,
  verifyAttested,
} from '#protocol'
import type { Signer } from '#vault'
import { type Said, said } from '#words/facts'
import { holderOf } from '../shared/holder.ts'
import { type Asked, askerOf, type Coin, type CoinFact, type Request } from './request.ts'
import type { CountSignatures } from './signatures.ts'

/*
 * A request in one file: everything that a co-signer needs to review and sign it without the service. Its author signs it with
 * the key that signs payments; a view scalar of the author's for the first coin proves that this key belongs to a member.
 */

const KIND = 'coffer-bundle'
const VERSION = 1
/** What fits through the line between a window and its host; 256 coins of three members take 180 kB. */
const SIZE_MAX = 1_000_000
/** What a packed one may hold: 256 coins of 64 members take 1.2 MB, and half of that packed. */
const UNPACKED_MAX = 4_000_000
/** Bytes in one code of an animated sequence: at 400 px with correction M these are 81 modules of 4.5 px, which scan out of focus, too. */
const FRAME_BYTES = 300
const FRAME_PREFIX = 'coffer:bundle/'

const TEXT_MAX = 4000
const text = z.string().max(TEXT_MAX)
const texts = (longest: number) => z.array(z.string().max(longest))
const hexOf = (pattern: RegExp) => z.string().regex(pattern)
const isText = (value: unknown, longest: number): boolean => typeof value === 'string' && value.length <= longest
const uuidText = z.custom<string>((value) => typeof value === 'string' && isUuid(value))

/** Members in the order in which they are looked at. */
const bodySchema = z.object({
  kind: z.literal(KIND),
  version: z.literal(VERSION),
  network: text,
  request: z.custom<RequestId>((value) => typeof value === 'string' && isUuid(value)),
  raw: hexOf(/^(?:[0-9a-f]{2})+$/),
  members: z.array(z.custom<UserId>((value) => isText(value, 36))).readonly(),
  threshold: z.number(),
  note: text,
  /** What the author calls the group. */
  label: text,
  /** Why its author will not sign; absent unless the author said no. */
  refusal: text.exactOptional(),
  /** That its author is who asked; absent where the author passes it on, and in files from before that was said. */
  asks: z.literal(true).exactOptional(),
  /** What the author says the request does, in the author's own words. */
  asked: z.object({ assetId: uuidText.nullable(), amount: text, memo: hexOf(/^(?:[0-9a-f]{2})*$/) }),
  author: z.object({
    user: z.custom<UserId>((value) => isText(value, TEXT_MAX)),
    key: text,
    at: z.string().regex(/^\d{1,19}$/),
  }),
  /** View scalars by member, of those that its author has. */
  views: z.record(z.string(), texts(64).readonly()),
  coins: z
    .array(z.object({ hash: text, index: z.number(), amount: text, mask: text, keys: texts(64).readonly() }))
    .readonly(),
})
type Body = z.output<typeof bodySchema>

/** The section that a refusal names, where it is not called like the member. */
const SECTIONS: Readonly<Record<string, string>> = { raw: 'transaction', label: 'note' }

/** A coin as the network told it. */
type ReadCoin = Pick<Output, 'amount' | 'mask' | 'keys' | 'receivers_hash' | 'receivers_threshold'>

/** A bundle whose parts fit together; that its author belongs to the group is proved or not. */
export interface Bundle {
  readonly request: RequestId
  readonly hash: Hash
  readonly raw: string
  readonly members: readonly UserId[]
  readonly threshold: number
  readonly holder: ReturnType<typeof holderOf>
  readonly coins: readonly CoinFact[]
  readonly views: readonly string[]
  readonly asked: Asked
  readonly note: string
  readonly label: string
  readonly refusal: string | null
  /** Whether the author says to be who asked. */
  readonly asks: boolean
  /** The member whose key signed the bundle; null for a stranger's. */
  readonly author: UserId | null
  /** When it was made, by its author's clock. */
  readonly at: Nanos
}

/** The signed text, in one canonical form: members in this order, no spaces. */
function bodyText(body: Body): string {
  return JSON.stringify(body)
}

export async function writeBundle(parts: {
  readonly request: Request
  readonly coins: readonly Coin[]
  readonly views: readonly string[]
  readonly asked: Body['asked']
  readonly note: string
  readonly label: string
  /** Why this account will not sign; null where it did not say no. */
  readonly refusal: string | null
  readonly account: UserId
  readonly network: string
  readonly now: Nanos
  readonly signer: Signer
}): Promise<Omit<BundleView, 'confirmed'>> {
  const { request, coins, account } = parts
  const draft = {
    kind: KIND,
    version: VERSION,
    network: parts.network,
    request: request.id,
    raw: request.raw,
    members: request.detail.members,
    threshold: request.detail.threshold,
    coins: coins.map(({ hash, index, amount, mask, keys }) => ({
      hash,
      index,
      amount: formatAmount(amount),
      mask,
      keys,
    })),
    views: parts.views.length === coins.length ? { [account]: parts.views } : {},
    asked: parts.asked,
    note: parts.note,
    label: parts.label,
    ...defined({ refusal: parts.refusal ?? undefined }),
    ...(askerOf(request.detail) === account ? { asks: true as const } : {}),
  } as const
  // The key is learned by signing anything; the bundle then names it and is signed as a whole.
  const { publicKey } = await parts.signer.attest('')
  const body: Body = { ...draft, author: { user: account, key: publicKey, at: String(parts.now) } }
  const { signature } = await parts.signer.attest(bodyText(body))
  const text = JSON.stringify({ body, signature })
  const frames = framesOf(text)
  // Of many members it is too large to be read again as it is: as the codes of it, it is not.
  const written = text.length > SIZE_MAX ? frames.join('\n') : text
  if (text.length > UNPACKED_MAX || written.length > SIZE_MAX) throw refuse('file', said('error.bundle.large'))
  return { fileName: `request-${request.id.slice(0, 8)}.coffer-bundle.json`, text: written, frames }
}

/** The bundle as a sequence of codes; shown over and over, any order and any gaps complete it in the end. */
function framesOf(text: string): string[] {
  const packed = Buffer.from(deflateRawSync(Buffer.from(text), { level: 9 }))
  const count = Math.max(1, Math.ceil(packed.length / FRAME_BYTES))
  // Codes of another version of the same request must not be mixed with these.
  const id = sha3Hash(packed.toString('hex')).slice(0, 8)
  return Array.from({ length: count }, (_, at) => {
    const chunk = packed.subarray(at * FRAME_BYTES, (at + 1) * FRAME_BYTES).toString('base64url')
    return `${FRAME_PREFIX}${id}/${at}/${count}/${chunk}`
  })
}

export function isBundle(text: string): boolean {
  const start = text.trimStart().slice(0, 200)
  return start.startsWith(FRAME_PREFIX) || (start.startsWith('{') && start.includes(KIND))
}

/** From the codes of one sequence, or their joined content, to the text of the file. */
function unpack(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith(FRAME_PREFIX)) return trimmed
  const frames = trimmed.split(/\s+/).map((frame) => frame.slice(FRAME_PREFIX.length).split('/'))
  const [id, , count] = frames[0] ?? []
  if (frames.some(([other]) => other !== id)) throw refuse('parts', said('error.bundle.other-bundles'))
  const chunks = new Map(frames.map(([, at, , chunk]) => [Number(at), chunk ?? '']))
  const total = Number(count)
  const whole = Array.from({ length: Number.isSafeInteger(total) && total <= 10_000 ? total : 0 }, (_, at) =>
    chunks.get(at),
  )
  if (whole.length === 0 || whole.includes(undefined)) throw refuse('parts', said('error.bundle.parts-missing'))
  try {
    const bytes = Buffer.concat(whole.map((chunk) => Buffer.from(chunk ?? '', 'base64url')))
    return inflateRawSync(bytes, { maxOutputLength: UNPACKED_MAX }).toString()
  } catch (error) {
    throw refuse('parts', said('error.bundle.parts-unfit'), error)
  }
}

function refuse(section: string, reason: Said, cause?: unknown) {
  return failure('input.bundle', `bundle refused: ${section}`, { details: { section, reason }, cause })
}

interface Knowledge {
  readonly coinAt: (hash: Hash, index: number) => ReadCoin | undefined
  readonly count: CountSignatures
}

/**
 * `coinAt` gives a coin as the network told it, if it has been read: only such a coin can prove who the author is, since a
 * bundle's own coins may be made up. Throws `input.bundle` naming the section that is wrong; nothing of a refused bundle is kept.
 */
export function readBundle(text: string, account: UserId, network: string, { coinAt, count }: Knowledge): Bundle {
  if (text.length > SIZE_MAX) throw refuse('file', said('error.bundle.large'))
  const { body, signature, signed } = parse(unpack(text))
  if (body.network !== network) throw refuse('network', said('error.bundle.other-network'))
  const holder = check('members', said('error.bundle.members'), () => {
    if (!body.members.every(isUuid) || new Set(body.members).size !== body.members.length) throw new Error('ids')
    if (!Number.isInteger(body.threshold) || body.threshold < 1 || body.threshold > body.members.length)
      throw new Error('threshold')
    return holderOf(body.members, body.threshold)
  })
  const transaction = check('transaction', said('error.bundle.bytes'), () => decodeTransaction(body.raw))
  const coins = check('coins', said('error.bundle.coins'), () => {
    // Member by member: what else a stranger put into a coin is not kept.
    const facts = body.coins.map(
      ({ hash, index, amount, mask, keys }): CoinFact => ({
        ...{ hash: hash as Hash, index, amount: parseExactAmount(amount), mask, keys: [...keys] }, // compared below
      }),
    )
    const same = transaction.inputs.every(
      ({ hash, index }, at) => facts[at]?.hash === hash && facts[at]?.index === index,
    )
    if (!same || facts.length !== transaction.inputs.length) throw new Error('inputs')
    for (const { mask, keys } of facts) for (const key of [mask, ...keys]) checkKey(key)
    if (facts.some(({ keys }) => keys.length !== holder.members.length)) throw new Error('keys')
    if (facts.some((fact) => !isSame(fact, coinAt(fact.hash, fact.index)))) throw new Error('other coins')
    if (
      isOthers(
        holder,
        facts.flatMap(({ hash, index }) => coinAt(hash, index) ?? []),
      )
    )
      throw new Error('owners')
    return facts
  })
  if (count(body.raw, coins, holder.threshold).invalid > 0) {
    throw refuse('signatures', said('error.bundle.signatures'))
  }
  if (!check('author', said('error.bundle.author'), () => verifyAttested(body.author.key, signed, signature))) {
    throw refuse('author', said('error.bundle.changed'))
  }
  const { signatures: _, ...unsigned } = transaction
  return {
    request: body.request,
    hash: transactionHash(encodeTransaction(unsigned)) as Hash, // a formula over the bytes
    raw: body.raw,
    members: holder.members,
    threshold: holder.threshold,
    holder,
    coins,
    views: viewsFor(body, account, coins.length),
    asked: {
      ...(body.asked.assetId === null ? {} : { assetId: body.asked.assetId as NonNullable<Asked['assetId']> }), // a uuid, checked on parsing
      amount: check('asked', said('error.bundle.amount'), () => parseExactAmount(body.asked.amount)),
      memoHex: body.asked.memo,
      senders: holder.members,
      threshold: holder.threshold,
    },
    note: body.note,
    label: body.label,
    refusal: body.refusal ?? null,
    asks: body.asks === true,
    author: provenAuthor(body, coinAt),
    at: BigInt(body.author.at) as Nanos, // digits, checked on parsing
  }
}

function viewsFor(body: Body, account: UserId, count: number): readonly string[] {
  const views = body.views[account] ?? []
  return views.length === count ? views : []
}

/** Nothing contradicts a coin that has not been read. */
function isSame(fact: CoinFact, read: ReadCoin | undefined): boolean {
  if (read === undefined) return true
  return fact.amount === read.amount && fact.mask === read.mask && fact.keys.join() === read.keys.join()
}

/**
 * Whether a coin that was read is not the group's. The request would be kept for people whose it is not, and a place among the keys of
 * another group's coin would be taken for a place among these members.
 */
const isOthers = ({ membersHash, threshold }: Bundle['holder'], read: readonly ReadCoin[]): boolean =>
  read.some((coin) => coin.receivers_hash !== membersHash || coin.receivers_threshold !== threshold)

/** A key B is a member's if B + x·G is a key of the coin for some x: nobody else knows the private key of such a B. */
function provenAuthor(body: Body, coinAt: Knowledge['coinAt']): UserId | null {
  const view = body.views[body.author.user]?.[0]
  const [fact] = body.coins
  const first = fact === undefined ? undefined : coinAt(fact.hash as Hash, fact.index) // compared with the transaction before
  if (view === undefined || first === undefined) return null
  try {
    const place = proveMember(view, body.author.key, [...first.keys])
    const member = [...body.members].sort()[place]
    return member === body.author.user ? member : null
  } catch {
    return null
  }
}

function check<Value>(section: string, reason: Said, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw refuse(section, reason, error)
  }
}

/** A refusal names the part that is wrong. */
function parse(given: string): { body: Body; signature: string; signed: string } {
  const value = check(
    'file',
    said('error.bundle.none'),
    () => JSON.parse(given) as { body?: Record<string, unknown>; signature?: unknown },
  )
  const own = value.body
  if (typeof own !== 'object' || own === null || own['kind'] !== KIND) throw refuse('file', said('error.bundle.none'))
  if (own['version'] !== VERSION) throw refuse('version', said('error.bundle.version'))
  const signature = text.safeParse(value.signature)
  if (!signature.success) throw refuse('signature', said('error.bundle.damaged'))
  const body = bodySchema.safeParse(own)
  if (!body.success) {
    const member = String(body.error.issues[0]?.path[0] ?? 'file')
    throw refuse(SECTIONS[member] ?? member, said('error.bundle.damaged'))
  }
  // What was signed is the body as it came. It may be nested deeper than it can be written.
  const signed = check('file', said('error.bundle.damaged'), () => JSON.stringify(own))
  return { body: body.data, signature: signature.data, signed }
}
