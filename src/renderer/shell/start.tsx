import '../styles.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
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

/** Renders the page's one tree. */
export function start(content: ReactNode): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root')
  replaceShell(root)
  createRoot(root).render(<StrictMode>{content}</StrictMode>)
}
