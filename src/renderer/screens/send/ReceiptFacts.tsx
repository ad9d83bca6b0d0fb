import { ExternalLink, Pencil } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts, MemoLine } from '../../components/Facts.tsx'
import { Figure } from '../../components/figures.tsx'
import { userNames } from '../../components/group.tsx'
import { OutsideAddress, TAB_WORDS } from '../../components/Outside.tsx'
import { SecondOpinion } from '../../components/SecondOpinion.tsx'
import { countWords } from '../../components/signature-count.ts'
import { Tags, TagsField, useTags } from '../../components/TagsField.tsx'
import { heard } from '../../lib/heard.tsx'
import { useFocusKept, useNow } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { formatMoment } from '../../lib/time.ts'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Payment } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { useOpenReturn } from '../../state/web-app.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Disclosure } from '../../ui/Surface.tsx'
import { hasEnded, noFeeHere, shortHost } from './receipt-model.ts'

/** The plan by which it came, a click away. */
function PlanFact({ plan }: { readonly plan: NonNullable<Payment['plan']> }) {
  const { planId, name, at } = plan
  const now = useNow()
  return (
    <Fact name={say('scheduled.from-plan')}>
      <LinkButton className="break-words" onPress={() => go({ name: 'scheduled', planId })}>
        {name}
      </LinkButton>{' '}
      <span className="text-ink-2">{rich('scheduled.due-at', { time: formatMoment(at, now) })}</span>
    </Fact>
  )
}

/** What else is known of a payment: the own note first, what only a machine reads last. */
export function ReceiptFacts({ payment }: { readonly payment: Payment }) {
  return (
    <div>
      <Facts className="px-1">
        <NoteFact payment={payment} />
        <TagsFact payment={payment} />
        {payment.plan !== undefined && <PlanFact plan={payment.plan} />}
        {payment.storedBytes === undefined ? (
          // What leaves for another chain cannot carry one.
          (payment.kind !== 'withdrawal' || payment.memoHex !== '') && (
            <MemoLine text={payment.memoText} hex={payment.memoHex} />
          )
        ) : (
          <Fact name={say('send.stored-content')}>
            <span className="figure">{rich('send.byte', { storedBytes: payment.storedBytes })}</span>
          </Fact>
        )}
        <Fact name={say('send.network-fee')}>
          {payment.fee === null ? (
            <span className="text-ink-2">{noFeeHere(payment)}</span>
          ) : (
            <Figure value={payment.fee.amount} symbol={payment.fee.asset.symbol} />
          )}
        </Fact>
        {payment.cosigning !== null && (
          <Fact name={say('send.signatures')}>
            <Cosigning
              cosigning={payment.cosigning}
              request={payment.cosigning.paidUnder ?? payment.requestIds[0] ?? null}
              ended={hasEnded(payment)}
            />
          </Fact>
        )}
        {payment.withdrawalHash !== null && <CodeFact name={say('send.chain-hash')} text={payment.withdrawalHash} />}
        {payment.finalAt !== null &&
          payment.hashes.map((hash) => <SecondOpinion key={hash} hash={hash} index={null} />)}
        {payment.returnTo !== null && <WayBack payment={payment} address={payment.returnTo} />}
      </Facts>
      <Disclosure title={say('send.technical')} className="px-1">
        <Facts className="pb-2">
          {payment.memoHex !== '' && <CodeFact name={say('shared.memo-in-hex')} text={payment.memoHex} />}
          {payment.hashes.map((hash) => (
            <CodeFact key={hash} name={say('send.transaction')} text={hash} />
          ))}
          {payment.requestIds.map((request) => (
            <CodeFact key={request} name={say('send.request-id')} text={request} />
          ))}
        </Facts>
      </Disclosure>
    </div>
  )
}

/** A group's payment is labelled as the request to its members. */
const subjectOf = ({ kind, paymentId }: Payment): string => `${kind === 'multisig' ? 'r' : 'p'}:${paymentId}`

function TagsFact({ payment }: { readonly payment: Payment }) {
  const [isEditing, setEditing] = useState(false)
  const box = useFocusKept<HTMLDivElement>()
  return (
    <Fact name={say('shared.tags')}>
      <div ref={box}>
        {isEditing ? (
          <TagsForm key={payment.tags.join()} payment={payment} onDone={() => setEditing(false)} />
        ) : (
          <span className="-my-1.5 flex items-center justify-between gap-3">
            {payment.tags.length === 0 ? (
              <span className="text-ink-3">{say('shared.add-a-tag')}</span>
            ) : (
              <Tags tags={payment.tags} />
            )}
            <IconButton label={say('activity.edit-tags')} onPress={() => setEditing(true)}>
              <Pencil className="size-4" />
            </IconButton>
          </span>
        )}
      </div>
    </Fact>
  )
}

