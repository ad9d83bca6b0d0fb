import { useEffect, useRef } from 'react'
import { useQuery } from './query.ts'
import { go } from './routes.ts'
import type { SignatureRequest } from './types.ts'
import { useWallet } from './wallet.tsx'

/** Requests that need a signature now and did not when they were last looked at. */
export function newlyNeeded(
  before: ReadonlySet<string> | null,
  requests: readonly SignatureRequest[],
): readonly SignatureRequest[] {
  if (before === null) return []
  return requests.filter((one) => one.tab === 'needs_you' && !before.has(one.requestId))
}

/** What a system notice says. Other people may see it, so hidden amounts stay hidden and titles carry amounts. */
export function noticeText(
  request: SignatureRequest,
  hideAmounts: boolean,
): { readonly title: string; readonly body: string } {
  const title = `${request.group.name}: your signature is needed`
  return { title, body: hideAmounts ? 'Open Coffer to see what it is about.' : request.title }
}

export function noticesAllowed(): 'granted' | 'denied' | 'default' | 'missing' {
  return typeof Notification === 'undefined' ? 'missing' : Notification.permission
}

const TITLE = 'Coffer'

/** Counts what needs the person in the window's title, and tells of new requests where the person has allowed it. */
export function useRequestWatch(): void {
  const { account, state } = useWallet()
  const { hideAmounts } = state.preferences
  const requests = useQuery('approvals.list', { account: account.account, holder: null }).value
  const known = useRef<{ readonly account: string; readonly ids: ReadonlySet<string> } | null>(null)

  useEffect(() => {
    if (requests === undefined) return
    const needed = requests.filter((one) => one.tab === 'needs_you')
    document.title = needed.length === 0 ? TITLE : `(${needed.length}) ${TITLE}`
    const before = known.current?.account === account.account ? known.current.ids : null
    known.current = { account: account.account, ids: new Set(needed.map((one) => one.requestId)) }
    if (noticesAllowed() !== 'granted') return
    for (const request of newlyNeeded(before, requests)) {
      const { title, body } = noticeText(request, hideAmounts)
      const notice = new Notification(title, { body, tag: request.requestId })
      notice.onclick = () => {
        window.focus()
        go({ name: 'request', requestId: request.requestId })
      }
    }
  }, [requests, account.account, hideAmounts])

  useEffect(
    () => () => {
      document.title = TITLE
    },
    [],
  )
}
