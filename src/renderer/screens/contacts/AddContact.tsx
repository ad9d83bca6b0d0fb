import { useEffect, useRef, useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { numberBeside, userName } from '../../components/group.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { UserCard } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { ContactFields, type Fields } from './ContactFields.tsx'
import { Marks } from './marks.tsx'

/** First who it is, then what to call them. Nobody is added who was not shown. */
export function AddContact({ onClose }: { readonly onClose: () => void }) {
  const { account } = useWallet()
  const [text, setText] = useState('')
  const [card, setCard] = useState<UserCard | null>(null)
  const [fields, setFields] = useState<Fields>({ alias: '', phone: '', note: '' })
  const [tried, setTried] = useState(false)
  const find = useAction('contacts.find')
  const save = useAction('contacts.save')
  const known = card !== null && card.user.relationship !== 'stranger'

  async function look(): Promise<void> {
    setTried(true)
    if (text.trim() === '') return
    setCard((await find.run({ account: account.account, text: text.trim() })) ?? null)
  }

  function add(): void {
    if (card === null) return
    const { userId } = card.user
    const lead = () => {
      onClose()
      go({ name: 'contact', userId })
    }
    if (known) lead()
    else void save.run({ account: account.account, userId, ...fields }, lead)
  }

  return (
    <Dialog
      title={say('contacts.add-a-contact')}
      isOpen
      onClose={onClose}
      footer={
        card === null ? (
          <Button kind="primary" pending={find.pending} onPress={() => void look()}>
            {say('contacts.look-up')}
          </Button>
        ) : (
          <>
            <Button kind="quiet" onPress={() => setCard(null)}>
              {say('contacts.somebody-else')}
            </Button>
            <Button kind="primary" pending={save.pending} onPress={add}>
              {known ? say('contacts.open') : say('contacts.add-contact')}
            </Button>
          </>
        )
      }
    >
      <Form
        onSubmit={() => {
          if (card === null) void look()
          else add()
        }}
      >
        {card === null ? (
          <Input
            label={say('contacts.mixin-number-phone-or-user-id')}
            autoFocus
            value={text}
            onChange={(next) => {
              setText(next)
              setTried(false)
              find.reset()
            }}
            hint={say('contacts.you-see-who-it-is-before')}
            error={tried && text.trim() === '' ? say('contacts.enter-whom-to-look-up') : undefined}
          />
        ) : (
          <div className="grid gap-5">
            <FoundCard card={card} />
            {!known && <ContactFields fields={fields} onChange={setFields} name={card.user.name} />}
            {known && (
              <p className="text-ink-2">
                {card.user.relationship === 'self'
                  ? say('contacts.this-is-your-own-account')
                  : card.user.relationship === 'blocked'
                    ? say('contacts.you-have-blocked-this-person-unblock')
                    : say('contacts.this-person-is-a-contact-already')}
              </p>
            )}
            <button type="submit" hidden>
              {known ? say('contacts.open') : say('contacts.add-contact')}
            </button>
          </div>
        )}
      </Form>
      {(find.error ?? save.error) !== null && (
        <ErrorNotice error={find.error ?? save.error ?? { code: 'internal', details: {} }} className="mt-4" />
      )}
    </Dialog>
  )
}

function FoundCard({ card }: { readonly card: UserCard }) {
  const { user, biography, namesakes } = card
  const found = useRef<HTMLElement>(null)
  // The field that had the focus is gone: who it is is read next, before anything is done.
  useEffect(() => found.current?.focus(), [])
  return (
    <section
      ref={found}
      tabIndex={-1}
      aria-label={say('contacts.who-it-is')}
      className="rounded-lg bg-sunken px-4 py-3 outline-offset-[-2px]"
    >
      <div className="flex items-center gap-3">
        <Avatar name={userName(user)} seed={user.userId} size="lg" />
        <div className="min-w-0 flex-1">
          <p className="break-words">
            <span className="font-semibold">{userName(user)}</span>
            <Marks user={user} />
          </p>
          <p className="figure text-ink-2 text-sm">{numberBeside(user)}</p>
          <GroupedCode text={user.userId} className="block text-ink-3 text-xs" />
        </div>
      </div>
      {biography !== '' && <p className="mt-2 line-clamp-3 whitespace-pre-wrap break-words text-ink-2">{biography}</p>}
      {namesakes.map((other) => (
        <p key={other.userId} className="mt-2 text-sm text-warn">
          {rich('contacts.a-contact-of-yours-has-the', { identityNumber: other.identityNumber })}
        </p>
      ))}
    </section>
  )
}
