import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { namedSettings } from '../../src/renderer/shell/settings-names.ts'
import { JONAS, MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { journeySteps, poll } from './support/journey.ts'
import { type SeparateNetwork, startNetwork } from './support/network.ts'
import * as person from './support/person.ts'
import { heading, onPaper, plain, press, seen, visit } from './support/person.ts'
import { go } from './support/whole.ts'

/* One person's first day, in order: every test goes on where the one before it left off. */

const BITCOIN_ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const VERIFY = fileURLToPath(new URL('../../src/main/verify-statement.ts', import.meta.url))
const MEMO = 'Rent of März, with thanks'

const step = journeySteps(() => app)
/** Its blocks come when told to: what is on its way stays there for as long as it is looked at. */
let network: SeparateNetwork
let app: App
let words: readonly string[]
/** The beginning of that of a deposit's transaction on its chain. */
let hash = ''

beforeAll(async () => {
  network = await startNetwork(['--manual-blocks'])
  app = await startApp({ network: network.url, ownBrowser: true })
})

/** A row of Home's table, as one line. */
async function balanceLine(symbol: string): Promise<string> {
  const row = app.page.getByRole('row', { name: new RegExp(symbol) }).first()
  await seen(row)
  return plain(await row.innerText())
}

describe('a new account', () => {
  step('refuses a wrong word of the phrase', async () => {
    words = await person.beginAccount(app.page, 'Ada Byron')
    await press(app.page, 'I have written them down')
    await person.answerQuiz(app.page, [...words].reverse())
    await seen(app.page.getByRole('alert'))
    await heading(app.page, 'Check what you wrote')
  })

  step('goes on with the right words and registers its key', async () => {
    await person.answerQuiz(app.page, words)
    await heading(app.page, 'Register the key')
    await press(app.page, 'Sign and register')
    await heading(app.page, 'Ada Byron is ready')
    await press(app.page, 'Go to Home')
    await seen(app.page.getByRole('heading', { name: 'First steps' }))
    // Of an empty chart a table would say nothing.
    await poll(() => app.page.getByRole('button', { name: 'Show as table' }).count()).toBe(0)
  })
})

describe('receiving', () => {
  step('shows an address and its code once asset and network are chosen', async () => {
    const { page } = app
    await visit(page, 'Receive')
    await press(page, /^ETH/)
    await seen(page.getByText(/^Ask the sender which network they use\./))
    await press(page.getByRole('main'), 'Ethereum')
    await press(page, 'Create address')
    const card = page.getByRole('region', { name: 'Your Ethereum address' })
    await seen(card.getByText('Signed by the network'))
    await seen(card.getByRole('img', { name: 'QR code of the address' }))
    await poll(async () => (await card.innerText()).replace(/\s/g, '')).toMatch(/0x[0-9a-fA-F]{40}/)
  })

  step('asks for address and tag where a network needs both', async () => {
    const { page } = app
    await person.choose(page, page, 'Asset', /^XRP/)
    await press(page, 'Create address')
    await seen(page.getByRole('region', { name: 'Tag' }))
    await seen(page.getByText(/needs both: the address and the tag/))
  })

  step('shows the last address again on one click, and copies it on the next', async () => {
    const { page } = app
    await visit(page, 'Home')
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Receive')
    await press(page, 'Copy address')
    await seen(page.getByRole('button', { name: 'Copied' }))
    await seen(page.getByRole('region', { name: 'Tag' }))
    await app.page.setViewportSize({ width: 640, height: 400 })
    await poll(async () => {
      const code = await page.getByRole('img', { name: /^QR code/ }).boundingBox()
      const address = await page.getByRole('region', { name: 'Address', exact: true }).boundingBox()
      return code !== null && address !== null && address.x - code.x > code.width
    }).toBe(true)
    await page.setViewportSize({ width: 1200, height: 800 })
  })

  step('counts the confirmations of a deposit until it is available', async () => {
    const { page } = app
    await page.getByRole('tab', { name: /^Incoming/ }).click()
    await person.simulate(page, /^BTC/, '2')
    await seen(page.getByText(/^\d of 3 confirmations$/))
    const short = await page.getByRole('list', { name: 'Deposits' }).locator('.code').first().innerText()
    hash = /^\w{6}/.exec(short)?.[0] ?? ''
    expect(hash).not.toBe('')
    await visit(page, 'Home')
    await seen(page.getByRole('button', { name: /^Arriving/ }))
    await visit(page, 'Receive')
    await page.getByRole('tab', { name: /^Incoming/ }).click()
    await person.confirmNow(page)
    // It is gone from what is on the way, and not without a word.
    const came = page.getByRole('region', { name: 'Came in already' })
    await seen(came.getByRole('button').filter({ hasText: /\+2 BTC/ }))
    await visit(page, 'Home')
    await poll(() => balanceLine('BTC')).toContain('2 BTC')
  })

  step('finds a deposit by the beginning of its hash also after it was credited', async () => {
    const { page } = app
    await visit(page, 'Receive')
    await page.getByRole('tab', { name: /^Incoming/ }).click()
    await page.getByLabel('Find by the hash of the chain’s transaction').fill(hash)
    await page.getByRole('region', { name: 'Came in already' }).getByRole('button').first().click()
    await heading(page, 'Activity')
    await visit(page, 'Home')
  })
})

describe('what one has', () => {
  step('is drawn over time, walked along by keys, and listed as a table', async () => {
    const { page } = app
    const chart = page.getByRole('slider', { name: 'Value over time' })
    await chart.focus()
    await poll(() => chart.getAttribute('aria-valuetext')).toMatch(/: \$\d/)
    const last = Number(await chart.getAttribute('aria-valuenow'))
    await page.keyboard.press('ArrowLeft')
    await poll(() => chart.getAttribute('aria-valuenow')).toBe(`${last - 1}`)
    await page.keyboard.press('Home')
    await poll(() => chart.getAttribute('aria-valuetext')).toMatch(/: \$0\.00$/)
    // All that is there came today, which is said once.
    const change = /\$\d[\d ]*\.\d\d in 24 hours, by money in and out/
    await poll(async () => plain(await page.getByRole('main').innerText())).toMatch(change)
    await press(page, 'Show as table')
    const rows = page.getByRole('region', { name: 'Value over time' }).getByRole('row')
    await poll(async () => plain(await rows.nth(1).innerText())).toMatch(/\$[1-9]/)
    await press(page, 'Show as table')
  })

  step(
    'is drawn over a day, a week, a month, a year and all of the time, and says where no price was known',
    async () => {
      const { page } = app
      const chart = page.getByRole('region', { name: 'Value over time' })
      const ranges = page.getByRole('group', { name: 'Range' })
      for (const range of ['1D', '1W', '1M', '1Y', 'All']) {
        await ranges.getByText(range, { exact: true }).click()
        await poll(() => ranges.getByRole('radio', { name: range }).isChecked()).toBe(true)
        await seen(chart.getByRole('slider'))
      }
    },
  )

  step('keeps the range that was chosen', async () => {
    const { page } = app
    const ranges = page.getByRole('group', { name: 'Range' })
    await ranges.getByText('1W').click()
    await visit(page, 'Activity')
    await visit(page, 'Home')
    await poll(() => ranges.getByRole('radio', { name: '1W' }).isChecked()).toBe(true)
  })

  step('of one asset has its own page, from which it is sent', async () => {
    const { page } = app
    await press(page, 'BTC')
    await heading(page, 'Bitcoin')
    await seen(page.getByRole('slider', { name: 'Price over time' }))
    await seen(page.getByRole('region', { name: 'Movements' }).getByText(/^Deposit over Bitcoin/))
    const facts = async () => plain(await page.getByRole('main').innerText())
    await poll(facts).toMatch(/Can be spent 2 BTC.*Network Bitcoin Confirmations 3/)
    // The smallest amount that there is keeps nothing away.
    expect(await facts()).not.toContain('Minimum deposit')
    await person.tick(page.getByRole('radio', { name: 'My value' }))
    await seen(page.getByRole('slider', { name: 'Value over time' }))
    await page.getByRole('button', { name: /^1 coin/ }).click()
    await heading(page, 'Coins')
    await page.goBack()
    await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
    await seen(page.getByRole('button', { name: /^BTC/ }).first())
    await page.goBack()
    await heading(page, 'Bitcoin')
  })
})

describe('sending', () => {
  step('shows a first-time receiver with a memo for review, and signs after the passphrase', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.5', memo: MEMO })
    await seen(page.getByText('0.5 BTC — five tenths'))
    await person.review(page)
    await heading(page, 'Send 0.5 BTC to Maya Okafor')
    await heading(page, 'Check before you sign')
    await person.approve(page)
    await person.finished(page)
    await seen(page.getByRole('region', { name: 'Details' }).getByText(MEMO, { exact: true }))
  })

  step('offers a receiver who was paid before by a part of the name', async () => {
    const { page } = app
    await visit(page, 'Send')
    await page.getByRole('combobox', { name: 'To' }).fill('may')
    await page.getByRole('option', { name: /Maya Okafor/ }).click()
    await seen(page.getByText(/Paid once, last/))
  })

  step('refuses to sign with a wrong passphrase, and lets go of the coins on cancel', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: JONAS, amount: '0.25' })
    await person.review(page)
    await heading(page, 'Send 0.25 BTC to Jonas Weber')
    await person.answerReview(page, 'not the passphrase')
    await press(page, 'Send 0.25 BTC to Jonas Weber')
    await seen(page.getByText(/passphrase is wrong|not the passphrase|That is not it/i))
    await person.cancel(page)
    await visit(page, 'Home')
    await poll(() => balanceLine('BTC')).toContain('1.5 BTC')
  })

  step('withdraws to another chain for a fee that is shown before', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: BITCOIN_ADDRESS, amount: '0.5' })
    await seen(page.getByText('This is an address on Bitcoin: the money leaves the network.'))
    await seen(page.getByRole('region', { name: 'Network fee' }).getByRole('radio').first())
    await person.review(page)
    await seen(page.getByRole('region', { name: 'What is paid' }).getByText('Network fee'))
    await person.approve(page)
    await poll(async () => {
      await network.blocks(1)
      return page.getByText('Final, and sent on the other chain').count()
    }).toBe(1)
    const details = page.getByRole('region', { name: 'Details' })
    await seen(details.getByText('Chain hash'))
    expect((await details.innerText()).replaceAll(/\s/g, '')).toContain(BITCOIN_ADDRESS)
    expect((await onPaper(page)).replaceAll(' ', '')).toContain(BITCOIN_ADDRESS)
  })
})

