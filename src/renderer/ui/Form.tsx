import type { ComponentProps, KeyboardEvent } from 'react'
import { toWrongField } from '../lib/missing.ts'

/** What Enter sends as well as its button, and Ctrl Enter from a box of several lines; nothing of it leaves the page by itself. */
export function Form({
  onSubmit,
  onKeyDown,
  ...rest
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { readonly onSubmit: () => void }) {
  return (
    <form
      {...rest}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (event.defaultPrevented || !isSending(event) || !(event.target instanceof HTMLTextAreaElement)) return
        event.preventDefault()
        // As Enter does: by the button, which may not be ready.
        event.currentTarget.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const before = document.activeElement
        onSubmit()
        toWrongField(form, before)
      }}
    />
  )
}

const isSending = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === 'Enter' && (ctrlKey || metaKey)

/** Hears Ctrl Enter, or Cmd Enter on a Mac: what Enter is where that begins a new line. */
export const onSending = (send: () => void) => (event: KeyboardEvent) => {
  if (!isSending(event)) return
  event.preventDefault()
  send()
}
