import { useEffect, useState } from 'react'
import { call, reportOf } from '../../app/bridge.ts'
import type { Report, Suggestion, User } from '../../app/types.ts'
import { useWallet } from '../../app/wallet.tsx'
import { useSettled } from '../../lib/hooks.ts'
import { ErrorLines } from '../../parts/ErrorNotice.tsx'
import { PartyAvatar, partyDetail, partyName } from '../../parts/party.tsx'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
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
    <div>
      <div className="flex items-start gap-2">
        <Input
          label="Add a member"
          className="flex-1"
          value={text}
          onChange={(next) => {
            setText(next)
            setProblem(null)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void look()
          }}
          placeholder="Mixin number, user id or a name you know"
          error={wrong}
        />
        <Button className="mt-[26px]" pending={asking} onPress={() => void look()}>
          Add
        </Button>
      </div>
      {offers.length > 0 && (
        <ul aria-label="People you know" className="mt-2 flex flex-wrap gap-2">
          {offers.slice(0, 6).map((offer) => (
            <li key={JSON.stringify(offer.payee)}>
              <button
                type="button"
                onClick={() => offer.party.kind === 'user' && add(offer.party.user)}
                className="flex h-9 items-center gap-2 rounded-full bg-surface pr-3 pl-1.5 shadow-[inset_0_0_0_1px_var(--line-button)] hover:bg-hover"
              >
                <PartyAvatar party={offer.party} size="sm" />
                <span className="font-medium text-sm">{partyName(offer.party)}</span>
                <span className="figure text-ink-3 text-xs">{partyDetail(offer.party).split(' · ')[1]}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function useOffers(account: string, text: string): readonly Suggestion[] {
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
