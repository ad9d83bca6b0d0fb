import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { listing, say } from '#words'
import { SaidNo } from '../../src/renderer/components/requests.tsx'
import { compareRows } from '../../src/renderer/components/review-model.ts'
import { countWords, signedWords } from '../../src/renderer/components/signature-count.ts'
import { dayOf, endOfDay } from '../../src/renderer/lib/time.ts'
import { Ticks } from '../../src/renderer/screens/approvals/Checks.tsx'
import {
  deadWords,
  dueOf,
  endedWords,
  inTab,
  isJudged,
  maySign,
  missingOf,
  peopleOf,
  requestIdIn,
  resultSentence,
  sharesCoin,
  signEffect,
  signObstacle,
  signTitle,
  sortRequests,
  standingSentence,
  stateWords,
  unsignedWords,
} from '../../src/renderer/screens/approvals/model.ts'
import { isAskingOthers, meaningOf, stepsOf } from '../../src/renderer/screens/send/receipt-model.ts'
import {
  countsOf,
  createEnded,
  createNews,
  createReminders,
  elsewhere,
  type Needs,
  noticeText,
  remindsAt,
} from '../../src/renderer/state/notices.ts'
import {
  ANA,
  ago,
  BO,
  CHEN,
  group,
  hashOf,
  inWords,
  KAOS,
  payment,
  request,
  type SignatureRequest,
  user,
  uuidOf,
} from './fake-data.ts'

const ME = user('Nora Vance', '7000128840')
const POOL = group('Rent pool', [ME, BO, CHEN], 2)
const BOARD = group('Board', [ME, ANA, BO, CHEN, KAOS], 3)
const by = (who: typeof ME, offline = false) => ({ user: who, at: offline ? null : ago(5), offline })
const open = (over: Partial<SignatureRequest> = {}) => request('one', POOL, over)
const line = (name: string, record: string | null) => ({
  ...{ field: inWords(name), asked: null, record, actual: name, agrees: true },
})
const requestReview = (of: SignatureRequest) => ({
  ...{
    request: of,
    verdict: 'ok' as const,
    checks: [],
    canSign: true,
    approval: 'passphrase' as const,
    offline: false,
  },
  rows: [line('Amount', '4 ETH'), line('To', 'Studio Kaos'), line('Memo', 'INV-2042'), line('Change', null)],
  signatures: { needed: of.group.threshold, valid: of.signers.length, invalid: 0 },
})

describe('a request with enough signatures', () => {
  const withdrawal = { fee: 'waits', feePayment: null, paidBy: null, chainHash: null } as const

  it('is called paid only where nothing is left to do', () => {
    expect(endedWords({ state: 'final' }).title).toBe('Done: the group has paid')
    expect(endedWords({ state: 'complete' }).title).toBe('Enough members have signed')
    expect(endedWords({ state: 'final', withdrawal }).tone).toBe('plain')
    expect(endedWords({ state: 'final', withdrawal: { ...withdrawal, fee: 'paid' } }).tone).toBe('ok')
  })
})

