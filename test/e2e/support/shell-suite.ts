import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAmount } from '#protocol'
import { fundGroup, groupHas, type Member, newMember, sees } from '../../support/cosigners.ts'
import { MAYA } from '../../support/residents.ts'
import { approving, BTC, type PlayNetwork, paying, sharedNetwork, toUser } from '../../support/wallet.ts'
import { act, createGroup, numberOf, openRequest } from './cosigner.ts'
import { journeySteps, poll } from './journey.ts'
import * as person from './person.ts'
import { heading, seen, visit } from './person.ts'
import { PAGE_CHECKS } from './shell-checks.ts'

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

  describe('a page', () => {
    for (const { name, run } of PAGE_CHECKS) it(name, () => run(shell.page))
  })
  return () => shell
}

const identity = async ({ wallet, account }: Member): Promise<string> => {
  const { accounts } = await wallet.calls['app.state'](null)
  return accounts.find((one) => one.account === account)?.identityNumber ?? ''
}

/** Ben, in a group of two with the account on screen, asks for its signature. Answers the request's id. */
async function asks({ wallet, account, ...ben }: Member, number: string) {
  const { payee } = await wallet.calls['payees.resolve']({ account, holder: null, text: number, assetId: null })
  if (payee?.kind !== 'user') throw new Error(`nobody has the number ${number}`)
  const members = [account, payee.userId]
  const { holder } = await wallet.calls['groups.create']({ account, name: 'Pool', members, threshold: 2 })
  await fundGroup({ wallet, account, ...ben }, holder, '1')
  await groupHas({ wallet, account, ...ben }, holder, parseAmount('1'))
  const wish = paying(account, BTC, [toUser(MAYA, '1')], { holder })
  const review = await wallet.calls['payments.prepare'](wish)
  await wallet.calls['payments.approve'](approving(account, review))
  return review.paymentId
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
