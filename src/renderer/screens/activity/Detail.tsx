import { ArrowRight, UserSearch, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts, MemoFact } from '../../components/Facts.tsx'
import { Fiat, Figure } from '../../components/figures.tsx'
import { MoneyStateLabel } from '../../components/money-state.tsx'
import { actName } from '../../components/movement.ts'
import { PaidRows } from '../../components/PaidRows.tsx'
import { PartyAvatar, partyDetail, partyId, partyName } from '../../components/party.tsx'
import { Stored } from '../../components/StoredContent.tsx'
import { assetDetail } from '../../lib/asset.ts'
import { useNow } from '../../lib/hooks.ts'
import { formatShortDay } from '../../lib/time.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { ActivityDetail } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Skeleton } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'

/** Everything about one movement, beside the list: its place there is kept. Escape closes it. */
export function Detail(props: {
  readonly id: string
  readonly onClose: () => void
  readonly onPerson: (userId: string, name: string) => void
}) {
  const { owner } = useWallet()
  const detail = useQuery('activity.read', { ...owner, id: props.id })
  const panel = useRef<HTMLElement>(null)
  const shown = useRef('')
  useEffect(() => {
    // Only a movement that was just opened takes the focus, not one that was read again.
    if (shown.current === props.id) return
    shown.current = props.id
    panel.current?.focus({ preventScroll: true })
  }, [props.id])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={say('activity.movement')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        props.onClose()
      }}
      className="fixed top-0 right-0 bottom-0 z-20 w-[420px] animate-slide-in overflow-y-auto border-line border-l bg-raised shadow-overlay outline-none"
    >
      <header className="sticky top-0 z-10 flex h-14 items-center justify-between border-line border-b bg-raised pr-3 pl-6">
        <h2 className="font-semibold text-lg">
          {detail.value === undefined ? say('activity.movement') : actName(detail.value.row)}
        </h2>
        <IconButton label={say('common.close')} hint={say('activity.esc')} onPress={props.onClose}>
          <X className="size-4" />
        </IconButton>
      </header>
      <div className="px-6 pb-8">
        {detail.value === undefined ? (
          detail.error === null ? (
            <div role="status" aria-label={say('activity.reading-the-movement')} className="grid gap-3 pt-5">
              <Skeleton className="h-16 w-full rounded-lg" />
              <Skeleton className="h-64 w-full rounded-lg" />
            </div>
          ) : (
            <ErrorNotice
              error={detail.error}
              className="mt-5"
              action={
                <Button size="sm" onPress={detail.refresh}>
                  {say('common.try-again')}
                </Button>
              }
            />
          )
        ) : (
          <Loaded key={props.id} detail={detail.value} onPerson={props.onPerson} />
        )}
      </div>
    </aside>
  )
}

function Loaded(props: { readonly detail: ActivityDetail; readonly onPerson: (userId: string, name: string) => void }) {
  const { detail } = props
  const { row } = detail
  const { paymentId } = detail
  return (
    <>
      <div className="flex items-center gap-3.5 pt-5 pb-4">
        <AssetIcon asset={row.asset} size="lg" ring="var(--raised)" />
        <div className="min-w-0">
          <p className="break-words font-semibold text-xl">
            <Figure value={row.amount} symbol={row.asset.symbol} sign />
          </p>
          <p className="text-ink-2 text-sm">
            <Fiat value={row.fiat?.replace(/^-/, '') ?? null} approx /> · {assetDetail(row.asset)}
          </p>
        </div>
      </div>
      {row.confirmations !== null && (
        <div className="mb-3">
          <p className="figure mb-1.5 text-ink-2 text-sm">
            {say('activity.of-confirmations', { have: row.confirmations.have, need: row.confirmations.need })}
          </p>
          <Progress
            label={say('activity.confirmations')}
            value={row.confirmations.have}
            of={row.confirmations.need}
            text={say('activity.of', { have: row.confirmations.have, need: row.confirmations.need })}
          />
        </div>
      )}
      {paymentId !== null && (
        <Button className="mb-3 w-full" onPress={() => go({ name: 'payment', paymentId })}>
          {say('activity.open-the-payment')} <ArrowRight className="size-4" aria-hidden="true" />
        </Button>
      )}
      <Facts>
        <Fact name={say('activity.state')} narrow>
          <MoneyStateLabel state={row.money} />
        </Fact>
        <Fact name={say('activity.time')} narrow>
          <Time at={row.at} form="full" />
        </Fact>
        <OtherSide detail={detail} onPerson={props.onPerson} />
        <MemoFact text={row.memoText} hex={detail.memoHex} narrow />
        {detail.deposit !== null && (
          <>
            <CodeFact name={say('activity.chain-transaction')} text={detail.deposit.hash} narrow />
            <Fact name={say('activity.output-in-that-transaction')} narrow>
              <span className="figure">{detail.deposit.index}</span>
            </Fact>
            {detail.deposit.sender !== '' && (
              <CodeFact name={say('activity.sent-from')} text={detail.deposit.sender} narrow />
            )}
            {detail.deposit.destination !== '' && (
              <CodeFact name={say('activity.your-address')} text={detail.deposit.destination} narrow />
            )}
            {detail.deposit.tag !== '' && <CodeFact name={say('activity.tag')} text={detail.deposit.tag} narrow />}
          </>
        )}
        {detail.withdrawal !== null && (
          <>
            {detail.withdrawal.tag !== '' && (
              <CodeFact name={say('activity.tag')} text={detail.withdrawal.tag} narrow />
            )}
            {detail.withdrawal.hash !== '' && (
              <CodeFact name={say('activity.chain-transaction')} text={detail.withdrawal.hash} narrow />
            )}
          </>
        )}
        {row.hash !== null && row.kind === 'transfer' && row.money === 'final' && <Stored hash={row.hash} />}
        {row.hash !== null && <CodeFact name={say('activity.transaction')} text={row.hash} narrow />}
        {detail.requestId !== null && <CodeFact name={say('activity.request-id')} text={detail.requestId} narrow />}
        {detail.snapshotId !== null && <CodeFact name={say('activity.snapshot-id')} text={detail.snapshotId} narrow />}
        {row.inscription !== null && (
          <>
            <CodeFact name={say('activity.inscription')} text={row.inscription} narrow />
            <Button size="sm" onPress={() => go({ name: 'collectible', inscription: row.inscription ?? '' })}>
              {say('activity.show-the-collectible')}
            </Button>
          </>
        )}
        <CodeFact name={say('activity.asset-id')} text={row.asset.assetId} narrow />
      </Facts>
      <LabelForm detail={detail} />
    </>
  )
}

