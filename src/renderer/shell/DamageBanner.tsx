import { FileWarning } from 'lucide-react'
import type { WireAnswer } from '#contract/ipc'
import { plural } from '../lib/digits.ts'
import { useAction, useQuery } from '../state/query.ts'
import { go } from '../state/routes.ts'
import { useWallet } from '../state/wallet.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Surface.tsx'

type Damage = WireAnswer<'damage.list'>[number]

interface Words {
  readonly tone: 'warn' | 'info'
  readonly title: string
  readonly text: string
}

const day = (at: string): string => new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })

/** What happened to a file, what it means for the money, what to do. */
export function damageWords({ file, state, copyAt, missed, setAside }: Damage): Words {
  if (state === 'seen') {
    return {
      tone: 'warn',
      title: 'A file of this account is damaged',
      text: 'Your coins are safe: they are on the network. Close Coffer and open it again before you send; it then repairs the file.',
    }
  }
  if (state === 'unread') {
    return {
      tone: 'warn',
      title: 'Part of the record of your payments cannot be read',
      text: 'It was left as it is. Your coins are safe: what it holds stays held, and what was signed is followed to its end. Before you pay somebody again, look in Activity whether that payment left already.',
    }
  }
  if (file === 'cache') {
    return {
      tone: 'info',
      title: 'Saved balances and history were damaged',
      text: 'They are read from the service again. Your coins, payments and labels are untouched.',
    }
  }
  if (file === 'vault') {
    return {
      tone: 'warn',
      title: 'The file that says where your keys lie was damaged or gone',
      text: 'Coffer brought it back: your keys are here and your money has not moved. Check that your accounts are all listed, and look after the disk: files rarely break alone.',
    }
  }
  if (file === 'profile') {
    return {
      tone: 'warn',
      title:
        setAside === ''
          ? 'The list of accounts and settings was gone'
          : 'The list of accounts and settings was damaged',
      text: 'What could be read was kept. Your coins and payments are untouched. Look whether an account or a setting is missing.',
    }
  }
  const what = setAside === '' ? 'The record of your payments was gone' : 'The record of your payments was damaged'
  const back =
    copyAt === null
      ? 'There was no copy. What could still be read was kept; payments, labels, groups and drafts may be missing.'
      : `Coffer brought it back, in part from a copy of ${day(copyAt)}. What was new after that may be missing.`
  const payments = missed === 0 ? '' : ` ${plural(missed, 'payment')} came from the copy.`
  return {
    tone: 'warn',
    title: what,
    text: `${back}${payments} Your coins are safe. Before you pay somebody again, look in Activity whether that payment left already.`,
  }
}

/** What a backup file may still have. */
const isRestorable = ({ file }: Damage): boolean => file === 'intents' || file === 'profile'

/** Says on every screen that a file was damaged, until the person has read it. */
export function DamageBanner({ className }: { readonly className?: string }) {
  const { account } = useWallet()
  const input = { account: account.account }
  const { value, refresh } = useQuery('damage.list', input)
  const dismiss = useAction('damage.dismiss')
  if (value === undefined || value.length === 0) return null
  const done = async (): Promise<void> => {
    if ((await dismiss.run(input)) !== undefined) refresh()
  }
  return (
    <div role="status" aria-label="Damaged files" className={className}>
      {value.map((damage, at) => {
        const { tone, title, text } = damageWords(damage)
        return (
          <Notice
            key={`${damage.file} ${damage.state} ${damage.at}`}
            tone={tone}
            icon={<FileWarning />}
            title={title}
            className="m-4 mb-0"
            action={
              at === 0 && damage.state !== 'seen' ? (
                <span className="flex flex-wrap gap-2">
                  {value.some(isRestorable) && (
                    <Button size="sm" kind="quiet" onPress={() => go({ name: 'add-account', from: 'backup' })}>
                      Restore from a backup file
                    </Button>
                  )}
                  <Button size="sm" kind="quiet" onPress={() => go({ name: 'activity' })}>
                    Look at Activity
                  </Button>
                  <Button size="sm" pending={dismiss.pending} onPress={() => void done()}>
                    I have read this
                  </Button>
                </span>
              ) : undefined
            }
          >
            {text}
          </Notice>
        )
      })}
    </div>
  )
}
