import { afterAll, beforeAll, describe, expect } from 'vitest'
import { codeCases, pictureOf, writePng } from '../support/codes.ts'
import { MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { journeySteps } from './support/journey.ts'
import * as person from './support/person.ts'
import { heading, press, seen } from './support/person.ts'

/* Codes in pictures and links in text, read through the dialog by the real decoder; nothing happens but a card. */

const step = journeySteps(() => app)
const BTC = 'c6d0c728-2624-429b-8e0d-d9d19b6592fa'
let app: App

beforeAll(async () => {
  app = await startApp()
  await person.createAccount(app.page, 'Ada Byron')
})

afterAll(() => app?.stop())

/** The dialog on its first page, by the tab of that name. */
async function scanBy(tab: 'File' | 'Paste'): Promise<void> {
  const again = app.page.getByRole('button', { name: 'Read something else' })
  if (await again.isVisible()) await again.click()
  else if (!(await app.page.getByRole('dialog').isVisible())) await press(app.page, 'Scan')
  await app.page.getByRole('tab', { name: tab }).click()
}

async function readPicture(file: string): Promise<readonly string[]> {
  const found = codeCases().find((each) => each.file === file)
  if (found === undefined) throw new Error(`no picture ${file}`)
  await scanBy('File')
  const picture = { name: file, mimeType: 'image/png', buffer: writePng(pictureOf(found)) }
  await app.page.getByLabel('File to read').setInputFiles(picture)
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
    await heading(app.page, 'Several codes were found')
    expect(await dialog().getByRole('listitem').count()).toBe(texts.length)
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
    expect(await dialog().getByRole('link').count()).toBe(0)
    expect(app.strays).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
