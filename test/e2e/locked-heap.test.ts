import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { journeySteps, poll } from './support/journey.ts'
import { heading, press, seen, visit, write } from './support/person.ts'

/* What whoever reads the memory of a locked window would find in it. */

const step = journeySteps(() => app)
let app: App

const MONEY = '12.34567891'
const MEMO = 'for the lighthouse keeper'
const SEARCHED = 'pomegranate'
const PERSON = 'Haddad'
/** A sentence of the handbook, which tells of her too. */
const HANDBOOK = 'Noor Haddad has not registered, so she cannot be paid'
const PRIVATE = [MONEY, MEMO, SEARCHED, PERSON] as const

beforeAll(async () => {
  app = await startApp({ account: { name: 'Ada Byron', money: [['BTC', MONEY]] } })
})

/** Which of the private texts are part of a text that is in the heap of the page. */
async function inHeap(page: Page): Promise<string[]> {
  const debug = await page.context().newCDPSession(page)
  const chunks: string[] = []
  debug.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void chunks.push(chunk))
  await debug.send('HeapProfiler.collectGarbage')
  await debug.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await debug.detach()
  const { strings } = JSON.parse(chunks.join('')) as { strings: readonly string[] } // Chromium's form
  const own = strings.map((each) => each.replaceAll(HANDBOOK, ''))
  return PRIVATE.filter((text) => own.some((each) => each.includes(text)))
}

describe('the memory of a window', () => {
  step('holds what is on its screens while the wallet is open', async () => {
    const { page } = app
    await visit(page, 'Activity')
    await page.locator('[data-search]').fill(SEARCHED)
    // One in the field, and one below it once the wallet has looked, which it does after what it was asked before.
    await seen(page.getByRole('button', { name: 'Clear the search' }).nth(1))
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Contacts')
    // By the number: what a test looks for by name stays in the memory of the page.
    await seen(page.getByRole('button', { name: /40112/ }))
    await visit(page, 'Send')
    await write(page, { asset: /BTC/, to: MAYA, amount: '1', memo: MEMO })
    await seen(page.getByText('Nothing is signed yet.'))
    expect(await inHeap(page)).toEqual(PRIVATE)
  })

  step('holds no balance, name, memo or search once it is locked', async () => {
    const { page } = app
    await press(page, 'Lock')
    await heading(page, 'Coffer is locked')
    await poll(() => inHeap(page)).toEqual([])
  })
})
