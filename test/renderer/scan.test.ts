import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { create, toBuffer } from 'qrcode'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchChromium } from '../support/chromium.ts'
import { bundleOf, group, request } from '../support/fake-approvals.ts'
import { BO, CHEN } from '../support/fake-data.ts'
import { createFakeWallet } from '../support/fake-wallet.ts'
import { buildRenderer, type RendererHost, serveRenderer } from '../support/renderer-host.ts'

/* The reader of codes runs in a worker under the product's own policy; only a browser can tell whether it does. */

const LINK = 'https://mixin.one/pay/7000104220?amount=1'
const BUILD_MS = 120_000

let folder: string
let browser: Browser
let host: RendererHost
let context: BrowserContext
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  ;[folder, browser] = await Promise.all([buildRenderer(), launchChromium()])
}, BUILD_MS)

afterAll(async () => {
  await browser?.close()
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  complaints.length = 0
  host = await serveRenderer(folder, createFakeWallet('rich'))
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(host.url)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await openScan(page)
})

afterEach(async () => {
  await context.close()
  await host.close()
})

/** Its code is read only now, so that the dialog takes a moment; it hears keys once it has the focus. */
async function openScan(on: Page): Promise<void> {
  await on.keyboard.press('Control+Shift+S')
  await on.locator('[role=dialog]:is(:focus, :focus-within)').waitFor()
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

async function give(name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.getByRole('tab', { name: 'File' }).click()
  await page.getByLabel('File to read').setInputFiles({ name, mimeType, buffer })
}

const shown = (name: string) => page.getByRole('heading', { name }).waitFor()

describe('reading', () => {
  it('finds a code in a picture, offers to fill the form, and goes nowhere by itself', async () => {
    await give('code.png', 'image/png', await toBuffer(LINK, { width: 400 }))
    await shown('A payment request')
    expect(await page.getByRole('heading', { name: 'Home', includeHidden: true }).count()).toBe(1)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
    await page.getByRole('button', { name: 'Fill the payment form' }).click()
    await page.getByText('Filled in from a file').waitFor()
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('49.9')
    expect(complaints).toEqual([])
  })

  it('finds a code on a page of a PDF', async () => {
    await give('invoice.pdf', 'application/pdf', pdfOf(LINK))
    await shown('A payment request')
    expect(complaints).toEqual([])
  })

  it('asks which of several codes is meant', async () => {
    const codes = await Promise.all(['first text', 'second text'].map((text) => toBuffer(text, { width: 300 })))
    const both = await page.evaluate(
      async (pictures) => {
        const canvas = document.createElement('canvas')
        canvas.width = 640
        canvas.height = 300
        for (const [at, base64] of pictures.entries()) {
          const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
          canvas
            .getContext('2d')
            ?.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/png' })), at * 330, 0)
        }
        return canvas.toDataURL('image/png').split(',')[1] ?? ''
      },
      codes.map((code) => code.toString('base64')),
    )
    await give('two.png', 'image/png', Buffer.from(both, 'base64'))
    await shown('Several codes were found')
    await page.getByRole('button', { name: /second text/ }).click()
    await shown('This is what was read')
    expect(await page.getByText('second text', { exact: true }).count()).toBe(1)
  })

  it('says that a picture holds no code', async () => {
    const empty = await page.evaluate(() => {
      const canvas = document.createElement('canvas')
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    })
    await give('empty.png', 'image/png', Buffer.from(empty, 'base64'))
    await page.getByText('No code was found in it.').waitFor()
  })

  it('takes what is dropped anywhere on the window', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const data = await page.evaluateHandle(() => {
      const carried = new DataTransfer()
      carried.setData('text/plain', 'https://mixin.one/users/7000104220')
      return carried
    })
    await page.dispatchEvent('main', 'drop', { dataTransfer: data })
    await shown('A bot')
  })

  it('collects the parts of a moving code from a camera', async () => {
    const { frames } = bundleOf(request('one', group('Pool', [BO, CHEN], 2)), 'note')
    const video = join(tmpdir(), `coffer-camera-${process.pid}.y4m`)
    writeFileSync(video, videoOf(frames))
    const camera = await launchChromium([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ])
    try {
      page = await camera.newPage()
      await page.goto(host.url)
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      await openScan(page)
      await page.getByRole('tab', { name: 'Camera' }).click()
      await page.getByRole('button', { name: 'Start the camera' }).click()
      await shown('A bundle with signatures')
    } finally {
      await camera.close()
      await rm(video, { force: true })
    }
  })
})

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
