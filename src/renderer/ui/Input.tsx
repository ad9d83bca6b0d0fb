import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, type SyntheticEvent, useState } from 'react'
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { IconButton } from './Button.tsx'
import { CONTROL, Field, type FieldProps } from './Field.tsx'
import { useFitted } from './fitted.ts'

type Native = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'children' | 'className'>
type Outside = Omit<FieldProps, 'children'>

const isComposing = ({ nativeEvent }: SyntheticEvent): boolean =>
  nativeEvent instanceof InputEvent && nativeEvent.isComposing

export interface InputProps extends Native, Outside {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Inside the field at its right end. */
  readonly trailing?: ReactNode
  readonly mono?: boolean
  readonly size?: never
  readonly large?: boolean | undefined
}

/** A one-line text field. Nothing is corrected, completed or spell-checked: names and addresses are not prose. */
export function Input(props: InputProps) {
  const { label, aside, hint, error: said, optional, className, value, onChange, ...others } = props
  const { trailing, mono, large, maxLength, ...rest } = others
  const limit = useFitted({ value, onChange, most: maxLength })
  const error = said === false ? limit.problem : (said ?? limit.problem)
  const outside = { label, aside, hint, error, className, optional }
  return (
    <Field {...(outside as Outside)}>
      {(wires) => (
        <div className="relative">
          <input
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            {...rest}
            {...wires}
            value={value}
            onChange={(event) => limit.change(event.target.value, isComposing(event))}
            onCompositionEnd={(event) => limit.ended(event.currentTarget.value)}
            className={cx(
              CONTROL,
              large === true ? 'h-11 text-lg' : 'h-9',
              mono === true && 'code',
              trailing !== undefined && 'pr-20',
            )}
          />
          {trailing !== undefined && (
            <div className="absolute inset-y-0 right-1 flex items-center gap-1">{trailing}</div>
          )}
        </div>
      )}
    </Field>
  )
}

export interface TextAreaProps
  extends Outside,
    Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'children' | 'className'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly mono?: boolean
}

export function TextArea(props: TextAreaProps) {
  const { label, aside, hint, error: said, optional, className, value, onChange, mono, maxLength, ...rest } = props
  const limit = useFitted({ value, onChange, most: maxLength })
  const error = said === false ? limit.problem : (said ?? limit.problem)
  const outside = { label, aside, hint, error, className, optional }
  return (
    <Field {...(outside as Outside)}>
      {(wires) => (
        <textarea
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...wires}
          value={value}
          onChange={(event) => limit.change(event.target.value, isComposing(event))}
          onCompositionEnd={(event) => limit.ended(event.currentTarget.value)}
          className={cx(CONTROL, 'resize-none py-2', mono === true && 'code')}
        />
      )}
    </Field>
  )
}

/** A passphrase, or another secret (`noun`). Its text lives in the component that asks for it and nowhere else; no browser is invited to keep it. */
export function PassphraseInput({
  noun = say('ui.passphrase'),
  ...props
}: Omit<InputProps, 'type' | 'trailing' | 'mono' | 'autoComplete'> & { readonly noun?: string }) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  return (
    <Input
      {...props}
      className={cx('[&_input]:pr-11', props.className)}
      hint={capsLock ? say('ui.caps-lock-is-on') : props.hint}
      type={shown ? 'text' : 'password'}
      autoComplete="off"
      onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
      trailing={
        <IconButton
          label={shown ? say('ui.hide-secret', { noun }) : say('ui.show-secret', { noun })}
          onPress={() => setShown(!shown)}
        >
          {shown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
        </IconButton>
      }
    />
  )
}
