import { createStore } from 'zustand/vanilla'
import { whenLocked } from '../../state/forget-on-lock.ts'
import type { Owner, SendForm } from '../../state/types.ts'

/** The payment that was being written in this window, of one owner's money: leaving the screen loses nothing, locking does. */
export interface Kept {
  readonly owner: Owner
  readonly draftId: string | null
  readonly form: SendForm
  /** The payment that was prepared from it and holds coins; coming back to the form lets them go. */
  readonly preparedAs: string | null
  /** By which way Send was opened for it. */
  readonly from: string
}

export const kept = createStore<{ readonly form: Kept | null }>(() => ({ form: null }))

export function keepForm(form: Kept | null): void {
  kept.setState({ form })
}

/** The form that a payment was prepared from, if it was written in this window. */
export function formOf(paymentId: string): Kept | null {
  const { form } = kept.getState()
  return form?.preparedAs === paymentId ? form : null
}

whenLocked(() => keepForm(null))
