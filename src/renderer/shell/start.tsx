import '../styles.css'
import { type ReactNode, StrictMode, useInsertionEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { NotRead } from '../lib/lazy.tsx'
import { pageFrame } from '../lib/page-frame.ts'

/** Takes the frame away that stood until now, before the frame in which the first screen stands is painted. */
function replaceShell(root: HTMLElement): void {
  const shell = pageFrame()
  if (shell === null) return
  const watch = new MutationObserver(() => {
    if (root.childElementCount === 0) return
    watch.disconnect()
    shell.remove()
  })
  watch.observe(root, { childList: true })
}

/** The styles of all screens, until the first one stands: applied before, they would have the page's frame drawn once more, as it was. */
const heldStyles = (): HTMLLinkElement | null =>
  document.querySelector<HTMLLinkElement>('link[rel=stylesheet][media="not all"]')

/**
 * Waits until they are read, where the page holds them. A reading that failed before somebody listened says so to nobody, and one that is under way
 * looks the same: they are asked for once more, which the engine answers from the first reading if that succeeds.
 */
export function stylesRead(): Promise<void> {
  const held = heldStyles()
  if (held === null || held.sheet !== null) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const again = document.createElement('link')
    for (const { name, value } of held.attributes) again.setAttribute(name, value)
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => reject(new NotRead('the styles of the page were not read')))
    held.after(again)
    held.remove()
  })
}

/** Applies them in the step in which the first screen comes into the page, before anything measures it. */
function Styled({ children }: { readonly children: ReactNode }) {
  useInsertionEffect(() => heldStyles()?.removeAttribute('media'), [])
  return children
}

/** Renders the page's one tree. */
export function start(content: ReactNode): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root')
  replaceShell(root)
  createRoot(root).render(
    <StrictMode>
      <Styled>{content}</Styled>
    </StrictMode>,
  )
}
