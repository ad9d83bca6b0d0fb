import type { Locator, Page } from 'playwright-core'
import { type App, startApp } from './app.ts'
import { answerReview, heading, plain, press, review, seen, type Wish, write } from './person.ts'

/* What members of a group do with their wallets, by what is on screen. Each has a program and a window of his own. */

export interface Cosigner {
  readonly name: string
  /** By which others find him. */
  readonly number: string
  readonly app: App
}

const sidebar = (page: Page): Locator => page.getByRole('navigation', { name: 'Coffer' })
const switcher = (page: Page): Locator => sidebar(page).getByRole('button', { name: /Switch account or group/ })

export async function startCosigner(name: string, network: string): Promise<Cosigner> {
  const app = await startApp({ network, account: { name } })
  return { name, number: await numberOf(app.page), app }
}

/** The number of the account that is shown. */
export async function numberOf(page: Page): Promise<string> {
  const said = await switcher(page).innerText()
  const number = /\d{4,}/.exec(said)?.[0]
  if (number === undefined) throw new Error(`there is no number: ${said}`)
  return number
}

/** Goes to the account itself or to a group of it. */
export async function act(page: Page, as: RegExp): Promise<void> {
  await switcher(page).click()
  await page.getByRole('dialog', { name: 'Accounts' }).getByRole('button', { name: as }).click()
  await heading(page, 'Home')
}

export async function createGroup(
  page: Page,
  group: {
    readonly name: string
    readonly members: readonly Pick<Cosigner, 'name' | 'number'>[]
    readonly threshold: number
  },
): Promise<void> {
  await switcher(page).click()
  await press(page, 'Create a group')
  await heading(page, 'New group')
  await page.getByRole('textbox', { name: 'Name' }).fill(group.name)
  const members = page.getByRole('region', { name: 'Members' })
  for (const { name, number } of group.members) {
    await page.getByRole('textbox', { name: 'Add a member' }).fill(number)
    await press(members, 'Add')
    await seen(members.getByRole('button', { name: `Remove ${name}` }))
  }
  const said = page.getByRole('status').filter({ hasText: ` of ${group.members.length + 1}` })
  for (let turns = 0; !plain(await said.innerText()).startsWith(`${group.threshold} of`); turns += 1) {
    if (turns > group.members.length) throw new Error('the number of signatures cannot be chosen')
    await press(page, Number.parseInt(await said.innerText(), 10) > group.threshold ? 'One less' : 'One more')
  }
  await press(page, 'Create group')
  await heading(page, group.name)
}

/** Presses a button that copies, and answers what it copied. */
export async function copied(app: App, button: Locator): Promise<string> {
  await app.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // It says so for two seconds, which a busy machine may let pass between the click and a look that begins after it.
  await Promise.all([seen(app.page.getByRole('button', { name: 'Copied' })), button.click()])
  return app.page.evaluate(() => navigator.clipboard.readText())
}

/** The link of the card on the group's page. */
export const cardLink = (app: App): Promise<string> =>
  copied(app, app.page.getByRole('region', { name: 'Card of the group' }).getByRole('button', { name: 'Copy link' }))

/** Adds a group from the link of its card, under the name that stands there. */
export async function addFromCard(page: Page, link: string, name: string): Promise<void> {
  const dialog = await paste(page, link)
  await press(dialog, 'Add this group')
  await heading(page, name)
}

export async function openScan(page: Page, way: 'Paste' | 'File'): Promise<Locator> {
  await press(sidebar(page), 'Scan')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: way }).click()
  return dialog
}

/** Pastes a link or text into the scan dialog and answers the dialog with what it is. */
export async function paste(page: Page, text: string): Promise<Locator> {
  const dialog = await openScan(page, 'Paste')
  await dialog.getByRole('textbox').fill(text)
  await press(dialog, 'Read it')
  await seen(dialog.getByRole('region', { name: 'What was read' }))
  return dialog
}

export type Tab = 'Needs you' | 'Waiting for others' | 'Done'

export async function openTab(page: Page, tab: Tab): Promise<void> {
  await sidebar(page)
    .getByRole('button', { name: /^Approvals/ })
    .click()
  await heading(page, 'Approvals')
  await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
}

/** The row of a request in the tab that is open. */
export const row = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('tabpanel').getByRole('listitem').getByRole('button', { name: title })

export async function openRequest(page: Page, tab: Tab, title: string | RegExp): Promise<void> {
  await openTab(page, tab)
  await row(page, title).first().click()
  await heading(page, title)
}

/** Writes a payment of the group up to its last look. */
export async function prepare(page: Page, wish: Wish): Promise<void> {
  await write(page, wish)
  await review(page)
  await seen(page.getByLabel('Your passphrase', { exact: true }))
}

/** Signs the payment that is on screen, which asks the other members. */
export async function ask(page: Page): Promise<void> {
  await answerReview(page)
  await page.getByRole('button', { name: /^Ask \d of \d signers: / }).click()
}

export const signControl = (page: Page): Locator => page.getByRole('button', { name: /^Sign as / })

/** Signs the request that is on screen. */
export async function sign(page: Page): Promise<void> {
  await seen(signControl(page))
  await answerReview(page)
  await signControl(page).click()
}
