import { CircleCheck, ContactRound, Hourglass, TriangleAlert, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { say, wording } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { Figure } from '../../components/figures.tsx'
import { Invitation } from '../../components/Invitation.tsx'
import { ReturnFact } from '../../components/Outside.tsx'
import { PartyAvatar, partyDetail, partyId, partyName } from '../../components/party.tsx'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { type FilledForm, goSendFilled } from '../../state/prefilled-send.ts'
import { go } from '../../state/routes.ts'
import { closeScan } from '../../state/scan.ts'
import type { Party, ScanSource, User } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Notice } from '../../ui/Surface.tsx'
import {
  entryObstacle,
  formOfEntry,
  formOfPayment,
  formOfUser,
  type InvoiceCard,
  isOutOfOrder,
  type PaymentCard,
  type UserCard,
} from './model.ts'

/** Leaves for the Send form with what was read; the person goes on from there. */
function fill(filled: FilledForm): void {
  closeScan()
  goSendFilled(filled)
}

function Receiver({ party }: { readonly party: Party }) {
  const id = partyId(party)
  return (
    <div className="flex items-start gap-3">
      <PartyAvatar party={party} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{partyName(party)}</span>
          <span className="figure text-ink-2 text-sm">{partyDetail(party)}</span>
        </p>
        {id !== null && <GroupedCode text={id} className="block text-ink-2" />}
      </div>
    </div>
  )
}

export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-4 flex flex-wrap items-center gap-2">{children}</div>
}

export function Person({ card, source }: { readonly card: UserCard; readonly source: ScanSource }) {
  const { user } = card
  return (
    <>
      <Receiver party={{ kind: 'user', user }} />
      {card.biography !== '' && (
        <p className="mt-3 select-text whitespace-pre-wrap break-words text-ink-2">{card.biography}</p>
      )}
      {user.scam && (
        <Notice tone="stop" icon={<TriangleAlert />} title={say('scan.reported-as-a-fraud')} className="mt-3">
          {say('scan.the-service-marks-this-account-do')}
        </Notice>
      )}
      {user.registered === false && (
        <p className="mt-3 text-warn">
          {say('scan.not-registered-on-the-network-yet')} <Invitation inline />
        </p>
      )}
      <Actions>
        <Button
          kind="primary"
          isDisabled={user.registered === false || user.deactivated}
          onPress={() => fill(formOfUser(card, source))}
        >
          {say('scan.fill-the-payment-form')}
        </Button>
        <ContactButton user={user} />
        <CopyButton text={user.userId} what={say('scan.user-id')} label={say('scan.copy-id')} />
      </Actions>
    </>
  )
}

/** Leads to where somebody is added, blocked or changed; nothing of that happens here. */
function ContactButton({ user }: { readonly user: User }) {
  if (user.relationship === 'self') return null
  const isNew = user.relationship === 'stranger'
  return (
    <Button
      icon={isNew ? <UserPlus className="size-4" /> : <ContactRound className="size-4" />}
      onPress={() => {
        closeScan()
        go({ name: 'contact', userId: user.userId })
      }}
    >
      {isNew ? say('scan.add-to-contacts') : say('scan.open-contact')}
    </Button>
  )
}

