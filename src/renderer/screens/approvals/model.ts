import { errorFacts } from '#contract/errors'
import { listing, say, wording } from '#words'
import { userNames } from '../../components/group.tsx'
import { signingLacks, sortChecks } from '../../components/review-model.ts'
import { dayKey, formatShortDay } from '../../lib/time.ts'
import type { Account, Report, RequestReview, RequestRow, SignatureRequest, User } from '../../state/types.ts'

/* Requests for signatures in the order and the words in which a person reads them. No screen, no call. */

export type Tab = SignatureRequest['tab']

/** The nearest date to review by first, those without one after it; then the newest. */
export function sortRequests<Row extends SignatureRequest>(requests: readonly Row[]): Row[] {
  return [...requests].sort((a, b) => {
    if (a.reviewBy !== b.reviewBy) {
      if (a.reviewBy === null) return 1
      if (b.reviewBy === null) return -1
      return a.reviewBy < b.reviewBy ? -1 : 1
    }
    return a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0
  })
}

export function inTab<Row extends SignatureRequest>(requests: readonly Row[], tab: Tab): Row[] {
  return sortRequests(requests.filter((one) => one.tab === tab))
}

const hasSigned = (request: SignatureRequest, userId: string): boolean =>
  request.signers.some((signer) => signer.user.userId === userId)

/** A group that was not added here may have no name. */
export const groupTitle = (request: SignatureRequest): string =>
  request.group.name === '' ? say('approvals.a-group-not-added-yet') : request.group.name

/** Members whose signature is not there. */
export function missingOf(request: SignatureRequest): User[] {
  return request.group.members.filter((member) => !hasSigned(request, member.userId))
}

/** This account's own no to it. */
export const ownNo = ({ refusals }: SignatureRequest, me: string): SignatureRequest['refusals'][number] | undefined =>
  refusals.find(({ user }) => user.userId === me)

/** Whom an open request waits for, beside this account itself; null where nobody else is missing. */
export function waitsFor(request: SignatureRequest, me: string): string | null {
  const more = neededMore(request)
  const said = new Set(request.refusals.map(({ user }) => user.userId))
  if (said.has(me)) return say('approvals.you-said-no')
  if (request.state !== 'open' || more === 0) return null
  const asked = missingOf(request).filter(({ userId }) => userId !== me && !said.has(userId))
  const names = userNames(asked, request.group.members)
  const others = request.tab === 'needs_you' ? more - 1 : more
  if (others <= 0 || names.length === 0) return null
  return say('approvals.waits-for', { who: listing(names, names.length <= others ? 'and' : 'or') })
}

export function neededMore(request: SignatureRequest): number {
  return Math.max(0, request.group.threshold - request.signers.length)
}

/** `Sign as 2nd of 2`: of the signatures that are needed. A payment of one's own over its coins is given up with it. */
export function signTitle(review: Pick<RequestReview, 'signatures' | 'checks'>): string {
  if (holdsCoin(review.checks)) return say('approvals.give-up-mine-and-sign')
  const { needed, valid } = review.signatures
  return say('approvals.sign-as-of', { place: Math.min(valid + 1, needed), needed })
}

/** Whether another request, or a payment of one's own, spends a coin of it as well: then its end does not free that one. */
export const sharesCoin = (
  { request, checks }: Pick<RequestReview, 'checks'> & { readonly request: Pick<SignatureRequest, 'requestId'> },
  rows: readonly Pick<RequestRow, 'requestId' | 'rivals'>[],
): boolean => holdsCoin(checks) || rows.some((row) => row.requestId === request.requestId && row.rivals.length > 0)

/** A payment of one's own has a coin of it. */
const holdsCoin = (checks: RequestReview['checks']): boolean => checks.some(({ id }) => id.startsWith('held:'))

/** What signing brings about, said beside the button. */
export function signEffect(
  review: Pick<RequestReview, 'signatures' | 'offline'> & {
    readonly request: Pick<SignatureRequest, 'withdrawal' | 'item'>
  },
): string {
  const left = review.signatures.needed - review.signatures.valid - 1
  if (review.offline) return say('approvals.the-service-is-out-of-reach-2')
  if (left <= 0 && review.request.withdrawal !== undefined) {
    return say('approvals.yours-completes-it-nobody-can-take')
  }
  if (left > 0) return say('approvals.after-yours-more-signature-needed', { left })
  return review.request.item === undefined
    ? say('approvals.yours-completes-it-the-money-moves')
    : say('approvals.yours-completes-it-the-item')
}

/**
 * What it means, and what to do, where the network failed somebody who signs: it is asked before the signature is made, which nothing makes later by
 * itself. Undefined for all other errors.
 */
