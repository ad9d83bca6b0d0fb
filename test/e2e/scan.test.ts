import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { create, toBuffer } from 'qrcode'
import { beforeAll, describe, expect } from 'vitest'
import { parseAmount } from '#protocol'
import { launchLight } from '../support/chromium.ts'
import { fundGroup, groupHas, type Member, newMember } from '../support/cosigners.ts'
import { JONAS, MAYA } from '../support/residents.ts'
import { newFolder } from '../support/scratch.ts'
import { approving, BTC, paying, toUser } from '../support/wallet.ts'
import { bytesOf, codeCases } from '../vectors/codes/codes.ts'
import { type App, startApp } from './support/app.ts'
import { numberOf } from './support/cosigner.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps, poll } from './support/journey.ts'
import { type SeparateNetwork, startNetwork } from './support/network.ts'
import { choose, heading, plain, press, seen, unlock, visit } from './support/person.ts'

/* Codes in pictures and links in text, read through the dialog by the real decoder; nothing happens but a card. */

const step = journeySteps(() => app)
const LINK = `https://mixin.one/pay/${MAYA}?asset=${BTC}&amount=0.25&memo=two%20coffees`
let network: SeparateNetwork
let app: App

beforeAll(async () => {
  network = await startNetwork()
  app = await startApp({ network: network.url, account: { name: 'Ada Byron' } })
})

/** The dialog on its first page, by the tab of that name. */
async function scanBy(tab: 'File' | 'Paste'): Promise<void> {
  const again = app.page.getByRole('button', { name: 'Read something else' })
  if (await again.isVisible()) await again.click()
  else if (!(await app.page.getByRole('dialog').isVisible())) await press(app.page, 'Scan')
  await app.page.getByRole('tab', { name: tab }).click()
}

async function give(name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await scanBy('File')
  await app.page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
}

async function readPicture(file: string): Promise<readonly string[]> {
  const found = codeCases().find((each) => each.file === file)
  if (found === undefined) throw new Error(`no picture ${file}`)
  await give(file, 'image/png', bytesOf(found))
  return found.texts
}

async function paste(text: string): Promise<void> {
  await scanBy('Paste')
  await app.page.getByRole('textbox', { name: /^Link, address/ }).fill(text)
  await press(app.page, 'Read it')
  await heading(app.page, 'This is what was read')
}

const dialog = () => app.page.getByRole('dialog')

