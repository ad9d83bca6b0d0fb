import { CircleAlert, ContactRound, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { glimpse } from '#protocol/text'
import { say, wording } from '#words'
import { ErrorLines } from '../../components/ErrorNotice.tsx'
import { Invitation, isUnregistered } from '../../components/Invitation.tsx'
import { NotRegistered, PartyAvatar, partyDetail, partyId, partyName } from '../../components/party.tsx'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { useNow } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { spoken } from '../../lib/spoken.ts'
import type { Asset, Owner, Party, Suggestion } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { CONTROL, Field } from '../../ui/Field.tsx'
import { Skeleton } from '../../ui/Surface.tsx'
import { LastPaid } from './LastPaid.tsx'
import { payeeText, type Resolution } from './model.ts'
import { CompactLine } from './PayeeLine.tsx'
import { paidText } from './paid-text.ts'
import { useSuggestions } from './suggestions.ts'

export interface PayeeFieldProps {
  readonly owner: Owner
  /** Saved addresses are offered for its chain. */
  readonly assetId: string | null
  readonly value: string
  readonly onChange: (value: string) => void
  readonly resolution: Resolution
  readonly label: string
  readonly hideLabel?: boolean
  /** What is missing, once the person has tried to go on. */
  readonly error?: string | undefined
  /** Chooses what is sent, where an address is one of another network. */
  readonly onAsset?: (assetId: string) => void
  /** One line under the field instead of a card: for lists. */
  readonly compact?: boolean
}

/**
 * Who is paid: anything that names somebody, with people offered while typing. Under it stands what Coffer understood.
 * The list of offers is only made for the field that has the focus, so that a list of 255 rows stays light.
 */
export function PayeeField(props: PayeeFieldProps) {
  const { owner, assetId, value, onChange, resolution, label, compact = false } = props
  const [focused, setFocused] = useState(false)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const listId = useId()
  const { offers, isOld } = useSuggestions(owner, value, assetId, focused && open)
  /** The first match is to be taken as soon as it is known who that is. */
  const [isTaking, setTaking] = useState(false)
  const shown = open && offers.length > 0
  // Whom it names is what counts then; the text comes back as soon as the field is gone to.
  const covered = resolution.kind === 'known' && !focused && props.hideLabel !== true

  // While people are offered, a text that names nobody is not done yet.
  const told: Resolution = shown && resolution.kind === 'problem' ? { kind: 'asking' } : resolution

  const field = useRef<HTMLInputElement>(null)
  const taken = useRef(pick)
  taken.current = pick
  const [first] = offers
  useEffect(() => {
    if (!isTaking || isOld) return
    setTaking(false)
    if (first !== undefined) taken.current(first)
  }, [isTaking, isOld, first])

  function pick(offer: Suggestion): void {
    onChange(payeeText(offer.party))
    setOpen(false)
    setActive(-1)
  }

  const control = (wires: object) => (
    <div className="relative">
      <input
        ref={field}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        {...wires}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? listId : undefined}
        aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
        aria-label={props.hideLabel === true ? spoken(label) : undefined}
        value={value}
        placeholder={compact ? say('send.name-number-or-address') : say('send.name-mixin-number-group-kernel-or')}
        onChange={(event) => {
          onChange(event.target.value)
          setOpen(true)
          setActive(-1)
          setTaking(false)
        }}
        onFocus={() => setFocused(true)}
        onClick={() => value === '' && setOpen(true)}
        onBlur={() => {
          setFocused(false)
          setOpen(false)
          setTaking(false)
        }}
        onKeyDown={(event) => {
          // These keys choose among the signs of a name that is still being written.
          if (event.nativeEvent.isComposing) return
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            if (!open) setOpen(true)
            else if (offers.length > 0 && !isOld)
              setActive((active + (event.key === 'ArrowDown' ? 1 : -1) + offers.length) % offers.length)
          }
          // What names nobody yet means the first whom it may name.
          const offer = offers[active] ?? (value.trim() !== '' && resolution.kind !== 'known' ? offers[0] : undefined)
          const takes = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)
          const isAlone = takes && !event.ctrlKey && !event.metaKey && open
          const namesNobody = value.trim() !== '' && resolution.kind !== 'known'
          if (isAlone && isOld && namesNobody) {
            event.preventDefault()
            setTaking(true)
          } else if (isAlone && shown && offer !== undefined) {
            if (event.key === 'Enter') event.preventDefault()
            pick(offer)
          }
          if (event.key === 'Escape' && shown) {
            event.stopPropagation()
            setOpen(false)
          }
        }}
        className={cx(
          covered ? 'absolute inset-0 z-[1] h-full w-full cursor-pointer opacity-0' : CONTROL,
          !covered && (compact ? 'h-9' : 'h-11'),
          value.length > 40 && 'code',
        )}
      />
      {covered && <PayeeCard resolution={resolution} onClear={clearing(field, onChange)} />}
      {shown && <Offers id={listId} offers={offers} active={active} onPick={pick} onPoint={setActive} />}
    </div>
  )

  if (props.hideLabel === true) {
    return (
      <div className="min-w-0">
        {control({})}
        <CompactLine resolution={told} error={props.error} />
      </div>
    )
  }
  return (
    <div>
      <Field label={label} error={resolution.kind === 'empty' ? props.error : undefined}>
        {control}
      </Field>
      {covered ? <Warnings resolution={resolution} /> : <Understood resolution={told} onAsset={props.onAsset} />}
    </div>
  )
}

