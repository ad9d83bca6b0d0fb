import { createStore } from 'zustand/vanilla'
import type { WireAnswer } from '#contract/ipc'
import { say } from '#words'
import { whenLocked } from './forget-on-lock.ts'
import { go } from './routes.ts'
import { EMPTY_FORM } from './send-form.ts'
import type { PayeeView, Plan, SendForm } from './types.ts'
import { type Selection, selection } from './wallet.tsx'

/** A Send form that another screen has filled. */
export interface FilledForm {
  readonly form: SendForm
  /** Whom its receiver was just resolved to, if it was. */
  readonly view: PayeeView | null
  /** A plan that is changed there, whose payment the form then is. */
  readonly plan?: Plan
}

/** A form from a code, a link or an earlier request waits here for Send. */
export const filled = createStore<{
  readonly waiting: FilledForm | null
  readonly turn: number
  /** Whose money was shown when it was filled, which is what it is about. */
  readonly whose: Selection | null
}>(() => ({ waiting: null, turn: 0, whose: null }))

/** What a turn has filled, while the same money is shown: no way back leads with it to another account's. */
export function filledAs(turn: number): FilledForm | null {
  const { waiting, whose, turn: last } = filled.getState()
  const { account, holder } = selection.getState()
  return turn === last && whose?.account === account && whose.holder === holder ? waiting : null
}

/** Opens Send with what was filled in. Nothing is sent: the person goes on from there. */
export function goSendFilled(waiting: FilledForm): void {
  const turn = filled.getState().turn + 1
  filled.setState({ waiting, turn, whose: selection.getState() })
  go({ name: 'send', filled: turn })
}

/** Opens Send with what a plan pays, to be changed from now on. */
export const goChangePlan = (plan: Plan): void => goSendFilled({ form: EMPTY_FORM, view: null, plan })

/** Takes what a request asked for into Send, or leads to the list or plan that asked for it: paid by the form, neither would know. */
export function goWriteAgain({ form, run, plan }: Omit<WireAnswer<'approvals.again'>, 'holder'>): void {
  if (run !== null) go({ name: 'runs', runId: run })
  else if (plan !== null) go({ name: 'scheduled', planId: plan })
  else goSendFilled({ form: { ...form, source: say('send.an-earlier-request') }, view: null })
}

/** What was resolved counts for the first look only: whoever comes back to the form later has it asked anew. */
export function forgetView(turn: number): void {
  filled.setState((state) =>
    state.turn === turn && state.waiting !== null ? { waiting: { ...state.waiting, view: null } } : state,
  )
}

whenLocked(() => filled.setState({ waiting: null }))