describe('activity', () => {
  const movements = () =>
    app.page
      .getByRole('list', { name: 'Movements' })
      .getByRole('button')
      .allInnerTexts()
      .then((texts) => texts.map(plain))

  step('lists what happened, newest first', async () => {
    await visit(app.page, 'Activity')
    await poll(movements).toEqual([
      expect.stringContaining('−0.5'),
      expect.stringContaining('Maya Okafor'),
      expect.stringContaining('+2'),
    ])
  })

  step('stands with all decimal marks one under the other', async () => {
    const marks = await app.page
      .getByRole('list', { name: 'Movements' })
      .getByText(/^\.\d+$/)
      .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().left)))
    expect(marks.length).toBeGreaterThan(1)
    expect(new Set(marks).size).toBe(1)
  })

  step('finds a movement by a word of its memo, by the middle of one, and by words as they stand', async () => {
    const search = app.page.getByRole('textbox', { name: 'Search activity' })
    for (const typed of ['märz', 'ärz', '"of März"']) {
      await search.fill(typed)
      await poll(movements).toEqual([expect.stringContaining('Maya Okafor')])
    }
    await search.fill('"März of"')
    await poll(movements).toEqual([])
    await search.fill('nothing like this')
    await poll(movements).toEqual([])
    await search.fill('')
  })

  step('finds the payment that was cancelled, by its payee and by its state', async () => {
    const search = app.page.getByRole('textbox', { name: 'Search activity' })
    for (const typed of ['jonas', 'is:cancelled']) {
      await search.fill(typed)
      await poll(movements).toEqual([expect.stringMatching(/Jonas Weber.*Cancelled.*0\.25/)])
    }
  })

  step('calls it by how it ended, and opens it below the history without a receipt', async () => {
    const { page } = app
    await page.getByRole('list', { name: 'Movements' }).getByRole('button').first().click()
    const movement = page.getByRole('complementary', { name: 'Movement' })
    await seen(movement.getByText(/^Cancelled, /))
    await press(movement, 'Open the payment')
    await heading(page, 'Payment')
    const entries = page.getByRole('navigation', { name: 'Coffer' }).locator('[aria-current=page]')
    await poll(() => entries.allInnerTexts()).toEqual(['Activity'])
    await poll(() => page.getByRole('button', { name: /receipt/i }).count()).toBe(0)
    await page.goBack()
    const search = page.getByRole('textbox', { name: 'Search activity' })
    await seen(search)
    await search.fill('')
  })

  step('takes operators, says what it does not understand, and keeps a search under a name', async () => {
    const { page } = app
    const search = page.getByRole('textbox', { name: 'Search activity' })
    await press(page, 'How to search')
    await page
      .getByRole('dialog', { name: 'How to search' })
      .getByRole('button', { name: /^amount>100/ })
      .click()
    await poll(movements).toEqual([])
    const { year, month } = { year: new Date().getFullYear(), month: new Date().getMonth() + 1 }
    await search.fill(`before:${year}-${String(month).padStart(2, '0')}`)
    await poll(movements).toEqual([])
    await search.fill(`after:${year - 1} asset:BTC is:deposit`)
    await poll(movements).toEqual([expect.stringContaining('Deposit')])
    await search.fill('to:maya amount<1 is:out')
    await poll(movements).toEqual([expect.stringContaining('Maya Okafor')])
    await press(page, 'Saved searches')
    const saved = page.getByRole('dialog', { name: 'Saved searches' })
    await saved.getByRole('textbox', { name: 'Save this search as' }).fill('To Maya')
    await press(saved, 'Save')
    await saved.waitFor({ state: 'hidden' })
    await search.fill('amount>many')
    await seen(page.getByText('Not understood, so searched as words: amount>many'))
    await press(page, 'Saved searches')
    await press(saved, 'To Maya')
    await poll(movements).toEqual([expect.stringContaining('Maya Okafor')])
    await press(page, 'Clear the search')
  })

  step('jumps to a day', async () => {
    const { page } = app
    await press(page, 'Go to a day')
    await page.getByRole('dialog', { name: 'Go to a day' }).getByRole('button', { name: 'Previous' }).click()
    await page.getByRole('gridcell').filter({ hasText: /^15$/ }).getByRole('button').click()
    await poll(movements).toEqual([])
    await press(page, 'Clear all')
    await poll(movements).toHaveLength(3)
  })

  step('narrows the list by kind and direction', async () => {
    const { page } = app
    await person.choose(page, page, 'Kind', /^Deposits/)
    await poll(movements).toEqual([expect.stringContaining('Deposit')])
    await press(page, 'Clear all')
    await person.choose(page, page, 'Direction', /^Out/)
    await poll(movements).toHaveLength(2)
    await press(page, 'Clear all')
  })

  step('shows the memo of a movement as text and as hex', async () => {
    const { page } = app
    await page.getByRole('button', { name: /Maya Okafor/ }).click()
    const panel = page.getByRole('complementary', { name: 'Movement' })
    await seen(panel.getByText(MEMO, { exact: true }))
    // What it was worth then beside what it is worth now.
    await poll(async () => plain(await panel.innerText())).toMatch(/≈ \$[\d .]+ then · ≈ \$[\d .]+ now/)
    await press(panel, /^Technical/)
    await seen(panel.getByText(Buffer.from(MEMO).toString('hex')))
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
  })

  step('stands beside the list, covers no amount, and leads on to the next movement', async () => {
    const { page } = app
    const rows = page.getByRole('list', { name: 'Movements' }).getByRole('button')
    await rows.first().click()
    const panel = page.getByRole('complementary', { name: 'Movement' })
    await seen(panel)
    const [row, column] = [await rows.first().boundingBox(), await panel.boundingBox()]
    expect((row?.x ?? 0) + (row?.width ?? 0)).toBeLessThanOrEqual((column?.x ?? 0) + 1)
    await press(panel, 'The one below')
    await seen(panel.getByText(MEMO, { exact: true }))
    await poll(() => rows.nth(1).getAttribute('aria-pressed')).toBe('true')
  })

  step('is called by the label that its owner gives it', async () => {
    const { page } = app
    const panel = page.getByRole('complementary', { name: 'Movement' })
    await press(panel, 'Edit the label')
    await page.keyboard.type('Household')
    await press(panel, 'Save')
    await seen(panel.getByRole('heading', { name: 'Household' }))
    await seen(page.getByRole('list', { name: 'Movements' }).getByRole('button', { name: /^Household Sent to Maya/ }))
    await press(panel, 'Close')
    await panel.waitFor({ state: 'hidden' })
  })

  step('is tagged, found by its tag, and suggests the tag for the next one', async () => {
    const { page } = app
    const panel = page.getByRole('complementary', { name: 'Movement' })
    await page.getByRole('button', { name: /^Household Sent to Maya/ }).click()
    await press(panel, 'Edit the tags')
    await page.keyboard.type('rent,')
    await page.keyboard.type('flat 3')
    await page.keyboard.press('Enter')
    await press(panel, 'Save')
    await panel.getByRole('button', { name: 'flat 3', exact: true }).click()
    await panel.waitFor({ state: 'hidden' })
    await poll(movements).toEqual([expect.stringContaining('#rent #flat 3')])
    await press(page, 'Clear the search')
    await poll(movements).toHaveLength(3)
    await person.choose(page, page, 'Tag', /^rent/)
    await poll(movements).toEqual([expect.stringContaining('Household')])
    await press(page, 'Clear the search')
    await page.getByRole('list', { name: 'Movements' }).getByRole('button').last().click()
    await press(panel, 'Edit the tags')
    await press(panel, 'Add the tag rent')
    await press(panel, 'Save')
    // However soon it is opened again, it holds what was saved.
    await press(panel, 'Edit the tags')
    await press(panel, 'Remove the tag rent')
    await press(panel, 'Save')
    await panel.getByRole('button', { name: 'rent', exact: true }).waitFor({ state: 'detached' })
    await press(panel, 'Close')
    await page.getByRole('button', { name: /^Withdrawal to Bitcoin/ }).click()
    await seen(panel.getByText('Network fee'))
    await press(panel, 'Close')
    await panel.waitFor({ state: 'hidden' })
  })
})

