import { describe, expect, it, onTestFinished } from 'vitest'
import { said, speak } from '#words'
import { isWithin, matches, requestsTable, WHOLE } from '../../src/renderer/screens/approvals/find.ts'
import { isAlone, nextOf, queueOf, tieRivals } from '../../src/renderer/screens/approvals/queue.ts'
import { trackOf } from '../../src/renderer/screens/approvals/track.ts'
import { arrivalText, createArrivals, pursesOf } from '../../src/renderer/state/arrivals.ts'
import type { ActivityRow, RequestRow } from '../../src/renderer/state/types.ts'
import { ago, asset, BO, CHEN, group, KAOS, person, request, user } from './fake-data.ts'

const ME = user('Nora Vance', '7000128840')
const CLUB = group('Club', [ME, BO, KAOS], 2)
const OTHER = group('House', [ME, BO], 2)

const row = (id: string, over: Partial<RequestRow> = {}): RequestRow => ({
  ...request(id, CLUB),
  verdict: 'ok',
  rivals: [],
  ...over,
})
const rivals = (...rows: readonly RequestRow[]): RequestRow[] =>
  rows.map((one) => ({ ...one, rivals: rows.filter((other) => other !== one).map(({ requestId }) => requestId) }))

describe('the track of signatures', () => {
  const stands = (over: Parameters<typeof request>[2], maySign = true) =>
    trackOf(request('one', CLUB, over), ME.userId, maySign).map(({ person, stand }) => [person.user.userId, stand])

  it('puts who signed first, then oneself, then who is not needed once one signs', () => {
    expect(stands({})).toEqual([
      [BO.userId, 'signed'],
      [ME.userId, 'turn'],
      [KAOS.userId, 'spare'],
    ])
  })
  it('awaits the others where this account has said no', () => {
    const refusals = [{ user: ME, at: ago(1), reason: '' }]
    expect(stands({ refusals })).toEqual([
      [BO.userId, 'signed'],
      [KAOS.userId, 'awaited'],
      [ME.userId, 'no'],
    ])
  })
  it('awaits everybody who is missing where nobody can sign here', () => {
    expect(stands({}, false).map(([, stand]) => stand)).toEqual(['signed', 'awaited', 'awaited'])
  })
  it('calls nobody unneeded of a request that was given up', () => {
    expect(stands({ state: 'revoked' }).map(([, stand]) => stand)).toEqual(['signed', 'unsigned', 'unsigned'])
  })
  it('calls those unneeded who had not signed when it became final, oneself too', () => {
    const signers = [
      { user: BO, at: ago(3), offline: false },
      { user: KAOS, at: ago(2), offline: false },
    ]
    expect(stands({ state: 'final', signers }, false)).toContainEqual([ME.userId, 'spare'])
  })
  it('calls a signature that came after enough others one that was not needed, not one that is on its way', () => {
    const signers = [
      { user: BO, at: ago(3), offline: false },
      { user: KAOS, at: ago(2), offline: false },
      { user: ME, at: ago(2), offline: true },
    ]
    const late = (state: 'open' | 'final') => stands({ state, signers, signedByMe: true }, false).at(-1)
    expect(late('final')).toEqual([ME.userId, 'late'])
    expect(late('open')).toEqual([ME.userId, 'signed'])
  })
})

describe('the queue of a group', () => {
  it('begins with the request on screen and those that spend its coin', () => {
    const [one, three] = rivals(row('one'), row('three'))
    const rows = [row('two'), ...(one === undefined || three === undefined ? [] : [one, three])]
    const queue = queueOf(rows, row('one').requestId)
    expect(queue.map(({ tied, rows: each }) => [tied, each.map(({ requestId }) => requestId)])).toEqual([
      [true, [row('one').requestId, row('three').requestId]],
      [false, [row('two').requestId]],
    ])
  })
  it('holds nothing of other groups and nothing that ended', () => {
    const rows = [row('one'), { ...row('two'), holder: OTHER.holder }, row('three', { state: 'final', tab: 'done' })]
    expect(queueOf(rows, row('one').requestId)).toHaveLength(1)
  })
  it('is nothing where a group has nothing else open, and something with a rival or another request', () => {
    const alone = (...rows: readonly RequestRow[]) => isAlone(queueOf(rows, row('one').requestId))
    expect(alone(row('one'))).toBe(true)
    expect(alone(row('one'), row('two'))).toBe(false)
    expect(alone(...rivals(row('one'), row('two')))).toBe(false)
  })
  it('puts each request into one place, however its rivals are tied', () => {
    const tied = tieRivals(rivals(row('one'), row('two'), row('three')))
    expect(tied.flatMap(({ rows }) => rows)).toHaveLength(3)
    expect(tied).toHaveLength(1)
  })
  it('goes on with what needs this account, not with what waits for others', () => {
    const rows = [row('one'), row('two'), row('three', { tab: 'waiting' })]
    expect(nextOf(rows, row('one').requestId).map(({ requestId }) => requestId)).toEqual([row('two').requestId])
  })
})

