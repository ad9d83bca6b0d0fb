import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAmount } from '#protocol'
import { asking, fundGroup, groupHas, type Member, newMember, sees } from '../support/cosigners.ts'
import { MAYA } from '../support/residents.ts'
import { BTC, type PlayNetwork, paying, sharedNetwork, toUser } from '../support/wallet.ts'
import { act, createGroup, numberOf, openRequest } from './support/cosigner.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { heading, seen, visit } from './support/person.ts'

/** The wallet in one of its hosts, for what holds in both. */
export interface Shell {
  /** The main window; another one after a restart. */
  readonly page: Page
  /** What the page complained of. */
  readonly complaints: readonly string[]
  /** Agrees to the payment that is reviewed on screen, where this host asks. */
  approve(): Promise<void>
  /** Agrees to the request of a group that is on screen. */
  sign(): Promise<void>
  /** Ends the program as asked and starts it again on the same files. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** The main journey on a network of its own, and then what no page may do, in the host that `open` starts. */
export function shellSuite<Kind extends Shell>(open: (network: string) => Promise<Kind>): () => Kind {
  const network = sharedNetwork()
  let shell: Kind
  const step = journeySteps(() => shell)

  beforeAll(async () => {
    shell = await open(network.url)
  })

  afterAll(() => shell?.stop())

  describe('the main journey', () => {
    mainJourney(step, () => shell, network)
    step('gives the page nothing to complain of', async () => {
      expect(shell.complaints).toEqual([])
    })
  })

  describe('a page', () => pageChecks(() => shell.page))
  return () => shell
}

const identity = async ({ wallet, account }: Member): Promise<string> => {
  const { accounts } = await wallet.calls['app.state'](null)
  return accounts.find((one) => one.account === account)?.identityNumber ?? ''
}

/** Ben, in a group of two with the account on screen, asks for its signature. Answers the request's id. */
async function asks(ben: Member, number: string) {
  const { wallet, account } = ben
  const { payee } = await wallet.calls['payees.resolve']({ account, holder: null, text: number, assetId: null })
  if (payee?.kind !== 'user') throw new Error(`nobody has the number ${number}`)
  const members = [account, payee.userId]
  const { holder } = await wallet.calls['groups.create']({ account, name: 'Pool', members, threshold: 2 })
  await fundGroup(ben, holder, '1')
  await groupHas(ben, holder, parseAmount('1'))
  return asking(ben, paying(account, BTC, [toUser(MAYA, '1')], { holder }))
}

/** What a wallet is for, in order, in whichever host: the steps are the same, only where one agrees is not. */
function mainJourney(
  step: (name: string, run: () => Promise<void>) => void,
  shell: () => Shell,
  network: Pick<PlayNetwork, 'open'>,
): void {
  step('creates an account with a phrase and registers it', async () => {
    await person.createAccount(shell().page, 'Ada Byron')
  })

  step('receives money', async () => {
    const { page } = shell()
    await person.getPlayMoney(page, /^BTC/, '2')
    await visit(page, 'Home')
    await seen(page.getByRole('row', { name: /BTC/ }))
  })

  step('pays, agreeing where this host asks', async () => {
    const { page } = shell()
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.5', memo: 'Rent' })
    await person.review(page)
    await heading(page, 'Check before you sign')
    await shell().approve()
    await person.finished(page)
  })

  step('co-signs the request of a group', async () => {
    const { page } = shell()
    const number = await numberOf(page)
    const ben = await newMember(network, 'Ben')
    try {
      await createGroup(page, { name: 'Pool', members: [{ name: 'Ben', number: await identity(ben) }], threshold: 2 })
      const requestId = await asks(ben, number)
      await act(page, /^Ada/)
      await openRequest(page, 'Needs you', 'Send 1 BTC to Maya Okafor')
      await shell().sign()
      await sees(ben, requestId as Parameters<typeof sees>[1], ({ tab }) => tab === 'done')
    } finally {
      await ben.wallet.close()
    }
  })

  step('locks, and opens with the passphrase', async () => {
    const { page } = shell()
    await page.keyboard.press('ControlOrMeta+l')
    await person.unlock(page)
  })

  step('has everything after a restart', async () => {
    await shell().restart()
    const { page } = shell()
    await person.unlock(page)
    await visit(page, 'Home')
    await poll(() => page.getByRole('row', { name: /BTC/ }).first().innerText()).toContain('1.5')
    await visit(page, 'Activity')
    await seen(page.getByRole('list', { name: 'Movements' }).getByRole('button', { name: /Maya Okafor/ }))
  })
}

const NOWHERE = 'https://coffer.invalid'

/** What these lines return, as text, or the name of what they throw. Only until its first pause is what a test says free of the page's policy. */
const tried = (page: Page, lines: string): Promise<unknown> =>
  page.evaluate(
    `(async () => { try { await new Promise((resolve) => setTimeout(resolve)); return String(await (async () => { ${lines} })()) } catch (error) { return error.name } })()`,
  )

/** The directive that stopped what these lines do, or `none`. */
const stoppedBy = (page: Page, lines: string): Promise<unknown> =>
  tried(
    page,
    `return await new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true })
      setTimeout(() => resolve('none'), 5000)
      try { ${lines} } catch {}
    })`,
  )

const element = (tag: string, members: string): string =>
  `document.body.append(Object.assign(document.createElement('${tag}'), ${members}))`

/** What a page of Coffer cannot do, whichever host shows it: tried in the page itself, as a script under foreign control would. */
function pageChecks(page: () => Page): void {
  const stops = (name: string, lines: string, directive: string) =>
    it(name, async () => expect(await stoppedBy(page(), lines)).toBe(directive))
  const answers = (name: string, lines: string, answer: string | RegExp) =>
    it(name, async () =>
      expect(String(await tried(page(), lines))).toMatch(answer instanceof RegExp ? answer : new RegExp(`^${answer}$`)),
    )

  answers(
    'finds nothing of Node',
    "return ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window).join()",
    '',
  )
  answers('makes no code of text', "return eval('1 + 1')", 'EvalError')
  answers('makes no function of text', "return new Function('return 1')()", 'EvalError')
  stops('runs no script in the page', element('script', "{ textContent: 'window.ran = true' }"), 'script-src-elem')
  stops('runs no script from elsewhere', element('script', `{ src: '${NOWHERE}/x.js' }`), 'script-src-elem')
  stops('fetches nothing from elsewhere', `fetch('${NOWHERE}/').catch(() => 0)`, 'connect-src')
  stops('opens no socket elsewhere', `new WebSocket('wss://coffer.invalid/')`, 'connect-src')
  stops('sends no beacon', `navigator.sendBeacon('${NOWHERE}/', 'x')`, 'connect-src')
  stops('loads no picture from elsewhere', element('img', `{ src: '${NOWHERE}/x.png' }`), 'img-src')
  stops('shows no frame', element('iframe', `{ src: '${NOWHERE}/' }`), 'frame-src')
  stops(
    'sends no form',
    `const form = Object.assign(document.createElement('form'), { action: '${NOWHERE}/' }); document.body.append(form); form.submit()`,
    'form-action',
  )
  answers(
    'hears no microphone',
    'return await navigator.mediaDevices.getUserMedia({ audio: true })',
    /^NotAllowedError|NotFoundError$/,
  )
  answers(
    'learns no place',
    'return await new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve(0), ({ code }) => resolve(code)))',
    '1',
  )
  answers(
    'reaches no device',
    "return (await Promise.allSettled([navigator.usb?.requestDevice({ filters: [] }), navigator.hid?.requestDevice({ filters: [] }), navigator.serial?.requestPort()])).filter(({ status, value }) => status === 'fulfilled' && value !== undefined).length",
    '0',
  )
  answers(
    'leaves nothing in the storage of the browser',
    "return [document.cookie, localStorage.length, (await indexedDB.databases()).length, 'caches' in window ? (await caches.keys()).length : 0].join()",
    ',0,0,0',
  )
  it('prints a sheet without the window around it', async () => {
    const on = page()
    const root = on.locator('#root')
    await on.evaluate(() => document.body.append(Object.assign(document.createElement('div'), { id: 'sheet' })))
    await on.evaluate(() => document.getElementById('sheet')?.setAttribute('data-print', ''))
    await on.emulateMedia({ media: 'print' })
    await poll(() => root.isVisible()).toBe(false)
    await on.emulateMedia({ media: 'screen' })
    await poll(() => root.isVisible()).toBe(true)
    await on.evaluate(() => document.getElementById('sheet')?.remove())
  })
}
