import type { Locator, Page } from 'playwright-core'
import { painted } from './app.ts'
import { PASSPHRASE } from './prepared.ts'
import { beginningWith, containing, endingWith, onScreen } from './words.ts'

export { PASSPHRASE }

/* What a person does with the wallet, by what is on screen: roles, names and words, never classes. */

const WORDS = 24

/** Text as it is read: figures are set with spaces that do not break. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Waits until it is there. */
export async function seen(locator: Locator): Promise<Locator> {
  await locator.first().waitFor({ state: 'visible' })
  return locator
}

/** Presses a button, once it does not wait for something itself: one that does takes no press. */
export async function press(page: Page | Locator, name: string | RegExp, exact = true): Promise<void> {
  const button = page.getByRole('button', { name: typeof name === 'string' && exact ? onScreen(name) : name, exact })
  await clickOn(button.and(page.locator(':not([aria-busy=true])')))
}

/** Which page it is, and how many buttons were pressed on it. */
const pressed = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const counted = window as Window & { presses?: number } // noted below
    if (counted.presses === undefined) {
      counted.presses = 0
      const count = ({ target }: Event) => {
        const isButton = target instanceof Element && target.closest('button, [role=button]') !== null
        if (isButton) counted.presses = (counted.presses ?? 0) + 1
      }
      window.addEventListener('click', count, true)
    }
    return `${performance.timeOrigin} ${counted.presses}`
  })

/** What moves away between the pointer's way down and up, as where an answer comes, is not pressed: a person presses once more then. */
async function clickOn(button: Locator): Promise<void> {
  const before = await pressed(button.page())
  await button.click()
  // Where it leads away nobody can say.
  const after = await pressed(button.page()).catch(() => null)
  // A menu opens on the way down, and lies over the button on the way up.
  if (after !== before || (await button.and(button.page().locator('[aria-expanded=true]')).count()) > 0) return
  await button.click({ timeout: AGAIN_MS }).catch(() => undefined)
}

/** What is covered or gone by now was pressed. */
const AGAIN_MS = 5_000

/**
 * Ticks a box, or chooses one of several. The input itself is a point that nobody sees, so its words are pressed, once they stand still: on the point a
 * press would go where it was before.
 */
export async function tick(box: Locator): Promise<void> {
  if (!(await box.isChecked())) await box.locator('xpath=ancestor::label').click()
  await box.and(box.page().locator(':checked')).waitFor({ state: 'attached' })
}

export async function heading(page: Page | Locator, name: string | RegExp): Promise<void> {
  await seen(page.getByRole('heading', { name: typeof name === 'string' ? onScreen(name) : name }))
}

/** Goes to a screen by the entry at the left. */
export async function visit(page: Page, name: 'Home' | 'Send' | 'Receive' | 'Activity' | 'Settings'): Promise<void> {
  await press(page.getByRole('navigation', { name: onScreen('Coffer') }), name)
  await heading(page, name)
}

/** Chooses in a list that opens on a click; a list without anything to choose cannot be clicked, which is waited for. */
export async function choose(within: Page | Locator, page: Page, label: string, option: RegExp): Promise<void> {
  await within.getByRole('button', { name: endingWith(label) }).click()
  await page.getByRole('option', { name: option }).first().click()
}

export async function readWords(page: Page): Promise<string[]> {
  const words = await page
    .getByRole('list', { name: onScreen('Recovery phrase') })
    .getByRole('listitem')
    .allInnerTexts()
  return words.map((line) => line.replace(/[^a-z]/g, ''))
}

/** The three fields of the quiz, with the place of the word that each asks for. */
async function quizFields(page: Page): Promise<{ readonly field: Locator; readonly at: number }[]> {
  await heading(page, 'Check what you wrote')
  const fields = await page.getByRole('textbox', { name: onScreen('Word {position}') }).all()
  return Promise.all(
    fields.map(async (field) => {
      const label = await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.innerText ?? '')
      return { field, at: Number(/\d+/.exec(label)?.[0]) - 1 }
    }),
  )
}

export async function answerQuiz(page: Page, words: readonly string[]): Promise<number> {
  const fields = await quizFields(page)
  for (const { field, at } of fields) await field.fill(words[at] ?? '')
  await press(page, 'Check')
  return fields.length
}

/** From the welcome to the words on screen, with a passphrase set on the way. */
export async function beginAccount(page: Page, name: string): Promise<string[]> {
  await painted(page)
  await page.getByRole('button', { name: beginningWith('Create an account') }).click()
  await page.getByRole('textbox', { name: onScreen('Name') }).fill(name)
  await press(page, 'Continue')
  await heading(page, 'Set a passphrase')
  await page.getByLabel(onScreen('Passphrase'), { exact: true }).fill(PASSPHRASE)
  await page.getByLabel(onScreen('Repeat passphrase')).fill(PASSPHRASE)
  await press(page, 'Set passphrase')
  await heading(page, 'Write down these 24 words')
  await press(page, 'Show the words')
  await seen(page.getByRole('button', { name: onScreen('I have written them down') }))
  const words = await readWords(page)
  if (words.length !== WORDS || words.includes('')) throw new Error(`there are not ${WORDS} words on screen`)
  return words
}

/** From the words on screen to the wallet's home. */
async function finishAccount(page: Page, name: string, words: readonly string[]): Promise<void> {
  await press(page, 'I have written them down')
  await answerQuiz(page, words)
  await press(page, 'Sign and register')
  await seen(page.getByRole('heading', { name: onScreen('{account} is ready', { account: name }) }))
  await press(page, 'Go to Home')
  await heading(page, 'Home')
}

