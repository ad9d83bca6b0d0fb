import { create } from 'qrcode'
import { beforeAll, describe, expect } from 'vitest'
import { MAYA } from '../support/residents.ts'
import { onFrame, type Picture } from '../vectors/codes/codes.ts'
import { type App, startApp } from './support/app.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { heading, press, seen } from './support/person.ts'

/* Pictures of a screen and of cameras. A canvas stands in for both, since a test has neither. */

const step = journeySteps(() => app)
let app: App

beforeAll(async () => {
  app = await startApp({ account: { name: 'Ada Byron' } })
})

/** A code with so many pixels for each of its modules, in two greys. */
function codeOf(text: string, pixels: number, [dark, light] = [0, 255]): Picture {
  const { data, size } = create(text, { errorCorrectionLevel: 'M' }).modules
  const quiet = 4
  const width = (size + 2 * quiet) * pixels
  const picture = new Uint8Array(width * width).fill(light)
  for (let at = 0; at < picture.length; at += 1) {
    const column = Math.floor((at % width) / pixels) - quiet
    const row = Math.floor(at / width / pixels) - quiet
    const inside = column >= 0 && row >= 0 && column < size && row < size
    if (inside && data[row * size + column]) picture[at] = dark
  }
  return { width, height: width, data: picture }
}

const blank = onFrame({ width: 0, height: 0, data: new Uint8Array() })

interface Camera {
  readonly deviceId: string
  readonly label: string
  readonly shows: Picture
}

/** What the page is told of a screen that can be captured and of the cameras there are. */
async function pretend(given: { readonly screen?: Picture; readonly cameras?: readonly Camera[] }): Promise<void> {
  const sent = (picture: Picture) => ({ ...picture, data: Buffer.from(picture.data).toString('base64') })
  const screen = sent(given.screen ?? blank)
  const cameras = (given.cameras ?? []).map((camera) => ({ ...camera, shows: sent(camera.shows) }))
  await app.page.evaluate(
    (told) => {
      type Sent = typeof told.screen
      const opened: (string | null)[] = []
      function streamOf({ width, height, data }: Sent, deviceId: string): MediaStream {
        const canvas = document.createElement('canvas')
        canvas.width = width
        canvas.height = height
        const context = canvas.getContext('2d')
        const grey = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
        const pixels = new Uint8ClampedArray(grey.length * 4).fill(255)
        grey.forEach((value, at) => {
          pixels.fill(value, at * 4, at * 4 + 3)
        })
        const picture = new ImageData(pixels, width, height)
        const stream = canvas.captureStream(30)
        const [track] = stream.getVideoTracks()
        if (track === undefined) throw new Error('a canvas has one track')
        track.getSettings = () => ({ deviceId })
        const draw = () => {
          context?.putImageData(picture, 0, 0)
          if (track.readyState === 'live') requestAnimationFrame(draw)
        }
        draw()
        return stream
      }
      const devices = told.cameras.map(({ deviceId, label }) => ({ deviceId, label, kind: 'videoinput', groupId: '' }))
      Object.assign(navigator.mediaDevices, {
        getDisplayMedia: async () => streamOf(told.screen, 'screen'),
        enumerateDevices: async () => devices,
        getUserMedia: async ({ video }: { video: { deviceId?: { exact: string } } }) => {
          const wanted = video.deviceId?.exact ?? null
          opened.push(wanted)
          const found = told.cameras.find(({ deviceId }) => wanted === null || deviceId === wanted)
          if (found === undefined) throw new DOMException('gone', 'OverconstrainedError')
          return streamOf(found.shows, found.deviceId)
        },
      })
      Object.assign(window, { openedCameras: opened })
    },
    { screen, cameras },
  )
}

const openedCameras = () =>
  app.page.evaluate(() => (window as unknown as { openedCameras: (string | null)[] }).openedCameras) // set by `pretend`

const dialog = () => app.page.getByRole('dialog')

const scan = () => press(app.page.getByRole('navigation', { name: 'Coffer' }), 'Scan')

async function scanBy(tab: 'Screen' | 'Camera'): Promise<void> {
  await scan()
  await dialog().getByRole('tab', { name: tab }).click()
}

