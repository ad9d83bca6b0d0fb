/** The media devices of the browser, or what stands in for them. */
type Devices = Pick<MediaDevices, 'enumerateDevices' | 'getUserMedia'>

export interface OpenCamera {
  readonly stream: MediaStream
  /** All cameras, with their names as far as the browser tells them. */
  readonly cameras: readonly MediaDeviceInfo[]
  /** The one that the picture comes from; null when the browser does not say. */
  readonly deviceId: string | null
}

const SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 } }

export function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/**
 * Opens the camera of that name, or any when there is none of that name any more. Before the first permission browsers keep names
 * to themselves, so then a camera is opened to learn them. Throws what the browser throws, and leaves none open then.
 */
export async function openCamera(devices: Devices, name: string | null): Promise<OpenCamera> {
  const list = async () =>
    (await devices.enumerateDevices()).filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
  const named = (cameras: readonly MediaDeviceInfo[]) =>
    name === null ? undefined : cameras.find(({ label }) => label === name)?.deviceId
  const only = (deviceId: string) =>
    devices.getUserMedia({ video: { deviceId: { exact: deviceId }, ...SIZE }, audio: false }).catch(() => null)
  const any = () => devices.getUserMedia({ video: { facingMode: 'environment', ...SIZE }, audio: false })

  const before = named(await list())
  const first = (before === undefined ? null : await only(before)) ?? (await any())
  const cameras = await list().catch((error: unknown) => {
    stop(first)
    throw error
  })
  const wanted = named(cameras)
  if (wanted === undefined || before !== undefined || wanted === idOf(first)) {
    return { stream: first, cameras, deviceId: idOf(first) }
  }
  // Many cameras are opened once at a time only.
  stop(first)
  const stream = (await only(wanted)) ?? (await any())
  return { stream, cameras, deviceId: idOf(stream) }
}

const idOf = (stream: MediaStream): string | null => stream.getVideoTracks()[0]?.getSettings().deviceId ?? null
