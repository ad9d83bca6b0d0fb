import { say } from '#words'
import { useQuery } from '../../state/query.ts'
import { useWallet } from '../../state/wallet.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Group } from './rows.tsx'

/** The public half of what signs statements: for whoever is to check them. */
export function StatementKey() {
  const { owner } = useWallet()
  const { value } = useQuery('statements.key', { account: owner.account })
  if (value === undefined) return null
  return (
    <Group
      title={say('settings.statement-key')}
      text={value === null ? say('settings.statement-key-none') : say('settings.statement-key-text')}
    >
      {value !== null && (
        <p className="flex min-h-14 items-center justify-between gap-2 border-line border-b py-2">
          <GroupedCode text={value.publicKey} className="min-w-0" />
          <CopyButton text={value.publicKey} what={say('settings.statement-key-copied')} />
        </p>
      )}
    </Group>
  )
}