function TagsForm({ payment, onDone }: { readonly payment: Payment; readonly onDone: () => void }) {
  const { owner } = useWallet()
  const tags = useTags(payment.tags)
  const save = useAction('labels.setTags')
  const keep = () => save.run({ account: owner.account, id: subjectOf(payment), tags: tags.all() }, onDone)
  return (
    <Form className="grid gap-3" onSubmit={keep}>
      <TagsField {...tags.field} autoFocus />
      <span className="flex justify-end gap-2">
        <Button kind="quiet" size="sm" onPress={onDone}>
          {say('common.cancel')}
        </Button>
        <Button kind="primary" size="sm" type="submit" pending={save.pending}>
          {say('common.save')}
        </Button>
      </span>
      <ErrorNotice error={save.error} />
    </Form>
  )
}

/** The person's own words about it; nobody else ever sees them. */
function NoteFact({ payment }: { readonly payment: Payment }) {
  const [isEditing, setEditing] = useState(false)
  const box = useFocusKept<HTMLDivElement>()
  return (
    <Fact name={say('send.note')}>
      <div ref={box}>
        {isEditing ? (
          <NoteForm key={payment.label} payment={payment} onDone={() => setEditing(false)} />
        ) : (
          <span className="-my-1.5 flex items-center justify-between gap-3">
            <span className={payment.label === '' ? 'text-ink-3' : 'min-w-0 break-words'}>
              {payment.label === '' ? say('send.add-a-note') : payment.label}
            </span>
            <IconButton
              label={payment.label === '' ? say('send.add-a-note') : say('send.change-the-note')}
              onPress={() => setEditing(true)}
            >
              <Pencil className="size-4" />
            </IconButton>
          </span>
        )}
      </div>
    </Fact>
  )
}

function NoteForm({ payment, onDone }: { readonly payment: Payment; readonly onDone: () => void }) {
  const { owner } = useWallet()
  const [text, setText] = useState(payment.label)
  const save = useAction('labels.set')
  const words = { id: subjectOf(payment), label: text, note: payment.note }
  const keep = () => save.run({ account: owner.account, ...words }, onDone)
  return (
    <>
      <Form className="-my-1.5 flex items-end gap-2" onSubmit={keep}>
        <Input
          label={say('send.note-only-for-you')}
          className="flex-1"
          value={text}
          maxLength={200}
          onChange={setText}
          autoFocus
        />
        <Button kind="primary" type="submit" pending={save.pending}>
          {say('common.save')}
        </Button>
        <Button kind="quiet" onPress={onDone}>
          {say('common.cancel')}
        </Button>
      </Form>
      <ErrorNotice error={save.error} className="mt-2" />
    </>
  )
}

/** Where the link of the payment leads back to. It opens on a click alone, and only once the payment was sent. */
function WayBack({ payment, address }: { readonly payment: Payment; readonly address: string }) {
  const { state, owner } = useWallet()
  const open = useOpenReturn()
  const { returnHost } = payment
  return (
    <Fact name={say('send.afterwards')}>
      <OutsideAddress address={address} />
      {returnHost !== undefined && (
        <>
          <Button
            size="sm"
            className="mt-2 max-w-full"
            icon={<ExternalLink className="size-4 shrink-0" />}
            pending={open.pending}
            onPress={() => void open.run({ account: owner.account, paymentId: payment.paymentId })}
          >
            <span className="min-w-0 truncate">{rich('send.open', { shortHost: shortHost(returnHost) })}</span>
          </Button>
          <p className="mt-2 text-ink-3 text-sm">
            {state.host === 'browser' ? TAB_WORDS : say('send.coffer-shows-you-the-address-once')}
          </p>
        </>
      )}
      <ErrorNotice error={open.error} className="mt-2" />
    </Fact>
  )
}

/** Of a group's payment: who has signed, and who could still. */
function Cosigning(props: {
  readonly cosigning: NonNullable<Payment['cosigning']>
  readonly request: string | null
  readonly ended: boolean
}) {
  const { needed, signers, waiting } = props.cosigning
  const { request } = props
  const all = [...signers, ...waiting]
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="figure font-medium">{heard(countWords(signers.length, needed))}</p>
        {signers.length > 0 && (
          <p className="text-ink-2">
            {rich('send.signed-2', { signers: userNames(signers, all).join(say('lib.separator')) })}
          </p>
        )}
        {waiting.length > 0 && signers.length < needed && (
          <p className="text-ink-2">
            {rich('send.did-not-sign', {
              ended: props.ended,
              waiting: userNames(waiting, all).join(say('lib.separator')),
            })}
          </p>
        )}
      </div>
      {request !== null && (
        <Button size="sm" onPress={() => go({ name: 'request', requestId: request })}>
          {say('send.open-the-request')}
        </Button>
      )}
    </div>
  )
}
