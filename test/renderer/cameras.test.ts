import { describe, expect, it } from 'vitest'
import { openCamera } from '../../src/renderer/screens/scan/cameras.ts'

interface Camera {
  readonly deviceId: string
  readonly label: string
}

const FRONT: Camera = { deviceId: 'a', label: 'Front camera' }
const DESK: Camera = { deviceId: 'b', label: 'Desk camera' }

/** A browser with these cameras, which opens the first unless told which, and names none before it may. */
function browser(cameras: readonly Camera[], { allowed = true, busy = '' } = {}) {
  const asked: (string | null)[] = []
  const running = new Set<string>()
  let names = allowed
  const devices = {
    enumerateDevices: async () =>
      cameras.map(({ deviceId, label }) => ({
        ...{ kind: 'videoinput', groupId: '', deviceId: names ? deviceId : '', label: names ? label : '' },
      })),
    getUserMedia: async ({ video }: MediaStreamConstraints) => {
      const exact = (video as { deviceId?: { exact: string } }).deviceId?.exact ?? null // as the window asks
      asked.push(exact)
      const found = cameras.find(({ deviceId }) => (exact === null ? true : deviceId === exact && deviceId !== busy))
      if (found === undefined) throw new DOMException('none', 'OverconstrainedError')
      names = true
      running.add(found.deviceId)
      const stop = () => running.delete(found.deviceId)
      const track = { getSettings: () => ({ deviceId: found.deviceId }), stop }
      return { getTracks: () => [track], getVideoTracks: () => [track] }
    },
  } as unknown as MediaDevices // of which no more is used
  return { devices, asked, running }
}

describe('the camera that was chosen', () => {
  it('is opened at once where its name is known', async () => {
    const { devices, asked } = browser([FRONT, DESK])
    expect(await openCamera(devices, 'Desk camera')).toMatchObject({ deviceId: 'b', cameras: [FRONT, DESK] })
    expect(asked).toEqual(['b'])
  })

  it('is opened once a first permission has told the names, and the other one is let go', async () => {
    const { devices, running } = browser([FRONT, DESK], { allowed: false })
    expect(await openCamera(devices, 'Desk camera')).toMatchObject({ deviceId: 'b' })
    expect([...running]).toEqual(['b'])
  })

  it('gives way to another when it is gone or in use', async () => {
    expect(await openCamera(browser([FRONT]).devices, 'Desk camera')).toMatchObject({ deviceId: 'a' })
    const busy = browser([FRONT, DESK], { busy: 'b' })
    expect(await openCamera(busy.devices, 'Desk camera')).toMatchObject({ deviceId: 'a' })
  })

  it('is let go again where the browser does not say which there are', async () => {
    const { devices, running } = browser([FRONT, DESK])
    const list = devices.enumerateDevices
    let asked = 0
    const broken = {
      getUserMedia: devices.getUserMedia,
      enumerateDevices: async () => (asked++ === 0 ? list() : Promise.reject(new Error('gone'))),
    }
    await expect(openCamera(broken, null)).rejects.toThrow('gone')
    expect([...running]).toEqual([])
  })

  it('is any where none was chosen', async () => {
    const { devices, asked } = browser([FRONT, DESK])
    expect(await openCamera(devices, null)).toMatchObject({ deviceId: 'a' })
    expect(asked).toEqual([null])
  })

  it('is missed with the reason of the browser where there is none at all', async () => {
    await expect(openCamera(browser([]).devices, 'Desk camera')).rejects.toThrow(
      expect.objectContaining({ name: 'OverconstrainedError' }),
    )
  })
})
