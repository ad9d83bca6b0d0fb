import { useEffect, useState } from 'react'
import { say } from '#words'
import { useSettled } from '../lib/hooks.ts'
import { call } from '../state/bridge.ts'
import type { Suggestion } from '../state/types.ts'
import { Button } from '../ui/Button.tsx'
import { Input, type InputProps } from '../ui/Input.tsx'
import { PartyAvatar, partyName } from './party.tsx'

/** Names somebody by a text, or picks one of those already known; what is found is shown before anything is done with it. */
export function LookUp(props: {
  readonly label: string
  readonly placeholder: string
  /** Of the button that looks. */
  readonly action: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly asking: boolean
  readonly onLook: () => void
  readonly error: InputProps['error']
  readonly offers: readonly Suggestion[]
  readonly onOffer: (offer: Suggestion) => void
  /** What stands behind an offer's name. */
  readonly detailOf?: (offer: Suggestion) => string | undefined
}) {
  return (
    <div>
      <div className="flex items-start gap-2">
        <Input
          label={props.label}
          className="flex-1"
          value={props.text}
          onChange={props.onText}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            props.onLook()
          }}
          placeholder={props.placeholder}
          error={props.error}
        />
        <Button className="mt-[26px]" pending={props.asking} onPress={props.onLook}>
          {props.action}
        </Button>
      </div>
      {props.offers.length > 0 && (
        <ul aria-label={say('shared.people-you-know')} className="mt-2 flex flex-wrap gap-2">
          {props.offers.map((offer) => {
            const detail = props.detailOf?.(offer)
            return (
              <li key={JSON.stringify(offer.payee)}>
                <button
                  type="button"
                  onClick={() => props.onOffer(offer)}
                  className="flex h-9 items-center gap-2 rounded-full bg-surface pr-3 pl-1.5 shadow-[inset_0_0_0_1px_var(--line-button)] hover:bg-hover"
                >
                  <PartyAvatar party={offer.party} size="sm" />
                  <span className="font-medium text-sm">{partyName(offer.party)}</span>
                  {detail !== undefined && <span className="figure text-ink-3 text-xs">{detail}</span>}
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** Contacts and people paid before who fit a text, as it is typed. */
export function useOffers(account: string, text: string): readonly Suggestion[] {
  const [offers, setOffers] = useState<readonly Suggestion[]>([])
  const asked = useSettled(text.trim(), 120)
  useEffect(() => {
    let current = true
    call('payees.suggest', { account, holder: null, text: asked.slice(0, 40) }).then(
      (found) => current && setOffers(found),
      () => current && setOffers([]),
    )
    return () => {
      current = false
    }
  }, [account, asked])
  return offers
}