describe('the inbox', () => {
  it('puts the nearest date to review by first, and the newest first among those without one', () => {
    const old = request('old', POOL, { createdAt: ago(90) })
    const fresh = request('fresh', POOL, { createdAt: ago(5) })
    const later = request('later', POOL, { reviewBy: ago(-3000) })
    const soon = request('soon', POOL, { reviewBy: ago(-60) })
    expect(sortRequests([old, later, fresh, soon])).toEqual([soon, later, fresh, old])
  })

  it('shows each request under its own tab', () => {
    const mine = request('mine', POOL, { tab: 'waiting' })
    expect(inTab([open(), mine], 'waiting')).toEqual([mine])
  })

  it('says that a date has passed, is near, or is to come, and nothing once the request has ended', () => {
    const now = new Date(2026, 10, 25, 22, 30).getTime()
    const due = (day: string, state: SignatureRequest['state'] = 'open') =>
      dueOf(open({ reviewBy: endOfDay(day), state }), now)
    expect(due('2026-11-24')?.tone).toBe('stop')
    expect(due('2026-11-25')?.tone).toBe('warn')
    expect(due('2026-11-28')?.tone).toBe('plain')
    expect(due('2026-11-24', 'final')).toBeNull()
  })

  it('calls due today what is due on this day, however many hours are left of it', () => {
    const tone = (day: string, ...now: [number, number, number, number, number]) =>
      dueOf(open({ reviewBy: endOfDay(day) }), new Date(...now).getTime())?.tone
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(tone('2026-10-25', 2026, 9, 25, 0, 30)).toBe('warn')
    expect(tone('2027-03-28', 2027, 2, 27, 23, 30)).toBe('plain')
  })

  it('names the state in words', () => {
    expect(stateWords(open()).word).toBe('Needs your signature')
    expect(stateWords(open({ tab: 'waiting' })).word).toBe('Waits for 1 more signature')
    expect(stateWords(open({ state: 'dead', provedDead: true })).tone).toBe('stop')
  })

  it('says of a request that only the service calls impossible whose word that is, and that the others may complete it', () => {
    const dead = open({ state: 'dead', spentBy: hashOf('x') })
    expect(stateWords(dead)).toEqual({ tone: 'warn', word: 'Its coin is said to be spent' })
    expect(deadWords(dead)).toMatchObject({
      ...{ tone: 'warn', title: expect.stringMatching(/^The service says/) },
      text: expect.stringContaining('can still complete this request'),
    })
    expect(deadWords({ ...dead, provedDead: true })).toMatchObject({
      tone: 'stop',
      title: expect.stringMatching(/^Cannot/),
    })
  })

  it('finds the id of a request or a hash in what was typed, and nothing else', () => {
    expect(requestIdIn(` ${uuidOf('x').toUpperCase()} `)).toBe(uuidOf('x'))
    expect(requestIdIn(hashOf('x'))).toBe(hashOf('x'))
    expect(requestIdIn(`https://mixin.one/multisigs/${uuidOf('x')}`)).toBeNull()
  })
})

describe('the people of a request', () => {
  it('are those who signed in their order, then those who have not', () => {
    const people = peopleOf(request('x', BOARD, { signers: [by(CHEN), by(ANA, true)] }), ME.userId)
    expect(people.map((one) => [one.user.name, one.signed, one.you])).toEqual([
      ['Chen Wei', true, false],
      ['Ana Lima', true, false],
      ['Nora Vance', false, true],
      ['Bo Lindqvist', false, false],
      ['Studio Kaos', false, false],
    ])
  })

  it('lack a signature only while theirs is not there', () => {
    expect(missingOf(open({ signers: [by(BO)] })).map((one) => one.name)).toEqual(['Nora Vance', 'Chen Wei'])
  })

  it.each([
    [['Bo'], 'Bo'],
    [['Bo', 'Chen'], 'Bo or Chen'],
    [['Bo', 'Chen', 'Dia'], 'Bo, Chen or Dia'],
  ])('%j are listed as a sentence does', (names, text) => {
    expect(listing(names, 'or')).toBe(text)
  })
})

