import { Camera as CameraIcon, FlipHorizontal2, VideoOff } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { say } from '#words'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { call } from '../../state/bridge.ts'
import { whenLocked } from '../../state/forget-on-lock.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { Empty, Notice } from '../../ui/Surface.tsx'
import { openCamera, stop } from './cameras.ts'
import { cameraFailure, type Failure } from './model.ts'
import type { Scanning } from './scanning.ts'

const FRAME_MS = 120
const TIPS_MS = 8_000

/** Kept until the wallet is locked: the next scan begins without a further click. Which camera it was is a preference. */
const remembered = { started: false }
// Whoever opens the wallet again need not be who started it.
whenLocked(() => {
  remembered.started = false
})

export function Camera(props: { readonly scanning: Scanning; readonly onOther: () => void }) {
  const camera = useCamera(props.scanning)
  const [mirrored, setMirrored] = useState(false)
  if (!camera.on) return <Off camera={camera} onOther={props.onOther} />
  return <On camera={camera} mirrored={mirrored} onMirror={() => setMirrored(!mirrored)} />
}

interface Running {
  readonly on: boolean
  readonly setOn: (on: boolean) => void
  readonly video: RefObject<HTMLVideoElement | null>
  readonly devices: readonly MediaDeviceInfo[]
  readonly deviceId: string | null
  readonly choose: (device: MediaDeviceInfo) => void
  readonly failure: Failure | null
  /** Whether nothing was found for so long that a word of advice helps. */
  readonly tips: boolean
}

/** Looks for codes in what the camera sees, for as long as it is on. */
function useCamera({ scanCodes, decode }: Scanning): Running {
  const [on, setOn] = useState(remembered.started)
  const { state } = useWallet()
  const [name, setName] = useState(state.preferences.camera ?? null)
  const [deviceId, setDeviceId] = useState<string | null>(null)
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  const [failure, setFailure] = useState<Failure | null>(null)
  const [tips, setTips] = useState(false)
  const video = useRef<HTMLVideoElement>(null)

  useEffect(() => {
    if (!on) return
    let running = true
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const slow = setTimeout(() => setTips(true), TIPS_MS)

    async function look(): Promise<void> {
      const picture = video.current
      if (!running || picture === null) return
      if (picture.readyState >= picture.HAVE_CURRENT_DATA && picture.videoWidth > 0) {
        const seen = await createImageBitmap(picture)
        const codes = await decode(await createImageBitmap(seen), false)
        const isShown = running && codes !== null && codes.length > 1
        // Eight a second would fill the memory long before anybody collects them.
        if (!isShown) seen.close()
        if (running && codes !== null && codes.length > 0) {
          setTips(false)
          scanCodes(codes, 'camera', isShown ? seen : null)
        }
      }
      if (running) timer = setTimeout(() => void look().catch(() => undefined), FRAME_MS)
    }

    async function start(): Promise<void> {
      const opened = await openCamera(navigator.mediaDevices, name)
      stream = opened.stream
      if (!running || video.current === null) {
        stop(stream)
        return
      }
      remembered.started = true
      video.current.srcObject = stream
      await video.current.play()
      if (!running) return
      setDevices(opened.cameras)
      setDeviceId(opened.deviceId)
      await look()
    }

    setFailure(null)
    setTips(false)
    start().catch((error: unknown) => {
      if (!running) return
      setFailure(cameraFailure(error instanceof DOMException ? error.name : ''))
      remembered.started = false
      setOn(false)
    })
    return () => {
      running = false
      clearTimeout(timer)
      clearTimeout(slow)
      if (stream !== null) stop(stream)
    }
  }, [on, name, decode, scanCodes])

  function choose({ label }: MediaDeviceInfo): void {
    if (label === '') return
    setName(label)
    call('app.setPreferences', { camera: label }).catch(() => undefined)
  }
  return { on, setOn, video, devices, deviceId, choose, failure, tips }
}

function Off({ camera, onOther }: { readonly camera: Running; readonly onOther: () => void }) {
  const { failure, setOn } = camera
  return (
    <>
      {failure !== null && (
        <Notice
          tone="warn"
          icon={<VideoOff />}
          title={failure.title}
          live
          action={
            <Button size="sm" onPress={onOther}>
              {say('scan.use-a-file')}
            </Button>
          }
        >
          {heard(failure.text)}
        </Notice>
      )}
      <Empty
        icon={<CameraIcon />}
        title={say('scan.hold-a-code-in-front-of')}
        actions={
          <Button kind="primary" onPress={() => setOn(true)}>
            {failure === null ? say('scan.start-the-camera') : say('common.try-again')}
          </Button>
        }
      >
        {say('scan.the-picture-stays-in-this-window')}
      </Empty>
    </>
  )
}

function On(props: { readonly camera: Running; readonly mirrored: boolean; readonly onMirror: () => void }) {
  const { camera, mirrored } = props
  const { devices, deviceId, tips } = camera
  return (
    <div className="grid gap-3">
      <div className="relative overflow-hidden rounded-lg bg-black">
        <video
          ref={camera.video}
          muted
          playsInline
          aria-label={say('scan.picture-of-the-camera')}
          className={cx('aspect-video max-h-[38vh] w-full object-contain', mirrored && '-scale-x-100')}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 m-auto aspect-square h-3/4 rounded-xl shadow-[0_0_0_2px_#ffffffb3]"
        />
      </div>
      <div className="flex flex-wrap items-end gap-3">
        {devices.length > 1 && (
          <Select
            label={say('scan.camera')}
            className="min-w-60 flex-1"
            value={deviceId ?? devices[0]?.deviceId ?? null}
            onChange={(id) => {
              const chosen = devices.find((device) => device.deviceId === id)
              if (chosen !== undefined) camera.choose(chosen)
            }}
            options={devices.map((device, at) => ({
              id: device.deviceId,
              text: device.label || say('scan.camera-2', { at: at + 1 }),
            }))}
          />
        )}
        <Button icon={<FlipHorizontal2 className="size-4" />} onPress={props.onMirror}>
          {say('scan.mirror')}
        </Button>
        <Button
          kind="quiet"
          onPress={() => {
            remembered.started = false
            camera.setOn(false)
          }}
        >
          {say('scan.stop')}
        </Button>
      </div>
      <p role="status" className="min-h-5 text-ink-2 text-sm">
        {tips ? say('scan.nothing-found-yet-bring-the-code') : ''}
      </p>
    </div>
  )
}