describe('finding requests', () => {
  it('takes every word, wherever it stands', () => {
    expect(matches(row('one'), 'club inv-20')).toBe(true)
    expect(matches(row('one'), 'club nobody')).toBe(false)
    expect(matches(row('one'), '  ')).toBe(true)
  })
  it('takes the names of all who are paid, with and without their accents', () => {
    const paid = { party: { kind: 'user', user: { ...BO, name: 'Zoë Ang' } }, amount: '0.1' } as const
    const many = row('one', { rows: [{ ...paid, party: { kind: 'user', user: BO } }, paid] })
    expect(matches(many, 'zoe')).toBe(true)
    expect(matches(many, 'zoey')).toBe(false)
  })
  it('writes a table with who signed, and no cell that a spreadsheet would compute', () => {
    const at = '2026-11-23T02:44:51Z'
    const signers = [{ user: BO, at, offline: false }]
    const table = requestsTable([row('one', { signers, memoText: '=HYPERLINK("x")', label: 'a, b' })])
    const [head, line] = table.trimEnd().split('\r\n')
    expect(head?.split(',')).toHaveLength(15)
    expect(line).toContain(`${BO.name} ${at}`)
    expect(line).toContain(`"'=HYPERLINK(""x"")"`)
    expect(line).toContain('"a, b"')
  })

  it('writes one signer into that table, whatever the one is called', () => {
    const at = '2026-11-23T02:44:51Z'
    const signers = [{ user: { ...BO, name: `Nora Vance ${at}; Bo；Kaos` }, at, offline: false }]
    const refusals = [{ user: KAOS, at, reason: 'too much; Bo: no' }]
    const table = requestsTable([row('one', { signers, refusals })])
    expect(table).toContain(`Nora Vance ${at}, Bo,Kaos ${at}`)
    expect(table).toContain(`${KAOS.name}: too much, Bo: no`)
  })

  it('writes plain blanks into that table, whatever is on screen', async () => {
    onTestFinished(() => speak('en'))
    await speak('en', 'page')
    const title = said('title.send-to', { what: '1.5 BTC', whom: 'Bo' })
    expect(requestsTable([row('one', { title })])).toContain('Send 1.5 BTC to Bo')
  })
})

