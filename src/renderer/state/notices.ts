import { useEffect, useMemo, useRef } from 'react'
import { say, wording } from '#words'
import { useQueries } from './query.ts'
import { go } from './routes.ts'
import type { Account, SignatureRequest } from './types.ts'
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
        requests: answers[at]?.value?.filter((one) => one.tab === 'needs_you'),
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

/**
 * What a system notice says. Other people may see it, so hidden amounts stay hidden and titles carry amounts. `account` is
 * the name of the one who is asked, where there are several.
 */
export function noticeText(
  request: SignatureRequest,
  hideAmounts: boolean,
  account: string | null,
): { readonly title: string; readonly body: string } {
  const title =
    account === null
      ? say('state.your-signature-is-needed', { group: request.group.name })
      : say('state.your-signature-is-needed-of', { account, group: request.group.name })
  return { title, body: hideAmounts ? say('state.open-coffer-to-see-what-it') : wording(request.title) }
}

export function noticesAllowed(): 'granted' | 'denied' | 'default' | 'missing' {
  return typeof Notification === 'undefined' ? 'missing' : Notification.permission
}

const TITLE = 'Coffer'

/** Counts what needs the person in the window's title, and tells of new requests where the person has allowed it. */
export function useRequestWatch(): void {
  const { state } = useWallet()
  const { hideAmounts } = state.preferences
  const several = state.accounts.length > 1
  const needs = useNeeds()
  const news = useRef<ReturnType<typeof createNews>>(null)

  useEffect(() => {
    const total = needs.reduce((sum, { requests }) => sum + (requests?.length ?? 0), 0)
    document.title = total === 0 ? TITLE : `(${total}) ${TITLE}`
    news.current ??= createNews()
    const fresh = news.current(needs)
    if (noticesAllowed() !== 'granted') return
    for (const one of fresh) tell(one, hideAmounts, several)
  }, [needs, hideAmounts, several])

  useEffect(
    () => () => {
      document.title = TITLE
    },
    [],
  )
}

function tell({ account: { account, name }, request }: News, hideAmounts: boolean, several: boolean): void {
  const { title, body } = noticeText(request, hideAmounts, several ? name : null)
  // Two accounts here may both be asked for the same request.
  const notice = new Notification(title, { body, tag: `${account} ${request.requestId}` })
  notice.onclick = () => {
    window.focus()
    if (selection.getState().account !== account) selectAccount(account)
    go({ name: 'request', requestId: request.requestId })
  }
}
