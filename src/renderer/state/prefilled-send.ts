import { createStore } from 'zustand/vanilla'
import { whenLocked } from './forget-on-lock.ts'
import { go } from './routes.ts'
import type { PayeeView, SendForm } from './types.ts'

/** A Send form that another screen has filled. */
export interface FilledForm {
  readonly form: SendForm
  /** Whom its receiver was just resolved to, if it was. */
  readonly view: PayeeView | null
}

/** A form from a code, a link or an earlier request waits here for Send. */
export const filled = createStore<{ readonly waiting: FilledForm | null; readonly turn: number }>(() => ({
  waiting: null,
  turn: 0,
}))

/** Opens Send with what was filled in. Nothing is sent: the person goes on from there. */
export function goSendFilled(waiting: FilledForm): void {
  const turn = filled.getState().turn + 1
  filled.setState({ waiting, turn })
  go({ name: 'send', filled: turn })
}

/** What was resolved counts for the first look only: whoever comes back to the form later has it asked anew. */
export function forgetView(turn: number): void {
  filled.setState((state) =>
    state.turn === turn && state.waiting !== null ? { waiting: { ...state.waiting, view: null } } : state,
  )
}

whenLocked(() => filled.setState({ waiting: null }))
