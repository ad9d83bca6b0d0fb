import { useState } from 'react'
import { say } from '#words'
import { heard } from '../lib/heard.tsx'
import { rich } from '../lib/rich.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Choice.tsx'
import { Form } from '../ui/Form.tsx'
import { DialogFoot } from '../ui/Overlay.tsx'
import { AskedPassphrase, type EnteredPassphrase } from './AskedPassphrase.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'

/** What a dialog asks before something that cannot be taken back: a tick below what it means, and the passphrase where one is set. */
export function SureForm(props: {
  /** What is ticked; null where there is nothing to be sure of. */
  readonly sentence: string | null
  readonly passphrase: EnteredPassphrase
  readonly label: string
  readonly no: string
  readonly yes: string
  readonly pending: boolean
  readonly onClose: () => void
  readonly onSure: () => Promise<void>
}) {
  const { passphrase, sentence } = props
  const { wait } = passphrase
  const [ticked, tick] = useState(false)
  const [tried, setTried] = useState(false)
  const isSure = ticked || sentence === null
  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={() => {
        setTried(true)
        if (passphrase.isReady() && isSure) void props.onSure()
      }}
    >
      <ErrorNotice error={passphrase.failure} />
      {sentence !== null && (
        <Checkbox checked={ticked} onChange={tick}>
          {heard(sentence)}
        </Checkbox>
      )}
      <AskedPassphrase of={passphrase} label={props.label} />
      <DialogFoot>
        {/* A line of its own: beside it the two buttons would stand one below the other. */}
        <span role="status" className="w-full text-sm text-stop empty:hidden">
          {tried && !isSure ? say('shared.tick-the-sentence-first') : ''}
        </span>
        <Button onPress={props.onClose}>{props.no}</Button>
        <Button kind="danger" type="submit" pending={props.pending} isDisabled={wait > 0}>
          {wait > 0 ? rich('shared.wait-s', { wait }) : props.yes}
        </Button>
      </DialogFoot>
    </Form>
  )
}
