import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { BTC, order } from '../support/localnet.ts'
import { each, type LyingProxy, startProxy } from '../support/proxy.ts'
import { JONAS, MAYA } from '../support/residents.ts'
import { newFolder } from '../support/scratch.ts'
import type { App } from './support/app.ts'
import * as cosigner from './support/cosigner.ts'
import {
  act,
  addFromCard,
  type Cosigner,
  cardLink,
  openRequest,
  openScan,
  openTab,
  row,
  signControl,
} from './support/cosigner.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps, poll } from './support/journey.ts'
import { fateOfAnswers } from './support/line.ts'
import { type SeparateNetwork, startNetwork } from './support/network.ts'
import * as person from './support/person.ts'
import { heading, onPaper, plain, press, seen, visit } from './support/person.ts'

/*
 * Five people with a program, a data folder and a window each, on one network: what one of them asks for is paid once
 * enough of the others have looked at it and signed, and not before.
 */

const HOUSE = 'Household'
const CLUB = 'Sailing club'
const VAULT = 'bc1qc7ndtvmq0cuj9wqg2n37vkqqdlqcfy8a9y9zpw'
const RENT = 'Send 0.4 BTC to Maya Okafor'

const step = journeySteps(() => present)
const folder = newFolder('e2e-bundles')
let network: SeparateNetwork
/** Ben reaches the network through it. */
let proxy: LyingProxy
let [ana, ben, cas, dia, eli]: Cosigner[] = []
/** At whose window something was done last. */
let present: App | undefined

const badge = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Coffer' }).getByRole('button', { name: /^Approvals ?, \d+ needs? you$/ })

async function readFile(page: Page, path: string): Promise<Locator> {
  const dialog = await openScan(page, 'File')
  await dialog.locator('input[type=file]').setInputFiles(path)
  await seen(dialog.getByRole('region', { name: 'What was read' }))
  return dialog
}

/** Notes every height that a dialog has from now on. */
async function heightsOfDialogs(page: Page): Promise<() => Promise<number[]>> {
  const had = await page.evaluateHandle(() => {
    const heights = new Set<number>()
    new MutationObserver(() => {
      for (const { clientHeight } of document.querySelectorAll('[role=dialog]')) heights.add(clientHeight)
    }).observe(document.body, { childList: true, subtree: true })
    return heights
  })
  return () => had.evaluate((heights) => [...heights])
}

function isInSight(one: Element): boolean {
  const { left, bottom } = one.getBoundingClientRect()
  return one.contains(document.elementFromPoint(left + 1, bottom - 1))
}

/** Saves the bundle of the request that is on screen, as a file that another member can read. */
async function saveBundle(page: Page, path: string, note?: string): Promise<string> {
  await press(page, 'Share')
  const dialog = page.getByRole('dialog', { name: 'Share this request' })
  await person.tick(dialog.getByRole('radio', { name: 'File' }))
  if (note !== undefined) await dialog.getByRole('textbox', { name: 'Note for the others' }).fill(note)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 1024, height: 560 })
  const [download] = await Promise.all([page.waitForEvent('download'), press(dialog, 'Save file')])
  await download.saveAs(path)
  const saved = await seen(dialog.getByText(/^This computer has the file now/))
  await poll(() => saved.evaluate(isInSight)).toBe(true)
  if (size !== null) await page.setViewportSize(size)
  await page.keyboard.press('Escape')
  return download.suggestedFilename()
}

beforeAll(async () => {
  network = await startNetwork()
  proxy = await startProxy(network.url)
  const start = (name: string) => cosigner.startCosigner(name, name === 'Ben' ? proxy.url : network.url)
  // Two at a time: making a passphrase's key takes a whole core.
  ;[ana, ben] = await Promise.all([start('Ana'), start('Ben')])
  ;[cas, dia] = await Promise.all([start('Cas'), start('Dia')])
  eli = await start('Eli')
})

function must(one: Cosigner | undefined): Cosigner {
  if (one === undefined) throw new Error('somebody is missing')
  return one
}

/** That person's window. */
function at(one: Cosigner | undefined): Page {
  present = must(one).app
  return present.page
}

const words = (page: Page) => page.getByRole('list', { name: 'Words to compare' }).getByRole('listitem').allInnerTexts()

async function bitcoin(page: Page): Promise<string> {
  await visit(page, 'Home')
  return plain(await page.getByRole('row', { name: /BTC/ }).innerText())
}

const movements = async (page: Page): Promise<string[]> =>
  (await page.getByRole('list', { name: 'Movements' }).getByRole('button').allInnerTexts()).map(plain)

