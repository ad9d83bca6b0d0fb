import { say } from '#words'
import { type Found, LookUp, type Naming } from '../../components/LookUp.tsx'
import { partyNumber } from '../../components/party.tsx'
import type { User } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { memberOf } from './model.ts'

/** Finds people by number, id or name. Whoever is picked was first shown with name and number. */
export function MemberField(props: {
  readonly known: readonly string[]
  readonly onAdd: (user: User) => string | null
  readonly error: string | null
  readonly naming: Naming
}) {
  const { account } = useWallet()

  function add({ party, problem }: Found) {
    const found = memberOf(party)
    return 'user' in found ? props.onAdd(found.user) : (problem ?? found.problem)
  }

  return (
    <LookUp
      owner={{ account: account.account, holder: null }}
      label={say('groups.add-a-member')}
      placeholder={say('groups.mixin-number-user-id-or-a')}
      action={say('groups.add')}
      onFound={add}
      naming={props.naming}
      error={props.error ?? undefined}
      canOffer={({ payee }) => payee.kind === 'user' && !props.known.includes(payee.userId)}
      detailOf={({ party }) => partyNumber(party)}
    />
  )
}
