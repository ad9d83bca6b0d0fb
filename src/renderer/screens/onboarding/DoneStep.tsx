import { ArrowDownLeft, Check, FileX, Hourglass, House } from 'lucide-react'
import { useState } from 'react'
import { isolated } from '../../lib/isolated.ts'
import type { PickedFile } from '../../lib/picked-files.ts'
import type { Account } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { StepBody } from './Frame.tsx'

export function DoneStep(props: {
  readonly account: Account | null
  readonly local: boolean
  /** The files that the account came from. */
  readonly files: readonly PickedFile[]
  /** Whether a spend key was among them: they stay until its own backup was compared. */
  readonly hadKey: boolean
  /** Back to the others that came in with it. */
  readonly onMore?: () => void
  readonly onHome: () => void
  readonly onReceive: () => void
}) {
  const { account } = props
  const watched = account?.kind === 'watch'
  const isProved = account?.proved !== false
  return (
    <>
      <span className="mb-5 grid size-12 place-items-center rounded-full bg-ok-soft text-ok" aria-hidden="true">
        <Check className="size-6" />
      </span>
      <StepBody
        title={`${isolated(account?.name ?? '')} is ready`}
        intro={
          watched
            ? 'You can look at it. It cannot send or sign: its key is not on this computer.'
            : !isProved
              ? 'It can receive. Sending waits until its key is proved.'
              : props.local
                ? 'It can receive and send. Start with a practice deposit: it takes a few seconds.'
                : 'It can receive and send. Start with a small amount.'
        }
        actions={
          <>
            {!watched && (
              <Button kind="primary" size="lg" icon={<ArrowDownLeft className="size-4" />} onPress={props.onReceive}>
                {props.local ? 'Get play money' : 'Receive'}
              </Button>
            )}
            {props.onMore !== undefined && (
              <Button size="lg" onPress={props.onMore}>
                The other accounts
              </Button>
            )}
            <Button size="lg" icon={<House className="size-4" />} onPress={props.onHome}>
              Go to Home
            </Button>
          </>
        }
      >
        {!isProved && (
          <Notice tone="warn" icon={<Hourglass />} title="The key is not proved yet">
            The network does not say which key this account is registered with, and it has no coin to try yours on. The
            first coin that arrives proves the key or refutes it; until then Coffer signs nothing with it.
          </Notice>
        )}
        {props.files.length > 0 && (
          <Leftovers
            files={props.files}
            isKeyOpen={props.hadKey && (account === null || account.backedUpAt === null)}
          />
        )}
      </StepBody>
    </>
  )
}

/** Files that nobody needs any more, and that open the account for whoever finds them. */
export function Leftovers(props: { readonly files: readonly PickedFile[]; readonly isKeyOpen: boolean }) {
  const [gone, setGone] = useState<ReadonlySet<PickedFile>>(new Set())
  const [stuck, setStuck] = useState<ReadonlySet<PickedFile>>(new Set())
  const left = props.files.filter((file) => !gone.has(file))
  const names = left.map(({ name }) => isolated(name)).join(', ')
  const removable = left.filter((file) => file.remove !== null && !stuck.has(file))

  async function remove(): Promise<void> {
    for (const file of removable) {
      try {
        await file.remove?.()
        setGone((before) => new Set(before).add(file))
      } catch {
        setStuck((before) => new Set(before).add(file))
      }
    }
  }

  if (left.length === 0) {
    return (
      <Notice tone="ok" icon={<Check />} live>
        {props.files.length === 1 ? 'The file is deleted.' : 'The files are deleted.'}
      </Notice>
    )
  }
  if (props.isKeyOpen) {
    return (
      <Notice tone="plain" icon={<FileX />} title={`Keep ${names} for now`}>
        It holds the spend key. First write the key down: Settings, Accounts, Show. Once you have compared what you
        wrote, delete the file: whoever finds it can take the money.
      </Notice>
    )
  }
  return (
    <Notice
      tone="plain"
      icon={<FileX />}
      title={`${names} ${left.length === 1 ? 'is' : 'are'} not needed any more`}
      live
      action={
        removable.length === 0 ? undefined : (
          <Button size="sm" onPress={() => void remove()}>
            Delete {removable.length === 1 ? 'the file' : 'the files'}
          </Button>
        )
      }
    >
      {removable.length === 0
        ? 'Whoever finds it can act for this account. Delete it yourself: Coffer was shown what is in it, not where it lies.'
        : 'Whoever finds it can act for this account.'}
    </Notice>
  )
}
