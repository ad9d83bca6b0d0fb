import { MonitorUp, ScreenShare } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { say } from '#words'
import { heard } from '../../lib/heard.tsx'
import { Button } from '../../ui/Button.tsx'
import { Empty, Notice } from '../../ui/Surface.tsx'
import { type Failure, screenFailure } from './model.ts'
import type { Scanning } from './scanning.ts'

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const AREA_MIN = 12
/** An area is read enlarged: a code that is small on a large screen has too few pixels per module. */
const ENLARGED = 1200

/** Not every browser can; there the way is not offered. */
export const canCapture = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function'

/** One frame of a window or screen of the person's choice; the capture ends at once. */
async function captureFrame(): Promise<ImageBitmap> {
  const stream = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: false })
  try {
    const video = document.createElement('video')
    video.muted = true
    video.srcObject = stream
    await video.play()
    // The first frame may still be empty.
    await new Promise((resolve) => setTimeout(resolve, 250))
    return await createImageBitmap(video)
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

const NO_CODE: Failure = { title: say('scan.no-code-was-found'), text: say('scan.draw-a-frame-around-the-code') }
const NO_READER: Failure = {
  title: say('scan.the-reader-of-codes-did-not'),
  text: say('scan.use-one-of-the-other-ways'),
}

export function Screen({ scanning }: { readonly scanning: Scanning }) {
  const [frame, setFrame] = useState<ImageBitmap | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [pending, setPending] = useState(false)
  /** Grows with every picture: what is found on one that another has taken the place of, or of a dialog that is closed, is dropped. */
  const turn = useRef(0)
  useEffect(() => () => frame?.close(), [frame])
  /** Which one it is from the moment that it is asked for: choosing what is on it may take long. */
  function begin(): number {
    turn.current += 1
    return turn.current
  }
  useEffect(
    () => () => {
      turn.current += 1
    },
    [],
  )

  /** Looks for codes in a part of a picture, or all of it; the picture is shown where there are none. */
  async function read(part: ImageBitmap, whole: ImageBitmap, mine: number): Promise<void> {
    const copy = await createImageBitmap(part)
    const codes = await scanning.decode(part, true)
    const isWanted = mine === turn.current
    if (isWanted && codes !== null && codes.length > 0) {
      scanning.scanCodes(codes, 'screen', copy)
      return
    }
    copy.close()
    if (!isWanted) return
    setFailure(codes === null ? NO_READER : NO_CODE)
    setFrame(whole)
  }

  async function capture(): Promise<void> {
    const mine = begin()
    setPending(true)
    setFailure(null)
    setFrame(null)
    try {
      const shot = await captureFrame()
      await read(await createImageBitmap(shot), shot, mine)
    } catch (error) {
      setFailure(screenFailure(error instanceof DOMException ? error.name : ''))
    } finally {
      setPending(false)
    }
  }

  async function readArea(area: Area): Promise<void> {
    if (frame === null) return
    const mine = begin()
    const scale = Math.max(1, ENLARGED / Math.max(area.width, area.height))
    const part = await createImageBitmap(frame, area.x, area.y, area.width, area.height, {
      resizeWidth: Math.round(area.width * scale),
      resizeHeight: Math.round(area.height * scale),
      resizeQuality: 'pixelated',
    })
    await read(part, frame, mine)
  }

  return (
    <div className="grid gap-4">
      {failure !== null && (
        <Notice tone="warn" icon={<ScreenShare />} title={failure.title} live>
          {heard(failure.text)}
        </Notice>
      )}
      {frame === null ? (
        <Empty
          icon={<MonitorUp />}
          title={say('scan.read-a-code-that-is-on')}
          actions={
            <Button kind="primary" pending={pending} onPress={() => void capture()}>
              {say('scan.choose-a-window-or-screen')}
            </Button>
          }
        >
          {say('scan.coffer-takes-one-picture-of-what')}
        </Empty>
      ) : (
        <>
          <AreaPicker frame={frame} onArea={(area) => void readArea(area)} />
          <div>
            <Button pending={pending} onPress={() => void capture()}>
              {say('scan.capture-again')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** The captured picture, on which a frame is drawn with the pointer. */
function AreaPicker(props: { readonly frame: ImageBitmap; readonly onArea: (area: Area) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const [area, setArea] = useState<Area | null>(null)
  useEffect(() => {
    const target = canvas.current
    if (target === null) return
    target.width = props.frame.width
    target.height = props.frame.height
    target.getContext('2d')?.drawImage(props.frame, 0, 0)
  }, [props.frame])

  function pointOf(event: React.PointerEvent): { x: number; y: number } {
    const box = event.currentTarget.getBoundingClientRect()
    return {
      x: Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * props.frame.width,
      y: Math.min(1, Math.max(0, (event.clientY - box.top) / box.height)) * props.frame.height,
    }
  }

  const share = (part: number, whole: number) => `${(part / whole) * 100}%`
  return (
    <div
      role="application"
      aria-label={say('scan.captured-picture-draw-a-frame-around')}
      className="relative cursor-crosshair touch-none overflow-hidden rounded-lg shadow-card"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = pointOf(event)
        setArea(null)
      }}
      onPointerMove={(event) => {
        const start = from.current
        if (start === null) return
        const point = pointOf(event)
        setArea({
          x: Math.min(start.x, point.x),
          y: Math.min(start.y, point.y),
          width: Math.abs(point.x - start.x),
          height: Math.abs(point.y - start.y),
        })
      }}
      onPointerUp={() => {
        from.current = null
        if (area !== null && area.width > AREA_MIN && area.height > AREA_MIN) props.onArea(area)
      }}
    >
      <canvas ref={canvas} className="block max-h-[38vh] w-full" />
      {area !== null && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute shadow-[0_0_0_2px_var(--focus),0_0_0_9999px_#00000059]"
          style={{
            left: share(area.x, props.frame.width),
            top: share(area.y, props.frame.height),
            width: share(area.width, props.frame.width),
            height: share(area.height, props.frame.height),
          }}
        />
      )}
    </div>
  )
}
