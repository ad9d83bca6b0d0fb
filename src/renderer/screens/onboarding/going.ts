import { useEffect, useRef, useState } from 'react'
import { call, reportOf } from '../../state/bridge.ts'
import type { Account, Report } from '../../state/types.ts'
import { begin, type Entered, type StepsProps } from './entered.ts'
import { resumeStep, type Step, stepsOf } from './model.ts'
import { takeIn } from './taking.ts'

type Change = Partial<Entered>

/** What a step sees of the way it is on, and what it may do. */
export interface Going {
  readonly entered: Entered
  readonly steps: readonly Step[]
  /** What every step shows of the calls that it made. */
  readonly shared: { readonly pending: boolean; readonly error: Report | null }
  readonly move: (change: Change) => void
  /** Runs calls, unless others are under way; where they fail, `mend` says what the person meets then: the step whose input was refused. */
  readonly attempt: (run: () => Promise<Change>, mend?: () => Change | Promise<Change>) => Promise<void>
  /** Goes on from the last entry: to the passphrase, or to what the wallet does with what was entered. */
  readonly leaveEntry: (change: Change) => void
}

export function useGoing(props: StepsProps): Going {
  const { state, resume, onBegun, onBack } = props
  const [entered, setEntered] = useState<Entered>(() => begin(props))
  useEffect(onBegun, [onBegun])
  // The list of steps must not change under the person's feet once the passphrase is set.
  const [vault] = useState(() => ({ ...state.vault }))
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<Report | null>(null)
  // Unlike what is drawn this is true at once, before a key that is held down is heard again.
  const busy = useRef(false)

  const { way, restored, unregistered } = entered
  useGone(entered.account, state.accounts, onBack)
  const several = entered.several ? { several: { stage: entered.setUp } } : {}
  const steps = stepsOf({ way, vault, stage: resume?.stage ?? null, restored, unregistered, ...several })

  function move(change: Change): void {
    setError(null)
    setEntered((before) => ({ ...before, ...change }))
  }

  async function attempt(run: () => Promise<Change>, mend?: () => Change | Promise<Change>): Promise<void> {
    if (busy.current) return
    busy.current = true
    setPending(true)
    setError(null)
    try {
      const change = await run()
      setEntered((before) => ({ ...before, ...change }))
    } catch (caught) {
      const change = await Promise.resolve(mend?.() ?? {}).catch(() => ({}))
      // Together with what is asked for instead: whoever reads the error first would begin to fill in what goes away.
      setError(reportOf(caught))
      setEntered((before) => ({ ...before, ...change }))
    } finally {
      busy.current = false
      setPending(false)
    }
  }

  function leaveEntry(change: Change): void {
    const next = { ...entered, ...change }
    setError(null)
    if (!state.vault.passphrase) {
      const { way, phrase } = next
      // Words that open nothing are told of where they stand, before a passphrase is thought up for them.
      if (way !== 'recover') setEntered({ ...next, step: 'passphrase' })
      else
        void attempt(async () => {
          await call('accounts.askPhrase', { phrase })
          return { ...change, step: 'passphrase' }
        })
      return
    }
    setEntered(next)
    void attempt(() => takeIn(next))
  }

  return { entered, steps, shared: { pending, error }, move, attempt, leaveEntry }
}

/** Leaves when the account was removed here or elsewhere; one of several that is only put aside is not. */
function useGone(account: Account | null, accounts: readonly Account[], onBack: () => void): void {
  const id = account?.account
  const isHere = id !== undefined && accounts.some((one) => one.account === id)
  const wasHere = useRef(false)
  useEffect(() => {
    if (id !== undefined && !isHere && wasHere.current) onBack()
    wasHere.current = isHere
  }, [id, isHere, onBack])
}

/** One of several accounts is set up, as it was when they came in. */
export const settingUp = (account: Account): Change => ({
  ...{ account, setUp: account.stage, restored: null, unregistered: false, step: resumeStep(account.stage) },
})

export const TO_RESULTS: Change = { account: null, setUp: null, step: 'results' }

/** The account as the wallet has it now. */
export const known = async (id: string): Promise<Account | undefined> =>
  (await call('app.state', null)).accounts.find(({ account }) => account === id)

export const accountId = (entered: Entered): string => entered.account?.account ?? ''
