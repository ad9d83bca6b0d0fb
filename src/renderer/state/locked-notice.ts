import { useEffect } from 'react'
import { say, withoutMarks } from '#words'
import type { AppState } from './types.ts'

/** Each new thing is told of once, also where the lock screen is drawn anew. */
let told: string | null = null

/**
 * Says in a notice of the system, where it is allowed, that something new came while it is locked, and nothing else of it. A host that has
 * windows of its own does so itself, also while they are closed.
 */
export function useLockedNotice({ host, newsAt }: Pick<AppState, 'host' | 'newsAt'>): void {
  useEffect(() => {
    if (host !== 'browser' || newsAt === null || newsAt === told) return
    told = newsAt
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
    const notice = new Notification('Coffer', { body: withoutMarks(say('lock.something-new')), tag: 'locked' })
    notice.onclick = () => window.focus()
    return () => notice.close()
  }, [host, newsAt])
}
