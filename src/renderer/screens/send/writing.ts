import { useEffect, useMemo, useRef, useState } from 'react'
import { useOnceKnown } from '../../lib/hooks.ts'
import { call, reportOf } from '../../state/bridge.ts'
import { type Action, useAction } from '../../state/query.ts'
import { go, markPlace } from '../../state/routes.ts'
import type { Owner, Plan, Report, SendForm } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { caughtUp } from './fiat.ts'
import { fillFromLink, type Saved, useSendForm } from './form.ts'
import { withdrawInput } from './listed.ts'
import { askInput, type Field, lookAtForm, type Obstacle, prepareInput } from './model.ts'
import type { Opened } from './opening.ts'
import type { Known } from './resolver.ts'
import { type SendFacts, useSendFacts } from './send-facts.ts'
import { keepForm, kept } from './store.ts'

/** A payment that is being written: its form, what the wallet knows of it, and the way on. */
export interface Writing {
  readonly owner: Owner
  readonly form: SendForm
  readonly change: (next: (before: SendForm) => SendForm) => void
  readonly saved: Saved
  readonly facts: SendFacts
  /** The plan that is changed, of which this is what it pays from now on. */
  readonly plan: Plan | null
  /** Whether it is made by a phone, which is asked by a code. */
  readonly onPhone: boolean
  readonly noTag: boolean
  readonly setNoTag: (noTag: boolean) => void
  /** Whether the person has tried to go on: then what is missing is marked. */
  readonly tried: boolean
  readonly errorAt: (field: Field) => string | undefined
  readonly pending: boolean
  readonly error: Report | null
  /** Why the coins of an earlier review could not be let go. */
  readonly release: Report | null
  /** Goes on; answers the first obstacle where there is one. */
  readonly next: () => Promise<Obstacle | undefined>
  readonly forgetError: () => void
  /** A new, empty form. */
  readonly startAnew: () => void
  /** An empty form, and no draft of the one before. */
  readonly putAway: () => Promise<void>
}

export function useWriting(opened: Opened): Writing {
  const { owner, account } = useWallet()
  const { form, change, saved, settle, startOver, putAway } = useSendForm(opened, owner)
  // It is said of one place, and not of the next.
  const place = JSON.stringify([form.assetId, form.rows[0]?.to.trim()])
  const [tagless, setTagless] = useState<string | null>(null)
  const noTag = tagless === place
  const [tried, setTried] = useState(false)
  const given = useGiven(opened)
  const known = useSendFacts(form, owner, { noTag, watchOnly: account.kind === 'watch', given })
  const { plan } = opened
  const facts = useMemo(() => (plan === null ? known : unbalanced(known)), [plan, known])
  const release = useRelease(opened.preparedAs, owner.account, startAnew)
  const prepare = useAction('payments.prepare')
  const withdraw = useAction('runs.withdraw')
  const isPreparing = prepare.pending || withdraw.pending
  const ask = useAction('asked.make')
  const onPhone = account.kind === 'watch' && owner.holder === null
  // While it is being prepared its coins are held for it, which is nothing that stands in its own way.
  const before = useRef(facts)
  if (!isPreparing) before.current = facts
  const { quote, context } = facts
  useEffect(() => {
    if (caughtUp(form.rows, context.asset, quote) !== form.rows)
      change((before) => ({ ...before, rows: [...caughtUp(before.rows, context.asset, quote)] }))
  }, [form.rows, context.asset, quote, change])
  useLinks(form.rows[0]?.to.trim() ?? '', facts, given !== null || opened.form.source !== null, change)

  const { isAsking } = known
  const { waiting, wait } = useOnceKnown(form, isAsking, () => void next())
  const latest = useRef(form)
  latest.current = form
  /** The form that is on its way to its review: Enter goes on once, however often it is heard before that is there. */
  const going = useRef<SendForm | null>(null)
  const [settling, setSettling] = useState(false)

  async function next(): Promise<Obstacle | undefined> {
    if (plan !== null || going.current !== null) return undefined
    going.current = form
    try {
      return await goOn()
    } finally {
      if (going.current === form) going.current = null
    }
  }

  async function goOn(): Promise<Obstacle | undefined> {
    const isThere = markPlace()
    // What was written since is another payment than the one that is prepared.
    const isHere = () => isThere() && latest.current === form
    const input = prepareInput(facts.paid, facts.context, owner)
    if (input === null && isAsking) {
      wait()
      return undefined
    }
    if (input === null) {
      setTried(true)
      return facts.look.obstacles[0]
    }
    setSettling(true)
    const draftId = await settle(form)
    setSettling(false)
    // Who has left by now finds the draft.
    if (!isHere()) return undefined
    const code = onPhone ? askInput(facts.paid, facts.context, owner) : null
    if (code !== null) await askPhone(ask, code, owner, draftId)
    else {
      const listed = withdrawInput(facts.paid, facts.context, owner)
      const review = await (listed === null ? prepare.run({ ...input, draftId }) : withdraw.run({ ...listed, draftId }))
      if (review === undefined) return undefined
      const { paymentId } = review
      if (!isHere()) {
        // Who has left or writes on waits for no review: its coins are let go, and the draft is there.
        await call('payments.cancel', { account: owner.account, paymentId }).catch(() => undefined)
        return undefined
      }
      keepForm({ owner, draftId, form, preparedAs: paymentId, from: opened.from })
      go({ name: 'payment', paymentId })
    }
    return undefined
  }

  return {
    ...{ owner, form, change, saved, onPhone, noTag, tried, release, next },
    ...{ facts: before.current, plan },
    setNoTag: (none) => setTagless(none ? place : null),
    pending: settling || isPreparing || ask.pending || waiting,
    error: prepare.error ?? withdraw.error ?? ask.error,
    errorAt: (field) => (tried ? facts.look.obstacles.find((one) => one.field === field)?.text : undefined),
    forgetError: forget,
    ...{ startAnew, putAway },
  }

  function startAnew(): void {
    going.current = null
    startOver()
    setTried(false)
    setTagless(null)
    forget()
  }

  function forget(): void {
    prepare.reset()
    withdraw.reset()
  }
}

