import { createStore } from 'zustand/vanilla'
import { whenLocked } from '../../app/locked.ts'
import type { SendForm } from '../../app/types.ts'

/** The payment that was being written in this window: leaving the screen loses nothing, locking does. */
export interface Kept {
  readonly account: string
  readonly draftId: string | null
  readonly form: SendForm
}

export const kept = createStore<{ readonly form: Kept | null }>(() => ({ form: null }))

export function keepForm(form: Kept | null): void {
  kept.setState({ form })
}

whenLocked(() => keepForm(null))