export function unsignedWords({ code, details }: Pick<Report, 'code' | 'details'>) {
  if (!code.startsWith('remote.')) return undefined
  const { todo } = errorFacts(code, details)
  return {
    money: say('approvals.nothing-was-signed'),
    todo: todo.code === 'error.remote.unreachable.todo' ? say('approvals.sign-once-it-answers') : wording(todo),
  }
}

/** How this window handed a signature over. */
export type SignedWay = 'service' | 'bundle'

/** What came of signing. Partial success is success; that anything was sent is the service's to say. */
export function resultSentence(request: SignatureRequest, me: string, way: SignedWay): string {
  if (request.state === 'complete' || request.state === 'final') {
    return say('approvals.signed-the-threshold-is-reached-and')
  }
  if (request.state === 'revoked') return say('approvals.signed-but-the-request-was-given')
  const more = neededMore(request)
  const missing = missingText(request, me)
  const unseen = isUnseen(request, me)
  if (unseen && way === 'bundle') {
    return more === 0
      ? say('approvals.signed-into-the-bundle-all-signatures')
      : say('approvals.signed-into-the-bundle-share-it', { missing })
  }
  if (unseen) {
    return more === 0
      ? say('approvals.signed-here-all-signatures-are-there')
      : say('approvals.signed-here-the-service-has-not', { missing })
  }
  return more === 0
    ? say('approvals.signed-all-signatures-are-there-the')
    : say('approvals.signed-and-missing', { missing })
}

/** Whose signatures an open request still lacks. */
function missingText(request: SignatureRequest, me: string): string {
  const more = neededMore(request)
  const others = missingOf(request).filter((member) => member.userId !== me)
  const willing = others.filter(({ userId }) => request.refusals.every(({ user }) => user.userId !== userId))
  // Where too few are left without those who said no, it is they who would have to sign after all.
  const names = userNames(willing.length >= more ? willing : others, request.group.members)
  const who = listing(names, names.length <= more ? 'and' : 'or')
  return who === '' ? say('approvals.more-needed', { more }) : say('approvals.more-needed-of', { more, who })
}

/** Whether the service has not taken the signature of this account yet. */
const isUnseen = (request: SignatureRequest, me: string): boolean =>
  request.signers.some((signer) => signer.user.userId === me && signer.offline)

/** What an open request waits for that this account has signed before; that it did is said beside it. */
export function standingSentence(request: SignatureRequest, me: string): string {
  const isWhole = neededMore(request) === 0
  const missing = missingText(request, me)
  if (isUnseen(request, me)) {
    return isWhole ? say('approvals.all-there-not-taken') : say('approvals.not-taken-yet', { missing })
  }
  return isWhole ? say('approvals.all-there-not-sent') : missing
}

export interface Words {
  readonly tone: 'plain' | 'ok' | 'warn' | 'stop'
  readonly word: string
}

export function stateWords(request: SignatureRequest): Words {
  switch (request.state) {
    case 'open': {
      const more = neededMore(request)
      if (!request.groupAdded) return { tone: 'warn', word: say('approvals.group-not-added') }
      if (request.tab === 'needs_you') return { tone: 'plain', word: say('approvals.needs-your-signature') }
      return {
        tone: 'plain',
        word: more === 0 ? say('approvals.not-sent-yet') : say('approvals.waits-for-more-signature', { more }),
      }
    }
    case 'complete':
      return { tone: 'plain', word: say('approvals.complete-on-its-way') }
    case 'final':
      return request.withdrawal?.fee === 'waits'
        ? { tone: 'warn', word: say('approvals.waits-for-its-fee') }
        : { tone: 'ok', word: say('approvals.final') }
    case 'revoked':
      return { tone: 'warn', word: say('approvals.revoked') }
    case 'dead':
      return request.provedDead
        ? { tone: 'stop', word: say('approvals.cannot-complete') }
        : { tone: 'warn', word: say('approvals.coin-said-spent') }
  }
}

/** Whether it is judged before anybody opens it: what waits for a signature, where there is a key for it. */
export const isJudged = ({ groupAdded }: SignatureRequest, tab: Tab, kind: Account['kind']): boolean =>
  tab === 'needs_you' && groupAdded && kind !== 'watch'

export function verdictWords(verdict: RequestRow['verdict']): Words {
  switch (verdict) {
    case 'ok':
      return { tone: 'ok', word: say('approvals.checks-passed') }
    case 'attention':
      return { tone: 'warn', word: say('approvals.look-at-it') }
    case 'stop':
      return { tone: 'stop', word: say('approvals.do-not-sign') }
    case 'rules':
      return { tone: 'warn', word: say('approvals.stopped-by-your-rules') }
    case 'waiting':
      return { tone: 'plain', word: say('approvals.checking') }
    case 'unknown':
      return { tone: 'plain', word: say('approvals.not-checked-yet') }
  }
}