describe('scanning', () => {
  step('reads turned, dark, blurred, leaning and marked codes', async () => {
    for (const file of [
      'turned-137.png',
      'inverted.png',
      'blurred-2.png',
      'leaning-x.png',
      'noisy-80.png',
      'logo.png',
    ]) {
      await readPicture(file)
      await heading(app.page, 'This is what was read')
    }
    expect(app.complaints).toEqual([])
  })

  step('lets choose between two codes', async () => {
    const texts = await readPicture('two.png')
    await heading(app.page, 'Two codes in this picture')
    const codes = dialog().getByRole('list', { name: 'What the codes are' }).getByRole('radio')
    await poll(() => codes.count()).toBe(texts.length)
    // Each stands under its number on the picture too; by keyboard alone one is chosen and opened.
    const outlines = dialog().locator('canvas + svg')
    await poll(() => outlines.locator('text').allTextContents()).toEqual(['1', '2'])
    await codes.first().focus()
    await app.page.keyboard.press('ArrowDown')
    await seen(dialog().getByRole('button', { name: 'Open code 2' }))
    await app.page.keyboard.press('Enter')
    await heading(app.page, 'This is what was read')
    await seen(dialog().getByText(texts[1] ?? '', { exact: true }))
  })

  step('finds a code on a page of a PDF', async () => {
    await give('invoice.pdf', 'application/pdf', pdfOf(LINK))
    await heading(app.page, 'A payment request')
    expect(app.complaints).toEqual([])
  })

  step('says when there is none', async () => {
    await readPicture('none-paper.png')
    await seen(dialog().getByText('No code was found in it'))
  })

  step('shows whom a link pays, and goes nowhere', async () => {
    const back = encodeURIComponent('https://shop.example/done')
    await paste(`mixin://pay/${MAYA}?asset=${BTC}&amount=0.25&memo=two%20coffees&return_to=${back}`)
    for (const words of ['Maya Okafor', 'two coffees', 'shop.example']) await seen(dialog().getByText(words))
    expect(app.strays).toEqual([])
  })

  step('leaves a link of a stranger as it is', async () => {
    await paste(`https://mixin.one.evil.example/pay/${MAYA}?asset=${BTC}&amount=1`)
    await seen(dialog().getByText('mixin.one.evil.example'))
    await poll(() => dialog().getByRole('link').count()).toBe(0)
    expect(app.strays).toEqual([])
    expect(app.complaints).toEqual([])
  })

  step('says what is wrong in a link, and names a host that only looks like the service', async () => {
    await paste('https://rnixin.one/users/1')
    await seen(dialog().getByText(/That is not mixin\.one/))
    await paste(`https://mixin.one/pay/${MAYA}?amount=1`)
    await seen(dialog().getByText('It names an amount but no asset.'))
    expect(app.strays).toEqual([])
  })

  step('takes what is dropped anywhere on the window', async () => {
    const { page } = app
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    const data = await page.evaluateHandle((link) => {
      const carried = new DataTransfer()
      carried.setData('text/plain', link)
      return carried
    }, `https://mixin.one/users/${MAYA}`)
    await page.dispatchEvent('main', 'drop', { dataTransfer: data })
    await heading(page, 'A person')
  })

  step('reads a picture that is pasted from the clipboard', async () => {
    const { page } = app
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    const bytes = [...(await toBuffer(`https://mixin.one/users/${MAYA}`, { width: 400 }))]
    await page.evaluate((picture) => {
      const carried = new DataTransfer()
      carried.items.add(new File([new Uint8Array(picture)], 'image.png', { type: 'image/png' }))
      window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: carried, bubbles: true, cancelable: true }))
    }, bytes)
    await heading(page, 'A person')
  })

  step('reads a text that is pasted beside its field, as right after the way was chosen', async () => {
    await press(dialog(), 'Read something else')
    const way = dialog().getByRole('tab', { name: 'Paste' })
    await way.click()
    await way.evaluate((tab, text) => {
      const carried = new DataTransfer()
      carried.setData('text/plain', text)
      tab.dispatchEvent(new ClipboardEvent('paste', { clipboardData: carried, bubbles: true, cancelable: true }))
    }, `https://mixin.one/users/${JONAS}`)
    await seen(dialog().getByText('Jonas Weber'))
  })

  async function drop(files: readonly (readonly [name: string, type: string, bytes: Buffer])[]): Promise<void> {
    const { page } = app
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    const given = files.map(([name, type, bytes]) => ({ name, type, bytes: [...bytes] }))
    const data = await page.evaluateHandle((all) => {
      const carried = new DataTransfer()
      for (const { name, type, bytes } of all) carried.items.add(new File([new Uint8Array(bytes)], name, { type }))
      return carried
    }, given)
    await page.dispatchEvent('main', 'drop', { dataTransfer: data })
  }
  const part = async (at: number) =>
    [`${at}.png`, 'image/png', await toBuffer(`coffer:bundle/several/${at}/4/AAAA`, { width: 400 })] as const

  step('takes all pictures that are dropped at once', async () => {
    await drop([await part(0), await part(3), await part(1)])
    await seen(dialog().getByText('3 of 4 parts'))
    await press(app.page, 'Forget them')
  })

  step('says so where one of several files is no picture, and reads none of them', async () => {
    await drop([await part(0), ['note.txt', 'text/plain', Buffer.from(LINK)]])
    await seen(dialog().getByText(/^These are several files/))
    await poll(() => dialog().getByText('1 of 4 parts').count()).toBe(0)
  })

  step('tells when another program replaces what was copied', async () => {
    const { page } = app
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    await app.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit(page, 'Receive')
    await page.getByRole('tab', { name: 'From a Mixin user' }).click()
    await choose(page, page, 'Asset', /^BTC/)
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.5')
    await press(page, 'Make code')
    // Whoever is shown the code sees what it asks for.
    const card = page.getByRole('region', { name: 'Payment link' })
    await poll(async () => plain(await card.innerText())).toContain('0.5 BTC')
    await press(page, 'Copy link')
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await poll(clipboard).toContain('mixin.one')
    await page.evaluate((text) => navigator.clipboard.writeText(`${text.slice(0, -4)}beef`), await clipboard())
    await seen(page.getByRole('button', { name: 'The clipboard holds something else now' }))
    await visit(page, 'Home')
  })

  step('offers to fill the form, goes nowhere by itself, and asks for the payee once', async () => {
    const { page } = app
    await give('code.png', 'image/png', await toBuffer(LINK, { width: 400 }))
    await heading(page, 'A payment request')
    await poll(() => page.getByRole('heading', { name: 'Home', includeHidden: true }).count()).toBe(1)
    await poll(() => flaws(page)).toEqual([])
    const asked = await watchCalls(page)
    await press(page, 'Fill the payment form')
    await seen(page.getByText('Filled in from a file'))
    await seen(page.getByText('Maya Okafor'))
    await poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('0.25')
    await poll(() => page.getByRole('textbox', { name: 'Memo' }).inputValue()).toBe('two coffees')
    await poll(async () => asked).toContain('payments.max')
    expect(asked.filter((name) => name === 'payees.resolve')).toEqual([])
    expect(app.complaints).toEqual([])
  })

  step('asks for the same again when the receiver was changed and is what it was', async () => {
    const { page } = app
    const to = page.getByRole('combobox', { name: 'To' })
    await to.press('End')
    await to.pressSequentially('x')
    await page.getByText(/^Filled in from/).waitFor({ state: 'hidden' })
    await to.press('Backspace')
    await seen(page.getByText('Filled in from a payment link'))
  })

  step('forgets a frame on a picture of the screen once another picture is asked for', async () => {
    const { page } = app
    await standInForScreen(page)
    await press(page, 'Scan')
    await page.getByRole('tab', { name: 'Screen' }).click()
    await press(page, 'Choose a window or screen')
    const picture = await seen(page.getByRole('application', { name: /^Captured picture/ }))
    const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + 5, y + 5)
    await page.mouse.down()
    await page.mouse.move(x + width - 5, y + height - 5, { steps: 4 })
    await page.mouse.up()
    // While the frame is being read.
    await page.getByRole('button', { name: 'Capture again' }).dispatchEvent('click')
    await page.waitForTimeout(LOOK_MS)
    await seen(page.getByRole('button', { name: 'Choose a window or screen' }))
    await page.keyboard.press('Escape')
  })

  step('collects the parts of a moving code from a camera', async () => {
    const ben = await newMember(network, 'Ben')
    const video = join(newFolder('camera'), 'codes.y4m')
    writeFileSync(video, videoOf(await bundleFrames(ben)))
    await ben.wallet.close()
    await withCamera([`--use-file-for-fake-video-capture=${video}`], (page) =>
      heading(page, 'A request with signatures'),
    )
    rmSync(video, { force: true })
  })

  step('starts no camera by itself once the wallet was locked', async () => {
    await withCamera([], async (page) => {
      await seen(page.getByRole('button', { name: 'Mirror' }))
      await page.keyboard.press('Escape')
      await press(page.getByRole('navigation', { name: 'Coffer' }), 'Lock')
      await unlock(page)
      await press(page, 'Scan')
      await page.getByRole('tab', { name: 'Camera' }).click()
      await seen(page.getByRole('button', { name: 'Start the camera' }))
    })
  })
})