describe('signing', () => {
  it('is not said to free a coin by its end that something else spends too', () => {
    const review = requestReview(open())
    const { requestId } = review.request
    const held = { id: 'held:p', result: 'attention' as const, text: inWords('held') }
    expect(sharesCoin(review, [{ requestId, rivals: [] }])).toBe(false)
    expect(sharesCoin(review, [{ requestId, rivals: [uuidOf('rival')] }])).toBe(true)
    expect(sharesCoin(review, [{ requestId: uuidOf('rival'), rivals: [requestId] }])).toBe(false)
    expect(sharesCoin({ ...review, checks: [held] }, [])).toBe(true)
  })

  it('is named by its place among the signatures that are needed', () => {
    expect(signTitle(requestReview(open()))).toBe('Sign as 2nd of 2')
    const ordinal = (place: number) =>
      say('approvals.sign-as-of', { place, needed: 200 }).replace(/^Sign as (.+) of 200$/, '$1')
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal).join(' ')).toBe(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th',
    )
  })

  it('says beforehand whether the money moves at once', () => {
    expect(signEffect(requestReview(open()))).toContain('moves at once')
    expect(signEffect(requestReview(open({ item: 'Kites #0' })))).toBe(
      'Yours completes it: the item changes hands at once.',
    )
    const withdrawal = { fee: 'later', feePayment: null, paidBy: null, chainHash: null } as const
    expect(signEffect(requestReview(open({ withdrawal })))).toContain('leaves once its fee is paid')
    expect(signEffect(requestReview(request('x', BOARD)))).toBe('After yours, 1 more signature needed.')
    expect(signEffect({ ...requestReview(open()), offline: true })).toContain('request file')
  })

  it('tells members of one name apart by their numbers, wherever the others are named', () => {
    const twins = group('Twins', [ME, BO, { ...user('Bo Lindqvist', '7000000001'), userId: uuidOf('twin') }], 2)
    const signed = request('x', twins, { signers: [by(ME)], signedByMe: true, tab: 'waiting' })
    expect(standingSentence(signed, ME.userId)).toContain(`Bo Lindqvist · ${BO.identityNumber}`)
    expect(resultSentence(signed, ME.userId, 'service')).toContain('Bo Lindqvist · 7000000001')
  })

  it('ends in a sentence that names who may sign next, never in an error', () => {
    const signed = request('x', BOARD, { signers: [by(ANA), by(ME)], signedByMe: true, tab: 'waiting' })
    expect(resultSentence(signed, ME.userId, 'service')).toBe(
      'Signed. 1 more signature needed: Bo Lindqvist, Chen Wei or Studio Kaos.',
    )
  })

  it('needs everybody who is left when as many are needed as are left', () => {
    const trio = group('Trio', [ME, BO, CHEN], 3)
    const signed = request('x', trio, { signers: [by(ME)], signedByMe: true, tab: 'waiting' })
    expect(resultSentence(signed, ME.userId, 'service')).toBe(
      'Signed. 2 more signatures needed: Bo Lindqvist and Chen Wei.',
    )
  })

  it('says that it was sent once enough members have signed', () => {
    const whole = open({ state: 'complete', signers: [by(BO), by(ME)] })
    expect(resultSentence(whole, ME.userId, 'service')).toBe('Signed. That was enough: the payment was sent.')
  })

  it('asks to share a signature that only the bundle holds', () => {
    const kept = request('x', BOARD, { signers: [by(ME, true)], signedByMe: true })
    expect(resultSentence(kept, ME.userId, 'bundle')).toMatch(/^Signed into the request file; share it now\./)
  })

  it('does not say that it was sent while the service is out of reach, also with the last signature', () => {
    const whole = open({ signers: [by(BO), by(ME, true)], signedByMe: true, tab: 'waiting' })
    expect(resultSentence(whole, ME.userId, 'bundle')).toBe(
      'Signed into the request file. All signatures are there: share it, or leave it to be sent once the service is in reach.',
    )
    expect(stateWords(whole).word).toBe('Not known yet whether accepted')
  })

  it('does not say that it was sent before the service has said so, whatever was signed here', () => {
    const mine = open({ signers: [by(BO), by(ME, true)], signedByMe: true, tab: 'waiting' })
    expect(resultSentence(mine, ME.userId, 'service')).not.toContain('sent')
    const taken = open({ signers: [by(BO), by(ME)], signedByMe: true, tab: 'waiting' })
    expect(resultSentence(taken, ME.userId, 'service')).toContain('not know yet whether it was accepted')
    const revoked = open({ state: 'revoked', signers: [by(BO), by(ME, true)], signedByMe: true, tab: 'done' })
    expect(resultSentence(revoked, ME.userId, 'service')).toContain('given up')
  })

  it('waits for nobody who said no while others can still sign', () => {
    const no = (user: typeof ME) => ({ user, at: ago(4), reason: 'Paid in cash' })
    const mine = { signers: [by(ME)], signedByMe: true, tab: 'waiting' as const }
    expect(standingSentence(open({ ...mine, refusals: [no(BO)] }), ME.userId)).toBe(
      '1 more signature needed: Chen Wei.',
    )
    expect(standingSentence(open({ ...mine, refusals: [no(BO), no(CHEN)] }), ME.userId)).toBe(
      '1 more signature needed: Bo Lindqvist or Chen Wei.',
    )
    const said = renderToStaticMarkup(createElement(SaidNo, { request: { refusals: [no(BO)] } }))
    expect(said).toMatch(/Said no.*Bo Lindqvist.*Paid in cash/)
    expect(renderToStaticMarkup(createElement(SaidNo, { request: { refusals: [] } }))).toBe('')
  })

  it('says of a request that was signed before only what it waits for, in every language alike', () => {
    const first = request('x', BOARD, { signers: [by(ANA), by(ME)], signedByMe: true, tab: 'waiting' })
    expect(standingSentence(first, ME.userId)).toBe('1 more signature needed: Bo Lindqvist, Chen Wei or Studio Kaos.')
    const unseen = request('x', BOARD, { signers: [by(ME, true)], signedByMe: true, tab: 'waiting' })
    expect(standingSentence(unseen, ME.userId)).toMatch(/^The service has not taken your signature yet; .* needed: /)
    const whole = open({ signers: [by(BO), by(ME)], signedByMe: true, tab: 'waiting' })
    expect(standingSentence(whole, ME.userId)).toMatch(
      /^All signatures are there. We do not know yet whether it was accepted/,
    )
  })

  it('has no control while one line differs, whatever the wallet says', () => {
    const review = requestReview(open())
    const wrong = { ...review, rows: review.rows.map((row, at) => ({ ...row, agrees: at !== 2 })) }
    expect(maySign(review)).toBe(true)
    expect(maySign(wrong)).toBe(false)
    expect(maySign({ ...review, verdict: 'stop' })).toBe(false)
    expect(maySign({ ...review, canSign: false })).toBe(false)
    expect(compareRows(wrong.rows).differing).toHaveLength(1)
    expect(signObstacle(wrong, new Set(), 'words')).toContain('cannot be signed')
  })

  it('is called checked in the list only by who could sign it here', () => {
    expect(isJudged(open(), 'needs_you', 'user')).toBe(true)
    expect(isJudged(open(), 'needs_you', 'watch')).toBe(false)
    expect(isJudged(open({ groupAdded: false }), 'needs_you', 'user')).toBe(false)
    expect(isJudged(open(), 'waiting', 'user')).toBe(false)
  })

  it('asks for no tick where nothing can be signed, and says the same all the same', () => {
    const look = { id: 'late', result: 'attention' as const, text: inWords('The date has passed.') }
    const review = { checks: [look], verdict: 'attention' as const, payees: [] }
    const drawn = (asks: boolean) =>
      renderToStaticMarkup(
        createElement(Ticks, { review, asks, accepted: new Set<string>(), onAccept: () => undefined }),
      )
    expect(drawn(true)).toContain('type="checkbox"')
    expect(drawn(false)).not.toContain('type="checkbox"')
    expect(drawn(false)).toContain('The date has passed.')
  })

  it('calls a line of which nobody said anything no match', () => {
    const { rows } = requestReview(open())
    const silent = rows.map((row) => ({ ...row, asked: null, record: null }))
    expect(compareRows(silent)).toMatchObject({ differing: [], equal: [], alone: { length: rows.length } })
    expect(compareRows(rows).alone).toHaveLength(1)
  })

  it('counts more signatures than are needed as what they are', () => {
    expect(countWords(3, 2)).toBe('3, 2 needed')
    expect(countWords(1, 2)).toBe('1 of 2')
    expect(signedWords(3, 2)).toBe('3 signed, 2 needed')
    expect(signedWords(2, 2)).toBe('2 of 2 signed')
  })

  it('waits for every sentence to be ticked and for the passphrase', () => {
    const look = { id: 'late', result: 'attention' as const, text: inWords('The date has passed.') }
    const review = { ...requestReview(open()), checks: [look] }
    expect(signObstacle(review, new Set(), 'words')).toBe('Tick the sentence above first.')
    expect(signObstacle(review, new Set(['late']), '')).toBe('Enter your passphrase.')
    expect(signObstacle(review, new Set(['late']), 'words')).toBeNull()
  })
})

