import { Download, File, FileAudio, FileQuestion, FileVideo, ImageIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { say } from '#words'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { spoken } from '../../lib/spoken.ts'
import { whenLocked } from '../../state/forget-on-lock.ts'
import { useQuery } from '../../state/query.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice, Skeleton } from '../../ui/Surface.tsx'
import {
  bytesOf,
  type Content,
  fileName,
  missingWords,
  type Place,
  shownText,
  sizeWords,
  strangersOf,
} from './model.ts'

/*
 * What strangers inscribed, as bytes that the wallet has read and looked at. Pictures are drawn on a canvas, text is text,
 * and a drawing is a picture of a page that runs nothing; whatever else there is can only be saved.
 */

type Bytes = Extract<Content, { base64: string }>

/** Strangers with whom a person asked to see what lies there, until the wallet is locked. */
const asked = createStore<{ readonly hosts: ReadonlySet<string> }>(() => ({ hosts: new Set() }))
whenLocked(() => asked.setState({ hosts: new Set() }))

interface Source {
  readonly of: 'item' | 'icon'
  readonly hash: string
  readonly name: string
  readonly place: Place
}

function useAsked(host: string): boolean {
  return useStore(asked, ({ hosts }) => hosts.has(host))
}

const show = (host: string): void => asked.setState(({ hosts }) => ({ hosts: new Set([...hosts, host]) }))

/** One question for each stranger with whom pictures of a screen lie. */
export function Strangers({ places }: { readonly places: readonly Place[] }) {
  const hosts = useStore(asked, (value) => value.hosts)
  return strangersOf(places, hosts).map(({ host, count }) => (
    <Notice
      key={host}
      tone="plain"
      icon={<ImageIcon />}
      className="mb-5"
      action={
        <Button size="sm" onPress={() => show(host)}>
          {say('collectibles.show-them')}
        </Button>
      }
    >
      {rich('collectibles.content-lies-with', {
        count,
        span: <span className="break-words font-medium text-ink">{host}</span>,
      })}
    </Notice>
  ))
}

function Sign({ icon, children }: { readonly icon: ReactNode; readonly children?: ReactNode }) {
  return (
    <div className="flex size-full flex-col items-center justify-center gap-2 px-4 text-center text-ink-3 text-sm [&_svg]:size-7">
      <span aria-hidden="true">{icon}</span>
      {children}
    </div>
  )
}

/** A small square of an item's content, for grids. */
export function Thumbnail(props: Source) {
  const seen = useAsked(props.place.host)
  if (props.place.host === '') return <Sign icon={<FileQuestion />} />
  return props.place.own || seen ? <Loaded {...props} small /> : <Sign icon={<ImageIcon />} />
}

/** The content at full size, with what it is and a way to save it. */
export function ContentView(props: Source) {
  const seen = useAsked(props.place.host)
  const { host, own } = props.place
  if (host === '' || own || seen) return <Loaded {...props} />
  return (
    <Sign icon={<ImageIcon />}>
      <p className="max-w-[36ch]">
        {rich('collectibles.the-content-lies-with-which-would', {
          span: <span className="break-words font-medium text-ink-2">{host}</span>,
        })}
      </p>
      <Button size="sm" onPress={() => show(host)}>
        {say('collectibles.show-content')}
      </Button>
    </Sign>
  )
}

/** What of the content on screen is proved by the item itself; nothing while there is none. */
export const ContentProof = (props: Source) => (useIsRead(props.place) ? <Proved {...props} /> : null)

/** A way to keep the content as a file; nothing while there is none. */
export const SaveContent = (props: Source) => (useIsRead(props.place) ? <Saving {...props} /> : null)

/** Whether the content is read at all: what lies elsewhere is, once somebody asked for it. */
function useIsRead({ host, own }: Place): boolean {
  const seen = useAsked(host)
  return host !== '' && (own || seen)
}

/** The content once it is here. */
function useBytes({ of, hash }: Source): Bytes | null {
  const { account } = useWallet().owner
  const { value } = useQuery('collectibles.content', { account, of, hash })
  return value === undefined || value.kind === 'missing' ? null : value
}

function Saving(props: Source) {
  const content = useBytes(props)
  if (content === null) return null
  return (
    <Button
      kind="quiet"
      size="sm"
      className="justify-self-end"
      icon={<Download className="size-4" />}
      onPress={() => saveContent(content, props.name)}
    >
      {say('collectibles.save-as-a-file')}
    </Button>
  )
}

function Proved(props: Source) {
  const { account } = useWallet().owner
  const content = useBytes(props)
  const { value } = useQuery('collectibles.proof', { account, hash: props.hash })
  if (value === undefined || content === null) return null
  return (
    <p className={cx('text-pretty text-sm', PROOF_TONES[value.content])}>
      {rich('collectibles.content-proof', { proof: value.content })}
    </p>
  )
}

const PROOF_TONES = { proved: 'text-ok', differs: 'text-warn', unproved: 'text-ink-2' } as const

function Loaded(props: Source & { readonly small?: boolean }) {
  const { owner } = useWallet()
  const answer = useQuery('collectibles.content', { account: owner.account, of: props.of, hash: props.hash })
  const small = props.small === true
  if (answer.value === undefined) {
    return answer.error === null ? (
      <Skeleton className="size-full rounded-none" />
    ) : (
      <Sign icon={<FileQuestion />}>{!small && <p>{say('collectibles.the-content-could-not-be-read')}</p>}</Sign>
    )
  }
  if (answer.value.kind === 'missing') {
    return (
      <Sign icon={<FileQuestion />}>
        {!small && <p>{heard(missingWords(answer.value.reason))}</p>}
        {!small && answer.value.reason !== 'none' && (
          <Button size="sm" onPress={answer.refresh}>
            {say('common.try-again')}
          </Button>
        )}
      </Sign>
    )
  }
  return <Shown content={answer.value} name={props.name} small={small} />
}

interface Showing {
  readonly content: Bytes
  readonly name: string
  readonly small: boolean
}

function Shown({ content, name, small }: Showing) {
  switch (content.kind) {
    case 'image':
      return <Picture content={content} name={name} small={small} />
    case 'svg':
      return <Drawing content={content} name={name} small={small} />
    case 'audio':
    case 'video':
      return small ? (
        <Sign icon={content.kind === 'audio' ? <FileAudio /> : <FileVideo />} />
      ) : (
        <Recording content={content} name={name} />
      )
    case 'text':
    case 'json':
      return small ? (
        <p className="code size-full overflow-hidden whitespace-pre-wrap break-words p-3 text-ink-2 text-xs">
          {shownText(content).slice(0, 300)}
        </p>
      ) : (
        <textarea
          readOnly
          aria-label={spoken(say('collectibles.text-of', { name }))}
          value={shownText(content)}
          className="code size-full resize-none overflow-auto whitespace-pre-wrap break-words bg-transparent p-5 text-ink"
        />
      )
    case 'unknown':
      return <Unshown content={content} small={small} />
  }
}

function Unshown({ content, small }: Pick<Showing, 'content' | 'small'>) {
  return (
    <Sign icon={<File />}>
      {!small && <p>{rich('collectibles.a-file-of-that-coffer-does', { sizeWords: sizeWords(content.bytes) })}</p>}
    </Sign>
  )
}

const SMALL_PIXELS = 320
const LARGE_PIXELS = 1280

/** Decoded off the page and drawn as pixels, so that the file itself is never part of it. The first frame of a moving one. */
function Picture({ content, name, small }: Showing) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let wanted = true
    const blob = new Blob([bytesOf(content.base64)], { type: content.mediaType })
    createImageBitmap(blob).then(
      (bitmap) => {
        const target = canvas.current
        if (wanted && target !== null) {
          const most = small ? SMALL_PIXELS : LARGE_PIXELS
          const scale = Math.min(1, most / Math.max(bitmap.width, bitmap.height))
          target.width = Math.max(1, Math.round(bitmap.width * scale))
          target.height = Math.max(1, Math.round(bitmap.height * scale))
          target.getContext('2d')?.drawImage(bitmap, 0, 0, target.width, target.height)
        }
        bitmap.close()
      },
      () => wanted && setFailed(true),
    )
    return () => {
      wanted = false
    }
  }, [content, small])
  if (failed) return <Unshown content={content} small={small} />
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={spoken(say('collectibles.picture-of', { name }))}
      width={1}
      height={1}
      className={cx('size-full', small ? 'object-cover' : 'object-contain')}
    />
  )
}

