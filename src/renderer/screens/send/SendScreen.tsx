import { CalendarClock, Ellipsis, FilePen, FilePlus2, Link2, ListOrdered, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Page } from '../../components/Page.tsx'
import { PaymentListDialog } from '../../components/PaymentListDialog.tsx'
import { recordedOtherwise, StoppedPayment } from '../../components/StoppedPayment.tsx'
import { isSome } from '../../lib/digits.ts'
import { useMedia } from '../../lib/hooks.ts'
import { notePasted } from '../../state/pasted.ts'
import { useQuery } from '../../state/query.ts'
import { go, goBack } from '../../state/routes.ts'
import type { SendForm } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form, onSending } from '../../ui/Form.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Notice, Skeleton } from '../../ui/Surface.tsx'
import { AskedList } from './AskedList.tsx'
import { CoinsCard } from './CoinsCard.tsx'
import type { Saved } from './form.ts'
import { Later } from './Later.tsx'
import { listedRow } from './listed.ts'
import { type Obstacle, ROWS_MAX } from './model.ts'
import { type Opened, type SendRoute, useOpening } from './opening.ts'
import { PeopleRail, withPayee } from './PeopleRail.tsx'
import { Summary } from './Summary.tsx'
import { LeavingCards, MemoPart, ReasonField, WhoCard } from './WritingCards.tsx'
import { useWriting, type Writing } from './writing.ts'

export function Send(props: SendRoute) {
  const { owner } = useWallet()
  const opening = useOpening(props, owner)
  if (opening.kind === 'open') return <WritingPage opened={opening.opened} />
  return (
    <Page title={say('send.send')}>
      {opening.kind === 'failed' ? (
        <ErrorNotice
          error={opening.error}
          action={<Button onPress={() => go({ name: 'send' })}>{say('send.start-a-new-payment')}</Button>}
        />
      ) : (
        <Skeleton className="h-96 w-full rounded-lg" />
      )}
    </Page>
  )
}

const SAVED: Readonly<Record<Saved, string>> = {
  nothing: '',
  saving: say('send.saving-the-draft'),
  saved: say('send.draft-saved'),
  failed: say('send.draft-not-saved'),
}

function WritingPage({ opened }: { readonly opened: Opened }) {
  const writing = useWriting(opened)
  const { form, change, facts } = writing
  const [pasting, setPasting] = useState(false)
  /** Whether it is written for another time: then paying now is not what Enter means. */
  const [isLater, setLater] = useState(false)
  const main = useRef<HTMLDivElement>(null)

  async function next(): Promise<void> {
    focusOn(main.current, await writing.next())
  }
  function enter(): void {
    if (isLater) main.current?.querySelector<HTMLElement>('[data-later] button')?.focus()
    else void next()
  }

  const refused = recordedOtherwise(writing.error)
  if (writing.error !== null && refused !== null) {
    return <StoppedPayment error={writing.error} rows={refused} onBack={writing.forgetError} />
  }
  return (
    <Page
      {...(writing.plan === null
        ? {
            title: say('send.send'),
            actions: <Actions onNew={writing.startAnew} />,
            foot: (
              <Summary
                facts={facts}
                rows={form.rows.length}
                isLater={isLater}
                pending={writing.pending}
                error={writing.error}
                onNext={() => void next()}
              />
            ),
          }
        : {
            title: say('scheduled.change-plan', { name: writing.plan.name }),
            under: { text: say('scheduled.plan'), onPress: goBack },
          })}
      note={
        <span role="status" className="text-ink-3 text-sm">
          {SAVED[writing.saved]}
        </span>
      }
    >
      <Form
        className="grid items-start gap-x-7 gap-y-8 min-[62.5rem]:grid-cols-[minmax(0,1fr)_16.375rem] min-[75rem]:grid-cols-[minmax(0,1fr)_18rem] min-[75rem]:gap-x-11"
        onKeyDown={onSending(enter)}
        onPaste={(event) => notePasted(event.clipboardData.getData('text'))}
        onSubmit={enter}
      >
        <div ref={main} className="grid gap-6">
          <Cards writing={writing} onPaste={() => setPasting(true)} onLater={setLater} />
          <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
            {say('send.review')}
          </button>
        </div>
        <PeopleRail
          owner={writing.owner}
          assetId={form.assetId}
          onPick={(to) => {
            change((before) => ({ ...before, rows: withPayee(before.rows, to) }))
            main.current?.querySelector<HTMLInputElement>('input[inputmode=decimal]')?.focus()
          }}
        />
      </Form>
      {pasting && (
        <PaymentListDialog
          owner={writing.owner}
          asset={facts.context.asset}
          form={{
            room: ROWS_MAX - filled(form).length,
            onRows: (rows) => change((before) => ({ ...before, rows: [...filled(before), ...rows] })),
          }}
          onClose={() => setPasting(false)}
        />
      )}
    </Page>
  )
}

