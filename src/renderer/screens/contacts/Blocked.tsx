import { Ban } from 'lucide-react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { numberBeside, userName } from '../../components/group.tsx'
import { shorten } from '../../lib/digits.ts'
import { useFocusInRows } from '../../lib/hooks.ts'
import { spoken } from '../../lib/spoken.ts'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { User } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Surface.tsx'

/** Whom nobody here pays by mistake any more. */
export function Blocked({ people }: { readonly people: readonly User[] }) {
  const { account } = useWallet()
  const unblock = useAction('contacts.unblock')
  const rows = useFocusInRows<HTMLUListElement>()
  if (people.length === 0) {
    return (
      <Empty icon={<Ban />} title={say('contacts.nobody-is-blocked')}>
        {say('contacts.whoever-you-block-is-not-offered')}
      </Empty>
    )
  }
  return (
    <>
      <ErrorNotice error={unblock.error} className="mb-4" />
      <ul ref={rows} aria-label={say('contacts.blocked-people')}>
        {people.map((user) => (
          <li key={user.userId} className="flex items-center gap-4 border-line border-b py-2.5 last:border-0">
            <Avatar name={userName(user)} seed={user.userId} />
            <button
              type="button"
              className="min-w-0 flex-1 rounded-sm text-left hover:underline"
              onClick={() => go({ name: 'contact', userId: user.userId })}
            >
              <span dir="auto" className="block truncate font-medium leading-5">
                {userName(user)}
              </span>
              <span className="figure block truncate text-ink-3 text-sm">
                {numberBeside(user) || shorten(user.userId)}
              </span>
            </button>
            {account.kind !== 'watch' && (
              <Button
                size="sm"
                aria-label={spoken(say('contacts.unblock-2', { userName: userName(user) }))}
                onPress={() => void unblock.run({ account: account.account, userId: user.userId })}
              >
                {say('contacts.unblock')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
