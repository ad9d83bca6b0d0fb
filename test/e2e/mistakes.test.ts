import { afterAll, beforeAll, describe, expect } from 'vitest'
import { MAYA, NOOR } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { plain, press, seen } from './support/person.ts'

/* What is typed wrong is said at once and in words, and nothing that is wrong gets as far as the review. */

const step = journeySteps(() => app)
let app: App

beforeAll(async () => {
  app = await startApp()
  await person.createAccount(app.page, 'Grace Hopper')
  await person.getPlayMoney(app.page, /^BTC/, '2')
  await person.write(app.page, { asset: /^BTC/, to: MAYA, amount: '' })
  await seen(app.page.getByText('Maya Okafor').first())
})

afterAll(() => app?.stop())

const amount = () => app.page.getByRole('textbox', { name: 'Amount' })

/** What stands at the amount's field, read as a screen reader reads it. */
async function said(): Promise<string> {
  const field = amount()
  return plain(
    await field.evaluate((input) =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.innerText ?? '')
        .join(' '),
    ),
  )
}

async function typed(text: string): Promise<void> {
  await amount().fill(text)
}

/** Tries to go on; true if that leads to the review. */
async function goesOn(): Promise<boolean> {
  const { page } = app
  await press(page, 'Review')
  const review = page.getByRole('region', { name: 'What is paid' })
  return review.waitFor({ state: 'visible', timeout: 700 }).then(
    () => true,
    () => false,
  )
}

describe('an amount', () => {
  step('is refused when there is not as much', async () => {
    await typed('2.00000001')
    await poll(said).toContain('You can send 2 BTC or less.')
    expect(await goesOn()).toBe(false)
  })

  step('is refused with nine decimals', async () => {
    await typed('0.123456789')
    await poll(said).toContain('At most 8 decimals; this has 9.')
    expect(await goesOn()).toBe(false)
  })

  step('is refused at zero', async () => {
    await typed('0.00')
    await poll(said).toContain('more than zero')
    expect(await goesOn()).toBe(false)
  })

  step('is refused with letters', async () => {
    await typed('1e2')
    await poll(said).toContain('Use digits 0 to 9 and one dot.')
    expect(await goesOn()).toBe(false)
  })

  step('is refused with a sign', async () => {
    await typed('-1')
    await poll(said).toContain('Leave out the sign.')
    expect(await goesOn()).toBe(false)
  })

  step('asks which of two readings is meant, and takes the one that is picked', async () => {
    const { page } = app
    await typed('1,250')
    const question = page.getByRole('alert').filter({ hasText: 'This can be read in two ways.' })
    await seen(question)
    await seen(question.getByRole('button', { name: /only between groups/ }))
    expect(await goesOn()).toBe(false)
    await question.getByRole('button', { name: /as the decimal mark/ }).click()
    expect(await amount().inputValue()).toBe('1.250')
    await poll(said).toContain('1.25 BTC')
  })
})

describe('a receiver', () => {
  step('who has not registered cannot be paid', async () => {
    const { page } = app
    await page.getByRole('combobox', { name: 'To' }).fill(NOOR)
    await typed('1')
    await seen(page.getByText(/^Noor Haddad/))
    await seen(page.getByRole('status').filter({ hasText: /regist|cannot be paid/ }))
    expect(await goesOn()).toBe(false)
  })

  step('whom no text names cannot be paid', async () => {
    const { page } = app
    await page.getByRole('combobox', { name: 'To' }).fill('bc1qnotanaddress')
    await seen(page.getByRole('status').filter({ hasText: 'This receiver cannot be paid.' }))
    expect(await goesOn()).toBe(false)
  })

  step('gets the payment once all is right', async () => {
    const { page } = app
    await page.getByRole('combobox', { name: 'To' }).fill(MAYA)
    await person.review(page)
    await seen(page.getByRole('heading', { name: 'Send 1 BTC to Maya Okafor' }))
  })
})

describe('all the while', () => {
  step('the window neither complains nor asks any other computer', async () => {
    expect(app.complaints).toEqual([])
    expect(app.strays).toEqual([])
  })
})
