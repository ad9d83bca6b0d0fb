import { say } from '#words'
import { Input, TextArea } from '../../ui/Input.tsx'

export interface Fields {
  readonly alias: string
  readonly phone: string
  readonly note: string
}

/** What is one's own about a contact: alias and phone are kept by the service, the note stays on this computer. */
export function ContactFields(props: {
  readonly fields: Fields
  readonly onChange: (fields: Fields) => void
  /** The name that stays when no other is given. */
  readonly name: string
  /** The dialog is about nothing else. */
  readonly autoFocus?: boolean
}) {
  const { fields, onChange } = props
  return (
    <div className="grid gap-4">
      <Input
        label={say('contacts.name')}
        optional
        autoFocus={props.autoFocus === true}
        maxLength={128}
        value={fields.alias}
        placeholder={props.name}
        onChange={(alias) => onChange({ ...fields, alias })}
        hint={say('contacts.what-you-call-them-only-you')}
      />
      <Input
        label={say('contacts.phone')}
        optional
        maxLength={32}
        inputMode="tel"
        value={fields.phone}
        onChange={(phone) => onChange({ ...fields, phone })}
      />
      <TextArea
        label={say('contacts.note')}
        optional
        rows={2}
        maxLength={4000}
        value={fields.note}
        onChange={(note) => onChange({ ...fields, note })}
        hint={say('contacts.stays-on-this-computer')}
      />
    </div>
  )
}
