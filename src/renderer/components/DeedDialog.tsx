import type { ReactNode } from 'react'
import { say } from '#words'
import { heard } from '../lib/heard.tsx'
import type { Report } from '../state/types.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { Dialog } from '../ui/Overlay.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'

interface Deed {
  readonly label: string
  readonly onPress: () => void
  readonly pending?: boolean
  readonly isDisabled?: boolean
  readonly kind?: 'primary' | 'danger'
  readonly icon?: ReactNode
}

/** A dialog that ends in one deed or in none, with what kept the deed from being done below what it asks. */
export function DeedDialog(props: {
  readonly title: string
  readonly onClose: () => void
  readonly children?: ReactNode
  /** Undefined while there is nothing to do yet. */
  readonly deed: Deed | undefined
  /** What leaves all as it is; "Cancel" where nothing else is said. */
  readonly back?: string
  /** At the other end of the foot. */
  readonly aside?: ReactNode
  readonly error?: Report | null
  /** Whether it asks by fields, in which Enter does the deed as well. */
  readonly isForm?: boolean
  readonly alert?: ReactNode
  readonly width?: string
}) {
  const { onClose, children, deed, error = null, width = 'max-w-lg' } = props
  return (
    <Dialog
      title={props.title}
      isOpen
      alert={props.alert}
      onClose={onClose}
      width={width}
      footer={
        <>
          {heard(props.aside)}
          <Button onPress={onClose}>{props.back ?? say('common.cancel')}</Button>
          {deed !== undefined && (
            <Button
              kind={deed.kind ?? 'primary'}
              icon={deed.icon}
              pending={deed.pending ?? false}
              isDisabled={deed.isDisabled ?? false}
              onPress={deed.onPress}
            >
              {heard(deed.label)}
            </Button>
          )}
        </>
      }
    >
      {props.isForm === true ? (
        <Form
          className="grid gap-4"
          onSubmit={() => {
            if (deed?.isDisabled !== true && deed?.pending !== true) deed?.onPress()
          }}
        >
          {children}
          <button type="submit" hidden>
            {heard(deed?.label)}
          </button>
        </Form>
      ) : (
        children
      )}
      <ErrorNotice error={error} {...(props.children !== undefined && { className: 'mt-4' })} />
    </Dialog>
  )
}