describe('the date to review by', () => {
  it('is the end of its day and comes back as the same day', () => {
    const at = endOfDay('2026-12-03')
    expect(at).not.toBeNull()
    expect(dayOf(at)).toBe('2026-12-03')
    expect(endOfDay('soon')).toBeNull()
  })
})

function account(name: string, number: string, over: Partial<Needs['account']> = {}): Needs['account'] {
  return {
    account: uuidOf(`account ${name}`),
    holder: `${hashOf(`holder ${name}`)}:1`,
    name,
    identityNumber: number,
    avatarUrl: '',
    kind: 'user',
    stage: 'ready',
    publicKey: hashOf(`key ${name}`),
    registered: true,
    proved: true,
    keyless: false,
    spelled: true,
    colour: 0,
    order: 0,
    createdAt: ago(60 * 24 * 40),
    backedUpAt: ago(60 * 24 * 40),
    ...over,
  }
}

const NORA = account('Nora Vance', '7000128840')
const BOOKS = account('Harbour Books', '7000131002', { order: 1 })
const needs = (of: typeof NORA, ...requests: SignatureRequest[]): Needs => ({ account: of, requests })

describe('system notices', () => {
  it('come for requests that did not need the person before, and never for what was there at the start', () => {
    const known = request('known', POOL)
    const fresh = request('fresh', POOL)
    const news = createNews()
    expect(news([needs(NORA, known)])).toEqual([])
    expect(news([needs(NORA, known, fresh)])).toEqual([{ account: NORA, request: fresh }])
    expect(news([needs(NORA, known, fresh)])).toEqual([])
  })

  it('come for every account, each measured against what it had itself', () => {
    const fresh = request('fresh', POOL)
    const other = request('other', POOL)
    const news = createNews()
    expect(news([needs(NORA), { account: BOOKS, requests: undefined }])).toEqual([])
    expect(news([needs(NORA), needs(BOOKS, other)])).toEqual([])
    expect(news([needs(NORA, fresh), needs(BOOKS, other, fresh)])).toEqual([
      { account: NORA, request: fresh },
      { account: BOOKS, request: fresh },
    ])
  })

  it('tell of a payment that is on its way no more, and of none that was given up before it was signed', () => {
    const ended = createEnded()
    const open = (paymentId: string, signedAt: string | null) => ({ paymentId, signedAt })
    expect(ended('Nora', [open('sent', '2026-11-20T10:00:00Z'), open('draft', null)])).toEqual([])
    expect(ended('Books', [])).toEqual([])
    expect(ended('Nora', [open('draft', null)])).toEqual(['sent'])
    expect(ended('Nora', [])).toEqual([])
  })

  it('name the account where there are several', () => {
    expect(noticeText(open(), false, 'Harbour Books').title).toBe('Harbour Books · Rent pool: your signature is needed')
    expect(noticeText(open(), false, null).title).toBe('Rent pool: your signature is needed')
  })

  it('say so where it is told once more', () => {
    const again = noticeText(open(), false, null, true)
    expect(again.title).toBe('Rent pool: your signature is still needed')
    expect(noticeText(open(), false, 'Harbour Books', true).title).toMatch(
      /^Harbour Books · Rent pool: .* still needed$/,
    )
  })

  it('leave a count for each account, and one for all but the one that is shown', () => {
    const counts = countsOf([needs(NORA, open()), needs(BOOKS, open(), request('two', POOL))])
    expect([counts.get(NORA.account), counts.get(BOOKS.account)]).toEqual([1, 2])
    expect(elsewhere(counts, NORA.account)).toBe(2)
  })

  it('name no amount while amounts are hidden', () => {
    const shown = noticeText(open(), false, null)
    const hidden = noticeText(open(), true, null)
    expect(shown.body).toContain('4 ETH')
    expect(`${hidden.title} ${hidden.body}`).not.toMatch(/4|ETH/)
  })
})

