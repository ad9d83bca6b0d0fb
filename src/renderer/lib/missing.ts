/*
 * Enter or a button that cannot do what it says yet leads to what is missing, which may be far above it. Who moved the focus
 * meanwhile, or a form that did so itself, is left alone.
 */

/** A field that is wrong, or a question about what it says. */
const MISSING = '[aria-invalid=true]:not(:disabled),[data-asks]'

/** After a form was sent: to the first that is wrong or asked there, once that is drawn. */
export function toWrongField(form: HTMLFormElement, before: Element | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== before) return
    const field = form.querySelector<HTMLElement>(MISSING)
    field?.focus()
    // What had the focus already scrolls nowhere by that, and what is wrong with it is told below it.
    if (field != null) showLines(field)
  })
}

/** Brings what is said below a field in sight, also above a foot; where not all of it has room, what is said first. */
export function showLines(field: Element): void {
  for (const id of (field.getAttribute('aria-describedby') ?? '').split(' ').reverse())
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
}

/** Before a signature: to the first sentence that is not ticked, or else to the passphrase in the foot; a note may be written further up. */
export function toMissing(): void {
  const main = document.getElementById('main')
  const box = main?.querySelector<HTMLElement>('input[type=checkbox]:not(:checked)')
  const field = box ?? main?.querySelector<HTMLElement>('footer input')
  field?.focus()
  box?.closest('label')?.scrollIntoView({ block: 'center' })
}