/** Money that is not there today may be there when a plan pays. */
const unbalanced = (facts: SendFacts): SendFacts => ({
  ...facts,
  look: lookAtForm(facts.paid, { ...facts.context, balance: undefined, inOne: undefined }),
})

async function askPhone(
  ask: Action<'asked.make'>,
  asking: Parameters<Action<'asked.make'>['run']>[0],
  owner: Owner,
  draftId: string | null,
): Promise<void> {
  const isHere = markPlace()
  const asked = await ask.run(asking)
  if (asked === undefined) return
  // It is kept as what was asked for, which is followed from now on.
  if (draftId !== null) await call('drafts.remove', { ...owner, draftId }).catch(() => undefined)
  if (kept.getState().form?.draftId === draftId) keepForm(null)
  if (isHere()) go({ name: 'asked', requestId: asked.requestId })
}

/**
 * Coming back from the review means writing again: the coins that were set aside are let go. What was signed all the same, although the answer
 * was lost, is written no more: it would be paid a second time.
 */
function useRelease(preparedAs: string | null, account: string, onSigned: () => void): Report | null {
  const [error, setError] = useState<Report | null>(null)
  const signed = useRef(onSigned)
  signed.current = onSigned
  useEffect(() => {
    if (preparedAs === null) return
    call('payments.cancel', { account, paymentId: preparedAs }).catch((caught: unknown) => {
      const report = reportOf(caught)
      if (report.code === 'wallet.payment_state') signed.current()
      else setError(report)
    })
  }, [preparedAs, account])
  return error
}

/** What the first row was resolved to before the form was opened. */
function useGiven({ form, view }: Opened): Known | null {
  return useMemo(
    () => (view === null ? null : { text: form.rows[0]?.to.trim() ?? '', assetId: form.assetId, view }),
    [form, view],
  )
}

/** What links ask for goes into the form once per link; a form that was filled from one has it already, or what was written in its place. */
function useLinks(
  text: string,
  facts: SendFacts,
  isFilled: boolean,
  change: (next: (before: SendForm) => SendForm) => void,
): void {
  const done = useRef<string | null>(isFilled ? text : null)
  const [first] = facts.resolutions
  const view = first?.kind === 'known' ? first.view : null
  useEffect(() => {
    if (done.current === text) return
    // What a link asked for has left the form with its text; it comes back with it.
    done.current = null
    if (view === null) return
    done.current = text
    change((before) => fillFromLink(before, view))
  }, [view, text, change])
}