async function isMaya(): Promise<void> {
  await heading(app.page, 'This is what was read')
  await seen(dialog().getByText('Maya Okafor'))
  await press(dialog(), 'Close')
}

/** Longer than a picture of the screen is taken and looked at for. */
const LOOK_MS = 2500
const LINK = `https://mixin.one/users/${MAYA}`

describe('a captured screen', () => {
  step('is read at once where the code is large enough', async () => {
    await pretend({ screen: onFrame(codeOf(LINK, 6)) })
    await scanBy('Screen')
    await press(dialog(), 'Choose a window or screen')
    await isMaya()
  })

  step('is read in the area that was picked, where the code is too dark beside the rest', async () => {
    const code = codeOf(LINK, 4, [60, 110])
    const frame = onFrame(code)
    await pretend({ screen: frame })
    await scanBy('Screen')
    await press(dialog(), 'Choose a window or screen')
    await seen(dialog().getByText('No code was found'))
    const picker = dialog().getByRole('application', { name: /^Captured picture/ })
    const box = await picker.boundingBox()
    if (box === null) throw new Error('the picture is not on screen')
    const at = (x: number, y: number) => [
      box.x + (x / frame.width) * box.width,
      box.y + (y / frame.height) * box.height,
    ]
    const [left, top] = [(frame.width - code.width) / 2, (frame.height - code.height) / 2]
    const [fromX = 0, fromY = 0] = at(left + 3, top + 3)
    const [toX = 0, toY = 0] = at(left + code.width - 3, top + code.height - 3)
    await app.page.mouse.move(fromX, fromY)
    await app.page.mouse.down()
    await app.page.mouse.move(toX, toY, { steps: 4 })
    await app.page.mouse.up()
    await isMaya()
  })

  step('is not looked for any more once its person went on to another way while choosing it', async () => {
    await pretend({ screen: onFrame(codeOf(LINK, 6)) })
    await app.page.evaluate(() => {
      const choose = navigator.mediaDevices.getDisplayMedia
      navigator.mediaDevices.getDisplayMedia = () =>
        new Promise((resolve) => Object.assign(window, { choose: () => resolve(choose()) }))
    })
    await scanBy('Screen')
    await press(dialog(), 'Choose a window or screen')
    await dialog().getByRole('tab', { name: 'Paste' }).click()
    await app.page.evaluate(() => (window as unknown as { choose: () => void }).choose())
    await app.page.waitForTimeout(LOOK_MS)
    await poll(() => dialog().getByRole('textbox').count()).toBe(1)
    await press(dialog(), 'Close')
  })
})

describe('the cameras', () => {
  const front = (deviceId: string): Camera => ({ deviceId, label: 'Front camera', shows: blank })
  const desk = (deviceId: string): Camera => ({ deviceId, label: 'Desk camera', shows: onFrame(codeOf(LINK, 6)) })

  step('can be chosen from', async () => {
    await pretend({ cameras: [front('a'), desk('b')] })
    await scanBy('Camera')
    await press(dialog(), 'Start the camera')
    await seen(dialog().getByRole('button', { name: /Front camera/ }))
    await person.choose(dialog(), app.page, 'Camera', /^Desk camera/)
    await isMaya()
    expect(await openedCameras()).toEqual([null, 'b'])
  })

  step('are remembered over a restart by name, whatever ids the browser gives', async () => {
    await app.restart()
    await app.page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await press(app.page, 'Unlock')
    await heading(app.page, 'Home')
    await pretend({ cameras: [front('c'), desk('d')] })
    await scanBy('Camera')
    await press(dialog(), 'Start the camera')
    await isMaya()
    expect(await openedCameras()).toEqual(['d'])
  })

  step('give way without a word when the chosen one is gone', async () => {
    await pretend({ cameras: [{ ...front('e'), shows: onFrame(codeOf(LINK, 6)) }] })
    // It was running when the dialog was closed, so it starts by itself and may have read the code before a tab is pressed.
    await scan()
    await isMaya()
    expect(await openedCameras()).toEqual([null])
    expect(app.complaints).toEqual([])
  })
})
