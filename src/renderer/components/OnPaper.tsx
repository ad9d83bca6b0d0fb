import { FileDown, Printer } from 'lucide-react'
import { type ReactNode, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { say } from '#words'
import { useAction } from '../state/query.ts'
import { useWallet } from '../state/wallet.tsx'
import { Button } from '../ui/Button.tsx'
import { Mark } from '../ui/Mark.tsx'

/** What fits in the margin of a sheet. */
const NAME_MOST = 110

/** A text as a style sheet writes one. */
function quoted(text: string): string {
  const short = text.length > NAME_MOST ? `${text.slice(0, NAME_MOST - 1)}…` : text
  return `"${short.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&')}"`
}

/** Printed alone, from a place that no scrolling part cuts off. `name` stands on top of each sheet: sheets come apart. */
export function OnPaper({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--paper-name', quoted(name))
    return () => void style.removeProperty('--paper-name')
  }, [name])
  return createPortal(
    <div data-print className="hidden text-ink print:block">
      {children}
    </div>,
    document.body,
  )
}

/** Who printed it, and that it is no money where that is so. */
export function PaperHead({ isPlayMoney }: { readonly isPlayMoney: boolean }) {
  return (
    <header className="mb-10 flex items-start justify-between gap-4">
      <span className="flex items-center gap-3 font-semibold text-lg">
        <Mark className="size-8" />
        Coffer
      </span>
      {isPlayMoney && (
        <span className="rounded-md border border-warn px-2.5 py-0.5 font-semibold text-warn text-xs">
          {say('statement.play-money')}
        </span>
      )}
    </header>
  )
}

/** A fact on paper: its name at the left. */
export function PaperLine({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex break-inside-avoid gap-4 border-line border-b py-2">
      <dt className="w-32 shrink-0 text-ink-2">{name}</dt>
      <dd className="min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

/** What is on paper now, printed or as a PDF: a browser's own print makes both, elsewhere the program writes the file. */
export function usePaper(fileName: string) {
  const { host } = useWallet().state
  const save = useAction('app.savePdf')
  return {
    hasPdf: host === 'electron',
    error: save.error,
    clear: save.reset,
    pending: save.pending,
    print: (): void => window.print(),
    save: (): void => (host === 'electron' ? void save.run({ fileName }) : window.print()),
  }
}

export function PaperButtons(props: {
  readonly paper: ReturnType<typeof usePaper>
  readonly isDisabled?: boolean
  readonly isPrimary?: boolean
  /** Smaller among what belongs to a card than in the head of a screen. */
  readonly size?: 'sm' | 'md'
}) {
  const { paper, isDisabled = false, size = 'md' } = props
  return (
    <>
      {paper.hasPdf && (
        <Button size={size} icon={<Printer className="size-4" />} isDisabled={isDisabled} onPress={paper.print}>
          {say('shared.print')}
        </Button>
      )}
      <Button
        kind={props.isPrimary === true ? 'primary' : 'secondary'}
        size={size}
        icon={paper.hasPdf ? <FileDown className="size-4" /> : <Printer className="size-4" />}
        isDisabled={isDisabled}
        pending={paper.pending}
        onPress={paper.save}
      >
        {paper.hasPdf ? say('shared.save-as-pdf') : say('statement.print-or-save-as-pdf')}
      </Button>
    </>
  )
}
