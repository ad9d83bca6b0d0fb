import { X } from 'lucide-react'
import { say } from '#words'
import { type Found, LookUp, type Naming } from '../../components/LookUp.tsx'
import { PartyAvatar, partyDetail, partyId, partyName } from '../../components/party.tsx'
import { heard } from '../../lib/heard.tsx'
import { useFocusKept } from '../../lib/hooks.ts'
import type { Party, Payee } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { GroupedCode } from '../../ui/Code.tsx'

export interface Picked {
  readonly payee: Payee
  readonly party: Party
}

/** A person, a group or a kernel address: shown with name and id before anything is done with it. */
export function PayeePick(props: {
  readonly label: string
  readonly picked: Picked | null
  readonly onPick: (picked: Picked | null) => void
  readonly error?: string | undefined
  readonly naming: Naming
  readonly autoFocus?: boolean
}) {
  const { owner } = useWallet()
  const box = useFocusKept<HTMLDivElement>()

  function pick({ payee, party, problem }: Found) {
    if (problem !== null) return problem
    if (payee === null || payee.kind === 'chain') return say('collectibles.name-a-person-a-group-or')
    props.onPick({ payee, party })
    return null
  }

  const { picked } = props
  if (picked !== null) {
    const id = partyId(picked.party)
    return (
      <div ref={box}>
        <p className="font-medium text-sm">{heard(props.label)}</p>
        <div className="mt-1.5 flex items-start gap-3 rounded-md bg-sunken px-3 py-2.5">
          <PartyAvatar party={picked.party} />
          <div className="min-w-0 flex-1">
            <p dir="auto" className="truncate font-medium">
              {partyName(picked.party)}
            </p>
            <p className="text-ink-3 text-sm">{partyDetail(picked.party)}</p>
            {id !== null && <GroupedCode text={id} className="mt-1" />}
          </div>
          <IconButton label={say('collectibles.choose-another-receiver')} onPress={() => props.onPick(null)}>
            <X className="size-4" />
          </IconButton>
        </div>
      </div>
    )
  }
  return (
    <div ref={box}>
      <LookUp
        owner={owner}
        label={props.label}
        placeholder={say('collectibles.mixin-number-user-id-group-or')}
        action={say('collectibles.look-up')}
        onFound={pick}
        naming={props.naming}
        autoFocus={props.autoFocus}
        error={props.error}
        canOffer={({ payee }) => payee.kind !== 'chain'}
      />
    </div>
  )
}
