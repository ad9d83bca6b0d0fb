import { say } from '#words'
import { NotRegistered, PartyAvatar, partyDetail, partyName } from '../../components/party.tsx'
import type { Owner, SendForm, Suggestion } from '../../state/types.ts'
import { LinkRow } from '../../ui/LinkRow.tsx'
import { LastPaid } from './LastPaid.tsx'
import { payeeText } from './model.ts'
import { useSuggestions } from './suggestions.ts'

/** Whom one knows, a click away: whoever was paid first. */
export function PeopleRail(props: {
  readonly owner: Owner
  readonly assetId: string | null
  readonly onPick: (text: string) => void
}) {
  const { offers } = useSuggestions(props.owner, '', props.assetId, true)
  if (offers.length === 0) return null
  const people = paidFirst(offers)
  return (
    <section aria-label={say('send.known-recipients')}>
      <h2 className="mb-1 text-h2">{say('send.known-recipients')}</h2>
      <ul>
        {people.map((offer) => (
          <LinkRow
            key={JSON.stringify(offer.payee)}
            icon={<PartyAvatar party={offer.party} />}
            title={partyName(offer.party)}
            under={partyDetail(offer.party)}
            end={
              <>
                <NotRegistered party={offer.party} />
                <LastPaid paidBefore={offer.paidBefore} />
              </>
            }
            onPress={() => props.onPick(payeeText(offer.party))}
          />
        ))}
      </ul>
    </section>
  )
}

/** In their order, but those who were paid before all others. */
export const paidFirst = <Each extends Pick<Suggestion, 'paidBefore'>>(offers: readonly Each[]): Each[] =>
  [...offers].sort((a, b) => Number(b.paidBefore !== null) - Number(a.paidBefore !== null))

/** The rows with whoever was picked: in the first that names nobody, or in place of the only one. */
export function withPayee(rows: SendForm['rows'], to: string): SendForm['rows'] {
  const free = rows.length === 1 ? 0 : rows.findIndex((row) => row.to.trim() === '')
  if (free === -1) return [...rows, { to, amount: '' }]
  return rows.map((row, at) => (at === free ? { ...row, to } : row))
}
