import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { call } from '../../state/bridge.ts'
import { whenLocked } from '../../state/forget-on-lock.ts'

interface Kept {
  readonly form: unknown
  /** Of the payment that was prepared from it last. */
  readonly paymentId: string | null
}

const kept = createStore<ReadonlyMap<string, Kept>>(() => new Map())
const put = (key: string, one: Kept): void => kept.setState(new Map(kept.getState()).set(key, one), true)

function forget(key: string): void {
  kept.setState(new Map([...kept.getState()].filter(([other]) => other !== key)), true)
}

whenLocked(() => kept.setState(new Map(), true))

/**
 * What is typed to make something, kept while its review or another screen is looked at: until its payment is signed, it is
 * given up, or the wallet is locked.
 */
export function useKeptForm<Form>(account: string, what: string, empty: Form) {
  const key = `${account} ${what}`
  const entry = useStore(kept, (all) => all.get(key))
  const paymentId = entry?.paymentId ?? null
  useEffect(() => {
    if (paymentId === null) return
    call('payments.read', { account, paymentId }).then(
      ({ signedAt }) => signedAt !== null && kept.getState().get(key)?.paymentId === paymentId && forget(key),
      () => undefined,
    )
  }, [account, key, paymentId])
  // What lies under a key was put there by the lines below; a file is read for a while, so that they start from what is there.
  const now = (): Form => (kept.getState().get(key)?.form as Form | undefined) ?? empty
  return {
    form: (entry?.form as Form | undefined) ?? empty,
    change: (over: Partial<Form>) => put(key, { form: { ...now(), ...over }, paymentId }),
    prepared: (id: string) => put(key, { form: now(), paymentId: id }),
    forget: () => forget(key),
  }
}
