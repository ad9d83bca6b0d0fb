import { X } from 'lucide-react'
import { type ReactNode, useContext, useId, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog as AriaDialog, DialogTrigger, OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { useEscape, useFocusBack, useFocusOnOpen } from '../lib/hooks.ts'
import { spoken } from '../lib/spoken.ts'
import { useTyped } from './typed.ts'

export interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children?: ReactNode
  readonly footer?: ReactNode
  readonly width?: string
  /** What makes it an alert, which is answered, not dismissed by a click beside it. Stands first in it, and is heard with its title. */
  readonly alert?: ReactNode
  /** What was typed is there again when it is opened again. */
  readonly keepsTyped?: boolean
}

export function Dialog(props: DialogProps) {
  const { isOpen, onClose, width = 'max-w-lg', alert, keepsTyped = false } = props
  const typed = useTyped(onClose, keepsTyped)
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={alert === undefined}
      isKeyboardDismissDisabled
      shouldCloseOnInteractOutside={() => !typed.isThere()}
      className="fixed inset-0 z-40 flex animate-appear items-start justify-center overflow-y-auto bg-overlay px-4 pt-[11vh] pb-8 low:pt-3 low:pb-3"
    >
      <Modal className={cx('w-full animate-rise rounded-xl bg-raised shadow-overlay', width)}>
        <div className="contents" {...typed.around}>
          <Sheet {...props} leave={typed.leave} isWarned={typed.isWarned} />
        </div>
      </Modal>
    </ModalOverlay>
  )
}

function Sheet(props: DialogProps & { readonly leave: () => void; readonly isWarned: boolean }) {
  const { title, onClose, children, footer, alert } = props
  const says = useId()
  const sheet = useRef<HTMLElement>(null)
  useFocusOnOpen(sheet)
  // What opened it may be gone by what was done in it.
  useFocusBack()
  useEscape(sheet, props.leave)
  return (
    <AriaDialog
      ref={sheet}
      role={alert === undefined ? 'dialog' : 'alertdialog'}
      {...(alert !== undefined && { 'aria-describedby': says })}
      className="relative flex max-h-[78vh] low:max-h-[calc(100vh-1.5rem)] scroll-pt-16 flex-col overflow-y-auto rounded-xl outline-none has-[[data-foot]]:scroll-pb-28 low:scroll-pt-12 low:has-[[data-foot]]:scroll-pb-24"
    >
      <header className="sticky top-0 z-10 flex shrink-0 flex-wrap items-center justify-between gap-x-4 rounded-t-xl bg-raised px-6 pt-5 pb-2.5 low:pt-3 low:pb-1">
        <Heading slot="title" className="min-w-0 flex-1 break-words text-lg font-semibold">
          {heard(title)}
        </Heading>
        {alert === undefined && (
          <Button
            aria-label={say('common.close')}
            onPress={onClose}
            className="-mr-2 grid size-8 shrink-0 place-items-center self-start rounded-md text-ink-3 hover:bg-hover hover:text-ink"
          >
            <X className="size-4" aria-hidden="true" />
          </Button>
        )}
        <TypedWarning isWarned={props.isWarned} className="w-full" />
      </header>
      <div className="flex-1 px-6 pt-0.5 pb-6 low:pb-4">
        {alert !== undefined && (
          <div id={says} className="grid gap-3 text-ink-2 has-[+:not(:empty)]:mb-4">
            {heard(alert)}
          </div>
        )}
        {children}
      </div>
      {footer !== undefined && (
        <footer data-foot className={FOOT}>
          {footer}
        </footer>
      )}
    </AriaDialog>
  )
}

/** Said where Escape would lose what was typed. */
export function TypedWarning(props: { readonly isWarned: boolean; readonly className?: string }) {
  return (
    props.isWarned && (
      <p role="alert" className={cx('text-sm text-warn', props.className)}>
        {say('ui.escape-again')}
      </p>
    )
  )
}

const FOOT =
  'shade-more-below sticky bottom-0 z-10 flex shrink-0 flex-wrap items-center justify-end gap-2 rounded-b-xl border-line border-t bg-raised px-6 py-4 low:py-2.5'

/** The same foot as the last part of a form that is all that a dialog has: its buttons stay in sight, and Enter presses the one that sends it. */
export function DialogFoot({ children }: { readonly children: ReactNode }) {
  return (
    <div data-foot className={cx(FOOT, '-mx-6 mt-2 -mb-6 low:-mb-4')}>
      {children}
    </div>
  )
}

/** A small panel beside the button that opens it. */
export function PopoverPanel(props: {
  readonly trigger: ReactNode
  readonly label: string
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  readonly placement?: 'top start' | 'top end' | 'bottom start' | 'bottom end' | 'right bottom'
  readonly width?: string
}) {
  const id = useId()
  return (
    <DialogTrigger>
      {props.trigger}
      {/* Itself the dialog: what react-aria adds for closing it would stand outside of one within. */}
      <AriaPopover
        placement={props.placement ?? 'bottom start'}
        offset={6}
        aria-labelledby={id}
        className={cx(
          'animate-rise overflow-y-auto rounded-lg bg-raised shadow-overlay outline-none',
          props.width ?? 'w-80',
        )}
      >
        <span id={id} hidden>
          {spoken(props.label)}
        </span>
        <PanelContent>{props.children}</PanelContent>
      </AriaPopover>
    </DialogTrigger>
  )
}

function PanelContent({ children }: { readonly children: ReactNode | ((close: () => void) => ReactNode) }) {
  const state = useContext(OverlayTriggerStateContext)
  return typeof children === 'function' ? children(() => state?.close()) : children
}
