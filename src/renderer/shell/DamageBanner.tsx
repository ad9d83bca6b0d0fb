import { FileWarning } from 'lucide-react'
import type { WireAnswer } from '#contract/ipc'
import { say } from '#words'
import { heard } from '../lib/heard.tsx'
import { useFocusBack } from '../lib/hooks.ts'
import { formatMomentLong } from '../lib/time.ts'
import { type Action, useAction, useQuery } from '../state/query.ts'
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

/** What happened to a file, what it means for the money, what to do. */
export function damageWords({ file, state, copyAt, missed, setAside }: Damage): Words {
  if (state === 'seen') {
    return {
      tone: 'warn',
      title: say('shell.a-file-of-this-account-is'),
      text: say('shell.your-coins-are-safe-they-are'),
    }
  }
  if (state === 'unread') {
    return {
      tone: 'warn',
      title: say('shell.part-of-the-record-of-your'),
      text: say('shell.it-was-left-as-it-is'),
    }
  }
  if (file === 'cache') {
    return {
      tone: 'info',
      title: say('shell.saved-balances-and-history-were-damaged'),
      text: say('shell.they-are-read-from-the-service'),
    }
  }
  if (file === 'vault') {
    return {
      tone: 'warn',
      title: say('shell.the-file-that-says-where-your'),
      text: say('shell.coffer-brought-it-back-your-keys'),
    }
  }
  if (file === 'profile') {
    return {
      tone: 'warn',
      title:
        setAside === ''
          ? say('shell.the-list-of-accounts-and-settings')
          : say('shell.the-list-of-accounts-and-settings-2'),
      text: say('shell.what-could-be-read-was-kept'),
    }
  }
  const what =
    setAside === '' ? say('shell.the-record-of-your-payments-was') : say('shell.the-record-of-your-payments-was-2')
  const back =
    copyAt === null
      ? say('shell.there-was-no-copy-what-could')
      : say('shell.coffer-brought-it-back-in-part', { day: formatMomentLong(copyAt) })
  const payments = missed === 0 ? '' : say('shell.payment-came-from-the-copy', { missed })
  return {
    tone: 'warn',
    title: what,
    text: say('shell.your-coins-are-safe-before-you', { back, payments }),
  }
}

/** What a backup file may still have. */
const isRestorable = ({ file }: Damage): boolean => file === 'intents' || file === 'profile'

/** Beside which of them it is done with them all: the first that was repaired or read. What was only seen stays until the next start repairs it. */
export const placeOfDeeds = (all: readonly Pick<Damage, 'state'>[]): number =>
  all.findIndex(({ state }) => state !== 'seen')

/** Says on every screen that a file was damaged, until the person has read it. */
export function DamageBanner() {
  const { account } = useWallet()
  const input = { account: account.account }
  const { value, refresh } = useQuery('damage.list', input)
  const dismiss = useAction('damage.dismiss')
  if (value === undefined || value.length === 0) return null
  return <Notices damages={value} dismiss={dismiss} input={input} onDone={refresh} />
}

function Notices(props: {
  readonly damages: readonly Damage[]
  readonly dismiss: Action<'damage.dismiss'>
  readonly input: { readonly account: string }
  readonly onDone: () => void
}) {
  const { damages, dismiss, input } = props
  // What says that it was read goes with it.
  useFocusBack()
  const deeds = placeOfDeeds(damages)
  const isSeen = damages.some(({ state }) => state === 'seen')
  const done = async (): Promise<void> => {
    if ((await dismiss.run(input)) !== undefined) props.onDone()
  }
  return (
    <div role="status" aria-label={say('shell.damaged-files')}>
      {damages.map((damage, at) => {
        const { tone, title, text } = damageWords(damage)
        return (
          <Notice
            key={`${damage.file} ${damage.state} ${damage.at}`}
            tone={tone}
            icon={<FileWarning />}
            title={title}
            className="m-4 mb-0 low:mx-2 low:mt-2"
            action={
              at === deeds ? (
                <span className="flex flex-wrap gap-2">
                  {/* Into a file that is damaged now nothing is taken over. */}
                  {!isSeen && damages.some(isRestorable) && (
                    <Button size="sm" kind="quiet" onPress={() => go({ name: 'add-account', from: 'backup' })}>
                      {say('shell.restore-from-a-backup-file')}
                    </Button>
                  )}
                  <Button size="sm" kind="quiet" onPress={() => go({ name: 'activity' })}>
                    {say('shell.look-at-activity')}
                  </Button>
                  <Button size="sm" pending={dismiss.pending} onPress={() => void done()}>
                    {say('shell.i-have-read-this')}
                  </Button>
                </span>
              ) : undefined
            }
          >
            {heard(text)}
          </Notice>
        )
      })}
    </div>
  )
}
