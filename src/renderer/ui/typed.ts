import { type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

/** Of a field's text, what is no loss: a passphrase, and what narrows a list, are soon typed again. */
const TYPED = 'textarea,input:not([type=checkbox],[type=radio],[type=file],[type=password],[data-search])'

/**
 * Keeps what a person typed in some part of the screen from being lost by a key or a press that meant something else: a press beside it
 * does nothing, and Escape has to be pressed twice unless it is kept. What was sent off counts no more, if it was not refused.
 */
export function useTyped(close: () => void, isKept = false) {
  const box = useRef<HTMLDivElement>(null)
  const fields = useRef(new Set<Field>())
  const sent = useRef(new WeakSet<Field>())
  const [isWarned, setWarned] = useState(false)

  function note({ target }: SyntheticEvent): void {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (!isField || !target.matches(TYPED)) return
    fields.current.add(target)
    sent.current.delete(target)
    setWarned(false)
  }

  function isThere(): boolean {
    const isRefused = box.current?.querySelector('[role=alert]') !== null
    const isOpen = (field: Field) => isRefused || !sent.current.has(field)
    return [...fields.current].some((field) => field.isConnected && field.value.trim() !== '' && isOpen(field))
  }

  /** By Escape, which says first what it would lose. */
  function leave(): void {
    if (isKept || isWarned || !isThere()) close()
    else setWarned(true)
  }

  return {
    /** What the element around the fields listens by. */
    around: {
      ref: box,
      onInput: note,
      onSubmit({ target }: SyntheticEvent): void {
        for (const field of fields.current)
          if (target instanceof Element && target.contains(field)) sent.current.add(field)
      },
      onKeyDown(event: KeyboardEvent): void {
        // What is open within has heard it first, and an input method takes it for itself.
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        leave()
      },
    },
    ...{ isThere, isWarned, leave },
  }
}