async function asks(who: Cosigner | undefined, wish: Omit<person.Wish, 'asset'>): Promise<void> {
  const page = at(who)
  await cosigner.prepare(page, { asset: /^BTC/, ...wish })
  await cosigner.ask(page)
  await seen(page.getByRole('button', { name: 'Open the request' }))
}

async function isFinalFor(people: readonly (Cosigner | undefined)[], title: string): Promise<void> {
  for (const one of people) {
    const page = at(one)
    await openTab(page, 'Done')
    await seen(cosigner.row(page, title).filter({ hasText: 'Final' }))
  }
}

describe('a group of three that needs two', () => {
  let link: string
  let said: readonly string[]

  step('is created with the numbers of the others', async () => {
    const page = at(ana)
    await cosigner.createGroup(page, { name: HOUSE, members: [must(ben), must(cas)], threshold: 2 })
    await poll(() => words(page)).toHaveLength(6)
    said = await words(page)
    link = await cardLink(must(ana).app)
  })

  step('has a card for paper, and says that no words bring it back', async () => {
    const page = at(ana)
    const card = page.getByRole('region', { name: 'Card of the group' })
    await seen(card.getByRole('button', { name: 'Print or save as PDF' }))
    const paper = await onPaper(page)
    for (const text of [
      HOUSE,
      said.join(' · '),
      ...[ben, cas].map((one) => `${must(one).name} · ${must(one).number}`),
    ]) {
      expect(paper).toContain(text)
    }
    await seen(card.getByText('Your 24 words do not bring this group back.'))
    await press(card, 'Set up backups')
    await heading(page, 'Backup')
    await act(page, /^Household/)
  })

  step('is added from its card by another member, who reads the same words', async () => {
    const page = at(ben)
    await addFromCard(page, link, HOUSE)
    await poll(() => words(page)).toEqual(said)
    await seen(page.getByText('2 signatures of 3 members for every payment'))
  })

  step('receives money at an address of its own', async () => {
    const page = at(ana)
    await press(page.getByRole('main'), 'Receive')
    await heading(page, 'Receive')
    await person.getPlayMoney(page, /^BTC/, '1')
    await poll(() => bitcoin(page)).toContain('1 BTC')
    await act(at(ben), /^Household/)
    await poll(() => bitcoin(at(ben))).toContain('1 BTC')
  })

  step('is asked for a payment, which moves nothing yet', async () => {
    const page = at(ana)
    await cosigner.prepare(page, { asset: /^BTC/, to: MAYA, amount: '0.4', memo: 'Rent for November' })
    await heading(page, 'Ask 2 of 3 signers: Send 0.4 BTC to Maya Okafor')
    await cosigner.ask(page)
    await seen(page.getByText('Signed: Ana'))
    await seen(page.getByText(/^Not yet: (Ben, Cas|Cas, Ben)$/))
  })

  step('is unknown to the one who is handed a link to the request, until it is added', async () => {
    const asker = at(ana)
    await press(asker, 'Open the request')
    await heading(asker, RENT)
    const heights = await heightsOfDialogs(asker)
    await press(asker, 'Share')
    const shown = asker.getByRole('dialog', { name: 'Share this request' })
    const request = await cosigner.copied(must(ana).app, shown.getByRole('button', { name: 'Copy link' }))
    // Before the link was there its place was kept.
    expect(await heights()).toHaveLength(1)
    await press(shown, 'Copy as a question')
    await poll(() => asker.evaluate(() => navigator.clipboard.readText())).toMatch(/Is this right\?/)
    expect((await asker.evaluate(() => navigator.clipboard.readText())).split('\n')[1]).toBe(request)
    await asker.keyboard.press('Escape')

    const page = at(cas)
    const dialog = await cosigner.paste(page, request)
    await seen(dialog.getByText('Not added yet'))
    await press(dialog, 'Open the request')
    const unknown = page.getByRole('region', { name: 'Unknown group' })
    await seen(unknown)
    await poll(() => words(page)).toEqual(said)
    await poll(() => signControl(page).count()).toBe(0)
    await unknown.getByRole('textbox', { name: 'Your name for it' }).fill('The flat')
    await press(unknown, 'Add this group')
    await unknown.waitFor({ state: 'hidden' })
    await seen(page.getByRole('heading', { name: 'Check before you sign' }))
    expect.soft(await flaws(page)).toEqual([])
    await seen(signControl(page))
  })

  step('shows its other members what is asked of them, with a count at the side', async () => {
    const page = at(ben)
    await seen(badge(page))
    await openTab(page, 'Needs you')
    const asked = await seen(row(page, RENT))
    await seen(asked.filter({ hasText: 'Look at it' }).filter({ hasText: 'Ana asked' }))
    await poll(() => page.title()).toBe('(1) Coffer')
    await asked.click()
    await heading(page, RENT)
    await seen(page.getByRole('heading', { name: 'Check before you sign' }))
    // The service tells nobody when another member signed.
    const asker = page.getByRole('region', { name: 'Signatures' }).getByRole('listitem').filter({ hasText: 'Ana' })
    await seen(asker.getByText(/^Signed, seen .*\d\d:\d\d$/))
    const lines = page.getByRole('region', { name: 'Asked, record and actual' })
    await poll(() => lines.getByRole('table', { name: 'Lines that differ' }).count()).toBe(0)
    await lines.getByRole('button', { name: /Asked, recorded and signed bytes agree/ }).click()
    const amount = lines.getByRole('row', { name: /^Amount/ })
    await poll(async () => (await amount.getByRole('cell').allInnerTexts()).map(plain)).toEqual([
      expect.stringMatching(/not said/),
      '0.4 BTC',
      '0.4 BTC',
    ])
    await poll(async () => plain(await lines.getByRole('row', { name: /^Memo/ }).innerText())).toContain(
      'Rent for November',
    )
  })

  step('asks for the passphrase in its own field, whatever else is being written on the screen', async () => {
    const page = at(ben)
    for (const box of await page.getByRole('main').getByRole('checkbox').all()) await person.tick(box)
    await press(page, 'Write a note')
    await seen(page.getByRole('main').getByRole('textbox', { name: /^Label/ }))
    await signControl(page).click()
    await seen(page.getByText('Enter your passphrase.'))
    const field = page.getByLabel('Your passphrase', { exact: true })
    await poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await press(page.getByRole('main'), 'Cancel')
  })

  step('pays with the second signature', async () => {
    const page = at(ben)
    await seen(page.getByRole('button', { name: 'Sign as 2nd of 2' }))
    const size = page.viewportSize()
    await page.setViewportSize({ width: 640, height: 400 })
    await seen(page.getByText('Yours completes it: the money moves at once.'))
    await page.getByRole('button', { name: /^Technical/ }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: /^Technical/ }).press('Enter')
    await poll(() => page.getByRole('button', { name: /^Copy (?:request id|transaction|payload hash)$/ }).count()).toBe(
      2,
    )
    await cosigner.sign(page)
    // What became of it stands where the eyes and the keys are, however far down one had read.
    const said = page.getByText('Signed. That was enough: the payment was sent.')
    await seen(said)
    const top = () => said.first().evaluate((notice) => notice.getBoundingClientRect().top)
    await poll(top).toBeGreaterThan(0)
    await poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    if (size !== null) await page.setViewportSize(size)
    await isFinalFor([ana, ben, cas], RENT)
    await badge(page).waitFor({ state: 'hidden' })
  })

  step('says of the finished request who was not needed, and writes down who signed', async () => {
    const page = at(ben)
    await openRequest(page, 'Done', RENT)
    const signatures = page.getByRole('region', { name: 'Signatures' }).getByRole('listitem')
    await seen(signatures.filter({ hasText: 'Cas' }).getByText('Not needed'))
    await openTab(page, 'Done')
    const [saved] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as table')])
    const rows = readFileSync(await saved.path(), 'utf8').split('\r\n')
    expect(rows.find((row) => row.includes(RENT))).toMatch(/Ana.*Ben/)
  })

  step('has the same history and balance in all three wallets', async () => {
    for (const [one, name] of [
      [ana, HOUSE],
      [ben, HOUSE],
      [cas, 'The flat'],
    ] as const) {
      const page = at(one)
      await act(page, new RegExp(`^${name}`))
      await poll(() => bitcoin(page)).toContain('0.6 BTC')
      await visit(page, 'Activity')
      await poll(() => movements(page)).toEqual([
        expect.stringMatching(/Maya Okafor.*−0\.4/),
        expect.stringMatching(/Deposit.*\+1/),
      ])
    }
  })

  step('is found by name, and its request by what it is for', async () => {
    const page = at(ben)
    await act(page, /^Ben/)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('rent')
    await page
      .getByRole('option', { name: new RegExp(HOUSE) })
      .filter({ hasText: RENT })
      .click()
    await heading(page, RENT)
    await page.keyboard.press('Control+k')
    await page.keyboard.type(HOUSE.slice(0, 4))
    await page
      .getByRole('option', { name: new RegExp(`^${HOUSE}`) })
      .first()
      .click()
    await poll(() => bitcoin(page)).toContain('0.6 BTC')
  })

  step('counts to the own money of a member where that is chosen', async () => {
    const page = at(ben)
    await act(page, /^Ben/)
    const main = page.getByRole('main')
    await poll(() => main.getByRole('row', { name: /BTC/ }).count()).toBe(0)
    await main.getByText('With groups', { exact: true }).click()
    await poll(() => bitcoin(page)).toContain('0.6 BTC')
    await main.getByText('Mine', { exact: true }).click()
    await poll(() => main.getByRole('row', { name: /BTC/ }).count()).toBe(0)
  })

  step('is compared with a service that hides its coin, and with one that tells of it again', async () => {
    const page = at(ben)
    await act(page, /^Household/)
    await poll(() => bitcoin(page)).toContain('0.6 BTC')
    await page.getByRole('button', { name: /^Connection:/ }).click()
    await press(page, 'Compare balances')
    await heading(page, 'Compare balances')
    const tell = each((output) => ({ ...output, receivers_hash: '0'.repeat(64) }))
    proxy.lie({ at: /^GET \/safe\/outputs$/, tell })
    await press(page, 'Compare now')
    const differing = page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: '1 coin differs' })
    await poll(async () => plain(await differing.innerText())).toMatch(/It came at \d+:\d\d/)
    const coin = page.getByRole('main').getByRole('listitem').filter({ hasText: 'This wallet: 0.6, unspent.' })
    await poll(async () => plain(await coin.innerText())).toContain('Service: nothing. Ledger: 0.6, unspent.')
    expect.soft(await flaws(page)).toEqual([])
    proxy.lie()
    await press(page, 'Read again and compare')
    await seen(page.getByText('Everything agrees.'))
    await poll(() => bitcoin(page)).toContain('0.6 BTC')
  })

  step(
    'is called by another member as the file of the first one’s contacts calls it, once that is ticked',
    async () => {
      const file = join(folder, 'contacts.jsonl')
      const from = at(ana)
      await press(from.getByRole('navigation', { name: 'Coffer' }), 'Contacts')
      await press(from, 'File of contacts')
      const saved = from.waitForEvent('download')
      await from.getByRole('menuitem', { name: /^Export/ }).click()
      await (await saved).saveAs(file)

      const page = at(cas)
      await press(page.getByRole('navigation', { name: 'Coffer' }), 'Contacts')
      await press(page, 'File of contacts')
      await page.getByRole('menuitem', { name: /^Import/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[type=file]').setInputFiles(file)
      const line = dialog.getByRole('listitem').filter({ hasText: HOUSE })
      await poll(async () => plain(await line.innerText())).toMatch(/Different here: .*The flat.* Differs$/)
      await person.tick(dialog.getByRole('checkbox', { name: /^Also change/ }))
      await press(dialog, 'Import')
      await dialog.waitFor({ state: 'hidden' })
      await act(page, /^Household/)
    },
  )

  step('gives a request up while signatures are missing, and says what that does not undo', async () => {
    await asks(ana, { to: JONAS, amount: '0.1' })
    await poll(() => bitcoin(at(ana))).toContain('0.6 held')
    const page = at(ben)
    await openRequest(page, 'Needs you', 'Send 0.1 BTC to Jonas Weber')
    await press(page, 'Say no')
    const no = page.getByRole('dialog', { name: 'Say no to this request?' })
    await no.getByRole('textbox', { name: 'Because' }).fill('He was paid in cash')
    await seen(no.getByRole('button', { name: 'Say no and share it' }))
    await no.getByRole('textbox', { name: 'Because' }).press('Control+Enter')
    const share = page.getByRole('dialog', { name: 'Share this request' })
    await seen(share.getByRole('radio', { name: 'File', checked: true }))
    await person.tick(share.getByRole('radio', { name: 'Link' }))
    await seen(share.getByText(/A link does not carry a no: hand over the file or the codes\.$/))
    await page.keyboard.press('Escape')
    await seen(page.getByRole('button', { name: 'Take my no back' }).and(page.locator(':focus')))
    await seen(page.getByText(/^You said no, .*: He was paid in cash$/))
    await seen(page.getByText('Take your no back if you want to sign after all.'))
    await poll(() => signControl(page).count()).toBe(0)
    await badge(page).waitFor({ state: 'hidden' })
    // Whoever is just about to hand it on learns of the end, and hands on nothing that has ended.
    const asker = at(ana)
    await openRequest(asker, 'Waiting for others', 'Send 0.1 BTC to Jonas Weber')
    await press(asker, 'Share')
    const sharing = asker.getByRole('dialog', { name: 'Share this request' })
    await seen(sharing.getByRole('button', { name: 'Copy link' }))
    // It is Ana's to give up; that it ends for everyone is said before.
    at(ben)
    await press(page, 'End for everyone')
    const dialog = page.getByRole('alertdialog', { name: 'End Ana’s request?' })
    await seen(dialog.getByText(/^Ana asked for this\./))
    await seen(dialog.getByText('This cancels the request for everyone and frees 1 coin for other payments.'))
    await seen(dialog.getByText(/^1 signature was released already\. Giving it up does not take a signature back/))
    await press(dialog, 'End for everyone')
    await seen(dialog.getByText('Enter your passphrase.'))
    await dialog.getByLabel('Your passphrase').fill(person.PASSPHRASE)
    await press(dialog, 'End for everyone')
    await seen(page.getByText('You gave this request up'))
    // The dialog's own button is gone with the request: keys and whoever hears the window begin at its title.
    await poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    at(ana)
    await sharing.waitFor({ state: 'hidden' })
    await seen(asker.getByText(/gave this request up/))
    await poll(() => asker.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await openTab(asker, 'Done')
    await seen(row(asker, 'Send 0.1 BTC to Jonas Weber').filter({ hasText: 'Given up' }))
    await poll(() => bitcoin(asker)).toMatch(/0\.6 BTC(?!.*held)/)
  })
})

describe('a request of which somebody writes', () => {
  const TITLE = 'Send 0.12 BTC to Jonas Weber'
  const vault = (name: string) => ({
    ...{ id: '0f6f0b0a-8f56-4a8d-9c3b-3d5c3f3f8d11', name, address: VAULT, role: 'member' },
    operation: { transaction: { asset_id: BTC, recipients: [{ address: VAULT, amount: '0.75' }], note: '' } },
  })
  let requestId = ''
  const says = (name: string) => order(network, 'proposals', { request_id: requestId, safe: vault(name) })
  const share = (page: Page) => page.getByRole('dialog', { name: 'Share this request' })
  const note = (page: Page) => share(page).getByRole('textbox', { name: 'Note for the others' })

  step('keeps what is open and typed where the service says it in other words, and asks for a yes anew', async () => {
    await asks(ana, { to: JONAS, amount: '0.12' })
    const page = at(ben)
    await openRequest(page, 'Needs you', TITLE)
    await press(page, 'Share')
    const link = await cosigner.copied(must(ben).app, share(page).getByRole('button', { name: 'Copy link' }))
    requestId = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(link)?.[0] ?? ''
    await page.keyboard.press('Escape')
    await says('Cold treasury')
    await seen(page.getByText('Cold treasury').first())
    const passphrase = page.getByLabel('Your passphrase', { exact: true })
    await passphrase.fill(person.PASSPHRASE)
    await press(page, 'Write a note')
    const own = page.getByRole('textbox', { name: 'Your note' })
    await own.fill('Ask her about the vault')
    await says('Warm treasury')
    await seen(page.getByText('Warm treasury').first())
    await poll(() => own.inputValue()).toBe('Ask her about the vault')
    await poll(() => passphrase.inputValue()).toBe('')
    await seen(page.getByRole('checkbox', { name: /^The service says something else/ }))
  })

  step('leaves the note for the others to whoever writes it while it ends', async () => {
    const page = at(ben)
    await press(page, 'Share')
    await person.tick(share(page).getByRole('radio', { name: 'File' }))
    await note(page).fill('She is on a train')
    const asker = at(ana)
    await openRequest(asker, 'Waiting for others', TITLE)
    await press(asker, 'Give up')
    const dialog = asker.getByRole('alertdialog', { name: 'Give this request up?' })
    await dialog.getByLabel('Your passphrase').fill(person.PASSPHRASE)
    await press(dialog, 'Give up for everyone')
    await seen(asker.getByText('You gave this request up'))
    at(ben)
    await seen(share(page).getByText('This request has ended'))
    await poll(() => note(page).inputValue()).toBe('She is on a train')
    await poll(() => share(page).getByRole('button', { name: 'Save file' }).count()).toBe(0)
    await press(share(page), 'Close')
    await seen(page.getByText(/gave this request up/))
  })
})

describe('a request that should say something else', () => {
  step('is given up and written anew in one step, and found by a word of its memo', async () => {
    await asks(ben, { to: JONAS, amount: '0.11', memo: 'Ropes and paint' })
    const page = at(ben)
    await openTab(page, 'Waiting for others')
    await person.choose(page, page, 'Age', /^Older than a week/)
    await seen(page.getByText('No request fits this.'))
    await press(page, 'Show all')
    await person.choose(page, page, 'Age', /^Last 24 hours/)
    await page.getByRole('textbox', { name: 'Find a request' }).fill('paint household')
    await row(page, 'Send 0.11 BTC to Jonas Weber').click()
    await press(page, 'Give up')
    const dialog = page.getByRole('alertdialog', { name: 'Give this request up?' })
    await dialog.getByLabel('Your passphrase').fill(person.PASSPHRASE)
    await press(dialog, 'Give up and replace')
    await heading(page, 'Send')
    await poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('0.11')
    await poll(() => page.getByRole('textbox', { name: 'Memo' }).inputValue()).toBe('Ropes and paint')
    await poll(() => bitcoin(at(ana))).toMatch(/0\.6 BTC(?!.*held)/)
  })
})

describe('a request that was given up', () => {
  step('is there to be written anew where what it said could not be read at once', async () => {
    await asks(ben, { to: JONAS, amount: '0.12', memo: 'Oars' })
    const page = at(ben)
    const answers = await fateOfAnswers(page)
    await openTab(page, 'Waiting for others')
    await row(page, 'Send 0.12 BTC to Jonas Weber').click()
    await press(page, 'Give up')
    const dialog = page.getByRole('alertdialog', { name: 'Give this request up?' })
    await dialog.getByLabel('Your passphrase').fill(person.PASSPHRASE)
    answers.refuse('approvals.again')
    await press(dialog, 'Give up and replace')
    await dialog.waitFor({ state: 'hidden' })
    await seen(page.getByRole('alert'))
    answers.passAll()
    await press(page, 'Make a new one like this')
    await heading(page, 'Send')
    await poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('0.12')
    await poll(() => bitcoin(at(ana))).toMatch(/0\.6 BTC(?!.*held)/)
  })
})

describe('a reason for a no', () => {
  step('is not lost where the request ends while it is written', async () => {
    await asks(ana, { to: must(ben).number, amount: '0.13' })
    const page = at(ben)
    await openRequest(page, 'Needs you', 'Send 0.13 BTC to Ben')
    // Who is asked for his signature reads that it would pay himself.
    await seen(page.getByRole('region', { name: 'What is paid' }).getByText('This is you'))
    await press(page, 'Say no')
    const no = page.getByRole('dialog', { name: 'Say no to this request?' })
    await no.getByRole('textbox', { name: 'Because' }).fill('He was paid in cash')
    const asker = at(ana)
    await openRequest(asker, 'Waiting for others', 'Send 0.13 BTC to Ben')
    await press(asker, 'Give up')
    const dialog = asker.getByRole('alertdialog', { name: 'Give this request up?' })
    await dialog.getByLabel('Your passphrase').fill(person.PASSPHRASE)
    await press(dialog, 'Give up for everyone')
    at(ben)
    await seen(no.getByText(/^It is too late for a no: /))
    await poll(() => no.getByRole('textbox', { name: 'Because' }).inputValue()).toBe('He was paid in cash')
    await poll(() => no.getByRole('button', { name: /^Say no/ }).count()).toBe(0)
    await press(no, 'Close and drop it')
    await poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await poll(() => bitcoin(at(ana))).toMatch(/0\.6 BTC(?!.*held)/)
  })
})

describe('a record that is altered on its way', () => {
  const title = 'Send 0.15 BTC to Jonas Weber'

  step('is shown line by line, and cannot be signed', async () => {
    await asks(ana, { to: JONAS, amount: '0.15' })
    const page = at(ben)
    await openTab(page, 'Needs you')
    await seen(row(page, title).filter({ hasText: 'Look at it' }))
    proxy.lie({ at: /^GET \/safe\/multisigs\//, tell: each((record) => ({ ...record, amount: '0.01' })) })
    await row(page, title).click()
    await heading(page, 'Do not sign this')
    const amount = page.getByRole('table', { name: 'Lines that differ' }).getByRole('row', { name: /^Amount/ })
    await seen(amount)
    expect((await amount.getByRole('cell').allInnerTexts()).map(plain).slice(1)).toEqual(['0.01 BTC', '0.15 BTC'])
    await poll(() => page.getByRole('table', { name: 'Lines that differ' }).getByRole('row').count()).toBe(2)
    await poll(() => signControl(page).count()).toBe(0)
    await poll(() => page.getByLabel('Your passphrase', { exact: true }).count()).toBe(0)
  })

  step('can be signed once it is told as it is', async () => {
    proxy.lie()
    const page = at(ben)
    await openRequest(page, 'Needs you', title)
    await cosigner.sign(page)
    await isFinalFor([ana, ben], title)
  })
})

describe('two requests over one coin', () => {
  step('end with one that is paid and one that nobody is asked for, and that names who has its coin', async () => {
    for (const [one, wish] of [
      [ana, { to: JONAS, amount: '0.2' }],
      [ben, { to: MAYA, amount: '0.22', memo: 'for the boat' }],
    ] as const) {
      const page = at(one)
      await poll(() => bitcoin(page)).toContain('0.45 BTC')
      await cosigner.prepare(page, { asset: /^BTC/, ...wish })
    }
    await cosigner.ask(at(ana))
    const third = at(cas)
    await openRequest(third, 'Needs you', 'Send 0.2 BTC to Jonas Weber')

    // The review that Ben has open says it before he signs anything.
    const page = at(ben)
    await seen(
      page.getByText(
        /^Ana’s request “Send 0\.2 BTC to Jonas Weber” is signed already and holds a coin that this one needs/,
      ),
    )
    await poll(() => page.getByText(/All .*checks passed|^Asked/).count()).toBe(0)
    await poll(() => page.getByRole('button', { name: /^Ask \d of \d signers/ }).count()).toBe(0)
    await seen(page.getByRole('button', { name: 'Give it up' }))

    await cosigner.sign(at(cas))
    await isFinalFor([cas], 'Send 0.2 BTC to Jonas Weber')
  })

  step('let the other be written with other coins in one step', async () => {
    const page = at(ben)
    // Once the other one is final there is nothing to give up any more, which may be so while the button is pressed.
    const anew = page.getByRole('button', { name: 'Try again' })
    await page.getByRole('button', { name: 'Write it with other coins' }).or(anew).click()
    const written = page.getByText('Nothing is signed yet.')
    await poll(async () => {
      if (await anew.isVisible()) await anew.click({ timeout: 1_000 }).catch(() => undefined)
      return written.isVisible()
    }).toBe(true)
    await heading(page, 'Send')
    await poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('0.22')
    await poll(() => page.getByRole('textbox', { name: 'Memo' }).inputValue()).toBe('for the boat')
    await seen(page.getByText('Maya Okafor'))
    await openTab(page, 'Needs you')
    await poll(() => row(page, /Maya Okafor/).count()).toBe(0)
  })
})

describe('a withdrawal of the group', () => {
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const title = /^Withdraw 0\.1 BTC to bc1qw508/

  step('waits for its fee once two have signed', async () => {
    await act(at(ana), /^Household/)
    await asks(ana, { to: address, amount: '0.1' })
    const page = at(ben)
    await openRequest(page, 'Needs you', title)
    await cosigner.sign(page)
    await openTab(page, 'Done')
    await seen(row(page, title).filter({ hasText: 'Waits for its fee' }))
  })

  step('leaves after a member has paid the fee from an own account', async () => {
    const page = at(ben)
    await openRequest(page, 'Done', title)
    await press(page, 'Pay the fee')
    await seen(page.getByText(/^The fee is 0\.\d+ BTC, and you do not have that much available\.$/))
    await press(page, 'Receive BTC')
    await heading(page, 'Receive')
    await act(page, /^Ben/)
    await person.getPlayMoney(page, /^BTC/, '0.5')
    await openRequest(page, 'Done', title)
    await seen(page.getByText('The group’s part is final'))
    await press(page, 'Pay the fee')
    await heading(page, /^Pay the fee of a withdrawal/)
    await person.approve(page)
    await seen(page.getByText('The fee is paid. The service sends the withdrawal to the other chain next.'))
    const asker = at(ana)
    await openRequest(asker, 'Done', title)
    await seen(asker.getByText('Fee paid by Ben'))
    await seen(asker.getByText('Done: the group has paid'))
  })
})

describe('a group of five that needs three', () => {
  const title = 'Send 0.25 BTC to Maya Okafor'
  const meanwhile = 'Send 0.12 BTC to Jonas Weber'
  const asked = join(folder, 'asked.json')
  const signed = join(folder, 'signed.json')

  step('is added from its card by all of its members', async () => {
    const page = at(ana)
    const others = [ben, cas, dia, eli].map(must)
    await cosigner.createGroup(page, { name: CLUB, members: others, threshold: 3 })
    const link = await cardLink(must(ana).app)
    for (const { app } of others) await addFromCard(app.page, link, CLUB)
    await press(page.getByRole('main'), 'Receive')
    await heading(page, 'Receive')
    await person.getPlayMoney(page, /^BTC/, '1')
    await poll(() => bitcoin(page)).toContain('1 BTC')
  })

  step('has two signatures through the service, after which the next request is one click away', async () => {
    const asker = at(ana)
    await act(asker, /^Household/)
    await poll(() => bitcoin(asker)).toMatch(/0\.15 BTC(?!.*held)/)
    await asks(ana, { to: JONAS, amount: '0.05' })
    await act(asker, /^Sailing club/)
    await asks(ana, { to: MAYA, amount: '0.25', memo: 'New sails' })
    const page = at(ben)
    const next = 'Send 0.05 BTC to Jonas Weber'
    // A person sees the requests of all groups.
    await act(page, /^Ben/)
    await openTab(page, 'Needs you')
    await seen(row(page, next))
    await openRequest(page, 'Needs you', title)
    await cosigner.sign(page)
    await seen(page.getByText(/^Signed\. 1 more signature needed: \w+, \w+ or \w+\.$/))
    await press(page, 'Next request (1)')
    await heading(page, next)
    await cosigner.sign(page)
    await isFinalFor([ben], next)
    // The request of the club is what is on the asker's screen still.
    await seen(asker.getByRole('button', { name: 'Open the request' }))
  })

  step('hands the request on as a file', async () => {
    const page = at(ana)
    await press(page, 'Open the request')
    await heading(page, title)
    await seen(page.getByRole('region', { name: 'Signatures' }).getByText('2 of the 3 it needs'))
    expect(await saveBundle(page, asked, 'Please sign on board')).toMatch(/\.json$/)
    await seen(badge(at(dia)))
  })

  step('is signed by one who reads the file while the network cannot be reached', async () => {
    await network.kill()
    const page = at(dia)
    await seen(page.getByRole('button', { name: /^Connection: (Stale|Offline)/ }))
    const dialog = await readFile(page, asked)
    await seen(dialog.getByText('Please sign on board'))
    await press(dialog, 'Open the request')
    await heading(page, title)
    await seen(page.getByText(/The service is out of reach: your signature goes into the request file/))
    await cosigner.sign(page)
    await seen(page.getByText(/^Signed into the request file\. All signatures are there: share it, or leave it/))
    await saveBundle(page, signed)
  })

  step('is complete once the first reads her file, and paid when the network is back', async () => {
    await must(dia).app.kill()
    const page = at(ana)
    const dialog = await readFile(page, signed)
    await seen(dialog.getByText(/1 new signature taken over/))
    await press(dialog, 'Open the request')
    await seen(page.getByRole('region', { name: 'Signatures' }).getByText('3 of the 3 it needs'))
    await network.revive()
    await isFinalFor([ana, ben, cas, eli], title)
  })

  step('asks for another payment and makes it while one of them is away', async () => {
    const asker = at(ana)
    await act(asker, /^Sailing club/)
    await poll(() => bitcoin(asker)).toMatch(/0\.75 BTC(?!.*held)/)
    await asks(ana, { to: JONAS, amount: '0.12', memo: 'Two lifebelts' })
    for (const one of [ben, cas]) {
      const page = at(one)
      await openRequest(page, 'Needs you', meanwhile)
      await cosigner.sign(page)
    }
    await isFinalFor([ana, ben, cas], meanwhile)
  })

  step('shows both to the one who was away, with who signed and that she was not needed', async () => {
    const { app } = must(dia)
    await app.restart()
    const page = at(dia)
    await person.unlock(page)
    await isFinalFor([dia], title)
    await isFinalFor([dia], meanwhile)
    await openRequest(page, 'Done', meanwhile)
    await seen(page.getByText('Two lifebelts'))
    const signatures = page.getByRole('region', { name: 'Signatures' })
    for (const name of ['Ana', 'Ben', 'Cas']) await seen(signatures.getByText(name))
    await poll(async () => plain(await signatures.innerText())).toMatch(/You Not needed/)
    await act(page, /^Sailing club/)
    await poll(() => bitcoin(page)).toContain('0.63 BTC')
  })
})

describe('all the while', () => {
  step('no window complains or asks any other computer', async () => {
    for (const one of [ana, ben, cas, dia, eli]) {
      expect(must(one).app.complaints).toEqual([])
      expect(must(one).app.strays).toEqual([])
    }
  })
})