/** Settles once the wallet has answered that it keeps where the window is. */
function placeIsKept(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.once('websocket', (socket) => {
      let isSent = false
      socket.on('framesent', ({ payload }) => {
        isSent ||= String(payload).includes('"place"')
      })
      socket.on('framereceived', ({ payload }) => isSent && String(payload).includes('"place"') && resolve())
    })
  })
}

describe('finding', () => {
  step(
    'opens a movement by its label and an asset by its name, and sends to a person with Ctrl and Enter',
    async () => {
      const { page } = app
      await page.keyboard.press('Control+k')
      await page.keyboard.type('house')
      await seen(page.getByRole('option', { name: /^Household/ }))
      await page.getByRole('option', { name: /^Household/ }).click()
      await seen(page.getByRole('complementary', { name: 'Movement' }).getByRole('heading', { name: 'Household' }))
      await page.keyboard.press('Control+k')
      await page.keyboard.type('maya')
      await seen(page.getByRole('option', { name: /^Maya Okafor/ }))
      await page.keyboard.press('Control+Enter')
      await heading(page, 'Send')
      await seen(page.getByText('Maya Okafor'))
      await page.keyboard.press('Control+k')
      await page.keyboard.type('bitcoin')
      await page.getByRole('option', { name: /^BTC/ }).first().click()
      await heading(page, 'Bitcoin')
      await visit(page, 'Activity')
    },
  )

  step('leads to a setting by its name, which is in sight and marked', async () => {
    const { page } = app
    await page.keyboard.press('Control+k')
    await page.keyboard.type('auto')
    const found = await seen(page.getByRole('option', { name: /^Auto-lock/ }))
    await poll(async () => plain(await found.innerText())).toBe('Auto-lock Security')
    await found.click()
    await heading(page, 'Security')
    const main = page.getByRole('main')
    for (const { section, name } of namedSettings({ host: 'browser' }, false)) {
      await go(page, { name: 'settings', section, at: name })
      await poll(() => main.getByText(name, { exact: true }).last().boundingBox()).toMatchObject({
        y: expect.toSatisfy((y: number) => y > 0 && y < 780),
      })
    }
    await visit(page, 'Activity')
  })

  step('acts on no single key once those are switched off', async () => {
    const { page } = app
    await visit(page, 'Settings')
    await press(page.getByRole('navigation', { name: 'Settings' }), 'Appearance')
    const letters = page.getByRole('switch', { name: 'Single-key shortcuts' })
    await letters.click()
    await poll(() => letters.isChecked()).toBe(false)
    await page.getByRole('heading', { name: 'Appearance' }).click()
    await page.keyboard.press('c')
    await page.keyboard.press('Control+k')
    await seen(page.getByRole('dialog', { name: 'Commands' }))
    await page.keyboard.press('Escape')
    await heading(page, 'Appearance')
    await letters.click()
    await poll(() => letters.isChecked()).toBe(true)
    await visit(page, 'Activity')
  })

  step('leads to coins by Find where the sidebar leaves them out', async () => {
    const { page } = app
    const sidebar = page.getByRole('navigation', { name: 'Coffer' })
    await visit(page, 'Settings')
    await press(page.getByRole('navigation', { name: 'Settings' }), 'Appearance')
    const isThere = page.getByRole('switch', { name: 'Coins in the sidebar' })
    await isThere.click()
    await poll(() => sidebar.getByRole('button', { name: 'Coins' }).count()).toBe(0)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('coins')
    await page
      .getByRole('option', { name: /^Coins/ })
      .first()
      .click()
    await heading(page, 'Coins')
    await seen(sidebar.getByRole('button', { name: 'Coins' }))
    await visit(page, 'Settings')
    await press(page.getByRole('navigation', { name: 'Settings' }), 'Appearance')
    await isThere.click()
    await poll(() => isThere.isChecked()).toBe(true)
    await visit(page, 'Activity')
  })
})

