import { useEffect, useMemo, useRef } from 'react'
import { subscribe } from './bridge.ts'
import type { Change } from './change.ts'

/** Changes come several together. */
const SETTLE_MS = 500
/** Reading asks the service, and may itself write something down. */
const REST_MS = 2_000

/** What may make of a payment that waits to be agreed to another one: its coins, and what is known of whom it pays. */
const isOfReview = ({ topics }: Change): boolean => topics.includes('balances') || topics.includes('contacts')

/** Reads what stays as it was read again once that of its account has changed; see `useMoved`. */
export function createMoved(account: string, read: () => void) {
  let [moved, held] = [false, false]
  let timer: ReturnType<typeof setTimeout> | undefined

  function settle(): void {
    timer = undefined
    if (!moved || held) return
    moved = false
    timer = setTimeout(settle, REST_MS)
    read()
  }

  return {
    heard(change: Change): void {
      if (!isOfReview(change) || (change.account !== null && change.account !== account)) return
      moved = true
      timer ??= setTimeout(settle, SETTLE_MS)
    },
    hold(isHeld: boolean): void {
      held = isHeld
      if (!held && timer === undefined) settle()
    },
    end(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/**
 * For what stays as it was read: reads it again once money of the account moved, as when another computer spends a coin that is asked about, or whom it
 * pays is known otherwise. While it is held, as by a signature under way or by being read, nothing is read; it is afterwards.
 */
export function useMoved(account: string, isHeld: boolean, onMoved: () => void): void {
  const read = useRef(onMoved)
  read.current = onMoved
  const moved = useMemo(() => createMoved(account, () => read.current()), [account])
  useEffect(() => {
    const leave = subscribe('data.changed', moved.heard)
    return () => {
      leave()
      moved.end()
    }
  }, [moved])
  useEffect(() => moved.hold(isHeld), [moved, isHeld])
}