export function Payment({ card, source }: { readonly card: PaymentCard; readonly source: ScanSource }) {
  const form = formOfPayment(card, source)
  const { party, asked, standing, warnings, problem } = card.view
  return (
    <>
      {standing === 'paid' && (
        <Notice tone="ok" icon={<CircleCheck />} title={say('scan.this-was-paid-already')} className="mb-3">
          {card.paidByMe === null ? say('scan.somebody-has-paid-it-under-the') : say('scan.you-have-paid-it-it-is')}
        </Notice>
      )}
      {standing === 'going' && (
        <Notice tone="info" icon={<Hourglass />} title={say('scan.on-its-way')} className="mb-3">
          {card.paidByMe === null ? say('scan.somebody-has-sent-it') : say('scan.you-have-sent-it')}
        </Notice>
      )}
      <ErrorNotice error={problem} className="mb-3" />
      <Facts>
        <Fact name={say('scan.to-2')}>
          <Receiver party={party} />
        </Fact>
        <Fact name={say('scan.amount')}>
          {card.asset === null ? (
            <span className="text-ink-2">{say('scan.you-choose-asset-and-amount')}</span>
          ) : (
            <span className="flex items-center gap-3">
              <AssetIcon asset={card.asset} size="sm" />
              {asked.amount === null ? (
                <span>{rich('scan.the-amount-is-yours-to-choose', { symbol: card.asset.symbol })}</span>
              ) : (
                <Figure value={asked.amount} symbol={card.asset.symbol} plain className="font-semibold text-lg" />
              )}
              <span className="text-ink-3 text-sm">{rich('scan.on', { chainName: card.asset.chainName })}</span>
            </span>
          )}
        </Fact>
        {asked.memo !== null && asked.memo !== '' && (
          <Fact name={say('scan.memo')}>
            <p className="select-text whitespace-pre-wrap break-words">{asked.memo}</p>
          </Fact>
        )}
        {asked.trace !== null && <CodeFact name={say('scan.request-id')} text={asked.trace} />}
        {asked.references.map((reference) => (
          <CodeFact key={reference} name={say('scan.reference')} text={reference} />
        ))}
        {asked.returnTo !== null && <ReturnFact address={asked.returnTo} />}
      </Facts>
      {warnings.map(wording).map((warning) => (
        <p key={warning} className="mt-2 flex items-start gap-2 text-sm text-warn">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {heard(warning)}
        </p>
      ))}
      <Actions>
        {form !== null && (
          <Button kind="primary" onPress={() => fill(form)}>
            {say('scan.fill-the-payment-form')}
          </Button>
        )}
        {card.paidByMe !== null && <SeePayment paymentId={card.paidByMe} />}
      </Actions>
    </>
  )
}

function SeePayment({ paymentId, size }: { readonly paymentId: string; readonly size?: 'sm' }) {
  return (
    <Button
      {...(size === undefined ? { kind: 'primary' } : { size })}
      onPress={() => {
        closeScan()
        go({ name: 'payment', paymentId })
      }}
    >
      {say('scan.see-the-payment')}
    </Button>
  )
}

export function Invoice({ card, source }: { readonly card: InvoiceCard; readonly source: ScanSource }) {
  return (
    <>
      <Receiver party={card.view.party} />
      <ol className="mt-4">
        {card.entries.map((entry, at) => {
          const obstacle = entryObstacle(card, at)
          const form = formOfEntry(card, at, source)
          return (
            <li key={entry.trace} className="flex items-center gap-4 border-line border-t py-3">
              <span className="figure w-5 text-ink-3">{at + 1}</span>
              <AssetIcon asset={entry.asset} size="sm" />
              <span className="min-w-0 flex-1">
                <Figure value={entry.amount} symbol={entry.asset.symbol} plain className="font-medium" />
                <span className="block truncate text-ink-2 text-sm">
                  {entry.storage
                    ? say('scan.storage-of-a-larger-memo')
                    : (entry.memoText ?? (entry.memoHex === '' ? say('scan.no-memo') : entry.memoHex))}
                </span>
              </span>
              {form === null && (
                <span className={entry.state === 'paid' ? 'text-ok text-sm' : 'text-ink-3 text-sm'}>
                  {heard(obstacle)}
                </span>
              )}
              {form === null && entry.paidByMe !== null && <SeePayment paymentId={entry.paidByMe} size="sm" />}
              {form !== null && (
                <Button size="sm" onPress={() => fill(form)}>
                  {say('scan.fill-the-form')}
                </Button>
              )}
            </li>
          )
        })}
      </ol>
      <p className="mt-1 text-ink-3 text-sm">
        {isOutOfOrder(card) ? say('scan.a-later-entry-was-paid') : say('scan.each-entry-is-a-payment-of')}
      </p>
    </>
  )
}
