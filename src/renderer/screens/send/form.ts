import { useCallback, useEffect, useRef, useState } from 'react'
import { say } from '#words'
import { writtenMemo } from '../../lib/memo.ts'
import { call } from '../../state/bridge.ts'
import { EMPTY_FORM, underTrace } from '../../state/send-form.ts'
import type { Owner, PayeeView, SendForm } from '../../state/types.ts'
import { inCoin } from './fiat.ts'
import { isWorthKeeping } from './model.ts'
import type { Opened } from './opening.ts'
import { keepForm, kept } from './store.ts'

const SAVE_MS = 700

export type Saved = 'nothing' | 'saving' | 'saved' | 'failed'

/** What the form becomes when a link asks for something: asset and amount are the link's, memo and tag only where none was written. */
export function fillFromLink(form: SendForm, view: PayeeView): SendForm {
  const { asked, payee } = view
  const asksNothing = asked.assetId === null && asked.amount === null && asked.memo === null && asked.trace === null
  const tag = form.tag === '' && payee?.kind === 'chain' ? payee.tag : form.tag
  if (asksNothing) return tag === form.tag ? form : { ...form, tag }
  return {
    ...form,
    assetId: asked.assetId ?? form.assetId,
    rows: form.rows.map((row, at) => (at === 0 && asked.amount !== null ? inCoin(row, asked.amount) : row)),
    tag,
    ...(form.memo === '' ? writtenMemo(asked.memo, asked.memoHex ?? '') : {}),
    ...underTrace(asked),
    references: asked.references,
    returnTo: asked.returnTo,
    source: say('send.a-payment-link'),
  }
}

/** The form that comes next. A tag, and the trace, references and return of a link, belong to the recipient that they came with and to no other. */
export const toWhom = (before: SendForm, next: SendForm): SendForm =>
  next.rows[0]?.to === before.rows[0]?.to
    ? next
    : { ...next, tag: '', trace: null, references: [], returnTo: null, source: null }

/** The form that is being filled, kept in the window at once and in the wallet as a draft when typing pauses. */
export function useSendForm(opened: Opened, owner: Owner) {
  const [form, setForm] = useState<SendForm>(opened.form)
  const [saved, setSaved] = useState<Saved>(opened.draftId === null ? 'nothing' : 'saved')
  /** Which draft it is; a form that is begun anew is another one, whatever is still being saved of the one before. */
  const draft = useRef({ id: opened.draftId })
  const { from } = opened
  const touched = useRef(false)
  /** What was typed since the last save. */
  const unsaved = useRef<SendForm | null>(null)
  /** Saves come one after the other, so that a first save makes one draft and not two. */
  const line = useRef<Promise<void>>(Promise.resolve())

  const change = useCallback((next: (before: SendForm) => SendForm) => {
    touched.current = true
    setForm((before) => toWhom(before, next(before)))
  }, [])

  const store = useCallback(
    (toStore: SendForm) => {
      const of = draft.current
      unsaved.current = null
      line.current = line.current.then(async () => {
        // Of what was typed since, nothing is saved yet.
        const tell = (told: Saved) => of === draft.current && unsaved.current === null && setSaved(told)
        try {
          if (isWorthKeeping(toStore)) {
            of.id = (await call('drafts.save', { ...owner, draftId: of.id, form: toStore })).draftId
            tell('saved')
          } else if (of.id !== null) {
            const gone = of.id
            of.id = null
            await call('drafts.remove', { ...owner, draftId: gone })
            tell('nothing')
          }
        } catch {
          tell('failed')
        }
        // Locked, prepared, typed on or begun anew meanwhile: then the window keeps something else, or nothing.
        const now = kept.getState().form
        if (now?.preparedAs === null && now.form === toStore) {
          keepForm({ owner, draftId: of.id, form: toStore, preparedAs: null, from })
        }
      })
      return line.current
    },
    [owner, from],
  )
  const saveRest = useCallback(() => {
    if (unsaved.current !== null) void store(unsaved.current)
  }, [store])
  useEffect(() => {
    window.addEventListener('pagehide', saveRest)
    return () => {
      window.removeEventListener('pagehide', saveRest)
      saveRest()
    }
  }, [saveRest])

  const isPlan = opened.plan !== null
  useEffect(() => {
    // What a plan pays is no payment that was begun.
    if (isPlan) return
    keepForm({ owner, draftId: draft.current.id, form, preparedAs: null, from })
    if (!touched.current) return
    unsaved.current = form
    setSaved('saving')
    const timer = setTimeout(() => void store(form), SAVE_MS)
    return () => clearTimeout(timer)
  }, [form, owner, from, store, isPlan])

  /** Saves what is there now and answers with its draft: a payment names the draft that it ends. */
  const settle = useCallback(
    async (toStore: SendForm): Promise<string | null> => {
      const of = draft.current
      await store(toStore)
      return of.id
    },
    [store],
  )

  /** A new, empty form. The one before stays among the drafts. */
  const startOver = useCallback(() => {
    saveRest()
    draft.current = { id: null }
    touched.current = false
    setSaved('nothing')
    setForm(EMPTY_FORM)
  }, [saveRest])

  /** The same after this one has become something else: a draft that stayed would be paid a second time. */
  const putAway = useCallback((): Promise<void> => {
    touched.current = false
    setForm(EMPTY_FORM)
    return store(EMPTY_FORM)
  }, [store])

  return { form, change, saved, settle, startOver, putAway }
}