/** From nothing to the wallet's home. */
export async function createAccount(page: Page, name: string): Promise<readonly string[]> {
  const words = await beginAccount(page, name)
  await finishAccount(page, name, words)
  return words
}

/** Enter, held down in a field for as long as the keyboard needs to say so again. */
export const holdEnter = (field: Locator): Promise<void> =>
  field.evaluate((element) => {
    const { form } = element as HTMLInputElement
    for (let time = 0; time < 3; time += 1) form?.requestSubmit()
  })

/** A second account, in a wallet that has one already and so asks for no passphrase. */
export async function addAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: containing('Switch account or group') }).click()
  await press(page, 'Add an account')
  await page.getByRole('button', { name: beginningWith('Create an account') }).click()
  const field = page.getByRole('textbox', { name: onScreen('Name') })
  await field.fill(name)
  await holdEnter(field)
  await press(page, 'Show the words')
  await finishAccount(page, name, await readWords(page))
}

/** Practice money that is there at once, of an asset of the list. */
export async function getPlayMoney(page: Page, asset: RegExp, amount: string): Promise<void> {
  await visit(page, 'Receive')
  await page.getByRole('tab', { name: beginningWith('Incoming') }).click()
  await simulate(page, asset, amount)
  await confirmNow(page)
}

/** Makes the blocks that deposits wait for. Those of the network itself may come first, and then there is nothing to press. */
export async function confirmNow(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: onScreen('Confirm now'), exact: true })
  for (let tries = 0; tries < 6 && (await button.isEnabled()); tries += 1) {
    const pressed = await button.click({ timeout: 5_000 }).then(
      () => true,
      () => false,
    )
    if (pressed) break
  }
  await seen(page.getByText(onScreen('No deposit is on the way')))
}

export async function simulate(page: Page, asset: RegExp, amount: string): Promise<void> {
  const card = page.getByRole('region', { name: onScreen('Simulate a deposit') })
  // The list of assets has been read once one of them is chosen.
  await seen(card.getByRole('button', { name: endingWith('Asset') }).filter({ hasNotText: containing('Choose') }))
  await choose(card, page, 'Asset', asset)
  await card.getByRole('textbox', { name: onScreen('Amount') }).fill(amount)
  await press(card, 'Simulate')
  await seen(page.getByRole('list', { name: onScreen('Deposits') }))
}

/** Keeps the printer away, which would wait for a person, and answers what was on paper each time it was asked for. */
export async function printed(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const papers: string[] = []
    Object.assign(window, {
      papers,
      print: () => papers.push(document.querySelector('[data-print]')?.textContent ?? ''),
    })
  })
  return () => page.evaluate(() => (window as unknown as { papers: string[] }).papers)
}

export interface Wish {
  readonly asset: RegExp
  readonly to: string
  readonly amount: string
  readonly memo?: string
}

/** Fills in the form of one payment. */
export async function write(page: Page, { asset, to, amount, memo }: Wish): Promise<void> {
  await visit(page, 'Send')
  await choose(page, page, 'Asset', asset)
  await page.getByRole('combobox', { name: onScreen('To') }).fill(to)
  await page.getByRole('textbox', { name: onScreen('Amount') }).fill(amount)
  if (memo !== undefined) await page.getByRole('textbox', { name: onScreen('Memo') }).fill(memo)
}

/** Goes to the last look, once the form says that nothing is in its way. */
export async function review(page: Page): Promise<void> {
  await seen(page.getByText(onScreen('Nothing is signed yet.')))
  await press(page, 'Review')
}

/** Opens the part of a form about another time, by the key: looking up who is paid moves the button, from under a press that is under way. */
export const openLater = (page: Page): Promise<void> =>
  page.getByRole('button', { name: onScreen('Later or regularly'), exact: true }).press('Enter')

/** What the button says that signs a payment. */
const titles = (): RegExp =>
  beginningWith(
    'Send {what} to {whom}',
    'Withdraw {what} to {whom}',
    'Send {what}',
    'Withdraw {what}',
    'Pay the fee of a withdrawal, {sum}',
  )

/** Ticks what asks for a look once the review stands, and answers a passphrase, Coffer's own or a wrong one. */
export async function answerReview(page: Page, passphrase = PASSPHRASE): Promise<void> {
  const field = await seen(page.getByLabel(onScreen('Your passphrase'), { exact: true }))
  for (const box of await page.getByRole('checkbox').all()) await tick(box)
  await field.fill(passphrase)
}

/** Ticks what asks for a look, gives the passphrase and signs. */
export async function approve(page: Page): Promise<void> {
  await answerReview(page)
  await page.getByRole('button', { name: titles() }).click()
}

/** Waits until its coins are free: whoever ends the program before that finds it prepared. */
export async function cancel(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Cancel payment', exact: true })
  await button.click()
  await button.waitFor({ state: 'detached' })
}

export const finished = (page: Page): Promise<Locator> => seen(page.getByText(containing('Nobody can take it back')))

export async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
  await press(page, 'Unlock')
  await seen(page.getByRole('navigation', { name: 'Coffer' }))
}

/** Plans a payment under a name, for the times that the form proposes. */
export async function plan(page: Page, name: string, wish: Wish): Promise<void> {
  await write(page, wish)
  await openLater(page)
  await seen(page.getByRole('list', { name: 'Next dates' }).getByRole('listitem'))
  await seen(page.getByRole('button', { name: 'Review to pay now' }))
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await press(page, 'Schedule it')
  await heading(page, name)
}

/** What stands on paper when the window is printed: nothing else does. */
export async function onPaper(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' })
  const text = plain(await page.locator('[data-print]').innerText())
  const isAlone = !(await page.locator('#root').isVisible())
  await page.emulateMedia({ media: null })
  return isAlone ? text : ''
}
