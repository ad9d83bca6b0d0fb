import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { say, withoutMarks, wording } from '#words'
import { whenPainted } from '../lib/idle.ts'
import { spoken } from '../lib/spoken.ts'
import { DAY_MS } from '../lib/time.ts'
import { arrivalText, CAME_IN, createArrivals, LATELY, pursesOf } from './arrivals.ts'
import { call } from './bridge.ts'
import { useQueries } from './query.ts'
import { go, type Route } from './routes.ts'
import type { Account, Attention, Payment, SignatureRequest } from './types.ts'
import { selectAccount, selection, useWallet } from './wallet.tsx'

/** What an account has to sign; undefined while its requests have not been read. */
export interface Needs {
  readonly account: Account
  readonly requests: readonly SignatureRequest[] | undefined
}

/**
 * The requests that need a signature, of every account that can give one. All accounts, not only the one on screen: a co-signer
 * waits for the person, who does not know which account that is.
 */
export function useNeeds(): readonly Needs[] {
  const { state } = useWallet()
  const accounts = useMemo(
    () => state.accounts.filter((one) => one.stage === 'ready' && one.kind !== 'watch'),
    [state.accounts],
  )
  const answers = useQueries(
    'approvals.list',
    accounts.map(({ account }) => ({ account, holder: null })),
  )
  return useMemo(
    () =>
      accounts.map((account, at) => ({
        account,
        requests: answers[at]?.value?.requests.filter((one) => one.tab === 'needs_you'),
      })),
    [accounts, answers],
  )
}

/** How many requests need each account, by its id. */
export function countsOf(needs: readonly Needs[]): ReadonlyMap<string, number> {
  return new Map(needs.map(({ account, requests }) => [account.account, requests?.length ?? 0]))
}

/** How many requests need accounts other than this one. */
export function elsewhere(counts: ReadonlyMap<string, number>, account: string): number {
  return [...counts].reduce((sum, [id, count]) => (id === account ? sum : sum + count), 0)
}

/** The words that follow a name, for those who hear them. */
export const neededText = (count: number): string => say('state.needs-you', { count })

export interface News {
  readonly account: Account
  readonly request: SignatureRequest
}

/** Remembers what needed each account when it was last looked at, and tells what has come since; never what was there at the start. */
export function createNews(): (needs: readonly Needs[]) => readonly News[] {
  const known = new Map<string, ReadonlySet<string>>()
  return (needs) =>
    needs.flatMap(({ account, requests }) => {
      if (requests === undefined) return []
      const before = known.get(account.account)
      known.set(account.account, new Set(requests.map(({ requestId }) => requestId)))
      if (before === undefined) return []
      return requests.filter(({ requestId }) => !before.has(requestId)).map((request) => ({ account, request }))
    })
}

/** When a request that waits is told of once more: a day after it came, or at noon of the day by which it is wanted, if that is sooner. */
export function remindsAt(
  { seenAt, reviewBy }: Pick<SignatureRequest, 'seenAt' | 'reviewBy'>,
  firstSeen: number,
): number {
  // It may have been written down while the clock was ahead.
  const came = Math.min(Date.parse(seenAt), firstSeen)
  const noon = reviewBy === null ? came : Date.parse(reviewBy) - DAY_MS / 2
  return noon > came ? Math.min(noon, came + DAY_MS) : came + DAY_MS
}

/**
 * Answers what of an account has waited until its time since that account was looked at last, each once; never what was past it at the start. While
 * what waits is not read, as after a lock, nobody has looked.
 */
export function createReminders<One>(
  keyOf: (one: One) => string,
  atOf: (one: One, firstSeen: number) => number,
): (account: string, waiting: readonly One[] | undefined, now: number) => readonly One[] {
  const seen = new Map<string, number>()
  const told = new Set<string>()
  const before = new Map<string, number>()
  return (account, waiting, now) => {
    if (waiting === undefined) return []
    const since = before.get(account)
    before.set(account, now)
    return waiting.filter((one) => {
      const key = keyOf(one)
      const first = Math.min(seen.get(key) ?? now, now)
      seen.set(key, first)
      const at = atOf(one, first)
      const isDue = since !== undefined && !told.has(key) && at > since && at <= now
      if (isDue) told.add(key)
      return isDue
    })
  }
}

/**
 * What a system notice says. Other people may see it, so hidden amounts stay hidden and titles carry amounts. `account` is
 * the name of the one who is asked, where there are several.
 */
export function noticeText(
  request: SignatureRequest,
  hideAmounts: boolean,
  account: string | null,
  again = false,
): { readonly title: string; readonly body: string } {
  const group = request.group.name
  const title =
    account === null
      ? say('state.your-signature-is-needed', { group, again })
      : say('state.your-signature-is-needed-of', { account, group, again })
  return { title, body: hideAmounts ? say('state.open-coffer-to-see-what-it') : wording(request.title) }
}

type Allowed = 'granted' | 'denied' | 'default' | 'missing'