describe('money that comes in', () => {
  const START = new Date(2026, 10, 20).getTime()
  const watched = () => {
    const told = createArrivals()
    return (whose: string, rows: readonly ActivityRow[]) => told(whose, rows, START)
  }
  const came = (id: string, over: Partial<ActivityRow> = {}): ActivityRow =>
    ({
      id: `s:${id}`,
      direction: 'in',
      amount: '0.4',
      asset: asset('BTC', 'Bitcoin'),
      memoText: 'Rent',
      at: new Date(2026, 10, 20, 9).toISOString(),
      ...over,
    }) as ActivityRow

  it('is told once, and never what was there at the start or is still on its way', () => {
    const news = watched()
    expect(news(ME.userId, [came('one')])).toEqual([])
    expect(news(ME.userId, [came('two'), came('one'), came('out', { direction: 'out' })]).map(({ id }) => id)).toEqual([
      's:two',
    ])
    expect(news(ME.userId, [came('two'), { ...came('x'), id: 'd:three' }])).toEqual([])
    expect(news(BO.userId, [came('two')])).toEqual([])
  })

  it('is not told where it came long before it was first looked for, as of a group that was just added', () => {
    const told = createArrivals()
    const now = Date.parse(ago(0))
    expect(told(CLUB.holder, [], now)).toEqual([])
    const rows = [came('new', { at: ago(0) }), came('old', { at: ago(60) })]
    expect(told(CLUB.holder, rows, now + 1).map(({ id }) => id)).toEqual(['s:new'])
  })

  it('is told also where the clock had been ahead and was set back', () => {
    const told = createArrivals()
    const [now, ahead] = [START, START + 30 * 86_400_000]
    expect(told(ME.userId, [], ahead)).toEqual([])
    const rows = [came('new', { at: new Date(now - 60_000).toISOString() })]
    expect(told(ME.userId, rows, now).map(({ id }) => id)).toEqual(['s:new'])
  })

  it('is not told where the list folds it: small amounts of one day from strangers', () => {
    const small = (id: string, over: Partial<ActivityRow> = {}) =>
      came(id, {
        ...{ money: 'final', party: person(CHEN), inscription: null, label: '', tags: [] },
        ...{ amount: '0.0000001', at: new Date(2026, 10, 20, 10).toISOString(), ...over },
      })
    const told = watched()
    const ids = (rows: readonly ActivityRow[]) => told(ME.userId, rows).map(({ id }) => id)
    const known = [came('one')]
    expect(ids(known)).toEqual([])
    expect(ids([small('trial'), ...known])).toEqual(['s:trial'])
    expect(ids([came('two'), small('next'), small('trial'), ...known])).toEqual(['s:two'])
    const days = { at: new Date(2026, 10, 21, 10).toISOString() }
    expect(ids([small('later', days), came('two'), small('next'), small('trial')])).toEqual(['s:later'])
    expect(ids([small('friend', { party: person(BO) }), small('later', days)])).toEqual(['s:friend'])
  })

  it('is told without its amount where amounts are hidden', () => {
    expect(arrivalText(came('one'), false, null)).toEqual({ title: '+0.4 BTC came in', body: 'Rent' })
    expect(JSON.stringify(arrivalText(came('one'), true, null))).not.toMatch(/0\.4|BTC|Rent/)
  })

  it('is called by its name where it is an item, without what programs wrote with it', () => {
    const item = { ...came('one'), item: 'Kites #3', memoText: '{"operation":"distribute","sequence":3}' }
    expect(arrivalText(item, false, null)).toEqual({ title: 'Kites #3 came in', body: 'Click to see it' })
    expect(JSON.stringify(arrivalText(item, true, null))).not.toMatch(/Kites/)
  })

  it('is told of a group as well, by its name, once for all accounts that are in it', () => {
    const purses = pursesOf(['ana', 'bo'], [[CLUB, OTHER], [CLUB]])
    expect(purses.map(({ account, holder, group: name }) => [account, holder, name])).toEqual([
      ['ana', null, null],
      ['ana', CLUB.holder, 'Club'],
      ['ana', OTHER.holder, 'House'],
      ['bo', null, null],
    ])
    expect(pursesOf(['ana'], [undefined])).toHaveLength(1)
    const told = watched()
    const coin = (id: string) => ({ ...came(id), id: `o:${id}` })
    expect(told(CLUB.holder, [coin('one')])).toEqual([])
    expect(told(CLUB.holder, [coin('two'), coin('one')]).map(({ id }) => id)).toEqual(['o:two'])
    expect(arrivalText(coin('two'), false, 'Club')).toEqual({ title: '+0.4 BTC came in for Club', body: 'Rent' })
    expect(arrivalText(coin('two'), true, 'Club').title).toBe('Money came in for Club')
  })
})

describe('narrowing the list', () => {
  const now = Date.parse(ago(0))
  const other = asset('BTC')

  it('lets through what is of the chosen group and asset', () => {
    const [club, house] = [row('one'), { ...row('two'), ...request('two', OTHER), asset: other }]
    expect([club, house].map((one) => isWithin(one, WHOLE, now))).toEqual([true, true])
    expect([club, house].map((one) => isWithin(one, { ...WHOLE, holder: house.holder }, now))).toEqual([false, true])
    expect([club, house].map((one) => isWithin(one, { ...WHOLE, assetId: other.assetId }, now))).toEqual([false, true])
  })

  it('tells by age what is of the last day, of the last week, and older', () => {
    const rows = [60, 3 * 24 * 60, 8 * 24 * 60].map((minutes) => row('one', { createdAt: ago(minutes) }))
    const ofAge = (age: 'day' | 'week' | 'older') => rows.map((one) => isWithin(one, { ...WHOLE, age }, now))
    expect([ofAge('day'), ofAge('week'), ofAge('older')]).toEqual([
      [true, false, false],
      [true, true, false],
      [false, false, true],
    ])
  })
})
