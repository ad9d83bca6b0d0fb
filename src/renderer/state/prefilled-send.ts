import { createStore } from 'zustand/vanilla'
import { whenLocked } from './forget-on-lock.ts'
import { go } from './routes.ts'
import type { SendForm } from './types.ts'

/** A Send form that another screen has filled: from a code, a link or an earlier request. It waits here for Send. */
export const filled = createStore<{ readonly form: SendForm | null; readonly turn: number }>(() => ({
  form: null,
  turn: 0,
}))

/** Opens Send with what was filled in. Nothing is sent: the person goes on from there. */
export function goSendFilled(form: SendForm): void {
  const turn = filled.getState().turn + 1
  filled.setState({ form, turn })
  go({ name: 'send', filled: turn })
}

whenLocked(() => filled.setState({ form: null }))
