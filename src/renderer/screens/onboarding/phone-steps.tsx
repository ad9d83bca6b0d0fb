import { CircleCheck, CircleX, Eye, LockKeyhole, RefreshCw, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isolated, say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { readAppId } from '../../lib/app-id.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { formatClock } from '../../lib/time.ts'
import { call, reportOf } from '../../state/bridge.ts'
import { useAction, useIsAsking, useQuery } from '../../state/query.ts'
import type { Report } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Input } from '../../ui/Input.tsx'
import { QrCode } from '../../ui/Qr.tsx'
import { Select } from '../../ui/Select.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Card, Notice, Skeleton } from '../../ui/Surface.tsx'
import { Back, type EntryProps } from './entry-steps.tsx'
import { StepBody } from './Frame.tsx'
import { phoneWords } from './phone-model.ts'

/* People whose spend key is in their phone: what that means here, and the code by which the phone permits looking. */

const FACTS: readonly { readonly icon: ReactNode; readonly text: string }[] = [
  { icon: <LockKeyhole />, text: say('onboarding.your-spend-key-is-in-your') },
  { icon: <Eye />, text: say('onboarding.coffer-looks-and-prepares-balances-history') },
  {
    icon: <CircleX />,
    text: say('onboarding.messengers-13-or-25-words-and'),
  },
]

/** The truth about such accounts, and in whose name the phone is asked. */
export function MessengerStep(props: EntryProps & { readonly onNext: () => void }) {
  const app = useQuery('phone.app', null)
  const isAsking = useIsAsking('phone.app', null)
  const keep = useAction('phone.setApp')
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const asks = app.value?.from === 'nowhere'
  const read = readAppId(typed)

  async function next(): Promise<void> {
    if (!asks) return props.onNext()
    if ('problem' in read) return setTried(true)
    if ((await keep.run(read)) !== undefined) props.onNext()
  }

  const error = props.error ?? keep.error ?? app.error
  return (
    <StepBody
      title={say('onboarding.use-mixin-messengers-account')}
      onSubmit={() => void next()}
      actions={
        <>
          <Button
            kind="primary"
            size="lg"
            type="submit"
            icon={<Smartphone className="size-4" />}
            pending={props.pending || keep.pending || (isAsking && app.value === undefined)}
          >
            {say('onboarding.watch-with-my-phone')}
          </Button>
          <Back onBack={props.onBack} />
        </>
      }
    >
      <ul className="grid gap-3">
        {FACTS.map(({ icon, text }) => (
          <li key={text} className="flex items-start gap-3 text-lg">
            <span className="mt-1 text-ink-3 [&_svg]:size-5" aria-hidden="true">
              {icon}
            </span>
            <span className="min-w-0 text-pretty">{heard(text)}</span>
          </li>
        ))}
      </ul>
      <ErrorNotice error={error} />
      {asks && (
        <div className="grid gap-3">
          <p className="text-pretty text-ink-2">{say('onboarding.your-phone-is-always-asked-in')}</p>
          <Input
            label={say('onboarding.app-id')}
            mono
            value={typed}
            onChange={setTyped}
            className="max-w-md"
            error={tried && 'problem' in read ? read.problem : undefined}
          />
        </div>
      )}
    </StepBody>
  )
}

/** Asks while it is on the screen, and not longer; what was asked before is not shown. */
function useAsking() {
  const state = useQuery('phone.state', null)
  const [begun, setBegun] = useState<{ readonly until: string | null; readonly error: Report | null } | null>(null)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let wanted = turn >= 0
    setBegun(null)
    call('phone.begin', null).then(
      ({ until }) => wanted && setBegun({ until, error: null }),
      (caught: unknown) => wanted && setBegun({ until: null, error: reportOf(caught) }),
    )
    return () => {
      wanted = false
      call('phone.cancel', null).catch(() => undefined)
    }
  }, [turn])
  const isOurs = begun?.until != null && state.value?.until === begun.until
  return {
    watch: isOurs ? state.value : undefined,
    error: begun?.error ?? (isOurs ? (state.value?.error ?? null) : state.error),
    again: () => setTurn((before) => before + 1),
  }
}