describe('statements', () => {
  step('leave as a file in two clicks, signed, and are checked without the wallet', async () => {
    const { page } = app
    await visit(page, 'Activity')
    const saved = page.waitForEvent('download')
    await press(page, 'Export')
    await page.getByRole('menuitem', { name: 'Signed data (JSON)' }).click()
    const path = await (await saved).path()
    const check = async (...args: string[]) =>
      (await promisify(execFile)(process.execPath, [VERIFY, path, ...args], { env: { LANG: 'en' } })).stdout
    const said = await check()
    expect(said).toMatch(/^Unchanged since this key signed it: [0-9a-f]{64}\. Whose key it is, the file does not say\./)
    const key = /[0-9a-f]{64}/.exec(said)?.[0] ?? ''
    expect(await check('--key', key)).toMatch(/^Unchanged since it was signed by the key you named/)
    // Whoever is to check it is given the key that Settings show.
    await visit(page, 'Settings')
    await press(page.getByRole('navigation', { name: 'Settings' }), 'Security')
    await poll(async () => (await page.getByRole('main').innerText()).replaceAll(/\s/g, '')).toContain(key)
    writeFileSync(path, readFileSync(path, 'utf8').replace('"Ada Byron"', '"Ida Byron"'))
    await expect(check()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Changed since it was signed/),
    })
  })

  step('have what is on screen and no more, also as programs of accountants take it', async () => {
    const { page } = app
    const exported = async (form: string): Promise<string[]> => {
      const saved = page.waitForEvent('download')
      await press(page, 'Export')
      await page.getByRole('menuitem', { name: form }).click()
      return readFileSync(await (await saved).path(), 'utf8')
        .trimEnd()
        .split('\r\n')
    }
    await visit(page, 'Activity')
    const search = page.getByRole('textbox', { name: 'Search activity' })
    const count = () => page.getByRole('list', { name: 'Movements' }).getByRole('button').count()
    await search.fill('märz')
    await poll(count).toBe(1)
    const [head, ...rows] = await exported('Table (CSV)')
    // Spreadsheets read it as UTF-8 by the mark at its beginning.
    expect(head).toMatch(/^\uFEFFdate,type,asset,asset_id,network,amount,fee,balance,value_then,currency/)
    expect(rows).toEqual([expect.stringMatching(/,transfer,BTC,.*,-0\.5,.*Household.*rent/)])
    await search.fill('')
    await poll(count).toBe(3)
    const koinly = await exported('For Koinly (CSV)')
    expect([koinly[0], koinly.length]).toEqual([expect.stringMatching(/^Date,Sent Amount,Sent Currency/), 4])
    const tracking = await exported('For CoinTracking (CSV)')
    expect([tracking[0], tracking.length]).toEqual([expect.stringMatching(/^Type,Buy Amount/), 4])
  })

  step('stand on a sheet as they are printed, from opening to closing', async () => {
    const { page } = app
    await press(page, 'Export')
    await page.getByRole('menuitem', { name: /^Statement/ }).click()
    await heading(page, 'Statement')
    const sheet = page.getByRole('article')
    await seen(sheet.getByText('Statement of account'))
    await seen(sheet.getByText('The closing balances agree with the coins in this wallet.'))
    const row = sheet.getByRole('row', { name: /^BTC Bitcoin/ })
    await poll(async () => plain(await row.innerText())).toContain('2.00000000')
    // An amount stands in its own column, once, in units of the coin.
    const paid = plain(await sheet.getByRole('row', { name: /Household/ }).innerText())
    expect(paid.match(/(?<![\d.])(?:0[.]50000000|50 ?000 ?000)(?!\d)/g)).toEqual(['0.50000000'])
    const paper = await onPaper(page)
    expect(paper).toContain('Statement of account')
    // The x of an address between digits is drawn as an x: joined with them it were a sign of multiplication, as wide as a digit.
    expect(await sheet.evaluate((element) => getComputedStyle(element).fontVariantLigatures)).toBe('no-contextual')
    // What was there, what moved and what prices did add up to what is there.
    const totals = plain(await sheet.locator('dl').nth(1).innerText())
      .replaceAll('−', '-')
      .replaceAll(' ', '')
    const figure = (before: RegExp) =>
      Math.round(Number(new RegExp(`${before.source}([+-]?)[$]([\\d.]+)`).exec(totals)?.slice(1).join('') ?? 0) * 100)
    const [closing, prices] = [figure(/Closingvalue/), figure(/Closingvalue[$][\d.]+/)]
    expect(closing).toBe(figure(/Openingvalue/) + figure(/Camein/) - figure(/Wentout/) + prices)
    expect(closing).toBeGreaterThan(0)
    // The drawing and its figures, and what all rows add up to.
    expect(paper).toMatch(/Value over the period.*\$\d/)
    expect(paper).toMatch(/Total In BTC \+2\.0+\b.* Out BTC −\d/)
    const file = await page.pdf({ preferCSSPageSize: true })
    // Sheets of A4, the ids on one of their own.
    expect(file.toString('latin1').match(/\/MediaBox \[0 0 59[45]\S* 84[12]\S*\]/g)?.length).toBeGreaterThan(1)
    // Sheets come apart: each says whose it is, of when, and which of how many.
    const sheets = await pagesOf(file)
    for (const [at, text] of sheets.entries()) {
      expect(text).toMatch(new RegExp(`^Ada Byron · Up to \\w.* ${at + 1} / ${sheets.length}`))
    }
  })

  step('are walked along and listed, and drawn up for any two days', async () => {
    const { page } = app
    const sheet = page.getByRole('article')
    await press(sheet, 'Show as table')
    await poll(async () => plain(await sheet.getByRole('table').first().innerText())).toMatch(/\$[1-9]/)
    await press(sheet, 'Show as table')
    await seen(sheet.getByRole('slider', { name: 'Value over time' }))
    await person.choose(page, page, 'Period', /^Between two days/)
    for (const [name, day] of [
      ['First day', /^14$/],
      ['Last day', /^15$/],
    ] as const) {
      await press(page, name)
      await page.getByRole('dialog', { name }).getByRole('button', { name: 'Previous' }).click()
      await page.getByRole('gridcell').filter({ hasText: day }).getByRole('button').click()
    }
    await seen(sheet.getByText(/^14 \w+ \d+ to 15 \w+ \d+$/))
    await poll(async () => plain(await sheet.innerText())).toMatch(/0 movements.*0 movements/)
    await seen(sheet.getByText('Nothing moved in this period.'))
    await person.choose(page, page, 'Period', /^This quarter/)
    await seen(sheet.getByRole('row', { name: /^BTC Bitcoin/ }))
    await visit(page, 'Home')
  })
})