/** The button goes with the card; somebody else is written in its place. */
const clearing = (field: RefObject<HTMLInputElement | null>, onChange: PayeeFieldProps['onChange']) => () => {
  onChange('')
  field.current?.focus()
}

function Offers(props: {
  readonly id: string
  readonly offers: readonly Suggestion[]
  readonly active: number
  readonly onPick: (offer: Suggestion) => void
  readonly onPoint: (at: number) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  // Of a low window the foot would cover it.
  useLayoutEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div
      ref={list}
      id={props.id}
      role="listbox"
      aria-label={say('send.people-and-groups')}
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 low:max-h-44 animate-rise overflow-y-auto rounded-lg bg-raised p-1 shadow-overlay"
    >
      {props.offers.map((offer, at) => (
        // Pointer only: the keyboard stays in the field and moves `aria-activedescendant`.
        <div
          key={JSON.stringify(offer.payee)}
          id={`${props.id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === props.active}
          onPointerMove={() => props.onPoint(at)}
          onPointerDown={(event) => {
            event.preventDefault()
            props.onPick(offer)
          }}
          className={cx('flex items-center gap-3 rounded-[0.375rem] px-2.5 py-1.5', at === props.active && 'bg-hover')}
        >
          <PartyAvatar party={offer.party} />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate font-medium leading-5">
              {partyName(offer.party)}
            </span>
            <span className="figure block truncate text-ink-3 text-sm">{partyDetail(offer.party)}</span>
          </span>
          <NotRegistered party={offer.party} />
          <LastPaid paidBefore={offer.paidBefore} />
        </div>
      ))}
    </div>
  )
}

const REGISTERED = { true: say('send.registered'), false: say('send.not-registered'), null: null } as const

/** What the text was understood as, and how Coffer knows. Keeps its height while it is looked up. */
function Understood(props: {
  readonly resolution: Resolution
  readonly onAsset: ((assetId: string) => void) | undefined
}) {
  const { resolution, onAsset } = props
  const now = useNow()
  return (
    <div aria-live="polite" className="mt-2 min-h-15">
      {resolution.kind === 'empty' && (
        <p className="flex h-15 items-center gap-3 rounded-lg border border-line border-dashed px-4 text-ink-3 text-sm">
          <ContactRound className="size-4.5 shrink-0" aria-hidden="true" />
          {say('send.coffer-shows-here-whom-it-understood')}
        </p>
      )}
      {resolution.kind === 'asking' && (
        <Box>
          <Skeleton className="size-8 rounded-full" />
          <span className="grid gap-1.5">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="h-3 w-48" />
          </span>
          <span className="sr-only">{say('send.looking-up-who-that-is')}</span>
        </Box>
      )}
      {resolution.kind === 'problem' && resolution.fits !== undefined && onAsset !== undefined && (
        <Fits assets={resolution.fits} onAsset={onAsset} />
      )}
      {resolution.kind === 'problem' && (resolution.fits === undefined || onAsset === undefined) && (
        <div className="flex min-h-15 items-start gap-3 rounded-lg bg-stop-soft px-4 py-2.5">
          <CircleAlert className="mt-0.5 size-4.5 shrink-0 text-stop" aria-hidden="true" />
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
            <p className="min-w-0 flex-[1_1_13rem] text-ink">
              <ErrorLines error={resolution.error} />
              {resolution.hint !== undefined && heard(` ${resolution.hint}`)}
            </p>
            {isUnregistered(resolution.error) && <Invitation />}
          </div>
        </div>
      )}
      {resolution.kind === 'known' && <Known resolution={resolution} now={now} />}
    </div>
  )
}

/** An address of another network than the asset's: which of what is there is meant. */
function Fits(props: { readonly assets: readonly Asset[]; readonly onAsset: (assetId: string) => void }) {
  return (
    <div className="rounded-lg bg-warn-soft px-4 py-3">
      <p className="font-medium">{say('send.address-of-which')}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {props.assets.map((asset) => (
          <Button key={asset.assetId} size="sm" onPress={() => props.onAsset(asset.assetId)}>
            {rich('send.send-over', { symbol: asset.symbol, chainName: asset.chainName })}
          </Button>
        ))}
      </div>
    </div>
  )
}

type Understanding = Extract<Resolution, { kind: 'known' }>

function Known({ resolution, now }: { readonly resolution: Understanding; readonly now: number }) {
  return (
    <>
      <Box>
        <Who resolution={resolution} now={now} />
      </Box>
      <Warnings resolution={resolution} />
    </>
  )
}

/** Whoever is paid in place of the text that named them, with the whole id. */
function PayeeCard({ resolution, onClear }: { readonly resolution: Understanding; readonly onClear: () => void }) {
  const now = useNow()
  return (
    <div className="flex min-h-[4.5rem] items-center gap-3.5 rounded-sheet py-3 pr-3 pl-4 shadow-[inset_0_0_0_1px_var(--line-control)]">
      <Who resolution={resolution} now={now} />
      <span className="relative z-[2]">
        <IconButton label={say('send.pay-somebody-else')} onPress={onClear}>
          <X className="size-4" />
        </IconButton>
      </span>
    </div>
  )
}

/** Ends of an address that stands whole below would only be trusted in its place. */
function besideWhole(party: Party): string | null {
  if (party.kind === 'chain' && party.label !== undefined) {
    const tag = party.tag === '' ? [] : [say('shared.tag-2', { tag: party.tag })]
    return [say('shared.address-2', { chainName: party.chainName }), ...tag].join(' · ')
  }
  const [detail, id] = [partyDetail(party), partyId(party)]
  return id !== null && detail === glimpse(id) ? null : detail
}

function Who({ resolution, now }: { readonly resolution: Understanding; readonly now: number }) {
  const { party } = resolution.view
  const before = paidText(resolution.view, useWallet().group !== null, now)
  const id = partyId(party)
  const registered = party.kind === 'user' ? REGISTERED[`${party.user.registered}`] : null
  return (
    <>
      <PartyAvatar party={party} size="lg" />
      {/* Of a narrow form one stands under the other, so that an id keeps its line. */}
      <div className="min-w-0 flex-1 items-center gap-4 min-[75rem]:flex">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 break-words font-semibold text-row">{partyName(party)}</span>
            <span className="figure text-ink-2 text-sm">
              {heard([besideWhole(party), registered].filter((part) => part !== null).join(' · '))}
            </span>
          </p>
          {id !== null && (
            <GroupedCode text={id} className="block text-balance text-ink-2 text-sm" walk={party.kind === 'chain'} />
          )}
        </div>
        <span
          className={cx('block shrink-0 text-sm min-[75rem]:text-right', before.isFirst ? 'text-warn' : 'text-ink-2')}
        >
          {heard(before.text)}
        </span>
      </div>
    </>
  )
}

const WAS_PAID: Readonly<Record<'open' | 'going' | 'paid', readonly string[]>> = {
  open: [],
  going: [say('send.this-link-is-being-paid-coffer')],
  paid: [say('send.this-link-was-paid-before-coffer')],
}

function Warnings({ resolution }: { readonly resolution: Resolution }) {
  if (resolution.kind !== 'known') return null
  const { party, warnings, standing } = resolution.view
  return (
    <>
      {party.kind === 'chain' && (
        <p className="mt-1.5 text-ink-2 text-sm">
          {rich('send.this-is-an-address-on-the', { chainName: party.chainName })}
        </p>
      )}
      {[...WAS_PAID[standing], ...warnings.map(wording)].map((warning) => (
        <p key={warning} className="mt-1.5 flex items-start gap-2 text-sm text-warn">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {heard(warning)}
        </p>
      ))}
    </>
  )
}

function Box({ children }: { readonly children: ReactNode }) {
  return <div className="flex min-h-15 items-center gap-3 rounded-lg bg-sunken px-4 py-2">{children}</div>
}
