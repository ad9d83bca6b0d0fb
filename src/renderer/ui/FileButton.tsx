import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button, type ButtonProps } from './Button.tsx'

/** A button that has the person choose a file; the same one may be chosen again. */
export function FileButton({
  accept,
  onFile,
  ...button
}: Omit<ButtonProps, 'onPress'> & {
  /** Endings and media types of what is offered; all files where none are named. */
  readonly accept?: readonly string[]
  readonly onFile: (file: File) => void | Promise<void>
}) {
  return (
    <FileTrigger
      {...(accept && { acceptedFileTypes: accept })}
      onSelect={(files) => {
        const file = files?.[0]
        if (file !== undefined) void onFile(file)
      }}
    >
      <Button {...button} />
    </FileTrigger>
  )
}