describe('what waits for long', () => {
  const DAY = 86_400_000
  const came = Date.UTC(2026, 10, 3, 9)
  const asked = { seenAt: new Date(came).toISOString(), reviewBy: null }

  it('is told once more a day after it came, or half a day before it is due', () => {
    expect(remindsAt(asked, came)).toBe(came + DAY)
    const due = came + 30 * 3_600_000
    expect(remindsAt({ ...asked, reviewBy: new Date(due).toISOString() }, came)).toBe(due - DAY / 2)
    // There is no time between.
    expect(remindsAt({ ...asked, reviewBy: new Date(came + 3_600_000).toISOString() }, came)).toBe(came + DAY)
    expect(remindsAt({ ...asked, reviewBy: new Date(came + 9 * DAY).toISOString() }, came)).toBe(came + DAY)
  })

  it('is told of no later because the clock had been ahead when it was first seen', () => {
    const [now, ahead] = [came, came + 30 * DAY]
    const shown = { seenAt: new Date(ahead).toISOString(), reviewBy: null }
    const reminders = createReminders<typeof shown>(() => 'it', remindsAt)
    reminders('ada', [shown], ahead)
    expect(reminders('ada', [shown], now)).toEqual([])
    expect(reminders('ada', [shown], now + DAY)).toEqual([shown])
    // What has no time of its own is counted from the same.
    const needs = createReminders<string>(String, (_, firstSeen) => firstSeen + DAY)
    needs('ada', ['x'], ahead)
    expect(needs('ada', ['x'], now)).toEqual([])
    expect(needs('ada', ['x'], now + DAY)).toEqual(['x'])
  })

  it('is told of once, and not where its time was over at the start', () => {
    const reminders = createReminders<number>(String, (at) => at)
    expect(reminders('ada', [10, 20, 30], 15)).toEqual([])
    expect(reminders('ada', [10, 20, 30], 19)).toEqual([])
    expect(reminders('ada', [10, 20, 30], 25)).toEqual([20])
    expect(reminders('ada', [10, 20, 30], 26)).toEqual([])
    expect(reminders('ada', [10, 20], 40)).toEqual([])
    expect(reminders('ada', [10, 20, 30, 41], 41)).toEqual([41])
  })

  it('is told of after a lock in whose time it was due, once what waits has been read again', () => {
    const reminders = createReminders<number>(String, (at) => at)
    expect(reminders('ada', [20], 15)).toEqual([])
    expect(reminders('ada', undefined, 25)).toEqual([])
    expect(reminders('ada', [20], 26)).toEqual([20])
  })

  it('is looked at by account, of which one may be read later than another', () => {
    const reminders = createReminders<number>(String, (at) => at)
    expect(reminders('ada', [], 15)).toEqual([])
    expect(reminders('ben', undefined, 15)).toEqual([])
    expect(reminders('ben', [10], 25)).toEqual([])
    expect(reminders('ada', [20], 25)).toEqual([20])
  })

  it('is measured from when it was seen first, where nothing says when it came', () => {
    const reminders = createReminders<string>(
      (each) => each,
      (_each, first) => first + 10,
    )
    expect(reminders('ada', ['a'], 0)).toEqual([])
    expect(reminders('ada', ['a', 'b'], 5)).toEqual([])
    expect(reminders('ada', ['a', 'b'], 10)).toEqual(['a'])
    expect(reminders('ada', ['a', 'b'], 16)).toEqual(['b'])
  })
})

