import { Check, CircleSlash, Download, Pause, Play, WifiOff } from 'lucide-react'
import { Fragment, useEffect, useState } from 'react'
import { say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { cx } from '../../lib/cx.ts'
import { useLast, useSettled } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { saveText } from '../../lib/save.ts'
import { useIsAsking, useQuery } from '../../state/query.ts'
import type { Bundle, SignatureRequest } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Choice.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { TextArea } from '../../ui/Input.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { QrCode } from '../../ui/Qr.tsx'
import { Notice, Skeleton } from '../../ui/Surface.tsx'

export type Way = 'link' | 'bundle' | 'file'

/** Hands a request to the other members: as a link, as codes, as a file. Each can be scanned again. */
export function ShareDialog(props: {
  readonly request: SignatureRequest
  /** What it begins with. */
  readonly begin: Way
  /** There is nothing to hand on any more: it goes, unless something was written that went nowhere yet. */
  readonly isEnded: boolean
  readonly onClose: () => void
}) {
  const [way, setWay] = useState<Way>(props.begin)
  const [note, setNote] = useState(props.request.askerNote)
  const [saved, setSaved] = useState<string | null>(null)
  const { isEnded } = props
  if (isEnded && (note === props.request.askerNote || saved === note)) return null
  const noteField = (
    <TextArea
      label={say('approvals.note-for-the-others')}
      rows={2}
      maxLength={2000}
      value={note}
      onChange={setNote}
      hint={isEnded ? undefined : say('approvals.it-travels-with-the-bundle-and')}
    />
  )
  return (
    <Dialog
      title={say('approvals.share-this-request')}
      isOpen
      onClose={props.onClose}
      keepsTyped={saved === note}
      width="max-w-md"
    >
      {isEnded ? (
        <Notice tone="warn" icon={<CircleSlash />} title={say('approvals.ended-meanwhile')} className="mb-5" live>
          {say('approvals.ended-meanwhile-note')}
        </Notice>
      ) : (
        <div className="mb-5 flex justify-center">
          <Segmented
            label={say('approvals.how-to-share')}
            value={way}
            onChange={setWay}
            options={[
              { value: 'link', label: say('approvals.link') },
              { value: 'bundle', label: say('approvals.codes') },
              { value: 'file', label: say('approvals.file') },
            ]}
          />
        </div>
      )}
      {way === 'link' && !isEnded ? (
        <LinkWay request={props.request} />
      ) : (
        // A file is saved with the note, which comes first there; codes follow it as it is written.
        <div className="grid gap-5">
          {way === 'file' && noteField}
          {isEnded ? (
            <div className="justify-self-end">
              <CopyButton text={note} what={say('approvals.note-for-the-others')} />
            </div>
          ) : (
            <div>
              <BundleWay
                request={props.request}
                way={way}
                note={note}
                isSaved={saved === note}
                onSave={() => setSaved(note)}
              />
            </div>
          )}
          {way !== 'file' && noteField}
        </div>
      )}
    </Dialog>
  )
}

/** As long as any link: until it is there its place is kept, or the dialog would grow under the pointer. */
const PLACE = '0'.repeat(64)

function LinkWay({ request }: { readonly request: SignatureRequest }) {
  const { account } = useWallet()
  const { value, error } = useQuery('approvals.link', { account: account.account, requestId: request.requestId })
  if (error !== null) return <ErrorNotice error={error} />
  const link = value?.link ?? PLACE
  return (
    // Side by side in a low window, or the button that copies were out of sight.
    <div className="flex flex-col items-center gap-4 low:flex-row">
      {value === undefined ? (
        <Skeleton className="aspect-square w-[min(17rem,48dvh)] shrink-0 rounded-lg" />
      ) : (
        <QrCode text={link} label={say('approvals.qr-code-of-the-link-to')} size={272} />
      )}
      <div className={cx('flex min-w-0 flex-col items-center gap-4 low:gap-2.5', value === undefined && 'invisible')}>
        <p className="code select-text break-all text-center text-ink-2">{link}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <CopyButton text={link} what={say('approvals.link-to-this-request')} label={say('approvals.copy-link')} />
          <CopyButton
            text={`${say('approvals.question', { title: wording(request.title), group: request.group.name })}\n${link}`}
            what={say('approvals.question-about-this')}
            label={say('approvals.copy-question')}
          />
        </div>
        <p className="text-center text-ink-2 text-sm">
          {say('approvals.whoever-opens-it-needs-the-service')}
          {request.refusals.length > 0 && ` ${say('approvals.a-link-carries-no-no')}`}
          {request.askerNote !== '' && ` ${say('approvals.a-link-carries-no-note')}`}
        </p>
      </div>
    </div>
  )
}

function BundleWay(props: {
  readonly request: SignatureRequest
  readonly way: Way
  readonly note: string
  readonly isSaved: boolean
  readonly onSave: () => void
}) {
  const { account } = useWallet()
  const note = useSettled(props.note, 400)
  const asked = { account: account.account, requestId: props.request.requestId, note }
  const bundle = useQuery('approvals.bundle', asked)
  const isAsking = useIsAsking('approvals.bundle', asked)
  const shown = useLast(bundle.value)
  if (bundle.error !== null) return <ErrorNotice error={bundle.error} />
  if (shown === undefined) {
    const place = props.way === 'file' ? 'h-[6.5rem] w-full' : 'aspect-square w-[min(25rem,48dvh)] mb-[5.5rem]'
    return <Skeleton className={cx('mx-auto rounded-lg', place)} />
  }
  return (
    <>
      {!shown.confirmed && (
        <Notice tone="warn" icon={<WifiOff />} title={say('approvals.the-service-could-not-be-asked')} className="mb-4">
          {say('approvals.if-a-member-gave-this-request')}
        </Notice>
      )}
      {props.way === 'file' ? (
        <FileWay
          bundle={shown}
          current={note === props.note && !isAsking}
          isSaved={props.isSaved}
          onSave={props.onSave}
        />
      ) : (
        <Frames frames={shown.frames} />
      )}
    </>
  )
}

/** What comes in below what is in sight of a low window. Once, so that nobody is led back to it. */
const bringIntoSight = (said: HTMLElement | null): void => said?.scrollIntoView({ block: 'nearest' })

/** A file is handed out only with the note that stands in the field; for a moment after a key it holds the one before. */
function FileWay(props: {
  readonly bundle: Bundle
  readonly current: boolean
  /** As it stands: what is written after that is not in the file. */
  readonly isSaved: boolean
  readonly onSave: () => void
}) {
  const { bundle, current } = props
  return (
    <div className="grid gap-3">
      <p className="text-ink-2">{say('approvals.the-file-holds-the-request-with')}</p>
      <div className="flex items-center gap-3 rounded-lg bg-sunken px-4 py-3">
        <span className="code min-w-0 flex-1 [overflow-wrap:anywhere]">
          {bundle.fileName.split(/(?<=\.)/).map((part, at) => (
            <Fragment key={at}>
              {at > 0 && <wbr />}
              {part}
            </Fragment>
          ))}
        </span>
        {current && <CopyButton text={bundle.text} what={say('approvals.bundle-as-text')} />}
        <Button
          size="sm"
          icon={<Download className="size-4" />}
          isDisabled={!current}
          onPress={() => {
            saveText(bundle.fileName, bundle.text)
            props.onSave()
          }}
        >
          {say('approvals.save-file')}
        </Button>
      </div>
      <p role="status" className="flex items-start gap-2 text-sm empty:hidden">
        {props.isSaved && (
          <>
            <span aria-hidden="true" className="grid h-[1lh] shrink-0 place-items-center text-ok">
              <Check className="size-4" />
            </span>
            <span ref={bringIntoSight} className="min-w-0 text-pretty">
              {say('approvals.file-saved')}
            </span>
          </>
        )}
      </p>
    </div>
  )
}

const SPEEDS = { slow: 450, normal: 200, fast: 110 } as const
type Speed = keyof typeof SPEEDS

/** Codes shown one after the other, round and round, until the other side has them all. */
function Frames({ frames }: { readonly frames: readonly string[] }) {
  const [at, setAt] = useState(0)
  const [running, setRunning] = useState(!matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [speed, setSpeed] = useState<Speed>('normal')
  const many = frames.length > 1
  useEffect(() => {
    if (!running || !many) return
    const timer = setInterval(() => setAt((before) => (before + 1) % frames.length), SPEEDS[speed])
    return () => clearInterval(timer)
  }, [running, many, speed, frames.length])
  const frame = frames[at % Math.max(1, frames.length)]
  if (frame === undefined) return null
  return (
    <div className="flex flex-col items-center gap-3">
      <QrCode
        text={frame}
        label={many ? say('approvals.moving-qr-code-of-the-bundle') : say('approvals.qr-code-of-the-bundle')}
        size={400}
      />
      {many && (
        <div className="flex items-center gap-3">
          <Button
            size="sm"
            icon={running ? <Pause className="size-4" /> : <Play className="size-4" />}
            onPress={() => setRunning(!running)}
          >
            {running ? say('approvals.pause') : say('approvals.play')}
          </Button>
          <span className="figure w-20 text-center text-ink-2 text-sm">
            {rich('approvals.of', { at: (at % frames.length) + 1, frames: frames.length })}
          </span>
          {running ? (
            <Segmented
              label={say('approvals.speed')}
              small
              value={speed}
              onChange={setSpeed}
              options={[
                { value: 'slow', label: say('approvals.slow') },
                { value: 'normal', label: say('approvals.normal') },
                { value: 'fast', label: say('approvals.fast') },
              ]}
            />
          ) : (
            <Button size="sm" onPress={() => setAt((before) => (before + 1) % frames.length)}>
              {say('common.next')}
            </Button>
          )}
        </div>
      )}
      <p className="text-center text-ink-2 text-sm">
        {many ? say('approvals.point-the-other-camera-at-it') : say('approvals.the-whole-request-with-its-signatures')}
      </p>
    </div>
  )
}