/** The date to review by, or null when there is none or it does not matter any more. */
export function dueOf(request: SignatureRequest, now: number): Words | null {
  if (request.reviewBy === null || request.state !== 'open') return null
  const at = new Date(request.reviewBy).getTime()
  const day = formatShortDay(request.reviewBy, now)
  if (at < now) return { tone: 'stop', word: say('approvals.was-due', { day }) }
  return dayKey(request.reviewBy) === dayKey(new Date(now).toISOString())
    ? { tone: 'warn', word: say('approvals.due-today') }
    : { tone: 'plain', word: say('approvals.due', { day }) }
}

export interface Person {
  readonly user: User
  readonly you: boolean
  readonly signed: boolean
  readonly at: string | null
  readonly offline: boolean
}

/** All members, those who signed first and in the order in which they did. */
export function peopleOf(request: SignatureRequest, me: string): Person[] {
  const signed = request.signers.map((signer) => ({ ...signer, you: signer.user.userId === me, signed: true }))
  const rest = missingOf(request).map((user) => ({
    user,
    at: null,
    offline: false,
    you: user.userId === me,
    signed: false,
  }))
  return [...signed, ...rest]
}

/** No signature is waited for any more. */
export const hasEnded = (request: Pick<SignatureRequest, 'state'>): boolean => request.state !== 'open'

type Signable = Pick<RequestReview, 'canSign' | 'verdict' | 'rows'>

/** Whether there may be a control for signing at all. The window never makes the wallet's verdict milder. */
export function maySign(review: Signable): boolean {
  return review.canSign && review.verdict !== 'stop' && review.rows.every((row) => row.agrees)
}

/** What still keeps the person from signing, or null. */
export function signObstacle(
  review: Signable & Pick<RequestReview, 'checks' | 'approval'>,
  accepted: ReadonlySet<string>,
  passphrase: string,
): string | null {
  const { stop, attention } = sortChecks(review.checks)
  if (stop.length > 0 || !maySign(review)) return say('approvals.a-check-failed-this-request-cannot')
  return signingLacks(attention.filter(({ id }) => !accepted.has(id)).length, review, passphrase)
}

const SOURCES: Readonly<Record<SignatureRequest['source'], string>> = {
  made: say('approvals.made-here'),
  found: say('approvals.found-on-the-network'),
  code: say('approvals.from-a-scanned-code'),
  link: say('approvals.from-a-link'),
  bundle: say('approvals.from-a-bundle'),
}

export const sourceWords = (source: SignatureRequest['source']): string => SOURCES[source]

const REQUEST_ID = /^(?:[0-9a-f]{64}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/

/** A request's id or a transaction's hash, as `approvals.open` takes it; null when the text is something else. */
export function requestIdIn(text: string): string | null {
  const trimmed = text.trim().toLowerCase()
  return REQUEST_ID.test(trimmed) ? trimmed : null
}

/** Of a request whose coin is gone: for good where that is proved here, and else by the service's word, against which the others may complete it. */
export function deadWords({ spentBy, provedDead }: Pick<SignatureRequest, 'spentBy' | 'provedDead'>) {
  if (!provedDead) {
    return {
      tone: 'warn',
      title: spentBy === null ? say('approvals.service-says-coin-spent') : say('approvals.service-says-coin-spent-by'),
      text: say('approvals.others-may-still-complete-it'),
    } as const
  }
  return {
    tone: 'stop',
    title:
      spentBy === null
        ? say('approvals.cannot-complete-a-coin-of-it')
        : say('approvals.cannot-complete-its-coin-was-spent'),
    text: say('approvals.signatures-on-this-request-are-of'),
  } as const
}

/** Of a request that takes no more signatures because there are enough. */
export function endedWords({ state, withdrawal }: Pick<SignatureRequest, 'state' | 'withdrawal'>) {
  if (state !== 'final') {
    const text = say('approvals.the-transaction-was-sent-and-becomes')
    return { tone: 'plain', title: say('approvals.enough-members-have-signed'), text } as const
  }
  if (withdrawal !== undefined && withdrawal.fee !== 'paid') {
    const text = say('approvals.nobody-can-take-it-back-it')
    return { tone: 'plain', title: say('approvals.the-groups-part-is-final'), text } as const
  }
  const text = say('approvals.the-transaction-is-final-nobody-can')
  return { tone: 'ok', title: say('approvals.done-the-group-has-paid'), text } as const
}
