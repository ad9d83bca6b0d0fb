import { csvLine, inOneCell } from '#contract/csv'
import { holdsWords } from '#protocol/text'
import { say, withoutMarks, wording } from '#words'
import { userName } from '../../components/group.tsx'
import { partyName } from '../../components/party.tsx'
import { DAY_MS } from '../../lib/time.ts'
import type { RequestRow, SignatureRequest } from '../../state/types.ts'
import { groupTitle, missingOf, stateWords } from './model.ts'

/** Whether every word that was typed stands somewhere in what a person knows of the request. */
export function matches(request: RequestRow, typed: string): boolean {
  if (typed.trim() === '') return true
  const known = [
    wording(request.title),
    ...[request.party, ...request.rows.map(({ party }) => party)].map(partyName),
    request.memoText ?? '',
    ...[request.label, request.note, request.amount, request.asset.symbol, wording(request.asset.name)],
    ...[groupTitle(request), request.askerNote],
    ...(request.by === null ? [] : [userName(request.by)]),
    ...request.signers.map(({ user }) => userName(user)),
    stateWords(request).word,
  ]
  return holdsWords(typed, known.join(' '), `${request.requestId} ${request.hash}`)
}

/** Requests as a table for a spreadsheet: one line each, with who signed, when, and who did not. */
export function requestsTable(requests: readonly SignatureRequest[]): string {
  const head = [
    say('approvals.column-asked'),
    say('approvals.column-group'),
    say('approvals.column-what'),
    say('approvals.column-amount'),
    say('approvals.column-asset'),
    say('shared.memo'),
    say('approvals.column-by'),
    say('approvals.column-state'),
    say('approvals.column-needed'),
    say('approvals.column-signed'),
    say('approvals.column-unsigned'),
    say('approvals.column-no'),
    say('approvals.label'),
    say('approvals.request-id'),
    say('approvals.payload-hash'),
  ]
  const lines = requests.map((request) => [
    request.createdAt,
    groupTitle(request),
    withoutMarks(wording(request.title)),
    request.amount,
    request.asset.symbol,
    request.memoText ?? '',
    request.by === null ? '' : userName(request.by),
    withoutMarks(stateWords(request).word),
    `${request.group.threshold}/${request.group.members.length}`,
    inOneCell(request.signers.map(({ user, at }) => [userName(user), ...(at === null ? [] : [at])].join(' '))),
    inOneCell(missingOf(request).map(userName)),
    inOneCell(request.refusals.map(({ user, reason }) => `${userName(user)}: ${reason}`)),
    request.label,
    request.requestId,
    request.hash,
  ])
  return [head, ...lines].map(csvLine).join('')
}

/** How long ago it was asked for: within so many days, or before that. */
export const AGES = ['any', 'day', 'week', 'older'] as const
export type Age = (typeof AGES)[number]

/** Beside what was typed; null and `any` let everything through. */
export interface Narrowed {
  readonly holder: string | null
  readonly assetId: string | null
  readonly age: Age
}

export const WHOLE: Narrowed = { holder: null, assetId: null, age: 'any' }

const WEEK_MS = 7 * DAY_MS

export function isWithin(request: SignatureRequest, { holder, assetId, age }: Narrowed, now: number): boolean {
  const old = now - Date.parse(request.createdAt)
  const ofAge = age === 'any' || (age === 'day' ? old <= DAY_MS : age === 'week' ? old <= WEEK_MS : old > WEEK_MS)
  return (
    ofAge && (holder === null || request.holder === holder) && (assetId === null || request.asset.assetId === assetId)
  )
}
