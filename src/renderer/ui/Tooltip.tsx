import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

export interface TooltipProps {
  readonly text: string
  readonly hint?: string | undefined
  /** One focusable element of react-aria. */
  readonly children: ReactNode
  readonly placement?: 'top' | 'right' | 'bottom'
}

export function Tooltip({ text, hint, children, placement = 'top' }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={60}>
      {children}
      <AriaTooltip
        offset={6}
        placement={placement}
        className="max-w-72 animate-appear rounded-md bg-ink px-2.5 py-1.5 text-xs text-canvas shadow-overlay"
      >
        {text}
        {hint !== undefined && <span className="ml-2 opacity-70">{hint}</span>}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
