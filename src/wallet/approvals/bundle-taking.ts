import type { Nanos, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { RequestView } from '#contract/ipc'
import { encodeTransaction } from '#protocol'
import { shownText } from '#protocol/text'
import { type Said, said } from '#words/facts'
import type { Bundle } from './bundle.ts'
import type { ApprovalsDesk } from './desk.ts'
import { withRefusal } from './refusals.ts'
import { payloadOf, type Request, type RequestDetail } from './request.ts'

/* What a file brings is taken in: bytes and signatures as far as they are good, words as those of whoever signed the file. */

/** Characters of a group's name. */
const NAME_MAX = 64
const shortened = (name: string): string => (name.length > NAME_MAX ? `${shownText(name, NAME_MAX - 1)}…` : name)

interface Taken {
  readonly request: RequestView
  readonly added: number
  /** How many older requests that only files tell of made room for it. */
  readonly left: number
}

/**
 * Takes a bundle in: a new request, or signatures for one that is known. Other bytes under a known id are refused, unless all that is known of it is
 * what a stranger's bundle said.
 */
export function takeBundle(bundle: Bundle, runtime: ApprovalsDesk): Taken {
  const { requestStore, cosign } = runtime
  const told = requestStore.find(bundle.request)
  const isStrangers = told !== undefined && told.detail.by === null && requestStore.isHearsay(told)
  const gives = isStrangers && (bundle.author !== null || told.hash !== bundle.hash)
  const known = gives ? undefined : told
  if (known !== undefined && known.hash !== bundle.hash) {
    throw failure('wallet.request_differs', 'the bundle has other bytes than the request', {
      details: { fields: ['transaction'] },
    })
  }
  const base = known ?? requestStore.inPlaceOf(told, freshRequest(bundle, runtime))
  const now = runtime.now()
  const detail = {
    ...base.detail,
    coins: base.detail.coins.length > 0 ? base.detail.coins : bundle.coins,
    views: viewsOf(bundle, base.detail),
    ...noteIn(bundle, base.detail, now),
    groupCalled: bundle.author !== null && bundle.label !== '' ? shortened(bundle.label) : base.detail.groupCalled,
    asked: base.detail.asked ?? (known === undefined || maySayAsked(bundle, known.detail) ? bundle.asked : null),
    ...askerIn(bundle, base.detail),
  }
  const joined = requestStore.join({ ...base, detail }, bundle.raw)
  const before = joined.request.detail.signers.map(({ userId }) => userId)
  const fresh = joined.added.filter((id) => !before.includes(id))
  const { author } = bundle
  const signed = requestStore.withSigners(joined.request.detail, fresh, true)
  const heard = hear(signed, bundle, runtime)
  const words = importedWords(author === null ? null : runtime.directory.user(author).name)
  const kept = requestStore.put({ ...joined.request, detail: requestStore.noted(heard, words) })
  const left = told === undefined ? requestStore.makeRoom() : 0
  return { request: cosign.view(kept), added: fresh.length, left }
}

/** What a stranger says was asked must not stand against a request that is known, nor what one member says of the request of another. */
const maySayAsked = ({ author }: Bundle, { record, by }: RequestDetail): boolean =>
  author !== null && (record === null || by === null || by === author)

/** What the service gave is what this account can sign with: anybody can write others into a file. */
const viewsOf = ({ views: told }: Bundle, { views, record }: RequestDetail): RequestDetail['views'] =>
  told.length === 0 || (record !== null && views.length > 0) ? views : told

type Claim = Partial<Pick<RequestDetail, 'by' | 'asks' | 'asked' | 'asksToo'>>

/**
 * Who asked says so in a file of their own, and what was asked in the same one; what the service has said of it stands. Where two members say so,
 * one of them is wrong, and no file tells which.
 */
function askerIn({ author, asks, asked }: Bundle, before: RequestDetail): Claim {
  if (!asks || author === null || before.record !== null || before.asksToo !== undefined) return {}
  if (before.asks === true) return before.by === author ? {} : { asksToo: author }
  return { by: author, asks: true, ...(before.by === author ? {} : { asked }) }
}

/** A file's note is of whoever made the file, who need not be the asker; an older file takes no newer note away. */
function noteIn(
  bundle: Bundle,
  before: RequestDetail,
  now: Nanos,
): Pick<RequestDetail, 'askerNote' | 'noteBy' | 'noteAt'> {
  const { author, note } = bundle
  const at = madeBy(bundle, now)
  const isNew = note !== '' && note !== before.askerNote && at > (before.noteAt ?? 0n) && isNews(bundle, before, now)
  return author !== null && isNew ? { askerNote: note, noteBy: author, noteAt: at } : { askerNote: before.askerNote }
}

/**
 * A member's no, or that there is none any more. Who says it is proved by the bundle's signature: what a stranger says in somebody's name is not taken.
 * Nor is what a member said before the last that was heard: files are given on, and read in any order.
 */
function hear(detail: RequestDetail, bundle: Bundle, runtime: ApprovalsDesk): RequestDetail {
  const { author, refusal } = bundle
  const now = runtime.now()
  if (author === null || !isNews(bundle, detail, now)) return detail
  const heard = { ...detail, ...dated(author, bundle, detail, now) }
  const known = detail.refusals?.find(({ userId }) => userId === author)?.reason ?? null
  if (author === runtime.account || refusal === known) return heard
  const { name } = runtime.directory.user(author)
  const log = refusal === null ? said('check.log.no-taken-back', { name }) : said('check.log.refused', { name })
  return runtime.requestStore.noted(withRefusal(heard, author, refusal, now), log)
}

/** A clock may be wrong, by accident or by intent: no file was made after it was read. */
const madeBy = ({ at }: Bundle, now: Nanos): Nanos => (at > now ? now : at)

/** Files dated ahead that are known again once their date has passed. */
const AHEAD_MAX = 8

/**
 * Whether it is later than what was heard of its author before. One that is dated ahead is later than all that are not, and than those that are dated
 * less far ahead; what its author dates rightly after it was read is later than that.
 */
function isNews({ author, at }: Bundle, { heard, ahead }: RequestDetail, now: Nanos): boolean {
  if (author === null) return false
  const before = ahead?.[author] ?? []
  return at > now ? before.every((each) => at > each) : at > (heard?.[author] ?? 0n) && !before.includes(at)
}

function dated(
  author: UserId,
  bundle: Bundle,
  { heard, ahead }: RequestDetail,
  now: Nanos,
): Pick<RequestDetail, 'heard' | 'ahead'> {
  const { at } = bundle
  const last = { heard: { ...heard, [author]: madeBy(bundle, now) } }
  if (at <= now) return last
  return { ...last, ahead: { ...ahead, [author]: [...(ahead?.[author] ?? []), at].slice(-AHEAD_MAX) } }
}

/** `author` is the name of a member, null where a stranger made it. */
function importedWords(author: string | null): Said {
  if (author === null) return said('check.log.stranger')
  return author === '' ? said('check.log.imported-member') : said('check.log.imported', { name: author })
}

function freshRequest(bundle: Bundle, runtime: ApprovalsDesk): Request {
  const now = runtime.now()
  return {
    id: bundle.request,
    holder: bundle.holder.id,
    hash: bundle.hash,
    state: 'open',
    raw: encodeTransaction(payloadOf(bundle.raw)),
    detail: {
      ...{ source: 'bundle', members: bundle.members, threshold: bundle.threshold, by: bundle.author },
      ...{
        groupCalled: '',
        askerNote: '',
        reviewBy: null,
        signers: [],
        record: null,
        asked: bundle.asked,
      },
      ...{ coins: bundle.coins, views: bundle.views, spentBy: null, revokedBy: null, otherHash: null },
      createdAt: now,
      log: [],
    },
    seenAt: now,
    updatedAt: now,
  }
}