export function PhoneStep(props: {
  readonly local: boolean
  /** What kept the account from being gone on with once it was here. */
  readonly failed: Report | null
  /** Accounts whose keys are here cannot be watched. */
  readonly keyed: readonly string[]
  readonly onBack: () => void
  readonly onDone: (account: string) => void
}) {
  const { watch, error, again } = useAsking()
  const account = watch?.stage === 'done' ? watch.account : null
  const told = useRef<string | null>(null)
  const { onDone } = props
  useEffect(() => {
    if (account === null || told.current === account) return
    told.current = account
    onDone(account)
  }, [account, onDone])

  const words = phoneWords(watch ?? { stage: 'opening' })
  const isOver = error !== null || words.isOver
  return (
    <StepBody
      title={say('onboarding.watch-with-my-phone')}
      actions={
        <>
          {(isOver || watch?.stage === 'opened') && (
            <Button
              {...(isOver ? { kind: 'primary' as const } : {})}
              size="lg"
              icon={<RefreshCw className="size-4" />}
              onPress={again}
            >
              {say('onboarding.make-a-new-code')}
            </Button>
          )}
          <Back onBack={props.onBack} />
        </>
      }
    >
      {account !== null && props.failed !== null ? (
        <ErrorNotice error={props.failed} onRetry={() => onDone(account)} />
      ) : error !== null ? (
        <ErrorNotice error={error} />
      ) : isOver ? (
        <Notice tone="warn" icon={<CircleX />} title={words.title} live>
          {heard(words.text)}
        </Notice>
      ) : (
        <div className="flex flex-wrap items-start gap-7">
          <Code link={watch?.link ?? null} isAgreed={watch?.stage === 'agreed' || watch?.stage === 'done'} />
          <div className="min-w-0 flex-[1_1_15rem]">
            <ol className="grid list-decimal gap-2 pl-5 text-lg marker:text-ink-3">
              <li>{say('onboarding.open-mixin-messenger-on-your-phone')}</li>
              <li>{say('onboarding.it-names-what-may-be-read')}</li>
              <li>{say('onboarding.agree-there-with-your-pin-it')}</li>
            </ol>
            <div className="mt-5" role="status">
              <p className="flex items-center gap-2 font-medium">
                {watch?.stage === 'done' ? (
                  <CircleCheck className="size-4 text-ok" aria-hidden="true" />
                ) : (
                  <Spinner className="size-4" />
                )}
                {heard(words.title)}
              </p>
              <p className="text-ink-2">{heard(words.text)}</p>
            </div>
            {watch !== undefined && watch.link !== null && watch.until !== null && (
              <div className="mt-3 flex items-center gap-2">
                <CopyButton
                  text={watch.link}
                  what={say('onboarding.code-as-a-link')}
                  label={say('onboarding.copy-as-link')}
                />
                <span className="text-ink-3 text-sm">
                  {rich('onboarding.until', { until: formatClock(watch.until) })}
                </span>
              </div>
            )}
          </div>
        </div>
      )}
      {props.local && !isOver && <StandIn keyed={props.keyed} ready={watch?.link != null} />}
    </StepBody>
  )
}

function Code({ link, isAgreed }: { readonly link: string | null; readonly isAgreed: boolean }) {
  if (link !== null) return <QrCode text={link} label={say('onboarding.qr-code-for-mixin-messenger')} size={232} />
  return isAgreed ? (
    <span className="grid size-[min(14.5rem,48dvh)] place-items-center rounded-lg bg-ok-soft text-ok">
      <CircleCheck className="size-12" aria-hidden="true" />
    </span>
  ) : (
    <Skeleton className="size-[min(14.5rem,48dvh)] rounded-lg" />
  )
}

/** The local network has no phones: one chooses who agrees. */
function StandIn(props: { readonly keyed: readonly string[]; readonly ready: boolean }) {
  const people = useQuery('phone.people', null)
  const answer = useAction('phone.answer')
  const [chosen, setChosen] = useState<string | null>(null)
  const offered = (people.value ?? []).filter(({ userId }) => !props.keyed.includes(userId))
  const userId = chosen ?? offered[0]?.userId ?? null
  return (
    <Card className="grid gap-3 px-5 py-4" label={say('onboarding.no-phone-here')}>
      <div>
        <p className="font-medium">{say('onboarding.no-phone-here')}</p>
        <p className="text-ink-2 text-sm">{say('onboarding.the-local-network-plays-it-choose')}</p>
      </div>
      {(people.error ?? answer.error) !== null && (
        <ErrorNotice error={people.error ?? answer.error ?? { code: 'internal', details: {} }} />
      )}
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={say('onboarding.person')}
          className="min-w-52 flex-1"
          value={userId}
          onChange={setChosen}
          options={offered.map((person) => ({
            id: person.userId,
            text: isolated(person.name),
            aside: <span className="figure text-ink-3 text-xs">{person.identityNumber}</span>,
          }))}
        />
        <Button
          isDisabled={!props.ready || userId === null}
          pending={answer.pending}
          onPress={() => void answer.run({ userId })}
        >
          {say('onboarding.agree')}
        </Button>
        <Button kind="quiet" isDisabled={!props.ready} onPress={() => void answer.run({ userId: null })}>
          {say('onboarding.decline')}
        </Button>
      </div>
    </Card>
  )
}
