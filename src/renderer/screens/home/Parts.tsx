import { isolated, say } from '#words'
import { Fiat } from '../../components/figures.tsx'
import { GroupAvatar } from '../../components/group.tsx'
import { rich } from '../../lib/rich.tsx'
import { go } from '../../state/routes.ts'
import type { Home } from '../../state/types.ts'
import { selectAccount, useWallet } from '../../state/wallet.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'

type Part = Home['parts'][number]

/** How the total is made up by whose it is. A row leads to that account or group. */
export function Parts({ parts }: Pick<Home, 'parts'>) {
  if (parts.length === 0) return null
  return (
    <section className="mt-7">
      <SectionTitle id="parts" className="mb-1.5">
        {say('home.by-account')}
      </SectionTitle>
      <ul aria-labelledby="parts">
        {parts.map((part) => (
          <Row key={`${part.account} ${part.holder}`} {...part} />
        ))}
      </ul>
    </section>
  )
}

function Row({ account, holder, group, fiat }: Part) {
  const { state } = useWallet()
  const owner = state.accounts.find((one) => one.account === account)
  const name = owner?.name ?? ''
  return (
    <li className="border-line border-b last:border-0">
      <button
        type="button"
        onClick={() => {
          selectAccount(account, holder)
          go({ name: 'home' })
        }}
        className="flex min-h-13.5 w-full items-center gap-3 rounded-field py-1.5 text-left transition-colors duration-120 hover:bg-hover"
      >
        {holder === null || group === null ? (
          <Avatar name={name} seed={account} colour={owner?.colour} />
        ) : (
          <GroupAvatar group={group} />
        )}
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate text-row">
            {isolated(group?.name ?? name)}
          </span>
          {group !== null && (
            <span className="block truncate text-ink-3 text-xs">{rich('home.group-of', { account: name })}</span>
          )}
        </span>
        <Fiat value={fiat} className="whitespace-nowrap font-medium" />
      </button>
    </li>
  )
}
