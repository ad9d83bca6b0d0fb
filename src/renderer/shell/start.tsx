import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/** Renders the page's one tree. */
export function start(content: ReactNode): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root')
  createRoot(root).render(<StrictMode>{content}</StrictMode>)
}
