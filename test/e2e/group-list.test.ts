import { beforeAll, describe } from 'vitest'
import { parseAmount } from '#protocol'
import { cosign, fundGroup, groupHas, type Member, newMember } from '../support/cosigners.ts'
import { JONAS, MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { act, addFromCard, ask, numberOf } from './support/cosigner.ts'
import { journeySteps, poll } from './support/journey.ts'
import { startNetwork } from './support/network.ts'
import * as person from './support/person.ts'
import { press, seen } from './support/person.ts'

/* A group of two pays from a list, out of one coin: each row waits for what comes back from the one before. */

const POOL = 'Rigging'
const step = journeySteps(() => app)
let app: App
let ben: Member

beforeAll(async () => {
  const network = await startNetwork()
  app = await startApp({ network: network.url, account: { name: 'Ana' } })
  ben = await newMember(network, 'Ben')
  const { account, wallet } = ben
  const text = await numberOf(app.page)
  const { payee } = await wallet.calls['payees.resolve']({ account, holder: null, text, assetId: null })
  if (payee?.kind !== 'user') throw new Error(`nobody has the number ${text}`)
  const members = [account, payee.userId]
  const { holder } = await wallet.calls['groups.create']({ account, name: POOL, members, threshold: 2 })
  await fundGroup(ben, holder, '1')
  await groupHas(ben, holder, parseAmount('1'))
  const { link } = await wallet.calls['groups.card']({ account, holder })
  await addFromCard(app.page, link, POOL)
})

describe('a list that a group pays', () => {
  const row = () => app.page.getByRole('row', { name: /mast/ })

  step('calls a row what it is, and says what to wait for while its request holds the coins', async () => {
    const { page } = app
    await act(page, new RegExp(`^${POOL}`))
    await person.visit(page, 'Send')
    await person.choose(page, page, 'Asset', /^BTC/)
    await press(page, 'Paste list or CSV')
    const field = page.getByRole('textbox', { name: 'Recipient and amount, line by line' })
    await field.fill(`${JONAS};0.02;mast\n${MAYA};0.03;boom`)
    await page.getByRole('textbox', { name: 'Name of the run' }).fill('Spring')
    await press(page, 'Make a run of payments')
    await press(page, /^Review 1 row/)
    await seen(page.getByLabel('Your passphrase', { exact: true }))
    await seen(page.getByText('The group sends', { exact: true }))
    await ask(page)
    await press(page, 'Back to the run')
    await seen(row().filter({ hasText: 'Waits for signatures' }))
    await press(page, /^Review 1 row/)
    await seen(page.getByRole('alert').filter({ hasText: 'Wait until what holds it has ended' }))
  })

  step('says so no more once the other has signed', async () => {
    const { account, wallet } = ben
    const { requests } = await wallet.until(
      () => wallet.calls['approvals.list']({ account, holder: null }),
      ({ requests: all }) => all.length > 0,
    )
    for (const { requestId } of requests) await cosign(ben, requestId)
    await seen(row().filter({ hasText: 'Paid' }))
    await poll(() => app.page.getByRole('alert').count()).toBe(0)
  })
})