function OtherSide(props: {
  readonly detail: ActivityDetail
  readonly onPerson: (userId: string, name: string) => void
}) {
  const { row, paidBefore } = props.detail
  const { party } = row
  const now = useNow()
  if (props.detail.rows.length > 0) {
    return (
      <Fact name={say('activity.to')} narrow>
        <PaidRows rows={props.detail.rows} symbol={row.asset.symbol} onPerson={props.onPerson} />
      </Fact>
    )
  }
  if (party.kind === 'unknown' || (party.kind === 'chain' && row.kind === 'deposit')) return null
  const id = partyId(party)
  return (
    <>
      <Fact name={row.direction === 'in' ? say('activity.from') : say('activity.to')} narrow>
        <div className="flex items-center gap-3 py-1">
          <PartyAvatar party={party} />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium leading-5">{partyName(party)}</p>
            <p className="figure truncate text-ink-3 text-sm">{partyDetail(party)}</p>
            {paidBefore !== null && (
              <p className="text-ink-3 text-sm">
                {say('activity.paid-time-last', {
                  times: paidBefore.times,
                  last: formatShortDay(paidBefore.last, now),
                })}
              </p>
            )}
          </div>
          {party.kind === 'user' && (
            <IconButton
              label={say('activity.only-movements-with', { partyName: partyName(party) })}
              onPress={() => props.onPerson(party.user.userId, partyName(party))}
            >
              <UserSearch className="size-4" />
            </IconButton>
          )}
        </div>
      </Fact>
      {id !== null && (row.direction === 'out' || party.kind === 'user') && (
        <CodeFact name={party.kind === 'user' ? say('activity.user-id') : say('activity.address')} text={id} narrow />
      )}
    </>
  )
}

/** The person's own words about a movement; they stay on this computer. */
function LabelForm({ detail }: { readonly detail: ActivityDetail }) {
  const { owner } = useWallet()
  const [label, setLabel] = useState(detail.row.label)
  const [note, setNote] = useState(detail.note)
  const save = useAction('labels.set')
  const changed = label.trim() !== detail.row.label || note.trim() !== detail.note
  return (
    <form
      className="mt-4 grid gap-4 rounded-lg bg-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (changed) void save.run({ account: owner.account, id: detail.row.id, label, note })
      }}
    >
      <Input label={say('activity.label')} optional value={label} onChange={setLabel} maxLength={200} />
      <TextArea label={say('activity.note')} optional rows={3} value={note} onChange={setNote} maxLength={4000} />
      {save.error !== null && <ErrorNotice error={save.error} />}
      <div className="flex items-center justify-between gap-3">
        <span className="text-ink-3 text-sm">{say('activity.stays-on-this-computer')}</span>
        <Button size="sm" kind="primary" type="submit" isDisabled={!changed} pending={save.pending}>
          {changed ? say('common.save') : say('activity.saved')}
        </Button>
      </div>
    </form>
  )
}