const noticesAllowed = (): Allowed => (typeof Notification === 'undefined' ? 'missing' : Notification.permission)

/** What was said last: to ask the browser itself takes longer than to draw what is drawn by it. Until it is asked there are none. */
const permission = createStore((): { readonly allowed: Allowed } => ({ allowed: 'missing' }))
const lookAgain = (): void => permission.setState({ allowed: noticesAllowed() })

/** Whether this window may show notices, looked at anew when it is come back to. */
export const useNoticesAllowed = (): Allowed => useStore(permission, ({ allowed }) => allowed)

export const askForNotices = (): Promise<void> => Notification.requestPermission().then(lookAgain)

const TITLE = 'Coffer'
const AGAIN = ' again'

const REMIND_MS = 60_000

/** Kept over a lock, in whose time nothing can be told: what became due meanwhile is told after it. */
const requestReminders = createReminders<News>(
  ({ account, request }) => `${account.account} ${request.requestId}`,
  ({ request }, firstSeen) => remindsAt(request, firstSeen),
)
const needReminders = createReminders<Need & { readonly tag: string; readonly account: string }>(
  ({ tag }) => tag,
  (_need, firstSeen) => firstSeen + DAY_MS,
)

/** Looks again and again at what waits, whatever else changes. */
function useReminding(look: (now: number) => void): void {
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    const timer = setInterval(() => latest.current(Date.now()), REMIND_MS)
    latest.current(Date.now())
    return () => clearInterval(timer)
  }, [])
}

/**
 * Counts what needs the person in the window's title, and tells of new requests where the person has allowed it; once more of one that has
 * waited for long.
 */
export function useRequestWatch(): void {
  const { state } = useWallet()
  const { hideAmounts, notices } = state.preferences
  const several = state.accounts.length > 1
  const needs = useNeeds()
  const news = useRef<ReturnType<typeof createNews>>(null)

  useEffect(() => {
    const total = needs.reduce((sum, { requests }) => sum + (requests?.length ?? 0), 0)
    document.title = total === 0 ? TITLE : `(${total}) ${TITLE}`
    news.current ??= createNews()
    const fresh = news.current(needs)
    for (const one of fresh) if (notices.signature) tell(one, hideAmounts, several)
  }, [needs, hideAmounts, several, notices.signature])

  useReminding((now) => {
    for (const { account, requests } of needs) {
      const waiting = requests?.map((request) => ({ account, request }))
      for (const one of requestReminders(account.account, waiting, now)) {
        if (notices.signature) tell(one, hideAmounts, several, true)
      }
    }
  })

  useEffect(
    () => () => {
      document.title = TITLE
    },
    [],
  )
}

interface Need {
  readonly about: string
  readonly title: string
  readonly body: string
  readonly route: Route
}

/** What of Home a person is told of also where Coffer is not looked at. */
function needOf(item: Attention): Need | null {
  if (item.kind === 'scheduled') {
    const { count, name, others } = item
    const title = say('scheduled.missed-title', { count })
    return {
      about: `scheduled ${count}`,
      title,
      body: say('home.scheduled-of-plan', { name, others }),
      route: SCHEDULED,
    }
  }
  if (item.kind !== 'undecided' && (item.kind !== 'unfinished' || item.plan === undefined)) return null
  const { paymentId } = item
  const title = item.kind === 'unfinished' ? say('scheduled.notice-ready') : say('state.a-payment-needs-you')
  return { about: paymentId, title, body: wording(item.title), route: { name: 'payment', paymentId } }
}

const SCHEDULED: Route = { name: 'scheduled' }

