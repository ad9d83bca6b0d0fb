import { useState } from 'react'
import { say } from '#words'
import { ErrorLines } from '../../components/ErrorNotice.tsx'
import { LookUp, useOffers } from '../../components/LookUp.tsx'
import { partyDetail } from '../../components/party.tsx'
import { call, reportOf } from '../../state/bridge.ts'
import type { Report, User } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { memberOf } from './model.ts'

/** Finds people by number, id or name. Whoever is picked was first shown with name and number. */
export function MemberField(props: {
  readonly known: readonly string[]
  readonly onAdd: (user: User) => string | null
  readonly error: string | null
}) {
  const { account } = useWallet()
  const [text, setText] = useState('')
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | Report | null>(null)
  const offers = useOffers(account.account, text).filter(
    (offer) => offer.payee.kind === 'user' && !props.known.includes(offer.payee.userId),
  )

  function add(user: User): void {
    const refused = props.onAdd(user)
    setProblem(refused)
    if (refused === null) setText('')
  }

  async function look(): Promise<void> {
    if (text.trim() === '' || asking) return
    setAsking(true)
    try {
      const view = await call('payees.resolve', { account: account.account, holder: null, text, assetId: null })
      const found = memberOf(view.party)
      if ('user' in found) add(found.user)
      else setProblem(view.problem ?? found.problem)
    } catch (error) {
      setProblem(reportOf(error))
    } finally {
      setAsking(false)
    }
  }

  const wrong =
    problem === null ? (
      (props.error ?? undefined)
    ) : typeof problem === 'string' ? (
      problem
    ) : (
      <ErrorLines error={problem} />
    )
  return (
    <LookUp
      label={say('groups.add-a-member')}
      placeholder={say('groups.mixin-number-user-id-or-a')}
      action={say('groups.add')}
      text={text}
      onText={(next) => {
        setText(next)
        setProblem(null)
      }}
      asking={asking}
      onLook={() => void look()}
      error={wrong}
      offers={offers.slice(0, 6)}
      onOffer={({ party }) => party.kind === 'user' && add(party.user)}
      detailOf={({ party }) => partyDetail(party).split(' · ')[1]}
    />
  )
}
