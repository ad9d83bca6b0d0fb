import { ArrowDownLeft, Check, FileX, Hourglass, House } from 'lucide-react'
import { useState } from 'react'
import { isolated, say } from '#words'
import type { PickedFile } from '../../lib/picked-files.ts'
import { rich } from '../../lib/rich.tsx'
import type { Account } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { StepBody } from './Frame.tsx'

export function DoneStep(props: {
  readonly account: Account | null
  readonly local: boolean
  /** It was there before, here or elsewhere: whoever comes back goes on with what it has. */
  readonly isBack: boolean
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
    <StepBody
      sign={
        <span className="mb-5 grid size-12 place-items-center rounded-full bg-ok-soft text-ok" aria-hidden="true">
          <Check className="size-6" />
        </span>
      }
      title={say('onboarding.is-ready', { account: account?.name ?? '' })}
      intro={
        watched
          ? say('onboarding.you-can-look-at-it-it')
          : !isProved
            ? say('onboarding.it-can-receive-sending-waits-until')
            : props.isBack
              ? say('onboarding.it-can-receive-and-send')
              : props.local
                ? say('onboarding.it-can-receive-and-send-start')
                : say('onboarding.it-can-receive-and-send-start-2')
      }
      actions={
        <>
          {!watched && !props.isBack && (
            <Button kind="primary" size="lg" icon={<ArrowDownLeft className="size-4" />} onPress={props.onReceive}>
              {props.local ? say('onboarding.get-play-money') : say('onboarding.receive')}
            </Button>
          )}
          {props.onMore !== undefined && (
            <Button size="lg" onPress={props.onMore}>
              {say('onboarding.the-other-accounts')}
            </Button>
          )}
          <Button
            size="lg"
            {...(props.isBack && { kind: 'primary' as const })}
            icon={<House className="size-4" />}
            onPress={props.onHome}
          >
            {say('onboarding.go-to-home')}
          </Button>
        </>
      }
    >
      {!isProved && (
        <Notice tone="warn" icon={<Hourglass />} title={say('onboarding.the-key-is-not-proved-yet')}>
          {say('onboarding.the-network-does-not-say-which')}
        </Notice>
      )}
      {props.files.length > 0 && (
        <Leftovers files={props.files} isKeyOpen={props.hadKey && (account === null || account.backedUpAt === null)} />
      )}
    </StepBody>
  )
}

/** Files that nobody needs any more, and that open the account for whoever finds them. */
export function Leftovers(props: { readonly files: readonly PickedFile[]; readonly isKeyOpen: boolean }) {
  const [gone, setGone] = useState<ReadonlySet<PickedFile>>(new Set())
  const [stuck, setStuck] = useState<ReadonlySet<PickedFile>>(new Set())
  const left = props.files.filter((file) => !gone.has(file))
  const names = left.map(({ name }) => isolated(name)).join(say('lib.separator'))
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
        {props.files.length === 1 ? say('onboarding.the-file-is-deleted') : say('onboarding.the-files-are-deleted')}
      </Notice>
    )
  }
  if (props.isKeyOpen) {
    return (
      <Notice tone="plain" icon={<FileX />} title={say('onboarding.keep-for-now', { names })}>
        {rich('onboarding.it-holds-the-spend-key-first', { left: left.length })}
      </Notice>
    )
  }
  return (
    <Notice
      tone="plain"
      icon={<FileX />}
      title={say('onboarding.is-not-needed-any-more', { names, left: left.length })}
      live
      action={
        removable.length === 0 ? undefined : (
          <Button size="sm" onPress={() => void remove()}>
            {rich('onboarding.delete-the-file', { removable: removable.length })}
          </Button>
        )
      }
    >
      {removable.length === 0
        ? say('onboarding.whoever-finds-it-can-act-for')
        : say('onboarding.whoever-finds-it-can-act-for-2')}
    </Notice>
  )
}