function Actions({ onNew }: { readonly onNew: () => void }) {
  const { owner } = useWallet()
  const drafts = useQuery('drafts.list', owner).value?.length ?? 0
  // One that was left before its end would be looked for here.
  const runs = useQuery('runs.list', owner).value?.filter(({ paid, rows }) => paid.rows < rows).length ?? 0
  const plans = useQuery('schedule.list', owner).value?.length ?? 0
  const entries = [
    { count: plans, name: 'scheduled', icon: <CalendarClock className="size-4" />, label: say('scheduled.scheduled') },
    { count: runs, name: 'runs', icon: <ListOrdered className="size-4" />, label: say('runs.unfinished', { runs }) },
    { count: drafts, name: 'drafts', icon: <FilePen className="size-4" />, label: say('send.drafts-2', { drafts }) },
  ] as const
  const there = entries.filter(({ count }) => count > 0)
  // In a narrow window they would take lines from the form itself.
  const hasRoom = useMedia('(width >= 62.5rem)') || there.length < 2
  return (
    <>
      {hasRoom ? (
        there.map(({ name, icon, label }) => (
          <Button key={name} kind="quiet" icon={icon} onPress={() => go({ name })}>
            {label}
          </Button>
        ))
      ) : (
        <Menu
          label={say('send.more')}
          trigger={
            <Button kind="quiet" icon={<Ellipsis className="size-4" />}>
              {say('send.more')}
            </Button>
          }
          entries={there.map(({ name, icon, label }) => ({ id: name, icon, label, onAction: () => go({ name }) }))}
        />
      )}
      <Button kind="quiet" icon={<FilePlus2 className="size-4" />} onPress={onNew}>
        {say('send.new-payment')}
      </Button>
    </>
  )
}

function Cards(props: {
  readonly writing: Writing
  readonly onPaste: () => void
  readonly onLater: (isLater: boolean) => void
}) {
  const { writing, onPaste } = props
  const { owner, form, change, facts, onPhone, release } = writing
  const { asset } = facts.context
  return (
    <>
      <SourceNotice form={facts.paid} change={change} />
      <ErrorNotice error={release} />
      <ErrorNotice error={facts.unread.error} onRetry={facts.unread.refresh} />
      {owner.holder === null && <AskedList account={owner.account} />}
      <WhoCard writing={writing} onPaste={onPaste} />
      <HeldLine writing={writing} />
      <LeavingCards writing={writing} />
      {owner.holder !== null && <ReasonField form={form} change={change} />}
      <div className="grid gap-1">
        <MemoPart writing={writing}>
          {asset !== undefined && !onPhone && writing.plan === null && (
            <CoinsCard
              owner={owner}
              asset={asset}
              chosen={form.coins}
              total={facts.look.total}
              sum={facts.max?.available}
              onChoose={(coins) => change((before) => ({ ...before, coins }))}
            />
          )}
        </MemoPart>
        <Later writing={writing} onOpen={props.onLater} />
      </div>
    </>
  )
}

/** Where the form was filled from; of a row of a list also whether it still pays that. */
function SourceNotice({ form, change }: Pick<Writing, 'form' | 'change'>) {
  const { listed, source } = form
  if (listed !== undefined && listedRow(form) === undefined) {
    const { name, to, assetId, amount, tag } = listed
    return (
      <Notice tone="warn" icon={<TriangleAlert />} title={say('send.not-its-row', { name })}>
        {say('send.not-its-row-text')}{' '}
        <LinkButton
          onPress={() => {
            change((before) => ({ ...before, rows: [{ to, amount }], assetId }))
            // With another recipient the tag goes; it comes after that.
            change((before) => ({ ...before, tag: tag === '' ? before.tag : tag }))
          }}
        >
          {say('send.as-in-the-list')}
        </LinkButton>
      </Notice>
    )
  }
  const from = listed === undefined ? source : say('runs.the-list', { name: listed.name })
  if (from === null) return null
  return (
    <Notice tone="info" icon={<Link2 />} title={say('send.filled-in-from', { source: from })}>
      {listed === undefined ? say('send.check-every-line-you-decide-what') : say('send.pays-its-row')}
    </Notice>
  )
}

/** Leads to what keeps some of the money, where there is too little. */
function HeldLine({ writing: { facts } }: { readonly writing: Writing }) {
  const { asset, balance } = facts.context
  const { total, left } = facts.look
  const isShort = total !== null && left === null
  if (!isShort || asset === undefined || balance === undefined || !isSome(balance.held)) return null
  return (
    <p className="px-1 text-sm">
      <LinkButton onPress={() => go({ name: 'coins', assetId: asset.assetId })}>
        {say('send.see-what-is-held')}
      </LinkButton>
    </p>
  )
}

const filled = (form: SendForm): SendForm['rows'] =>
  form.rows.filter((row) => row.to.trim() !== '' || row.amount.trim() !== '' || row.fiat !== undefined)

/** Moves the focus to where the obstacle is, once that is drawn: to an amount's question before its field. */
function focusOn(within: HTMLElement | null, obstacle: Obstacle | undefined): void {
  if (within === null || obstacle === undefined) return
  const { field, row } = obstacle
  const nth = (fields: string) => within.querySelectorAll<HTMLElement>(fields)[row]
  requestAnimationFrame(() => {
    if (field === 'asset') within.querySelector<HTMLElement>('[data-field=asset] button')?.focus()
    else if (field === 'to') nth('input[role=combobox]')?.focus()
    else if (field === 'amount')
      (nth('[data-amount]')?.querySelector<HTMLElement>('[data-asks]') ?? nth('[data-amount] input'))?.focus()
    else within.querySelector<HTMLElement>('input[aria-invalid=true],textarea[aria-invalid=true]')?.focus()
  })
}
