import { X } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ErrorLines } from '../../components/ErrorNotice.tsx'
import { LookUp, useOffers } from '../../components/LookUp.tsx'
import { PartyAvatar, partyDetail, partyId, partyName } from '../../components/party.tsx'
import { call, reportOf } from '../../state/bridge.ts'
import type { Party, Payee, Report } from '../../state/types.ts'
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
}) {
  const { owner } = useWallet()
  const [text, setText] = useState('')
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Report | string | null>(null)
  const offers = useOffers(owner.account, text)
    .filter(({ payee }) => payee.kind !== 'chain')
    .slice(0, 5)

  async function look(): Promise<void> {
    if (text.trim() === '' || asking) return
    setAsking(true)
    setProblem(null)
    try {
      const view = await call('payees.resolve', { ...owner, text: text.trim(), assetId: null })
      if (view.problem !== null) setProblem(view.problem)
      else if (view.payee === null || view.payee.kind === 'chain')
        setProblem(say('collectibles.name-a-person-a-group-or'))
      else props.onPick({ payee: view.payee, party: view.party })
    } catch (error) {
      setProblem(reportOf(error))
    } finally {
      setAsking(false)
    }
  }

  const { picked } = props
  if (picked !== null) {
    const id = partyId(picked.party)
    return (
      <div>
        <p className="font-medium text-sm">{props.label}</p>
        <div className="mt-1.5 flex items-start gap-3 rounded-md bg-sunken px-3 py-2.5">
          <PartyAvatar party={picked.party} />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{partyName(picked.party)}</p>
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
  const wrong = problem === null ? props.error : typeof problem === 'string' ? problem : <ErrorLines error={problem} />
  return (
    <LookUp
      label={props.label}
      placeholder={say('collectibles.mixin-number-user-id-group-or')}
      action={say('collectibles.look-up')}
      text={text}
      onText={(next) => {
        setText(next)
        setProblem(null)
      }}
      asking={asking}
      onLook={() => void look()}
      error={wrong}
      offers={offers}
      onOffer={props.onPick}
    />
  )
}