/** In a browser that has a camera and has started it. */
async function withCamera(switches: readonly string[], work: (page: Page) => Promise<void>): Promise<void> {
  const camera = await launchLight([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    ...switches,
  ])
  try {
    // Only one window may be open.
    await app.page.close()
    const page = await camera.newPage()
    page.setDefaultTimeout(90_000)
    await page.goto(app.program.link())
    await visit(page, 'Home')
    await press(page, 'Scan')
    await page.getByRole('tab', { name: 'Camera' }).click()
    await press(page, 'Start the camera')
    await work(page)
  } finally {
    await camera.close()
  }
}

/** Longer than the reader takes for a picture without a code. */
const LOOK_MS = 2500

/** A screen without a code on it; asked for once more, the person takes very long to choose. */
const standInForScreen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    Object.assign(canvas, { width: 1600, height: 1200 })
    let asked = 0
    navigator.mediaDevices.getDisplayMedia = () => {
      asked += 1
      if (asked > 1) return new Promise(() => undefined)
      setInterval(() => context?.fillRect(Math.random() * 1600, Math.random() * 1200, 20, 20), 30)
      return Promise.resolve(canvas.captureStream(30))
    }
  })

/** Names of the calls that the window sends from now on. */
async function watchCalls(page: Page): Promise<readonly string[]> {
  const asked: string[] = []
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.webSocketFrameSent', ({ response }) => {
    const { name } = JSON.parse(response.payloadData) as { name?: string }
    if (name !== undefined) asked.push(name)
  })
  return asked
}