/** An address of bytes that only this page knows, while it is used. */
function useBlobUrl(content: Bytes): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytesOf(content.base64)], { type: content.mediaType }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return url
}

/** As a picture a drawing runs no script and asks for nothing, whatever it holds. */
function Drawing({ content, name, small }: Showing) {
  const url = useBlobUrl(content)
  const [failed, setFailed] = useState(false)
  if (failed) return <Unshown content={content} small={small} />
  return url === null ? null : (
    <img
      src={url}
      alt={spoken(say('collectibles.drawing-of', { name }))}
      onError={() => setFailed(true)}
      className={cx('size-full', small ? 'object-cover' : 'object-contain')}
    />
  )
}

function Recording({ content, name }: { readonly content: Bytes; readonly name: string }) {
  const url = useBlobUrl(content)
  const [failed, setFailed] = useState(false)
  if (failed) return <Unshown content={content} small={false} />
  if (url === null) return null
  const common = { src: url, controls: true, preload: 'metadata', onError: () => setFailed(true) } as const
  return (
    <div className="grid size-full place-items-center p-6">
      {content.kind === 'audio' ? (
        <audio {...common} aria-label={spoken(say('collectibles.sound-of', { name }))} className="w-full" />
      ) : (
        <video
          {...common}
          aria-label={spoken(say('collectibles.film-of', { name }))}
          className="max-h-full max-w-full"
        />
      )}
    </div>
  )
}

/** Hands the bytes to the person as a file that nothing opens by itself. */
function saveContent(content: Bytes, name: string): void {
  const url = URL.createObjectURL(new Blob([bytesOf(content.base64)], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName(name, content.mediaType)
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
