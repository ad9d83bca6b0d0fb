import { cpSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe } from 'vitest'
import { JONAS, MAYA, SHOP } from '../support/residents.ts'
import { newFolder } from '../support/scratch.ts'
import { type App, startApp } from './support/app.ts'
import { journeySteps, poll } from './support/journey.ts'
import { startNetwork } from './support/network.ts'
import * as person from './support/person.ts'
import { heading, press, seen, visit } from './support/person.ts'

/* A list that two computers of one person pay from: what waits on one of them has a row that the other has paid. */

const step = journeySteps(() => one)
const NAME = 'September'
let one: App
let other: App

const listOf = (jonas: number): string => `receiver,amount,asset\n${MAYA},1,XIN\n${JONAS},${jonas},XIN`

async function openList(page: Page): Promise<void> {
  await visit(page, 'Send')
  await press(page, /^Unfinished runs/)
  await press(page, new RegExp(`^${NAME}`))
  await heading(page, NAME)
}

/** Writes other rows into the list and prepares what they ask for, which then waits. */
async function prepareOther(page: Page, list: string, title: RegExp): Promise<void> {
  await press(page, 'Edit the list')
  const field = page.getByRole('dialog').getByRole('textbox').first()
  await field.fill(list)
  await field.press('Control+Enter')
  await press(page, title)
  await seen(page.getByLabel('Your passphrase', { exact: true }))
}

beforeAll(async () => {
  const network = (await startNetwork()).url
  const [data, copy] = [newFolder('one'), newFolder('other')]
  const money = [1, 2, 3].map(() => ['XIN', '100'] as const)
  one = await startApp({ network, data, account: { name: 'Ada Byron', money } })
  await visit(one.page, 'Send')
  await press(one.page, 'Paste list or CSV')
  const field = one.page.getByRole('dialog').getByRole('textbox').first()
  await field.fill(listOf(2))
  await one.page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Name of the run/ })
    .fill(NAME)
  await field.press('Control+Enter')
  await heading(one.page, NAME)
  await one.stop()
  cpSync(data, copy, { recursive: true })
  one = await startApp({ network, data })
  other = await startApp({ network, data: copy })
  for (const { page } of [one, other]) {
    await person.unlock(page)
    await openList(page)
  }
})

describe('a payment of a list with a row that another computer pays', () => {
  step('says so when it is opened from Home, and gives its other rows back', async () => {
    const { page } = one
    await prepareOther(page, listOf(4), /^Review 2 rows, 5/)
    await visit(page, 'Home')
    await press(other.page, /^Review 2 rows, 3/)
    await person.approve(other.page)
    await person.finished(other.page)
    await press(page, /^Ready to sign: Send 5/)
    await seen(page.getByText('1 row of this payment was paid another way.'))
    await poll(() => page.getByLabel('Your passphrase', { exact: true }).count()).toBe(0)
    await press(page, 'Back to the run')
    await seen(page.getByText(/^1 row of a payment that waits was paid another way, so it cannot be signed\./))
  })

  step('is given up from its list, which goes on with what is left', async () => {
    const { page } = one
    await poll(() => page.getByRole('button', { name: 'Go on with the review' }).count()).toBe(0)
    await press(page, 'Give up the payment that waits')
    await seen(page.getByRole('button', { name: /^Review 1 row, 4/ }))
    await poll(() => page.getByRole('button', { name: 'Give up the payment that waits' }).count()).toBe(0)
    await poll(() => page.getByText(/paid another way/).count()).toBe(0)
  })

  step('is signed no more where its review was open all the while', async () => {
    const { page } = one
    await prepareOther(page, listOf(7), /^Review 1 row, 7/)
    await press(other.page, 'Back to the run')
    await prepareOther(other.page, `${listOf(7)}\n${SHOP},2,XIN`, /^Review 2 rows, 9/)
    await person.approve(other.page)
    await person.finished(other.page)
    const gone = page.getByText('1 row of this payment was paid another way.')
    const sign = page.getByRole('button', { name: /^Send 7/ })
    await seen(gone.or(sign))
    if (await sign.isVisible()) {
      await person.answerReview(page)
      await sign.click()
    }
    await seen(gone)
    await poll(() => sign.count()).toBe(0)
    await press(page, 'Cancel payment')
    await seen(page.getByText(/^Cancelled/))
  })
})
