import { Users } from 'lucide-react'
import { say } from '#words'
import { rich } from '../../lib/rich.tsx'
import { useQueries } from '../../state/query.ts'
import type { Owner } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Choice.tsx'
import { PopoverPanel } from '../../ui/Overlay.tsx'

const isSame = (one: Owner, other: Owner): boolean => one.account === other.account && one.holder === other.holder

/** Accounts and groups that are drawn up together; the one on screen is always among them. */
export function Whose(props: {
  readonly others: readonly Owner[]
  readonly onChange: (others: readonly Owner[]) => void
}) {
  const { owner } = useWallet()
  const { others, onChange } = props
  const choices = useChoices()
  if (choices.length < 2) return null
  const toggle = (choice: Owner, isChosen: boolean) =>
    onChange(isChosen ? [...others, choice] : others.filter((other) => !isSame(other, choice)))
  return (
    <PopoverPanel
      label={say('statement.whose')}
      trigger={
        <Button kind="quiet" size="sm" icon={<Users className="size-4" />}>
          {rich('statement.accounts-and-groups', { count: others.length + 1 })}
        </Button>
      }
    >
      <fieldset className="grid max-h-80 gap-1 overflow-y-auto p-4" aria-label={say('statement.whose')}>
        {choices.map(({ name, of, ...choice }) => (
          <Checkbox
            key={`${choice.account} ${choice.holder}`}
            checked={isSame(choice, owner) || others.some((other) => isSame(other, choice))}
            disabled={isSame(choice, owner)}
            onChange={(isChosen) => toggle(choice, isChosen)}
          >
            <span className="break-words">{name}</span>
            {of !== '' && <span className="block text-ink-2 text-xs">{of}</span>}
          </Checkbox>
        ))}
      </fieldset>
    </PopoverPanel>
  )
}

/** Every account that works here, each followed by its groups. */
function useChoices() {
  const { state } = useWallet()
  const accounts = state.accounts.filter(({ stage }) => stage === 'ready')
  const groups = useQueries(
    'groups.list',
    accounts.map(({ account }) => ({ account })),
  )
  return accounts.flatMap(({ account, name }, at) => [
    { account, holder: null, name, of: '' },
    ...(groups[at]?.value ?? []).map((group) => ({
      ...{ account, holder: group.holder, name: group.name },
      of: say('statement.group-of', { name }),
    })),
  ])
}