describe('coming back', () => {
  step('is on the screen again that it was left on, when the page is loaded anew', async () => {
    const { page } = app
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Coins')
    await heading(page, 'Coins')
    const kept = placeIsKept(page)
    await page.reload()
    await heading(page, 'Coins')
    await kept
  })

  step('asks for the passphrase after a restart and refuses a wrong one', async () => {
    await app.restart()
    await heading(app.page, 'Coffer is locked')
    await app.page.getByLabel('Passphrase', { exact: true }).fill('not the passphrase')
    await press(app.page, 'Unlock')
    await seen(app.page.getByText(/passphrase/i).and(app.page.getByText(/wrong|not the/i)))
  })

  step('has history and balance as before', async () => {
    await unlock()
    await heading(app.page, 'Coins')
    await visit(app.page, 'Home')
    await poll(() => balanceLine('BTC')).toMatch(/0\.99\d* BTC|1 BTC/)
    await visit(app.page, 'Activity')
    await seen(app.page.getByRole('button', { name: /Maya Okafor/ }))
  })

  step('locks and opens with a new passphrase only', async () => {
    const { page } = app
    await visit(page, 'Settings')
    await press(page, 'Security')
    await press(page, 'Change passphrase')
    const dialog = page.getByRole('dialog', { name: 'Change the passphrase' })
    await dialog.getByLabel('Current passphrase').fill(person.PASSPHRASE)
    await dialog.getByLabel('New passphrase').fill(NEW_PASSPHRASE)
    await dialog.getByLabel('Repeat passphrase').fill(NEW_PASSPHRASE)
    await dialog
      .getByRole('button', { name: /passphrase$/, exact: false })
      .last()
      .click()
    await seen(page.getByText('The new passphrase is in force'))
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Lock')
    await heading(page, 'Coffer is locked')
    await page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await press(page, 'Unlock')
    await seen(page.getByText(/not the passphrase|wrong/i))
    await unlock(NEW_PASSPHRASE)
    await heading(page, 'Settings')
  })
})

describe('all the while', () => {
  step('neither complains nor asks any other computer', async () => {
    expect(app.complaints).toEqual([])
    expect(app.strays).toEqual([])
  })
})

const NEW_PASSPHRASE = 'five other plain random words'

async function unlock(passphrase = person.PASSPHRASE): Promise<void> {
  const { page } = app
  // After a wrong passphrase the wallet makes one wait.
  const button = page.getByRole('button', { name: 'Unlock', exact: true })
  await seen(button)
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await button.click()
  await seen(page.getByRole('navigation', { name: 'Coffer' }))
}

/** What stands on each page of a PDF, in one line. */
async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const work = getDocument({ data: new Uint8Array(pdf) })
  const document = await work.promise
  const pages: string[] = []
  for (let at = 1; at <= document.numPages; at += 1) {
    const { items } = await (await document.getPage(at)).getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replace(/\s+/g, ' '),
    )
  }
  await work.destroy()
  return pages
}
