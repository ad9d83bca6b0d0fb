import { type ReactNode, useEffect, useState } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { flushSync } from 'react-dom'
import { heard } from '../lib/heard.tsx'

export interface TooltipProps {
  readonly text: string
  readonly hint?: string | undefined
  /** One focusable element of react-aria. */
  readonly children: ReactNode
  readonly placement?: 'top' | 'right' | 'bottom'
}

export function Tooltip({ text, hint, children, placement = 'top' }: TooltipProps) {
  const [isOpen, setOpen] = useState(false)
  useEscapeFirst(isOpen, setOpen)
  return (
    <TooltipTrigger delay={500} closeDelay={60} isOpen={isOpen} onOpenChange={setOpen}>
      {children}
      <AriaTooltip
        offset={6}
        placement={placement}
        // Gone at once: one that ended its animation first would lie over what has the focus by then.
        className="max-w-72 animate-appear rounded-md bg-ink px-2.5 py-1.5 text-xs text-canvas shadow-overlay data-exiting:hidden"
      >
        {heard(text)}
        {hint !== undefined && <span className="ml-2 opacity-70">{heard(hint)}</span>}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

/**
 * Escape takes away what is said of a button, and then does what it would have done without it: react-aria keeps the key from all else, so that a dialog opened
 * under a pointer at rest, which is told of its Close at once, would need it twice.
 */
function useEscapeFirst(isOpen: boolean, setOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    if (!isOpen) return
    const listen = ({ key }: KeyboardEvent) => {
      // Before react-aria, which listens one step further in, is asked.
      if (key === 'Escape') flushSync(() => setOpen(false))
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [isOpen, setOpen])
}