describe('a payment of a group', () => {
  const cosigning = { needed: 2, signers: [ME], waiting: [BO, CHEN], asked: true }
  const asked = payment('accepted', { cosigning, acceptedAt: ago(1) })

  it('waits for signatures although the network has it', () => {
    expect(isAskingOthers(asked)).toBe(true)
    expect(meaningOf(asked).title).toBe('Waiting for 1 more signature')
    expect(stepsOf(asked).map(({ name, state }) => `${name} ${state}`)).toContain('Enough signed now')
  })

  it('is not called asked before the service has taken it', () => {
    const unsent = payment('submitted', {
      cosigning: { ...cosigning, asked: false },
      sentAt: '2026-11-20T10:00:00Z',
      acceptedAt: null,
    })
    expect(meaningOf(unsent)).toMatchObject({ title: 'Your group was not asked yet' })
    expect(meaningOf(asked).text).toContain('The money moves once')
    expect(meaningOf({ ...asked, item: 'Kites #0' }).text).toContain('The item changes hands once')
    expect(meaningOf({ ...asked, item: 'Kites #0', released: true }).text).toContain('The item is released once')
    const step = stepsOf(unsent).find(({ name }) => name === 'Asked')
    expect(step?.state).not.toBe('done')
  })

  it('becomes final like any other once enough have signed', () => {
    const whole = payment('final', { cosigning: { ...cosigning, signers: [ME, BO] } })
    expect(isAskingOthers(whole)).toBe(false)
    expect(meaningOf(whole).title).toBe('Paid. Nobody can take it back.')
  })
})

describe('a signature for which the network did not answer', () => {
  it('is said to be none, to be made again by hand and never by Coffer itself', () => {
    const words = unsignedWords({ code: 'remote.unreachable', details: {} })
    expect(words).toEqual({ money: 'Nothing was signed.', todo: 'Check your connection, then sign again.' })
  })

  it('has what to do about a proxy from the error', () => {
    const { money, todo } =
      unsignedWords({ code: 'remote.unreachable', details: { by: 'proxy', reason: 'refuses' } }) ?? {}
    expect(money).toBe('Nothing was signed.')
    expect(todo).toMatch(/^Start the proxy/)
  })

  it('is nothing that other errors speak of', () => {
    expect(unsignedWords({ code: 'wallet.review_changed', details: {} })).toBeUndefined()
  })
})
