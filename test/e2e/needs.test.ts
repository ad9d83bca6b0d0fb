import { beforeAll, describe, expect } from 'vitest'
import type { HolderId, RequestId, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { cosign, fundGroup, groupHas, type Member, newMember } from '../support/cosigners.ts'
import { MAYA } from '../support/residents.ts'
import { approving, BTC, fund, pay, paying, toUser } from '../support/wallet.ts'
import { type App, startApp } from './support/app.ts'
import { act, addFromCard, ask as askMembers, numberOf, openTab } from './support/cosigner.ts'
import { journeySteps, poll } from './support/journey.ts'
import { type SeparateNetwork, startNetwork } from './support/network.ts'
import * as person from './support/person.ts'
import { heading, press, seen } from './support/person.ts'

/*
 * Two accounts in one window, each in a group of its own with Ben, who asks for signatures. The system's notices are
 * replaced by a list of them.
 */

const step = journeySteps(() => app)
const NORA = 'Nora Vance'
const BOOKS = 'Harbour Books'
const POOL = 'Harbour pool'
const RENT = 'Rent pool'

interface Told {
  readonly title: string
  onclick: (() => void) | null
}
type Watched = typeof globalThis & { readonly told: Told[] }

let network: SeparateNetwork
let app: App
let ben: Member
let pool: HolderId
let rent: HolderId

beforeAll(async () => {
  network = await startNetwork()
  app = await startApp({ network: network.url, account: { name: NORA } })
  ben = await newMember(network, 'Ben')
  const { page } = app
  rent = await inGroup(RENT, ['1'])
  await person.addAccount(page, BOOKS)
  pool = await inGroup(POOL, ['1', '1', '1'])
  await act(page, new RegExp(`^${NORA}`))
  await page.addInitScript(() => {
    const told: Told[] = []
    class Notification {
      static permission = 'granted'
      onclick = null
      readonly title: string
      constructor(title: string) {
        this.title = title
        told.push(this)
      }
      close(): void {
        this.onclick = null
      }
    }
    Object.assign(globalThis, { told, Notification })
  })
  await page.reload()
  // What needed an account when the window first read of it is told of by no notice.
  for (const name of [BOOKS, NORA]) {
    await act(page, new RegExp(`^${name}`))
    await openTab(page, 'Needs you')
    await seen(page.getByText('Nothing needs your signature'))
  }
  await person.visit(page, 'Home')
})

/** The account on screen and Ben make a group, which has coins of these amounts. */
async function inGroup(name: string, amounts: readonly string[]): Promise<HolderId> {
  const { account, wallet } = ben
  const text = await numberOf(app.page)
  const { payee } = await wallet.calls['payees.resolve']({ account, holder: null, text, assetId: null })
  if (payee?.kind !== 'user') throw new Error(`nobody has the number ${text}`)
  const members: UserId[] = [account, payee.userId]
  const { holder } = await wallet.calls['groups.create']({ account, name, members, threshold: 2 })
  for (const amount of amounts) await fundGroup(ben, holder, amount)
  await groupHas(
    ben,
    holder,
    amounts.reduce((sum, amount) => sum + parseAmount(amount), 0n),
  )
  const { link } = await wallet.calls['groups.card']({ account, holder })
  await addFromCard(app.page, link, name)
  return holder
}

/** Ben asks for a signature over a whole coin of the group, so that nothing comes back. */
async function ask(holder: HolderId): Promise<RequestId> {
  const { account, wallet } = ben
  const wish = paying(account, BTC, [toUser(MAYA, '1')], { holder })
  const review = await wallet.calls['payments.prepare'](wish)
  await wallet.calls['payments.approve'](approving(account, review))
  return review.paymentId
}

const switcher = (name: RegExp) =>
  app.page.getByRole('button', { name }).and(app.page.getByRole('button', { name: /Switch/ }))
const titles = () => app.page.evaluate(() => (globalThis as Watched).told.map(({ title }) => title))

async function lock(): Promise<void> {
  await press(app.page, 'Lock')
  await heading(app.page, 'Coffer is locked')
}

async function unlock(): Promise<void> {
  await app.page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
  await press(app.page, 'Unlock')
}

describe('requests of an account that is not shown', () => {
  step('are told of under the name of the account, and a click opens them there', async () => {
    const { page } = app
    await ask(pool)
    await seen(switcher(/1 needs you in other accounts/))
    await poll(titles).toEqual([`${BOOKS} · ${POOL}: your signature is needed`])
    await page.evaluate(() => (globalThis as Watched).told[0]?.onclick?.())
    await heading(page, /^Send 1 BTC to Maya Okafor/)
    await seen(switcher(new RegExp(`^${BOOKS}|^${POOL}`)))
    expect(await titles()).toHaveLength(1)
  })

  step(
    'are counted in the colours of the system as well: the number is seen on its ground, and that on the window',
    async () => {
      const { page } = app
      await page.emulateMedia({ forcedColors: 'active' })
      const count = await seen(page.getByRole('navigation', { name: 'Coffer' }).getByText('1', { exact: true }))
      const { ink, ground, around } = await count.first().evaluate((element) => {
        const { color, backgroundColor } = getComputedStyle(element)
        return { ink: color, ground: backgroundColor, around: getComputedStyle(document.body).backgroundColor }
      })
      expect(ink).not.toBe(ground)
      expect(ground).not.toBe(around)
      await page.emulateMedia({ forcedColors: 'none' })
    },
  )

  step('are opened after the passphrase by a click on their notice while Coffer is locked', async () => {
    const { page } = app
    await act(page, new RegExp(`^${NORA}`))
    await lock()
    await page.evaluate(() => (globalThis as Watched).told[0]?.onclick?.())
    await heading(page, 'Coffer is locked')
    await unlock()
    await heading(page, /^Send 1 BTC to Maya Okafor/)
    await seen(switcher(new RegExp(`^${BOOKS}|^${POOL}`)))
  })

  step('are counted on the closed switcher, in the title and beside the account', async () => {
    const { page } = app
    await act(page, new RegExp(`^${NORA}`))
    await ask(pool)
    await ask(rent)
    await seen(switcher(/2 need you in other accounts/))
    await seen(page.getByRole('button', { name: /^Approvals ?, 1 needs you$/ }))
    await poll(() => page.title()).toBe('(3) Coffer')
    await switcher(/in other accounts/).click()
    await page
      .getByRole('dialog', { name: 'Accounts' })
      .getByRole('button', { name: /^Harbour Books.*, 2 need you$/ })
      .click()
    await seen(switcher(/1 needs you in other accounts/))
    await seen(page.getByRole('button', { name: /^Approvals ?, 2 need you$/ }))
    expect(app.complaints).toEqual([])
  })
})

describe('notices', () => {
  /** The person sets it in the browser's own window, and comes back from there. */
  const allow = (permission: NotificationPermission) =>
    app.page.evaluate((to) => {
      Object.assign(Notification, { permission: to })
      dispatchEvent(new Event('focus'))
    }, permission)

  step('of money come from then on where they were allowed while Coffer was locked', async () => {
    const { page } = app
    await act(page, new RegExp(`^${NORA}`))
    await allow('default')
    await lock()
    await allow('granted')
    await unlock()
    await person.getPlayMoney(page, /^BTC/, '0.3')
    await poll(titles).toContain('+0.3 BTC came in')
    expect(app.complaints).toEqual([])
  })

  step('say of a locked Coffer that something new came, and nothing of what it is', async () => {
    const { page } = app
    const { account, wallet } = ben
    const text = await numberOf(page)
    const { payee } = await wallet.calls['payees.resolve']({ account, holder: null, text, assetId: null })
    if (payee === null) throw new Error(`nobody has the number ${text}`)
    await fund(wallet, account, BTC, '0.2')
    await lock()
    const before = await titles()
    await pay(wallet, paying(account, BTC, [{ payee, amount: '0.2' }]))
    await seen(page.getByText('Something new in Coffer. Unlock to see it.'))
    await poll(titles).toEqual([...before, 'Coffer'])
    await poll(() => page.locator('body').innerText()).not.toMatch(/0\.2|BTC|Ben/)
    await unlock()
    await seen(page.getByRole('navigation', { name: 'Coffer' }))
  })

  step('do not come of a kind that is switched off', async () => {
    const { page } = app
    const ofMoney = async () => {
      await person.visit(page, 'Settings')
      await press(page.getByRole('navigation', { name: 'Settings' }), 'Appearance')
      return page.getByRole('switch', { name: 'Money came in' })
    }
    const off = await ofMoney()
    await off.click()
    await poll(() => off.isChecked()).toBe(false)
    await person.getPlayMoney(page, /^BTC/, '0.4')
    const on = await ofMoney()
    await on.click()
    await poll(() => on.isChecked()).toBe(true)
    await person.getPlayMoney(page, /^BTC/, '0.5')
    await poll(titles).toContain('+0.5 BTC came in')
    expect(await titles()).not.toContain('+0.4 BTC came in')
  })
})

describe('the coins of a group', () => {
  step('are combined by a request that is filled with the coins and with what they are together', async () => {
    const { page } = app
    await fundGroup(ben, rent, '0.5')
    await poll(titles).toContain(`+0.5 BTC came in for ${RENT}`)
    await fundGroup(ben, rent, '0.25')
    await act(page, new RegExp(`^${RENT}`))
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Coins')
    await person.choose(page, page, 'Asset', /^BTC/)
    await seen(page.getByText('Combine 2 coins into one'))
    await press(page, 'Prepare a request')
    await heading(page, 'Send')
    await poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('0.75')
    await seen(page.getByText('2 coins chosen'))
    await press(page, 'Review')
    await heading(page, /^Ask 2 of 2 signers: Send 0\.75 BTC to Rent pool/)
    await person.cancel(page)
    expect(app.complaints).toEqual([])
  })

  step('become one by the signatures of two, also where there are more than 200', async () => {
    const { page } = app
    const { account, wallet } = ben
    await fund(wallet, account, BTC, '0.25')
    const group = (await wallet.calls['groups.list']({ account })).find(({ holder }) => holder === rent)
    if (group === undefined) throw new Error('Ben does not know the group')
    const members = group.members.map(({ userId }) => userId)
    const row = { payee: { kind: 'group' as const, members, threshold: group.threshold }, amount: '0.001' }
    await pay(
      wallet,
      paying(
        account,
        BTC,
        Array.from({ length: 250 }, () => row),
      ),
    )
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Coins')
    await person.choose(page, page, 'Asset', /^BTC/)
    await seen(page.getByText('Combine 252 coins into one'))
    await press(page, 'Prepare a request')
    await poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('1')
    await seen(page.getByText('252 coins chosen'))
    await press(page, 'Review')
    await askMembers(page)
    await seen(page.getByText(/^Not yet: Ben/))
    const forBen = async () =>
      (await wallet.calls['approvals.list']({ account, holder: rent })).requests.find(({ tab }) => tab === 'needs_you')
    const request = await wallet.until(forBen, (found) => found !== undefined)
    if (request === undefined) throw new Error('nothing is asked')
    await cosign(ben, request.requestId)
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Coins')
    await poll(() => page.getByRole('list', { name: 'Coins' }).getByRole('listitem').count()).toBe(2)
    await seen(
      page
        .getByRole('list', { name: 'Coins' })
        .getByRole('button', { name: /^1 BTC/ })
        .first(),
    )
    expect(app.complaints).toEqual([])
  })
})

describe('a link from outside', () => {
  const LINK = `https://mixin.one/pay/${MAYA}?asset=${BTC}&amount=0.25`

  /** Hands it to wallet and window as Electron's host does; here it comes over the window's line. */
  async function handed(): Promise<(text: string) => Promise<void>> {
    const [id, kept] = [999_999, Promise.withResolvers<void>()]
    let hand: ((text: string) => void) | undefined
    await app.page.routeWebSocket(/\/socket$/, (window) => {
      const wallet = window.connectToServer()
      wallet.onMessage((message) => {
        const answer = JSON.parse(String(message)) as { readonly id?: number } // the wallet's own form
        if (answer.id === id) kept.resolve()
        else window.send(message)
      })
      hand = (text) => {
        wallet.send(JSON.stringify({ id, name: 'app.keepLink', input: { text } }))
        window.send(JSON.stringify({ event: 'link.opened', payload: { text } }))
      }
    })
    await app.page.reload()
    await seen(app.page.getByRole('button', { name: 'Lock' }))
    return (text) => {
      hand?.(text)
      return kept.promise
    }
  }

  step(
    'that comes while Coffer is locked waits until it is opened, over a restart, and does nothing by itself',
    async () => {
      const hand = await handed()
      await lock()
      await hand(LINK)
      await heading(app.page, 'Coffer is locked')
      await app.restart()
      await heading(app.page, 'Coffer is locked')
      await unlock()
      const { page } = app
      await seen(page.getByText('A link was opened'))
      await press(page, 'Look at it')
      const dialog = page.getByRole('dialog')
      await seen(dialog.getByText('Maya Okafor').first())
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await poll(() => page.getByText('A link was opened').count()).toBe(0)
      expect(app.complaints).toEqual([])
    },
  )
})