/** Ben, who is in a group with the account on screen, asks for its signature: the codes of his bundle. */
async function bundleFrames(ben: Member): Promise<readonly string[]> {
  const { account, wallet } = ben
  const text = await numberOf(app.page)
  const { payee } = await wallet.calls['payees.resolve']({ account, holder: null, text, assetId: null })
  if (payee?.kind !== 'user') throw new Error(`nobody has the number ${text}`)
  const members = [account, payee.userId]
  const { holder } = await wallet.calls['groups.create']({ account, name: 'Pool', members, threshold: 2 })
  await fundGroup(ben, holder, '1')
  await groupHas(ben, holder, parseAmount('1'))
  const wish = paying(account, BTC, [toUser(MAYA, '1')], { holder })
  const review = await wallet.calls['payments.prepare'](wish)
  await wallet.calls['payments.approve'](approving(account, review))
  const { frames } = await wallet.calls['approvals.bundle']({ account, requestId: review.paymentId, note: 'please' })
  expect(frames.length).toBeGreaterThan(1)
  return frames
}

/** A page with one code made of black squares. */
function pdfOf(text: string): Buffer {
  const { modules } = create(text)
  const side = 4
  const squares = [...modules.data].flatMap((dark, at) => {
    const [x, y] = [at % modules.size, Math.floor(at / modules.size)]
    return dark === 1 ? [`${50 + x * side} ${700 - y * side} ${side} ${side} re f`] : []
  })
  const content = `0 g\n${squares.join('\n')}\n`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}endstream`,
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${body}xref\n0 5\n0000000000 65535 f \n${table}trailer << /Size 5 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`,
  )
}

/** A film of codes, one per frame, as Chromium's pretended camera plays it. */
function videoOf(texts: readonly string[]): Buffer {
  const [width, height] = [640, 480]
  const films = texts.map((text) => {
    const { modules } = create(text)
    const side = Math.floor(440 / modules.size)
    const [left, top] = [width, height].map((whole) => Math.floor((whole - modules.size * side) / 2))
    const light = Buffer.alloc(width * height, 255)
    for (let y = 0; y < modules.size * side; y += 1) {
      for (let x = 0; x < modules.size * side; x += 1) {
        if (modules.data[Math.floor(y / side) * modules.size + Math.floor(x / side)] === 1)
          light[((top ?? 0) + y) * width + (left ?? 0) + x] = 0
      }
    }
    return Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)])
  })
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`), ...films])
}
