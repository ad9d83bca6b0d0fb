import { useEffect, useRef } from 'react'
import { subscribe } from './bridge.ts'

/** Changes come several together, and what is read again for them may itself write something down. */
const SETTLE_MS = 500

/**
 * For what stays as it was read: reads it again once money of the account moved, as when another computer spends a coin that is asked about.
 * While it is held, as by a signature under way, nothing is read; it is afterwards.
 */
export function useMoved(account: string, isHeld: boolean, onMoved: () => void): void {
  const read = useRef(onMoved)
  read.current = onMoved
  const held = useRef(isHeld)
  held.current = isHeld
  const moved = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const settle = useRef(() => {
    timer.current = undefined
    if (!moved.current || held.current) return
    moved.current = false
    read.current()
  }).current
  useEffect(() => {
    const leave = subscribe('data.changed', (change) => {
      if (!change.topics.includes('balances') || (change.account !== null && change.account !== account)) return
      moved.current = true
      timer.current ??= setTimeout(settle, SETTLE_MS)
    })
    return () => {
      leave()
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [account, settle])
  useEffect(() => {
    if (!isHeld && timer.current === undefined) settle()
  }, [isHeld, settle])
}