/** Tells of money that came in and of payments that need the person, of every account, where notices are allowed. */
export function useMoneyWatch(): void {
  const { state } = useWallet()
  const { hideAmounts, notices } = state.preferences
  // Who is told of nothing is not asked for either.
  const isTold = useNoticesAllowed() === 'granted'
  // It can also be set in the browser's own window, from where the person comes back; to a lock, too.
  useEffect(() => {
    const callOff = whenPainted(lookAgain)
    addEventListener('focus', lookAgain)
    return () => {
      callOff()
      removeEventListener('focus', lookAgain)
    }
  }, [])
  const accounts = useMemo(
    () => (isTold ? state.accounts.filter((one) => one.stage === 'ready') : []),
    [state.accounts, isTold],
  )
  const groups = useQueries(
    'groups.list',
    accounts.map(({ account }) => ({ account })),
  )
  const purses = useMemo(
    () =>
      pursesOf(
        accounts.map(({ account }) => account),
        groups.map(({ value }) => value),
      ),
    [accounts, groups],
  )
  const lists = useQueries(
    'activity.list',
    purses.map(({ account, holder }) => ({ account, holder, filter: CAME_IN, cursor: null, limit: LATELY })),
  )
  const homes = useQueries(
    'home.read',
    accounts.map(({ account }) => ({ account, holder: null })),
  )
  const arrivals = useRef<ReturnType<typeof createArrivals>>(null)
  const undecided = useRef<ReadonlySet<string> | null>(null)

  useEffect(() => {
    arrivals.current ??= createArrivals()
    for (const [at, { account, holder, group }] of purses.entries()) {
      const rows = lists[at]?.value?.rows
      if (rows === undefined) continue
      for (const row of arrivals.current(holder ?? account, rows)) {
        if (!notices.money) continue
        const route: Route = { name: 'activity', row: row.id }
        notify(arrivalText(row, hideAmounts, group), `${account} ${row.id}`, account, route, { holder })
      }
    }
  }, [purses, lists, hideAmounts, notices.money])
  useSettledWatch(purses, hideAmounts, notices.settled)

  const needingOf = useMemo(
    () =>
      accounts.map(({ account }, at) => ({
        account,
        needs: homes[at]?.value?.attention.flatMap((item) => {
          const need = needOf(item)
          return need === null ? [] : { ...need, account, tag: `${account} ${need.about}` }
        }),
      })),
    [accounts, homes],
  )
  useEffect(() => {
    if (homes.length === 0 || homes.some(({ value }) => value === undefined)) return
    const needing = needingOf.flatMap(({ needs = [] }) => needs)
    const before = undecided.current
    undecided.current = new Set(needing.map(({ tag }) => tag))
    if (before === null || !notices.signature) return
    for (const need of needing.filter(({ tag }) => !before.has(tag))) tellNeed(need, need.tag, hideAmounts)
  }, [homes, needingOf, hideAmounts, notices.signature])

  useReminding((now) => {
    for (const { account, needs } of needingOf) {
      for (const need of needReminders(account, needs, now)) {
        if (notices.signature) tellNeed(need, need.tag + AGAIN, hideAmounts)
      }
    }
  })
}

/** Remembers the payments of each account or group that were on their way, and answers which of them are no more; nothing of what was never read. */
export function createEnded(): (
  whose: string,
  open: readonly Pick<Payment, 'paymentId' | 'signedAt'>[],
) => readonly string[] {
  const known = new Map<string, ReadonlySet<string>>()
  return (whose, open) => {
    const before = known.get(whose) ?? new Set()
    const here = new Set(open.filter(({ signedAt }) => signedAt !== null).map(({ paymentId }) => paymentId))
    known.set(whose, here)
    return [...before].filter((id) => !here.has(id))
  }
}

/** Tells of payments that became final while nobody looked at the window. */
function useSettledWatch(purses: ReturnType<typeof pursesOf>, hideAmounts: boolean, isWanted: boolean): void {
  const lists = useQueries('payments.open', isWanted ? purses.map(({ account, holder }) => ({ account, holder })) : [])
  const ended = useRef<ReturnType<typeof createEnded>>(null)
  useEffect(() => {
    ended.current ??= createEnded()
    for (const [at, { account, holder }] of purses.entries()) {
      const open = lists[at]?.value
      if (open === undefined) continue
      for (const paymentId of ended.current(holder ?? account, open)) {
        if (document.hasFocus()) continue
        void call('payments.read', { account, paymentId }).then(
          (payment) => tellSettled(payment, { account, holder }, hideAmounts),
          () => undefined,
        )
      }
    }
  }, [purses, lists, hideAmounts])
}

function tellSettled(
  { money, title, paymentId }: Payment,
  { account, holder }: { readonly account: string; readonly holder: string | null },
  hides: boolean,
): void {
  if (money !== 'final') return
  const body = hides ? say('state.open-coffer-to-see-what-it') : wording(title)
  const route: Route = { name: 'payment', paymentId }
  notify({ title: say('state.payment-settled'), body }, `${account} ${paymentId} final`, account, route, { holder })
}

function tellNeed({ title, body, account, route }: Need & { readonly account: string }, tag: string, hides: boolean) {
  notify({ title, body: hides ? say('state.open-coffer-to-see-what-it') : body }, tag, account, route)
}

/** As a notice of the system takes it: it has one text to see and to hear, and letters of its own, which need not know a narrow blank. */
const plainly = (text: string): string => spoken(withoutMarks(text))

/** Shows a notice where the person has allowed it; a click opens what it is about, among the money of whom that is. */
export function notify(
  text: { readonly title: string; readonly body: string },
  tag: string,
  account: string,
  route: Route,
  of?: { readonly holder: string | null },
): void {
  if (noticesAllowed() !== 'granted') return
  const notice = new Notification(plainly(text.title), { body: plainly(text.body), tag })
  notice.onclick = () => {
    window.focus()
    if (of !== undefined) selectAccount(account, of.holder)
    else if (selection.getState().account !== account) selectAccount(account)
    go(route)
  }
}

function tell(
  { account: { account, name }, request }: News,
  hideAmounts: boolean,
  several: boolean,
  again = false,
): void {
  const { requestId } = request
  // Two accounts here may both be asked for the same request. In place of the first a second notice would come without a sound.
  const tag = `${account} ${requestId}${again ? AGAIN : ''}`
  notify(noticeText(request, hideAmounts, several ? name : null, again), tag, account, { name: 'request', requestId })
}
